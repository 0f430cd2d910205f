"""The command ``losovna``: what it prints, what it refuses and in which words, and that it writes all or nothing.

Golden files stand in ``tests/data/golden``. After a wanted change ``python tests/core/test_cli.py`` writes them anew;
read the difference before committing it.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_core import __version__
from pairing_core.cli import main
from pairing_core.commands.table import make
from pairing_core.formats.csv_players import Entrant
from pairing_core.round_robin import CONSTRUCTIONS, quality, schedule
from pairing_core.round_robin.paper import rounds_on_paper

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "data" / "golden"
KEYS = ", ".join(known.key for known in CONSTRUCTIONS)

FILES = {
    "seven.txt": "Anna\nBéla\nČeněk\nDaniela Novotná-Svobodová\nEmil\nFilip\nGita\n".encode(),
    "fixed.txt": "Anna\n#1 Béla\nČeněk\nDana\n".encode(),
    "numbers.csv": "\ufeffČíslo;Jméno\r\n3;Žofie\r\n1;Řehoř\r\n2;Ťapka\r\n4;Ďurina\r\n".encode(),
    "windows.txt": "Žofie Dvořáková\r\nJiří Šťastný\r\nPřemysl Ďáblík\r\n".encode("cp1250"),
    "hostile.txt": b'<script>alert(1)</script>\n=1+1\n"Quoted, A."\n5. May\n',
    "twice.txt": b"Anna\nBob\n\nanna\n",
    "long.txt": b"Anna\n" + b"x" * 300 + b"\n",
    "control.txt": b"Anna\nB\x07b\n",
    "missing.csv": b"Name;Club\nAnna;A\n;B\n",
    "number-nine.txt": b"Anna\n#9 Bob\n",
    "number-twice.txt": b"#2 Anna\n#2 Bob\n",
    "empty.txt": b"",
    "workbook.xlsx": b"PK\x03\x04\x14\x00",
    "large.txt": b"Anna\n" * 300_000,
}


class Ran(NamedTuple):
    """What a call gave."""

    status: int
    out: bytes
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with the lists above, which therefore have short names."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: str) -> Ran:
        status = main(arguments)
        out, err = capsysbinary.readouterr()
        return Ran(status, out, err.decode())

    return call


def process(*arguments: str, start: Sequence[str] = ("-m", "pairing_core"), env: Mapping[str, str] = {}) -> Ran:
    done = subprocess.run(
        [sys.executable, *start, *arguments], capture_output=True, check=False, env={**os.environ, **env}, timeout=60
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode())


# Good calls

GOOD = {
    "table-6.txt": "6",
    "table-6.json": "6 --format json",
    "table-6.csv": "6 --format csv",
    "table-7.txt": "7",
    "table-7.csv": "7 --format csv",
    "table-25.txt": "25",
    "fixed-first-6-twice.txt": "6 --construction fixed-first --cycles 2 --swap-last-rounds",
    "fixed-first-4-twice.json": "4 --construction fixed-first --cycles 2 --swap-last-rounds --format json",
    "lots-6.json": "6 --seed k7m2p9 --format json",
    "wishes-6.txt": "6 --together 1,4:last 2,3:last-but-one --together 5,6:1",
    "names-7.txt": "7 --names seven.txt",
    "names-7-lots.txt": "7 --names seven.txt --seed k7m2p9 --together Anna,Béla:last",
    "names-7-lots.json": "7 --names seven.txt --seed k7m2p9 --together Anna,Béla:last --format json",
    "names-7-lots.csv": "7 --names seven.txt --seed k7m2p9 --together Anna,Béla:last --format csv",
    "names-7-lots-cs.txt": "7 --names seven.txt --seed k7m2p9 --together Anna,Béla:last --lang cs",
    "names-7-lots-es.txt": "7 --names seven.txt --seed k7m2p9 --together Anna,Béla:last --lang es",
    "names-hostile.csv": "4 --names hostile.txt --format csv",
    "steps-5.txt": "5 --steps",
    "steps-4-sums.json": "4 --construction sums --steps --format json",
    "player-12-of-16.txt": "16 --player 12",
    "player-12-of-16.json": "16 --player 12 --format json",
    "player-3-of-7.json": "7 --player 3 --format json",
    "player-Gita.txt": "7 --names seven.txt --seed k7m2p9 --player Gita",
    "player-Gita.csv": "7 --names seven.txt --seed k7m2p9 --player gita --format csv",
}


@pytest.mark.parametrize("golden", GOOD)
def test_prints_what_it_printed(golden: str, run: Run) -> None:
    ran = run("table", *GOOD[golden].split())
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.decode() == (GOLDEN / golden).read_bytes().decode()


def test_every_golden_file_has_its_call() -> None:
    assert {path.name for path in GOLDEN.iterdir()} - {".gitattributes"} == set(GOOD)


def test_json_has_the_keys_that_others_rely_on(run: Run) -> None:
    """The table for 6 of the Czech mancala federation, mankala.cz/turnaj.php, first rounds."""
    value = run("table", "6", "--format", "json").json
    assert list(value) == ["players", "construction", "rounds"]
    assert value["players"] == 6
    assert value["construction"] == "serpentine"
    assert value["rounds"][0] == {
        "round": 1,
        "games": [
            {"table": 1, "first": 1, "second": 6},
            {"table": 2, "first": 2, "second": 5},
            {"table": 3, "first": 3, "second": 4},
        ],
        "bye": None,
    }
    more = ("--cycles", "2", "--names", "seven.txt", "--seed", "k7", "--steps")
    longer = run("table", "7", "--format", "json", *more).json
    assert list(longer) == ["players", "construction", "rounds", "cycles", "seed", "names", "steps"]
    assert [round_["bye"] for round_ in longer["rounds"]] == [1, 5, 2, 6, 3, 7, 4] * 2


def test_the_column_method_for_one_player(run: Run) -> None:
    """The seed's series for player 12 of 16; no series where the table is not numbered by the construction."""
    value = run("table", "16", "--player", "12", "--format", "json").json
    assert value["opponents"] == [5, 6, 7, 8, 9, 10, 11, 16, 13, 14, 15, 1, 2, 3, 4]
    assert [round_["opponent"] for round_ in value["rounds"]] == value["opponents"]
    odd = run("table", "7", "--player", "3", "--format", "json").json
    assert odd["opponents"] == [6, 7, 1, 2, None, 4, 5]
    assert odd["rounds"][4] == {"round": 5, "table": None, "opponent": None, "starts": None}
    wished = run("table", "16", "--player", "12", "--format", "json", "--together", "1,4:last").json
    assert "opponents" not in wished
    assert b"round by round" not in run("table", "16", "--player", "12", "--together", "1,4:last").out
    assert "opponents" in run("table", "7", "--player", "3", "--format", "json", "--names", "seven.txt").json


