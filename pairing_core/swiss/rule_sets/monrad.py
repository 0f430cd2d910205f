"""The Danish Monrad system: Dansk Skak Union, turneringsreglement.

Players stand in the order of points, then of their numbers, drawn by lot before the first round; each meets the nearest
one below whom it has not met. Nobody has the same side three times running, and starts are balanced.
"""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import (
    Adjacent,
    KeptApart,
    Order,
    Points,
    PointsSpread,
    StartAlternation,
    StartBalance,
    StartLimit,
    ThreeRunning,
)
from pairing_core.swiss.rules import RuleSet, one

MONRAD = RuleSet(
    key="monrad",
    name=N_("Monrad (Danish)"),
    source="Dansk Skak Union, Monrad",
    classes=(
        one(ThreeRunning()),
        one(StartLimit()),
        one(Points()),
        one(PointsSpread()),
        one(KeptApart()),
        one(Adjacent(Order.NUMBER)),
        ((StartBalance(), 2), (StartAlternation(), 1)),
    ),
    settings=Settings(rounds=7, system="monrad", tie_breaks=("buchholz", "buchholz-median")),
)
