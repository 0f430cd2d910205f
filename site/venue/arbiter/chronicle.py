"""What was done in a tournament, a line for each thing that was done, in an arbiter's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pairing_core.errors import N_
from pairing_core.journal import REDONE, UNDONE, Event, Journal, apply, label, steps
from pairing_core.knockout.settings import ENTRANTS
from pairing_core.knockout.settings import USUAL as USUAL_KNOCKOUT
from pairing_core.model import Game, Scoring, Tournament
from pairing_core.systems.groups_system import MEMBERS, USUAL_GROUPS
from pairing_core.systems.table import TABLE, USUAL_TABLE

from ..tournament import result_label
from .drafts import changes_told

Gettext = Callable[[str], str]

BYES = {
    "pairing-allocated": N_("left over"),
    "full-point": N_("a whole point"),
    "half-point": N_("half a point"),
    "zero-point": N_("no points"),
}

SETTINGS: dict[str, str] = {
    "name": N_("name"),
    "rounds": N_("rounds"),
    "system": N_("rules of the draw"),
    "discipline": N_("discipline"),
    "scoring": N_("points for a game"),
    "tie_breaks": N_("tie-breaks"),
    "unplayed": N_("games not played in tie-breaks"),
    "parameters": N_("numbers of the tie-breaks"),
    "weights": N_("weights of the rules"),
    "acceleration": N_("acceleration"),
    "allow_repeats": N_("repeated games allowed"),
    "byes_allowed": N_("byes that may be asked for"),
    "keep_clubs_apart": N_("clubs kept apart"),
    "keep_countries_apart": N_("countries kept apart"),
    "bye_scores": N_("scores of a bye"),
    "board_total": N_("total of a board"),
    "seed": N_("seed of the lots"),
    "fields": N_("own fields"),
}
"""What the settings are called in the log."""

PLAYER = {
    "name": N_("name"),
    "rating": N_("rating"),
    "club": N_("club"),
    "country": N_("country"),
    "fields": N_("own fields"),
    "table": N_("fixed table"),
    "withdrawn_after": N_("last round"),
    "joins_in": N_("first round"),
    "byes": N_("byes asked for"),
}
"""What the details of a player are called in the log."""


class Line(NamedTuple):
    """What was done in one go, in words.

    ``number`` is that of its first event, from 1; day and time stand where they are known; ``is_undone`` is set when it
    counts no longer. ``parts`` are the single events in words, where there are several.
    """

    number: int
    day: str
    time: str
    text: str
    is_undone: bool
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Step:
    """What was done: the tournament before and after it, and what it is in words."""

    before: Tournament
    after: Tournament
    text: str


def chronicle(events: Sequence[Event], gettext: Gettext, newest: int | None = None) -> list[Line]:
    """Return the lines of a journal, the oldest first; only the newest, if it is said how many.

    Time O(size of the tournament) for each line that is told, beside that of reading the journal.
    """
    groups = steps(events)
    moved = _moved(groups)
    start = 0 if newest is None else max(0, len(groups) - newest)
    begin = _needed_from(start, moved)
    early = tuple(event for group in groups[:begin] for event in group)
    state = Journal(early).tournament
    number = len(early) + 1
    told: dict[int, _Step] = {}
    lines: dict[int, Line] = {}
    for at, group in enumerate(groups[begin:], begin):
        parts: list[str] = []
        if at in moved:
            is_undo = group[0]["event"] == UNDONE
            step = told[moved[at]]
            state = step.before if is_undo else step.after
            lines[moved[at]] = lines[moved[at]]._replace(is_undone=is_undo)
            message = N_("Taken back: %(what)s") if is_undo else N_("Done again: %(what)s")
            text = gettext(message) % {"what": step.text}
        else:
            before = state
            for event in group:
                was, state = state, apply(state, event)
                parts.append(_said(was, state, event, gettext))
            text = _summed_up(group, parts, state, gettext)
            told[at] = _Step(before, state, text)
        lines[at] = Line(number, *_when(group[0]), text, is_undone=False, parts=tuple(parts) if parts[1:] else ())
        number += len(group)
    return [lines[at] for at in range(start, len(groups))]


def _moved(groups: Sequence[Sequence[Event]]) -> dict[int, int]:
    """Return which step each "undone" takes back and each "redone" does again, by their places."""
    moved: dict[int, int] = {}
    done: list[int] = []
    undone: list[int] = []
    for at, group in enumerate(groups):
        kind = group[0]["event"]
        if kind in (UNDONE, REDONE):
            source, target = (done, undone) if kind == UNDONE else (undone, done)
            moved[at] = source.pop()
            target.append(moved[at])
        else:
            done.append(at)
            undone.clear()
    return moved


def _needed_from(start: int, moved: Mapping[int, int]) -> int:
    """Return the step from which all have to be put in words, so that those from ``start`` on can be told."""
    for at in sorted(moved, reverse=True):
        if at >= start:
            start = min(start, moved[at])
    return start


_ADDING = {"player_added", "bye_given"}
_CHANGING = {"player_changed", "bye_requested", "player_removed"}


def _summed_up(group: Sequence[Event], parts: Sequence[str], after: Tournament, gettext: Gettext) -> str:
    """Return what was done in one go, as one sentence."""
    kinds = [event["event"] for event in group]
    if len(group) == 1:
        return parts[0]
    if kinds[0] == "created":
        params = {"players": len(after.players), "rounds": len(after.rounds)}
        return gettext(N_("Opened from a file: players %(players)s, rounds %(rounds)s")) % params
    if set(kinds) <= _ADDING and kinds.count("player_added") > 1:
        return gettext(N_("Players added from a list: %(count)s")) % {"count": kinds.count("player_added")}
    if set(kinds) <= _CHANGING:
        return gettext(N_("Players changed: %(count)s")) % {"count": len({event["number"] for event in group})}
    if "game_removed" in kinds:
        told = {"what": parts[0], "count": kinds.count("game_removed")}
        return gettext(N_("%(what)s; games taken out: %(count)s")) % told
    drawn = [event["round"] for event in group if event["event"] == "round_paired"]
    if len(drawn) > 1 and "round_unpaired" not in kinds:
        return gettext(N_("Rounds published: %(first)s to %(last)s")) % {"first": drawn[0], "last": drawn[-1]}
    if set(kinds) == {"round_unpaired"}:
        return gettext(N_("All rounds are taken back."))
    # Of a round that is published otherwise the end says most, of what became of a player the beginning.
    return parts[0] if kinds[0].startswith("player_") else parts[-1]


def _when(event: Event) -> tuple[str, str]:
    """Return day and time as the clock at the venue showed them."""
    day, _, time = str(event.get("at", "")).partition("T")
    return day, time[:8]


def _said(before: Tournament, after: Tournament, event: Event, gettext: Gettext) -> str:
    message, params = _WORDS[event["event"]](_Told(before, after, event, gettext))
    return gettext(message) % params


Words = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class _Told:
    """An event to be told: before and after it, and the translation."""

    before: Tournament
    after: Tournament
    event: Event
    gettext: Gettext

    def player(self, key: str = "number") -> str:
        """The player whose number the event holds."""
        return self.name(int(self.event[key]))

    def name(self, number: int) -> str:
        """Number and name, also of a player who is added or removed by this event."""
        return label(self.before if number in self.before.players else self.after, number)

    def bye(self) -> str:
        """What the event's bye is worth."""
        return self.gettext(BYES[str(self.event["bye"])])

    def changed(self, names: Mapping[str, str]) -> str:
        """What the event changes, by name."""
        return ", ".join(self.gettext(names.get(key, key)) for key in self.event.get("changes", {}))


