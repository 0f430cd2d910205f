"""Undo of anything, the log in words, and records that are damaged."""

from __future__ import annotations

from typing import Any

import pytest
from desk import Desk
from venue.arbiter import session
from venue.arbiter.chronicle import _WORDS, BYES, PLAYER, SETTINGS, chronicle
from venue.i18n import LANGUAGES, translation

from pairing_core.journal import EVENTS, Event, Journal
from pairing_core.model import Bye, Player, Result, Settings

AT = "2026-11-30T18:05:00+01:00"


def added(number: int, name: str, **more: Any) -> Event:
    """A player is added."""
    return {"event": "player_added", "player": {"number": number, "name": name, **more}, "at": AT}


BEGUN: tuple[Event, ...] = (
    {"event": "created", "settings": {"name": "Cup", "rounds": 3}, "at": AT},
    *(added(number, name) for number, name in enumerate(("Anna", "Béla", "Cyril", "Dora"), start=1)),
)
PAIRED: tuple[Event, ...] = (
    *BEGUN,
    {
        "event": "round_paired",
        "round": 1,
        "games": [{"first": 1, "second": 2}, {"first": 3, "second": 4}],
    },
)


def game(result: str | None, **more: Any) -> Event:
    """A result of the game at table 1."""
    return {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": result, **more}


TOLD = [
    (BEGUN[:0], BEGUN[0], "The tournament is set up: Cup"),
    (BEGUN, added(5, "Emil"), "Player added: 5 (Emil)"),
    (PAIRED, added(5, "Emil", joins_in=2), "Player added: 5 (Emil), plays from round 2 on"),
    (BEGUN, {"event": "settings_changed", "changes": {"name": "Cup 2"}}, "The tournament is called: Cup 2"),
    (BEGUN, {"event": "settings_changed", "changes": {"rounds": 5}}, "Number of rounds: 5"),
    (
        BEGUN,
        {"event": "settings_changed", "changes": {"tie_breaks": ["buchholz"], "acceleration": True}},
        "Settings changed: tie-breaks, acceleration",
    ),
    (
        BEGUN,
        {"event": "player_changed", "number": 1, "changes": {"name": "Hana"}},
        "Player renamed: 1 (Anna) is now Hana",
    ),
    (
        BEGUN,
        {"event": "player_changed", "number": 1, "changes": {"rating": 1500, "club": "Alfa"}},
        "Player changed: 1 (Anna) (rating, club)",
    ),
    (BEGUN, {"event": "player_removed", "number": 2}, "Player taken off the list: 2 (Béla)"),
    (PAIRED, {"event": "player_withdrawn", "number": 2, "after": 1}, "Player gone: 2 (Béla), after round 1"),
    (PAIRED, {"event": "player_returned", "number": 2, "in": 2}, "Player back: 2 (Béla), from round 2 on"),
    (
        BEGUN,
        {"event": "bye_requested", "number": 2, "round": 2, "bye": "half-point"},
        "No game asked for: 2 (Béla), round 2 (half a point)",
    ),
    (BEGUN, {"event": "bye_taken_back", "number": 2, "round": 2}, "Plays after all: 2 (Béla), round 2"),
    (BEGUN, {"event": "pair_locked", "players": [1, 3]}, "To meet in the next round: 1 (Anna) and 3 (Cyril)"),
    (BEGUN, {"event": "pair_unlocked", "players": [1, 3]}, "Need not meet any more: 1 (Anna) and 3 (Cyril)"),
    (BEGUN, {"event": "pair_forbidden", "players": [1, 3]}, "Not to meet: 1 (Anna) and 3 (Cyril)"),
    (BEGUN, {"event": "pair_allowed", "players": [1, 3]}, "May meet again: 1 (Anna) and 3 (Cyril)"),
    (BEGUN, {"event": "kept_apart", "groups": [{"players": [1, 4]}]}, "Kept apart: 1 (Anna), 4 (Dora)"),
    (BEGUN, {"event": "kept_apart", "groups": []}, "Nobody is kept apart any more."),
    (BEGUN, {"event": "order_set", "order": [2, 1]}, "The final order is set by hand."),
    (BEGUN, PAIRED[-1], "Round 1 published (tables: 2)"),
    (
        BEGUN,
        {**PAIRED[-1], "draw": {"system": "mancala", "by_hand": True}},
        "Round 1 published, arranged by hand (tables: 2)",
    ),
    (PAIRED, {"event": "round_unpaired", "round": 1}, "The draw of round 1 is taken back."),
    (PAIRED, game("1"), "Round 1, table 1: 1 (Anna) – 2 (Béla) 1 : 0"),
    (PAIRED, game("1", scores=[40, 24]), "Round 1, table 1: 1 (Anna) – 2 (Béla) 1 : 0 (40 : 24)"),
    ((*PAIRED, game("=")), game("0"), "Round 1, table 1: 1 (Anna) – 2 (Béla) 0 : 1 (it was ½ : ½)"),
    ((*PAIRED, game("=")), game(None), "Round 1, table 1: 1 (Anna) – 2 (Béla), result cleared (it was ½ : ½)"),
    (
        PAIRED,
        {"event": "starts_swapped", "round": 1, "first": 1, "second": 2},
        "Round 1, table 1: 2 (Béla) starts, not 1 (Anna)",
    ),
    (
        (*BEGUN, {"event": "round_paired", "round": 1, "games": [{"first": 1, "second": 2}]}),
        {"event": "bye_given", "round": 1, "number": 3, "bye": "full-point"},
        "Round 1: points without a game for 3 (Cyril) (a whole point)",
    ),
    (
        (*BEGUN, {"event": "round_paired", "round": 1, "games": [{"first": 1, "second": 2}]}),
        {"event": "bye_given", "round": 1, "number": 3, "bye": None},
        "Round 1: no points without a game for 3 (Cyril)",
    ),
    (
        (*BEGUN, {"event": "round_paired", "round": 1, "games": [{"first": 1, "second": 2}]}),
        {"event": "game_added", "round": 1, "first": 3, "second": 4},
        "Round 1, table 2: 3 (Cyril) – 4 (Dora) added",
    ),
    (
        PAIRED,
        {"event": "game_removed", "round": 1, "first": 1, "second": 2},
        "Round 1, table 1: 1 (Anna) – 2 (Béla) is taken out of the round",
    ),
    (
        PAIRED,
        {"event": "stage_started", "stage": {"name": "Finals", "players": [1, 2]}},
        "Stage Finals started (players: 2)",
    ),
    (
        (*PAIRED, {"event": "stage_started", "stage": {"players": [1, 2]}}),
        {"event": "stage_changed", "stage": 1, "changes": {"settings": {"rounds": 2}}},
        "Settings of the stage 2 changed",
    ),
]


@pytest.mark.parametrize(("before", "event", "told"), TOLD, ids=[told[:40] for _, _, told in TOLD])
def test_each_event_is_told_in_words(before: tuple[Event, ...], event: Event, told: str) -> None:
    assert chronicle([*before, event], translation("en").gettext)[-1].text == told


def test_every_event_and_value_has_words() -> None:
    """What the journal knows the log can tell, and each kind of event stands above."""
    assert set(_WORDS) == set(EVENTS)
    assert {event["event"] for _, event, _ in TOLD} == set(EVENTS)
    assert set(BYES) == {bye.value for bye in Bye}
    assert set(SETTINGS) == set(Settings.__dataclass_fields__)
    assert set(PLAYER) == set(Player.__dataclass_fields__) - {"number"}


def test_what_is_taken_back_is_marked_and_done_again_is_not() -> None:
    """Undo, undo, redo: the result stays struck out, the draw does not; a rename undone gives the old name again."""
    events = [*PAIRED, game("1"), {"event": "undone"}, {"event": "undone"}, {"event": "redone"}]
    lines = chronicle(events, translation("en").gettext)
    assert [line.is_undone for line in lines[-5:]] == [False, True, False, False, False]
    assert lines[-3].text == "Taken back: Round 1, table 1: 1 (Anna) – 2 (Béla) 1 : 0"
    assert lines[-1].text == "Done again: Round 1 published (tables: 2)"
    renamed = {"event": "player_changed", "number": 1, "changes": {"name": "Hana"}}
    after = chronicle([*PAIRED, renamed, {"event": "undone"}, game("1")], translation("en").gettext)
    assert after[-1].text == "Round 1, table 1: 1 (Anna) – 2 (Béla) 1 : 0"


def test_the_newest_lines_are_the_end_of_all() -> None:
    """However many are told, also where they take back, or do again, what stands far above them."""
    undone, redone = {"event": "undone"}, {"event": "redone"}
    events = [*PAIRED, game("1"), game("0"), undone, undone, redone, game("="), undone, undone, undone, redone, redone]
    events += [{"event": "player_changed", "number": 1, "changes": {"name": "Hana"}}, undone]
    lines = chronicle(events, translation("en").gettext)
    assert lines[-3].text.startswith("Done again: Round 1, table 1")
    for newest in range(1, len(lines) + 2):
        assert chronicle(events, translation("en").gettext, newest) == lines[-newest:]


def test_the_log_shows_its_newest_part_and_then_all() -> None:
    clubs = [{"event": "player_changed", "number": 1, "changes": {"club": str(club)}} for club in range(210)]
    desk = Desk([*BEGUN, *clubs]).see("log")
    assert "Show the older ones as well (15)" in desk.text
    assert desk.html.count("<tr><td>") == 200
    desk.see("log", all="1")
    assert "Show the older ones" not in desk.text
    assert desk.html.count("<tr><td>") == 215


@pytest.mark.parametrize("result", list(Result), ids=lambda result: result.value)
def test_the_log_and_the_screen_of_the_round_tell_a_result_alike(result: Result) -> None:
    """Under 3-1-0 a win is 3 : 0 in both."""
    scoring = {"event": "settings_changed", "changes": {"scoring": {"win": "3", "draw": "1", "forfeit_win": "3"}}}
    desk = Desk([*PAIRED, scoring]).see("round", round=1)
    desk.do("enter-result", round=1, first=1, second=2, result=result.value)
    shown = desk.said.rpartition("(Béla)" if "(Béla)" in desk.said else "Béla")[2].strip()
    assert desk.see("log").text.count(f"2 (Béla) {shown}") == 1
    if result is Result.FIRST_WINS:
        assert shown == "3 : 0"


LIST = "\n".join(f"Player {number}" for number in range(5, 25))


def test_a_list_is_one_step_back_and_forth_and_one_line_of_the_log() -> None:
    """Twenty players of a list: undo takes all of them, across a new worker; redo brings all of them."""
    desk = Desk(BEGUN).see("players").do("add-players", players=LIST)
    assert len(desk.tournament.players) == 24
    after = desk.tournament
    desk.new_worker().do("undo")
    assert set(desk.tournament.players) == {1, 2, 3, 4}
    desk.new_worker().do("redo")
    assert desk.tournament == after
    desk.do("add-player", player="Zoe").do("undo").do("undo")
    assert set(desk.tournament.players) == {1, 2, 3, 4}, "one player typed is a step of its own"
    line = next(line for line in chronicle(desk.events, translation("en").gettext) if line.parts)
    assert line.text == "Players added from a list: 20"
    assert line.is_undone
    assert line.parts[-1] == "Player added: 24 (Player 24)"
    desk.see("log")
    assert "Taken back: Players added from a list: 20" in desk.text
    assert desk.html.count("<details") == 1
    assert desk.html.count("Player added: 24") == 1


STEPS: list[tuple[tuple[Event, ...], str, dict[str, Any], str]] = [
    (BEGUN, "check-in", {"here": "yes"}, "Players changed: 4"),
    ((*BEGUN, added(5, "E", fields={"checked-in": "yes"})), "close-check-in", {"absent": "half"}, "Players changed: 4"),
    (PAIRED, "add-player", {"player": "Late", "joins": "3", "missed": "half"}, "Player added: 5 (Late)"),
]


@pytest.mark.parametrize(("before", "name", "fields", "told"), STEPS, ids=[each[1] for each in STEPS])
def test_what_the_arbiter_does_in_one_go_is_undone_in_one_go(
    before: tuple[Event, ...], name: str, fields: dict[str, Any], told: str
) -> None:
    desk = Desk(before).see("players")
    was = desk.tournament
    desk.do(name, **fields)
    assert len(desk.events) > len(before) + 1
    assert chronicle(desk.events, translation("en").gettext)[-1].text == told
    assert desk.do("undo").tournament == was


def test_a_round_published_anew_is_one_step() -> None:
    desk = Desk([*PAIRED, game("1")]).see("round", round=1)
    was = desk.tournament
    desk.do("rearrange").do("swap-draft-starts", first=3, second=4).do("publish")
    assert not desk.errors
    assert desk.tournament != was
    last = chronicle(desk.events, translation("en").gettext)[-1]
    assert last.text.startswith("Round 1 published, arranged by hand")
    assert len(last.parts) == 2
    assert desk.do("undo").tournament == was


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_shows_the_newest_first_with_the_time_at_the_venue(lang: str) -> None:
    desk = Desk(BEGUN, lang).see("log")
    assert desk.text.index("4 (Dora)") < desk.text.index("1 (Anna)")
    assert "18:05:00" in desk.text
    assert desk.html.count("2026-11-30") == 1


def test_a_long_log_shows_its_newest_lines_and_all_by_a_link() -> None:
    events = [*BEGUN, *(added(number, f"Player {number}") for number in range(5, 301))]
    desk = Desk(events).see("log")
    assert "300 (Player 300)" in desk.text
    assert "1 (Anna)" not in desk.text
    assert "?all=1" in desk.html
    assert "1 (Anna)" in desk.see("log", all="1").text


def test_everything_can_be_undone_to_the_beginning_and_done_again() -> None:
    """Any depth, and a worker that knows nothing in between."""
    desk = Desk([*PAIRED, game("1")]).see("round")
    after = desk.tournament
    count = len(desk.events)
    for _ in range(count):
        desk.do("undo")
        assert not desk.errors
    assert not desk.tournament.players
    desk.do("undo")
    assert desk.errors
    desk.new_worker()
    for _ in range(count):
        desk.do("redo")
    assert desk.tournament == after


@pytest.mark.parametrize(
    ("events", "good"),
    [
        pytest.param([*BEGUN, {"event": "player_removed", "number": 9}, *PAIRED[5:]], 5, id="an event that cannot be"),
        pytest.param([*BEGUN, {"event": "from the future"}], 5, id="an event that nobody knows"),
        pytest.param([{"event": "undone"}], 0, id="an undo of nothing"),
    ],
)
def test_a_damaged_journal_says_how_much_of_it_is_good(events: list[Event], good: int) -> None:
    session.forget()
    asked = {"action": "tournament", "id": "x", "count": len(events), "events": events, "screen": {}}
    assert session.act(asked, "en") == {"damaged": good}
    assert Journal(tuple(events[:good])).tournament.players.keys() == set(range(1, good))


def test_the_summary_counts_the_rounds_that_are_finished() -> None:
    other = {"event": "result_entered", "round": 1, "first": 3, "second": 4, "result": "="}
    assert Desk([*PAIRED, game("1")]).see("round").shown["summary"]["finished"] == 0
    assert Desk([*PAIRED, game("1"), other]).see("round").shown["summary"]["finished"] == 1


def test_home_lists_what_is_kept_and_what_was_deleted() -> None:
    """A tournament says when it was saved and last copied out; one that is deleted can only be brought back."""
    card = {"id": "a", "name": "Cup", "players": 4, "rounds": 1, "system": "mancala", "saved": "today"}
    kept = [card, {**card, "id": "b", "copied": "yesterday"}, {**card, "id": "c", "deleted": AT}]
    html = session.act({"tournaments": kept, "screen": {}}, "en")["html"]
    assert "never copied out" in html
    assert "last copied out yesterday" in html
    assert 'data-page="restore" data-id="c"' in html
    assert 'href="#/c"' not in html
    assert 'href="#/b"' in html
