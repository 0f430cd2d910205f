"""A file that is opened: a tournament, or a list of players that begins one."""

from __future__ import annotations

import base64
import posixpath
from collections.abc import Mapping
from typing import Any

from pairing_core.formats import csv_players, detect
from pairing_core.journal import in_one_go


def opened(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the events of a tournament's file; of a list of players only that it is one, for it is looked at first.

    Raises the errors of the formats.
    """
    data = base64.b64decode(asked["data"])
    suffix = posixpath.splitext(str(asked.get("name", "")))[1]
    form = detect.form_of(data.decode(csv_players.encoding_of(data), errors="replace"), suffix)
    if form == detect.LIST:
        return {"list": True}
    events = detect.load(csv_players.decode(data), suffix).events
    # Of a file of another program it is not known what was done when: opening it is one thing.
    return {"events": list(events if form == detect.JSON else in_one_go(events))}
