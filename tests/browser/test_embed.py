"""Tables in other people's pages: a real Chromium, the site on one origin, the host page on another."""

from __future__ import annotations

import contextlib
import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from builder import assets, catalogs, embed, pages
from builder.serve import serving
from conftest import until
from playwright.sync_api import Browser, Dialog, Frame, Page, Request, Route, expect
from venue.i18n import LANGUAGES

from pairing_core.round_robin import schedule

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = (assets.MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    'O\'Neill & "Söhne"',
    "עברית \u202e dcba",
    "😀 👩\u200d👩\u200d👧",
    "A" * 40,
]

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


class Opened:
    """A host page in the browser, with all that went wrong in it and all that it asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.add_init_script(WATCH)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if line.type in ("error", "warning") else None)
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def _request(self, request: Request) -> None:
        # Only some Chromiums ask for a page's icon, and they ask the host page's own place.
        if not request.url.endswith("/icon.svg"):
            self.requests.append(request.url)

    def _dialog(self, dialog: Dialog) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    @property
    def violations(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.violations")
        return found

    def axe(self) -> list[Any]:
        """What axe complains of, shortened to rule and place."""
        self.page.evaluate(AXE)
        found: list[Any] = self.page.evaluate(
            """async () => (await axe.run(document, {iframes: false})).violations
                .map((v) => [v.id, v.nodes.map((n) => String(n.target) + " " + n.failureSummary)])"""
        )
        return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The part of the site that other pages use, in a subfolder of its host, as a pages host gives it out."""
    folder = tmp_path_factory.mktemp("site")
    with serving(folder, base="/losovna/") as url:
        catalogs.compile_translations()
        assets.write_all(folder)
        embed.write(folder)
        writer = pages.Writer(folder, url, with_pdf=False)
        for lang in LANGUAGES:
            pages.write_embed(writer, lang)
        (folder / "sw.js").write_text("", encoding="utf-8")
        (folder / "liar.html").write_text(
            """<!doctype html><meta charset="utf-8"><title>x</title><script>
            addEventListener("message", (event) => event.data.say && parent.postMessage(event.data.say, "*"));
            </script>""",
            encoding="utf-8",
        )
        yield url


@pytest.fixture(scope="module")
def host_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the host pages lie, with an icon of their own: some browsers ask for one."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def hosts(host_folder: Path, site: str) -> Iterator[dict[bool, str]]:
    """Two hosts with the same pages: one without and one with a strict Content-Security-Policy."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(site))
    policy = (
        f"default-src 'none'; script-src {origin}; connect-src {origin}; frame-src {origin}; img-src 'self'; "
        "base-uri 'none'; require-trusted-types-for 'script'"
    )
    with serving(host_folder) as plain, serving(host_folder, headers={"Content-Security-Policy": policy}) as strict:
        yield {False: plain, True: strict}


@pytest.fixture
def show(chromium: Browser, hosts: dict[bool, str], host_folder: Path) -> Iterator[Callable[..., Opened]]:
    """Open a host page with this body."""
    with contextlib.ExitStack() as stack:

        def open_page(
            body: str,
            strict: bool = False,
            lang: str = "cs",
            head: str = "",
            before: Callable[[Page], None] | None = None,
            **options: Any,
        ) -> Opened:
            text = f"""<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Club</title>
            <link rel="icon" href="/icon.svg"><meta name="viewport" content="width=device-width">{head}</head>
            <body><main><h1>Club</h1>{body}</main></body></html>"""
            (host_folder / "page.html").write_text(text, encoding="utf-8")
            context = stack.enter_context(
                chromium.new_context(**{"viewport": {"width": 800, "height": 900}, **options})
            )
            opened = Opened(context.new_page())
            if before:
                before(opened.page)
            opened.page.goto(f"{hosts[strict]}page.html")
            return opened

        yield open_page


def wait_for(place: Page | Frame, holds: str) -> None:
    """Wait for a JavaScript expression to hold."""
    until(lambda: place.evaluate(holds), f"it does not come to this: {holds}")


def element(attributes: str, inside: str = "") -> str:
    return f"<losovna-table {attributes}>{inside}</losovna-table>"


def script(site: str, more: str = "async") -> str:
    return f'<script src="{site}embed.js" {more}></script>'


def words(lang: str, players: int = 8) -> dict[str, Any]:
    return embed.words(embed.Embedded(players, "serpentine"), lang)


def rows(page: Page, at: int = 0) -> list[list[str]]:
    """The shown table, cell by cell, as a screen reader meets it."""
    table = page.locator("losovna-table").nth(at).locator("table")
    table.wait_for()
    found: list[list[str]] = table.evaluate(
        """(table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()))"""
    )
    return found


def expected(players: int, lang: str, key: str = "serpentine", names: dict[int, str] | None = None) -> list[list[str]]:
    def name(number: int | None) -> str:
        return (names or {}).get(number or 0, str(number))

    said = words(lang, players)
    return [
        [said["round"], *said["tables"], *([said["rests"]] if players % 2 else [])],
        *(
            [
                str(round_.number),
                *(f"{name(game.first)} {said['starts']} {name(game.second)}" for game in round_.games),
                *([name(round_.bye)] if round_.bye else []),
            ]
            for round_ in schedule(players, key).rounds
        ),
    ]


# ---- The element ----


def test_table_under_a_strict_policy(show: Callable[..., Opened], site: str, hosts: dict[bool, str]) -> None:
    """Script and connection of our origin are all that a host must allow; nothing else is asked for."""
    opened = show(element('players="7"') + script(site), strict=True)
    assert rows(opened.page) == expected(7, "cs")
    shadow = opened.page.locator("losovna-table")
    assert shadow.locator("caption").inner_text() == words("cs", 7)["caption"]
    assert shadow.locator("th[scope=col]").count() == 1 + 3 + 1
    assert shadow.locator("th[scope=row]").count() == 7
    link = shadow.get_by_role("link", name="Losovna", exact=True)
    assert link.evaluate("(a) => a.href") == f"{site}cs/tables/7/"
    assert (opened.violations, opened.problems) == ([], [])
    assert opened.requests == [f"{hosts[True]}page.html", f"{site}embed.js", f"{site}embed/cs/7-serpentine.json"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_starter_is_unmistakable(show: Callable[..., Opened], site: str, scheme: str) -> None:
    """Inverse stone for the eye, in both schemes and under a host's own colors, and a word for the ear."""
    style = (
        "<style>:root { color-scheme: light dark } body { color: #777; background: #888; text-align: right }</style>"
    )
    opened = show(element('players="4"') + script(site), head=style, color_scheme=scheme)
    cell = opened.page.locator("losovna-table td").first
    colors = """(e) => { const s = getComputedStyle(e); return [s.color, s.backgroundColor]; }"""
    first = cell.locator("[part=starter]").evaluate(colors)
    other = cell.locator("[part=opponent]").evaluate(colors)
    around = opened.page.locator("losovna-table .losovna").evaluate(colors)
    assert first == list(reversed(around))
    assert other == [around[0], "rgba(0, 0, 0, 0)"]
    dark_on_light = around[0] == "rgb(0, 0, 0)"
    assert dark_on_light is (scheme == "light")
    box = cell.locator(".hidden").bounding_box()
    assert box
    assert max(box["width"], box["height"]) <= 1
    assert cell.evaluate("(e) => e.innerText.split(/\\s+/).filter(Boolean)") == ["1", words("cs")["starts"], "4"]


