"""What each criterion costs, by hand: the oracle of the draws takes these definitions for granted."""

from __future__ import annotations

from itertools import pairwise

import pytest
from builders import sheet

from pairing_core.history import Float
from pairing_core.swiss.criteria import (
    Adjacent,
    ByKind,
    ByPlace,
    FirstRoundStarts,
    Fold,
    OfFloats,
    OfStarts,
    OpponentsStrength,
    PappColors,
    PappFloatDirections,
    PappFloats,
    Points,
    PointsSpread,
    RepeatedFloats,
    SameSides,
    Slide,
    StartAlternation,
    StartBalance,
    StartLimit,
    ThirdStart,
    ThreeRunning,
)
from pairing_core.swiss.field import field_of

DOWN, LEVEL, UP = Float.DOWN, Float.LEVEL, Float.UP


@pytest.mark.parametrize(
    ("criterion", "higher", "lower", "cost"),
    [
        (RepeatedFloats(), DOWN, UP, 2),
        (RepeatedFloats(), DOWN, LEVEL, 1),
        (RepeatedFloats(), LEVEL, UP, 1),
        (RepeatedFloats(), UP, DOWN, 0),
        (RepeatedFloats(), LEVEL, LEVEL, 0),
        # PAPP: 25 more for each who floats on, 10 less for each who floats back, 10 added to all.
        (PappFloatDirections(), DOWN, UP, 70),
        (PappFloatDirections(), DOWN, LEVEL, 45),
        (PappFloatDirections(), LEVEL, LEVEL, 20),
        (PappFloatDirections(), LEVEL, DOWN, 10),
        (PappFloatDirections(), UP, DOWN, 0),
    ],
)
def test_floats(criterion: OfFloats, higher: Float, lower: Float, cost: int) -> None:
    assert criterion.kind_cost(higher, lower, 1) == criterion.kind_cost(lower, higher, -1) == cost
    assert criterion.kind_cost(higher, lower, 0) == 0


@pytest.mark.parametrize(
    ("criterion", "kind", "starting", "answering"),
    [
        # Balance so far; how far over 2 it will be.
        (StartLimit(), 0, 0, 0),
        (StartLimit(), 2, 1, 0),
        (StartLimit(), -3, 0, 2),
        (StartLimit(), 3, 2, 0),
        # The square of what the balance will exceed 1 by.
        (StartBalance(), 0, 0, 0),
        (StartBalance(), 1, 1, 0),
        (StartBalance(), 2, 4, 0),
        (StartBalance(), -2, 0, 4),
        # How many of the last games running with a side: once more is 1, a third time 3.
        (StartAlternation(), 0, 0, 0),
        (StartAlternation(), 1, 1, 0),
        (StartAlternation(), 2, 3, 0),
        (StartAlternation(), -1, 0, 1),
        (StartAlternation(), -2, 0, 3),
        (ThirdStart(), True, 1, 0),
        (ThirdStart(), False, 0, 0),
        (ThreeRunning(), 1, 1, 0),
        (ThreeRunning(), -1, 0, 1),
        (ThreeRunning(), 0, 0, 0),
        (FirstRoundStarts(), True, 0, 1),
        (FirstRoundStarts(), False, 1, 0),
        (FirstRoundStarts(), None, 0, 0),
        # PAPP by the balance after the game: 0, 20, 105, 225, 530, 1075; 15 for the same side as last time.
        (PappColors(), (0, 0), 20, 20),
        (PappColors(), (1, 1), 120, 0),
        (PappColors(), (-2, -1), 20, 240),
        (PappColors(), (3, 1), 545, 105),
        (PappColors(), (-4, 1), 240, 1075),
        (PappColors(), (9, -1), 1075, 1090),
    ],
)
def test_starts(criterion: OfStarts, kind: object, starting: int, answering: int) -> None:
    assert (criterion.of_one(kind, True), criterion.of_one(kind, False)) == (starting, answering)


def test_points() -> None:
    assert [Points().gap(7, other) for other in (7, 6, 9, 0)] == [0, 1, 2, 7]
    assert [PointsSpread().gap(7, other) for other in (7, 6, 9, 0)] == [0, 1, 4, 49]
    papp = [PappFloats().gap(0, other) for other in range(30)]
    assert papp[:4] == [0, 19980, 40568, 62765]
    assert papp[24:] == [2079061] * 6
    assert all(one < other for one, other in pairwise(papp[:25])), "it grows"


@pytest.mark.parametrize(
    ("criterion", "wanted"),
    [
        (Slide(), {(0, 3), (1, 4), (2, 5)}),
        (Fold(), {(0, 5), (1, 4), (2, 3)}),
        (Adjacent(), {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)}),
    ],
)
def test_places_of_a_group_of_six(criterion: ByPlace, wanted: set[tuple[int, int]]) -> None:
    free = {(one, other) for other in range(6) for one in range(other) if criterion.miss(one, other, 6) == 0}
    assert free == wanted


def test_between_groups_the_last_meets_the_first() -> None:
    tournament, number = sheet(
        "A 1-0 D, B 1-0 E, C 1-0 F", ratings={"A": 1900, "B": 1800, "C": 1700, "D": 1600, "E": 1500, "F": 1400}
    )
    field = field_of(tournament, "x")
    of = {name: field.by_number[number[name]] for name in number}
    for criterion in (Slide(), Fold(), Adjacent()):
        assert criterion.cost(field, of["C"], of["D"]) == criterion.cost(field, of["D"], of["C"]) == 0
        assert criterion.cost(field, of["A"], of["D"]) == 4
        assert criterion.cost(field, of["B"], of["F"]) == 1 + 4


def test_strength_of_the_opponents_by_hand() -> None:
    """A and B have won, against 1000 and 1800: their group's mean opponent is 1400, its mean rating 1500."""
    tournament, number = sheet("A 1-0 E, B 1-0 F", ratings={"A": 1600, "B": 1400, "E": 1000, "F": 1800})
    field = field_of(tournament, "x")
    one, other = field.by_number[number["A"]], field.by_number[number["B"]]
    # A lacks 400 and meets one of 100 below the mean; B has 400 too many and meets one of 100 above it.
    assert OpponentsStrength().cost(field, one, other) == (-400 - 100) ** 2 + (400 + 100) ** 2


def test_sides_of_a_second_meeting() -> None:
    tournament, number = sheet("A 1-0 B, C 1-0 D")
    field = field_of(tournament, "x")
    a, b, c = (field.by_number[number[name]] for name in "ABC")
    assert [SameSides().cost(field, *pair) for pair in ((a, b), (b, a), (a, c))] == [1, 0, 0]


def test_kinds_come_from_the_games() -> None:
    """A has started twice running; B neither time; the first floated down, as who has a bye does."""
    tournament, number = sheet("A 1-0 B, C 1-0 D, E bye | A 1-0 C, E 1-0 B, D half")
    field = field_of(tournament, "x")
    of = {name: field.by_number[number[name]] for name in number}
    told: list[tuple[ByKind, str, object]] = [
        (StartBalance(), "A", 2),
        (StartAlternation(), "B", -2),
        (ThirdStart(), "A", True),
        (ThirdStart(), "B", False),
        (ThreeRunning(), "B", -1),
        (PappColors(), "C", (0, -1)),
        (RepeatedFloats(), "A", LEVEL),
        (RepeatedFloats(), "E", DOWN),
        (RepeatedFloats(), "B", UP),
        (RepeatedFloats(), "D", DOWN),
    ]
    for criterion, name, kind in told:
        assert criterion.kind(field, of[name]) == kind, (criterion.key, name)
