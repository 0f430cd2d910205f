"""Several systems in one tournament: its stages, each as a tournament of its own, and knockout as a system."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing_core import systems
from pairing_core.cli import main
from pairing_core.errors import (
    AllRoundsDrawn,
    BadValue,
    BracketSize,
    GroupCount,
    NobodyToPair,
    PlayerNotIn,
    UnknownPlayer,
)
from pairing_core.formats import losovna_json, trf
from pairing_core.formats.results import pairings_csv
from pairing_core.going_on import chosen_seeds, group_tables
from pairing_core.groups import advancing
from pairing_core.journal import Event, Journal, events_of, paired_event
from pairing_core.model import Bye, PlayerNumber, pair_of, pairs_of
from pairing_core.stages import Final, final_ranking, pair_round, stage_of_round, stages, view
from pairing_core.standings import standings
from pairing_core.systems.groups_system import group_tournament, groups_of, letters
from pairing_core.systems.left import least_rounds, left_over
from pairing_core.verification import Origin, verify

Results = Callable[[PlayerNumber, PlayerNumber], str]


def stronger(first: PlayerNumber, second: PlayerNumber) -> str:
    """The lower number wins."""
    return "1" if first < second else "0"


def begun(players: int, **told: Any) -> Journal:
    """A tournament before its first round; player 1 is the strongest."""
    events: list[Event] = [{"event": "created", "settings": {"seed": "lot", "rounds": 5, **told}}]
    events += [
        {"event": "player_added", "player": {"number": number, "name": f"P{number}", "rating": 2000 - number}}
        for number in range(1, players + 1)
    ]
    return Journal(tuple(events))


def played(journal: Journal, rounds: int | None = None, results: Results = stronger) -> Journal:
    """Draw and play so many rounds, or all that there are."""
    done = 0
    while rounds is None or done < rounds:
        try:
            _, round_ = pair_round(journal.tournament)
        except AllRoundsDrawn:
            return journal
        journal = journal.append(paired_event(round_))
        for game in round_.games:
            if game.result is None:
                journal = journal.append(
                    {
                        "event": "result_entered",
                        "round": round_.number,
                        "first": game.first,
                        "second": game.second,
                        "result": results(game.first, game.second),
                    }
                )
        done += 1
    return journal


def started(journal: Journal, players: Sequence[int], name: str = "", carried: str = "nothing", **told: Any) -> Journal:
    """Start a stage."""
    stage = {"players": list(players), "settings": {"seed": "lot", **told}, "name": name, "carried": carried}
    return journal.append({"event": "stage_started", "stage": stage})


def best(journal: Journal, count: int, number: int | None = None) -> list[PlayerNumber]:
    """The best players of a stage."""
    return [row.player for row in standings(view(journal.tournament, number).tournament).rows[:count]]


# ------------------------------------------------------------------------------------------------- knockout as a system


def test_a_knockout_goes_from_round_to_round() -> None:
    journal = played(begun(6, system="knockout"))
    tournament = journal.tournament
    assert [[{game.first, game.second} for game in round_.games] for round_ in tournament.rounds] == [
        [{4, 5}, {3, 6}],
        [{1, 4}, {2, 3}],
        [{3, 4}, {1, 2}],
    ]
    assert dict(tournament.rounds[0].byes) == {1: Bye.ZERO_POINT, 2: Bye.ZERO_POINT}
    assert [(row.rank, row.player) for row in standings(tournament).rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (5, 6),
    ]
    assert systems.settled(tournament).settings.rounds == 3


def test_it_is_verified_and_kept() -> None:
    journal = played(begun(11, system="knockout", parameters={"seeding": "bands", "third-place": "no"}))
    assert [(each.origin, each.findings) for each in verify(journal)] == [(Origin.DRAWN, ())] * 4
    assert losovna_json.load(losovna_json.dump(journal)).tournament == journal.tournament
    assert trf.load(trf.dump(journal.tournament)).rounds[0].games


def test_who_falls_in_a_correction_is_told() -> None:
    journal = played(begun(4, system="knockout"), 2)
    first = journal.tournament.rounds[0].games[0]
    wrong = {"event": "result_entered", "round": 1, "first": first.first, "second": first.second}
    corrected = journal.append({**wrong, "result": "0" if first.first < first.second else "1"})
    told = [sentence.text() for sentence in systems.warnings(corrected.tournament)]
    assert len(told) == 2
    assert all("no longer belongs to the bracket" in sentence for sentence in told)
    cleared = corrected
    for game in corrected.tournament.rounds[1].games:
        cleared = cleared.append({"event": "game_removed", "round": 2, "first": game.first, "second": game.second})
    assert systems.warnings(cleared.tournament) == ()
    final = played(cleared.append({"event": "round_unpaired", "round": 2}))
    assert standings(final.tournament).rows[0].player == 2


def test_a_changed_rating_or_a_late_player_moves_nobody() -> None:
    """brackets-manager.js, issue 107: what does not concern a player's games leaves them alone."""
    journal = played(begun(8, system="knockout"), 1)
    order = [row.player for row in standings(journal.tournament).rows]
    late = journal.append({"event": "player_added", "player": {"number": 9, "name": "Late", "rating": 2500}})
    renamed = late.append({"event": "player_changed", "number": 8, "changes": {"name": "Other"}})
    drawn, _ = pair_round(renamed.tournament)
    assert {game.first for game in drawn.round.games} | {game.second for game in drawn.round.games} == set(order[:4])
    assert "Late" in systems.warnings(renamed.tournament)[0].text()


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [({"games": "0"}, "1 to 15"), ({"games": "two"}, "1 to 15"), ({"bracket": "triple"}, "single, double, placement")],
)
def test_what_cannot_be_is_refused(parameters: dict[str, str], wanted: str) -> None:
    with pytest.raises(BadValue, match=wanted):
        pair_round(begun(4, system="knockout", parameters=parameters).tournament)


