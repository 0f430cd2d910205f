"""What makes a pair bad, one small class each: a name, a sentence, and an exact cost in a stated unit.

A rule set is an ordered tuple of classes of criteria (:mod:`pairing_core.swiss.rules`). A criterion says nothing of how
important it is: that is its place in the tuple.

The cost of a pair is a whole number, not negative. ``cost(field, a, b)`` defines it, with ``a`` as the player who
starts; for a criterion that is not ``oriented`` the order does not matter. That alone is enough for a criterion of an
own federation (derive from :class:`Criterion`). The four shapes below say more about what the cost depends on, so that
a round of a thousand players need not ask every pair.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, NamedTuple

from pairing_core.errors import N_, BadValue
from pairing_core.history import Float
from pairing_core.model import HalfPoints, PlayerNumber, pair_of, pairs_of
from pairing_core.standings import standings
from pairing_core.swiss.field import Entrant, Field

Columns = Any
"""What a criterion keeps of a block of players; its own business."""


@dataclass(frozen=True)
class Criterion:
    """A reason to prefer one pair to another.

    ``key`` is its name in files and options, ``name`` the one for people, ``unit`` says what a cost of 1 is. If it is
    ``oriented``, it matters who starts; such a criterion must be a :class:`ByKind` or a :class:`ByPair`. ``is_rule``
    marks what a rule forbids and a round reports as having given way.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    unit: ClassVar[str]
    oriented: ClassVar[bool] = False
    is_rule: ClassVar[bool] = False

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the cost of the pair when ``a`` starts."""
        raise NotImplementedError

    def ceiling(self, field: Field) -> int:
        """Return a number that no cost of this field exceeds."""
        raise NotImplementedError

    def columns(self, field: Field, members: Sequence[Entrant]) -> Columns:
        """Return what :meth:`row` and :meth:`bound` need of players who stand in one block."""
        return members

    def row(self, field: Field, a: Entrant, columns: Columns, unit: int) -> list[int]:
        """Return ``unit`` times the cost of ``a`` with each player of a block.

        Raises :class:`BadValue` for a cost that a proof could not stand on (see :meth:`sound`).
        """
        ceiling = field.once((self, "ceiling"), self.ceiling)
        return [
            0 if a is b else unit * self.sound(self.cost(field, a, b), self.cost(field, b, a), ceiling) for b in columns
        ]

    def products(self, field: Field, entrant: Entrant) -> tuple[int, int, int] | None:
        """Return numbers n, x and y of a player where the cost of each pair is n + n' + 2 (x y' + y x'), else nothing.

        Such costs are computed together with all others of a pair.
        """
        return None

    def sound(self, cost: Any, turned: Any, ceiling: int) -> int:
        """Return the cost. Raises :class:`BadValue` unless it is what every cost must be.

        It is a whole number from 0 to the ceiling, and without ``oriented`` the same whoever of the two starts.
        """
        if not isinstance(cost, int) or not 0 <= cost <= ceiling:
            raise BadValue(what=self.key, found=str(cost)[:60], wanted=f"a whole number from 0 to {ceiling}")
        if cost != turned and not self.oriented:
            raise BadValue(what=self.key, found=f"{cost} / {turned}"[:60], wanted="the same whoever starts")
        return cost

    def bound(self, field: Field, some: Columns, others: Columns) -> int:
        """Return a number that no pair between two blocks undercuts."""
        return 0

    def coordinates(self, field: Field, entrant: Entrant) -> Sequence[int]:
        """Return numbers by which players are alike: blocks are made of those near each other in them."""
        return (entrant.place,)


class ByScore(Criterion):
    """The cost depends on the two scores only."""

    def gap(self, one: HalfPoints, other: HalfPoints) -> int:
        """Return the cost of a pair with these scores, in either order."""
        raise NotImplementedError

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the cost of the scores."""
        return self.gap(a.score, b.score)

    def ceiling(self, field: Field) -> int:
        """Return the largest cost of two scores that occur."""
        scores = field.scores
        return max((self.gap(one, other) for one in scores for other in scores), default=0)