def meeting(value: Any, a: int, b: int) -> list[int]:
    """Return the rounds in which two numbers meet."""
    return [
        round_["round"]
        for round_ in value["rounds"]
        if any({game["first"], game["second"]} == {a, b} for game in round_["games"])
    ]


def test_wishes_without_names_are_about_the_entrants(run: Run) -> None:
    """A Spanish reversi club's trick: the most interesting game comes last."""
    value = run("table", "8", "--format", "json", "--together", "1,4:last", "2,3:last-but-one", "--together=5,6:2").json
    assert (meeting(value, 1, 4), meeting(value, 2, 3), meeting(value, 5, 6)) == ([7], [6], [2])


@pytest.mark.parametrize(
    "together",
    [
        ["8", "--together", "1,4:last", "2,3:1"],
        ["8", "--together", "1,4:last 2,3:1"],
        ["8", "--together", "1,4:last", "--together", "2,3:1"],
        ["--together", "1,4:last", "2,3:1", "8"],
    ],
    ids=["several", "in one argument", "repeated", "before the number of players"],
)
def test_ways_to_write_several_wishes(together: list[str], run: Run) -> None:
    value = run("table", "--format", "json", *together).json
    assert (value["players"], meeting(value, 1, 4), meeting(value, 2, 3)) == (8, [7], [1])


