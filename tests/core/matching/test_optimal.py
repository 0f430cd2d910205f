"""The matchings found are the cheapest there are: three other ways say so, and the certificate of each is checked."""

from __future__ import annotations

import inspect
import sys
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matching_graphs import (
    Asked,
    Costs,
    least_by_trying,
    matrix,
    random_problem,
    random_settings,
    swiss_problem,
)
from single_tree import least_total

from pairing_core.matching import DenseProblem, Matching, check, solve
from pairing_core.matching.solver import optimum
from pairing_core.matching.state import Settings
from pairing_core.waiting import watched


def checked(problem: Asked, settings: Settings = Settings()) -> Matching:  # noqa: B008 - a frozen value
    """Solve a problem, and check the answer and that no row was asked for twice."""
    problem.rows.clear()
    matching = optimum(problem, settings)
    assert max(problem.rows.values(), default=1) == 1
    check(problem, matching)
    return matching


def least_by_networkx(costs: Costs) -> int:
    graph = networkx.Graph()
    graph.add_weighted_edges_from((v, w, cost) for v, row in enumerate(costs) for w, cost in enumerate(row[:v]))
    return sum(costs[v][w] for v, w in networkx.min_weight_matching(graph))


@pytest.mark.parametrize("seed", range(20))
def test_as_cheap_as_the_cheapest_of_all_matchings(seed: int) -> None:
    random = Random(seed)
    for _ in range(300):
        problem = random_problem(random, range(2, 11, 2))
        assert checked(problem, random_settings(random)).total == least_by_trying(problem.costs)


