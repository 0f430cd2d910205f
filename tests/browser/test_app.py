"""The app in a real Chromium: what an arbiter does with it, and what must not go wrong."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from builder import app
from conftest import PATIENCE, STRANGERS, SUBFOLDER, Maker, until
from playwright.sync_api import Browser, BrowserContext, Route, expect
from pypdf import PdfReader
from venue.i18n import LANGUAGES

from pairing_core.draw import seed_text

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

A4 = (595, 842)
A3 = (1191, 842)
MANY = [f"Player number {number}" for number in range(1, 21)]


# ------------------------------------------------------------------------------------------------------ the way through


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_names_to_table_and_back_after_reload(maker: Maker, lang: str) -> None:
    """The form takes names before Python runs; the table comes; after a reload all of it is there again."""
    page = maker.open(lang).page
    expect(page.locator("#seed")).not_to_have_value("")
    maker.type(*STRANGERS).see_table(*STRANGERS)
    page.fill("#title", "Pražský přebor")
    expect(page.locator("#result")).to_contain_text("Pražský přebor")
    expect(page.locator("#summary")).to_contain_text("28")
    expect(page.locator("#status")).to_have_text("")
    seed = page.input_value("#seed")
    table = page.locator("#result").inner_html()

    page.reload()
    expect(page.locator("#players")).to_have_value("\n".join(STRANGERS))
    maker.see_table(*STRANGERS)
    assert page.input_value("#title") == "Pražský přebor"
    assert page.input_value("#seed") == seed
    assert page.locator("#result").inner_html() == table
    assert not maker.troubles


def test_nothing_leaves_the_site(maker: Maker) -> None:
    """No request goes to another host, none goes beyond the site's folder, and the strict policy is never broken."""
    maker.page.add_init_script(
        "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))"
    )
    maker.open().type(*STRANGERS).see_table()
    maker.page.locator("#offline-state[data-state='ready']").wait_for(timeout=PATIENCE)
    assert {urlsplit(request).netloc for request in maker.requests if not request.startswith("data:")} == {
        urlsplit(maker.url).netloc
    }
    assert all(urlsplit(request).path.startswith(SUBFOLDER) for request in maker.requests)
    policy = maker.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert not maker.troubles


def test_a_ready_table_leads_here_with_its_kind(maker: Maker) -> None:
    """ "Fill in your players" on a table's page: the same kind of table is chosen already."""
    maker.page.goto(f"{maker.url}en/tables/8/fixed-first/")
    maker.page.get_by_role("link", name="Fill in your players").click()
    expect(maker.page.locator("#construction")).to_have_value("fixed-first")


def test_language_switch_keeps_the_list(maker: Maker) -> None:
    maker.open("en").type(*STRANGERS).see_table()
    maker.page.locator(".languages [hreflang='cs']").click()
    maker.see_table(*STRANGERS)
    assert maker.page.locator("html").get_attribute("lang") == "cs"
    assert maker.names.splitlines() == STRANGERS


def test_only_the_newest_wish_counts(maker: Maker) -> None:
    """Whoever types on while a large table is being made gets the table of what stands there last."""
    maker.open().type(*STRANGERS).see_table()
    maker.type(*(f"Large {number}" for number in range(150)))
    for length in range(2, 7):
        maker.type(*(f"Small {number}" for number in range(length)))
    expect(maker.page.locator("#summary")).to_contain_text("15")
    maker.see_table("Small 5")
    expect(maker.page.locator("#result")).not_to_contain_text("Large")


def test_typing_keeps_focus_and_caret(maker: Maker) -> None:
    """The table changes under the hands of somebody who types, and nothing is taken from under them."""
    page = maker.open().type(*STRANGERS).see_table().page
    page.locator("#players").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.type("bella")
    maker.see_table("Annabella")
    assert maker.names.splitlines()[0] == "Annabella"
    assert page.evaluate("document.activeElement.id") == "players"
    assert page.evaluate("document.activeElement.selectionStart") == len("Annabella")


