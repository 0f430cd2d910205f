"""Groups in the arbiter's app: made, changed by hand, played, ranked, printed, and who advances from them."""

from __future__ import annotations

import re

import pytest
from desk import Desk

from pairing_core.journal import Journal
from pairing_core.stages import final_ranking, play_offs, total_scores, view
from pairing_core.standings import standings
from pairing_core.systems.groups_system import MEMBERS, group_tournament, groups_of, members
from pairing_core.verification import verify


def grouped(players: int = 23, lang: str = "en", **parameters: str) -> Desk:
    """A tournament in groups before its first round; player 1 is the strongest."""
    told = {"groups": "4"} | parameters
    settings = {
        "name": "Cup",
        "system": "groups",
        "seed": "k7",
        "tie_breaks": ["direct-encounter", "sonneborn-berger"],
        "parameters": told,
    }
    entrants = [
        {
            "event": "player_added",
            "player": {"number": number, "name": f"Player {number}", "rating": 2000 - number, "club": f"C{number % 5}"},
        }
        for number in range(1, players + 1)
    ]
    return Desk([{"event": "created", "settings": settings}, *entrants], lang)


def play(desk: Desk, draws: bool = False) -> Desk:
    """Publish all rounds and type all results that are open: the lower number wins."""
    desk.see("round").do("publish-all")
    assert not desk.errors
    for round_ in desk.tournament.rounds:
        for game in (each for each in round_.games if each.result is None):
            typed = "=" if draws else "1" if game.first < game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=typed)
            assert not desk.errors
    return desk


def sets(desk: Desk) -> list[set[int]]:
    """Who is in which group."""
    return [set(group) for group in members(desk.tournament)]


def test_groups_of_six_are_usual_and_the_set_up_says_what_they_are() -> None:
    desk = Desk()
    desk.do("create", title="Cup", discipline="reversi", system="groups", count="23", seed="k7")
    assert desk.tournament.settings.parameters["groups"] == "4"
    assert "brightwell" not in desk.tournament.settings.tie_breaks
    desk = grouped()
    assert "23 players in groups, 4 of them with 5 to 6 each: 5 rounds." in desk.see("setup").text
    desk.do("change-settings", **{"group:groups": "5", "group:grouping": "pots", "group:clubs-apart": "yes"})
    assert not desk.errors
    assert sorted(len(group) for group in sets(desk)) == [4, 4, 5, 5, 5]
    for group in sets(desk):
        assert len({number % 5 for number in group}) >= 4
    desk.do("change-settings", **{"group:groups": "0"})
    assert desk.errors == ["There must be from 1 to 99 groups, not 0."]


def test_more_groups_than_the_players_make_are_told_in_the_set_up() -> None:
    desk = grouped(23).see("setup")
    desk.do("change-settings", **{"group:groups": "24"})
    told = "The number of groups must be at least 1 and, with 23 players, at most 11 (found: 24)."
    assert told in desk.said
    assert f"Number of groups {told}" in desk.text
    desk.do("change-settings", **{"group:groups": "1"})
    assert told not in desk.said
    assert "23 players in one group: 23 rounds." in desk.text


def test_players_are_moved_and_that_is_undone() -> None:
    desk = grouped(8, groups="2")
    before = sets(desk)
    assert before == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    desk.see("groups").do("set-groups", **{"group-1": "2", "group-2": "1"})
    assert sets(desk) == [{2, 4, 5, 8}, {1, 3, 6, 7}]
    assert desk.said == "The groups are as you made them."
    desk.do("undo")
    assert sets(desk) == before
    desk.do("set-groups", **{"group-1": "3", "group-8": "3"})
    assert sets(desk) == [{4, 5}, {2, 3, 6, 7}, {1, 8}]
    assert desk.tournament.settings.parameters["groups"] == "3"
    desk.do("set-groups", **{"group-4": "2"})
    assert desk.errors == ["Group A would have only one player; every group needs at least two."]
    desk.do("set-groups", **{"group-4": "2", "group-5": "2"})
    assert sets(desk) == [{2, 3, 4, 5, 6, 7}, {1, 8}]
    desk.do("make-groups", how="rule")
    assert MEMBERS not in desk.tournament.settings.parameters


