"""Rounds that are fixed beforehand, as those of a round robin: published all at once, listed, taken back.

What follows where somebody is absent: the game stands, and whoever is there wins it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pairing_core.errors import N_, LosovnaError
from pairing_core.journal import Event, paired_event, player_to_json
from pairing_core.model import GROUPS, SCHEVENINGEN, Player, PlayerNumber, Round, RoundNumber, Tournament
from pairing_core.standings import carried_rounds
from pairing_core.systems import is_fixed, rounds_to_come, to_keep
from pairing_core.systems.table import LATE, TABLE, members, result_of_absence, table_of

from ..i18n import sentence
from .papers import KINDS, Choice, Paper
from .parts import Command, Do, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session


def kept_with(session: Session) -> Iterator[Event]:
    """Yield what has to be kept beside the next round: the table's numbers, how many rounds there are."""
    changes = to_keep(session.view.tournament)
    if changes:
        yield {"event": "settings_changed", "changes": changes}


def publish_all(session: Session, do: Do) -> Iterable[Event]:
    """Publish every round that is not published yet; results may then be typed in any of them."""
    tournament = session.tournament
    rounds = rounds_to_come(tournament)
    events = [*kept_with(session), *(paired_event(each) for each in rounds)]
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
    first = session.view.carried
    rounds = range(len(session.tournament.rounds), first, -1)
    return [{"event": "round_unpaired", "round": number} for number in rounds]


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


# Who comes after the first round


def latecomer(session: Session, player: Player, *, plays_later: bool) -> Iterator[Event]:
    """Yield that a player comes after the first round: in the free place of an odd field, else outside the table.

    The games of rounds that are published are added to them, open or lost without being played.
    """
    added: Event = {"event": "player_added", "player": player_to_json(player)}
    tournament = session.tournament
    inside = members(tournament)
    if tournament.settings.system == GROUPS:
        session.say(
            N_("%(player)s is in no group: the games of all groups are fixed; to make others, take all rounds back."),
            player=player.name,
        )
        yield added
        return
    if tournament.settings.system == SCHEVENINGEN:
        session.say(
            N_(
                "%(player)s is in neither team: the games of the match are fixed; to make others, take all rounds back."
            ),
            player=player.name,
        )
        yield added
        return
    if carried_rounds(tournament):
        session.say(
            N_("%(player)s is not in this stage: its games are those that were left when it began."), player=player.name
        )
        yield added
        return
    if len(inside) % 2 == 0:
        session.say(
            N_(
                "%(player)s is not in the table: all %(players)s places are taken, and a table for one more has other "
                "games in every round; to make it, take all rounds back."
            ),
            player=player.name,
            players=len(inside),
        )
        yield added
        return
    parameters = {**tournament.settings.parameters, TABLE: " ".join(map(str, table_of(tournament).players))}
    events = [
        added,
        {"event": "settings_changed", "changes": {"parameters": {**parameters, LATE: str(player.number)}}},
    ]
    yield from events
    table = table_of(session.after(events))
    for round_ in tournament.rounds:
        game = table.games(round_.number)[-1]
        other = game.second if game.first == player.number else game.first
        if round_.game_of(other) is None:
            lost = "-" if game.first == player.number else "+"
            result = {} if plays_later else {"result": lost}
            yield {"event": "game_added", "round": round_.number, "first": game.first, "second": game.second, **result}
    session.say(
        N_("%(player)s takes the free place of the table; from round %(round)s on nobody rests."),
        player=player.name,
        round=tournament.next_round,
    )


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
