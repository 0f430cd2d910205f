"""The column method of mankala.cz: right as a list of opponents, wrong as a table."""

from __future__ import annotations

import pytest

from pairing_core.errors import PlayerOutOfRange, TooFewPlayers, TooManyPlayers
from pairing_core.round_robin import column_method_rows, first_bad_row, opponents, schedule


@pytest.mark.parametrize("players", [*range(2, 41), 99, 100])
def test_each_column_is_one_players_list_of_opponents(players: int) -> None:
    table = schedule(players)
    lists: dict[int, list[int]] = {player: [] for player in range(1, players + 1)}
    for round_ in table.rounds:
        for game in round_.games:
            lists[game.first].append(game.second)
            lists[game.second].append(game.first)
        if round_.bye is not None:
            lists[round_.bye].append(players + 1)
    assert {player: list(opponents(players, player)) for player in lists} == lists


def test_the_example_of_the_page_without_its_misprints() -> None:
    """Printed: "... 11-12, 20-12, 13-12 ... 15-12, 16-12, 1-12"; 20 stands for 16, and the second 16 is too many."""
    assert opponents(16, 12) == (5, 6, 7, 8, 9, 10, 11, 16, 13, 14, 15, 1, 2, 3, 4)


def test_the_last_player_of_an_even_field() -> None:
    assert opponents(8, 8) == (1, 5, 2, 6, 3, 7, 4)


def test_rows_for_six_players() -> None:
    assert column_method_rows(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((1, 2), (3, 5), (6, 4)),
        ((1, 3), (4, 5), (5, 4)),
        ((1, 4), (6, 5), (1, 4)),
        ((1, 5), (1, 5), (2, 4)),
    )


def test_first_bad_row_for_six_players() -> None:
    bad = first_bad_row(6)
    assert bad is not None
    assert bad.round == 3
    assert bad.pairs == ((4, 5), (5, 4))
    assert bad.right == ((2, 6), (1, 3), (4, 5))
    assert (bad.twice, bad.missing) == ((4, 5), (2, 6))


@pytest.mark.parametrize("players", range(4, 21, 2))
def test_rows_are_rounds_only_up_to_the_second(players: int) -> None:
    rows = column_method_rows(players)
    right = [{frozenset(game[1:]) for game in round_.games} for round_ in schedule(players).rounds]
    assert [{frozenset(pair) for pair in row} for row in rows[:2]] == right[:2]
    assert len({player for pair in rows[2] for player in pair}) < players
    bad = first_bad_row(players)
    assert bad is not None
    assert bad.round == 3
    assert set(bad.pairs) <= set(rows[2])
    assert {frozenset(pair) for pair in bad.right} == right[2]


@pytest.mark.parametrize("players", range(4, 21, 2))
def test_each_column_of_the_rows_is_right_all_the_same(players: int) -> None:
    rows = column_method_rows(players)
    for column in range(players // 2):
        copied = 1 if column == 0 else players - column
        series = tuple(sum(row[column]) - copied for row in rows)
        assert series == opponents(players, copied)


def test_two_players_have_no_bad_row() -> None:
    assert first_bad_row(2) is None


@pytest.mark.parametrize(("players", "player"), [(6, 0), (6, 7), (7, 8), (6, -1)])
def test_refuses_players_that_do_not_exist(players: int, player: int) -> None:
    with pytest.raises(PlayerOutOfRange, match=f"There is no player “{player}”; the table has players 1 to {players}"):
        opponents(players, player)


def test_refuses_fields_that_do_not_exist() -> None:
    with pytest.raises(TooFewPlayers):
        column_method_rows(1)
    with pytest.raises(TooManyPlayers):
        opponents(201, 1)
    with pytest.raises(TooFewPlayers):
        first_bad_row(0)
