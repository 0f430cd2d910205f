"""Candidates on demand: an outer vertex may have other pairs that become tight before the candidates known so far.

The guard of a vertex is a time before which that is not expected. Guards are heuristic (they leave inner vertices
out, and that free vertices may rise later), since the pricing at the end sees every pair. When one is reached, blocks
are looked at in the order of their bounds, and the pairs that become tight first are added. An added pair must not be
due before the clock, as time cannot run backwards; one that would be is left to the pricing.
"""

from __future__ import annotations

from operator import sub

from pairing_core.matching.state import Row, State


class Guards:
    """The guards of one search, and the duals of free and of outer vertices, block by block, to compare rows with."""

    def __init__(self, state: State, label: list[int]) -> None:
        self.nothing = nothing = -state.costs.infinity  # stands where a vertex is not, or not of the right kind
        blocks, y = state.costs.blocks, state.y
        self.state = state
        self.clock = 0  # how far all duals have been changed in this search
        self.progress = 0  # counts whatever happens
        self.again: list[int] = []
        self.guard = [0] * state.size
        self.was_outer = bytearray(state.size)
        self.free_y: list[Row] = [[nothing if label[v] else y[v] for v in block] for block in blocks]
        self.outer_y: list[Row] = [[y[v] if label[v] else nothing for v in block] for block in blocks]
        self.free_most = [max(row) for row in self.free_y]
        self.outer_most = [max(row) for row in self.outer_y]
        self.changed: dict[int, None] = {}  # blocks whose highest duals are out of date

    def _set_guards(self, fresh: list[int]) -> None:
        """Give each vertex that has become outer its guard."""
        state, guard, clock = self.state, self.guard, self.clock
        y, key = state.y, state.key
        block_of, place = state.costs.block_of, state.costs.place
        for v in fresh:
            y_v, b = y[v], block_of[v]
            self.outer_y[b][place[v]] = y_v
            self.changed[b] = None
            self.was_outer[v] = 1
            # A pair of two outer vertices is tight at half of its slack.
            time = key[v] - y_v
            guard[v] = (time + clock) >> 1 if time > clock else clock

    def _open_guard(self, v: int) -> None:
        """Add candidates to a vertex, or to all of a large blossom at once."""
        state = self.state
        for b in self.changed:
            self.free_most[b] = max(self.free_y[b])
            self.outer_most[b] = max(self.outer_y[b])
        self.changed.clear()
        leaves = state.leaves[state.top[v]]
        if len(leaves) >= max(2, state.settings.batch):
            self._extend(leaves, leaves, len(leaves) // 2 + 4)
        else:
            self._extend([v], leaves, state.settings.more)

    def _extend(self, vertices: list[int], leaves: list[int], more: int) -> None:
        """Add those pairs that become tight next; the one after them is the new guard.

        They join some vertices of an outer node, of which ``leaves`` are all, with those outside it.
        """
        state, clock = self.state, self.clock
        costs, y, known, size = state.costs, state.y, state.known, state.size
        free_y, free_most, outer_y, outer_most = self.free_y, self.free_most, self.outer_y, self.outer_most
        blocks, block_of, rows = costs.blocks, costs.block_of, costs.rows
        if len(leaves) > 1:
            outer_y, outer_most = self._outside(leaves)
        inside: dict[int, list[int]] = {}
        for v in vertices:
            inside.setdefault(block_of[v], []).append(v)
        never = latest = costs.infinity >> 2  # later pairs are of no use
        found: list[tuple[int, int, int, int]] = []  # (time, vertex inside, vertex outside, cost)
        for a, members in inside.items():
            bounds = costs.bounds[a]
            highest = max(y[v] for v in members)
            for stage in (costs.near[a], costs.far[a]):
                least_free = latest + highest
                least_outer = least_free + latest
                order = []
                for b in stage:
                    free, outer = bounds[b] - free_most[b], bounds[b] - outer_most[b]
                    if free < least_free or outer < least_outer:
                        order.append((min(free - highest, (outer - highest) >> 1), b))
                order.sort()
                for bound, b in order:
                    if bound >= latest:
                        break
                    block, free_b, outer_b = blocks[b], free_y[b], outer_y[b]
                    free_bound, outer_bound = bounds[b] - free_most[b], bounds[b] - outer_most[b]
                    for v in members:
                        y_v = y[v]
                        least_free = latest + y_v
                        least_outer = least_free + latest
                        if free_bound < least_free:
                            row = rows[v][b] or costs.row(v, b)
                            slacks = list(map(sub, row, free_b))
                            if min(slacks) < least_free:
                                found += [
                                    (slack - y_v, v, w, cost)
                                    for slack, w, cost in zip(slacks, block, row, strict=True)
                                    if slack < least_free and (v * size + w if v < w else w * size + v) not in known
                                ]
                        if outer_bound < least_outer:
                            row = rows[v][b] or costs.row(v, b)
                            slacks = list(map(sub, row, outer_b))
                            if min(slacks) < least_outer:
                                found += [
                                    ((slack - y_v) >> 1, v, w, cost)
                                    for slack, w, cost in zip(slacks, block, row, strict=True)
                                    if slack < least_outer and (v * size + w if v < w else w * size + v) not in known
                                ]
                        if len(found) > 2 * more or (latest == never and len(found) > more):
                            found = sorted(pair for pair in found if pair[0] >= clock)
                            if len(found) > more:
                                del found[more + 1 :]
                                latest = found[more][0]
        found = sorted(pair for pair in found if pair[0] >= clock)
        time = found[more][0] if len(found) > more else costs.infinity
        for v in vertices:
            # Not the same time again: the search would stand still.
            self.guard[v] = max(time, clock + 1)
            state.key[v] = time + y[v]
        for _, v, w, cost in found[:more]:
            state.add(v, w, cost)
        self.progress += len(found[:more])
        self.again += dict.fromkeys(v for _, v, _, _ in found[:more])

    def _outside(self, leaves: list[int]) -> tuple[list[Row], Row]:
        """Return the duals of outer vertices without some of them, and the highest of each block."""
        costs = self.state.costs
        outer_y, outer_most = self.outer_y.copy(), self.outer_most.copy()
        own: dict[int, Row] = {}
        for v in leaves:
            b = costs.block_of[v]
            if b not in own:
                own[b] = outer_y[b] = outer_y[b].copy()
            own[b][costs.place[v]] = -costs.infinity
        for b, row in own.items():
            outer_most[b] = max(row)
        return outer_y, outer_most
