"""Another solver to compare with: one alternating tree after the other on the complete graph, with a heap of all pairs.

It shares no line and little of its plan with the one that is tested: all costs are there from the beginning, duals are
kept at their true values, blossoms are objects, and what is nested is walked by recursion. Good up to 100 vertices.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Union


class Vertex:
    """A vertex and its dual."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.dual = 0
        self.mate: Vertex | None = None
        self.around: Blossom | None = None

    @property
    def base(self) -> Vertex:
        return self

    def vertices(self) -> list[Vertex]:
        return [self]

    def expose(self, vertex: Vertex) -> None:
        """A vertex is its own base."""

    def rise(self, by: int) -> None:
        self.dual += by


class Blossom:
    """An odd cycle of nodes, from the one with the base; ``edges[i]`` joins a vertex of node i to one of node i + 1."""

    def __init__(self, nodes: list[Node], edges: list[tuple[Vertex, Vertex]]) -> None:
        self.nodes = nodes
        self.edges = edges
        self.dual = 0
        self.around: Blossom | None = None
        for node in nodes:
            node.around = self

    @property
    def base(self) -> Vertex:
        return self.nodes[0].base

    def vertices(self) -> list[Vertex]:
        return [vertex for node in self.nodes for vertex in node.vertices()]

    def child(self, vertex: Vertex) -> Node:
        node: Node = vertex
        while node.around is not self:
            assert node.around is not None
            node = node.around
        return node

    def turn(self, vertex: Vertex) -> None:
        """Begin the cycle with the child around a vertex, whatever is matched."""
        at = self.nodes.index(self.child(vertex))
        self.nodes = self.nodes[at:] + self.nodes[:at]
        self.edges = self.edges[at:] + self.edges[:at]

    def expose(self, vertex: Vertex) -> None:
        """Make a vertex the base, and match the other children two by two."""
        self.turn(vertex)
        self.nodes[0].expose(vertex)
        for at in range(1, len(self.nodes), 2):
            p, q = self.edges[at]
            match(self.nodes[at], p, self.nodes[at + 1], q)

    def rise(self, by: int) -> None:
        self.dual += 2 * by
        for vertex in self.vertices():
            vertex.dual += by


Node = Union[Vertex, Blossom]  # noqa: UP007 - Blossom is not there yet when Vertex is made
Edge = tuple[Vertex, Vertex]


def match(a: Node, p: Vertex, b: Node, q: Vertex) -> None:
    """Match two nodes by a pair of their vertices."""
    a.expose(p)
    b.expose(q)
    p.mate, q.mate = q, p


def outermost(vertex: Vertex) -> Node:
    node: Node = vertex
    while node.around is not None:
        node = node.around
    return node


