"""Lists of players as people have them: typed, pasted, or saved by a spreadsheet.

A list is one name on a line, or a table whose cells are divided by tabs, semicolons or commas. Commas divide cells only
where a header or the whole list shows it, because names hold commas too ("Novák, Jan").

A number fixed by hand is written ``#3 Anna``, or stands in a column headed as the number. A pasted list that numbers
its lines ("1. Anna", "2) Béla") loses these numbers: they only count the lines.

:func:`read` gives names and numbers only, as a round-robin table needs them; :func:`players` also ratings, clubs and
countries. :func:`sheet` gives the cells and what each column seems to hold, for a list that is looked at before
anything of it is taken, and :func:`entry` reads a row of it by columns that somebody may have corrected.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pairing_core.errors import (
    BadCharacter,
    BadNumber,
    BadRating,
    DuplicateName,
    DuplicateNumber,
    EmptyName,
    NameTooLong,
    TextCutOff,
    UndecodableText,
)
from pairing_core.formats.table import guarded
from pairing_core.model import Player

NAME_LIMIT = 100
# Longer lines are no list of players, and the csv module would refuse them in its own words.
LINE_LIMIT = 100_000

# What a header calls its columns, in English, Czech and Spanish, in lower case and without dots.
NAME_WORDS = frozenset(
    {"name", "full name", "player", "players", "entrant"}
    | {"jméno", "hráč", "hráči", "účastník", "jméno hráče", "jméno a příjmení", "příjmení a jméno"}
    | {"nombre", "jugador", "jugadores", "participante", "nombre y apellidos", "apellidos y nombre"}
)
GIVEN_NAME_WORDS = frozenset({"first name", "given name", "křestní jméno"})
SURNAME_WORDS = frozenset({"surname", "last name", "family name", "příjmení", "apellido", "apellidos"})
NUMBER_WORDS = frozenset(
    {"number", "no", "nr", "#", "pairing number"}
    | {"číslo", "č", "startovní číslo", "st č", "losovací číslo"}
    | {"número", "numero", "num", "núm", "nº", "n°", "n º", "nº de emparejamiento", "número de emparejamiento"}
)
RATING_WORDS = frozenset(
    {"rating", "elo", "rtg", "fide", "rating fide", "elo fide", "strength"}
    | {"žebříček", "hodnocení", "síla"}
    | {"valoración", "valoracion", "puntuación elo", "fuerza"}
)
CLUB_WORDS = frozenset({"club", "team"} | {"klub", "oddíl", "tým", "družstvo"} | {"equipo", "entidad"})
COUNTRY_WORDS = frozenset(
    {"country", "federation", "fed", "nation"}
    | {"země", "stát", "federace"}
    | {"país", "pais", "federación", "federacion", "nación"}
)

# What people write for a rating that a player has not.
_NO_RATING = frozenset({"", "0", "-", "–", "—", "x"})
# In a list without a header, one row in so many may lack its rating.
_FEW = 4

# Marks that turn the direction of writing or are not seen at all. The joiners U+200C and U+200D stay: some scripts and
# emoji need them.
_UNSEEN = dict.fromkeys(
    [0x061C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_FIXED = re.compile(r"#\s*(\d{1,9})(?:[\s.)]+(.*))?$")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_COUNTED = re.compile(r"(\d{1,4})(?:[.):]\s*|\s+)(?=\S)")
# An apostrophe that keeps a spreadsheet from taking the name for a formula; our own CSV writes it.
_GUARDED = re.compile(r"'(?=[=+\-@\d])")


class Entrant(NamedTuple):
    """One line of a list: the name, the number fixed by hand (or ``None``), and the line, from 1."""

    name: str
    number: int | None
    line: int


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16, Windows-1250 or Windows-1252, found from the bytes alone.

    A byte order mark decides; then zero bytes betray UTF-16 without a mark; then whatever is valid UTF-8 is UTF-8. The
    rest is one of the two Windows code pages. They differ in what a Spanish text needs: ñ, ¿ and ¡ of Windows-1252
    would be ń, ż and ˇ in Windows-1250. So if all bytes above 127 are letters and marks that Spanish uses in
    Windows-1252, and one of them is of those three, the text is Spanish; otherwise it is Windows-1250, unless bytes
    occur that Windows-1250 leaves undefined.

    Raises :class:`UndecodableText`, also for workbooks and PDF files, which are no text, and :class:`TextCutOff`.

    >>> decode("Žofie".encode("cp1250")), decode("Íñigo".encode("cp1252"))
    ('Žofie', 'Íñigo')
    """
    if is_cut_off(data):
        raise TextCutOff
    return data.decode(encoding_of(data)).removeprefix("\ufeff")


