"""The fixed first: player 1 stays at table 1, the others are laid along the rows and back, as reversi clubs do.

Rule: a Spanish reversi club's description of a league made by hand, its figure for six players. There white stands on
the left; here the left one is the one who starts.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_core.round_robin.values import FIRST, SECOND, Move, places

PHASES = ("rows", "fixed", "back")


def moves(players: int) -> Iterator[Move]:
    """Yield the moves of the fixed first.

    ``rows``: all numbers but the fixed one over and over, row by row, each as the left one of its cell; in the first
    column left and right change from row to row, beginning on the right. ``fixed``: the fixed player into the free
    cells of the first column. ``back``: the same numbers again from the last cell backwards into the cells still free.

    In an even field player 1 is fixed, and the numbers run from 2 to N. In an odd field the fixed one must be the
    dummy, or some players would start twice more often than not and others twice less often; the numbers then run
    from 1, and the dummy is ``players + 1`` as everywhere.

    >>> [move.number for move in moves(4) if move.phase == "rows"]
    [2, 3, 4, 2, 3, 4]
    """
    rounds = places(players) - 1
    tables = places(players) // 2
    fixed, lowest = (players + 1, 1) if players % 2 else (1, 2)
    laid = 0
    for round_number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            side = SECOND if table == 1 and round_number % 2 else FIRST
            yield Move("rows", round_number, table, side, lowest + laid % rounds)
            laid += 1
    for round_number in range(1, rounds + 1):
        yield Move("fixed", round_number, 1, FIRST if round_number % 2 else SECOND, fixed)
    laid = 0
    for round_number in range(rounds, 0, -1):
        for table in range(tables, 1, -1):
            yield Move("back", round_number, table, SECOND, lowest + laid % rounds)
            laid += 1
