"""The site without network, and the way from one version to the next."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from builder import offline
from builder.serve import SiteHandler, serving
from conftest import STRANGERS, SUBFOLDER, Maker, until
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pypdf import PdfReader
from venue.i18n import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def copy(dist: Path, tmp_path: Path) -> Path:
    """The built site in a folder of the test's own, to change as a new version would; files are shared until then."""
    target = tmp_path / "site"
    shutil.copytree(dist, target, copy_function=lambda a, b: Path(b).hardlink_to(a))
    return target


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that the servers of the test are asked for."""
    paths: list[str] = []
    answer = SiteHandler.do_GET

    def do_get(handler: SiteHandler) -> None:
        paths.append(handler.path)
        answer(handler)

    monkeypatch.setattr(SiteHandler, "do_GET", do_get)
    return paths


def change(file: Path, old: str, new: str) -> None:
    """Change a file of a copied site without changing the site it was copied from."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.unlink()
    file.write_text(text.replace(old, new), encoding="utf-8")


def publish(site: Path) -> None:
    """Give a changed site a service worker of its own version."""
    (site / "sw.js").unlink()
    offline.write(site)


def wait_until_offline(page: Page) -> None:
    """Wait until the page says that it works offline."""
    expect(page.locator("#offline-state")).to_have_attribute("data-state", "ready")
    assert page.locator("#offline-state").inner_text() == page.locator("#offline-state").get_attribute("data-ready")


# ------------------------------------------------------------------------------------------------------ without network


@pytest.fixture(scope="module")
def visited(chromium: Browser, dist: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A browser that was once on the page "Make a table", in English, and then lost the network and the server."""
    context = chromium.new_context()
    with serving(dist, base=SUBFOLDER) as url:
        maker = Maker(context.new_page(), url).open("en").type(*STRANGERS).see_table()
        wait_until_offline(maker.page)
        maker.page.close()
    context.set_offline(True)
    yield context, url
    context.close()


def test_a_day_at_the_venue(chromium: Browser, dist: Path, tmp_path: Path) -> None:
    """The whole way in one go: open, paste the list, draw, print, lose the network, reload, and all is still there."""
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    with serving(dist, base=SUBFOLDER) as url:
        maker = Maker(context.new_page(), url)
        page = maker.page
        page.goto(f"{url}cs/")
        page.locator(".button[href*='make']").click()
        page.evaluate("(list) => navigator.clipboard.writeText(list)", "\r\n".join(STRANGERS))
        page.locator("#players").focus()
        page.keyboard.press("Control+V")
        maker.see_table(*STRANGERS)
        assert maker.names.splitlines() == STRANGERS

        before = page.input_value("#seed")
        page.click("#new-seed")
        expect(page.locator("#seed")).not_to_have_value(before)
        seed = page.input_value("#seed")
        expect(page.locator("#result .doc-foot")).to_contain_text(seed)
        maker.see_table(*STRANGERS)

        page.evaluate("window.print = () => { document.documentElement.dataset.printed = 'yes' }")
        page.click("#print")
        expect(page.locator("html")).to_have_attribute("data-printed", "yes")
        page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
        (sheet,) = PdfReader(tmp_path / "sheet.pdf").pages
        printed = "".join(sheet.extract_text().split())
        assert [each for each in (*STRANGERS, seed) if each not in printed] == []
        table = page.locator("#result").inner_html()
        wait_until_offline(page)
    context.set_offline(True)
    page.reload()
    maker.see_table(*STRANGERS)
    assert page.locator("#result").inner_html() == table
    assert page.input_value("#seed") == seed
    assert maker.names.splitlines() == STRANGERS
    assert not maker.troubles
    context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_app_works_without_network_in_each_language(visited: tuple[BrowserContext, str], lang: str) -> None:
    """The list is still there, a table comes, and after a reload once more."""
    context, url = visited
    maker = Maker(context.new_page(), url).open(lang).see_table(*STRANGERS)
    assert maker.names.splitlines() == STRANGERS
    maker.type(*STRANGERS, "Ivana").see_table("Ivana")
    maker.page.reload()
    maker.see_table("Ivana")
    maker.type(*STRANGERS).see_table()
    assert maker.page.locator("html").get_attribute("lang") == lang
    assert not maker.troubles
    maker.page.close()


def test_every_page_is_there_without_network(visited: tuple[BrowserContext, str], dist: Path) -> None:
    """Every page and file of the site that pages link to or load is answered from the browser's own cache."""
    context, url = visited
    page = context.new_page()
    page.goto(url)
    now, _ = offline.manifest(dist)
    missing = page.evaluate(
        """async (paths) => {
            const lost = [];
            for (const path of paths) {
                const answer = await fetch(path).catch(() => ({ok: false}));
                if (!answer.ok) lost.push(path);
            }
            return lost;
        }""",
        [path for path, _ in now],
    )
    assert not missing
    page.close()


@pytest.mark.parametrize(
    "path", ["cs/tables/8", "es/tables/8/index.html", "en/tables/8/?from=mail", "cs/tables/8/#names"]
)
def test_addresses_people_type_work_without_network(visited: tuple[BrowserContext, str], path: str) -> None:
    context, url = visited
    page = context.new_page()
    page.goto(url + path)
    expect(page.locator("table").first).to_be_visible()
    page.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_page_says_so_in_the_readers_language(visited: tuple[BrowserContext, str], lang: str) -> None:
    context, url = visited
    page = context.new_page()
    page.goto(f"{url}{lang}/no/such/page/")
    assert page.locator("html").get_attribute("lang") == lang
    expect(page.locator("h1")).to_be_visible()
    page.locator(".brand").click()
    expect(page.locator("h1")).to_be_visible()
    page.close()


def test_printed_sheets_are_fetched_after_the_first_result(chromium: Browser, copy: Path) -> None:
    """PDFs come last, and then work without network, too."""
    paper = copy / "cs" / "tables" / "8" / "test-sheet-cs.pdf"
    paper.write_bytes(b"%PDF-1.7 test")
    publish(copy)
    context = chromium.new_context()
    with serving(copy, base=SUBFOLDER) as url:
        page = Maker(context.new_page(), url).open().type(*STRANGERS).see_table().page
        kept = "async (address) => Boolean(await caches.match(address))"
        until(lambda: page.evaluate(kept, f"{url}cs/tables/8/test-sheet-cs.pdf"), "the PDF is not fetched")
    context.set_offline(True)
    assert page.evaluate("async (address) => (await fetch(address)).text()", f"{url}cs/tables/8/test-sheet-cs.pdf") == (
        "%PDF-1.7 test"
    )
    context.close()


def test_who_saves_data_fetches_no_more_than_the_site(chromium: Browser, copy: Path, asked: list[str]) -> None:
    context = chromium.new_context()
    context.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}, configurable: true})"
    )
    with serving(copy, base=SUBFOLDER) as url:
        page = Maker(context.new_page(), url).open().type(*STRANGERS).see_table().page
        wait_until_offline(page)
        page.wait_for_timeout(2000)
    assert not [path for path in asked if offline.LATER.fullmatch(path.removeprefix(SUBFOLDER))]
    assert [path for path in asked if path.endswith("/tables/20/")]
    context.close()


