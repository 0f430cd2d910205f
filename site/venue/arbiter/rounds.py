"""A round: drawn as a draft that only the arbiter sees, published, and its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_, BadValue, LosovnaError
from pairing_core.history import history
from pairing_core.journal import Event, paired_event
from pairing_core.model import Game
from pairing_core.swiss import pair_round
from pairing_core.swiss.look_ahead import ahead
from pairing_core.swiss.reasons import bye_reasons, reasons, round_reasons

from .parts import Command, Do, Made, Params, Screen, whole_number

if TYPE_CHECKING:
    from .session import Session


class NoDraft(LosovnaError):
    """Parameters: none. There is no draft to publish."""

    code = "no-draft"
    message = N_("The round has not been drawn yet, or it changed meanwhile; draw it again.")


def draw(session: Session, do: Do) -> Iterable[Event]:
    """Draw the next round as a draft."""
    session.draft = pair_round(session.tournament, allow_repeats=bool(do.get("allow_repeats")) or None)
    return ()


def lock(session: Session, do: Do) -> Iterable[Event]:
    """Lock or forbid a pair, or take that back; the draft is drawn again around it."""
    event = {
        "lock": "pair_locked",
        "unlock": "pair_unlocked",
        "forbid": "pair_forbidden",
        "allow": "pair_allowed",
    }[str(do.get("how", "lock"))]
    events = [{"event": event, "players": [whole_number(do, "first"), whole_number(do, "second")]}]
    after = session.journal.append(*events).tournament
    session.draft = pair_round(after)
    return events


def publish(session: Session, do: Do) -> Iterable[Event]:
    """The draft becomes the round."""
    if session.draft is None:
        raise NoDraft()
    event = paired_event(session.draft.round)
    session.draft = None
    session.say(N_("Round %(round)s is published."), round=event["round"])
    yield event


def unpair(session: Session, do: Do) -> Iterable[Event]:
    """The last round is taken back."""
    session.draft = None
    yield {"event": "round_unpaired", "round": whole_number(do, "round")}


def enter_result(session: Session, do: Do) -> Iterable[Event]:
    """A result, with the totals of the game if they are given; empty clears it."""
    first, second, round_number = whole_number(do, "first"), whole_number(do, "second"), whole_number(do, "round")
    game = game_of(session, round_number, first, second)
    result: str | None = str(do.get("result") or "") or None
    scores = [None if do.get(key) in (None, "") else whole_number(do, key) for key in ("first_score", "second_score")]
    total = session.tournament.settings.board_total
    if total is not None and scores != [None, None]:
        scores = [total - (scores[1] or 0) if scores[0] is None else scores[0], scores[1]]
        scores[1] = total - (scores[0] or 0) if scores[1] is None else scores[1]
        if sum(score or 0 for score in scores) != total:
            raise BadValue(what="scores", found=f"{scores[0]}:{scores[1]}", wanted=f"{total} together")
    if result is None and None not in scores:
        ahead = (scores[0] or 0) - (scores[1] or 0)
        result = "1" if ahead > 0 else "0" if ahead < 0 else "="
    session.say(
        N_("Table %(table)s: %(first)s – %(second)s %(result)s"),
        table=game.table,
        first=session.tournament.players[first].name,
        second=session.tournament.players[second].name,
        result=result or "…",
    )
    event: dict[str, Any] = {
        "event": "result_entered",
        "round": round_number,
        "first": first,
        "second": second,
        "result": result,
    }
    if scores != [None, None]:
        event["scores"] = scores
    yield event


def swap_starts(session: Session, do: Do) -> Iterable[Event]:
    """The other player starts."""
    yield {
        "event": "starts_swapped",
        "round": whole_number(do, "round"),
        "first": whole_number(do, "first"),
        "second": whole_number(do, "second"),
    }


def round_(session: Session, screen: Params) -> Made:
    """A round: its draft, or its tables with their results."""
    tournament = session.tournament
    last = len(tournament.rounds)
    open_round = next((each.number for each in tournament.rounds if not each.is_complete), None)
    wanted = screen.get("round")
    number = int(wanted) if wanted else (open_round or last + (1 if last < tournament.settings.rounds else 0) or 1)
    number = max(1, min(number, last + 1))
    params: dict[str, Any] = {"name": "round", "round": number}
    if screen.get("only"):
        params["only"] = "open"
    before = history(tournament, number - 1)
    context: dict[str, Any] = {"number": number, "last": last, "before": before.records, "only": screen.get("only")}
    if number <= last:
        this = tournament.rounds[number - 1]
        missing = [game for game in this.games if game.result is None]
        context |= {"round": this, "missing": missing, "draft": None}
        return Made(N_("Round"), context, params)
    draft = session.draft
    context |= {"round": None, "draft": draft, "missing": []}
    if draft is not None:
        context |= {
            "why": {
                (game.first, game.second): [each.text(session.gettext) for each in reasons(draft, game)]
                for game in draft.round.games
            },
            "why_bye": [each.text(session.gettext) for each in bye_reasons(draft)],
            "why_round": [each.text(session.gettext) for each in round_reasons(draft)],
            "ahead": [each.text(session.gettext) for each in ahead(tournament, draft)],
        }
    return Made(N_("Round"), context, params)


def game_of(session: Session, round_number: int, first: int, second: int) -> Game:
    """Return a game of a round. Raises :class:`BadValue`."""
    rounds = session.tournament.rounds
    for game in rounds[round_number - 1].games if 1 <= round_number <= len(rounds) else ():
        if (game.first, game.second) == (first, second):
            return game
    raise BadValue(what="game", found=f"{first}–{second}", wanted=f"a game of round {round_number}")


COMMANDS: Mapping[str, Command] = {
    "draw": draw,
    "lock": lock,
    "publish": publish,
    "unpair": unpair,
    "enter-result": enter_result,
    "swap-starts": swap_starts,
}

SCREENS: Mapping[str, Screen] = {"round": round_}
