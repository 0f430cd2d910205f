"""How long the core takes for a table, beside a bound that any program must take, and how good its tables are.

The peer for time is the least that can be done: making the same number of the same tuples in a plain loop. The bars
for the carry-over effects values are the best ones published; those for breaks are what the annealing of
``tools/find_low_carry_over.py`` found when the tables were made.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from report import Figure, show

from pairing_core.round_robin import CONSTRUCTIONS, Game, Wish, draw_numbers, quality, schedule

BEST_VALUES = {4: 12, 6: 60, 8: 56, 10: 108, 12: 160, 14: 234, 16: 240, 18: 340, 20: 380, 22: 462, 24: 598}


def seconds(what: Callable[[], object], times: int = 5) -> float:
    """Return the median time of a call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        what()
        taken.append(time.perf_counter() - began)
    return median(taken)


def bare_games(players: int) -> list[Game]:
    """Make as many games as a table has, and nothing else."""
    return [Game(1, a, b) for a in range(1, players) for b in range(a + 1, players + 1)]


def times() -> list[Figure]:
    """Return how many times the bound each construction takes for its largest field, and draws with wishes."""
    figures = []
    for construction in CONSTRUCTIONS:
        players = construction.high
        bound = seconds(lambda players=players: bare_games(players))  # type: ignore[misc]
        took = seconds(lambda key=construction.key, players=players: schedule(players, key))  # type: ignore[misc]
        note = f"{players} players in {took * 1000:.1f} ms"
        figures.append(Figure(construction.key, took / bound, "x", note=note))
    table = schedule(200)
    wishes = [Wish(2 * k + 1, 2 * k + 2, 7 * k % 199 + 1) for k in range(30)]
    plain = seconds(lambda: draw_numbers(table, "k7m2p9"))
    took = seconds(lambda: draw_numbers(table, "k7m2p9", {}, wishes))
    note = f"200 players in {took * 1000:.1f} ms, against a draw without wishes"
    figures.append(Figure("30 wishes", took / plain, "x", note=note))
    return figures


def values() -> list[Figure]:
    """Return the carry-over effects value of each even field beside the best one published."""
    figures = []
    for players, best in BEST_VALUES.items():
        low, berger = quality(schedule(players, "low-carry-over")), quality(schedule(players))
        note = f"bound {low.carry_over_bound}, Berger {berger.carry_over}; breaks {low.breaks}, Berger {berger.breaks}"
        figures.append(Figure(f"{players} players", low.carry_over, most=best, note=note))
    return figures


def main() -> None:
    """Measure and show."""
    show("Round robin: time, in multiples of making the bare games", times())
    show("Round robin: carry-over effects value of low-carry-over", values())


if __name__ == "__main__":
    main()