def test_too_few_and_too_many_are_refused() -> None:
    with pytest.raises(NobodyToPair):
        pair_round(begun(1, system="knockout").tournament)
    with pytest.raises(BracketSize):
        pair_round(begun(257, system="knockout").tournament)


def test_every_game_says_why() -> None:
    journal = begun(5, system="knockout", parameters={"bracket": "double"})
    while True:
        try:
            pairing, round_ = pair_round(journal.tournament)
        except AllRoundsDrawn:
            break
        for game in pairing.round.games:
            told = [sentence.text() for sentence in systems.reasons(pairing, game)]
            assert len(told) == 4
            assert f"P{game.first} starts" in told[-1]
        assert systems.round_reasons(pairing)
        journal = played(journal, 1)
        assert journal.tournament.rounds[-1].games == tuple(
            game.__class__(game.table, game.first, game.second, made.result)
            for game, made in zip(round_.games, journal.tournament.rounds[-1].games, strict=True)
        )


@given(st.integers(2, 20), st.sampled_from(["single", "double", "placement"]), st.integers(1, 3), st.randoms())
@settings(max_examples=30)
def test_any_knockout_ends_and_is_verified(players: int, kind: str, games: int, chance: random.Random) -> None:
    told = {"bracket": kind, "games": str(games), "best-of": chance.choice(["yes", "no"])}
    journal = played(begun(players, system="knockout", parameters=told), results=lambda *_: chance.choice("10"))
    assert not [finding for each in verify(journal) for finding in each.findings]
    rows = standings(journal.tournament).rows
    assert sorted(row.player for row in rows) == list(range(1, players + 1))
    assert rows[0].rank == 1
    assert rows[1].rank == 2


# -------------------------------------------------------------------------------------------------------------- stages


def test_a_tournament_without_stages_is_its_own_view() -> None:
    journal = played(begun(8, system="mancala"), 2)
    seen = view(journal.tournament)
    assert seen.tournament is journal.tournament
    assert (seen.number, seen.offset) == (1, 0)
    assert [stage.first_round for stage in stages(journal.tournament)] == [1]


def test_swiss_then_knockout_of_the_best_eight() -> None:
    swiss = played(begun(23, system="mancala"), 5)
    seeds = best(swiss, 8)
    journal = played(started(swiss, seeds, "Finals", system="knockout"))
    tournament = journal.tournament
    assert len(tournament.rounds) == 8
    assert [stage_of_round(tournament, number) for number in (1, 5, 6, 8)] == [1, 1, 2, 2]
    seen = view(tournament)
    assert (seen.number, seen.offset, len(seen.tournament.rounds)) == (2, 5, 3)
    assert [{game.first, game.second} for game in seen.tournament.rounds[0].games] == [
        {seeds[0], seeds[7]},
        {seeds[3], seeds[4]},
        {seeds[1], seeds[6]},
        {seeds[2], seeds[5]},
    ]
    ranking = final_ranking(tournament)
    assert sorted(final.player for final in ranking) == list(range(1, 24))
    assert [final.player for final in ranking[:2]] == sorted(seeds)[:2]
    assert [final.player for final in ranking[8:]] == best(swiss, 23, 1)[8:]
    assert {final.stage for final in ranking[:8]} == {2}
    assert not [finding for each in verify(journal) for finding in each.findings]
    assert standings(view(tournament, 1).tournament) == standings(swiss.tournament)


@pytest.mark.parametrize("system", ["mancala", "knockout", "round-robin"])
def test_stages_are_kept_in_the_file(system: str) -> None:
    journal = played(started(played(begun(9, system="round-robin"), 3), [4, 2, 7, 1], "Main", system=system), 2)
    tournament = journal.tournament
    assert losovna_json.load(losovna_json.dump(journal)).tournament == tournament
    assert Journal(events_of(tournament)).tournament == tournament
    changed = journal.append(
        {"event": "stage_changed", "stage": 1, "changes": {"name": "Final", "settings": {"rounds": 9}}}
    )
    assert changed.tournament.stages[0].name == "Final"
    assert changed.tournament.stages[0].settings.rounds == 9
    assert changed.tournament.stages[0].settings.system == system
    assert changed.undo().tournament == tournament