def test_wishes_with_names_are_about_names_or_places_in_the_list(run: Run) -> None:
    by_name, by_place, mixed = (
        run("table", "7", "--names", "seven.txt", "--format", "json", "--seed", "x", "--together", wish).json
        for wish in ("Daniela Novotná-Svobodová,Béla:last", "4,2:last", "béla , 4:7")
    )
    number = {name: at for at, name in enumerate(by_name["names"], start=1)}
    assert meeting(by_name, number["Daniela Novotná-Svobodová"], number["Béla"]) == [7]
    assert by_name == by_place == mixed


def test_the_same_seed_gives_the_same_draw(run: Run) -> None:
    """White space and capitals of a seed do not matter; another seed draws anew; no seed keeps the list."""
    names = {
        seed: run("table", "7", "--names", "seven.txt", "--format", "json", *seed).json["names"]
        for seed in ((), ("--seed", "k7 M2"), ("--seed", "K7m2"), ("--seed", "other"))
    }
    assert names["--seed", "k7 M2"] == names["--seed", "K7m2"]
    listed = FILES["seven.txt"].decode().split("\n")[:-1]
    assert names[()] == listed
    assert len({tuple(order) for order in names.values()}) == 3
    assert all(sorted(order) == sorted(listed) for order in names.values())


@pytest.mark.parametrize(
    ("file", "more", "names"),
    [
        ("fixed.txt", [], ["Béla", "Anna", "Čeněk", "Dana"]),
        ("numbers.csv", [], ["Řehoř", "Ťapka", "Žofie", "Ďurina"]),
        ("numbers.csv", ["--seed", "any"], ["Řehoř", "Ťapka", "Žofie", "Ďurina"]),
    ],
    ids=["a sign before the name", "a column", "lots do not move fixed numbers"],
)
def test_numbers_fixed_in_the_list(file: str, more: list[str], names: list[str], run: Run) -> None:
    assert run("table", "4", "--names", file, "--format", "json", *more).json["names"] == names


def test_a_list_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILES["windows.txt"])))
    value = run("table", "3", "--names", "-", "--format", "json").json
    assert value["names"] == ["Žofie Dvořáková", "Jiří Šťastný", "Přemysl Ďáblík"]


def test_a_list_in_windows_1250(run: Run) -> None:
    ran = run("table", "3", "--names", "windows.txt")
    assert "Jiří Šťastný" in ran.out.decode()


