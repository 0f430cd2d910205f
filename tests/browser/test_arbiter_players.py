"""Set-up and players in a real Chromium: lists from files, a press too many, what is typed and not sent."""

from __future__ import annotations

import pytest
from arbiter import Arbiter, journal
from playwright.sync_api import BrowserContext, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def desk(context: BrowserContext, site_url: str) -> Arbiter:
    """The page, not opened yet, in a fresh profile."""
    return Arbiter(context.new_page(), site_url)


def begin(desk: Arbiter) -> Arbiter:
    """Set up a tournament by keyboard."""
    desk.home()
    desk.page.fill("#new-title", "Cup")
    desk.page.press("#new-title", "Enter")
    return desk.see(1)


def test_advice_comes_while_the_form_is_filled_in(desk: Arbiter) -> None:
    page = desk.home().page
    page.fill("#new-title", "Cup")
    page.fill("#new-rounds", "5")
    page.fill("#new-count", "6")
    page.press("#new-count", "Tab")
    expect(page.locator("#new-advice")).to_contain_text("no pairing without a repeated game is left")
    expect(page.locator("#new-title")).to_have_value("Cup")
    expect(page.locator("#new-rounds")).to_have_value("5")


def test_a_file_is_looked_at_in_its_code_page_before_anything_is_kept(desk: Arbiter) -> None:
    """The code page is changed in the preview, and only the last press stores anything (reported, 64)."""
    page = begin(desk).page
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Open a list…").click()
    text = "Łukasz Żak;1500\r\nJiří Šíp;1400\r\n".encode("cp1250")
    chosen.value.set_files({"name": "list.csv", "mimeType": "text/csv", "buffer": text})
    preview = page.locator("table.preview")
    expect(preview).to_contain_text("Łukasz Żak")
    page.select_option("#encoding", "cp1252")
    expect(preview).not_to_contain_text("Łukasz Żak")
    page.select_option("#encoding", "cp1250")
    expect(preview).to_contain_text("Łukasz Żak")
    assert len(desk.stored()) == 1
    page.locator("#add-list").press("Enter")
    desk.see(3)
    expect(page.locator("#player-2")).to_contain_text("Jiří Šíp")
    expect(preview).to_have_count(0)


def test_a_press_too_many_has_one_effect(desk: Arbiter) -> None:
    """Enter twice in the field of a new player, a double click on the button of a list (reported, 10)."""
    page = begin(desk).page
    page.fill("#new-player", "Anna")
    page.evaluate(
        """() => { const form = document.getElementById("player-form"); form.requestSubmit(); form.requestSubmit(); }"""
    )
    expect(page.locator("#player-1")).to_contain_text("Anna")
    page.fill("#new-players", "Béla\nCyril")
    page.get_by_role("button", name="Preview").click()
    page.locator("#add-list").dblclick()
    expect(page.locator("#player-3")).to_contain_text("Cyril")
    desk.see(4)
    assert [event["player"]["name"] for event in desk.stored()[1:]] == ["Anna", "Béla", "Cyril"]


def test_what_is_typed_and_not_sent_outlives_what_is_done_beside_it(desk: Arbiter) -> None:
    page = desk.open(journal(players=4)).page
    page.goto(f"{desk.url}en/arbiter/#/{desk.id}/players")
    page.fill("#new-player", "Half a na")
    page.fill("#new-players", "Not yet\nsent")
    page.locator("#player-2").get_by_role("button", name="Remove").click()
    expect(page.locator("#player-2")).to_have_class("gone")
    expect(page.locator("#new-player")).to_have_value("Half a na")
    expect(page.locator("#new-players")).to_have_value("Not yet\nsent")


def test_a_mistake_in_the_set_up_leads_to_its_field_and_nothing_typed_is_lost(desk: Arbiter) -> None:
    page = begin(desk).page
    page.goto(f"{desk.url}en/arbiter/#/{desk.id}/setup")
    page.fill("#title", "Other")
    page.fill("#rounds", "x")
    page.press("#rounds", "Enter")
    expect(page.locator("#status")).to_contain_text("“x” is not a whole number.")
    expect(page.locator("#rounds")).to_be_focused()
    expect(page.locator("#rounds")).to_have_attribute("aria-invalid", "true")
    page.fill("#rounds", "5")
    page.locator("[data-move='down buchholz']").press("Enter")
    expect(page.locator(".tie-breaks li").last).to_contain_text("Buchholz")
    expect(page.locator("#title")).to_have_value("Other")
    assert desk.see(2).stored()[-1]["changes"] == {
        "name": "Other",
        "rounds": 5,
        "tie_breaks": ["direct-encounter", "buchholz"],
    }
