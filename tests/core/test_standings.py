"""Standings: order, shared ranks, what counts, JSON; and the crosstable."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.errors import UnknownRound, UnknownTieBreak
from pairing_core.history import history
from pairing_core.journal import Journal, events_of
from pairing_core.model import Outcome, PlayerNumber, Tournament, points_text
from pairing_core.standings import crosstable, standings, to_json
from pairing_core.tie_breaks import TIE_BREAKS

# Those that neither look at the pairing number nor at an order by hand nor draw lots from it.
BLIND = [each.key for each in TIE_BREAKS if each.key not in ("number", "manual", "lots", "turcas")]

# Eight players, three rounds (S8 of the reports collected from users of other programs).
S8 = "1 ½-½ 5, 6 1-0 2, 3 0-1 7, 8 1-0 4 | 7 ½-½ 6, 5 1-0 8, 2 ½-½ 1, 4 0-1 3 |6 1-0 5, 1 ½-½ 7, 3 1-0 8, 4 1-0 2"


def lines(tournament: Tournament, *criteria: str, after: int | None = None) -> list[str]:
    """Return rank, name, points and values of each row."""
    ranked = standings(tournament, after, criteria)
    return [
        " ".join(
            [
                str(row.rank),
                tournament.players[row.player].name,
                points_text(row.points),
                *(each.text(value) or "-" for each, value in zip(ranked.tie_breaks, row.values, strict=True)),
            ]
        )
        for row in ranked.rows
    ]


@pytest.mark.parametrize(
    ("criteria", "after", "expected"),
    [
        ([], None, ["1 6 2.5", "2 3 2", "2 7 2", "4 1 1.5", "4 5 1.5", "6 4 1", "6 8 1", "8 2 0.5"]),
        ([], 1, ["1 6 1", "1 7 1", "1 8 1", "4 1 0.5", "4 5 0.5", "6 2 0", "6 3 0", "6 4 0"]),
        ([], 0, [f"1 {number} 0" for number in range(1, 9)]),
        (
            ["buchholz", "wins"],
            None,
            [
                "1 6 2.5 4 2",
                "2 7 2 6 1",
                "3 3 2 4 2",
                "4 5 1.5 5 1",
                "5 1 1.5 4 0",
                "6 8 1 4.5 1",
                "7 4 1 3.5 1",
                "8 2 0.5 5 0",
            ],
        ),
        (
            ["number"],
            None,
            ["1 6 2.5 6", "2 3 2 3", "3 7 2 7", "4 1 1.5 1", "5 5 1.5 5", "6 4 1 4", "7 8 1 8", "8 2 0.5 2"],
        ),
    ],
)
def test_order_and_shared_ranks(criteria: list[str], after: int | None, expected: list[str]) -> None:
    assert lines(sheet(S8)[0], *criteria, after=after) == expected


def test_a_correction_of_the_first_round_reaches_the_standings() -> None:
    """liwords 762, PGSwiss 93: an error of the first round found after the third."""
    corrected = Journal(events_of(sheet(S8)[0])).append(
        {"event": "result_entered", "round": 1, "first": 6, "second": 2, "result": "0"}
    )
    points = {row.player: points_text(row.points) for row in standings(corrected.tournament).rows}
    assert (points[6], points[2]) == ("1.5", "1.5")


def test_the_order_of_the_settings_unless_another_is_asked_for() -> None:
    tournament, _ = sheet(S8, tie_breaks=("bh", "de"), unplayed="as-awarded")
    ranked = standings(tournament)
    assert [each.key for each in ranked.tie_breaks] == ["buchholz", "direct-encounter"]
    assert ranked.unplayed.key == "as-awarded"
    other = standings(tournament, tie_breaks=[], unplayed="fide-2023")
    assert (other.tie_breaks, other.unplayed.key) == ((), "fide-2023")


def test_lots_and_an_order_by_hand_decide_last() -> None:
    text = "A ½-½ B, C ½-½ D"
    by_hand = replace(sheet(text)[0], order=(3, 1))
    assert lines(by_hand, "manual") == ["1 C 0.5 1", "2 A 0.5 2", "3 B 0.5 -", "3 D 0.5 -"]
    drawn = [lines(sheet(text, seed=seed)[0], "lots") for seed in ("k7m2p9", "K7 M2 P9", "other")]
    # The same draw as `draw_lots(["A", "B", "C", "D"], "k7m2p9")`.
    assert drawn[0] == drawn[1] == ["1 B 0.5 1", "2 C 0.5 2", "3 D 0.5 3", "4 A 0.5 4"]
    assert drawn[2] != drawn[0]


@pytest.mark.parametrize("after", [-1, 4, 99])
def test_a_round_that_was_not_drawn(after: int) -> None:
    with pytest.raises(UnknownRound) as caught:
        standings(sheet(S8)[0], after)
    assert caught.value.params == {"round": after, "rounds": 3}
    with pytest.raises(UnknownRound):
        crosstable(sheet(S8)[0], after)


def test_unknown_tie_break_of_the_settings() -> None:
    with pytest.raises(UnknownTieBreak):
        standings(sheet(S8, tie_breaks=("bucholz",))[0])


def test_players_in_another_order_are_listed_alike() -> None:
    tournament, _ = sheet(S8)
    turned = replace(tournament, players=dict(reversed(tournament.players.items())))
    assert lines(turned, "wins") == lines(tournament, "wins")


def test_nobody_and_nothing() -> None:
    assert standings(Tournament()).rows == ()
    assert crosstable(Tournament()).rows == ()


def test_json() -> None:
    tournament, _ = sheet("A 1-0 B, C bye | A ½-½ C, B half", unplayed="as-awarded")
    ranked = standings(tournament, tie_breaks=["direct-encounter", "buchholz"])
    assert to_json(ranked, tournament) == {
        "after": 2,
        "tiebreaks": ["direct-encounter", "buchholz"],
        "rows": [
            {
                "rank": 1,
                "player": 1,
                "name": "A",
                "points": "1.5",
                "tiebreaks": {"direct-encounter": "0.5", "buchholz": "2"},
            },
            {
                "rank": 2,
                "player": 3,
                "name": "C",
                "points": "1.5",
                "tiebreaks": {"direct-encounter": "0.5", "buchholz": "1.5"},
            },
            {
                "rank": 3,
                "player": 2,
                "name": "B",
                "points": "0.5",
                "tiebreaks": {"direct-encounter": None, "buchholz": "1.5"},
            },
        ],
    }


def test_json_with_working() -> None:
    tournament, _ = sheet("A 1-0 B, C bye | A ½-½ C, B half")
    value = to_json(standings(tournament, tie_breaks=["sb", "lots"]), tournament, working=True)
    assert value["rows"][0]["working"] == {
        "sonneborn-berger": [
            {"kind": "dummy", "value": "1", "round": 1},
            {"kind": "opponent", "value": "0.75", "round": 2, "opponent": 1},
        ],
        "lots": [],
    }


@given(tournaments(totals=True, open_round=True), st.lists(st.sampled_from([*BLIND, "lots", "number"]), max_size=4))
def test_ranks(tournament: Tournament, criteria: list[str]) -> None:
    """Everybody stands once; a rank is one more than the number of those before; equal is who has all equal."""
    ranked = standings(tournament, tie_breaks=criteria)
    assert sorted(row.player for row in ranked.rows) == sorted(tournament.players)
    assert all(len(row.values) == len(criteria) for row in ranked.rows)
    keys = [
        (-row.points, *(each.sort_key(value) for each, value in zip(ranked.tie_breaks, row.values, strict=True)))
        for row in ranked.rows
    ]
    assert keys == sorted(keys)
    for place, row in enumerate(ranked.rows):
        assert row.rank == 1 + sum(key < keys[place] for key in keys)
    for before, behind in pairwise(ranked.rows):
        if before.rank == behind.rank:
            assert before.player < behind.player
    json.dumps(to_json(ranked, tournament, working=True))


@given(tournaments(totals=True, open_round=True))
def test_equal_shown_values_are_equal_and_others_are_not(tournament: Tournament) -> None:
    """svberolinamitte.de, 2019: equal numbers in the list and different ranks, which nobody could explain."""
    for criteria in ([*BLIND, "lots", "number"], ["direct-encounter"]):
        ranked = standings(tournament, tie_breaks=criteria)
        for at, each in enumerate(ranked.tie_breaks):
            column = [row.values[at] for row in ranked.rows]
            shown = {each.text(value): each.sort_key(value) for value in column}
            assert all(shown[each.text(value)] == each.sort_key(value) for value in column)
            assert len({each.sort_key(value) for value in column}) == len(shown)


@given(tournaments(totals=True), st.randoms(use_true_random=False))
def test_numbers_of_the_players_do_not_matter(tournament: Tournament, chance: object) -> None:
    """With other numbers everybody has the same rank and the same values."""
    numbers = list(tournament.players)
    shuffled = list(numbers)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    new = dict(zip(numbers, shuffled, strict=True))
    other = renumbered(tournament, new)
    # One list of all criteria would leave nobody tied for the later ones.
    for criteria in (BLIND[:8], ["direct-encounter"], BLIND[8:]):
        found = {row.player: row for row in standings(other, tie_breaks=criteria).rows}
        for row in standings(tournament, tie_breaks=criteria).rows:
            same = found[new[row.player]]
            assert (same.rank, same.points) == (row.rank, row.points)
            assert [(each.value, each.further) for each in same.values] == [
                (each.value, each.further) for each in row.values
            ]


def renumbered(tournament: Tournament, new: Mapping[PlayerNumber, PlayerNumber]) -> Tournament:
    players = {new[number]: replace(player, number=new[number]) for number, player in tournament.players.items()}
    rounds = tuple(
        replace(
            round_,
            games=tuple(replace(game, first=new[game.first], second=new[game.second]) for game in round_.games[::-1]),
            byes={new[player]: bye for player, bye in round_.byes.items()},
        )
        for round_ in tournament.rounds
    )
    return replace(tournament, players=MappingProxyType(dict(sorted(players.items()))), rounds=rounds)


def test_crosstable_of_a_round_robin_with_two_cycles() -> None:
    tournament, numbers = sheet(
        "A 1-0 B, C bye | A 1-0 C, B bye | B 1-0 C, A bye | B 1-0 A, C bye | C 0-1 A, B bye | C ½-½ B, A bye",
        system="round-robin",
    )
    table = crosstable(tournament, 4, tie_breaks=["wins"])
    assert [(row.rank, row.player, points_text(row.points)) for row in table.rows] == [
        (1, numbers["A"], "2"),
        (1, numbers["B"], "2"),
        (3, numbers["C"], "0"),
    ]
    a, b, c = (numbers[name] for name in "ABC")
    grid = {pair: [points_text(entry.points) for entry in entries] for pair, entries in table.meetings.items()}
    assert grid == {
        (a, b): ["1", "0"],
        (b, a): ["0", "1"],
        (a, c): ["1"],
        (c, a): ["0"],
        (b, c): ["1"],
        (c, b): ["0"],
    }
    assert len(crosstable(tournament).meetings[b, c]) == 2


@given(tournaments(open_round=True))
def test_crosstable_says_everything_twice(tournament: Tournament) -> None:
    """An entry for each round; each game is in the lines and in the grid of both players, from either side."""
    table = crosstable(tournament, len(tournament.rounds))
    records = history(tournament).records
    assert sum(len(entries) for entries in table.meetings.values()) == 2 * sum(
        len(round_.games) for round_ in tournament.rounds
    )
    for row in table.rows:
        assert row.entries == records[row.player].entries
        assert row.points == sum(entry.points for entry in row.entries)
        for entry in row.entries:
            if entry.opponent is not None:
                assert entry in table.meetings[row.player, entry.opponent]
                back = table.meetings[entry.opponent, row.player]
                assert [each.is_first for each in back if each.round == entry.round] == [not entry.is_first]
                if entry.outcome is Outcome.WIN:
                    assert any(each.outcome is Outcome.LOSS for each in back if each.round == entry.round)
