"""The built site: every page in every language, its links, its files and its weight."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from builder import content, pages
from venue.i18n import LANGUAGES

from pairing_core.round_robin import first_bad_row, quality, schedule

BUDGET = 60_000
"""Bytes, compressed, that a static page may weigh with style and fonts."""


class Links(HTMLParser):
    """Collects addresses, identifiers and the page's language."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[tuple[str, str]] = []
        self.alternates: dict[str, str] = {}
        self.ids: list[str] = []
        self.lang = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = values.get("lang", "")
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "link" and values.get("rel") == "alternate":
            self.alternates[values["hreflang"]] = values["href"]
        elif not (tag == "link" and values.get("rel") == "canonical"):
            self.addresses += [(tag, values[name]) for name in ("href", "src", "action", "poster") if name in values]


def html_pages(dist: Path) -> list[Path]:
    return sorted(path for path in dist.rglob("*.html") if "rt" not in path.parts)


def target_of(dist: Path, page: Path, address: str) -> Path:
    path = unquote(urldefrag(address).url.partition("?")[0])
    found = (page.parent / path).resolve() if path else page
    return found / "index.html" if found.is_dir() else found


def test_every_link_leads_somewhere(dist: Path) -> None:
    """Links stay inside the site, are relative (so the site works in a subfolder) and reach a file and an anchor."""
    broken = []
    ids = {page: set(Links(page.read_text(encoding="utf-8")).ids) for page in html_pages(dist)}
    for page in html_pages(dist):
        if page == dist / "404.html":
            continue
        for tag, address in Links(page.read_text(encoding="utf-8")).addresses:
            if address.startswith(("data:", "mailto:")):
                continue
            if re.match(r"[a-z]+:|/", address):
                broken.append((page, tag, address))
                continue
            target = target_of(dist, page, address)
            if not target.is_relative_to(dist) or not target.exists():
                broken.append((page, tag, address))
            anchor = urldefrag(address).fragment
            if anchor and target in ids and anchor not in ids[target]:
                broken.append((page, tag, address))
    assert not broken, broken[:10]


def test_identifiers_are_unique(dist: Path) -> None:
    for page in html_pages(dist):
        ids = Links(page.read_text(encoding="utf-8")).ids
        assert len(ids) == len(set(ids)), page


def test_every_page_stands_in_every_language(dist: Path) -> None:
    """The three folders hold the same pages, each page says its language and points to the other two."""
    by_language = {
        lang: {
            path.relative_to(dist / lang).as_posix().replace(f"-{lang}", "-LANG") for path in (dist / lang).rglob("*.*")
        }
        for lang in LANGUAGES
    }
    assert by_language["cs"] == by_language["es"] == by_language["en"]
    assert len(by_language["en"]) > 300
    for lang in LANGUAGES:
        for page in (dist / lang).rglob("index.html"):
            links = Links(page.read_text(encoding="utf-8"))
            assert links.lang == lang
            assert set(links.alternates) == {*LANGUAGES, "x-default"}, page
            rest = page.relative_to(dist / lang).as_posix().removesuffix("index.html")
            for code in LANGUAGES:
                assert links.alternates[code].endswith(f"/{code}/{rest}")


@pytest.mark.parametrize("table", pages.table_pages(), ids=lambda table: f"{table.players}-{table.key}")
def test_files_of_a_table_say_the_same(dist: Path, table: pages.TablePage) -> None:
    """JSON, CSV and the page of a table hold the core's schedule, game by game."""
    expected = [
        (round_.number, game.table, game.first, game.second)
        for round_ in schedule(table.players, table.key).rounds
        for game in round_.games
    ]
    value = json.loads((dist / table.file("cs", "json")).read_text(encoding="utf-8"))
    assert [(r["round"], g["table"], g["first"], g["second"]) for r in value["rounds"] for g in r["games"]] == expected
    raw = (dist / table.file("cs", "csv")).read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";"))
    numbers = [tuple(int(cell) for cell in row if cell.isdecimal()) for row in rows[1:]]
    assert [row for row in numbers if len(row) == 4] == expected
    assert not [cell for row in rows for cell in row if re.fullmatch(r"\d+\s*[-/.:–]\s*\d+", cell)], "looks like a date"
    page = (dist / "cs" / table.rest / "index.html").read_text(encoding="utf-8")
    stones = re.findall(
        r'<span class="game"><span class="n first">(\d+)</span><span class="n">(\d+)</span></span>', page
    )
    assert [(int(a), int(b)) for a, b in stones][: len(expected)] == [(a, b) for _, _, a, b in expected]


def test_one_page_for_equal_tables() -> None:
    """Serpentine and sums share a page for every number of players; no page repeats another's table."""
    keys = {page.key for page in pages.table_pages()}
    assert "sums" not in keys
    assert {"serpentine", "low-carry-over"} <= keys
    for players in pages.PLAYERS:
        tables = [schedule(players, page.key).rounds for page in pages.table_pages() if page.players == players]
        assert len(tables) == len(set(tables))


def test_static_pages_are_light(dist: Path) -> None:
    """A page with its style and every font that it may load, compressed as a pages host does, stays in its budget."""

    def packed(path: Path) -> int:
        data = path.read_bytes()
        return len(data) if path.suffix == ".woff2" else len(gzip.compress(data, 6))

    shared = sum(packed(path) for path in (dist / "css").iterdir()) + sum(map(packed, (dist / "fonts").iterdir()))
    shared += packed(dist / "js" / "page.js")
    heavy = {page: shared + packed(page) for page in html_pages(dist) if page.name == "index.html"}
    assert max(heavy.values()) <= BUDGET, sorted(heavy.items(), key=lambda item: -item[1])[:5]


