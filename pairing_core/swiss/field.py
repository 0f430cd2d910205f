"""The players of one round as the rules see them: sorted, grouped by score, with their lots."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from pairing_core.draw import Lots
from pairing_core.history import History, Record, history
from pairing_core.model import (
    HalfPoints,
    Player,
    PlayerNumber,
    RoundNumber,
    Tournament,
    by_strength,
)

T = TypeVar("T")

LOT_RANGE = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Entrant:
    """A player in one round.

    ``index`` is the place in the field, from 0: by score, then by strength. ``score`` is what the rules pair by, with
    the virtual points of an acceleration. ``strength`` is the rating; who has none counts as the weakest who has one.
    ``rank`` is the place by strength alone, from 0, with equal ratings by pairing number. ``group``, ``place`` and
    ``size`` are the score group (0: the highest), the place in it by strength, and how many are in it. ``lot`` is a
    number drawn for the round; ``lot_place`` and ``number_place`` are the places in the score group by it and by
    pairing number.
    """

    index: int
    player: Player
    record: Record
    score: HalfPoints
    strength: int
    rank: int
    group: int
    place: int
    size: int
    lot: int
    lot_place: int
    number_place: int

    @property
    def number(self) -> PlayerNumber:
        """The pairing number."""
        return self.player.number


@dataclass(frozen=True, eq=False)
class Field:
    """All who are to be paired in a round (those with a requested bye are not among them), by ``index``."""

    tournament: Tournament
    round: RoundNumber
    history: History
    seed: str
    entrants: tuple[Entrant, ...]
    starter_lot: int
    """0 or 1: which of the strongest players of the first round start, where nothing else decides."""

    def __iter__(self) -> Iterator[Entrant]:
        return iter(self.entrants)

    def __len__(self) -> int:
        return len(self.entrants)

    def once(self, key: Hashable, compute: Callable[[Field], T]) -> T:
        """Return what ``compute`` makes of this field, computed only the first time that ``key`` is asked for."""
        if key not in self._computed:
            self._computed[key] = compute(self)
        found: T = self._computed[key]
        return found

    @cached_property
    def _computed(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def by_number(self) -> dict[PlayerNumber, Entrant]:
        """The entrants by pairing number."""
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def groups(self) -> list[list[Entrant]]:
        """The score groups, the highest first."""
        groups: list[list[Entrant]] = []
        for entrant in self.entrants:
            if entrant.group == len(groups):
                groups.append([])
            groups[-1].append(entrant)
        return groups

    @cached_property
    def scores(self) -> list[HalfPoints]:
        """The different scores, the highest first."""
        return [group[0].score for group in self.groups]


def field_of(tournament: Tournament, seed: str, round_number: RoundNumber | None = None) -> Field:
    """Return who is to be paired in the next round (or in a round already drawn, as things stood before it).

    Players who have not joined, have withdrawn or requested a bye for the round are left out. Time O(players × rounds).
    """
    number = round_number or tournament.next_round
    past = history(tournament, number - 1)
    virtual = virtual_points(tournament, number)
    ratings = [player.rating for player in tournament.players.values() if player.rating is not None]
    weakest = min(ratings, default=0)
    ranked = [
        player
        for player in by_strength(tournament.players.values())
        if player.is_in(number) and number not in player.byes
    ]
    lots = Lots(f"{seed}:{number}")
    # Lots are drawn in the order of numbers, whatever the order of the players in a file.
    lot_of = {player.number: lots.below(LOT_RANGE) for player in sorted(ranked, key=lambda each: each.number)}
    score_of = {
        player.number: past[player.number].score + virtual.get(player.number, 0)
        for player in tournament.players.values()
    }
    rank_of = {player.number: rank for rank, player in enumerate(ranked)}
    groups: dict[HalfPoints, list[Player]] = {}
    for player in ranked:
        groups.setdefault(score_of[player.number], []).append(player)
    entrants: list[Entrant] = []
    for at, score in enumerate(sorted(groups, reverse=True)):
        group = groups[score]
        by_lot = sorted(group, key=lambda each: (lot_of[each.number], each.number))
        lot_place = {player.number: place for place, player in enumerate(by_lot)}
        number_place = {number: place for place, number in enumerate(sorted(lot_place))}
        for place, player in enumerate(group):
            entrants.append(
                Entrant(
                    index=len(entrants),
                    player=player,
                    record=past[player.number],
                    score=score,
                    strength=weakest if player.rating is None else player.rating,
                    rank=rank_of[player.number],
                    group=at,
                    place=place,
                    size=len(group),
                    lot=lot_of[player.number],
                    lot_place=lot_place[player.number],
                    number_place=number_place[player.number],
                )
            )
    # One lot for the whole tournament: who of the first round starts must not turn over with every round.
    return Field(tournament, number, past, seed, tuple(entrants), Lots(f"{tournament.settings.seed}:starter").below(2))


def virtual_points(tournament: Tournament, round_number: RoundNumber) -> dict[PlayerNumber, HalfPoints]:
    """Return the points that an acceleration adds in a round, by player; empty without one.

    FIDE C.04.5.1, the Baku acceleration: the upper half (rounded up to an even number: twice a quarter of the players,
    rounded up) has a whole virtual point in the first half of the accelerated rounds, half a point in the second; the
    accelerated rounds are the first half of all. Both halves are rounded up. Whoever comes later belongs to the upper
    half if stronger than the last one who was there from the first round.
    """
    if not tournament.settings.acceleration:
        return {}
    accelerated = (tournament.settings.rounds + 1) // 2
    if round_number > accelerated:
        return {}
    scoring = tournament.settings.scoring
    points = scoring.win if round_number <= (accelerated + 1) // 2 else scoring.draw
    order = by_strength(tournament.players.values())
    first = [player for player in order if player.joins_in == 1] or order
    last = order.index(first[2 * -(-len(first) // 4) - 1]) if len(first) > 1 else 0
    return {player.number: points for player in order[: last + 1]}
