"""The static pages in a real Chromium: accessible, without errors, whole at every width, and alive with scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builder.browser import require_chromium
from builder.serve import serving
from playwright.sync_api import Browser, Page, expect, sync_playwright
from venue.i18n import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = Path(__file__).resolve().parents[2] / "site" / "node_modules" / "axe-core" / "axe.min.js"

KINDS = (
    "",
    "tables/",
    "tables/8/",
    "tables/8/fixed-first/",
    "tables/12/low-carry-over/",
    "tables/20/",
    "tables/8/sheet.html",
    "tables/20/wall.html",
    "tables/7/cards.html",
    "tables/7/steps.html",
    "paper/",
    "paper/natural-pairing/",
    "paper/paper-swiss/",
    "paper/paper-swiss/15/",
    "paper/pairing-cards/",
    "paper/brackets/",
    "paper/brackets/21/",
    "paper/lots/",
    "paper/natural-pairing/a4.html",
    "paper/pairing-cards/a5.html",
    "paper/brackets/placement.html",
    "paper/lots/a4.html",
    "learn/",
    "round-robin/",
    "column-method/",
    "how-many-rounds/",
    "tie-breaks/",
    "swiss-dubov-cas/",
    "own-rule-set/",
    "help/",
    "about/",
    "make/",
    "plan/",
    "embed/",
    "missing/",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(require_chromium()), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def home(dist: Path) -> Iterator[str]:
    with serving(dist) as url:
        yield url


def violations(page: Page) -> list[tuple[str, str]]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document)")
    return [(v["id"], v["nodes"][0]["html"][:120]) for v in found["violations"]]


def overflow(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_accessible(browser: Browser, home: str, kind: str) -> None:
    """axe finds nothing in any language, light and dark."""
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, bypass_csp=True, viewport={"width": 1100, "height": 800})
        page = context.new_page()
        for lang in LANGUAGES if scheme == "light" else ("cs",):
            page.goto(f"{home}{lang}/{kind}")
            assert violations(page) == [], (lang, scheme)
        context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_keep_their_own_policy_and_width(browser: Browser, home: str, lang: str) -> None:
    """No page breaks its Content-Security-Policy, logs an error, asks another host, or sticks out at 320 pixels."""
    context = browser.new_context(service_workers="block", viewport={"width": 320, "height": 640})
    page = context.new_page()
    troubles: list[tuple[str, str]] = []

    def trouble(text: str) -> None:
        troubles.append((page.url, text))

    page.on("console", lambda message: trouble(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith((home, "data:", "blob:")) else trouble(asked.url))
    for path in ("", *(f"{lang}/{kind}" for kind in KINDS)):
        page.goto(home + path, wait_until="load")
        if overflow(page) > 0:
            trouble("wider than 320 pixels")
    assert troubles == []
    context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_headings_of_the_form_fit_their_cells(browser: Browser, home: str, lang: str) -> None:
    """On the printed sheet each heading of the form for results stands on one line, within its cell."""
    page = browser.new_page(viewport={"width": 711, "height": 1000})  # the 188 mm between the margins of A4
    page.emulate_media(media="print")
    for players in (3, 7, 12, 20):
        page.goto(f"{home}{lang}/tables/{players}/sheet.html")
        page.evaluate("document.fonts.ready.then(() => true)")
        measured = page.locator(".crosstable thead th").evaluate_all(
            """(cells) => cells.map((cell) => {
                const range = document.createRange();
                range.selectNodeContents(cell);
                const { width } = range.getBoundingClientRect();
                return [cell.textContent, range.getClientRects().length, width <= cell.clientWidth];
            })"""
        )
        assert [cell for cell in measured if cell[1] != 1 or not cell[2]] == [], players
    page.close()


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("page_of_form", ["tables/8/", "tables/20/", "tables/20/sheet.html"])
def test_the_form_can_be_read_on_a_screen(browser: Browser, home: str, page_of_form: str, width: int) -> None:
    """Each heading and each round number stays in its own cell, and so does the name's room; the form scrolls."""
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.goto(f"{home}en/{page_of_form}")
    page.evaluate("document.fonts.ready.then(() => true)")
    broken = page.locator(".crosstable :is(th, td)").evaluate_all(
        """(cells) => cells.filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const inside = range.getBoundingClientRect(), own = cell.getBoundingClientRect();
            return range.getClientRects().length > 2 || inside.right > own.right + 1 || own.width < 28;
        }).map((cell) => cell.className + " " + cell.textContent)"""
    )
    assert broken == []
    assert page.locator(".crosstable thead .name").evaluate("(cell) => cell.clientWidth") >= 100
    assert overflow(page) <= 0
    page.close()