def test_csv_survives_a_spreadsheet(run: Run) -> None:
    """A byte order mark, CR LF, and names that look like formulas, dates or markup stay names."""
    out = run("table", "4", "--names", "hostile.txt", "--format", "csv").out
    assert out.startswith("\ufeff".encode())
    assert out.count(b"\r\n") == out.count(b"\n") == 7
    rows = list(csv.reader(io.StringIO(out.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[3] for row in rows[1:]} | {row[5] for row in rows[1:]} == {
        "<script>alert(1)</script>",
        "'=1+1",
        "Quoted, A.",
        "'5. May",
    }


def test_html_shows_names_as_data(run: Run) -> None:
    ran = run("table", "4", "--names", "hostile.txt", "--format", "html", "--lang", "cs")
    assert (ran.status, ran.err) == (0, "")
    page = ran.out.decode()
    assert '<html lang="cs">' in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"losovna {__version__}\n".encode(), "")
    assert run("--help").out.startswith(b"usage: losovna")
    ran = run("table", "--help")
    assert (ran.status, ran.err) == (0, "")
    missing = [known.key for known in CONSTRUCTIONS if known.key.encode() not in ran.out]
    assert missing == []


@given(
    st.sampled_from(CONSTRUCTIONS),
    st.integers(3, 20),
    st.sampled_from([None, "a", "k7m2p9"]),
    st.data(),
)
def test_one_wish_can_always_be_met(construction: Any, players: int, seed: str | None, data: st.DataObject) -> None:
    """The two entrants meet when they want; the table is as good a round robin as before, and still made by hand."""
    table = schedule(players, construction.key)
    a, b = data.draw(st.permutations(range(1, players + 1)).map(lambda order: order[:2]))
    when = data.draw(st.integers(1, len(table.rounds)))
    made = make(table, None, seed, [f"{a},{b}:{when}"], with_steps=True)
    games = [(round_.number, {game.first, game.second}) for round_ in made.schedule.rounds for game in round_.games]
    assert (when, {a, b}) in games
    assert len({frozenset(pair) for _, pair in games}) == len(games) == players * (players - 1) // 2
    before, after = quality(table), quality(made.schedule)
    assert before.carry_over == after.carry_over
    assert sorted(before.start_balance) == sorted(after.start_balance)
    assert rounds_on_paper(made.moves, players) == made.schedule.rounds
    on_paper: dict[tuple[int, int], int] = {}
    for move in made.moves:
        on_paper[move.round, move.table] = on_paper.get((move.round, move.table), 0) + move.number
    assert all(move.pair_sum in (None, on_paper[move.round, move.table]) for move in made.moves)


@given(st.integers(2, 20), st.text("abc123", min_size=1, max_size=4))
def test_a_draw_is_the_same_with_names_and_without(players: int, seed: str) -> None:
    table = schedule(players)
    named = make(table, [Entrant(f"p{place}", None, place) for place in range(1, players + 1)], seed)
    unnamed = make(table, None, seed)
    shown = [
        [(named.names[game.first - 1], named.names[game.second - 1]) for game in round_.games]
        for round_ in named.schedule.rounds
    ]
    assert shown == [
        [(f"p{game.first}", f"p{game.second}") for game in round_.games] for round_ in unnamed.schedule.rounds
    ]


# Bad calls

BAD = [
    # the number of players and the other numbers
    ("1", "A table needs at least 2 players (found: 1)."),
    ("0", "A table needs at least 2 players (found: 0)."),
    ("-3", "A table needs at least 2 players (found: -3)."),
    ("201", "A table has at most 200 players (found: 201)."),
    ("x", "N must be a whole number, not “x”."),
    ("6.5", "N must be a whole number, not “6.5”."),
    ("1_0", "N must be a whole number, not “1_0”."),
    ("9" * 5000, f"N must be a whole number, not “{'9' * 40}…”."),
    ("6 --cycles 0", "The number of cycles must be from 1 to 10, not 0."),
    ("6 --cycles 11", "The number of cycles must be from 1 to 10, not 11."),
    ("6 --cycles twice", "--cycles must be a whole number, not “twice”."),
    ("6 --player 7", "There is no player “7”; the table has players 1 to 6."),
    ("6 --player 0", "There is no player “0”; the table has players 1 to 6."),
    ("6 --player Anna", "--player must be a whole number, not “Anna”."),
    ("7 --player Zora --names seven.txt", "There is no player “Zora”; the table has players 1 to 7."),
    # values out of a few
    ("6 --construction berger", f"There is no construction called “berger”; the known ones are {KEYS}."),
    ("6 --format trf", "--format cannot be “trf”; the known values are text, json, csv, html."),
    ("6 --lang de", "--lang cannot be “de”; the known values are cs, es, en."),
    ("6 --steps --format csv", "The format csv has no --steps; these formats do: text, json."),
    ("6 --player 1 --format html", "The format html has no --player; these formats do: text, json, csv."),
    ("6 --seed=", "The seed must be a word or a number of characters that can be read."),
    ("6 --seed a\x1bb", "The seed must be a word or a number of characters that can be read."),
    ("6 --seed \udcff", "The seed must be a word or a number of characters that can be read."),
    # wishes
    (
        "6 --together 1,4",
        "The wish “1,4” is not understood; write two players and a round, "
        "like 1,4:last, 1,4:last-but-one or 1,4:3.",
    ),
    (
        "6 --together=",
        "The wish “” is not understood; write two players and a round, like 1,4:last, 1,4:last-but-one or 1,4:3.",
    ),
    ("6 --together 1,4:6", "There is no round 6 for the wish “1,4:6”; the table has rounds 1 to 5."),
    ("6 --together 1,1:last", "The wish “1,1:last” names the same player twice."),
    ("6 --together 1,2:1 1,3:1", "These exclude each other, so that one has to go: 1, 2: 1; 1, 3: 1."),
    ("6 --together 1,9:last", "There is no player “9”, who is named in the wish “1,9:last”."),
    (
        "7 --names seven.txt --together Anna,Zora:last",
        "There is no player “Zora”, who is named in the wish “Anna,Zora:last”.",
    ),
    # lists
    ("6 --names none.txt", "none.txt: The file cannot be read: there is no such file or folder."),
    ("6 --names folder", "folder: The file cannot be read: it is a folder."),
    ("6 --names seven.txt/x", "seven.txt/x: The file cannot be read: there is no such file or folder."),
    ("6 --names workbook.xlsx", "workbook.xlsx: The text is in none of the encodings UTF-8, UTF-16, Windows-1250 and "
     "Windows-1252."),
    ("6 --names large.txt", "large.txt: This file is larger than 1 MB, so it is hardly a list of players."),
    ("6 --names seven.txt", "seven.txt: The list has another number of names (7) than the table has players (6)."),
    ("6 --names empty.txt", "empty.txt: The list has another number of names (0) than the table has players (6)."),
    ("3 --names twice.txt", "twice.txt: line 4: The name “anna” is already in line 1; add something that tells the two "
     "apart."),
    ("2 --names long.txt", "long.txt: line 2: The name has 300 characters; at most 100 are allowed."),
    ("2 --names control.txt", "control.txt: line 2: The name contains the control character U+0007."),
    ("2 --names missing.csv", "missing.csv: line 3: A name is missing here."),
    ("2 --names number-nine.txt", "number-nine.txt: line 2: The number 9 is not one of the numbers from 1 to 2."),
    ("2 --names number-twice.txt", "number-twice.txt: line 2: The number 2 is given to two players."),
    # the parser's own words
    ("6 --names", "argument --names: expected one argument; losovna table --help says more."),
    ("6 --player", "argument --player: expected one argument; losovna table --help says more."),
    ("6 --frobnicate", "unrecognized arguments: --frobnicate; losovna table --help says more."),
    ("6 7", "unrecognized arguments: 7; losovna table --help says more."),
    ("6 --cycle 2", "unrecognized arguments: --cycle 2; losovna table --help says more."),
    ("", "the number of players is missing, as in: losovna table 8; losovna table --help says more."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=[f"{at} {row[0][:40]!a}" for at, row in enumerate(BAD)])
def test_refuses_in_one_sentence(arguments: str, sentence: str, run: Run, folder: Path) -> None:
    there = sorted(folder.iterdir())
    assert run("table", *arguments.split(" ") * bool(arguments), "-o", "out.txt") == (2, b"", f"losovna: {sentence}\n")
    assert sorted(folder.iterdir()) == there


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [((), "losovna: a command is missing"), (("tabel", "6"), "losovna: argument COMMAND: invalid choice: 'tabel'")],
    ids=["no command", "an unknown command"],
)
def test_refuses_commands_it_does_not_know(arguments: tuple[str, ...], beginning: str, run: Run) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith(beginning)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            "6 --names seven.txt --lang cs",
            "seven.txt: V seznamu je jiný počet jmen (7), než kolik má tabulka hráčů (6).",
        ),
        (
            "2 --names long.txt --lang es",
            "long.txt: línea 2: El nombre tiene 300 caracteres; se permiten como máximo 100.",
        ),
        ("6 --names none.txt --lang cs", "none.txt: Soubor nejde přečíst: takový soubor ani složka neexistuje."),
    ],
    ids=["cs", "es with a line", "cs with a reason"],
)
def test_refuses_in_the_language_asked_for(arguments: str, line: str, run: Run) -> None:
    assert run("table", *arguments.split()) == (2, b"", f"losovna: {line}\n")


