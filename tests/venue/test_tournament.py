"""The clean pages of a tournament read back: who sits where, by table and by name, standings, crosstable."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from builders import sheet
from venue.i18n import LANGUAGES
from venue.tournament import alphabetical, crosstable_html, pairings_html, standings_html

from pairing_core.model import Draw, Tournament
from pairing_core.standings import crosstable, standings

NAMES = {"A": "Hora", "B": "Chalupa", "C": "Čapek", "D": "Cibulka", "E": "<b>Eva</b> & Béla"}


def tournament(text: str = "A 1-0 B, C ½-½ D, E bye | A 0-1 C, E +:- B, D half | D - A, B - C, E zero") -> Tournament:
    made, numbers = sheet(text, name="A/B <i>", tie_breaks=("buchholz", "sonneborn-berger"), seed="k7")
    players = {number: replace(made.players[number], name=NAMES[name]) for name, number in numbers.items()}
    return replace(made, players=players)


def tables(html: str) -> list[list[list[str]]]:
    """Return the cells of each table of a page, row by row, without the header."""
    found = []
    for body in re.findall(r"<tbody>(.*?)</tbody>", html, re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
        found.append(
            [
                [
                    unescape(re.sub(r"<[^>]+>", "", cell)).strip()
                    for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
                ]
                for row in rows
            ]
        )
    return found


def test_pairings_by_table_and_by_name() -> None:
    """Who starts on the left; a bye stands last by table, and in its place in the alphabet by name (reported, 73)."""
    by_table, by_name = tables(pairings_html(tournament(), 1, "en"))
    assert by_table == [
        ["1", "1", "Hora", "0", "2", "Chalupa", "0", "1 : 0"],
        ["2", "3", "Čapek", "0", "4", "Cibulka", "0", "½ : ½"],
        ["Rests", "5", "<b>Eva</b> & Béla", "0", ""],
    ]
    assert [row[0] for row in by_name] == ["<b>Eva</b> & Béla", "Čapek", "Chalupa", "Cibulka", "Hora"]
    assert by_name[0] == ["<b>Eva</b> & Béla", "5", "Rests"]
    assert by_name[1] == ["Čapek", "3", "2", "starts", "Cibulka"]
    assert by_name[3] == ["Cibulka", "4", "2", "does not start", "Čapek"]


def test_the_one_who_is_left_over_stands_before_the_others_without_a_game() -> None:
    by_table, _ = tables(pairings_html(tournament("A half, B 1-0 C, D zero, E bye"), 1, "en"))
    assert [row[0] for row in by_table] == ["1", "Rests", "Half-point bye", "Absent"]


def test_a_game_that_was_not_played_has_signs_and_no_points() -> None:
    by_table, _ = tables(pairings_html(tournament("A +:- B, C -:- D, E bye"), 1, "en"))
    assert [row[-1] for row in by_table] == ["+ : −", "− : −", ""]


def test_in_a_knockout_who_waits_is_still_in_and_who_has_withdrawn_is_not() -> None:
    made = tournament("A 1-0 B, C zero, E zero")
    gone = {**made.players, 4: replace(made.players[4], withdrawn_after=0)}
    knockout = replace(made, players=gone, settings=replace(made.settings, system="knockout"))
    by_table, by_name = tables(pairings_html(knockout, 1, "en"))
    assert [row[0] for row in by_table] == ["1", "Still in: waits for the next round", "Absent"]
    assert sorted(row[2] for row in by_name if len(row) == 3) == ["Absent", "Still in: waits for the next round"]


def test_points_are_those_before_the_round_and_open_games_have_no_result() -> None:
    by_table, _ = tables(pairings_html(tournament(), 3, "en"))
    assert by_table == [
        ["1", "4", "Cibulka", "1", "1", "Hora", "1", ""],
        ["2", "2", "Chalupa", "0", "3", "Čapek", "1½", ""],
        ["Absent", "5", "<b>Eva</b> & Béla", "2", ""],
    ]
    second, _ = tables(pairings_html(tournament(), 2, "en"))
    assert second[1][-1] == "+ : −"
    assert second[2][0] == "Half-point bye"


def test_the_seed_is_on_the_sheet() -> None:
    drawn = tournament()
    rounds = (replace(drawn.rounds[0], draw=Draw("mancala", seed="k7m2p9")), *drawn.rounds[1:])
    assert "k7m2p9" in pairings_html(replace(drawn, rounds=rounds), 1, "en")
    assert "k7m2p9" not in pairings_html(drawn, 1, "en")


def test_standings_with_their_legend() -> None:
    made = tournament()
    html = standings_html(made, {"": standings(made, unplayed="as-awarded")}, "cs")
    (rows,) = tables(html)
    assert [row[:4] for row in rows] == [
        ["1", "5", "<b>Eva</b> & Béla", "2"],
        ["2", "3", "Čapek", "1½"],
        ["3", "4", "Cibulka", "1"],
        ["4", "1", "Hora", "1"],
        ["5", "2", "Chalupa", "0"],
    ]
    # Čapek: ½ × 1 against Cibulka, 1 × 1 against Hora; Cibulka: ½ × 1½, which is no half and so a decimal.
    assert (rows[1][5], rows[2][5]) == ("1½", "0,75")
    assert html.count("<dt>") == 3


def test_crosstable() -> None:
    made = tournament()
    (rows,) = tables(crosstable_html(made, {"": crosstable(made, after=3)}, "en"))
    assert {row[1]: row[3:] for row in rows} == {
        "1": ["1 (2*)", "0 (3*)", "– (4)", "1"],
        "2": ["0 (1)", "0 (5f)", "– (3*)", "0"],
        "3": ["½ (4*)", "1 (1)", "– (2)", "1½"],
        "4": ["½ (3)", "½", "– (1*)", "1"],
        "5": ["1", "1 (2*f)", "0", "2"],
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_never_code_and_nothing_is_fetched(lang: str) -> None:
    made = tournament()
    pages = (
        pairings_html(made, 1, lang),
        standings_html(made, {"": standings(made)}, lang),
        crosstable_html(made, {"": crosstable(made)}, lang),
    )
    for html in pages:
        assert f'<html lang="{lang}">' in html
        assert "<b>Eva" not in html
        assert "<i>" not in html
        assert "A/B &lt;i&gt;" in html
        assert not re.search(r"<script|<link|src=|href=|@import|url\(", html)


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("cs", ["Cibulka", "Čapek", "Hora", "Chalupa", "Řehoř", "Sofie", "Šimek", "Zeman", "Žák"]),
        ("es", ["Nadal", "Ñíguez", "Ortiz"]),
        ("cs", ["Novák Adam", "Novák Zdeněk", "Nováková"]),
        ("en", ["Ana", "Ána", "Anb", "東京"]),
    ],
)
def test_the_alphabet_of_each_language(lang: str, names: list[str]) -> None:
    """The rows of the reported case 67, and some more."""
    turned = names[::-1]
    assert sorted(turned, key=lambda name: alphabetical(name, lang)) == names
