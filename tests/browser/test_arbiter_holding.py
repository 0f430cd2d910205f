"""Nothing an arbiter did is lost: killed browsers, full disks, two windows, broken workers, damaged records."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arbiter import Arbiter, journal
from builder.browser import require_chromium
from conftest import PATIENCE, until
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from pairing_core.journal import Journal, events_of
from pairing_core.simulation import Plan, simulate
from pairing_core.swiss import rule_set

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

KILLS = int(os.environ.get("LOSOVNA_KILLS", "6"))
"""How often the browser is killed; more than these few is for whoever has minutes to spare."""

NO_PICKER = "delete window.showSaveFilePicker"
BEGUN = journal()
COUNT = len(BEGUN.events)


@pytest.fixture
def arbiter(context: BrowserContext, site_url: str) -> Arbiter:
    """The page in a fresh profile, whose copies are downloads."""
    context.add_init_script(NO_PICKER)
    return Arbiter(context.new_page(), site_url)


def results(events: list[Any]) -> list[Any]:
    """What the results among the events are, without their times."""
    return [event.get("result") for event in events if event["event"] == "result_entered"]


# --------------------------------------------------------------------------------------- a killed browser


@contextmanager
def killable(playwright: Playwright, profile: Path) -> Iterator[tuple[subprocess.Popen[bytes], Page]]:
    """A Chromium of our own, so that it can be killed like by a power cut."""
    (profile / "DevToolsActivePort").unlink(missing_ok=True)
    options = [
        "--headless",
        "--no-sandbox",
        "--no-first-run",
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
    ]
    process = subprocess.Popen(
        [require_chromium(), *options, "about:blank"], stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        port = until(lambda: (profile / "DevToolsActivePort").read_text().split()[0], "the browser does not start")
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        yield process, browser.contexts[0].pages[0]
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the browser and all its processes at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def typed_by_chance(chance: random.Random, count: int) -> list[tuple[int, str]]:
    """Tables and keys, each one a change: what is typed a second time over the same is no event."""
    last: dict[int, str] = {}
    script = []
    for _ in range(count):
        table = chance.randint(1, 10)
        last[table] = chance.choice([key for key in "10=+-" if key != last.get(table)])
        script.append((table, last[table]))
    return script


def test_a_killed_browser_loses_at_most_the_key_being_pressed(
    playwright: Playwright, site_url: str, tmp_path: Path
) -> None:
    """A script of keys, killed at random moments: what was said to be saved is there, and nothing but the script."""
    chance = random.Random(4)
    script = typed_by_chance(chance, KILLS * 8)
    address, done, said = "", 0, 0
    for turn in range(KILLS + 1):
        with killable(playwright, tmp_path / "profile") as (process, page):
            arbiter = Arbiter(page, site_url)
            if not address:
                arbiter.open(BEGUN)
                page.goto(page.url.rsplit("/round", 1)[0] + "/round/1")
                address = page.url
            else:
                page.goto(address)
            expect(page.locator("#table-1")).to_be_visible()
            kept = results(arbiter.stored())
            assert len(kept) >= said, "something that was said to be saved is gone"
            assert kept == [key for _, key in script[: len(kept)]]
            assert len(kept) <= done
            if turn == KILLS:
                break
            done = len(kept)
            for table, key in script[done : done + chance.randint(1, 8)]:
                arbiter.press(table, key)
                done += 1
                if chance.random() < 0.5:
                    time.sleep(chance.random() / 20)
            said = int(page.locator("#saved").get_attribute("data-count") or 0) - COUNT
            time.sleep(chance.random() / 10)
            kill(process)
    assert said > 0


# --------------------------------------------------------------------------------------- a disk that refuses


FULL = """
window.isFull = false;
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...values) {
    if (window.isFull) throw new DOMException("full", "QuotaExceededError");
    return add.apply(this, values);
};
"""


def test_a_full_disk_is_said_and_all_of_it_can_be_saved_to_a_file_and_tried_again(arbiter: Arbiter) -> None:
    page = arbiter.page
    page.add_init_script(FULL)
    arbiter.open(BEGUN)
    page.evaluate("window.isFull = true")
    arbiter.press(1, "1")
    expect(arbiter.notice("full")).to_be_visible()
    arbiter.press(2, "0")
    expect(page.locator("#table-2 .result")).to_contain_text("0 : 1")
    assert results(list(arbiter.copied().events)) == ["1", "0"]
    assert results(arbiter.stored()) == []
    page.evaluate("window.isFull = false")
    page.locator("[data-page=keep-again]:visible").click()
    arbiter.see(COUNT + 2)
    assert results(arbiter.stored()) == ["1", "0"]
    expect(arbiter.notice("full")).to_be_hidden()


def test_a_browser_that_keeps_nothing_says_so_and_a_tournament_can_be_saved_to_a_file(arbiter: Arbiter) -> None:
    page = arbiter.page
    page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError') }")
    arbiter.home()
    page.fill("#new-title", "Private")
    page.locator("form[data-page=create] button.primary").click()
    expect(page.locator("#app .tournament")).to_be_visible()
    expect(arbiter.notice("refused")).to_be_visible()
    assert arbiter.copied().tournament.settings.name == "Private"


def test_what_was_cleared_under_the_page_is_written_again(arbiter: Arbiter) -> None:
    arbiter.open(BEGUN)
    arbiter.page.evaluate(
        """() => new Promise((resolve) => { indexedDB.deleteDatabase("losovna").onsuccess = resolve })"""
    )
    arbiter.press(1, "1")
    expect(arbiter.notice("rescued")).to_be_visible()
    assert results(arbiter.stored()) == ["1"]
    assert len(arbiter.stored()) == COUNT + 1


def make_database(page: Page, version: int) -> None:
    """Put a database of another version where the app's is: with a list, as version 1 had it."""
    page.evaluate(
        """(version) => new Promise((resolve) => {
            const opening = indexedDB.open("losovna", version);
            opening.onupgradeneeded = () => opening.result.createObjectStore("lists").put("Anna", "old");
            opening.onsuccess = () => { opening.result.close(); resolve(); };
        })""",
        version,
    )


