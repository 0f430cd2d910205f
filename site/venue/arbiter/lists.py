"""A list of players that is looked at before any of it is kept: its code page, its columns, its doubles.

The page holds all that the preview was made from, in its form; so nothing is lost with a worker that stops.
"""

from __future__ import annotations

import base64
import csv
import io
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from pairing_core.errors import N_, LosovnaError, UndecodableText
from pairing_core.formats import csv_players
from pairing_core.formats.csv_players import Entry, Sheet
from pairing_core.model import Player

from .parts import Do, listed

ENCODINGS = (("utf-8", "UTF-8"), ("cp1250", "Windows-1250"), ("cp1252", "Windows-1252"), ("utf-16", "UTF-16"))
"""Code pages that a file can be read in, as they are called everywhere."""

DELIMITERS = {
    "tab": ("\t", N_("tab")),
    "semicolon": (";", N_("semicolon")),
    "comma": (",", N_("comma")),
    "none": ("", N_("nothing: each line is one name")),
}
"""What may divide columns, by what the form calls it."""

OWN = "field"
KINDS = {
    csv_players.NAME: N_("Name"),
    csv_players.GIVEN_NAME: N_("First name"),
    csv_players.SURNAME: N_("Surname"),
    csv_players.NUMBER: N_("Number in the order"),
    csv_players.RATING: N_("Rating"),
    csv_players.CLUB: N_("Club"),
    csv_players.COUNTRY: N_("Country"),
    OWN: N_("Kept as it is"),
    "": N_("Left out"),
}
"""What a column can hold."""

HERE, ELSEWHERE = "list", "tournament"


class Line(NamedTuple):
    """One row: what was read of it or the error, own fields, where its double is, and whether it is to be taken."""

    number: int
    cells: tuple[str, ...]
    entry: Entry | None
    error: LosovnaError | None
    fields: dict[str, str]
    twin: str
    is_taken: bool


class Preview(NamedTuple):
    """A list as it would be taken; ``is_cut_off`` is set when the file seems to lack its end."""

    text: str
    data: str
    encoding: str
    delimiter: str
    has_heading: bool
    heading: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: tuple[Line, ...]
    is_cut_off: bool = False

    @property
    def taken(self) -> list[Line]:
        """The rows to be taken, those with a number of their own in its order."""
        rows = [line for line in self.lines if line.is_taken and line.entry]
        return sorted(rows, key=lambda line: line.entry.number or len(rows) + 1 if line.entry else 0)

    @property
    def way(self) -> str:
        """How the text was divided: where it changes, the columns are guessed anew."""
        return _way(self.encoding, self.delimiter, self.has_heading, len(self.kinds))


def preview(do: Do, players: Iterable[Player]) -> Preview:
    """Read the list of a form. Raises :class:`UndecodableText` and what no list of players can hold."""
    data = str(do.get("data") or "")
    encoding, text = _text(data, str(do.get("encoding") or "")) if data else ("", str(do.get("players", "")))
    wanted = str(do.get("delimiter") or "")
    sheet = csv_players.sheet(text, DELIMITERS[wanted][0] if wanted in DELIMITERS else None)
    delimiter = next(key for key, (mark, _) in DELIMITERS.items() if mark == sheet.delimiter)
    heading, rows, has_heading = _headed(sheet, do)
    width = max((len(cells) for cells, _ in rows), default=len(sheet.kinds))
    guessed = sheet.kinds if has_heading == bool(sheet.header) else _guessed_below(rows, sheet.delimiter)
    kinds = _kinds(sheet, guessed, do, width, _way(encoding, delimiter, has_heading, width))
    names = {same(player.name) for player in players}
    chosen = {int(each) for each in listed(do, "take") if each.isdecimal()} if "known" in do else None
    lines = tuple(_lines(rows, kinds, heading, names, chosen, {int(each) for each in listed(do, "known")}))
    is_cut_off = encoding == "utf-8" and csv_players.is_cut_off(base64.b64decode(data))
    return Preview(text, data, encoding, delimiter, has_heading, heading, kinds, lines, is_cut_off)


def _way(encoding: str, delimiter: str, has_heading: bool, width: int) -> str:
    return f"{encoding} {delimiter} {has_heading} {width}"


