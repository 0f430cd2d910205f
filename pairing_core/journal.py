"""The list of events that *is* a tournament: state is what follows from them one after another.

An event is a JSON object with the key ``event`` and what that event needs (see :data:`EVENTS`); further keys, such as
the time that the caller wrote down, are kept and never read. Nothing is ever taken out of the list: to undo is an event
as well, so that the journal is also the record of what was done, and a browser only ever appends to it.

What somebody did in one go may be several events, as a list of twenty players that is opened. Each of them but the
first has ``"continues": true``: it belongs to the event before it in the list, and ``undone`` and ``redone`` take all
of them together. An event without that key is a step of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any
from unicodedata import category

from pairing_core.errors import (
    BadValue,
    HasControlCharacter,
    NothingToUndo,
    NotInRange,
    NotTheLastRound,
    NotTheNextRound,
    NumberTaken,
    PairedTwice,
    PlayerNotIn,
    TooManyByes,
    UnknownEvent,
    UnknownGame,
    UnknownPlayer,
    UnknownRound,
)
from pairing_core.model import (
    Bye,
    Carried,
    Draw,
    Game,
    KeepApart,
    Player,
    PlayerNumber,
    Result,
    Round,
    RoundNumber,
    Scoring,
    Settings,
    Stage,
    Tournament,
    half_points,
    pair_of,
    points_text,
)

Event = Mapping[str, Any]

Step = list[Event]
"""What was done in one go."""

UNDONE, REDONE = "undone", "redone"

CONTINUES = "continues"
"""Key of an event that was done in one go with the event before it."""

# How many states are kept for undoing; each shares with the next one all that has not changed.
_KEPT = 50

# The largest number that a file may hold anywhere; what is larger is a mistake and no number of this field.
_HIGHEST = 10**9

MOST_ROUNDS = 1000

_WITH_POINTS = (Bye.FULL_POINT, Bye.HALF_POINT)


@dataclass(frozen=True)
class Journal:
    """A tournament as the list of its events; a new event makes a new journal."""

    events: tuple[Event, ...] = ()

    @cached_property
    def effective(self) -> tuple[Event, ...]:
        """The events that count, without those undone. Raises :class:`NothingToUndo` where the list undoes nothing."""
        return tuple(event for step in self._undo_stacks[0] for event in step)

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament after all events. Raises the :class:`TournamentError` of the first that cannot be."""
        return _folded(Tournament(), self.effective)

    @property
    def can_undo(self) -> bool:
        """Whether something is left to undo."""
        return bool(self._undo_stacks[0])

    @property
    def can_redo(self) -> bool:
        """Whether something undone can be done again."""
        return bool(self._undo_stacks[1])

    def append(self, *events: Event) -> Journal:
        """Return the journal with these events added. Raises a :class:`TournamentError`, and nothing is added.

        Time O(size of the tournament) for each event, whatever the length of the journal; only where the steps that are
        kept for undoing are used up, the tournament is made again from the first event on.
        """
        grown = Journal(self.events + events)
        if events and events[0].get(CONTINUES) is True:
            _ = grown.tournament
            return grown
        done, undone = (list(steps) for steps in self._undo_stacks)
        states = deque(self._states, maxlen=_KEPT)
        for step in steps(events):
            before = len(done)
            _move(step, done, undone)
            if len(done) > before:
                states.append(_folded(states[-1], done[-1]))
            else:
                states.pop()
                states = states or _states_after(done)
        # What has just been computed need not be computed again from the first event on.
        grown.__dict__.update(_undo_stacks=(done, undone), _states=states, tournament=states[-1])
        return grown

    def undo(self) -> Journal:
        """Return the journal in which what was done last does not count. Raises :class:`NothingToUndo`."""
        return self.append({"event": UNDONE})

    def redo(self) -> Journal:
        """Return the journal in which what was undone last counts again. Raises :class:`NothingToUndo`."""
        return self.append({"event": REDONE})

    @cached_property
    def _undo_stacks(self) -> tuple[list[Step], list[Step]]:
        """The steps that count, and those that can be done again."""
        done: list[Step] = []
        undone: list[Step] = []
        for step in steps(self.events):
            _move(step, done, undone)
        return done, undone

    @cached_property
    def _states(self) -> deque[Tournament]:
        """The tournament after the last steps that count, as far as it is kept; the newest last, at least that one."""
        return deque([self.tournament])


