"""Who is stuck: why a graph has no perfect matching, in a form that can be said in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Stuck(NamedTuple):
    """A barrier of Tutte (1947) and Berge (1958).

    ``parts``: sets of an odd number of vertices that are joined to all others only through ``between``. In a perfect
    matching each of them needs a partner in ``between`` for one of its members, but there are more parts than that.
    All are ascending, and the parts by their first member.
    """

    between: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]


def stuck(size: int, allowed: Callable[[int], Sequence[int]]) -> Stuck | None:
    """Return a small reason why the vertices 0 to ``size`` - 1 cannot all be paired, or None if they can.

    ``allowed(v)`` lists those with whom v may be paired; it is asked once for each v and must be symmetric. A largest
    matching is found first (Edmonds, "Paths, trees, and flowers", 1965); every vertex that stays without a partner is
    then the root of a tree that is such a barrier, of which the smallest is returned. Time O(size * pairs) at worst.

    >>> stuck(4, [[1], [0, 2, 3], [1], [1]].__getitem__)
    Stuck(between=(1,), parts=((0,), (2,)))
    >>> stuck(4, [[1], [0, 2], [1, 3], [2]].__getitem__)
    """
    neighbors = [[w for w in allowed(v) if w != v] for v in range(size)]
    mate = [-1] * size
    for v in range(size):
        if mate[v] < 0:
            # The one with the fewest choices first.
            w = min((w for w in neighbors[v] if mate[w] < 0), key=lambda w: (len(neighbors[w]), w), default=-1)
            if w >= 0:
                mate[v], mate[w] = w, v
    # A root from which no augmenting path leads now will have none later.
    left = [v for v in range(size) if mate[v] < 0 and _search(v, neighbors, mate)]
    left = [v for v in left if mate[v] < 0]
    barriers = [barrier for barrier in (_search(v, neighbors, mate) for v in left) if barrier]
    return min(barriers, key=lambda found: (len(found.between) + sum(map(len, found.parts)), found), default=None)


def _search(root: int, neighbors: list[list[int]], mate: list[int]) -> Stuck | None:
    """Augment the matching by a path from an exposed vertex, or return the barrier that its tree is."""
    size = len(mate)
    outer = [False] * size
    parent = [-1] * size  # of inner vertices, and of those that a blossom has made outer: the vertex before
    base = list(range(size))  # of the outermost blossom around a vertex

    def meeting(a: int, b: int) -> int:
        on_the_way = [False] * size
        while True:
            a = base[a]
            on_the_way[a] = True
            if a == root:
                break
            a = parent[mate[a]]
        while not on_the_way[base[b]]:
            b = parent[mate[base[b]]]
        return base[b]

    def mark(v: int, lowest: int, child: int, bases: list[bool]) -> None:
        while base[v] != lowest:
            bases[base[v]] = bases[base[mate[v]]] = True
            parent[v] = child
            child = mate[v]
            v = parent[child]

    outer[root] = True
    queue = [root]
    for v in queue:
        for w in neighbors[v]:
            if base[v] == base[w] or mate[v] == w:
                continue
            if outer[w]:
                lowest = meeting(v, w)
                bases = [False] * size
                mark(v, lowest, w, bases)
                mark(w, lowest, v, bases)
                for x in range(size):
                    if bases[base[x]]:
                        base[x] = lowest
                        if not outer[x]:
                            outer[x] = True
                            queue.append(x)
            elif parent[w] < 0:
                parent[w] = v
                if mate[w] < 0:
                    while w >= 0:
                        v = parent[w]
                        mate[w], mate[v], w = v, w, mate[v]
                    return None
                outer[mate[w]] = True
                queue.append(mate[w])
    parts: dict[int, list[int]] = {}
    for v in range(size):
        if outer[v]:
            parts.setdefault(base[v], []).append(v)
    between = tuple(v for v in range(size) if parent[v] >= 0 and not outer[v])
    return Stuck(between, tuple(sorted(tuple(part) for part in parts.values())))