def same(name: str) -> tuple[str, ...]:
    """Return what two names have in common that may be one person's: without case, accents, commas and order.

    >>> same("Novák, Jan") == same("jan  novak")
    True
    """
    plain = "".join(each for each in unicodedata.normalize("NFD", name) if not unicodedata.combining(each))
    return tuple(sorted(plain.casefold().replace(",", " ").split()))


def doubles(players: Iterable[Player]) -> set[int]:
    """Return the numbers of players whose name another one seems to have."""
    by_name: dict[tuple[str, ...], list[int]] = {}
    for player in players:
        by_name.setdefault(same(player.name), []).append(player.number)
    return {number for numbers in by_name.values() if len(numbers) > 1 for number in numbers}


def _text(data: str, wanted: str) -> tuple[str, str]:
    """Return the encoding and the text of a file; one that was chosen is taken, and what is not in it is marked."""
    raw = base64.b64decode(data)
    found = csv_players.encoding_of(raw) if wanted not in dict(ENCODINGS) else wanted
    if found.startswith("utf-16"):
        exact = "utf-16-be" if _is_big_endian(raw) else "utf-16-le"
        return "utf-16", raw.decode(exact, errors="replace").removeprefix("\ufeff")
    if b"\0" in raw and not wanted:
        raise UndecodableText
    return found, raw.decode(found, errors="replace").removeprefix("\ufeff").replace("\0", "\ufffd")


def _is_big_endian(raw: bytes) -> bool:
    return raw.startswith(b"\xfe\xff") or (not raw.startswith(b"\xff\xfe") and raw[::2].count(0) > raw[1::2].count(0))


Rows = Sequence[tuple[tuple[str, ...], int]]


def _headed(sheet: Sheet, do: Do) -> tuple[tuple[str, ...], Rows, bool]:
    """Return the heading and the other rows, as found or as the arbiter says."""
    has_heading = "heading" in do if "known" in do else bool(sheet.header)
    if has_heading and not sheet.header and sheet.rows:
        return sheet.rows[0][0], sheet.rows[1:], True
    if not has_heading and sheet.header:
        return (), ((sheet.header, 1), *sheet.rows), False
    return sheet.header, sheet.rows, has_heading


def _guessed_below(rows: Rows, delimiter: str) -> tuple[str, ...]:
    """Return what the columns seem to hold when the first row is a heading that was not known as one, or is none."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter or "\t", lineterminator="\n").writerows(cells for cells, _ in rows)
    return csv_players.sheet(out.getvalue(), delimiter).kinds


def _kinds(sheet: Sheet, found: Sequence[str], do: Do, width: int, way: str) -> tuple[str, ...]:
    guessed = (*found, *[""] * width)[:width]
    if do.get("way") != way:
        # A column that a heading names and nobody knows is kept under that name.
        return tuple(
            OWN if not kind and at < len(sheet.header) and sheet.header[at] else kind for at, kind in enumerate(guessed)
        )
    return tuple(
        str(do.get(f"kind-{at}", kind)) if do.get(f"kind-{at}", kind) in KINDS else kind
        for at, kind in enumerate(guessed)
    )


def _lines(
    rows: Rows,
    kinds: tuple[str, ...],
    heading: tuple[str, ...],
    names: Collection[tuple[str, ...]],
    chosen: Collection[int] | None,
    known: Collection[int],
) -> Iterable[Line]:
    plain = ["" if kind == OWN else kind for kind in kinds]
    seen: set[tuple[str, ...]] = set()
    for at, (cells, line) in enumerate(rows):
        entry, error, twin = None, None, ""
        try:
            entry = csv_players.entry(cells, plain, line)
        except LosovnaError as fault:
            error = fault
        else:
            key = same(entry.name)
            twin = ELSEWHERE if key in names else HERE if key in seen else ""
            seen.add(key)
        fields = {
            (heading[place] if place < len(heading) and heading[place] else str(place + 1)): cells[place]
            for place, kind in enumerate(kinds)
            if kind == OWN and place < len(cells) and cells[place]
        }
        # What is said to be a double is taken only if the arbiter says so.
        is_taken = entry is not None and (at in chosen if chosen is not None and at in known else not twin)
        yield Line(at, cells, entry, error, fields, twin, is_taken)
