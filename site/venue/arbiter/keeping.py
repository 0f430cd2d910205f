"""Undo and redo, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pairing_core.errors import N_
from pairing_core.journal import REDONE, UNDONE, Event, steps

from .chronicle import chronicle
from .parts import Command, Do, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session

NEWEST = 200
"""Lines of the log that are shown at first."""


def undo(session: Session, do: Do) -> Iterable[Event]:
    """Take the last thing back."""
    session.draft = None
    session.say(N_("Taken back."))
    yield {"event": UNDONE}


def redo(session: Session, do: Do) -> Iterable[Event]:
    """Do again what was taken back."""
    session.draft = None
    session.say(N_("Done again."))
    yield {"event": REDONE}


def log(session: Session, screen: Params) -> Made:
    """What was done, the newest first; only the newest part of it unless all is asked for."""
    events = session.journal.events
    params: Params = {"name": "log"}
    newest: int | None = NEWEST
    if screen.get("all"):
        params, newest = {"name": "log", "all": "1"}, None
    lines = chronicle(events, session.gettext, newest)[::-1]
    return Made(N_("Log"), {"lines": lines, "older": len(steps(events)) - len(lines)}, params)


COMMANDS: Mapping[str, Command] = {"undo": undo, "redo": redo}

SCREENS: Mapping[str, Screen] = {"log": log}