@pytest.mark.parametrize("key", ["sums", "fixed-first", "low-carry-over"])
def test_constructions(show: Callable[..., Opened], site: str, key: str) -> None:
    opened = show(element(f'players="6" construction="{key}"') + script(site))
    assert rows(opened.page) == expected(6, "cs", key)


@pytest.mark.parametrize(
    "loaded",
    [
        pytest.param('<script src="{0}embed.js"></script>', id="classic"),
        pytest.param('<script src="{0}embed.js?v=7" defer></script>', id="deferred, with a query"),
        pytest.param('<script src="{0}embed.js" type="module"></script>', id="module"),
        pytest.param('<script type="module">import "{0}embed.js";</script>', id="imported by the host's module"),
        pytest.param(
            '<script>document.head.append(Object.assign(document.createElement("script"), '
            '{ src: "{0}embed.js" }));</script>',
            id="added by the host's script",
        ),
        pytest.param(
            '<script src="{0}embed.js"></script><script src="{0}embed.js" type="module"></script>', id="twice"
        ),
    ],
)
def test_script_runs_however_it_is_loaded(show: Callable[..., Opened], site: str, loaded: str) -> None:
    """As a classic script and as a module the data is looked for beside the script, not beside the host's page."""
    opened = show(element('players="3"') + loaded.replace("{0}", site))
    assert rows(opened.page) == expected(3, "cs")
    assert opened.problems == []


def test_language_of_the_place(show: Callable[..., Opened], site: str) -> None:
    """The nearest lang attribute decides; another language than ours means English, and the table says so itself."""
    places = {
        "cs": "{}",
        "es": '<div lang="es-MX">{}</div>',
        "en": '<div lang="es">{}</div>',
        "en ": '<div lang="de">{}</div>',
        "en  ": '<div lang="">{}</div>',
        "en   ": '<div lang="constructor">{}</div>',
    }
    body = "".join(
        around.format(element('players="3" lang="EN"' if lang == "en" else 'players="3"'))
        for lang, around in places.items()
    )
    opened = show(body + script(site))
    for at, lang in enumerate(map(str.strip, places)):
        assert rows(opened.page, at) == expected(3, lang), list(places.values())[at]
        assert opened.page.locator("losovna-table .losovna").nth(at).get_attribute("lang") == lang


def test_language_reaches_into_a_shadow_root(show: Callable[..., Opened], site: str) -> None:
    """Inside another component the language comes from around that component."""
    opened = show('<div lang="es"><div id="outer"></div></div>' + script(site))
    opened.page.evaluate(
        """() => {
            const table = document.createElement("losovna-table");
            table.setAttribute("players", "3");
            document.getElementById("outer").attachShadow({mode: "open"}).append(table);
        }"""
    )
    assert rows(opened.page) == expected(3, "es")


