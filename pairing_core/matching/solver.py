"""The exact solver: start, search on candidates, price all pairs, repair, and so on until nothing is violated."""

from __future__ import annotations

import gc

from pairing_core.matching.certificate import Certificate, Matching, OddSet
from pairing_core.matching.forest import Forest
from pairing_core.matching.pricing import Pricing, repair
from pairing_core.matching.problem import Problem
from pairing_core.matching.start import start
from pairing_core.matching.state import Costs, Settings, State
from pairing_core.waiting import watcher


def solve(problem: Problem) -> Matching:
    """Return a perfect matching of least total cost, with the proof that there is no cheaper one.

    The same problem gives the same matching everywhere. Among matchings of the same total the choice depends on the
    order of the vertices and on the blocks. Each row is asked for at most once. Raises :class:`ValueError` if the
    number of vertices is odd.

    >>> from pairing_core.matching.problem import DenseProblem
    >>> matching = solve(DenseProblem([[0, 1, 9, 4], [1, 0, 2, 9], [9, 2, 0, 9], [4, 9, 9, 0]]))
    >>> matching.mate, matching.total
    ((3, 2, 1, 0), 6)
    """
    # Rows are many lists and no cycles: the collector of cycles would only walk through them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return optimum(problem, Settings())
    finally:
        if collecting:
            gc.enable()


def optimum(problem: Problem, settings: Settings) -> Matching:
    """Return the same as :func:`solve`, found with other settings."""
    if problem.size % 2:
        raise ValueError(f"the number of vertices must be even, not {problem.size}")
    state = State(Costs.of(problem), settings)
    start(state)
    touched, search = bytearray(b"\1" * state.size), 0
    tell = watcher()
    while True:
        forest = Forest(state, tell)
        complete = forest.grow()
        violations = Pricing(state).price(touched if search == 0 else forest.was_outer, search)
        if not violations:
            break
        repair(state, violations)
        search = state.searches + 1
    if not complete:
        raise AssertionError("the search ended, yet nothing is violated")
    return result(state)


def result(state: State) -> Matching:
    """Return the matching of a finished search in the terms of the problem."""
    mate, costs = state.mate, state.costs
    total = 0
    banned = []
    for v, w in enumerate(mate):
        if v < w:
            cost = costs.cost(v, w)
            total += cost
            if cost >= costs.limit:
                banned.append((v, w))
    odd_sets = [
        OddSet(tuple(sorted(state.leaves[b])), state.z[b]) for b in range(state.size, len(state.z)) if state.children[b]
    ]
    certificate = Certificate(tuple(state.y), tuple(odd for odd in odd_sets if odd.value))
    return Matching(tuple(mate), total // 2, certificate, tuple(banned))
