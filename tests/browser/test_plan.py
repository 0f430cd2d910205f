"""The page "Plan a tournament" in a real Chromium: the picture, chances that grow and stop, languages, offline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE, until
from playwright.sync_api import Browser, BrowserContext, Page, expect
from venue.i18n import LANGUAGES
from venue.planning import TARGET

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = Path(__file__).resolve().parents[2] / "site" / "node_modules" / "axe-core" / "axe.min.js"


class Planner:
    """The page as a person sees it, with all that went wrong in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.troubles: list[str] = []
        page.on("console", lambda line: line.type in ("error", "warning") and self.troubles.append(line.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def open(self, lang: str = "en", query: str = "") -> Planner:
        self.page.goto(f"{self.url}{lang}/plan/{query}")
        return self.see()

    def see(self) -> Planner:
        expect(self.page.locator("#plan-form")).to_have_attribute("data-state", "ready")
        return self

    @property
    def done(self) -> int:
        return int(self.page.locator("#progress").get_attribute("value") or 0)

    def rounds(self, system: str) -> str:
        row = self.page.locator("tr", has=self.page.locator(".name", has_text=re.compile(f"^{system}$")))
        return row.locator(".count").first.inner_text()


@pytest.fixture
def planner(context: BrowserContext, site_url: str) -> Iterator[Planner]:
    found = Planner(context.new_page(), site_url)
    yield found
    assert not found.troubles


def violations(page: Page) -> list[tuple[str, str]]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document)")
    return [(each["id"], each["nodes"][0]["html"][:120]) for each in found["violations"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chances_grow_until_somebody_stops_them(planner: Planner, lang: str) -> None:
    """A button stops them where they are, and goes on from there; the page passes axe in either state."""
    page = planner.open(lang).page
    until(lambda: planner.done > 0, "no tournament is simulated")
    expect(page.locator("[data-chance='swiss'] .chance")).to_have_count(2)
    page.locator("#stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).not_to_have_text("")
    stopped = page.locator("#status").inner_text()
    until(lambda: planner.done == wait(planner), "it does not stop")
    seen = planner.done
    assert 0 < seen < 20 * TARGET
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Enter")
    until(lambda: planner.done > seen, "it does not go on")
    expect(page.locator("#status")).not_to_have_text(stopped)


def wait(planner: Planner) -> int:
    """What is done after the time of some slices."""
    planner.page.wait_for_timeout(2000)
    return planner.done


def test_all_are_simulated_in_the_end(planner: Planner) -> None:
    """Of a small field that is soon done; then there is nothing to stop."""
    page = planner.open(query="?players=4&hours=2").page
    expect(page.locator("#players")).to_have_value("4")
    expect(page.locator("#stop")).to_be_hidden()
    assert planner.done == int(page.locator("#progress").get_attribute("max") or 0) == 2 * TARGET
    share = page.locator("[data-chance='knockout'] strong").first.inner_text()
    assert 50 < float(share.removesuffix("%")) < 70


def test_the_picture_follows_the_form(planner: Planner) -> None:
    """What is typed is kept for the next visit; a mistake is said at its field and leaves the last picture in sight."""
    page = planner.open().page
    page.fill("#players", "16")
    expect(page.locator(".unbeaten thead th")).to_have_count(7)
    page.fill("#hours", "3:20")
    until(lambda: planner.rounds("Swiss system").endswith("4"), "the rounds do not follow the hours")
    page.fill("#hours", "soon")
    expect(page.locator("#error-hours")).to_contain_text("soon")
    expect(page.locator("#hours")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#simulation")).to_be_hidden()
    page.fill("#hours", "3:20")
    expect(page.locator("#error-hours")).to_be_hidden()
    page.reload()
    planner.see()
    expect(page.locator("#players")).to_have_value("16")
    expect(page.locator("#hours")).to_have_value("3:20")


def test_paper_has_what_is_folded_on_the_screen(planner: Planner) -> None:
    """The times of the rounds are printed, and folded again afterwards; all wrong fields are marked together."""
    page = planner.open().page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#result details:not([open])")).to_have_count(0)
    expect(page.locator("#result .times").first).to_be_visible()
    page.set_viewport_size({"width": 1000, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#result details[open]")).to_have_count(0)
    page.fill("#hours", "soon")
    page.fill("#start", "late")
    expect(page.locator("#error-hours")).to_contain_text("soon")
    expect(page.locator("#error-start")).to_contain_text("late")


def test_on_a_phone_and_without_network(chromium: Browser, site_url: str) -> None:
    """Once the page has said so it works offline; on 360 pixels nothing goes sideways."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    planner = Planner(context.new_page(), site_url)
    page = planner.open().page
    page.locator("#offline-state[data-state='ready']").wait_for(timeout=PATIENCE)
    context.set_offline(True)
    page.reload()
    planner.see()
    until(lambda: planner.done > 0, "no tournament is simulated")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#plan-form details").first.locator("summary").click()
    page.fill("#boards", "3")
    expect(page.locator("#result")).to_contain_text("shifts")
    assert not violations(page)
    context.close()


def test_the_set_up_of_the_arbiter_leads_here(context: BrowserContext, site_url: str) -> None:
    page = context.new_page()
    page.goto(f"{site_url}en/arbiter/")
    page.fill("#new-count", "19")
    page.press("#new-count", "Tab")
    link = page.locator("#new-form a[href*='players=19']")
    expect(link).to_be_visible()
    link.click()
    expect(page.locator("#players")).to_have_value("19")
    expect(page.locator("#plan-form")).to_have_attribute("data-state", "ready")
