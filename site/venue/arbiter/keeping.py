"""Undo and redo, the log, and the tournament as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pairing_core.errors import N_
from pairing_core.formats import losovna_json
from pairing_core.journal import REDONE, UNDONE, Event

from .parts import Command, Do, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session


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


def save_file(session: Session, do: Do) -> Iterable[Event]:
    """The whole tournament as a file of ours."""
    name = "-".join(session.tournament.settings.name.split()).replace("/", "-") or "losovna"
    session.file = {
        "name": f"{name}.json",
        "mime": "application/json",
        "text": losovna_json.dump(session.journal),
    }
    return ()


def log(session: Session, screen: Params) -> Made:
    """All events, the newest first."""
    events = list(enumerate(session.journal.events, start=1))
    return Made(N_("Log"), {"events": events[::-1]}, {"name": "log"})


COMMANDS: Mapping[str, Command] = {"undo": undo, "redo": redo, "save-file": save_file}

SCREENS: Mapping[str, Screen] = {"log": log}
