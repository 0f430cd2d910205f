"""Groups: how they are made, the standings of one, who advances, and how they are crossed in a knockout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from types import MappingProxyType

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.errors import AdvanceCount, GroupCount, NextPlacedCount
from pairing_core.groups import (
    MODES,
    Advanced,
    Cut,
    Mode,
    advancing,
    club_pairs,
    cross,
    group_view,
    make_groups,
    parallel,
)
from pairing_core.knockout import seed_order
from pairing_core.model import Bye, Player, Result, Round, Settings, Tournament
from pairing_core.round_robin import schedule
from pairing_core.standings import Standings, crosstable, standings
from pairing_core.tie_breaks import Worked


def field(clubs: Iterable[str]) -> list[Player]:
    return [Player(number, f"Player {number}", club=club) for number, club in enumerate(clubs, start=1)]


@st.composite
def fields(draw: st.DrawFn, most: int = 30) -> tuple[list[Player], int]:
    clubs = draw(st.lists(st.sampled_from(["", "", "A", "B", "C", "D"]), min_size=2, max_size=most))
    return field(clubs), draw(st.integers(1, len(clubs) // 2))


def pairs_in(groups: Sequence[Sequence[int]], players: Sequence[Player]) -> int:
    return club_pairs([players[number - 1].club for number in group] for group in groups)


def moves(groups: Sequence[Sequence[int]], players: Sequence[Player]) -> int:
    """How many groups the players are away from those of the snake, in all."""
    home = make_groups(players, len(groups))
    place = {number: at for at, group in enumerate(home) for number in group}
    return sum(abs(place[number] - at) for at, group in enumerate(groups) for number in group)


def every_deal(players: int, count: int) -> Iterator[list[list[int]]]:
    """All ways in which each group gets one of each pot."""
    pots = [range(at, min(at + count, players)) for at in range(0, players, count)]
    for dealt in product(*(permutations(range(count), len(pot)) for pot in pots)):
        groups: list[list[int]] = [[] for _ in range(count)]
        for pot, places in zip(pots, dealt, strict=True):
            for at, group in zip(pot, places, strict=True):
                groups[group].append(at + 1)
        yield groups


@pytest.mark.parametrize(
    ("players", "count", "expected"),
    [
        (8, 2, [(1, 4, 5, 8), (2, 3, 6, 7)]),
        (12, 3, [(1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10)]),
        (10, 4, [(1, 8, 9), (2, 7, 10), (3, 6), (4, 5)]),
        (7, 2, [(1, 4, 5), (2, 3, 6, 7)]),
        (5, 1, [(1, 2, 3, 4, 5)]),
    ],
)
def test_snake(players: int, count: int, expected: list[tuple[int, ...]]) -> None:
    assert list(make_groups(field([""] * players), count)) == expected


@given(fields(), st.sampled_from(MODES), st.text(max_size=5), st.booleans())
def test_everybody_is_in_one_group_and_sizes_differ_by_at_most_one(
    told: tuple[list[Player], int], mode: Mode, seed: str, apart: bool
) -> None:
    players, count = told
    groups = make_groups(players, count, mode, seed, apart)
    assert sorted(number for group in groups for number in group) == [player.number for player in players]
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    assert all(list(group) == sorted(group) for group in groups)
    assert groups == make_groups(players, count, mode, seed, apart)


@given(fields(), st.sampled_from(MODES[:2]), st.text(max_size=5), st.booleans())
def test_each_group_has_one_of_each_pot(told: tuple[list[Player], int], mode: Mode, seed: str, apart: bool) -> None:
    players, count = told
    for group in make_groups(players, count, mode, seed, apart):
        assert max(Counter((number - 1) // count for number in group).values()) == 1


@given(fields(), st.sampled_from(MODES), st.text(max_size=5))
def test_each_club_is_spread_evenly(told: tuple[list[Player], int], mode: Mode, seed: str) -> None:
    """No other division, not even one that is free of pots, has fewer pairs of one club."""
    players, count = told
    groups = make_groups(players, count, mode, seed, clubs_apart=True)
    for club in {player.club for player in players} - {""}:
        held = [sum(players[number - 1].club == club for number in group) for group in groups]
        assert max(held) - min(held) <= 1


@given(st.lists(st.sampled_from(["", "A", "B", "C"]), min_size=4, max_size=8), st.integers(2, 4))
def test_the_snake_gives_way_as_little_as_possible(clubs: list[str], count: int) -> None:
    """No way of dealing the pots has fewer pairs of one club, or as few with fewer moves."""
    players = field(clubs)
    if count > len(players) // 2:
        count = 2
    groups = make_groups(players, count, clubs_apart=True)
    best = min((pairs_in(each, players), moves(each, players)) for each in every_deal(len(players), count))
    assert (pairs_in(groups, players), moves(groups, players)) == best


def test_whoever_is_in_the_way_changes_with_a_neighbor() -> None:
    """Numbers 1 and 4 are of one club; 3, one place stronger than 4, goes to group 1 in his place."""
    assert make_groups(field(["A", "", "", "A", "", "", "", ""]), 2, clubs_apart=True) == ((1, 3, 5, 8), (2, 4, 6, 7))


def test_lots_are_drawn_from_the_seed() -> None:
    players = field([""] * 12)
    for mode in ("pots", "lots"):
        drawn = {make_groups(players, 3, mode, str(seed)) for seed in range(20)}
        assert len(drawn) == 20
    strong = {len({1, 2, 3} & set(make_groups(players, 3, "lots", str(seed))[0])) for seed in range(40)}
    assert strong > {0, 2}


@pytest.mark.parametrize("count", [-1, 0, 3])
def test_too_many_groups(count: int) -> None:
    with pytest.raises(GroupCount):
        make_groups(field([""] * 5), count)


def test_another_way_of_making_groups() -> None:
    with pytest.raises(ValueError, match="no such way"):
        make_groups(field([""] * 5), 2, "pairs")  # type: ignore[arg-type]


# Groups A B C D and E F G, then a round in which A plays E.
TWO_GROUPS = """A 1-0 B, C ½-½ D, E 1-0 F, G bye | A 1-0 C, B 1-0 D, F 1-0 G, E bye | D 0-1 A, C 1-0 B, G ½-½ E, F bye
| E 1-0 A, B 1-0 C"""


def test_a_group_is_a_tournament_of_its_own() -> None:
    tournament, numbers = sheet(TWO_GROUPS, tie_breaks=("sonneborn-berger",))
    view = group_view(tournament, [numbers[name] for name in "EFG"])
    table = standings(view)
    assert [(view.players[row.player].name, row.points, row.rank) for row in table.rows] == [
        ("E", 3, 1),
        ("F", 2, 2),
        ("G", 1, 3),
    ]
    assert [row.values[0].value for row in table.rows] == [2 + 0.5, 1, 1.5]
    assert [round_.number for round_ in view.rounds] == [1, 2, 3, 4]
    assert [len(round_.games) for round_ in view.rounds] == [1, 1, 1, 0]
    cross_ = crosstable(view)
    assert set(cross_.meetings) == {(5, 6), (6, 5), (6, 7), (7, 6), (5, 7), (7, 5)}
    assert view.rounds[0].byes == {7: Bye.PAIRING_ALLOCATED}
    later = group_view(tournament, [numbers[name] for name in "BC"], first_round=4)
    assert [(row.player, row.points) for row in standings(later).rows] == [(2, 2), (3, 0)]


def test_groups_side_by_side() -> None:
    """Groups of 4 and 3: tables 1 and 2, and 3; round 4 is only for whoever has one."""
    rounds = parallel([schedule(4), schedule(3), schedule(6)], [(11, 12, 13, 14), (21, 22, 23), range(31, 37)], 5)
    assert [round_.number for round_ in rounds] == [5, 6, 7, 8, 9]
    told = [[(game.table, game.first // 10) for game in round_.games] for round_ in rounds]
    assert told == [[(1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (6, 3)]] * 3 + [[(4, 3), (5, 3), (6, 3)]] * 2
    first = rounds[0]
    assert [(game.first, game.second) for game in first.games[:3]] == [(11, 14), (12, 13), (22, 23)]
    assert first.byes == {21: Bye.PAIRING_ALLOCATED}
    assert rounds[3].byes == {}


@given(st.lists(st.integers(2, 9), min_size=1, max_size=5))
def test_everybody_meets_the_group_once(sizes: list[int]) -> None:
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    members = [range(start + 1, start + size + 1) for start, size in zip(starts, sizes, strict=True)]
    rounds = parallel([schedule(size) for size in sizes], members)
    met = Counter(frozenset((game.first, game.second)) for round_ in rounds for game in round_.games)
    assert met == Counter(frozenset(pair) for group in members for pair in combinations(group, 2))
    for round_ in rounds:
        tables = [game.table for game in round_.games]
        assert len(set(tables)) == len(tables)


def tables(*groups: str, tie_breaks: tuple[str, ...] = ()) -> list[Standings]:
    """Standings of groups given as points in half-points: "A6 B4 C2 D0"."""
    made = []
    for at, told in enumerate(groups):
        points = {10 * (at + 1) + place: int(each[1:]) for place, each in enumerate(told.split(), start=1)}
        players = {number: Player(number, str(number)) for number in points}
        rounds = tuple(
            Round(
                at + 1,
                (),
                MappingProxyType({number: Bye.HALF_POINT for number, value in points.items() if value > at}),
            )
            for at in range(max(points.values()))
        )
        tournament = Tournament(Settings(tie_breaks=tie_breaks), MappingProxyType(players), rounds)
        made.append(standings(tournament))
    return made


def test_who_advances() -> None:
    """Winners first, the one with more points ahead; then the second; 33 is the best third by points per game."""
    advance = advancing(tables("A5 B4 C2 D1", "A6 B3 C2 D1", "A4 B1 C1"), 2, 0, decided=[32])
    assert advance.players == (21, 31, 11, 12, 22, 32)
    assert advance.tiers[0][0] == Advanced(21, 2, 1)
    assert not advance.undecided
    # 21 and 31 both won all their games.
    assert advance.level == ((21, 31),)


def test_uneven_groups_are_compared_by_points_per_game() -> None:
    """Two points of two games are more than two of three."""
    advance = advancing(tables("A6 B4 C2 D0", "A4 B3 C2"), 2, 1)
    assert advance.players[-1] == 23
    assert [len(tier) for tier in advance.tiers] == [2, 2, 1]


def test_a_tie_at_the_cut_of_a_group_is_told() -> None:
    advance = advancing(tables("A6 B2 C2 D2", "A6 B4 C2 D0"), 2)
    assert advance.undecided == (Cut((12, 13, 14), 1),)
    assert advance.players == (11, 21, 22)
    decided = advancing(tables("A6 B2 C2 D2", "A6 B4 C2 D0"), 2, decided=[14, 12])
    assert decided.undecided == ()
    assert decided.players == (11, 21, 22, 14)


def test_a_tie_between_groups_is_told() -> None:
    two = tables("A6 B4 C2 D0", "A6 B4 C2 D0", "A6 B4 C1 D1")
    advance = advancing(two, 2, 1)
    assert advance.undecided == (Cut((13, 23), 1),)
    assert advance.tiers[2] == ()
    assert advance.level == ((11, 21, 31), (12, 22, 32))
    assert advancing(two, 2, 1, decided=[23]).players[-1] == 23
    assert advancing(two, 2, 2).undecided == ()
    ahead = tables("A6 B4 C2 D0", "A6 B4 C2 D0", "A6 B4 C3 D1")
    assert advancing(ahead, 2, 2).undecided == (Cut((13, 23), 1),)
    assert advancing(ahead, 2, 2).players[-1] == 33
    # Of the third group two are level for the last place that is left.
    assert advancing(two, 2, 3).undecided == (Cut((33, 34), 1),)


def test_a_tie_for_a_place_that_does_not_matter_is_no_tie_at_the_cut() -> None:
    advance = advancing(tables("A4 B4 C4 D0", "A6 B3 C3 D0"), 3)
    assert not advance.undecided
    assert advance.level == ((11, 12, 13), (22, 23))


@pytest.mark.parametrize(("key", "level"), [("direct-encounter", True), ("lots", True), ("wins", False)])
def test_what_holds_inside_a_group_does_not_decide_between_groups(key: str, level: bool) -> None:
    both = tables("A4 B2 C0", "A4 B2 C0", tie_breaks=(key,))
    told = [
        replace(table, rows=tuple(replace(row, values=(Worked(value),)) for row in table.rows))
        for table, value in zip(both, (1, 2), strict=True)
    ]
    assert bool(advancing(told, 1).level) is level


def test_tie_breaks_between_groups_of_different_sizes_are_per_game() -> None:
    """Both won all games and beat all: Sonneborn-Berger 3 of 3 games, 1 of 2; per game squared 1/3 and 1/4."""
    tournament, numbers = sheet(
        "A 1-0 B, C 1-0 D, E 1-0 F | A 1-0 C, B 1-0 D, F 1-0 G | A 1-0 D, C 1-0 B, E 1-0 G",
        tie_breaks=("sonneborn-berger",),
    )
    small, large = (standings(group_view(tournament, [numbers[n] for n in names])) for names in ("EFG", "ABCD"))
    assert advancing([small, large], 1).players == (1, 5)
    assert advancing([small, large], 1).level == ()


@pytest.mark.parametrize(
    ("best", "thirds", "error"), [(0, 0, AdvanceCount), (4, 0, AdvanceCount), (3, 2, NextPlacedCount)]
)
def test_too_many_advance(best: int, thirds: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        advancing(tables("A4 B2 C0", "A6 B4 C2 D0"), best, thirds)


def tier(place: int, *groups: int) -> list[Advanced]:
    return [Advanced(10 * group + place, group, place) for group in groups]


def meetings(order: Sequence[int]) -> list[int]:
    """How many pairs of group mates can meet first in round 1, 2, 3 and 4; the group is the tens of the number."""
    size = 1 << (len(order) - 1).bit_length()
    place = {seed: at for at, seed in enumerate(seed_order(size))}
    counts = [0] * 5
    for (one, first), (other, second) in combinations(enumerate(order, start=1), 2):
        if first // 10 == second // 10:
            counts[(place[one] ^ place[other]).bit_length()] += 1
    return counts[1:]


def test_crossed_two_groups() -> None:
    """A1 meets B2, and B1 meets A2."""
    assert cross([tier(1, 1, 2), tier(2, 1, 2)]) == (11, 21, 12, 22)
    assert cross([tier(1, 1, 2), tier(2, 2, 1)]) == (11, 21, 12, 22)


@pytest.mark.parametrize("seconds", list(permutations([1, 2, 3, 4])))
def test_crossed_four_groups(seconds: tuple[int, ...]) -> None:
    """Group mates are in different halves: they can meet in the final only."""
    assert meetings(cross([tier(1, 1, 2, 3, 4), tier(2, *seconds)]))[:2] == [0, 0]


@st.composite
def tiers(draw: st.DrawFn) -> list[list[Advanced]]:
    groups = draw(st.integers(2, 4))
    count = draw(st.integers(2, 3 if groups > 2 else 4))
    made = [tier(place, *draw(st.permutations(range(1, groups + 1)))) for place in range(1, count + 1)]
    made[-1] = made[-1][: draw(st.integers(1, groups))]
    return made


@given(tiers())
def test_group_mates_meet_as_late_as_possible(made: list[list[Advanced]]) -> None:
    """No other order of the tiers after the first is better, and of the equal ones none is nearer to the given one."""

    def price(order: Sequence[int]) -> tuple[list[int], int]:
        at = {player: seed for seed, player in enumerate(order)}
        return meetings(order), sum(
            abs(at[each.player] - seed) for seed, each in enumerate(each for tier_ in made for each in tier_)
        )

    others = product(*(permutations(each) for each in made[1:]))
    best = min(price([each.player for part in (made[0], *other) for each in part]) for other in others)
    assert price(cross(made)) == best


def test_a_tier_has_one_of_each_group() -> None:
    with pytest.raises(ValueError, match="two players of one group"):
        cross([tier(1, 1, 2), [Advanced(12, 1, 2), Advanced(13, 1, 3)]])


def test_from_groups_to_the_knockout() -> None:
    """23 players in four groups, all games won by the lower number, the best two and their bracket."""
    players = field([""] * 23)
    groups = make_groups(players, 4)
    rounds = tuple(
        replace(
            round_,
            games=tuple(
                replace(game, result=Result.FIRST_WINS if game.first < game.second else Result.SECOND_WINS)
                for game in round_.games
            ),
        )
        for round_ in parallel([schedule(len(group)) for group in groups], groups)
    )
    tournament = Tournament(Settings(), MappingProxyType({each.number: each for each in players}), rounds)
    advance = advancing([standings(group_view(tournament, group)) for group in groups], 2)
    assert set(advance.players) == set(range(1, 9))
    assert not advance.undecided
    assert set(cross(advance.tiers)[:4]) == {1, 2, 3, 4}


def test_who_is_struck_out_does_not_count() -> None:
    """13 of the first group is gone: his group has three games in all, as the second one, and he is no candidate."""
    first, second = tables("A6 B4 C2 D0", "A4 B2 C1")
    gone = replace(first, rows=tuple(replace(row, is_struck=row.player == 14) for row in first.rows))
    assert advancing([gone, second], 2).players == (11, 21, 12, 22)
    assert advancing([gone, second], 2, 2).players[4:] == (13, 23)
    with pytest.raises(NextPlacedCount):
        advancing([gone, second], 3, 1)
    with pytest.raises(AdvanceCount):
        advancing([gone, second], 4)


def test_sums_over_opponents_are_divided_by_the_square_of_the_games() -> None:
    """2 of 3 games are less than 1 of 2, though 2/3 is more than 1/2: 2/9 and 1/4."""
    both = tables("A6 B0 C0 D0", "A4 B0 C0", tie_breaks=("sonneborn-berger",))
    told = [
        replace(table, rows=tuple(replace(row, values=(Worked(value),)) for row in table.rows))
        for table, value in zip(both, (4, 2), strict=True)
    ]
    assert advancing(told, 1).players == (21, 11)
