"""How good the pairings of every rule set are, beside a greedy pairing and lots alone on the same tournaments.

Not a matter of time: ``python benchmarks/bench_quality.py [TOURNAMENTS [PLAYERS [ROUNDS]]]`` prints a table for each
rule set (1,000 tournaments of 20 players and 7 rounds unless told otherwise). The seed is fixed, so the figures are the
same everywhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing_core.cli import main as losovna
from pairing_core.swiss import RULE_SETS

# Few people leave and come; some games are forfeited.
LIFE = ("--draws", "20", "--byes", "2", "--late", "5", "--withdrawals", "5", "--forfeits", "1")


def main(arguments: list[str]) -> int:
    """Print the tables and return the highest exit status."""
    tournaments, players, rounds = [*arguments, *("1000", "20", "7")[len(arguments) :]]
    status = 0
    for rules in RULE_SETS:
        print(f"\n{rules.key}: {tournaments} tournaments, {players} players, {rounds} rounds", flush=True)
        size = ("--players", players, "--rounds", rounds, "--tournaments", tournaments)
        status = max(status, losovna(["simulate", "--system", rules.key, "--seed", "quality", *size, *LIFE]))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
