"""A knockout on the arbiter's screens: set up, drawn, typed, corrected; its bracket and places; stages."""

from __future__ import annotations

import re
from typing import Any

import hypothesis.strategies as st
import pytest
from desk import Desk
from hypothesis import given, settings
from venue.arbiter.knockouts import still_possible
from venue.arbiter.presets import PRESETS

from pairing_core.journal import Journal
from pairing_core.knockout import Play, bracket, next_games
from pairing_core.knockout.settings import ENTRANTS, play_of
from pairing_core.model import KNOCKOUT, Game, Result, Round
from pairing_core.stages import view
from pairing_core.verification import verify

NAMES = ("Anna", "Béla", "Cyril", "Dora", "Eva", "Filip", "Gita", "Hugo", "Ivo", "Jana", "Karel", "Lea")


def desk(players: int, discipline: str = "mancala", lang: str = "en", **fields: str) -> Desk:
    """A knockout whose players are on the list, the strongest first."""
    at = Desk(lang=lang).do("create", title="Cup", discipline=discipline, system="knockout", seed="k7", rounds="7")
    if fields:
        at.do("change-settings", **{f"ko:{key.replace('_', '-')}": value for key, value in fields.items()})
        assert not at.errors
    at.do("add-players", players="\n".join(f"{NAMES[n]};{2000 - n}" for n in range(players)), way="paste").see("round")
    assert not at.errors
    assert len(at.tournament.players) == players
    return at


def draw(at: Desk) -> Desk:
    """Draw the next round and publish it."""
    at.see("round").do("draw").do("publish")
    assert not at.errors
    return at


def type_in(at: Desk, number: int, game: Game, result: str, **more: str) -> Desk:
    """Type a result of the stage that is looked at."""
    at.see("round", round=str(number))
    at.do("enter-result", round=number, first=game.first, second=game.second, result=result, **more)
    assert not at.errors
    return at


def stronger_wins(at: Desk) -> Desk:
    """Type all open results of the last round; the lower number wins."""
    round_ = view(at.tournament).tournament.rounds[-1]
    for game in round_.games:
        if game.result is None:
            type_in(at, round_.number, game, "1" if game.first < game.second else "0")
    return at


def play_to(at: Desk, rounds: int) -> Desk:
    """Play so many rounds."""
    for _ in range(rounds):
        stronger_wins(draw(at))
    return at


def play(at: Desk) -> Play:
    """How the knockout of the last stage stands."""
    return play_of(view(at.tournament).tournament)


def findings(at: Desk) -> list[Any]:
    """What verify finds."""
    return [finding for each in verify(Journal(tuple(at.events))) for finding in each.findings]


# Set-up


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_game_can_be_a_knockout(preset: Any) -> None:
    """No tie-breaks, no points for byes, and the number of rounds that follows from the players."""
    at = desk(6, preset.key)
    settings = at.tournament.settings
    assert (settings.system, settings.discipline, settings.tie_breaks) == (KNOCKOUT, preset.key, ())
    at.see("setup")
    assert "now 6: 3 rounds" in at.text
    assert "Players in the knockout: 6; rounds: 3." in at.text
    assert "no opponent in the first round and go on: 2." in at.text
    for word in ("Accelerated", "kept apart", "Weights", "left over", "Requested bye", "Another criterion"):
        assert word not in at.text, word
    assert 'name="rounds"' not in at.html
    at.do("apply-preset", discipline=preset.key)
    assert at.tournament.settings.system == KNOCKOUT
    at.do("change-settings", system=preset.settings.system)
    assert at.tournament.settings.tie_breaks == preset.settings.tie_breaks


def test_new_tournament_offers_a_knockout() -> None:
    at = Desk()
    home = {"name": "home", "discipline": "reversi", "count": "9", "rounds": "5", "system": "knockout"}
    shown = at._send({"action": "tournament", "lang": "en", "screen": {**home, "before": "reversi"}})["ok"]["html"]
    assert "Players in the knockout: 9; rounds: 4." in shown
    assert 'id="new-rounds"' not in shown