def test_page_without_language_gets_english(show: Callable[..., Opened], site: str) -> None:
    opened = show(element('players="3"') + script(site), lang="")
    assert rows(opened.page) == expected(3, "en")


@pytest.mark.parametrize("strict", [False, True])
def test_hostile_names_are_only_names(show: Callable[..., Opened], site: str, strict: bool) -> None:
    """What looks like markup, runs the other way or is very long is shown as it stands, and nothing runs."""
    text = html.escape(json.dumps(HOSTILE))
    opened = show(element(f'players="6" names="{text}"') + script(site), strict=strict)
    assert rows(opened.page) == expected(6, "cs", names=dict(enumerate(HOSTILE, start=1)))
    assert opened.page.locator("losovna-table").locator("script, img").count() == 0
    assert opened.problems == []
    for width in (320, 800):
        opened.page.set_viewport_size({"width": width, "height": 900})
        inside = opened.page.locator("losovna-table td bdi").evaluate_all(
            """(all) => all.every((name) => {
                const [cell, box] = [name.closest("td").getBoundingClientRect(), name.getBoundingClientRect()];
                return name.scrollWidth <= name.clientWidth + 1 && box.left >= cell.left && box.right <= cell.right;
            })"""
        )
        assert inside, f"a name is cut or leaves its cell at {width}"


WAYS: list[tuple[str, dict[int, str]]] = [
    ("Anna;Béla; Cyril ", {1: "Anna", 2: "Béla", 3: "Cyril"}),
    ("Anna;Béla;Cyril;", {1: "Anna", 2: "Béla", 3: "Cyril"}),
    ("Anna\nBéla", {1: "Anna", 2: "Béla"}),
    ("Anna;;Cyril", {1: "Anna", 3: "Cyril"}),
    ('["Anna; A.", null, 5]', {1: "Anna; A.", 3: "5"}),
    ("[Anna];Béla", {1: "[Anna]", 2: "Béla"}),
    ("5", {1: "5"}),
    ('{"a": 1}', {1: '{"a": 1}'}),
    ("", {}),
]


def test_ways_to_write_names(show: Callable[..., Opened], site: str) -> None:
    """Names that are not given stay numbers."""
    body = "".join(element(f'players="4" names="{html.escape(written)}"') for written, _ in WAYS)
    opened = show(body + script(site))
    for at, (written, names) in enumerate(WAYS):
        assert rows(opened.page, at) == expected(4, "cs", names=names), written


def test_names_give_the_number_of_players(show: Callable[..., Opened], site: str) -> None:
    opened = show(element('names="Anna;Béla;Cyril"') + script(site))
    assert rows(opened.page) == expected(3, "cs", names={1: "Anna", 2: "Béla", 3: "Cyril"})


IMPOSSIBLE = [
    ("", "players"),
    *((f'players="{bad}"', "players") for bad in ("", "2", "21", "8.5", "-8", "eight", "1e9", "../8")),
    ('players="8" construction="swiss"', "construction"),
    ('players="8" construction="../../cs/8-serpentine"', "construction"),
    ('players="3" names="A;B;C;D"', "names"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_impossible_tables_are_explained(show: Callable[..., Opened], site: str, lang: str) -> None:
    """One plain sentence in the page's language and a way to the tables; no request is made for what cannot be."""
    opened = show("".join(element(attributes) for attributes, _ in IMPOSSIBLE) + script(site), lang=lang)
    messages = opened.page.locator("losovna-table p")
    expect(messages).to_have_count(len(IMPOSSIBLE))
    texts = embed.texts(lang)
    assert messages.all_inner_texts() == [f"{texts[sentence]} {texts['tables']}" for _, sentence in IMPOSSIBLE]
    assert set(messages.locator("a").evaluate_all("(all) => all.map((a) => a.href)")) == {f"{site}{lang}/tables/"}
    assert not [request for request in opened.requests if "/embed/" in request]
    assert opened.problems == []


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(lambda route: route.abort(), id="no network"),
        pytest.param(lambda route: route.fulfill(status=404, body="no"), id="404"),
        pytest.param(
            lambda route: route.fulfill(status=200, body="<h1>Sign in to the hotel's network</h1>"), id="portal"
        ),
        pytest.param(lambda route: route.fulfill(status=200, body='{"players": 8}'), id="something else"),
    ],
)
def test_table_that_does_not_come(show: Callable[..., Opened], site: str, answer: Callable[[Route], None]) -> None:
    """One plain sentence and a link to the table's page."""
    opened = show(
        element('players="8"') + script(site), before=lambda page: page.route("**/embed/cs/*.json", answer), lang="cs"
    )
    texts = embed.texts("cs")
    message = opened.page.locator("losovna-table p")
    expect(message).to_have_text(f"{texts['failed']} {texts['open']}")
    assert message.locator("a").evaluate("(a) => a.href") == f"{site}cs/tables/8/"


