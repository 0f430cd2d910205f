"""Groups on the arbiter's table: how they are made, who is in which, how each stands, and who advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pairing_core.errors import N_, BadValue, GroupCount, LosovnaError
from pairing_core.model import GROUPS, Tournament
from pairing_core.round_robin import places
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems import groups_system as chosen

from .parts import Do, whole_number

if TYPE_CHECKING:
    pass

# What can be chosen


class NotSoManyGroups(LosovnaError):
    """Parameters: ``found``."""

    code = "not-so-many-groups"
    message = N_("There must be from 1 to 99 groups, not %(found)s.")
    field = f"group:{chosen.COUNT}"


CHOICES: Mapping[str, Mapping[str, str]] = {
    chosen.GROUPING: {
        "snake": N_("by strength: from the first to the last group, then back"),
        "pots": N_("by lot, of players of about the same strength one into each"),
        "lots": N_("by lot"),
    },
    chosen.CLUBS_APART: {"no": N_("wherever that puts them"), "yes": N_("as few as can be in one group")},
}
"""What can be chosen of groups, by the key of the parameter; a number is typed for how many there are."""

LABELS: Mapping[str, str] = {
    chosen.GROUPING: N_("Who comes into which group"),
    chosen.CLUBS_APART: N_("Players of one club"),
}

SHAPE = (chosen.COUNT, chosen.GROUPING, chosen.CLUBS_APART, chosen.MEMBERS)
"""What makes the groups: it stays once a round is drawn."""


class Field(NamedTuple):
    """A choice: its parameter, what it is called, the options, the one chosen."""

    key: str
    label: str
    options: list[tuple[str, str]]
    chosen: str


def fields(tournament: Tournament) -> list[Field]:
    """Return what can still be chosen."""
    if tournament.rounds:
        return []
    return [
        Field(key, label, list(CHOICES[key].items()), chosen.told(tournament, key)) for key, label in LABELS.items()
    ]


def choice(do: Do, name: str, key: str) -> str:
    """Read a choice of the form. Raises :class:`NotSoManyGroups` and :class:`BadValue`."""
    if key == chosen.COUNT:
        count = whole_number(do, name)
        if not 1 <= count <= 99:
            raise NotSoManyGroups(found=count)
        return str(count)
    value, known = str(do[name]), CHOICES[key]
    if value not in known:
        raise BadValue(what=key, found=value[:20], wanted=", ".join(known))
    return value


def is_in_groups(tournament: Tournament) -> bool:
    """Whether the stage that is looked at is played in groups."""
    return tournament.settings.system == GROUPS


USUAL_SIZE = 6
"""About so many players are put into one group, unless something else is asked for."""


def usual_count(players: int) -> int:
    """Return how many groups are usual for so many players."""
    return max(2, round(players / USUAL_SIZE)) if players > 3 else 1


def planned(players: int) -> list[Sentence]:
    """Return what so many players in the usual number of groups are."""
    count = usual_count(players)
    if players < 2:
        return []
    sizes = [players // count + (group < players % count) for group in range(count)]
    return [_sizes_told(sizes, places(max(sizes)) - 1)]


def advice(tournament: Tournament) -> list[Sentence]:
    """Return how many are in each group, and how many rounds that makes."""
    try:
        sizes = [len(group) for group in chosen.members(tournament)]
    except LosovnaError:
        return []
    return [_sizes_told(sizes, chosen.number_of_rounds(tournament))]


def too_many(tournament: Tournament) -> list[Sentence]:
    """Return that so few players cannot be divided into so many groups; nothing if they can."""
    try:
        chosen.members(tournament)
    except GroupCount as error:
        return [Sentence(error.message, error.params)]
    except LosovnaError:
        pass
    return []


def _sizes_told(sizes: Sequence[int], rounds: int) -> Sentence:
    told: dict[str, str | int] = {
        "players": sum(sizes),
        "groups": len(sizes),
        "least": min(sizes),
        "most": max(sizes),
        "rounds": rounds,
    }
    if len(sizes) == 1:
        return Sentence(N_("%(players)s players in one group: %(rounds)s rounds."), told)
    return Sentence(
        N_("%(players)s players in groups, %(groups)s of them with %(least)s each: %(rounds)s rounds.")
        if min(sizes) == max(sizes)
        else N_(
            "%(players)s players in groups, %(groups)s of them with %(least)s to %(most)s each: %(rounds)s rounds."
        ),
        told,
    )
