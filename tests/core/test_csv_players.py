"""Lists of players as people type, paste and save them."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.errors import (
    BadCharacter,
    BadNumber,
    DuplicateName,
    DuplicateNumber,
    EmptyName,
    LosovnaError,
    NameTooLong,
    TextCutOff,
    UndecodableText,
)
from pairing_core.formats import csv_players, table


def read(text: str) -> list[str]:
    """Read a list; each entrant as ``line: name``, or ``line: #number name``."""
    return [
        f"{entrant.line}: " + (f"#{entrant.number} " if entrant.number else "") + entrant.name
        for entrant in csv_players.read(text)
    ]


@pytest.mark.parametrize(
    ("text", "entrants"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param(" \n\t\n\u200b\n", [], id="nothing to see"),
        pytest.param("Anna\nBéla\n", ["1: Anna", "2: Béla"], id="one on a line"),
        pytest.param("Anna\r\n\r\n  Béla \r", ["1: Anna", "3: Béla"], id="every kind of line end, empty lines"),
        pytest.param("\ufeffAnna\nBéla", ["1: Anna", "2: Béla"], id="byte order mark"),
        pytest.param("Jan \u00a0 Novák\nb", ["1: Jan Novák", "2: b"], id="white space is collapsed"),
        pytest.param("Jose\u0301\nb", ["1: José", "2: b"], id="composed letters"),
        pytest.param("Novák, Jan\nMalá, Eva", ["1: Novák, Jan", "2: Malá, Eva"], id="commas in names"),
        pytest.param("Novák, Jan", ["1: Novák, Jan"], id="a single name with a comma"),
        pytest.param("Anna, Béla, Cyril", ["1: Anna", "1: Béla", "1: Cyril"], id="all on one line"),
        pytest.param("Anna; Béla", ["1: Anna", "1: Béla"], id="all on one line, semicolons"),
        pytest.param('"Big" Joe\nb', ['1: "Big" Joe', "2: b"], id="quotes in names"),
        pytest.param("O'Neil\nb", ["1: O'Neil", "2: b"], id="apostrophe"),
        pytest.param("<script>alert(1)</script>\n&amp;", ["1: <script>alert(1)</script>", "2: &amp;"], id="markup"),
        pytest.param("Anna; jr.\nb", ["1: Anna; jr.", "2: b"], id="a semicolon in one name"),
        pytest.param("Anna\tB\nb", ["1: Anna B", "2: b"], id="a tab in one name"),
        pytest.param("Anna\t2\nBéla\t\n", ["1: #2 Anna", "2: Béla"], id="an empty last cell"),
        pytest.param("👩‍👧 Eva\nb", ["1: 👩‍👧 Eva", "2: b"], id="emoji with a joiner"),
        pytest.param("דוד\nمحمد", ["1: דוד", "2: محمد"], id="right to left"),
        pytest.param("\u202eannA\u202c\n\u200fb", ["1: annA", "2: b"], id="marks of direction go"),
        pytest.param("x" * 100 + "\nb", ["1: " + "x" * 100, "2: b"], id="100 letters"),
        # Numbers
        pytest.param("#2 Anna\nBéla", ["1: #2 Anna", "2: Béla"], id="a number fixed by hand"),
        pytest.param("# 2. Anna\n#1Béla", ["1: #2 Anna", "2: #1Béla"], id="a number needs a space after it"),
        pytest.param("1. Anna\n2) Béla\n3: C\n4 D", ["1: Anna", "2: Béla", "3: C", "4: D"], id="numbered lines"),
        pytest.param("1. Anna", ["1: Anna"], id="the beginning of a numbered list"),
        pytest.param("1 Anna", ["1: 1 Anna"], id="no numbered list yet"),
        pytest.param("1. Anna\n3. Béla", ["1: 1. Anna", "2: 3. Béla"], id="not counted: part of the name"),
        pytest.param("1. FC Brno\nSlavia", ["1: 1. FC Brno", "2: Slavia"], id="one name that begins with a number"),
        pytest.param("1\tAnna\n2\tBéla", ["1: Anna", "2: Béla"], id="a column that counts the lines"),
        pytest.param("2\tAnna\n1\tBéla", ["1: #2 Anna", "2: #1 Béla"], id="a column that does not count"),
        pytest.param("Anna;1850\nBéla;1700", ["1: Anna", "2: Béla"], id="ratings are no numbers of players"),
        pytest.param("2,Anna\n1,Béla", ["1: #2 Anna", "2: #1 Béla"], id="number and name by a comma"),
        # Headers
        pytest.param("Name\nAnna\nBéla", ["2: Anna", "3: Béla"], id="header alone"),
        pytest.param("Jméno;Číslo\nAnna;2\nBéla;", ["2: #2 Anna", "3: Béla"], id="Czech header"),
        pytest.param("N.º;Nombre\n2;Ana\n1;Íñigo", ["2: #2 Ana", "3: #1 Íñigo"], id="Spanish header"),
        pytest.param("No.,Player,Club\n1,Anna,A\n2,Bob,B", ["2: #1 Anna", "3: #2 Bob"], id="English header, commas"),
        pytest.param("Jméno;Příjmení\nEva;Malá\nJan;Novák", ["2: Eva Malá", "3: Jan Novák"], id="name in two columns"),
        pytest.param("Apellidos;Nombre\nPérez;Ana\nGil;Luz", ["2: Ana Pérez", "3: Luz Gil"], id="surname first"),
        pytest.param("Příjmení;Klub\nMalá;A\nNovák;B", ["2: Malá", "3: Novák"], id="surname alone"),
        pytest.param('name,club\n"O, Neil",A\nB,B', ["2: O, Neil", "3: B"], id="quoted comma"),
        pytest.param('"Anna"\n"O ""Q"" Neil"', ["1: Anna", '2: O "Q" Neil'], id="everything quoted"),
        pytest.param("klub;hráč\n\nA;Anna\nB;Béla", ["3: Anna", "4: Béla"], id="empty line below the header"),
        # What our own CSV writes comes back
        pytest.param("'=1+1\n'1-2", ["1: =1+1", "2: 1-2"], id="apostrophe before what a spreadsheet would compute"),
    ],
)
def test_reads(text: str, entrants: list[str]) -> None:
    assert read(text) == entrants


