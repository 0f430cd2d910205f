"""The values of a round robin: games, rounds, a schedule, and the moves of a pencil."""

from __future__ import annotations

from typing import NamedTuple

FIRST = "first"
SECOND = "second"


class Game(NamedTuple):
    """One game: its table and the numbers of its two players; ``first`` is the player who starts.

    On paper ``first`` stands on the left. (Reversi clubs write white on the left although black starts; here the left
    one always starts, whatever the colors are called.)
    """

    table: int
    first: int
    second: int


class Round(NamedTuple):
    """One round: its number from 1, its games by table, and who rests (``None`` in an even field)."""

    number: int
    games: tuple[Game, ...]
    bye: int | None


class Schedule(NamedTuple):
    """A whole round robin. Players are the numbers 1 to ``players``."""

    players: int
    construction: str
    cycles: int
    rounds: tuple[Round, ...]

    @property
    def places(self) -> int:
        """The number of players made even: in an odd field the dummy is the last place."""
        return places(self.players)


class Move(NamedTuple):
    """One move of a pencil: in this cell of the paper write this number.

    ``table`` counts the columns of the paper. In an odd field the paper also has the dummy's column, and the dummy is
    the number ``players + 1`` (drawn as a dash); the tables of the finished schedule leave that column out, so there
    table 1 is the paper's column 2. ``pair_sum`` is what the two numbers of the pair add up to, where the method counts
    with it.
    """

    phase: str
    round: int
    table: int
    side: str
    number: int
    pair_sum: int | None = None


def places(players: int) -> int:
    """Return the number of players made even.

    >>> places(7), places(8)
    (8, 8)
    """
    return players + players % 2