def is_cut_off(data: bytes) -> bool:
    """Tell whether this is UTF-8 that ends in the middle of a letter, so that more must have stood there.

    A single letter above 127 at the end proves nothing: in a Windows code page that is what a last é looks like.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and not data[: error.start].isascii()
    return False


def encoding_of(data: bytes) -> str:
    """Return how the bytes of a text are encoded, as :func:`decode` takes them; see also :func:`is_cut_off`.

    Raises :class:`UndecodableText`, with the line unless it is no text at all.
    """
    if data.startswith((b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0")):
        raise UndecodableText
    if is_cut_off(data):
        return "utf-8"
    line = 1
    for encoding in _candidates(data):
        try:
            data.decode(encoding)
        except UnicodeDecodeError as error:
            # The line of the first byte that means nothing; that of the last candidate, which takes the most bytes.
            line = data[: error.start].decode(encoding, "ignore").count("\n") + 1
            continue
        return encoding
    raise UndecodableText(line=line)


def _candidates(data: bytes) -> tuple[str, ...]:
    if data.startswith(b"\xff\xfe"):
        return ("utf-16-le",)
    if data.startswith(b"\xfe\xff"):
        return ("utf-16-be",)
    if b"\0" in data:
        # Latin letters in UTF-16 have a zero byte each, after the letter or before it.
        return ("utf-16-le",) if data[1::2].count(0) >= data[::2].count(0) else ("utf-16-be",)
    high = {byte for byte in data if byte > 0x7F}
    spanish = set("áéíóúüñÁÉÍÓÚÜÑ¿¡ªº".encode("cp1252"))
    if high <= spanish and high & set("ñÑ¿¡".encode("cp1252")):
        return ("utf-8", "cp1252")
    return ("utf-8", "cp1250", "cp1252")


def read(text: str) -> tuple[Entrant, ...]:
    """Return the entrants of a list, in its order; an empty text gives none.

    Names are brought to Unicode form NFC; white space is collapsed; marks of writing direction are taken out. Two names
    that differ only in case or spacing count as the same one.

    Raises :class:`DuplicateName`, :class:`NameTooLong` (more than 100 characters), :class:`EmptyName` (a row with other
    cells but no name), :class:`BadCharacter`, :class:`BadNumber` or :class:`DuplicateNumber`, each with its line.

    >>> for entrant in read("#2 Anna\\n\\nNovák, Jan\\n"):
    ...     print(entrant)
    Entrant(name='Anna', number=2, line=1)
    Entrant(name='Novák, Jan', number=None, line=3)
    """
    lines, filled = _lines(text)
    delimiter = _delimiter(filled)
    if len(filled) == 1 and (pieces := _pieces(filled[0])):
        only = lines.index(filled[0]) + 1
        raw: Iterable[_Raw] = [_with_number(piece, only) for piece in pieces]
    elif delimiter is None:
        raw = _plain(lines)
    else:
        raw = _table(lines, delimiter)
    entrants = [Entrant(_clean(name, line), number, line) for name, number, line in raw]
    _check(entrants)
    return tuple(entrants)


def players(text: str, *, by_rating: bool = False) -> tuple[Player, ...]:
    """Return the players of a list, by pairing number, with rating, club and country where the list has them.

    A number fixed by hand is the player's pairing number; the others get the free ones in the order of the list, so
    that a list without numbers is in the order that its maker wants; with ``by_rating`` in the order of the ratings,
    the highest first and those without one last, and in the order of the list where these are equal.

    A header says what the columns are. Without one: a column of numbers that are the numbers of players is that,
    another one is the rating if nearly all rows have it (all but one in four); a column of three capitals is the
    country. Of the columns with words, the first is the whole name, and the second the club, if each cell of the first
    has two words or one has a comma ("Novák, Jan;Sokol"); else the first is the surname, the second the given name and
    the third the club ("Dvořáková;Žofie;1520").

    Raises what :func:`read` raises, and :class:`BadRating`.

    >>> [(player.number, player.name, player.rating) for player in players("Dvořáková;Žofie;1520")]
    [(1, 'Žofie Dvořáková', 1520)]
    """
    lines, filled = _lines(text)
    delimiter = _delimiter(filled) or _comma(filled)
    if delimiter is None or (len(filled) == 1 and _pieces(filled[0]) and not _has_header(filled[0])):
        listed = [_Listed(entrant) for entrant in read(text)]
    else:
        listed = list(_listed(lines, delimiter))
        _check([each.entrant for each in listed])
    if by_rating:
        listed.sort(key=lambda each: (each.rating is None, -(each.rating or 0)))
    taken = {each.entrant.number for each in listed}
    free = iter(number for number in range(1, len(listed) + 1) if number not in taken)
    made = [
        Player(each.entrant.number or next(free), each.entrant.name, each.rating, each.club, each.country)
        for each in listed
    ]
    return tuple(sorted(made, key=lambda player: player.number))


NAME, GIVEN_NAME, SURNAME, NUMBER, RATING, CLUB, COUNTRY = (
    *("name", "given-name", "surname", "number"),
    *("rating", "club", "country"),
)
"""What a column can hold; one that is passed over has the empty kind."""

DELIMITERS = ("\t", ";", ",", "")
"""What divides the columns of a list; nothing does if each line is one name."""


class Sheet(NamedTuple):
    """A list as a table: the header (empty without one), the cells of each row with its line, the kinds of columns."""

    header: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], int], ...]
    kinds: tuple[str, ...]
    delimiter: str

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max((len(cells) for cells, _ in self.rows), default=len(self.header))


def sheet(text: str, delimiter: str | None = None) -> Sheet:
    """Return the cells of a list and what its columns seem to hold, as :func:`players` would take them.

    A delimiter that is given is taken; else it is found: here, where somebody looks at it before it is kept, a tab or
    semicolon in some of the lines is enough ("Anna;1500", "Emil"). Raises :class:`NameTooLong` or
    :class:`BadCharacter` for what is no list of players at all.
    """
    lines, filled = _lines(text)
    found = delimiter if delimiter is not None else (_delimiter(filled) or _comma(filled) or _in_some(filled))
    if delimiter is None and len(filled) == 1 and not _has_header(filled[0]) and (pieces := _pieces(filled[0])):
        only = lines.index(filled[0]) + 1
        return Sheet((), tuple(((piece,), only) for piece in pieces), (NAME,), "")
    rows: list[tuple[tuple[str, ...], int]]
    if not found:
        rows = [((name,) if number is None else (name, str(number)), line) for name, number, line in _plain(lines)]
        numbered = any(len(cells) > 1 for cells, _ in rows)
        return Sheet((), tuple(rows), (NAME, NUMBER) if numbered else (NAME,), "")
    table = _rows(lines, found)
    columns = _columns(table[0][0]) if table else None
    header = tuple(table.pop(0)[0]) if columns else ()
    columns = columns or _guessed_by_kind([cells for cells, _ in table])
    rows = [(tuple(cells), line) for cells, line in table]
    width = max((len(cells) for cells, _ in rows), default=len(header))
    return Sheet(header, tuple(rows), tuple(_kind(columns, at) for at in range(width)), found)


def _kind(columns: _Columns, at: int) -> str:
    if at in columns.name:
        return NAME if len(columns.name) == 1 else (GIVEN_NAME, SURNAME)[columns.name.index(at)]
    for kind in (NUMBER, RATING, CLUB, COUNTRY):
        if getattr(columns, kind) == at:
            return kind
    return ""


class Entry(NamedTuple):
    """One row of a list with columns that are known."""

    name: str
    number: int | None = None
    rating: int | None = None
    club: str = ""
    country: str = ""


def entry(cells: Sequence[str], kinds: Sequence[str], line: int) -> Entry:
    """Read one row by the kinds of its columns.

    Raises :class:`EmptyName`, :class:`NameTooLong`, :class:`BadCharacter`, :class:`BadNumber` or :class:`BadRating`.
    """
    by_kind: dict[str, str] = {}
    for kind, cell in zip(kinds, cells, strict=False):
        if cell and kind:
            by_kind[kind] = f"{by_kind[kind]} {cell}" if kind in by_kind else cell
    parts = (by_kind.get(kind, "") for kind in (GIVEN_NAME, NAME, SURNAME))
    number = by_kind.get(NUMBER, "").rstrip(".").removeprefix("#").strip()
    if number and not (number.isdecimal() and len(number) < 10):
        raise BadNumber(number=number[:20], high=10**9 - 1, line=line)
    return Entry(
        _clean(" ".join(filter(None, parts)), line),
        int(number) if number else None,
        _rating(by_kind.get(RATING, ""), line),
        _tidy(by_kind.get(CLUB, "")),
        _tidy(by_kind.get(COUNTRY, "")),
    )


class _Listed(NamedTuple):
    entrant: Entrant
    rating: int | None = None
    club: str = ""
    country: str = ""


def _has_header(line: str) -> bool:
    return any(_columns(line.split(delimiter)) is not None for delimiter in "\t;,")


def _comma(lines: Sequence[str]) -> str | None:
    """Return the comma if it divides every line into as many cells, three or more, and a column holds only numbers."""
    rows = [next(csv.reader([line], skipinitialspace=True)) for line in lines]
    width = len(rows[0]) if rows else 0
    if width < 3 or any(len(row) != width for row in rows):
        return None
    return "," if any(all(map(_is_number, column)) for column in zip(*rows, strict=True)) else None


def _in_some(lines: Sequence[str]) -> str:
    """Return the tab or the semicolon that stands in some of the lines, or nothing."""
    return next((mark for mark in "\t;" if any(mark in line for line in lines)), "")


def _listed(lines: Sequence[str], delimiter: str) -> Iterable[_Listed]:
    """Return the rows of a table with a header, or with columns that are guessed."""
    rows = _rows(lines, delimiter)
    columns = _columns(rows[0][0]) if rows else None
    if columns is not None:
        del rows[0]
    else:
        columns = _guessed_by_kind([cells for cells, _ in rows])
    for name, number, line, cells in _named(rows, columns):
        entrant = Entrant(_clean(name, line), number, line)
        rating, club, country = (
            cells[at] if at is not None and at < len(cells) else ""
            for at in (columns.rating, columns.club, columns.country)
        )
        yield _Listed(entrant, _rating(rating, line), _tidy(club), _tidy(country))


def _rating(cell: str, line: int) -> int | None:
    cell = "".join(cell.split())
    if cell.casefold() in _NO_RATING:
        return None
    if not cell.isdecimal() or len(cell) > 9:
        raise BadRating(found=cell[:20], line=line)
    return int(cell) or None


def _tidy(cell: str) -> str:
    """Return the cell so that "Klub A" and "Klub A " are one club."""
    return _unguarded(tidied(cell))


def _unguarded(cell: str) -> str:
    """Return the cell without the apostrophe that keeps a spreadsheet from computing it."""
    is_guarded = _GUARDED.match(cell) or (cell.startswith("'") and guarded(cell[1:]) == cell)
    return cell[1:] if is_guarded else cell


def _guessed_by_kind(rows: Sequence[Sequence[str]]) -> _Columns:
    """Without a header, tell the columns from what stands in them; see :func:`players`."""
    width = max(map(len, rows), default=0)
    by_column = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
    words: list[int] = []
    rating = country = None
    number = _guessed_columns(rows).number
    for at, column in enumerate(by_column):
        filled = [cell for cell in column if cell]
        if at == number or not filled:
            continue
        if all(_is_number(cell.rstrip(".)")) or cell in _NO_RATING for cell in filled):
            counts_lines = [cell.rstrip(".)") for cell in column] == [str(line) for line in range(1, len(rows) + 1)]
            if _has_nearly_all(column) and not counts_lines and words:
                rating = at
        elif words and all(re.fullmatch("[A-Z]{3}", cell) for cell in filled):
            country = at
        else:
            words.append(at)
    first, *others = words or [0]
    cells = by_column[first] if width else []
    # What some rows do not have is no part of a name.
    is_whole = any(not _has_nearly_all(by_column[at]) for at in others[:1])
    if is_whole or any("," in cell for cell in cells) or all(" " in cell for cell in cells if cell):
        return _Columns((first,), number, rating, others[0] if others else None, country)
    return _Columns((*others[:1], first), number, rating, others[1] if len(others) > 1 else None, country)


def _has_nearly_all(column: Sequence[str]) -> bool:
    """Whether all rows but one in four have something in this column."""
    return sum(map(bool, column)) * _FEW >= len(column) * (_FEW - 1)


_Raw = tuple[str, int | None, int]


def _lines(text: str) -> tuple[list[str], list[str]]:
    """Return the lines without marks that are not seen, and those of them that are not empty."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > LINE_LIMIT:
            raise NameTooLong(line=number, length=len(line), limit=NAME_LIMIT)
    lines = [line.translate(_UNSEEN) for line in lines]
    return lines, [line for line in lines if line.strip()]


