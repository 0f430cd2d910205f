"""How good a schedule is: starts, runs, breaks, the carry-over effect, and the spread over tables."""

from __future__ import annotations

from typing import NamedTuple

from pairing_core.round_robin.values import Schedule


class Quality(NamedTuple):
    """The figures of one schedule; tuples are by player, player 1 first.

    ``start_balance``: starts minus non-starts. ``longest_run``: the most games in a row that one player starts, or in a
    row does not start. ``breaks``: how many times in all somebody has the same side in two games in a row. A rest
    between two games neither ends a run nor makes a break: the player remembers the last game, not the last round.

    ``carry_over``: the carry-over effects value, the sum of squares over all ordered pairs (a, b) of how often somebody
    meets a and in the next round b, the last round followed by the first; ``carry_over_bound`` is the least it could
    be, n(n - 1) for n places in one cycle. Rule: Russell, "Balancing carry-over effects in round robin tournaments",
    1980. In an odd field the dummy counts as a player.

    ``most_visits``: how often somebody sits at the same table, at most; ``visits``: the same for each player.
    ``visit_difference``: the largest difference between one player's visits to two tables.
    """

    start_balance: tuple[int, ...]
    longest_run: int
    breaks: int
    carry_over: int
    carry_over_bound: int
    most_visits: int
    visits: tuple[int, ...]
    visit_difference: int


def quality(schedule: Schedule) -> Quality:
    """Return the figures of a schedule (see :class:`Quality`). Time and memory O(players² · cycles).

    >>> from pairing_core.round_robin import schedule
    >>> figures = quality(schedule(6))
    >>> figures.start_balance, figures.longest_run, figures.breaks, figures.carry_over, figures.carry_over_bound
    ((1, 1, 1, -1, -1, -1), 2, 4, 60, 30)
    """
    players = schedule.players
    numbers = range(1, players + 1)
    balance = [0] * (players + 1)
    last_side = [0] * (players + 1)
    run = [0] * (players + 1)
    longest_run = breaks = 0
    tables = max(1, players // 2)
    visits = [[0] * (tables + 1) for _ in range(players + 1)]
    for round_ in schedule.rounds:
        for table, first, second in round_.games:
            for player, side in ((first, 1), (second, -1)):
                balance[player] += side
                if last_side[player] == side:
                    breaks += 1
                    run[player] += 1
                else:
                    run[player] = 1
                    last_side[player] = side
                longest_run = max(longest_run, run[player])
                visits[player][table] += 1
    most = tuple(max(visits[player][1:]) for player in numbers)
    return Quality(
        start_balance=tuple(balance[1:]),
        longest_run=longest_run,
        breaks=breaks,
        carry_over=carry_over(opponents_by_round(schedule)),
        carry_over_bound=schedule.cycles**2 * schedule.places * (schedule.places - 1),
        most_visits=max(most),
        visits=most,
        visit_difference=max(max(visits[player][1:]) - min(visits[player][1:]) for player in numbers),
    )


def opponents_by_round(schedule: Schedule) -> list[list[int]]:
    """Return for each round the opponent of each number, index 0 unused; in an odd field the dummy is ``places``."""
    result = []
    for round_ in schedule.rounds:
        row = [0] * (schedule.places + 1)
        for game in round_.games:
            row[game.first] = game.second
            row[game.second] = game.first
        if round_.bye is not None:
            row[round_.bye] = schedule.places
            row[schedule.places] = round_.bye
        result.append(row)
    return result


def carry_over(rounds: list[list[int]]) -> int:
    """Return the carry-over effects value of rounds given as lists of opponents (see :class:`Quality`)."""
    counts: dict[tuple[int, int], int] = {}
    for index, row in enumerate(rounds):
        following = rounds[(index + 1) % len(rounds)]
        for pair in zip(row[1:], following[1:], strict=True):
            counts[pair] = counts.get(pair, 0) + 1
    return sum(count * count for count in counts.values())
