"""Standings and all that is read from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pairing_core.errors import N_
from pairing_core.standings import standings

from .parts import Command, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session


def ranking(session: Session, screen: Params) -> Made:
    """Standings after the last finished round, or after another."""
    tournament = session.tournament
    wanted = screen.get("after")
    after = int(wanted) if wanted else tournament.finished_rounds
    ranked = standings(tournament, max(0, min(after, len(tournament.rounds))))
    return Made(N_("Standings"), {"ranked": ranked}, {"name": "standings", "after": ranked.after})


COMMANDS: Mapping[str, Command] = {}

SCREENS: Mapping[str, Screen] = {"standings": ranking}
