"""A round robin on the arbiter's screens: chosen, published, typed, printed; absent players, another table."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from desk import Desk, text_of
from venue.arbiter.presets import PRESETS

from pairing_core.journal import Journal
from pairing_core.model import ROUND_ROBIN, Result, pair_of, pairs_of, points_label, points_text
from pairing_core.standings import standings
from pairing_core.verification import Origin, verify

NAMES = ("Anna", "Béla", "Cyril", "Dora", "Eva", "Filip", "Gita", "Hugo")


def desk(players: int, discipline: str = "reversi", lang: str = "en", **table: str) -> Desk:
    """A round robin whose players are on the list; the numbers of the table are those of the list."""
    at = Desk(lang=lang).do("create", title="Cup", discipline=discipline, system="round-robin", seed="k7", rounds="7")
    at.do("change-settings", **{f"table:{key}": value for key, value in {"numbers": "list", **table}.items()})
    at.do("add-players", players="\n".join(NAMES[:players])).see("round")
    assert not at.errors
    return at


def type_results(at: Desk, number: int, result: str = "1") -> None:
    """Type the open results of a round, all alike."""
    for game in at.tournament.rounds[number - 1].games:
        if game.result is None:
            at.do("enter-result", round=number, first=game.first, second=game.second, result=result)
            assert not at.errors


def main_link(at: Desk) -> str:
    """Where the button leads that goes on."""
    found = re.search(r'<a class="button primary" href="#/t1/([^"]*)"', at.html)
    return found[1] if found else ""


def games(at: Desk) -> list[list[tuple[int, int]]]:
    return [[(game.first, game.second) for game in round_.games] for round_ in at.tournament.rounds]


def origins(at: Desk) -> list[Origin]:
    """How verify says that each round came about; nothing is found against any."""
    found = verify(Journal(tuple(at.events)))
    assert [finding for each in found for finding in each.findings] == []
    return [each.origin for each in found]


# Set-up


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_game_can_be_a_round_robin(preset: Any) -> None:
    """Its own words and scores, tie-breaks that decide in a table, and the number of rounds that follows."""
    at = desk(6, preset.key)
    settings = at.tournament.settings
    assert (settings.system, settings.discipline) == (ROUND_ROBIN, preset.key)
    assert not {"buchholz", "sos", "sosos", "brightwell"} & set(settings.tie_breaks)
    assert {"direct-encounter", "sonneborn-berger"} <= set(settings.tie_breaks)
    at.see("setup")
    assert "now 6: 5 rounds" in at.text
    assert "6 players who all meet each other need 5 rounds." in at.text
    for word in ("Accelerated", "kept apart", "Weights", "left over", "Requested bye"):
        assert word not in at.text, word
    assert 'name="rounds"' not in at.html


def test_new_tournament_offers_both_systems_and_says_the_rounds() -> None:
    at = Desk()
    home = {"name": "home", "discipline": "reversi", "count": "6", "rounds": "5", "before": "reversi"}
    shown = at._send({"action": "tournament", "lang": "en", "screen": home, "tournaments": []})["ok"]["html"]
    assert "a round robin" in text_of(shown)
    assert '<select id="new-system" name="system">' in shown
    robin = at._send({"action": "tournament", "lang": "en", "screen": {**home, "system": "round-robin"}})["ok"]["html"]
    assert "6 players who all meet each other need 5 rounds." in text_of(robin)
    assert 'id="new-rounds"' not in robin
    many = at._send({"action": "tournament", "lang": "en", "screen": {**home, "count": "20", "system": "round-robin"}})[
        "ok"
    ]["html"]
    assert "need 19 rounds; a Swiss tournament finds a winner in 5." in text_of(many)


def test_six_players_and_five_swiss_rounds_are_offered_a_round_robin() -> None:
    at = Desk().do("create", title="Cup", discipline="reversi", rounds="5", seed="k7")
    at.do("add-players", players="\n".join(NAMES[:6])).see("setup")
    assert "Plan fewer rounds, or a round robin." in at.text
    button = re.search(r'<button[^>]*data-do="change-settings" data-system="round-robin"[^>]*>', at.html)
    assert button
    at.do("change-settings", system="round-robin")
    assert at.tournament.settings.tie_breaks == ("discs", "direct-encounter", "sonneborn-berger")
    at.see("setup")
    assert "now 6: 5 rounds" in at.text
    assert 'data-system="round-robin"' not in at.html
    at.do("change-settings", system="othello")
    assert at.tournament.settings.tie_breaks == ("brightwell", "discs")


def test_another_game_keeps_the_round_robin() -> None:
    """Words, scores and tie-breaks of the other game; the system is the arbiter's choice."""
    at = desk(6, "reversi").do("apply-preset", discipline="scrabble")
    settings = at.tournament.settings
    assert (settings.system, settings.discipline) == (ROUND_ROBIN, "scrabble")
    assert settings.tie_breaks == ("spread", "score-total", "direct-encounter", "sonneborn-berger")


