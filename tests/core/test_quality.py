"""The figures of a schedule against published tables and against a count done by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import schedules

from pairing_core.round_robin import Game, Quality, Round, Schedule, quality, schedule

FOUR_BY_HAND = Schedule(
    4,
    "by hand",
    1,
    (
        Round(1, (Game(1, 1, 2), Game(2, 3, 4)), None),
        Round(2, (Game(1, 1, 3), Game(2, 4, 2)), None),
        Round(3, (Game(1, 1, 4), Game(2, 2, 3)), None),
    ),
)


def test_a_schedule_counted_by_hand() -> None:
    """1 starts three times at table 1 (two breaks); 2, 3 and 4: once in three (2: not, not, starts: one break)."""
    assert quality(FOUR_BY_HAND) == Quality(
        start_balance=(3, -1, -1, -1),
        longest_run=3,
        breaks=2 + 1 + 1 + 0,
        # Everybody else is followed by each other one exactly once: 12 ordered pairs.
        carry_over=12,
        carry_over_bound=12,
        most_visits=3,
        visits=(3, 2, 2, 2),
        visit_difference=3,
    )


def test_a_rest_neither_ends_a_run_nor_makes_a_break() -> None:
    three = Schedule(
        3,
        "by hand",
        1,
        (Round(1, (Game(1, 1, 2),), 3), Round(2, (Game(1, 3, 2),), 1), Round(3, (Game(1, 1, 3),), 2)),
    )
    figures = quality(three)
    # 1 starts, rests, starts: a run of two and a break. 2 does not start twice: another. 3 alternates.
    assert (figures.longest_run, figures.breaks, figures.start_balance) == (2, 2, (2, -2, 0))


@pytest.mark.parametrize("places", range(4, 62, 2))
def test_berger_tables_of_even_fields(places: int) -> None:
    """Fewest breaks, the largest carry-over value (N - 1)((N - 3)² + 3), all tables for all but the last."""
    figures = quality(schedule(places))
    assert figures.breaks == places - 2
    assert figures.longest_run == 2
    assert figures.start_balance == (1,) * (places // 2) + (-1,) * (places // 2)
    assert figures.carry_over == (places - 1) * ((places - 3) ** 2 + 3)
    assert figures.carry_over_bound == places * (places - 1)
    assert figures.visits == (2,) * (places - 1) + (places - 1,)


@pytest.mark.parametrize("players", range(3, 62, 2))
def test_berger_tables_of_odd_fields(players: int) -> None:
    """Everybody alternates all the time; the dummy counts for the carry-over."""
    figures = quality(schedule(players))
    assert (figures.breaks, figures.longest_run, set(figures.start_balance)) == (0, 1, {0})
    assert figures.carry_over == players * ((players - 2) ** 2 + 3)
    assert figures.carry_over_bound == players * (players + 1)
    assert (figures.most_visits, figures.visit_difference) == (2, 0)


# Breaks that were found with the values of the low carry-over; more would be a step back. The fewest possible are
# N - 2 in an even field and 0 in an odd one.
BREAKS = {3: 0, 4: 2, 5: 0, 6: 4, 7: 4, 8: 8, 9: 11, 10: 14, 11: 14, 12: 16, 13: 25, 14: 26, 15: 26, 16: 24}
BREAKS |= {17: 49, 18: 50, 19: 50, 20: 54, 21: 63, 22: 62, 23: 67, 24: 66}


@pytest.mark.parametrize("players", BREAKS)
def test_low_carry_over(players: int) -> None:
    figures = quality(schedule(players, "low-carry-over"))
    assert figures.breaks <= BREAKS[players]
    assert max(figures.visits[: players - 1 + players % 2]) <= 3
    if players not in (11, 12):
        assert max(figures.visits[: players - 1 + players % 2]) <= 2


def test_value_that_reaches_the_bound() -> None:
    """Russell found 4, 8 and 16; 20 and 22 reach it too."""
    reached = [n for n in range(4, 25, 2) if quality(schedule(n, "low-carry-over")).carry_over == n * (n - 1)]
    assert reached == [4, 8, 16, 20, 22]


@given(schedules(max_players=40, max_cycles=4))
def test_no_figure_is_below_its_bound(table: Schedule) -> None:
    figures = quality(table)
    assert figures.carry_over >= figures.carry_over_bound
    assert figures.most_visits == max(figures.visits)
    # Everybody plays (players - 1) games a cycle at players // 2 tables.
    assert min(figures.visits) * (table.players // 2) >= (table.players - 1) * table.cycles
    assert len(figures.start_balance) == len(figures.visits) == table.players
    assert sum(figures.start_balance) == 0
