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
        nothing = -state.costs.infinity
        blocks, y = state.costs.blocks, state.y
        self.state = state
        self.clock = 0  # how far all duals have been changed in this search
        self.progress = 0  # counts whatever happens
        self.again: list[int] = []
        self.guard = [0] * state.size
        self.free_y: list[Row] = [[nothing if label[v] else y[v] for v in block] for block in blocks]
        self.outer_y: list[Row] = [[y[v] if label[v] else nothing for v in block] for block in blocks]
        self.free_most = [max(row) for row in self.free_y]
        self.outer_most = [max(row) for row in self.outer_y]
        self.changed: dict[int, None] = {}  # blocks whose highest duals are out of date

    def _hide(self, leaves: list[int]) -> None:
        """Vertices are no longer free."""
        costs = self.state.costs
        nothing = -costs.infinity
        for v in leaves:
            b = costs.block_of[v]
            self.free_y[b][costs.place[v]] = nothing
            self.changed[b] = None

    def _show(self, leaves: list[int]) -> None:
        """Vertices are free again."""
        costs, y = self.state.costs, self.state.y
        nothing = -costs.infinity
        for v in leaves:
            b, at = costs.block_of[v], costs.place[v]
            self.free_y[b][at] = y[v]
            self.outer_y[b][at] = nothing
            self.changed[b] = None

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

    was_outer: bytearray

    def _open_guard(self, v: int) -> None:
        """Add candidates to a vertex, or to all of a large blossom at once."""
        for b in self.changed:
            self.free_most[b] = max(self.free_y[b])
            self.outer_most[b] = max(self.outer_y[b])
        self.changed.clear()
        blossom = self.state.top[v]
        if len(self.state.leaves[blossom]) >= max(2, self.state.settings.batch):
            self._extend_blossom(blossom)
        else:
            self._extend(v)

    def _extend(self, v: int) -> None:
        """Add the pairs of v that become tight next; the one after them is the new guard."""
        state, clock, more = self.state, self.clock, self.state.settings.more
        costs, top, known, size = state.costs, state.top, state.known, state.size
        free_y, outer_y, free_most, outer_most = self.free_y, self.outer_y, self.free_most, self.outer_most
        y_v, top_v = state.y[v], state.top[v]
        a = costs.block_of[v]
        bounds, rows = costs.bounds[a], costs.rows[v]
        code = v * size
        latest = costs.infinity >> 2  # later events are of no use
        found: list[tuple[int, int, int]] = []  # (time, vertex, cost)
        for stage in (costs.near[a], costs.far[a]):
            order = []
            for b in stage:
                free, outer = bounds[b] - free_most[b] - y_v, (bounds[b] - outer_most[b] - y_v) >> 1
                time = free if free < outer else outer
                if time < latest:
                    order.append((time, b))
            order.sort()
            for bound, b in order:
                if bound >= latest:
                    break
                block = costs.blocks[b]
                row = rows[b] or costs.row(v, b)
                least = latest + y_v
                if bounds[b] - free_most[b] < least:
                    slacks = list(map(sub, row, free_y[b]))
                    if min(slacks) < least:
                        found += [
                            (x - y_v, w, c)
                            for x, w, c in zip(slacks, block, row, strict=True)
                            if x < least and (code + w if v < w else w * size + v) not in known
                        ]
                least += latest
                if bounds[b] - outer_most[b] < least:
                    slacks = list(map(sub, row, outer_y[b]))
                    if min(slacks) < least:
                        found += [
                            ((x - y_v) >> 1, w, c)
                            for x, w, c in zip(slacks, block, row, strict=True)
                            if x < least and top[w] != top_v and (code + w if v < w else w * size + v) not in known
                        ]
                if len(found) > more:
                    found = sorted(entry for entry in found if entry[0] >= clock)
                    if len(found) > more:
                        del found[more + 1 :]
                        latest = found[more][0]
        found = sorted(entry for entry in found if entry[0] >= clock)
        for _, w, cost in found[:more]:
            state.add(v, w, cost)
            self.progress += 1
        time = found[more][0] if len(found) > more else costs.infinity
        # Not the same time again: the search would stand still.
        self.guard[v] = max(time, clock + 1)
        state.key[v] = time + y_v

    def _extend_blossom(self, blossom: int) -> None:
        """Add the pairs that leave an outer blossom and become tight next; all its vertices get the same guard."""
        state, clock = self.state, self.clock
        costs, y, known, size = state.costs, state.y, state.known, state.size
        free_y, free_most = self.free_y, self.free_most
        block_of, place = costs.block_of, costs.place
        leaves = state.leaves[blossom]
        more = len(leaves) // 2 + 4
        outer_y, outer_most = self.outer_y.copy(), self.outer_most.copy()  # of the vertices outside it
        inside: dict[int, list[int]] = {}
        for v in leaves:
            b = block_of[v]
            if b not in inside:
                inside[b] = []
                outer_y[b] = outer_y[b].copy()
            inside[b].append(v)
            outer_y[b][place[v]] = -costs.infinity
        for b in inside:
            outer_most[b] = max(outer_y[b])
        found: list[tuple[int, int, int, int]] = []  # (time, vertex inside, vertex outside, cost)
        latest = costs.infinity >> 2
        for a, vertices in inside.items():
            bounds = costs.bounds[a]
            highest = max(y[v] for v in vertices)
            order = []
            for b, bound in enumerate(bounds):
                time = min(bound - free_most[b] - highest, (bound - outer_most[b] - highest) >> 1)
                if time < latest:
                    order.append((time, b))
            order.sort()
            for bound, b in order:
                if bound >= latest:
                    break
                block, free_b, outer_b = costs.blocks[b], free_y[b], outer_y[b]
                free_bound, outer_bound = bounds[b] - free_most[b], bounds[b] - outer_most[b]
                for v in vertices:
                    y_v = y[v]
                    code = v * size
                    least = latest + y_v
                    if free_bound < least:
                        row = costs.rows[v][b] or costs.row(v, b)
                        slacks = list(map(sub, row, free_b))
                        if min(slacks) < least:
                            found += [
                                (x - y_v, v, w, c)
                                for x, w, c in zip(slacks, block, row, strict=True)
                                if x < least and (code + w if v < w else w * size + v) not in known
                            ]
                    least += latest
                    if outer_bound < least:
                        row = costs.rows[v][b] or costs.row(v, b)
                        slacks = list(map(sub, row, outer_b))
                        if min(slacks) < least:
                            found += [
                                ((x - y_v) >> 1, v, w, c)
                                for x, w, c in zip(slacks, block, row, strict=True)
                                if x < least and (code + w if v < w else w * size + v) not in known
                            ]
                    if len(found) > 2 * more:
                        found = sorted(entry for entry in found if entry[0] >= clock)
                        if len(found) > more:
                            del found[more + 1 :]
                            latest = found[more][0]
        found = sorted(entry for entry in found if entry[0] >= clock)
        time = found[more][0] if len(found) > more else costs.infinity
        for v in leaves:
            self.guard[v] = max(time, clock + 1)
            state.key[v] = time + y[v]
        for _, v, w, cost in found[:more]:
            state.add(v, w, cost)
            self.progress += 1
            self.again.append(v)
