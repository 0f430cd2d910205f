"""The Czech mancala federation: mankala.cz, "Jak se dělá turnaj".

No two meet twice; opponents have equally many points, or as nearly as can be; starts alternate, and nobody starts three
times running unless nothing else is possible at all. Among equals the lot decides.
"""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import (
    ByLot,
    KeptApart,
    Points,
    PointsSpread,
    StartAlternation,
    StartBalance,
    ThirdStart,
)
from pairing_core.swiss.rules import RuleSet, one

MANCALA = RuleSet(
    key="mancala",
    name=N_("Czech mancala federation"),
    source="mankala.cz, Jak se dělá turnaj",
    classes=(
        one(ThirdStart()),
        one(Points()),
        one(PointsSpread()),
        one(KeptApart()),
        ((StartAlternation(), 2), (StartBalance(), 1)),
        one(ByLot()),
    ),
    settings=Settings(rounds=7, system="mancala", tie_breaks=("buchholz", "direct-encounter")),
)
