"""Charts of a Swiss on paper: which chair the winner and the loser of each table go to.

A chart knows no players and no results. Whoever wins at a table takes the chair that the chart names for its winner,
whoever loses that for its loser; after the last rounds who sat in chair A and in chair B go to theirs instead, whoever
won. So where somebody sits tells how he has played, and equals meet although nobody looks at a list.

What makes it right is proved of each chart, for all results that there can be (:func:`prove`).
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from pairing_core.errors import TooFewPlayers, TooManyPlayers
from pairing_core.paper_swiss.charts_data import ALPHABET, CHARTS

MIN_PLAYERS, MAX_PLAYERS = 4, 64

Chair = Literal["A", "B", "rest"]


class Seat(NamedTuple):
    """A chair of a table; table 0 has the only chair ``"rest"``, for the one who is left over in an odd field."""

    table: int
    chair: Chair


class Moves(NamedTuple):
    """Where two who have played go: ``upper`` the winner, or who sat in chair A; ``lower`` the other one."""

    upper: Seat
    lower: Seat


class ChartRound(NamedTuple):
    """A round, and how one moves after it: nobody after the last one.

    ``moves`` stand in the order of the tables. With ``by_result`` the winner and the loser move to theirs, else those
    from chair A and chair B.
    """

    number: int
    by_result: bool
    moves: tuple[Moves, ...]
    rested: Seat | None


class Chart(NamedTuple):
    """A fixed progression for so many players."""

    players: int
    rounds: tuple[ChartRound, ...]

    @property
    def tables(self) -> int:
        """Number of tables in use."""
        return self.players // 2

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat; the player who drew the number 1 begins in the first one, and so on."""
        return tuple(seat_of(index, self.players) for index in range(self.players))


def seat_of(index: int, players: int) -> Seat:
    """Return the seat that stands at this place, from 0, among those for so many players."""
    if players % 2 and index == players - 1:
        return Seat(0, "rest")
    return Seat(index // 2 + 1, "B" if index % 2 else "A")


@cache
def chart(players: int) -> Chart:
    """Return the chart for so many players. Raises :class:`TooFewPlayers` and :class:`TooManyPlayers`."""
    if players < MIN_PLAYERS:
        raise TooFewPlayers(found=players, needed=MIN_PLAYERS)
    if players > MAX_PLAYERS:
        raise TooManyPlayers(found=players, limit=MAX_PLAYERS)
    by_result, text = CHARTS[players]
    rounds = []
    for number, targets in enumerate(text.split(), start=1):
        seats = [seat_of(ALPHABET.index(letter), players) for letter in targets]
        moves = tuple(Moves(*pair) for pair in zip(seats[:-1:2], seats[1::2], strict=players % 2 == 0))
        rounds.append(ChartRound(number, number <= by_result, moves, seats[-1] if players % 2 else None))
    rounds.append(ChartRound(len(rounds) + 1, False, (), None))
    return Chart(players, tuple(rounds))
