"""Standings on the screen: the numbers and how each came about, crosstable, what is still possible."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest
from builders import sheet
from desk import Desk, text_of
from venue.i18n import LANGUAGES, translation

from pairing_core.model import Tournament

# Inputs of the reports collected from users of other programs.
T7 = (
    "5 0-1 3, 4 0-1 2, 7 0-1 1, 6 bye | 3 1-0 6, 7 0-1 2, 1 1-0 5, 4 bye | 4 0-1 6, 1 1-0 3, 5 1-0 7, 2 bye | "
    "4 1-0 1, 6 1-0 2, 7 0-1 3, 5 bye | 4 0-1 5, 3 0-1 2, 6 0-1 1, 7 bye"
)
T8 = "1 1-0 8, 2 0-1 7, 3 ½-½ 6, 4 1-0 5 | 8 0-1 5, 6 0-1 4, 7 1-0 3, 1 ½-½ 2"


def desk(text: str, lang: str = "en", **settings: Any) -> tuple[Desk, dict[str, int]]:
    tournament, numbers = sheet(text, **settings)
    return Desk(tournament, lang), numbers


def cells(html: str, table: str) -> list[list[str]]:
    """Return the cells of the first table of a class, row by row."""
    found = re.search(rf'<table class="[^"]*\b{table}\b[^"]*">.*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    assert found, f"no table {table}"
    return [
        [text_of(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", found[1], re.DOTALL)
    ]


def explained(at: Desk, player: int, column: str) -> list[list[str]]:
    """Click on a number, by the link that the page has for it."""
    link = re.search(rf'id="why-{player}-{column}" href="#/t1/standings/(\d+)\?([^"]*)"', at.html)
    assert link, "the number is no link"
    params = dict(parse_qsl(unescape(link[2])))
    return cells(at.see("standings", after=link[1], **params).html, "working")


@pytest.mark.parametrize(
    ("unplayed", "expected"),
    [
        ("as-awarded", {1: "12", 2: "9", 3: "15", 5: "10", 6: "13", 4: "14", 7: "14"}),
        ("fide-2023", {1: "12", 2: "13", 3: "15", 5: "13", 6: "16", 4: "16", 7: "15"}),
        ("fide-2026", {1: "12", 2: "11½", 3: "15", 5: "12½", 6: "15½", 4: "16", 7: "15"}),
    ],
)
def test_buchholz_after_a_bye_is_what_the_legend_says(unplayed: str, expected: dict[int, str]) -> None:
    """Reported, 55: three rules give three columns; the screen names its own and shows the bye as a line."""
    at, _ = desk(T7, tie_breaks=("buchholz",), unplayed=unplayed)
    rows = cells(at.see("standings").html, "ranking")
    assert {int(row[1]): row[4] for row in rows} == expected
    assert [int(rows[0][1]), int(rows[1][1])] == ([2, 1] if unplayed == "fide-2023" else [1, 2])
    assert {"as-awarded": "As awarded", "fide-2023": "FIDE 2023", "fide-2026": "FIDE 2026"}[unplayed] in at.text
    lines = explained(at, 2, "buchholz")
    # Opponents 4, 7, 6 and 3 with their points, and round 3 without one.
    assert [line[:2] for line in lines] == [["1", "4 4"], ["2", "7 7"], ["3", "–"], ["4", "6 6"], ["5", "3 3"]]
    assert [lines[at][3] for at in (0, 1, 3, 4)] == ["2", "1", "3", "3"]
    assert "round without a game" in lines[2][2]


def test_a_number_opens_and_closes() -> None:
    at, numbers = desk("A 1-0 B, C ½-½ D", tie_breaks=("buchholz", "sonneborn-berger"))
    at.see("standings")
    assert "working" not in at.html
    assert explained(at, numbers["A"], "points") == [["1", "2 B", "Starts: 1", "1"]]
    assert at.screen["why"] == "1.points"
    at.see("standings", why="3.sonneborn-berger")
    assert cells(at.html, "working") == [["1", "4 D", "points of the opponent: ½ × ½", "0.25"]]
    closing = re.search(r'href="#/t1/standings/1\?">Close', at.html)
    assert closing
    assert "working" not in at.see("standings", why="99.points").html


def test_what_is_left_out_is_shown_so() -> None:
    at, _ = desk(T7, tie_breaks=("buchholz-cut-1",))
    at.see("standings")
    lines = explained(at, 1, "buchholz-cut-1")
    assert [line[3] for line in lines if "left out" in line[2]] == ["1"]
    assert "<del>1</del>" in at.html


@pytest.mark.parametrize("after", [None, 1])
def test_a_round_that_is_going_on_is_not_mixed_in(after: int | None) -> None:
    """Reported, 56: after one game of round 2 the standings are still those after round 1."""
    at, _ = desk("A 1-0 B, C 1-0 D | A 1-0 C, B - D", rounds=3, tie_breaks=("buchholz",))
    at.see("standings", **({} if after is None else {"after": str(after)}))
    assert "Standings after round 1" in at.text
    assert [[row[2], row[3], row[4]] for row in cells(at.html, "ranking")] == [
        ["A", "1", "0"],
        ["C", "1", "0"],
        ["B", "0", "1"],
        ["D", "0", "1"],
    ]
    assert "still going on" not in at.text


def test_a_live_table_says_that_it_is_one() -> None:
    at, _ = desk("A 1-0 B, C 1-0 D | A 1-0 C, B - D", rounds=3)
    at.see("standings", after="2")
    assert "still going on" in at.text
    assert cells(at.html, "ranking")[0][2:4] == ["A", "2"]


def test_direct_encounter_over_two_cycles() -> None:
    """Reported, 40: both games count, and whom nothing separates shares the place."""
    at, _ = desk(
        "A 1-0 B | B 1-0 A | A 1-0 C | B 1-0 C | C 0-1 A | C 0-1 B",
        tie_breaks=("direct-encounter", "wins"),
        system="round-robin",
    )
    rows = cells(at.see("standings").html, "ranking")
    assert [row[:1] + row[2:] for row in rows] == [
        ["1", "A", "3", "1", "3"],
        ["1", "B", "3", "1", "3"],
        ["3", "C", "0", "–", "0"],
    ]


def test_two_meetings_decide_nothing() -> None:
    """Reported, 58: one won game each is 1 : 1, and the next criterion decides; the file has the same order."""
    at, _ = desk(
        "A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D | A 0-1 D, B 0-1 C | B 1-0 A, C 1-0 D",
        tie_breaks=("direct-encounter", "progressive"),
        allow_repeats=True,
    )
    rows = cells(at.see("standings").html, "ranking")
    assert [row[:1] + row[2:] for row in rows] == [
        ["1", "C", "3", "–", "7"],
        ["2", "A", "2", "1", "7"],
        ["3", "B", "2", "1", "4"],
        ["4", "D", "1", "–", "2"],
    ]
    at.do("export", format="csv-standings")
    lines = [line.split(";") for line in at.shown["file"]["text"].splitlines()[1:]]
    assert [line[2] for line in lines] == ["C", "A", "B", "D"]


def test_an_opponent_who_won_by_default() -> None:
    """Reported, 59: what X won without playing counts for P as it does for X; the lines show it."""
    at, numbers = desk("P 1-0 X, Q ½-½ R | X +:- Q, P ½-½ R | X 1-0 R, P ½-½ Q", tie_breaks=("buchholz",))
    at.see("standings")
    lines = explained(at, numbers["P"], "buchholz")
    assert [line[3] for line in lines if line[1].endswith(" X")] == ["2"]


def test_equal_numbers_share_the_rank() -> None:
    at, _ = desk("A 1-0 B, C 1-0 D, E 1-0 F", tie_breaks=("buchholz", "wins"))
    rows = cells(at.see("standings").html, "ranking")
    assert [row[0] for row in rows] == ["1", "1", "1", "4", "4", "4"]
    assert len({tuple(row[3:]) for row in rows[:3]}) == 1


def test_direct_encounter_shows_a_value_for_both() -> None:
    """Reported, 61: a value of both who are tied, not only where it changed the order."""
    at, numbers = desk(
        "A 1-0 B, C 1-0 D, E ½-½ F | A ½-½ C, B 1-0 E, D 1-0 F | A 0-1 D, B 1-0 C, E ½-½ F",
        tie_breaks=("direct-encounter",),
        system="round-robin",
    )
    rows = {row[2]: row for row in cells(at.see("standings").html, "ranking")}
    # B and D have two points and did not meet; A and C have one and a half and drew.
    assert rows["A"][4] == rows["C"][4] == "½"
    assert explained(at, numbers["A"], "direct-encounter")[0][1] == "3 C"


@pytest.mark.parametrize(("complete", "expected"), [(2, "round"), (3, "standings")])
def test_it_opens_where_the_tournament_is(complete: int, expected: str) -> None:
    """Reported, 41: not at the last round because all are there, but at the first that is open; then the standings."""
    third = "4 - 8, 5 - 1, 6 - 2, 7 - 3" if complete == 2 else "4 ½-½ 8, 5 ½-½ 1, 6 0-1 2, 7 1-0 3"
    at, _ = desk(f"{T8} | {third}", rounds=3)
    at.see("")
    assert at.screen["name"] == expected
    assert complete == 3 or int(at.screen["round"]) == 3


def test_players_find_themselves() -> None:
    """Reported, 76: by name in the alphabet of the language, and by some letters whatever their accents."""
    tournament, _ = sheet("Chalupa 1-0 Dvorak, Capek 1-0 Hora, Ruzicka ½-½ Rada")
    names = {"Capek": "Čapek", "Ruzicka": "Růžička", "Rada": "Řada"}
    at = Desk(_renamed(tournament, names), "cs")
    at.see("standings", by="name")
    assert [row[2] for row in cells(at.html, "ranking")] == ["Čapek", "Dvorak", "Hora", "Chalupa", "Růžička", "Řada"]
    at.see("standings", find="ruz")
    assert [row[2] for row in cells(at.html, "ranking")] == ["Růžička"]
    assert at.screen["find"] == "ruz"
    assert explained(at, 6, "points") == [["1", "5 Řada", "Začíná: ½", "½"]]
    assert next(row[2] for row in cells(at.html, "ranking") if len(row) > 3) == "Růžička"
    at.see("standings", find="xyz")
    assert translation("cs").gettext("Nobody has such a name.") in at.text


def _renamed(tournament: Tournament, names: dict[str, str], club: str = "") -> Tournament:
    players = {
        number: replace(player, name=names.get(player.name, player.name), club=club)
        for number, player in tournament.players.items()
    }
    return replace(tournament, players=players)


@pytest.mark.parametrize(
    ("lang", "discipline", "expected"),
    [
        ("en", "chess", [["1", "2w1", "3b½"], ["2", "1b0", "(1)"], ["3", "½", "1w½"]]),
        ("en", "mancala", [["1", "2●1", "3○½"], ["2", "1○0", "(1)"], ["3", "½", "1●½"]]),
        ("en", "reversi", [["1", "2b1", "3w½"], ["2", "1w0", "(1)"], ["3", "½", "1b½"]]),
    ],
)
def test_crosstable_by_rounds(lang: str, discipline: str, expected: list[list[str]]) -> None:
    at, _ = desk("1 1-0 2, 3 half | 3 ½-½ 1, 2 bye", lang, discipline=discipline)
    rows = cells(at.see("crosstable").html, "cross")
    assert sorted([row[1], *row[3:5]] for row in rows) == expected


def test_crosstable_as_a_square() -> None:
    at, _ = desk("A 1-0 B, C +:- D | A ½-½ C, B - D", rounds=3, discipline="chess")
    at.see("crosstable", after="2", grid="1")
    rows = cells(at.html, "square")
    assert [row[2] for row in rows] == ["A", "C", "B", "D"]
    assert [row[3:7] for row in rows] == [
        ["", "w½", "w1", ""],
        ["b½", "", "", "w+"],
        ["b0", "", "", "w…"],
        ["", "b−", "b…", ""],
    ]
    assert at.screen["grid"] == "1"


def test_clubs_by_their_best_players() -> None:
    """On the screen and on paper; without clubs there is no such view."""
    text = "A 1-0 B, C 1-0 D, E ½-½ F | A 1-0 C, B - D, E - F"
    tournament, _ = sheet(text, rounds=3, tie_breaks=("wins", "direct-encounter"))
    clubs = {"A": "Brno", "D": "Brno", "C": "Písek", "B": "<b>x", "E": "Písek"}
    players = {
        number: replace(player, club=clubs.get(player.name, "")) for number, player in tournament.players.items()
    }
    at = Desk(replace(tournament, players=players)).see("teams", best="1")
    assert "Team standings after round 1" in at.text
    assert cells(at.html, "teams") == [
        ["1", "Brno", "1", "1", "A"],
        ["1", "Písek", "1", "1", "C"],
        ["3", "<b>x", "0", "0", "B"],
    ]
    assert cells(at.see("teams", best="4").html, "teams")[0] == ["1", "Písek", "1½", "1", "C, E"]
    assert at.screen["best"] == 4
    at.see("teams", after="2", best="1")
    assert cells(at.html, "teams")[0] == ["1", "Brno", "2", "2", "A"]
    assert "still going on" in at.text
    assert at.see("standings").html.count('href="#/t1/teams"') == 1
    at.see("print", paper="teams", round="1", best="1")
    assert cells(at.html, "teams")[0] == ["1", "Brno", "1", "1", "A"]
    assert at.see("print", paper="teams", best="nonsense").screen["best"] == "1"
    at, _ = desk(text)
    assert "/teams" not in at.see("standings").html
    assert "no teams" in at.see("teams").text


def test_a_round_robin_is_a_square_by_itself() -> None:
    at, _ = desk("A 1-0 B, C ½-½ D", system="round-robin")
    assert "square" in at.see("crosstable").html


def test_what_is_still_possible() -> None:
    at, _ = desk("A 1-0 B, C 1-0 D | C 0-1 A, B 1-0 D | A 1-0 B, C - D", rounds=3)
    at.see("possible")
    assert [row[1:] for row in cells(at.html, "list")] == [
        ["A", "3", "1", "1"],
        ["C", "1", "2", "2"],
        ["B", "1", "2", "3"],
        ["D", "0", "2", "4"],
    ]
    assert "A has already won" in at.text
    assert "Exact" in at.text
    at, _ = desk("A 1-0 B, C 1-0 D", rounds=3)
    assert "Bounds" in at.see("possible").text
    assert "has already won" not in at.text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("screen", ["standings", "teams", "crosstable", "possible"])
def test_before_anything_has_happened_and_with_any_name(lang: str, screen: str) -> None:
    empty = Desk([{"event": "created", "settings": {}}], lang)
    assert not empty.see(screen).errors
    tournament, _ = sheet("A 1-0 B", name="<i>cup")
    at = Desk(_renamed(tournament, {"A": "<b>Eva</b> & Béla"}, "Club"), lang).see(screen)
    assert not at.errors
    assert "<b>Eva" not in at.html
    assert "&lt;b&gt;Eva" in at.html
    assert at.screen["name"] == screen
