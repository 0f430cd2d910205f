"""Hands that are faster than Python: nothing that is typed or pressed meanwhile is lost or lands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from arbiter import Arbiter, journal
from playwright.sync_api import Browser, expect
from test_arbiter_rounds import begun, results

from pairing_core.journal import Journal

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SLOW = """(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...told) { setTimeout(() => post.apply(this, told), window.late ?? 0); };
    delete window.showSaveFilePicker;
})()"""
"""Python hears everything so many milliseconds later."""


@pytest.fixture
def desk(chromium: Browser, site_url: str) -> Iterator[Arbiter]:
    """The page, not opened yet, on a computer that can be made slow."""
    context = chromium.new_context(service_workers="block")
    context.add_init_script(SLOW)
    yield Arbiter(context.new_page(), site_url)
    context.close()


def late(at: Arbiter) -> Any:
    """From now on Python is slow."""
    at.page.evaluate("window.late = 300")
    return at.page.keyboard


def test_names_are_typed_one_after_another_without_waiting(desk: Arbiter) -> None:
    """Each Enter is a player; Enter twice is not two."""
    page = desk.open(Journal(journal(4).events[:-1])).page
    page.locator(".tabs a", has_text="Players").click()
    page.locator("#new-player").click()
    keys = late(desk)
    for name in ("Anna", "Béla", "Čeněk"):
        keys.type(name)
        keys.press("Enter")
        keys.press("Enter")
    expect(page.locator("#player-7")).to_contain_text("Čeněk")
    desk.see(8)
    assert [event["player"]["name"] for event in desk.stored()[5:]] == ["Anna", "Béla", "Čeněk"]
    expect(page.locator("#new-player")).to_have_value("")
    expect(page.locator("#status")).to_contain_text("Čeněk")


def test_tables_with_results_are_typed_one_after_another_and_a_wrong_one_comes_back(desk: Arbiter) -> None:
    at = begun(desk.page, desk.url, journal(8))
    page = at.page
    page.locator("#jump").click()
    keys = late(at)
    for typed in ("1 1", "2 0", "3 =", "99 1"):
        keys.type(typed)
        keys.press("Enter")
    expect(page.locator("#status")).to_have_text("There is no table 99 in round 1.")
    expect(page.locator("#jump")).to_have_value("99 1")
    expect(page.locator("#jump")).to_be_focused()
    assert results(at) == [("1",), ("0",), ("=",)]


def test_what_is_typed_on_stays_when_the_one_before_is_refused(desk: Arbiter) -> None:
    at = begun(desk.page, desk.url, journal(8))
    page = at.page
    page.locator("#jump").click()
    keys = late(at)
    keys.type("99 1")
    keys.press("Enter")
    keys.type("2 ")
    expect(page.locator("#status")).to_have_text("There is no table 99 in round 1.")
    expect(page.locator("#jump")).to_have_value("2 ")


def test_a_button_stays_under_the_mouse_until_it_is_let_go(desk: Arbiter) -> None:
    """The press ends the typing of a field, and the advice that follows from it would push the button away."""
    desk.page.set_viewport_size({"width": 1200, "height": 1000})
    page = desk.home().page
    page.fill("#new-title", "Six")
    page.fill("#new-rounds", "5")
    page.locator("#new-count").click()
    page.keyboard.type("6")
    button = page.locator("#new-form button.primary")
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(500)
    assert button.bounding_box() == box
    page.mouse.up()
    expect(page.locator(".tournament")).to_be_visible()


def test_a_press_that_never_ends_holds_nothing_up(desk: Arbiter) -> None:
    page = desk.home().page
    page.fill("#new-rounds", "5")
    page.locator("#new-count").click()
    page.keyboard.type("6")
    page.mouse.move(2, 2)
    page.mouse.down()
    expect(page.locator("#new-advice .notice")).to_be_visible()
