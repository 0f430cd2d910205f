"""The page "Plan a tournament": its form, the systems in a picture, and the chances that grow slice by slice.

The page asks for a step again and again: each plays some more tournaments, of the system that has the fewest, and gives
the counts back, which come with the next question. Nothing is kept here, so a stopped simulation just goes on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pairing_core.errors import LosovnaError
from pairing_core.planner import (
    MAX_PLAYERS,
    MAX_SPREAD,
    MIN_PLAYERS,
    SYSTEMS,
    Conditions,
    Option,
    Share,
    Strength,
    Tally,
    advice,
    clock_text,
    hours_text,
    minutes_of,
    once_beaten,
    options,
    rounds_for_medals,
    rounds_for_winner,
    simulate,
    unbeaten,
)

from .actions import FormErrors
from .i18n import translation
from .render import render

TARGET = 10_000
"""Tournaments of each system: the chances are then known to one per cent."""

SEED = "plan"
"""The same question has the same answer."""

MOST_GAMES = 5_000_000
"""No step plays more games than this, whatever is asked."""

LISTED_ROUNDS = 31
"""Rounds of which the times are listed; a tournament of more fits no day."""

DAY = 24 * 60
BAR = 100
"""Units of the length of a bar."""

PAST = 1.25
"""How far a bar of time goes past the time there is, before it is cut off."""


def _(message: str) -> str:
    """Mark a sentence for translation."""
    return message


class NotFromTo(LosovnaError):
    """Parameters: ``found``, ``low``, ``high``."""

    code = "not-from-to"
    message = _("This must be a whole number from %(low)s to %(high)s, not “%(found)s”.")


class NoLength(LosovnaError):
    """Parameters: ``found``."""

    code = "no-length"
    message = _("This must be hours, such as 6, 6.5 or 6:30, not “%(found)s”.")


class NoTimeOfDay(LosovnaError):
    """Parameters: ``found``."""

    code = "no-time-of-day"
    message = _("This must be a time of day, such as 9 or 9:30, not “%(found)s”.")


class NoBreaks(LosovnaError):
    """Parameters: ``found``."""

    code = "no-breaks"
    message = _("These must be minutes with commas between them, such as 60 or 60, 15, not “%(found)s”.")


class Asked(NamedTuple):
    """The form, understood."""

    conditions: Conditions
    strength: Strength
    start: int | None


class Bar(NamedTuple):
    """A bar of at most :data:`BAR` units: how long it is, and whether it was cut off there."""

    length: float
    is_cut: bool


class Row(NamedTuple):
    """A system as it is shown."""

    option: Option
    name: str
    games: str
    time: str
    bar: Bar
    ends: str
    rounds: Sequence[str]
    notes: Sequence[str]


def plan(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return the picture of what the form says: HTML, and how many tournaments there are to simulate."""
    form = read(asked["form"])
    found = options(form.conditions)
    players = form.conditions.players
    rounds = range(1, rounds_for_medals(players) + 1)
    rows = _rows(found, form, translation(lang).gettext)
    context = {
        "rows": rows,
        "is_overnight": any("+" in time for row in rows for time in (row.ends, *row.rounds)),
        "time": None if form.conditions.time is None else hours_text(form.conditions.time),
        "limit": round(BAR / PAST, 1),
        "players": players,
        "undefeated": [(number, unbeaten(players, number), once_beaten(players, number)) for number in rounds],
        "winner": rounds_for_winner(players),
        "strength": form.strength,
        "pause": form.conditions.pause,
        "asked": _told(form),
    }
    fitting = [option.key for option in found if option.fits]
    return {"html": render("screens/plan.html", lang, **context), "total": TARGET * len(fitting)}


