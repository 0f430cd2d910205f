"""Who should not meet: clubs, families, named pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_, LosovnaError
from pairing_core.journal import Event
from pairing_core.model import KeepApart, Tournament

from ..tournament import alphabetical
from .lists import same
from .parts import Command, Do, Made, Params, Screen, whole_number

if TYPE_CHECKING:
    from .session import Session


class NobodyCalledSo(LosovnaError):
    """Parameters: ``name``."""

    code = "nobody-called-so"
    message = N_("No player is called “%(name)s”; type a number or a whole name from the list.")


class SeveralCalledSo(LosovnaError):
    """Parameters: ``name``, ``numbers``."""

    code = "several-called-so"
    message = N_("More than one player is called “%(name)s” (%(numbers)s); type the number.")


class TooFewForGroup(LosovnaError):
    """Parameters: none."""

    code = "too-few-for-group"
    message = N_("A group needs at least two players.")
    field = "who"


def keep_apart(session: Session, do: Do) -> Iterable[Event]:
    """A group of players who should not meet: those who are named, or all of a club."""
    tournament = session.tournament
    club = str(do.get("club") or "")
    numbers = sorted(
        {number for number, player in tournament.players.items() if club and player.club == club}
        | {_called(tournament, piece, "who") for piece in re.split(r"[;\n]", str(do.get("who", ""))) if piece.strip()}
    )
    if len(numbers) < 2:
        raise TooFewForGroup
    group: dict[str, Any] = {
        "players": numbers,
        "is_hard": do.get("how") != "wish",
        "name": " ".join(str(do.get("group") or club).split()),
    }
    if str(do.get("until", "")).strip():
        group["until"] = whole_number(do, "until")
    if str(do.get("price", "")).strip():
        group["price"] = whole_number(do, "price")
    session.draft = None
    session.say(N_("Kept apart from the next draw on: %(count)s players."), count=len(numbers))
    return [{"event": "kept_apart", "groups": [*map(_to_json, tournament.keep_apart), group]}]


def end_apart(session: Session, do: Do) -> Iterable[Event]:
    """A group may meet again."""
    at = whole_number(do, "at")
    groups = [_to_json(group) for place, group in enumerate(session.tournament.keep_apart) if place != at]
    session.draft = None
    session.say(N_("The group may meet again."))
    return [{"event": "kept_apart", "groups": groups}]


def forbid_pair(session: Session, do: Do) -> Iterable[Event]:
    """Two players never meet."""
    pair = [_called(session.tournament, str(do.get(side, "")), side) for side in ("one", "other")]
    session.draft = None
    first, second = (session.tournament.players[number].name for number in pair)
    session.say(N_("%(first)s and %(second)s are not drawn together."), first=first, second=second)
    return [{"event": "pair_forbidden", "players": pair}]


def allow_pair(session: Session, do: Do) -> Iterable[Event]:
    """Two players may meet again."""
    session.draft = None
    session.say(N_("The pair may meet again."))
    return [{"event": "pair_allowed", "players": [whole_number(do, "one"), whole_number(do, "other")]}]


def _called(tournament: Tournament, text: str, field: str) -> int:
    """Return the player of a number ("12" or "12 Anna") or a name, in whatever order and case it is typed."""
    text = text.strip()
    number = re.match(r"#?(\d{1,9})\b", text)
    if number and int(number[1]) in tournament.players:
        return int(number[1])
    found = [player.number for player in tournament.players.values() if same(player.name) == same(text)]
    if len(found) == 1:
        return found[0]
    name = text[:60]
    error: LosovnaError = NobodyCalledSo(name=name)
    if found:
        error = SeveralCalledSo(name=name, numbers=", ".join(map(str, found)))
    error.field = field
    raise error


def _to_json(group: KeepApart) -> dict[str, Any]:
    return {
        "players": list(group.players),
        "is_hard": group.is_hard,
        "price": group.price,
        "until": group.until,
        "name": group.name,
    }


def apart(session: Session, screen: Params) -> Made:
    """The groups and pairs who should not meet, and forms to add one."""
    tournament = session.tournament
    names = tournament.players
    clubs: dict[str, int] = {}
    for player in names.values():
        if player.club:
            clubs[player.club] = clubs.get(player.club, 0) + 1
    context = {
        "groups": tournament.keep_apart,
        "forbidden": tournament.forbidden,
        "clubs": sorted(
            (club for club, size in clubs.items() if size > 1), key=lambda club: alphabetical(club, session.lang)
        ),
    }
    return Made(N_("Keep apart"), context, {"name": "apart"})


COMMANDS: Mapping[str, Command] = {
    "keep-apart": keep_apart,
    "end-apart": end_apart,
    "forbid-pair": forbid_pair,
    "allow-pair": allow_pair,
}

SCREENS: Mapping[str, Screen] = {"apart": apart}
