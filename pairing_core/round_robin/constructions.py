"""The registry of constructions, and a whole schedule made by one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pairing_core.errors import BadCycles, ConstructionLimit, TooFewPlayers, TooManyPlayers, UnknownConstruction
from pairing_core.round_robin import fixed_first, low_carry_over, serpentine, sums
from pairing_core.round_robin.paper import rounds_on_paper
from pairing_core.round_robin.values import Game, Move, Round, Schedule

MIN_PLAYERS = 2
MAX_PLAYERS = 200
MAX_CYCLES = 10


class Construction(NamedTuple):
    """A way to make a round robin by hand; ``phases`` are the parts of its paper method, in order.

    ``swaps_first_rounds``: where two cycles meet it is the first two rounds of the later one, not the last two of the
    earlier one, whose swap keeps everybody from starting three times in a row.
    """

    key: str
    pencil: Callable[[int], Iterable[Move]]
    phases: tuple[str, ...]
    low: int
    high: int
    swaps_first_rounds: bool = False

    def moves(self, players: int) -> tuple[Move, ...]:
        """Return the moves of the paper method, in the order in which a person makes them."""
        check_players(players)
        if not self.low <= players <= self.high:
            raise ConstructionLimit(construction=self.key, low=self.low, high=self.high, found=players)
        return tuple(self.pencil(players))

    def build(self, players: int) -> tuple[Round, ...]:
        """Return the rounds that the paper shows after the last move, without the games of the dummy."""
        return rounds_on_paper(self.moves(players), players)


CONSTRUCTIONS: tuple[Construction, ...] = (
    Construction("serpentine", serpentine.moves, serpentine.PHASES, MIN_PLAYERS, MAX_PLAYERS),
    Construction("sums", sums.moves, sums.PHASES, MIN_PLAYERS, MAX_PLAYERS),
    Construction(
        "fixed-first", fixed_first.moves, fixed_first.PHASES, MIN_PLAYERS, MAX_PLAYERS, swaps_first_rounds=True
    ),
    Construction(
        "low-carry-over", low_carry_over.moves, low_carry_over.PHASES, low_carry_over.LOW, low_carry_over.HIGH
    ),
)


def check_players(players: int) -> None:
    """Raise :class:`TooFewPlayers` or :class:`TooManyPlayers` unless a table can have so many players."""
    if players < MIN_PLAYERS:
        raise TooFewPlayers(found=players, needed=MIN_PLAYERS)
    if players > MAX_PLAYERS:
        raise TooManyPlayers(found=players, limit=MAX_PLAYERS)


def construction(key: str) -> Construction:
    """Return the construction with this key; raise :class:`UnknownConstruction` if there is none."""
    for candidate in CONSTRUCTIONS:
        if candidate.key == key:
            return candidate
    raise UnknownConstruction(construction=key, known=", ".join(known.key for known in CONSTRUCTIONS))


# The parameters below carry the field's word, which would hide the function of the same name.
_construction = construction


def schedule(
    players: int, construction: str = "serpentine", cycles: int = 1, swap_last_rounds: bool = False
) -> Schedule:
    """Return a round robin in which everyone meets everyone once in each cycle.

    In every second cycle the starts are reversed. ``swap_last_rounds`` swaps the last two rounds of every cycle but
    the last, so that nobody starts, or does not start, three times in a row where two cycles meet: FIDE Handbook C.05
    Annex 1 recommends it for two cycles. With player 1 fixed and an even field that swap would not help; there the
    first two rounds of every cycle but the first are swapped. (Four players in three or more cycles are too few for
    either.) The rounds are numbered as they are played.

    Raises :class:`TooFewPlayers`, :class:`TooManyPlayers`, :class:`ConstructionLimit`, :class:`UnknownConstruction` or
    :class:`BadCycles`. Time and memory O(players² · cycles).

    >>> for game in schedule(6).rounds[1].games:
    ...     print(game.table, game.first, game.second)
    1 6 4
    2 5 3
    3 1 2
    """
    made_by = _construction(construction)
    cycle = made_by.build(players)
    swaps_first = made_by.swaps_first_rounds and players % 2 == 0
    if not 1 <= cycles <= MAX_CYCLES:
        raise BadCycles(found=cycles, high=MAX_CYCLES)
    rounds: list[Round] = []
    for number in range(1, cycles + 1):
        order = list(cycle)
        if swap_last_rounds and len(order) > 1:
            if swaps_first and number > 1:
                order[:2] = reversed(order[:2])
            elif not swaps_first and number < cycles:
                order[-2:] = reversed(order[-2:])
        for part in order:
            games = part.games
            if number % 2 == 0:
                games = tuple(Game(game.table, game.second, game.first) for game in games)
            rounds.append(Round(len(rounds) + 1, games, part.bye))
    return Schedule(players, construction, cycles, tuple(rounds))


def steps(players: int, construction: str) -> tuple[Move, ...]:
    """Return the moves of a construction's paper method, in order (see :class:`Move`).

    Raises :class:`TooFewPlayers`, :class:`TooManyPlayers`, :class:`ConstructionLimit` or :class:`UnknownConstruction`.
    """
    return _construction(construction).moves(players)