def test_table_comes_when_the_network_does(show: Callable[..., Opened], site: str) -> None:
    opened = show(script(site))
    opened.page.context.set_offline(True)
    opened.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<losovna-table players=5>')")
    expect(opened.page.locator("losovna-table p")).to_contain_text(embed.texts("cs")["failed"])
    opened.page.context.set_offline(False)
    assert rows(opened.page) == expected(5, "cs")


def test_loading_is_said(show: Callable[..., Opened], site: str) -> None:
    held: list[Route] = []
    opened = show(
        element('players="8" lang="es"') + script(site),
        before=lambda page: page.route("**/*.json", lambda route: held.append(route)),
    )
    texts = embed.texts("es")
    expect(opened.page.locator("losovna-table p")).to_have_text(f"{texts['loading']} {texts['open']}")
    held[0].continue_()
    assert rows(opened.page) == expected(8, "es")


def test_link_stays_when_the_script_does_not_come(show: Callable[..., Opened], site: str) -> None:
    """What the host wrote between the tags is shown without the script, and gives way to the table with it."""
    body = element('players="8"', '<a href="https://x.example/">Table</a>') + script(site)
    without = show(body, before=lambda page: page.route("**/embed.js", lambda route: route.abort()))
    expect(without.page.get_by_role("link", name="Table")).to_be_visible()
    with_script = show(body)
    rows(with_script.page)
    expect(with_script.page.get_by_role("link", name="Table")).to_be_hidden()


def test_several_tables_on_a_page(show: Callable[..., Opened], site: str) -> None:
    """Equal tables are fetched once, and each element has its own names."""
    body = element('players="4"') + element('players="4" names="Anna"') + element('players="5" lang="en"')
    opened = show(body + script(site))
    assert rows(opened.page, 0) == expected(4, "cs")
    assert rows(opened.page, 1) == expected(4, "cs", names={1: "Anna"})
    assert rows(opened.page, 2) == expected(5, "en")
    asked = sorted(request.removeprefix(site) for request in opened.requests if request.endswith(".json"))
    assert asked == ["embed/cs/4-serpentine.json", "embed/en/5-serpentine.json"]


def test_attributes_may_change(show: Callable[..., Opened], site: str) -> None:
    """Number, language, construction and names follow at once, also from an error and back."""
    opened = show(element('players="8"') + script(site))
    assert rows(opened.page) == expected(8, "cs")
    table = opened.page.locator("losovna-table")
    shown = table.locator("table")

    def change(name: str, value: str | None) -> None:
        table.evaluate(
            "(e, [name, value]) => value === null ? e.removeAttribute(name) : e.setAttribute(name, value)",
            [name, value],
        )

    change("players", "5")
    expect(shown.locator("tbody tr")).to_have_count(5)
    assert rows(opened.page) == expected(5, "cs")
    change("lang", "es")
    expect(shown.locator("caption")).to_have_text(words("es", 5)["caption"])
    change("names", "Ana;Blas")
    expect(shown.locator("bdi", has_text="Blas").first).to_be_visible()
    assert rows(opened.page) == expected(5, "es", names={1: "Ana", 2: "Blas"})
    change("players", "1")
    expect(table.locator("p")).to_contain_text(embed.texts("es")["players"])
    assert shown.count() == 0
    change("players", "6")
    change("names", None)
    change("construction", "low-carry-over")
    wanted = expected(6, "es", "low-carry-over")
    for _ in range(100):
        if rows(opened.page) == wanted:
            break
        opened.page.wait_for_timeout(50)
    assert rows(opened.page) == wanted
    assert opened.problems == []


def test_last_change_wins(show: Callable[..., Opened], site: str) -> None:
    """A slow answer to an older question never replaces the table that was asked for last."""
    held: list[Route] = []
    opened = show(
        element('players="8"') + script(site),
        before=lambda page: page.route("**/8-serpentine.json", lambda route: held.append(route)),
    )
    wait_for(opened.page, "Boolean(document.querySelector('losovna-table').shadowRoot.querySelector('p'))")
    opened.page.evaluate("document.querySelector('losovna-table').setAttribute('players', '5')")
    assert rows(opened.page) == expected(5, "cs")
    with opened.page.expect_response("**/8-serpentine.json"):
        held[0].continue_()
    opened.page.wait_for_timeout(100)
    assert rows(opened.page) == expected(5, "cs")


def test_element_may_be_moved(show: Callable[..., Opened], site: str) -> None:
    """Taken out and put elsewhere, into another language, it is there again."""
    opened = show(element('players="3"') + '<div lang="es" id="there"></div>' + script(site))
    assert rows(opened.page) == expected(3, "cs")
    opened.page.evaluate("document.getElementById('there').append(document.querySelector('losovna-table'))")
    expect(opened.page.locator("losovna-table caption")).to_have_text(words("es", 3)["caption"])
    assert opened.problems == []


