"""A matching with the proof that it is optimal, and the check of that proof, which shares nothing with the solver.

The proof is a solution of the dual linear program (Edmonds, "Maximum matching and a polyhedron with 0,1-vertices",
1965). Give every vertex v a number y(v) and some sets B of an odd number of vertices a number z(B) >= 0, such that for
each pair

    2 * cost(v, w) - y(v) - y(w) + (the sum of z(B) over the sets that contain both)  >=  0.

A perfect matching has at most (\\|B\\| - 1) / 2 pairs inside B. Hence none costs less than half of

    (the sum of all y)  -  (the sum of z(B) * (\\|B\\| - 1) / 2),

and one that costs just that is optimal. Costs are doubled because then all these numbers can be integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from pairing_core.matching.problem import Problem

SCALE = 2


class OddSet(NamedTuple):
    """An odd number of vertices, ascending, and the value z that they have together."""

    members: tuple[int, ...]
    value: int


class Certificate(NamedTuple):
    """``duals``: y of each vertex; ``odd_sets``: those with z > 0. They refer to costs multiplied by two."""

    duals: tuple[int, ...]
    odd_sets: tuple[OddSet, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """A perfect matching of least total cost.

    ``mate``: the partner of each vertex. ``total``: the sum of the costs of the pairs. ``certificate``: why there is no
    cheaper one. ``banned``: its pairs that cost the problem's limit or more, first the smaller vertex, ascending; if
    there are none, the matching is feasible, and otherwise no matching has fewer.
    """

    mate: tuple[int, ...]
    total: int
    certificate: Certificate
    banned: tuple[tuple[int, int], ...]


class NotOptimal(AssertionError):
    """The certificate does not prove the matching: an error in the program, not of the person who uses it."""


def check(problem: Problem, matching: Matching, trust_bounds: bool = False) -> None:
    """Raise :class:`NotOptimal` unless the matching is perfect and its certificate proves that it is optimal.

    Every pair is asked from fresh rows, in both directions, and no bound is relied on (they are checked as well). With
    ``trust_bounds`` every pair is asked once, and none of two blocks whose lower bound alone shows that no pair between
    them is too cheap: a check for daily use of a problem whose bounds have been checked by tests.
    Time O(size²) at most.
    """
    size, mate = problem.size, matching.mate
    duals, odd_sets = matching.certificate
    if len(mate) != size or any(not 0 <= w < size or w == v or mate[w] != v for v, w in enumerate(mate)):
        raise NotOptimal("this is no perfect matching")
    if sorted(v for block in problem.blocks for v in block) != list(range(size)):
        raise NotOptimal("the blocks of the problem are no partition of its vertices")
    if len(duals) != size:
        raise NotOptimal(f"{len(duals)} duals for {size} vertices")
    sets_of, shared = _nested(size, odd_sets)

    total = 0
    banned = []
    blocks = problem.blocks
    block_of = {v: b for b, block in enumerate(blocks) for v in block}
    duals_in = [[duals[v] for v in block] for block in blocks]
    sets_in = [[sets_of[v] for v in block] for block in blocks]
    largest = [max(values, default=0) for values in duals_in]
    mated: dict[tuple[int, int], list[int]] = {}  # whose mates are in which block
    for v, w in enumerate(mate):
        mated.setdefault((block_of[v], block_of[w]), []).append(v)
    for home, b in product(range(len(blocks)), repeat=2):
        block = blocks[b]
        bound = problem.lower_bound(home, b)
        asked: Sequence[int] = blocks[home]
        if trust_bounds:
            asked = mated.get((home, b), [])
            room = bound * SCALE - largest[b]
            if home <= b and room < largest[home]:
                asked = [v for v in blocks[home] if room < duals[v] or v in asked]
        for v in asked:
            row = problem.row(v, b)
            if len(row) != len(block):
                raise NotOptimal(f"the row of {v} and block {b} has {len(row)} costs, not {len(block)}")
            if home == b:
                row[block.index(v)] = problem.ceiling  # with itself, which must not count
            if not 0 <= bound <= min(row) or max(row) > problem.ceiling:
                raise NotOptimal(f"the costs of {v} and block {b} are out of the bounds that were given")
            if block_of[mate[v]] == b:
                cost = row[block.index(mate[v])]
                total += cost
                if cost >= problem.limit and v < mate[v]:
                    banned.append((v, mate[v]))
            dual = duals[v]
            slacks = [cost * SCALE - dual - other for cost, other in zip(row, duals_in[b], strict=True)]
            if min(slacks) >= 0:
                continue
            if home == b:
                slacks[block.index(v)] = 0
            # Odd sets are nested, so those that contain both are the outermost of those that contain v.
            mine, upto = sets_of[v], shared[v]
            cheap = [(slack, theirs) for slack, theirs in zip(slacks, sets_in[b], strict=True) if slack < 0]
            if cheap and min([slack + upto[(mine & theirs).bit_count()] for slack, theirs in cheap]) < 0:
                raise NotOptimal(f"a pair of {v} and a member of block {b} is too cheap for the duals")
    least = sum(duals) - sum(value * (len(members) // 2) for members, value in odd_sets)
    if total != 2 * matching.total or total != least:
        raise NotOptimal(f"the pairs cost {total} / 2, the total is {matching.total}, the bound is {least} / 2")
    if tuple(sorted(banned)) != matching.banned:
        raise NotOptimal(f"the banned pairs are {sorted(banned)}, not {matching.banned}")


def _nested(size: int, odd_sets: Sequence[OddSet]) -> tuple[list[int], list[list[int]]]:
    """Return, for each vertex, the sets that contain it (as the bits of a number), and the sums of their values.

    ``sums[v][k]`` is that of the k outermost. Raises :class:`NotOptimal` unless all sets are odd, have no negative
    value, and any two of them are nested or apart.
    """
    sets_of = [0] * size
    sums = [[0] for _ in range(size)]
    innermost = [-1] * size  # of the sets looked at so far, by number
    for number in sorted(range(len(odd_sets)), key=lambda number: -len(odd_sets[number].members)):
        members, value = odd_sets[number]
        if len(members) % 2 == 0 or len(set(members)) < len(members) or value < 0:
            raise NotOptimal(f"this is no odd set with a value: {members}, {value}")
        if not all(0 <= v < size for v in members):
            raise NotOptimal(f"this set has members that do not exist: {members}")
        # No set before is smaller: if it is nested in all that it meets, the innermost one is the same for all members.
        if len({innermost[v] for v in members}) > 1:
            raise NotOptimal(f"this set is not nested in another that it meets: {members}")
        bit = 1 << number
        for v in members:
            innermost[v] = number
            sets_of[v] |= bit
            sums[v].append(sums[v][-1] + value)
    return sets_of, sums
