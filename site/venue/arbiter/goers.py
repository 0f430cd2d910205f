"""Who goes on from a stage: for which system they are seeded, and whether others would go on by the results of now."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing_core.errors import N_
from pairing_core.going_on import rule_of
from pairing_core.journal import Journal
from pairing_core.model import KNOCKOUT, PlayerNumber
from pairing_core.stages import is_play_off, play_offs, stages, view
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems import settled

if TYPE_CHECKING:
    from .session import Session


def is_last_stage(session: Session) -> bool:
    """Whether no stage follows the one that is looked at, but for play-offs: nobody has gone on from it."""
    return all(map(is_play_off, stages(session.journal.tournament)[session.view.number :]))


def next_system(session: Session) -> str:
    """Return the system of the stage after the one that is looked at: as it is, or as its form has it."""
    if not is_last_stage(session):
        later = stages(session.journal.tournament)[session.view.number :]
        return next(stage for stage in later if not is_play_off(stage)).settings.system
    return session.plan.system if session.plan else KNOCKOUT


def others_would_go_on(journal: Journal, number: int) -> list[Sentence]:
    """Return that another choice of players would go on from a stage by the results as they stand now.

    Nothing if no stage follows, or if the arbiter chose the players otherwise than the results had them when it began.
    Who has left since then counts as there. Play-offs count, and nobody goes on from them.
    """
    whole = journal.tournament
    known = stages(whole)
    later = next((at for at in range(number, len(known)) if not is_play_off(known[at])), None)
    if later is None or is_play_off(known[number - 1]):
        return []
    players = known[later].players
    begun = [at for at, event in enumerate(journal.effective) if event["event"] == "stage_started"]
    before = Journal(journal.effective[: begun[later - len(known)]]).tournament
    then = settled(view(before, number).tournament)
    rule = rule_of(then, players, play_offs(before, number))
    orders = play_offs(whole, number)
    now = settled(view(whole, number).tournament)
    now = replace(
        now, players=MappingProxyType({each: then.players.get(each, player) for each, player in now.players.items()})
    )
    told = rule.told(now, len(players), orders) if rule is not None and not rule.makes(now, players, orders) else None
    if told is None:
        return []
    open_ = {player for cut in told.undecided for player in cut.players}

    def names(listed: list[PlayerNumber]) -> str:
        return ", ".join(whole.players[player].name for player in listed)

    out = [player for player in players if player not in open_ and player not in told.players]
    others = [player for player in told.players if player not in players]
    params: dict[str, str | int] = {"players": names(out), "others": names(others)}
    if out and others:
        message = N_(
            "The next stage has begun with %(players)s; by the results as they stand now %(others)s would go on."
        )
    elif out:
        message = N_("The next stage has begun with %(players)s, who would not go on by the results as they stand now.")
    elif others:
        message = N_("The next stage has begun without %(others)s; by the results as they stand now they would go on.")
    else:
        return []
    return [Sentence(message, params)]
