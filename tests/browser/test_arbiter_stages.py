"""A tournament of several stages by keyboard alone: groups, a Swiss, a final; one file and one ranking."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from arbiter import Arbiter
from playwright.sync_api import BrowserContext, Page, expect
from test_arbiter_tournaments import Keyboard, command

from pairing_core.formats import losovna_json
from pairing_core.model import Carried, pair_of, pairs_of
from pairing_core.stages import view
from pairing_core.systems.groups_system import groups_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PLAYERS = 23


@pytest.fixture
def keys(context: BrowserContext, site_url: str) -> Keyboard:
    """The arbiter's list of tournaments, still empty."""
    context.add_init_script("delete window.showSaveFilePicker")
    return Keyboard(Arbiter(context.new_page(), site_url).home().page, "losovna")


def by_strength(page: Page, table: int, chance: random.Random) -> None:
    """The lower number wins; a key for each row, and the focus goes on by itself."""
    if table == 1:
        Keyboard(page, "").to("#table-1")
    row = page.locator(f"#table-{table}")
    expect(row).to_be_focused()
    first, second = (int(row.get_attribute(f"data-{side}") or 0) for side in ("first", "second"))
    page.keyboard.press("1" if first < second else "0")


def instead(keys: Keyboard, selector: str, text: str) -> Keyboard:
    """Go to a field and type something else into it."""
    return keys.to(selector).press("Control+A").type(text)


def in_groups(keys: Keyboard) -> None:
    """Four groups, two players change places, all rounds at once, all results."""
    page = keys.page
    keys.set_up("Mancala", PLAYERS, "Groups").to(".tabs a[href$='/setup']").press("Enter")
    instead(keys, "#group-groups", "4").to("#setup .save button").press("Enter")
    keys.see(".notice:has-text('4 of them with 5 to 6 each: 5 rounds')")
    keys.to("#setup a[href$='/groups']").press("Enter").see(".group-list section:nth-child(4)")
    for player, letter in ((1, "B"), (2, "A")):
        keys.to(f"#into-{player}").press(letter)
        expect(page.locator(f"#into-{player} option:checked")).to_have_text(letter)
    keys.to("#groups-form .save button").press("Enter")
    keys.see(".group-list section:nth-child(1) #into-2").see(".group-list section:nth-child(2) #into-1")
    keys.to(".buttons a[href$='/round']").press("Enter").to("[data-do=publish-all]").press("Enter")
    for number in range(1, 6):
        keys.see(f"[data-results][data-round='{number}']").see(".bye:has-text('Rests')").results(by_strength)
        if number < 5:
            keys.to(f"a.primary[href$='/round/{number + 1}']").press("Enter")
    keys.to("a.primary[href$='/groups']").press("Enter").see("ol.advancing li:nth-child(8)")


def begin(keys: Keyboard, title: str) -> None:
    """Begin the stage that the form holds."""
    keys.to("#stage-title").type(title).to("#stage-form button.primary").press("Enter").see("[data-do=draw]")


def play(keys: Keyboard, rounds: int) -> None:
    """Draw and play the rounds of a stage."""
    for number in range(1, rounds + 1):
        keys.draw(number).results(by_strength)
        if number < rounds:
            keys.next_round(number + 1)


