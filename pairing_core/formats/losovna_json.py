"""Our own file: a tournament's journal as JSON, one event on a line, so that two versions can be compared.

::

    {"format": "losovna", "version": 1, "events": [
    {"event": "created", "settings": {"name": "Spring cup"}},
    {"event": "player_added", "player": {"number": 1, "name": "Anna"}}
    ]}

Events done in one go have the key ``continues``; see :mod:`pairing_core.journal`.

What :func:`dump` wrote comes back the same from :func:`load`, and the other way round to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pairing_core.errors import (
    BadEvent,
    BadJson,
    ControlCharacter,
    DuplicateKey,
    NewerVersion,
    NotATournamentFile,
    TournamentError,
)
from pairing_core.journal import REDONE, UNDONE, Event, Journal, apply, steps
from pairing_core.model import Tournament

FORMAT = "losovna"
VERSION = 1

# No event is nested deeper than this; what is would only exhaust the reader.
_DEEPEST = 50
# Whole numbers of more digits are a mistake, and costly to read.
_DIGITS = 18

_TOKEN = re.compile(
    r"""
    (?P<string> "[^"\\]*(?:\\.[^"\\]*)*"? )
  | (?P<open> [\[{] )
  | (?P<close> [\]}] )
  | (?P<number> -?[0-9][0-9.eE+\-]* )
  | (?P<word> -?[A-Za-z]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_KEY_FOLLOWS = re.compile(r"\s*:")
_SURROGATE = re.compile("[\ud800-\udfff]")


def load(text: str) -> Journal:
    """Return the journal of a file; every event in it has been checked.

    Raises :class:`BadJson`, :class:`DuplicateKey` or :class:`ControlCharacter` with line and column,
    :class:`NotATournamentFile`, :class:`NewerVersion`, or :class:`BadEvent` with the number of the event.
    Time O(length of the text + events * size of the tournament).
    """
    text = text.removeprefix("\ufeff")
    _check_tokens(text)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadJson(line=error.lineno, column=error.colno) from None
    return checked(Journal(tuple(_events(value))))


def dump(journal: Journal) -> str:
    """Return the file of a journal, which ends with a line end."""
    events = ",\n".join(
        json.dumps(event, ensure_ascii=False, allow_nan=False, default=dict) for event in journal.events
    )
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "events": [\n{events}\n]}}\n'


def _events(value: Any) -> list[Event]:
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise NotATournamentFile(wanted=f'"format": "{FORMAT}"')
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise NotATournamentFile(wanted='"version"')
    if version > VERSION:
        raise NewerVersion(found=version, known=VERSION)
    events = value.get("events")
    if not isinstance(events, list) or set(value) != {"format", "version", "events"}:
        raise NotATournamentFile(wanted='"events"')
    for number, event in enumerate(events, start=1):
        if not isinstance(event, Mapping):
            raise BadEvent(event=number, problem="it is no object")
    return events


def checked(journal: Journal) -> Journal:
    """Return the journal if each of its events can be; raises :class:`BadEvent` for the first that cannot."""
    try:
        _ = journal.tournament
    except TournamentError as error:
        raise BadEvent(event=_number_of_bad_event(journal), problem=str(error).removesuffix(".")) from error
    return journal


def _number_of_bad_event(journal: Journal) -> int:
    """Return which event, from 1, cannot be; one of them cannot."""
    number, done, undone = 1, 0, 0
    for step in steps(journal.events):
        if step[0].get("event") == UNDONE:
            done, undone = done - 1, undone + 1
        elif step[0].get("event") == REDONE:
            done, undone = done + 1, undone - 1
        else:
            done, undone = done + 1, 0
        if min(done, undone) < 0:
            return number
        number += len(step)
    numbers = {id(event): number for number, event in enumerate(journal.events, start=1)}
    state = Tournament()
    for event in journal.effective:
        try:
            state = apply(state, event)
        except TournamentError:
            return numbers[id(event)]
    return len(journal.events)


def _check_tokens(text: str) -> None:
    """Refuse with its place what the JSON reader would pass over or choke on.

    These are keys that stand twice, numbers that are none or too long, nesting too deep, and halves of characters,
    which no file can hold. Whether the rest is JSON is left to the reader.
    """
    surrogate = _SURROGATE.search(text)
    if surrogate:
        raise ControlCharacter(character=f"U+{ord(surrogate[0]):04X}", **_place(text, surrogate.start()))
    keys: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        found, at = token[0], token.start()
        if token["open"]:
            keys.append(set())
            if len(keys) > _DEEPEST:
                raise BadJson(**_place(text, at))
        elif token["close"]:
            if keys:
                keys.pop()
        elif token["number"]:
            if len(found) > _DIGITS or _is_endless(found):
                raise BadJson(**_place(text, at))
        elif token["word"]:
            if found not in ("true", "false", "null"):
                raise BadJson(**_place(text, at))
        else:
            string = _unescaped(found)
            halves = _SURROGATE.search(string)
            if halves:
                raise ControlCharacter(character=f"U+{ord(halves[0]):04X}", **_place(text, at))
            if keys and _KEY_FOLLOWS.match(text, token.end()):
                if string in keys[-1]:
                    raise DuplicateKey(key=string[:40], **_place(text, at))
                keys[-1].add(string)


def _is_endless(number: str) -> bool:
    """Whether a number with an exponent is too large for any computer's floats."""
    try:
        return float(number) in (float("inf"), float("-inf"))
    except ValueError:
        return False  # The reader will say that it is none.


def _unescaped(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token))
    except json.JSONDecodeError:
        return ""  # The reader will say where.


def _place(text: str, at: int) -> dict[str, int]:
    return {"line": text.count("\n", 0, at) + 1, "column": at - text.rfind("\n", 0, at)}
