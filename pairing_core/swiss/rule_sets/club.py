"""The usual choices of clubs: upper half against lower half, first against last, or neighbors in each score group."""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import (
    Adjacent,
    Criterion,
    Fold,
    KeptApart,
    Points,
    PointsSpread,
    RepeatedFloats,
    Slide,
    StartAlternation,
    StartBalance,
    StartLimit,
    ThreeRunning,
)
from pairing_core.swiss.rules import RuleSet, one


def _club(key: str, name: str, in_the_group: Criterion) -> RuleSet:
    return RuleSet(
        key=key,
        name=name,
        source="common practice; with the aims of FIDE C.04.1 (2026)",
        classes=(
            one(ThreeRunning()),
            one(StartLimit()),
            one(Points()),
            one(PointsSpread()),
            one(KeptApart()),
            one(StartBalance()),
            one(RepeatedFloats()),
            one(StartAlternation()),
            one(in_the_group),
        ),
        settings=Settings(system=key, tie_breaks=("buchholz-cut-1", "buchholz", "sonneborn-berger")),
    )


SLIDE = _club("slide", N_("Swiss, upper half against lower half"), Slide())
FOLD = _club("fold", N_("Swiss, first against last"), Fold())
ADJACENT = _club("adjacent", N_("Swiss, neighbors"), Adjacent())
