"""Criteria made of game totals: Brightwell quotient, TurČAS, spread."""

from __future__ import annotations

import pytest
from builders import sheet

from pairing_core.errors import BadValue, MissingParameter
from pairing_core.journal import Journal, events_of
from pairing_core.model import Tournament
from pairing_core.standings import standings
from pairing_core.tie_breaks import TERM_KINDS

# Five rounds of Othello by P; what the others did among themselves gives Q 3, R 4, S 1 and T 2½ points.
OTHELLO = (
    "P 1-0 Q 38:26, R 1-0 T 40:24, S zero | P bye, Q 1-0 S 40:24, R zero, T ½-½ U 32:32 | "
    "P 0-1 R 30:34, Q 1-0 U 33:31, S 0-1 T 20:44 | P 1-0 S 33:31, Q 1-0 V 40:24, R 1-0 U 40:24, T bye |"
    "P 1-0 T 40:24, R 1-0 Q 40:24"
)


def after(tournament: Tournament, *events: dict[str, object]) -> Tournament:
    return Journal(events_of(tournament)).append(*events).tournament


def value(tournament: Tournament, key: str, player: int) -> str | None:
    ranked = standings(tournament, tie_breaks=[key])
    return next(ranked.tie_breaks[0].text(row.values[0]) for row in ranked.rows if row.player == player)


def test_brightwell_with_a_bye_and_a_withdrawal() -> None:
    """othello.dk/book (BQ); zoomy.blogspot.com 2012/09 tells how the reckoning by hand went wrong."""
    tournament, numbers = sheet(OTHELLO, board_total=64, bye_scores=(40, 24))
    tournament = after(tournament, {"event": "player_withdrawn", "number": numbers["S"], "after": 4})
    points = {row.player: row.points for row in standings(tournament).rows}
    assert {name: points[numbers[name]] for name in "PQRT"} == {"P": 8, "Q": 6, "R": 8, "T": 5}
    assert value(tournament, "brightwell", numbers["P"]) == "277"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        # 38 + 30 + 33 + 40 discs and 32 for the bye; opponents with 3 + 4 + 0 + 2½ points, and own 4 for the bye.
        ({}, "254"),
        ({"parameters": {"brightwell-factor": "3"}}, "213.5"),
        ({"parameters": {"brightwell-factor": "0"}}, "173"),
        ({"parameters": {"brightwell-factor": "12,8"}}, "345.8"),
        ({"board_total": 100}, "272"),
    ],
)
def test_brightwell_settings(settings: dict[str, object], expected: str) -> None:
    tournament, numbers = sheet(OTHELLO, **settings)
    assert value(tournament, "brightwell", numbers["P"]) == expected


def test_who_left_after_the_last_round_did_not_withdraw() -> None:
    tournament, numbers = sheet(OTHELLO)
    left = after(tournament, {"event": "player_withdrawn", "number": numbers["S"], "after": 5})
    assert value(left, "brightwell", numbers["P"]) == "254"


def test_brightwell_of_one_who_did_not_come() -> None:
    """Nobody gets half of the board for staying away; who waited in vain does."""
    tournament, _ = sheet("A +:- B | A zero, B half")
    assert [value(tournament, "brightwell", player) for player in (1, 2)] == ["38", "35"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("score-total", {"A": "750", "B": "640", "C": None}),
        ("discs", {"A": "750", "B": "640", "C": None}),
        ("spread", {"A": "10", "B": "-160", "C": None}),
        ("opponents-totals", {"A": "740", "B": "800", "C": None}),
    ],
)
def test_totals(key: str, expected: dict[str, str | None]) -> None:
    tournament, numbers = sheet("A 1-0 B 400:340, C zero | B bye, A 0-1 D 350:400, C zero", bye_scores=(300, 400))
    assert {name: value(tournament, key, numbers[name]) for name in expected} == expected


def test_fewer_points_of_the_opponents_are_better() -> None:
    tournament, _ = sheet("A 1-0 B 400:340, C 1-0 D 400:300")
    assert [row.player for row in standings(tournament, tie_breaks=["opponents-totals"]).rows] == [3, 1, 2, 4]


COEFFICIENTS = {"turcas-a": "60", "turcas-b": "0.1", "turcas-c": "1/4", "turcas-d": "5"}


def test_turcas() -> None:
    """Rounds 3; A met B (2 points) and C (1): Buchholz 3. Totals 810, against 760. A started once and not once."""
    tournament, numbers = sheet(
        "A 1-0 B 400:340 | C 1-0 A 420:410, B bye | B 1-0 C 410:300",
        rounds=3,
        parameters=COEFFICIENTS,
        unplayed="as-awarded",
    )
    assert value(tournament, "turcas", numbers["A"]) == "153.5"
    # B: opponents A and C have 2 points; 750 against 700; started one, not the other.
    assert value(tournament, "turcas", numbers["B"]) == "127.5"
    # C did not start the third round but started the second: 720 against 820 and opponents with 3 points.
    assert value(tournament, "turcas", numbers["C"]) == "107"


def test_turcas_counts_starts() -> None:
    parameters = {"turcas-a": "0", "turcas-b": "0", "turcas-c": "0", "turcas-d": "2"}
    tournament, numbers = sheet("A 1-0 B, C 1-0 D | A 1-0 C, D 1-0 B", parameters=parameters)
    assert {name: value(tournament, "turcas", numbers[name]) for name in "ABCD"} == {
        "A": "-4",
        "B": "4",
        "C": "0",
        "D": "0",
    }


def test_turcas_of_a_game_still_open() -> None:
    """It adds nothing to anybody, so who starts it does not either."""
    parameters = {"turcas-a": "1", "turcas-b": "1", "turcas-c": "1", "turcas-d": "2"}
    tournament, _ = sheet("A - B, C 1-0 D 40:30", parameters=parameters, unplayed="as-awarded")
    assert {row.player: row.values[0].value for row in standings(tournament, 1, ["turcas"]).rows} == {
        1: 0,
        2: 0,
        3: 48,
        4: 23,
    }


def test_each_line_of_the_working_of_turcas_says_what_it_is() -> None:
    tournament, numbers = sheet("A 1-0 B 400:340", parameters=COEFFICIENTS)
    row = next(row for row in standings(tournament, tie_breaks=["turcas"]).rows if row.player == numbers["A"])
    kinds = [term.kind for term in row.values[0].terms]
    assert kinds == ["of-buchholz", "of-totals", "of-spread", "of-starts"]
    names = {kind.key: kind.name for kind in TERM_KINDS}
    assert [names[kind].split()[1][:1] for kind in kinds] == list("ABCD")


@pytest.mark.parametrize("missing", COEFFICIENTS)
def test_turcas_has_no_silent_coefficient(missing: str) -> None:
    parameters = {name: text for name, text in COEFFICIENTS.items() if name != missing}
    tournament, _ = sheet("A 1-0 B 400:340", parameters=parameters)
    with pytest.raises(MissingParameter) as caught:
        standings(tournament, tie_breaks=["turcas"])
    assert caught.value.params == {"tie_break": "turcas", "parameter": missing}


@pytest.mark.parametrize("text", ["", "six", "1e9", "1/0", "nan", "inf", "9" * 41, "1,2,3"])
def test_parameter_that_is_no_number(text: str) -> None:
    tournament, _ = sheet("A 1-0 B", parameters={"brightwell-factor": text})
    with pytest.raises(BadValue) as caught:
        standings(tournament, tie_breaks=["brightwell"])
    assert caught.value.params["what"] == "brightwell-factor"
