"""The Czech Scrabble association: "Losování turnajů", the system that it calls DubovČAS.

No two meet twice; opponents have equally many points, or as nearly as can be; then, with lower weights, starts are
balanced, starts alternate, and inside a score group everybody's opponents are about equally strong. The association has
published no numbers. The weights below are ours, in squares of rating points: a start balance of two costs as much as
an opponent who is 300 points too strong for one of the two, the same side twice running as much as one of 200.
"""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import (
    FirstRoundStarts,
    KeptApart,
    LotHalves,
    OpponentsStrength,
    Points,
    PointsSpread,
    StartAlternation,
    StartBalance,
    StartLimit,
)
from pairing_core.swiss.rules import RuleSet, one

DUBOV_CAS = RuleSet(
    key="dubov-cas",
    name=N_("DubovČAS (Czech Scrabble association)"),
    source="scrabble.hrejsi.cz, Losování turnajů",
    classes=(
        one(Points()),
        one(PointsSpread()),
        one(KeptApart()),
        one(StartLimit()),
        ((StartBalance(), 90_000), (StartAlternation(), 40_000), (OpponentsStrength(), 1)),
    ),
    first_round=(one(Points()), one(PointsSpread()), one(KeptApart()), one(LotHalves()), one(FirstRoundStarts())),
    settings=Settings(rounds=7, system="dubov-cas", tie_breaks=("turcas",)),
)
