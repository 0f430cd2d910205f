"""The screen of a round: to be drawn, a draft, or its tables with their results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pairing_core.errors import N_
from pairing_core.journal import Event
from pairing_core.model import Bye, Game, Player, Result, Round, RoundNumber, Tournament, points_label
from pairing_core.standings import scores, standings
from pairing_core.systems import ahead, bye_reasons, is_fixed, round_reasons
from pairing_core.systems.groups_system import letters

from ..i18n import sentence
from ..tournament import RoundView, result_label
from . import drafts, knockouts, results
from .goers import is_last_stage
from .papers import KINDS, Choice, Paper
from .parts import Command, Do, Made, Params, Screen, whole_number
from .players import not_here
from .presets import DISCS, NONE, score_entry, words

if TYPE_CHECKING:
    from .session import Session

OPEN, CHECK, CORRECT, WHY = "open", "check", "correct", "why"
"""Views of a round: only tables without a result, results typed again, earlier results corrected, why these pairs."""

BYES: Mapping[Bye, str] = {
    Bye.PAIRING_ALLOCATED: N_("Rests"),
    Bye.FULL_POINT: N_("Full-point bye"),
    Bye.HALF_POINT: N_("Half-point bye"),
    Bye.ZERO_POINT: N_("Absent"),
}


WAITS = N_("Still in: waits for the next round")
"""What is said of one who has no game in a round of a knockout."""


class Idle(NamedTuple):
    """One who has no game in a round, and why (a msgid). ``waits`` for a game whoever could have one."""

    player: Player
    reason: str
    waits: bool = False


def unpair(session: Session, do: Do) -> Iterable[Event]:
    """The last round is taken back."""
    session.draft = None
    number = whole_number(do, "round")
    session.say(N_("The draw of round %(round)s is taken back."), round=number)
    if number == 1:
        yield from knockouts.entrants_free(session)
    yield {"event": "round_unpaired", "round": number}


def round_(session: Session, screen: Params) -> Made:
    """A round: its draft, or its tables with their results."""
    tournament = session.tournament
    last = len(tournament.rounds)
    number = _number(session, screen)
    params: dict[str, Any] = {"name": "round", "round": number}
    context: dict[str, Any] = {
        "number": number,
        "last": last,
        "before": scores(tournament, number - 1),
        "words": words(tournament.settings),
        "letters": letters(tournament),
        "carried": session.view.carried,
        "missing_before": [] if is_fixed(tournament) else _missing_before(session, number),
        "is_fixed": is_fixed(tournament),
        "is_knockout": knockouts.is_knockout(tournament),
        "is_over": knockouts.is_over(tournament),
        "is_last_stage": is_last_stage(session),
        "won": _won(tournament),
        "homeless": knockouts.homeless(session),
        "old": _old(session, number),
        "not_here": not_here(tournament),
        "byes": BYES,
        "round": None,
        "draft": None,
        "refusal": sentence(session.refusal, session.lang) if session.refusal else "",
    }
    if session.draft is not None and session.draft.number == number:
        context |= _draft(session, session.draft)
    elif number <= last:
        view = str(screen.get("view") or "")
        if view in (OPEN, CORRECT, WHY):
            params["view"] = view
        context |= _published(session, tournament.rounds[number - 1], view)
        if view == WHY:
            context |= _why(session, tournament.rounds[number - 1])
    return Made(N_("Round"), context, params)


def _number(session: Session, screen: Params) -> RoundNumber:
    """Return the round that is asked for, else the first that needs something."""
    tournament = session.tournament
    last = len(tournament.rounds)
    wanted = str(screen.get("round") or "")
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 5:
        return max(1, min(int(wanted), last + 1))
    if session.draft is not None:
        return session.draft.number
    waiting = next((each.number for each in tournament.rounds if not each.is_complete), None)
    return waiting or last + (1 if last < tournament.settings.rounds else 0) or 1


def _missing_before(session: Session, number: RoundNumber) -> list[tuple[RoundNumber, list[Game]]]:
    """Return the open tables of the rounds before this one."""
    told = []
    for each in session.tournament.rounds[: number - 1]:
        games = [game for game in each.games if game.result is None]
        if games:
            told.append((each.number, games))
    return told


def _old(session: Session, number: RoundNumber) -> list[results.OldResult]:
    """Return the corrections that concern this round: of its results, or of those it was drawn on."""
    tournament = session.tournament
    if len(tournament.rounds) < 2 or is_fixed(tournament) or knockouts.is_knockout(tournament):
        return []
    offset = session.view.offset
    told = [
        replace(each, round=each.round - offset, drawn=each.drawn - offset)
        for each in results.old_results(session.journal.effective)
        if each.round > offset
    ]
    return [each for each in told if number in (each.round, each.drawn)]


def _draft(session: Session, draft: drafts.Draft) -> dict[str, Any]:
    tournament = session.tournament
    gettext = session.gettext
    waiting = [Idle(tournament.players[player], N_("To be paired"), True) for player in draft.unplaced]
    placed = {player for game in draft.games for player in (game.first, game.second)}
    resting = _resting({**draft.byes, **draft.now.round.byes}, draft.now.bye)
    return {
        **drafts.context(session, draft),
        "idle": [*waiting, *_idle(session, draft.now.round, placed | set(draft.unplaced) | set(resting))],
        "bye": draft.now.bye,
        "resting": resting,
        "why_rest": [each.text(gettext) for each in bye_reasons(draft.drawn[0])] if resting else [],
        "why_bye": [each.text(gettext) for each in bye_reasons(draft.drawn[0])]
        if draft.now.bye == draft.drawn[0].bye
        else [],
        "why_round": [] if draft.changes else [each.text(gettext) for each in round_reasons(draft.now)],
        "ahead": [] if draft.changes else [each.text(gettext) for each in ahead(tournament, draft.now)],
    }


def _resting(byes: Mapping[int, Bye], bye: int | None) -> list[int]:
    """Return who else rests, where several do: one in each group of an odd number."""
    return [player for player, each in byes.items() if each is Bye.PAIRING_ALLOCATED and player != bye]


def _published(session: Session, this: Round, view: str) -> dict[str, Any]:
    settings = session.tournament.settings
    last = len(session.tournament.rounds)
    check = session.check if session.check is not None and session.check.round == this.number else None
    games = list(this.games)
    missing = [game for game in games if game.result is None]
    if view == OPEN:
        games = missing
    if session.find:
        games = [game for game in games if results.is_called(session, game, session.find)]
    placed = {player for game in this.games for player in (game.first, game.second)}
    entry = score_entry(settings)
    keys = results.keys_of(settings.fields)
    return {
        "round": this,
        "games": games,
        "missing": missing,
        "view": CHECK if check else view,
        "check": check,
        "differs": next((game for game in this.games if check and game.table == check.differs), None),
        "find": session.find,
        "is_open": _is_played(session.tournament, this) or view == CORRECT or bool(missing) or check is not None,
        "entry": entry,
        "takes_scores": entry != NONE,
        "board": settings.board_total if entry == DISCS else None,
        "doubts": {
            game.table: question.text(session.gettext)
            for game in this.games
            if (question := results.doubt(settings, game))
        },
        "points_of": {result.value: result_label(result, settings.scoring) for result in Result},
        "labels": {game.table: result_label(game.result, settings.scoring) for game in this.games},
        "keys": results.keys_beside_scores(keys) if entry != NONE else keys,
        "key_sets": results.KEY_SETS,
        "chosen_keys": settings.fields.get(results.KEYS_FIELD, "1 0 5"),
        "gone": _gone(session, this) if this.number == last or is_fixed(session.tournament) else [],
        "idle": _idle(session, this, placed),
        "bye": this.resting,
        "resting": _resting(this.byes, this.resting),
        "ties": knockouts.ties_told(session, this.number, this.games),
        "follows": [each.text(session.gettext) for each in results.will_follow(session, this.number)],
        "next": None if missing else _next(session.tournament, this.number),
    }


def _is_played(tournament: Tournament, this: Round) -> bool:
    """Whether a round is the one that is being played: the last; of a table published as a whole, the last begun."""
    later = tournament.rounds[this.number :]
    return not later or (is_fixed(tournament) and all(game.result is None for each in later for game in each.games))


def _why(session: Session, this: Round) -> dict[str, Any]:
    """Return why the pairs of a published round met, from what was known when it was published."""
    draft = drafts.kept(session.before_round(this.number), this.number, this.games, this.resting)
    gettext = session.gettext
    drawn = draft.drawn[0]
    is_drawn = this.resting == drawn.bye or this.resting in drawn.round.byes
    return {
        "view": WHY,
        "why": {game.table: [each.text(gettext) for each in drafts.why(draft, game)] for game in draft.games},
        "why_bye": [each.text(gettext) for each in bye_reasons(drawn)] if is_drawn else [],
    }


def _next(tournament: Tournament, number: RoundNumber) -> RoundNumber | None:
    """Return the round that comes after one that is over, 0 for the standings, ``None`` where the way leads nowhere.

    That is the first round that is not over where all are fixed, else only the one after the last.
    """
    last, rounds = len(tournament.rounds), tournament.settings.rounds
    if is_fixed(tournament):
        following = tournament.finished_rounds + 1
        return following if following <= rounds else 0
    if number != last:
        return None
    return last + 1 if last < rounds else 0


def _gone(session: Session, this: Round) -> list[tuple[Game, Player, Player]]:
    """Return the open games of players who have withdrawn: the game, who has gone, and who is left without opponent."""
    players = session.tournament.players
    told = []
    for game in this.games:
        for gone, other in ((game.first, game.second), (game.second, game.first)):
            after = players[gone].withdrawn_after
            if game.result is None and after is not None and after <= this.number:
                told.append((game, players[gone], players[other]))
    return told


def _idle(session: Session, this: Round, placed: set[int]) -> list[Idle]:
    """Return who has no game, but for the one who rests, who stands last on the other side."""
    if knockouts.is_knockout(session.tournament):
        return _waiting(session, this, placed)
    told = []
    for player in session.tournament.players.values():
        bye = this.byes.get(player.number) or (player.byes.get(this.number) if player.is_in(this.number) else None)
        if player.number in placed or bye is Bye.PAIRING_ALLOCATED:
            continue
        if bye is not None:
            told.append(Idle(player, BYES[bye]))
        elif player.joins_in > this.number:
            told.append(Idle(player, N_("Not there yet")))
        elif not player.is_in(this.number):
            told.append(Idle(player, N_("Withdrawn")))
        else:
            told.append(Idle(player, N_("No game and no bye"), True))
    return told


def _waiting(session: Session, this: Round, placed: set[int]) -> list[Idle]:
    """Return who is still in a knockout and has no game in a round; then who is not in the bracket at all."""
    tournament = session.tournament
    play = knockouts.play_of(tournament, this.number - 1)
    if play is None:
        return []
    told = [
        Idle(tournament.players[player], WAITS if tournament.players[player].is_in(this.number) else N_("Withdrawn"))
        for player in play.seeding
        if player in play.still_in and player not in placed
    ]
    outside = [player for player in tournament.players.values() if player.number not in play.seeding]
    return told + [Idle(player, N_("Not in the bracket")) for player in outside]


def _won(tournament: Tournament) -> Player | None:
    """Return who has won a knockout, as soon as it is known."""
    number = knockouts.winner(knockouts.play_of(tournament))
    return None if number is None else tournament.players[number]


BRACKET = "bracket"

PROJECTED = (
    ("table", N_("By table")),
    ("name", N_("By name")),
    ("standings", N_("Standings")),
    (BRACKET, N_("Bracket")),
    ("clock", N_("Clock")),
)
"""What the projector's window can show."""


