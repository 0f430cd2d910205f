"""Whole tournaments by keyboard alone: from an empty list to a file that the command accepts, with its standings."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arbiter import Arbiter
from playwright.sync_api import BrowserContext, Page, expect

from pairing_core.formats import losovna_json
from pairing_core.model import pair_of, pairs_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ROUNDS = 7
MOST_TABS = 400
Typing = Callable[[Page, int, random.Random], None]


class Keyboard:
    """An arbiter without a mouse."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page = page
        self.chance = random.Random(seed)

    def to(self, selector: str) -> Keyboard:
        """Go to an element by Tab."""
        expect(self.page.locator(selector).first).to_be_visible()
        for _ in range(MOST_TABS):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return self
            self.page.keyboard.press("Tab")
        pytest.fail(f"{selector} cannot be reached by Tab")

    def press(self, *keys: str) -> Keyboard:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text: str) -> Keyboard:
        """Type a text into what has the focus."""
        self.page.keyboard.insert_text(text)
        return self

    def see(self, selector: str) -> Keyboard:
        """Wait for something to stand on the screen."""
        expect(self.page.locator(selector).first).to_be_visible()
        return self

    def set_up(self, game: str, players: int, system: str = "") -> Keyboard:
        """A new tournament with its players, typed as a list and looked at first."""
        self.to("#new-title").type(f"{game} by keys").to("#new-discipline")
        self.page.keyboard.type(game)
        expect(self.page.locator("#new-discipline option:checked")).to_contain_text(game)
        if system:
            self.to("#new-system")
            self.page.keyboard.type(system)
            expect(self.page.locator("#new-system option:checked")).to_have_text(system)
            self.see("#new-form:not(:has(#new-rounds))")
        self.to("#new-form button.primary").press("Enter").see("#new-players")
        names = "\n".join(f"Player {number};{2000 - 7 * number}" for number in range(1, players + 1))
        self.to("#new-players").type(names).to("#list-form button.quiet").press("Enter")
        return self.to("#add-list").press("Enter").see(f"#player-{players}")

    def draw(self, number: int) -> Keyboard:
        """Draw a round, look at it, publish it."""
        if number == 1:
            self.to(".tabs a[href$='/round']").press("Enter")
        self.to("[data-do=draw]").press("Enter").to("[data-do=publish]").press("Enter")
        return self.see(f"[data-results][data-round='{number}']")

    def next_round(self, number: int) -> Keyboard:
        """From the finished round to the next one."""
        return self.to(f"a.primary[href$='/round/{number}']").press("Enter").see("[data-do=draw]")

    def results(self, typing: Typing) -> Keyboard:
        """Type all results of the round."""
        tables = self.page.locator("tr[data-first]").count()
        for table in range(1, tables + 1):
            typing(self.page, table, self.chance)
        expect(self.page.locator("#round-state")).to_contain_text("All results are in")
        return self


def by_key(page: Page, table: int, chance: random.Random) -> None:
    """A key for each row; the focus goes on by itself."""
    if table == 1:
        Keyboard(page, "").to("#table-1")
    expect(page.locator(f"#table-{table}")).to_be_focused()
    page.keyboard.press(chance.choice("1110005="))


def by_scores(page: Page, table: int, chance: random.Random) -> None:
    """The scores of both, each with Enter."""
    if table == 1:
        Keyboard(page, "").to("#table-1 input")
    expect(page.locator(f"#table-{table} input").first).to_be_focused()
    for score in (chance.randint(250, 500), chance.randint(250, 500)):
        page.keyboard.insert_text(str(score))
        page.keyboard.press("Enter")


def by_discs(page: Page, table: int, chance: random.Random) -> None:
    """The discs of one side; the others follow."""
    if table == 1:
        Keyboard(page, "").to("#table-1 input")
    expect(page.locator(f"#table-{table} input").first).to_be_focused()
    page.keyboard.insert_text(str(chance.randint(10, 54)))
    page.keyboard.press("Enter")