@pytest.mark.parametrize(
    ("key", "value", "rounds"),
    [
        ("bracket", "double", 5),
        ("bracket", "placement", 3),
        ("third-place", "no", 3),
        ("seeding", "bands", 3),
        ("games", "3", 9),
        ("best-of", "yes", 3),
        ("by-scores", "yes", 3),
        ("starts", "upper-seed", 3),
        ("starts", "alternating", 3),
    ],
)
def test_all_that_can_be_chosen_is_kept_and_the_rounds_follow(key: str, value: str, rounds: int) -> None:
    at = desk(6).see("setup")
    assert f'name="ko:{key}"' in at.html
    at.do("change-settings", **{f"ko:{key}": value})
    assert not at.errors
    assert at.tournament.settings.parameters == {key: value}
    at.see("setup")
    if key == "bracket" and value == "double":
        rounds = play(at).bracket.waves[-2]
    assert f"now 6: {rounds} rounds" in at.text
    at.do("change-settings", **{f"ko:{key}": {"games": "1"}.get(key) or _usual(key)})
    assert at.tournament.settings.parameters == {}


def _usual(key: str) -> str:
    from pairing_core.knockout.settings import USUAL

    return USUAL[key]


def test_a_tie_has_one_to_fifteen_games() -> None:
    at = desk(4).see("setup").do("change-settings", **{"ko:games": "16"})
    assert at.errors == ["A tie has from 1 to 15 games, not 16."]
    at.do("change-settings", **{"ko:bracket": "triangle"})
    assert at.errors
    assert at.tournament.settings.parameters == {}


def test_the_order_of_the_entrants_is_kept_with_the_first_round() -> None:
    at = draw(desk(6))
    assert at.tournament.settings.parameters[ENTRANTS] == "1 2 3 4 5 6"
    before = play(at).seeding
    at.see("players").do("change-player", number="6", rating="2999").do("add-player", player="Zdena", rating="2500")
    assert play(at).seeding == before
    assert "Not in the bracket" in at.see("round").text
    at.do("undo").do("undo").do("undo")
    assert not at.tournament.rounds
    assert ENTRANTS not in at.tournament.settings.parameters


def test_a_first_round_that_is_taken_back_frees_the_bracket() -> None:
    at = draw(desk(6)).do("unpair", round="1")
    assert ENTRANTS not in at.tournament.settings.parameters
    at.do("add-player", player="Zdena", rating="2500")
    draw(at)
    assert play(at).seeding[0] == 7


# Round by round


def test_a_draft_says_which_tie_each_game_is() -> None:
    at = desk(6).do("draw")
    assert "This is what the bracket has next." in at.text
    assert "Quarterfinal" in at.text
    assert "Cyril is seed 3." in at.text
    assert "Still in: waits for the next round" in at.text
    for word in ("float", "bye for", "Lock", "Forbid", "change places", "Draw again", "apart", "Absent"):
        assert word not in at.text, word


def test_the_winner_is_said_when_all_is_over() -> None:
    at = play_to(desk(6), 2)
    assert "Next round" in at.text
    assert "has won." not in at.text
    play_to(at, 1)
    assert "Anna has won." in at.see("round").text
    assert "Go on with the best…" in at.text
    assert findings(at) == []
    assert "Draw round" not in at.see("round", round="4").text


def test_two_games_say_what_the_tie_stands_at() -> None:
    at = draw(desk(4, games="2"))
    assert "Game 1 of 2" in at.text
    stronger_wins(at)
    draw(at)
    assert "Game 2 of 2" in at.text
    first = at.tournament.rounds[1].games[0]
    stands = "1 : 0" if first.first < first.second else "0 : 1"
    assert f"The tie stands at {stands}" in at.text
    for game in at.tournament.rounds[1].games:
        type_in(at, 2, game, "0" if game.first < game.second else "1")
    draw(at)
    assert "Game 3, to decide" in at.text


def test_a_game_that_is_level_is_played_again() -> None:
    at = draw(desk(2))
    type_in(at, 1, at.tournament.rounds[0].games[0], "=")
    draw(at)
    assert "Game 2, to decide" in at.text
    first, second = at.tournament.rounds
    assert (first.games[0].first, first.games[0].second) == (second.games[0].second, second.games[0].first)


def test_where_nobody_came_both_have_lost() -> None:
    at = draw(desk(4))
    game = at.tournament.rounds[0].games[0]
    type_in(at, 1, game, "--")
    first, second = (NAMES[player - 1] for player in (game.first, game.second))
    told = at.see("standings", after="1").text
    for name in (first, second):
        assert f"Semifinal: has lost, and so has {name}; nobody goes on" in told
    assert "has lost against" not in told


def test_a_round_whose_games_a_correction_has_taken_out_says_so() -> None:
    at = play_to(desk(5, bracket="double"), 4)
    game = next(game for game in at.tournament.rounds[0].games if {game.first, game.second} == {4, 5})
    at.see("round", round="1").do(
        "enter-result",
        round=1,
        first=game.first,
        second=game.second,
        result="0" if game.first == 4 else "1",
        sure="yes",
    )
    assert not at.tournament.rounds[2].games
    assert "No game is left in this round" in at.see("round", round="3").text
    assert "All results are in." not in at.text


