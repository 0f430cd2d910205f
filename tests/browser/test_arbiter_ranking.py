"""Standings, papers and files in a real Chromium; the papers as PDF, read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import venue.render
from builder import app
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pypdf import PdfReader
from venue.arbiter.papers import KINDS, SIZES, Choice, Paper, chosen, paper_html
from venue.i18n import LANGUAGES

from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal, events_of, paired_event
from pairing_core.model import Tournament, points_label
from pairing_core.simulation import Plan, simulate
from pairing_core.stages import pair_round
from pairing_core.swiss import rule_set

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LONG = "Maximiliana-Bartolomea Wolfeschlegelstein Ngô"
GIVEN = ("Řehoř", "Íñigo", "Chloé", "Zdeněk")
FIVE = ("buchholz", "buchholz-cut-1", "sonneborn-berger", "direct-encounter", "progressive")
MILLIMETER = 96 / 25.4


def event(players: int, rounds: int) -> Tournament:
    """A chess tournament: a fourth of the names has 45 letters, all have a club."""
    made = simulate(Plan(players, rounds, draws=20, byes=5), rule_set("mancala"), "papers")
    named = {
        number: replace(
            player,
            name=LONG if number % 4 == 0 else f"{GIVEN[number % 4]} {number}. z Dubu",
            club="Klub deskových her",
        )
        for number, player in made.players.items()
    }
    settings = replace(made.settings, name="Velká cena", discipline="chess", tie_breaks=FIVE)
    return replace(made, players=named, settings=settings)


SIXTY = event(60, 9)
GAMES = len(SIXTY.rounds[-1].games)


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(autouse=True)
def templates_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    built = venue.render.environment
    monkeypatch.setattr(venue.render, "environment", lambda lang: built(lang, from_source=True))


def printed(page: Page, dist: Path, folder: Path, tournament: Tournament, choice: Choice) -> PdfReader:
    """Print a paper as the app's page does, with the same style."""
    html = folder / "paper.html"
    paper = paper_html(Paper(tournament, choice, "cs"))
    style = (dist / "css" / "site.css").as_uri()
    html.write_text(
        f'<!doctype html><html lang="cs"><meta charset="utf-8"><title>-</title><link rel="stylesheet" href="{style}">'
        f'<body class="app"><main><div class="tournament"><nav>Nabídka</nav><div class="preview">{paper}</div></div>',
        encoding="utf-8",
    )
    page.goto(html.as_uri())
    page.pdf(path=folder / "paper.pdf", prefer_css_page_size=True)
    return PdfReader(folder / "paper.pdf")


def words(text: str) -> str:
    """The text without what divides its lines."""
    return "".join(text.split())


@pytest.mark.parametrize("wide", ["0", "1"], ids=["upright", "sideways"])
@pytest.mark.parametrize(
    ("paper", "header"),
    [
        ("pairings-by-table", "Výsledek"),
        ("pairings-by-name", "Soupeř"),
        ("standings", "BH"),
        ("crosstable", "Body"),
        ("wall-chart", "Body"),
        ("players", "Klub"),
    ],
)
def test_nothing_is_cut_or_split(page: Page, dist: Path, tmp_path: Path, paper: str, header: str, wide: str) -> None:
    """Reported, 74: 60 players, 9 rounds, five criteria; the header repeats, each row is whole, no menu is printed."""
    reader = printed(page, dist, tmp_path, SIXTY, chosen(SIXTY, {"paper": paper, "wide": wide, "size": "a4"}))
    pages = [words(each.extract_text()) for each in reader.pages]
    assert {(round(each.mediabox.width), round(each.mediabox.height)) for each in reader.pages} == {
        (842, 595) if wide == "1" else (595, 842)
    }
    assert all(header in text for text in pages)
    assert not any("Nabídka" in text for text in pages)
    names = sorted(words(player.name) for player in SIXTY.players.values() if player.name != LONG)
    assert [name for name in names if not any(name in text for text in pages)] == []
    assert sum(text.count(words(LONG)) for text in pages) >= 15
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int((275 if wide == "1" else 188) * MILLIMETER), "height": 900})
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    page.emulate_media(media="null")
    assert over <= 0


CUT = {
    "4 slips": ({"paper": "slips", "count": "4"}, 4, GAMES),
    "6 slips": ({"paper": "slips", "count": "6"}, 6, GAMES),
    "8 slips": ({"paper": "slips", "count": "8"}, 8, GAMES),
    "empty slips": ({"paper": "slips", "count": "6", "filled": "0"}, 6, 30),
    "name cards": ({"paper": "name-cards"}, 8, 60),
    "table cards": ({"paper": "table-cards"}, 2, 30),
}
"""What is cut from sheets: the choice, places on a sheet, how many there are."""
FULLEST = ("8 slips", "name cards")