def _created(told: _Told) -> Words:
    name = told.after.settings.name
    return (N_("The tournament is set up: %(name)s"), {"name": name}) if name else (N_("The tournament is set up."), {})


def _settings_changed(told: _Told) -> Words:
    changes = told.event.get("changes", {})
    settings = told.after.settings
    if set(changes) == {"name"}:
        return N_("The tournament is called: %(name)s"), {"name": settings.name}
    if set(changes) == {"rounds"}:
        return N_("Number of rounds: %(rounds)s"), {"rounds": settings.rounds}
    return N_("Settings changed: %(what)s"), {"what": told.changed(SETTINGS | _of_table(told))}


def _of_table(told: _Told) -> dict[str, str]:
    """Return what the parameters are called where the table of a round robin is among them."""
    was, now = told.before.settings.parameters, told.after.settings.parameters
    is_table = any(was.get(key) != now.get(key) for key in (*USUAL_TABLE, TABLE))
    if is_table:
        return {"parameters": N_("table of the round robin")}
    if any(was.get(key) != now.get(key) for key in (*USUAL_GROUPS, MEMBERS)):
        return {"parameters": N_("who is in which group")}
    is_bracket = any(was.get(key) != now.get(key) for key in (*USUAL_KNOCKOUT, ENTRANTS))
    return {"parameters": N_("bracket of the knockout")} if is_bracket else {}