def test_what_was_given_cannot_break_the_line_or_command_the_terminal(run: Run) -> None:
    ran = run("table", "6", "--construction", "a\nb\u2028c\x1b[31m\u202ed")
    assert ran.err == f"losovna: There is no construction called “a b c�[31m�d”; the known ones are {KEYS}.\n"


def test_an_error_in_standard_input_names_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILES["twice.txt"])))
    ran = run("table", "3", "--names", "-")
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith("losovna: -: line 4: The name “anna” is already in line 1")


# Files and streams


@pytest.mark.parametrize("shape", ["text", "json", "csv", "html"])
def test_a_file_holds_what_would_be_printed(shape: str, run: Run, folder: Path) -> None:
    printed = run("table", "6", "--format", shape).out
    assert run("table", "6", "--format", shape, "-o", "out") == (0, b"", "")
    assert (folder / "out").read_bytes() == printed


def test_a_new_file_has_usual_permissions_and_an_old_one_keeps_its_own(run: Run, folder: Path) -> None:
    old = folder / "old.txt"
    old.write_text("before")
    old.chmod(0o640)
    for name in ("new.txt", "old.txt"):
        assert run("table", "6", "-o", name).status == 0
    usual = folder / "usual"
    usual.write_text("")
    assert (folder / "new.txt").stat().st_mode == usual.stat().st_mode
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert old.read_text("utf-8").startswith("Round")


