"""The commands of a tournament, ``pair``, ``standings`` and ``convert``: what they print, keep and refuse.

Rows with a number are from a list of problems that users of other programs reported; their inputs have the names they
have there (F4, F5, S8, S10, T7). Golden files stand in ``tests/data/rounds``. After a wanted change
``python tests/core/test_cli_rounds.py`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from builders import sheet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing_core.cli import main
from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Journal, events_of, paired_event
from pairing_core.model import SCHEVENINGEN, Bye, Scoring, Tournament
from pairing_core.standings import standings
from pairing_core.swiss import RULE_SETS, pair_round
from pairing_core.systems import PLANNED, SYSTEMS

DATA = Path(__file__).resolve().parents[1] / "data"
GOLDEN = DATA / "rounds"
KEYS = tuple(rules.key for rules in RULE_SETS)
KNOWN = ", ".join(each.key for each in SYSTEMS)
WITHOUT_REPEATS = tuple(rules.key for rules in RULE_SETS if not rules.repeats)
BY_POINTS = tuple(key for key in WITHOUT_REPEATS if key != "random")

F4 = "A 1-0 B, C 1-0 D | C 0-1 A, B 1-0 D"
F5 = "A 1-0 B, C 1-0 D, E bye | C 0-1 A, E 1-0 B, D bye"
S8 = "1 ½-½ 5, 6 1-0 2, 3 0-1 7, 8 1-0 4 | 7 ½-½ 6, 5 1-0 8, 2 ½-½ 1, 4 0-1 3 | 6 1-0 5, 1 ½-½ 7, 3 1-0 8, 4 1-0 2"
S10 = (
    "2 1-0 7, 4 1-0 9, 6 0-1 1, 8 0-1 3, 10 0-1 5 | 1 1-0 4, 3 0-1 2, 5 1-0 6, 7 1-0 10, 9 1-0 8"
    " | 2 ½-½ 1, 3 0-1 5, 4 0-1 6, 8 1-0 10, 9 0-1 7"
)
T7 = (
    "5 0-1 3, 4 0-1 2, 7 0-1 1, 6 bye | 3 1-0 6, 7 0-1 2, 1 1-0 5, 4 bye | 4 0-1 6, 1 1-0 3, 5 1-0 7, 2 bye"
    " | 4 1-0 1, 6 1-0 2, 7 0-1 3, 5 bye | 4 0-1 5, 3 0-1 2, 6 0-1 1, 7 bye"
)
PLAYERS = "Jméno;Rating\nAnna;1500\nBéla;1700\nČeněk;1600\n東京 Ō;\nEva;1600\nFilip;1400\nGita;1400\nHana;\n"


class Ran(NamedTuple):
    """What a call gave."""

    status: int
    out: bytes
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def pairs(self) -> set[frozenset[int]]:
        return {frozenset((pair["first"], pair["second"])) for pair in self.json["pairs"]}


Run = Callable[..., Ran]


def entrants(names: str, **chosen: Any) -> Tournament:
    """Return a tournament before its first round."""
    return replace(sheet("", players=names, **chosen)[0], rounds=())


def saved(tournament: Tournament, file: Path) -> None:
    """Write a tournament into a file of ours."""
    file.write_text(losovna_json.dump(Journal(events_of(tournament))), encoding="utf-8")


def write_files(folder: Path) -> None:
    """Write the files that the calls below are about."""
    for name, text in {"f4": F4, "f5": F5, "s8": S8, "s10": S10}.items():
        saved(sheet(text, seed="k7m2p9", system="mancala")[0], folder / f"{name}.json")
    tie_breaks = ("buchholz", "buchholz-cut-1", "direct-encounter", "progressive")
    saved(sheet(T7, tie_breaks=tie_breaks, name="Týden mankaly")[0], folder / "t7.json")
    (folder / "players.csv").write_text(PLAYERS, encoding="utf-8")
    for file in (DATA / "trf").glob("*.trf"):
        shutil.copy(file, folder)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: str) -> Ran:
        status = main(arguments)
        out, err = capsysbinary.readouterr()
        return Ran(status, out, err.decode())

    return call


# Good calls

GOOD = {
    "players-dubov-cas.json": "pair players.csv --system dubov-cas --seed k7m2p9 --format json",
    "players-mancala.txt": "pair players.csv --seed k7m2p9 --rounds 5",
    "f4-3.json": "pair f4.json --format json",
    "f5-3-explained.txt": "pair f5.json --explain",
    "s8-4.txt": "pair s8.json",
    "s8-4.csv": "pair s8.json --format csv",
    "s8-4.trf": "pair s8.json --format trf",
    "t7-standings.json": "standings t7.json --format json --explain",
    "t7-standings.txt": "standings t7.json --crosstable",
    "t7-standings.csv": "standings t7.json --format csv",
    "t7-crosstable.csv": "standings t7.json --format csv --crosstable",
    "t7-explained.txt": "standings t7.json --after 3 --tiebreaks bh,sb --unplayed as-awarded --explain",
}


@pytest.mark.parametrize("golden", GOOD)
def test_prints_what_it_printed(golden: str, run: Run) -> None:
    ran = run(*GOOD[golden].split())
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.decode() == (GOLDEN / golden).read_bytes().decode()


def test_every_golden_file_has_its_call() -> None:
    assert {path.name for path in GOLDEN.iterdir()} - {".gitattributes"} == set(GOOD)


@pytest.mark.parametrize(("lang", "points"), [("en", "Difference in points"), ("cs", "Bodový rozdíl")])
def test_explained_text_tells_what_each_pair_costs(lang: str, points: str, run: Run) -> None:
    """The same costs as in JSON, those of 0 left out, by the names of the criteria."""
    told = re.findall(r"^    \[(.*)\]$", run("pair", "f5.json", "--explain", "--lang", lang).out.decode(), re.MULTILINE)
    costs = [pair["cost"] for pair in run("pair", "f5.json", "--format", "json").json["pairs"]]
    expected = [[cost for cost in each.values() if cost] for each in costs]
    assert [[int(each.rpartition(" ")[2]) for each in line.split(", ")] for line in told] == [e for e in expected if e]
    assert all(line.startswith(f"{points} {each['points']}, ") for line, each in zip(told, costs, strict=True))


def test_json_has_the_keys_that_others_rely_on(run: Run) -> None:
    value = run("pair", "f5.json", "--format", "json").json
    assert list(value) == ["round", "system", "seed", "pairs", "bye", "total", "optimal", "relaxed"]
    assert (value["round"], value["system"], value["seed"]) == (3, "mancala", "k7m2p9")
    assert all(list(pair) == ["table", "first", "second", "cost"] for pair in value["pairs"])
    assert value["total"]["points"] == 4
    assert value["total"]["points"] == sum(pair["cost"]["points"] for pair in value["pairs"])
    more = run("pair", "f5.json", "--format", "json", "--explain").json
    assert {key: more[key] for key in value if key != "pairs"} == {key: value[key] for key in value if key != "pairs"}
    assert more["names"]["1"] == "A"
    assert all(pair["reasons"] for pair in more["pairs"])
    assert more["bye_reasons"]
    assert more["reasons"]


def test_standings_json_has_the_keys_that_others_rely_on(run: Run) -> None:
    """T7, Buchholz by the FIDE rule of 2026; see the table in the list of problems."""
    value = run("standings", "t7.json", "--tiebreaks", "buchholz", "--format", "json").json
    assert list(value) == ["after", "tiebreaks", "rows"]
    assert (value["after"], value["tiebreaks"]) == (5, ["buchholz"])
    assert value["rows"][0] == {"rank": 1, "player": 1, "name": "1", "points": "4", "tiebreaks": {"buchholz": "12"}}
    assert [row["tiebreaks"]["buchholz"] for row in value["rows"]] == ["12", "11.5", "15.5", "15", "12.5", "16", "15"]


@pytest.mark.parametrize(
    ("unplayed", "first", "buchholz"),
    [("as-awarded", 1, "12"), ("fide-2023", 2, "13"), ("fide-2026", 1, "12")],
)
def test_the_treatment_of_unplayed_games_decides_who_is_first(
    unplayed: str, first: int, buchholz: str, run: Run
) -> None:
    arguments = ("--tiebreaks", "buchholz", "--unplayed", unplayed, "--format", "json")
    row = run("standings", "t7.json", *arguments).json["rows"][0]
    assert (row["player"], row["tiebreaks"]["buchholz"]) == (first, buchholz)


def test_shared_ranks_stay_shared_and_halves_are_halves(run: Run, folder: Path) -> None:
    lines = run("standings", "s8.json", "--tiebreaks", "").out.decode().splitlines()
    ranks = [line.split()[:2] + line.split()[-1:] for line in lines[3:11]]
    assert ranks[:4] == [["1", "6", "2½"], ["2", "3", "2"], ["2", "7", "2"], ["4", "1", "1½"]]
    assert ranks[-1] == ["8", "2", "½"]


def test_parameters_given_to_a_draw_stay_in_the_tournament(run: Run, folder: Path) -> None:
    """Nobody has published the coefficients of TurČAS: told once, they serve every later table and draw."""
    told = [text for name in "abcd" for text in ("--parameter", f"turcas-{name}=0,5")]
    assert run("pair", "players.csv", "--system", "dubov-cas", "--seed", "x", "-o", "cup.json").status == 0
    assert run("convert", "cup.json", "cup.csv").status == 2
    assert run("pair", "players.csv", "--system", "dubov-cas", "--seed", "x", *told, "-o", "cup.json").status == 0
    assert run("standings", "cup.json").status == run("convert", "cup.json", "cup.csv").status == 0
    tournament = losovna_json.load((folder / "cup.json").read_text(encoding="utf-8")).tournament
    assert tournament.settings.parameters == {f"turcas-{name}": "0,5" for name in "abcd"}
    refused = run("pair", "players.csv", "--parameter", "turcas-a=x", "-o", "other.json")
    assert (refused.status, (folder / "other.json").exists()) == (2, False)
    assert "a number" in refused.err


def test_parameters_of_a_tie_break(run: Run) -> None:
    refused = run("standings", "s8.json", "--tiebreaks", "turcas").err
    assert refused.startswith("losovna: s8.json: The tie-break “turcas” needs a number")
    option = refused.rpartition(": ")[2].strip().rstrip(".").split()
    assert option == ["--parameter", "turcas-a=1"]
    told = [text for name in "abcd" for text in ("--parameter", f"turcas-{name}=1")]
    assert run("standings", "s8.json", "--tiebreaks", "turcas", *told).status == 0


def test_a_list_starts_a_tournament_numbered_by_rating(run: Run) -> None:
    """The highest rating first; equal ratings, and players without one, in the order of the list."""
    value = run("pair", "players.csv", "--seed", "k7", "--format", "json", "--explain").json
    assert list(value["names"].values()) == ["Béla", "Čeněk", "Eva", "Anna", "Filip", "Gita", "東京 Ō", "Hana"]
    assert value["round"] == 1


def test_columns_stand_one_below_another_in_a_terminal(run: Run) -> None:
    """東京 is two letters and four columns wide."""
    from pairing_core.formats.table import columns_of

    lines = run("pair", "players.csv", "--seed", "k7").out.decode().splitlines()
    rows = [line for line in lines if " – " in line]
    assert len(rows) == 4
    assert len({columns_of(row[: row.index(" – ")]) for row in rows}) == 1


# Seeds


def test_a_seed_is_made_and_printed_and_gives_the_same_draw(run: Run) -> None:
    value = run("pair", "players.csv", "--format", "json").json
    assert len(value["seed"]) == 8
    assert run("pair", "players.csv", "--format", "json", "--seed", value["seed"]).json == value
    assert run("pair", "players.csv", "--format", "json").json["seed"] != value["seed"]


def test_the_first_seed_is_kept_for_the_later_rounds(run: Run, folder: Path) -> None:
    assert run("pair", "players.csv", "-o", "cup.json", "--seed", "spring").status == 0
    enter(folder / "cup.json", "1")
    assert run("pair", "cup.json", "--format", "json").json["seed"] == "spring"
    assert run("pair", "cup.json", "--format", "json", "--seed", "autumn").json["seed"] == "autumn"


def enter(file: Path, result: str | Callable[[int, int], str]) -> None:
    """Enter the results of the last round into a file."""
    journal = losovna_json.load(file.read_text(encoding="utf-8"))
    round_ = journal.tournament.rounds[-1]
    for game in round_.games:
        told = result if isinstance(result, str) else result(game.first, game.second)
        event = {"event": "result_entered", "round": round_.number, "first": game.first, "second": game.second}
        journal = journal.append({**event, "result": told})
    file.write_text(losovna_json.dump(journal), encoding="utf-8")


def test_a_tournament_drawn_without_a_seed_of_its_own_gets_none_later(run: Run, folder: Path) -> None:
    """The lot that holds for all rounds is drawn from it: a new one would turn the rounds drawn already wrong."""
    tournament = entrants("A B C D E F")
    journal = Journal(events_of(tournament)).append(paired_event(pair_round(tournament, "k7").round))
    (folder / "six.json").write_text(losovna_json.dump(journal), encoding="utf-8")
    enter(folder / "six.json", "1")
    assert run("pair", "six.json", "--seed", "m2", "-o", "six.json").status == 0
    after = losovna_json.load((folder / "six.json").read_text(encoding="utf-8")).tournament
    assert after.settings.seed == ""
    assert [round_.draw.seed for round_ in after.rounds if round_.draw] == ["k7", "m2"]
    assert run("verify", "six.json").status == 0


# What is kept


def test_a_tournament_goes_on_in_its_file(run: Run, folder: Path) -> None:
    """Round after round into the same file; a round without results is no ground for the next one."""
    assert run("pair", "players.csv", "--system", "slide", "--seed", "k7", "-o", "cup.json").status == 0
    for number in (1, 2, 3):
        tournament = losovna_json.load((folder / "cup.json").read_text(encoding="utf-8")).tournament
        assert len(tournament.rounds) == number
        assert tournament.rounds[-1].draw is not None
        assert tournament.rounds[-1].draw.seed == "k7"
        before = (folder / "cup.json").read_bytes()
        refused = run("pair", "cup.json", "-o", "cup.json")
        assert refused == (
            2,
            b"",
            f"losovna: cup.json: Results of round {number} are missing at these tables: 1, 2, 3, 4.\n",
        )
        assert (folder / "cup.json").read_bytes() == before
        enter(folder / "cup.json", "=")
        printed = run("pair", "cup.json").out
        assert run("pair", "cup.json", "-o", "cup.json") == (0, printed, "")


@pytest.mark.parametrize(
    ("arguments", "like"),
    [
        ("-o out.csv", "--format csv"),
        ("-o out.html", "--format html"),
        ("-o out.txt", "--format text"),
        ("-o out", "--format text"),
        ("-o out.json --format json", "--format json"),
        ("-o out.json --format trf", "--format trf"),
    ],
)
def test_what_a_file_holds(arguments: str, like: str, run: Run, folder: Path) -> None:
    printed = run("pair", "s8.json", *like.split()).out
    assert run("pair", "s8.json", *arguments.split()) == (0, b"", "")
    assert (folder / arguments.split()[1]).read_bytes() == printed


def test_a_report_file_is_kept_with_its_round(run: Run, folder: Path) -> None:
    ran = run("pair", "bbp_dutch_C9.trf", "--system", "slide", "--seed", "k7", "-o", "next.trf")
    assert ran.status == 0
    before = trf.load((folder / "bbp_dutch_C9.trf").read_text(encoding="utf-8"))
    after = trf.load((folder / "next.trf").read_text(encoding="utf-8"))
    assert len(after.rounds) == len(before.rounds) + 1
    assert not after.rounds[-1].is_complete
    assert run("pair", "next.trf").err.startswith("losovna: next.trf: Results of round")


@pytest.mark.parametrize(
    "arguments", ["pair s8.json --format json -o s8.json", "standings s8.json -o s8.json", "verify s8.json -o s8.json"]
)
def test_the_tournament_is_not_overwritten_by_what_is_made_of_it(arguments: str, run: Run, folder: Path) -> None:
    before = (folder / "s8.json").read_bytes()
    ran = run(*arguments.split())
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith("losovna: s8.json: This is the tournament itself")
    assert (folder / "s8.json").read_bytes() == before


def test_nothing_is_announced_that_could_not_be_kept(run: Run) -> None:
    ran = run("pair", "s8.json", "-o", "none/cup.json")
    assert ran == (
        2,
        b"",
        "losovna: none/cup.json: The file cannot be written: there is no such file or folder.\n",
    )


def test_repeats_are_allowed_for_one_round_only(run: Run, folder: Path) -> None:
    arguments = ("--allow-repeats", "--seed", "k7", "-o", "next.json")
    assert run("pair", "py4swiss_no_legal_pairings.trf", *arguments).status == 0
    journal = losovna_json.load((folder / "next.json").read_text(encoding="utf-8"))
    assert not journal.tournament.settings.allow_repeats
    assert run("verify", "next.json").status == 0


def test_a_rule_set_holds_from_its_round_on(run: Run, folder: Path) -> None:
    assert run("pair", "s8.json", "--system", "slide", "--rounds", "6", "-o", "next.json").status == 0
    tournament = losovna_json.load((folder / "next.json").read_text(encoding="utf-8")).tournament
    assert (tournament.settings.system, tournament.settings.rounds) == ("slide", 6)
    assert tournament.rounds[-1].draw is not None
    assert tournament.rounds[-1].draw.system == "slide"


@pytest.mark.parametrize("key", sorted(PLANNED))
def test_a_planned_system_neither_follows_drawn_rounds_nor_is_followed(key: str, run: Run, folder: Path) -> None:
    """It would pass over the games that were played, and byes already given would be worth something else."""
    assert run("pair", "s8.json", "--system", "slide", "-o", "next.json").status == 0
    ran = run("pair", "next.json", "--system", key, "-o", "next.json")
    assert (ran.status, ran.out) == (2, b"")
    assert f"in the system slide, so the rest cannot be drawn in {key}; begin a stage: “losovna stage" in ran.err
    if key != SCHEVENINGEN:
        assert run("pair", "players.csv", "--system", key, "-o", "planned.json").status == 0
        assert f"in the system {key}, so the rest" in run("pair", "planned.json", "--system", "slide").err


def test_a_report_file_that_names_no_system_goes_on_by_the_one_that_is_told(run: Run, folder: Path) -> None:
    assert run("pair", "players.csv", "--system", "round-robin", "-o", "table.trf").status == 0
    text = (folder / "table.trf").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("092", "192"))]
    (folder / "table.trf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("pair", "table.trf", "--system", "round-robin").status == 0


def test_warnings_before_the_first_round_and_before_the_next(run: Run) -> None:
    first = run("pair", "players.csv", "--rounds", "8", "--seed", "k7")
    assert "8 players can meet without a repeated game in at most 7 rounds" in first.out.decode()
    assert "After this round no pairing" in run("pair", "f4.json", "--rounds", "4").out.decode()
    explained = run("pair", "f4.json", "--rounds", "4", "--explain", "--format", "json").json
    assert len(explained["warnings"]) == 1
    assert explained["reasons"]


def test_rules_that_gave_way_are_named(run: Run) -> None:
    arguments = ("pair", "py4swiss_no_legal_pairings_odd.trf", "--seed", "k7", "--allow-repeats")
    assert "Rules that had to give way: Second bye" in run(*arguments).out.decode()
    assert "Rules that had to give way" not in run("pair", "s8.json").out.decode()


# No pairing


@pytest.mark.parametrize("file", ["py4swiss_no_legal_pairings.trf", "py4swiss_no_legal_pairings_odd.trf"])
@pytest.mark.parametrize("key", WITHOUT_REPEATS)
def test_no_legal_pairing_is_status_3(file: str, key: str, run: Run, folder: Path) -> None:
    """Tests of py4swiss (MIT): no pairing without a repeat, and in the odd field a second bye, is left."""
    there = sorted(folder.iterdir())
    ran = run("pair", file, "--system", key, "--seed", "k7", "-o", "next.json")
    assert (ran.status, ran.out, ran.err.count("\n")) == (3, b"", 1)
    assert ran.err.startswith(f"losovna: {file}: Round 4 cannot be drawn without")
    assert sorted(folder.iterdir()) == there
    allowed = run("pair", file, "--system", key, "--seed", "k7", "--allow-repeats", "--format", "json").json
    assert allowed["relaxed"][0] in ("repeats", "second-bye")
    assert allowed["optimal"] is True


# Reported elsewhere


@pytest.mark.parametrize("key", WITHOUT_REPEATS)
def test_01_avoidable_repeat_in_a_small_field(key: str, run: Run) -> None:
    assert run("pair", "f4.json", "--system", key, "--format", "json").pairs == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize("key", BY_POINTS)
def test_02_who_sits_out(key: str, run: Run) -> None:
    """Bye first: B sits out, A–D, C–E."""
    ran = run("pair", "f5.json", "--system", key, "--format", "json")
    assert (ran.json["bye"], ran.pairs) == (2, {frozenset((1, 4)), frozenset((3, 5))})


@pytest.mark.parametrize("key", ["mancala", "dubov-cas", "slide", "fold", "adjacent", "monrad"])
def test_04_and_17_half_points_and_the_order_of_tables(key: str, run: Run) -> None:
    ran = run("pair", "s8.json", "--system", key, "--format", "json")
    told = [(pair["table"], {pair["first"], pair["second"]}) for pair in ran.json["pairs"]]
    assert told == [(1, {3, 6}), (2, {5, 7}), (3, {1, 4}), (4, {2, 8})]
    assert ran.json["total"]["points"] == 4


@pytest.mark.parametrize("key", ["mancala", "dubov-cas", "slide", "fold", "adjacent", "monrad"])
def test_05_looks_beyond_the_first_table(key: str, run: Run) -> None:
    assert {frozenset((2, 5)), frozenset((1, 7))} <= run("pair", "s10.json", "--system", key, "--format", "json").pairs


def test_08_an_absent_number_does_not_turn_the_sides_of_the_others(run: Run, folder: Path) -> None:
    tournament = entrants("1 2 3 4 5 6 7 8 9 10", system="slide", seed="k7")
    tournament = with_byes(tournament, {1: Bye.ZERO_POINT, 9: Bye.ZERO_POINT})
    saved(tournament, folder / "ten.json")
    starters = set()
    for seed in ("k7", "m2", "p9", "x4", "y5", "z6"):
        saved(replace(tournament, settings=replace(tournament.settings, seed=seed)), folder / "ten.json")
        ran = run("pair", "ten.json", "--format", "json")
        assert ran.pairs == {frozenset(pair) for pair in ((2, 6), (3, 7), (4, 8), (5, 10))}
        starters.add(frozenset(pair["first"] for pair in ran.json["pairs"]))
    assert starters == {frozenset((2, 7, 4, 10)), frozenset((6, 3, 8, 5))}


def with_byes(tournament: Tournament, byes: dict[int, Bye]) -> Tournament:
    """Return the tournament in which these players want no game in round 1."""
    players = {
        number: replace(player, byes={1: byes[number]}) if number in byes else player
        for number, player in tournament.players.items()
    }
    return replace(tournament, players=players)


def test_13_everybody_has_gone(run: Run, folder: Path) -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D", seed="k7")
    journal = Journal(events_of(tournament))
    journal = journal.append(
        *({"event": "player_withdrawn", "number": number, "after": 1} for number in tournament.players)
    )
    file = folder / "gone.json"

    def returned(journal: Journal, number: int) -> Journal:
        journal = journal.append({"event": "player_returned", "number": number, "in": 2})
        file.write_text(losovna_json.dump(journal), encoding="utf-8")
        return journal

    file.write_text(losovna_json.dump(journal), encoding="utf-8")
    nobody = "losovna: gone.json: Round 2 needs at least two players who are present (found: {}).\n"
    assert run("pair", "gone.json") == (2, b"", nobody.format(0))
    journal = returned(journal, 1)
    assert run("pair", "gone.json") == (2, b"", nobody.format(1))
    journal = returned(journal, 2)
    assert run("pair", "gone.json").status == 3
    ran = run("pair", "gone.json", "--allow-repeats", "--format", "json")
    assert (ran.pairs, ran.json["relaxed"], ran.json["pairs"][0]["first"]) == ({frozenset((1, 2))}, ["repeats"], 2)


def test_19_rests_go_around(run: Run, folder: Path) -> None:
    """3 players, 6 rounds, repeats allowed: everyone rests twice, and each pair meets once with each side."""
    (folder / "three.txt").write_text("Anna\nBéla\nČeněk\n", encoding="utf-8")
    rests, games = [], []
    source = ["three.txt", "--seed", "k7", "--rounds", "6"]
    for _ in range(6):
        assert run("pair", *source, "--allow-repeats", "-o", "three.json").status == 0
        source = ["three.json"]
        round_ = losovna_json.load((folder / "three.json").read_text(encoding="utf-8")).tournament.rounds[-1]
        (rest,) = round_.byes
        rests.append(rest)
        games += [(game.first, game.second) for game in round_.games]
        enter(folder / "three.json", "1")
    assert sorted(rests[:3]) == sorted(rests[3:]) == [1, 2, 3]
    assert len(set(games)) == 6


@pytest.mark.parametrize("worth", [2, 1, 0])
def test_20_and_23_a_bye_worth_less_is_a_bye(worth: int, run: Run, folder: Path) -> None:
    tournament = entrants("A B C D E", seed="k7", scoring=Scoring(pairing_allocated_bye=worth), rounds=3)
    saved(tournament, folder / "five.json")
    rests: list[int] = []
    for _ in range(3):
        assert run("pair", "five.json", "-o", "five.json").status == 0
        journal = losovna_json.load((folder / "five.json").read_text(encoding="utf-8"))
        rests += journal.tournament.rounds[-1].byes
        enter(folder / "five.json", "=")
    assert len(set(rests)) == len(rests) == 3
    rows = standings(losovna_json.load((folder / "five.json").read_text(encoding="utf-8")).tournament).rows
    assert {row.player: row.points for row in rows} == {
        player: 2 + worth if player in rests else 3 for player in range(1, 6)
    }


def test_22_requested_byes_in_the_first_round(run: Run, folder: Path) -> None:
    tournament = entrants("A B C D E", seed="k7")
    saved(with_byes(tournament, {1: Bye.HALF_POINT}), folder / "one.json")
    ran = run("pair", "one.json", "--format", "json", "--explain")
    assert (len(ran.pairs), ran.json["bye"], ran.json["byes"]) == (2, None, {"1": "half-point"})
    assert "Half-point bye: 1 A" in run("pair", "one.json").out.decode()


def test_28_locked_pairs_leave_one_bye(run: Run, folder: Path) -> None:
    """9 players: with four pairs locked the fifth place is the bye; with three the other three share it out."""
    tournament = entrants("A B C D E F G H I", seed="k7")
    for locked in (((1, 9), (2, 8), (3, 7), (4, 6)), ((1, 9), (2, 8), (3, 7))):
        saved(replace(tournament, locked=locked), folder / "nine.json")
        ran = run("pair", "nine.json", "--format", "json")
        assert {frozenset(pair) for pair in locked} <= ran.pairs
        assert len(ran.pairs) == 4
        assert ran.json["bye"] not in {player for pair in ran.pairs for player in pair}
        assert run("pair", "nine.json", "-o", "drawn.json").status == 0
        assert run("verify", "drawn.json").status == 0


def test_20_the_one_who_is_left_over_stands_before_the_others_without_a_game(run: Run, folder: Path) -> None:
    saved(with_byes(entrants("A B C D E F", seed="k7"), {1: Bye.ZERO_POINT}), folder / "six.json")
    lines = run("pair", "six.json").out.decode().splitlines()
    assert [line.split(":")[0] for line in lines if ": " in line][:2] == ["Rests", "Absent"]


def test_the_crosstable_has_the_order_and_the_rounds_of_the_standings(run: Run) -> None:
    arguments = ("--after", "2", "--tiebreaks", "number", "--crosstable", "--format", "json")
    value = run("standings", "t7.json", *arguments).json
    assert [row["player"] for row in value["crosstable"]] == [row["player"] for row in value["rows"]]
    assert {len(row["rounds"]) for row in value["crosstable"]} == {2}
    assert value["crosstable"][0]["rounds"][0]["outcome"] == "win"


def test_forfeits_and_open_games_in_the_crosstable(run: Run, folder: Path) -> None:
    saved(sheet("A +:- B, C half | A 1-0 C, B - D")[0], folder / "four.json")
    lines = run("standings", "four.json", "--after", "2", "--crosstable", "--tiebreaks", "").out.decode().splitlines()
    cells = {line.split()[2]: line.split()[3:] for line in lines[9:13]}
    assert cells == {"A": ["1(2*f)", "1(3*)", "2"], "B": ["0(1f)", "–(4*)", "0"], "C": ["½", "0(1)", "½"]} | {
        "D": ["–(2)", "0"]
    }


# Other formats


@pytest.mark.parametrize("file", sorted(path.name for path in (DATA / "trf").glob("*.trf")))
def test_report_files_come_back_through_ours_to_the_byte(file: str, run: Run, folder: Path) -> None:
    assert run("convert", file, "ours.json") == (0, b"", "")
    assert run("convert", "ours.json", "back.trf") == (0, b"", "")
    assert (folder / "back.trf").read_bytes() == (folder / file).read_bytes()


@pytest.mark.parametrize(
    ("what", "columns"),
    [("players", 5), ("pairings", 9), ("standings", 8), ("crosstable", 9)],
)
def test_tables_for_spreadsheets(what: str, columns: int, run: Run, folder: Path) -> None:
    assert run("convert", "t7.json", "t7.csv", "--what", what).status == 0
    text = (folder / "t7.csv").read_text(encoding="utf-8")
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert {len(row) for row in rows} == {columns}
    assert len(rows) == {"pairings": 5}.get(what, 8)


@pytest.mark.parametrize(("option", "record"), [("--trf16", "XXR "), ("--trf26", "142 ")])
def test_versions_of_report_files(option: str, record: str, run: Run, folder: Path) -> None:
    """The number of planned rounds has another record in each."""
    assert run("pair", "players.csv", "--rounds", "5", "-o", "cup.json").status == 0
    assert run("convert", "cup.json", "cup.trf", option).status == 0
    records = (folder / "cup.trf").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith(record) for line in records)


def test_what_a_spreadsheet_holds_unless_told(run: Run, folder: Path) -> None:
    assert run("convert", "players.csv", "list.csv").status == 0
    assert (folder / "list.csv").read_text(encoding="utf-8").splitlines()[1] == "1;Béla;1700;;"
    assert run("convert", "t7.json", "t7.csv").status == 0
    assert (folder / "t7.csv").read_text(encoding="utf-8").splitlines()[1].startswith("1;1;'1;4;")


@pytest.mark.parametrize("what", ["pairings", "standings", "crosstable"])
def test_pages(what: str, run: Run, folder: Path) -> None:
    assert run("convert", "t7.json", "t7.html", "--what", what, "--lang", "es").status == 0
    page = (folder / "t7.html").read_text(encoding="utf-8")
    assert '<html lang="es">' in page
    assert "Týden mankaly" in page


# Standard input and processes


@pytest.mark.parametrize(
    "file", ["s8.json", "players.csv", "bbp_10p5r_s42.trf", "fide_example_trf16.trf", "fide_example_trf26.trf"]
)
def test_standard_input_is_known_by_its_content(
    file: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (folder / file).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    from_file = run("standings", file)
    assert run("standings", "-") == from_file
    assert from_file.status == 0


def test_a_report_file_by_another_name(run: Run, folder: Path) -> None:
    shutil.copy(folder / "bbp_10p5r_s42.trf", folder / "report.txt")
    assert run("standings", "report.txt") == run("standings", "bbp_10p5r_s42.trf")


def process(*arguments: str, given: bytes = b"") -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "pairing_core", *arguments], input=given, capture_output=True, check=False, timeout=60
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode())


def test_the_module_is_the_command(run: Run, folder: Path) -> None:
    for arguments in (("pair", "s8.json"), ("standings", "t7.json"), ("pair", "py4swiss_no_legal_pairings.trf")):
        assert process(*arguments) == run(*arguments)
    assert process("pair", "-", "--format", "json", given=(folder / "s8.json").read_bytes()) == run(
        "pair", "s8.json", "--format", "json"
    )


@pytest.mark.skipif(os.name != "posix", reason="redirections of a POSIX shell")
def test_a_closed_output_is_said_in_one_line(folder: Path) -> None:
    for command in ("pair s8.json", "standings t7.json", "verify t7.json", "simulate --players 4 --rounds 2"):
        done = subprocess.run(
            ["sh", "-c", f'"$0" -m pairing_core {command} >&-', sys.executable],
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.stderr == b"losovna: -: The file cannot be written: it is closed.\n"
        assert done.returncode == 2


# Refusals

BAD = [
    ("pair", "the following arguments are required: FILE; losovna pair --help says more."),
    ("pair none.json", "none.json: The file cannot be read: there is no such file or folder."),
    ("pair f4.json --system chess", f"There is no rule set called “chess”; the known ones are {KNOWN}."),
    ("pair f4.json --rounds x", "--rounds must be a whole number, not “x”."),
    ("pair f4.json --rounds 0", "--rounds must be from 1 to 1000, not 0."),
    (
        "pair f4.json --groups 2",
        "f4.json: --groups is for the system groups, but the system here is mancala.",
    ),
    (
        "pair players.csv --system knockout --cycles 2",
        "players.csv: --cycles is for the system round-robin, groups, but the system here is knockout.",
    ),
    ("pair f4.json --format pdf", "--format cannot be “pdf”; the known values are text, json, csv, html, trf."),
    ("pair f4.json --lang de", "--lang cannot be “de”; the known values are cs, es, en."),
    ("pair f4.json --sed k", "unrecognized arguments: --sed k; losovna pair --help says more."),
    ("pair empty.csv", "empty.csv: There are no players in the file."),
    ("pair one.csv --seed k", "one.csv: Round 1 needs at least two players who are present (found: 1)."),
    (
        "pair twice.csv",
        "twice.csv: line 3: The name “anna” is already in line 1; add something that tells the two apart.",
    ),
    ("pair half.json", "half.json: line 2: The file is no valid JSON: what stands in column 1 cannot be read."),
    ("pair cut.trf", "cut.trf: line 1: The line ends in the middle of an entry, after column 30."),
    (
        "pair event.json",
        "event.json: Event number 2 in the file cannot be: “player.number” cannot be “0”; it must be a whole number "
        "from 1 to 1000000000.",
    ),
    ("pair system.json", f"system.json: There is no rule set called “x”; the known ones are {KNOWN}."),
    ("standings f4.json --after 9", "f4.json: There is no round 9; 2 rounds have been drawn."),
    ("standings f4.json --after -1", "f4.json: There is no round -1; 2 rounds have been drawn."),
    ("standings f4.json --unplayed x", "Unplayed games cannot be treated as “x”; the known ways are as-awarded, "
     "fide-2023, fide-2026."),
    (
        "standings f4.json --tiebreaks koya --parameter koya=50",
        "“koya=50” is not understood; write a name and a number, like koya-limit=50, with one of koya-limit, "
        "brightwell-factor, turcas-a, turcas-b, turcas-c, turcas-d.",
    ),
    ("convert one.csv one.csv", "one.csv: This is the tournament itself, which would be lost; choose another file for "
     "what is to be written."),
    ("standings f4.json --format trf", "--format cannot be “trf”; the known values are text, json, csv, html."),
    ("standings f4.json --explain --format csv", "The format csv has no --explain; these formats do: text, json."),
    ("convert f4.json", "the following arguments are required: OUT; losovna convert --help says more."),
    (
        "convert f4.json f4.pdf",
        "f4.pdf: The name of the file does not say what to write; it must end with one of "
        ".json, .trf, .trfx, .trf16, .trf26, .csv, .html.",
    ),
    ("convert f4.json f4.html --what players", "The format html has no --what players; these formats do: csv."),
    ("convert f4.json f4.trf --what players", "The format trf has no --what; these formats do: csv, html."),
    ("convert f4.json f4.csv --trf16", "The format csv has no --trf16; these formats do: trf."),
    ("convert f4.json f4.csv --what x", "--what cannot be “x”; the known values are players, pairings, standings, "
     "crosstable, bracket."),
    ("convert one.csv x.csv --what pairings", "one.csv: There is no round 0; 0 rounds have been drawn."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "line"), BAD, ids=[arguments for arguments, _ in BAD])
def test_refuses_in_one_line_and_writes_nothing(arguments: str, line: str, run: Run, folder: Path) -> None:
    (folder / "empty.csv").write_text("\n", encoding="utf-8")
    (folder / "one.csv").write_text("Anna\n", encoding="utf-8")
    (folder / "twice.csv").write_text("Anna\nBob\nanna\n", encoding="utf-8")
    (folder / "half.json").write_text('{"format": "losovna", "version": 1, "events": [\n', encoding="utf-8")
    (folder / "cut.trf").write_text("001    1      Anna            \n", encoding="utf-8")
    event = '{"event": "player_added", "player": {"number": 0, "name": "Anna"}}'
    ours = '{{"format": "losovna", "version": 1, "events": [\n{{"event": "created"}},\n{}\n]}}\n'
    (folder / "event.json").write_text(ours.format(event), encoding="utf-8")
    event = '{"event": "settings_changed", "changes": {"system": "x"}}'
    (folder / "system.json").write_text(ours.format(event), encoding="utf-8")
    there = {path: path.read_bytes() for path in folder.iterdir()}
    assert run(*arguments.split()) == (2, b"", f"losovna: {line}\n")
    assert {path: path.read_bytes() for path in folder.iterdir()} == there


def test_refuses_in_the_language_asked_for(run: Run) -> None:
    ran = run("pair", "none.json", "--lang", "cs")
    assert ran == (2, b"", "losovna: none.json: Soubor nejde přečíst: takový soubor ani složka neexistuje.\n")


def test_a_file_too_large_is_not_read(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairing_core.commands.files.TOURNAMENT_LIMIT", 100)
    assert run("pair", "s8.json").err == (
        "losovna: s8.json: This file is larger than 50 MB, so it is hardly a tournament.\n"
    )


@given(
    file=st.sampled_from(["s8.json", "bbp_10p5r_s42.trf", "players.csv"]),
    command=st.sampled_from(["pair", "standings", "verify"]),
    place=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 40),
    put=st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b"{", b"]", b"\n", b" ", b"9999999999", b"w 1"])),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_spoiled_file_is_read_or_refused(
    file: str, command: str, place: float, cut: int, put: bytes, run: Run, folder: Path
) -> None:
    """Never a traceback: whatever is in the file, there is a status and at most one line."""
    data = (folder / file).read_bytes()
    at = int(place * len(data))
    spoiled = folder / f"spoiled{Path(file).suffix}"
    spoiled.write_bytes(data[:at] + put + data[at + cut :])
    ran = run(command, spoiled.name)
    assert ran.status in (0, 2, 3)
    assert ran.err.count("\n") == bool(ran.status)


def write_golden_files() -> None:
    """Write every golden file anew, from a folder that holds the tournaments."""
    with tempfile.TemporaryDirectory() as there:
        write_files(Path(there))
        for golden, arguments in GOOD.items():
            os.chdir(there)
            with open(GOLDEN / golden, "wb") as out:
                subprocess.run([sys.executable, "-m", "pairing_core", *arguments.split()], stdout=out, check=True)
        os.chdir(DATA)


if __name__ == "__main__":
    write_golden_files()