def test_wide_table_is_reached_by_keyboard(show: Callable[..., Opened], site: str) -> None:
    """A table wider than its place scrolls in itself, not the page, and takes the focus; others are no stop."""
    opened = show(element('players="20"') + script(site), viewport={"width": 320, "height": 700})
    rows(opened.page)
    scroll = opened.page.locator("losovna-table .scroll")
    expect(scroll).to_have_attribute("tabindex", "0")
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.page.keyboard.press("Tab")
    opened.page.keyboard.press("ArrowRight")
    wait_for(opened.page, "document.querySelector('losovna-table').shadowRoot.querySelector('.scroll').scrollLeft > 0")
    opened.page.set_viewport_size({"width": 1200, "height": 700})
    expect(scroll).not_to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("display", ["grid", "flex", "inline-flex", "flow-root; float: left", "table"])
def test_host_layout_is_not_pushed_apart(show: Callable[..., Opened], site: str, display: str) -> None:
    """In whatever box it stands, a wide table leaves the page as wide as it was, and a narrow one is seen whole."""
    boxes = ((display, "players=6"), ("grid", "players=20"))
    body = "".join(f'<div style="display: {box}">{element(what)}</div>' for box, what in boxes)
    opened = show(body + script(site), viewport={"width": 420, "height": 700})
    rows(opened.page, 1)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 420
    widths = opened.page.locator("losovna-table .scroll").first.evaluate("(e) => [e.clientWidth, e.scrollWidth]")
    assert widths[0] >= widths[1]


def test_host_may_dress_it(show: Callable[..., Opened], site: str) -> None:
    """The host's type is used; its custom properties and parts reach inside, its other style does not."""
    style = """<style>body { font: 20px Georgia } td { background: red; display: none } [hidden] { display: none }
    losovna-table { --losovna-starter-background: rgb(1, 2, 3); --losovna-starter-color: rgb(250, 251, 252) }
    losovna-table::part(caption) { font-size: 33px }</style>"""
    opened = show(element('players="3"') + script(site), head=style)
    rows(opened.page)

    def computed(selector: str, name: str) -> str:
        value: str = opened.page.locator(f"losovna-table {selector}").first.evaluate(
            "(e, name) => getComputedStyle(e)[name]", name
        )
        return value

    assert computed(".losovna", "fontFamily") == "Georgia"
    assert computed("td", "fontSize") == "20px"
    assert computed("td", "display") == "table-cell"
    assert computed("[part=starter]", "backgroundColor") == "rgb(1, 2, 3)"
    assert computed("[part=starter]", "color") == "rgb(250, 251, 252)"
    assert computed("caption", "fontSize") == "33px"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_host(show: Callable[..., Opened], site: str, scheme: str) -> None:
    """Even, odd, named, wide and impossible tables, several of a kind, in a narrow page."""
    names = html.escape(json.dumps(HOSTILE))
    kinds = ('players="8"', 'players="8"', 'players="5" lang="en"', f'players="6" names="{names}"', 'players="20"', "")
    opened = show(
        "".join(map(element, kinds)) + script(site),
        head="<style>:root { color-scheme: light dark }</style>",
        viewport={"width": 400, "height": 800},
        color_scheme=scheme,
    )
    for at in range(5):
        rows(opened.page, at)
    expect(opened.page.locator("losovna-table").nth(4).locator(".scroll")).to_have_attribute("tabindex", "0")
    assert opened.axe() == []


# ---- The frame ----


def frame(site: str, name: str = "8-serpentine", more: str = "", lang: str = "cs") -> str:
    src = f"{site}{lang}/embed/frame/{name}.html{more}"
    return f'<iframe class="losovna-frame" src="{src}" title="Table" width="100%" height="300"></iframe>'


def names_part(names: list[str]) -> str:
    return "#" + quote(json.dumps(names))


def heights(page: Page, at: int = 0) -> tuple[float, float]:
    """How high the frame is, and how high its page is."""
    outer = page.locator("iframe").nth(at).bounding_box()
    inner: float = page.frames[at + 1].evaluate("document.body.getBoundingClientRect().height")
    assert outer
    return outer["height"], inner


def wait_until_fits(page: Page, at: int = 0) -> None:
    for _ in range(50):
        outer, inner = heights(page, at)
        if 0 <= outer - inner < 1.01:
            return
        page.wait_for_timeout(40)
    pytest.fail(f"frame {outer}, content {inner}")


@pytest.mark.parametrize("place", ["before", "after"])
def test_frame_is_as_high_as_its_table(show: Callable[..., Opened], site: str, place: str) -> None:
    """Under a strict policy, whichever of script and frame comes first; also when the content changes."""
    body = [frame(site, "7-serpentine"), frame(site, "8-serpentine", names_part(HOSTILE))]
    body.insert(0 if place == "before" else 2, script(site, "" if place == "before" else "async"))
    opened = show("".join(body), strict=True)
    wait_until_fits(opened.page, 0)
    wait_until_fits(opened.page, 1)
    before = heights(opened.page, 1)[0]
    opened.page.set_viewport_size({"width": 330, "height": 900})
    opened.page.frames[2].evaluate("location.hash = ''")
    wait_for(opened.page.frames[2], "!document.querySelector('.named')")
    wait_until_fits(opened.page, 0)
    wait_until_fits(opened.page, 1)
    assert heights(opened.page, 1)[0] < before
    assert (opened.violations, opened.problems) == ([], [])


