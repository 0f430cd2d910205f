"""Reversi and Othello federations: the penalties of PAPP (T. Bernard, E. Lazard), version 1.37, by its default
settings.

All is one sum of penalties, in which a difference in points weighs most. Here nobody meets twice, and the bye goes to
the lowest, before the sum counts. Players of one country or club are kept apart in the first two rounds where it costs
nothing dearer; the first round is drawn by lot.
"""

from pairing_core.errors import N_
from pairing_core.model import Settings
from pairing_core.swiss.criteria import ByLot, KeptApart, PappColors, PappFloatDirections, PappFloats
from pairing_core.swiss.rules import RuleSet, one

OTHELLO = RuleSet(
    key="othello",
    name=N_("Othello and reversi federations"),
    source="PAPP 1.37 (T. Bernard, E. Lazard), papp.cfg and penalties.c",
    classes=(
        ((PappFloats(), 1), (PappFloatDirections(), 1), (PappColors(), 1), (KeptApart(until=2), 2)),
        one(ByLot()),
    ),
    settings=Settings(
        rounds=7, system="othello", tie_breaks=("brightwell", "discs"), bye_scores=(40, 24), board_total=64
    ),
)
