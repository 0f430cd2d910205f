"""How quick the arbiter's app is in a real Chromium: from each key and click to the painted screen, and opening.

20, 200 and 1,000 players, 5, 9 and 11 rounds, the last one without results. The pairings are drawn by lot, for what is
measured here is the app and not the draw. Every action is done several times, with a result typed in between, so that
no screen can be the one shown before; the first time stands beside the median of the others. Bars: 100 ms from the
press to the paint with the event on the disk (for up to 200 players, the draw and the prices of a draft aside), 2 s to
open the tournament of 1,000 players when Python is running.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from builder.browser import NoChromium, require_chromium
from builder.serve import serving
from playwright.sync_api import Page, sync_playwright
from report import Figure, show

from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal

DIST = Path(__file__).resolve().parent.parent / "dist"
SIZES = ((20, 5), (200, 9), (1000, 11))
PAINT_MS = 100
OPEN_SECONDS = 2.0
PATIENCE = 180_000
TIMES = 4
"""How often everything is done."""

SCREENS = ("setup", "players", "apart", "standings", "crosstable", "possible", "print", "log", "projector", "round")

# From the press as the browser dates it to the end of the measure that the app makes when the screen is painted.
WATCH = """
let pressed = 0;
for (const type of ["keydown", "click"]) addEventListener(type, (event) => (pressed = event.timeStamp), true);
globalThis.benchPressed = () => (pressed = performance.now());
globalThis.benchTimes = [];
new PerformanceObserver((list) => {
  for (const { name, startTime, duration } of list.getEntries()) {
    if (name === "losovna:key-to-paint") benchTimes.push(startTime + duration - pressed);
    if (name === "losovna:open") globalThis.benchOpened = duration;
  }
}).observe({ entryTypes: ["measure"] });
"""


def main(sizes: list[str]) -> int:
    """Measure and print; 1 if something is missing."""
    if not (DIST / "en" / "arbiter").exists():
        print("bench_app: run it by `make bench`, which builds the site.", file=sys.stderr)
        return 1
    try:
        with serving(DIST) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=require_chromium(), args=["--no-sandbox"])
            for players, rounds in SIZES:
                if not sizes or str(players) in sizes:
                    page = browser.new_page()
                    page.add_init_script(WATCH)
                    title = f"The arbiter's app, {players} players, {rounds} rounds: from the press to the paint"
                    show(title, Measured(page, url, players, rounds).figures())
                    page.close()
            browser.close()
    except NoChromium as error:
        print(f"bench_app: {error}", file=sys.stderr)
        return 1
    return 0


class Measured:
    """One tournament in the browser, and how long everything took in it."""

    def __init__(self, page: Page, url: str, players: int, rounds: int) -> None:
        self.page = page
        self.rounds = rounds
        self.times: dict[str, list[float]] = {}
        self.players = players
        self.home = f"{url}en/arbiter/"
        self.table = 0
        page.goto(self.home)
        page.locator("#app h1").wait_for(timeout=PATIENCE)

    def figures(self) -> list[Figure]:
        """Do everything and return how long it took."""
        journal = by_lot(self.players, self.rounds)
        opening = self.opening(journal)
        for _ in range(TIMES):
            self.results()
            for name in SCREENS:
                self.go(name)
                self.key("a result")
            self.standings()
            self.people()
        self.open(Journal(tuple(event for event in journal.events if event["event"] in ("created", "player_added"))))
        self.check_in()
        if self.players <= 200:
            self.draft()
        bar = PAINT_MS if self.players <= 200 else None
        return [opening, *(_figure(name, times, bar) for name, times in self.times.items())]

    def open(self, journal: Journal) -> None:
        """Open a tournament as a file."""
        self.page.goto(self.home)
        self.page.locator("#app h1").wait_for(timeout=PATIENCE)
        text = losovna_json.dump(journal)
        file = {"name": "t.json", "mimeType": "application/json", "buffer": text.encode()}
        self.page.set_input_files("#file", file)  # type: ignore[arg-type]
        self.page.locator(".tabs").wait_for(timeout=PATIENCE)

    def opening(self, journal: Journal) -> Figure:
        """Open what is kept on the disk, in a page whose Python runs and knows nothing of it."""
        self.open(journal)
        address = self.page.url
        self.page.goto(self.home)
        self.page.locator("#new-title").wait_for(timeout=PATIENCE)
        self.page.evaluate("(address) => { location.href = address }", address)
        self.page.locator("#table-1").wait_for(timeout=PATIENCE)
        while not (took := self.page.evaluate("globalThis.benchOpened")):
            self.page.wait_for_timeout(20)
        return Figure("opening", took / 1000, "s", most=OPEN_SECONDS, note=f"{len(journal.events)} events")

    def timed(self, name: str, press: Callable[[], object]) -> None:
        """Press something and wait until the screen that follows is painted."""
        self.page.evaluate("benchTimes.length = 0")
        press()
        while not (times := self.page.evaluate("benchTimes")):
            self.page.wait_for_timeout(10)
        self.times.setdefault(name, []).append(times[-1])

    def click(self, name: str, selector: str) -> None:
        """Click on the first of what is named so."""
        place = self.page.locator(selector).first
        self.timed(name, lambda: place.click(timeout=PATIENCE))

    def key(self, name: str) -> None:
        """Type the next result of the last round; the screen is that of the round."""
        if self.page.locator("#table-1[data-first]").count() == 0:
            self.jump(f"round/{self.rounds}")
        self.table = self.table % (self.players // 2) + 1
        row = self.page.locator(f"#table-{self.table}")
        row.focus()
        self.timed(name, lambda: row.press("1=0"[self.table % 3]))

    def jump(self, screen: str) -> None:
        """Go to a screen, without measuring."""
        base = "/".join(self.page.url.split("/")[:-1]) if "#" not in self.page.url else self.page.url.split("#")[0]
        key = self.page.url.split("#/")[1].split("/")[0]
        self.page.evaluate("benchTimes.length = 0")
        self.page.evaluate("(address) => { location.href = address }", f"{base.split('#')[0]}#/{key}/{screen}")
        while not self.page.evaluate("benchTimes"):
            self.page.wait_for_timeout(10)

    def go(self, screen: str) -> None:
        """Go to a screen by its address, as by its tab."""
        key = self.page.url.split("#/")[1].split("/")[0]
        script = "(hash) => { benchPressed(); location.hash = hash }"
        self.timed(f"screen: {screen}", lambda: self.page.evaluate(script, f"#/{key}/{screen}"))

    def results(self) -> None:
        """Results of the last round, undo and redo, a result of an earlier round corrected."""
        self.key("a result")
        self.click("undo", "[data-do=undo]")
        self.click("redo", "[data-do=redo]")
        self.jump("round/2?view=correct")
        row = self.page.locator(f"#table-{self.table}")
        row.focus()
        self.timed("an earlier result corrected", lambda: row.press("+"))
        self.jump(f"round/{self.rounds}")

    def standings(self) -> None:
        """A number explained, in the standings."""
        self.jump("standings")
        self.click("a number explained", "a.why[href*=buchholz]")

    def people(self) -> None:
        """A player added, changed, and withdrawn, in the list of players."""
        self.jump("players")
        field = self.page.locator("#new-player")
        field.fill(f"Somebody new {len(self.times.get('a player added', ()))}")
        self.timed("a player added", lambda: field.press("Enter"))
        number = len(self.times["a player added"]) * 3
        self.click("a player's fields", f"#change-{number}")
        club = self.page.locator("#edit-club")
        club.fill("A club")
        self.timed("a player changed", lambda: club.press("Enter"))
        self.click("a player gone", f"[data-do=remove-player][data-number='{number}']")

    def check_in(self) -> None:
        """Players here, and not here, before the first round."""
        self.jump("check-in")
        for number in range(1, 2 * TIMES):
            here = "no" if number % 3 == 0 else "yes"
            self.click("a player checked in", f"#check-{number} [data-here={here}]")

    def draft(self) -> None:
        """The draw of the first round, and what the arbiter changes in it by hand, each with its price."""
        self.jump("round/1")
        self.click("the draw (no bar)", "[data-do=draw]")
        for _ in range(TIMES):
            self.click("draft: a player chosen (no bar)", "[data-do=choose]")
            self.click("draft: change places (no bar)", ".partners [data-do=choose]")
            for how in ("lock", "unlock", "forbid"):
                # A pair's reasons and buttons are folded in.
                self.page.evaluate("for (const each of document.querySelectorAll('.draft details')) each.open = true")
                self.click(f"draft: {how} (no bar)", f"[data-do=lock][data-how={how}] >> visible=true")
        self.click("draft: publish (no bar)", "[data-do=publish] >> visible=true")


def _figure(name: str, times: list[float], bar: float | None) -> Figure:
    most = None if "(no bar)" in name else bar
    note = f"first {times[0]:.0f}, longest after it {max(times[1:]):.0f}" if times[1:] else ""
    return Figure(name, statistics.median(times[1:] or times), "ms", most=most, note=note)


def by_lot(players: int, rounds: int) -> Journal:
    """A tournament whose rounds are drawn by lot, all with results but the last."""
    chance = random.Random(players)
    settings = {"name": f"{players} players", "rounds": rounds, "system": "mancala", "tie_breaks": ["buchholz"]}
    events: list[Event] = [{"event": "created", "settings": settings}]
    numbers = list(range(1, players + 1))
    events += [
        {
            "event": "player_added",
            "player": {"number": number, "name": f"Player number {number}", "rating": 1000 + number},
        }
        for number in numbers
    ]
    for round_number in range(1, rounds + 1):
        chance.shuffle(numbers)
        games = [{"first": one, "second": other} for one, other in zip(numbers[::2], numbers[1::2], strict=True)]
        events.append({"event": "round_paired", "round": round_number, "games": games})
        if round_number < rounds:
            events += [
                {"event": "result_entered", "round": round_number, **game, "result": chance.choice("110=")}
                for game in games
            ]
    return Journal(tuple(events))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