class ByKind(Criterion):
    """The cost depends on a few features of each player, and (if ``directed``) on who of the two has more points."""

    directed: ClassVar[bool] = True

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the features of a player."""
        raise NotImplementedError

    def kind_cost(self, a: Any, b: Any, direction: int) -> int:
        """Return the cost when a player of kind ``a`` starts against one of kind ``b``.

        ``direction`` is 1 if the first has more points, -1 if the second has, 0 if they are level.
        """
        raise NotImplementedError

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the cost of the two kinds."""
        direction = (a.score > b.score) - (a.score < b.score)
        return self.kind_cost(self.kind(field, a), self.kind(field, b), direction)

    def ceiling(self, field: Field) -> int:
        """Return the largest cost of two kinds that occur."""
        kinds = list(dict.fromkeys(self.kind(field, entrant) for entrant in field))
        return max((self.kind_cost(a, b, way) for a in kinds for b in kinds for way in (-1, 0, 1)), default=0)


class ByPair(Criterion):
    """A few pairs cost something, all others nothing."""

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return the pairs that cost something, by pairing numbers, the lower first."""
        raise NotImplementedError

    def known_pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return :meth:`pairs`, computed once for a field."""
        return field.once(self, self.pairs)

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the cost of the pair."""
        return self.known_pairs(field).get(pair_of(a.number, b.number), 0)

    def ceiling(self, field: Field) -> int:
        """Return the largest cost of any pair."""
        return max(self.known_pairs(field).values(), default=0)


# Whom one may not meet


@dataclass(frozen=True)
class Forbidden(ByPair):
    """Pairs that the arbiter has forbidden, and groups that are to be kept apart whatever it costs."""

    key = "forbidden"
    name = N_("Forbidden pairs")
    unit = N_("forbidden pair")
    is_rule = True

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return them, each at 1."""
        tournament = field.tournament
        apart = (
            pair
            for group in tournament.keep_apart
            if group.is_hard and (group.until is None or field.round <= group.until)
            for pair in pairs_of(group.players)
        )
        return dict.fromkeys([*tournament.forbidden, *apart], 1)


@dataclass(frozen=True)
class Repeats(ByPair):
    """Two who have met: the cost is how often."""

    key = "repeats"
    name = N_("Repeated meetings")
    unit = N_("earlier meeting")
    is_rule = True

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return all pairs that have met, with the number of their meetings."""
        return {
            (entrant.number, other): len(rounds)
            for entrant in field
            for other, rounds in entrant.record.met.items()
            if entrant.number < other and other in field.by_number
        }


@dataclass(frozen=True)
class RecentRepeats(ByPair):
    """Of meetings that must be repeated, the oldest first: the cost is the round of the last one."""

    key = "recent-repeats"
    name = N_("Recent meetings repeated")
    unit = N_("round")

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return all pairs that have met, with the round of their last meeting."""
        return {
            (entrant.number, other): rounds[-1]
            for entrant in field
            for other, rounds in entrant.record.met.items()
            if entrant.number < other and other in field.by_number
        }


@dataclass(frozen=True)
class SameSides(ByPair):
    """Two who meet again should change sides: the cost is 1 if who starts has started their last game as well."""

    key = "same-sides"
    name = N_("The same sides in a second meeting")
    unit = N_("game with the same player starting again")
    oriented = True

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return all pairs that have met, each at 1."""
        return dict.fromkeys(REPEATS.known_pairs(field), 1)

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return whether ``a`` has started their last game."""
        rounds = field.history.met(a.number, b.number)
        return int(bool(rounds) and a.record.start_in(rounds[-1]) is True)


