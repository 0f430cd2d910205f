"""King of the hill: first against second, third against fourth, by the standings; usual for a last round.

Whether two have met before does not matter. The last in the standings who has had no bye gets it.
"""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import StandingNeighbors, StartAlternation, StartBalance, standing_places
from pairing_core.swiss.field import Entrant, Field
from pairing_core.swiss.rules import RuleSet, one


def _last_first(field: Field, entrant: Entrant) -> int:
    return -standing_places(field)[entrant.index]


KING_OF_THE_HILL = RuleSet(
    key="king-of-the-hill",
    name=N_("King of the hill"),
    source="common practice of Scrabble and Othello clubs",
    classes=(one(StandingNeighbors()), ((StartBalance(), 2), (StartAlternation(), 1))),
    bye_order=_last_first,
    repeats=True,
    settings=Settings(system="king-of-the-hill", tie_breaks=("spread",)),
)
