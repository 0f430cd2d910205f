"""Every screen of the arbiter's app, in each language: nothing for axe, nothing too wide or too small for a phone.

A language is one page that is walked through from an empty list of tournaments to the last paper, so that Python starts
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from arbiter import Arbiter
from builder import app
from conftest import until
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, ViewportSize, expect
from venue.arbiter.papers import KINDS
from venue.arbiter.ranking import SCREENS as RANKING
from venue.arbiter.screens import SCREENS
from venue.i18n import LANGUAGES

from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal, events_of, paired_event
from pairing_core.model import Tournament
from pairing_core.simulation import Plan, simulate
from pairing_core.swiss import pair_round, rule_set
from pairing_core.systems.groups_system import rounds_to_come
from pairing_core.systems.knockout_system import KNOCKOUT_SYSTEM
from pairing_core.systems.table_system import ROUND_ROBIN_SYSTEM

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = (app.SITE / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
COMPLAINTS = """async () => (await axe.run({ rules: { "target-size": { enabled: true } } })).violations
    .flatMap((rule) => rule.nodes.map((node) => [rule.id, node.target.join(" "), node.html.slice(0, 160)]))"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("main :is(a, button, select, textarea, summary, input)")]
    .filter((each) => each.type !== "hidden")
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden"))
    .filter((each) => !(each.matches("a") && each.parentElement.matches("p:not(.back), .notice")))
    .map((each) => [each.matches("[type=checkbox], [type=radio]") ? each.parentElement : each, each])
    .filter(([box]) => box.getBoundingClientRect().height < 43.5)
    .map(([, each]) => each.outerHTML.slice(0, 160))"""
"""What a finger misses. A link in a sentence is as high as its line; of a box to tick, its line is the target."""

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1200, "height": 900}
LONG = "Maximiliana-Bartolomea Wolfeschlegelstein Ngô"
GIVEN = ("Řehoř", "Íñigo", "Chloé", "Zdeněk")


def named(made: Tournament, **settings: Any) -> Tournament:
    """The tournament with names that have all letters, one of them long, and with clubs."""
    players = {
        number: replace(
            player,
            name=LONG if number == 4 else f"{GIVEN[number % 4]} {number}. z Dubu",
            club=("Klub deskových her", "Sokol")[number % 2],
            country="CZE",
        )
        for number, player in made.players.items()
    }
    return replace(made, players=players, settings=replace(made.settings, name="Velká cena", **settings))


def going_on(players: int, rounds: int, **settings: Any) -> Journal:
    """A tournament whose last round is published and has no results yet."""
    made = named(simulate(Plan(players, rounds - 1, draws=20), rule_set("mancala"), "screens"), rounds=7, **settings)
    begun = Journal(events_of(made))
    return begun.append(paired_event(pair_round(begun.tournament).round))


def entered(round_number: int, begun: Journal, result: str) -> Event:
    """A result of the first table of a round."""
    game = begun.tournament.rounds[round_number - 1].games[0]
    return {
        "event": "result_entered",
        "round": round_number,
        "first": game.first,
        "second": game.second,
        "result": result,
    }


CHESS = going_on(9, 4, discipline="chess", tie_breaks=("buchholz", "sonneborn-berger", "direct-encounter"))
DISCS = going_on(6, 1, discipline="reversi", board_total=64)
SCORES = going_on(6, 2, discipline="scrabble")
ROBIN = Journal(
    events_of(named(simulate(Plan(7, 0), ROUND_ROBIN_SYSTEM.rules, "screens"), rounds=7, discipline="reversi"))
)
KNOCKED_OUT = Journal(
    events_of(named(simulate(Plan(6, 0), KNOCKOUT_SYSTEM.rules, "screens"), rounds=3, discipline="chess"))
)
NOT_BEGUN = Journal(events_of(named(simulate(Plan(9, 0), rule_set("mancala"), "screens"), rounds=5)))
GROUPED = Journal(
    events_of(
        named(
            simulate(Plan(9, 0), rule_set("mancala"), "screens"),
            rounds=5,
            system="groups",
            tie_breaks=("direct-encounter", "sonneborn-berger"),
            parameters={"groups": "2", "grouping": "pots"},
        )
    )
)


def all_drawn(journal: Journal) -> Journal:
    """All rounds of groups, each game a draw."""
    for round_ in rounds_to_come(journal.tournament):
        journal = journal.append(paired_event(round_))
        for game in round_.games:
            told = {"round": round_.number, "first": game.first, "second": game.second}
            journal = journal.append({"event": "result_entered", **told, "result": "="})
    return journal


ALL_LEVEL = all_drawn(GROUPED)

# Until the page has heard of it: what it showed before may look like what is waited for.
GO = """(address) => location.hash === address || new Promise((resolve) => {
    addEventListener("hashchange", resolve, { once: true });
    location.hash = address;
})"""


class Walk:
    """One page, walked through in one language."""

    def __init__(self, context: BrowserContext, url: str, lang: str) -> None:
        self.desk = Arbiter(context.new_page(), url)
        self.lang = lang
        self.seen: set[str] = set()
        self.found: list[tuple[str, Any]] = []

    @property
    def page(self) -> Page:
        """The page that is looked at."""
        return self.desk.page

    def start(self) -> None:
        """Go to the list of tournaments, and wait for Python."""
        self.desk.home(self.lang)
        self.page.evaluate(AXE)

    def open(self, begun: Journal) -> None:
        """Open a file, wherever the page is: Python goes on running."""
        before = self.desk.id
        text = losovna_json.dump(begun).encode()
        file: FilePayload = {"name": "t.json", "mimeType": "application/json", "buffer": text}
        self.page.set_input_files("#file", file)
        until(lambda: self.desk.id not in ("", before), "the file is not opened")
        self.desk.see(len(begun.events))

    def go(self, path: str, shows: str) -> None:
        """Go to a screen of the tournament that is open, and wait until it is shown."""
        self.page.evaluate(GO, f"#/{self.desk.id}/{path}")
        expect(self.page.locator("#app:not([aria-busy])")).to_be_visible()
        expect(self.page.locator(shows).first).to_be_visible()

    def click(self, selector: str, shows: str) -> None:
        """Press a button, and wait for what it brings."""
        self.page.locator(selector).first.click()
        expect(self.page.locator(shows).first).to_be_visible()

    def unfold(self, within: str = "") -> None:
        """Open all that is folded, in a part of the page or in all of it."""
        self.page.locator(f"{within} details".strip()).evaluate_all(
            "(all) => all.forEach((each) => { each.open = true; })"
        )

    def look(self, name: str) -> None:
        """Note all that is wrong with what is shown: on a phone, and in one language on a desk."""
        self.seen.add(name)
        for size in (DESK, PHONE):
            self.page.set_viewport_size(size)
            if size == PHONE or self.lang == LANGUAGES[0]:
                self.note(name, self.page.evaluate(COMPLAINTS))
        over = self.page.evaluate(WIDER)
        self.note(name, [f"{over} pixels wider than a phone"] if over > 0 else [])
        self.note(name, self.page.evaluate(SMALL))
        self.page.set_viewport_size(DESK)

    def note(self, name: str, troubles: Iterable[Any]) -> None:
        """Keep what was found."""
        self.found += [(name, trouble) for trouble in troubles]


def from_nothing(walk: Walk) -> None:
    """Before there is anything: home, its advice, and each screen of a tournament without players."""
    page = walk.page
    walk.start()
    walk.look("home, empty")
    page.fill("#new-title", "Cup")
    page.fill("#new-rounds", "5")
    page.fill("#new-count", "6")
    page.press("#new-count", "Tab")
    expect(page.locator("#new-advice .notice")).to_be_visible()
    walk.look("home, with advice")
    page.press("#new-title", "Enter")
    walk.desk.see(1)
    for path, shows in (
        ("players", "#player-form"),
        ("check-in", "[aria-current=page][href$=check-in]"),
        ("apart", "#apart-form"),
        ("round", "[data-do=draw]"),
        ("standings", "#find"),
        ("crosstable", ".paper-crosstable, [aria-current=page][href$=crosstable]"),
        ("possible", "[aria-current=page][href$=possible]"),
        ("print", ".preview"),
        ("log", ".log"),
    ):
        walk.go(path, shows)
        walk.look(f"{path}, empty")
    walk.go("round", "[data-do=draw]")
    walk.click("[data-do=draw]", "#status[data-state=error], [role=alert]")
    walk.look("round, refused")


def before_the_first_round(walk: Walk) -> None:
    """Set-up, players, lists, check-in, groups, and a draft with all that can be opened."""
    page = walk.page
    walk.open(NOT_BEGUN)
    walk.go("setup", "#setup")
    walk.unfold()
    walk.look("setup")
    page.fill("#rounds", "x")
    page.press("#rounds", "Enter")
    expect(page.locator("#rounds[aria-invalid]")).to_be_visible()
    walk.look("setup, refused")
    walk.go("players?player=2", "#edit-player")
    walk.look("players, one opened")
    page.fill("#new-players", "Name;Rating;Club\nJan Novák;1500;Sokol\nŘehoř 8. z Dubu;1400;Sokol\nEva;strong;")
    walk.click("#list-form .buttons button", "table.preview")
    walk.look("players, preview")
    walk.click("[data-do=cancel-preview]", "#new-players")
    walk.look("players")
    walk.go("check-in", "#check-1")
    walk.click("#check-1 button", "#close-check-in")
    walk.click("#check-2 [data-here=no]", "#check-2 [data-here=no][aria-pressed=true]")
    walk.look("check-in")
    walk.go("apart", "#apart-form")
    page.fill("#one", "1")
    page.fill("#other", "2")
    page.press("#other", "Enter")
    expect(page.locator("[data-do=allow-pair]")).to_be_visible()
    page.fill("#who", "3; 5")
    walk.click("#apart-form button", "[data-do=end-apart]")
    walk.look("apart")
    walk.go("round", ".notice [href$=check-in]")
    walk.look("round, not drawn")
    walk.click("[data-do=draw]", ".draft .chip")
    walk.look("draft")
    walk.click(".draft .chip", ".partners")
    walk.unfold(".draft")
    walk.look("draft, with why and partners")
    walk.click("[data-do=take-apart]", "[data-do=pair-rest]")
    walk.click("details.sure summary", "details.sure [data-do=publish]")
    walk.look("draft, two of it waiting")
    walk.click("[data-do=pair-rest]", ".draft:not(:has([data-do=pair-rest]))")


def results_of_a_round(walk: Walk) -> None:
    """Results as points, discs and scores; menu, filter, verify pass, corrections, who has gone, clock and wall."""
    page = walk.page
    game = CHESS.tournament.rounds[-1].games[0]
    walk.open(CHESS.append({"event": "player_withdrawn", "number": game.first, "after": 3}))
    walk.go("round", "[data-results]")
    walk.unfold()
    walk.look("results, one has gone")
    walk.click("#table-2 [data-menu]", "#result-menu")
    walk.look("results, menu")
    page.keyboard.press("Escape")
    page.fill("#jump", "dubu")
    page.press("#jump", "Enter")
    expect(page.locator("[data-clear=yes]")).to_be_visible()
    walk.look("results, a name is looked for")
    walk.click("[data-clear=yes] button", ".result-tools:not(:has([data-clear=yes]))")
    walk.go("round/4?view=open", "[data-results]")
    walk.look("results, still open")
    for table in range(1, len(CHESS.tournament.rounds[-1].games) + 1):
        walk.desk.press(table, "1")
        expect(page.locator(f"#table-{table}[data-open]")).to_have_count(0)
    walk.go("round/4", "[data-do=check-results]")
    walk.look("results, all in")
    walk.click("[data-do=check-results]", "[data-how=stop]")
    walk.desk.press(1, "0")
    expect(page.locator("#table-1[data-differs]")).to_be_visible()
    walk.look("results, verify pass")
    walk.click("[data-how=stop]", "[data-do=check-results]")
    walk.go("round/2", ".results")
    walk.look("results, an earlier round")
    walk.go("round/2?view=correct", "[data-results]")
    walk.desk.press(1, "0" if "1 : 0" in page.locator("#table-1 .result").inner_text() else "1")
    walk.go("round/3", "#app .notice")
    walk.look("results, drawn before a correction")
    for by in ("table", "name", "standings", "clock"):
        walk.go(f"projector/4?by={by}", f".projector[data-by={by}]")
        walk.look(f"projector, {by}")
    for kind, begun in (("discs", DISCS), ("scores", SCORES)):
        walk.open(begun)
        walk.go("round", "form.scores")
        walk.click("details.clock-box summary" if kind == "scores" else "details.keys summary", "[data-results]")
        walk.look(f"results, {kind}")


def what_is_read(walk: Walk) -> None:
    """Standings, crosstable, what is possible; each paper; the log."""
    page = walk.page
    walk.open(CHESS.append(entered(4, CHESS, "1")))
    for path, shows in (
        ("standings/3", ".ranking"),
        ("standings/4?why=1.buchholz", ".working"),
        ("standings/3?by=name&find=dubu", ".ranking"),
        ("crosstable/3?grid=0", ".cross:not(.square)"),
        ("crosstable/3?grid=1", ".square"),
        ("possible", ".ranking"),
        ("stages", "[data-do=start-stage]"),
        ("teams/3", "#best"),
        *((f"print?paper={kind.key}", f".paper-{kind.key}") for kind in KINDS),
        ("print?paper=slips&filled=0&count=8", ".rows-4"),
        ("log", ".log"),
    ):
        walk.go(path, shows)
        walk.look(path)
    page.locator("[data-do=undo]").click()
    expect(page.locator(".log .undone")).to_be_visible()
    walk.look("log, with something taken back")


def a_round_robin(walk: Walk) -> None:
    """Its set-up, all rounds before and after they are published, a draft, a round of the table."""
    walk.open(ROBIN)
    walk.go("setup", "#table-cycles")
    walk.look("setup, round robin")
    walk.go("schedule", ".all-rounds")
    walk.look("schedule")
    walk.go("round", "[data-do=publish-all]")
    walk.look("round, round robin")
    walk.click("[data-do=draw]", ".draft .chip")
    walk.unfold(".draft")
    walk.look("draft, round robin")
    walk.click("[data-do=publish-all]", "[data-results]")
    walk.unfold()
    walk.look("results, round robin")


def in_groups(walk: Walk) -> None:
    """Its set-up, who is in which group, a draft in which several rest, each group's standings, who advances."""
    page = walk.page
    walk.open(GROUPED)
    walk.go("setup", "#group-groups")
    walk.look("setup, groups")
    walk.go("groups", ".group-list")
    walk.click("[data-do=make-groups]", "[data-how=rule]")
    walk.look("groups, not drawn")
    walk.go("round", "[data-do=draw]")
    walk.look("round, groups")
    walk.click("[data-do=draw]", ".draft .chip")
    walk.unfold()
    walk.look("draft, groups")
    walk.click("[data-do=publish-all]", "[data-results]")
    walk.look("results, groups")
    walk.desk.press(1, "1")
    expect(page.locator("#table-1[data-open]")).to_have_count(0)
    player = page.locator("#table-1").get_attribute("data-first")
    walk.go(f"groups?why={player}.sonneborn-berger", ".explained")
    walk.unfold()
    walk.look("groups, going on")
    for by in ("table", "name"):
        walk.go(f"projector/1?by={by}", ".group-letter")
        walk.look(f"projector, groups, {by}")
    for kind in ("group-sheets", "group-standings"):
        walk.go(f"print?paper={kind}", f".paper-{kind}")
        walk.look(f"print, {kind}")