@dataclass(frozen=True)
class KeptApart(ByPair):
    """A wish that some do not meet: groups with a price, and players of one club or country in the early rounds.

    ``until`` is the last of these early rounds if the arbiter has set none.
    """

    until: int = 0
    key = "kept-apart"
    name = N_("Players kept apart")
    unit = N_("pair of one club, country or group")

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return the pairs with their prices; what is wished for several reasons adds up."""
        costs: dict[tuple[PlayerNumber, PlayerNumber], int] = {}
        settings = field.tournament.settings
        groups: list[tuple[Iterable[PlayerNumber], int]] = [
            (group.players, group.price)
            for group in field.tournament.keep_apart
            if not group.is_hard and (group.until is None or field.round <= group.until)
        ]
        if field.round <= max(settings.keep_clubs_apart, self.until):
            groups += [(members, 1) for members in _alike(field, "club")]
        if field.round <= max(settings.keep_countries_apart, self.until):
            groups += [(members, 1) for members in _alike(field, "country")]
        for members, price in groups:
            for pair in pairs_of(members):
                costs[pair] = costs.get(pair, 0) + price
        return costs


def _alike(field: Field, feature: str) -> Iterable[list[PlayerNumber]]:
    members: dict[str, list[PlayerNumber]] = {}
    for entrant in field:
        value = " ".join(str(getattr(entrant.player, feature)).split()).casefold()
        if value:
            members.setdefault(value, []).append(entrant.number)
    return members.values()


FORBIDDEN = Forbidden()
REPEATS = Repeats()
RECENT_REPEATS = RecentRepeats()
SAME_SIDES = SameSides()


# Points


@dataclass(frozen=True)
class Points(ByScore):
    """How far apart the two are in points."""

    key = "points"
    name = N_("Difference in points")
    unit = N_("half a point")

    def gap(self, one: HalfPoints, other: HalfPoints) -> int:
        """Return the difference in half-points."""
        return abs(one - other)


@dataclass(frozen=True)
class PointsSpread(ByScore):
    """At equal sums of differences, rather several small ones than a large one: the square of the difference."""

    key = "points-spread"
    name = N_("Large differences in points")
    unit = N_("square of half a point")

    def gap(self, one: HalfPoints, other: HalfPoints) -> int:
        """Return the square of the difference in half-points."""
        return (one - other) ** 2


# Who starts


class OfStarts(ByKind):
    """A cost of who starts: a number for each of the two, from the games each has started so far."""

    oriented = True
    directed = False

    def of_one(self, kind: Any, starts: bool) -> int:
        """Return the cost for one player if it starts, or does not."""
        raise NotImplementedError

    def kind_cost(self, a: Any, b: Any, direction: int) -> int:
        """Return the sum for the two."""
        return self.of_one(a, True) + self.of_one(b, False)

    def ceiling(self, field: Field) -> int:
        """Return the largest cost of a player who starts and of one who does not, added."""
        kinds = list(dict.fromkeys(self.kind(field, entrant) for entrant in field))
        return max((self.of_one(kind, True) for kind in kinds), default=0) + max(
            (self.of_one(kind, False) for kind in kinds), default=0
        )


@dataclass(frozen=True)
class StartLimit(OfStarts):
    """Starts minus non-starts should stay within a limit; the cost is by how much it does not."""

    limit: int = 2
    key = "start-limit"
    name = N_("Start balance over the limit")
    unit = N_("start too many or too few")
    is_rule = True

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the start balance."""
        return entrant.record.start_balance

    def of_one(self, kind: int, starts: bool) -> int:
        """Return how far the balance will be over the limit."""
        return max(0, abs(kind + (1 if starts else -1)) - self.limit)


@dataclass(frozen=True)
class ThirdStart(OfStarts):
    """Nobody should start a third time running."""

    key = "third-start"
    name = N_("Third start running")
    unit = N_("player who starts a third time running")
    is_rule = True

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return whether the player has started the last two games."""
        return entrant.record.start_run >= 2

    def of_one(self, kind: bool, starts: bool) -> int:
        """Return 1 for a third start."""
        return int(kind and starts)


@dataclass(frozen=True)
class ThreeRunning(OfStarts):
    """Nobody should start, or not start, three times running."""

    key = "three-running"
    name = N_("Three starts or three non-starts running")
    unit = N_("player with the same side a third time running")
    is_rule = True

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the side of the last two games: 1 started both, -1 none, 0 one of each or fewer games."""
        run = entrant.record.start_run
        return (run >= 2) - (run <= -2)

    def of_one(self, kind: int, starts: bool) -> int:
        """Return 1 for the third of the same."""
        return int(kind == (1 if starts else -1))


