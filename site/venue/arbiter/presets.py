"""What is usual in each discipline: words for who starts, what is typed as a result, rule set, tie-breaks.

A preset is only where a tournament begins; everything in it can be changed in the set-up afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing_core.errors import N_
from pairing_core.model import BY_TABLE, KNOCKOUT, Settings

NONE, DISCS, POINTS = "none", "discs", "points"
"""What is typed beside a result: nothing, discs that add up to the board, or the points of the game."""

SCORE_ENTRIES: Mapping[str, str] = {
    NONE: N_("Only who has won"),
    DISCS: N_("Discs that add up to the board"),
    POINTS: N_("The points of both in the game"),
}

FIRST_WORD, SECOND_WORD, SCORE_ENTRY = "first-word", "second-word", "scores"
"""Keys of ``Settings.fields``: how the arbiter calls the two sides, and what is typed beside a result."""


class Preset(NamedTuple):
    """A discipline. ``first`` and ``second`` are what the two sides are called (msgids).

    ``usual_scores`` are the score and the difference above which a typed one is questioned, zero for none.
    """

    key: str
    name: str
    first: str
    second: str
    scores: str
    settings: Settings
    usual_scores: tuple[int, int] = (0, 0)


PRESETS = (
    Preset(
        "mancala",
        N_("Mancala"),
        N_("Starts"),
        N_("Second"),
        NONE,
        Settings(rounds=7, system="mancala", tie_breaks=("buchholz", "direct-encounter")),
    ),
    Preset(
        "reversi",
        N_("Reversi (Othello)"),
        N_("Black"),
        N_("White"),
        DISCS,
        Settings(
            rounds=7,
            system="othello",
            tie_breaks=("brightwell", "discs"),
            bye_scores=(40, 24),
            board_total=64,
            keep_clubs_apart=2,
            keep_countries_apart=2,
        ),
    ),
    Preset(
        "scrabble",
        N_("Scrabble"),
        N_("Starts"),
        N_("Second"),
        POINTS,
        Settings(rounds=7, system="dubov-cas", tie_breaks=("buchholz", "spread", "score-total")),
        (800, 450),
    ),
    Preset(
        "chess",
        N_("Chess"),
        N_("White"),
        N_("Black"),
        NONE,
        Settings(
            rounds=7, system="slide", tie_breaks=("direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger")
        ),
    ),
    Preset(
        "go",
        N_("Go and similar games"),
        N_("Black"),
        N_("White"),
        NONE,
        Settings(rounds=5, system="adjacent", tie_breaks=("sos", "sosos", "direct-encounter")),
    ),
    Preset(
        "own",
        N_("Another game"),
        N_("Starts"),
        N_("Second"),
        NONE,
        Settings(rounds=7, system="monrad", tie_breaks=("buchholz", "direct-encounter")),
    ),
)
"""The disciplines, as the form lists them."""

_BY_KEY = {each.key: each for each in PRESETS}
_BY_SYSTEM = {"mancala": "mancala", "othello": "reversi", "dubov-cas": "scrabble"}


def preset(key: str) -> Preset:
    """Return the preset of a discipline; one that is not known is some other game."""
    return _BY_KEY.get(key, _BY_KEY["own"])


def preset_of(settings: Settings) -> Preset:
    """Return the preset of a tournament; one that names no discipline has that of its rule set."""
    return preset(settings.discipline or _BY_SYSTEM.get(settings.system, "own"))


_BY_OPPONENTS = frozenset({"buchholz", "buchholz-cut-1", "sos", "sosos", "brightwell"})
_IN_A_TABLE = ("direct-encounter", "sonneborn-berger")


def usual_tie_breaks(chosen: Preset, system: str) -> tuple[str, ...]:
    """Return the tie-breaks that are usual in a game.

    Where everybody meets everybody, those that add up the opponents' points are the same for all who are tied; direct
    encounter and Sonneborn-Berger decide there. In a knockout nothing is left to decide: places are won, or shared.
    """
    if system == KNOCKOUT:
        return ()
    usual = chosen.settings.tie_breaks
    if system not in BY_TABLE:
        return usual
    kept = tuple(key for key in usual if key not in _BY_OPPONENTS)
    return kept + tuple(key for key in _IN_A_TABLE if key not in kept)


def words(settings: Settings) -> tuple[str, str]:
    """Return what the one who starts and the other are called: the arbiter's own words, else msgids of the preset."""
    usual = preset_of(settings)
    return settings.fields.get(FIRST_WORD) or usual.first, settings.fields.get(SECOND_WORD) or usual.second


def score_entry(settings: Settings) -> str:
    """Return what is typed beside a result: :data:`NONE`, :data:`DISCS` or :data:`POINTS`."""
    chosen = settings.fields.get(SCORE_ENTRY, "")
    return chosen if chosen in SCORE_ENTRIES else preset_of(settings).scores