def test_frame_that_the_host_adds_later(show: Callable[..., Opened], site: str) -> None:
    opened = show(script(site))
    opened.page.evaluate("(text) => document.querySelector('main').insertAdjacentHTML('beforeend', text)", frame(site))
    wait_for(opened.page, "document.querySelector('iframe').style.height !== ''")
    wait_until_fits(opened.page)


def test_frame_shows_names_as_names(show: Callable[..., Opened], site: str) -> None:
    """Names behind the # are never sent, are never markup, and follow a change."""
    opened = show(frame(site, "6-serpentine", names_part(HOSTILE)) + script(site))
    inside = opened.page.frames[1]
    inside.locator(".named").wait_for()
    for number, name in enumerate(HOSTILE, start=1):
        shown = inside.locator(f'[data-number="{number}"]').all_text_contents()
        assert shown == [name] * 5
    assert inside.locator("table").locator("script, img").count() == 0
    sent = [request for request in opened.requests if request.partition("#")[0].endswith("6-serpentine.html")]
    assert len(sent) == 1
    inside.evaluate("location.hash = '#not-ours'")
    expect(inside.locator(".named")).to_have_count(0)
    assert inside.locator('[data-number="3"]').first.text_content() == "3"
    assert opened.problems == []


MESSAGES: list[tuple[dict[str, Any], str]] = [
    ({"type": "losovna:height", "height": -5}, ""),
    ({"type": "losovna:height", "height": "999; color: red"}, ""),
    ({"type": "losovna:height"}, ""),
    ({"type": "other", "height": 777}, ""),
    ({"type": "losovna:height", "height": 777}, "777px"),
    ({"type": "losovna:height", "height": 1e12}, "20000px"),
]


def test_messages_are_checked(show: Callable[..., Opened], site: str) -> None:
    """Only a sensible height is taken, and never an endless one."""
    opened = show(f'<iframe class="losovna-frame" src="{site}liar.html" title="x"></iframe>' + script(site))
    for message, height in MESSAGES:
        assert answer_to(opened.page, message) == height, message
    assert opened.problems == []


def test_only_our_own_frames_are_believed(
    show: Callable[..., Opened], site: str, hosts: dict[bool, str], host_folder: Path
) -> None:
    """A frame from elsewhere, and one of ours without the class, cannot change the page; nor can the page itself."""
    (host_folder / "stranger.html").write_text(
        "<!doctype html><title>x</title><script>addEventListener('message', (event) =>"
        " event.data.say && parent.postMessage(event.data.say, '*'))</script>",
        encoding="utf-8",
    )
    body = (
        f'<iframe class="losovna-frame" src="{hosts[False]}stranger.html" title="x"></iframe>'
        f'<iframe src="{site}liar.html" title="x"></iframe>'
    )
    opened = show(body + script(site))
    message = {"type": "losovna:height", "height": 777}
    assert answer_to(opened.page, message, 0) == ""
    assert answer_to(opened.page, message, 1) == ""
    assert opened.page.evaluate("[...document.querySelectorAll('iframe')].map((f) => f.style.height)") == ["", ""]


def answer_to(page: Page, message: dict[str, Any], at: int = 0) -> str:
    """Let a frame say something to the host page and return the frame's height by style after that."""
    page.wait_for_load_state("load")
    wait_for(page, "Boolean(customElements.get('losovna-table'))")
    found: str = page.evaluate(
        """([message, at]) => new Promise((done) => {
            const frame = document.querySelectorAll("iframe")[at];
            addEventListener("message", () => setTimeout(() => done(frame.style.height), 20));
            frame.contentWindow.postMessage({ say: message }, "*");
        })""",
        [message, at],
    )
    return found


@pytest.mark.parametrize(
    ("wanted", "style", "scheme"),
    [
        ("dark", "", "light"),
        ("dark", ":root { color-scheme: light dark }", "dark"),
        ("light", ":root { color-scheme: light dark }", "light"),
        ("light", ":root { color-scheme: dark }", "dark"),
    ],
)
def test_frame_is_as_light_as_its_place(
    show: Callable[..., Opened], site: str, wanted: str, style: str, scheme: str
) -> None:
    """A page that knows no dark stays light all over, whatever the reader prefers."""
    opened = show(frame(site) + script(site), head=f"<style>{style}</style>", color_scheme=wanted)
    wait_until_fits(opened.page)
    ink = "rgb(0, 0, 0)" if scheme == "light" else "rgb(255, 255, 255)"
    expect(opened.page.frame_locator("iframe").locator("caption")).to_have_css("color", ink)


def test_fixed_heights_fit_without_the_script(chromium: Browser, site: str) -> None:
    """In a column of 640 pixels no table is cut, and little room is wasted."""
    page = chromium.new_page(viewport={"width": 640, "height": 900})
    for table in embed.tables():
        page.goto(site + table.frame_path("cs"))
        height = page.evaluate("document.body.getBoundingClientRect().height")
        # A scroll bar, where the system draws one, takes up to 17 pixels.
        assert height + 17 <= table.height <= height + 60, table
    page.close()


