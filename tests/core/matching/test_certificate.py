"""A certificate that proves nothing is refused, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from matching_graphs import Asked, matrix, random_problem

from pairing_core.matching import Matching, NotOptimal, OddSet, check, solve


def changed(matching: Matching, duals: tuple[int, ...] = (), odd_sets: tuple[OddSet, ...] | None = None) -> Matching:
    old = matching.certificate
    certificate = old._replace(duals=duals or old.duals, odd_sets=old.odd_sets if odd_sets is None else odd_sets)
    return replace(matching, certificate=certificate)


@pytest.fixture(scope="module")
def problem() -> Asked:
    """Two odd groups, so that there are odd sets, with one ban that has to be broken."""
    costs = matrix(6, lambda v, w: v + w if v // 3 == w // 3 else 1000 + v * w)
    return Asked(costs, 1000, [[0, 1, 2], [3, 4, 5]], [0, 1])


@pytest.fixture(scope="module")
def matching(problem: Asked) -> Matching:
    matching = solve(problem)
    check(problem, matching)
    assert matching.certificate.odd_sets
    assert len(matching.banned) == 1
    return matching


both_ways = pytest.mark.parametrize("trust_bounds", [False, True])


@both_ways
@pytest.mark.parametrize("by", [-2, -1, 1, 2])
@pytest.mark.parametrize("v", range(6))
def test_another_dual(problem: Asked, matching: Matching, v: int, by: int, trust_bounds: bool) -> None:
    duals = list(matching.certificate.duals)
    duals[v] += by
    with pytest.raises(NotOptimal):
        check(problem, changed(matching, duals=tuple(duals)), trust_bounds)


WRONG: dict[str, Callable[[Matching], Matching]] = {
    "no odd sets": lambda right: changed(right, odd_sets=()),
    "an even set": lambda right: changed(right, odd_sets=(OddSet((0, 1), 2), *right.certificate.odd_sets)),
    "a member twice": lambda right: changed(right, odd_sets=(OddSet((0, 1, 1), 2), *right.certificate.odd_sets)),
    "a negative value": lambda right: changed(right, odd_sets=(OddSet((0, 1, 2), -2), *right.certificate.odd_sets)),
    "a larger value": lambda right: changed(right, odd_sets=(right.certificate.odd_sets[0],) * 2),
    "a set across another": lambda right: changed(right, odd_sets=(OddSet((2, 3, 4), 2), *right.certificate.odd_sets)),
    "a member who does not exist": lambda right: changed(right, odd_sets=(OddSet((1, 2, 6), 2),)),
    "duals missing": lambda right: changed(right, duals=right.certificate.duals[:-1]),
    "another total": lambda right: replace(right, total=right.total + 1),
    "a smaller total": lambda right: replace(right, total=right.total - 1),
    "no banned pair": lambda right: replace(right, banned=()),
    "other partners": lambda right: replace(right, mate=(3, 4, 5, 0, 1, 2)),
    "no pairs": lambda right: replace(right, mate=(0, 1, 2, 3, 4, 5)),
    "one is missing": lambda right: replace(right, mate=right.mate[:4]),
    "partners out of range": lambda right: replace(right, mate=(6, *right.mate[1:])),
    "one-sided": lambda right: replace(right, mate=(1, 2, 0, 4, 5, 3)),
}


@both_ways
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_wrong(problem: Asked, matching: Matching, wrong: Callable[[Matching], Matching], trust_bounds: bool) -> None:
    with pytest.raises(NotOptimal):
        check(problem, wrong(matching), trust_bounds)


def test_a_bound_that_is_none(problem: Asked, matching: Matching) -> None:
    wrong = Asked(problem.costs, problem.limit, problem.blocks, problem.groups, lambda bound: bound + 1)
    with pytest.raises(NotOptimal, match="bounds"):
        check(wrong, matching)


def test_a_cost_above_the_ceiling(problem: Asked, matching: Matching) -> None:
    wrong = Asked(problem.costs, problem.limit, problem.blocks, problem.groups)
    wrong.ceiling -= 1
    with pytest.raises(NotOptimal, match="bounds"):
        check(wrong, matching)


def test_blocks_that_leave_one_out(problem: Asked, matching: Matching) -> None:
    with pytest.raises(NotOptimal, match="partition"):
        check(Asked(problem.costs, problem.limit, [[0, 1, 2], [3, 4]], [0, 1]), matching)


@both_ways
def test_a_pair_that_has_become_cheaper(problem: Asked, matching: Matching, trust_bounds: bool) -> None:
    """Each pair is looked at: if one of those that are not in the matching gets cheap enough, it is noticed."""
    for v in range(6):
        for w in range(v):
            if matching.mate[v] != w:
                costs = [row.copy() for row in problem.costs]
                costs[v][w] = costs[w][v] = 0
                cheaper = Asked(costs, problem.limit, problem.blocks, problem.groups)
                if solve(cheaper).total < matching.total:
                    with pytest.raises(NotOptimal):
                        check(cheaper, matching, trust_bounds)


@both_ways
def test_a_worse_matching_has_no_certificate(trust_bounds: bool) -> None:
    random = Random(0)
    refused = 0
    for _ in range(300):
        problem = random_problem(random, (4, 6, 8))
        matching = solve(problem)
        check(problem, matching, trust_bounds)
        order = random.sample(range(problem.size), problem.size)
        mate = [0] * problem.size
        for v, w in zip(order[::2], order[1::2], strict=True):
            mate[v], mate[w] = w, v
        total = sum(problem.costs[v][w] for v, w in enumerate(mate)) // 2
        if total > matching.total:
            refused += 1
            with pytest.raises(NotOptimal):
                check(problem, replace(matching, mate=tuple(mate), total=total), trust_bounds)
    assert refused > 100


def test_the_quick_check_refuses_just_what_the_whole_one_refuses() -> None:
    """Duals shifted between partners: the sum stays right, so that only a pair that is too cheap can tell."""
    random = Random(1)
    outcomes = {True: 0, False: 0}
    for _ in range(200):
        problem = random_problem(random, (4, 6, 8))
        matching = solve(problem)
        v = random.randrange(problem.size)
        by = random.choice((-100, -10, -2, 2, 10, 100))
        duals = list(matching.certificate.duals)
        duals[v] += by
        duals[matching.mate[v]] -= by
        shifted = changed(matching, duals=tuple(duals))
        refused = [is_refused(problem, shifted, trust_bounds) for trust_bounds in (False, True)]
        assert refused[0] == refused[1]
        outcomes[refused[0]] += 1
    assert min(outcomes.values()) > 10


def is_refused(problem: Asked, matching: Matching, trust_bounds: bool) -> bool:
    try:
        check(problem, matching, trust_bounds)
    except NotOptimal:
        return True
    return False
