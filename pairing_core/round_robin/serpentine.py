"""The serpentine: numbers are laid along the rows and then back, as Czech mancala players make their table.

Rule: Czech mancala federation, "Jak se dělá turnaj", mankala.cz/turnaj.php, first method. The table that comes out is
the Berger table of the FIDE Handbook, C.05 Annex 1, with the same tables and the same sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_core.round_robin.values import FIRST, SECOND, Move, places

PHASES = ("rows", "back", "last")


def moves(players: int) -> Iterator[Move]:
    """Yield the moves of the serpentine.

    ``rows``: the numbers 1 to N - 1 over and over, row by row, each as the left one of its cell (N is the number of
    places). ``back``: the same numbers from the last cell backwards, each as the right one, without the first column.
    ``last``: the last player N into the first column by turns right and left; in an odd field N is the dummy, and who
    stands beside it rests.

    >>> [move.number for move in moves(4) if move.phase == "rows"]
    [1, 2, 3, 1, 2, 3]
    """
    last = places(players)
    rounds = last - 1
    tables = last // 2
    laid = 0
    for round_number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            # In the first column the last player takes the left side of every second row.
            side = SECOND if table == 1 and round_number % 2 == 0 else FIRST
            yield Move("rows", round_number, table, side, laid % rounds + 1)
            laid += 1
    laid = 0
    for round_number in range(rounds, 0, -1):
        for table in range(tables, 1, -1):
            yield Move("back", round_number, table, SECOND, laid % rounds + 1)
            laid += 1
    for round_number in range(1, rounds + 1):
        yield Move("last", round_number, 1, FIRST if round_number % 2 == 0 else SECOND, last)
