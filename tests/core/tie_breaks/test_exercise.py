"""The tie-break exercise of the FIDE Technical Commission: 24 criteria of 16 players in two editions of C.07."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pairing_core.model import Bye, Game, Player, Result, Round, Settings, Tournament, decimal_text
from pairing_core.standings import standings

EXERCISE = json.loads(
    (Path(__file__).parents[2] / "data" / "tiebreaks" / "tec_exercise_swiss.json").read_text(encoding="utf-8")
)
EDITIONS = {"2024": "fide-2023", "2026": "fide-2026"}
BYES = {
    "half_point_bye": Bye.HALF_POINT,
    "pairing_allocated_bye": Bye.PAIRING_ALLOCATED,
    "zero_point_bye": Bye.ZERO_POINT,
}
RESULTS = {1: Result.FIRST_WINS, 0.5: Result.DRAW, 0: Result.SECOND_WINS}


def exercise() -> Tournament:
    players = {int(number): Player(int(number), number, rating) for number, rating in EXERCISE["ratings"].items()}
    rounds = []
    for at in range(5):
        games: list[Game] = []
        byes = {}
        for number, player in EXERCISE["players"].items():
            entry = player["rounds"][at]
            if entry["kind"] in BYES:
                byes[int(number)] = BYES[entry["kind"]]
            elif entry["kind"] == "forfeit_win":
                result = Result.FIRST_WINS_BY_FORFEIT
                games.append(Game(len(games) + 1, int(number), entry["opponent"], result))
            elif entry.get("colour") == "white":
                games.append(Game(len(games) + 1, int(number), entry["opponent"], RESULTS[entry["score"]]))
        rounds.append(Round(at + 1, tuple(games), byes))
    return Tournament(Settings(rounds=5), players, tuple(rounds))


@pytest.mark.parametrize("criterion", EXERCISE["expected"]["2024"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_value_of_every_player(edition: str, criterion: str) -> None:
    expected = EXERCISE["expected"][edition][criterion]
    ranked = standings(exercise(), tie_breaks=[criterion], unplayed=EDITIONS[edition])
    found = {str(row.player): ranked.tie_breaks[0].text(row.values[0]) for row in ranked.rows}
    assert found == {number: decimal_text(Fraction(str(value))) for number, value in expected.items()}


def test_the_file_has_all_that_is_claimed() -> None:
    assert set(EXERCISE["agreed_by_two_programs"]) < set(EXERCISE["expected"]["2026"])
    assert all(len(each) == 24 for each in EXERCISE["expected"].values())
