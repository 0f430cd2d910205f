"""Lists of players with ratings, clubs and countries, as a command is given them."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.errors import (
    BadNumber,
    BadRating,
    DuplicateName,
    DuplicateNumber,
    EmptyName,
    LosovnaError,
    NameTooLong,
)
from pairing_core.formats import csv_players


def players(text: str) -> list[str]:
    """Read a list; each player as ``number name rating club country``, what is missing left out."""
    return [
        " ".join(
            [f"{player.number} {player.name}"]
            + ([str(player.rating)] if player.rating is not None else [])
            + [f"[{player.club}]"] * bool(player.club)
            + [f"({player.country})"] * bool(player.country)
        )
        for player in csv_players.players(text)
    ]


@pytest.mark.parametrize("delimiter", [";", "\t", ","])
@pytest.mark.parametrize(
    ("encoding", "row", "player"),
    [
        ("utf-8", "Dvořáková;Žofie;1520", "1 Žofie Dvořáková 1520"),
        ("utf-8-sig", "Dvořáková;Žofie;1520", "1 Žofie Dvořáková 1520"),
        ("utf-16", "Dvořáková;Žofie;1520", "1 Žofie Dvořáková 1520"),
        ("cp1250", "Dvořáková;Žofie;1520", "1 Žofie Dvořáková 1520"),
        ("utf-8", "Núñez;Íñigo;1480", "1 Íñigo Núñez 1480"),
        ("cp1252", "Núñez;Íñigo;1480", "1 Íñigo Núñez 1480"),
    ],
)
def test_accents_code_pages_and_separators(encoding: str, row: str, player: str, delimiter: str) -> None:
    text = csv_players.decode(row.replace(";", delimiter).encode(encoding))
    assert players(text) == [player]


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("Name;Rating\n", [], id="a header alone"),
        pytest.param(
            "Anna\n\nBéla  \nCyril\n \nDana\nEva\nFilip\nGita\n\n",
            ["1 Anna", "2 Béla", "3 Cyril", "4 Dana", "5 Eva", "6 Filip", "7 Gita"],
            id="only names, empty lines, spaces",
        ),
        pytest.param("Name, First;Club", ["1 Name, First [Club]"], id="a comma in the name, a club"),
        pytest.param(
            "Novák, Jan;Sokol\nMalá;Slavia", ["1 Novák, Jan [Sokol]", "2 Malá [Slavia]"], id="one comma tells"
        ),
        pytest.param('"Novák, Jan";1400', ["1 Novák, Jan 1400"], id="a quoted name"),
        pytest.param("Anna; Béla", ["1 Anna", "2 Béla"], id="all on one line"),
        pytest.param("Anna, Béla, Cyril", ["1 Anna", "2 Béla", "3 Cyril"], id="all on one line by commas"),
        pytest.param("Novák;Jan\nMalá;Eva", ["1 Jan Novák", "2 Eva Malá"], id="surname and given name"),
        pytest.param("Jan Novák;Sokol\nEva Malá;", ["1 Jan Novák [Sokol]", "2 Eva Malá"], id="whole name and club"),
        pytest.param("Novák;Jan;Sokol;1400", ["1 Jan Novák 1400 [Sokol]"], id="surname, given name, club, rating"),
        pytest.param("Jan Novák;1400;CZE\nA B;1300;ESP", ["1 Jan Novák 1400 (CZE)", "2 A B 1300 (ESP)"], id="country"),
        pytest.param("#2 Anna\nBéla", ["1 Béla", "2 Anna"], id="a number fixed by hand, the other gets the free one"),
        # Ratings
        pytest.param("Anna;1850\nBéla;1700", ["1 Anna 1850", "2 Béla 1700"], id="rating"),
        pytest.param("A;1850\nB;1700\nC;1600\nD;", ["1 A 1850", "2 B 1700", "3 C 1600", "4 D"], id="nearly all rated"),
        pytest.param("A;1850\nB;\nC;1600\nD;", ["1 A", "2 B", "3 C", "4 D"], id="half of a column is no rating"),
        pytest.param("A;1850\nB;-\nC;0\nD;–", ["1 A 1850", "2 B", "3 C", "4 D"], id="ways to write none"),
        pytest.param("1;Anna;1500\n2;Béla;1400", ["1 Anna 1500", "2 Béla 1400"], id="a column that counts the lines"),
        pytest.param("2;Anna;1500\n1;Béla;1400", ["1 Béla 1400", "2 Anna 1500"], id="numbers and ratings"),
        pytest.param("Anna;2\nBéla;1", ["1 Béla", "2 Anna"], id="numbers of players are no ratings"),
        pytest.param(
            "Name;Rating\nAnna;1 850\nBéla;1\u00a0700", ["1 Anna 1850", "2 Béla 1700"], id="spaces in figures"
        ),
        pytest.param("Anna;1\nBéla;2", ["1 Anna", "2 Béla"], id="a column after the name that only counts"),
        pytest.param("Name;Elo\nAnna;00", ["1 Anna"], id="more ways to write none"),
        # Headers
        pytest.param(
            "Příjmení;Jméno;Rating;Oddíl;Země;Číslo\nMalá;Eva;1500;Klub A;CZE;2\nNovák;Jan;;Klub A ;ESP;",
            ["1 Jan Novák [Klub A] (ESP)", "2 Eva Malá 1500 [Klub A] (CZE)"],
            id="Czech; the same club in spite of a space; a rating missing",
        ),
        pytest.param(
            "N.º,Apellidos,Nombre,Valoración,Club,País\n2,Núñez,Íñigo,1480,Peón,ESP\n1,Gil,Luz,1500,Dama,MEX",
            ["1 Luz Gil 1500 [Dama] (MEX)", "2 Íñigo Núñez 1480 [Peón] (ESP)"],
            id="Spanish, commas",
        ),
        pytest.param(
            "No.\tName\tElo\tFederation\tTeam\n1\tAnna\t1850\tCZE\tA", ["1 Anna 1850 [A] (CZE)"], id="English, tabs"
        ),
        pytest.param("Žebříček;Hráč\n1520;Anna", ["1 Anna 1520"], id="rating before the name"),
        pytest.param("Name;Born;Rating\nAnna;1990;1500", ["1 Anna 1500"], id="columns of other things"),
        # Text taken as code
        pytest.param(
            '<b>Eva</b> & "Béla"\nO\'Hara\n=1+1\n-5',
            ['1 <b>Eva</b> & "Béla"', "2 O'Hara", "3 =1+1", "4 -5"],
            id="literally the same",
        ),
        pytest.param("Name;Club\n'=1+1;'-5\nB;O'5", ["1 =1+1 [-5]", "2 B [O'5]"], id="guards come off, others stay"),
        pytest.param("Name;Club\n'May 5;'3. led", ["1 May 5 [3. led]"], id="guards of dates too"),
    ],
)
def test_reads(text: str, listed: list[str]) -> None:
    assert players(text) == listed


@pytest.mark.parametrize(
    ("text", "error", "line", "sentence"),
    [
        ("Name;Rating\nAnna;1500\nBéla;x1", BadRating, 3, "The rating “x1” is no whole number."),
        ("Name;Rating\nAnna;15,5", BadRating, 2, "The rating “15,5”"),
        ("Name;Rating\nAnna;" + "9" * 5000, BadRating, 2, "The rating “99999999999999999999”"),
        ("Name;Rating\nAnna;1500\nANNA;1400", DuplicateName, 3, "is already in line 2"),
        ("Name;Rating\n;1500", EmptyName, 2, "A name is missing here."),
        ("Name;No\nAnna;7\nBéla;1", BadNumber, 2, "The number 7 is not one of the numbers from 1 to 2."),
        ("Name;No\nAnna;1\nBéla;1", DuplicateNumber, 3, "The number 1 is given to two players."),
        ("Anna;" + "x" * 100_000, NameTooLong, 1, "characters; at most 100"),
    ],
)
def test_refuses_with_the_line(text: str, error: type[LosovnaError], line: int, sentence: str) -> None:
    with pytest.raises(error) as caught:
        csv_players.players(text)
    assert caught.value.line == line
    assert sentence in str(caught.value)


cells = st.one_of(st.text("AÁbc 'ž#\"", max_size=6), st.integers(0, 3000).map(str), st.sampled_from(["Name", "Elo"]))
tables = st.builds(
    lambda delimiter, rows: "\n".join(delimiter.join(row) for row in rows),
    st.sampled_from(";,\t"),
    st.lists(st.lists(cells, max_size=4), max_size=5),
)


@given(st.one_of(st.text(max_size=100), tables))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(LosovnaError):
        made = csv_players.players(text)
        assert [player.number for player in made] == list(range(1, len(made) + 1))
        assert len({player.name for player in made}) == len(made)


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(LosovnaError):
        csv_players.players(csv_players.decode(data))