def _pieces(line: str) -> list[str]:
    """Divide a list that stands on a single line; a single name with one comma ("Novák, Jan") is not divided."""
    for delimiter, least in (("\t", 2), (";", 2), (",", 3)):
        pieces = [piece.strip() for piece in line.split(delimiter) if piece.strip()]
        if len(pieces) >= least and not any(map(_is_number, pieces)):
            return pieces
    return []


def _delimiter(lines: Sequence[str]) -> str | None:
    """Return what divides the cells, or ``None`` for one name on a line; the lines are not empty."""
    if not lines:
        return None
    for delimiter in "\t;,":
        # A mark that is in some lines only may belong to a name, unless there is a header.
        header = next(csv.reader(lines[:1], delimiter=delimiter, skipinitialspace=True))
        if len(header) > 1 and _columns(header) is not None:
            return delimiter
        if delimiter != "," and all(delimiter in line for line in lines):
            return delimiter
    cells = [next(csv.reader([line], skipinitialspace=True)) for line in lines]
    if all(len(row) == 2 and sum(map(_is_number, row)) == 1 for row in cells):
        return ","
    if all(line.lstrip().startswith('"') for line in lines):
        return ","
    return None


def _is_number(cell: str) -> bool:
    return cell.strip().isdecimal()


class _Columns(NamedTuple):
    name: tuple[int, ...]
    number: int | None
    rating: int | None = None
    club: int | None = None
    country: int | None = None