def test_groups_by_lot_are_made_anew_and_stay_when_the_round_is_drawn() -> None:
    desk = grouped(12, groups="3", grouping="pots")
    seen = [sets(desk)]
    for _ in range(3):
        desk.see("groups").do("make-groups", how="lots")
        seen.append(sets(desk))
    assert len({str(each) for each in seen}) == 4
    for groups in seen:
        assert all(len(group & {1, 2, 3}) == 1 for group in groups)
    desk.see("round").do("draw").do("publish")
    assert sets(desk) == seen[-1]
    desk.see("groups").do("make-groups", how="lots")
    assert desk.errors == ["The groups are in use since round 1; take all rounds back to make other ones."]


def test_another_number_of_groups_makes_them_anew() -> None:
    desk = grouped(12, groups="2")
    desk.see("groups").do("set-groups", **{"group-1": "2"})
    desk.see("setup").do("change-settings", **{"group:groups": "3", "group:grouping": "snake"})
    assert [len(group) for group in sets(desk)] == [4, 4, 4]
    assert MEMBERS not in desk.tournament.settings.parameters


def test_a_draft_changed_by_hand_keeps_who_rests() -> None:
    desk = grouped(10, groups="2")
    desk.see("round").do("draw")
    game = desk.shown["draft"]["games"][0]
    desk.do("swap-draft-starts", first=game[1], second=game[2]).do("publish")
    assert not desk.errors
    assert len(desk.tournament.rounds[0].byes) == 2
    assert desk.tournament.rounds[0].games[0].first == game[2]


def test_who_comes_or_leaves_before_round_1_is_in_a_group_or_in_none() -> None:
    desk = grouped(8, groups="2")
    desk.see("groups").do("set-groups", **{"group-1": "2"})
    desk.see("players").do("add-players", players="Late")
    assert sets(desk) == [{4, 5, 8, 9}, {1, 2, 3, 6, 7}]
    desk.do("remove-player", number="4")
    assert sets(desk) == [{5, 8, 9}, {1, 2, 3, 6, 7}]


def test_who_comes_after_round_1_is_in_no_group_and_that_is_said() -> None:
    desk = play(grouped(9, groups="2"))
    desk.see("players").do("add-players", players="Late")
    assert not desk.errors
    assert "Late is in no group" in desk.said
    assert "Late" in desk.see("players").text
    assert sorted(player for group in sets(desk) for player in group) == list(range(1, 10))
    assert desk.see("groups").text


def test_each_group_stands_for_itself_and_every_number_is_explained() -> None:
    desk = play(grouped(13, groups="3"))
    assert not [finding for each in verify(Journal(tuple(desk.events))) for finding in each.findings]
    desk.see("groups")
    for group in groups_of(desk.tournament):
        rows = standings(group_tournament(desk.tournament, group)).rows
        part = desk.text.split(f"Standings of group {group.letter}")[1]
        names = [f"Player {row.player}" for row in rows]
        places = [part.index(f" {name} ") for name in names]
        assert places == sorted(places)
    desk.see("groups", why="1.sonneborn-berger")
    assert "Player 1: Sonneborn-Berger" in desk.text
    desk.see("groups", why="1.points")
    assert "The points of all rounds." in desk.text
    assert desk.screen["why"] == "1.points"


def test_who_advances_is_told_in_the_order_of_seeds_and_ties_are_named() -> None:
    desk = play(grouped(23))
    desk.see("groups", best="2", thirds="0")
    told = desk.text.split("Who advances")[1]
    places = [told.index(f"Player {number} Group") for number in range(1, 9)]
    assert set(sorted(places)[:4]) == set(places[:4])
    assert "Player 9 Group" not in told
    level = play(grouped(8, groups="2"), draws=True)
    level.see("groups")
    assert "Nothing separates these, of whom only 2 can go on: Player 1, Player 4, Player 5, Player 8." in level.text
    desk.see("groups", best="9")
    assert "The smallest group has 5 players" in desk.text


def test_the_next_stage_begins_with_those_who_advance_crossed_for_a_knockout() -> None:
    desk = play(grouped(16))
    groups = sets(desk)
    desk.see("groups", best="2", thirds="0").do("plan-from-groups", each="2", thirds="0")
    assert desk.screen["name"] == "stages"
    assert desk.html.count(" checked") == 8
    chosen = re.findall(r'name="order" value="(\d+)"', desk.html)
    desk.do("start-stage", players=chosen[:8], order=chosen, system="knockout", title="Finals")
    assert not desk.errors
    seeds = desk.tournament.stages[0].players
    assert set(seeds[:4]) == {1, 2, 3, 4}
    desk.see("round").do("draw").do("publish")
    for game in desk.tournament.rounds[-1].games:
        assert not any({game.first, game.second} <= group for group in groups)


