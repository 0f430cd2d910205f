"""The arbiter's page as a person sees it, and what stands in the browser's database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal, paired_event
from pairing_core.swiss import pair_round

STORED = """(id) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("losovna");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
        const asked = opening.result.transaction("events").objectStore("events").getAll(range);
        asked.onsuccess = () => { opening.result.close(); resolve(asked.result.map((each) => each.event)); };
    };
})"""


def journal(players: int = 20, seed: str = "holding", rounds: int = 7) -> Journal:
    """A tournament whose first round is published and has no results yet."""
    settings = {"name": "Holding", "rounds": rounds, "system": "mancala", "tie_breaks": ["buchholz"], "seed": seed}
    events: list[Event] = [{"event": "created", "settings": settings}]
    events += [
        {"event": "player_added", "player": {"number": number, "name": f"Player {number}"}}
        for number in range(1, players + 1)
    ]
    begun = Journal(tuple(events))
    return begun.append(paired_event(pair_round(begun.tournament).round))


class Arbiter:
    """The page "Run a tournament"."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    @property
    def id(self) -> str:
        """The tournament that is open."""
        address: str = self.page.evaluate("location.hash")
        return address.removeprefix("#/").split("/")[0]

    def home(self, lang: str = "en") -> Arbiter:
        """Go to the list of tournaments, and wait for Python."""
        self.page.goto(f"{self.url}{lang}/arbiter/")
        expect(self.page.locator("#app h1")).to_be_visible()
        return self

    def open(self, begun: Journal, lang: str = "en") -> Arbiter:
        """Open a file with this journal."""
        self.home(lang)
        file = {"name": "t.json", "mimeType": "application/json", "buffer": losovna_json.dump(begun).encode()}
        self.page.set_input_files("#file", file)
        return self.see(len(begun.events))

    def see(self, count: int) -> Arbiter:
        """Wait until so many events are said to be on the disk."""
        expect(self.page.locator("#saved")).to_have_attribute("data-count", str(count))
        expect(self.page.locator("#app .tournament")).to_be_visible()
        return self

    def notice(self, name: str) -> Any:
        """The notice of this name."""
        return self.page.locator(f"#holding [data-when='{name}']")

    def press(self, table: int, key: str) -> None:
        """Press a key on a table's row."""
        self.page.locator(f"#table-{table}").press(key)

    def stored(self) -> list[dict[str, Any]]:
        """The events on the disk."""
        found: list[dict[str, Any]] = self.page.evaluate(STORED, self.id)
        return found

    def copied(self, button: str = "#app [data-page=copy]") -> Journal:
        """What a copy, taken as a download, holds."""
        with self.page.expect_download() as download:
            self.page.locator(button).first.click()
        return losovna_json.load(Path(download.value.path()).read_text(encoding="utf-8"))