@pytest.mark.parametrize(
    ("what", "size", "wide"),
    [(what, "a4", "0") for what in CUT if what not in FULLEST]
    + [(what, size, wide) for what in FULLEST for size in SIZES for wide in ("0", "1")],
)
def test_what_is_cut_has_a_sheet_each(page: Page, dist: Path, tmp_path: Path, what: str, size: str, wide: str) -> None:
    """As many sheets as the places need, no empty one before or between, and nothing of a piece is hidden."""
    asked, count, items = CUT[what]
    choice = chosen(SIXTY, {**asked, "size": size, "wide": wide})
    reader = printed(page, dist, tmp_path, SIXTY, choice)
    assert len(reader.pages) == -(-items // count)
    assert all(each.extract_text().strip() for each in reader.pages)
    # What the page makes of it for printing; the sheet's width within its margins decides how names break.
    margins = 18 if size == "a5" else 24 if size == "a3" else 22
    width = float(reader.pages[0].mediabox.width) / 72 * 25.4 - margins
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(width * MILLIMETER), "height": 900})
    hidden = page.evaluate(
        "[...document.querySelectorAll('.piece')].filter((each) => each.scrollHeight > each.clientHeight + 1 || "
        "each.scrollWidth > each.clientWidth + 1).length"
    )
    page.emulate_media(media="null")
    assert hidden == 0


def test_two_hundred_players_have_whole_rows_under_a_head_on_each_page(page: Page, dist: Path, tmp_path: Path) -> None:
    many = event(200, 9)
    choice = chosen(many, {"paper": "standings"})
    pages = [words(each.extract_text()) for each in printed(page, dist, tmp_path, many, choice).pages]
    assert 5 <= len(pages) <= 8
    assert all("JménoKlubBodyBH" in text for text in pages)
    for row in Paper(many, choice, "cs").rows:
        player = many.players[row.player]
        whole = words(f"{row.rank} {row.player} {player.name} {player.club} {points_label(row.points)}")
        assert any(whole in text for text in pages), whole


@pytest.mark.parametrize("paper", [kind.key for kind in KINDS])
def test_a_dark_screen_prints_black_on_white(page: Page, dist: Path, tmp_path: Path, paper: str) -> None:
    """What is dark on the screen would be a sheet full of ink, or light gray on white."""
    page.emulate_media(color_scheme="dark")
    small = event(9, 3)
    printed(page, dist, tmp_path, small, chosen(small, {"paper": paper}))
    page.emulate_media(media="print", color_scheme="dark")
    seen = page.evaluate(
        """[...document.querySelectorAll("html, body, .document, .document :is(th, td, p, h2, h3, b)")].map((each) => {
            const { color, backgroundColor, colorScheme } = getComputedStyle(each);
            const parts = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
            const [ink, ground] = [parts(color), parts(backgroundColor)];
            const isDark = ground.length === 3 && Math.max(...ground) < 200 && !each.matches(".self");
            return Math.max(...ink.slice(0, 3)) > 130 || isDark ? [each.tagName, color, backgroundColor] : null;
        }).filter(Boolean)"""
    )
    page.emulate_media(media="null", color_scheme="null")
    assert seen == []


def test_from_a_number_to_its_working_and_from_a_paper_to_a_file(
    context: BrowserContext, site_url: str, tmp_path: Path
) -> None:
    """With the keyboard where there is one; what is chosen stands in the address and survives a reload."""
    small = event(9, 3)
    file = tmp_path / "cup.json"
    file.write_text(losovna_json.dump(Journal(events_of(small))), encoding="utf-8")
    page = context.new_page()
    page.goto(f"{site_url}en/arbiter/")
    expect(page.locator("#new-title")).to_be_visible()
    page.set_input_files("#file", file)
    page.get_by_role("link", name="Standings").first.click()
    page.locator("#why-1-buchholz").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".working tbody tr")).to_have_count(3)
    expect(page.locator("#why-1-buchholz")).to_be_focused()
    page.get_by_role("link", name="Close").click()
    expect(page.locator(".working")).to_have_count(0)

    page.get_by_role("link", name="Print and share").click()
    page.select_option("#print-paper", "slips")
    expect(page.locator(".paper-slips")).to_be_visible()
    page.select_option("#print-count", "8")
    expect(page.locator(".cut.rows-4")).to_have_count(1)
    page.reload()
    expect(page.locator(".cut.rows-4")).to_have_count(1)
    page.pdf(path=tmp_path / "slips.pdf", prefer_css_page_size=True)
    slips = PdfReader(tmp_path / "slips.pdf")
    assert len(slips.pages) == 1
    assert "Table 4" in slips.pages[0].extract_text()
    assert "Print" not in slips.pages[0].extract_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Standings for a spreadsheet (CSV)", exact=True).click()
    assert download.value.suggested_filename == "Velká-cena-csv-standings.csv"
    assert Path(download.value.path()).read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_phone_and_for_those_who_do_not_see(
    context: BrowserContext, site_url: str, tmp_path: Path, lang: str
) -> None:
    """360 pixels without sideways scrolling of the page, targets of 44, and nothing that axe finds."""
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site_url}{lang}/arbiter/")
    expect(page.locator("#new-title")).to_be_visible()
    file = tmp_path / "cup.json"
    file.write_text(losovna_json.dump(Journal(events_of(event(9, 3)))), encoding="utf-8")
    page.set_input_files("#file", file)
    expect(page.locator(".tournament")).to_be_visible()
    tournament = page.url.split("#/")[1].split("/")[0]
    axe = (app.SITE / "node_modules" / "axe-core" / "axe.min.js").read_text()
    for path, shown in (
        ("standings/3?why=1.buchholz", ".working"),
        ("crosstable/3?grid=1", ".square"),
        ("possible", ".list"),
        *((f"print?paper={kind.key}", f".paper-{kind.key}") for kind in KINDS),
    ):
        page.goto(f"{site_url}{lang}/arbiter/#/{tournament}/{path}")
        expect(page.locator(shown)).to_be_visible()
        page.evaluate(axe)
        assert page.evaluate(FOUND) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert page.evaluate(SMALL) == [], path