def test_frame_without_script(chromium: Browser, site: str) -> None:
    """The framed page needs no script to show the table, and its link leads out of the frame."""
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}cs/embed/frame/5-serpentine.html")
        assert page.locator("tbody tr").count() == 5
        expect(page.locator("caption")).to_have_text(words("cs", 5)["caption"])
        link = page.get_by_role("link", name="Losovna")
        assert (link.get_attribute("href"), link.get_attribute("target")) == ("../../tables/5/", "_top")


@pytest.mark.parametrize(("lang", "name"), [("cs", "8-serpentine"), ("es", "5-fixed-first"), ("en", "20-serpentine")])
def test_axe_finds_nothing_in_a_frame(chromium: Browser, site: str, lang: str, name: str) -> None:
    with chromium.new_context(viewport={"width": 400, "height": 700}) as context:
        opened = Opened(context.new_page())
        opened.page.goto(f"{site}{lang}/embed/frame/{name}.html")
        assert opened.page.locator("html").get_attribute("lang") == lang
        assert opened.axe() == []
        assert (opened.problems, opened.violations) == ([], [])


# ---- The page that builds the code ----


@pytest.fixture
def builder(chromium: Browser, site: str) -> Iterator[Callable[..., Opened]]:
    """Open the page that builds the code."""
    with contextlib.ExitStack() as stack:

        def open_page(lang: str = "cs", **options: Any) -> Opened:
            context = stack.enter_context(
                chromium.new_context(**{"viewport": {"width": 1100, "height": 900}, **options})
            )
            opened = Opened(context.new_page())
            opened.page.goto(f"{site}{lang}/embed/")
            return opened

        yield open_page


def snippet(page: Page) -> str:
    snippet = page.locator("#snippet")
    expect(snippet).not_to_have_value("")
    return snippet.input_value()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_first_code_on_the_page(builder: Callable[..., Opened], site: str, lang: str) -> None:
    """Eight players in the page's language, shown live; nothing is asked of another host."""
    opened = builder(lang)
    caption = words(lang)["caption"]
    assert snippet(opened.page) == (
        f'<losovna-table players="8" lang="{lang}">\n'
        f'  <a href="{site}{lang}/tables/8/">{caption}</a>\n'
        f"</losovna-table>\n"
        f'<script src="{site}embed.js" async></script>\n'
    )
    assert rows(opened.page) == expected(8, lang)
    assert (opened.problems, opened.violations) == ([], [])
    assert {urlsplit(request).netloc for request in opened.requests} == {urlsplit(site).netloc}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("names", "how"),
    [
        ([], "numbers"),
        (["Anna", "Béla", "", "Dana"], "plain"),
        (["Anna; A.", "", "[c]"], "json"),
        ([*HOSTILE, "x;y"], "json"),
        (HOSTILE, "plain"),
    ],
)
def test_element_code_works_when_pasted(
    builder: Callable[..., Opened], show: Callable[..., Opened], names: list[str], how: str, strict: bool
) -> None:
    """The code for the table in the page shows in a host exactly what the preview shows."""
    made = builder("en")
    made.page.get_by_label("Number of players").select_option("7")
    made.page.get_by_label("Kind of table").select_option("fixed-first")
    made.page.get_by_label("Language of the table").select_option("es")
    made.page.get_by_label("Names instead of numbers").fill("\n".join(names) + "\n\n")
    expect(made.page.locator("losovna-table caption")).to_have_text(words("es", 7)["caption"])
    expect(made.page.locator("losovna-table .named")).to_have_count(1 if names else 0)
    code = snippet(made.page)
    assert ("names=" in code) is bool(names)
    assert ('names="[' in code) is (how == "json")
    wanted = expected(7, "es", "fixed-first", {n: name for n, name in enumerate(names, start=1) if name})
    assert rows(made.page) == wanted
    pasted = show(code, strict=strict)
    assert rows(pasted.page) == wanted
    assert (made.problems, pasted.problems, pasted.violations) == ([], [], [])


@pytest.mark.parametrize("names", [[], ["Anna", "", "Cyril"], HOSTILE])
def test_frame_code_works_when_pasted(
    builder: Callable[..., Opened], show: Callable[..., Opened], names: list[str]
) -> None:
    """The code for a frame works under a strict policy, with its names, title and height."""
    made = builder("cs")
    made.page.locator("#players").select_option("6")
    made.page.locator("#names").fill("\n".join(names))
    made.page.locator("#kind-frame").check()
    preview = made.page.frame_locator("#preview iframe")
    expect(preview.locator("caption")).to_have_text(words("cs", 6)["caption"])
    expect(preview.locator(".named")).to_have_count(1 if names else 0)
    wait_until_fits(made.page)
    code = snippet(made.page)
    table = embed.Embedded(6, "serpentine")
    assert f'title="{words("cs", 6)["caption"]}"' in code
    assert f'height="{table.height_with_names if names else table.height}"' in code
    pasted = show(code, strict=True)
    wait_until_fits(pasted.page)
    inside = pasted.page.frame_locator("iframe")
    for number, name in enumerate(names, start=1):
        expect(inside.locator(f'[data-number="{number}"]').first).to_have_text(name or str(number))
    assert (made.problems, pasted.problems, pasted.violations) == ([], [], [])