@pytest.mark.parametrize(
    ("text", "error", "line", "sentence"),
    [
        ("Anna\nBob\nANNA", DuplicateName, 3, "The name “ANNA” is already in line 1"),
        ("Anna  B\nanna b", DuplicateName, 2, "The name “anna b” is already in line 1"),
        ("Jose\u0301\nJosé", DuplicateName, 2, "already in line 1"),
        ("Anna;Anna", DuplicateName, 1, "already in line 1"),
        ("Anna\n" + "x" * 300, NameTooLong, 2, "The name has 300 characters; at most 100 are allowed."),
        ("Anna\n" + "x" * 200_000, NameTooLong, 2, "The name has 200000 characters; at most 100 are allowed."),
        ("name;club\nAnna;A\n;B", EmptyName, 3, "A name is missing here."),
        ("Anna\n#2", EmptyName, 2, "A name is missing here."),
        ("A\x07b\nc", BadCharacter, 1, "The name contains the control character U+0007."),
        ("A\ud800b\nc", BadCharacter, 1, "U+D800"),
        ('name;club\n"A\nb";x', BadCharacter, 2, "U+000A"),
        ("#3 Anna\nBob", BadNumber, 1, "The number 3 is not one of the numbers from 1 to 2."),
        ("#0 Anna\nBob", BadNumber, 1, "The number 0 is not one of the numbers from 1 to 2."),
        ("name;number\nAnna;x\nBob;1", BadNumber, 2, "The number x is not one of the numbers from 1 to 2."),
        ("#1 Anna\n\n#1 Bob", DuplicateNumber, 3, "The number 1 is given to two players."),
    ],
)
def test_refuses_with_the_line(text: str, error: type[LosovnaError], line: int, sentence: str) -> None:
    with pytest.raises(error) as caught:
        csv_players.read(text)
    assert caught.value.line == line
    assert caught.value.field == "players"
    assert sentence in str(caught.value)