@dataclass(frozen=True)
class StartBalance(OfStarts):
    """Everybody should start about as often as not: the square of what the balance exceeds 1 by, for each player."""

    key = "start-balance"
    name = N_("Start balance")
    unit = N_("square of the balance beyond one")

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the start balance."""
        return entrant.record.start_balance

    def of_one(self, kind: int, starts: bool) -> int:
        """Return 0 for a balance up to 1, then 1, 4, 9."""
        return int(max(0, abs(kind + (1 if starts else -1)) - 1) ** 2)


@dataclass(frozen=True)
class StartAlternation(OfStarts):
    """Who started the last game should not start this one: 1 for each player with the same side again, 3 if a third
    time.
    """

    key = "start-alternation"
    name = N_("Start alternation")
    unit = N_("player with the same side as last time")

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return how many of the last two games running the player started (positive) or did not (negative)."""
        return max(-2, min(2, entrant.record.start_run))

    def of_one(self, kind: int, starts: bool) -> int:
        """Return 0, 1 or 3."""
        return (0, 1, 3)[max(0, kind if starts else -kind)]


@dataclass(frozen=True)
class FirstRoundStarts(OfStarts):
    """In the first round the players of the upper half start alternately, down the list by strength."""

    key = "first-round-starts"
    name = N_("Alternate starts down the upper half")
    unit = N_("player of the upper half on the wrong side")

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return whether a player of the upper half is to start; None for the lower half."""
        return (entrant.place + field.starter_lot) % 2 == 1 if _in_upper_half(entrant) else None

    def of_one(self, kind: bool | None, starts: bool) -> int:
        """Return 1 for the wrong side."""
        return int(kind is not None and kind != starts)


# Floats


class OfFloats(ByKind):
    """A cost of playing on another score: a number for each of the two, from the float of the last round."""

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the float of the last round."""
        return entrant.record.floats[-1] if entrant.record.floats else Float.LEVEL

    def of_one(self, last: Float, now: Float) -> int:
        """Return the cost for one player who floats now (down or up) after the float of the last round."""
        raise NotImplementedError

    def kind_cost(self, a: Float, b: Float, direction: int) -> int:
        """Return the sum for the two, 0 if they are level."""
        if direction == 0:
            return 0
        higher, lower = (a, b) if direction > 0 else (b, a)
        return self.of_one(higher, Float.DOWN) + self.of_one(lower, Float.UP)


@dataclass(frozen=True)
class RepeatedFloats(OfFloats):
    """Who played one with fewer points last time should not do so again, and as well with more points."""

    key = "repeated-floats"
    name = N_("Floats in the same direction again")
    unit = N_("player who floats the same way again")

    def of_one(self, last: Float, now: Float) -> int:
        """Return 1 for the same way again."""
        return int(last is now)


# Places in the score group


class Order(Enum):
    """In which order the players of a score group stand; the value is the place of an :class:`Entrant` in it."""

    STRENGTH = "place"
    NUMBER = "number_place"
    LOT = "lot_place"


