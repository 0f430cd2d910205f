"""The options of the systems: what is kept in a tournament's parameters as it is typed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import NamedTuple

from pairing_core import groups, knockout
from pairing_core.commands.edge import number_from, one_of
from pairing_core.errors import N_, LosovnaError
from pairing_core.knockout import settings as bracket
from pairing_core.model import GROUPS, KNOCKOUT, ROUND_ROBIN, Settings
from pairing_core.round_robin import CONSTRUCTIONS, MAX_CYCLES
from pairing_core.stages import View
from pairing_core.standings import STRIKE_OUT
from pairing_core.systems import groups_system, system
from pairing_core.systems.table import (
    BY_LIST,
    BY_LOT,
    CLUBS,
    CONSTRUCTION,
    CYCLES,
    NUMBERS,
    USUAL_TABLE,
    WISHES,
)


class SystemIsInUse(LosovnaError):
    """Parameters: ``before``, ``system``."""

    code = "system-is-in-use"
    message = N_(
        "Rounds have been drawn in the system %(before)s, so the rest cannot be drawn in %(system)s; begin a stage: "
        "“losovna stage FILE --system %(system)s”, with --carried if these rounds count."
    )


class OtherSystem(LosovnaError):
    """Parameters: ``option``, ``systems`` (those that have it, separated by commas), ``system``."""

    code = "option-of-another-system"
    message = N_("--%(option)s is for the system %(systems)s, but the system here is %(system)s.")


class TableIsInUse(LosovnaError):
    """Parameters: ``option``."""

    code = "table-is-in-use"
    message = N_(
        "--%(option)s changes the table, and the first round has been drawn from it; take the rounds back first."
    )


class GroupsAreInUse(LosovnaError):
    """Parameters: ``option``."""

    code = "groups-are-in-use"
    message = N_(
        "--%(option)s changes the groups, and the first round has been drawn from them; take the rounds back first."
    )


class BracketIsInUse(LosovnaError):
    """Parameters: ``option``."""

    code = "bracket-is-in-use"
    message = N_(
        "--%(option)s changes the bracket, and the first round has been drawn from it; take the rounds back first."
    )


class TieHasBegun(LosovnaError):
    """Parameters: ``option``."""

    code = "tie-has-begun"
    message = N_(
        "--%(option)s changes how ties are played, and the first ones have begun or are decided; "
        "take the rounds back first."
    )


class Option(NamedTuple):
    """An option: the systems that have it, its help, its values or the numbers between which it is; ``None`` for a text
    that the draw reads.

    ``in_use`` is why it cannot change once a round is drawn, ``None`` if it can.
    """

    systems: tuple[str, ...]
    help: str
    allowed: tuple[str, ...] | range | None
    in_use: type[LosovnaError] | None = None

    @property
    def words(self) -> str:
        """The help, with the systems and what is allowed."""
        names = ", ".join(system(key).name.lower() for key in self.systems)
        allowed = self.allowed
        if allowed is None:
            return f"{names}: {self.help}"
        values = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(allowed)
        return f"{names}: {self.help}, {values}"

    def checked(self, name: str, value: str) -> str:
        """Return the value as it is kept. Raises :class:`UnknownValue`, :class:`NotANumber` or :class:`OutOfRange`."""
        if self.allowed is None:
            return " ".join(value.split())
        if isinstance(self.allowed, range):
            return str(number_from(f"--{name}", value, self.allowed[0], self.allowed[-1]))
        return one_of(f"--{name}", value, self.allowed)


_TABLES = (ROUND_ROBIN, GROUPS)
_YES_NO = ("yes", "no")
_CONSTRUCTIONS = tuple(each.key for each in CONSTRUCTIONS)
_FIRST = tuple(each.value for each in knockout.First)
_CYCLES, _GROUPS, _GAMES = (range(1, most + 1) for most in (MAX_CYCLES, 1000, bracket.MOST_GAMES))

OPTIONS: Mapping[str, Option] = {
    CONSTRUCTION: Option(_TABLES, "how a table is made", _CONSTRUCTIONS, TableIsInUse),
    CYCLES: Option(_TABLES, "how often everybody meets everybody", _CYCLES),
    NUMBERS: Option(_TABLES, "who has which number in the table", (BY_LOT, BY_LIST), TableIsInUse),
    WISHES: Option(
        (ROUND_ROBIN,), "who meets in which round, by their numbers, as in “1,4:last; 2,3:1”", None, TableIsInUse
    ),
    CLUBS: Option((ROUND_ROBIN,), "whether players of one club meet as early as can be", _YES_NO, TableIsInUse),
    STRIKE_OUT: Option(_TABLES, "whether who leaves before half of the games is struck out of the standings", _YES_NO),
    groups_system.COUNT: Option((GROUPS,), "how many", _GROUPS, GroupsAreInUse),
    groups_system.GROUPING: Option((GROUPS,), "how they are made", groups.MODES, GroupsAreInUse),
    groups_system.CLUBS_APART: Option(
        (GROUPS,), "whether players of one club are spread over them", _YES_NO, GroupsAreInUse
    ),
    bracket.KIND: Option((KNOCKOUT,), "its kind", knockout.KINDS, BracketIsInUse),
    bracket.THIRD_PLACE: Option((KNOCKOUT,), "whether those who lose the semifinals play", _YES_NO, BracketIsInUse),
    bracket.SEEDING: Option((KNOCKOUT,), "how seeds get their places", knockout.MODES, BracketIsInUse),
    bracket.GAMES: Option((KNOCKOUT,), "games of a tie", _GAMES, TieHasBegun),
    bracket.BEST_OF: Option((KNOCKOUT,), "whether a tie ends when one cannot be caught up", _YES_NO, TieHasBegun),
    bracket.BY_SCORES: Option(
        (KNOCKOUT,), "whether the sum of scores decides a tie that is level", _YES_NO, TieHasBegun
    ),
    bracket.FIRST: Option((KNOCKOUT,), "who starts a tie", _FIRST),
}
"""The options by the keys of :attr:`pairing_core.model.Settings.parameters`."""

USUAL: Mapping[str, str] = {**USUAL_TABLE, **groups_system.USUAL_GROUPS, **bracket.USUAL}
"""What holds where nothing is said."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    for name, option in OPTIONS.items():
        parser.add_argument(f"--{name}", metavar="X", help=option.words)


