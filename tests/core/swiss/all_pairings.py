"""The best pairing by looking at all: an oracle that shares with the product only the definitions of the criteria."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_core.swiss.costs import LOT_PRIME
from pairing_core.swiss.criteria import FORBIDDEN, RECENT_REPEATS, REPEATS, SAME_SIDES
from pairing_core.swiss.field import Entrant, Field
from pairing_core.swiss.rules import RuleSet

Vector = tuple[int, ...]
"""A cost by priority class, the most important first; compared as tuples are."""


def best(field: Field, rules: RuleSet) -> tuple[Vector, list[tuple[int, int]], int | None]:
    """The least vector, its pairs (starter first) by number, and who has the bye."""
    return min(_all(field, rules), key=lambda found: found[0])


def vector_of(field: Field, rules: RuleSet, games: Sequence[tuple[int, int]], bye: int | None) -> Vector:
    """The vector of a pairing, with the starters as given."""
    by_number = field.by_number
    parts = [_pair(field, rules, by_number[first], by_number[second]) for first, second in games]
    if bye is not None:
        parts.append(_bye(field, rules, by_number[bye]))
    return tuple(map(sum, zip(*parts, strict=True)))


def _all(field: Field, rules: RuleSet) -> Iterator[tuple[Vector, list[tuple[int, int]], int | None]]:
    entrants = list(field)
    if len(entrants) % 2 == 0:
        for games in _games(entrants):
            oriented = [_better_way(field, rules, one, other) for one, other in games]
            yield vector_of(field, rules, oriented, None), oriented, None
        return
    for bye in entrants:
        for games in _games([each for each in entrants if each is not bye]):
            oriented = [_better_way(field, rules, one, other) for one, other in games]
            yield vector_of(field, rules, oriented, bye.number), oriented, bye.number


def _games(entrants: Sequence[Entrant]) -> Iterator[list[tuple[Entrant, Entrant]]]:
    if not entrants:
        yield []
        return
    first, rest = entrants[0], entrants[1:]
    for at, other in enumerate(rest):
        for games in _games([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *games]


def _better_way(field: Field, rules: RuleSet, one: Entrant, other: Entrant) -> tuple[int, int]:
    way = min((one, other), (other, one), key=lambda pair: _pair(field, rules, *pair))
    return way[0].number, way[1].number


def _pair(field: Field, rules: RuleSet, first: Entrant, second: Entrant) -> Vector:
    common = (FORBIDDEN, *(() if rules.repeats else (REPEATS,)))
    head = [criterion.cost(field, first, second) for criterion in common]
    recent = 0 if rules.repeats else RECENT_REPEATS.cost(field, first, second)
    own = [
        sum(weight * criterion.cost(field, first, second) for criterion, weight in each)
        for each in rules.classes_of(field)
    ]
    own.insert(_leading_rules(field, rules), SAME_SIDES.cost(field, first, second))
    return (*head, 0, 0, recent, *own, first.lot * second.lot % LOT_PRIME)


def _bye(field: Field, rules: RuleSet, entrant: Entrant) -> Vector:
    order = sorted(field, key=lambda each: (rules.bye_order(field, each), -each.index))
    head = [0] * (1 if rules.repeats else 2)
    return (*head, entrant.record.byes, order.index(entrant), 0, 0, *(0 for _ in rules.classes_of(field)), 0)


def _leading_rules(field: Field, rules: RuleSet) -> int:
    """How many classes at the head are rules that give way only if they must."""
    classes = [all(criterion.is_rule for criterion, _ in each) for each in rules.classes_of(field)]
    return (*classes, False).index(False)