class ByPlace(Criterion):
    """Who of a score group meets whom: the square of how far the pair is from the wanted one.

    Between two score groups the last of the upper and the first of the lower one should meet.
    """

    order: Order

    def _place(self, entrant: Entrant) -> int:
        place: int = getattr(entrant, self.order.value)
        return place

    def miss(self, one: int, other: int, size: int) -> int:
        """Return how far two places of a group of this size are from a wanted pair, in places."""
        raise NotImplementedError

    def least_miss(self, some: tuple[int, int], others: tuple[int, int], size: int) -> int:
        """Return a bound of :meth:`miss` for places within two ranges (first and last place each)."""
        raise NotImplementedError

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the square of the miss."""
        one, other = self._place(a), self._place(b)
        if a.group == b.group:
            return self.miss(one, other, a.size) ** 2
        if a.group > b.group:
            a, one, other = b, other, one
        return (a.size - 1 - one) ** 2 + other**2

    def ceiling(self, field: Field) -> int:
        """Return twice the square of the largest group."""
        return 2 * max((len(group) for group in field.groups), default=0) ** 2

    def columns(self, field: Field, members: Sequence[Entrant]) -> Columns:
        """Return the group of the block, its size, and the places."""
        places = [self._place(entrant) for entrant in members]
        return members[0].group, members[0].size, places, (min(places), max(places))

    def row(self, field: Field, a: Entrant, columns: Columns, unit: int) -> list[int]:
        """Return the costs with a block."""
        group, size, places, _ = columns
        place = self._place(a)
        if a.group < group:
            base = (a.size - 1 - place) ** 2
            return [unit * (base + other * other) for other in places]
        if a.group > group:
            base, last = place * place, size - 1
            return [unit * (base + (last - other) ** 2) for other in places]
        miss = self.miss
        return [unit * miss(place, other, size) ** 2 for other in places]

    def bound(self, field: Field, some: Columns, others: Columns) -> int:
        """Return the least miss of the two ranges of places, squared."""
        if some[0] != others[0]:
            return 0
        least: int = self.least_miss(some[3], others[3], some[1]) ** 2
        return least

    def coordinates(self, field: Field, entrant: Entrant) -> Sequence[int]:
        """Return the place."""
        return (self._place(entrant),)


def _outside(low: int, high: int, wanted: int) -> int:
    """Return how far a wanted number is outside of a range."""
    return max(0, low - wanted, wanted - high)


@dataclass(frozen=True)
class Adjacent(ByPlace):
    """Neighbors meet: first and second, third and fourth."""

    order: Order = Order.STRENGTH
    key = "adjacent"
    name = N_("Neighbors in the score group")
    unit = N_("square of the places between the two")

    def miss(self, one: int, other: int, size: int) -> int:
        """Return how many places lie between the two."""
        return abs(one - other) - 1

    def least_miss(self, some: tuple[int, int], others: tuple[int, int], size: int) -> int:
        """Return the gap between the two ranges."""
        return max(0, others[0] - some[1] - 1, some[0] - others[1] - 1)


@dataclass(frozen=True)
class ByLot(Adjacent):
    """Nothing but the lot decides inside a score group: neighbors in an order drawn for the round meet."""

    order: Order = Order.LOT
    key = "lot-order"
    name = N_("Order drawn by lot")


@dataclass(frozen=True)
class Slide(ByPlace):
    """The upper half of a score group meets the lower half in the same order: of eight, 1 meets 5 and 2 meets 6."""

    order: Order = Order.STRENGTH
    key = "slide"
    name = N_("Upper half against lower half")
    unit = N_("square of the places off")

    def miss(self, one: int, other: int, size: int) -> int:
        """Return how far the two are from being half a group apart."""
        return abs(one - other) - size // 2

    def least_miss(self, some: tuple[int, int], others: tuple[int, int], size: int) -> int:
        """Return how far half a group is outside of the distances that occur."""
        least = max(0, others[0] - some[1], some[0] - others[1])
        return _outside(least, max(others[1] - some[0], some[1] - others[0]), size // 2)


@dataclass(frozen=True)
class Fold(ByPlace):
    """The first of a score group meets the last: of eight, 1 meets 8 and 2 meets 7."""

    order: Order = Order.STRENGTH
    key = "fold"
    name = N_("First against last")
    unit = N_("square of the places off")

    def miss(self, one: int, other: int, size: int) -> int:
        """Return how far the sum of the two places is from that of the first and the last."""
        return one + other - (size - 1)

    def least_miss(self, some: tuple[int, int], others: tuple[int, int], size: int) -> int:
        """Return how far the wanted sum is outside of the sums that occur."""
        return _outside(some[0] + others[0], some[1] + others[1], size - 1)


@dataclass(frozen=True)
class LotHalves(Criterion):
    """First round: each player of the upper half meets one of the lower half, drawn by lot.

    The lower half is put in the order of its lots beside the upper half in the order of strength; the cost is the
    square of how far a pair is from standing side by side, and the square of the field for two of one half. An
    accelerated draw has two score groups in its first round; halves are those of each.
    """

    key = "lot-halves"
    name = N_("Upper half against lower half by lot")
    unit = N_("square of the places off")

    def _side(self, field: Field, entrant: Entrant) -> _Side:
        return field.once("halves", _halves)[entrant.index]

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the square of the distance, or of the field."""
        mine, other = self._side(field, a), self._side(field, b)
        return (mine.place - other.place) ** 2 if mine.is_opposite(other) else len(field) ** 2

    def ceiling(self, field: Field) -> int:
        """Return the square of the field."""
        return len(field) ** 2

    def columns(self, field: Field, members: Sequence[Entrant]) -> Columns:
        """Return half and place of each, and from where to where the places of each half go."""
        sides = [self._side(field, entrant) for entrant in members]
        places: dict[_Side, list[int]] = {}
        for side in sides:
            places.setdefault(side._replace(place=0), []).append(side.place)
        return sides, {half: _range(listed) for half, listed in places.items()}

    def row(self, field: Field, a: Entrant, columns: Columns, unit: int) -> list[int]:
        """Return the costs with a block."""
        mine = self._side(field, a)
        far = unit * len(field) ** 2
        return [unit * (mine.place - side.place) ** 2 if mine.is_opposite(side) else far for side in columns[0]]

    def bound(self, field: Field, some: Columns, others: Columns) -> int:
        """Return the square of the gap between the places of opposite halves."""
        gaps = [
            max(0, low - last, first - high)
            for half, (first, last) in some[1].items()
            for other, (low, high) in others[1].items()
            if half.is_opposite(other)
        ]
        return int(min(gaps, default=len(field)) ** 2)

    def coordinates(self, field: Field, entrant: Entrant) -> Sequence[int]:
        """Return the rank: blocks do not mix the halves much."""
        return (entrant.rank,)