@pytest.mark.parametrize("seed", range(20))
def test_as_cheap_as_that_of_one_tree_after_the_other(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        problem = random_problem(random, range(12, 45, 2))
        assert checked(problem, random_settings(random)).total == least_total(problem.costs)


@pytest.mark.parametrize("seed", range(10))
def test_as_cheap_as_that_of_networkx(seed: int) -> None:
    random = Random(seed)
    for _ in range(4):
        problem = random_problem(random, range(12, 31, 2))
        assert checked(problem, random_settings(random)).total == least_by_networkx(problem.costs)


@pytest.mark.parametrize("strict", [False, True], ids=["added penalties", "each outweighs the next"])
@pytest.mark.parametrize("seed", range(10))
def test_swiss_rounds_are_as_cheap_as_those_of_networkx(seed: int, strict: bool) -> None:
    random = Random(seed)
    for players in (6, 10, 16, 24):
        problem = swiss_problem(players, random, spread=random.choice((1, 3, 20)), strict=strict)
        assert checked(problem, random_settings(random)).total == least_by_networkx(problem.costs)


@pytest.mark.parametrize("strict", [False, True], ids=["added penalties", "each outweighs the next"])
@pytest.mark.parametrize("spread", [1, 3, 20])
@pytest.mark.parametrize("players", [10, 32, 64])
def test_swiss_rounds(players: int, spread: int, strict: bool) -> None:
    random = Random(players)
    for _ in range(5):
        problem = swiss_problem(players, random, spread=spread, strict=strict)
        least = least_total(problem.costs)
        assert checked(problem).total == least
        assert checked(problem, random_settings(random)).total == least


@pytest.mark.parametrize("spread", [1, 8])
def test_large_rounds_are_proved(spread: int) -> None:
    random = Random(spread)
    for players in (200, 300):
        problem = swiss_problem(players, random, spread=spread)
        assert checked(problem, random_settings(random)).total == checked(problem).total


def test_two_odd_groups_need_a_costly_pair_between_them() -> None:
    costs = matrix(6, lambda v, w: 0 if v // 3 == w // 3 else 1000 + v * w)
    matching = checked(Asked(costs, 10**6, [[0, 1, 2], [3, 4, 5]], [0, 1]))
    assert matching.total == 1000
    assert matching.mate[0] >= 3
    assert matching.certificate.odd_sets


@pytest.mark.parametrize("sizes", [[1, 1], [3, 3], [1, 3, 5, 7], [9, 9, 9, 9, 1, 1], [21, 33]])
def test_odd_groups_far_from_each_other(sizes: list[int]) -> None:
    group = [number for number, size in enumerate(sizes) for _ in range(size)]
    costs = matrix(len(group), lambda v, w: (group[v] - group[w]) ** 2 * 10**6 + (v - w) ** 2)
    blocks = [[v for v in range(len(group)) if group[v] == number] for number in range(len(sizes))]
    problem = Asked(costs, 10**9, blocks, range(len(sizes)))
    assert checked(problem).total == least_total(costs)


def test_no_vertices() -> None:
    assert solve(DenseProblem([])).mate == ()
    check(DenseProblem([]), solve(DenseProblem([])))


@pytest.mark.parametrize(("cost", "banned"), [(0, ()), (7, ()), (None, ((0, 1),))])
def test_two_vertices(cost: int | None, banned: tuple[tuple[int, int], ...]) -> None:
    problem = DenseProblem([[None, cost], [cost, None]])
    matching = solve(problem)
    check(problem, matching)
    assert (matching.mate, matching.banned) == ((1, 0), banned)
    assert matching.total == (problem.limit if cost is None else cost)


def test_an_odd_number_is_refused() -> None:
    with pytest.raises(ValueError, match="even"):
        DenseProblem([[0]])
    with pytest.raises(ValueError, match="even"):
        solve(Asked([[0]], 1, [[0]], [0]))


def test_as_few_banned_pairs_as_possible() -> None:
    # Everybody may meet 0 or 1 only: of six vertices four can be paired so.
    problem = DenseProblem([[1 if v != w and min(v, w) < 2 else None for w in range(6)] for v in range(6)])
    matching = solve(problem)
    check(problem, matching)
    assert len(matching.banned) == 1
    assert matching.total == problem.limit + 2


def test_big_costs_stay_exact() -> None:
    big = 3**200
    costs = matrix(8, lambda v, w: big + big * (v * w % 5) + (v + w) % 7)
    assert checked(Asked(costs, 100 * big, [range(8)], [0])).total == least_by_trying(costs)


def test_the_same_problem_gives_the_same_matching() -> None:
    problem = swiss_problem(60, Random(0))
    assert checked(problem) == checked(problem)


@pytest.mark.parametrize("size", [100, 400])
def test_nests_of_blossoms_need_no_deep_recursion(size: int) -> None:
    # One pair is as good as the other except for a few: blossoms around blossoms.
    costs = matrix(size, lambda v, w: (v // 3 - w // 3) ** 2 * 50 + (v * w) % 11)
    problem = Asked(costs, 10**9, [range(at, at + 20) for at in range(0, size, 20)], [0] * (size // 20))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 40)
    try:
        matching = solve(problem)
    finally:
        sys.setrecursionlimit(limit)
    check(problem, matching)


costs_of_pairs = st.integers(1, 6).flatmap(
    lambda half: st.lists(
        st.one_of(st.integers(0, 5), st.integers(0, 2**130)),
        min_size=half * (2 * half - 1),
        max_size=half * (2 * half - 1),
    )
)


def symmetric(values: list[int]) -> Costs:
    size = next(size for size in range(2, 14, 2) if size * (size - 1) // 2 == len(values))
    given_values = iter(values)
    return matrix(size, lambda v, w: next(given_values))


@given(costs_of_pairs)
def test_it_costs_the_least(values: list[int]) -> None:
    costs = symmetric(values)
    problem = DenseProblem(costs)
    matching = solve(problem)
    check(problem, matching)
    assert matching.total == least_by_trying(costs)


@given(costs_of_pairs, st.integers(0, 2**70), st.integers(1, 2**70))
def test_what_each_pair_pays_changes_the_total_only(values: list[int], more: int, times: int) -> None:
    costs = symmetric(values)
    other = matrix(len(costs), lambda v, w: costs[v][w] * times + more)
    assert solve(DenseProblem(other)).total == solve(DenseProblem(costs)).total * times + more * len(costs) // 2


@given(costs_of_pairs, st.data())
def test_what_one_vertex_pays_anyhow_changes_the_total_only(values: list[int], data: st.DataObject) -> None:
    costs = symmetric(values)
    payer = data.draw(st.integers(0, len(costs) - 1))
    other = matrix(len(costs), lambda v, w: costs[v][w] + 17 * (payer in (v, w)))
    assert solve(DenseProblem(other)).total == solve(DenseProblem(costs)).total + 17


@given(costs_of_pairs, st.randoms(use_true_random=False))
def test_the_order_of_the_vertices_does_not_change_the_total(values: list[int], random: Random) -> None:
    costs = symmetric(values)
    order = random.sample(range(len(costs)), len(costs))
    other = matrix(len(costs), lambda v, w: costs[order[v]][order[w]])
    assert solve(DenseProblem(other)).total == solve(DenseProblem(costs)).total


@given(costs_of_pairs, st.randoms(use_true_random=False))
def test_settings_do_not_change_the_total(values: list[int], random: Random) -> None:
    problem = DenseProblem(symmetric(values))
    assert optimum(problem, random_settings(random)).total == solve(problem).total


@given(costs_of_pairs)
def test_a_pair_without_ban_is_never_dearer(values: list[int]) -> None:
    costs = symmetric(values)
    cheaper = matrix(len(costs), lambda v, w: costs[v][w] if (v, w) != (1, 0) else 0)
    assert solve(DenseProblem(cheaper)).total <= solve(DenseProblem(costs)).total


def test_who_waits_hears_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    problem = swiss_problem(60, Random(7))
    with watched(lambda done, size: told.append((done, size))):
        matching = solve(problem)
    assert told[-1] == (60, 60)
    assert all(0 <= done <= size == 60 for done, size in told)
    assert len({done for done, _ in told}) > 2
    told.clear()
    assert solve(swiss_problem(60, Random(7))) == matching
    assert told == []