def test_a_link_stays_a_link(run: Run, folder: Path) -> None:
    (folder / "folder" / "real.txt").write_text("before")
    (folder / "link.txt").symlink_to(Path("folder") / "real.txt")
    assert run("table", "6", "-o", "link.txt").status == 0
    assert (folder / "link.txt").is_symlink()
    assert (folder / "folder" / "real.txt").read_text("utf-8").startswith("Round")


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("", "there is no such file or folder"),
        ("folder", "it is a folder"),
        ("folder/", "it is a folder"),
        ("none/", "it is a folder"),
        ("none/out.txt", "there is no such file or folder"),
        ("seven.txt/out.txt", "there is no such file or folder"),
    ],
)
def test_a_file_that_cannot_be_written(out: str, reason: str, run: Run, folder: Path) -> None:
    there = sorted(folder.rglob("*"))
    assert run("table", "6", "-o", out) == (2, b"", f"losovna: {out}: The file cannot be written: {reason}.\n")
    assert sorted(folder.rglob("*")) == there


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("failure", "status", "err"),
    [
        (OSError(errno.ENOSPC, ""), 2, "losovna: out.txt: The file cannot be written: no space is left.\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=["disk full", "Ctrl-C"],
)
def test_a_failure_half_way_leaves_the_old_file_and_nothing_else(
    step: str, failure: BaseException, status: int, err: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out.txt").write_text("before")
    there = sorted(folder.iterdir())

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(os, step, fail)
    assert run("table", "6", "-o", "out.txt") == (status, b"", err)
    assert (folder / "out.txt").read_text() == "before"
    assert sorted(folder.iterdir()) == there


def test_ctrl_c_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Waiting(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Waiting())))
    assert run("table", "6", "--names", "-") == (130, b"", "")


needs_shell = pytest.mark.skipif(os.name != "posix", reason="redirections of a POSIX shell")