def test_who_comes_late_has_no_place_in_the_bracket_on_the_list_either() -> None:
    at = play_to(desk(8), 2)
    at.see("players").do("add-player", player="Zita")
    assert at.text.count("Not in the bracket") == 1
    assert "joins in round" not in at.text


def test_who_has_withdrawn_does_not_wait_in_a_double_knockout() -> None:
    at = play_to(desk(8, bracket="double"), 1)
    at.see("players").do("remove-player", number="1")
    at.see("round").do("draw").do("publish")
    assert not at.errors
    assert "Anna Withdrawn" in at.see("round").text
    assert "Anna Withdrawn" in at.see("projector", by="name").text
    assert "Withdrawn Anna" in at.see("projector", by="table").text


def test_withdrawn_in_a_round_loses_without_a_game() -> None:
    at = draw(desk(4))
    game = at.tournament.rounds[0].games[0]
    at.see("players").do("remove-player", number=str(game.first)).see("round")
    assert "wins without a game" in at.text
    for word in ("Bye for", "Draw the round again", "Change the pairings by hand"):
        assert word not in at.text
    type_in(at, 1, game, "-")
    assert play(at).stranded == []
    stronger_wins(at)
    play_to(at, 1)
    assert play(at).is_over
    assert findings(at) == []


# Corrections


def other(game: Game) -> str:
    """The result that turns a game."""
    return "0" if game.result is not None and game.result.value == "1" else "1"


def test_a_correction_that_undoes_a_game_says_so_first_and_does_it_in_one_step() -> None:
    at = play_to(desk(8), 2)
    draw(at)
    count = len(at.events)
    quarter = at.tournament.rounds[0].games[0]
    type_in(at, 1, quarter, other(quarter))
    assert len(at.events) == count
    assert at.tournament.rounds[0].games[0] == quarter
    semi = next(g for g in at.tournament.rounds[1].games if {g.first, g.second} & {quarter.first, quarter.second})
    names = {number: player.name for number, player in at.tournament.players.items()}
    assert f"Round 2, table {semi.table}: {names[semi.first]} – {names[semi.second]}" in at.text
    assert "Correct it and take these games out" in at.text
    assert at.shown["focus"] == "#pending"
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', at.html))
    at.do("enter-result", **fields)
    assert not at.errors
    kinds = [event["event"] for event in at.events[count:]]
    assert kinds == ["result_entered", "game_removed", "game_removed", "game_removed", "round_unpaired"]
    assert len(at.tournament.rounds) == 2
    assert len(at.tournament.rounds[1].games) == 1
    assert play(at).stranded == []
    assert findings(at) == []
    assert "games taken out: 3" in at.see("log").text
    at.do("undo")
    assert at.tournament.rounds[0].games[0] == quarter
    assert len(at.tournament.rounds) == 3
    at.do("redo")
    stronger_wins(draw(at))
    stronger_wins(draw(at))
    assert play(at).is_over
    assert findings(at) == []


def test_what_waits_for_a_word_can_be_left() -> None:
    at = draw(play_to(desk(8), 1))
    quarter = at.tournament.rounds[0].games[0]
    type_in(at, 1, quarter, other(quarter))
    count = len(at.events)
    at.do("leave-games")
    assert at.said == "Nothing has changed."
    assert len(at.events) == count
    assert 'id="pending"' not in at.html


def test_a_correction_that_undoes_nothing_is_done_at_once() -> None:
    at = draw(play_to(desk(8), 1))
    quarter = at.tournament.rounds[0].games[0]
    won = "+" if quarter.result.value == "1" else "-"
    type_in(at, 1, quarter, won)
    assert at.tournament.rounds[0].games[0].result.value == won
    at.do("swap-starts", round="1", first=quarter.first, second=quarter.second)
    assert not at.errors
    assert 'id="pending"' not in at.html
    assert "left as they are" not in at.text
    assert play(at).stranded == []


def test_who_comes_back_after_a_walkover_says_what_that_undoes() -> None:
    at = play_to(desk(4), 1)
    gone = next(iter(play(at).still_in & {1}))
    at.see("players").do("remove-player", number=str(gone))
    draw(at)
    assert [len(round_.games) for round_ in at.tournament.rounds] == [2, 1]
    at.see("players").do("return-player", number=str(gone))
    assert not at.errors
    assert play(at).stranded == []