def _columns(header: Sequence[str]) -> _Columns | None:
    """Return where a header says that name, number, rating, club and country are, or ``None`` if it is no header."""
    words = [" ".join(cell.replace(".", " ").split()).casefold() for cell in header]
    number, rating, club, country = (
        next((at for at, word in enumerate(words) if word in known), None)
        for known in (NUMBER_WORDS, RATING_WORDS, CLUB_WORDS, COUNTRY_WORDS)
    )
    named = [at for at, word in enumerate(words) if word in NAME_WORDS]
    given = [at for at, word in enumerate(words) if word in GIVEN_NAME_WORDS]
    surname = [at for at, word in enumerate(words) if word in SURNAME_WORDS]
    # "Jméno; Příjmení" and "Nombre; Apellidos" divide the name, although jméno and nombre alone are the whole of it.
    parts = (given or named)[:1] + surname[:1] if surname else (named or given)[:1]
    return _Columns(tuple(parts), number, rating, club, country) if parts else None


def _plain(lines: Sequence[str]) -> Iterable[_Raw]:
    filled = [(_unquoted(line.strip()), number) for number, line in enumerate(lines, start=1) if line.strip()]
    if len(filled) > 1 and _columns([filled[0][0]]) is not None:
        del filled[0]
    counted = [match for line, _ in filled if (match := _COUNTED.match(line))]
    counts_lines = [int(match[1]) for match in counted] == list(range(1, len(filled) + 1))
    # A single "1 Anna" may be anything; "1. Anna" is the beginning of a numbered list.
    if counts_lines and (len(filled) > 1 or not counted or not counted[0][0].removeprefix("1").isspace()):
        filled = [(line[match.end() :], number) for (line, number), match in zip(filled, counted, strict=True)]
    for line, number in filled:
        yield _with_number(line, number)


