"""Set-up: the games and what is usual in them, the planner's advice, every setting, and what a change touches."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from desk import Desk, text_of
from venue.actions import handle
from venue.arbiter.presets import DISCS, NONE, POINTS, PRESETS, score_entry, words

from pairing_core.journal import settings_to_json
from pairing_core.model import Bye, Settings
from pairing_core.swiss import rule_set
from pairing_core.tie_breaks import tie_break

FOUR = "Anna\nBéla\nCyril\nDora"


def desk(players: str = "", **settings: object) -> Desk:
    """Return a desk with a tournament, at its set-up."""
    made = Settings(**{"name": "Cup", "rounds": 3, "tie_breaks": ("buchholz",), "seed": "k1", **settings})  # type: ignore[arg-type]
    at = Desk([{"event": "created", "settings": settings_to_json(made)}]).see("players")
    return (at.do("add-players", players=players) if players else at).see("setup")


def form(html: str) -> dict[str, Any]:
    """Return what the form of the set-up sends when nobody has touched it."""
    html = html[html.index('id="setup"') : html.index("</form>")]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        told = {key: unescape(value) for key, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if told.get("type") != "checkbox" or " checked" in tag:
            found.setdefault(told["name"], []).append(told.get("value", "on"))
    for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        found.setdefault(name, []).append(chosen[1] if chosen else "")
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def home(**screen: str) -> str:
    """Return the words of the home screen with its form filled in."""
    asked = {"action": "tournament", "lang": "en", "tournaments": [], "screen": {"name": "home", **screen}}
    return str(json.loads(handle(json.dumps(asked)))["ok"]["html"])


# ---------------------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("each", PRESETS, ids=lambda each: each.key)
def test_a_tournament_of_each_game(each: Any) -> None:
    """It has what is usual, its rules and criteria exist, and four players can play it to the standings."""
    at = Desk().do("create", title=" Club  cup ", discipline=each.key, rounds="3", seed="k1")
    settings = at.tournament.settings
    assert (settings.name, settings.rounds, settings.discipline) == ("Club cup", 3, each.key)
    assert rule_set(settings.system).key == each.settings.system
    assert [tie_break(key).key for key in settings.tie_breaks] == list(each.settings.tie_breaks)
    at.see("players").do("add-players", players=FOUR).see("round").do("draw").do("publish")
    for game in at.tournament.rounds[0].games:
        at.do("enter-result", round=1, first=game.first, second=game.second, result="1")
    at.see("standings")
    assert not at.errors
    assert "Anna" in at.text


@pytest.mark.parametrize(
    ("game", "called", "typed"),
    [
        ("chess", ("White", "Black"), NONE),
        ("reversi", ("Black", "White"), DISCS),
        ("scrabble", ("Starts", "Second"), POINTS),
        ("mancala", ("Starts", "Second"), NONE),
    ],
)
def test_words_and_scores_of_a_game(game: str, called: tuple[str, str], typed: str) -> None:
    settings = Settings(discipline=game)
    assert words(settings) == called
    assert score_entry(settings) == typed
    own = Settings(discipline=game, fields={"first-word": "South", "second-word": "North", "scores": "points"})
    assert words(own) == ("South", "North")
    assert score_entry(own) == POINTS


def test_reversi_counts_64_discs_and_40_to_24_for_a_bye() -> None:
    settings = Desk().do("create", title="", discipline="reversi").tournament.settings
    assert (settings.board_total, settings.bye_scores) == (64, (40, 24))


def test_a_plan_takes_in_no_rounds_that_were_drawn_without_it() -> None:
    """Once a round is drawn, other rules of the same kind can follow; another kind begins a stage."""
    at = desk(FOUR)
    at.do("change-settings", system="round-robin").do("change-settings", system="mancala")
    at.see("round").do("draw").do("publish").see("setup")
    offered = re.findall(r'value="([^"]+)"', re.findall(r'<select id="system".*?</select>', at.html, re.DOTALL)[0])
    assert "monrad" in offered
    assert not {"round-robin", "groups", "knockout", "scheveningen"} & set(offered)
    before = len(at.events)
    at.do("change-settings", system="round-robin")
    assert at.errors[0].startswith("Rounds have been drawn, so only rules of the same kind can follow here.")
    assert len(at.events) == before
    at.do("change-settings", system="monrad")
    assert at.tournament.settings.system == "monrad"
    at = desk(FOUR).do("change-settings", system="round-robin").see("round").do("publish-all").see("setup")
    assert 'value="monrad"' not in re.findall(r'<select id="system".*?</select>', at.html, re.DOTALL)[0]


def test_turcas_has_standings_before_its_coefficients_are_typed() -> None:
    at = desk(FOUR)
    at.do("change-settings", **form(at.html), move="add ")
    assert at.said == "Nothing has changed."
    at.do("change-settings", **{**form(at.html), "add_tie_break": "turcas", "move": "add "})
    assert at.tournament.settings.tie_breaks == ("buchholz", "turcas")
    assert "With 1, 0, 0, 0 only Buchholz counts." in at.text
    at.see("round").do("draw").do("publish").see("standings")
    assert not at.errors
    at.see("setup")
    at.do("change-settings", **{**form(at.html), "parameter:turcas-b": "0,25", "parameter:turcas-d": "-1"})
    assert at.tournament.settings.parameters == {
        "turcas-a": "1",
        "turcas-b": "0.25",
        "turcas-c": "0",
        "turcas-d": "-1",
    }


# --------------------------------------------------------------------------------------------------------------- advice


@pytest.mark.parametrize(
    ("count", "rounds", "said"),
    [
        ("6", "5", "it can happen that no pairing without a repeated game is left"),
        ("6", "6", "a round robin fits better"),
        ("24", "7", "So many players and rounds fit together."),
        ("10", "0", "The number of rounds must be from 1 to 1000, not 0."),
        ("100", "4", "up to 7 players can have won all their games; 7 rounds leave at most one"),
    ],
)
def test_advice_before_there_is_a_tournament(count: str, rounds: str, said: str) -> None:
    html = home(count=count, rounds=rounds, discipline="mancala", before="mancala", title="Cup <1>")
    assert said in text_of(html)
    assert f'name="rounds" inputmode="numeric" maxlength="4" value="{rounds}"' in html
    assert 'value="Cup &lt;1&gt;"' in html
    assert f'href="../plan/?players={count}"' in html


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        (
            "keep_clubs_apart",
            "-1",
            "“Clubs are kept apart until round” cannot be “-1”; it must be a whole number from 0",
        ),
        ("keep_countries_apart", "-1", "“Countries are kept apart until round” cannot be “-1”"),
        ("byes_allowed", "-2", "“Requested byes with points that a player may have” cannot be “-2”"),
        ("board_total", "-64", "“Both scores of a game together” cannot be “-64”"),
        ("bye-other", "-3", "“Score of who is left over: against” cannot be “-3”"),
        ("weight:points", "-1", "“Difference in points” cannot be “-1”"),
        ("rounds", "0", "The number of rounds must be from 1 to 1000, not 0."),
        ("rounds", "x", "“x” is not a whole number."),
    ],
)
def test_a_number_that_cannot_be_is_told_by_the_name_of_its_field(field: str, typed: str, said: str) -> None:
    at = desk(FOUR, system="mancala")
    at.do("change-settings", **{**form(at.html), field: typed})
    assert at.errors[0].startswith(said)
    assert at.fields == [field]


def test_an_empty_number_is_said_to_be_empty() -> None:
    at = Desk().do("create", title="Cup", discipline="mancala", system="knockout", seed="k7", rounds="7").see("setup")
    at.do("change-settings", **{"ko:games": ""})
    assert at.errors == ["The field is empty: type a whole number."]
    assert at.fields == ["ko:games"]


@pytest.mark.parametrize("typed", ["", "many", "-3", "9" * 30])
def test_no_advice_on_what_is_no_number(typed: str) -> None:
    assert 'class="notice"' not in home(count=typed, rounds="7", discipline="mancala", before="mancala")


def test_another_game_brings_its_rounds() -> None:
    assert 'maxlength="4" value="5"' in home(discipline="go", before="mancala", rounds="9")
    assert 'maxlength="4" value="9"' in home(discipline="go", before="go", rounds="9")


def test_the_set_up_warns_of_a_dead_end() -> None:
    six = FOUR + "\nEmil\nFilip"
    assert "no pairing without a repeated game is left" in desk(six, rounds=5).text
    assert "no pairing without a repeated game is left" not in desk(six, rounds=3).text


# ------------------------------------------------------------------------------------------------------------- settings


def test_a_form_that_nobody_touched_changes_nothing() -> None:
    at = desk(FOUR, discipline="reversi", system="othello", board_total=64, bye_scores=(40, 24), acceleration=True)
    before = len(at.events)
    at.do("change-settings", **form(at.html))
    assert at.said == "Nothing has changed."
    assert len(at.events) == before


@pytest.mark.parametrize(
    ("typed", "setting", "value"),
    [
        ({"title": " Big  cup "}, "name", "Big cup"),
        ({"rounds": "9"}, "rounds", 9),
        ({"system": "monrad"}, "system", "monrad"),
        ({"discipline": "chess"}, "discipline", "chess"),
        ({"board_total": "48"}, "board_total", 48),
        ({"acceleration": "on"}, "acceleration", True),
        ({"allow_repeats": "on"}, "allow_repeats", True),
        ({"keep_clubs_apart": "2"}, "keep_clubs_apart", 2),
        ({"keep_countries_apart": "3"}, "keep_countries_apart", 3),
        ({"byes_allowed": "1"}, "byes_allowed", 1),
        ({"bye-own": "40", "bye-other": "24"}, "bye_scores", (40, 24)),
        ({"unplayed": "as-awarded"}, "unplayed", "as-awarded"),
        ({"weight:start-balance": "5"}, "weights", {"start-balance": 5}),
        ({"field:first-word": "South"}, "fields", {"first-word": "South"}),
        ({"field:scores": "points"}, "fields", {"scores": "points"}),
        ({"field:time-2": "14:30"}, "fields", {"time-2": "14:30"}),
    ],
)
def test_each_setting(typed: dict[str, str], setting: str, value: object) -> None:
    """It is kept, it alone is changed, and the form shows it afterwards: sent again, nothing changes."""
    at = desk(FOUR)
    at.do("change-settings", **{**form(at.html), **typed})
    assert not at.errors
    assert getattr(at.tournament.settings, setting) == value
    assert set(at.events[-1]["changes"]) == {setting}
    at.do("change-settings", **form(at.html))
    assert at.said == "Nothing has changed."


def test_a_box_that_is_cleared_and_a_field_that_is_emptied() -> None:
    at = desk(FOUR, acceleration=True, byes_allowed=2, fields={"time-1": "10:00"})
    sent = {**form(at.html), "byes_allowed": "", "field:time-1": ""}
    del sent["acceleration"]
    settings = at.do("change-settings", **sent).tournament.settings
    assert (settings.acceleration, settings.byes_allowed, dict(settings.fields)) == (False, None, {})


@pytest.mark.parametrize("half", ["0.5", "0,5", "½"])
def test_points_as_people_write_them(half: str) -> None:
    at = desk(FOUR)
    at.do("change-settings", **{**form(at.html), "points-pairing_allocated_bye": half})
    assert at.tournament.settings.scoring.pairing_allocated_bye == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"rounds": "x"}, "“x” is not a whole number."),
        ({"rounds": "0"}, "The number of rounds must be from 1 to 1000, not 0."),
        ({"points-win": "0.3"}, "“0.3” is no number of points; points are whole or halves, such as 1, 0.5 or ½."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(typed: dict[str, str], said: str) -> None:
    at = desk(FOUR)
    before = at.events[:]
    at.do("change-settings", **{**form(at.html), "title": "Other", **typed})
    assert at.errors == [said]
    assert at.events == before


# ----------------------------------------------------------------------------------------------------------- tie-breaks


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("up wins", ("wins", "buchholz", "rating")),
        ("down wins", ("buchholz", "rating", "wins")),
        ("up buchholz", ("buchholz", "wins", "rating")),
        ("down rating", ("buchholz", "wins", "rating")),
        ("out wins", ("buchholz", "rating")),
    ],
)
def test_the_order_of_the_criteria(move: str, after: tuple[str, ...]) -> None:
    at = desk(FOUR, tie_breaks=("buchholz", "wins", "rating"))
    at.do("change-settings", **{**form(at.html), "move": move})
    assert at.tournament.settings.tie_breaks == after


def test_what_else_was_typed_is_kept_with_a_move() -> None:
    at = desk(FOUR, tie_breaks=("buchholz", "wins"))
    at.do("change-settings", **{**form(at.html), "title": "Typed", "move": "down buchholz"})
    assert (at.tournament.settings.name, at.tournament.settings.tie_breaks) == ("Typed", ("wins", "buchholz"))


# ------------------------------------------------------------------------------------------------ what a change touches


def drawn() -> Desk:
    return desk(FOUR + "\nEmil").see("round").do("draw").do("publish").see("setup")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"system": "monrad"}, "Rounds already drawn stay as they are; the change counts from round 2 on."),
        ({"points-win": "3"}, "Points and standings of all rounds are counted anew"),
        ({"unplayed": "as-awarded"}, "The standings after every round are counted anew."),
        ({"rounds": "2"}, "No round that was drawn is lost."),
        ({"title": "Other"}, "The settings are changed."),
    ],
)
def test_it_is_said_what_a_change_touches(typed: dict[str, str], said: str) -> None:
    at = drawn()
    rounds = at.tournament.rounds
    at.do("change-settings", **{**form(at.html), **typed})
    assert said in at.said
    assert at.tournament.rounds == rounds


def test_fewer_rounds_than_are_drawn_cannot_be_planned() -> None:
    at = drawn()
    for game in at.tournament.rounds[0].games:
        at.do("enter-result", round=1, first=game.first, second=game.second, result="1")
    at.see("round", round=2).do("draw").do("publish").see("setup")
    at.do("change-settings", **{**form(at.html), "rounds": "1"})
    assert at.errors == ["The number of rounds must be from 2 to 1000, not 1."]


def test_the_value_of_a_bye_counts_for_byes_of_the_past() -> None:
    at = drawn()
    resting = next(number for number, bye in at.tournament.rounds[0].byes.items() if bye is Bye.PAIRING_ALLOCATED)
    at.do("change-settings", **{**form(at.html), "points-pairing_allocated_bye": "½"})
    at.see("players")
    row = at.html[at.html.index(f'id="player-{resting}"') :]
    assert '<td class="minor">½</td>' in row[: row.index("</tr>")]


def test_another_game_can_be_taken_over_later() -> None:
    at = drawn()
    at.do("apply-preset", **{**form(at.html), "discipline": "reversi"})
    settings = at.tournament.settings
    assert (settings.discipline, settings.system, settings.board_total) == ("reversi", "othello", 64)
    assert settings.tie_breaks == ("brightwell", "discs")
    assert (settings.name, settings.rounds) == ("Cup", 3)
    assert "counts from round 2 on" in at.said


def test_a_copy_has_a_name_of_its_own() -> None:
    at = drawn()
    at.do("duplicate")
    assert at.tournament.settings.name == "Cup – copy"
    assert len(at.tournament.rounds) == 1
