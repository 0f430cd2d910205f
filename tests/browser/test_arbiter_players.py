"""Set-up and players in a real Chromium: lists from files, a press too many, what is typed and not sent."""

from __future__ import annotations

import pytest
from arbiter import Arbiter, journal
from playwright.sync_api import BrowserContext, Page, expect

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


LIST = ("Łukasz Żak;1500\r\nJiří Šíp;1400\r\n".encode("cp1250"), "list.csv")
DROPPED = """([bytes, name]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
}"""


def drop(page: Page, data: bytes, name: str) -> None:
    dropped = page.evaluate_handle(DROPPED, [list(data), name])
    page.dispatch_event("#app", "drop", {"dataTransfer": dropped})


def correct_and_keep(desk: Arbiter, players: int) -> None:
    """In the preview the code page is changed and changed back and a column left out; only then something is kept."""
    page = desk.page
    preview = page.locator("table.preview")
    expect(preview).to_contain_text("Łukasz Żak")
    page.select_option("#encoding", "cp1252")
    expect(preview).not_to_contain_text("Łukasz Żak")
    page.select_option("#encoding", "cp1250")
    expect(preview).to_contain_text("Łukasz Żak")
    page.select_option("#kind-1", "club")
    expect(preview.locator("#line-0")).to_contain_text("Łukasz Żak · 1500")
    page.locator("#add-list").press("Enter")
    expect(page.locator(f"#player-{players}")).to_contain_text("Jiří Šíp")
    added = [event["player"] for event in desk.stored() if event["event"] == "player_added"][-2:]
    assert [(player["name"], player["club"]) for player in added] == [("Łukasz Żak", "1500"), ("Jiří Šíp", "1400")]


def test_a_list_dropped_on_the_home_screen_begins_a_tournament_with_its_preview(desk: Arbiter) -> None:
    """What the form of a new tournament says counts; nothing is kept before the list is, and undo takes all of it."""
    page = desk.home().page
    page.fill("#new-title", "Dropped")
    page.select_option("#new-discipline", "scrabble")
    drop(page, *LIST)
    expect(page.locator("table.preview")).to_be_visible()
    assert desk.stored() == []
    correct_and_keep(desk, 2)
    desk.see(3)
    settings = desk.stored()[0]["settings"]
    assert (settings["name"], settings["discipline"]) == ("Dropped", "scrabble")
    page.locator("[data-do=undo]").click()
    expect(page.locator("#player-1")).to_have_count(0)
    page.reload()
    page.locator("[data-do=redo]").click()
    expect(page.locator("#player-2")).to_contain_text("Jiří Šíp")
    page.locator("a[href='#/']").first.click()
    expect(page.locator(".tournaments li")).to_contain_text("Dropped")


@pytest.mark.parametrize("way", ["the button", "undo", "the list of tournaments", "loading anew"])
def test_of_a_list_that_is_only_looked_at_nothing_stays(desk: Arbiter, way: str) -> None:
    page = desk.home().page
    page.set_input_files("#file", {"name": LIST[1], "mimeType": "text/csv", "buffer": LIST[0]})
    expect(page.locator("table.preview")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    if way == "the button":
        page.locator("[data-do=cancel-preview]").press("Enter")
    elif way == "undo":
        page.locator("[data-do=undo]").press("Enter")
    elif way == "loading anew":
        page.reload()
    else:
        page.locator("a[href='#/']").first.click()
    expect(page.locator("#new-title")).to_be_visible()
    expect(page.locator(".tournaments li")).to_have_count(0)


def test_a_file_without_players_leads_nowhere_and_says_so(desk: Arbiter) -> None:
    page = desk.home().page
    drop(page, b"\r\n\r\n", "list.csv")
    expect(page.locator("#status")).to_contain_text("no player in this list")
    expect(page.locator("#new-title")).to_be_visible()
    page.reload()
    expect(page.locator("#new-title")).to_be_visible()
    expect(page.locator(".tournaments li")).to_have_count(0)


def test_a_list_dropped_on_a_tournament_is_for_that_tournament(desk: Arbiter) -> None:
    page = desk.open(journal(players=4)).page
    drop(page, *LIST)
    correct_and_keep(desk, 6)
    page.locator("a[href='#/']").first.click()
    expect(page.locator(".tournaments li")).to_have_count(1)


LAUNCHED = """if (location.search === "?open") {
    const file = new File([new Uint8Array(%s)], "list.csv");
    const launchQueue = { setConsumer: (take) => take({ files: [{ getFile: async () => file }] }) };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
}"""


@pytest.mark.parametrize("lang", ["es", "cs"])
def test_open_with_leads_to_the_language_used_last_without_network(
    context: BrowserContext, site_url: str, lang: str
) -> None:
    """The system opens the one address of the manifest; the file arrives at the page of that language."""
    desk = Arbiter(context.new_page(), site_url)
    page = desk.home("en").page
    expect(page.locator("#offline-state")).to_have_attribute("data-state", "ready")
    desk.home(lang)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())")
    page.add_init_script(LAUNCHED % list(LIST[0]))
    context.set_offline(True)
    page.goto(site_url + manifest["file_handlers"][0]["action"].removeprefix("./"))
    expect(page.locator("table.preview")).to_contain_text("Łukasz Żak")
    assert page.url.startswith(f"{site_url}{lang}/arbiter/#/")
    page.locator("#add-list").press("Enter")
    desk.see(3)
    page.goto("about:blank")
    desk.home(lang)
    expect(page.locator(".tournaments li")).to_have_count(1)


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


def test_back_from_a_new_tournament_leads_to_the_list_of_all(desk: Arbiter) -> None:
    page = begin(desk).page
    page.locator(".back a").first.click()
    page.fill("#new-title", "Other")
    page.press("#new-title", "Enter")
    desk.see(1)
    page.go_back()
    expect(page.locator(".tournaments li")).to_have_count(2)
    page.go_forward()
    expect(page.locator("#app h1")).to_contain_text("Other")


def test_another_language_shows_the_same_screen(desk: Arbiter) -> None:
    page = desk.open(journal(players=4)).page
    page.goto(f"{desk.url}en/arbiter/#/{desk.id}/players?sort=name")
    expect(page.locator("#player-1")).to_be_visible()
    page.locator(".languages a[hreflang=cs]").click()
    expect(page.locator("h2")).to_contain_text("Hráči")
    expect(page.locator("#player-1")).to_be_visible()
    assert page.url.endswith("cs/arbiter/#/" + desk.id + "/players?sort=name")


def test_the_keyboard_goes_on_from_where_it_was(desk: Arbiter) -> None:
    """On the tab that leads to a screen; at the head of what is shown when the field that had the focus is gone."""
    page = desk.open(journal(players=6)).page
    tab = page.locator(".tabs [href$='/players']")
    tab.press("Enter")
    expect(page.locator("#player-1")).to_be_visible()
    expect(tab).to_be_focused()
    page.locator("#change-2").press("Enter")
    expect(page.locator("#edit-player")).to_have_value("Player 2")
    page.locator("#edit-club").fill("Klub")
    page.locator("#edit-club").press("Enter")
    expect(page.locator("#player-2")).to_contain_text("Klub")
    expect(page.locator("#change-2")).to_be_focused()
    page.locator("#new-player").fill("Half a na")
    page.evaluate("location.hash = location.hash.replace('players', 'standings')")
    expect(page.locator(".ranking")).to_be_visible()
    expect(page.locator("h1:focus, h2:focus")).to_have_count(1)
