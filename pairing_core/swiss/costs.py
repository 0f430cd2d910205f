"""All criteria of a round as one exact whole number for each pair: what the matching minimizes.

Priority classes are lexicographic. The lowest class counts in units of 1 (it is the lots, which make the best pairing
unique); the unit of every other class is larger than the largest total that all classes below it can have together:
half as many pairs as players, times the largest cost of a pair. Nothing is tuned, and nothing is lost, because whole
numbers have no limit here.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from pairing_core.model import PlayerNumber
from pairing_core.swiss.criteria import (
    FORBIDDEN,
    RECENT_REPEATS,
    REPEATS,
    SAME_SIDES,
    ByKind,
    ByPair,
    ByScore,
    Columns,
    Criterion,
)
from pairing_core.swiss.field import Entrant, Field
from pairing_core.swiss.rules import BYE, SECOND_BYE, Class, RuleSet, one

LOT_PRIME = 1_048_573
"""A pair's lot is the product of the two players' lots modulo this prime, the largest below 2²⁰."""

BLOCK = 64
SPLIT_BY_WISH = 16

_Kind = tuple[Hashable, ...]


class Part(NamedTuple):
    """A criterion with the number of lowest units that one unit of its cost is worth."""

    criterion: Criterion
    unit: int


class Costs:
    """The cost of every pair of a field by a rule set, and that of every bye.

    ``parts`` are all criteria that a pair costs by, the most important first. With ``allow_repeats`` two may meet again
    if nothing else is left. ``limit`` is the cost from which on a pair must not be.
    """

    def __init__(self, field: Field, rules: RuleSet, allow_repeats: bool) -> None:
        self.field = field
        self.rules = rules
        pairs = max(1, (len(field) + 1) // 2)
        unit = 1 + pairs * LOT_PRIME
        parts: list[Part] = []
        for each in reversed(self._classes(rules.classes_of(field), allow_repeats or rules.repeats)):
            largest = 0
            for criterion, weight in each:
                if weight:
                    parts.append(Part(criterion, unit * weight))
                    largest += weight * criterion.ceiling(field)
            unit *= 1 + pairs * largest
        if allow_repeats and not rules.repeats:
            parts.append(Part(RECENT_REPEATS, unit))
            unit *= 1 + pairs * RECENT_REPEATS.ceiling(field)
        # The bye of an odd field is one pair more; its order is a rank, its repetition a number of byes.
        self.bye_unit = unit
        unit *= 1 + len(field)
        self.second_bye_unit = unit
        unit *= 1 + max((self._byes(entrant) for entrant in field), default=0)
        repeats = unit
        if not rules.repeats:
            parts.append(Part(REPEATS, repeats))
            unit *= 1 + pairs * REPEATS.ceiling(field)
        parts.append(Part(FORBIDDEN, unit))
        self.parts = tuple(reversed(parts))
        self.limit = unit if allow_repeats or rules.repeats else repeats
        self.ceiling = unit * 2
        self.bye_rank = {entrant.index: rank for rank, entrant in enumerate(rules.in_bye_order(field))}

    @staticmethod
    def _classes(own: tuple[Class, ...], repeats: bool) -> tuple[Class, ...]:
        """Add, where repeats can occur, that they change sides: after the rules at the head of the rule set's own."""
        if not repeats:
            return own
        head = 0
        while head < len(own) and all(criterion.is_rule for criterion, _ in own[head]):
            head += 1
        return (*own[:head], one(SAME_SIDES), *own[head:])

    def pair_costs(self, first: Entrant, second: Entrant) -> dict[str, int]:
        """Return the cost of a pair by each criterion, in the criterion's own unit, when ``first`` starts."""
        return {part.criterion.key: part.criterion.cost(self.field, first, second) for part in self.parts}

    def bye_costs(self, entrant: Entrant) -> dict[str, int]:
        """Return what a bye costs: how many the player has had, and the place in the order for it, from 0."""
        return {SECOND_BYE: self._byes(entrant), BYE: self.bye_rank[entrant.index]}

    def bye(self, entrant: Entrant) -> int:
        """Return what a bye costs in lowest units."""
        return self._byes(entrant) * self.second_bye_unit + self.bye_rank[entrant.index] * self.bye_unit

    def _byes(self, entrant: Entrant) -> int:
        return 0 if self.rules.second_byes else entrant.record.byes

    def pair(self, first: Entrant, second: Entrant) -> int:
        """Return what a pair costs in lowest units when ``first`` starts: the definition of all that is quick below."""
        return self.lot(first, second) + sum(
            part.unit * part.criterion.cost(self.field, first, second) for part in self.parts
        )

    def lot(self, a: Entrant, b: Entrant) -> int:
        """Return the lot of a pair."""
        return a.lot * b.lot % LOT_PRIME


