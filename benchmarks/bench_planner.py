"""How long the planner takes for 10,000 tournaments of 32 players by every system, with all cores.

Beside it, how far the quick Swiss pairing is from the exact one in time: one tournament of each.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from report import Figure, show

from pairing_core.commands.plan import counted
from pairing_core.planner import Conditions, Strength, options
from pairing_core.simulation import Plan, simulate
from pairing_core.swiss import rule_set

PLAYERS, TOURNAMENTS, BAR = 32, 10_000, 5.0


def processor_time() -> float:
    """Return the seconds of processor that went into this process and those that it has ended."""
    return sum(os.times()[:4])


def main() -> None:
    """Print the figures."""
    figures = []
    quick = 0.0
    for option in options(Conditions(PLAYERS)):
        began, worked = time.perf_counter(), processor_time()
        tally = counted([option], Strength(), "bench", TOURNAMENTS)[0]
        took, worked = time.perf_counter() - began, processor_time() - worked
        share = tally.share(tally.best)
        note = f"{option.rounds} rounds; the best wins {100 * share.share:.1f} % ± {100 * share.error:.1f}; "
        note += f"{worked:.1f} s of processor"
        figures.append(Figure(option.key, took, "s", most=BAR, note=note))
        if option.key == "swiss":
            quick = took / TOURNAMENTS
            rounds = option.rounds
    began = time.perf_counter()
    simulate(Plan(PLAYERS, rounds), rule_set("mancala"), "bench")
    figures.append(Figure("exact Swiss against quick", (time.perf_counter() - began) / quick, "x"))
    show(f"planner: {TOURNAMENTS:,} tournaments of {PLAYERS} players, {os.cpu_count()} cores", figures)


if __name__ == "__main__":
    main()