def test_a_database_of_the_first_version_keeps_its_lists_and_gains_tournaments(arbiter: Arbiter) -> None:
    arbiter.page.goto(f"{arbiter.url}en/about/")
    make_database(arbiter.page, 1)
    arbiter.open(BEGUN)
    assert len(arbiter.stored()) == COUNT
    found = arbiter.page.evaluate(
        """() => new Promise((resolve) => {
            const opening = indexedDB.open("losovna");
            opening.onsuccess = () => {
                const asked = opening.result.transaction("lists").objectStore("lists").get("old");
                asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
            };
        })"""
    )
    assert found == "Anna"


def test_a_database_of_a_newer_version_is_left_alone(arbiter: Arbiter) -> None:
    arbiter.page.goto(f"{arbiter.url}en/about/")
    make_database(arbiter.page, 99)
    arbiter.home()
    expect(arbiter.notice("newer")).to_be_visible()


# --------------------------------------------------------------------------------------- what is damaged


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(7, id="no event"),
        pytest.param({"event": "player_removed", "number": 999}, id="an event that cannot be"),
        pytest.param({"event": "from the future"}, id="an event that nobody knows"),
    ],
)
def test_before_a_damaged_record_all_can_be_read_and_gone_on_with(arbiter: Arbiter, record: object) -> None:
    arbiter.open(BEGUN)
    page = arbiter.page
    damaged, address = arbiter.id, page.url
    page.evaluate(
        """([id, number, event]) => new Promise((resolve) => {
            const opening = indexedDB.open("losovna");
            opening.onsuccess = () => {
                const change = opening.result.transaction("events", "readwrite");
                change.objectStore("events").put({ id, number, event });
                change.oncomplete = () => { opening.result.close(); resolve(); };
            };
        })""",
        [damaged, COUNT - 1, record],
    )
    page.goto("about:blank")
    page.goto(address)
    expect(arbiter.notice("damaged")).to_be_visible()
    with page.expect_download() as download:
        arbiter.notice("damaged").locator("[data-page=copy-records]").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").count('"event"') >= COUNT - 1
    arbiter.notice("damaged").locator("[data-page=go-on-with-copy]").click()
    until(lambda: arbiter.id != damaged, "no copy is made")
    expect(arbiter.notice("damaged")).to_be_hidden()
    until(lambda: len(arbiter.stored()) >= COUNT - 1, "the copy is not kept")
    assert not Journal(tuple(arbiter.stored())).tournament.rounds