class _Side(NamedTuple):
    """The score group, whether it is the upper half of it, and the place in that half."""

    group: int
    is_upper: bool
    place: int

    def is_opposite(self, other: _Side) -> bool:
        return self.group == other.group and self.is_upper != other.is_upper


def _range(places: Iterable[int]) -> tuple[int, int]:
    listed = list(places)
    return min(listed), max(listed)


def _in_upper_half(entrant: Entrant) -> bool:
    return entrant.place < entrant.size // 2


def _halves(field: Field) -> list[_Side]:
    """Return, by index, the half of each entrant and the place in it."""
    place: dict[int, int] = {}
    for group in field.groups:
        lower = sorted((entrant.lot, entrant.index) for entrant in group if not _in_upper_half(entrant))
        place |= {index: at for at, (_, index) in enumerate(lower)}
    return [_Side(entrant.group, _in_upper_half(entrant), place.get(entrant.index, entrant.place)) for entrant in field]


# The strength of the opponents


@dataclass(frozen=True)
class OpponentsStrength(Criterion):
    """The opponents of all players of a score group should be about equally strong in sum.

    A player's *excess* is how much the sum of the ratings of the opponents met over the board lies above that of an
    average player of the group: it is measured against as many opponents of the group's mean strength of opponents. The
    new opponent adds how much its rating lies above the mean of its group. The cost is the sum of the squares of the
    two players' new excess, in rating points; whoever had strong opponents gets a weaker one than whoever had weak
    ones.
    """

    key = "opponents-strength"
    name = N_("Strength of the opponents")
    unit = N_("square of a rating point")

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the sum of two squares."""
        excess, relative = _strengths(field)
        return (excess[a.index] + relative[b.index]) ** 2 + (excess[b.index] + relative[a.index]) ** 2

    def ceiling(self, field: Field) -> int:
        """Return the cost of the two most extreme players there could be."""
        excess, relative = _strengths(field)
        return 2 * (max(map(abs, excess), default=0) + max(map(abs, relative), default=0)) ** 2

    def columns(self, field: Field, members: Sequence[Entrant]) -> Columns:
        """Return excess, relative strength and the sum of their squares of each, and the ranges of the first two."""
        excess, relative = _strengths(field)
        told = [(excess[each.index], relative[each.index]) for each in members]
        box = (*_range(one for one, _ in told), *_range(other for _, other in told))
        return [(one, other, one * one + other * other) for one, other in told], box

    def row(self, field: Field, a: Entrant, columns: Columns, unit: int) -> list[int]:
        """Return the costs with a block: (e + r')² + (e' + r)², multiplied out."""
        excess, relative = _strengths(field)
        mine, my_strength = excess[a.index], relative[a.index]
        base = unit * (mine * mine + my_strength * my_strength)
        mine, my_strength = 2 * unit * mine, 2 * unit * my_strength
        return [base + unit * squares + mine * r + my_strength * e for e, r, squares in columns[0]]

    def products(self, field: Field, entrant: Entrant) -> tuple[int, int, int]:
        """Return the sum of the squares of excess and relative strength, and these two."""
        excess, relative = _strengths(field)
        mine, my_strength = excess[entrant.index], relative[entrant.index]
        return mine * mine + my_strength * my_strength, mine, my_strength

    def bound(self, field: Field, some: Columns, others: Columns) -> int:
        """Return the cost of the nearest corners of the two boxes."""
        e_low, e_high, r_low, r_high = some[1]
        e_first, e_last, r_first, r_last = others[1]
        one = _outside(e_low + r_first, e_high + r_last, 0)
        other = _outside(e_first + r_low, e_last + r_high, 0)
        return one * one + other * other

    def coordinates(self, field: Field, entrant: Entrant) -> Sequence[int]:
        """Return excess and relative strength."""
        excess, relative = _strengths(field)
        return excess[entrant.index], relative[entrant.index]


def _strengths(field: Field) -> tuple[list[int], list[int]]:
    """Return, by index, each entrant's excess and relative strength, in whole rating points (means rounded down)."""
    return field.once("strengths", _computed_strengths)