@given(st.text(max_size=200))
def test_reads_or_refuses_anything(text: str) -> None:
    with contextlib.suppress(LosovnaError):
        entrants = csv_players.read(text)
        assert all(entrant.name and entrant.name == " ".join(entrant.name.split()) for entrant in entrants)
        assert all(1 <= entrant.line <= text.count("\n") + text.count("\r") + 1 for entrant in entrants)


letters = st.text("aábcčdďeéěnňñoórřsštťuúůyýzž ", min_size=1, max_size=20).filter(str.strip)


@given(st.lists(letters, min_size=2, max_size=20, unique_by=lambda name: " ".join(name.split())))
def test_a_list_of_plain_names_comes_back(names: list[str]) -> None:
    names = [f"{name.strip()} {number}x" for number, name in enumerate(names)]
    assert [entrant.name for entrant in csv_players.read("\n".join(names))] == [" ".join(n.split()) for n in names]


# Bytes

CZECH = "Žofie Dvořáková\nJiří Šťastný\nPřemysl Ďáblík\n"
SPANISH = "Íñigo Núñez\nBegoña Peña\n¿Quién?\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(CZECH.encode(), CZECH, id="UTF-8"),
        pytest.param(CZECH.encode("utf-8-sig"), CZECH, id="UTF-8 with a mark"),
        pytest.param(CZECH.encode("utf-16"), CZECH, id="UTF-16 with a mark"),
        pytest.param(b"\xfe\xff" + CZECH.encode("utf-16-be"), CZECH, id="UTF-16 big-endian with a mark"),
        pytest.param(CZECH.encode("utf-16-le"), CZECH, id="UTF-16 without a mark"),
        pytest.param(CZECH.encode("utf-16-be"), CZECH, id="UTF-16 big-endian without a mark"),
        pytest.param(CZECH.encode("cp1250"), CZECH, id="Windows-1250"),
        pytest.param(SPANISH.encode("cp1252"), SPANISH, id="Windows-1252, told by ñ and ¿"),
        pytest.param("José Gómez\n".encode("cp1252"), "José Gómez\n", id="Spanish without ñ is the same in both"),
        pytest.param("Żaneta\nŁukasz\n".encode("cp1250"), "Żaneta\nŁukasz\n", id="Polish in Windows-1250"),
        pytest.param("Åsa\x90".encode("latin-1"), None, id="undefined in both"),
        pytest.param("™ˆÅsa".encode("cp1252"), "™ˆÅsa", id="a byte that Windows-1250 has not decides for 1252"),
        pytest.param(b"", "", id="nothing"),
        pytest.param(b"PK\x03\x04\x14\x00\x06\x00", None, id="a workbook"),
        pytest.param(b"%PDF-1.7\n", None, id="PDF"),
        pytest.param(b"\xff\xfeA", None, id="half a letter of UTF-16"),
    ],
)
def test_decodes(data: bytes, text: str | None) -> None:
    if text is None:
        with pytest.raises(UndecodableText, match="none of the encodings"):
            csv_players.decode(data)
    else:
        assert csv_players.decode(data) == text


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("Anna;1500\nÅsa\x90;1400\n".encode("latin-1"), 2),
        ("Ďuro\nŠíma\n".encode("cp1250") + b"\x81", 3),
        (b"\xff\xfe" + "Anna\nBob\n".encode("utf-16-le") + b"C", 3),
        (b"PK\x03\x04\x14\x00\x06\x00", None),
    ],
)
def test_an_unknown_code_page_is_told_with_its_line(data: bytes, line: int | None) -> None:
    with pytest.raises(UndecodableText) as caught:
        csv_players.decode(data)
    assert caught.value.line == line