def advancing(desk: Desk) -> list[int]:
    """Who advances by the groups' screen, in its order."""
    return [int(number) for number in re.findall(r"<li>Player (\d+) <span", desk.see("groups").html)]


def seeds(desk: Desk) -> list[int]:
    """Who goes on by the form of the next stage, in its order."""
    return [int(each) for each in re.findall(r'name="players" value="(\d+)" checked', desk.see("stages").html)]


def test_both_screens_have_one_order_and_say_what_it_goes_by() -> None:
    """In a bracket group mates are kept apart; in any other stage the seconds follow by points, then by number."""
    desk = play(grouped(16))
    crossed = advancing(desk)
    assert sorted(crossed[:4]) == [1, 2, 3, 4]
    assert crossed == seeds(desk) != sorted(crossed)
    for screen in ("groups", "stages"):
        assert "The seeds are crossed so that players of one group meet as late as possible" in desk.see(screen).text
        assert "their seeds follow their numbers: Player 1, Player 2, Player 3, Player 4." in desk.text
        assert desk.text.count("follow their numbers") == 1
    desk.see("stages").do(
        "plan-stage", system="mancala", order=list(map(str, crossed)), players=list(map(str, crossed))
    )
    assert seeds(desk) == advancing(desk) == [1, 2, 3, 4, 5, 6, 7, 8]
    for screen in ("groups", "stages"):
        assert "The seeds are crossed" not in desk.see(screen).text
        assert "their seeds follow their numbers: Player 5, Player 6, Player 7, Player 8." in desk.text
    desk.see("groups").do("plan-from-groups", each="1", thirds="0")
    assert seeds(desk) == [1, 2, 3, 4]
    assert '<option value="mancala" selected' in desk.html


def test_a_correction_after_the_next_stage_has_begun_says_who_would_go_on() -> None:
    desk = play(grouped(8, groups="2"))
    desk.see("groups").do("plan-from-groups", each="1", thirds="0")
    desk.do("start-stage", players=["1", "2"], order=["1", "2"], system="mancala", rounds="1")
    assert not desk.errors
    desk.do("see-stage", stage="1")
    told = "The next stage has begun with Player 1; by the results as they stand now Player 4 would go on."
    for number, round_ in enumerate(desk.tournament.rounds, start=1):
        game = round_.game_of(1)
        if game is not None:
            desk.see("round", round=str(number), view="correct")
            result = "0" if game.first == 1 else "1"
            desk.do("enter-result", round=number, first=game.first, second=game.second, result=result)
    assert told in desk.said
    for screen in ("groups", "standings", "stages"):
        assert told in desk.see(screen).text
    assert "Go on with" not in desk.see("groups").text
    assert "Go on with" not in desk.see("standings").text
    assert "Go on with" not in desk.see("round").text
    desk.do("see-stage", stage="2")
    assert told not in desk.see("standings").text


def test_where_nothing_decides_who_goes_on_nobody_of_them_is_proposed() -> None:
    desk = play(grouped(8, groups="2"), draws=True)
    desk.see("groups").do("plan-from-groups", each="2", thirds="0")
    assert " checked" not in desk.html
    assert "only some of them advance: Player 1, Player 4, Player 5, Player 8" in desk.text
    desk.do("start-stage", players=["5", "8", "2", "3"], system="knockout")
    assert not desk.errors
    assert set(desk.tournament.stages[0].players) == {5, 8, 2, 3}


def level_at_the_cut() -> Desk:
    """Two groups of four; in each two are level behind the winner, and none of them is ahead of the other."""
    desk = grouped(8, groups="2")
    desk.see("round").do("publish-all")
    for round_ in desk.tournament.rounds:
        for game in round_.games:
            pair = {game.first, game.second}
            result = "=" if pair in ({4, 5}, {3, 6}) else "1" if game.first < game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=result)
            assert not desk.errors
    return desk