def _computed_strengths(field: Field) -> tuple[list[int], list[int]]:
    excess = [0] * len(field)
    relative = [0] * len(field)
    strength = _all_strengths(field)
    for group in field.groups:
        mean = sum(entrant.strength for entrant in group) // len(group)
        met = [
            [
                strength[entry.opponent]
                for entry in entrant.record.entries
                if entry.is_played and entry.opponent is not None
            ]
            for entrant in group
        ]
        games = sum(map(len, met))
        opposition = sum(map(sum, met)) // games if games else 0
        for entrant, opponents in zip(group, met, strict=True):
            relative[entrant.index] = entrant.strength - mean
            excess[entrant.index] = sum(opponents) - len(opponents) * opposition
    return excess, relative


def _all_strengths(field: Field) -> dict[PlayerNumber, int]:
    """Return the strength of all players of the tournament, those no longer in it as well."""
    players = field.tournament.players.values()
    weakest = min((player.rating for player in players if player.rating is not None), default=0)
    return {player.number: weakest if player.rating is None else player.rating for player in players}


# Places in the whole field


class FieldNeighbors(Criterion):
    """Neighbors in some order of the whole field meet: first and second, third and fourth, whatever their points."""

    unit = N_("square of the places between the two")

    def places(self, field: Field) -> Sequence[int]:
        """Return each entrant's place, by index, from 0."""
        raise NotImplementedError

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return the square of the places between the two."""
        places = self.places(field)
        return (abs(places[a.index] - places[b.index]) - 1) ** 2

    def ceiling(self, field: Field) -> int:
        """Return the square of the field."""
        return len(field) ** 2

    def columns(self, field: Field, members: Sequence[Entrant]) -> Columns:
        """Return the places and their range."""
        places = self.places(field)
        told = [places[entrant.index] for entrant in members]
        return told, _range(told)

    def row(self, field: Field, a: Entrant, columns: Columns, unit: int) -> list[int]:
        """Return the costs with a block."""
        place = self.places(field)[a.index]
        return [unit * (abs(place - other) - 1) ** 2 for other in columns[0]]

    def bound(self, field: Field, some: Columns, others: Columns) -> int:
        """Return the square of the gap between the two blocks."""
        (first, last), (low, high) = some[1], others[1]
        return int(max(0, low - last - 1, first - high - 1) ** 2)

    def coordinates(self, field: Field, entrant: Entrant) -> Sequence[int]:
        """Return the place."""
        return (self.places(field)[entrant.index],)


@dataclass(frozen=True)
class StandingNeighbors(FieldNeighbors):
    """Neighbors in the standings meet."""

    key = "standing-neighbors"
    name = N_("Neighbors in the standings")

    def places(self, field: Field) -> Sequence[int]:
        """Return the places in the standings before the round."""
        return standing_places(field)


@dataclass(frozen=True)
class FieldByLot(FieldNeighbors):
    """Neighbors in an order drawn by lot for the round meet."""

    key = "field-by-lot"
    name = N_("Order drawn by lot")

    def places(self, field: Field) -> Sequence[int]:
        """Return the places by lot."""
        return field.once("lot-places", _lot_places)


def _lot_places(field: Field) -> list[int]:
    return _places(field, sorted(field, key=lambda each: (each.lot, each.number)))


def _places(field: Field, order: Iterable[Entrant]) -> list[int]:
    places = [0] * len(field)
    for place, entrant in enumerate(order):
        places[entrant.index] = place
    return places


def standing_places(field: Field) -> list[int]:
    """Return, by index, each entrant's place in the standings before the round, from 0; ties by strength."""
    return field.once("standing-places", _standing_places)


