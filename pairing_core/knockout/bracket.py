"""The shape of a knockout: which ties there are, and where the players of each come from.

A bracket knows seeds and no players. Its ties stand in an order in which each comes after those it waits for. With a
number of players that is no power of two some places stay empty: an empty place is a **bye**, and what meets it goes on
without a game. The places of the seeds are the usual ones: seeds 1 and 2 can meet in the final at the earliest, the
first four in the semifinals, and so on; the empty places are the lowest seeds, so the byes go to the top seeds and no
bye ever meets a bye in a first round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Literal, NamedTuple

from pairing_core.errors import BracketSize

MIN_PLAYERS = 2
MAX_PLAYERS = 256

Kind = Literal["single", "double", "placement"]
KINDS: tuple[Kind, ...] = ("single", "double", "placement")
"""Single elimination; double elimination; and the bracket in which every place is played for."""


class Comes(Enum):
    """How a player comes into a tie."""

    AS_SEED = "seed"
    AS_WINNER = "winner"
    AS_LOSER = "loser"


class Source(NamedTuple):
    """Where one player of a tie comes from: the seed, or the tie, of this number."""

    comes: Comes
    number: int


class Part(Enum):
    """The part of a bracket that a tie belongs to."""

    MAIN = "main"
    LOSERS = "losers"
    """Of a double elimination: who loses here is out."""
    GRAND_FINAL = "grand-final"
    """The one who never lost against the one who lost once."""
    DECIDER = "decider"
    """Played only if the grand final gave the former the first loss."""
    THIRD_PLACE = "third-place"
    PLACES = "places"
    """Of a placement bracket: for places below those of the main part."""


class Tie(NamedTuple):
    """Two who play until one goes on. ``number`` runs from 1; ``round`` is the round of its part, from 1.

    ``winner_place`` is the place that is won by it, ``loser_places`` are the places, first and last, that those share
    who lose in this round; ``None`` for who plays on.
    """

    number: int
    part: Part
    round: int
    first: Source
    second: Source
    winner_place: int | None = None
    loser_places: tuple[int, int] | None = None

    @property
    def sources(self) -> tuple[Source, Source]:
        """Where its two players come from."""
        return self.first, self.second


Places = tuple[int, int] | None


class Bracket(NamedTuple):
    """All ties of a knockout for ``players`` players. ``size`` is that number made up to a power of two."""

    players: int
    kind: Kind
    size: int
    ties: tuple[Tie, ...]

    @property
    def rounds(self) -> int:
        """The rounds of the main part."""
        return max(tie.round for tie in self.ties if tie.part is Part.MAIN)

    @property
    def waves(self) -> tuple[int, ...]:
        """Of each tie, how many rounds it takes until it can be over: ties of one wave are played side by side."""
        waves: list[int] = []
        for tie in self.ties:
            waited = [waves[source.number - 1] for source in tie.sources if source.comes is not Comes.AS_SEED]
            waves.append(1 + max(waited, default=0))
        return tuple(waves)

    @property
    def shares(self) -> Mapping[tuple[int, int], int]:
        """How many players will share each of the places that ties give; empty seats take none, and always lose."""
        is_bye = {Source(Comes.AS_SEED, seed): seed > self.players for seed in range(1, self.size + 1)}
        shares: Counter[tuple[int, int]] = Counter()
        for tie in self.ties:
            byes = [is_bye[source] for source in tie.sources]
            winner, loser = all(byes), any(byes)
            is_bye |= {Source(Comes.AS_WINNER, tie.number): winner, Source(Comes.AS_LOSER, tie.number): loser}
            if tie.part is not Part.GRAND_FINAL:
                if tie.winner_place and not winner:
                    shares[tie.winner_place, tie.winner_place] += 1
                if tie.loser_places and not loser:
                    shares[tie.loser_places] += 1
        return shares


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of their places in the first round, for a power of two.

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, last - upper)]
    return tuple(order)


@cache
def bracket(players: int, kind: Kind = "single", third_place: bool = False) -> Bracket:
    """Return the bracket for so many players, 2 to 256.

    ``third_place`` adds to a single elimination of four or more players the tie of those who lost the semifinals; the
    final does not wait for it. Raises :class:`BracketSize`, and :class:`ValueError` for another kind.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BracketSize(found=players, fewest=MIN_PLAYERS, most=MAX_PLAYERS)
    if kind not in KINDS:
        raise ValueError(f"no such kind of bracket: {kind}")
    size = 1 << (players - 1).bit_length()
    drawn = _Pencil(size)
    match kind:
        case "single":
            drawn.single(third_place and players >= 4)
        case "double":
            drawn.double()
        case "placement":
            drawn.placement()
    return Bracket(players, kind, size, tuple(drawn.ties))