def costs_of(field: Field, rules: RuleSet, allow_repeats: bool) -> Costs:
    """Return the costs of a field by a rule set, made only once for both."""
    # The rule set lives as long as the costs that hold it, so that nothing else gets its identity meanwhile.
    return field.once(("costs", id(rules), allow_repeats), lambda of: Costs(of, rules, allow_repeats))


class RoundProblem:
    """The players still to be paired as a matching problem (see :class:`pairing_core.matching.Problem`).

    ``vertices`` are the entrants; an odd number of them is joined by ``None``, the bye, as the last vertex.
    """

    def __init__(self, costs: Costs, entrants: Sequence[Entrant]) -> None:
        self.costs = costs
        self.limit = costs.limit
        self.ceiling = costs.ceiling
        self.vertices: tuple[Entrant | None, ...] = (*entrants, None) if len(entrants) % 2 else tuple(entrants)
        self.size = len(self.vertices)
        parts = costs.parts
        self._by_score = [part for part in parts if isinstance(part.criterion, ByScore)]
        self._by_kind = [part for part in parts if isinstance(part.criterion, ByKind)]
        self._is_directed = any(part.criterion.directed for part in self._by_kind)  # type: ignore[attr-defined]
        self._by_place = [part for part in parts if not isinstance(part.criterion, ByScore | ByKind | ByPair)]
        self._products = self._told_as_products(entrants)
        self._blocks(entrants)
        self._kinds(entrants)
        self._extras(entrants, [part for part in parts if isinstance(part.criterion, ByPair)])

    def lower_bound(self, a: int, b: int) -> int:
        """Return a number that no pair between two blocks undercuts."""
        known = self._bounds.get((a, b))
        if known is None:
            known = self._bounds[a, b] = self._bounds[b, a] = self._lower_bound(a, b)
        return known

    def _lower_bound(self, a: int, b: int) -> int:
        if self.groups[a] < 0 or self.groups[b] < 0:
            return min(self._bye[v] for v in self.blocks[b if self.groups[a] < 0 else a] or (0,))
        one, other = self._score_of[a], self._score_of[b]
        key = (self._kinds_in[a], self._kinds_in[b], self._direction(one, other))
        base = self._least.get(key)
        if base is None:
            base = min(self._kind_row(mine, key[2])[theirs] for mine in key[0] for theirs in key[1])
            self._least[key] = base
        base += self._score_cost(one, other)
        columns = self._columns
        return base + sum(
            part.unit * part.criterion.bound(self.costs.field, columns[a][at], columns[b][at])
            for at, part in enumerate(self._by_place)
        )

    def row(self, v: int, b: int) -> list[int]:
        """Return the costs of a vertex with the members of a block."""
        entrant = self.vertices[v]
        if entrant is None:
            return [self._bye[w] for w in self.blocks[b]]
        if self.groups[b] < 0:
            return [self._bye[v]]
        base = self._base.get((self._kind_of[v], entrant.score, b))
        if base is None:
            base = self._base[self._kind_of[v], entrant.score, b] = self._base_row(v, b)
        lot = entrant.lot
        field = self.costs.field
        if self._products:
            own, x, y = (factor * self._by_place[0].unit for factor in self._products[v])
            x, y = x + x, y + y
            xs, ys = self._factors[b]
            row = [
                own + known + x * their_y + y * their_x + lot * other % LOT_PRIME
                for known, their_x, their_y, other in zip(base, xs, ys, self._lots[b], strict=True)
            ]
        elif len(self._by_place) == 1:
            part = self._by_place[0]
            placed = part.criterion.row(field, entrant, self._columns[b][0], part.unit)
            row = [
                known + more + lot * other % LOT_PRIME
                for known, more, other in zip(base, placed, self._lots[b], strict=True)
            ]
        else:
            row = [known + lot * other % LOT_PRIME for known, other in zip(base, self._lots[b], strict=True)]
            for at, part in enumerate(self._by_place):
                placed = part.criterion.row(field, entrant, self._columns[b][at], part.unit)
                row = [known + more for known, more in zip(row, placed, strict=True)]
        for at, more in self._extra[v].get(b, ()):
            row[at] += more
        return row

    def _told_as_products(self, entrants: Sequence[Entrant]) -> list[tuple[int, int, int]]:
        """Return what :meth:`Criterion.products` tells of each vertex, if the only placing criterion tells it."""
        if len(self._by_place) != 1:
            return []
        told = [self._by_place[0].criterion.products(self.costs.field, entrant) for entrant in entrants]
        return [each for each in told if each is not None]

    # Blocks: of one score group, then of one wish to start if the group is large, then of neighbors by place.

    def _blocks(self, entrants: Sequence[Entrant]) -> None:
        by_score: dict[int, list[int]] = {}
        for v, entrant in enumerate(entrants):
            by_score.setdefault(entrant.score, []).append(v)
        self.blocks: list[list[int]] = []
        self.groups: list[int] = []
        for group, score in enumerate(sorted(by_score, reverse=True)):
            members = by_score[score]
            wishes: dict[int, list[int]] = {}
            for v in members:
                wish = _wish(entrants[v]) if self._by_kind and len(members) >= SPLIT_BY_WISH else 0
                wishes.setdefault(wish, []).append(v)
            for wish in sorted(wishes):
                for block in self._split(entrants, wishes[wish]):
                    self.blocks.append(block)
                    self.groups.append(group if self._by_score else 0)
        if self.size > len(entrants):
            self.blocks.append([len(entrants)])
            self.groups.append(-1)
        field = self.costs.field
        inside = [
            [entrants[v] for v in block] if group >= 0 else []
            for block, group in zip(self.blocks, self.groups, strict=True)
        ]
        self._score_of = [members[0].score if members else 0 for members in inside]
        self._lots = [[entrant.lot for entrant in members] for members in inside]
        told = [
            [self._products[v][1:] for v in block] if self._products and group >= 0 else []
            for block, group in zip(self.blocks, self.groups, strict=True)
        ]
        self._factors = [([x for x, _ in block], [y for _, y in block]) for block in told]
        self._columns: list[list[Columns]] = [
            [part.criterion.columns(field, members) for part in self._by_place] if members else [] for members in inside
        ]

    def _split(self, entrants: Sequence[Entrant], members: list[int]) -> list[list[int]]:
        """Return neighbors in blocks, halved along each coordinate of the placing criteria in turn."""
        field = self.costs.field
        told = {
            v: max((part.criterion.coordinates(field, entrants[v]) for part in self._by_place), key=len, default=(v,))
            for v in members
        }
        ready: list[list[int]] = []
        waiting = [(members, 0)]
        while waiting:
            block, depth = waiting.pop()
            axis = depth % len(told[block[0]])
            block = sorted(block, key=lambda v: (told[v][axis], v))
            if len(block) <= BLOCK:
                ready.append(block)
            else:
                half = len(block) // 2
                waiting += [(block[half:], depth + 1), (block[:half], depth + 1)]
        return ready

    # Costs by kind and score: equal for many pairs, so computed once for each kind and block.

    def _kinds(self, entrants: Sequence[Entrant]) -> None:
        field = self.costs.field
        numbers: dict[_Kind, int] = {}
        self._kind_of = [
            numbers.setdefault(tuple(part.criterion.kind(field, entrant) for part in self._by_kind), len(numbers))  # type: ignore[attr-defined]
            for entrant in entrants
        ]
        self._kind_list: list[_Kind] = list(numbers)
        self._kinds_in = [
            tuple(sorted({self._kind_of[v] for v in block})) if group >= 0 else ()
            for block, group in zip(self.blocks, self.groups, strict=True)
        ]
        self._kind_rows: dict[tuple[int, int], list[int]] = {}
        self._score_costs: dict[tuple[int, int], int] = {}
        self._least: dict[tuple[tuple[int, ...], tuple[int, ...], int], int] = {}
        self._base: dict[tuple[int, int, int], list[int]] = {}
        self._bounds: dict[tuple[int, int], int] = {}
        self._bye = [self.costs.bye(entrant) for entrant in entrants] + [0]

    def _base_row(self, v: int, b: int) -> list[int]:
        entrant = self.vertices[v]
        assert entrant is not None
        score = self._score_of[b]
        direction = self._direction(entrant.score, score)
        by_score = self._score_cost(entrant.score, score)
        kinds = self._kind_row(self._kind_of[v], direction)
        row = [by_score + kinds[self._kind_of[w]] for w in self.blocks[b]]
        if self._products:
            unit = self._by_place[0].unit
            row = [known + unit * self._products[w][0] for known, w in zip(row, self.blocks[b], strict=True)]
        return row

    def _direction(self, one: int, other: int) -> int:
        """Return which of two scores is higher, where that matters to any cost by kind."""
        return (one > other) - (one < other) if self._is_directed else 0

    def _score_cost(self, one: int, other: int) -> int:
        cost = self._score_costs.get((one, other))
        if cost is None:
            cost = sum(part.unit * part.criterion.gap(one, other) for part in self._by_score)  # type: ignore[attr-defined]
            self._score_costs[one, other] = cost
        return cost

    def _kind_row(self, kind: int, direction: int) -> list[int]:
        """Return the costs of one kind with each, whoever starts: the lesser of the two ways."""
        row = self._kind_rows.get((kind, direction))
        if row is None:
            mine = self._kind_list[kind]
            row = self._kind_rows[kind, direction] = []
            for other in self._kind_list:
                fixed = starts = answers = 0
                for part, a, b in zip(self._by_kind, mine, other, strict=True):
                    criterion: ByKind = part.criterion  # type: ignore[assignment]
                    cost, turned = criterion.kind_cost(a, b, direction), criterion.kind_cost(b, a, -direction)
                    if criterion.oriented:
                        starts += part.unit * cost
                        answers += part.unit * turned
                    else:
                        fixed += part.unit * criterion.sound(cost, turned, cost)
                row.append(fixed + min(starts, answers))
        return row

    def _extras(self, entrants: Sequence[Entrant], parts: Sequence[Part]) -> None:
        """What single pairs cost more, by vertex and block: the place in the block and the amount."""
        vertex: Mapping[PlayerNumber, int] = {entrant.number: v for v, entrant in enumerate(entrants)}
        more: dict[tuple[int, int], int] = {}
        oriented: dict[tuple[int, int], None] = {}
        for part in parts:
            criterion: ByPair = part.criterion  # type: ignore[assignment]
            for (lower, higher), cost in criterion.known_pairs(self.costs.field).items():
                v, w = vertex.get(lower), vertex.get(higher)
                if v is None or w is None:
                    continue
                if criterion.oriented:
                    oriented[v, w] = None
                else:
                    more[v, w] = more.get((v, w), 0) + part.unit * cost
        sides = [part for part in parts if part.criterion.oriented]
        for v, w in oriented:
            more[v, w] = more.get((v, w), 0) + self._more_by_sides(entrants[v], entrants[w], sides)
        place = {v: (b, at) for b, block in enumerate(self.blocks) for at, v in enumerate(block)}
        extra: list[dict[int, list[tuple[int, int]]]] = [{} for _ in entrants]
        for (v, w), cost in more.items():
            for mine, theirs in ((v, w), (w, v)):
                b, at = place[theirs]
                extra[mine].setdefault(b, []).append((at, cost))
        self._extra = extra

    def _more_by_sides(self, one: Entrant, other: Entrant, sides: Sequence[Part]) -> int:
        """Return how much the better way costs more with these criteria than without them."""
        field = self.costs.field
        kinds = [part for part in self._by_kind if part.criterion.oriented]

        def way(parts: Sequence[Part], first: Entrant, second: Entrant) -> int:
            return sum(part.unit * part.criterion.cost(field, first, second) for part in parts)

        starts, answers = way(kinds, one, other), way(kinds, other, one)
        with_sides = min(starts + way(sides, one, other), answers + way(sides, other, one))
        return with_sides - min(starts, answers)


def _wish(entrant: Entrant) -> int:
    """Return how much a player is due to start: 1 not at all, 2 rather not, 3 no wish, 4 rather, 5 much."""
    balance, run = entrant.record.start_balance, entrant.record.start_run
    if balance:
        return 1 if balance > 0 else 5
    return 3 if not run else 2 if run > 0 else 4