def test_pages_ask_no_other_host(dist: Path) -> None:
    """No address of another host is ever fetched: only the alternates and the canonical link name one."""
    for path in [*dist.rglob("*.html"), *dist.rglob("*.css")]:
        if "rt" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'<link rel="(?:canonical|alternate)"[^>]*>', "", text)
        fetched = re.findall(r"(?:src=\"|url\(\"?|@import \"?)https?://[^\"')]+", text)
        assert not fetched, (path, fetched[:3])


def test_content_is_equal_in_rank() -> None:
    """Every content page has the same headings, inserts and internal links in every language."""
    for slug in content.SLUGS:
        shapes = {}
        for lang in LANGUAGES:
            text = content.load(slug, lang)
            assert 40 <= len(text.description) <= 170, (slug, lang, len(text.description))
            shapes[lang] = (
                [line.split()[0] for line in text.text.splitlines() if line.startswith("#")],
                content.INSERT.findall(text.text),
                sorted(set(re.findall(r"\]\(page:([^)#\s]+)", text.text))),
            )
        assert shapes["cs"] == shapes["es"] == shapes["en"], slug


@pytest.mark.parametrize(
    ("players", "winner", "medals"), [(8, 3, 4), (12, 4, 5), (16, 4, 6), (32, 5, 7), (64, 6, 8), (128, 7, 9)]
)
def test_rounds_table(players: int, winner: int, medals: int) -> None:
    """Rounds for one unbeaten player, ceil(log2 N), and for at most three players with at most one loss."""
    found = {most: (rounds, clear) for _, most, rounds, clear in pages.rounds_table()}
    assert found[players] == (winner, medals)


def cells(html: str) -> list[list[str]]:
    return [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    ]


def test_figures_in_the_texts_are_the_core_s() -> None:
    """The tables that content pages show: how many rounds, quality, carry-over; each figure in its own column."""
    rounds = cells(pages.render_insert("rounds-table", [], "en"))[1:]
    assert rounds == [
        [f"{low}–{high}" if low != high else str(high), str(winner), str(medals)]
        for low, high, winner, medals in pages.rounds_table()
    ]
    shown = cells(pages.render_insert("quality", ["8"], "en"))[1:]
    figures = [quality(schedule(8, key)) for key in ("serpentine", "fixed-first", "low-carry-over")]
    assert [row[1:] for row in shown] == [[str(q.longest_run), str(q.breaks), str(q.carry_over)] for q in figures]
    for players, bound, berger, low in cells(pages.render_insert("carry-over", [], "en"))[1:]:
        n = int(players)
        assert int(bound) == n * (n - 1)
        assert int(berger) == quality(schedule(n)).carry_over
        assert int(low) == quality(schedule(n, "low-carry-over")).carry_over


def test_the_bad_row_of_the_column_method_is_marked() -> None:
    """Exactly the pairs that repeat are marked, in the first row that is wrong."""
    html = pages.render_insert("column-rows", ["8"], "en")
    bad = first_bad_row(8)
    assert bad is not None
    marked = re.findall(r'<td class="bad"><span class="cell"><span>(\d+)</span><span>(\d+)</span>', html)
    assert [(int(a), int(b)) for a, b in marked] == list(bad.pairs)
    assert f"row {bad.round} is the first that is wrong" in html


@pytest.mark.parametrize("players", pages.PLAYERS)
def test_sentences_of_a_page_say_who_starts_and_rests(dist: Path, players: int) -> None:
    """The exception of an even table and the list of who rests in an odd one are what the table itself says."""
    text = (dist / "en" / pages.TablePage(players, "serpentine").rest / "index.html").read_text(encoding="utf-8")
    rounds = schedule(players).rounds
    if players % 2:
        found = re.search(r"each once: (.*?)\.</p>", text)
        assert found
        assert found[1] == ", ".join(f"round {round_.number}: {round_.bye}" for round_ in rounds)
        return
    last = [game for round_ in rounds for game in round_.games if players in (game.first, game.second)]
    lower = sorted(game.first for game in last if game.second == players)
    upper = sorted(game.second for game in last if game.first == players)
    found = re.search(
        r"players 1 to (\d+) start against (\d+), and (\d+) starts against the players from (\d+) up", text
    )
    assert found
    assert [int(n) for n in found.groups()] == [lower[-1], players, players, upper[0]]
    assert lower == list(range(1, lower[-1] + 1))
    assert upper == list(range(upper[0], players))


@pytest.mark.parametrize(
    ("path", "page", "expected"),
    [
        ("cs/tables/8/", "cs/tables/9/", "../8/"),
        ("cs/", "cs/", "./"),
        ("", "cs/tables/", "../../"),
        ("css/site.css", "cs/tables/8/sheet.html", "../../../css/site.css"),
        ("en/make/", "cs/make/", "../../en/make/"),
        ("cs/tables/8/", "cs/tables/8/sheet.html", "./"),
    ],
)
def test_relative_addresses(path: str, page: str, expected: str) -> None:
    assert pages.relative(path, page) == expected
