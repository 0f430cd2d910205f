"""A real Chromium before the built site, as a pages host gives it out: in a subfolder, with no headers of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from builder.browser import require_chromium
from builder.serve import serving
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

SUBFOLDER = "/losovna/"
PATIENCE = 90_000
"""Milliseconds that Python may take to start here: other tests run beside this one."""

expect.set_options(timeout=PATIENCE)

STRANGERS = ["Anna", "Béla", "Čeněk", "Dana", "Emil", "Františka", "Gusta", "Hynek"]


class Maker:
    """The page "Make a table" as a person sees it, with all that it asked for and all that went wrong in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.troubles: list[str] = []
        self.requests: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def _heard(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            self.troubles.append(line.text)

    def open(self, lang: str = "en") -> Maker:
        """Go to the page in one language."""
        self.page.goto(f"{self.url}{lang}/make/")
        return self

    def type(self, *names: str) -> Maker:
        """Put a list of players into the form."""
        self.page.fill("#players", "\n".join(names))
        return self

    def see_table(self, *names: str) -> Maker:
        """Wait for the table that the form asks for; it shows each of the names."""
        expect(self.page.locator("#table-form")).to_have_attribute("data-state", "ready")
        document = self.page.locator("#result .document")
        expect(document).to_have_count(1)
        for name in names:
            expect(document).to_contain_text(name)
        return self

    def see_error(self, field: str, said: str) -> None:
        """Wait for a sentence at a field, tied to it for whoever does not see it."""
        error = self.page.locator(f"#error-{field}")
        expect(error).to_contain_text(said)
        expect(error).to_be_visible()
        marked = self.page.locator(f"[aria-describedby~='error-{field}'][aria-invalid='true']")
        expect(marked.first).to_be_visible()

    @property
    def names(self) -> str:
        """What stands in the field of players."""
        return self.page.input_value("#players")


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright, ended with the module: one thread can have only one of them."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=require_chromium(), args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def site_url(dist: Path) -> Iterator[str]:
    with serving(dist, base=SUBFOLDER) as url:
        yield url


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh profile."""
    context = chromium.new_context(accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def maker(context: BrowserContext, site_url: str) -> Maker:
    """The page "Make a table", not opened yet, in a fresh profile."""
    return Maker(context.new_page(), site_url)


def until(holds: Callable[[], Any], trouble: str, seconds: float = 90) -> Any:
    """Wait for something to hold, and return it; the page's policy forbids Playwright's own way to do that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(Exception):
            found = holds()
            if found:
                return found
        time.sleep(0.1)
    pytest.fail(trouble)
