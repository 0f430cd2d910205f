"""Papers to print and files to share."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from builders import sheet
from desk import Desk, text_of
from test_ranking import cells
from venue.arbiter.papers import KINDS, SIZES, SLIPS, Kind, Paper, chosen, stacked
from venue.arbiter.sharing import EXPORTS
from venue.i18n import LANGUAGES, translation

from pairing_core.formats import csv_players, losovna_json, trf
from pairing_core.model import Tournament

NINE = "2 1-0 6, 7 ½-½ 3, 4 - 8, 5 - 9, 1 bye"


def named(text: str = NINE, names: str = "", **settings: Any) -> Tournament:
    """A tournament whose players have the names of a list, in the order of their numbers."""
    tournament, _ = sheet(text, **{"rounds": 3, "name": "Cup", **settings})
    listed = dict(enumerate(names.split(","), start=1)) if names else {}
    return replace(
        tournament,
        players={n: replace(player, name=listed.get(n, player.name)) for n, player in tournament.players.items()},
    )


NAMES = "Řehoř,Ñíguez,Chloé,Dan,Eva,Fáma,Gita,Hana,Ivo"


def test_the_bye_is_last_by_table_and_in_its_place_by_name() -> None:
    """Reported, 73: never a "table 0" between the tables."""
    at = Desk(named(names=NAMES), "cs").see("print", paper="pairings-by-table")
    rows = cells(at.html, "by-table")
    assert [row[0] for row in rows] == ["1", "2", "3", "4", ""]
    assert rows[-1] == ["", "1", "Řehoř", "0", translation("cs").gettext("Rests")]
    rows = cells(at.see("print", paper="pairings-by-name").html, "by-name")
    assert [row[0] for row in rows] == ["Dan", "Eva", "Fáma", "Gita", "Hana", "Chloé", "Ivo", "Ñíguez", "Řehoř"]
    assert rows[-1] == ["Řehoř", "", translation("cs").gettext("Rests")]
    assert len(rows) == 9


def test_a_walkover_is_told_as_one_on_paper_and_on_the_wall() -> None:
    at = Desk(named("A +:- B, C 1-0 D", names="A,B,C,D", rounds=1)).see("print", paper="pairings-by-table")
    assert "+ : −" in [row[-1] for row in cells(at.html, "by-table")]
    at.see("projector", by="table", round=1)
    assert "+ : −" in at.text
    assert "1 : 0" in at.text


@pytest.mark.parametrize("kind", ["pairings-by-table", "pairings-by-name", "slips"])
@pytest.mark.parametrize(
    ("discipline", "lang", "starter", "other"),
    [
        ("chess", "en", "White (starts)", "Black"),
        ("reversi", "en", "Black (starts)", "White"),
        ("own", "en", "Starts", "Second"),
    ],
)
def test_who_starts_stands_there_in_words(kind: str, discipline: str, lang: str, starter: str, other: str) -> None:
    """Reported, 77: newcomers do not know that the left name starts; in Othello it is black."""
    at = Desk(named(discipline=discipline), lang).see("print", paper=kind)
    article = re.search(r"<article.*</article>", at.html, re.DOTALL)
    assert article
    text = text_of(article[0])
    if kind == "pairings-by-name" and discipline == "own":
        starter, other = "starts", "does not start"
    assert starter in text
    assert other in text


def test_the_head_says_when_the_round_begins() -> None:
    at = Desk(named(fields={"time-1": "9.30"})).see("print", paper="pairings-by-name")
    assert re.search(r"<p>Cup · 9\.30</p>", at.html)


def test_the_arbiter_s_own_words() -> None:
    at = Desk(named(fields={"first-word": "Hraje Ñ", "second-word": "Čeká"}), "cs")
    assert "Hraje Ñ" in at.see("print", paper="pairings-by-table").text
    assert "Čeká" in at.text


@pytest.mark.parametrize("count", SLIPS)
@pytest.mark.parametrize("tables", [1, 3, 4, 7, 8, 9, 23, 100])
def test_slips_are_in_order_when_the_stacks_are_cut(count: int, tables: int) -> None:
    """Cut all sheets at once and lay the stacks on each other: the tables follow."""
    sheets = stacked(range(1, tables + 1), count)
    assert {len(sheet) for sheet in sheets} == {count}
    laid = [sheet[place] for place in range(count) for sheet in sheets]
    assert [item for item in laid if item is not None] == list(range(1, tables + 1))
    assert len(sheets) == -(-tables // count)


@pytest.mark.parametrize("count", SLIPS)
def test_slips_on_the_screen(count: int) -> None:
    games = ", ".join(f"{2 * at - 1} - {2 * at}" for at in range(1, 12))
    at = Desk(named(games)).see("print", paper="slips", count=str(count))
    heads = [text_of(head) for head in re.findall(r"<h3>(Round .*?)</h3>", at.html)]
    sheets = -(-11 // count)
    assert heads[:2] == ["Round 1 · Table 1", f"Round 1 · Table {1 + sheets}"]
    assert sorted(heads, key=lambda head: int(head.split()[-1])) == [f"Round 1 · Table {n}" for n in range(1, 12)]
    empty = at.see("print", paper="slips", count=str(count), filled="0")
    assert "Round …… · Table 1" in empty.text
    assert not re.search(r'<td class="who">[^<]', empty.html)


def test_a_card_of_a_player_has_all_rounds() -> None:
    at = Desk(named("A 1-0 B, C half | A - C, B bye", rounds=4, discipline="chess")).see("print", paper="scorecards")
    assert at.html.count("Scorecard of") == 3
    card = re.search(
        r"Scorecard of A</caption>.*?<tbody>(.*?)</tbody>", at.see("print", paper="scorecards").html, re.DOTALL
    )
    assert card
    rows = [
        [text_of(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)]
        for row in re.findall(r"<tr>(.*?)</tr>", card[1], re.DOTALL)
    ]
    assert rows == [["1", "2 B", "White", "1", "1"], *([str(n), "", "", "", ""] for n in (2, 3, 4))]


def test_another_paper_comes_on_its_own_sheet_and_a_choice_stays() -> None:
    at = Desk(named("A 1-0 B | B 1-0 A | A - B")).see("print", paper="standings", size="a5", wide="1", round="1")
    assert "on-a5-wide" in at.html
    assert "Standings after round 1" in at.text
    at.see(**{**at.screen, "was": "standings", "paper": "wall-chart"})
    assert "on-a3-wide" in at.html
    assert at.screen["round"] == "1"
    at.see(**{**at.screen, "was": "wall-chart", "paper": "pairings-by-table"})
    assert "on-a4" in at.html
    assert at.screen["round"] == "3"
    at.see("print", paper="nonsense", size="b7", wide="x", round="77", count="3")
    assert (at.screen["paper"], at.screen["size"], at.screen["round"]) == ("pairings-by-table", "a4", "3")


@pytest.mark.parametrize("kind", KINDS, ids=[kind.key for kind in KINDS])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_in_every_language(kind: Kind, lang: str) -> None:
    """Before anybody plays and after; a name is never code, and every player stands where players stand."""
    key = kind.key
    empty = Desk([{"event": "created", "settings": {}}], lang).see("print", paper=key)
    assert not empty.errors
    assert f"paper-{key}" in empty.html
    made = named(names="<u>Eva</u>,Ñíguez,Chloé,Dan,Eva,Fáma,Gita,Hana,Ivo", name="<i>cup</i>")
    if key == "bracket":
        made = replace(made, settings=replace(made.settings, system="knockout"))
    if key.startswith("group-"):
        made = replace(made, settings=replace(made.settings, system="groups"))
    at = Desk(made, lang).see("print", paper=key)
    assert not at.errors
    assert "<u>" not in at.html
    assert "<i>cup" not in at.html
    if key not in ("table-cards", "slips", "teams"):
        for player in made.players.values():
            assert player.name in text_of(at.html)
    assert at.html.count('data-page="print"') == 1


def test_papers_know_the_sheets_of_the_style(request: pytest.FixtureRequest) -> None:
    style = (request.config.rootpath / "site/css/print.css").read_text(encoding="utf-8")
    for size in SIZES:
        for position in (size, f"{size}-wide"):
            assert f"@page {position} " in style
            assert f".paper.on-{position} {{ page: {position};" in style


def test_the_final_report_holds_all() -> None:
    made = named("A 1-0 B, C ½-½ D | A 1-0 C, B - D", tie_breaks=("buchholz",), seed="k7m2")
    text = Desk(made).see("print", paper="report").text
    for said in ("k7m2", "Standings after round 1", "Crosstable after round 1", "Round 1", "Buchholz", "Arbiter"):
        assert said in text
    assert Paper(made, chosen(made, {"paper": "report"}), "en").after == 1


def exported(at: Desk, key: str) -> dict[str, str]:
    at.do("export", format=key)
    assert not at.errors
    file: dict[str, str] = at.shown["file"]
    return file


def test_files_open_again() -> None:
    made = named("A 1-0 B, C ½-½ D | A 1-0 C, B 0-1 D", name="Cup of / spring")
    at = Desk(made).see("print")
    own = exported(at, "json")
    assert own["name"] == "Cup-of---spring.json"
    assert losovna_json.load(own["text"]).tournament == at.tournament
    for key in ("trf16", "trf26"):
        read = trf.load(exported(at, key)["text"])
        assert [round_.games for round_ in read.rounds] == [round_.games for round_ in made.rounds]
    names = [player.name for player in csv_players.players(exported(at, "csv-players")["text"].removeprefix("\ufeff"))]
    assert names == ["A", "B", "C", "D"]
    page = exported(at, "html")["text"]
    assert page.startswith("<!doctype html>")
    assert not re.search(r"<script|<link|src=|@import|url\(", page)
    assert at.events == Desk(made).events


@pytest.mark.parametrize("key", [each.key for each in EXPORTS if each.suffix == "csv"])
def test_a_spreadsheet_keeps_the_letters(key: str) -> None:
    """Reported, 70: the mark of UTF-8 comes first; cells are divided by semicolons."""
    made = named(names=NAMES)
    clubs = {number: replace(player, club=f"Klub {player.name}") for number, player in made.players.items()}
    file = exported(Desk(replace(made, players=clubs), "cs").see("print"), key)
    data = file["text"].encode("utf-8")
    assert data.startswith(b"\xef\xbb\xbf")
    assert b";" in data
    assert "Řehoř" in file["text"]
    assert "Ñíguez" in file["text"]
    assert file["name"].endswith(".csv")


def test_standings_hold_every_player_once() -> None:
    """Reported, 58."""
    text = exported(Desk(named("A 1-0 B, C ½-½ D | B 1-0 A, C 1-0 D")).see("print"), "csv-standings")["text"]
    names = [line.split(";")[2] for line in text.splitlines()[1:]]
    assert sorted(names) == ["A", "B", "C", "D"]


@pytest.mark.parametrize("key", ["csv-pairings", "nonsense"])
def test_what_cannot_be_exported_is_said(key: str) -> None:
    at = Desk([{"event": "created", "settings": {}}]).see("print")
    at.do("export", format=key)
    assert len(at.errors) == 1
    assert "Something went wrong" not in at.errors[0]