def test_a_file_of_a_newer_version_is_refused_and_nothing_is_kept(arbiter: Arbiter) -> None:
    arbiter.home()
    newer = b'{"format": "losovna", "version": 2, "events": []}'
    arbiter.page.set_input_files("#file", {"name": "t.json", "mimeType": "application/json", "buffer": newer})
    expect(arbiter.page.locator("#status")).to_contain_text("newer")
    expect(arbiter.page.locator(".tournaments li")).to_have_count(0)


# --------------------------------------------------------------------------------------- two windows


def test_of_two_windows_one_writes_and_the_other_reads_until_it_takes_over(arbiter: Arbiter) -> None:
    arbiter.open(BEGUN)
    second = Arbiter(arbiter.page.context.new_page(), arbiter.url)
    second.page.goto(arbiter.page.url)
    expect(second.notice("elsewhere")).to_be_visible()
    expect(second.page.locator("#table-1")).to_be_visible()
    arbiter.press(1, "1")
    arbiter.see(COUNT + 1)
    expect(second.page.locator("#table-1 .result")).to_contain_text("1 : 0")
    second.press(2, "0")
    expect(second.page.locator("#status")).to_contain_text("NOT")
    expect(second.page.locator("#table-2")).to_have_attribute("data-open", "")
    second.notice("elsewhere").locator("[data-page=take-over]").click()
    expect(arbiter.notice("elsewhere")).to_be_visible()
    second.press(2, "0")
    second.see(COUNT + 2)
    arbiter.press(3, "1")
    expect(arbiter.page.locator("#status")).to_contain_text("NOT")
    assert results(second.stored()) == ["1", "0"]


# --------------------------------------------------------------------------------------- Python that breaks down


def test_a_worker_that_dies_silently_is_noticed_at_once(arbiter: Arbiter) -> None:
    """Nothing tells the page, but the lock that the worker held is free; another worker goes on at once."""
    arbiter.open(BEGUN)
    page = arbiter.page
    page.clock.install()
    page.clock.pause_at("2040-01-01")  # no waiting helps
    for turn in range(2):
        (worker,) = page.workers
        with page.expect_event("worker"):
            worker.evaluate("self.close()")
        arbiter.press(turn + 1, "1")
        arbiter.see(COUNT + turn + 1)
    assert results(arbiter.stored()) == ["1", "1"]


def test_a_key_pressed_while_the_worker_dies_counts_once(arbiter: Arbiter) -> None:
    page = arbiter.open(BEGUN).page
    page.workers[0].evaluate("setTimeout(() => self.close(), 50)")
    for table, key in enumerate("10=+", start=1):
        arbiter.press(table, key)
    arbiter.see(COUNT + 4)
    assert results(arbiter.stored()) == ["1", "0", "=", "+"]


HANG = "setTimeout(() => { for (;;); })"


def test_a_worker_that_hangs_is_started_again_and_does_what_was_asked(arbiter: Arbiter) -> None:
    """What takes no time is waited for only a moment; what is typed meanwhile comes after it, and each of it once."""
    page = arbiter.open(BEGUN).page
    page.clock.install()
    page.workers[0].evaluate(HANG)
    arbiter.press(1, "1")
    arbiter.press(2, "0")
    page.wait_for_timeout(300)
    with page.expect_event("worker"):
        page.clock.fast_forward(6_000)
    arbiter.see(COUNT + 2)
    assert results(arbiter.stored()) == ["1", "0"]