def test_own_tie_breaks_stay_when_the_system_changes() -> None:
    at = Desk().do("create", title="Cup", discipline="reversi", seed="k7")
    at.do("change-settings", tie_breaks=["wins"]).do("change-settings", system="round-robin")
    assert at.tournament.settings.tie_breaks == ("wins",)


# Round by round


def test_a_draft_says_that_the_table_gives_it() -> None:
    at = desk(5).do("draw")
    assert "This is round 1 of the table." in at.text
    assert "The printed table for 5 players has number 2 against number 5 in round 1" in at.text
    assert (
        "Béla starts, because the table has it so: in all its rounds Béla starts 2 of 4 games, Eva 2 of 4." in at.text
    )
    assert "Anna rests: the number of players is odd" in at.text
    for word in ("best draw", "Lock this pair", "Forbid this pair", "Draw again", "float"):
        assert word not in at.text, word
    at.do("publish")
    assert origins(at) == [Origin.FROM_TABLE]
    assert at.tournament.settings.rounds == 5
    assert "Rests: Anna" in at.text.replace(" :", ":")


def test_one_round_after_the_other_to_the_standings() -> None:
    at = desk(5)
    for number in range(1, 6):
        at.see("round", round=number).do("draw").do("publish")
        type_results(at, number)
        at.see("round", round=number)
        assert main_link(at) == (f"round/{number + 1}" if number < 5 else "standings")
    assert origins(at) == [Origin.FROM_TABLE] * 5
    assert sorted(pair_of(*game) for round_ in games(at) for game in round_) == pairs_of(range(1, 6))
    assert sum(row.points for row in standings(at.tournament).rows) == 2 * 10
    at.see("round", round=6)
    assert "All rounds of the table are published." in at.text
    at.do("draw")
    assert "All rounds of the table are drawn" in at.text
    assert "repeated" not in at.text


def test_all_rounds_at_once_and_results_in_any_of_them() -> None:
    at = desk(6).do("publish-all")
    assert at.said == "Rounds 1 to 5 are published; results may be typed in any of them."
    assert at.shown["screen"]["round"] == 1
    assert [len(round_) for round_ in games(at)] == [3] * 5
    assert at.tournament.settings.rounds == 5
    type_results(at, 3)
    assert "left as they are" not in at.said
    at.see("round", round=3)
    assert main_link(at) == "round/1"
    assert "no result yet" not in at.text
    type_results(at, 1)
    at.see("round")
    assert at.shown["screen"]["round"] == 2
    at.see("projector")
    assert at.shown["screen"]["round"] == 2
    type_results(at, 2)
    at.see("standings")
    assert "Standings after round 3" in at.text
    at.see("round", round=3, view="correct")
    first, second = games(at)[2][0]
    at.do("enter-result", round=3, first=first, second=second, result="0")
    assert "The standings from round 3 on" in at.said
    assert "Drawn on the old result" not in at.said
    at.see("round", round=4)
    assert "was drawn before" not in at.text
    for number in (4, 5):
        type_results(at, number)
    at.see("round", round=5)
    assert main_link(at) == "standings"
    assert origins(at) == [Origin.FROM_TABLE] * 5


def test_a_slip_in_the_last_result_of_a_round_is_put_right_at_once() -> None:
    """The fields of the round that is played stay, though later rounds are published: until one of those begins."""
    at = desk(6).do("publish-all")
    type_results(at, 1)
    at.see("round", round=1)
    assert "data-first=" in at.html
    first, second = games(at)[0][-1]
    at.do("enter-result", round=1, first=first, second=second, result="0")
    assert at.tournament.rounds[0].games[-1].result is Result.SECOND_WINS
    first, second = games(at)[1][0]
    at.do("enter-result", round=2, first=first, second=second, result="1").see("round", round=1)
    assert "data-first=" not in at.html
    at.see("round", round=1, view="correct")
    assert "data-first=" in at.html