def told(asked: argparse.Namespace, key: str) -> dict[str, str]:
    """Return the options that are told for a system.

    Raises :class:`OtherSystem` for one that it does not have, and what :meth:`Option.checked` raises.
    """
    chosen = {name: value for name in OPTIONS if (value := getattr(asked, name.replace("-", "_"))) is not None}
    for name in chosen:
        if key not in OPTIONS[name].systems:
            raise OtherSystem(option=name, systems=", ".join(OPTIONS[name].systems), system=key)
    return {name: OPTIONS[name].checked(name, value) for name, value in chosen.items()}


def changes(asked: argparse.Namespace, seen: View) -> tuple[str, dict[str, str]]:
    """Return the system that is told for what is being played, and the options of it.

    Raises what :func:`told` raises and, once a round is drawn, the error of an option that would change what it follows
    from, and :class:`SystemIsInUse` unless one Swiss system follows another. A report file may tell no system; then it
    can still be said.
    """
    settings = seen.tournament.settings
    key = asked.system or settings.system
    drawn = seen.tournament.rounds[seen.carried :]
    is_known = settings.system != Settings().system or any(round_.draw for round_ in drawn)
    if is_known and not seen.may_go_on_by(key):
        raise SystemIsInUse(before=settings.system, system=key)
    chosen = told(asked, key)
    for name, value in chosen.items():
        in_use = OPTIONS[name].in_use
        if in_use and drawn and value != settings.parameters.get(name, USUAL[name]):
            raise in_use(option=name)
    return key, chosen
