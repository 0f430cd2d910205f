"""How often the best player wins: tournaments played at random, each the same everywhere for the same seed and number.

The model of strength, which decides every game:

- The strengths of the players are normally distributed (Arpad Elo, The Rating of Chessplayers, Past and Present, 1978)
  with a standard deviation that is chosen, and are drawn anew for each tournament, by the polar angle and distance of
  G. E. P. Box and M. E. Muller (1958).
- Who is d points stronger scores 1 / (1 + 10 ^ (-d / 400)) of the points on average, the logistic curve of the Elo
  system. Between equals the chosen share of games is drawn; between others as many less as the weaker scores less. In a
  knockout a drawn game is played again until somebody wins, with the same expectation: there are no draws.
- Who starts, the day, and players who leave make no difference.

Whoever is strongest in this sense is the best; the true first three are the three strongest. Places go by points; then
by Buchholz in a Swiss tournament, by Sonneborn-Berger in a round robin; then by lot.

A Swiss round is an approximation, for the exact pairing takes hundreds of times as long: inside each score group
everything is by lot, from the top down each meets the next one not met yet, the odd one meets somebody of the next
group; if the last ones have all met, the pairs above are opened, and if that does not help they meet again. The bye
goes to the last who has had none.

The k-th tournament takes its chance from the first bytes of SHAKE128 of the seed, a colon and k, as little-endian whole
numbers of 16 bits: first the strengths, then the starting order, then the games as they are played. So every system
plays with the same players.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import shake_128
from struct import unpack
from typing import NamedTuple

from pairing_core.knockout import Comes, Kind, Part, bracket, seed_order
from pairing_core.planner.day import ADVANCE, DOUBLE, GROUPS, KNOCKOUT, ROUND_ROBIN, SWISS, TWO_LOSSES, Format

WORD = 1 << 16
MAX_SPREAD = 500
_LARGEST_GAP = 10 * MAX_SPREAD
"""No two strengths are further apart: of 16 bits none comes that is over 4.8 standard deviations from the middle."""

_SURE = 1.959963984540054
"""How many standard errors hold 95 per cent of all cases."""


class Strength(NamedTuple):
    """How the players compare: the standard deviation ``spread`` of their strengths, in points of Elo's scale, from 0
    to 500; ``draws`` in per cent of the games between equals; whether they are ``seeded``, that is, who is how strong
    is known and used for the first round, the groups and the bracket. Else these are by lot.
    """

    spread: int = 200
    draws: int = 20
    seeded: bool = False


class Share(NamedTuple):
    """How often something happened, and between what its true share lies, with 95 per cent certainty.

    Interval of E. B. Wilson (1927). All from 0 to 1.
    """

    share: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Tally:
    """What was counted over ``tournaments``: in how many the ``best`` player won, in how many the true first ``three``
    were the first three in whatever order, and in how many in the right ``order``.
    """

    tournaments: int = 0
    best: int = 0
    three: int = 0
    order: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.tournaments + other.tournaments,
            self.best + other.best,
            self.three + other.three,
            self.order + other.order,
        )

    def share(self, count: int) -> Share:
        """Return the share of one of the counts. There must be tournaments."""
        n = self.tournaments
        share = count / n
        scale = 1 + _SURE**2 / n
        middle = (share + _SURE**2 / (2 * n)) / scale
        half = _SURE * math.sqrt(share * (1 - share) / n + _SURE**2 / (4 * n * n)) / scale
        return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def simulate(format: Format, strength: Strength, seed: str, first: int, count: int) -> Tally:
    """Play the tournaments of the numbers ``first`` to ``first + count - 1`` and return what was counted.

    Counts of slices add up to those of the whole, however it is sliced. Time for 32 players and 7 rounds of a Swiss
    tournament about 0.15 ms each.
    """
    best = three = order = 0
    right = list(range(min(3, format.players)))
    for places in played(format, strength, seed, first, count):
        if places[0] == 0:
            best += 1
            order += places == right
        three += sorted(places) == right
    return Tally(count, best, three, order)


def played(format: Format, strength: Strength, seed: str, first: int, count: int) -> Iterator[list[int]]:
    """Yield the first three of each tournament; players are numbered from 0 by their true strength."""
    play = _PLAYS[format.system]
    players = format.players
    drawn = players + players % 2
    wanted = drawn + players + _words_of(format)
    shape = f"<{wanted}H"
    tables = _tables(strength.draws)
    for number in range(first, first + count):
        words = unpack(shape, shake_128(f"{seed}:{number}".encode()).digest(2 * wanted))
        field = _Field(words, drawn, strength, tables, players)
        yield play(field, format)


def expectation(gap: float) -> float:
    """Return the expected score of a player who is so many points stronger.

    >>> expectation(0), round(expectation(200), 3), round(expectation(-200), 3)
    (0.5, 0.76, 0.24)
    """
    return float(1 / (1 + 10 ** (-gap / 400)))


class _Tables(NamedTuple):
    """By the gap in points (those of negative gaps from the end): a word below ``win`` is a win of the first, one below
    ``held`` at least a draw; one below ``goes_on`` is a win where there are no draws.
    """

    win: Sequence[int]
    held: Sequence[int]
    goes_on: Sequence[int]


@cache
def _tables(draws: int) -> _Tables:
    win, held, goes_on = [], [], []
    for gap in (*range(_LARGEST_GAP + 1), *range(-_LARGEST_GAP, 0)):
        score = expectation(gap)
        drawn = 2 * min(score, 1 - score) * draws / 100
        win.append(round(WORD * (score - drawn / 2)))
        held.append(round(WORD * (score + drawn / 2)))
        goes_on.append(round(WORD * score))
    return _Tables(win, held, goes_on)


class _Field:
    """The players of one tournament, in the order of their true strength, and the chance that is left.

    ``ratings`` are whole points, ``order`` is the starting order.
    """

    __slots__ = ("at", "order", "ratings", "seeded", "tables", "words")

    def __init__(self, words: Sequence[int], drawn: int, strength: Strength, tables: _Tables, players: int) -> None:
        self.words = words
        self.tables = tables
        self.seeded = strength.seeded
        drawn_ratings: list[float] = []
        for at in range(0, drawn, 2):
            far = strength.spread * math.sqrt(-2 * math.log((words[at] + 1) / WORD))
            angle = 2 * math.pi * words[at + 1] / WORD
            drawn_ratings += (far * math.cos(angle), far * math.sin(angle))
        del drawn_ratings[players:]
        drawn_ratings.sort(reverse=True)
        self.ratings = [round(rating) for rating in drawn_ratings]
        self.at = drawn + players
        self.order = list(range(players))
        if not strength.seeded:
            self.order.sort(key=words[drawn : self.at].__getitem__)


# ---------------------------------------------------------------------------------------------------------- each system


def _words_of(format: Format) -> int:
    """Return how many words the games of a tournament need, at most."""
    players = format.players
    match format.system:
        case "swiss":
            return format.rounds * (players + players // 2) + players
        case "round-robin" | "double-round-robin":
            return (players - 1) * players + players
        case "groups":
            return sum(size * size for size in format.groups) + 4 * ADVANCE * len(format.groups)
    return 4 * players


def _play_swiss(field: _Field, format: Format) -> list[int]:
    words, at, ratings = field.words, field.at, field.ratings
    win, held, _ = field.tables
    players = format.players
    everyone = range(players)
    scores = [0] * players
    met: list[list[int]] = [[] for _ in everyone]
    had_bye: list[int] = []
    for round_ in range(format.rounds):
        if round_:
            keys = [score << 16 | word for score, word in zip(scores, words[at : at + players], strict=True)]
            at += players
            order = sorted(everyone, key=keys.__getitem__)
        else:
            order = _first_round(field)
        if players % 2:
            free = next((player for player in order if player not in had_bye), order[0])
            order.remove(free)
            had_bye.append(free)
            scores[free] += 2
        for one, other in _score_pairs(order, met):
            word = words[at]
            at += 1
            gap = ratings[one] - ratings[other]
            if word < win[gap]:
                scores[one] += 2
            elif word < held[gap]:
                scores[one] += 1
                scores[other] += 1
            else:
                scores[other] += 2
            met[one].append(other)
            met[other].append(one)
    score_of = scores.__getitem__
    # A bye counts as an opponent with one's own points.
    second = [sum(map(score_of, opponents)) for opponents in met]
    for player in had_bye:
        second[player] += scores[player]
    ranks = [
        (score << 16 | buchholz) << 16 | lot
        for score, buchholz, lot in zip(scores, second, words[at : at + players], strict=True)
    ]
    return sorted(everyone, key=ranks.__getitem__, reverse=True)[:3]


def _first_round(field: _Field) -> list[int]:
    """Return the order of the first round, from the last pair to the first: of the seeded, halves meet."""
    order = field.order
    if not field.seeded:
        return order[::-1]
    half = len(order) // 2
    paired = [player for pair in zip(order[:half], order[half : 2 * half], strict=True) for player in pair]
    return (paired + order[2 * half :])[::-1]


def _score_pairs(waiting: list[int], met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the pairs of a round; ``waiting`` is used up, the last of it are paired first."""
    pairs: list[tuple[int, int]] = []
    while waiting:
        one = waiting.pop()
        known = met[one]
        at = len(waiting) - 1
        while at >= 0 and waiting[at] in known:
            at -= 1
        if at >= 0:
            pairs.append((one, waiting.pop(at)))
        else:
            _open_a_pair(one, waiting.pop(), pairs, met)
    return pairs


