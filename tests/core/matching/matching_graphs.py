"""Problems for the tests of matchings: random ones with all sorts of blocks and bounds, and Swiss-like rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from pairing_core.matching.state import Settings

Costs = list[list[int]]


class Asked:
    """A problem over a complete matrix of costs, in any blocks and with any bounds; it counts what it is asked."""

    def __init__(
        self,
        costs: Costs,
        limit: int,
        blocks: Sequence[Sequence[int]],
        groups: Sequence[int],
        weaken: Callable[[int], int] = lambda bound: bound,
    ) -> None:
        self.costs = costs
        self.size = len(costs)
        self.blocks, self.groups, self.limit = blocks, groups, limit
        self.ceiling = max((cost for row in costs for cost in row), default=0)
        self.weaken = weaken
        self.rows: dict[tuple[int, int], int] = {}

    def lower_bound(self, a: int, b: int) -> int:
        pairs = [self.costs[v][w] for v in self.blocks[a] for w in self.blocks[b] if v != w]
        return self.weaken(min(pairs, default=0))

    def row(self, v: int, b: int) -> list[int]:
        self.rows[v, b] = self.rows.get((v, b), 0) + 1
        return [self.costs[v][w] for w in self.blocks[b]]

    def allowed(self, v: int) -> list[int]:
        return [w for w in range(self.size) if w != v and self.costs[v][w] < self.limit]


BOUNDS: tuple[Callable[[int], int], ...] = (lambda bound: bound, lambda bound: bound * 2 // 3, lambda bound: 0)


def divided(size: int, random: Random, largest: int) -> tuple[list[list[int]], list[int]]:
    """Blocks of random sizes of the vertices in random order, and their groups."""
    order = random.sample(range(size), size)
    blocks = []
    while order:
        blocks.append([order.pop() for _ in range(min(len(order), random.randint(1, largest)))])
    groups = random.randint(1, 4)
    return blocks, [random.randrange(groups) for _ in blocks]


def random_problem(random: Random, sizes: Sequence[int]) -> Asked:
    """Random costs, small ones with many ties or large ones, and up to 70 % of the pairs banned."""
    size = random.choice(sizes)
    high = random.choice([1, 2, 4, 10, 100, 10**6, 2**120])
    banned = random.choice([0, 0, 0.2, 0.5, 0.7])
    limit = high * size + 1
    if random.random() < 0.5:
        costs = matrix(size, lambda v, w: random.randrange(high))
    else:  # points on a line, paired with those who are far away: many nested blossoms
        at = [random.randrange(high) for _ in range(size)]
        costs = matrix(size, lambda v, w: abs(at[v] - at[w]))
    for v in range(size):
        for w in range(v):
            if random.random() < banned:
                costs[v][w] = costs[w][v] = limit * random.randint(1, 2)
    return Asked(costs, limit, *divided(size, random, random.choice([1, 3, 8])), random.choice(BOUNDS))


def random_settings(random: Random) -> Settings:
    """Settings with which all that happens in large problems happens in small ones."""
    return Settings(
        nearest=random.choice([1, 2, 3, 10]),
        more=random.choice([1, 3]),
        batch=random.choice([2, 4, 8]),
        sample=random.choice([4, 8, 100]),
        step=random.choice([2, 3, 4]),
        worst=random.choice([1, 3]),
    )


def matrix(size: int, cost: Callable[[int, int], int]) -> Costs:
    """The symmetric matrix of a cost."""
    costs = [[0] * size for _ in range(size)]
    for v in range(size):
        for w in range(v):
            costs[v][w] = costs[w][v] = cost(v, w)
    return costs


def swiss_rounds(players: int, random: Random, spread: int, strict: bool) -> Costs:
    """The penalties of a round of a made-up Swiss tournament: rematches, points, colors, fold inside a score group.

    ``spread`` is the number of different scores; ``strict`` makes each penalty outweigh all that come after it.
    """
    points = sorted((random.randrange(spread) for _ in range(players)), reverse=True)
    starts = [random.choice([-1, 0, 1]) for _ in range(players)]
    met = {frozenset(random.sample(range(players), 2)) for _ in range(2 * players)}
    group = {score: [v for v in range(players) if points[v] == score] for score in points}
    place = {v: at for members in group.values() for at, v in enumerate(members)}
    unit = [1, 20, 400, 10**8]
    if strict:
        unit = [1, 10**4 * players**3, 10**8 * players**5, 10**30 * players**9]

    def cost(v: int, w: int) -> int:
        half = len(group[points[v]]) // 2
        fold = (abs(place[v] - place[w]) - half) ** 2 if points[v] == points[w] else 0
        color = starts[v] == starts[w] != 0
        return (
            unit[0] * fold
            + unit[1] * color
            + unit[2] * (points[v] - points[w]) ** 2
            + unit[3] * (frozenset((v, w)) in met)
        )

    return matrix(players, cost)


def swiss_problem(players: int, random: Random, *, spread: int = 6, strict: bool = False) -> Asked:
    """A Swiss round with blocks of at most 16 neighbors; pairs that have met are banned."""
    costs = swiss_rounds(players, random, spread, strict)
    blocks = [range(at, min(at + 16, players)) for at in range(0, players, 16)]
    limit = (10**30 * players**9) if strict else 10**8
    return Asked(costs, limit, blocks, list(range(len(blocks))), random.choice(BOUNDS))


def least_by_trying(costs: Costs) -> int:
    """The least total of all perfect matchings, each tried once; for up to 12 vertices."""
    known = {(1 << len(costs)) - 1: 0}

    def rest(matched: int) -> int:
        if matched not in known:
            v = (~matched & matched + 1).bit_length() - 1
            known[matched] = min(
                costs[v][w] + rest(matched | 1 << v | 1 << w) for w in range(v + 1, len(costs)) if not matched >> w & 1
            )
        return known[matched]

    return rest(0)
