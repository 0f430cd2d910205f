"""The proof and the mending: every pair is compared with the duals, and those that are too cheap become candidates.

That no pair has a negative slack proves the matching optimal. Bounds between blocks settle most of the pairs without
their costs (Cook and Rohe 1999 call this pricing, and mend as here by opening blossoms).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from pairing_core.matching.state import State

Violation = tuple[int, int, int, int]  # (slack, v, w, cost)


class Pricing:
    """One pass over all pairs that may have lost slack since the last one."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.violations: list[Violation] = []

    def price(self, touched: Sequence[int], search: int) -> list[Violation]:
        """Return the violated pairs, the worst first.

        ``touched[v]`` tells whether v was outer since the last pricing, ``search`` is the number of the first search
        since then: only outermost nodes of such vertices, and blossoms born since, can have lost slack.
        """
        state = self.state
        everything = dict.fromkeys(state.top)
        hot = {state.top[v]: None for v in range(state.size) if touched[v]}
        self.seen: dict[int, list[int]] = {}  # block -> y of the vertices that have been gone through
        self.highest: dict[int, int] = {}
        for node in everything:
            if node not in hot:
                self._insert(state.leaves[node])
        for node in everything:
            if node in hot:
                self._compare(state.leaves[node], 0)
                self._insert(state.leaves[node])
        nests = [(node, state.z[node]) for node in hot if node >= state.size]
        while nests:
            nests += self._inside(*nests.pop(), search)
        self.violations.sort()
        return self.violations

    def _inside(self, b: int, around: int, search: int) -> list[tuple[int, int]]:
        """Compare the vertices of a blossom among themselves, from the innermost out along its largest children.

        ``around`` is the sum of z of the blossoms up to this one. Returns the other children with blossoms in them,
        which are still to be gone through.
        """
        state = self.state
        rest = []
        chain = []
        while b >= state.size and state.born[b] >= search:
            largest = max(state.children[b], key=lambda child: len(state.leaves[child]))
            others = [child for child in state.children[b] if child != largest]
            rest += [(child, around + state.z[child]) for child in others if child >= state.size]
            chain.append((others, around))
            b = largest
            around += state.z[b]
        if chain:
            self.seen, self.highest = {}, {}
            self._insert(state.leaves[b])
            for others, around in reversed(chain):
                for child in others:
                    self._compare(state.leaves[child], around)
                    self._insert(state.leaves[child])
        return rest

    def _insert(self, leaves: list[int]) -> None:
        """Count vertices among those with which the following ones are compared."""
        costs, y, seen, highest = self.state.costs, self.state.y, self.seen, self.highest
        block_of, place = costs.block_of, costs.place
        for v in leaves:
            b = block_of[v]
            if b not in seen:
                seen[b] = [-costs.infinity] * len(costs.blocks[b])
                highest[b] = y[v]
            seen[b][place[v]] = y[v]
            if y[v] > highest[b]:
                highest[b] = y[v]

    def _compare(self, leaves: list[int], around: int) -> None:
        """Compare vertices with all inserted ones; ``around`` is the sum of z around both."""
        costs, y, seen, highest = self.state.costs, self.state.y, self.seen, self.highest
        for v in leaves:
            limit = y[v] - around
            bounds = costs.bounds[costs.block_of[v]]
            rows = costs.rows[v]
            for b, most in highest.items():
                if bounds[b] - most < limit:
                    row = rows[b] or costs.row(v, b)
                    if min(map(sub, row, seen[b])) < limit:
                        self.violations += [
                            (slack - limit, v, w, cost)
                            for slack, w, cost in zip(map(sub, row, seen[b]), costs.blocks[b], row, strict=True)
                            if slack < limit
                        ]


def repair(state: State, violations: list[Violation]) -> None:
    """Make the duals feasible for all violated pairs; the worst of each vertex become candidates.

    A few vertices become exposed. No pair loses slack here; hence the next pricing may leave out what was not outer.
    """
    y = state.y
    added = [0] * state.size
    for _, v, w, cost in violations:
        violated = state.slack(v, w, cost) < 0
        if not violated and added[v] >= state.settings.worst:
            continue
        added[v] += 1
        state.add(v, w, cost)
        if not violated:
            continue
        depths = len(state.around(v)), len(state.around(w))
        if depths[0] > depths[1] or (depths[0] == depths[1] and state.mate[w] < 0 <= state.mate[v]):
            v, w = w, v
        while state.top[v] != v:
            state.dissolve(state.top[v])
        slack = cost - y[v] - y[w]
        if slack < 0:
            y[v] += slack
            state.unmatch(v)
