"""Criteria made of a player's own rounds: what is counted and what is not."""

from __future__ import annotations

import pytest
from builders import sheet

from pairing_core.model import Scoring
from pairing_core.standings import standings

# A: won as first, won as second, drew as first, forfeit win, bye, half. B is the other side of the first four.
SIX_ROUNDS = "A 1-0 B, C zero | B 0-1 A, C zero | A ½-½ B, C bye | A +:- B, C half | A bye, B 1-0 C | A half, C 1-0 B"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("points", ["5", "1.5", "2.5"]),
        ("wins", ["4", "1", "2"]),
        ("games-won", ["2", "1", "1"]),
        ("wins-as-second", ["1", "0", "0"]),
        ("games-as-second", ["1", "3", "1"]),
        ("games-started", ["2", "2", "1"]),
        ("rounds-elected", ["5", "5", "3"]),
        ("standard-points", ["5", "1.5", "2.5"]),
        ("progressive", ["18.5", "4", "6.5"]),
        ("progressive-cut-1", ["17.5", "4", "6.5"]),
    ],
)
def test_rounds_of_every_kind(key: str, expected: list[str]) -> None:
    tournament, _ = sheet(SIX_ROUNDS)
    ranked = standings(tournament, tie_breaks=[key])
    found = {row.player: ranked.tie_breaks[0].text(row.values[0]) for row in ranked.rows}
    assert [found[player] for player in (1, 2, 3)] == expected


def test_a_bye_worth_half_a_win_is_no_win() -> None:
    tournament, _ = sheet("A bye, B 1-0 C", scoring=Scoring(win=6, draw=2, pairing_allocated_bye=2))
    rows = {
        row.player: [value.value for value in row.values] for row in standings(tournament, None, ["win", "std"]).rows
    }
    assert rows == {1: [0, 1], 2: [1, 2], 3: [0, 0]}


def test_a_game_still_open_is_not_counted() -> None:
    tournament, _ = sheet("A - B")
    keys = ["wins", "games-won", "games-as-second", "games-started", "rounds-elected", "standard-points"]
    for row in standings(tournament, 1, keys).rows:
        assert [value.value for value in row.values] == [0] * len(keys)
