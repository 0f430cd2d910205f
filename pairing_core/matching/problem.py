"""What a matching problem is: costs asked row by row, with bounds that spare most of the asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

BLOCK = 64


class Problem(Protocol):
    """The vertices 0 to ``size`` - 1, an even number of them, and what it costs to pair any two.

    Costs are symmetric non-negative integers of any length. A vertex may be paired with each other one: a pair that
    should not be is one that costs ``limit`` or more, and as ``limit`` is larger than the total of any perfect matching
    without such pairs, the optimum has as few of them as possible.
    """

    @property
    def size(self) -> int:
        """How many vertices there are; even."""

    @property
    def blocks(self) -> Sequence[Sequence[int]]:
        """A partition of the vertices into lists of similar ones, of at most 64 each if it is to be fast."""

    @property
    def groups(self) -> Sequence[int]:
        """``groups[b]`` is the larger group to which block b belongs."""

    @property
    def limit(self) -> int:
        """From which cost on a pair is one that should not be."""

    @property
    def ceiling(self) -> int:
        """A number that no cost exceeds."""

    def lower_bound(self, a: int, b: int) -> int:
        """Return a number that no pair between the blocks a and b undercuts; the same for (b, a)."""

    def row(self, v: int, b: int) -> list[int]:
        """Return the cost of the vertex v with each member of block b, in their order; anything for v itself.

        The list belongs to whoever asked.
        """


class DenseProblem:
    """A problem given as a symmetric matrix of costs, in which None is a pair that should not be.

    >>> problem = DenseProblem([[None, 3, 1], [3, None, None], [1, None, None]])
    Traceback (most recent call last):
        ...
    ValueError: the number of vertices must be even, not 3
    """

    def __init__(self, matrix: Sequence[Sequence[int | None]]) -> None:
        self.size = len(matrix)
        if self.size % 2:
            raise ValueError(f"the number of vertices must be even, not {self.size}")
        self.limit = 1 + sum(max((cost for cost in row if cost is not None), default=0) for row in matrix)
        self.ceiling = self.limit
        self.blocks = [range(at, min(at + BLOCK, self.size)) for at in range(0, self.size, BLOCK)]
        self.groups = [0] * len(self.blocks)
        self._costs = [[self.limit if cost is None else cost for cost in row] for row in matrix]
        self._bounds = [
            [min((self._costs[v][w] for v in a for w in b if v != w), default=0) for b in self.blocks]
            for a in self.blocks
        ]

    def lower_bound(self, a: int, b: int) -> int:
        """Return the least cost between the two blocks."""
        return self._bounds[a][b]

    def row(self, v: int, b: int) -> list[int]:
        """Return the costs of v with the members of block b."""
        block = self.blocks[b]
        return self._costs[v][block.start : block.stop]