def test_all_rounds_are_published_and_taken_back_in_one_go() -> None:
    at = desk(6).do("publish-all").do("undo")
    assert not at.tournament.rounds
    at.do("redo").see("log")
    assert "Rounds published: 1 to 5" in at.text
    at.see("round", round=1)
    assert "Take all rounds back" in at.text
    at.do("unpair-all")
    assert not at.tournament.rounds
    at.do("remove-player", number=6).see("round", round=1).do("publish-all")
    assert [len(round_) for round_ in games(at)] == [2] * 5
    assert at.tournament.settings.rounds == 5


def test_a_player_taken_off_an_odd_list_leaves_nobody_resting() -> None:
    """Seven players and the rounds published; one comes not: six players, five rounds, nobody rests (reports, 38)."""
    at = desk(7).do("publish-all").do("unpair-all").do("remove-player", number=7).do("publish-all")
    assert [len(round_.byes) for round_ in at.tournament.rounds] == [0] * 5


def test_a_draft_survives_a_new_worker_and_is_priced_by_the_table() -> None:
    at = desk(6).do("draw")
    before = at.shown["draft"]["games"]
    (_, one, _, *_), (_, other, _, *_) = before[0], before[1]
    at.do("choose", player=one).do("choose", player=other)
    assert "Games that the table does not have in this round: 2." in at.said
    assert "Against the table:" in at.text
    at.new_worker().see("round", round=1)
    assert "Against the table:" in at.text
    at.do("publish")
    assert origins(at) == [Origin.BY_HAND]
    told = []
    for number in range(2, 6):
        told += re.findall(r"have met before, in round \d", at.see("round", round=number).do("draw").text)
        at.do("publish")
    # Two games of round 1 were others than in the table; each of the two comes again where the table has it.
    assert told == ["have met before, in round 1"] * 2


# Absent players


def test_who_withdraws_loses_the_games_to_come_and_nobody_is_paired_otherwise() -> None:
    at = desk(6).do("publish-all")
    usual = games(at)
    type_results(at, 1)
    at.do("remove-player", number=4)
    assert at.said.startswith("4 (Dora) plays no more after round 1, before half of the games:")
    assert games(at) == usual
    for round_ in at.tournament.rounds[1:]:
        game = round_.game_of(4)
        assert game is not None
        lost = Result.SECOND_WINS_BY_FORFEIT if game.first == 4 else Result.FIRST_WINS_BY_FORFEIT
        assert game.result is lost
    at.do("remove-player", number=5)
    assert any(game.result is Result.DOUBLE_FORFEIT for round_ in at.tournament.rounds for game in round_.games)
    at.do("undo").do("return-player", number=4)
    assert "back in round 2" in at.said
    assert all(game.result is None for round_ in at.tournament.rounds[1:] for game in round_.games)


def test_who_is_gone_before_the_next_round_has_a_game_there_that_is_lost() -> None:
    at = desk(6).do("draw").do("publish")
    at.do("remove-player", number=4)
    game = at.tournament.rounds[0].game_of(4)
    assert game is not None
    assert game.result is not None
    assert not game.result.is_played
    at.see("round", round=1)
    assert "who rests" not in at.text
    type_results(at, 1)
    at.see("round", round=2).do("draw")
    assert "Dora is absent in round 2: the game is lost without being played." in at.text
    at.do("publish")
    assert origins(at) == [Origin.FROM_TABLE] * 2


def test_an_absence_in_one_round() -> None:
    at = desk(6).do("publish-all").do("request-bye", number=2, round=3, bye="zero-point")
    game = at.tournament.rounds[2].game_of(2)
    assert game is not None
    assert game.result is not None
    at.do("request-bye", number=2, round=3, bye="")
    game = at.tournament.rounds[2].game_of(2)
    assert game is not None
    assert game.result is None
    at.see("players", player=2)
    assert "half a point" not in at.text.split("and gets")[1]


def test_who_comes_late_to_a_full_table_is_told_to_be_outside() -> None:
    at = desk(6).do("publish-all").do("add-player", player="Late")
    assert at.said.startswith("Late is not in the table: all 6 places are taken")
    at.see("players")
    assert "Not in the table, because they came after its first round was drawn: Late." in at.text
    at.see("setup")
    assert "now 6: 5 rounds" in at.text