def test_the_start_page(browser: Browser, home: str) -> None:
    """The browser's own language comes first and says why; without a known language all three are equal."""
    for locale, chosen in (("cs-CZ", "cs"), ("es-AR", "es"), ("en-GB", "en"), ("fr-FR", None)):
        context = browser.new_context(locale=locale)
        page = context.new_page()
        page.goto(home)
        assert violations_in(context.new_page(), home) == []
        marked = page.locator(".start-languages .chosen")
        if chosen is None:
            expect(marked).to_have_count(0)
        else:
            expect(marked).to_have_attribute("lang", chosen)
            expect(marked.locator(".language-why")).to_be_visible()
        expect(page.locator(".start-languages a")).to_have_count(3)
        context.close()


def violations_in(page: Page, url: str) -> list[tuple[str, str]]:
    context = page.context.browser.new_context(bypass_csp=True)  # type: ignore[union-attr]
    other = context.new_page()
    other.goto(url)
    found = violations(other)
    context.close()
    page.close()
    return found


def test_the_language_switch_stays_on_the_page(browser: Browser, home: str) -> None:
    page = browser.new_page()
    page.goto(f"{home}cs/tables/9/low-carry-over/")
    page.get_by_role("link", name="Español").click()
    assert page.url == f"{home}es/tables/9/low-carry-over/"
    page.get_by_role("link", name="English").click()
    assert page.url == f"{home}en/tables/9/low-carry-over/"
    page.close()


def test_steps_can_be_played(browser: Browser, home: str) -> None:
    """Step by step the paper fills: after the first step one number stands there, after the last all."""
    page = browser.new_page()
    page.goto(f"{home}en/tables/6/")
    figure = page.locator(".step-figure").first
    visible = figure.locator("[data-order]:not(.waiting)")
    total = int(figure.locator("table").get_attribute("data-moves") or 0)
    assert total == 15
    expect(visible).to_have_count(total)
    figure.get_by_role("button", name="Next step").click()
    expect(visible).to_have_count(1)
    expect(figure.locator("output")).to_have_text("1 / 15")
    figure.get_by_role("button", name="Next step").click()
    expect(visible).to_have_count(2)
    figure.get_by_role("button", name="Step back").click()
    expect(visible).to_have_count(1)
    figure.get_by_role("button", name="Play").click()
    expect(figure.get_by_role("button", name="Pause")).to_be_visible()
    expect(visible).to_have_count(total)
    expect(figure.get_by_role("button", name="Play")).to_be_visible()
    page.close()


def test_pages_work_without_scripts(browser: Browser, home: str) -> None:
    """Without JavaScript: the table, every figure of the steps, the links and downloads are there."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{home}en/tables/6/")
    expect(page.locator(".schedule .game")).to_have_count(15)
    assert page.locator(".step-figure .new").count() == 15 + 10 + 5 + 20 + 10
    assert page.locator(".player").count() == 0
    page.get_by_role("link", name=re.compile("Open and print.*Sheet")).click()
    expect(page.locator(".document.sheet .crosstable")).to_be_visible()
    page.goto(f"{home}en/make/")
    expect(page.locator("noscript .notice")).to_be_visible()
    context.close()
