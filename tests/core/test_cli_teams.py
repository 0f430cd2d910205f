"""The command about teams: a match of everyone against everyone, and clubs ranked by their best players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_teams import CLUBS, with_clubs

from pairing_core.cli import main
from pairing_core.formats import losovna_json
from pairing_core.journal import Journal, events_of

NAMES = "Anna\nBéla\nCyril\n=1+1\nEva\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_text(NAMES, encoding="utf-8")
    text = "A 1-0 B, D 1-0 C, E ½-½ F | A 1-0 E, B 1-0 C, D ½-½ F"
    tournament = with_clubs(text, CLUBS, tie_breaks=("wins", "direct-encounter"), name="Cup")
    (tmp_path / "cup.json").write_text(losovna_json.dump(Journal(events_of(tournament))), encoding="utf-8")
    return tmp_path


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status = main(arguments)
    told, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return told.removeprefix("\ufeff").replace("\r\n", "\n")


def test_a_match_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "table", "--scheveningen", "3", "2") == (
        "Round  Table 1  Table 2  Rests\n"
        "    1  A1 – B1  A2 – B2    A3\n"
        "    2  B2 – A3  B1 – A2    A1\n"
        "    3  A3 – B1  B2 – A1    A2\n"
        "\n"
        "The player on the left starts.\n"
    )
    named = out(capsys, "table", "--scheveningen", "3", "2", "--names", "names.txt", "--lang", "cs")
    assert named.startswith("Hráči\n  A1  Anna\n  A2  Béla\n  A3  Cyril\n  B1  =1+1\n  B2  Eva\n\nKolo   Stůl 1")
    assert "Má volno" not in out(capsys, "table", "--scheveningen", "3", "3", "--lang", "cs")


def test_a_match_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = json.loads(out(capsys, "table", "--scheveningen", "2", "3", "--names", "names.txt", "--format", "json"))
    assert value["teams"] == [2, 3]
    assert value["names"] == {"A1": "Anna", "A2": "Béla", "B1": "Cyril", "B2": "=1+1", "B3": "Eva"}
    assert value["rounds"][0] == {
        "round": 1,
        "games": [{"table": 1, "first": "B1", "second": "A1"}, {"table": 2, "first": "B2", "second": "A2"}],
        "resting": ["B3"],
    }


def test_a_match_as_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "table", "--scheveningen", "3", "2", "--names", "names.txt", "--format", "csv").splitlines()
    assert lines[:4] == [
        "Round;Table;Starts (number);Starts;Second (number);Second",
        "1;1;A1;Anna;B1;'=1+1",
        "1;2;A2;Béla;B2;Eva",
        "1;Rests;A3;Cyril;;",
    ]
    assert len(lines) == 1 + 6 + 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("3", "expected 2 arguments"),
        ("0 3", "A match is between teams of 1 to 60 players (found: 0 and 3)."),
        ("3 x", "--scheveningen"),
        ("3 2 8", "N does not go with --scheveningen"),
        ("3 2 --cycles 2", "--cycles does not go with --scheveningen"),
        ("3 2 --swap-last-rounds", "--swap-last-rounds does not go with --scheveningen"),
        ("3 2 --format trf", "the known values are text, json, csv, html"),
        ("3 3 --names names.txt", "names.txt"),
    ],
)
def test_matches_that_are_refused(arguments: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--scheveningen", *arguments.split()]) == 2
    assert told in capsys.readouterr().err


def test_clubs_ranked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "standings", "cup.json", "--teams", "2") == (
        "Cup\n"
        "Team standings after round 2\n"
        "\n"
        "Rank  Team   Pts  WIN  Players who count\n"
        "   1  Brno     3    3  A, B\n"
        "   2  Písek    2    1  D, E\n"
    )
    value = json.loads(out(capsys, "standings", "cup.json", "--teams", "1", "--format", "json"))
    assert (value["after"], value["best"], value["tiebreaks"]) == (2, 1, ["wins"])
    assert [(row["team"], row["points"], row["counted"]) for row in value["rows"]] == [
        ("Brno", "2", [1]),
        ("Písek", "1.5", [4]),
    ]
    assert out(capsys, "standings", "cup.json", "--teams", "1", "--format", "csv", "--lang", "cs").splitlines()[1:] == [
        "1;Brno;2;2;A",
        "2;Písek;1,5;1;D",
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--teams 0", "In a team at least 1 player must count (found: 0)."),
        ("--teams many", "--teams"),
        ("--teams 2 --crosstable", "do not go with --teams"),
    ],
)
def test_clubs_that_are_refused(arguments: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup.json", *arguments.split()]) == 2
    assert told in capsys.readouterr().err


def test_html(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = out(capsys, "table", "--scheveningen", "3", "2", "--names", "names.txt", "--format", "html", "--lang", "es")
    assert '<html lang="es">' in page
    assert "<td><strong>B2</strong> – A3</td>" in page
    assert page.count("<dt>") == 5
    page = out(capsys, "standings", "cup.json", "--teams", "2", "--format", "html")
    assert '<td class="n">1</td><th scope="row">Brno</th><td class="n">3</td>' in page
    assert "A, B" in page