def level_in_groups(walk: Walk) -> None:
    """Nothing says who goes on, so some who are level play for it."""
    walk.open(ALL_LEVEL)
    walk.go("stages", "[data-do=start-play-off]")
    walk.look("stages, level players of groups")
    walk.click("[data-do=start-play-off]", "[data-do=draw]")
    walk.go("stages", ".final-ranking")
    walk.look("stages, a play-off")


def knocked_out(walk: Walk) -> None:
    """Its set-up, a draft, two games a tie, what a correction undoes, the bracket, places, the next stage."""
    page = walk.page
    walk.open(KNOCKED_OUT)
    walk.go("setup", "#ko-games")
    walk.look("setup, knockout")
    walk.go("round", "[data-do=draw]")
    walk.click("[data-do=draw]", ".draft")
    walk.unfold(".draft")
    walk.look("draft, knockout")
    for number in (1, 2):
        if number == 2:
            walk.go("round/2", "[data-do=draw]")
            walk.click("[data-do=draw]", ".draft")
        walk.click("[data-do=publish]", f"[data-results][data-round='{number}']")
        for table in range(1, page.locator("tr[data-first]").count() + 1):
            walk.desk.press(table, "1")
            expect(page.locator(f"#table-{table}[data-open]")).to_have_count(0)
        walk.look("results, knockout")
    walk.go("round/1?view=correct", "[data-results]")
    walk.desk.press(1, "0")
    expect(page.locator("#pending")).to_be_visible()
    walk.look("results, what a correction undoes")
    walk.click("[data-do=leave-games]", "[data-results]")
    for path, shows in (
        ("bracket", ".bracket .tie"),
        ("standings", ".ranking"),
        ("possible", ".ranking"),
        ("stages", "#stage-form .seeds"),
        ("print?paper=bracket", ".paper-bracket .tie"),
        ("projector/1?by=bracket", ".projector .tie"),
        ("projector/1?by=standings", ".projector .ranking"),
    ):
        walk.go(path, shows)
        walk.look(f"{path}, knockout")
    walk.go("stages", "#stage-form .seeds")
    walk.click("#stage-form button.primary", "#unsure")
    walk.look("stages, the one before is not over")
    walk.click("#unsure [data-sure]", "[data-do=draw]")
    walk.go("stages", ".final-ranking")
    walk.look("stages, a final ranking")
    walk.go("print?paper=final", ".paper-final")
    walk.look("print, final ranking")