def test_wishes_are_added_met_and_removed(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.click("#add-wish")
    assert page.evaluate("document.activeElement.name") == "wish-a"
    page.fill("[name='wish-a']", "Anna")
    page.fill("[name='wish-b']", "Hynek")
    page.select_option("[name='wish-round']", "last")
    for field in ("wish-a", "wish-round"):  # what is filled in looks the same everywhere, inside a label too
        expect(page.locator(f"[name='{field}']")).to_have_css("font-weight", "400")
    names = page.locator("#player-names option").evaluate_all("(options) => options.map((option) => option.value)")
    assert names == STRANGERS
    table = until(lambda: saved(maker, "json"), "no file comes")
    last = json.loads(table)["rounds"][-1]
    numbers = json.loads(table)["names"]
    pairs = [{numbers[game["first"] - 1], numbers[game["second"] - 1]} for game in last["games"]]
    assert {"Anna", "Hynek"} in pairs

    page.reload()
    expect(page.locator("[name='wish-b']")).to_have_value("Hynek")
    page.click(".remove-wish")
    expect(page.locator(".wish")).to_have_count(0)
    maker.see_table()


def test_a_new_draw_is_another_one(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    seed = page.input_value("#seed")
    page.click("#new-seed")
    expect(page.locator("#seed")).not_to_have_value(seed)
    expect(page.locator("#result")).to_contain_text(page.input_value("#seed"))


@pytest.mark.parametrize("entropy", [bytes(range(1, 9)), bytes(8), b"\xff" * 8, b"\x80" + bytes(7)], ids=bytes.hex)
def test_seed_of_the_page_is_the_seed_of_the_core(entropy: bytes) -> None:
    module = (app.SOURCES / "seed.js").as_uri()
    script = f"import {{ seedText }} from {json.dumps(module)};\n"
    script += f"console.log(seedText(Uint8Array.from({list(entropy)})));"
    done = subprocess.run(["node", "--input-type=module"], input=script, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == seed_text(entropy)


def test_emptying_the_form_asks_first(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.click("#clear")
    assert maker.names.splitlines() == STRANGERS
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#clear")
    expect(page.locator("#players")).to_have_value("")
    expect(page.locator("#result .document")).to_have_count(0)
    expect(page.locator("#print")).to_be_disabled()
    page.reload()
    expect(page.locator("#players")).to_have_value("")


def test_two_tabs_do_not_spoil_the_list(context: BrowserContext, site_url: str) -> None:
    """The last one to type wins; the other one's list is not mixed into it."""
    lists = [STRANGERS, MANY]
    makers = [Maker(context.new_page(), site_url).open() for _ in lists]
    for _ in range(3):
        for maker, names in zip(makers, lists, strict=True):
            maker.type(*names)
    for maker, names in zip(makers, lists, strict=True):
        maker.see_table(names[-1])
    makers[0].page.reload()
    makers[0].see_table(MANY[-1])
    assert makers[0].names.splitlines() == MANY


# ---------------------------------------------------------------------------------------------------------------- paper


@pytest.mark.parametrize(
    ("kind", "size", "names_shown"),
    [("sheet", A4, True), ("wall", A3, True), ("cards", A4, True), ("steps", A4, False)],
)
def test_each_paper_prints_alone_in_its_size(
    maker: Maker, tmp_path: Path, kind: str, size: tuple[int, int], names_shown: bool
) -> None:
    page = maker.open("cs").type(*STRANGERS).see_table().page
    page.locator(f"#kind-{kind}").check()
    expect(page.locator("#result .document")).to_have_class(re.compile(rf"\b{kind}\b"))
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    printed = PdfReader(tmp_path / "page.pdf").pages
    for sheet in printed:
        assert (round(float(sheet.mediabox.width)), round(float(sheet.mediabox.height))) == pytest.approx(size, abs=2)
    # Kerning comes back as spaces.
    text = "".join("".join(sheet.extract_text() for sheet in printed).split())
    assert "Losovna" in text
    assert ("Františka" in text) is names_shown
    for screen_only in ("#save-csv", "#clear", ".lead", "#summary"):
        assert "".join(page.locator(screen_only).inner_text().split()) not in text


@pytest.mark.parametrize(
    ("kind", "players", "pages"),
    [("sheet", 12, 1), ("sheet", 24, 2), ("wall", 20, 1), ("wall", 24, 1), ("cards", 12, 3), ("cards", 20, 10)],
)
def test_forty_letters_in_every_name_need_no_more_paper(
    maker: Maker, tmp_path: Path, kind: str, players: int, pages: int
) -> None:
    """As many pages as with short names, and every name is there whole."""
    names = [f"Maximiliánovič Přemyslovský-Šťastnohor {number:02}"[-40:] for number in range(1, players + 1)]
    page = maker.open("es").type(*names).see_table(*names).page
    page.locator(f"#kind-{kind}").check()
    expect(page.locator("#result .document")).to_have_class(re.compile(rf"\b{kind}\b"))
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    printed = ["".join(sheet.extract_text().split()) for sheet in PdfReader(tmp_path / "page.pdf").pages]
    assert len(printed) == pages
    assert [name for name in names if "".join(name.split()) not in "".join(printed)] == []


@pytest.mark.parametrize(("names", "cycles"), [(MANY, "2"), ([f"{name} of the Long Names" for name in MANY], "2")])
def test_cards_longer_than_a_page_begin_below_the_title(
    maker: Maker, tmp_path: Path, names: list[str], cycles: str
) -> None:
    page = maker.open().type(*names).see_table(*names).page
    page.select_option("#cycles", cycles)
    page.locator("#kind-cards").check()
    expect(page.locator("#result .document.cards tbody tr")).to_have_count(20 * 38)
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    assert "Opponent" in PdfReader(tmp_path / "page.pdf").pages[0].extract_text()


def test_the_form_for_results_stays_whole(maker: Maker, tmp_path: Path) -> None:
    """Two cycles of nine fill the first page: the form comes on the second one, with its heading and its first row."""
    page = maker.open("cs").type(*STRANGERS, "Iva").see_table().page
    page.select_option("#cycles", "2")
    expect(page.locator("#summary")).to_contain_text("72")
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    pages = ["".join(sheet.extract_text().split()) for sheet in PdfReader(tmp_path / "page.pdf").pages]
    assert len(pages) == 2
    for part in ("Jménaavýsledky", "Místo", "Františka"):
        assert [part in text for text in pages] == [False, True], part


def test_a_printed_pdf_is_named_after_the_table(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).page
    page.fill("#title", "Open 2026")
    maker.see_table()
    page.evaluate("window.print = () => { window.printed = document.title }; addEventListener('beforeprint', () => 0)")
    title = page.title()
    page.click("#print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.title() == "losovna-Open-2026-8"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.title() == title
    assert page.evaluate("window.printed") is not None


# ---------------------------------------------------------------------------------------------------------------- files


def saved(maker: Maker, format: str) -> str:
    """Save the table and return what the file holds."""
    with maker.page.expect_download() as download:
        maker.page.click(f"#save-{format}")
    path = download.value.path()
    assert download.value.suggested_filename.endswith(f".{format}")
    return path.read_bytes().decode()


def test_csv_opens_in_a_spreadsheet(maker: Maker) -> None:
    maker.open("cs").type(*STRANGERS).see_table()
    text = saved(maker, "csv")
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=";"))
    assert len(rows) == 1 + 28
    assert {name for row in rows[1:] for name in row} >= set(STRANGERS)


def test_json_and_html_hold_the_table(maker: Maker) -> None:
    maker.open("es").type(*STRANGERS).see_table()
    value: dict[str, Any] = json.loads(saved(maker, "json"))
    assert value["players"] == 8
    assert sorted(value["names"]) == sorted(STRANGERS)
    html = saved(maker, "html")
    assert '<html lang="es"' in html
    assert "<script" not in html
    assert "Františka" in html


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("utf-8.txt", "Žofie\nJán\nŁukasz\n".encode()),
        ("utf-8-bom.csv", "Žofie\r\nJán\r\nŁukasz\r\n".encode("utf-8-sig")),
        ("utf-16.txt", "Žofie\r\nJán\r\nŁukasz\r\n".encode("utf-16")),
        ("windows-1250.csv", "Žofie\r\nJán\r\nŁukasz\r\n".encode("cp1250")),
    ],
)
def test_lists_open_in_any_encoding(maker: Maker, name: str, data: bytes) -> None:
    page = maker.open().page
    page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": data})
    maker.see_table("Žofie", "Ján", "Łukasz")
    assert maker.names.splitlines() == ["Žofie", "Ján", "Łukasz"]
    expect(page.locator("#status")).to_contain_text("3")


def test_a_dropped_list_is_read(maker: Maker) -> None:
    page = maker.open().page
    dropped = page.evaluate_handle(
        """() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["1;Anna\\n2;Béla\\n3;Cyril\\n"], "players.csv", {type: "text/csv"}));
            return transfer;
        }"""
    )
    page.dispatch_event("#table-form", "dragover", {"dataTransfer": dropped})
    expect(page.locator("#table-form")).to_have_attribute("data-drop", "over")
    expect(page.locator("#players")).to_have_css("border-style", "dashed")
    page.dispatch_event("#table-form", "drop", {"dataTransfer": dropped})
    maker.see_table("Anna", "Béla", "Cyril")


def test_a_table_saved_as_json_is_opened_again_by_dialog_and_by_drop(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table(*STRANGERS).page
    page.select_option("#cycles", "2")
    maker.see_table()
    table = page.locator("#result").inner_html()
    with page.expect_download() as download:
        page.locator("#save-json").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    for way in ("dialog", "drop"):
        page.select_option("#cycles", "1")
        maker.type("Xaver", "Yvona").see_table("Xaver")
        if way == "dialog":
            page.set_input_files("#file", {"name": "t.json", "mimeType": "application/json", "buffer": saved.encode()})
        else:
            dropped = page.evaluate_handle(
                """(text) => {
                    const transfer = new DataTransfer();
                    transfer.items.add(new File([text], "t.json"));
                    return transfer;
                }""",
                saved,
            )
            page.dispatch_event("#table-form", "drop", {"dataTransfer": dropped})
        maker.see_table(*STRANGERS)
        expect(page.locator("#cycles")).to_have_value("2")
        assert page.locator("#result").inner_html() == table


def test_an_empty_file_takes_nothing_away(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.set_input_files("#file", {"name": "empty.txt", "mimeType": "text/plain", "buffer": b""})
    maker.see_error("players", "no player in this file")
    assert maker.names.splitlines() == STRANGERS
    page.reload()
    expect(page.locator("#players")).to_have_value("\n".join(STRANGERS))


def test_a_file_that_is_no_list_is_refused(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.set_input_files("#file", {"name": "film.csv", "mimeType": "text/csv", "buffer": b"x" * 1_000_001})
    maker.see_error("players", "1 MB")
    assert maker.names.splitlines() == STRANGERS


# ------------------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("names", "said"),
    [
        pytest.param([*STRANGERS, "Anna"], "Anna", id="two players with one name"),
        pytest.param([], "2", id="an empty list"),
        pytest.param(["Anna"], "2", id="one player"),
        pytest.param([f"Player {number}" for number in range(201)], "200", id="201 players"),
        pytest.param([*STRANGERS, "x" * 300], "300", id="a 300-letter name"),
    ],
)
def test_a_bad_list_is_told_at_the_field_and_stays(maker: Maker, names: list[str], said: str) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    maker.type(*names)
    page.locator("#title").focus()
    maker.see_error("players", said)
    assert maker.names.splitlines() == names
    expect(page.locator("#print")).to_be_disabled()
    expect(page.locator("#result")).to_have_attribute("data-stale", "true")

    maker.type(*STRANGERS).see_table("Anna")
    expect(page.locator("#error-players")).to_be_hidden()
    expect(page.locator("#players")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#print")).to_be_enabled()
    assert page.locator("#result").get_attribute("data-stale") is None
    assert not maker.troubles


def test_an_emptied_list_is_told_at_the_field(maker: Maker) -> None:
    maker.open().type(*STRANGERS).see_table()
    maker.type("")
    maker.page.locator("#title").focus()
    maker.see_error("players", "2")


def test_half_a_name_is_no_mistake_yet(maker: Maker) -> None:
    """While somebody types, a mistake is told only after a pause: here the first letters are another player's name."""
    page = maker.open().type(*STRANGERS).see_table().page
    page.locator("#players").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nAnna", delay=20)
    page.keyboard.type(" Marie", delay=20)
    maker.see_table("Anna Marie")
    expect(page.locator("#error-players")).to_be_hidden()


HOSTILE = [
    "<script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title = 'owned'\">",
    'O\'Neill & "Söhne", s.r.o.',
    "=1+1",
    "👩‍👩‍👧 rodina 😀",
    "עברית dcba",
    "{{ 7 * 7 }}",
    "a" * 40,
]


@pytest.mark.parametrize("kind", ["sheet", "wall", "cards"])
def test_names_are_data(maker: Maker, kind: str) -> None:
    """Whatever a name looks like, it is shown as it was typed and never does anything."""
    page = maker.open().page
    title = page.title()
    page.locator(f"#kind-{kind}").check()
    maker.type(*HOSTILE).see_table(*HOSTILE)
    assert page.title() == title
    assert page.locator("#result script, #result img").count() == 0
    assert not maker.troubles


def test_wishes_that_exclude_each_other_are_told_at_the_wishes(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    for row, other in enumerate(("Béla", "Dana")):
        page.click("#add-wish")
        page.locator("[name='wish-a']").nth(row).fill("Anna")
        page.locator("[name='wish-b']").nth(row).fill(other)
    page.locator("#title").focus()
    maker.see_error("wishes", "Dana")
    assert page.locator("[name='wish-b']").nth(1).input_value() == "Dana"
    page.locator(".remove-wish").nth(1).click()
    maker.see_table()
    expect(page.locator("#error-wishes")).to_be_hidden()


def test_a_wish_for_a_stranger_is_told_at_the_wishes(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.click("#add-wish")
    page.fill("[name='wish-a']", "Anna")
    page.fill("[name='wish-b']", "Nobody")
    page.locator("#title").focus()
    maker.see_error("wishes", "Nobody")


def test_lots_without_a_seed_are_told_at_the_seed(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    page.fill("#seed", "")
    page.locator("#title").focus()
    maker.see_error("seed", "seed")


# -------------------------------------------------------------------------------------------- when something is missing


def texts(maker: Maker) -> dict[str, str]:
    """The sentences that the page holds for its scripts."""
    found: dict[str, str] = json.loads(maker.page.locator("#texts").inner_text())
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_webassembly_the_page_says_so(maker: Maker, lang: str) -> None:
    maker.page.add_init_script("delete globalThis.WebAssembly")
    maker.open(lang).type(*STRANGERS)
    expect(maker.page.locator("#status")).to_have_text(texts(maker)["no-wasm"])
    maker.page.locator(".site-nav a[href*='tables']").click()
    expect(maker.page.locator("h1")).to_be_visible()
    maker.page.go_back()
    expect(maker.page.locator("#players")).to_have_value("\n".join(STRANGERS))


@pytest.mark.parametrize("file", ["pyodide.asm.wasm", "pyodide.asm.mjs", "maker.", "worker.js"])
def test_when_a_part_of_python_is_missing_the_page_says_so(maker: Maker, file: str) -> None:
    """Pyodide itself would wait for ever for its WebAssembly."""
    maker.page.context.route(f"**/*{file}*", lambda route: route.abort())
    maker.open().type(*STRANGERS)
    expect(maker.page.locator("#status")).to_have_text(texts(maker)["failed"])
    assert maker.names.splitlines() == STRANGERS


def test_a_worker_that_fails_before_the_page_listens(maker: Maker) -> None:
    """The worker is started before the page's own script is there; its failure is not lost meanwhile."""

    def late(route: Route) -> None:
        maker.page.wait_for_timeout(1500)
        route.continue_()

    maker.page.context.route("**/app/worker.js", lambda route: route.abort())
    maker.page.context.route("**/app/shell.js", late)
    maker.open()
    expect(maker.page.locator("#status")).to_have_text(texts(maker)["failed"])


def test_silence_is_noticed_and_forgiven(maker: Maker) -> None:
    """After 20 seconds without a sign of life the page says so; when Python comes after all, it works."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    maker.page.context.route("**/pyodide.asm.wasm", hold)
    maker.page.clock.install()
    page = maker.open().type(*STRANGERS).page
    until(lambda: page.wait_for_timeout(100) or held, "the runtime is not asked for")
    page.clock.fast_forward(10_000)  # the clock goes on by itself, too: a slow machine must not come to 20 seconds here
    expect(page.locator("#status")).to_have_text(texts(maker)["starting"])
    page.clock.fast_forward(10_000)
    expect(page.locator("#status")).to_have_text(texts(maker)["slow"])
    held[0].continue_()
    maker.see_table("Anna")
    expect(page.locator("#status")).to_have_text("")


def test_a_browser_that_keeps_nothing_still_makes_tables(maker: Maker) -> None:
    maker.page.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError') }"
    )
    maker.open().type(*STRANGERS).see_table("Anna")
    expect(maker.page.locator("#status")).to_have_text(texts(maker)["notKept"])


def test_a_broken_snapshot_costs_only_time(maker: Maker, dist: Path) -> None:
    """Python starts without it, and says so on the console only."""
    page = maker.open().page
    (snapshot,) = (path.name for path in (dist / "rt").glob("snapshot.*"))
    page.evaluate(
        """async (name) => (await caches.open("test")).put(new URL(`../../rt/${name}`, location.href),
            new Response(new Uint8Array([31, 139, 8, 0, 1, 2, 3])))""",
        snapshot,
    )
    page.reload()
    maker.type(*STRANGERS).see_table("Anna")
    assert any("snapshot" in trouble for trouble in maker.troubles)
    expect(page.locator("#status")).to_have_text("")


def test_the_second_start_comes_out_of_the_snapshot(maker: Maker) -> None:
    page = maker.open().type(*STRANGERS).see_table().page
    until(
        lambda: page.evaluate(
            """async () => {
                for (const name of await caches.keys())
                    for (const { url } of await (await caches.open(name)).keys())
                        if (url.includes("/rt/snapshot.")) return true;
                return false;
            }"""
        ),
        "the service worker does not fetch the snapshot",
    )
    started = "() => performance.getEntriesByName('losovna:snapshot').length"
    assert page.evaluate(started) == 0
    page.reload()
    maker.see_table("Anna")
    assert page.evaluate(started) == 1


def test_everything_fits_320_pixels(chromium: Browser, site_url: str) -> None:
    context = chromium.new_context(viewport={"width": 320, "height": 700})
    maker = Maker(context.new_page(), site_url).open("cs").type(*STRANGERS).see_table()
    assert maker.page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()
