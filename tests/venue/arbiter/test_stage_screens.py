"""Stages in the arbiter's app: the next one begun, drawn, typed and ranked, and the one before still at hand."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from desk import Desk, text_of

from pairing_core.formats import losovna_json
from pairing_core.journal import Journal
from pairing_core.model import points_text
from pairing_core.stages import final_ranking, view
from pairing_core.standings import standings
from pairing_core.verification import verify


def begun(players: int, lang: str = "en", rounds: int = 3) -> Desk:
    """A Swiss tournament before its first round."""
    settings = {"name": "Open", "rounds": rounds, "system": "mancala", "seed": "k7"}
    players = [
        {"event": "player_added", "player": {"number": number, "name": f"Player {number}", "rating": 2000 - number}}
        for number in range(1, players + 1)
    ]
    return Desk([{"event": "created", "settings": settings}, *players], lang)


def play(desk: Desk, rounds: int, chance: random.Random | None = None) -> Desk:
    """Draw, publish and type so many rounds of the last stage; the lower number wins without chance."""
    for _ in range(rounds):
        desk.see("round").do("draw").do("publish")
        assert not desk.errors
        round_ = view(desk.tournament).tournament.rounds[-1]
        desk.see("round", round=str(round_.number))
        for game in round_.games:
            won = "1" if game.first < game.second else "0"
            typed = chance.choice("10=") if chance else won
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=typed)
            assert not desk.errors
    return desk


def finals(desk: Desk, count: int = 4, **more: str) -> Desk:
    """Begin the next stage with the best of the last one."""
    best = [str(row.player) for row in standings(view(desk.tournament).tournament).rows[:count]]
    return desk.see("stages").do("start-stage", players=best, title="Finals", **({"system": "knockout"} | more))


def test_swiss_then_a_final_of_four() -> None:
    desk = play(begun(9), 3)
    finals(desk)
    assert desk.said == "The next stage has begun."
    play(desk, 2)
    whole = desk.tournament
    assert [len(round_.games) for round_ in whole.rounds] == [4, 4, 4, 2, 2]
    assert [final.player for final in final_ranking(whole)[:4]] == sorted(whole.stages[0].players)
    assert not [finding for each in verify(Journal(tuple(desk.events))) for finding in each.findings]
    assert "Finals" in desk.see("log").text


def test_rounds_are_counted_from_one_on_the_screen_and_through_in_the_file() -> None:
    desk = finals(play(begun(9), 3))
    desk.see("round").do("draw").do("publish")
    assert [event["round"] for event in desk.events if event["event"] == "round_paired"] == [1, 2, 3, 4]
    assert "Round 1" in desk.text
    assert "Round 4" not in desk.text


def test_a_result_of_the_stage_before_is_still_corrected() -> None:
    desk = finals(play(begun(9), 3))
    play(desk, 1)
    desk.see("round").do("see-stage", stage="1")
    game = desk.tournament.rounds[1].games[0]
    won = "0" if game.first < game.second else "1"
    desk.see("round", round="2").do("enter-result", round=2, first=game.first, second=game.second, result=won)
    assert not desk.errors
    assert "Take this draw back" not in desk.see("round", round="3").text
    assert desk.tournament.rounds[1].games[0].result is not None
    assert desk.tournament.rounds[1].games[0].result.value == won
    assert desk.events[-1]["round"] == 2
    desk.do("see-stage", stage="2")
    assert "Standings after round 1" in desk.see("standings").text


def test_settings_of_the_stage_are_its_own() -> None:
    desk = finals(play(begun(9), 3), system="mancala", rounds="2")
    desk.see("setup").do("change-settings", rounds="4", title="Renamed")
    assert not desk.errors
    assert desk.tournament.settings.rounds == 3
    assert desk.tournament.stages[0].settings.rounds == 4
    assert desk.tournament.settings.name == "Renamed"


def test_undo_takes_the_stage_back() -> None:
    desk = finals(play(begun(9), 3))
    assert desk.tournament.stages
    desk.do("undo")
    assert not desk.tournament.stages
    assert "Round 3" in desk.see("round").text
    desk.do("redo")
    assert desk.tournament.stages


def test_fewer_than_two_do_not_go_on() -> None:
    desk = play(begun(4), 1)
    desk.see("stages").do("start-stage", players=["1"], system="knockout")
    assert desk.errors == ["Choose at least two players who go on."]
    assert not desk.tournament.stages


@pytest.mark.parametrize("lang", ["cs", "es", "en"])
@pytest.mark.parametrize(
    "name", ["setup", "players", "round", "standings", "crosstable", "possible", "print", "log", "stages", "apart"]
)
def test_every_screen_is_there_with_stages(lang: str, name: str) -> None:
    desk = finals(play(begun(9, lang), 3))
    play(desk, 1)
    desk.lang = lang
    assert desk.see(name).html
    assert not desk.errors
    for stage in ("1", "2"):
        desk.do("see-stage", stage=stage)
        assert desk.see(name).html
        assert not desk.errors


def test_whoever_leaves_during_the_final_leaves_it() -> None:
    desk = finals(play(begun(9), 3), system="round-robin")
    play(desk, 1)
    desk.see("players").do("remove-player", number="2")
    assert not desk.errors
    assert desk.tournament.players[2].withdrawn_after == 4
    assert losovna_json.load(losovna_json.dump(Journal(tuple(desk.events)))).tournament == desk.tournament


def test_who_leaves_a_final_in_which_all_games_are_fixed_loses_the_ones_published() -> None:
    """The first stage is no table, the final is one: what counts is the stage that is played."""
    desk = finals(play(begun(9), 3), system="round-robin")
    desk.see("round").do("publish-all")
    for game in desk.tournament.rounds[3].games:
        desk.do("enter-result", round=1, first=game.first, second=game.second, result="1")
    assert not desk.errors
    desk.see("players").do("remove-player", number="2")
    assert not desk.errors
    assert desk.tournament.players[2].withdrawn_after == 4
    for round_ in desk.tournament.rounds[4:]:
        game = round_.game_of(2)
        assert game is not None
        assert game.result is not None
        assert not game.result.is_played
    desk.do("return-player", number="2")
    assert all(round_.game_of(2).result is None for round_ in desk.tournament.rounds[4:])


def test_who_leaves_a_swiss_final_after_a_round_robin_leaves_no_lost_games() -> None:
    events = list(begun(4).events)
    events[0] = {"event": "created", "settings": {**events[0]["settings"], "system": "round-robin"}}
    desk = Desk(events)
    desk.see("round").do("publish-all")
    for round_ in desk.tournament.rounds:
        for game in round_.games:
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result="1")
    finals(desk, 4, system="mancala", rounds="2")
    desk.see("round").do("draw").do("publish")
    assert not desk.errors
    desk.see("players").do("remove-player", number="2")
    assert desk.tournament.players[2].withdrawn_after == 4
    assert desk.tournament.rounds[3].game_of(2).result is None


def test_a_stage_that_is_not_over_is_ended_only_if_that_is_said_again() -> None:
    desk = play(begun(9), 1)
    desk.see("round").do("draw").do("publish")
    told = {"players": ["1", "2"], "order": ["1", "2"], "system": "mancala", "rounds": "2", "title": "Finals"}
    desk.see("stages").do("start-stage", **told)
    assert not desk.tournament.stages
    assert desk.shown["focus"] == "#unsure"
    assert "Rounds of the running stage that would be left unplayed: 1." in desk.text
    assert desk.html.count("Results are still missing in round 2.") == 2
    assert 'value="Finals"' in desk.html
    assert checked(desk) == [1, 2]
    assert "left unplayed" not in desk.see("stages").text
    desk.do("start-stage", **told, sure="yes")
    assert len(desk.tournament.stages) == 1


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        ("0", "The number of rounds must be from 1 to 1000, not 0."),
        ("-1", "The number of rounds must be from 1 to 1000, not -1."),
        ("", "The field is empty: type a whole number."),
        ("x", "“x” is not a whole number."),
    ],
)
def test_a_stage_has_at_least_one_round(rounds: str, told: str) -> None:
    desk = play(begun(9), 3).see("stages")
    desk.do("start-stage", players=["1", "2"], order=["1", "2"], system="mancala", rounds=rounds)
    assert desk.errors == [told]
    assert desk.fields == ["rounds"]
    assert not desk.tournament.stages


# The form of the next stage


def checked(desk: Desk) -> list[int]:
    """Who is chosen on the form, by seed."""
    return [int(number) for number in re.findall(r'name="players" value="(\d+)" checked', desk.html)]


def form(desk: Desk) -> dict[str, Any]:
    """What the form of the next stage sends."""
    return {
        "order": re.findall(r'name="order" value="(\d+)"', desk.html),
        "players": [str(number) for number in checked(desk)],
        "system": re.findall(r'<option value="([^"]*)" selected', desk.html)[0],
        "title": "Finals",
    }


def test_seeds_are_moved_by_buttons_and_kept() -> None:
    desk = play(begun(9), 3).see("stages")
    ranking = [row.player for row in standings(desk.tournament).rows]
    assert checked(desk) == ranking[:8]
    desk.do("plan-stage", **form(desk), best="4")
    assert checked(desk) == ranking[:4]
    desk.do("plan-stage", **form(desk), move=f"up {ranking[1]}")
    assert checked(desk) == [ranking[1], ranking[0], *ranking[2:4]]
    assert desk.shown["focus"] == f"#down-{ranking[1]}"
    assert desk.said == f"Seed 1: Player {ranking[1]}."
    desk.see("standings").see("stages")
    assert checked(desk) == [ranking[1], ranking[0], *ranking[2:4]]
    desk.do("start-stage", **form(desk))
    assert not desk.errors
    assert list(desk.tournament.stages[0].players) == [ranking[1], ranking[0], *ranking[2:4]]
    desk.see("round").do("draw")
    assert f"Player {ranking[1]} is seed 1." in desk.text


def test_players_who_are_level_at_the_cut_are_named() -> None:
    desk = begun(8).see("round").do("draw").do("publish")
    for game in desk.tournament.rounds[0].games:
        desk.do("enter-result", round=1, first=game.first, second=game.second, result="=")
    desk.see("stages")
    desk.do("plan-stage", **form(desk), best="2")
    assert "Places 1 to 8 are level, but not all of them go on" in desk.text
    desk.do("plan-stage", **form(desk), best="8")
    assert "are level" not in desk.text
    assert "Players: 8. Rounds of a knockout: 3; of a round robin: 7; of a Swiss system that finds a winner: 3." in (
        desk.text
    )


def test_who_is_level_after_a_swiss_plays_for_it() -> None:
    """Four who are level meet each other; the first two of that go on, and all stand in its order."""
    desk = begun(4, rounds=1).see("round").do("draw").do("publish")
    first = [(game.first, game.second) for game in desk.tournament.rounds[0].games]
    assert "start-play-off" not in desk.see("stages").html, "who is level is not known before the results"
    for one, other in first:
        desk.do("enter-result", round=1, first=one, second=other, result="=")
    desk.see("stages").do("plan-stage", **form(desk), best="2")
    assert 'data-players="1 2 3 4"' in desk.html
    before = len(desk.events)
    desk.do("start-play-off", players="3")
    assert desk.errors == ["Choose at least two players who go on."]
    desk.do("start-play-off", players="1 2 3 4")
    assert len(desk.events) == before + 1
    desk.see("round").do("publish-all")
    for round_ in view(desk.tournament).tournament.rounds:
        for game in round_.games:
            won = "1" if game.first > game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=won)
            assert not desk.errors
    desk.see("stages").do("plan-stage", **form(desk), best="2")
    assert checked(desk) == [4, 3]
    assert "are level" not in desk.text
    assert [each.player for each in final_ranking(desk.tournament)] == [4, 3, 2, 1]
    desk.do("start-stage", **form(desk))
    assert desk.tournament.stages[-1].players == (4, 3)
    desk.do("undo")
    assert len(desk.tournament.stages) == 1


def test_only_what_a_system_needs_is_asked() -> None:
    desk = play(begun(9), 3).see("stages")
    assert 'id="stage-rounds"' not in desk.html
    assert 'id="stage-carried"' not in desk.html
    desk.do("plan-stage", **{**form(desk), "system": "mancala"})
    assert 'id="stage-rounds"' in desk.html
    assert 'id="stage-carried"' in desk.html


def test_where_all_have_met_no_further_rounds_are_promised() -> None:
    events = list(begun(6).events)
    events[0] = {"event": "created", "settings": {**events[0]["settings"], "system": "round-robin"}}
    desk = Desk(events).see("round").do("publish-all")
    for round_ in desk.tournament.rounds:
        for game in round_.games:
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result="1")
    desk.see("stages")
    everybody = {"order": list("123456"), "players": list("123456"), "system": "mancala", "rounds": "3"}
    desk.do("plan-stage", **everybody, carried="all")
    assert "They have all met: without repeated games no round can be drawn." in desk.text
    desk.do("plan-stage", **everybody, carried="nothing")
    assert "have all met" not in desk.text


def test_a_knockout_after_a_swiss_has_places_and_no_tie_breaks() -> None:
    desk = finals(play(begun(9), 3))
    assert desk.tournament.stages[0].settings.tie_breaks == ()
    play(desk, 2).see("standings")
    assert "Buchholz" not in desk.text
    desk.see("stages")
    assert "Final ranking" in desk.text
    assert "Ranking as it stands" not in desk.text
    desk.see("print", paper="final")
    assert "paper-final" in desk.html
    assert "Go on with the best…" in desk.see("round").text


def test_papers_name_the_stage_and_a_ranking_that_is_not_final_is_not_called_so() -> None:
    desk = play(finals(play(begun(9), 3)), 1)
    assert "Ranking as it stands" in desk.see("stages").text
    assert "Final ranking" not in desk.text
    desk.see("print", paper="final")
    assert "Ranking as it stands" in text_of(desk.html.split('class="preview"')[1])
    assert "Open · Finals" in desk.see("print", paper="pairings-by-table").text
    desk.do("see-stage", stage="1")
    assert "Open · Stage 1" in desk.see("print", paper="standings").text


def test_the_final_ranking_is_a_file_where_there_are_stages() -> None:
    desk = play(begun(9), 3)
    assert "csv-final" not in desk.see("print").html
    finals(desk)
    play(desk, 2)
    assert 'data-format="csv-final"' in desk.see("print").html
    desk.do("export", format="csv-final")
    header, *rows = desk.shown["file"]["text"].lstrip("\ufeff").splitlines()
    assert header == "Rank;Number;Name"
    wanted = [f"{each.rank};{each.player};Player {each.player}" for each in final_ranking(desk.tournament)]
    assert rows == wanted


def test_a_stage_is_renamed() -> None:
    desk = finals(play(begun(9), 3)).see("stages")
    desk.do("rename-stage", stage="2", title="Play-off")
    assert desk.tournament.stages[0].name == "Play-off"
    assert "Play-off" in desk.see("log").text
    desk.do("undo")
    assert desk.tournament.stages[0].name == "Finals"
    desk.do("rename-stage", stage="1", title="x")
    assert desk.errors


def test_from_groups_those_who_advance_are_proposed() -> None:
    events = list(begun(12).events)
    settings = {**events[0]["settings"], "system": "groups", "parameters": {"groups": "3"}}
    desk = Desk([{"event": "created", "settings": settings}, *events[1:]])
    desk.see("round").do("publish-all")
    assert not desk.errors
    for round_ in desk.tournament.rounds:
        desk.see("round", round=str(round_.number))
        for game in round_.games:
            won = "1" if game.first < game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=won)
            assert not desk.errors
    desk.see("stages")
    assert "The best of each group: 2" in desk.text
    assert sorted(checked(desk)) == [1, 2, 3, 4, 5, 6]
    desk.do("plan-stage", **form(desk), each="1")
    assert sorted(checked(desk)) == [1, 2, 3]
    desk.do("start-stage", **form(desk))
    assert not desk.errors
    play(desk, 2)
    assert final_ranking(desk.tournament)[0].player == 1


def test_the_last_stage_without_rounds_is_taken_back() -> None:
    desk = finals(play(begun(9), 3)).do("undo")
    assert not desk.tournament.stages
    desk.see("round").do("draw")
    assert not desk.errors


def test_of_a_match_everybody_counts_and_the_choice_of_fewer_is_kept() -> None:
    desk = Desk().do("create", title="Derby", discipline="mancala", system="scheveningen", seed="k7", rounds="7")
    for number in range(1, 11):
        desk.do("add-player", player=f"P{number}", rating=str(2000 - number), club="AB"[number % 2])
    desk.see("round").do("publish-all")
    for round_ in desk.tournament.rounds:
        for game in round_.games:
            # B, whose players have the odd numbers, loses three games.
            won = game.first % 2 == 1 and not (round_.number == 1 and game.table < 4)
            desk.do(
                "enter-result", round=round_.number, first=game.first, second=game.second, result="1" if won else "="
            )
    shown = "B – A " + " : ".join(
        points_text(sum(row.points for row in standings(desk.tournament).rows if row.player % 2 == odd))
        for odd in (1, 0)
    )
    for screen, more in (("teams", {}), ("standings", {}), ("print", {"paper": "teams"})):
        assert shown in desk.see(screen, **more).text.replace("½", ".5")
    assert "count: 5" in desk.see("teams").text
    desk.see("teams", best="2")
    assert "count: 2" in desk.see("standings").see("teams").text
    assert desk.see("print", paper="teams", was="standings").screen["best"] == "2"


@pytest.mark.parametrize("lang", ["cs", "es", "en"])
def test_a_match_of_two_teams_from_the_set_up_to_the_teams(lang: str) -> None:
    """Everyone of one club against everyone of the other, all rounds at once, checked by verify."""
    desk = Desk(lang=lang).do(
        "create", title="Derby", discipline="mancala", system="scheveningen", seed="k7", rounds="7"
    )
    for number in range(1, 7):
        desk.do("add-player", player=f"P{number}", rating=str(2000 - number), club="AB"[number % 2])
    desk.see("setup")
    assert not {"rounds", "acceleration", "clubs", "byes-allowed"} & set(re.findall(r' id="([^"]+)"', desk.html))
    desk.see("round").do("publish-all")
    assert not desk.errors
    assert len(desk.tournament.rounds) == 3
    for round_ in desk.tournament.rounds:
        for game in round_.games:
            assert {desk.tournament.players[player].club for player in (game.first, game.second)} == {"A", "B"}
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result="1")
            assert not desk.errors
    for screen in ("setup", "players", "round", "schedule", "standings", "crosstable", "print", "log"):
        assert desk.see(screen).html
        assert not desk.errors
    assert not [finding for each in verify(Journal(tuple(desk.events))) for finding in each.findings]
    late = desk.see("players").do("add-player", player="Late")
    assert not late.errors
    assert late.said