def command(*words: str | Path) -> str:
    """What the command prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "pairing_core", *words], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def plain(number: str) -> str | None:
    """A number of the screen as the command tells it: halves as decimals, nothing for a dash."""
    return None if number == "–" else re.sub(r"(\d*)½", lambda found: f"{found[1] or 0}.5", number)


def check(keys: Keyboard, tmp_path: Path) -> dict[str, Any]:
    """The tournament as a file: every round is what its rules give, and the standings are those of the command."""
    page = keys.page
    keys.to(".tabs a[href$='/standings']").press("Enter").see("table.ranking")
    expect(page.locator("h2").first).to_contain_text(str(ROUNDS))
    rows = page.locator("table.ranking tbody tr[id^=rank-]").all()
    shown = [(row.locator("th").inner_text(), *map(plain, row.locator("td").all_inner_texts())) for row in rows]
    with page.expect_download() as download:
        keys.to("#app [data-page=copy]").press("Enter")
    file = tmp_path / "tournament.json"
    download.value.save_as(file)
    command("verify", file)
    standings: dict[str, Any] = json.loads(command("standings", file, "--format", "json"))
    told = [
        (row["name"], str(row["rank"]), str(row["player"]), row["points"], *row["tiebreaks"].values())
        for row in standings["rows"]
    ]
    assert standings["after"] == ROUNDS
    assert shown == told
    return standings


@pytest.fixture
def keys(context: BrowserContext, site_url: str) -> Keyboard:
    """The arbiter's list of tournaments, still empty."""
    context.add_init_script("delete window.showSaveFilePicker")
    return Keyboard(Arbiter(context.new_page(), site_url).home().page, "losovna")


def test_mancala_with_late_entry_withdrawal_and_a_corrected_result(keys: Keyboard, tmp_path: Path) -> None:
    keys.set_up("Mancala", 23)
    for number in range(1, ROUNDS + 1):
        keys.draw(number).results(by_key)
        if number == 1:
            keys.to(".tabs a[href$='/players']").press("Enter").to("#new-player").type("Late").press("Enter")
            keys.see("#player-24").to(".tabs a[href$='/round']").press("Enter").see("[data-do=draw]")
        elif number == 2:
            keys.to(".tabs a[href$='/players']").press("Enter").to("#player-5 [data-do=remove-player]").press("Enter")
            keys.see("#player-5.gone").to(".tabs a[href$='/round']").press("Enter").see("[data-do=draw]")
        elif number == 3:
            keys.to(".rounds a[href$='/round/2']").press("Enter").to("a[href$='view=correct']").press("Enter")
            keys.to("#table-1").press("=").see("#table-1 .result:has-text('½')")
            keys.to(".tabs a[href$='/round']").press("Enter").see("[data-do=draw]")
        elif number < ROUNDS:
            keys.next_round(number + 1)
    assert len(check(keys, tmp_path)["rows"]) == 24


def test_scrabble_by_scores(keys: Keyboard, tmp_path: Path) -> None:
    keys.set_up("Scrabble", 10)
    for number in range(1, ROUNDS + 1):
        keys.draw(number).results(by_scores)
        if number < ROUNDS:
            keys.next_round(number + 1)
    assert len(check(keys, tmp_path)["rows"]) == 10


def test_reversi_round_robin_by_discs_without_network(keys: Keyboard, tmp_path: Path) -> None:
    """After one visit the network is not needed: the page is loaded again without it, and the tournament runs.

    Seven players who all meet each other; one rests in each of the seven rounds. The first round is taken from the
    table by itself, the others are published all at once.
    """
    page = keys.page
    expect(page.locator("#offline-state")).to_have_attribute("data-state", "ready")
    page.context.set_offline(True)
    page.reload()
    keys.set_up("Reversi", 7, "Round robin").draw(1).results(by_discs)
    keys.next_round(2).to("[data-do=publish-all]").press("Enter")
    for number in range(2, ROUNDS + 1):
        keys.see(f"[data-results][data-round='{number}']").see(".bye:has-text('Rests')").results(by_discs)
        if number < ROUNDS:
            keys.to(f"a.primary[href$='/round/{number + 1}']").press("Enter")
    standings = check(keys, tmp_path)
    assert len(standings["rows"]) == 7
    assert set(standings["rows"][0]["tiebreaks"]) == {"discs", "direct-encounter", "sonneborn-berger"}
    tournament = losovna_json.load((tmp_path / "tournament.json").read_text(encoding="utf-8")).tournament
    met = [pair_of(game.first, game.second) for round_ in tournament.rounds for game in round_.games]
    assert sorted(met) == pairs_of(range(1, 8))
    assert all((game.first_score or 0) + (game.second_score or 0) == 64 for r in tournament.rounds for game in r.games)
    assert command("verify", tmp_path / "tournament.json").count("as the table of the round robin has it") == ROUNDS