# ----------------------------------------------------------------------------------------------------- the next version


def test_a_new_version_is_offered_and_never_forced(chromium: Browser, copy: Path, asked: list[str]) -> None:
    """Work goes on with the old version, whatever the server has, until the person asks for the new one."""
    context = chromium.new_context()
    with serving(copy, base=SUBFOLDER, max_age=0) as url:
        maker = Maker(context.new_page(), url).open().type(*STRANGERS).see_table()
        page = maker.page
        wait_until_offline(page)
        until(lambda: [path for path in asked if "/rt/snapshot." in path], "the snapshot is not fetched")
        expect(page.locator("#update")).to_be_hidden()

        heading = page.locator("h1").first.inner_text()
        change(copy / "en" / "make" / "index.html", f"<h1>{heading}</h1>", "<h1>The new version</h1>")
        publish(copy)
        asked.clear()
        page.reload()
        expect(page.locator("#update")).to_be_visible()
        maker.see_table("Anna")
        page.reload()
        maker.see_table("Anna")
        assert page.locator("h1").first.inner_text() == heading
        assert {path.removeprefix(SUBFOLDER) for path in asked} == {"sw.js", "en/make/"}

        maker.type(*STRANGERS, "Ivana").see_table("Ivana")
        page.click("#use-update")
        expect(page.locator("h1").first).to_have_text("The new version")
        maker.see_table("Ivana")
        expect(page.locator("#update")).to_be_hidden()
        names = page.evaluate("caches.keys()")
        assert len(names) == 1
    context.close()


def test_a_half_published_version_is_not_taken(chromium: Browser, copy: Path) -> None:
    """A file that is not of the version of the list of files stops the install; the old version stays whole."""
    context = chromium.new_context()
    with serving(copy, base=SUBFOLDER, max_age=0) as url:
        maker = Maker(context.new_page(), url).open().type(*STRANGERS).see_table()
        page = maker.page
        wait_until_offline(page)
        change(copy / "en" / "help" / "index.html", "<h1>", "<h1>Newer: ")
        publish(copy)
        change(copy / "en" / "help" / "index.html", "<h1>Newer: ", "<h1>Older: ")
        state = page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.ready;
                await registration.update();
                const found = registration.installing;
                if (!found) return "none";
                return new Promise((resolve) => found.addEventListener("statechange", () => resolve(found.state)));
            }"""
        )
        assert state == "redundant"
        expect(page.locator("#update")).to_be_hidden()
    context.set_offline(True)
    page.goto(f"{url}en/help/")
    expect(page.locator("h1").first).not_to_contain_text("Older")
    page.goto(f"{url}en/make/")
    maker.see_table("Anna")
    context.close()


def test_an_install_goes_on_where_it_was_stopped(chromium: Browser, copy: Path, asked: list[str]) -> None:
    """On a bad line nothing is fetched twice."""
    context = chromium.new_context()
    with serving(copy, base=SUBFOLDER, max_age=0) as url:
        help_page = (copy / "es" / "help" / "index.html").read_bytes()
        (copy / "es" / "help" / "index.html").unlink()
        page = context.new_page()
        page.goto(f"{url}en/")
        until(lambda: f"{SUBFOLDER}es/help/" in asked, "the install does not begin")
        until(
            lambda: page.evaluate("async () => !(await navigator.serviceWorker.getRegistration())?.installing"),
            "the install does not end",
        )
        (copy / "es" / "help" / "index.html").write_bytes(help_page)
        page.reload()
        wait_until_offline(page)
        tables = [path for path in asked if path.startswith(f"{SUBFOLDER}cs/tables/")]
        assert len(tables) == len(set(tables)) > 18
    context.close()