class Tree:
    """The alternating tree of one exposed node; ``entry`` of an inner node is the edge from its parent."""

    def __init__(self, costs: Sequence[Sequence[int]], vertices: list[Vertex], root: Node) -> None:
        self.costs = costs
        self.everyone = vertices
        self.clock = 0
        self.outer: dict[Node, None] = {}
        self.inner: dict[Node, Edge] = {}
        self.events: list[tuple[int, int, int]] = []  # when, two vertices
        self.make_outer(root)

    def slack(self, p: Vertex, q: Vertex) -> int:
        """Twice the cost less the duals; for vertices of different nodes."""
        return 2 * self.costs[p.number][q.number] - p.dual - q.dual

    def schedule(self, p: Vertex, q: Vertex) -> None:
        """Note when the pair of an outer vertex p and another one would be tight."""
        there = outermost(q)
        if there is not outermost(p) and there not in self.inner:
            wait = self.slack(p, q) // (2 if there in self.outer else 1)
            heappush(self.events, (self.clock + wait, p.number, q.number))

    def make_outer(self, node: Node) -> None:
        self.outer[node] = None
        for p in node.vertices():
            for q in self.everyone:
                self.schedule(p, q)

    def advance(self, time: int) -> None:
        for node in self.outer:
            node.rise(time - self.clock)
        for node in self.inner:
            node.rise(self.clock - time)
        self.clock = time

    def run(self) -> None:
        """Grow until an exposed vertex is reached, and match along the way to it."""
        while True:
            empties = [node for node in self.inner if isinstance(node, Blossom)]
            emptiest = min(empties, key=lambda blossom: blossom.dual, default=None)
            if emptiest and (not self.events or self.clock + emptiest.dual // 2 <= self.events[0][0]):
                self.advance(self.clock + emptiest.dual // 2)
                self.expand(emptiest)
                continue
            time, at, other = heappop(self.events)
            p, q = self.everyone[at], self.everyone[other]
            here, there = outermost(p), outermost(q)
            # Labels may have changed since the event was noted; then it was noted anew.
            if here not in self.outer or there in self.inner or here is there:
                continue
            if self.clock + self.slack(p, q) // (2 if there in self.outer else 1) != time:
                continue
            self.advance(time)
            if there in self.outer:
                self.shrink(p, q)
            elif there.base.mate is None:
                self.augment(p, q)
                return
            else:
                beyond = outermost(there.base.mate)
                self.inner[there] = (p, q)
                self.make_outer(beyond)

    def way(self, node: Node) -> list[Node]:
        """The nodes from an outer node to the root, both included."""
        nodes = [node]
        while node.base.mate is not None:
            inner = outermost(node.base.mate)
            node = outermost(self.inner[inner][0])
            nodes += [inner, node]
        return nodes

    def shrink(self, p: Vertex, q: Vertex) -> None:
        left, right = self.way(outermost(p)), self.way(outermost(q))
        common = None
        while left and right and left[-1] is right[-1]:
            common = left.pop()
            right.pop()
        assert common is not None
        nodes = [common, *reversed(left), *right]
        edges = [self.joint(a, b) for a, b in zip([common, *reversed(left)], reversed(left), strict=False)]
        edges.append((p, q))
        edges += [self.joint(a, b) for a, b in zip(right, [*right[1:], common], strict=False)]
        for node in nodes:
            self.outer.pop(node, None)
            self.inner.pop(node, None)
        self.make_outer(Blossom(nodes, edges))

    def joint(self, a: Node, b: Node) -> Edge:
        """The edge by which two neighbors in the tree hang together, from a to b."""
        for here, there, turned in ((a, b, False), (b, a, True)):
            if there in self.inner:
                if here.base.mate is not None and outermost(here.base.mate) is there:
                    edge = (here.base, here.base.mate)
                else:
                    edge = self.inner[there]
                return edge[::-1] if turned else edge
        raise AssertionError("no neighbors in the tree")

    def expand(self, blossom: Blossom) -> None:
        """Open an inner blossom without dual; the even way through it stays in the tree."""
        edge = self.inner.pop(blossom)
        start, end = blossom.child(edge[1]), blossom.nodes[0]
        for node in blossom.nodes:
            node.around = None
        nodes, edges = blossom.nodes, blossom.edges
        at = nodes.index(start)
        if at % 2:
            way, joints, rest = [*nodes[at:], end], edges[at:], nodes[1:at]
        else:
            way, joints = nodes[at::-1], [(q, p) for p, q in edges[:at][::-1]]
            rest = nodes[at + 1 :]
        for number, node in enumerate(way):
            if number % 2 == 0:
                self.inner[node] = joints[number - 1] if number else edge
        for node in way[1::2]:
            self.make_outer(node)
        for node in rest:
            for q in node.vertices():
                for outer in self.outer:
                    for p in outer.vertices():
                        self.schedule(p, q)

    def augment(self, p: Vertex, q: Vertex) -> None:
        there = outermost(q)
        while True:
            here = outermost(p)
            before = here.base.mate
            match(here, p, there, q)
            if before is None:
                return
            there = outermost(before)
            p, q = self.inner[there]


def least_total(costs: Sequence[Sequence[int]]) -> int:
    """Return the least total of a perfect matching in a complete graph of at least two vertices."""
    vertices = [Vertex(number) for number in range(len(costs))]
    low = min(cost for v, row in enumerate(costs) for w, cost in enumerate(row) if v != w)
    for vertex in vertices:
        vertex.dual = low
    for vertex in vertices:
        if vertex.mate is None:
            Tree(costs, vertices, outermost(vertex)).run()
            open_empty(vertices)
    return sum(costs[vertex.number][vertex.mate.number] for vertex in vertices if vertex.mate) // 2


def open_empty(vertices: list[Vertex]) -> None:
    """Open outermost blossoms without dual, of which the next tree could make nothing but work."""
    for vertex in vertices:
        node = outermost(vertex)
        while isinstance(node, Blossom) and node.dual == 0:
            for child in node.nodes:
                child.around = None
            node = outermost(vertex)
