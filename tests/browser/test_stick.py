"""The USB stick: unpacked from the zip, opened from the disk, with no server and no network."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from builder import offline
from conftest import STRANGERS, Maker
from playwright.sync_api import Browser, Error, Playwright, expect
from venue.i18n import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def packed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, made from the built site."""
    folder = tmp_path_factory.mktemp("built") / "dist"
    shutil.copytree(dist, folder, copy_function=lambda a, b: Path(b).hardlink_to(a))
    (folder / offline.STICK_NAME).unlink(missing_ok=True)
    return offline.stick(folder)


@pytest.fixture(scope="module")
def unpacked(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip unpacked into a folder whose name has a space and letters of three languages."""
    folder = tmp_path_factory.mktemp("stick") / "můj disk ñ"
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    return folder / "losovna"


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """A Chromium, and a Firefox where one is installed."""
    if request.param == "chromium":
        yield request.getfixturevalue("chromium")
        return
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox is installed")
    try:
        firefox = playwright.firefox.launch(channel="moz-firefox", executable_path=path)
        firefox.new_context().close()
    except Error as error:
        pytest.skip(f"this Playwright cannot drive the Firefox at {path}: {str(error).splitlines()[0]}")
    yield firefox
    firefox.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_table_from_the_stick(browser: Browser, unpacked: Path, lang: str) -> None:
    """From the start page to a table, by links alone."""
    context = browser.new_context(offline=True)
    maker = Maker(context.new_page(), "")
    page = maker.page
    page.goto((unpacked / offline.START).as_uri())
    page.locator(f"a[href*='site/{lang}/']").first.click()
    page.locator(".site-nav a[href*='make']").click()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    maker.type(*STRANGERS).see_table(*STRANGERS)
    assert page.locator("#offline-state").inner_text() == ""
    foreign = [request for request in maker.requests if not request.startswith(("file:", "blob:", "data:"))]
    assert not foreign
    assert not maker.troubles
    context.close()


def test_what_was_typed_survives_a_reload_or_the_page_says_that_it_does_not(browser: Browser, unpacked: Path) -> None:
    context = browser.new_context(offline=True)
    maker = Maker(context.new_page(), "")
    page = maker.page
    page.goto((unpacked / "site" / "cs" / "make" / "index.html").as_uri())
    maker.type(*STRANGERS).see_table("Anna")
    if page.locator("#status").inner_text():
        return
    page.reload()
    maker.see_table("Anna")
    assert maker.names.splitlines() == STRANGERS
    context.close()


def test_pages_look_as_on_the_site(browser: Browser, unpacked: Path) -> None:
    """Style sheet and fonts are found."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((unpacked / "site" / "cs" / "tables" / "8" / "index.html").as_uri())
    loaded = page.evaluate(
        """async () => {
            await document.fonts.ready;
            return [...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family);
        }"""
    )
    assert loaded
    context.close()


LINK = re.compile(r'\s(?:href|src)="([^"]+)"')


def test_every_link_on_the_stick_leads_to_a_file(unpacked: Path) -> None:
    """A folder's address shows a list of files when it is opened from a disk: every link names its page."""
    lost = []
    pages = sorted(unpacked.rglob("*.html"))
    for page in pages:
        for address in LINK.findall(page.read_text(encoding="utf-8")):
            path, _ = urldefrag(address.replace("&amp;", "&"))
            if not path or urlsplit(path).scheme:
                continue
            target = page.parent / unquote(urlsplit(path).path)
            if not target.is_file():
                lost.append(f"{page.relative_to(unpacked)}: {address}")
    assert len(pages) > 100
    assert not lost


def test_stick_holds_all_pages_and_notes_in_three_languages(packed: Path, dist: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        names = {name.removeprefix("losovna/") for name in archive.namelist()}
    assert {offline.START, *(f"README.{lang}.txt" for lang in LANGUAGES)} <= names
    pages = {path.relative_to(dist).as_posix() for path in dist.rglob("*.html")} - {"404.html"}
    pages = {page for page in pages if "/embed/frame/" not in page}
    assert {f"site/{page}" for page in pages} <= names
    assert not [name for name in names if name.endswith((".wasm", "sw.js", ".mjs"))]


def test_stick_is_the_same_bytes_again(packed: Path) -> None:
    before = hashlib.sha256(packed.read_bytes()).hexdigest()
    again = offline.stick(packed.parent)
    assert hashlib.sha256(again.read_bytes()).hexdigest() == before


def test_stick_is_small_enough_to_send(packed: Path) -> None:
    without_papers = sum(
        entry.compress_size for entry in zipfile.ZipFile(packed).infolist() if not entry.filename.endswith(".pdf")
    )
    assert without_papers < 16_000_000
