"""Set-up: name, rounds, the rules of the draw, tie-breaks, scoring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_
from pairing_core.journal import Event
from pairing_core.swiss import RULE_SETS, rule_set
from pairing_core.swiss.look_ahead import planned

from .parts import Command, Do, Made, Params, Screen, whole_number

if TYPE_CHECKING:
    from .session import Session


def create(session: Session, do: Do) -> Iterable[Event]:
    """A new tournament by a rule set, with its usual settings."""
    rules = rule_set(str(do.get("system", "mancala")))
    usual = rules.settings
    settings: dict[str, Any] = {
        "name": " ".join(str(do.get("title", "")).split()),
        "system": rules.key,
        "rounds": whole_number(do, "rounds", usual.rounds),
        "tie_breaks": list(usual.tie_breaks),
        "seed": str(do.get("seed", "")),
    }
    if usual.bye_scores:
        settings["bye_scores"] = list(usual.bye_scores)
    if usual.board_total:
        settings["board_total"] = usual.board_total
    session.say(N_("The tournament is set up."))
    yield {"event": "created", "settings": settings}


def change_settings(session: Session, do: Do) -> Iterable[Event]:
    """Name, rounds, rule set, tie-breaks and scoring, as far as the form holds them."""
    changes: dict[str, Any] = {}
    if "title" in do:
        changes["name"] = " ".join(str(do["title"]).split())
    if "rounds" in do:
        changes["rounds"] = whole_number(do, "rounds")
    if "system" in do:
        changes["system"] = rule_set(str(do["system"])).key
    if "tie_breaks" in do:
        changes["tie_breaks"] = [key for key in do["tie_breaks"] if key]
    if "scoring" in do:
        changes["scoring"] = dict(do["scoring"])
    for flag in ("acceleration", "allow_repeats"):
        if flag in do:
            changes[flag] = bool(do[flag])
    session.draft = None
    session.say(N_("The settings are changed."))
    yield {"event": "settings_changed", "changes": changes}


def setup(session: Session, screen: Params) -> Made:
    """Name, rounds, rule set, tie-breaks."""
    settings = session.tournament.settings
    present = sum(player.is_in(1) for player in session.tournament.players.values())
    advice = [each.text(session.gettext) for each in planned(present, settings.rounds)] if present else []
    return Made(N_("Set-up"), {"settings": settings, "rule_sets": RULE_SETS, "advice": advice}, {"name": "setup"})


COMMANDS: Mapping[str, Command] = {"create": create, "change-settings": change_settings}

SCREENS: Mapping[str, Screen] = {"setup": setup}
