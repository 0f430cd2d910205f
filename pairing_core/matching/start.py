"""The beginning: feasible duals, a few candidates for each vertex, and a matching of most vertices.

Each group is started for itself. The duals that come out are capped by half of the bound towards the other groups, so
that all pairs between groups are feasible at once. The reduction that ends it is from Jonker and Volgenant, "A shortest
augmenting path algorithm for dense and sparse linear assignment problems", 1987.
"""

from __future__ import annotations

from operator import itemgetter, sub

from pairing_core.matching.forest import Forest
from pairing_core.matching.state import Costs, Row, State


def start(state: State) -> None:
    """Set duals, candidates and guards, and match what can be matched cheaply."""
    costs = state.costs
    blocks, bounds = costs.blocks, costs.bounds
    for group in costs.group_blocks.values():
        if sum(len(blocks[b]) for b in group) >= state.settings.sample:
            sampled_duals(state, group)
        else:
            half_of_least(state, group)
        choose_candidates(state, group)
    highest = [max(state.y[v] for v in block) for block in blocks]
    for a, block in enumerate(blocks):
        outside = min((bounds[a][b] - highest[b] for b in costs.far[a]), default=costs.infinity)
        for v in block:
            if outside < state.key[v]:
                state.key[v] = outside
    match_greedily(state)
    reduce_rows(state)


def half_of_least(state: State, group: list[int]) -> None:
    """Set each y to half of the least cost inside the group."""
    costs, y = state.costs, state.y
    bounds, row = costs.bounds, costs.row
    for a in group:
        order = sorted((bounds[a][b], b) for b in group if b != a)
        for v in costs.blocks[a]:
            least = min(row(v, a))
            for bound, b in order:
                if bound >= least:
                    break
                least = min(least, min(row(v, b)))
            y[v] = least >> 1


def sampled_duals(state: State, group: list[int]) -> None:
    """Set each y to what is left of the least cost by the duals of a sample, which is matched first, by itself.

    These duals may be infeasible; the averaging that follows mends it.
    """
    costs, y = state.costs, state.y
    step = state.settings.step
    chosen: list[tuple[int, list[int]]] = []  # (block, every so-many-th of its members)
    offset = 0
    for b in group:
        block = costs.blocks[b]
        members = list(block[offset::step])
        offset = (offset - len(block)) % step
        if members:
            chosen.append((b, members))
    if sum(len(members) for _, members in chosen) % 2:
        chosen[0][1].pop()
        if not chosen[0][1]:
            del chosen[0]

    vertices = [v for _, members in chosen for v in members]
    number = {v: at for at, v in enumerate(vertices)}
    places = [[costs.place[v] for v in members] for _, members in chosen]
    # itemgetter gives a bare item, not a tuple, for a single place.
    pick = [itemgetter(*at) if len(at) > 1 else itemgetter(slice(at[0], at[0] + 1)) for at in places]

    def ask(v: int, b: int) -> Row:
        return list(pick[b](costs.row(vertices[v], chosen[b][0])))

    sample = State(
        Costs(
            len(vertices),
            [[number[v] for v in members] for _, members in chosen],
            [0] * len(chosen),
            [[costs.bounds[a][b] for b, _ in chosen] for a, _ in chosen],
            ask,
            costs.limit,
            costs.ceiling,
        ),
        state.settings,
    )
    start(sample)
    Forest(sample).grow()
    for at, v in enumerate(vertices):
        y[v] = sample.y[at] - (sum(sample.z[b] for b in sample.around(at)) >> 1)

    known = [([y[v] for v in members], max(y[v] for v in members)) for _, members in chosen]
    for a in group:
        order = sorted((costs.bounds[a][b] - known[at][1], at) for at, (b, _) in enumerate(chosen))
        for v in costs.blocks[a]:
            if v in number:
                continue
            least = costs.infinity
            for bound, at in order:
                if bound >= least:
                    break
                least = min(least, min(map(sub, pick[at](costs.row(v, chosen[at][0])), known[at][0])))
            y[v] = least


def choose_candidates(state: State, group: list[int]) -> None:
    """Make the nearest pairs inside the group candidates, by cost minus y, and make the duals feasible.

    y becomes the mean of y and of the least cost - y[w]; this is feasible whatever y was before, since
    (y[v] + cost - y[w]) / 2 and (y[w] + cost - y[v]) / 2 add up to the cost.
    """
    costs, y, nearest = state.costs, state.y, state.settings.nearest
    blocks, bounds, infinity, rows = costs.blocks, costs.bounds, costs.infinity, costs.rows
    cap = min((bounds[a][b] for a in group for b in costs.far[a]), default=infinity) >> 1
    duals = {b: [y[w] for w in blocks[b]] for b in group}
    highest = {b: max(duals[b]) for b in group}
    feasible = []
    for a in group:
        order = sorted((bounds[a][b] - highest[b], b) for b in group)
        for v in blocks[a]:
            best: list[tuple[int, int, int]] = []
            worst = infinity >> 1  # what v itself costs is more
            for bound, b in order:
                if bound >= worst:
                    break
                row = rows[v][b] or costs.row(v, b)
                best += [
                    entry for entry in zip(map(sub, row, duals[b]), blocks[b], row, strict=True) if entry[0] < worst
                ]
                if len(best) > nearest:
                    best.sort()
                    del best[nearest + 1 :]
                    worst = best[nearest][0]
            best.sort()
            state.key[v] = best[nearest][0] if len(best) > nearest else infinity
            for _, w, cost in best[:nearest]:
                if cost < costs.limit:
                    state.add(v, w, cost)
            feasible.append((v, (y[v] + best[0][0]) >> 1 if best else cap))
    for v, value in feasible:
        y[v] = min(value, cap)


def match_greedily(state: State) -> None:
    """Raise each y until a candidate is tight, and match the two if both are exposed."""
    y, mate = state.y, state.mate
    for v, neighbors in enumerate(state.neighbors):
        if mate[v] >= 0 or not neighbors:
            continue
        y[v], _, w = min((cost - y[w], mate[w] >= 0, w) for w, cost in neighbors)
        if mate[w] < 0:
            mate[v], mate[w] = w, v


def reduce_rows(state: State) -> None:
    """Let each exposed vertex outbid the mate of its best neighbor, as long as it can and not too often."""
    y, mate, key = state.y, state.mate, state.key
    stack = [v for v in range(state.size - 1, -1, -1) if mate[v] < 0]
    steps = 4 * len(stack)
    while stack and steps:
        v = stack.pop()
        if mate[v] >= 0 or len(state.neighbors[v]) < 2:
            continue
        steps -= 1
        (least, taken, w), second = sorted((cost - y[w], mate[w] >= 0, w) for w, cost in state.neighbors[v])[:2]
        if not taken:
            y[v] = least
            mate[v], mate[w] = w, v
            continue
        bid = min(second[0], key[v])
        if bid > least:
            y[v] = bid
            y[w] -= bid - least
            loser = mate[w]
            mate[loser] = -1
            mate[v], mate[w] = w, v
            stack.append(loser)
        elif least > y[v]:
            y[v] = least