def test_preview_of_a_frame_leaves_no_steps_behind(builder: Callable[..., Opened]) -> None:
    """After many changes the reader's Back still leads out of the page at once."""
    opened = builder("en")
    opened.page.locator("#kind-frame").check()
    wait_until_fits(opened.page)
    before = opened.page.evaluate("history.length")
    for players in ("5", "6", "7"):
        opened.page.locator("#players").select_option(players)
        caption = opened.page.frame_locator("#preview iframe").locator("caption")
        expect(caption).to_have_text(words("en", int(players))["caption"])
    opened.page.locator("#names").fill("Anna")
    expect(opened.page.frame_locator("#preview iframe").locator(".named")).to_have_count(1)
    assert opened.page.evaluate("history.length") == before


def test_too_many_names_are_refused_at_the_field(builder: Callable[..., Opened]) -> None:
    """One sentence at the field; what was typed stays; no code is given until it fits."""
    opened = builder("en")
    opened.page.locator("#players").select_option("3")
    opened.page.locator("#names").fill("A\nB\nC\nD")
    expect(opened.page.locator("#error-names")).to_be_visible()
    expect(opened.page.locator("#copy")).to_be_disabled()
    expect(opened.page.locator("#snippet")).to_have_value("")
    assert opened.page.locator("#names").get_attribute("aria-invalid") == "true"
    assert opened.axe() == []
    opened.page.locator("#players").select_option("4")
    expect(opened.page.locator("#error-names")).to_be_hidden()
    assert 'names="A;B;C;D"' in snippet(opened.page)
    expect(opened.page.locator("#copy")).to_be_enabled()


def test_code_is_copied_by_keyboard_alone(builder: Callable[..., Opened]) -> None:
    """Every field is reached and changed with keys, in reading order, and the code lands in the clipboard."""
    opened = builder("en", permissions=["clipboard-read", "clipboard-write"])
    page = opened.page
    snippet(page)
    page.locator("#players").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.type("Ana\nBlas")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#preview iframe")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "snippet"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#copy-status")).to_have_text("The code is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == snippet(page)
    assert re.match(r'<losovna-table players="9" lang="es" names="Ana;Blas">\n', copied)


def test_copying_without_permission(builder: Callable[..., Opened]) -> None:
    """Where the clipboard is closed the code is selected and the page says what to press."""
    opened = builder("en")
    snippet(opened.page)
    opened.page.evaluate(
        """() => {
            navigator.clipboard.writeText = () => Promise.reject(new Error());
            document.execCommand = () => false;
        }"""
    )
    opened.page.locator("#copy").click()
    expect(opened.page.locator("#copy-status")).to_contain_text("Ctrl+C")
    selected = opened.page.locator("#snippet").evaluate("(s) => s.selectionEnd - s.selectionStart")
    assert selected == len(snippet(opened.page))


def test_code_is_given_without_network_too(builder: Callable[..., Opened]) -> None:
    """If the table's data does not come, the code is right all the same."""
    opened = builder("en")
    snippet(opened.page)
    opened.page.route("**/embed/**/*.json", lambda route: route.abort())
    opened.page.locator("#players").select_option("12")
    expect(opened.page.locator("#snippet")).to_have_value(re.compile(r'players="12".*/en/tables/12/', re.DOTALL))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_examples_without_script(
    builder: Callable[..., Opened], show: Callable[..., Opened], site: str, lang: str
) -> None:
    """Without JavaScript the page shows code to copy by hand, and that code works."""
    opened = builder(lang, java_script_enabled=False)
    expect(opened.page.locator("#embed-form")).to_be_hidden()
    codes = opened.page.locator("#embed-examples code").all_inner_texts()
    assert len(codes) == 2
    pasted = show("\n".join(codes), strict=True, lang="de")
    assert rows(pasted.page) == expected(8, lang)
    wait_until_fits(pasted.page)
    assert (pasted.problems, pasted.violations) == ([], [])


@pytest.mark.parametrize(
    ("lang", "width", "scheme"), [("cs", 320, "light"), ("cs", 1100, "dark"), ("es", 320, "dark"), ("en", 320, "light")]
)
def test_axe_finds_nothing_on_the_page(builder: Callable[..., Opened], lang: str, width: int, scheme: str) -> None:
    opened = builder(lang, viewport={"width": width, "height": 800}, color_scheme=scheme)
    opened.page.locator("#players").select_option("20")
    expect(opened.page.locator("losovna-table tbody tr")).to_have_count(19)
    assert opened.axe() == []
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width
    opened.page.locator("#kind-frame").check()
    wait_until_fits(opened.page)
    assert opened.axe() == []
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width
