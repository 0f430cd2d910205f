"""Round robins: constructions with their paper methods, quality, the column method, and numbers drawn by lot.

Numbers of players run from 1. In an odd field the dummy is ``players + 1``, and who meets it rests.
"""

from pairing_core.round_robin.column_method import BadRow, column_method_rows, first_bad_row, opponents
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
from pairing_core.round_robin.numbers import Wish, draw_numbers, parse_wish
from pairing_core.round_robin.quality import Quality, quality
from pairing_core.round_robin.sums import first_to_start
from pairing_core.round_robin.values import FIRST, SECOND, Game, Move, Round, Schedule, places

__all__ = [
    "CONSTRUCTIONS",
    "FIRST",
    "MAX_CYCLES",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "SECOND",
    "BadRow",
    "Construction",
    "Game",
    "Move",
    "Quality",
    "Round",
    "Schedule",
    "Wish",
    "check_players",
    "column_method_rows",
    "construction",
    "draw_numbers",
    "first_bad_row",
    "first_to_start",
    "opponents",
    "parse_wish",
    "places",
    "quality",
    "schedule",
    "steps",
]
