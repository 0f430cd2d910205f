"""How quick the arbiter's app is in a real Chromium: from the key to the screen, and opening a large tournament.

20, 200 and 1,000 players, 5, 9 and 11 rounds, the last one without results. The pairings are drawn by lot, for what is
measured here is the app and not the draw. Bars: 100 ms from a result's key to the screen with the event on the disk
(after the first one; for up to 200 players), 2 s to open the tournament of 1,000 players when Python is running.
"""

from __future__ import annotations

import random
import statistics
import sys
from pathlib import Path

from builder.browser import NoChromium, require_chromium
from builder.serve import serving
from playwright.sync_api import Page, sync_playwright
from report import Figure, show

from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal

DIST = Path(__file__).resolve().parent.parent / "dist"
SIZES = ((20, 5), (200, 9), (1000, 11))
KEY_MS = 100
OPEN_SECONDS = 2.0
KEYS = "101=0110=1"
PATIENCE = 180_000
MEASURED = "(name) => performance.getEntriesByName(name).map((entry) => entry.duration)"


def main() -> int:
    """Measure and print; 1 if something is missing."""
    if not (DIST / "en" / "arbiter").exists():
        print("bench_app: run it by `make bench`, which builds the site.", file=sys.stderr)
        return 1
    try:
        with serving(DIST) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=require_chromium(), args=["--no-sandbox"])
            page = browser.new_page()
            figures = [figure for players, rounds in SIZES for figure in measured(page, url, players, rounds)]
            browser.close()
    except NoChromium as error:
        print(f"bench_app: {error}", file=sys.stderr)
        return 1
    show("The arbiter's app", figures)
    return 0


def measured(page: Page, url: str, players: int, rounds: int) -> list[Figure]:
    """Return the figures of one tournament."""
    page.goto(f"{url}en/arbiter/")
    page.locator("#app h1").wait_for(timeout=PATIENCE)
    text = losovna_json.dump(by_lot(players, rounds))
    page.set_input_files("#file", {"name": "t.json", "mimeType": "application/json", "buffer": text.encode()})
    page.locator("#table-1").wait_for(timeout=PATIENCE)
    address = page.url
    page.locator(".back a").click()
    page.locator("#new-title").wait_for(timeout=PATIENCE)
    # Another worker would know nothing; this one has to be given all events as well, since the page was left.
    page.evaluate("(address) => { location.href = address }", address)
    page.locator("#table-1").wait_for(timeout=PATIENCE)
    opened: list[float] = page.evaluate(MEASURED, "losovna:open")
    keys = [key_to_paint(page, table, key) for table, key in enumerate(KEYS, start=1)]
    size = f"{players} players, {rounds} rounds"
    return [
        Figure(
            f"opening, {size}",
            opened[-1] / 1000,
            "s",
            most=OPEN_SECONDS,
            note=f"{len(text) / 1e6:.2f} MB of events",
        ),
        Figure(
            f"key to paint, {size}",
            statistics.median(keys[1:]),
            "ms",
            most=KEY_MS if players <= 200 else None,
            note=f"first {keys[0]:.0f}",
        ),
    ]


def key_to_paint(page: Page, table: int, key: str) -> float:
    """Press a key on a table's row and return the milliseconds until the screen shows it, as the page measured them."""
    row = page.locator(f"#table-{table}")
    row.focus()
    page.evaluate("performance.clearMeasures('losovna:key-to-paint')")
    row.press(key)
    page.locator(f"#table-{table}:not([data-open])").wait_for(timeout=PATIENCE)
    times: list[float] = page.evaluate(MEASURED, "losovna:key-to-paint")
    while not times:
        page.wait_for_timeout(20)
        times = page.evaluate(MEASURED, "losovna:key-to-paint")
    return times[-1]


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
    sys.exit(main())
