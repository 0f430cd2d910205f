"""Teams: their standings, and the match in which everyone meets everyone of the other team."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import groupby, product
from types import MappingProxyType

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.errors import MatchSize, TeamSize
from pairing_core.model import Bye, Tournament
from pairing_core.standings import standings
from pairing_core.teams import MAX_MEMBERS, Match, match_rounds, scheveningen, team_standings, to_json

sizes = st.integers(1, 20)


def starts(match: Match) -> dict[tuple[str, int], list[bool]]:
    """For each player, round by round, whether he starts."""
    told = defaultdict(list)
    for round_ in match.rounds:
        for game in round_.games:
            told["A", game.a].append(game.a_starts)
            told["B", game.b].append(not game.a_starts)
    return told


def visits(match: Match) -> dict[tuple[str, int], list[int]]:
    """For each player how often he sits at each table."""
    told: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0] * min(match.a, match.b))
    for game in (game for round_ in match.rounds for game in round_.games):
        told["A", game.a][game.table - 1] += 1
        told["B", game.b][game.table - 1] += 1
    return told


def notation(match: Match) -> list[str]:
    """Each round by its tables, who starts first: "A1-B1 B2-A2"."""
    return [
        " ".join(f"A{a}-B{b}" if a_starts else f"B{b}-A{a}" for _, a, b, a_starts in round_.games)
        for round_ in match.rounds
    ]


@given(sizes, sizes)
def test_everyone_meets_everyone_of_the_other_team(a: int, b: int) -> None:
    match = scheveningen(a, b)
    assert (match.a, match.b) == (a, b)
    assert [round_.number for round_ in match.rounds] == list(range(1, max(a, b) + 1))
    met = Counter((game.a, game.b) for round_ in match.rounds for game in round_.games)
    assert met == Counter(product(range(1, a + 1), range(1, b + 1)))
    for round_ in match.rounds:
        assert [game.table for game in round_.games] == list(range(1, min(a, b) + 1))
        larger = [game.a if a > b else game.b for game in round_.games]
        assert sorted([*larger, *round_.resting]) == list(range(1, max(a, b) + 1))
    rests = Counter(player for round_ in match.rounds for player in round_.resting)
    assert set(rests.values()) <= {abs(a - b)}


@given(sizes, sizes)
def test_everybody_starts_half_of_the_games_and_never_three_in_a_row(a: int, b: int) -> None:
    for told in starts(scheveningen(a, b)).values():
        assert abs(2 * sum(told) - len(told)) <= 1
        assert max(len(list(run)) for _, run in groupby(told)) <= 2


@given(sizes, sizes)
def test_a_team_starts_half_of_the_games_of_a_round(a: int, b: int) -> None:
    """One more or less where they are odd; where not, in a few rounds."""
    match = scheveningen(a, b)
    off = [abs(2 * sum(game.a_starts for game in round_.games) - len(round_.games)) for round_ in match.rounds]
    assert max(off) <= 2
    if a == b:
        assert sum(each == 2 for each in off) == (2 if a in (2, 6) else 0)


@given(sizes, sizes)
def test_tables_change_evenly(a: int, b: int) -> None:
    match = scheveningen(a, b)
    spread = defaultdict(set)
    for (team, _), told in visits(match).items():
        spread[team].add(max(told) - min(told))
    smaller, larger = ("A", "B") if a < b else ("B", "A")
    assert max(spread[smaller]) <= 1
    assert max(spread[larger]) <= (3 if a != b else 2 if a in (2, 6) else 0)


@pytest.mark.parametrize("size", [size for size in range(1, 21) if size not in (2, 6)])
def test_teams_of_equal_size_sit_at_each_table_once(size: int) -> None:
    """And a team starts half of the games of each round."""
    match = scheveningen(size, size)
    assert all(told == [1] * size for told in visits(match).values())
    assert all(abs(2 * sum(game.a_starts for game in each.games) - size) == size % 2 for each in match.rounds)


@pytest.mark.parametrize("size", [22, 26, 28, 60])
def test_larger_teams(size: int) -> None:
    match = scheveningen(size, size)
    assert Counter((game.a, game.b) for each in match.rounds for game in each.games) == Counter(
        product(range(1, size + 1), repeat=2)
    )
    assert all(2 * sum(told) == size for told in starts(match).values())
    assert max(max(told) for told in visits(match).values()) == (2 if size % 4 else 1)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1, 1, ["A1-B1"]),
        (2, 2, ["A1-B1 A2-B2", "B2-A1 B1-A2"]),
        (3, 3, ["A1-B1 B3-A3 A2-B2", "A2-B3 B2-A1 B1-A3", "A3-B2 B1-A2 A1-B3"]),
        (
            4,
            4,
            [
                "A1-B1 B2-A2 A3-B3 B4-A4",
                "A4-B2 B1-A3 A2-B4 B3-A1",
                "A3-B4 B3-A4 A1-B2 B1-A2",
                "A2-B3 B4-A1 A4-B1 B2-A3",
            ],
        ),
        (3, 2, ["A1-B1 A2-B2", "B2-A3 B1-A2", "A3-B1 B2-A1"]),
    ],
)
def test_small_tables(a: int, b: int, expected: list[str]) -> None:
    assert notation(scheveningen(a, b)) == expected


@pytest.mark.parametrize(("a", "b"), [(0, 3), (3, 0), (MAX_MEMBERS + 1, 1)])
def test_too_many_or_no_players(a: int, b: int) -> None:
    with pytest.raises(MatchSize):
        scheveningen(a, b)


def test_a_match_of_two_lists() -> None:
    rounds = match_rounds([7, 9, 5], [2, 4], 3)
    assert [round_.number for round_ in rounds] == [3, 4, 5]
    assert {frozenset((game.first, game.second)) for round_ in rounds for game in round_.games} == {
        frozenset(pair) for pair in product([7, 9, 5], [2, 4])
    }
    assert sorted(next(iter(round_.byes.items())) for round_ in rounds) == [
        (each, Bye.PAIRING_ALLOCATED) for each in (5, 7, 9)
    ]
    assert [(game.first in (7, 9, 5)) for game in rounds[0].games] == [
        game.a_starts for game in scheveningen(3, 2).rounds[0].games
    ]


def with_clubs(text: str, clubs: dict[str, str], **settings: object) -> Tournament:
    tournament, _ = sheet(text, **settings)
    players = {
        number: replace(player, club=clubs.get(player.name, "")) for number, player in tournament.players.items()
    }
    return replace(tournament, players=MappingProxyType(players))


CLUBS = {"A": "Brno", "B": "Brno", "C": "brno ", "D": "Písek", "E": "Písek"}


def test_teams_by_their_best_two() -> None:
    """A 2, B 1, C 0, D 1½, E ½, F 1: Brno 3 of A and B, Písek 2; F is in no team."""
    tournament = with_clubs("A 1-0 B, D 1-0 C, E ½-½ F | A 1-0 E, B 1-0 C, D ½-½ F", CLUBS)
    teams = team_standings(tournament, standings(tournament), 2)
    assert [(row.rank, row.name, row.points, row.counted, row.members) for row in teams.rows] == [
        (1, "Brno", 6, (1, 2), (1, 2, 3)),
        (2, "Písek", 4, (4, 5), (4, 5)),
    ]
    assert [row.points for row in team_standings(tournament, standings(tournament), 1).rows] == [4, 3]
    assert to_json(teams)["rows"][1] == {
        "rank": 2,
        "team": "Písek",
        "points": "2",
        "tiebreaks": {},
        "counted": [4, 5],
        "members": [4, 5],
    }


def test_level_teams_are_divided_by_sums_of_tie_breaks_and_then_by_the_best_member() -> None:
    clubs = {"A": "X", "D": "X", "B": "Y", "C": "Y"}
    text = "A 1-0 D, B ½-½ C | A 1-0 C, B 1-0 D | A ½-½ B, C 1-0 D"
    tournament = with_clubs(text, clubs, tie_breaks=("sonneborn-berger", "direct-encounter"))
    teams = team_standings(tournament, standings(tournament), 1)
    assert [each.key for each in teams.tie_breaks] == ["sonneborn-berger"]
    level = with_clubs("A 1-0 C, B 1-0 D", {"A": "X", "D": "X", "B": "Y", "C": "Y"})
    rows = team_standings(level, standings(level), 2).rows
    assert [(row.rank, row.name) for row in rows] == [(1, "X"), (1, "Y")]
    ahead = with_clubs("A 1-0 C, B ½-½ D", {"A": "X", "C": "X", "B": "Y", "D": "Y"})
    rows = team_standings(ahead, standings(ahead), 2).rows
    assert [(row.rank, row.name, row.best) for row in rows] == [(1, "X", 1), (2, "Y", 2)]


def test_a_sum_of_tie_breaks_divides_before_the_best_member() -> None:
    """Both teams have two points; Y's members have won more games, though the best player is A of X."""
    tournament = with_clubs(
        "A 1-0 E, B 1-0 F, C ½-½ G, D 1-0 H | A ½-½ F, B 0-1 G, C 0-1 H, D 0-1 E",
        {"A": "X", "C": "X", "B": "Y", "D": "Y"},
        tie_breaks=("wins",),
    )
    rows = team_standings(tournament, standings(tournament), 2).rows
    assert [(row.rank, row.name, row.points, row.values) for row in rows] == [(1, "Y", 4, (2,)), (2, "X", 4, (1,))]


def test_nobody_counts() -> None:
    tournament = with_clubs("A 1-0 B", {"A": "X"})
    with pytest.raises(TeamSize):
        team_standings(tournament, standings(tournament), 0)


@given(tournaments(), st.integers(1, 4), st.data())
def test_the_points_of_teams_are_those_of_their_members(tournament: Tournament, size: int, data: st.DataObject) -> None:
    """No choice of as many members has more points; ranks do not rise down the list."""
    clubs = {player.name: data.draw(st.sampled_from("XYZ")) for player in tournament.players.values()}
    players = {number: replace(each, club=clubs[each.name]) for number, each in tournament.players.items()}
    tournament = replace(tournament, players=MappingProxyType(players))
    ranked = standings(tournament, tie_breaks=("buchholz",))
    points = {row.player: row.points for row in ranked.rows}
    rows = team_standings(tournament, ranked, size).rows
    for row in rows:
        assert row.points == sum(sorted((points[each] for each in row.members), reverse=True)[:size])
    assert sorted(each for row in rows for each in row.members) == sorted(tournament.players)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