@needs_shell
@pytest.mark.parametrize(
    ("redirection", "line"),
    [
        (">&-", "losovna: -: The file cannot be written: it is closed.\n"),
        ("--names - <&-", "losovna: -: The file cannot be read: it is closed.\n"),
        (">/dev/full", "losovna: -: The file cannot be written: no space is left.\n"),
        (">&- -o out.txt", ""),
    ],
    ids=["closed output", "closed input", "full output", "a file needs no output"],
)
def test_standard_streams_that_do_not_work(redirection: str, line: str, folder: Path) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("only Linux has /dev/full")
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m pairing_core table 6 {redirection}', sys.executable],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
        timeout=60,
    )
    assert (done.returncode, done.stderr.decode()) == (2 if line else 0, line)
    assert (folder / "out.txt").exists() == (not line)


@needs_shell
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_reader_that_has_seen_enough(unbuffered: str) -> None:
    """``losovna table 150 | head -1``: more than a pipe holds, and no traceback."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "pairing_core", "table", "150"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.readline() == b"Round 1\n"
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait(60) == 141


def test_the_module_and_the_script_are_the_command(run: Run) -> None:
    script = shutil.which("losovna", path=Path(sys.executable).parent)
    assert script is not None, "the project is not installed beside this Python"
    for arguments in (("table", "6", "--format", "csv"), ("table", "x")):
        here = run(*arguments)
        assert process(*arguments) == here
        done = subprocess.run([script, *arguments], capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stdout, done.stderr.decode()) == here


def test_output_is_utf_8_whatever_the_locale(run: Run) -> None:
    arguments = ("table", "3", "--names", "windows.txt", "--format", "json")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    assert process(*arguments, env=ascii_only) == run(*arguments)
    ran = process("table", "3", "--names", "žluť.txt", "--seed", "ž", env=ascii_only)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, b"", 1)


@pytest.fixture(scope="module")
def core_alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return how to start Python with the core and the standard library, and nothing else."""
    alone = tmp_path_factory.mktemp("alone")
    shutil.copytree(ROOT / "pairing_core", alone / "pairing_core", ignore=shutil.ignore_patterns("__pycache__"))
    program = f"import sys; sys.path.insert(0, {str(alone)!r}); from pairing_core.cli import entry; entry()"
    return ("-I", "-S", "-B", "-c", program)


def test_the_core_alone_makes_tables(core_alone: tuple[str, ...], run: Run) -> None:
    """Without ``venue`` there are no translations: English stands in, and HTML is refused in one sentence."""
    for shape in ("text", "json", "csv"):
        arguments = ("table", "7", "--names", "seven.txt", "--seed", "k7", "--format", shape)
        assert process(*arguments, "--lang", "cs", start=core_alone) == run(*arguments)
    assert process("table", "7", "--format", "html", "--lang", "cs", start=core_alone) == (
        2,
        b"",
        "losovna: HTML needs the package venue, which is not installed; "
        "install it with: pip install 'losovna[html]'.\n",
    )


def test_html_without_jinja2_is_refused_in_one_sentence() -> None:
    paths = [str(ROOT), str(ROOT / "site")]
    program = f"import sys; sys.path[:0] = {paths!r}; from pairing_core.cli import entry; entry()"
    assert process("table", "7", "--format", "html", start=("-I", "-S", "-c", program)) == (
        2,
        b"",
        "losovna: HTML needs the package jinja2, which is not installed; install it with: pip install jinja2.\n",
    )


def write_golden_files() -> None:
    """Write every golden file anew, from a folder that holds the lists."""
    with tempfile.TemporaryDirectory() as lists:
        for name, data in FILES.items():
            (Path(lists) / name).write_bytes(data)
        os.chdir(lists)
        for golden, arguments in GOOD.items():
            assert main(["table", *arguments.split(), "-o", str(GOLDEN / golden)]) == 0, arguments
        os.chdir(ROOT)


if __name__ == "__main__":
    write_golden_files()