def step(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Play on: about so many ``games``, after what ``tallies`` say was counted; return the counts and what changed."""
    form = read(asked["form"])
    fitting = [option for option in options(form.conditions) if option.fits]
    tallies = {option.key: Tally(*map(int, asked.get("tallies", {}).get(option.key, ()))) for option in fitting}
    cells = {}
    chosen = min(fitting, key=lambda option: tallies[option.key].tournaments, default=None)
    if chosen is not None and tallies[chosen.key].tournaments < TARGET:
        before = tallies[chosen.key]
        games = min(MOST_GAMES, max(1, int(asked.get("games", 1))))
        count = min(TARGET - before.tournaments, max(1, games // sum(chosen.games)))
        tally = before + simulate(chosen.format, form.strength, SEED, before.tournaments, count)
        tallies[chosen.key] = tally
        cells[chosen.key] = chances_html(tally, lang)
    return {
        "tallies": {key: [tally.tournaments, tally.best, tally.three, tally.order] for key, tally in tallies.items()},
        "cells": cells,
        "done": sum(tally.tournaments for tally in tallies.values()),
        "total": TARGET * len(fitting),
    }


def chances_html(tally: Tally, lang: str) -> str:
    """Return the chances of a system: bars with what they say."""
    kinds = ((_("The best wins"), tally.best), (_("The best three come first"), tally.three))
    shares = [(name, tally.share(count)) for name, count in kinds]
    # Rounded outward, so that what is said holds the whole interval.
    shown = [
        (
            name,
            share,
            percent(share.share, lang),
            percent(math.floor(1000 * share.low) / 1000, lang),
            percent(math.ceil(1000 * share.high) / 1000, lang),
        )
        for name, share in shares
    ]
    return render("screens/chances.html", lang, shares=shown, tournaments=tally.tournaments)


def percent(share: float, lang: str) -> str:
    """Return a share in per cent, to a tenth, with the decimal mark of the language."""
    text = f"{100 * share:.1f}"
    return text if lang == "en" else text.replace(".", ",")


def read(form: Mapping[str, Any]) -> Asked:
    """Return what the form says. Raises :class:`FormErrors` with all fields that are not understood."""
    fields = _Fields(form)
    players = fields.whole("players", MIN_PLAYERS, MAX_PLAYERS)
    minutes = fields.whole("minutes", 1, 600, 20)
    between = fields.whole("between", 0, 600)
    time = fields.hours()
    rounds = fields.whole("rounds", 1, MAX_PLAYERS)
    boards = fields.whole("boards", 1, 1000)
    breaks = fields.breaks()
    strength = Strength(
        fields.whole("spread", 0, MAX_SPREAD, 200) or 0,
        fields.whole("draws", 0, 100, 20) or 0,
        bool(form.get("seeded")),
    )
    start = fields.start()
    if fields.errors:
        raise FormErrors(fields.errors)
    return Asked(
        Conditions(players or MIN_PLAYERS, minutes or 1, between, time, rounds, boards, breaks), strength, start
    )


class _Fields:
    """Reads the fields of a form and gathers the errors, so that all can be told at once."""

    def __init__(self, form: Mapping[str, Any]) -> None:
        self.form = form
        self.errors: list[LosovnaError] = []

    def _text(self, field: str) -> str:
        return str(self.form.get(field, "")).strip()

    def _wrong(self, field: str, error: LosovnaError) -> None:
        error.field = field
        self.errors.append(error)

    def whole(self, field: str, low: int, high: int, usual: int | None = None) -> int | None:
        text = self._text(field)
        if not text and field != "players":
            return usual
        if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
            self._wrong(field, NotFromTo(found=text[:20], low=low, high=high))
            return usual
        return int(text)

    def hours(self) -> int | None:
        text = self._text("hours")
        if not text:
            return None
        try:
            minutes = minutes_of(text)
        except ValueError:
            minutes = 0
        if not minutes:
            self._wrong("hours", NoLength(found=text[:20]))
        return minutes

    def start(self) -> int | None:
        text = self._text("start")
        if not text:
            return None
        try:
            minutes = minutes_of(text)
        except ValueError:
            minutes = DAY
        if minutes >= DAY:
            self._wrong("start", NoTimeOfDay(found=text[:20]))
        return minutes

    def breaks(self) -> tuple[int, ...]:
        text = self._text("breaks")
        parts = [part.strip() for part in text.replace(";", ",").replace("+", ",").split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() and int(part[:6]) < DAY for part in parts) or len(parts) > 20:
            self._wrong("breaks", NoBreaks(found=text[:20]))
            return ()
        return tuple(map(int, parts))


def _told(form: Asked) -> list[tuple[str, str]]:
    """Return what was asked for, as paper needs it: there the form is not to be seen."""
    conditions = form.conditions
    told = [
        (_("Players"), conditions.players),
        (_("Hours there are"), None if conditions.time is None else hours_text(conditions.time)),
        (_("Start of the first round"), None if form.start is None else clock_text(form.start)),
        (_("Minutes per player and game"), conditions.minutes),
        (_("Breaks in minutes"), ", ".join(map(str, conditions.breaks)) or None),
        (_("Boards or clocks"), conditions.boards),
        (_("Rounds"), conditions.rounds),
    ]
    return [(name, str(value)) for name, value in told if value is not None]


def _rows(found: Sequence[Option], form: Asked, gettext: Callable[[str], str]) -> list[Row]:
    time = form.conditions.time
    whole = PAST * time if time is not None else max(option.minutes for option in found)
    return [_row(option, form, whole, gettext) for option in found]


def _row(option: Option, form: Asked, whole: float, gettext: Callable[[str], str]) -> Row:
    notes = list(option.notes)
    if option.key == "swiss":
        notes += advice(option.format.players, option.format.rounds)
    times: list[str] = []
    if form.start is not None and option.fits and option.rounds <= LISTED_ROUNDS:
        times = [clock_text(form.start + minutes) for minutes in option.starts]
    return Row(
        option,
        SYSTEMS[option.key],
        str(option.most) if option.fewest == option.most else f"{option.fewest}–{option.most}",
        hours_text(option.minutes),
        Bar(round(min(BAR, BAR * option.minutes / whole), 1), option.minutes > whole),
        "" if form.start is None else clock_text(form.start + option.minutes),
        times,
        [note.text(gettext) for note in notes],
    )


__all__ = ["TARGET", "Share", "chances_html", "percent", "plan", "read", "step"]
