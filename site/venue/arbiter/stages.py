"""Stages: which of them is looked at, and the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pairing_core import stages
from pairing_core.errors import N_, BadValue, LosovnaError
from pairing_core.journal import Event, settings_to_json
from pairing_core.model import Carried, Settings, Tournament
from pairing_core.standings import standings
from pairing_core.systems import SYSTEMS, settled, system

from .parts import Command, Do, Made, Params, Screen, whole_number
from .parts import listed as values_of

if TYPE_CHECKING:
    from .session import Session

CARRIED: Mapping[Carried, str] = {
    Carried.NOTHING: N_("Everybody begins with no points"),
    Carried.MET: N_("Games that two of them have played already count"),
    Carried.ALL: N_("All points so far count, and nobody meets anybody again"),
}
"""What of the rounds before counts, as people say it."""


class TooFewGoOn(LosovnaError):
    """No parameters."""

    code = "too-few-go-on"
    message = N_("Choose at least two players who go on.")
    field = "players"


class Listed(NamedTuple):
    """A stage as it is listed: its number from 1, its name, its system (a msgid), whether it is looked at."""

    number: int
    name: str
    system: str
    is_here: bool


def listed(session: Session) -> list[Listed]:
    """Return the stages of a tournament that has several; nothing for any other."""
    whole = session.journal.tournament
    if not whole.stages:
        return []
    return [
        Listed(number, stage.name, system(stage.settings.system).name, number == session.view.number)
        for number, stage in enumerate(stages.stages(whole), start=1)
    ]


def see_stage(session: Session, do: Do) -> Iterable[Event]:
    """Look at another stage."""
    session.stage = whole_number(do, "stage")
    session.draft = None
    return ()


def start_stage(session: Session, do: Do) -> Iterable[Event]:
    """Begin the next stage with the players that were chosen, in the order of the standings."""
    whole = session.journal.tournament
    chosen = {int(each) for each in values_of(do, "players") if each.isdecimal()}
    order = [number for number in ranked(whole) if number in chosen]
    if len(order) < 2:
        raise TooFewGoOn()
    try:
        carried = Carried(str(do.get("carried") or Carried.NOTHING.value))
    except ValueError:
        known = ", ".join(each.value for each in Carried)
        raise BadValue(what="carried", found=str(do.get("carried"))[:60], wanted=known) from None
    base = stages.view(whole).stage.settings
    told = settings_to_json(base) | {
        "system": system(str(do.get("system", ""))).key,
        "rounds": whole_number(do, "rounds", base.rounds),
        "parameters": {},
    }
    session.draft, session.stage = None, None
    session.go = {"name": "round"}
    session.say(N_("The next stage has begun."))
    name = " ".join(str(do.get("title", "")).split())
    return [
        {
            "event": "stage_started",
            "stage": {"name": name, "players": order, "settings": told, "carried": carried.value},
        }
    ]


def ranked(whole: Tournament) -> list[int]:
    """Return the players of the last stage in the order of its standings, those who have left not among them."""
    seen = stages.view(whole)
    there = {player.number for player in seen.tournament.players.values() if player.withdrawn_after is None}
    return [row.player for row in standings(settled(seen.tournament)).rows if row.player in there]


def stages_screen(session: Session, screen: Params) -> Made:
    """The stages so far, the final ranking, and the form of the next stage."""
    whole = session.journal.tournament
    order = ranked(whole)
    best = screen.get("best")
    count = int(best) if isinstance(best, str) and best.isdecimal() else min(8, len(order))
    names = {number: player.name for number, player in whole.players.items()}
    context = {
        "listed": stages.stages(whole),
        "order": order,
        "names": names,
        "count": count,
        "systems": SYSTEMS,
        "system_name": {each.key: each.name for each in SYSTEMS},
        "carried": CARRIED,
        "usual": Settings().rounds,
        "final": stages.final_ranking(whole) if whole.stages else (),
        "open": [round_.number for round_ in whole.rounds if not round_.is_complete],
    }
    return Made(N_("Stages"), context, {"name": "stages", "best": str(count)})


COMMANDS: Mapping[str, Command] = {"see-stage": see_stage, "start-stage": start_stage}

SCREENS: Mapping[str, Screen] = {"stages": stages_screen}