@pytest.mark.parametrize(
    ("key", "value"), [("games", "3"), ("best-of", "yes"), ("bracket", "double"), ("seeding", "lots")]
)
def test_ties_that_are_decided_stay_so_whatever_the_set_up_asks_for(key: str, value: str) -> None:
    at = play_to(desk(8), 1)
    before = len(at.events)
    at.see("setup").do("change-settings", **{f"ko:{key}": value})
    assert at.said == "Nothing has changed."
    assert len(at.events) == before


def test_a_smaller_bracket_says_what_it_undoes() -> None:
    at = draw(play_to(desk(4), 1))
    at.see("setup").do("change-settings", **{"ko:third-place": "no"})
    assert 'id="pending"' in at.html
    assert "third-place" not in at.tournament.settings.parameters
    at.do("change-settings", **{"ko:third-place": "no", "sure": "yes"})
    assert at.tournament.settings.parameters["third-place"] == "no"
    assert len(at.tournament.rounds[1].games) == 1
    assert play(at).stranded == []


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_corrections_at_random_moments_leave_no_debris(data: st.DataObject) -> None:
    """Rounds, corrected and cleared results, forfeits, starts swapped, players gone and back: nothing is stranded."""
    players = data.draw(st.integers(4, 7))
    kind = data.draw(st.sampled_from(["single", "double", "placement"]))
    at = desk(players, bracket=kind, games=data.draw(st.sampled_from(["1", "2"])))
    for _ in range(data.draw(st.integers(3, 12))):
        step(at, data)
        now = play(at)
        assert now.stranded == []
        assert all(round_.games for round_ in at.tournament.rounds)
    for _ in range(40):
        if play(at).is_over:
            break
        if at.tournament.rounds and not at.tournament.rounds[-1].is_complete:
            finish(at)
        else:
            draw(at)
    assert play(at).is_over
    assert findings(at) == []
    assert {placed.player for placed in play(at).places()} == set(range(1, players + 1))


def step(at: Desk, data: st.DataObject) -> None:
    """Do one thing; what it would undo is agreed to."""
    rounds = at.tournament.rounds
    games = [(round_.number, game) for round_ in rounds for game in round_.games]
    kinds = ["result", "result", "draw", "swap", "leave", "back"] if games else ["draw"]
    kind = data.draw(st.sampled_from(kinds))
    fields: dict[str, Any] = {}
    if kind == "draw":
        at.see("round")
        if not play(at).is_over and all(round_.is_complete for round_ in rounds):
            at.do("draw").do("publish")
        return
    if kind in ("result", "swap"):
        number, game = data.draw(st.sampled_from(games))
        fields = {"round": str(number), "first": game.first, "second": game.second}
        if kind == "result":
            fields["result"] = data.draw(st.sampled_from(["1", "0", "=", "+", "-", ""]))
        at.see("round", round=str(number)).do("enter-result" if kind == "result" else "swap-starts", **fields)
    else:
        here = [number for number, player in at.tournament.players.items() if player.withdrawn_after is None]
        gone = sorted(set(at.tournament.players) - set(here))
        if (kind == "leave" and len(here) < 3) or (kind == "back" and not gone):
            return
        fields = {"number": str(data.draw(st.sampled_from(here if kind == "leave" else gone)))}
        at.see("players").do("remove-player" if kind == "leave" else "return-player", **fields)
    assert not at.errors
    agree(at)


def agree(at: Desk) -> None:
    """Press the button of the notice, if there is one."""
    form = re.search(r'id="pending".*?<form data-do="([^"]*)">(.*?)</form>', at.html, re.DOTALL)
    if form:
        at.do(form[1], **dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[2])))
        assert not at.errors
        assert 'id="pending"' not in at.html


def finish(at: Desk) -> None:
    """Type what is open in any round."""
    for round_ in at.tournament.rounds:
        for game in round_.games:
            if game.result is None:
                gone = at.tournament.players[game.first].withdrawn_after is not None
                at.see("round", round=str(round_.number))
                fields = {"round": str(round_.number), "first": game.first, "second": game.second}
                at.do("enter-result", **fields, result="-" if gone else "1")
                agree(at)
                return finish(at)


# The bracket, places, what is still possible


def test_the_bracket_stands_beside_the_standings_and_leads_to_the_tables() -> None:
    at = play_to(desk(6), 1)
    draw(at).see("bracket")
    assert "Crosstable" not in at.text
    for words in ("Semifinals", "Quarterfinal", "Third place", "goes on", "winner of"):
        assert words in at.text, words
    assert re.search(r'<h5 class="tie-name"><a href="#/t1/round/2\?focus=%23table-[12]">', at.html)
    assert "round 2, table 1" in at.text
    stronger_wins(at)
    play_to(at, 1).see("bracket")
    assert "Anna has won." in at.text
    assert "wins" in at.text
    assert at.see("projector", round="1", by="bracket").html.count('class="tie"') == 6
    assert "Bracket" in at.see("standings").text


