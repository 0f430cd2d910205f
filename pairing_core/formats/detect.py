"""A tournament from a file of any of our formats: which one it is, the name's suffix says, or else the text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pairing_core.errors import EmptyList
from pairing_core.formats import csv_players, losovna_json, trf
from pairing_core.journal import Journal, events_of
from pairing_core.model import Settings, Tournament

JSON, TRF, LIST = "json", "trf", "list"

SUFFIXES: Mapping[str, str] = {".json": JSON, ".trf": TRF, ".trfx": TRF, ".trf16": TRF, ".trf26": TRF}
"""What a suffix says; every other file is what its text looks like."""

# A player's line of a report file fills 84 columns at least; these records stand before the players.
_REPORT = re.compile(r"^001 .{77}|\A\s*(?:###|(?:0[1-9]|1[0-9])2 |XX[A-Z] )", re.MULTILINE)


def form_of(text: str, suffix: str = "") -> str:
    """Return which format a text is in: :data:`JSON`, :data:`TRF` or :data:`LIST`."""
    if suffix.lower() in SUFFIXES:
        return SUFFIXES[suffix.lower()]
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return JSON
    return TRF if _REPORT.search(text) else LIST


def load(text: str, suffix: str = "", settings: Settings | None = None) -> Journal:
    """Return the journal of a tournament: from our JSON, a report file (TRF), or a list of players.

    A list starts a tournament with these settings. Raises the errors of the formats, and :class:`EmptyList`.
    """
    form = form_of(text, suffix)
    if form == JSON:
        return losovna_json.load(text)
    if form == TRF:
        return Journal(events_of(trf.load(text)))
    entrants = csv_players.players(text, by_rating=True)
    if not entrants:
        raise EmptyList
    return Journal(events_of(Tournament(settings or Settings(), {player.number: player for player in entrants})))
