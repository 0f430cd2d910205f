"""Who is stuck: a reason is given if and only if there is no perfect matching, and it holds."""

from __future__ import annotations

from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matching_graphs import random_problem

from pairing_core.matching import Stuck, solve, stuck

Graph = list[list[int]]


def graph(size: int, pairs: list[tuple[int, int]]) -> Graph:
    neighbors: Graph = [[] for _ in range(size)]
    for v, w in pairs:
        neighbors[v].append(w)
        neighbors[w].append(v)
    return neighbors


def assert_holds(neighbors: Graph, reason: Stuck) -> None:
    """There are more odd parts than vertices between them, and no way leads out of a part except through these."""
    members = [v for part in reason.parts for v in part]
    assert len(reason.parts) > len(reason.between)
    assert len(set(members) | set(reason.between)) == len(members) + len(reason.between)
    for part in reason.parts:
        assert len(part) % 2 == 1
        assert all(w in part or w in reason.between for v in part for w in neighbors[v])


@pytest.mark.parametrize(
    ("size", "pairs", "between", "parts"),
    [
        pytest.param(2, [], (), ((0,),), id="nobody may meet anybody"),
        pytest.param(4, [(1, 2), (2, 3), (1, 3)], (), ((0,),), id="one has no partner at all"),
        pytest.param(4, [(0, 1), (1, 2), (1, 3)], (1,), ((0,), (2,)), id="three want the same"),
        pytest.param(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)], (), ((0, 1, 2),), id="two odd circles"),
        pytest.param(3, [(0, 1), (1, 2), (0, 2)], (), ((0, 1, 2),), id="an odd number"),
        pytest.param(
            8,
            [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (6, 7), (2, 7), (5, 7)],
            (7,),
            ((0, 1, 2), (6,)),
            id="one between circles and a single one",
        ),
    ],
)
def test_small_reasons(
    size: int, pairs: list[tuple[int, int]], between: tuple[int, ...], parts: tuple[tuple[int, ...], ...]
) -> None:
    neighbors = graph(size, pairs)
    reason = stuck(size, neighbors.__getitem__)
    assert reason is not None
    assert_holds(neighbors, reason)
    size_of_it = len(between) + sum(map(len, parts))
    assert len(reason.between) + sum(map(len, reason.parts)) <= size_of_it
    assert reason == Stuck(between, parts)


@pytest.mark.parametrize("size", [0, 2, 8])
def test_nobody_is_stuck_if_all_may_meet(size: int) -> None:
    assert stuck(size, lambda v: [w for w in range(size) if w != v]) is None


def test_a_long_way_round_is_found() -> None:
    # The greedy beginning pairs the inner ones of a path with an odd circle at each end.
    pairs = [(v, v + 1) for v in range(0, 99)] + [(0, 2), (97, 99)]
    assert stuck(100, graph(100, pairs).__getitem__) is None


@pytest.mark.parametrize("seed", range(10))
def test_random_graphs(seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        size = random.randint(1, 30)
        often = random.choice([0.5, 1, 1.5, 2, 4]) / size
        pairs = [(v, w) for v in range(size) for w in range(v) if random.random() < often]
        neighbors = graph(size, pairs)
        reason = stuck(size, neighbors.__getitem__)
        largest = networkx.max_weight_matching(networkx.Graph(pairs), maxcardinality=True)
        assert (reason is None) == (2 * len(largest) == size)
        if reason:
            assert_holds(neighbors, reason)


def test_the_solver_breaks_a_ban_only_if_somebody_is_stuck() -> None:
    random = Random(1)
    seen = set()
    for _ in range(400):
        problem = random_problem(random, range(2, 15, 2))
        reason = stuck(problem.size, problem.allowed)
        banned = solve(problem).banned
        seen.add(bool(banned))
        assert (reason is None) == (not banned)
        if reason:
            assert_holds([problem.allowed(v) for v in range(problem.size)], reason)
    assert seen == {False, True}


@given(st.integers(3, 12), st.data())
def test_an_isolated_vertex_is_the_whole_reason(size: int, data: st.DataObject) -> None:
    alone = data.draw(st.integers(0, size - 1))
    reason = stuck(size, lambda v: [] if v == alone else [w for w in range(size) if w not in (v, alone)])
    assert reason == Stuck((), ((alone,),))