def test_a_play_off_decides_who_goes_on_and_no_place_of_those_who_did_not_play_it() -> None:
    """1 and 2 are through. 4 plays 5 for the second place of group A, 3 plays 6 for that of group B; 5 and 3 win."""
    desk = level_at_the_cut()
    assert [sorted(group) for group in members(desk.tournament)] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    before = desk.tournament
    for first, second, won in ((4, 5, 5), (3, 6, 3)):
        desk.see("stages").do("plan-from-groups", each="2", thirds="0")
        assert f'data-do="start-play-off" data-players="{first} {second}"' in desk.html
        desk.do("start-play-off", players=f"{first} {second}")
        assert desk.said == "The play-off has begun."
        desk.see("stages")
        assert "start-play-off" not in desk.html, "while one is being played there is nothing to begin"
        desk.see("round").do("draw").do("publish")
        number = view(desk.tournament).tournament.rounds[-1].number
        (game,) = desk.tournament.rounds[-1].games
        result = "1" if game.first == won else "0"
        desk.do("enter-result", round=number, first=game.first, second=game.second, result=result)
        assert not desk.errors
    assert [stage.name for stage in desk.tournament.stages] == ["Play-off"] * 2
    ranks = {each.player: each.rank for each in final_ranking(desk.tournament)}
    assert ranks[1] == ranks[2] == 1, "who is in a play-off is not ahead of who did not need one"
    assert total_scores(desk.tournament) == total_scores(before)
    desk.see("stages").do("plan-from-groups", each="2", thirds="0")
    assert "start-play-off" not in desk.html
    assert re.findall(r'name="players" value="(\d)" checked', desk.html) == ["1", "2", "5", "3"]
    desk.do("start-stage", players=["1", "2", "3", "5"], system="knockout", title="Main")
    assert not desk.errors
    assert set(desk.tournament.stages[-1].players) == {1, 2, 3, 5}
    assert not desk.tournament.stages[-1].settings.parameters
    assert not [finding for each in verify(Journal(tuple(desk.events))) for finding in each.findings]
    final = [each.player for each in final_ranking(desk.tournament)]
    assert set(final[:4]) == {1, 2, 3, 5}
    assert set(final[4:6]) == {4, 6}
    desk.do("see-stage", stage="1").see("groups")
    assert "The next stage has begun" not in desk.text


def test_a_corrected_play_off_says_who_would_go_on() -> None:
    desk = level_at_the_cut()
    for first, second in ((4, 5), (3, 6)):
        desk.do("start-play-off", players=f"{first} {second}").see("round").do("draw").do("publish")
        number = view(desk.tournament).tournament.rounds[-1].number
        (game,) = desk.tournament.rounds[-1].games
        desk.do("enter-result", round=number, first=game.first, second=game.second, result="1")
        assert not desk.errors
    (game,) = desk.tournament.rounds[-1].games
    through = {1, 2, desk.tournament.rounds[-2].games[0].first, game.first}
    desk.see("stages").do("start-stage", players=[str(each) for each in through], system="knockout")
    desk.see("stages")
    assert "would go on" not in desk.text
    desk.do("see-stage", stage="3").see("round", round="1")
    desk.do("enter-result", round=1, first=game.first, second=game.second, result="0")
    desk.see("stages")
    told = f"has begun with Player {game.first}; by the results as they stand now Player {game.second} would go on."
    assert told in desk.text


def test_three_who_are_level_play_each_other() -> None:
    desk = play(grouped(6, groups="2"), draws=True)
    desk.do("start-play-off", players="1 4 5").see("round").do("publish-all")
    assert view(desk.tournament).stage.settings.system == "round-robin"
    for round_ in view(desk.tournament).tournament.rounds:
        for game in round_.games:
            result = "1" if game.first > game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=result)
    assert not desk.errors
    assert play_offs(desk.tournament, 1) == ((5, 4, 1),)
    desk.see("stages").do("plan-from-groups", each="1", thirds="0")
    assert "Player 5" in desk.text


@pytest.mark.parametrize("lang", ["cs", "es", "en"])
@pytest.mark.parametrize("is_played", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "setup",
        "players",
        "groups",
        "round",
        "schedule",
        "standings",
        "crosstable",
        "possible",
        "print",
        "log",
        "stages",
    ],
)
def test_every_screen_is_there_with_groups(lang: str, is_played: bool, name: str) -> None:
    desk = grouped(9, lang, groups="2")
    if is_played:
        play(desk)
    assert desk.see(name).html
    assert not desk.errors


def test_games_and_resting_players_are_told_with_the_letter_of_their_group() -> None:
    desk = grouped(10, groups="2")
    desk.see("round").do("draw")
    assert "Player 1" in desk.text
    assert "Rests" in desk.text
    desk.do("publish")
    round_ = desk.tournament.rounds[0]
    assert len(round_.byes) == 2
    for player in round_.byes:
        assert f"Player {player}" in desk.text
    assert desk.html.count('class="group-letter"') >= len(round_.games)
    desk.see("projector", by="table")
    assert desk.html.count('class="group-letter"') >= len(round_.games)


