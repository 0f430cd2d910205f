"""Round robins: constructions with their paper methods, quality, the column method, and numbers drawn by lot.

Numbers of players run from 1. In an odd field the dummy is ``players + 1``, and who meets it rests.
"""

from pairing_core.round_robin.constructions import (
    CONSTRUCTIONS,
    MAX_CYCLES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Construction,
    check_players,
    construction,
    schedule,
    steps,
)
from pairing_core.round_robin.sums import first_to_start
from pairing_core.round_robin.values import FIRST, SECOND, Game, Move, Round, Schedule, places

__all__ = [
    "CONSTRUCTIONS",
    "FIRST",
    "MAX_CYCLES",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "SECOND",
    "Construction",
    "Game",
    "Move",
    "Round",
    "Schedule",
    "check_players",
    "construction",
    "first_to_start",
    "places",
    "schedule",
    "steps",
]
