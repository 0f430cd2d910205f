"""How long an arbiter waits for Python in the browser: warm start, first download, and from the key to the table.

A real Chromium with a profile on disk. The first visit fills the profile: service worker, memory snapshot, the list of
players. Then the browser is closed and started again for every measurement. Bars: 0.5 s from navigation to the first
table, 5.5 MB before the first result on the first visit, 100 ms from the key to the table of 20 players.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from builder.browser import NoChromium, require_chromium
from builder.serve import serving
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright
from report import Figure, show

DIST = Path(__file__).resolve().parent.parent / "dist"
RUNS = 5
PLAYERS = "\n".join(f"Player number {number}" for number in range(1, 21))
PARTS = {
    "shell": "page and its modules",
    "worker": "worker started",
    "modules": "Pyodide's two modules",
    "snapshot": "snapshot unpacked",
    "wasm": "WebAssembly ready",
    "python": "Python ready",
    "app": "app imported",
    "first-table": "first table",
}
WARM_SECONDS = 0.5
COLD_MB = 5.5
KEY_MS = 100

MARKS = """() => Object.fromEntries(performance.getEntriesByType("mark")
  .filter((mark) => mark.name.startsWith("losovna:")).map((mark) => [mark.name.slice(8), mark.startTime]))"""
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((entry) => [entry.name, entry.transferSize])"""
SNAPSHOT_KEPT = """async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/rt/snapshot.")) return true;
  return false;
}"""
KEY = """() => performance.getEntriesByName("losovna:key-to-table").map((entry) => entry.duration)"""


def main() -> int:
    """Measure and print; 1 if something is missing."""
    if not DIST.exists():
        print("bench_start: run it by `make bench`, which builds the site.", file=sys.stderr)
        return 1
    try:
        with serving(DIST) as url, sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
            figures = [*first_visit(playwright, Path(profile), url), *warm_starts(playwright, Path(profile), url)]
    except (NoChromium, TimeoutError) as error:
        print(f"bench_start: {error}", file=sys.stderr)
        return 1
    show("Python in the browser", figures)
    return 0


def first_visit(playwright: Playwright, profile: Path, url: str) -> list[Figure]:
    """Fill the profile, and return what the first visit loads and how quick typing is."""
    with browser(playwright, profile) as context:
        page = context.pages[0]
        page.goto(f"{url}en/make/")
        page.fill("#players", PLAYERS)
        page.locator("#result .document").wait_for(timeout=120_000)
        loaded = dict(page.evaluate(LOADED)) | dict(page.workers[0].evaluate(LOADED))
        cold = page.evaluate(MARKS)["first-table"]
        keys = []
        for letter in "Abraham Z":
            page.locator("#players").press_sequentially(letter)
            keys.append(key_to_table(page))
        until(lambda: page.evaluate(SNAPSHOT_KEPT), "the service worker does not fetch the snapshot")
        page.locator("#title").focus()  # the list is kept at every key; this only lets the last write end
        time.sleep(1)
    note = "  ".join(f"{name.rsplit('/', 1)[1]} {size / 1e6:.2f}" for name, size in loaded.items() if size > 200_000)
    return [
        Figure("first visit, loaded", sum(loaded.values()) / 1e6, "MB", most=COLD_MB, note=note),
        Figure("first visit, table (no network delay)", cold / 1000, "s"),
        Figure("key to table, 20 players", statistics.median(keys), "ms", most=KEY_MS, note=f"slowest {max(keys):.0f}"),
    ]


def warm_starts(playwright: Playwright, profile: Path, url: str) -> list[Figure]:
    """Return the median of each part of a start with a restarted browser."""
    runs = []
    for _ in range(RUNS + 1):
        with browser(playwright, profile) as context:
            page = context.pages[0]
            time.sleep(2)  # the browser's own start is not ours
            page.goto(f"{url}en/make/", wait_until="commit")
            page.locator("#result .document").wait_for(timeout=60_000)
            runs.append(page.evaluate(MARKS))
    runs = runs[1:]  # the first start after a visit may still write its caches
    figures = []
    for name, said in PARTS.items():
        times = [run[name] / 1000 for run in runs if name in run]
        if not times:
            continue
        is_last = name == "first-table"
        figures.append(
            Figure(
                f"warm start, {said}",
                statistics.median(times),
                "s",
                most=WARM_SECONDS if is_last else None,
                note=f"{min(times):.3f} to {max(times):.3f}, {len(times)} of {RUNS} runs",
            )
        )
    return figures


def browser(playwright: Playwright, profile: Path) -> BrowserContext:
    """Start Chromium with the profile."""
    return playwright.chromium.launch_persistent_context(
        profile, executable_path=require_chromium(), args=["--no-sandbox"], headless=True
    )


def key_to_table(page: Page) -> float:
    """Return the milliseconds that the newest key took, as the page measured them."""
    time.sleep(0.3)
    times: list[float] = page.evaluate(KEY)
    return times[-1]


def until(holds: Any, trouble: str, seconds: float = 120) -> None:
    """Wait for something to hold.

    Raises ``TimeoutError``.
    """
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(trouble)
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