class _Pencil:
    """A bracket that is being drawn."""

    def __init__(self, size: int) -> None:
        self.ties: list[Tie] = []
        self.entry = [Source(Comes.AS_SEED, seed) for seed in seed_order(size)]

    def tie(self, part: Part, round_: int, players: tuple[Source, Source], best: int | None, out: Places) -> Source:
        """Draw a tie for the place ``best``; return its winner as where a player of the next one comes from."""
        self.ties.append(Tie(len(self.ties) + 1, part, round_, *players, best, out))
        return Source(Comes.AS_WINNER, len(self.ties))

    def level(self, part: Part, round_: int, entry: list[Source], out: Places, best: int | None = None) -> list[Source]:
        """Draw a round in which neighbors meet; return its winners."""
        return [self.tie(part, round_, pair, best, out) for pair in zip(entry[::2], entry[1::2], strict=True)]

    def single(self, third_place: bool) -> None:
        entry, round_ = self.entry, 0
        while len(entry) > 2:
            round_ += 1
            half = len(entry) // 2
            plays_on = third_place and half == 2
            entry = self.level(Part.MAIN, round_, entry, None if plays_on else (half + 1, len(entry)))
        if third_place:
            self.level(Part.THIRD_PLACE, 1, _losers(entry), (4, 4), best=3)
        self.level(Part.MAIN, round_ + 1, entry, (2, 2), best=1)

    def double(self) -> None:
        """Draw a double elimination: who loses drops in among those who lost before."""
        entry, round_, low = self.entry, 0, 0
        waiting: list[Source] = []
        while len(entry) > 1:
            round_ += 1
            entry = self.level(Part.MAIN, round_, entry, None)
            dropped = _losers(entry)
            if waiting:
                low += 1
                meeting = self._dropped_in(dropped, waiting)
                waiting = self._losers_round(
                    low, [each for pair in zip(waiting, meeting, strict=True) for each in pair]
                )
            else:
                waiting = dropped
            if len(waiting) > 1:
                low += 1
                waiting = self._losers_round(low, waiting)
        grand = self.tie(Part.GRAND_FINAL, 1, (entry[0], waiting[0]), 1, (2, 2))
        self.tie(Part.DECIDER, 1, (Source(Comes.AS_LOSER, grand.number), grand), 1, (2, 2))

    def _losers_round(self, round_: int, entry: list[Source]) -> list[Source]:
        """Draw a round whose losers are out."""
        ties = [tie for tie in self.ties if tie.part is Part.LOSERS]
        last = len(self.entry) - len(ties)
        return self.level(Part.LOSERS, round_, entry, (last - len(entry) // 2 + 1, last))

    def _dropped_in(self, dropped: list[Source], waiting: list[Source]) -> list[Source]:
        """Return the losers in the order in which they meet those who wait: whom they met as long ago as can be.

        Two can have met only in a tie that both came through: the one who drops in as its winner, the other as its
        loser. Halves, quarters and so on are exchanged so that the latest round of such ties is as early as possible.
        """
        won = [self._main_ties(drop.number) for drop in dropped]
        lost = [self._main_ties(wait.number) for wait in waiting]

        def meetings(exchange: int) -> list[int]:
            rounds = (self.ties[tie - 1].round for at in range(len(lost)) for tie in won[at ^ exchange] & lost[at])
            return sorted(rounds, reverse=True)

        best = min(range(len(dropped)), key=meetings)
        return [dropped[at ^ best] for at in range(len(dropped))]

    def _main_ties(self, number: int) -> frozenset[int]:
        """Return the ties of the main part that stand behind a tie, itself among them."""
        tie = self.ties[number - 1]
        behind = [source.number for source in tie.sources if source.comes is not Comes.AS_SEED]
        if tie.part is Part.LOSERS:
            # Who came in here as a loser met nobody of the ties before that one whom he could meet again by losing it.
            behind = [source.number for source in tie.sources if source.comes is Comes.AS_WINNER]
            lost = {source.number for source in tie.sources if source.comes is Comes.AS_LOSER}
            return frozenset(lost).union(*(self._main_ties(each) for each in behind))
        return frozenset({number}).union(*(self._main_ties(each) for each in behind))

    def placement(self) -> None:
        """Draw the bracket in which everyone plays in every round: winners play for the upper half of the places."""
        blocks, round_ = [(1, self.entry)], 0
        while len(blocks[0][1]) > 1:
            round_ += 1
            halves = []
            for best, entry in blocks:
                half = len(entry) // 2
                part = Part.MAIN if best == 1 else Part.PLACES
                is_last = half == 1
                winners = self.level(
                    part, round_, entry, (best + 1, best + 1) if is_last else None, best if is_last else None
                )
                halves += [(best, winners), (best + half, _losers(winners))]
            blocks = halves


def _losers(winners: list[Source]) -> list[Source]:
    return [Source(Comes.AS_LOSER, winner.number) for winner in winners]