def test_papers_of_groups() -> None:
    desk = play(grouped(13, groups="3"))
    desk.see("print", paper="group-sheets")
    assert desk.html.count('class="group-sheet') == 3
    for letter in "ABC":
        assert f"Group {letter}" in desk.text
    assert desk.text.count("Round 1") >= 3
    desk.see("print", paper="group-standings")
    assert desk.text.count("Standings of group") >= 3
    desk.see("print")
    assert "Group sheets" in desk.text
    others = Desk([{"event": "created", "settings": {"system": "mancala", "seed": "k7"}}])
    assert "Group sheets" not in others.see("print").text


def test_groups_are_exported() -> None:
    desk = play(grouped(13, groups="3"))
    desk.do("export", format="csv-groups")
    lines = desk.shown["file"]["text"].lstrip("\ufeff").splitlines()
    assert len(lines) == 14
    assert {line[0] for line in lines[1:]} == {"A", "B", "C"}
    desk.do("export", format="html")
    assert desk.shown["file"]["text"].count("Standings of group") >= 3


def test_teams_are_a_file_by_as_many_players_as_were_counted_last() -> None:
    desk = play(grouped(13, groups="3"))
    assert 'data-format="csv-teams"' in desk.see("print").html
    for best in (1, 2):
        desk.see("teams", best=str(best)).see("print").do("export", format="csv-teams")
        text = desk.shown["file"]["text"]
        assert text.startswith("\ufeffRank;Team;Points;")
        counted = [line.split(";")[-1].count(",") + 1 for line in text.splitlines()[1:]]
        assert counted == [best] * 5
    alone = Desk([{"event": "created", "settings": {"system": "mancala", "seed": "k7"}}])
    assert "csv-teams" not in alone.see("print").html


@pytest.mark.parametrize(("lang", "word"), [("en", "Group"), ("cs", "Skupina"), ("es", "Grupo")])
def test_the_column_of_groups_is_called_so_in_each_language(lang: str, word: str) -> None:
    desk = grouped(8, lang, groups="2")
    play(desk).do("export", format="csv-groups")
    assert desk.shown["file"]["text"].startswith(f"\ufeff{word};")


def test_the_log_tells_of_groups() -> None:
    desk = grouped(8, groups="2")
    desk.see("groups").do("set-groups", **{"group-1": "2", "group-2": "1"})
    assert "Settings changed: who is in which group" in desk.see("log").text


def test_who_advances_as_things_stand_goes_by_what_the_screen_shows() -> None:
    """One result is in, and its winner leads the group on the screen and among those who advance."""
    desk = grouped(8, groups="2")
    desk.see("round").do("publish-all")
    game = desk.tournament.rounds[0].games[0]
    desk.do("enter-result", round=1, first=game.first, second=game.second, result="1")
    desk.see("groups", best="1")
    told = desk.text.split("As things stand now.")[1]
    assert told.split()[:2] == ["Player", str(game.first)]


def test_the_wall_shows_the_standings_of_each_group() -> None:
    desk = play(grouped(9, groups="2"))
    desk.see("projector", by="standings")
    first, second = (desk.text.index(f"Group {letter}") for letter in "AB")
    for player, letter in ((number, "A" if number in sets(desk)[0] else "B") for number in range(1, 10)):
        at = desk.text.index(f"Player {player} ")
        assert (first < at < second) is (letter == "A")


def test_who_is_struck_out_of_a_group_is_struck_out_on_every_screen() -> None:
    """Player 9 leaves after one game: it counts neither in the group nor where all players stand together."""
    desk = grouped(9, groups="2")
    desk.see("round").do("publish-all")
    first = next(game for game in desk.tournament.rounds[0].games if 9 in (game.first, game.second))
    other = first.first + first.second - 9
    desk.do("enter-result", round=1, first=first.first, second=first.second, result="1" if first.first == 9 else "0")
    desk.do("remove-player", number="9")
    play(desk)
    ranked = {row.player: row for row in standings(desk.tournament).rows}
    for group in groups_of(desk.tournament):
        for row in standings(group_tournament(desk.tournament, group)).rows:
            assert (ranked[row.player].points, ranked[row.player].is_struck) == (row.points, row.is_struck)
    assert ranked[9].is_struck
    assert "Player 9 C4 struck out 0" in desk.see("standings").text
    desk.see("standings", why=f"{other}.points")
    assert "<del>0</del>" in desk.html
    desk.see("stages").do("start-stage", players=["1", "2"], order=["1", "2"], system="knockout")
    assert final_ranking(desk.tournament)[-1].player == 9
    assert "Player 9 struck out" in desk.see("stages").text
    assert "Player 9 struck out" in desk.see("print", paper="final").text
