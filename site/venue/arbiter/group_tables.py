"""The screen of groups: who is in which, how each stands, and who advances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from pairing_core.errors import N_, LosovnaError
from pairing_core.going_on import GoingOn, advanced, is_crossed
from pairing_core.journal import Event
from pairing_core.model import Player, PlayerNumber, Tournament
from pairing_core.stages import play_offs
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems.groups_system import (
    COUNT,
    MEMBERS,
    Group,
    group_tournament,
    groups_of,
    letter,
    members,
)

from ..i18n import sentence
from .goers import is_last_stage, next_system, others_would_go_on
from .groups import is_in_groups
from .papers import KINDS, Choice, Paper
from .parts import Command, Do, Made, Params, Screen, whole_number
from .ranking import Why, explained, views_of

if TYPE_CHECKING:
    from .session import Session


class GroupOfOne(LosovnaError):
    """Parameters: ``group``."""

    code = "group-of-one"
    message = N_("Group %(group)s would have only one player; every group needs at least two.")


class NoGroups(LosovnaError):
    """No parameters."""

    code = "no-groups"
    message = N_("The groups are in use since round 1; take all rounds back to make other ones.")


class Seen(NamedTuple):
    """A group as it is shown: its players by their numbers in its table, its paper, how many games are still open."""

    group: Group
    players: list[Player]
    paper: Paper
    open: int


# Who is in which


def make_groups(session: Session, do: Do) -> Iterable[Event]:
    """Make the groups anew: with other lots where lots say it, else as the rule makes them."""
    tournament = _before_round_1(session)
    parameters = {key: told for key, told in tournament.settings.parameters.items() if key != MEMBERS}
    bare = replace(tournament, settings=replace(tournament.settings, parameters=MappingProxyType(parameters)))
    if do.get("how") == "lots":
        parameters[MEMBERS] = _told(members(bare, f"{tournament.settings.seed} {_told(members(tournament))}"))
        session.say(N_("The groups are made with other lots."))
    else:
        session.say(N_("The groups are as the rule makes them."))
    yield from _kept(session, parameters)


def set_groups(session: Session, do: Do) -> Iterable[Event]:
    """Put players into the groups that the form says; a group that nobody is left in goes."""
    tournament = _before_round_1(session)
    before = members(tournament)
    made: dict[int, list[PlayerNumber]] = {number: [] for number in range(1, len(before) + 2)}
    for number, group in enumerate(before, start=1):
        for player in group:
            into = whole_number(do, f"group-{player}", number)
            made[into if into in made else number].append(player)
    groups = [group for group in made.values() if group]
    alone = next((number for number, group in enumerate(groups, start=1) if len(group) == 1), None)
    if alone is not None:
        raise GroupOfOne(group=letter(alone))
    if groups == list(map(list, before)):
        session.say(N_("Nothing has changed."))
        return
    session.say(N_("The groups are as you made them."))
    yield from _kept(session, {**tournament.settings.parameters, MEMBERS: _told(groups), COUNT: str(len(groups))})


def _before_round_1(session: Session) -> Tournament:
    tournament = session.tournament
    if tournament.rounds or not is_in_groups(tournament):
        raise NoGroups
    session.draft = None
    return tournament


def _told(groups: Iterable[Iterable[PlayerNumber]]) -> str:
    return ";".join(" ".join(map(str, group)) for group in groups)


def _kept(session: Session, parameters: Mapping[str, str]) -> Iterable[Event]:
    if dict(parameters) != dict(session.tournament.settings.parameters):
        yield {"event": "settings_changed", "changes": {"parameters": dict(parameters)}}


# How each stands, and who advances


def groups_screen(session: Session, screen: Params) -> Made:
    """Before round 1 who is in which group; from then on how each stands, and who advances by what is asked."""
    tournament = session.tournament
    problem, seen = "", []
    try:
        seen = seen_groups(tournament, session.lang)
    except LosovnaError as error:
        problem = sentence(error, session.lang)
    best, thirds = wanted(screen)
    why = _why(seen, str(screen.get("why", "")))
    params = {
        "name": "groups",
        "best": str(best),
        "thirds": str(thirds),
        "why": f"{why.player}.{why.column}" if why else "",
    }
    kept = urlencode({"best": best, "thirds": thirds})
    told, refusal = _advancing(session, best, thirds) if tournament.rounds else (None, "")
    context = {
        "views": views_of(tournament),
        "problem": problem,
        "seen": seen,
        "why": why,
        "base": f"#/{session.id}/groups?{kept}&",
        "best": best,
        "thirds": thirds,
        "told": told,
        "refusal": refusal,
        "sentences": [each.text(session.gettext) for each in _sentences(tournament, told)] if told else [],
        "changed": [each.text(session.gettext) for each in others_would_go_on(session.journal, session.view.number)],
        "goes_on": is_last_stage(session),
        "is_by_lot": _is_by_lot(tournament),
        "is_made_by_hand": MEMBERS in tournament.settings.parameters,
        "choices": [(number, letter(number)) for number in range(1, len(seen) + 2)],
        "open": sum(each.open for each in seen),
        "letters": {player.number: each.group.letter for each in seen for player in each.players},
    }
    return Made(N_("Groups"), context, params)


def _is_by_lot(tournament: Tournament) -> bool:
    return tournament.settings.parameters.get("grouping", "snake") != "snake"


def seen_groups(tournament: Tournament, lang: str) -> list[Seen]:
    """Return the groups as they are shown. Raises what making them raises."""
    seen = []
    for group in groups_of(tournament):
        own = group_tournament(tournament, group)
        choice = Choice(KINDS[0], "a4", False, number=len(own.rounds), is_grid=True)
        players = [tournament.players[number] for number in group.table.players]
        left = sum(game.result is None for round_ in own.rounds for game in round_.games)
        seen.append(Seen(group, players, Paper(own, choice, lang), left))
    return seen


def wanted(screen: Params) -> tuple[int, int]:
    """Return how many of each group advance, and how many of those placed next; two and none if nothing is said."""
    told = (str(screen.get("best") or ""), str(screen.get("thirds") or ""))
    best, thirds = (int(each) if each.isascii() and each.isdecimal() and len(each) < 4 else None for each in told)
    return max(1, 2 if best is None else best), thirds or 0


def _advancing(session: Session, best: int, thirds: int) -> tuple[GoingOn | None, str]:
    """Return who advances as things stand, or why that cannot be said."""
    tournament = session.tournament
    crossed = is_crossed(next_system(session))
    try:
        orders = play_offs(session.journal.tournament, session.view.number)
        return advanced(tournament, best, thirds, orders, crossed=crossed, after=len(tournament.rounds)), ""
    except LosovnaError as error:
        return None, sentence(error, session.lang)


def _sentences(tournament: Tournament, told: GoingOn) -> list[Sentence]:
    """Return between whom nothing decides, first who goes on at all, then in which order."""
    sentences = []
    for cut in told.undecided:
        sentences.append(
            Sentence(
                N_(
                    "Nothing separates these, of whom only %(places)s can go on: %(players)s. Let them play, or decide."
                ),
                {"places": cut.places, "players": _names(tournament, cut.players)},
            )
        )
    return [*sentences, *order_told(tournament, told)]


def order_told(tournament: Tournament, told: GoingOn) -> list[Sentence]:
    """Return what the order of the seeds goes by where it is not by places and points."""
    sentences = []
    if told.is_crossed:
        sentences.append(
            Sentence(
                N_("The seeds are crossed so that players of one group meet as late as possible in the bracket."), {}
            )
        )
    for level in told.level:
        sentences.append(
            Sentence(
                N_("Nothing separates these, so their seeds follow their numbers: %(players)s."),
                {"players": _names(tournament, level)},
            )
        )
    return sentences


def _names(tournament: Tournament, players: Iterable[PlayerNumber]) -> str:
    return ", ".join(tournament.players[player].name for player in players)


def _why(seen: Sequence[Seen], asked: str) -> Why | None:
    number = asked.partition(".")[0]
    for each in seen:
        if any(str(player.number) == number for player in each.players):
            return explained(each.paper, asked)
    return None


COMMANDS: Mapping[str, Command] = {"make-groups": make_groups, "set-groups": set_groups}

SCREENS: Mapping[str, Screen] = {"groups": groups_screen}