def test_points_are_those_of_the_stage_or_of_all_rounds_or_of_games_between_them() -> None:
    swiss = played(begun(8, system="mancala"), 3)
    apart = view(started(swiss, [1, 2, 3, 4], system="mancala").tournament)
    assert [row.points for row in standings(apart.tournament).rows] == [0, 0, 0, 0]
    together = view(started(swiss, [1, 2, 3, 4], carried="all", system="mancala").tournament)
    before = {row.player: row.points for row in standings(swiss.tournament).rows}
    assert {row.player: row.points for row in standings(together.tournament).rows} == before
    assert together.offset == 0
    met = view(started(swiss, [1, 2, 3, 4], carried="met", system="mancala").tournament)
    between = [
        (game.first, game.second)
        for round_ in swiss.tournament.rounds
        for game in round_.games
        if {game.first, game.second} <= {1, 2, 3, 4}
    ]
    assert between
    assert sum(row.points for row in standings(met.tournament).rows) == 2 * len(between)
    assert met.offset + len(met.tournament.rounds) == 3


def test_a_swiss_goes_on_as_another_swiss_without_a_game_twice() -> None:
    journal = played(started(played(begun(8, system="mancala"), 3), range(1, 9), carried="all", system="monrad"), 3)
    pairs = [frozenset((game.first, game.second)) for round_ in journal.tournament.rounds for game in round_.games]
    assert len(set(pairs)) == len(pairs) == 24
    assert not [finding for each in verify(journal) for finding in each.findings]


def test_who_is_not_in_the_stage_is_not_drawn() -> None:
    journal = played(started(played(begun(10, system="mancala"), 2), [1, 2, 3, 4], carried="all", system="mancala"), 1)
    last = journal.tournament.rounds[-1]
    assert {player for game in last.games for player in (game.first, game.second)} == {1, 2, 3, 4}


def test_absences_and_late_players_count_rounds_through_the_whole_tournament() -> None:
    journal = started(played(begun(6, system="mancala"), 2), range(1, 7), system="mancala", rounds=3)
    absent = journal.append({"event": "bye_requested", "number": 3, "round": 3, "bye": "half-point"})
    assert view(absent.tournament).tournament.players[3].byes == {1: Bye.HALF_POINT}
    _, round_ = pair_round(absent.tournament)
    assert round_.number == 3
    assert round_.byes[3] is Bye.HALF_POINT
    gone = journal.append({"event": "player_withdrawn", "number": 3, "after": 2})
    _, round_ = pair_round(gone.tournament)
    assert round_.game_of(3) is None


def test_shared_places_stay_shared_in_the_final_ranking() -> None:
    journal = played(
        started(
            played(begun(9, system="mancala"), 1), [1, 2, 3, 4], system="knockout", parameters={"third-place": "no"}
        )
    )
    ranking = final_ranking(journal.tournament)
    assert [final.rank for final in ranking[:4]] == [1, 2, 3, 3]
    assert ranking[4].rank == 5
    assert isinstance(ranking[0], Final)


def test_a_stage_with_a_stranger_is_refused_and_nothing_is_added() -> None:
    journal = played(begun(4, system="mancala"), 1)
    with pytest.raises(UnknownPlayer):
        started(journal, [1, 2, 77], system="knockout")
    with pytest.raises(BadValue, match="cannot be “1”"):
        started(journal, [1, 1], system="knockout")
    with pytest.raises(BadValue, match="players"):
        started(journal, [], system="knockout")


@pytest.mark.parametrize(
    "event",
    [
        {"event": "round_paired", "round": 3, "games": [{"first": 1, "second": 2}, {"first": 3, "second": 5}]},
        {"event": "round_paired", "round": 3, "games": [{"first": 1, "second": 2}], "byes": {"5": "half-point"}},
        {"event": "game_added", "round": 2, "first": 3, "second": 5},
        {"event": "bye_given", "round": 2, "number": 5, "bye": "half-point"},
        {"event": "stage_changed", "stage": 1, "changes": {"players": [2, 3, 4]}},
    ],
)
def test_a_round_has_nobody_from_outside_its_stage(event: Event) -> None:
    journal = started(played(begun(6, system="mancala"), 1), [1, 2, 3, 4], system="round-robin")
    journal = journal.append({"event": "round_paired", "round": 2, "games": [{"first": 1, "second": 2}]})
    assert losovna_json.load(losovna_json.dump(journal)).tournament == journal.tournament
    with pytest.raises(PlayerNotIn, match=r"The player [15] \(P[15]\) does not take part in round [23]"):
        journal.append(event)


def test_who_has_played_in_the_first_stage_is_in_it_whatever_the_list_says_since() -> None:
    journal = started(played(begun(6, system="mancala"), 1), [1, 2, 3, 4], system="round-robin")
    journal = journal.append({"event": "player_changed", "number": 6, "changes": {"joins_in": 2}})
    journal = journal.append({"event": "player_changed", "number": 5, "changes": {"withdrawn_after": 0}})
    assert sorted(final.player for final in final_ranking(journal.tournament)) == [1, 2, 3, 4, 5, 6]