FOUND = "() => axe.run().then((done) => done.violations.map((each) => [each.id, each.nodes[0].html]))"
SMALL = """() => [...document.querySelectorAll("#app :is(a, button, select, input:not([type=hidden]))")]
    .filter((each) => each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML)"""


def knocked_out(players: int, kind: str, rounds: int) -> Tournament:
    """A knockout under way, whose players have names of the usual length and a few very long ones."""
    given = ("Alexandr", "Františka", "Bartoloměj", "Maximiliana", "Jan")
    family = ("Konstantinidis", "Novotná", "García Hernández", "Vondráčková-Nováková", "Zach")
    parameters = {"bracket": kind}
    events: list[Event] = [{"event": "created", "settings": {"system": "knockout", "parameters": parameters}}]
    for number in range(1, players + 1):
        name = f"{given[number % 5]} {family[number % 4 + (number % 16 == 0)]} {number}"
        events.append({"event": "player_added", "player": {"number": number, "name": name}})
    journal = Journal(tuple(events))
    for _ in range(rounds):
        _, drawn = pair_round(journal.tournament)
        journal = journal.append(paired_event(drawn))
        for game in drawn.games:
            told = {"round": drawn.number, "first": game.first, "second": game.second}
            won = "1" if game.first < game.second else "0"
            journal = journal.append({"event": "result_entered", **told, "result": won})
    return journal.tournament


@pytest.mark.parametrize(("size", "wide"), [("a4", "0"), ("a4", "1"), ("a3", "0"), ("a3", "1")])
@pytest.mark.parametrize(
    ("players", "kind", "rounds"), [(8, "double", 1), (16, "placement", 1), (64, "single", 2), (64, "double", 3)]
)
def test_a_printed_bracket_can_be_followed(
    page: Page, dist: Path, tmp_path: Path, players: int, kind: str, rounds: int, size: str, wide: str
) -> None:
    """No name is cut, no tree split, and where somebody comes from "the loser of 17" a tie has that number."""
    tournament = knocked_out(players, kind, rounds)
    choice = chosen(tournament, {"paper": "bracket", "size": size, "wide": wide})
    reader = printed(page, dist, tmp_path, tournament, choice)
    if players == 64:
        assert len(reader.pages) == (1 if kind == "single" else 2)
    text = words("".join(each.extract_text() for each in reader.pages))
    assert [player.name for player in tournament.players.values() if words(player.name) not in text] == []
    across = float(reader.pages[0].mediabox.width) / 72 * 25.4 - (24 if size == "a3" else 22)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(across * MILLIMETER), "height": 900})
    cut = page.evaluate(
        "[...document.querySelectorAll('.bracket .who')].filter((each) => each.scrollWidth > each.clientWidth + 1 || "
        "each.scrollHeight > each.parentElement.clientHeight + 2).map((each) => each.textContent)"
    )
    numbers = page.evaluate(
        "[...document.querySelectorAll('.tie-number')].filter((each) => each.getClientRects()[0].width > 2 && "
        "each.checkVisibility()).map((each) => each.textContent)"
    )
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    page.emulate_media(media="null")
    assert cut == []
    assert over <= 0
    sources = set(re.findall(r"(?:vítěz|poražený)[^<]*?(\d+)</small>", (tmp_path / "paper.html").read_text("utf-8")))
    assert sources
    assert sources <= set(numbers)