def _open_a_pair(one: int, other: int, pairs: list[tuple[int, int]], met: Sequence[Sequence[int]]) -> None:
    """Pair two who have met with those of the nearest pair above that can be exchanged, or else with each other."""
    for at in range(len(pairs) - 1, -1, -1):
        for this, that in (pairs[at], pairs[at][::-1]):
            if this not in met[one] and that not in met[other]:
                pairs[at] = (this, one)
                pairs.append((that, other))
                return
    pairs.append((one, other))


def _play_all(field: _Field, format: Format) -> list[int]:
    return _round_robin(field, field.order, 2 if format.system == DOUBLE else 1)[:3]


def _round_robin(field: _Field, group: Sequence[int], cycles: int) -> list[int]:
    """Return the players of a group in the order of their places."""
    words, at, ratings = field.words, field.at, field.ratings
    win, held, _ = field.tables
    scores = dict.fromkeys(group, 0)
    beaten: dict[int, list[int]] = {player: [] for player in group}
    drawn: dict[int, list[int]] = {player: [] for player in group}
    for _cycle in range(cycles):
        for place, one in enumerate(group):
            rating, ones = ratings[one], beaten[one]
            for other in group[place + 1 :]:
                word = words[at]
                at += 1
                gap = rating - ratings[other]
                if word < win[gap]:
                    ones.append(other)
                elif word < held[gap]:
                    drawn[one].append(other)
                    drawn[other].append(one)
                else:
                    beaten[other].append(one)
    for player in group:
        scores[player] = 2 * len(beaten[player]) + len(drawn[player])
    score_of = scores.__getitem__
    ranks = {}
    for player in group:
        second = 2 * sum(map(score_of, beaten[player])) + sum(map(score_of, drawn[player]))
        ranks[player] = (scores[player], second, words[at])
        at += 1
    field.at = at
    return sorted(group, key=ranks.__getitem__, reverse=True)