def _player_added(told: _Told) -> Words:
    number = next(number for number in told.after.players if number not in told.before.players)
    joins = told.after.players[number].joins_in
    params = {"player": told.name(number), "round": joins}
    if joins > 1:
        return N_("Player added: %(player)s, plays from round %(round)s on"), params
    return N_("Player added: %(player)s"), params


def _player_changed(told: _Told) -> Words:
    number = int(told.event["number"])
    new = told.after.players[number].name
    if new != told.before.players[number].name:
        return N_("Player renamed: %(player)s is now %(name)s"), {"player": told.player(), "name": new}
    return N_("Player changed: %(player)s (%(what)s)"), {"player": told.player(), "what": told.changed(PLAYER)}


def _player_removed(told: _Told) -> Words:
    return N_("Player taken off the list: %(player)s"), {"player": told.player()}


def _player_withdrawn(told: _Told) -> Words:
    params = {"player": told.player(), "round": told.event["after"]}
    return N_("Player gone: %(player)s, after round %(round)s"), params


def _player_returned(told: _Told) -> Words:
    params = {"player": told.player(), "round": told.event["in"]}
    return N_("Player back: %(player)s, from round %(round)s on"), params


def _bye_requested(told: _Told) -> Words:
    params = {"player": told.player(), "round": told.event["round"], "bye": told.bye()}
    return N_("No game asked for: %(player)s, round %(round)s (%(bye)s)"), params


def _bye_taken_back(told: _Told) -> Words:
    params = {"player": told.player(), "round": told.event["round"]}
    return N_("Plays after all: %(player)s, round %(round)s"), params


def _of_pair(message: str) -> Callable[[_Told], Words]:
    def words(told: _Told) -> Words:
        first, second = told.event["players"]
        return message, {"first": told.name(first), "second": told.name(second)}

    return words


def _kept_apart(told: _Told) -> Words:
    groups = told.after.keep_apart
    if not groups:
        return N_("Nobody is kept apart any more."), {}
    listed = (", ".join(told.name(number) for number in group.players) for group in groups)
    return N_("Kept apart: %(groups)s"), {"groups": "; ".join(listed)}


def _order_set(told: _Told) -> Words:
    return N_("The final order is set by hand."), {}


def _round_paired(told: _Told) -> Words:
    round_ = told.after.rounds[-1]
    params: dict[str, object] = {"round": round_.number, "tables": len(round_.games)}
    changes = changes_told(told.event.get("changes", ()), told.name, told.gettext)
    if changes:
        params |= {"changes": changes}
        return N_("Round %(round)s published, arranged by hand (tables: %(tables)s): %(changes)s"), params
    if round_.draw and round_.draw.by_hand:
        return N_("Round %(round)s published, arranged by hand (tables: %(tables)s)"), params
    return N_("Round %(round)s published (tables: %(tables)s)"), params


def _round_unpaired(told: _Told) -> Words:
    return N_("The draw of round %(round)s is taken back."), {"round": told.event["round"]}