def back_home(walk: Walk) -> None:
    """The list of tournaments, with one deleted."""
    walk.page.goto(f"{walk.desk.url}{walk.lang}/arbiter/#/")
    expect(walk.page.locator("#new-form")).to_be_visible()
    walk.click("[data-page=delete]", ".deleted")
    walk.look("home")


DAMAGE = """([id, number]) => new Promise((resolve) => {
    const opening = indexedDB.open("losovna");
    opening.onsuccess = () => {
        const change = opening.result.transaction("events", "readwrite");
        change.objectStore("events").put({ id, number, event: 7 });
        change.oncomplete = () => { opening.result.close(); resolve(); };
    };
})"""


def when_something_is_wrong(walk: Walk) -> None:
    """A second window, a damaged record, Python missing."""
    walk.open(CHESS)
    walk.go("round", "[data-results]")
    address = walk.page.url
    second = Walk(walk.page.context, walk.desk.url, walk.lang)
    second.page.goto(address)
    expect(second.desk.notice("elsewhere")).to_be_visible()
    expect(second.page.locator("[data-results]")).to_be_visible()
    second.page.evaluate(AXE)
    second.look("open elsewhere")
    walk.page.evaluate(DAMAGE, [walk.desk.id, len(CHESS.events) - 1])
    walk.page.goto("about:blank")
    second.page.goto("about:blank")
    second.page.goto(address)
    expect(second.desk.notice("damaged")).to_be_visible()
    expect(second.page.locator("#app .tournament")).to_be_visible()
    second.page.evaluate(AXE)
    second.look("damaged")
    second.page.goto("about:blank")
    second.page.context.route("**/worker.js", lambda route: route.abort())
    second.page.goto(f"{walk.desk.url}{walk.lang}/arbiter/")
    expect(second.desk.notice("python")).to_be_visible()
    expect(second.page.locator("#app li").first).to_be_visible()
    second.page.evaluate(AXE)
    second.look("without Python")
    walk.seen |= second.seen
    walk.found += second.found


