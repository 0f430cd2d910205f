"""Hands that are faster than Python: nothing that is typed or pressed meanwhile is lost or lands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from arbiter import Arbiter, journal
from playwright.sync_api import Browser, expect
from test_arbiter_rounds import begun, results, reversi

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


def test_discs_are_typed_one_after_another_and_each_stays_in_its_row(desk: Arbiter) -> None:
    at = begun(desk.page, desk.url, reversi(8))
    page = at.page
    page.locator("#table-1 input").first.click()
    keys = late(at)
    for discs in ("40", "20", "33"):
        keys.type(discs)
        keys.press("Enter")
    keys.type("6")
    expect(page.locator("#round-state")).to_contain_text("Results missing: 1")
    expect(page.locator("#table-4 input").first).to_have_value("6")
    assert results(at) == [("1", 40, 24), ("0", 20, 44), ("1", 33, 31)]
    keys.type("5")
    keys.press("Enter")
    expect(page.locator("#status")).to_have_text("65 is more than the 64 that the board has.")
    expect(page.locator("#table-4 input").first).to_be_focused()


def test_scores_half_typed_stay_when_the_row_before_is_entered(desk: Arbiter) -> None:
    """Scrabble: the first score of the next game stands there while that of the second is typed."""
    settings = {"name": "Words", "rounds": 5, "system": "dubov-cas", "discipline": "scrabble"}
    at = begun(desk.page, desk.url, reversi(6, settings))
    page = at.page
    page.locator("#table-1 input").first.click()
    keys = late(at)
    for score in ("350", "410", "380"):
        keys.type(score)
        keys.press("Enter")
    expect(page.locator("#table-1 .result")).to_contain_text("-60")
    expect(page.locator("#table-2 input").last).to_be_focused()
    expect(page.locator("#table-2 input").first).to_have_value("380")
    keys.type("390")
    keys.press("Enter")
    expect(page.locator("#table-2 .result")).to_contain_text("-10")
    assert results(at) == [("0", 350, 410), ("0", 380, 390)]


def test_scores_are_entered_by_leaving_them_where_a_phone_has_no_enter(desk: Arbiter) -> None:
    """Only when they are complete; going from one to the other is no leaving."""
    at = begun(desk.page, desk.url, reversi(6, {"rounds": 5, "system": "dubov-cas", "discipline": "scrabble"}))
    page = at.page
    page.locator("#table-1 input").first.click()
    page.keyboard.type("350")
    page.locator("#table-2 input").first.click()
    page.keyboard.type("1")
    page.locator("#table-1 input").last.click()
    page.keyboard.type("410")
    page.locator("#table-3 input").first.click()
    expect(page.locator("#round-state")).to_contain_text("Results missing: 2")
    expect(page.locator("#table-2 input").first).to_have_value("1")
    assert results(at) == [("0", 350, 410)]


def test_a_digit_on_a_row_begins_its_score(desk: Arbiter) -> None:
    """Also from a key that wants Shift for it; a forfeit keeps its key."""
    at = begun(desk.page, desk.url, reversi(6))
    page = at.page
    page.locator("#table-1").focus()
    page.keyboard.type("51")
    page.keyboard.press("Enter")
    page.locator("#table-2").dispatch_event("keydown", {"key": "+", "code": "Digit1"})
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.locator("#table-3").press("+")
    expect(page.locator("#round-state")).to_contain_text("All results are in.")
    assert results(at) == [("1", 51, 13), ("0", 12, 52), ("+",)]


def test_own_keys_may_be_any_and_a_capital_is_the_same_key(desk: Arbiter) -> None:
    at = begun(desk.page, desk.url, journal(8))
    page = at.page
    page.locator(".keys summary").click()
    page.fill("#own-keys", "/ * b")
    page.locator("#own-keys").press("Enter")
    expect(page.locator(".keys summary kbd", has_text="/")).to_be_visible()
    page.locator("#table-1").focus()
    for key in ("/", "*", "B"):
        page.keyboard.press(key)
    expect(page.locator("#round-state")).to_contain_text("Results missing: 1")
    assert results(at) == [("1",), ("0",), ("=",)]


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


def test_the_row_that_differs_is_seen_beside_the_sentence_on_a_phone(desk: Arbiter) -> None:
    """The status line stays at the top; with three lines of text it covered the row that it is about."""
    page = desk.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    desk.open(journal(20), "es")
    page.goto(f"{desk.url}es/arbiter/#/{desk.id}/round/1")
    page.locator("#table-1").focus()
    for _ in range(10):
        page.keyboard.press("1")
    page.locator("[data-do=check-results]").click()
    expect(page.locator("[data-command=check-result]")).to_be_visible()
    page.evaluate("scrollBy(0, document.getElementById('table-2').getBoundingClientRect().top - 66)")
    page.locator("#table-2").dispatch_event("keydown", {"key": "0", "code": "Digit0"})
    expect(page.locator("#table-2")).to_be_focused()
    row, bar = page.locator("#table-2").bounding_box(), page.locator(".app-state").bounding_box()
    assert row is not None
    assert bar is not None
    assert row["y"] >= bar["y"] + bar["height"]