@pytest.mark.parametrize("missed", ["open", "lost"])
def test_who_comes_late_takes_the_free_place_of_an_odd_table(missed: str) -> None:
    at = desk(5)
    for number in (1, 2):
        at.see("round", round=number).do("draw").do("publish")
        type_results(at, number)
    before = games(at)
    at.see("players")
    assert "are still to be played" in at.text
    assert "Joins in round" not in at.text
    at.do("add-player", player="Late", missed=missed)
    assert at.said == "Late takes the free place of the table; from round 3 on nobody rests."
    assert [round_[:2] for round_ in games(at)] == before
    for round_ in at.tournament.rounds:
        assert not round_.byes
        assert (round_.games[2].result is None) is (missed == "open")
    at.see("round")
    assert at.shown["screen"]["round"] == (1 if missed == "open" else 3)
    at.see("round", round=3).do("draw")
    assert "Late came late and took the free place of the table; in round 3" in at.text
    at.do("publish-all")
    assert sorted(pair_of(*game) for round_ in games(at) for game in round_) == pairs_of(range(1, 7))
    assert origins(at) == [Origin.CHANGED] * 2 + [Origin.FROM_TABLE] * 3
    at.see("log")
    assert "Late" in at.text
    second = len(at.tournament.players) + 1
    at.do("add-player", player="Later")
    assert second in at.tournament.players
    assert "is not in the table" in at.said
    at.do("undo").do("undo").do("undo")
    assert games(at) == before
    assert at.tournament.rounds[0].byes


def test_a_list_of_latecomers_fills_the_free_place_with_its_first() -> None:
    at = desk(5).do("publish-all").do("add-players", players="Xenie\nYvona")
    assert all(len(round_) == 3 for round_ in games(at))
    at.see("players")
    assert "drawn: Yvona." in at.text


# Who leaves early


def test_who_leaves_before_half_is_struck_out_and_stays_in_the_table() -> None:
    at = desk(6).do("publish-all")
    type_results(at, 1)
    at.do("remove-player", number=4)
    assert "before half of the games" in at.said
    for number in range(2, 6):
        type_results(at, number)
    at.see("standings")
    assert "Dora struck out" in at.text
    assert points_text(sum(row.points for row in standings(at.tournament).rows)) == "10"
    at.see("standings", why="1.points")
    assert "games of those who left before half of their games do not count" in at.text
    assert "<del>" in at.html
    at.see("crosstable")
    assert at.html.count("Dora") == 1
    at.see("print", paper="standings")
    assert "struck out" in at.text
    at.see("possible")
    assert "Dora" not in at.text
    at.do("change-settings", **{"table:strike-out": "no"}).see("standings")
    assert "struck out" not in at.text
    assert points_text(sum(row.points for row in standings(at.tournament).rows)) == "15"


def test_the_points_are_those_of_the_standings_wherever_they_are_shown() -> None:
    at = desk(6).do("publish-all")
    type_results(at, 1)
    met = next(game for game in at.tournament.rounds[0].games if 4 in (game.first, game.second))
    winner = met.first
    at.do("remove-player", number=4)
    told = {row.player: points_label(row.points) for row in standings(at.tournament, 1).rows}
    assert told[winner] == told[4] == "0"
    at.see("players")
    for number, points in told.items():
        row = re.search(rf"<td>{number}</td>.*", at.html)
        assert row is not None
        assert row[0].rstrip().endswith(f'<td class="minor">{points}</td>'), row[0]
    at.see("round", round="2")
    for number, points in told.items():
        assert f"{NAMES[number - 1]} ({points})" in at.text
    at.see("print", paper="pairings-by-table", round="2")
    assert f"{NAMES[winner - 1]} 0 " in at.text
    at.see("print", paper="scorecards", round="1")
    assert at.text.count("does not count") == 2
    assert "1 does not count 0" in at.text


def test_who_leaves_after_half_loses_the_rest() -> None:
    at = desk(6).do("publish-all")
    for number in (1, 2, 3):
        type_results(at, number)
    at.do("remove-player", number=4)
    assert "the games to come are lost without being played" in at.said
    at.see("standings")
    assert "struck out" not in at.text


# Wishes


def test_wishes_are_typed_before_the_first_round() -> None:
    at = desk(8, numbers="lots").do("change-settings", **{"table:wishes": "1,4:last;  2,3 :1\n"})
    assert at.tournament.settings.parameters["wishes"] == "1,4:last; 2,3 :1"
    at.do("publish-all")
    assert (1, 4) in [pair_of(*game) for game in games(at)[-1]]
    assert (2, 3) in [pair_of(*game) for game in games(at)[0]]
    at.see("setup")
    assert 'name="table:wishes"' not in at.html
    assert origins(at) == [Origin.FROM_TABLE] * 7


@pytest.mark.parametrize("wish", ["1,4", "1,9:last", "1,4:8", "1,1:1", "1,4:1; 1,5:1"])
def test_a_wish_that_cannot_be_is_said_where_it_is_typed(wish: str) -> None:
    at = desk(8)
    before = len(at.events)
    at.do("change-settings", **{"table:wishes": wish})
    assert at.errors
    assert len(at.events) == before


