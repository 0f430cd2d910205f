"""What the parts of the solver share: costs already asked for, candidate pairs, duals, the matching, its blossoms.

Names of the matching trade that stand in all parts, and short ones for the inner loops:

``y``, ``z``    dual values of vertices and of blossoms; see :mod:`pairing_core.matching.certificate`. All are even or
                odd together where it matters, so that no event ever happens at half an integer: costs are doubled here
``slack``       ``cost - y[v] - y[w] + (z of the blossoms around both)``; a pair is tight if it is 0
``node``        a vertex (0 to size - 1) or a blossom (from size on), whose vertices are its ``leaves``
``top[v]``      the outermost node around a vertex
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing_core.matching.problem import Problem

Pair = tuple[int, int]
Row = list[int]


class Settings(NamedTuple):
    """Numbers that change the speed and never the total; small ones make the rare paths run on small problems."""

    nearest: int = 14  # candidates of each vertex at the start
    more: int = 3  # candidates that an opened guard adds to a vertex
    batch: int = 8  # blossoms of so many vertices have one guard for all
    sample: int = 100  # groups of so many vertices take their first duals from a sample
    step: int = 2  # ... of every so-many-th vertex
    worst: int = 3  # violated pairs of a vertex that become candidates although the mending of others mends them


class Costs:
    """Doubled costs, asked from the problem at most once for each vertex and block, and bounds between blocks."""

    def __init__(
        self,
        size: int,
        blocks: Sequence[Sequence[int]],
        groups: Sequence[int],
        bounds: list[list[int]],
        ask: Callable[[int, int], Row],
        limit: int,
        ceiling: int,
    ) -> None:
        self.size, self.blocks, self.groups, self.bounds = size, blocks, groups, bounds
        self.ask, self.limit, self.ceiling = ask, limit, ceiling
        # More than any dual or slack can be.
        self.infinity = 1 << (ceiling.bit_length() + size.bit_length() + 8)
        self.block_of = [0] * size
        self.place = [0] * size
        for b, block in enumerate(blocks):
            for at, v in enumerate(block):
                self.block_of[v] = b
                self.place[v] = at
        self.group_blocks: dict[int, list[int]] = {}
        for b, group in enumerate(groups):
            self.group_blocks.setdefault(group, []).append(b)
        self.near = [self.group_blocks[group] for group in groups]
        self.far = [[b for b, other in enumerate(groups) if other != group] for group in groups]
        self.rows: list[list[Row | None]] = [[None] * len(blocks) for _ in range(size)]

    @classmethod
    def of(cls, problem: Problem) -> Costs:
        """Return the costs of a problem, none of them asked for yet."""
        blocks = problem.blocks
        count = len(blocks)
        bounds = [[0] * count for _ in range(count)]
        for a in range(count):
            for b in range(a, count):
                bounds[a][b] = bounds[b][a] = 2 * problem.lower_bound(a, b)
        row = problem.row

        def ask(v: int, b: int) -> Row:
            return [cost + cost for cost in row(v, b)]

        return cls(problem.size, blocks, problem.groups, bounds, ask, 2 * problem.limit, 2 * problem.ceiling)

    def row(self, v: int, b: int) -> Row:
        """Return the costs of v with the members of block b; with itself it costs infinity."""
        row = self.rows[v][b]
        if row is None:
            row = self.ask(v, b)
            if self.block_of[v] == b:
                row[self.place[v]] = self.infinity
            self.rows[v][b] = row
        return row

    def cost(self, v: int, w: int) -> int:
        """Return the doubled cost of one pair."""
        return self.row(v, self.block_of[w])[self.place[w]]


class State:
    """The duals, the matching and the blossoms on the graph of candidate pairs.

    Between two searches the pairs of the matching and those that hold a blossom together are tight, no candidate has a
    negative slack, and every blossom is matched inside except for its base.
    """

    def __init__(self, costs: Costs, settings: Settings) -> None:
        size = costs.size
        nodes = size + size // 2 + 2
        self.costs, self.settings, self.size = costs, settings, size
        self.mate = [-1] * size
        self.y = [0] * size
        self.z = [0] * nodes
        self.top = list(range(size))
        self.parent = [-1] * nodes  # the blossom around a node
        self.base = list(range(size)) + [-1] * (nodes - size)
        self.children: list[list[int]] = [[] for _ in range(nodes)]  # around the cycle, from the one with the base
        self.joints: list[list[Pair]] = [[] for _ in range(nodes)]  # the vertices that join a child to the next one
        self.leaves: list[list[int]] = [[v] for v in range(size)] + [[] for _ in range(nodes - size)]
        self.unused = list(range(nodes - 1, size - 1, -1))
        self.born = [0] * nodes  # the number of the search that made a blossom
        self.searches = 0
        # The graph of candidates.
        self.neighbors: list[list[Pair]] = [[] for _ in range(size)]  # (vertex, cost)
        self.known: set[int] = set()
        # About the least cost - y[w] over the w that are no neighbors of v: until then no other pair can be tight.
        self.key = [-costs.infinity] * size

    def add(self, v: int, w: int, cost: int) -> bool:
        """Make a pair a candidate; return False if it is one already."""
        code = v * self.size + w if v < w else w * self.size + v
        if code in self.known:
            return False
        self.known.add(code)
        self.neighbors[v].append((w, cost))
        self.neighbors[w].append((v, cost))
        return True

    def around(self, v: int) -> list[int]:
        """Return the blossoms around a vertex, innermost first."""
        blossoms = []
        b = self.parent[v]
        while b >= 0:
            blossoms.append(b)
            b = self.parent[b]
        return blossoms

    def slack(self, v: int, w: int, cost: int) -> int:
        """Return the slack of a pair."""
        slack = cost - self.y[v] - self.y[w]
        if self.top[v] == self.top[w]:
            others = self.around(w)
            slack += sum(self.z[b] for b in self.around(v) if b in others)
        return slack

    def rotate(self, blossom: int, vertex: int) -> None:
        """Match the inside of a blossom anew, so that the vertex becomes its base.

        Blossoms may be nested more deeply than Python may recurse, hence the stack.
        """
        size, parent, base, mate = self.size, self.parent, self.base, self.mate
        stack = [(blossom, vertex)]
        while stack:
            b, v = stack.pop()
            if base[b] == v:
                continue
            base[b] = v
            child = v
            while parent[child] != b:
                child = parent[child]
            if child >= size:
                stack.append((child, v))
            children, joints = self.children[b], self.joints[b]
            at = children.index(child)
            if at == 0:
                continue
            # Before, the children 1 and 2, 3 and 4, ... were matched. From the new first child an even number of steps
            # leads to the old one; every second joint on this way becomes matched.
            for j in range(at + 1, len(children), 2) if at & 1 else range(at - 2, -1, -2):
                p, q = joints[j]
                mate[p], mate[q] = q, p
                for child, end in ((children[j], p), (children[(j + 1) % len(children)], q)):
                    if child >= size:
                        stack.append((child, end))
            self.children[b] = children[at:] + children[:at]
            self.joints[b] = joints[at:] + joints[:at]

    def release(self, b: int) -> None:
        """Give the number of a blossom back."""
        self.children[b] = []
        self.joints[b] = []
        self.leaves[b] = []
        self.parent[b] = -1
        self.z[b] = 0
        self.unused.append(b)

    def open(self, b: int) -> list[int]:
        """Make the children of an outermost blossom outermost, give its number back and return them."""
        children = self.children[b]
        for child in children:
            self.parent[child] = -1
            for v in self.leaves[child]:
                self.top[v] = child
        self.release(b)
        return children

    def open_empty(self, b: int) -> None:
        """Open an outermost blossom with z = 0, and those of its children that have z = 0 as well."""
        stack = [b]
        while stack:
            stack += [child for child in self.open(stack.pop()) if child >= self.size and self.z[child] == 0]

    def dissolve(self, b: int) -> None:
        """Open an outermost blossom with z > 0: its vertices pay for it, and the pair that leaves it is given up."""
        half = self.z[b] >> 1
        if half:
            for v in self.leaves[b]:
                self.y[v] -= half
            self.unmatch(self.base[b])
        self.open(b)

    def unmatch(self, v: int) -> None:
        """Expose a vertex and its mate."""
        if self.mate[v] >= 0:
            self.mate[self.mate[v]] = -1
            self.mate[v] = -1