@given(st.binary(max_size=300))
def test_decodes_or_refuses_any_bytes(data: bytes) -> None:
    with contextlib.suppress(UndecodableText):
        assert isinstance(csv_players.decode(data), str)


@given(st.text("abcžščřďťňáéíóúůýěñü \n", max_size=80), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_unicode_encodings_are_told_apart(text: str, encoding: str) -> None:
    assert csv_players.decode(text.encode(encoding)) == text


# There and back


names_of_any_kind = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf"]), min_size=1, max_size=30).filter(
    # An apostrophe that a name brings along cannot be told from the one that guards it.
    lambda name: bool(name.strip()) and not name.strip().startswith(("'", "#"))
)


def normal(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()))


@given(st.lists(names_of_any_kind, min_size=2, max_size=8, unique_by=lambda name: normal(name).casefold()))
def test_names_survive_our_own_csv(names: list[str]) -> None:
    """Guarded against spreadsheets and quoted, they read as the same names again."""
    quoted = [table.guarded(normal(name)).replace('"', '""') for name in names]
    rows = [f'"{name}";{number}' for number, name in enumerate(quoted, start=1)]
    entrants = csv_players.read("\n".join(["Name;Number", *rows]))
    assert [entrant.name for entrant in entrants] == [normal(name) for name in names]
    assert [entrant.number for entrant in entrants] == list(range(1, len(names) + 1))


WHOLE = "Žofie Dvořáková\nJiří Šíp\n東京 Ō"


@pytest.mark.parametrize("length", range(3, len(WHOLE.encode())))
def test_utf_8_that_is_cut_off_is_no_other_code_page(length: int) -> None:
    """Wherever half a file ends, its letters are those of UTF-8; in the middle of one that is said."""
    half = WHOLE.encode()[:length]
    letters = half.decode(errors="ignore")
    assert csv_players.encoding_of(half) == "utf-8"
    assert csv_players.is_cut_off(half) is (letters.encode() != half)
    if csv_players.is_cut_off(half):
        with pytest.raises(TextCutOff):
            csv_players.decode(half)
    else:
        assert csv_players.decode(half) == letters


@pytest.mark.parametrize("text", ["Jan\nRené", "Béla\nRené", "Žofie"])
def test_a_letter_of_a_code_page_at_the_end_is_not_half_of_another(text: str) -> None:
    data = text.encode("cp1250")
    assert not csv_players.is_cut_off(data)
    assert csv_players.decode(data) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Anna\n"Béla"\n', ["Anna", "Béla"]),
        ('"Anna"\nNovák Jan\n', ["Anna", "Novák Jan"]),
        ('Jan\n"Novák, Jan"\n', ["Jan", "Novák, Jan"]),
        ('Name\n"Anna"\n"Béla"\n', ["Anna", "Béla"]),
        ('Anna\n"Jan ""Honza"" Novák"\n', ["Anna", 'Jan "Honza" Novák']),
        ('Jan "Honza" Novák\n"Honza" Malý\n', ['Jan "Honza" Novák', '"Honza" Malý']),
    ],
)
def test_quotes_around_a_name_are_the_spreadsheets_and_those_inside_the_persons(text: str, expected: list[str]) -> None:
    assert [entrant.name for entrant in csv_players.read(text)] == expected
    shown = csv_players.sheet(text)
    assert [csv_players.entry(cells, shown.kinds, line).name for cells, line in shown.rows] == expected


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_list_that_is_looked_at_may_have_its_columns_in_some_lines_only(mark: str) -> None:
    """Typed in a hurry: who has no rating has no mark either."""
    shown = csv_players.sheet(f"Anna{mark}1500{mark}Brno\nEmil\nDora{mark}1600")
    assert (shown.delimiter, [cells[0] for cells, _ in shown.rows]) == (mark, ["Anna", "Emil", "Dora"])
    assert [shown.kinds[0], shown.kinds[2]] == [csv_players.NAME, csv_players.CLUB]