def _unquoted(line: str) -> str:
    """Return a line without the quotes that a spreadsheet puts around a cell; those inside a name stay."""
    match = _QUOTED.fullmatch(line)
    return match[1].replace('""', '"').strip() if match else line


def _with_number(cell: str, line: int) -> _Raw:
    match = _FIXED.match(cell)
    return (match[2] or "", int(match[1]), line) if match else (cell, None, line)


def _table(lines: Sequence[str], delimiter: str) -> Iterable[_Raw]:
    rows = _rows(lines, delimiter)
    columns = _columns(rows[0][0]) if rows else None
    if columns is not None:
        del rows[0]
    else:
        columns = _guessed_columns([cells for cells, _ in rows])
    for name, number, line, _ in _named(rows, columns):
        yield name, number, line


_Row = tuple[list[str], int]


def _rows(lines: Sequence[str], delimiter: str) -> list[_Row]:
    """Return the cells of each row that has any, and its line."""
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter, skipinitialspace=True)
    rows: list[_Row] = []
    first_line = 1
    for row in reader:
        if any("\n" in cell for cell in row):
            raise BadCharacter(line=first_line, character="U+000A")
        cells = [cell.strip() for cell in row]
        if any(cells):
            rows.append((cells, first_line))
        first_line = reader.line_num + 1
    return rows