def test_players_of_one_club_meet_first() -> None:
    at = desk(8).do("change-player", number=2, player="Béla", club="Sokol")
    at.do("change-player", number=7, player="Gita", club="Sokol")
    at.do("change-settings", **{"table:clubs-first": "yes"}).see("round").do("publish-all")
    assert (2, 7) in [pair_of(*game) for game in games(at)[0]]
    at.do("change-player", number=2, player="Béla", club="Slavia")
    assert origins(at) == [Origin.FROM_TABLE] * 7


# What is shown and printed


def test_schedule_shows_all_rounds_before_and_after_they_are_published() -> None:
    at = desk(5).see("schedule")
    assert at.text.count("not published yet") == 5
    assert at.text.count("Rests") == 5
    at.do("publish-all")
    type_results(at, 2)
    at.see("schedule")
    assert "not published yet" not in at.text
    assert at.text.count("1 : 0") == 2
    at.see("print", paper="schedule")
    assert at.text.count("Rests") == 5
    assert "Publish all" not in at.see("schedule").text


def test_pairings_for_a_spreadsheet_are_those_that_are_played_now() -> None:
    at = desk(6).do("publish-all")
    type_results(at, 1)
    at.do("export", format="csv-pairings")
    rows = at.shown["file"]["text"].splitlines()[1:]
    assert [row.split(";")[0] for row in rows] == ["2"] * 3


def test_schedule_says_why_there_is_none() -> None:
    at = desk(1).see("schedule")
    assert "needs at least two players" in at.text
    at.do("publish-all")
    assert "needs at least two players" in at.errors[0]


def test_square_grid_is_the_usual_crosstable() -> None:
    at = desk(4, "mancala", cycles="2").do("publish-all")
    for number in range(1, 7):
        type_results(at, number)
    at.see("crosstable")
    assert 'class="printed cross square"' in at.html
    assert at.html.count('<td class="self">') == 4
    cells = re.findall(r'<td class="game-cell">([^<]+)</td>', at.html)
    assert len(cells) == 12
    assert {unescape(cell) for cell in cells} <= {"●1 ○0", "○0 ●1"}
    at.see("print", paper="crosstable")
    assert "cross square" in at.html
    at.see("crosstable", grid="0")
    assert "cross square" not in at.html


def test_standings_are_those_of_the_core() -> None:
    at = desk(5).do("publish-all")
    for number in range(1, 6):
        for game in at.tournament.rounds[number - 1].games:
            at.do("enter-result", round=number, first=game.first, second=game.second, first_score=str(30 + number))
    at.see("standings")
    rows = re.findall(r'<tr id="rank-(\d+)".*?</tr>', at.html, re.DOTALL)
    assert [int(row) for row in rows] == [row.player for row in standings(at.tournament).rows]
    assert points_text(sum(row.points for row in standings(at.tournament).rows)) == "10"


def test_what_is_possible_before_the_first_round_counts_all_rounds() -> None:
    """After one round of three, who has lost can still win: the rounds to come are counted before they are drawn."""
    at = desk(4).do("draw").do("publish")
    type_results(at, 1)
    at.see("possible")
    assert [row.split()[-2:] for row in re.findall(r"(?:Anna|Béla|Cyril|Dora) [01] \d \d", at.text)] == [["1", "4"]] * 4


def test_a_second_cycle_added_when_the_first_is_over() -> None:
    """The rounds that were played stay as the table has them, so those of the second cycle fit behind them."""
    at = desk(4).do("publish-all")
    for number in (1, 2, 3):
        type_results(at, number)
    at.do("change-settings", **{"table:cycles": "2"})
    at.see("setup")
    assert "now 4: 6 rounds" in at.text
    at.see("round", round=4).do("publish-all")
    assert origins(at) == [Origin.FROM_TABLE] * 6
    assert {game for round_ in games(at)[3:] for game in round_} == {(b, a) for r in games(at)[:3] for a, b in r}
    at.see("setup")
    assert 'name="table:construction"' not in at.html
    at.do("change-settings", **{"table:construction": "sums", "table:numbers": "lots", "table:wishes": "1,2:1"})
    assert at.said == "Nothing has changed."
    assert "take all rounds back" in at.text


@pytest.mark.parametrize("lang", ["cs", "es"])
def test_no_english_in_other_languages(lang: str) -> None:
    at = desk(5, lang=lang)
    for screen in ("setup", "round", "schedule"):
        at.see(screen)
        for word in ("round robin", "Everybody", "the table", "not published"):
            assert word not in at.text, (screen, word)
