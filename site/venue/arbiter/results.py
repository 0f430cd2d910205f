"""Results: typed by keys, as "table result", as scores; typed a second time; corrected later."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_, BadValue, LosovnaError
from pairing_core.journal import Event
from pairing_core.model import KNOCKOUT, Game, PlayerNumber, Result, Round, RoundNumber, Scoring, Settings
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems import is_fixed

from ..tournament import result_label
from .goers import is_last_stage, others_would_go_on
from .parts import Command, Do, whole_number
from .presets import DISCS, NONE, preset_of, score_entry

if TYPE_CHECKING:
    from .session import Session


class NoSuchTable(LosovnaError):
    """Parameters: ``table``, ``round``."""

    code = "no-such-table"
    field = "jump"
    message = N_("There is no table %(table)s in round %(round)s.")


class NotUnderstood(LosovnaError):
    """Parameters: ``typed``."""

    code = "not-understood"
    field = "jump"
    message = N_("“%(typed)s” is no table with a result (as in “12 1” or “12 41 23”) and no player of this round.")


class MoreThanBoard(LosovnaError):
    """Parameters: ``found``, ``total``."""

    code = "more-than-board"
    message = N_("%(found)s is more than the %(total)s that the board has.")


# Keys

KEYS_FIELD = "result-keys"
"""Key of ``Settings.fields``: which keys enter results."""

_FORFEIT_KEYS = {"+": "+", "-": "-"}
_CLEAR_KEYS = {"Backspace": "", "Delete": ""}

KEY_SETS: Mapping[str, Mapping[str, str]] = {
    "1 0 5": {"1": "1", "0": "0", "5": "=", "=": "=", "½": "=", **_FORFEIT_KEYS, **_CLEAR_KEYS},
    "1 2 3": {"1": "1", "2": "0", "3": "=", "=": "=", "0": "", **_FORFEIT_KEYS, **_CLEAR_KEYS},
    "+ - =": {"+": "1", "-": "0", "=": "=", "x": "+", "f": "-", **_CLEAR_KEYS},
}
"""By name (win of the starter, win of the other, draw): what each key enters. The first is the usual one."""


def keys_of(fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return what each key enters in a tournament with these fields; an own set is three characters."""
    chosen = fields.get(KEYS_FIELD, "")
    if chosen in KEY_SETS:
        return KEY_SETS[chosen]
    own = chosen.split()
    if len(own) == 3 and len(set(own)) == 3 and all(len(key) == 1 for key in own):
        return {**_FORFEIT_KEYS, **_CLEAR_KEYS, **dict(zip(own, ("1", "0", "="), strict=True))}
    return KEY_SETS["1 0 5"]


