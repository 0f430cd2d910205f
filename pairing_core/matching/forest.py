"""The search: alternating trees grow from all exposed nodes at once, by one clock, until everything is matched.

Primal-dual blossom algorithm (Edmonds 1965; Galil, "Efficient algorithms for finding maximum matching in graphs",
1986), with the trees of all exposed nodes kept at once as in Cook and Rohe, "Computing minimum-weight perfect
matchings", 1999, and one dual change for all of them (the fixed variant in Kolmogorov, "Blossom V", 2009).

A node is free, or it is in a tree: outer, at an even distance from the root, where y rises as the clock runs, or inner,
where it falls. While a node is in a tree its duals are stored as they would have been at the time 0: the true y is
y + clock (outer) or y - clock (inner), the true z of an outermost blossom z + 2 * clock or z - 2 * clock. Hence the
time at which a pair becomes tight does not change while the clock runs:

    outer and free     cost - y[v] - y[w]             the tree grows by two nodes
    outer and outer    (cost - y[v] - y[w]) / 2       a blossom in one tree, or an augmenting path between two
    inner blossom      z / 2                          it is empty and opens

Each outer vertex waits for one event only: the earliest among its candidates or its guard, the time at which a pair
that is not yet a candidate might become tight. Events that are no longer true are put right when their time comes.
"""

from __future__ import annotations

from heapq import heappop, heappush

from pairing_core.matching.guards import Guards
from pairing_core.matching.state import Pair, State
from pairing_core.waiting import Watcher

FREE, OUTER, INNER = 0, 1, 2


