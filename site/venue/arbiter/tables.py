"""Rounds that are fixed beforehand, as those of a round robin: published all at once, listed, taken back.

What follows where somebody is absent: the game stands, and whoever is there wins it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pairing_core.errors import N_, LosovnaError
from pairing_core.journal import Event, paired_event
from pairing_core.model import PlayerNumber, Round, RoundNumber, Tournament
from pairing_core.systems import is_fixed, rounds_to_come
from pairing_core.systems.table import result_of_absence

from ..i18n import sentence
from .papers import KINDS, Choice, Paper
from .parts import Command, Do, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session


def number_of_rounds(session: Session) -> Iterator[Event]:
    """Keep the number of rounds that follows from the system, where another one was kept."""
    rounds = session.tournament.settings.rounds
    if rounds != session.view.stage.settings.rounds:
        yield {"event": "settings_changed", "changes": {"rounds": rounds}}


def publish_all(session: Session, do: Do) -> Iterable[Event]:
    """Publish every round that is not published yet; results may then be typed in any of them."""
    tournament = session.tournament
    rounds = rounds_to_come(tournament)
    events = [*number_of_rounds(session), *(paired_event(each) for each in rounds)]
    session.draft = None
    if rounds:
        session.go = {"name": "round", "round": current(tournament)}
        session.say(
            N_("Rounds %(first)s to %(last)s are published; results may be typed in any of them."),
            first=rounds[0].number,
            last=rounds[-1].number,
        )
    return events


def unpair_all(session: Session, do: Do) -> Iterable[Event]:
    """Take every round back, the last one first."""
    session.draft = None
    session.go = {"name": "round", "round": 1}
    session.say(N_("All rounds are taken back; undo brings them back."))
    return [{"event": "round_unpaired", "round": number} for number in range(len(session.tournament.rounds), 0, -1)]


def current(tournament: Tournament) -> RoundNumber:
    """Return the first round whose results are not all in, drawn or not."""
    return tournament.finished_rounds + 1


# Who is absent from games that are published


def games_after(tournament: Tournament, player: PlayerNumber, rounds: Iterable[Round]) -> Iterator[Event]:
    """Yield what becomes of a player's games of these rounds now that the player is absent, or there again.

    ``tournament`` knows of it already. Games that were played stay as they are.
    """
    for round_ in rounds:
        game = round_.game_of(player)
        if game is None or (game.result is not None and game.result.is_played):
            continue
        result = result_of_absence(tournament, game, round_.number)
        if result is not game.result:
            yield {
                "event": "result_entered",
                "round": round_.number,
                "first": game.first,
                "second": game.second,
                "result": result.value if result else None,
            }


def last_played(tournament: Tournament, player: PlayerNumber) -> RoundNumber:
    """Return the last round that is over for a player: all results are in, or his own is."""
    own = 0
    for round_ in tournament.rounds:
        game = round_.game_of(player)
        if game is not None and game.result is not None and game.result.is_played:
            own = round_.number
    return max(own, tournament.finished_rounds)


# All rounds on one page


def schedule(session: Session, screen: Params) -> Made:
    """All rounds, published and to come."""
    tournament = session.tournament
    problem = ""
    try:
        rounds_to_come(tournament)
    except LosovnaError as error:
        problem = sentence(error, session.lang)
    choice = Choice(next(kind for kind in KINDS if kind.key == "schedule"), "a4", False)
    context = {
        "paper": Paper(tournament, choice, session.lang),
        "problem": problem,
        "is_fixed": is_fixed(tournament),
        "last": len(tournament.rounds),
    }
    return Made(N_("All rounds"), context, {"name": "schedule"})


COMMANDS: dict[str, Command] = {"publish-all": publish_all, "unpair-all": unpair_all}

SCREENS: dict[str, Screen] = {"schedule": schedule}
