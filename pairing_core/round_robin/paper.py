"""From the moves of a pencil to the rounds of a schedule."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_core.round_robin.values import FIRST, Game, Move, Round, places


def rounds_on_paper(moves: Iterable[Move], players: int) -> tuple[Round, ...]:
    """Read the rounds off a paper that has been filled by these moves.

    In an odd field the game against the dummy is left out, its other player has the bye, and the remaining games of the
    round are numbered 1, 2, 3 ... in the order of their columns, so that tables 1 to (players - 1) / 2 are all in use.

    Time and memory O(players²).
    """
    columns = places(players) // 2
    rows = places(players) - 1
    left = [[0] * columns for _ in range(rows)]
    right = [[0] * columns for _ in range(rows)]
    for move in moves:
        (left if move.side == FIRST else right)[move.round - 1][move.table - 1] = move.number
    rounds = []
    for row in range(rows):
        games: list[Game] = []
        bye = None
        for first, second in zip(left[row], right[row], strict=True):
            if max(first, second) > players:
                bye = min(first, second)
            else:
                games.append(Game(len(games) + 1, first, second))
        rounds.append(Round(row + 1, tuple(games), bye))
    return tuple(rounds)