class Forest(Guards):
    """One search from all nodes that are exposed now."""

    def __init__(self, state: State, tell: Watcher | None = None) -> None:
        self.tell = tell
        size = state.size
        nodes = len(state.z)
        state.searches += 1
        for b in dict.fromkeys(state.top):
            if b >= size and state.z[b] == 0:
                state.open_empty(b)
        self.label = [FREE] * size
        self.node_label = [FREE] * nodes
        self.root = [-1] * nodes  # of the tree in which a node is
        self.entry: list[Pair] = [(-1, -1)] * nodes  # of an inner node: the pair (vertex in its parent, vertex in it)
        self.trees: dict[int, list[int]] = {}  # root vertex -> the nodes that ever were in the tree
        self.fresh: list[int] = []  # vertices that have just become outer
        self.due: list[tuple[int, int]] = []  # heap of (time, vertex) and (time, -1 - inner blossom)
        # The event for which an outer vertex waits: its time, and its other end and cost unless it is the guard.
        self.next_time = [state.costs.infinity] * size
        self.next_end = [-1] * size
        self.next_cost = [0] * size
        for b in list(dict.fromkeys(state.top)):
            if state.mate[state.base[b]] < 0:
                self._plant(state, b)
        super().__init__(state, self.label)

    def _plant(self, state: State, b: int) -> None:
        """Make an exposed node a root; its y is made even, so that all events between trees are at whole times."""
        root = state.base[b]
        if state.y[root] & 1:
            for v in state.leaves[b]:
                state.y[v] -= 1
            if b >= state.size:
                state.z[b] -= 2
        self.node_label[b] = OUTER
        self.root[b] = root
        self.trees[root] = [b]
        for v in state.leaves[b]:
            self.label[v] = OUTER
        self.fresh += state.leaves[b]

    def grow(self) -> bool:
        """Search until every vertex is matched; return False if the candidates do not suffice."""
        state, label, trees, due = self.state, self.label, self.trees, self.due
        y, top, neighbors = state.y, state.top, state.neighbors
        next_time, next_end, next_cost, guard = self.next_time, self.next_end, self.next_cost, self.guard
        free, outer = FREE, OUTER
        never = state.costs.infinity >> 2
        reopened_at = -1
        while trees:
            again = self.again  # outer vertices whose next event is to be found
            if self.fresh:
                self._set_guards(self.fresh)
                again += self.fresh
                self.fresh = []
            for v in again:
                y_v = y[v]
                top_v = top[v]
                first = guard[v]
                end = -1
                cost = 0
                # More is left of no pair that comes first, whatever its other end is.
                most = first + first + y_v
                for w, c in neighbors[v]:
                    left = c - y[w]
                    if left < most:
                        kind = label[w]
                        if kind == free:
                            time = left - y_v
                        elif kind == outer and top[w] != top_v:
                            time = (left - y_v) >> 1
                        else:
                            continue
                        if time < first:
                            first = time
                            end = w
                            cost = c
                            most = time + time + y_v
                next_time[v] = first
                next_end[v] = end
                next_cost[v] = cost
                if first < never:
                    heappush(due, (first, v))
            again.clear()

            if not due:
                # Guards shut out what rose later, so that all are opened once more, unless nothing came of it.
                if self.progress == reopened_at:
                    for root in list(trees):
                        self._take_down([root])
                    return False
                reopened_at = self.progress
                for v in range(state.size):
                    if label[v] == OUTER:
                        guard[v] = self.clock
                        again.append(v)
                continue

            time, v = heappop(due)
            if v < 0:
                b = -1 - v
                if self.node_label[b] == INNER and state.z[b] == time + time:
                    self.clock = time
                    self._expand(b)
                continue
            if next_time[v] != time or label[v] != OUTER:
                continue
            again.append(v)
            w = next_end[v]
            if w < 0:
                if guard[v] <= time:
                    self.clock = time
                    self._open_guard(v)
                continue
            slack = next_cost[v] - y[v] - y[w]
            if label[w] == FREE:
                if slack == time:
                    self.clock = time
                    self._grow(v, w)
            elif label[w] == OUTER and slack == time + time and top[v] != top[w]:
                self.clock = time
                if self.root[top[v]] == self.root[top[w]]:
                    self._shrink(v, w)
                else:
                    self._augment(v, w)
                    again.clear()  # v is free now
        return True

    def _enter(self, node: int, kind: int, root: int) -> None:
        """Give a free outermost node its label in a tree."""
        state, label, free_y, changed, clock = self.state, self.label, self.free_y, self.changed, self.clock
        y, leaves = state.y, state.leaves[node]
        block_of, place, nothing = state.costs.block_of, state.costs.place, self.nothing
        self.node_label[node] = kind
        self.root[node] = root
        self.trees[root].append(node)
        shift = -clock if kind == OUTER else clock
        for v in leaves:
            label[v] = kind
            y[v] += shift
            b = block_of[v]
            free_y[b][place[v]] = nothing
            changed[b] = None
        if kind == OUTER:
            self.fresh += leaves
        if node >= state.size:
            if kind == INNER:
                heappush(self.due, (clock + (state.z[node] >> 1), -1 - node))
            state.z[node] += shift + shift

    def _grow(self, v: int, w: int) -> None:
        """Take the free node of w as an inner node, and the node of its mate as an outer one, into the tree of v."""
        self.progress += 1
        state = self.state
        root = self.root[state.top[v]]
        inner = state.top[w]
        self.entry[inner] = (v, w)
        self._enter(inner, INNER, root)
        self._enter(state.top[state.mate[state.base[inner]]], OUTER, root)

    def _shrink(self, v: int, w: int) -> None:
        """Make a blossom of the cycle that the pair of v and w closes in their tree."""
        self.progress += 1
        state, label, node_label, entry = self.state, self.label, self.node_label, self.entry
        y, z, top, base, mate, size = state.y, state.z, state.top, state.base, state.mate, state.size
        lowest = self._common_ancestor(top[v], top[w])
        children: list[int] = []
        joints: list[Pair] = []
        node = top[v]
        while node != lowest:
            outer = base[node]
            inner = top[mate[outer]]
            children += (node, inner)
            joints += ((mate[outer], outer), entry[inner])
            node = top[entry[inner][0]]
        children.append(lowest)
        children.reverse()
        joints.reverse()
        joints.append((v, w))
        node = top[w]
        while node != lowest:
            outer = base[node]
            inner = top[mate[outer]]
            p, q = entry[inner]
            children += (node, inner)
            joints += ((outer, mate[outer]), (q, p))
            node = top[p]

        b = state.unused.pop()
        twice = 2 * self.clock
        leaves: list[int] = []
        for child in children:
            state.parent[child] = b
            inside = state.leaves[child]
            leaves += inside
            if node_label[child] == INNER:
                for x in inside:
                    label[x] = OUTER
                    y[x] -= twice
                self.fresh += inside
                if child >= size:
                    z[child] -= twice
            elif child >= size:
                z[child] += twice
            node_label[child] = FREE
        for x in leaves:
            top[x] = b
        state.children[b], state.joints[b], state.leaves[b] = children, joints, leaves
        state.parent[b], base[b], z[b], state.born[b] = -1, base[lowest], -twice, state.searches
        root = self.root[lowest]
        node_label[b], self.root[b] = OUTER, root
        self.trees[root].append(b)

    def _common_ancestor(self, a: int, b: int) -> int:
        """Return the outer node at which the ways from two outer nodes of a tree to its root meet.

        A step on one way, a step on the other: the time is that of the longer way to the meeting, not to the root.
        """
        state, entry = self.state, self.entry
        top, base, mate = state.top, state.base, state.mate
        seen: set[int] = set()
        while True:
            if a >= 0:
                if a in seen:
                    return a
                seen.add(a)
                below = mate[base[a]]
                a = top[entry[top[below]][0]] if below >= 0 else -1
            a, b = b, a

    def _augment(self, v: int, w: int) -> None:
        """Match along the ways from v and w to their two roots; only these two trees are taken down."""
        self.progress += 1
        state, entry = self.state, self.entry
        mate, top, base, size = state.mate, state.top, state.base, state.size
        roots = [self.root[top[v]], self.root[top[w]]]
        for start, other in ((v, w), (w, v)):
            p, q = start, other
            while True:
                outer = top[p]
                below = mate[base[outer]]
                if outer >= size:
                    state.rotate(outer, p)
                mate[p] = q
                if q != other:  # its turn comes, and until then its mate shows the way to its root
                    mate[q] = p
                if below < 0:
                    break
                inner = top[below]
                p, q = entry[inner]
                if inner >= size:
                    state.rotate(inner, q)
        self._take_down(roots)
        if self.tell:
            self.tell(size - len(self.trees), size)

    def _take_down(self, roots: list[int]) -> None:
        """Make all nodes of some trees free, and open their blossoms that are empty."""
        state, node_label, clock = self.state, self.node_label, self.clock
        freed: list[int] = []
        empty = []
        for root in roots:
            for node in self.trees.pop(root):
                kind = node_label[node]
                # A node may stand twice in the list; and a released number may stand for a blossom of another tree.
                if kind == FREE or self.root[node] != root:
                    continue
                node_label[node] = FREE
                shift = clock if kind == OUTER else -clock
                self._free(state.leaves[node], shift)
                freed += state.leaves[node]
                if node >= state.size:
                    state.z[node] += shift + shift
                    if kind == OUTER and state.z[node] == 0:
                        empty.append(node)
        for b in empty:
            state.open_empty(b)
        self._tell_neighbors(freed)

    def _free(self, leaves: list[int], shift: int) -> None:
        """Take the labels off the vertices of a node."""
        y, label, free_y, outer_y, changed = self.state.y, self.label, self.free_y, self.outer_y, self.changed
        block_of, place, nothing = self.state.costs.block_of, self.state.costs.place, self.nothing
        for v in leaves:
            label[v] = FREE
            y[v] += shift
            b, at = block_of[v], place[v]
            free_y[b][at] = y[v]
            outer_y[b][at] = nothing
            changed[b] = None

    def _expand(self, b: int) -> None:
        """Open an inner blossom with z = 0: the way through it stays in the tree, the other children become free."""
        self.progress += 1
        state, clock = self.state, self.clock
        root, entry = self.root[b], self.entry[b]
        child = entry[1]
        while state.parent[child] != b:
            child = state.parent[child]
        children, joints = state.children[b], state.joints[b]
        at = children.index(child)
        # The way with an even number of steps from the child where the tree enters to the child with the base.
        if at & 1:
            way, rest = children[at:] + children[:1], children[1:at]
            steps = joints[at:]
        else:
            way, rest = children[at::-1], children[at + 1 :]
            steps = [(q, p) for p, q in reversed(joints[:at])]
        self.node_label[b] = FREE
        state.open(b)
        for node, pair in zip(way[::2], [entry, *steps[1::2]], strict=True):
            self.entry[node] = pair
        for at, node in enumerate(way):
            self.root[node] = root
            self.trees[root].append(node)
            leaves = state.leaves[node]
            if at & 1:
                self.node_label[node] = OUTER
                for v in leaves:
                    self.label[v] = OUTER
                    state.y[v] -= 2 * clock
                if node >= state.size:
                    state.z[node] -= 2 * clock
                self.fresh += leaves
            else:
                self.node_label[node] = INNER
                if node >= state.size:
                    heappush(self.due, (clock + (state.z[node] >> 1), -1 - node))
                    state.z[node] += 2 * clock
        freed = []
        for node in rest:
            self.node_label[node] = FREE
            self._free(state.leaves[node], -clock)
            freed += state.leaves[node]
        self._tell_neighbors(freed)

    def _tell_neighbors(self, freed: list[int]) -> None:
        """Bring the events of outer vertices forward to the time at which a pair with a freed vertex becomes tight."""
        y, label, neighbors = self.state.y, self.label, self.state.neighbors
        next_time, outer = self.next_time, OUTER
        for x in freed:
            y_x = y[x]
            for v, cost in neighbors[x]:
                if label[v] == outer:
                    time = cost - y_x - y[v]
                    if time < next_time[v]:
                        next_time[v], self.next_end[v], self.next_cost[v] = time, x, cost
                        heappush(self.due, (time, v))
