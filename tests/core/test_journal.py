"""The journal: what each event does, what it refuses, and that nothing is lost by undoing."""

from __future__ import annotations

import functools
import random
import re
from typing import Any

import pytest

from pairing_core import errors
from pairing_core.formats import losovna_json
from pairing_core.history import Float, history
from pairing_core.journal import (
    Event,
    Journal,
    apply,
    events_of,
    in_one_go,
    paired_event,
    settings_to_json,
    steps,
)
from pairing_core.model import Bye, Outcome, Result, Tournament, half_points

PLAYERS = [
    {"event": "player_added", "player": {"number": number, "name": name, "rating": 1500 + number}}
    for number, name in enumerate(("Anna", "Béla", "Cyril", "Dora", "Emil"), 1)
]
ROUND = {
    "event": "round_paired",
    "round": 1,
    "games": [{"first": 1, "second": 2}, {"first": 4, "second": 3}],
    "byes": {"5": "pairing-allocated"},
    "draw": {"system": "mancala", "seed": "x", "locked": [[3, 4]]},
}
BASE = Journal(({"event": "created", "settings": {"name": "Cup", "rounds": 5}}, *PLAYERS))
DRAWN = BASE.append(ROUND)


def test_a_round_and_its_results() -> None:
    journal = DRAWN.append(
        {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "1", "scores": [40, 24]},
        {"event": "result_entered", "round": 1, "first": 4, "second": 3, "result": "=", "at": "14:05"},
    )
    tournament = journal.tournament
    assert tournament.finished_rounds == 1
    assert [(game.result, game.first_score) for game in tournament.rounds[0].games] == [
        (Result.FIRST_WINS, 40),
        (Result.DRAW, None),
    ]
    records = history(tournament).records
    assert [records[number].score for number in range(1, 6)] == [2, 0, 1, 1, 2]
    assert records[1].entries[0].own == 40
    assert records[2].entries[0].outcome is Outcome.LOSS
    assert records[5].byes == 1
    assert records[5].floats == (Float.DOWN,)
    corrected = journal.append({"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "-"})
    assert history(corrected.tournament)[2].score == 2
    assert not history(corrected.tournament)[1].met, "a forfeited game is no meeting"
    assert corrected.undo().tournament == tournament
    cleared = journal.append({"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": None})
    assert cleared.tournament.finished_rounds == 0


def test_sides_are_turned_with_the_result() -> None:
    journal = DRAWN.append(
        {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "1", "scores": [40, 24]},
        {"event": "starts_swapped", "round": 1, "first": 1, "second": 2},
    )
    game = journal.tournament.rounds[0].games[0]
    assert (game.first, game.second, game.result) == (2, 1, Result.SECOND_WINS)
    assert (game.first_score, game.second_score) == (24, 40)
    assert history(journal.tournament)[1].score == 2


def test_going_and_coming_back() -> None:
    """Withdrawn after round 1, back in round 4: rounds 2 and 3 stay rounds without points."""
    journal = DRAWN.append({"event": "player_withdrawn", "number": 3, "after": 1})
    assert [journal.tournament.players[3].is_in(number) for number in (1, 2)] == [True, False]
    journal = journal.append({"event": "player_returned", "number": 3, "in": 4})
    player = journal.tournament.players[3]
    assert player.byes == {2: Bye.ZERO_POINT, 3: Bye.ZERO_POINT}
    assert player.is_in(2)


def test_wishes_of_the_arbiter() -> None:
    tournament = BASE.append(
        {"event": "pair_locked", "players": [3, 1]},
        {"event": "pair_locked", "players": [2, 5]},
        {"event": "pair_unlocked", "players": [5, 2]},
        {"event": "pair_forbidden", "players": [4, 2]},
        {"event": "kept_apart", "groups": [{"players": [1, 2], "is_hard": False, "price": 3, "until": 2}]},
        {"event": "order_set", "order": [3, 1]},
        {"event": "bye_requested", "number": 5, "round": 2, "bye": "half-point"},
    ).tournament
    assert tournament.locked == ((1, 3),)
    assert tournament.forbidden == ((2, 4),)
    assert tournament.keep_apart[0].price == 3
    assert tournament.order == (3, 1)
    assert tournament.players[5].byes == {2: Bye.HALF_POINT}
    assert not apply(tournament, ROUND).locked, "locks are used up by the draw"


def test_a_round_taken_back_and_a_player_removed() -> None:
    assert DRAWN.append({"event": "round_unpaired", "round": 1}).tournament == BASE.tournament
    assert list(BASE.append({"event": "player_removed", "number": 2}).tournament.players) == [1, 3, 4, 5]


REFUSED: list[tuple[dict[str, Any], type[errors.LosovnaError], str]] = [
    ({"event": "dance"}, errors.UnknownEvent, "no event called “dance”"),
    ({}, errors.UnknownEvent, "no event called “”"),
    ({"event": 7}, errors.BadValue, "“event” cannot be “7”"),
    ({"event": "player_added", "player": {"number": 2, "name": "X"}}, errors.NumberTaken, "belongs to Béla already"),
    ({"event": "player_added", "player": {"number": 9}}, errors.BadValue, "player.name"),
    ({"event": "player_added", "player": {"number": 9, "name": " "}}, errors.BadValue, "player.name"),
    ({"event": "player_added", "player": {"number": 9, "name": "X", "elo": 7}}, errors.BadValue, "elo"),
    ({"event": "player_added", "player": {"number": 0, "name": "X"}}, errors.BadValue, "from 1 to"),
    ({"event": "player_added", "player": [1]}, errors.BadValue, "an object"),
    ({"event": "player_added", "player": {"number": 9, "name": "X", "rating": True}}, errors.BadValue, "rating"),
    ({"event": "player_changed", "number": 77, "changes": {}}, errors.UnknownPlayer, "no player number 77"),
    ({"event": "player_removed", "number": 1}, errors.PairedTwice, r"1 \(Anna\) stands"),
    ({"event": "settings_changed", "changes": {"rounds": 0}}, errors.BadValue, "settings.rounds"),
    # Each round in between becomes a bye: a billion of them would fill the memory.
    ({"event": "player_returned", "number": 3, "in": 10**9}, errors.BadValue, "from 1 to 1001"),
    ({"event": "settings_changed", "changes": {"scoring": {"win": "0.3"}}}, errors.BadValue, "multiple of ½"),
    ({"event": "settings_changed", "changes": {"scoring": {"loose": "1"}}}, errors.BadValue, "loose"),
    ({"event": "pair_locked", "players": [1, 1]}, errors.BadValue, "two different players"),
    ({"event": "pair_locked", "players": [1]}, errors.BadValue, "a list of 2"),
    ({"event": "order_set", "order": [1, 1]}, errors.BadValue, "at most once"),
    ({"event": "bye_requested", "number": 1, "round": 2, "bye": "nap"}, errors.BadValue, "half-point"),
    ({**ROUND, "round": 3}, errors.NotTheNextRound, "the next one is round 2"),
    ({**ROUND, "round": 2, "byes": {"1": "half-point"}}, errors.PairedTwice, r"1 \(Anna\) stands in two places"),
    ({**ROUND, "round": 2, "games": [{"first": 1, "second": 1}]}, errors.PairedTwice, "two places"),
    ({**ROUND, "round": 2, "games": [{"first": 1, "second": 8}]}, errors.UnknownPlayer, "number 8"),
    ({**ROUND, "round": 2, "games": {}}, errors.BadValue, "a list"),
    ({"event": "round_unpaired", "round": 4}, errors.UnknownRound, "1 rounds have been drawn"),
    (
        {"event": "result_entered", "round": 1, "first": 2, "second": 1, "result": "1"},
        errors.UnknownGame,
        r"2 \(Béla\)",
    ),
    ({"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "2"}, errors.BadValue, "result"),
    ({"event": "result_entered", "round": 2, "first": 1, "second": 2, "result": "1"}, errors.UnknownRound, "round 2"),
    ({"event": "bye_given", "round": 1, "number": 1, "bye": "half-point"}, errors.PairedTwice, "two places"),
    ({"event": "redone"}, errors.NothingToUndo, "nothing more"),
]


@pytest.mark.parametrize(("event", "error", "said"), REFUSED)
def test_refused_and_nothing_changed(event: dict[str, Any], error: type[errors.LosovnaError], said: str) -> None:
    before = DRAWN.tournament
    with pytest.raises(error, match=said):
        DRAWN.append(event)
    assert DRAWN.tournament == before


def test_only_the_last_round_is_taken_back() -> None:
    second = DRAWN.append({"event": "round_paired", "round": 2, "games": []})
    with pytest.raises(errors.NotTheLastRound, match="because round 2 was drawn after it"):
        second.append({"event": "round_unpaired", "round": 1})


def test_undo_to_the_beginning_and_a_new_way_forward() -> None:
    journal = DRAWN
    while journal.can_undo:
        journal = journal.undo()
    assert journal.tournament == Tournament()
    with pytest.raises(errors.NothingToUndo):
        journal.undo()
    again = journal.redo().redo()
    assert [player.name for player in again.tournament.players.values()] == ["Anna"]
    other = again.append({"event": "player_added", "player": {"number": 7, "name": "Zuzana"}})
    assert not other.can_redo, "a new event after an undo makes what was undone unreachable"
    assert [player.name for player in other.undo().tournament.players.values()] == ["Anna"]


def test_what_was_done_in_one_go_is_undone_in_one_go() -> None:
    journal = Journal((BASE.events[0],)).append(*in_one_go(PLAYERS))
    assert [len(step) for step in steps(journal.events)] == [1, 5]
    assert len(journal.tournament.players) == 5
    empty = journal.undo()
    assert empty.can_redo
    assert not empty.tournament.players
    assert empty.redo().tournament == journal.tournament
    assert losovna_json.load(losovna_json.dump(empty)).redo().tournament == journal.tournament
    assert not journal.undo().undo().can_undo


def test_there_is_nothing_to_go_on_with_at_the_beginning_and_after_an_undo() -> None:
    """So a journal that is cut off anywhere means what it meant, and no event joins a step that does not count."""
    started = Journal(({**BASE.events[0], "continues": True},)).append(*in_one_go(PLAYERS[:2])).undo()
    other = started.append({**PLAYERS[4], "continues": True})
    assert set(other.tournament.players) == {5}
    assert not other.undo().tournament.players
    assert other.undo().can_undo
    assert [len(step) for step in steps(other.events)] == [1, 2, 1, 1]


def test_a_journal_without_steps_of_several_events_means_what_it_meant() -> None:
    assert all(len(step) == 1 for step in steps(DRAWN.events))
    assert len(DRAWN.undo().undo().tournament.players) == 4
    odd = Journal((*BASE.events[:2], {**PLAYERS[1], "continues": "yes"}))
    assert len(odd.undo().tournament.players) == 1, "only true joins"


def _drawn_by(chance: random.Random, journal: Journal) -> tuple[Event, ...]:
    """Something that can be done: a result, a new player, another club, sides swapped."""
    tournament = journal.tournament
    game = chance.choice(tournament.rounds[0].games)
    table = {"round": 1, "first": game.first, "second": game.second}
    number = len(tournament.players) + 1
    ways: list[tuple[Event, ...]] = [
        ({"event": "result_entered", **table, "result": chance.choice(["1", "0", "=", None])},),
        ({"event": "starts_swapped", **table},),
        ({"event": "player_changed", "number": 1, "changes": {"club": str(chance.random())}},),
        in_one_go({"event": "player_added", "player": {"number": number + at, "name": "New"}} for at in range(2)),
        ({"event": "player_changed", "number": 2, "changes": {"club": "With the last"}, "continues": True},),
    ]
    return chance.choice(ways)


@pytest.mark.parametrize("seed", range(5))
def test_a_journal_grown_by_and_by_is_the_one_read_at_once(seed: int) -> None:
    """However deep is undone, also past the states that are kept, and with new things in between."""
    chance = random.Random(seed)
    journal = DRAWN
    for _ in range(12):
        for _ in range(chance.randrange(15)):
            journal = journal.append(*_drawn_by(chance, journal))
            _is_as_if_read(journal)
        for _ in range(chance.choice([0, 1, 5, 70])):
            if journal.undo().tournament.rounds:
                journal = journal.undo()
            _is_as_if_read(journal)
        for _ in range(chance.choice([0, 1, 70])):
            if journal.can_redo:
                journal = journal.redo()
            _is_as_if_read(journal)


def _is_as_if_read(journal: Journal) -> None:
    again = Journal(journal.events)
    assert journal.effective == again.effective
    assert (journal.can_undo, journal.can_redo) == (again.can_undo, again.can_redo)
    one_by_one = functools.reduce(apply, journal.effective, Tournament())
    assert journal.tournament == again.tournament == one_by_one


def test_of_results_that_come_together_the_first_wrong_one_is_named() -> None:
    right = {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "1"}
    wrong = {"event": "result_entered", "round": 1, "first": 1, "second": 3, "result": "1"}
    journal = Journal((*DRAWN.events, right, wrong, {**right, "result": "x"}))
    with pytest.raises(errors.UnknownGame, match=re.escape("1 (Anna) starts against 3 (Cyril)")):
        _ = journal.tournament
    with pytest.raises(errors.BadEvent, match=r"^Event number 9 "):
        losovna_json.checked(journal)


def test_the_shortest_journal_makes_the_same_tournament() -> None:
    journal = DRAWN.append(
        {"event": "settings_changed", "changes": {"scoring": {"draw": "1", "win": "3"}, "bye_scores": [40, 24]}},
        {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "0", "scores": [10, 54]},
        {"event": "pair_forbidden", "players": [1, 5]},
    )
    again = Journal(events_of(journal.tournament))
    assert again.tournament == journal.tournament
    assert settings_to_json(again.tournament.settings)["scoring"] == {"draw": "1", "win": "3"}
    assert paired_event(again.tournament.rounds[0]) in again.events


@pytest.mark.parametrize(
    ("text", "value"),
    [("5.5", 11), ("5,5", 11), ("5½", 11), ("½", 1), ("3", 6), ("-0.5", -1), (" 1.50 ", 3), (".5", 1)],
)
def test_half_points(text: str, value: int) -> None:
    assert half_points(text) == value


@pytest.mark.parametrize("text", ["-", "x", "0.3", "1.5.5", "½½", "1e3", "--1", "٣"])
def test_no_half_points(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) + "$"):
        half_points(text)


def test_requested_byes_have_a_limit() -> None:
    """One bye with points each; rounds without points can be asked for as often as somebody likes."""
    limited = BASE.append({"event": "settings_changed", "changes": {"byes_allowed": 1}})
    first = limited.append({"event": "bye_requested", "number": 2, "round": 1, "bye": "half-point"})
    with pytest.raises(errors.TooManyByes, match=r"2 \(Béla\) cannot have another bye with points; 1 for each"):
        first.append({"event": "bye_requested", "number": 2, "round": 3, "bye": "full-point"})
    more = first.append({"event": "bye_requested", "number": 2, "round": 3, "bye": "zero-point"})
    assert list(more.tournament.players[2].byes) == [1, 3]
    moved = first.append(
        {"event": "bye_taken_back", "number": 2, "round": 1},
        {"event": "bye_requested", "number": 2, "round": 3, "bye": "full-point"},
    )
    assert moved.tournament.players[2].byes == {3: Bye.FULL_POINT}
