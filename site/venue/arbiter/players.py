"""The players: typed, pasted, changed, gone and back, and byes asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_
from pairing_core.formats import csv_players
from pairing_core.history import history
from pairing_core.journal import Event, label, player_to_json
from pairing_core.model import Bye, Player

from .parts import Command, Do, Made, Params, Screen, whole_number

if TYPE_CHECKING:
    from .session import Session


def add_players(session: Session, do: Do) -> Iterable[Event]:
    """One name typed, or a whole list pasted; who comes after round 1 joins in the next round."""
    found = csv_players.players(str(do.get("players", "")))
    taken = session.tournament.players
    number = max(taken, default=0)
    names = {player.name.casefold() for player in taken.values()}
    for player in found:
        number += 1
        if player.name.casefold() in names:
            session.notes.append(player.name)
        joins = session.tournament.next_round if session.tournament.rounds else 1
        added = Player(number, player.name, player.rating, player.club, player.country, joins_in=joins)
        yield {"event": "player_added", "player": player_to_json(added)}
    session.draft = None
    session.say(N_("Players added: %(count)s."), count=len(found))


def change_player(session: Session, do: Do) -> Iterable[Event]:
    """Name, rating or club of a player."""
    changes: dict[str, Any] = {key: str(do[key]).strip() for key in ("name", "club", "country") if key in do}
    if "rating" in do:
        changes["rating"] = None if not str(do["rating"]).strip() else whole_number(do, "rating")
    session.draft = None
    yield {"event": "player_changed", "number": whole_number(do, "number"), "changes": changes}


def remove_player(session: Session, do: Do) -> Iterable[Event]:
    """A player who has not been drawn yet is taken off the list; who has been, withdraws."""
    number = whole_number(do, "number")
    tournament = session.tournament
    session.draft = None
    session.say(N_("Gone: %(player)s."), player=label(tournament, number))
    if any(round_.game_of(number) or number in round_.byes for round_ in tournament.rounds):
        yield {"event": "player_withdrawn", "number": number, "after": len(tournament.rounds)}
    else:
        yield {"event": "player_removed", "number": number}


def return_player(session: Session, do: Do) -> Iterable[Event]:
    """A player who had withdrawn is back from the next round on."""
    session.draft = None
    yield {"event": "player_returned", "number": whole_number(do, "number"), "in": session.tournament.next_round}


def request_bye(session: Session, do: Do) -> Iterable[Event]:
    """No game in the next round (or in the one named), for half a point, a whole one or none; empty takes it back."""
    round_number = whole_number(do, "round", session.tournament.next_round)
    session.draft = None
    if do.get("bye"):
        yield {
            "event": "bye_requested",
            "number": whole_number(do, "number"),
            "round": round_number,
            "bye": Bye(str(do["bye"])).value,
        }
    else:
        yield {"event": "bye_taken_back", "number": whole_number(do, "number"), "round": round_number}


def players(session: Session, screen: Params) -> Made:
    """The list of players, and one to add."""
    tournament = session.tournament
    past = history(tournament)
    context = {
        "players": list(tournament.players.values()),
        "records": past.records,
        "next_round": tournament.next_round,
    }
    return Made(N_("Players"), context, {"name": "players"})


COMMANDS: Mapping[str, Command] = {
    "add-players": add_players,
    "change-player": change_player,
    "remove-player": remove_player,
    "return-player": return_player,
    "request-bye": request_bye,
}

SCREENS: Mapping[str, Screen] = {"players": players}