@pytest.mark.parametrize("kind", ["single", "double", "placement"])
@pytest.mark.parametrize("lang", ["cs", "es", "en"])
def test_every_screen_and_paper_is_there_in_a_knockout(kind: str, lang: str) -> None:
    at = desk(7, lang="en", bracket=kind)
    at.lang = lang
    for _ in range(4):
        for name in ("setup", "players", "round", "standings", "bracket", "possible", "crosstable", "stages", "log"):
            assert at.see(name).html
            assert not at.errors
        for by in ("table", "name", "standings", "bracket"):
            at.see("projector", round="1", by=by)
            assert not at.errors
        for paper in ("bracket", "standings", "report", "pairings-by-table", "pairings-by-name", "scorecards"):
            at.see("print", paper=paper)
            assert not at.errors
        at.do("export", format="html")
        assert 'class="tie"' in at.shown["file"]["text"]
        if not play(at).is_over:
            play_to(at, 1)


def test_places_are_shared_and_no_tie_break_is_named() -> None:
    at = play_to(desk(8, third_place="no"), 1).see("standings")
    assert "still in" in at.text
    assert "5–8" in at.text
    play_to(at, 2).see("standings")
    for words in ("3–4", "5–8", "Final: has won against Béla", "Quarterfinal: has lost against"):
        assert words in at.text, words
    for word in ("Buchholz", "Points", "click on a number"):
        assert word not in at.text, word
    assert "Go on with the best…" in at.text
    assert "5–8" in at.see("print", paper="standings").text


def test_what_is_still_possible_is_what_the_bracket_leaves_open() -> None:
    at = play_to(desk(8), 1)
    outlook = still_possible(play(at))
    assert {number: outlook[number] for number in (1, 2, 5, 8)} == {1: (1, 4), 2: (1, 4), 5: (5, 8), 8: (5, 8)}
    at.see("possible")
    assert "By the bracket" in at.text
    assert "Points" not in at.text
    play_to(at, 1)
    outlook = still_possible(play(at))
    assert sorted(outlook.values()) == [(1, 2), (1, 2), (3, 4), (3, 4), *[(5, 8)] * 4]
    play_to(at, 1)
    assert "has won." in at.see("possible").text


@settings(deadline=None)
@given(st.integers(2, 20), st.sampled_from(["single", "double", "placement"]), st.booleans(), st.randoms())
def test_nobody_ends_outside_what_was_possible(players: int, kind: Any, third: bool, chance: Any) -> None:
    """From any state of a bracket, however it goes on: the place taken was held possible all the time."""
    shape = bracket(players, kind, third)
    rounds: list[Round] = []
    seen = []
    while not (now := Play(shape, range(1, players + 1), rounds)).is_over:
        seen.append(still_possible(now))
        games = [
            Game(table, one, other, chance.choice([Result.FIRST_WINS, Result.SECOND_WINS]))
            for table, (_, one, other) in enumerate(next_games(now), start=1)
        ]
        rounds.append(Round(len(rounds) + 1, tuple(games)))
    for placed in now.places():
        for outlook in seen:
            best, worst = outlook[placed.player]
            assert best <= placed.place
            assert placed.last <= worst <= players


def test_games_that_a_file_has_outside_the_bracket_are_named_and_taken_out() -> None:
    """A correction made elsewhere leaves games without a place."""
    at = draw(play_to(desk(8), 1))
    quarter = at.tournament.rounds[0].games[0]
    told = {"round": 1, "first": quarter.first, "second": quarter.second, "result": other(quarter)}
    elsewhere = Desk([*at.events, {"event": "result_entered", **told}]).see("round", round="2")
    assert len(play(elsewhere).stranded) == 1
    assert "These games have no place in the bracket:" in elsewhere.text
    elsewhere.do("take-games-out")
    assert play(elsewhere).stranded == []
    assert len(elsewhere.tournament.rounds[1].games) == 1
    assert "no place in the bracket" not in elsewhere.text


def test_who_comes_late_is_told_that_the_bracket_is_drawn() -> None:
    at = draw(desk(4)).see("players").do("add-player", player="Zdena")
    assert at.said == "Added: Zdena. The bracket is drawn, so there is no place in it."
    assert 'id="joins"' not in at.html