def test_a_draw_may_take_its_time_and_can_be_given_up(arbiter: Arbiter) -> None:
    drawn = journal(4)
    begun = Journal(drawn.events[:-1])
    page = arbiter.open(begun).page
    page.locator(".tabs a", has_text="Round").click()
    draw = page.get_by_role("button", name="Draw round 1")
    expect(draw).to_be_visible()
    page.clock.install()
    page.workers[0].evaluate(HANG)
    draw.press("Enter")
    page.wait_for_timeout(300)
    page.clock.fast_forward(10_000)
    expect(arbiter.notice("drawing")).to_be_visible()
    with page.expect_event("worker"):
        arbiter.notice("drawing").locator("[data-page=cancel]").press("Enter")
    expect(arbiter.notice("drawing")).to_be_hidden()
    expect(draw).to_be_visible()
    draw.press("Enter")
    expect(page.locator(".draft .chip")).to_have_count(4)
    assert arbiter.stored() == list(begun.events)


# Notes each share that the bar of a draw shows.
SHARES = """() => {
    const bar = document.getElementById("drawn");
    globalThis.shares = [];
    new MutationObserver(() => bar.position >= 0 && shares.push(bar.value)).observe(bar, { attributes: true });
}"""


def test_a_long_draw_shows_how_far_it_is(arbiter: Arbiter) -> None:
    made = simulate(Plan(700, 2), rule_set("dubov-cas"), "long")
    page = arbiter.open(Journal(events_of(replace(made, settings=replace(made.settings, rounds=5))))).page
    page.locator(".tabs a", has_text="Round").click()
    page.evaluate(SHARES)
    page.get_by_role("button", name="Draw round 3").press("Enter")
    expect(page.locator(".draft .chip").first).to_be_visible()
    shares = page.evaluate("shares")
    assert shares
    assert all(0 < share <= 700 for share in shares)
    assert page.locator("#drawn").get_attribute("value") is None


def test_without_python_the_tournaments_are_listed_and_can_be_saved_to_files(chromium: Browser, site_url: str) -> None:
    context = chromium.new_context(service_workers="block")  # its cache would have the worker
    context.add_init_script(NO_PICKER)
    arbiter = Arbiter(context.new_page(), site_url).open(BEGUN)
    page = arbiter.page
    stop = lambda route: route.abort()  # noqa: E731
    page.context.route("**/worker.js", stop)
    page.goto("about:blank")
    page.goto(f"{arbiter.url}en/arbiter/")
    expect(arbiter.notice("python")).to_be_visible()
    expect(page.locator("#app li")).to_contain_text("Holding")
    assert arbiter.copied("#app [data-page=copy-kept]").events == BEGUN.events
    page.context.unroute("**/worker.js", stop)
    arbiter.notice("python").locator("[data-page=restart]").click()
    expect(page.locator("#new-title")).to_be_visible()
    context.close()


def test_an_impatient_arbiter_with_a_slow_worker_does_things_once(arbiter: Arbiter) -> None:
    """Two Enters and a double click while Python is still starting: one tournament."""
    page = arbiter.page
    arbiter.home()
    page.fill("#new-title", "Once")
    page.locator("form[data-page=create] button.primary").dblclick()
    expect(page.locator("#app .tournament")).to_be_visible()
    page.locator("a[href='#/']").first.click()
    expect(page.locator(".tournaments li")).to_have_count(1)


# --------------------------------------------------------------------------------------- the list, and copies


def test_deleted_comes_back_and_a_duplicate_stands_beside(arbiter: Arbiter) -> None:
    arbiter.open(BEGUN)
    page = arbiter.page
    page.locator("a[href='#/']").first.click()
    expect(page.locator(".tournaments li")).to_contain_text("never copied out")
    page.locator("[data-page=delete]").click()
    expect(page.locator("[id^=kept-]")).to_have_count(0)
    page.reload()
    page.locator("[data-page=restore]").click(timeout=PATIENCE)
    expect(page.locator("[id^=kept-]")).to_have_count(1)
    page.locator("[data-page=duplicate]").click()
    expect(page.locator("#app .tournament")).to_be_visible()
    page.locator("a[href='#/']").first.click()
    expect(page.locator("[id^=kept-]")).to_have_count(2)