def projector(session: Session, screen: Params) -> Made:
    """The window for the wall; a draft is never on it."""
    tournament = session.tournament
    last = len(tournament.rounds)
    wanted = str(screen.get("round") or "")
    is_asked = wanted.isascii() and wanted.isdecimal() and len(wanted) < 5
    number = int(wanted) if is_asked else min(last, tournament.finished_rounds + 1)
    number = max(1, min(number, last or 1))
    by = str(screen.get("by") or "")
    is_knockout = knockouts.is_knockout(tournament)
    views = [view for view in PROJECTED if is_knockout or view[0] != BRACKET]
    by = by if by in dict(views) else views[0][0]
    view = None
    if last:
        told = {player: points_label(each) for player, each in scores(tournament, number - 1).items()}
        view = RoundView(tournament, tournament.rounds[number - 1], told, session.lang)
    context = {
        "number": number,
        "by": by,
        "views": views,
        "paper": Paper(tournament, Choice(KINDS[0], "a4", False, tournament.finished_rounds), session.lang),
        "view": view,
        "after": tournament.finished_rounds,
        "ranked": standings(tournament, tournament.finished_rounds) if by == "standings" else None,
        "words": words(tournament.settings),
        "letters": letters(tournament),
        "byes": {**BYES, Bye.ZERO_POINT: WAITS} if is_knockout else BYES,
    }
    return Made(N_("Projector"), context, {"name": "projector", "round": number, "by": by})


COMMANDS: Mapping[str, Command] = {**drafts.COMMANDS, **results.COMMANDS, "unpair": unpair}

SCREENS: Mapping[str, Screen] = {"round": round_, "projector": projector}
