"""A match of two teams as a system: everyone of one meets everyone of the other, and nobody else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing_core import systems
from pairing_core.errors import AllRoundsDrawn, TeamsOfMatch
from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal, paired_event
from pairing_core.model import Result, pair_of
from pairing_core.stages import pair_round, view
from pairing_core.standings import standings
from pairing_core.teams import team_standings
from pairing_core.verification import verify


def begun(clubs: str) -> Journal:
    """Players of clubs, a letter each, the strongest first; a blank is no club."""
    events: list[Event] = [{"event": "created", "settings": {"system": "scheveningen", "seed": "x"}}]
    events += [
        {
            "event": "player_added",
            "player": {"number": number, "name": f"P{number}", "rating": 2000 - number, "club": club.strip()},
        }
        for number, club in enumerate(clubs, start=1)
    ]
    return Journal(tuple(events))


def played(journal: Journal) -> Journal:
    """All rounds; the lower number wins."""
    while True:
        try:
            _, round_ = pair_round(journal.tournament)
        except AllRoundsDrawn:
            return journal
        kept = systems.to_keep(view(journal.tournament).tournament)
        if kept:
            journal = journal.append({"event": "settings_changed", "changes": kept})
        journal = journal.append(paired_event(round_))
        for game in round_.games:
            if game.result is None:
                told = {"round": round_.number, "first": game.first, "second": game.second}
                won = "1" if game.first < game.second else "0"
                journal = journal.append({"event": "result_entered", **told, "result": won})


@given(st.lists(st.sampled_from("AB"), min_size=2, max_size=12).filter(lambda clubs: len(set(clubs)) == 2))
@settings(max_examples=40)
def test_everyone_meets_everyone_of_the_other_team(clubs: list[str]) -> None:
    journal = played(begun("".join(clubs)))
    tournament = journal.tournament
    a, b = ([number for number, club in enumerate(clubs, 1) if club == each] for each in "AB")
    pairs = [pair_of(game.first, game.second) for round_ in tournament.rounds for game in round_.games]
    assert sorted(pairs) == sorted(pair_of(one, other) for one in a for other in b)
    assert len(tournament.rounds) == max(len(a), len(b))
    assert not [finding for each in verify(journal) for finding in each.findings]
    assert losovna_json.load(losovna_json.dump(journal)).tournament == tournament
    for player in tournament.players:
        games = [game for round_ in tournament.rounds if (game := round_.game_of(player)) is not None]
        assert abs(2 * sum(game.first == player for game in games) - len(games)) <= 1


def test_the_teams_stay_when_the_list_changes() -> None:
    journal = begun("ABAB")
    _, round_ = pair_round(journal.tournament)
    kept = systems.to_keep(journal.tournament)
    journal = journal.append({"event": "settings_changed", "changes": kept}, paired_event(round_))
    moved = journal.append({"event": "player_changed", "number": 1, "changes": {"club": "B", "rating": 1}})
    late = moved.append({"event": "player_added", "player": {"number": 5, "name": "Late", "club": "C"}})
    pairing, _ = pair_round(late.tournament)
    assert {frozenset((game.first, game.second)) for game in pairing.round.games} == {
        frozenset(pair) for pair in ((1, 2), (1, 4), (3, 2), (3, 4))
    } - {frozenset((game.first, game.second)) for game in round_.games}
    assert "Late" in systems.warnings(late.tournament)[0].text()
    assert all(len(systems.reasons(pairing, game)) == 2 for game in pairing.round.games)


def test_who_does_not_come_loses_and_who_rests_gets_nothing() -> None:
    journal = begun("ABABA").append({"event": "bye_requested", "number": 2, "round": 1, "bye": "zero-point"})
    _, round_ = pair_round(journal.tournament)
    absent = round_.game_of(2)
    assert absent is not None
    lost = Result.SECOND_WINS_BY_FORFEIT if absent.first == 2 else Result.FIRST_WINS_BY_FORFEIT
    assert absent.result is lost
    after = played(begun("ABABA"))
    points = {row.player: row.points for row in standings(after.tournament).rows}
    assert points == {1: 4, 3: 2, 5: 0, 2: 4, 4: 2}
    rows = team_standings(after.tournament, standings(after.tournament), 3).rows
    assert {row.name for row in rows} == {"A", "B"}


@pytest.mark.parametrize(
    ("clubs", "told"),
    [("AB C", "clubs: 3, players without one: 1"), ("AAAA", "clubs: 1"), ("ABCA", "clubs: 3, players without one: 0")],
)
def test_without_two_teams_it_says_so(clubs: str, told: str) -> None:
    with pytest.raises(TeamsOfMatch, match=told):
        pair_round(begun(clubs).tournament)