def keys_beside_scores(keys: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys that are left where scores are typed: there a digit is the first one of a score."""
    return {key: entered for key, entered in keys.items() if not key.isdecimal()}


def choose_keys(session: Session, do: Do) -> Iterable[Event]:
    """Another set of keys: one of those known, or three characters of one's own."""
    chosen = " ".join(str(do.get("own") or do.get("keys") or "").split())
    if chosen not in KEY_SETS and keys_of({KEYS_FIELD: chosen}) is KEY_SETS["1 0 5"]:
        raise BadValue(what="keys", found=chosen, wanted="a b c")
    session.say(N_("The keys are changed."))
    yield {
        "event": "settings_changed",
        "changes": {"fields": {**session.tournament.settings.fields, KEYS_FIELD: chosen}},
    }


# What is typed


@dataclass(frozen=True)
class Typed:
    """A result as it was typed: who won, or the totals of the game, from which it follows."""

    result: Result | None
    scores: tuple[int | None, int | None] = (None, None)

    def event(self, round_number: RoundNumber, game: Game) -> Event:
        """Return the event that enters it."""
        told: dict[str, Any] = {
            "event": "result_entered",
            "round": round_number,
            "first": game.first,
            "second": game.second,
            "result": self.result.value if self.result else None,
        }
        if self.scores != (None, None):
            told["scores"] = list(self.scores)
        return told

    def label(self, scoring: Scoring) -> str:
        """Return how it is shown: the totals if there are any, else the points."""
        first, second = self.scores
        return result_label(self.result, scoring) if first is None else f"{first} : {second}"

    def is_of(self, game: Game) -> bool:
        """Whether the game has this result, and the same totals or none."""
        return self.result is game.result and self.scores == (game.first_score, game.second_score)


@dataclass(frozen=True)
class Check:
    """The results of a round typed a second time: the tables that were the same, the first that was not, and what was
    typed for it.
    """

    round: RoundNumber
    same: frozenset[int] = frozenset()
    differs: int | None = None
    new: Typed | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what :func:`checked_before` needs, so that nothing has to be typed a third time for a new worker."""
        new = self.new and [self.new.result and self.new.result.value, *self.new.scores]
        return {"round": self.round, "same": sorted(self.same), "differs": self.differs, "new": new}


def checked_before(kept: Any) -> Check | None:
    """Return the check that is kept with a draft, as :meth:`Check.to_json` told it; ``None`` if there is none."""
    try:
        told = kept["check"]
        same = frozenset(int(table) for table in told["same"])
        if told["differs"] is None:
            return Check(int(told["round"]), same)
        result, first, second = told["new"]
        new = Typed(Result(result) if result else None, (first, second))
        return Check(int(told["round"]), same, int(told["differs"]), new)
    except (KeyError, TypeError, ValueError):
        return None


def typed(session: Session, do: Do) -> Typed:
    """Read a result or two totals. Raises :class:`BadValue` and :class:`MoreThanBoard`."""
    raw = str(do.get("result") or "").strip()
    scores = _scores(do)
    if scores == [None, None]:
        if raw and raw not in {each.value for each in Result}:
            raise BadValue(what="result", found=raw, wanted=", ".join(each.value for each in Result))
        return Typed(Result(raw) if raw else None)
    first, second = _completed(session, scores)
    ahead = first - second
    result = Result.FIRST_WINS if ahead > 0 else Result.SECOND_WINS if ahead < 0 else Result.DRAW
    return Typed(result, (first, second))


def _scores(do: Do) -> list[int | None]:
    try:
        return [None if do.get(key) in (None, "") else whole_number(do, key) for key in ("first_score", "second_score")]
    except LosovnaError as error:
        # Every table has fields of these names; the caret stays where the wrong one was typed.
        error.field = None
        raise


def _completed(session: Session, scores: list[int | None]) -> tuple[int, int]:
    """Return both totals: on a board the other one follows. Raises :class:`BadValue` and :class:`MoreThanBoard`."""
    first, second = scores
    total = _board(session.tournament.settings)
    if first is None or second is None:
        given = second if first is None else first
        if total is None or given is None:
            raise BadValue(what="scores", found=str(given), wanted="41 23")
        if not 0 <= given <= total:
            raise MoreThanBoard(found=given, total=total)
        first, second = (total - given, given) if first is None else (given, total - given)
    elif total is not None and (found := max(first, second, first + second)) > total:
        raise MoreThanBoard(found=found, total=total)
    return first, second


def _board(settings: Settings) -> int | None:
    """Return what both totals make on a board, nothing where the points of a game are typed."""
    return settings.board_total if score_entry(settings) in (DISCS, NONE) else None


def doubt(settings: Settings, game: Game) -> Sentence | None:
    """Return why the totals of a game are hardly what was meant; they are entered all the same."""
    if game.first_score is None or game.second_score is None:
        return None
    first, second = game.first_score, game.second_score
    shown = {"table": game.table, "first": first, "second": second}
    total = _board(settings)
    if total is not None and first + second != total:
        message = N_(
            "Table %(table)s: %(first)s and %(second)s make %(sum)s, but the board has %(total)s. Is that right?"
        )
        return Sentence(message, shown | {"sum": first + second, "total": total})
    highest, spread = preset_of(settings).usual_scores
    if min(first, second) < 0 or (highest and max(first, second) > highest):
        return Sentence(N_("Table %(table)s: %(first)s : %(second)s is an unusual score. Is that right?"), shown)
    if spread and abs(first - second) > spread:
        message = N_("Table %(table)s: %(first)s : %(second)s is an unusual difference. Is that right?")
        return Sentence(message, shown)
    return None


def game_of(session: Session, round_number: RoundNumber, first: PlayerNumber, second: PlayerNumber) -> Game:
    """Return a game of a round. Raises :class:`BadValue`."""
    rounds = session.tournament.rounds
    for game in rounds[round_number - 1].games if 1 <= round_number <= len(rounds) else ():
        if (game.first, game.second) == (first, second):
            return game
    raise BadValue(what="game", found=f"{first}–{second}", wanted=f"a game of round {round_number}")


def enter_result(session: Session, do: Do) -> Iterable[Event]:
    """A result, with the totals of the game if they are given; empty clears it. The same one again changes nothing."""
    number = whole_number(do, "round")
    game = game_of(session, number, whole_number(do, "first"), whole_number(do, "second"))
    return _entered(session, number, game, typed(session, do))


def _entered(session: Session, number: RoundNumber, game: Game, new: Typed) -> Iterable[Event]:
    same = new.is_of(game)
    _say_result(session, game, new, game.result is not None and not same)
    if session.check is not None and session.check.differs == game.table:
        session.check = replace(session.check, differs=None, new=None, same=session.check.same | {game.table})
        session.focus = f"#table-{_next_to_check(session, session.check, game).table}"
    if same:
        return
    if session.tournament.settings.system == KNOCKOUT:
        # What was drawn for the next round may be another round now.
        session.draft = None
    if game.result is not None and number < len(session.tournament.rounds):
        session.said = " ".join([session.said, *(each.text(session.gettext) for each in follows(session, number))])
    if not is_last_stage(session):
        after = session.journal.append(*session.counted([new.event(number, game)]))
        told = others_would_go_on(after, session.view.number)
        session.said = " ".join([session.said, *(each.text(session.gettext) for each in told)])
    first, second = new.scores
    question = doubt(session.tournament.settings, replace(game, first_score=first, second_score=second))
    if question:
        session.said = f"{session.said} {question.text(session.gettext)}"
    yield new.event(number, game)


def _say_result(session: Session, game: Game, new: Typed, is_corrected: bool) -> None:
    scoring = session.tournament.settings.scoring
    message = (
        N_("Table %(table)s: %(first)s – %(second)s %(result)s (before: %(before)s).")
        if is_corrected
        else N_("Table %(table)s: %(first)s – %(second)s %(result)s")
    )
    session.say(
        message,
        table=game.table,
        first=session.tournament.players[game.first].name,
        second=session.tournament.players[game.second].name,
        result=new.label(scoring),
        before=result_label(game.result, scoring),
    )


def follows(session: Session, number: RoundNumber) -> list[Sentence]:
    """What follows from a correction in a round: the standings, and rounds that were drawn on the old result."""
    told = [Sentence(N_("The standings from round %(round)s on follow the new result."), {"round": number})]
    message = N_("Drawn on the old result, and left as they are: the pairings of round %(rounds)s.")
    return [*told, *_drawn_on_it(session, number, message)]


def will_follow(session: Session, number: RoundNumber) -> list[Sentence]:
    """What would follow from a correction in a round, said before anything is corrected."""
    told = [Sentence(N_("The standings from round %(round)s on will follow what you correct."), {"round": number})]
    message = N_("Drawn on the results as they are, and left so: the pairings of round %(rounds)s.")
    return [*told, *_drawn_on_it(session, number, message)]


def _drawn_on_it(session: Session, number: RoundNumber, message: str) -> list[Sentence]:
    is_told = is_fixed(session.tournament) or session.tournament.settings.system == KNOCKOUT
    later = [] if is_told else [str(each.number) for each in session.tournament.rounds[number:]]
    return [Sentence(message, {"rounds": ", ".join(later)})] if later else []


# Table and result in one box

_RESULT_WORDS = {"1": "1", "0": "0", "5": "=", "=": "=", "½": "=", "+": "+", "-": "-", "+-": "+", "-+": "-"} | {
    each.value: each.value for each in Result
}


def jump(session: Session, do: Do) -> Iterable[Event]:
    """ "12 1": table 12, result 1; "12" goes to table 12; a name to its table, or to the tables of all called so.

    Raises :class:`NoSuchTable`, :class:`NotUnderstood` and what a wrong result raises; then nothing is entered.
    """
    number = whole_number(do, "round")
    text = " ".join(str(do.get("jump", "")).split())
    round_ = _round(session, number)
    session.find = ""
    if not text:
        if "jump" in do and not do.get("clear"):
            raise NotUnderstood(typed=text)
        return ()
    head, _, rest = text.partition(" ")
    if not head.isascii() or not head.isdecimal():
        return _by_name(session, round_, text)
    game = next((game for game in round_.games if game.table == int(head)), None)
    if game is None:
        raise NoSuchTable(table=head, round=number)
    if not rest:
        session.focus = f"#table-{game.table}"
        _say_result(session, game, Typed(game.result), False)
        return ()
    new = _read(session, text, rest)
    if session.check is not None and session.check.round == number:
        return _checked(session, session.check, game, new)
    return _entered(session, number, game, new)


def _read(session: Session, text: str, rest: str) -> Typed:
    word = rest.replace(" ", "")
    # Where discs are counted, a single digit is so many discs: 0 has lost all of them, and 1 has not won.
    is_count = word.isdecimal() and score_entry(session.tournament.settings) == DISCS
    if word in _RESULT_WORDS and not is_count:
        return Typed(Result(_RESULT_WORDS[word]))
    scores = re.fullmatch(r"(\d{1,6})(?:\s*[\s:–-]\s*(\d{1,6}))?", rest)
    if scores is None or (score_entry(session.tournament.settings) == NONE and not scores[2]):
        raise NotUnderstood(typed=text)
    return typed(session, {"first_score": scores[1], "second_score": scores[2]})


def folded(name: str) -> str:
    """Return a name as it is looked for: without case and accents."""
    return "".join(each for each in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(each))


def _by_name(session: Session, round_: Round, text: str) -> Iterable[Event]:
    found = [game for game in round_.games if is_called(session, game, text)]
    if not found:
        raise NotUnderstood(typed=text)
    if len(found) == 1:
        session.focus = f"#table-{found[0].table}"
    else:
        session.find = text
        session.say(N_("Tables found: %(count)s."), count=len(found))
    return ()


def is_called(session: Session, game: Game, text: str) -> bool:
    """Whether one of the two has this in the name."""
    players = session.tournament.players
    return any(folded(text) in folded(players[player].name) for player in (game.first, game.second))


def _round(session: Session, number: RoundNumber) -> Round:
    rounds = session.tournament.rounds
    if not 1 <= number <= len(rounds):
        raise BadValue(what="round", found=str(number), wanted=f"1–{len(rounds)}")
    return rounds[number - 1]


# Typed a second time


def check_results(session: Session, do: Do) -> Iterable[Event]:
    """Begin to type all results again, or leave that."""
    number = whole_number(do, "round")
    session.check = None if do.get("how") == "stop" else Check(_round(session, number).number)
    if session.check is not None:
        session.focus = "[data-results] tr[data-first]"
    return ()


def check_result(session: Session, do: Do) -> Iterable[Event]:
    """A result typed a second time: the same passes, the first that differs stops until it is settled."""
    number = whole_number(do, "round")
    check = session.check if session.check is not None and session.check.round == number else Check(number)
    game = game_of(session, number, whole_number(do, "first"), whole_number(do, "second"))
    return _checked(session, check, game, typed(session, do))


def _checked(session: Session, check: Check, game: Game, new: Typed) -> Iterable[Event]:
    if check.differs is not None and check.differs != game.table:
        stopped_at = next((each for each in _round(session, check.round).games if each.table == check.differs), game)
        _stop(session, check, stopped_at)
    elif new.is_of(game):
        session.check = replace(check, same=check.same | {game.table}, differs=None, new=None)
    else:
        _stop(session, replace(check, differs=game.table, new=new), game)
    return ()


def _next_to_check(session: Session, check: Check, game: Game) -> Game:
    """Return the next table that has not been typed again; the same one if there is none below it."""
    games = _round(session, check.round).games
    return next((each for each in games if each.table > game.table and each.table not in check.same), game)


def _stop(session: Session, check: Check, game: Game) -> None:
    session.check = check
    session.focus = f"#table-{game.table}"
    session.alarm = True
    scoring = session.tournament.settings.scoring
    entered = Typed(game.result, (game.first_score, game.second_score))
    session.say(
        N_("Table %(table)s differs: before %(before)s, now %(now)s. Type the right one again, or correct the result."),
        table=game.table,
        before=entered.label(scoring),
        now=check.new.label(scoring) if check.new else "",
    )


# Rounds drawn on results that were corrected afterwards


@dataclass(frozen=True)
class OldResult:
    """A game whose result was another one when ``drawn`` was drawn."""

    drawn: RoundNumber
    round: RoundNumber
    players: tuple[PlayerNumber, PlayerNumber]


_Key = tuple[RoundNumber, PlayerNumber, PlayerNumber]


def old_results(events: Sequence[Event]) -> list[OldResult]:
    """Return which rounds were drawn on results that are others now. Time O(events + late results × rounds).

    ``events`` are those of a journal that count.
    """
    late = _entered_late(events)
    if not late:
        return []
    now: dict[_Key, str | None] = {}
    drawn: dict[RoundNumber, dict[_Key, str | None]] = {}
    for event in events:
        kind = event["event"]
        if kind == "round_paired":
            number = int(event["round"])
            drawn[number] = dict(now)
            now |= dict(_seen_by_lower(number, game) for game in event["games"] if _key(number, game) in late)
        elif kind == "round_unpaired":
            number = int(event["round"])
            drawn.pop(number, None)
            now = {key: result for key, result in now.items() if key[0] != number}
        elif kind == "result_entered" and _key(int(event["round"]), event) in late:
            key, result = _seen_by_lower(int(event["round"]), event)
            now[key] = result
    return [
        OldResult(number, key[0], (key[1], key[2]))
        for number, then in drawn.items()
        for key, result in then.items()
        if now.get(key) != result
    ]


def _entered_late(events: Sequence[Event]) -> set[_Key]:
    """Return the games whose results were entered when a later round had been drawn already."""
    late: set[_Key] = set()
    last = 0
    for event in events:
        kind = event["event"]
        if kind == "round_paired":
            last = int(event["round"])
        elif kind == "round_unpaired":
            last = int(event["round"]) - 1
        elif kind == "result_entered" and int(event["round"]) < last:
            late.add(_key(int(event["round"]), event))
    return late


def _key(number: RoundNumber, game: Mapping[str, Any]) -> _Key:
    first, second = int(game["first"]), int(game["second"])
    return (number, first, second) if first < second else (number, second, first)


def _seen_by_lower(number: RoundNumber, game: Mapping[str, Any]) -> tuple[_Key, str | None]:
    """Return a game and its result as the player with the lower number sees it, whoever starts."""
    key, result = _key(number, game), game.get("result")
    if int(game["first"]) == key[1] or result is None:
        return key, result
    sides = Result(result).sides
    return key, next(each.value for each in Result if each.sides == (sides[1], sides[0]))


# Sides and byes of a published round


def swap_starts(session: Session, do: Do) -> Iterable[Event]:
    """The other player starts."""
    number = whole_number(do, "round")
    game = game_of(session, number, whole_number(do, "first"), whole_number(do, "second"))
    session.focus = f"#table-{game.table}"
    session.say(N_("%(player)s starts now."), player=session.tournament.players[game.second].name)
    yield {"event": "starts_swapped", "round": number, "first": game.first, "second": game.second}


def bye_in_round(session: Session, do: Do) -> Iterable[Event]:
    """A bye for one who has no game in a published round; empty takes it away."""
    bye = str(do.get("bye") or "") or None
    player = whole_number(do, "player")
    yield {"event": "bye_given", "round": whole_number(do, "round"), "number": player, "bye": bye}


COMMANDS: Mapping[str, Command] = {
    "enter-result": enter_result,
    "jump": jump,
    "check-results": check_results,
    "check-result": check_result,
    "swap-starts": swap_starts,
    "bye-in-round": bye_in_round,
    "choose-keys": choose_keys,
}
