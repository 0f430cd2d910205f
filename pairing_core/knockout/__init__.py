"""Knockout: brackets of every size and kind, how they are seeded, and how they stand after any games.

The shape of a bracket (:func:`bracket`) knows no players; :class:`Play` puts players and games into it.
"""

from pairing_core.knockout.bracket import (
    KINDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Bracket,
    Comes,
    Kind,
    Part,
    Source,
    Tie,
    bracket,
    seed_order,
)
from pairing_core.knockout.play import (
    ONE_GAME,
    By,
    Entrant,
    First,
    Length,
    Placed,
    Play,
    Played,
    Seat,
    TieState,
    next_games,
)
from pairing_core.knockout.seeding import MODES, Mode, seeding

__all__ = [
    "KINDS",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "MODES",
    "ONE_GAME",
    "Bracket",
    "By",
    "Comes",
    "Entrant",
    "First",
    "Kind",
    "Length",
    "Mode",
    "Part",
    "Placed",
    "Play",
    "Played",
    "Seat",
    "Source",
    "Tie",
    "TieState",
    "bracket",
    "next_games",
    "seed_order",
    "seeding",
]
