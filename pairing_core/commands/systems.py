"""The options of the systems: what is kept in a tournament's parameters as it is typed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from pairing_core import groups, knockout
from pairing_core.errors import N_, LosovnaError
from pairing_core.knockout import settings as bracket
from pairing_core.model import Tournament
from pairing_core.round_robin import CONSTRUCTIONS
from pairing_core.systems import groups_system
from pairing_core.systems.table import BY_LIST, BY_LOT, CONSTRUCTION, CYCLES, NUMBERS, USUAL_TABLE

OPTIONS: Mapping[str, str] = {
    CONSTRUCTION: f"round robin, groups: how a table is made, {', '.join(each.key for each in CONSTRUCTIONS)}",
    CYCLES: "round robin, groups: how often everybody meets everybody, 1 or 2",
    NUMBERS: f"round robin, groups: who has which number in the table, {BY_LOT} or {BY_LIST}",
    groups_system.COUNT: "groups: how many",
    groups_system.GROUPING: f"groups: how they are made, {', '.join(groups.MODES)}",
    groups_system.CLUBS_APART: "groups: whether players of one club are spread over them, yes or no",
    bracket.KIND: f"knockout: {', '.join(knockout.KINDS)}",
    bracket.THIRD_PLACE: "knockout: whether those who lose the semifinals play, yes or no",
    bracket.SEEDING: f"knockout: {', '.join(knockout.MODES)}",
    bracket.GAMES: "knockout: games of a tie",
    bracket.BEST_OF: "knockout: whether a tie ends when one cannot be caught up, yes or no",
    bracket.BY_SCORES: "knockout: whether the sum of scores decides a tie that is level, yes or no",
    bracket.FIRST: f"knockout: who starts a tie, {', '.join(each.value for each in knockout.First)}",
}
"""The options by the keys of :attr:`pairing_core.model.Settings.parameters`, and their help."""

USUAL: Mapping[str, str] = {**USUAL_TABLE, **groups_system.USUAL_GROUPS, **bracket.USUAL}
"""What holds where nothing is said."""

ALWAYS = (CYCLES, bracket.GAMES, bracket.BEST_OF, bracket.BY_SCORES, bracket.FIRST)
"""What may still be changed when the first round is drawn."""


class TableIsInUse(LosovnaError):
    """Parameters: ``option``."""

    code = "table-is-in-use"
    message = N_(
        "--%(option)s changes the table, and the first round has been drawn from it; take the rounds back first."
    )


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    for name, help_ in OPTIONS.items():
        parser.add_argument(f"--{name}", metavar="X", help=help_)


def told(asked: argparse.Namespace) -> dict[str, str]:
    """Return the options that are told."""
    return {name: value for name in OPTIONS if (value := getattr(asked, name.replace("-", "_"))) is not None}


def parameters(asked: argparse.Namespace, tournament: Tournament) -> dict[str, str]:
    """Return the options that are told.

    Raises :class:`TableIsInUse` for one that would make another table, other groups or another bracket of those that a
    round has been drawn from.
    """
    chosen = told(asked)
    for name, value in chosen.items():
        before = tournament.settings.parameters.get(name, USUAL[name])
        if name not in ALWAYS and tournament.rounds and value != before:
            raise TableIsInUse(option=name)
    return chosen
