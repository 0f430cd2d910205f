"""A table as JSON, CSV and text."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import fields, schedules

from pairing_core.errors import PlayerOutOfRange
from pairing_core.formats import table
from pairing_core.round_robin import CONSTRUCTIONS, Construction, Schedule, schedule, steps


def test_json_says_only_what_is_to_be_said() -> None:
    assert table.to_json(schedule(3)) == {
        "players": 3,
        "construction": "serpentine",
        "rounds": [
            {"round": 1, "games": [{"table": 1, "first": 2, "second": 3}], "bye": 1},
            {"round": 2, "games": [{"table": 1, "first": 1, "second": 2}], "bye": 3},
            {"round": 3, "games": [{"table": 1, "first": 3, "second": 1}], "bye": 2},
        ],
    }


def test_json_with_everything() -> None:
    value = table.to_json(schedule(2, cycles=2), ["Anna", "Béla"], "k7m2p9")
    assert list(value) == ["players", "construction", "rounds", "cycles", "seed", "names"]
    assert (value["cycles"], value["seed"], value["names"]) == (2, "k7m2p9", ["Anna", "Béla"])


@given(schedules(max_players=30, max_cycles=3))
def test_json_is_json_and_holds_the_schedule(schedule: Schedule) -> None:
    value = json.loads(json.dumps(table.to_json(schedule)))
    games = [(r["round"], g["table"], g["first"], g["second"]) for r in value["rounds"] for g in r["games"]]
    assert games == [(round_.number, *game) for round_ in schedule.rounds for game in round_.games]
    assert [r["bye"] for r in value["rounds"]] == [round_.bye for round_ in schedule.rounds]


def test_csv_of_numbers() -> None:
    assert table.to_csv(schedule(3)) == (
        "Round;Table;Starts (number);Second (number)\r\n"
        "1;1;2;3\r\n1;Rests;1;\r\n2;1;1;2\r\n2;Rests;3;\r\n3;1;3;1\r\n3;Rests;2;\r\n"
    )


def test_csv_with_names_and_other_words() -> None:
    words = {"round": "Kolo", "first": "Začíná (číslo)", "first_name": "Začíná", "bye": "Volno"}
    assert table.to_csv(schedule(3), ["Anna", 'B "B"', "C; c"], words).splitlines() == [
        "Kolo;Table;Začíná (číslo);Začíná;Second (number);Second",
        '1;1;2;"B ""B""";3;"C; c"',
        "1;Volno;1;Anna;;",
        '2;1;1;Anna;2;"B ""B"""',
        '2;Volno;3;"C; c";;',
        '3;1;3;"C; c";1;Anna',
        '3;Volno;2;"B ""B""";;',
    ]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-Jan", "'-Jan"),
        ("@home", "'@home"),
        ("1-2", "'1-2"),
        ("3/4", "'3/4"),
        ("12.5.", "'12.5."),
        ("7", "'7"),
        ("1E5", "'1E5"),
        ("1 - 2", "'1 - 2"),
        ("5. May", "'5. May"),
        ("May 5", "'May 5"),
        ("12-dic", "'12-dic"),
        ("1. května", "'1. května"),
        ("srpen 2026", "'srpen 2026"),
        ("1 Jan 2026", "'1 Jan 2026"),
        # Names, and nothing else
        ("Anna", "Anna"),
        ("May", "May"),
        ("Jan Novák", "Jan Novák"),
        ("Jan 3rd", "Jan 3rd"),
        ("1. FC Brno", "1. FC Brno"),
        ("Player 5", "Player 5"),
        ("O'Neil", "O'Neil"),
        ("<b>", "<b>"),
    ],
)
def test_no_name_becomes_a_formula_or_a_date(name: str, cell: str) -> None:
    assert table.guarded(name) == cell


@given(schedules(max_players=30), st.booleans())
def test_csv_reads_back(schedule: Schedule, named: bool) -> None:
    names = [f"Player {number}" for number in range(1, schedule.players + 1)] if named else None
    header, *rows = csv.reader(io.StringIO(table.to_csv(schedule, names), newline=""), delimiter=";")
    assert {len(row) for row in rows} == {len(header)} == {6 if named else 4}
    second = 4 if named else 3
    games = [(int(row[0]), int(row[1]), int(row[2]), int(row[second])) for row in rows if row[1] != "Rests"]
    assert games == [(round_.number, *game) for round_ in schedule.rounds for game in round_.games]
    byes = [(int(row[0]), int(row[2])) for row in rows if row[1] == "Rests"]
    assert byes == [(round_.number, round_.bye) for round_ in schedule.rounds if round_.bye is not None]


def test_one_players_list() -> None:
    assert table.player_list(schedule(5), 3) == [
        (1, 2, 4, True),
        (2, 1, 5, False),
        (3, 1, 1, True),
        (4, 2, 2, False),
        (5, None, None, None),
    ]
    assert table.player_csv(schedule(3), 2, ["A", "B", "C"]).splitlines() == [
        "Round;Table;Opponent (number);Opponent;Starts",
        "1;1;3;C;starts",
        "2;1;1;A;does not start",
        "3;;;;rests",
    ]


@pytest.mark.parametrize("player", [0, 6, -1])
def test_no_list_for_nobody(player: int) -> None:
    with pytest.raises(PlayerOutOfRange, match=f"There is no player “{player}”; the table has players 1 to 5"):
        table.player_list(schedule(5), player)


@pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda known: known.key)
def test_every_phase_has_its_sentence(construction: Construction) -> None:
    assert {f"{construction.key}/{phase}" for phase in construction.phases} <= set(table.WORDS)


@given(fields(max_players=24))
def test_steps_as_text_have_every_move(field: tuple[Construction, int]) -> None:
    construction, players = field
    moves = steps(players, construction.key)
    text = table.steps_text(moves, players, construction.key)
    lines = [line for line in text.splitlines() if line.startswith("  Round ")]
    assert sum(line.count(" left ") + line.count(" right ") for line in lines) == len(moves)
    assert text.count("–") == (players if players % 2 else 0), "one dash a round in an odd field"