def _standing_places(field: Field) -> list[int]:
    rank = {row.player: row.rank for row in standings(field.tournament, field.round - 1).rows}
    return _places(field, sorted(field, key=lambda entrant: (rank[entrant.number], entrant.rank)))


# As the reversi federations pair: the amounts are the defaults of the program PAPP (T. Bernard, E. Lazard), version
# 1.37.

PAPP_FLOATS = (
    *(0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582, 483534, 558828),
    *(643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345, 2079081),
)
PAPP_COLORS = (0, 20, 105, 225, 530, 1075)
PAPP_SAME_COLOR = 15
PAPP_FLOAT_AGAIN = 25
PAPP_FLOAT_BACK = 10


@dataclass(frozen=True)
class PappFloats(ByScore):
    """A difference of points; several small ones are better than a large one, the price grows faster than it.

    PAPP takes 10 off for each of the two who floats back; here, where no cost is negative, that is taken off every
    float beforehand and added again by :class:`PappFloatDirections` to those who do not.
    """

    key = "floats"
    name = N_("Difference in points")
    unit = N_("penalty point")

    def gap(self, one: HalfPoints, other: HalfPoints) -> int:
        """Return the penalty for a difference in half-points."""
        gap = abs(one - other)
        return PAPP_FLOATS[min(gap, len(PAPP_FLOATS) - 1)] - 2 * PAPP_FLOAT_BACK if gap else 0


@dataclass(frozen=True)
class PappFloatDirections(OfFloats):
    """Floating the same way again costs more, floating back less."""

    key = "float-directions"
    name = N_("Floats in the same direction again")
    unit = N_("penalty point")

    def of_one(self, last: Float, now: Float) -> int:
        """Return the penalty for one player."""
        if last is now:
            return PAPP_FLOAT_BACK + PAPP_FLOAT_AGAIN
        return PAPP_FLOAT_BACK if last is Float.LEVEL else 0


@dataclass(frozen=True)
class PappColors(OfStarts):
    """Who starts: the penalty of the balance that each will have, and of the same side twice running."""

    key = "colors"
    name = N_("Start balance")
    unit = N_("penalty point")

    def kind(self, field: Field, entrant: Entrant) -> Hashable:
        """Return the balance and the side of the last game: 1 started, -1 did not, 0 no game."""
        run = entrant.record.start_run
        return entrant.record.start_balance, (run > 0) - (run < 0)

    def of_one(self, kind: tuple[int, int], starts: bool) -> int:
        """Return the penalty for one player."""
        balance, last = kind
        now = 1 if starts else -1
        color = PAPP_COLORS[min(abs(balance + now), len(PAPP_COLORS) - 1)]
        return color + (PAPP_SAME_COLOR if last == now else 0)