def _named(rows: Sequence[_Row], columns: _Columns) -> Iterable[tuple[str, int | None, int, list[str]]]:
    """Return name, fixed number, line and all cells of each row."""
    for cells, line in rows:
        name = " ".join(cells[at] for at in columns.name if at < len(cells) and cells[at])
        number = cells[columns.number] if columns.number is not None and columns.number < len(cells) else ""
        number = number.rstrip(".").removeprefix("#").strip()
        if not name:
            raise EmptyName(line=line)
        if not number:
            yield *_with_number(name, line), cells
        elif number.isdecimal() and len(number) < 10:
            yield name, int(number), line, cells
        else:
            raise BadNumber(number=number[:20], high=len(rows), line=line)


def _guessed_columns(rows: Sequence[Sequence[str]]) -> _Columns:
    """Without a header: the first column with words is the name; one of numbers fixes them unless it only counts."""
    width = max(map(len, rows), default=0)
    by_column = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
    name, number = 0, None
    for at in reversed(range(width)):
        filled = [cell.rstrip(".)") for cell in by_column[at] if cell]
        if filled and not all(map(_is_number, filled)):
            name = at
        elif filled:
            values = [int(cell) for cell in filled]
            counts_lines = values == list(range(1, len(rows) + 1))
            if not counts_lines and len(set(values)) == len(values) and 1 <= min(values) <= max(values) <= len(rows):
                number = at
    return _Columns((name,), number)


def tidied(text: str) -> str:
    """Return the text with composed letters and single blanks, without marks that nobody sees."""
    return unicodedata.normalize("NFC", " ".join(text.translate(_UNSEEN).split()))


def _clean(name: str, line: int) -> str:
    name = _unguarded(tidied(name))
    if not name:
        raise EmptyName(line=line)
    if len(name) > NAME_LIMIT:
        raise NameTooLong(line=line, length=len(name), limit=NAME_LIMIT)
    for character in name:
        if unicodedata.category(character) in ("Cc", "Cs"):
            raise BadCharacter(line=line, character=f"U+{ord(character):04X}")
    return name


def _check(entrants: Sequence[Entrant]) -> None:
    names: dict[str, int] = {}
    numbers: set[int] = set()
    for name, number, line in entrants:
        folded = name.casefold()
        if folded in names:
            raise DuplicateName(name=name, line=line, first_line=names[folded])
        names[folded] = line
        if number is not None:
            if not 1 <= number <= len(entrants):
                raise BadNumber(number=number, high=len(entrants), line=line)
            if number in numbers:
                raise DuplicateNumber(number=number, line=line)
            numbers.add(number)