def _play_groups(field: _Field, format: Format) -> list[int]:
    """Play the groups, filled by the snake, and the knockout of those who go on."""
    count = len(format.groups)
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, player in enumerate(field.order):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(player)
    tables = [_round_robin(field, group, 1) for group in groups]
    return _bracket(field, [tables[group][place] for group, place in _qualified(count)], "single")


@cache
def _qualified(groups: int) -> tuple[tuple[int, int], ...]:
    """Return the groups and places there that the seeds of the final are: winners first.

    Each second one comes into the other half of the bracket than the winner of the same group, if there is room.
    """
    places = seed_order(1 << (ADVANCE * groups - 1).bit_length())
    upper = set(places[: len(places) // 2])
    free = list(range(ADVANCE * groups, groups, -1))
    seconds: dict[int, int] = {}
    for group in range(groups):
        seed = next((seed for seed in free if (seed in upper) != (group + 1 in upper)), free[0])
        free.remove(seed)
        seconds[seed] = group
    winners = tuple((group, 0) for group in range(groups))
    return winners + tuple((seconds[seed], 1) for seed in sorted(seconds))


def _play_knockout(field: _Field, format: Format) -> list[int]:
    return _bracket(field, field.order, "single" if format.system == KNOCKOUT else "double")


class _Ties(NamedTuple):
    """The ties of a bracket: where, in one row of seats, the two players of each come from.

    The seats are those of the ``size`` seeds, then two of each tie: its winner and its loser. ``podium`` are the seats
    of the first three, as far as ties decide them; ``decider`` is the place of the tie that may not be needed, or -1.
    """

    size: int
    pairs: tuple[tuple[int, int], ...]
    podium: tuple[int, ...]
    decider: int


@cache
def _ties(players: int, kind: Kind) -> _Ties:
    drawn = bracket(players, kind, third_place=kind == "single")
    seats = {(Comes.AS_SEED, seed): seed - 1 for seed in range(1, drawn.size + 1)}
    third: list[int] = []
    decider = -1
    for at, tie in enumerate(drawn.ties):
        winner = drawn.size + 2 * at
        seats[Comes.AS_WINNER, tie.number] = winner
        seats[Comes.AS_LOSER, tie.number] = winner + 1
        if tie.part is Part.THIRD_PLACE:
            third = [winner]
        elif tie.part is Part.LOSERS:
            third = [winner + 1]
        elif tie.part is Part.DECIDER:
            decider = at
    pairs = tuple((seats[tie.first], seats[tie.second]) for tie in drawn.ties)
    last = drawn.size + 2 * (len(pairs) - 1)
    return _Ties(drawn.size, pairs, (last, last + 1, *third), decider)


def _bracket(field: _Field, seeds: Sequence[int], kind: Kind) -> list[int]:
    """Play a bracket and return the first three; each tie takes a word, needed or not."""
    ties = _ties(len(seeds), kind)
    words, at, ratings, goes_on = field.words, field.at, field.ratings, field.tables.goes_on
    seats: list[int] = [*seeds, *[_NOBODY] * (ties.size - len(seeds))]
    for number, (left, right) in enumerate(ties.pairs):
        one, other = seats[left], seats[right]
        if number == ties.decider and seats[-2] == seats[ties.pairs[number - 1][0]]:
            # Who had not lost won the grand final: no second game, its winner and loser stay.
            seats += seats[-2:]
        elif other == _NOBODY or (one != _NOBODY and words[at] < goes_on[ratings[one] - ratings[other]]):
            seats += (one, other)
            at += 1
        else:
            seats += (other, one)
            at += 1
    first = [seats[seat] for seat in ties.podium]
    # Of three the one who is left is the third.
    return first if len(seeds) != 3 else [*first[:2], *(set(seeds) - set(first[:2]))]


_NOBODY = -1
"""Who sits in an empty place of a bracket."""

_PLAYS: dict[str, Callable[[_Field, Format], list[int]]] = {
    ROUND_ROBIN: _play_all,
    DOUBLE: _play_all,
    GROUPS: _play_groups,
    SWISS: _play_swiss,
    KNOCKOUT: _play_knockout,
    TWO_LOSSES: _play_knockout,
}