CHOSEN = """window.showSaveFilePicker = async () =>
    (await navigator.storage.getDirectory()).getFileHandle("copy.json", { create: true })"""
COPY = """async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("copy.json");
    return (await handle.getFile()).text();
}"""


def test_copies_go_to_the_chosen_file_after_each_round(context: BrowserContext, site_url: str) -> None:
    context.add_init_script(CHOSEN)
    arbiter = Arbiter(context.new_page(), site_url).open(journal(4))
    page = arbiter.page
    page.locator("#app [data-page=copy]").click()
    expect(page.locator("#status")).to_contain_text("copy.json")
    arbiter.press(1, "1")
    arbiter.press(2, "0")
    until(lambda: page.evaluate(COPY).count("result_entered") == 2, "the copy is not written after the round")
    page.locator("a[href='#/']").first.click()
    expect(page.locator(".tournaments li")).to_contain_text("last copied out")


def test_after_a_round_a_copy_is_asked_for_with_the_date_of_the_last(arbiter: Arbiter) -> None:
    arbiter.open(journal(4))
    expect(arbiter.notice("copy")).to_be_hidden()
    arbiter.press(1, "1")
    arbiter.press(2, "0")
    expect(arbiter.notice("copy")).to_contain_text("never")
    assert len(results(list(arbiter.copied("#holding [data-when=copy] [data-page=copy]").events))) == 2
    expect(arbiter.notice("copy")).to_be_hidden()


def test_the_browser_is_asked_to_keep_with_the_reason(arbiter: Arbiter) -> None:
    arbiter.page.add_init_script(
        """navigator.storage.persisted = async () => false; navigator.storage.persist = async () => true"""
    )
    arbiter.open(journal(4))
    expect(arbiter.notice("persist")).to_contain_text("throw away")
    arbiter.notice("persist").locator("[data-page=persist]").click()
    expect(arbiter.page.locator("#status")).to_contain_text("will keep")
    expect(arbiter.notice("persist")).to_be_hidden()


def test_a_notice_does_not_move_the_screen_that_is_shown_already(arbiter: Arbiter) -> None:
    """Whoever presses a button of the new screen presses that one, however late the browser answers."""
    page = arbiter.page
    page.add_init_script(
        """navigator.storage.persisted = () => new Promise((answer) => {
            setTimeout(() => { window.isAnswered = true; answer(false); }, 700);
        })"""
    )
    arbiter.home()
    page.fill("#new-title", "Cup")
    page.evaluate("window.isAnswered = false")
    page.press("#new-title", "Enter")
    arbiter.see(1)
    before = page.locator("#app").bounding_box()
    until(lambda: page.evaluate("window.isAnswered"), "the browser was not asked")
    expect(arbiter.notice("persist")).to_be_visible()
    assert page.locator("#app").bounding_box() == before


def test_undo_goes_back_across_a_reload_and_the_log_tells_it(arbiter: Arbiter) -> None:
    arbiter.open(journal(4))
    page = arbiter.page
    arbiter.press(1, "1")
    arbiter.press(2, "0")
    count = len(journal(4).events)
    arbiter.see(count + 2)
    page.reload()
    arbiter.see(count + 2)
    for back in (1, 2, 3):
        page.locator("[data-do=undo]").click()
        arbiter.see(count + 2 + back)
    page.reload()
    arbiter.see(count + 5)
    page.locator("[data-do=redo]").click()
    arbiter.see(count + 6)
    assert len(Journal(tuple(arbiter.stored())).tournament.rounds) == 1
    page.locator(".tabs a[href$='/log']").click()
    expect(page.locator(".log tr.undone")).to_have_count(2)
    expect(page.locator(".log tbody")).to_contain_text("Done again: Round 1 published")