def test_who_is_not_in_a_stage_is_not_missed_in_its_rounds() -> None:
    journal = started(played(begun(6, system="mancala"), 1), [1, 2, 3, 4], system="round-robin")
    journal = journal.append({"event": "round_paired", "round": 2, "games": [{"first": 1, "second": 2}]})
    (note,) = verify(journal)[-1].notes
    assert note.params["players"] == "3 (P3), 4 (P4)"


def test_a_player_who_has_not_played_leaves_the_stage_as_well() -> None:
    journal = begun(5, system="mancala")
    journal = started(journal, [1, 2, 3, 4, 5], system="mancala")
    assert 5 not in journal.append({"event": "player_removed", "number": 5}).tournament.stages[0].players


# ------------------------------------------------------------------------------------------------------- the command


def test_the_command_draws_and_ranks_the_last_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def losovna(*arguments: object) -> tuple[int, str, str]:
        status = main([str(each) for each in arguments])
        return (status, *capsys.readouterr())

    journal = started(played(begun(9, system="mancala"), 3), [1, 2, 3, 4], "Finals", system="knockout")
    file = tmp_path / "t.json"
    file.write_text(losovna_json.dump(journal), encoding="utf-8")
    status, out, _ = losovna("pair", file, "--format", "json")
    value = json.loads(out)
    assert status == 0
    assert (value["round"], value["stage"], value["round_of_stage"]) == (4, 2, 1)
    assert [{pair["first"], pair["second"]} for pair in value["pairs"]] == [{1, 4}, {2, 3}]
    assert losovna("pair", file, "-o", file)[0] == 0
    assert len(losovna_json.load(file.read_text(encoding="utf-8")).tournament.rounds) == 4
    assert losovna("verify", file)[0] == 0
    assert json.loads(losovna("standings", file, "--stage", "1", "--format", "json")[1])["after"] == 3
    final = json.loads(losovna("standings", file, "--final", "--format", "json")[1])
    assert [row["rank"] for row in final["rows"]][4:] == [5, 6, 6, 6, 6]
    status, _, error = losovna("standings", file, "--stage", "3")
    assert status == 2
    assert "There is no stage 3" in error


# ------------------------------------------------------------------------------------------------------------- groups


def grouped(players: int, count: int, **parameters: str) -> Journal:
    """A tournament in groups before its first round."""
    return begun(
        players, system="groups", tie_breaks=["sonneborn-berger"], parameters={"groups": str(count), **parameters}
    )


@pytest.mark.parametrize(("players", "count"), [(8, 2), (9, 2), (12, 3), (13, 3), (23, 4), (7, 3), (6, 1)])
def test_everybody_meets_everybody_of_the_own_group_and_nobody_else(players: int, count: int) -> None:
    journal = played(grouped(players, count))
    groups = groups_of(journal.tournament)
    assert sorted(player for group in groups for player in group.table.players) == list(range(1, players + 1))
    pairs = [pair_of(game.first, game.second) for round_ in journal.tournament.rounds for game in round_.games]
    assert sorted(pairs) == sorted(pair for group in groups for pair in pairs_of(group.table.players))
    assert len(journal.tournament.rounds) == systems.settled(journal.tournament).settings.rounds
    assert not [finding for each in verify(journal) for finding in each.findings]
    for round_ in journal.tournament.rounds:
        assert [game.table for game in round_.games] == sorted({game.table for game in round_.games})


