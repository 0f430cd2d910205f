"""How long a Swiss round takes, from the tournament to the checked proof, here and in the browser's Python.

``python benchmarks/bench_swiss.py [quick]``. Medians over three tournaments of the fifth round of nine. The peers are
run on the same tournaments: networkx on the same complete graph of costs, gacrux with the round of its Dutch system.
"""

from __future__ import annotations

import json
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import networkx
from report import Figure, show
from swiss_rounds import KINDS, before, once, seconds

from pairing_core.formats import trf
from pairing_core.model import Tournament
from pairing_core.swiss.costs import Costs
from pairing_core.swiss.field import field_of
from pairing_core.swiss.rule_sets import rule_set

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PYODIDE = ROOT / "site" / "node_modules" / "pyodide"
SIZES = (20, 50, 100, 200, 500, 1000, 2000)


def main(arguments: list[str]) -> int:
    """Measure and print; 1 if a peer or the runtime is missing."""
    if arguments[:1] == ["memory"]:
        once(before("dubov-cas", int(arguments[1]), "bench 0"))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return 0
    sizes = SIZES[:5] if "quick" in arguments else SIZES
    times: dict[tuple[str, int], float] = {}
    figures = []
    for kind in KINDS:
        for players in sizes:
            times[kind, players] = seconds(kind, players, 3 if players < 2000 else 2)
            bar = 0.003 if (kind, players) == ("dubov-cas", 20) else None
            figures.append(Figure(f"{kind}, {players} players", times[kind, players], "s", most=bar))
    show("A Swiss round in CPython, CPU time", figures)
    show("Beside others, and growth", [*_peers(sizes), *_growth(times, sizes), *_memory(sizes)])
    try:
        show("The same in Pyodide under node", _in_pyodide(times, sizes))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"bench_swiss: Pyodide does not run: {error}", file=sys.stderr)
        return 1
    return 0


def _peers(sizes: tuple[int, ...]) -> list[Figure]:
    ratios = []
    for seed in range(3):
        tournament = before("dubov-cas", 200, f"bench {seed}")
        graph = _complete_graph(tournament)
        began = time.process_time()
        networkx.max_weight_matching(graph, maxcardinality=True)
        ratios.append((time.process_time() - began) / once(tournament))
    figures = [Figure("networkx to ours, 200 players", statistics.median(ratios), "times", least=30)]
    if 1000 in sizes:
        ratios = []
        for seed in range(3):
            tournament = before("dubov-cas", 1000, f"bench {seed}")
            ratios.append(_gacrux(tournament) / once(tournament))
        figures.append(
            Figure("gacrux's Dutch round to ours, 1000 players", statistics.median(ratios), "times", least=8)
        )
    return figures


def _complete_graph(tournament: Tournament) -> networkx.Graph:
    field = field_of(tournament, tournament.settings.seed)
    costs = Costs(field, rule_set(tournament.settings.system), allow_repeats=False)
    graph = networkx.Graph()
    for one in field:
        for other in field.entrants[: one.index]:
            graph.add_edge(one.index, other.index, weight=-min(costs.pair(one, other), costs.pair(other, one)))
    return graph


def _gacrux(tournament: Tournament) -> float:
    dutch = replace(tournament, settings=replace(tournament.settings, system="dutch"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_text(trf.dump(dutch, version=16), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, HERE / "gacrux_round.py", path], capture_output=True, text=True, check=True
        )
    return float(done.stdout)


def _growth(times: dict[tuple[str, int], float], sizes: tuple[int, ...]) -> list[Figure]:
    low, high = 200, sizes[-1]
    figures = [
        Figure(
            f"{kind}: exponent from {low} to {high} players",
            math.log(times[kind, high] / times[kind, low]) / math.log(high / low),
            most=1.9,
        )
        for kind in KINDS[:2]
    ]
    most = min(1000, high)
    figures.append(
        Figure(
            f"everything drawn to normal, {most} players",
            times["drawn", most] / times["dubov-cas", most],
            "times",
            most=3,
        )
    )
    return figures


def _memory(sizes: tuple[int, ...]) -> list[Figure]:
    done = subprocess.run(
        [sys.executable, __file__, "memory", str(sizes[-1])], capture_output=True, text=True, check=True
    )
    return [Figure(f"memory at most, {sizes[-1]} players", float(done.stdout), "MiB", most=200)]


def _in_pyodide(times: dict[tuple[str, int], float], sizes: tuple[int, ...]) -> list[Figure]:
    asked = [[kind, players, 3 if players < 2000 else 1] for kind in KINDS for players in sizes]
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources.zip"
        with zipfile.ZipFile(sources, "w") as packed:
            for path in sorted((ROOT / "pairing_core").rglob("*.py")):
                packed.write(path, path.relative_to(ROOT))
            packed.write(HERE / "swiss_rounds.py", "swiss_rounds.py")
        done = subprocess.run(
            [
                "node",
                ROOT / "tools" / "in_pyodide.mjs",
                PYODIDE,
                sources,
                "swiss_rounds",
                "measured",
                json.dumps(asked),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
    return [
        Figure(
            f"{kind}, {players} players",
            took,
            "s",
            most=1 if players == 1000 and kind in KINDS[:2] else None,
            note=f"{took / times[kind, players]:.1f} times CPython",
        )
        for kind, players, took in json.loads(done.stdout.splitlines()[-1])
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
