"""What to know before a tournament: which systems fit the time there is, how many rounds, how sure the best wins."""

from pairing_core.planner.chances import MAX_SPREAD, Share, Strength, Tally, expectation, simulate
from pairing_core.planner.day import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SYSTEMS,
    Conditions,
    Format,
    Option,
    clock_text,
    hours_text,
    minutes_of,
    options,
)
from pairing_core.planner.rounds import (
    Needed,
    advice,
    once_beaten,
    rounds_for_medals,
    rounds_for_winner,
    rounds_table,
    unbeaten,
)

__all__ = [
    "MAX_PLAYERS",
    "MAX_SPREAD",
    "MIN_PLAYERS",
    "SYSTEMS",
    "Conditions",
    "Format",
    "Needed",
    "Option",
    "Share",
    "Strength",
    "Tally",
    "advice",
    "clock_text",
    "expectation",
    "hours_text",
    "minutes_of",
    "once_beaten",
    "options",
    "rounds_for_medals",
    "rounds_for_winner",
    "rounds_table",
    "simulate",
    "unbeaten",
]
