"""All by lot, whatever the points; only that nobody meets twice, and that starts are balanced."""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import FieldByLot, KeptApart, StartAlternation, StartBalance
from pairing_core.swiss.field import Entrant, Field
from pairing_core.swiss.rules import RuleSet, one


def _by_lot(field: Field, entrant: Entrant) -> int:
    return entrant.lot


RANDOM = RuleSet(
    key="random",
    name=N_("By lot"),
    source="common practice",
    classes=(one(KeptApart()), one(FieldByLot()), ((StartBalance(), 2), (StartAlternation(), 1))),
    bye_order=_by_lot,
    settings=Settings(system="random", tie_breaks=("buchholz",)),
)