def test_a_group_sits_at_the_same_tables_in_each_round() -> None:
    tournament = played(grouped(13, 3)).tournament
    for group in groups_of(tournament):
        tables = {
            game.table for round_ in tournament.rounds for game in round_.games if game.first in group.table.players
        }
        assert tables <= set(range(group.before + 1, group.before + len(group.table.players) // 2 + 1))


def test_the_snake_is_dealt_by_strength_and_kept_when_a_rating_changes() -> None:
    journal = played(grouped(8, 2), 1)
    assert [set(group.table.players) for group in groups_of(journal.tournament)] == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    told = {"parameters": {"groups": "2", "members": "1 4 5 8;2 3 6 7"}}
    kept = journal.append({"event": "settings_changed", "changes": told})
    changed = kept.append({"event": "player_changed", "number": 8, "changes": {"rating": 3000}})
    assert [set(group.table.players) for group in groups_of(changed.tournament)] == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    assert [warning.text() for warning in systems.warnings(changed.tournament)] == []


def test_who_rests_in_a_group_gets_nothing_and_is_told_why() -> None:
    pairing, round_ = pair_round(grouped(9, 2).tournament)
    assert len(round_.byes) == 1
    (told,) = systems.bye_reasons(pairing)
    assert "has an odd number" in told.text()
    assert all(len(systems.reasons(pairing, game)) == 2 for game in pairing.round.games)
    after = played(grouped(9, 2), 1)
    (resting,) = after.tournament.rounds[0].byes
    assert {row.player: row.points for row in standings(after.tournament).rows}[resting] == 0


def test_groups_then_swiss_then_a_final_with_one_ranking() -> None:
    """23 players in four groups, the best two of each to a Swiss of eight, its best two to a final of two games."""
    journal = played(grouped(23, 4))
    tables = [standings(group_tournament(journal.tournament, group)) for group in groups_of(journal.tournament)]
    advance = advancing(tables, 2)
    assert [len(tier) for tier in advance.tiers] == [4, 4]
    assert set(advance.players) == set(range(1, 9))
    main = played(started(journal, advance.players, "Main", system="mancala", rounds=3), 3)
    final = played(started(main, best(main, 2), "Final", system="knockout", parameters={"games": "2"}))
    ranking = final_ranking(final.tournament)
    assert [each.player for each in ranking][:2] == [1, 2]
    assert sorted(each.player for each in ranking) == list(range(1, 24))
    assert {each.stage for each in ranking[8:]} == {1}
    assert ranking[8].rank == 9
    assert not [finding for each in verify(final) for finding in each.findings]
    assert losovna_json.load(losovna_json.dump(final)).tournament == final.tournament


@pytest.mark.parametrize(
    ("kind", "ranks"),
    [
        ("single", [[1, 1, 1, 1, 5, 5, 5, 5], [1, 1, 3, 3, 5, 5, 5, 5], [1, 2, 3, 4, 5, 5, 5, 5]]),
        ("placement", [[1, 1, 1, 1, 5, 5, 5, 5], [1, 1, 3, 3, 5, 5, 7, 7], [1, 2, 3, 4, 5, 6, 7, 8]]),
        ("double", [[1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 7, 7], [1, 1, 1, 1, 5, 5, 7, 7]]),
    ],
)
def test_who_can_still_be_first_leads_a_knockout_and_then_who_can_be_third(kind: str, ranks: list[list[int]]) -> None:
    journal = begun(8, system="knockout", parameters={"bracket": kind})
    for wanted in ranks:
        journal = played(journal, 1)
        rows = standings(journal.tournament).rows
        assert [(row.player, row.rank) for row in rows] == list(enumerate(wanted, start=1))


def test_whom_a_bracket_does_not_have_stands_last() -> None:
    late: Event = {"event": "player_added", "player": {"number": 5, "name": "Late", "joins_in": 2}}
    journal = played(played(begun(4, system="knockout"), 1).append(late), 1)
    assert [(row.player, row.rank) for row in standings(journal.tournament).rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
    ]


def test_who_waits_in_a_bracket_is_not_told_as_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.json"
    file.write_text(losovna_json.dump(begun(3, system="knockout")), encoding="utf-8")
    assert main(["pair", str(file), "-o", str(file)]) == 0
    assert "Still in: waits for the next round: 1 P1 (0)" in capsys.readouterr().out
    journal = losovna_json.load(file.read_text(encoding="utf-8"))
    assert "Still in: waits for the next round;1;P1" in pairings_csv(journal.tournament, 1)
    gone = journal.append({"event": "player_withdrawn", "number": 1, "after": 0})
    assert "Absent;1;P1" in pairings_csv(gone.tournament, 1)


@pytest.mark.parametrize(
    ("system", "parameters", "sentence"),
    [
        ("knockout", {"bracket": "double"}, "The knockout is over, every tie is decided (players: 2, rounds: 2)."),
        ("groups", {"groups": "1"}, "All rounds of the groups are drawn (players: 2, rounds: 1)."),
        ("scheveningen", {}, "All rounds of the match are drawn (players: 2, rounds: 1)."),
        ("round-robin", {}, "All rounds of the table are drawn (players: 2, rounds: 1)."),
    ],
)
def test_the_end_is_told_as_that_of_the_system(system: str, parameters: dict[str, str], sentence: str) -> None:
    journal = begun(2, system=system, parameters=parameters)
    for number in (1, 2):
        journal = journal.append({"event": "player_changed", "number": number, "changes": {"club": f"Club {number}"}})
    with pytest.raises(AllRoundsDrawn, match=re.escape(sentence)):
        pair_round(played(journal).tournament)


def test_too_many_groups_are_refused() -> None:
    with pytest.raises(GroupCount):
        pair_round(grouped(5, 3).tournament)
    with pytest.raises(BadValue, match="whole number"):
        pair_round(begun(6, system="groups", parameters={"groups": "many"}).tournament)
    with pytest.raises(BadValue, match="snake, pots, lots"):
        pair_round(grouped(6, 2, grouping="alphabet").tournament)


def test_the_command_runs_groups_and_a_knockout_from_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = tmp_path / "players.txt"
    players.write_text("".join(f"P{number}\n" for number in range(1, 9)), encoding="utf-8")
    for system, more, pairs in (
        ("groups", ["--groups", "2", "--grouping", "snake"], [{1, 4, 5, 8}, {2, 3, 6, 7}]),
        ("knockout", ["--games", "2", "--starts", "upper-seed"], [{1, 8}, {4, 5}, {2, 7}, {3, 6}]),
    ):
        file = tmp_path / f"{system}.json"
        told = ["pair", str(players), "--system", system, "--seed", "k7", *more, "-o", str(file)]
        assert main(told) == 0, capsys.readouterr().err
        tournament = losovna_json.load(file.read_text(encoding="utf-8")).tournament
        assert all(any({game.first, game.second} <= group for group in pairs) for game in tournament.rounds[0].games)
        kept = {"groups": "members", "knockout": "entrants"}[system]
        assert tournament.settings.parameters[kept]
        assert main(["pair", str(file), f"--{more[0].strip('-')}", "3"]) in (0, 2)
    capsys.readouterr()
    assert main(["pair", str(tmp_path / "groups.json"), "--groups", "4"]) == 2
    assert "--groups changes the groups" in capsys.readouterr().err
    bracket = str(tmp_path / "knockout.json")
    for option, value, why in (
        ("--games", "3", "how ties are played"),
        ("--best-of", "yes", "how ties are played"),
        ("--by-scores", "yes", "how ties are played"),
        ("--bracket", "double", "the bracket"),
    ):
        assert main(["pair", bracket, option, value, "-o", bracket]) == 2
        assert f"{option} changes {why}, and" in capsys.readouterr().err


# ------------------------------------------------------------------------------- going on with what was played kept


def pairs_played(journal: Journal, players: Sequence[int]) -> list[tuple[PlayerNumber, PlayerNumber]]:
    """All games between these players, in order."""
    inside = set(players)
    games = [game for round_ in journal.tournament.rounds for game in round_.games]
    return [pair_of(game.first, game.second) for game in games if {game.first, game.second} <= inside]


@pytest.mark.parametrize("carried", ["met", "all"])
@pytest.mark.parametrize(
    ("players", "rounds", "count"), [(12, 4, 6), (9, 3, 9), (8, 5, 8), (23, 5, 8), (10, 3, 5), (10, 1, 6)]
)
def test_a_round_robin_after_a_swiss_has_only_the_games_that_are_left(
    carried: str, players: int, rounds: int, count: int
) -> None:
    swiss = played(begun(players, system="mancala"), rounds)
    inside = best(swiss, count)
    before = {row.player: row.points for row in standings(view(swiss.tournament).tournament).rows}
    begun_again = started(swiss, inside, carried=carried, system="round-robin", rounds=1)
    if carried == "all":
        assert {row.player: row.points for row in standings(view(begun_again.tournament).tournament).rows} == before
    journal = played(begun_again)
    assert sorted(pairs_played(journal, inside)) == sorted(pairs_of(inside))
    own = journal.tournament.rounds[rounds:]
    left = [(game.first, game.second) for round_ in own for game in round_.games]
    assert len(own) >= least_rounds(left, count)
    assert len(own) <= least_rounds(left, count) + 1
    for round_ in own:
        assert {player for game in round_.games for player in (game.first, game.second)} | set(round_.byes) == set(
            inside
        )
    assert not [finding for each in verify(journal) for finding in each.findings]
    assert not any(row.is_struck for row in standings(view(journal.tournament).tournament).rows)
    ranked = {row.player: row.points for row in standings(view(journal.tournament).tournament).rows}
    assert systems.settled(view(journal.tournament).tournament).settings.rounds == len(
        view(journal.tournament).tournament.rounds
    )
    for player in inside:
        assert ranked[player] >= (2 * (count - 1 - sorted(inside).index(player)))
    assert losovna_json.load(losovna_json.dump(journal)).tournament == journal.tournament


@pytest.mark.parametrize("is_from_elsewhere", [False, True])
@pytest.mark.parametrize("players", [7, 8])
def test_a_swiss_that_was_changed_into_a_round_robin_has_only_the_games_that_are_left(
    players: int, is_from_elsewhere: bool
) -> None:
    swiss = played(begun(players, system="mancala"), 2 if players == 8 else 3)
    if is_from_elsewhere:
        rounds = tuple(replace(round_, draw=None) for round_ in swiss.tournament.rounds)
        swiss = Journal(events_of(replace(swiss.tournament, rounds=rounds)))
    journal = played(swiss.append({"event": "settings_changed", "changes": {"system": "round-robin"}}))
    everybody = range(1, players + 1)
    assert sorted(pairs_played(journal, everybody)) == pairs_of(everybody)
    assert not [finding for each in verify(journal) for finding in each.findings]


def test_every_game_of_what_is_left_says_why() -> None:
    journal = started(played(begun(7, system="mancala"), 3), range(1, 8), carried="all", system="round-robin")
    pairing, round_ = pair_round(journal.tournament)
    told = [sentence.text() for game in pairing.round.games for sentence in systems.reasons(pairing, game)]
    assert sum("one of the games that are left; it stands in round 4." in sentence for sentence in told) == len(
        round_.games
    )
    assert "whom the rounds before have left" in systems.round_reasons(pairing)[0].text()
    assert len(systems.bye_reasons(pairing)) == 1
    assert systems.warnings(view(journal.tournament).tournament) == ()


def test_who_leaves_what_is_left_loses_without_playing_and_is_struck_out_as_ever() -> None:
    journal = played(
        started(played(begun(8, system="mancala"), 3), range(1, 9), carried="all", system="round-robin"), 1
    )
    gone = played(journal.append({"event": "player_withdrawn", "number": 8, "after": 4}), 1)
    seen = view(gone.tournament).tournament
    game = seen.rounds[4].game_of(8)
    assert game is not None
    assert game.result is not None
    assert not game.result.is_played
    assert not any(row.is_struck for row in standings(seen).rows)


def test_a_round_robin_goes_on_as_a_swiss_with_its_points_and_without_a_game_twice() -> None:
    robin = played(begun(9, system="round-robin"), 3)
    before = {row.player: row.points for row in standings(robin.tournament).rows}
    journal = started(robin, range(1, 10), carried="all", system="mancala", rounds=2)
    assert {row.player: row.points for row in standings(view(journal.tournament).tournament).rows} == before
    journal = played(journal, 2)
    games = pairs_played(journal, range(1, 10))
    assert len(set(games)) == len(games) == 20
    assert view(journal.tournament).tournament.settings.rounds == 5
    assert not [finding for each in verify(journal) for finding in each.findings]


def test_the_bye_of_a_swiss_keeps_its_point_in_a_round_robin() -> None:
    swiss = played(begun(5, system="mancala"), 2)
    before = {row.player: row.points for row in standings(swiss.tournament).rows}
    after = started(swiss, range(1, 6), carried="all", system="round-robin")
    assert {row.player: row.points for row in standings(view(after.tournament).tournament).rows} == before


def test_a_knockout_begins_with_nothing_whatever_is_carried() -> None:
    journal = started(played(begun(8, system="mancala"), 2), [1, 2, 3, 4], carried="all", system="knockout")
    assert view(journal.tournament).tournament.rounds == ()
    assert len(played(journal).tournament.rounds) == 4


def test_what_is_written_for_the_stage_holds_no_rounds_of_others(tmp_path: Path) -> None:
    journal = started(played(begun(6, system="mancala"), 2), range(1, 7), carried="all", system="round-robin")
    file = tmp_path / "t.json"
    file.write_text(losovna_json.dump(journal), encoding="utf-8")
    assert main(["pair", str(file), "-o", str(file)]) == 0
    kept = losovna_json.load(file.read_text(encoding="utf-8")).tournament.stages[0].settings
    assert kept.rounds == 3
    assert "carried-rounds" not in kept.parameters


@given(st.integers(2, 9), st.integers(1, 2), st.randoms())
@settings(max_examples=60)
def test_what_is_left_is_shared_out_over_as_few_rounds_as_there_must_be(
    players: int, cycles: int, chance: random.Random
) -> None:
    everyone = [pair for pair in pairs_of(range(1, players + 1)) for _ in range(cycles)]
    share = chance.choice((0.1, 0.5, 0.9))
    so_far = [chance.choice(((a, b), (b, a))) for a, b in everyone if chance.random() < share]
    made = left_over(players, so_far, cycles, 2, str(chance.random()))
    left = [(game.first, game.second) for round_ in made.rounds for game in round_.games]
    assert sorted(pair_of(*pair) for pair in [*so_far, *left]) == sorted(everyone)
    for round_ in made.rounds:
        busy = [player for game in round_.games for player in (game.first, game.second)]
        assert len(busy) == len(set(busy))
    fewest = least_rounds(left, players)
    own = len(made.rounds) - 2
    if own > fewest and len(left) <= 12:
        assert own == fewest + 1
        assert not can_be_shared_out(left, fewest)
    if cycles == 1 and len(left) <= 10:
        ways = product((1, -1), repeat=len(left))
        assert unevenness([*so_far, *left]) == min(
            unevenness([*so_far, *(game[::way] for game, way in zip(left, turned, strict=True))]) for turned in ways
        )


def unevenness(games: Sequence[tuple[int, ...]]) -> int:
    """The sum of the squares of how much more often players start than they do not."""
    balance: Counter[int] = Counter()
    for first, second in games:
        balance[first] += 1
        balance[second] -= 1
    return sum(each * each for each in balance.values())


def can_be_shared_out(games: Sequence[tuple[int, int]], rounds: int) -> bool:
    """Whether so many rounds hold the games, by trying every way."""

    def fits(at: int, busy: tuple[frozenset[int], ...]) -> bool:
        if at == len(games):
            return True
        tried = set()
        for number, now in enumerate(busy):
            if now & set(games[at]) or now in tried:
                continue
            tried.add(now)
            if fits(at + 1, (*busy[:number], now | set(games[at]), *busy[number + 1 :])):
                return True
        return False

    return fits(0, (frozenset(),) * rounds)


# ---------------------------------------------------------------------------------------- groups that are made by hand


def test_who_comes_before_round_1_is_put_into_the_smallest_group_and_who_leaves_is_in_none() -> None:
    journal = grouped(8, 2, members="1 2 3;4 5 6 7 8")
    late = journal.append({"event": "player_added", "player": {"number": 9, "name": "Late"}})
    assert [set(group.table.players) for group in groups_of(late.tournament)] == [{1, 2, 3, 9}, {4, 5, 6, 7, 8}]
    gone = late.append({"event": "player_removed", "number": 3})
    assert [set(group.table.players) for group in groups_of(gone.tournament)] == [{1, 2, 9}, {4, 5, 6, 7, 8}]
    assert letters(gone.tournament) == {1: "A", 2: "A", 9: "A", 4: "B", 5: "B", 6: "B", 7: "B", 8: "B"}
    drawn = played(gone, 1).append({"event": "player_added", "player": {"number": 10, "name": "Later"}})
    told = Journal(drawn.events).tournament
    assert 10 not in letters(told)
    assert "Later" in systems.warnings(told)[0].text()


def test_players_chosen_by_hand_are_seeded_by_their_places_and_crossed() -> None:
    tournament = played(grouped(12, 3)).tournament
    tables = group_tables(tournament)
    told = advancing(tables, 2, 1)
    if not told.undecided:
        assert chosen_seeds(tournament, told.players, crossed=False) == told.players
    winners = [row.player for table in tables for row in table.rows[:1]]
    last = [table.rows[-1].player for table in tables]
    order = chosen_seeds(tournament, [*last, *winners], crossed=False)
    assert set(order[:3]) == set(winners)
    crossed = chosen_seeds(tournament, [*winners, *last], crossed=True)
    assert set(crossed) == set(order)
    assert set(crossed[:3]) == set(winners)


def test_who_leaves_a_small_group_is_struck_out_by_its_own_number_of_games() -> None:
    """In a group of three a player has two games: one of them is half, whatever the largest group has."""
    journal = played(grouped(9, 2, members="1 2 3;4 5 6 7 8 9"), 2)
    groups = groups_of(journal.tournament)
    small = groups[0]
    assert group_tournament(journal.tournament, small).settings.rounds == 3
    once = next(
        player
        for player in small.table.players
        if sum(round_.game_of(player) is not None for round_ in journal.tournament.rounds) == 1
    )
    gone = played(journal.append({"event": "player_withdrawn", "number": once, "after": 2}))
    rows = standings(group_tournament(gone.tournament, groups_of(gone.tournament)[0])).rows
    assert not any(row.is_struck for row in rows)


# ----------------------------------------------------------------------------------------------- what a file may tell


IMPOSSIBLE = {
    "knockout": ("entrants", ["1 1 2 3", "1 2 99", "1 x 2", "1 2;3 4"]),
    "round-robin": ("table", ["1 1 2 3", "1 2 99", "1 x 2", "1 2;3 4"]),
    "groups": ("members", ["1 1 2;4 5", "1 x 2;4 5", "1;4 5"]),
    "scheveningen": ("teams", ["1 1 2;4 5", "1 2 99;4 5", "1 x;4 5", "1 2 3"]),
}
"""Lists that name somebody twice, nobody, no number, or too many or too few groups. (Before a first round groups go
without who is not there any more.)"""


@pytest.mark.parametrize(
    ("system", "key", "listed"), [(system, key, told) for system, (key, lists) in IMPOSSIBLE.items() for told in lists]
)
def test_a_list_of_players_that_cannot_be_is_passed_over(system: str, key: str, listed: str) -> None:
    """The round is drawn as if nothing were told."""
    plain = begun(6, system=system)
    for number in range(1, 7):
        plain = plain.append({"event": "player_changed", "number": number, "changes": {"club": "AB"[number % 2]}})
    if system == "round-robin":  # its list counts from round 1 on
        plain = played(plain, 1)
    told = plain.append({"event": "settings_changed", "changes": {"parameters": {key: listed}}})
    drawn, as_told = pair_round(plain.tournament)[1], pair_round(told.tournament)[1]
    assert as_told.games == drawn.games
    assert as_told.byes == drawn.byes


@pytest.mark.parametrize(
    ("system", "parameters"),
    [("knockout", {"seeding": "lots"}), ("groups", {"grouping": "lots"}), ("round-robin", {})],
)
def test_lots_stay_those_of_the_first_round(system: str, parameters: dict[str, str]) -> None:
    """Another seed afterwards turns over nothing, and no other system's lots are taken for its own."""
    journal = played(begun(8, system=system, parameters=parameters), 1)
    changed = journal.append({"event": "settings_changed", "changes": {"seed": "something else"}})
    assert pair_round(changed.tournament)[1].games == pair_round(journal.tournament)[1].games
    other = begun(8, system=system, parameters=parameters, seed="something else")
    assert pair_round(other.tournament)[1].games != journal.tournament.rounds[0].games