def _move(step: Step, done: list[Step], undone: list[Step]) -> None:
    """Put a step on the stack of what counts, or what it undoes or does again from one stack to the other."""
    kind = step[0].get("event")
    if kind not in (UNDONE, REDONE):
        done.append(step)
        undone.clear()
        return
    source, target = (done, undone) if kind == UNDONE else (undone, done)
    if not source:
        raise NothingToUndo
    target.append(source.pop())


def _states_after(done: list[Step]) -> deque[Tournament]:
    """Return the tournament after each of the last steps, so that not each one that is undone costs the whole way."""
    early, late = done[: -_KEPT + 1], done[-_KEPT + 1 :]
    states = deque([_folded(Tournament(), chain.from_iterable(early))], maxlen=_KEPT)
    for step in late:
        states.append(_folded(states[-1], step))
    return states


def in_one_go(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events as one step, which is undone and done again as a whole."""
    return tuple({**event, CONTINUES: True} if at else event for at, event in enumerate(events))


def steps(events: Iterable[Event]) -> list[Step]:
    """Return the events by what was done in one go; each ``undone`` and ``redone`` stands alone.

    At the beginning of the list, and after ``undone`` or ``redone``, there is nothing to go on with.
    """
    made: list[Step] = []
    can_go_on = False
    for event in events:
        is_step = event.get("event") not in (UNDONE, REDONE)
        if can_go_on and is_step and event.get(CONTINUES) is True:
            made[-1].append(event)
        else:
            made.append([event])
        can_go_on = is_step
    return made


def _folded(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """Return the tournament after all these events, results that follow one another in a round entered together.

    Raises what :func:`apply` raises for the first event that cannot be. Time O(size of the tournament) for each event
    that is no result, and for each run of results.
    """
    for (kind, _), run in groupby(events, key=lambda event: (event.get("event"), event.get("round"))):
        if kind == "result_entered":
            tournament = _results_entered(tournament, tuple(run))
        else:
            for event in run:
                tournament = apply(tournament, event)
    return tournament


def apply(tournament: Tournament, event: Event) -> Tournament:
    """Return the tournament after one event. Raises a :class:`TournamentError` if it cannot be.

    Time O(players + games of a round).
    """
    if not isinstance(event, Mapping):
        raise UnknownEvent(event=_short(event))
    change = EVENTS.get(_text(event.get("event", ""), "event"))
    if change is None:
        raise UnknownEvent(event=_short(event.get("event", "")))
    return change(tournament, event)


# What each event does


def _created(tournament: Tournament, event: Event) -> Tournament:
    return replace(tournament, settings=settings_from_json(event.get("settings", {})))


def _settings_changed(tournament: Tournament, event: Event) -> Tournament:
    return replace(tournament, settings=settings_from_json(event.get("changes", {}), tournament.settings))


def _player_added(tournament: Tournament, event: Event) -> Tournament:
    player = player_from_json(event.get("player"))
    taken = tournament.players.get(player.number)
    if taken:
        raise NumberTaken(player=player.number, name=taken.name)
    return _with_player(tournament, player)


def _player_changed(tournament: Tournament, event: Event) -> Tournament:
    player = _player(tournament, event)
    return _with_player(tournament, player_from_json(event.get("changes", {}), player))


def _player_removed(tournament: Tournament, event: Event) -> Tournament:
    player = _player(tournament, event).number
    for round_ in tournament.rounds:
        if round_.game_of(player) or player in round_.byes:
            raise PairedTwice(player=label(tournament, player), round=round_.number)
    return replace(
        tournament,
        players=MappingProxyType({number: each for number, each in tournament.players.items() if number != player}),
        locked=tuple(pair for pair in tournament.locked if player not in pair),
        forbidden=tuple(pair for pair in tournament.forbidden if player not in pair),
        order=tuple(number for number in tournament.order if number != player),
        stages=tuple(
            replace(stage, players=tuple(number for number in stage.players if number != player))
            for stage in tournament.stages
        ),
        keep_apart=tuple(
            replace(group, players=tuple(number for number in group.players if number != player))
            for group in tournament.keep_apart
        ),
    )


def _player_withdrawn(tournament: Tournament, event: Event) -> Tournament:
    after = _number(event.get("after"), "after", low=0)
    return _with_player(tournament, replace(_player(tournament, event), withdrawn_after=after))


def _player_returned(tournament: Tournament, event: Event) -> Tournament:
    """The player is back; the rounds in between stay rounds without a game."""
    player = _player(tournament, event)
    back = _number(event.get("in"), "in", low=1, high=MOST_ROUNDS + 1)
    gone = player.withdrawn_after
    byes = dict(player.byes)
    if gone is not None:
        byes.update((number, Bye.ZERO_POINT) for number in range(gone + 1, back) if number not in byes)
    return _with_player(
        tournament, replace(player, withdrawn_after=None, byes=MappingProxyType(dict(sorted(byes.items()))))
    )


def _bye_requested(tournament: Tournament, event: Event) -> Tournament:
    player = _player(tournament, event)
    number = _number(event.get("round"), "round", low=1)
    byes = {**player.byes, number: _one_of(Bye, event.get("bye"), "bye")}
    allowed = tournament.settings.byes_allowed
    if allowed is not None and sum(bye in _WITH_POINTS for bye in byes.values()) > allowed:
        raise TooManyByes(player=label(tournament, player.number), allowed=allowed)
    return _with_player(tournament, replace(player, byes=MappingProxyType(dict(sorted(byes.items())))))


def _bye_taken_back(tournament: Tournament, event: Event) -> Tournament:
    player = _player(tournament, event)
    number = _number(event.get("round"), "round", low=1)
    byes = {each: bye for each, bye in player.byes.items() if each != number}
    return _with_player(tournament, replace(player, byes=MappingProxyType(byes)))


def _pair_locked(tournament: Tournament, event: Event) -> Tournament:
    pair = _pair(tournament, event)
    return replace(tournament, locked=tuple(sorted({*tournament.locked, pair})))


def _pair_unlocked(tournament: Tournament, event: Event) -> Tournament:
    pair = _pair(tournament, event)
    return replace(tournament, locked=tuple(each for each in tournament.locked if each != pair))


def _pair_forbidden(tournament: Tournament, event: Event) -> Tournament:
    pair = _pair(tournament, event)
    return replace(tournament, forbidden=tuple(sorted({*tournament.forbidden, pair})))


def _pair_allowed(tournament: Tournament, event: Event) -> Tournament:
    pair = _pair(tournament, event)
    return replace(tournament, forbidden=tuple(each for each in tournament.forbidden if each != pair))


def _kept_apart(tournament: Tournament, event: Event) -> Tournament:
    groups = tuple(_keep_apart(tournament, each) for each in _list(event.get("groups"), "groups"))
    return replace(tournament, keep_apart=groups)


def _order_set(tournament: Tournament, event: Event) -> Tournament:
    order = tuple(_known(tournament, number, "order") for number in _list(event.get("order"), "order"))
    if len(set(order)) != len(order):
        raise BadValue(what="order", found=_short(event.get("order")), wanted="each player at most once")
    return replace(tournament, order=order)


def _round_paired(tournament: Tournament, event: Event) -> Tournament:
    """A round drawn: games and byes, and how. Locks are used up by it."""
    number = _number(event.get("round"), "round", low=1)
    if number != tournament.next_round:
        raise NotTheNextRound(round=number, next=tournament.next_round)
    games = tuple(_game(tournament, each, table) for table, each in enumerate(_list(event.get("games"), "games"), 1))
    byes = {
        _known(tournament, player, "byes"): _one_of(Bye, bye, "byes")
        for player, bye in _object(event.get("byes", {}), "byes").items()
    }
    seen: set[PlayerNumber] = set()
    for player in [*(player for game in games for player in (game.first, game.second)), *byes]:
        if player in seen:
            raise PairedTwice(player=label(tournament, player), round=number)
        seen.add(player)
    _check_stage(tournament, number, seen)
    round_ = Round(number, games, MappingProxyType(dict(sorted(byes.items()))), _draw(event.get("draw")))
    return replace(tournament, rounds=(*tournament.rounds, round_), locked=())


def _round_unpaired(tournament: Tournament, event: Event) -> Tournament:
    number = _number(event.get("round"), "round", low=1)
    last = len(tournament.rounds)
    if not 1 <= number <= last:
        raise UnknownRound(round=number, rounds=last)
    if number != last:
        raise NotTheLastRound(round=number, last=last)
    return replace(tournament, rounds=tournament.rounds[:-1])


def _game_added(tournament: Tournament, event: Event) -> Tournament:
    """A game more in a round already drawn, of two who have none there; a bye that one of them had is gone."""
    round_ = _round(tournament, event)
    game = _game(tournament, event, max((each.table for each in round_.games), default=0) + 1)
    for player in (game.first, game.second):
        if round_.game_of(player) or game.first == game.second:
            raise PairedTwice(player=label(tournament, player), round=round_.number)
    _check_stage(tournament, round_.number, (game.first, game.second))
    byes = {player: bye for player, bye in round_.byes.items() if player not in (game.first, game.second)}
    return _with_round(tournament, replace(round_, games=(*round_.games, game), byes=MappingProxyType(byes)))


def _result_entered(tournament: Tournament, event: Event) -> Tournament:
    """A result typed, corrected or (with ``result`` null) cleared."""
    return _results_entered(tournament, (event,))


def _results_entered(tournament: Tournament, events: Sequence[Event]) -> Tournament:
    """Results of one round, one after another. Time O(games of the round + events)."""

    def entered(game: Game, event: Event) -> Game:
        result = None if event.get("result") is None else _one_of(Result, event["result"], "result")
        scores = _scores(event, "scores")
        return Game(game.table, game.first, game.second, result, *scores, game.is_rated)

    return _change_games(tournament, events, entered)


def _starts_swapped(tournament: Tournament, event: Event) -> Tournament:
    """The other player starts. A result that has been entered is turned as well: who won stays who won."""

    def swapped(game: Game, _: Event) -> Game:
        result = None
        if game.result is not None:
            first, second = game.result.sides
            result = next(each for each in Result if each.sides == (second, first))
        return replace(
            game,
            first=game.second,
            second=game.first,
            result=result,
            first_score=game.second_score,
            second_score=game.first_score,
        )

    return _change_games(tournament, (event,), swapped)


def _bye_given(tournament: Tournament, event: Event) -> Tournament:
    """A player without a game in a round already drawn gets this bye, or (with ``bye`` null) none."""
    player = _player(tournament, event).number
    round_ = _round(tournament, event)
    if round_.game_of(player):
        raise PairedTwice(player=label(tournament, player), round=round_.number)
    _check_stage(tournament, round_.number, (player,))
    byes = {each: bye for each, bye in round_.byes.items() if each != player}
    if event.get("bye") is not None:
        byes[player] = _one_of(Bye, event.get("bye"), "bye")
    return _with_round(tournament, replace(round_, byes=MappingProxyType(dict(sorted(byes.items())))))


def _game_removed(tournament: Tournament, event: Event) -> Tournament:
    """A game is taken out of its round: a corrected result has left it without its place in a bracket."""
    round_ = _round(tournament, event)
    first, second = (_known(tournament, event.get(side), side) for side in ("first", "second"))
    games = tuple(game for game in round_.games if (game.first, game.second) != (first, second))
    if len(games) == len(round_.games):
        raise UnknownGame(round=round_.number, first=label(tournament, first), second=label(tournament, second))
    return _with_round(tournament, replace(round_, games=games))


def _stage_started(tournament: Tournament, event: Event) -> Tournament:
    """From the next round on another system holds, for these players."""
    stage = _stage(tournament, event.get("stage"), Stage(tournament.next_round, ()))
    if not stage.players:
        raise BadValue(what="stage.players", found="", wanted="the numbers of its players")
    return replace(tournament, stages=(*tournament.stages, stage))


def _stage_changed(tournament: Tournament, event: Event) -> Tournament:
    number = _number(event.get("stage"), "stage", low=1, high=len(tournament.stages))
    changed = _stage(tournament, event.get("changes"), tournament.stages[number - 1])
    tournament = replace(tournament, stages=(*tournament.stages[: number - 1], changed, *tournament.stages[number:]))
    for round_ in tournament.rounds[changed.first_round - 1 :]:
        _check_stage(tournament, round_.number, round_.players)
    return tournament


EVENTS: Mapping[str, Callable[[Tournament, Event], Tournament]] = MappingProxyType(
    {
        "created": _created,  # settings
        "settings_changed": _settings_changed,  # changes
        "player_added": _player_added,  # player
        "player_changed": _player_changed,  # number, changes
        "player_removed": _player_removed,  # number
        "player_withdrawn": _player_withdrawn,  # number, after
        "player_returned": _player_returned,  # number, in
        "bye_requested": _bye_requested,  # number, round, bye
        "bye_taken_back": _bye_taken_back,  # number, round
        "pair_locked": _pair_locked,  # players
        "pair_unlocked": _pair_unlocked,  # players
        "pair_forbidden": _pair_forbidden,  # players
        "pair_allowed": _pair_allowed,  # players
        "kept_apart": _kept_apart,  # groups: all of them
        "order_set": _order_set,  # order
        "round_paired": _round_paired,  # round, games, byes, draw
        "round_unpaired": _round_unpaired,  # round
        "game_added": _game_added,  # round, first, second, table, result, scores
        "result_entered": _result_entered,  # round, first, second, result, scores
        "starts_swapped": _starts_swapped,  # round, first, second
        "bye_given": _bye_given,  # round, number, bye
        "game_removed": _game_removed,  # round, first, second
        "stage_started": _stage_started,  # stage: name, players, settings, carried
        "stage_changed": _stage_changed,  # stage: its number from 1, changes
    }
)
"""What each event does; beside it the keys it reads. ``undone`` and ``redone`` are the journal's own."""


def paired_event(round_: Round) -> Event:
    """Return the event that makes this round, with the results it has already."""
    event: dict[str, Any] = {
        "event": "round_paired",
        "round": round_.number,
        "games": [_game_to_json(game, place) for place, game in enumerate(round_.games, 1)],
    }
    if round_.byes:
        event["byes"] = {str(player): bye.value for player, bye in round_.byes.items()}
    if round_.draw:
        event["draw"] = _without_defaults(round_.draw)
    return event


def events_of(tournament: Tournament) -> tuple[Event, ...]:
    """Return the shortest journal that makes this tournament, for one that came from elsewhere than a journal."""
    events: list[Event] = [{"event": "created", "settings": settings_to_json(tournament.settings)}]
    events += [{"event": "player_added", "player": player_to_json(player)} for player in tournament.players.values()]
    events += [{"event": "pair_forbidden", "players": list(pair)} for pair in tournament.forbidden]
    if tournament.keep_apart:
        events.append({"event": "kept_apart", "groups": [_without_defaults(group) for group in tournament.keep_apart]})
    started = list(tournament.stages)
    for round_ in (*tournament.rounds, None):
        while started and (round_ is None or started[0].first_round <= round_.number):
            events.append({"event": "stage_started", "stage": stage_to_json(started.pop(0))})
        if round_ is not None:
            events.append(paired_event(round_))
    events += [{"event": "pair_locked", "players": list(pair)} for pair in tournament.locked]
    if tournament.order:
        events.append({"event": "order_set", "order": list(tournament.order)})
    return tuple(events)


def label(tournament: Tournament, player: PlayerNumber) -> str:
    """Return how a sentence calls a player: number and name."""
    known = tournament.players.get(player)
    return f"{player} ({known.name})" if known else str(player)


# Values to JSON and back. A value that is the default is left out.


def settings_to_json(settings: Settings) -> dict[str, Any]:
    """Return the settings as a JSON object; see :func:`settings_from_json`."""
    value = _without_defaults(settings)
    if "scoring" in value:
        scoring = settings.scoring
        value["scoring"] = {
            each.name: points_text(getattr(scoring, each.name))
            for each in fields(Scoring)
            if getattr(scoring, each.name) != each.default
        }
    return value


def settings_from_json(value: Any, base: Settings | None = None) -> Settings:
    """Return the settings that a JSON object tells, the others as in ``base`` (or the defaults).

    Points are written as decimals (``"0.5"``). Raises :class:`BadValue`.
    """
    base = base or Settings()
    return replace(base, **_read(value, "settings", _SETTINGS, base))


def stage_to_json(stage: Stage) -> dict[str, Any]:
    """Return the stage as a JSON object; its settings are told whole, without those that are the defaults."""
    value: dict[str, Any] = {"players": list(stage.players), "settings": settings_to_json(stage.settings)}
    if stage.name:
        value["name"] = stage.name
    if stage.carried is not Carried.NOTHING:
        value["carried"] = stage.carried.value
    return value


def player_to_json(player: Player) -> dict[str, Any]:
    """Return the player as a JSON object; see :func:`player_from_json`."""
    return _without_defaults(player)


def player_from_json(value: Any, base: Player | None = None) -> Player:
    """Return the player that a JSON object tells, other fields as in ``base``. Raises :class:`BadValue`."""
    told = _read(value, "player", _PLAYER, base)
    if base is not None:
        told.pop("number", None)
        return replace(base, **told)
    for needed in ("number", "name"):
        if needed not in told:
            raise BadValue(what=f"player.{needed}", found="", wanted="given")
    return Player(**told)


def _without_defaults(value: Any) -> dict[str, Any]:
    told = {}
    for each in fields(value):
        item = getattr(value, each.name)
        default = each.default_factory() if callable(each.default_factory) else each.default
        if item != default:
            told[each.name] = _plain(item)
    return told


def _plain(item: Any) -> Any:
    if isinstance(item, Mapping):
        return {str(key): _plain(each) for key, each in item.items()}
    if isinstance(item, tuple):
        return [_plain(each) for each in item]
    return item.value if isinstance(item, Bye) else item


Reader = Callable[[Any, str, Any], Any]


def _read(value: Any, what: str, readers: Mapping[str, Reader], base: Any) -> dict[str, Any]:
    """Return what an object tells, each value checked. A key that nobody knows is a mistake and not passed over."""
    told = {}
    for key, item in _object(value, what).items():
        if key not in readers:
            raise BadValue(what=what, found=_short(key), wanted=", ".join(readers))
        told[key] = readers[key](item, f"{what}.{key}", getattr(base, key, None))
    return told


def _whole(low: int = 0, high: int = _HIGHEST) -> Reader:
    return lambda value, what, base: _number(value, what, low, high)


def _or_none(reader: Reader) -> Reader:
    return lambda value, what, base: None if value is None else reader(value, what, base)


def _name(value: Any, what: str, base: Any) -> str:
    name = " ".join(_text(value, what).split())
    if not name:
        raise BadValue(what=what, found="", wanted="a name")
    return _without(("Cc",), name, what)


def _words(value: Any, what: str, base: Any) -> str:
    return _text(value, what)


def _flag(value: Any, what: str, base: Any) -> bool:
    if not isinstance(value, bool):
        raise BadValue(what=what, found=_short(value), wanted="true or false")
    return value


def _texts(value: Any, what: str, base: Any) -> tuple[str, ...]:
    return tuple(_text(each, what) for each in _list(value, what))


def _text_by_name(value: Any, what: str, base: Any) -> Mapping[str, str]:
    return MappingProxyType({key: _text(each, what) for key, each in _object(value, what).items()})


def _whole_by_name(value: Any, what: str, base: Any) -> Mapping[str, int]:
    return MappingProxyType({key: _number(each, f"{what}.{key}") for key, each in _object(value, what).items()})


def _byes(value: Any, what: str, base: Any) -> Mapping[RoundNumber, Bye]:
    byes = {_number(key, what, 1): _one_of(Bye, bye, what) for key, bye in _object(value, what).items()}
    return MappingProxyType(dict(sorted(byes.items())))


def _two_scores(value: Any, what: str, base: Any) -> tuple[int, ...]:
    return tuple(_number(each, what) for each in _list(value, what, length=2))


def _scoring(value: Any, what: str, base: Scoring | None) -> Scoring:
    told = {}
    known = [each.name for each in fields(Scoring)]
    for key, text in _object(value, what).items():
        if key not in known:
            raise BadValue(what=what, found=_short(key), wanted=", ".join(known))
        try:
            told[key] = half_points(str(text))
        except ValueError:
            raise BadValue(what=f"{what}.{key}", found=_short(text), wanted="points, a multiple of ½") from None
    return replace(base or Scoring(), **told)


_SETTINGS: Mapping[str, Reader] = {
    "name": _words,
    "rounds": _whole(1, MOST_ROUNDS),
    "system": _words,
    "discipline": _words,
    "scoring": _scoring,
    "tie_breaks": _texts,
    "unplayed": _words,
    "parameters": _text_by_name,
    "weights": _whole_by_name,
    "acceleration": _flag,
    "allow_repeats": _flag,
    "byes_allowed": _or_none(_whole()),
    "keep_clubs_apart": _whole(),
    "keep_countries_apart": _whole(),
    "bye_scores": _or_none(_two_scores),
    "board_total": _or_none(_whole()),
    "seed": _words,
    "fields": _text_by_name,
}

_PLAYER: Mapping[str, Reader] = {
    "number": _whole(1),
    "name": _name,
    "rating": _or_none(_whole()),
    "club": _words,
    "country": _words,
    "joins_in": _whole(1),
    "withdrawn_after": _or_none(_whole()),
    "byes": _byes,
    "table": _or_none(_whole(1)),
    "fields": _text_by_name,
}


def _game_to_json(game: Game, place: int) -> dict[str, Any]:
    value: dict[str, Any] = {"first": game.first, "second": game.second}
    if game.table != place:
        value["table"] = game.table
    if game.result is not None:
        value["result"] = game.result.value
    if game.first_score is not None or game.second_score is not None:
        value["scores"] = [game.first_score, game.second_score]
    if not game.is_rated:
        value["is_rated"] = False
    return value


def _game(tournament: Tournament, value: Any, place: int) -> Game:
    game = _object(value, "games")
    first = _known(tournament, game.get("first"), "games.first")
    second = _known(tournament, game.get("second"), "games.second")
    first_score, second_score = _scores(game, "games.scores")
    return Game(
        table=_number(game.get("table", place), "games.table", low=1),
        first=first,
        second=second,
        result=None if game.get("result") is None else _one_of(Result, game["result"], "games.result"),
        first_score=first_score,
        second_score=second_score,
        is_rated=_flag(game.get("is_rated", True), "games.is_rated", None),
    )


def _scores(value: Mapping[str, Any], what: str) -> tuple[int | None, int | None]:
    """Return the totals of a game; none if they are not told."""
    told = value.get("scores")
    if not told:
        return None, None
    first, second = _list(told, what, length=2)
    return _score(first, what), _score(second, what)


def _score(value: Any, what: str) -> int | None:
    return None if value is None else _number(value, what, low=-_HIGHEST)


def _draw(value: Any) -> Draw | None:
    if value is None:
        return None
    draw = _object(value, "draw")
    return Draw(
        system=_text(draw.get("system", ""), "draw.system"),
        version=_number(draw.get("version", 1), "draw.version", low=1),
        seed=_text(draw.get("seed", ""), "draw.seed"),
        locked=tuple(
            _locked(_list(pair, "draw.locked", length=2)) for pair in _list(draw.get("locked", []), "draw.locked")
        ),
        relaxed=_texts(draw.get("relaxed", []), "draw.relaxed", None),
        by_hand=_flag(draw.get("by_hand", False), "draw.by_hand", None),
    )


def _locked(pair: Sequence[Any]) -> tuple[PlayerNumber, PlayerNumber | None]:
    one = _number(pair[0], "draw.locked", 1)
    return (one, None) if pair[1] is None else pair_of(one, _number(pair[1], "draw.locked", 1))


def _keep_apart(tournament: Tournament, value: Any) -> KeepApart:
    group = _object(value, "groups")
    return KeepApart(
        players=tuple(_known(tournament, number, "groups.players") for number in _list(group.get("players"), "groups")),
        is_hard=_flag(group.get("is_hard", True), "groups.is_hard", None),
        price=_number(group.get("price", 1), "groups.price", high=1000),
        until=None if group.get("until") is None else _number(group["until"], "groups.until"),
        name=_text(group.get("name", ""), "groups.name"),
    )


def _stage(tournament: Tournament, value: Any, base: Stage) -> Stage:
    """Return the stage with what is told of it; settings are told as changes of those that it has."""
    told = dict(_object(value, "stage"))
    changes: dict[str, Any] = {}
    if "players" in told:
        players = tuple(
            _known(tournament, each, "stage.players") for each in _list(told.pop("players"), "stage.players")
        )
        if len(set(players)) != len(players):
            again = next(player for player in players if players.count(player) > 1)
            raise BadValue(what="stage.players", found=str(again), wanted="each player at most once")
        changes["players"] = players
    if "settings" in told:
        changes["settings"] = settings_from_json(told.pop("settings"), base.settings)
    if "name" in told:
        changes["name"] = _text(told.pop("name"), "stage.name")
    if "carried" in told:
        changes["carried"] = _one_of(Carried, told.pop("carried"), "stage.carried")
    if told:
        raise BadValue(what="stage", found=_short(next(iter(told))), wanted="players, settings, name, carried")
    return replace(base, **changes)


# Checks of single values


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise BadValue(what=what, found=_short(value), wanted="text")
    # Half a character cannot be written to any file.
    return _without(("Cs",), value, what)


def _without(kinds: tuple[str, ...], text: str, what: str) -> str:
    if not text.isprintable():
        for character in text:
            if category(character) in kinds:
                raise HasControlCharacter(what=what, found=f"U+{ord(character):04X}")
    return text


def _number(value: Any, what: str, low: int = 0, high: int = _HIGHEST) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 12:
        value = int(value)  # keys of a JSON object are text
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotInRange(what=what, found=_short(value), low=low, high=high)
    return value


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise BadValue(what=what, found=_short(value), wanted="an object")
    return value


def _list(value: Any, what: str, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
        raise BadValue(what=what, found=_short(value), wanted="a list" if length is None else f"a list of {length}")
    return value


def _one_of(kind: Any, value: Any, what: str) -> Any:
    try:
        return kind(value)
    except ValueError:
        known: Iterable[Any] = kind
        raise BadValue(what=what, found=_short(value), wanted=", ".join(each.value for each in known)) from None


# Places in a tournament


def _known(tournament: Tournament, value: Any, what: str) -> PlayerNumber:
    number = _number(value, what, low=1)
    if number not in tournament.players:
        raise UnknownPlayer(player=number)
    return number


def _player(tournament: Tournament, event: Event) -> Player:
    return tournament.players[_known(tournament, event.get("number"), "number")]


def _check_stage(tournament: Tournament, number: RoundNumber, players: Iterable[PlayerNumber]) -> None:
    """Raise :class:`PlayerNotIn` if the stage of a round does not have one of these players."""
    stage = next((each for each in reversed(tournament.stages) if each.first_round <= number), None)
    outside = frozenset(players).difference(stage.players) if stage else ()
    if outside:
        raise PlayerNotIn(player=label(tournament, min(outside)), round=number)


def _pair(tournament: Tournament, event: Event) -> tuple[PlayerNumber, PlayerNumber]:
    one, other = (_known(tournament, each, "players") for each in _list(event.get("players"), "players", length=2))
    if one == other:
        raise BadValue(what="players", found=f"{one}, {other}", wanted="two different players")
    return pair_of(one, other)


def _round(tournament: Tournament, event: Event) -> Round:
    number = _number(event.get("round"), "round", low=1)
    if number > len(tournament.rounds):
        raise UnknownRound(round=number, rounds=len(tournament.rounds))
    return tournament.rounds[number - 1]


def _with_player(tournament: Tournament, player: Player) -> Tournament:
    known = tournament.players
    # A view copies its dictionary many times faster than the items can be asked for one by one.
    players = known.copy() if isinstance(known, MappingProxyType) else dict(known)
    is_in_order = player.number in players or player.number > next(reversed(players), 0)
    players[player.number] = player
    if not is_in_order:
        players = dict(sorted(players.items()))
    return replace(tournament, players=MappingProxyType(players))


def _change_games(tournament: Tournament, events: Sequence[Event], change: Callable[[Game, Event], Game]) -> Tournament:
    """Return the tournament with the games changed that the events name; all are of one round."""
    round_ = _round(tournament, events[0])
    games = list(round_.games)
    places = {(game.first, game.second): at for at, game in enumerate(games)}
    for event in events:
        pair = _known(tournament, event.get("first"), "first"), _known(tournament, event.get("second"), "second")
        at = places.get(pair)
        if at is None:
            first, second = (label(tournament, player) for player in pair)
            raise UnknownGame(round=round_.number, first=first, second=second)
        games[at] = change(games[at], event)
    return _with_round(tournament, replace(round_, games=tuple(games)))


def _with_round(tournament: Tournament, round_: Round) -> Tournament:
    at = round_.number - 1
    return replace(tournament, rounds=(*tournament.rounds[:at], round_, *tournament.rounds[at + 1 :]))
