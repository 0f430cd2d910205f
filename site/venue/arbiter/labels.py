"""What the form calls a value that the journal refuses, so that the sentence speaks of a field the arbiter sees."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_core.errors import N_, BadValue, Word
from pairing_core.systems import SYSTEMS

from .parts import Do

FIELDS: Mapping[str, tuple[str, str]] = {
    "settings.rounds": ("rounds", N_("Rounds")),
    "settings.keep_clubs_apart": ("keep_clubs_apart", N_("Clubs are kept apart until round")),
    "settings.keep_countries_apart": ("keep_countries_apart", N_("Countries are kept apart until round")),
    "settings.byes_allowed": ("byes_allowed", N_("Requested byes with points that a player may have")),
    "settings.board_total": ("board_total", N_("Both scores of a game together")),
    "player.name": ("player", N_("Name")),
    "player.rating": ("rating", N_("Rating")),
    "player.club": ("club", N_("Club")),
    "player.country": ("country", N_("Country")),
    "player.table": ("table", N_("Always at table")),
    "player.joins_in": ("joins", N_("Joins in round")),
    "groups.until": ("until", N_("Until round")),
    "groups.price": ("price", N_("Price of the wish")),
    "round": ("round", N_("Round")),
    "table": ("table", N_("Table")),
    "keys": ("own", N_("Keys")),
    "scores": ("", N_("Result")),
}
"""By the name in the journal: the field of the form, and what it is called (a msgid)."""

_BYE_SCORES = {
    "bye-own": N_("Score of who is left over: own"),
    "bye-other": N_("Score of who is left over: against"),
}


def labelled(error: BadValue, do: Do) -> None:
    """Name the value by its field in the form that was sent; what has none keeps its name in the journal."""
    what = str(error.params["what"])
    kind, _, key = what.rpartition(".")
    found: tuple[str, str] | None = FIELDS.get(what)
    if kind == "settings.weights":
        names = {each.key: each.name for own in SYSTEMS for rank in own.rules.classes for each, _ in rank}
        found = (f"weight:{key}", names.get(key, key))
    elif what == "settings.bye_scores":
        field = next((field for field in _BYE_SCORES if str(do.get(field)) == error.params["found"]), "bye-own")
        found = (field, _BYE_SCORES[field])
    if found is not None:
        field, label = found
        error.params["what"] = Word(label)
        error.field = field if field in do else None