def _game_added(told: _Told) -> Words:
    return N_("Round %(round)s, table %(table)s: %(first)s – %(second)s added"), _table(told, _game(told, told.after))


def _result_entered(told: _Told) -> Words:
    was, game = _game(told, told.before), _game(told, told.after)
    scoring = told.after.settings.scoring
    params = _table(told, game) | {"result": result_text(game, scoring), "was": result_text(was, scoring)}
    if game.result is None:
        return N_("Round %(round)s, table %(table)s: %(first)s – %(second)s, result cleared (it was %(was)s)"), params
    if was.result is None:
        return N_("Round %(round)s, table %(table)s: %(first)s – %(second)s %(result)s"), params
    return N_("Round %(round)s, table %(table)s: %(first)s – %(second)s %(result)s (it was %(was)s)"), params


def _starts_swapped(told: _Told) -> Words:
    params = _table(told, _game(told, told.before))
    return N_("Round %(round)s, table %(table)s: %(second)s starts, not %(first)s"), params


def _bye_given(told: _Told) -> Words:
    params: dict[str, Any] = {"player": told.player(), "round": told.event["round"]}
    if told.event.get("bye") is None:
        return N_("Round %(round)s: no points without a game for %(player)s"), params
    return N_("Round %(round)s: points without a game for %(player)s (%(bye)s)"), params | {"bye": told.bye()}


def _game_removed(told: _Told) -> Words:
    params = _table(told, _game(told, told.before))
    return N_("Round %(round)s, table %(table)s: %(first)s – %(second)s is taken out of the round"), params


def _stage_started(told: _Told) -> Words:
    stage = told.after.stages[-1]
    params = {"name": stage.name or str(len(told.after.stages) + 1), "players": len(stage.players)}
    return N_("Stage %(name)s started (players: %(players)s)"), params


def _stage_changed(told: _Told) -> Words:
    number = told.event["stage"]
    return N_("Settings of the stage %(name)s changed"), {"name": told.after.stages[number - 1].name or str(number + 1)}


def _game(told: _Told, tournament: Tournament) -> Game:
    players = {told.event["first"], told.event["second"]}
    games: tuple[Game, ...] = tournament.rounds[told.event["round"] - 1].games
    return next(game for game in games if game.first in players and game.second in players)


def _table(told: _Told, game: Game) -> dict[str, object]:
    return {
        "round": told.event["round"],
        "table": game.table,
        "first": told.name(game.first),
        "second": told.name(game.second),
    }


def result_text(game: Game, scoring: Scoring) -> str:
    """Return the points of a result, with the scores of the game if it has any."""
    text = result_label(game.result, scoring)
    if game.first_score is None and game.second_score is None:
        return text
    scores = ("…" if score is None else str(score) for score in (game.first_score, game.second_score))
    return f"{text} ({' : '.join(scores)})"


_WORDS: Mapping[str, Callable[[_Told], Words]] = {
    "created": _created,
    "settings_changed": _settings_changed,
    "player_added": _player_added,
    "player_changed": _player_changed,
    "player_removed": _player_removed,
    "player_withdrawn": _player_withdrawn,
    "player_returned": _player_returned,
    "bye_requested": _bye_requested,
    "bye_taken_back": _bye_taken_back,
    "pair_locked": _of_pair(N_("To meet in the next round: %(first)s and %(second)s")),
    "pair_unlocked": _of_pair(N_("Need not meet any more: %(first)s and %(second)s")),
    "pair_forbidden": _of_pair(N_("Not to meet: %(first)s and %(second)s")),
    "pair_allowed": _of_pair(N_("May meet again: %(first)s and %(second)s")),
    "kept_apart": _kept_apart,
    "order_set": _order_set,
    "round_paired": _round_paired,
    "round_unpaired": _round_unpaired,
    "game_added": _game_added,
    "result_entered": _result_entered,
    "starts_swapped": _starts_swapped,
    "bye_given": _bye_given,
    "game_removed": _game_removed,
    "stage_started": _stage_started,
    "stage_changed": _stage_changed,
}
"""The words of each event of :data:`pairing_core.journal.EVENTS`."""