PARTS: tuple[Callable[[Walk], None], ...] = (
    from_nothing,
    before_the_first_round,
    results_of_a_round,
    what_is_read,
    a_round_robin,
    in_groups,
    level_in_groups,
    knocked_out,
    back_home,
    when_something_is_wrong,
)


@pytest.fixture
def quiet(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh profile without a service worker: its cache would have Python's worker."""
    context = chromium.new_context(viewport=DESK, service_workers="block")
    yield context
    context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_fits_a_phone_and_axe_finds_nothing(quiet: BrowserContext, site_url: str, lang: str) -> None:
    """360 pixels without sideways scrolling of the page, targets of 44, and nothing that axe finds."""
    walk = Walk(quiet, site_url, lang)
    for part in PARTS:
        part(walk)
    assert walk.found == []
    names = {name.split("/")[0].split("?")[0].split(",")[0] for name in walk.seen}
    assert {*SCREENS, *RANKING} - names - {"round"} == set()


def test_who_goes_on_before_a_screen_has_come_gets_where_they_went(quiet: BrowserContext, site_url: str) -> None:
    """Back to the list of tournaments while Python still makes the screen before: its answer took the address back."""
    walk = Walk(quiet, site_url, "en")
    walk.start()
    walk.open(CHESS)
    at = walk.desk.id
    for name in ("setup", "standings", "print", "log") * 2:
        walk.page.goto(f"{site_url}en/arbiter/#/{at}/players")
        expect(walk.page.locator("#player-form")).to_be_visible()
        walk.page.evaluate(
            "(address) => { location.hash = address; setTimeout(() => { location.hash = '#/'; }, 3); }",
            f"#/{at}/{name}",
        )
        expect(walk.page.locator("#new-form")).to_be_visible()
