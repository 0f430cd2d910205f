"""The PDFs as a federation downloads them: pages, paper, fonts, tags, and the numbers read back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builder import pages, pdf
from builder.browser import find_chromium
from pypdf import PdfReader
from venue.i18n import LANGUAGES, translation

from pairing_core.round_robin import schedule

A4 = (595, 842)
A3_LANDSCAPE = (1191, 842)


def read(path: Path) -> PdfReader:
    return PdfReader(path)


def paper(reader: PdfReader) -> set[tuple[int, int]]:
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages}


def embedded(reader: PdfReader) -> list[bool]:
    """For every font of the first page: whether its letters are in the file."""
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    found = []
    for font in fonts.values():
        font = font.get_object()
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        found.append("/FontFile2" in inner["/FontDescriptor"].get_object())
    return found


@pytest.mark.parametrize("table", pages.table_pages(), ids=lambda table: f"{table.players}-{table.key}")
def test_a_sheet(dist: Path, table: pages.TablePage) -> None:
    """A4, one page up to 12 players and two at most; the table's numbers can be read back in their order."""
    reader = read(dist / table.file("cs", "pdf", "sheet"))
    assert len(reader.pages) <= (1 if table.players <= 12 else 2)
    assert paper(reader) <= {A4}
    assert embedded(reader)
    assert all(embedded(reader))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert reader.trailer["/Root"]["/Lang"] == "cs"  # type: ignore[index]
    words = reader.pages[0].extract_text().split()
    expected = [
        str(number)
        for round_ in schedule(table.players, table.key).rounds
        for number in (
            round_.number,
            *(n for game in round_.games for n in (game.first, game.second)),
            *([round_.bye] if round_.bye else []),
        )
    ]
    numbers = " ".join(word for word in words if word.isdecimal())
    assert " ".join(expected) in numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wall_chart(dist: Path, lang: str) -> None:
    """A3 landscape on one page for every number of players, and far larger type than the sheet has."""
    for table in pages.table_pages():
        reader = read(dist / table.file(lang, "pdf", "wall"))
        assert len(reader.pages) == 1, table
        assert paper(reader) == {A3_LANDSCAPE}
    heading = translation(lang).ngettext("Round robin for %(num)s player", "Round robin for %(num)s players", 8)
    text = read(dist / pages.TablePage(8, "serpentine").file(lang, "pdf", "wall")).pages[0].extract_text()
    assert (heading % {"num": 8}).split()[0] in text


def type_size(path: Path) -> float:
    """Return the size, in points, of the largest digits below the heading."""
    sizes: list[float] = []

    def seen(text: str, _user: object, matrix: list[float], _font: object, size: float) -> None:
        if text.strip().isdecimal():
            sizes.append(abs(matrix[3]) * size)

    read(path).pages[0].extract_text(visitor_text=seen)
    return max(sizes)


@pytest.mark.parametrize("players", pages.PLAYERS)
def test_numbers_on_the_wall_are_read_from_afar(dist: Path, players: int) -> None:
    """The numbers of the wall chart are at least half as large again as those of the sheet."""
    table = pages.TablePage(players, "serpentine")
    wall, sheet = (type_size(dist / table.file("cs", "pdf", paper)) for paper in ("wall", "sheet"))
    assert wall >= 1.5 * sheet, (wall, sheet)


@pytest.mark.parametrize("changed", ["css/site.css", "fonts/letters.woff2", "page.html"])
def test_a_changed_input_is_printed_anew(tmp_path: Path, changed: str) -> None:
    """The key under which a PDF is kept changes with the style, a font and the page, and with nothing else."""
    for name in ("css/site.css", "fonts/letters.woff2", "page.html", "other.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("before")
    (tmp_path / "chromium").write_text("a browser")

    def key() -> str:
        return pdf._key(tmp_path, pdf.Job("page.html", "page.pdf"), pdf._common_input(tmp_path, tmp_path / "chromium"))

    before = key()
    (tmp_path / "other.html").write_text("after")
    assert key() == before
    (tmp_path / changed).write_text("after")
    assert key() != before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_set(dist: Path, lang: str) -> None:
    """One file holds every sheet, each beginning on a page of its own."""
    reader = read(dist / lang / "downloads" / f"losovna-tables-{lang}.pdf")
    sheets = sum(len(read(dist / table.file(lang, "pdf", "sheet")).pages) for table in pages.table_pages())
    assert len(reader.pages) == sheets


def test_the_same_page_prints_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    """Printed twice without a cache, the bytes are equal; with the cache nothing is printed again."""
    chromium = find_chromium()
    assert chromium is not None
    job = pdf.Job("es/tables/5/sheet.html", "probe.pdf")
    copy = tmp_path / "dist"
    for name in ("css", "fonts", "es/tables/5"):
        (copy / name).mkdir(parents=True)
        for path in (dist / name).iterdir():
            if path.is_file():
                (copy / name / path.name).write_bytes(path.read_bytes())
    made = []
    for cache in ("one", "two"):
        assert pdf.make(copy, [job], chromium, tmp_path / cache) == 1
        made.append((copy / "probe.pdf").read_bytes())
    assert made[0] == made[1]
    assert pdf.make(copy, [job], chromium, tmp_path / "two") == 0
    assert re.match(rb"%PDF-1\.\d", made[0])
