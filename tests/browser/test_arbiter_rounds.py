"""The screen of a round in a real Chromium: keys, box and menu, where they must not act, scores, the wall."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from arbiter import Arbiter, journal
from builder import app
from playwright.sync_api import BrowserContext, Page, expect

from pairing_core.journal import Event, Journal, paired_event
from pairing_core.swiss import pair_round

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def begun(page: Page, url: str, started: Journal) -> Arbiter:
    """The round of a tournament from a file, with Python ready."""
    at = Arbiter(page, url).open(started)
    page.locator(".tabs a", has_text="Round").click()
    expect(page.locator("[data-results]")).to_be_visible()
    return at


REVERSI = {"name": "Reversi", "rounds": 5, "system": "othello", "discipline": "reversi", "board_total": 64}


def reversi(players: int = 6, settings: Mapping[str, object] = REVERSI) -> Journal:
    """A game with scores, its first round published."""
    events: list[Event] = [{"event": "created", "settings": dict(settings)}]
    events += [
        {"event": "player_added", "player": {"number": number, "name": f"Player {number}"}}
        for number in range(1, players + 1)
    ]
    before = Journal(tuple(events))
    return before.append(paired_event(pair_round(before.tournament).round))


def results(at: Arbiter) -> list[tuple[Any, ...]]:
    """The results on the disk, in the order in which they were entered."""
    return [(event["result"], *event.get("scores", ())) for event in at.stored() if event["event"] == "result_entered"]


def missing(page: Page, count: int) -> None:
    expect(page.locator("#round-state")).to_contain_text(f"Results missing: {count}")


def test_digits_are_digits_where_a_keyboard_wants_shift_for_them(context: BrowserContext, site_url: str) -> None:
    """On a Czech keyboard the key of 1 says "+", which would be a win without a game; a plus of its own stays one."""
    page = context.new_page()
    at = begun(page, site_url, journal(8))
    for table, key, code in ((1, "+", "Digit1"), (2, "é", "Digit0"), (3, "ř", "Digit5"), (4, "+", "NumpadAdd")):
        page.locator(f"#table-{table}").dispatch_event("keydown", {"key": key, "code": code})
    expect(page.locator("#round-state")).to_contain_text("All results are in.")
    at.see(14)
    assert results(at) == [("1",), ("0",), ("=",), ("+",)]


def test_an_error_is_gone_when_the_next_thing_is_done(context: BrowserContext, site_url: str) -> None:
    """Also where there is nothing to say of what was done."""
    page = context.new_page()
    begun(page, site_url, journal(8))
    for typed, seen in (("xyz", "#status:has-text('xyz')"), ("Player 1", "tr[data-first]:focus")):
        page.locator("#jump").fill(typed)
        page.locator("#jump").press("Enter")
        expect(page.locator(seen)).to_be_visible()
    expect(page.locator("#status")).not_to_contain_text("xyz")


def test_keys_enter_results_and_go_on(context: BrowserContext, site_url: str) -> None:
    page = context.new_page()
    at = begun(page, site_url, journal(8))
    page.locator("#table-1").focus()
    for key in "10":
        page.keyboard.press(key)
    missing(page, 2)
    expect(page.locator("#table-3")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    missing(page, 3)
    page.keyboard.press("5")
    expect(page.locator("#table-3")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("-")
    expect(page.locator("#round-state")).to_contain_text("All results are in.")
    assert results(at) == [("1",), ("0",), (None,), ("=",), ("+",), ("-",)]


def test_keys_act_nowhere_else(context: BrowserContext, site_url: str) -> None:
    """Report 53: a digit in a field is a digit, in an open menu nothing, and a key held down is one press."""
    page = context.new_page()
    at = begun(page, site_url, journal(8))
    page.locator("#table-1").focus()
    page.keyboard.press("/")
    expect(page.locator("#jump")).to_be_focused()
    page.keyboard.type("10")
    expect(page.locator("#jump")).to_have_value("10")
    page.fill("#jump", "")
    page.locator("#table-2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#result-menu")).to_be_visible()
    page.locator("#table-2").focus()
    page.keyboard.press("0")
    page.keyboard.press("Escape")
    expect(page.locator("#result-menu")).to_be_hidden()
    page.locator("#table-1").focus()
    page.keyboard.down("1")
    page.keyboard.down("1")
    page.keyboard.down("1")
    page.keyboard.up("1")
    missing(page, 3)
    assert results(at) == [("1",)]


def test_box_menu_and_filter(context: BrowserContext, site_url: str) -> None:
    """Report 49 and 53: what is wrong stays in the box with a reason; the filter stays when a result comes."""
    page = context.new_page()
    at = begun(page, site_url, journal(8))
    page.fill("#jump", "3 =")
    page.keyboard.press("Enter")
    missing(page, 3)
    expect(page.locator("#jump")).to_have_value("")
    expect(page.locator("#jump")).to_be_focused()
    page.fill("#jump", "99 1")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("There is no table 99 in round 1.")
    expect(page.locator("#jump")).to_be_focused()
    expect(page.locator("#jump")).to_have_value("99 1")
    page.fill("#jump", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#table-2")).to_be_focused()
    page.get_by_role("link", name="Still open").click()
    expect(page.locator("[data-results] tbody tr")).to_have_count(3)
    page.locator("#table-4 [data-menu]").click()
    page.locator("#result-menu .big button").first.click()
    expect(page.locator("[data-results] tbody tr")).to_have_count(2)
    expect(page.locator("#result-menu")).to_be_hidden()
    missing(page, 2)
    assert results(at) == [("=",), ("1",)]


def test_discs_by_enter_alone(context: BrowserContext, site_url: str) -> None:
    """On a board one number says both; more than the board is refused, and what does not add up questioned."""
    page = context.new_page()
    at = begun(page, site_url, reversi())
    page.locator("#table-1").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    missing(page, 2)
    expect(page.locator("#table-2 input").first).to_be_focused()
    page.keyboard.type("65")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("65 is more than the 64 that the board has.")
    expect(page.locator("#table-2 input").first).to_be_focused()
    assert results(at) == [("1", 40, 24)]
    page.locator("#table-2 input").first.fill("40")
    page.locator("#table-2 input").last.fill("23")
    page.keyboard.press("Enter")
    expect(page.locator(".doubts")).to_contain_text("40 and 23 make 63, but the board has 64. Is that right?")
    expect(page.locator("#table-3 input").first).to_be_focused()
    assert results(at) == [("1", 40, 24), ("1", 40, 23)]


def test_a_draft_is_changed_by_keyboard_and_outlives_a_reload(context: BrowserContext, site_url: str) -> None:
    page = context.new_page()
    started = Journal(journal(8).events[:-1])
    at = Arbiter(page, site_url).open(started)
    page.goto(f"{site_url}en/arbiter/#/{at.id}/round/1")
    page.get_by_role("button", name="Draw round 1").press("Enter")
    chips = page.locator(".draft .chip")
    expect(chips).to_have_count(8)
    chips.nth(0).press("Enter")
    expect(page.locator(".partners")).to_be_visible()
    expect(chips.nth(0)).to_have_attribute("aria-pressed", "true")
    chips.nth(2).press("Enter")
    expect(page.locator("[data-do=step-back]")).to_be_visible()
    changed = chips.all_inner_texts()
    page.reload()
    expect(chips).to_have_count(8)
    assert chips.all_inner_texts() == changed
    page.locator("[data-do=publish]").first.dblclick()
    expect(page.locator("[data-results] tbody tr")).to_have_count(4)
    assert [event["event"] for event in at.stored()].count("round_paired") == 1


def test_the_wall_follows_and_the_clock_runs(context: BrowserContext, site_url: str) -> None:
    """A result entered in one window shows on the wall; the clock started there runs here."""
    page = context.new_page()
    at = begun(page, site_url, journal(8))
    wall = context.new_page()
    wall.goto(f"{site_url}en/arbiter/#/{at.id}/projector/1")
    expect(wall.locator(".projector tbody tr")).to_have_count(4)
    page.bring_to_front()
    page.locator("#table-1").press("1")
    expect(wall.locator(".projector tbody tr").first).to_contain_text("1 : 0")
    page.locator(".clock-box summary").click()
    page.locator("[data-clock-do=start]").click()
    expect(page.locator("[data-clock]")).to_have_attribute("data-state", "running")
    wall.get_by_role("link", name="Clock").click()
    expect(wall.locator("[data-clock-face]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(wall.locator("[data-clock]")).to_have_attribute("data-state", "running")


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_a_round_is_accessible_and_fits_a_phone(context: BrowserContext, site_url: str, lang: str) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    at = Arbiter(page, site_url).open(reversi(7), lang)
    axe = (app.SITE / "node_modules" / "axe-core" / "axe.min.js").read_text()
    for path in ("round/1", "round/1?view=why", "projector/1?by=table", "projector/1?by=clock"):
        page.goto(f"{site_url}{lang}/arbiter/#/{at.id}/{path}")
        expect(page.locator("[data-results], #why-1, .projector").first).to_be_visible()
        _is_clean(page, axe)
    page.goto(f"{site_url}{lang}/arbiter/#/{at.id}/round/1")
    page.locator("[data-do=rearrange]").click()
    expect(page.locator(".draft .chip").first).to_be_visible()
    page.locator(".draft .chip").first.click()
    expect(page.locator(".partners")).to_be_visible()
    _is_clean(page, axe)


def _is_clean(page: Page, axe: str) -> None:
    page.evaluate(axe)
    violations = "done.violations.map((each) => [each.id, each.nodes.length, each.nodes[0].html])"
    found = page.evaluate(f"() => axe.run().then((done) => {violations})")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
