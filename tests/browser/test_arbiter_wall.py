"""What everybody in the room sees and hears: the window on the wall, which turns its pages by itself, and the clock."""

from __future__ import annotations

from typing import Any

import pytest
from arbiter import Arbiter, journal
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PLAYERS = 60
HEARD = """window.heard = [];
const Quiet = window.OscillatorNode;
window.OscillatorNode = class extends Quiet {
    constructor(context, options) { super(context, options); window.heard.push(options.frequency); }
};"""
SEEN = """() => {
    const pages = document.querySelector("[data-pages]");
    const place = pages.getBoundingClientRect();
    const top = pages.querySelector("thead")?.getBoundingClientRect().bottom ?? place.top;
    return [...pages.querySelectorAll("tbody tr")].filter((row) => {
        const at = row.getBoundingClientRect();
        return at.top >= top - 1 && at.bottom <= place.bottom + 1;
    }).map((row) => row.querySelector("th").textContent);
}"""
ALARM = [660, 880, 660, 880, 660, 880]


@pytest.fixture
def desk(context: BrowserContext, site_url: str) -> Arbiter:
    """A round of sixty players, in a window whose sounds are counted and whose time is ours."""
    context.add_init_script(HEARD)
    page = context.new_page()
    page.clock.install()
    return Arbiter(page, site_url).open(journal(PLAYERS))


def on_the_wall(desk: Arbiter, by: str) -> Page:
    page = desk.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{desk.url}en/arbiter/#/{desk.id}/projector/1?by={by}")
    expect(page.locator(".projector")).to_be_visible()
    stop_time(page)
    return page


def stop_time(page: Page) -> None:
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)


def heard(page: Page) -> Any:
    return page.evaluate("window.heard")


@pytest.mark.parametrize(("by", "count"), [("name", PLAYERS), ("table", PLAYERS // 2), ("standings", PLAYERS)])
def test_the_wall_turns_its_pages_until_everybody_has_been_seen_and_begins_anew(
    desk: Arbiter, by: str, count: int
) -> None:
    page = on_the_wall(desk, by)
    for _ in range(4):
        page.locator("[data-size='1.1']").click()
    turned: list[list[str]] = []
    for _ in range(60):
        page.clock.run_for(9_000)
        if page.evaluate("document.querySelector('[data-pages]').scrollTop") == 0:
            turned.append([])
        if len(turned) == 2:
            break
        if turned:
            turned[-1] += page.evaluate(SEEN)
    else:
        pytest.fail("the first page does not come back")
    everybody = set(turned[0])
    assert len(turned[0]) > count, "a line at the edge is shown twice rather than cut"
    assert len(everybody) == count


def test_the_letters_of_the_wall_are_its_own_and_stay(desk: Arbiter) -> None:
    page = on_the_wall(desk, "name")
    size = "parseFloat(getComputedStyle(document.querySelector('.projector tbody th')).fontSize)"
    before = page.evaluate(size)
    page.locator("[data-size='1.1']").press("Enter")
    larger = page.evaluate(size)
    assert larger > before * 1.05
    page.reload()
    expect(page.locator(".projector")).to_be_visible()
    assert page.evaluate(size) == larger
    page.locator("[data-size='0.9']").press("Enter")
    assert page.evaluate(size) < larger
    page.goto(f"{desk.url}en/arbiter/#/{desk.id}/round/1")
    expect(page.locator("#table-1 th")).to_be_visible()
    own = "parseFloat(getComputedStyle(document.querySelector('#table-1 th')).fontSize)"
    assert page.evaluate(own) < before


def test_the_wall_and_its_clock_fill_the_screen(desk: Arbiter) -> None:
    page = on_the_wall(desk, "clock")
    page.locator("[data-full]").click()
    expect(page.locator("html:fullscreen")).to_have_count(1)
    page.locator("[data-full]").click()
    expect(page.locator(":fullscreen")).to_have_count(0)
    size = "parseFloat(getComputedStyle(document.querySelector('.clock .face')).fontSize)"
    page.locator("[data-clock-do=large]").click()
    expect(page.locator(".clock:fullscreen")).to_have_count(1)
    assert page.evaluate(size) > 100


def test_the_clock_runs_stops_gets_a_minute_more_and_sounds_once(desk: Arbiter) -> None:
    page = on_the_wall(desk, "clock")
    face = page.locator("[data-clock-face]")
    page.fill("[data-clock-minutes]", "2")
    page.locator("[data-clock-do=start]").click()
    expect(face).to_have_text("2:00")
    page.clock.run_for(30_000)
    expect(face).to_have_text("1:30")
    page.locator("[data-clock-do=pause]").click()
    page.clock.run_for(60_000)
    expect(face).to_have_text("1:30")
    page.locator("[data-clock-do=start]").click()
    page.locator("[data-clock-do=more]").click()
    expect(face).to_have_text("2:30")
    page.clock.run_for(149_000)
    expect(face).to_have_text("0:01")
    assert heard(page) == []
    page.clock.run_for(2_000)
    expect(face).to_have_text("Time is up")
    assert heard(page) == ALARM
    page.clock.run_for(60_000)
    assert heard(page) == ALARM, "it sounds once"
    page.reload()
    page.clock.run_for(5_000)
    expect(face).to_have_text("Time is up")
    assert heard(page) == []


def test_the_clock_is_the_same_in_both_windows_and_the_one_that_may_make_a_sound_sounds(desk: Arbiter) -> None:
    """Nobody has pressed anything in the window on the wall: its browser keeps it mute."""
    wall = Arbiter(desk.page.context.new_page(), desk.url)
    wall.page.goto(f"{desk.url}en/arbiter/#/{desk.id}/projector/1?by=clock")
    expect(wall.page.locator("[data-clock-face]")).to_have_text("–")
    page = desk.page
    page.locator(".clock-box summary").click()
    stop_time(page)
    page.fill("[data-clock-minutes]", "1")
    page.locator("[data-clock-do=start]").click()
    expect(wall.page.locator("[data-clock-face]")).to_have_text("1:00")
    wall.page.clock.run_for(61_000)
    for each in (wall.page, page):
        expect(each.locator("[data-clock-face]")).to_have_text("Time is up")
    assert (heard(wall.page), heard(page)) == ([], ALARM)