def test_groups_then_a_swiss_of_eight_then_a_final_of_two_games(keys: Keyboard, tmp_path: Path) -> None:
    page = keys.page
    in_groups(keys)
    keys.to("[data-do=plan-from-groups]").press("Enter").see("#stage-form")
    expect(page.locator("#stage-form [name=players]:checked")).to_have_count(8)
    keys.to("#stage-system")
    page.keyboard.type("Czech")
    expect(page.locator("#stage-system option:checked")).to_have_text("Czech mancala federation")
    instead(keys.see("#stage-rounds"), "#stage-rounds", "3")
    begin(keys, "Main")
    play(keys, 3)
    keys.to(".tabs a[href$='/standings']").press("Enter").to("a[href$='/stages']").press("Enter").see("#stage-form")
    keys.to("#stage-form [data-best='2']").press("Enter")
    expect(page.locator("#stage-form [name=players]:checked")).to_have_count(2)
    begin(keys, "Final")
    keys.to(".tabs a[href$='/setup']").press("Enter")
    instead(keys, "#ko-games", "2").to("#setup .save button").press("Enter")
    play(keys, 2)
    keys.to(".tabs a[href$='/setup']").press("Enter").to("#app a[href$='/stages']").press("Enter")
    keys.see("ol.final-ranking li")
    shown = [
        (int(line.get_attribute("value") or 0), line.evaluate("each => each.firstChild.textContent.trim()"))
        for line in page.locator("ol.final-ranking li").all()
    ]
    with page.expect_download() as download:
        keys.to("#app [data-page=copy]").press("Enter")
    file = tmp_path / "tournament.json"
    download.value.save_as(file)
    command("verify", file)
    rows = json.loads(command("standings", file, "--final", "--format", "json"))["rows"]
    assert shown == [(row["rank"], row["name"]) for row in rows]
    assert sorted(row["player"] for row in rows) == list(range(1, PLAYERS + 1))
    whole = losovna_json.load(file.read_text(encoding="utf-8")).tournament
    assert len(whole.rounds) == 5 + 3 + 2
    groups = groups_of(view(whole, 1).tournament)
    assert sorted(len(group.table.players) for group in groups) == [5, 6, 6, 6]
    met = [pair_of(game.first, game.second) for round_ in whole.rounds[:5] for game in round_.games]
    assert sorted(met) == sorted(pair for group in groups for pair in pairs_of(group.table.players))
    main, final = whole.stages
    assert set(main.players) == {player for group in groups for player in sorted(group.table.players)[:2]}
    assert (main.name, main.carried, main.settings.rounds) == ("Main", Carried.NOTHING, 3)
    assert [row["player"] for row in rows][:2] == sorted(final.players)


def test_a_swiss_then_a_knockout_of_four_with_a_corrected_semifinal(keys: Keyboard, tmp_path: Path) -> None:
    """The correction says first that final and game for the third place go; both are drawn and played again."""
    page = keys.page
    keys.set_up("Mancala", 12).to(".tabs a[href$='/setup']").press("Enter")
    instead(keys, "#rounds", "3").to("#setup .save button").press("Enter")
    play(keys, 3)
    keys.to(".winner a[href$='/stages']").press("Enter").see("#stage-form").to("[data-best='4']").press("Enter")
    expect(page.locator("#stage-form [name=players]:checked")).to_have_count(4)
    begin(keys, "Last four")
    play(keys, 2)
    keys.see(".winner:has-text('Player 1 has won.')")
    keys.to(".rounds a[href$='/round/1']").press("Enter").to("a[href$='view=correct']").press("Enter").to("#table-1")
    row = page.locator("#table-1")
    first, second = (int(row.get_attribute(f"data-{side}") or 0) for side in ("first", "second"))
    keys.press("0" if first < second else "1").see("#pending li:nth-child(2)")
    expect(page.locator("#pending")).to_be_focused()
    before = len(Arbiter(page, "").stored())
    keys.to("#pending form button").press("Enter")
    expect(page.locator("#pending")).to_have_count(0)
    keys.to(".rounds a[href$='/round/2']").press("Enter").draw(2).results(by_strength)
    assert [event["event"] for event in Arbiter(page, "").stored()[before:][:4]] == [
        "result_entered",
        "game_removed",
        "game_removed",
        "round_unpaired",
    ]
    keys.to(".tabs a[href$='/standings']").press("Enter").to(".views a[href$='/bracket']").press("Enter")
    keys.see(".bracket .tie").to(".tie-name a").press("Enter").see(".results")
    keys.to(".tabs a[href$='/standings']").press("Enter").see("table.ranking")
    shown = page.locator("table.ranking tbody th").all_inner_texts()
    places = page.locator("table.ranking tbody td:first-child").all_inner_texts()
    assert places == ["1", "2", "3", "4"]
    with page.expect_download() as download:
        keys.to("#app [data-page=copy]").press("Enter")
    file = tmp_path / "tournament.json"
    download.value.save_as(file)
    command("verify", file)
    rows = json.loads(command("standings", file, "--format", "json"))["rows"]
    assert [(row["name"], str(row["rank"])) for row in rows] == list(zip(shown, places, strict=True))
    whole = losovna_json.load(file.read_text(encoding="utf-8")).tournament
    assert [len(round_.games) for round_ in whole.rounds] == [6, 6, 6, 2, 2]
    upset = whole.rounds[3].games[0]
    assert {upset.first, upset.second} == {first, second}
    third = next(game for game in whole.rounds[4].games if min(first, second) in (game.first, game.second))
    assert max(first, second) not in (third.first, third.second)
