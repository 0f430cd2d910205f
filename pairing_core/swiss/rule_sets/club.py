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
from pairing_core.swiss.rules import Class, RuleSet, one


def _classes(in_the_group: Criterion) -> tuple[Class, ...]:
    return (
        one(ThreeRunning()),
        one(StartLimit()),
        one(Points()),
        one(PointsSpread()),
        one(KeptApart()),
        one(StartBalance()),
        one(RepeatedFloats()),
        one(StartAlternation()),
        one(in_the_group),
    )


_TIE_BREAKS = ("buchholz-cut-1", "buchholz", "sonneborn-berger")

SLIDE = RuleSet(
    key="slide",
    name=N_("Swiss, upper half against lower half"),
    source="common practice; with the aims of FIDE C.04.1 (2026)",
    classes=_classes(Slide()),
    settings=Settings(system="slide", tie_breaks=_TIE_BREAKS),
)
FOLD = RuleSet(
    key="fold",
    name=N_("Swiss, first against last"),
    source="common practice; with the aims of FIDE C.04.1 (2026)",
    classes=_classes(Fold()),
    settings=Settings(system="fold", tie_breaks=_TIE_BREAKS),
)
ADJACENT = RuleSet(
    key="adjacent",
    name=N_("Swiss, neighbors"),
    source="common practice; with the aims of FIDE C.04.1 (2026)",
    classes=_classes(Adjacent()),
    settings=Settings(system="adjacent", tie_breaks=_TIE_BREAKS),
)
