"""Criteria made of ratings: the tables of FIDE, performances, players without a rating."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.history import history
from pairing_core.model import Outcome, Tournament
from pairing_core.standings import standings
from pairing_core.tie_breaks import TIE_BREAKS
from pairing_core.tie_breaks.fide_tables import difference, expected_percent

RATED = [each.key for each in TIE_BREAKS if each.rated]


PRINTED = csv.DictReader(
    (Path(__file__).parents[2] / "data" / "tiebreaks" / "fide_b02_8_1.csv").read_text(encoding="utf-8").splitlines()
)
TABLE = [(int(row["percent"]), int(row["difference"]), int(row["from"]), int(row["to"])) for row in PRINTED]


@pytest.mark.parametrize(("percent", "expected", "low", "high"), TABLE)
def test_tables_as_printed(percent: int, expected: int, low: int, high: int) -> None:
    assert (difference(percent), difference(100 - percent)) == (expected, -expected)
    assert {expected_percent(ahead) for ahead in range(low, high + 1)} == {percent}
    assert {expected_percent(-ahead) for ahead in range(low, high + 1)} == {100 - percent}


def test_the_printed_tables_are_whole() -> None:
    assert [row[0] for row in TABLE] == list(range(50, 101))
    assert [row[2] for row in TABLE] == [0, *(row[3] + 1 for row in TABLE[:-1])]


@given(st.integers(0, 100))
def test_the_two_tables_belong_together(percent: int) -> None:
    """Each difference of the first table lies among those of its score in the second, but for the open ends."""
    assert difference(percent) == -difference(100 - percent)
    assert expected_percent(difference(percent)) == percent


@given(tournaments())
def test_performances_written_plainly(tournament: Tournament) -> None:
    records = history(tournament, tournament.finished_rounds).records
    keys = ["aro", "tpr", "ptp"]
    rows = standings(tournament, tie_breaks=keys).rows
    for row in rows:
        entries = [entry for entry in records[row.player].entries if entry.is_played]
        ratings = [tournament.players[entry.opponent].rating for entry in entries if entry.opponent is not None]
        found = [value.value for value in row.values]
        if None in ratings:
            assert found == [None, None, None]
            continue
        if not ratings:
            assert found == [0, 0, 0]
            continue
        known = [rating for rating in ratings if rating is not None]
        mean = int(Fraction(sum(known), len(known)) + Fraction(1, 2))
        score = sum(
            {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2)}.get(entry.outcome, Fraction(0))
            for entry in entries
            if entry.outcome
        )
        percent = int(100 * score / len(known) + Fraction(1, 2))
        perfect = min(known) - 800
        if score:
            while sum(expected_percent(perfect - rating) for rating in known) < 100 * score:
                perfect += 1
        assert found == [mean, mean + difference(percent), perfect]


def test_without_a_rating() -> None:
    """Who met somebody without a rating has no value; the others keep theirs and rank before."""
    ratings = {"A": 1500, "B": 1600, "C": 1700}
    tournament, numbers = sheet("A 1-0 B, C 1-0 D | A 0-1 C, D 0-1 B", ratings=ratings)
    for key in RATED:
        ranked = standings(tournament, tie_breaks=[key])
        missing = {row.player for row in ranked.rows if row.values[0].value is None}
        expected = {
            "rating": "D",
            # B and C have no performance, so that those who met them have no mean of it; they themselves met A and D.
            "apro": "AD",
            "appo": "AD",
        }.get(key, "BC")
        assert missing == {numbers[name] for name in expected}, key
    by_rating = standings(tournament, tie_breaks=["rating"])
    assert [tournament.players[row.player].name for row in by_rating.rows] == ["C", "B", "A", "D"]


def test_the_lowest_rating_is_cut_even_if_it_is_the_only_one() -> None:
    tournament, numbers = sheet("A 1-0 B | A 1-0 C, B bye", ratings={"A": 1500, "B": 1600, "C": 1701})
    rows = standings(tournament, tie_breaks=["aro", "aro-cut-1"]).rows
    found = {row.player: tuple(value.value for value in row.values) for row in rows}
    assert found[numbers["A"]] == (1651, 1701)
    assert found[numbers["B"]] == (1500, 0)
