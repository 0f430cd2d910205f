"""What other people's pages load: the script, the data beside it, and the framed pages."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from builder import assets, embed, pages
from venue.i18n import LANGUAGES

from pairing_core.round_robin import CONSTRUCTIONS, schedule

SCRIPT_BUDGET = 6000
"""Bytes, compressed, that the script may weigh in somebody else's page."""

DATA_BUDGET = 2000
"""Bytes, compressed, of the largest table."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the generator writes for other pages."""
    folder = tmp_path_factory.mktemp("embed")
    embed.write(folder)
    return folder


def read(written: Path, players: int, key: str, lang: str) -> dict[str, Any]:
    text = (written / "embed" / lang / f"{players}-{key}.json").read_text(encoding="utf-8")
    value: dict[str, Any] = json.loads(text)
    return value


@pytest.mark.parametrize("key", [built.key for built in CONSTRUCTIONS])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_data_is_the_schedule_with_words(written: Path, key: str, lang: str) -> None:
    """For 3 to 20 players in each construction: the games of the core, and a word for every column."""
    for players in range(3, 21):
        found = read(written, players, key, lang)
        wanted = schedule(players, key)
        assert (found["players"], found["construction"], found["lang"]) == (players, key, lang)
        games = [[(g["table"], g["first"], g["second"]) for g in round_["games"]] for round_ in found["rounds"]]
        assert games == [[tuple(game) for game in round_.games] for round_ in wanted.rounds]
        assert [round_["bye"] for round_ in found["rounds"]] == [round_.bye for round_ in wanted.rounds]
        assert len(found["words"]["tables"]) == players // 2
        assert str(players) in found["words"]["caption"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_table_links_to_its_page(written: Path, lang: str) -> None:
    """The link below an embedded table leads to the page of that very table, whatever folder the site lives in."""
    paths = {f"{lang}/{page.rest}": schedule(page.players, page.key).rounds for page in pages.table_pages()}
    for table in embed.tables():
        data = read(written, table.players, table.key, lang)
        from_data = urljoin(f"https://x.example/a/b/{table.data_path(lang)}", data["page"])
        frame = (written / table.frame_path(lang)).read_text(encoding="utf-8")
        href = re.findall(r'<a href="([^"]+)" target="_top">Losovna</a>', frame)
        from_frame = urljoin(f"https://x.example/a/b/{table.frame_path(lang)}", href[0])
        assert from_data == from_frame
        assert paths[from_data.removeprefix("https://x.example/a/b/")] == table.schedule.rounds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_frame_shows_the_data(written: Path, lang: str) -> None:
    """The framed page has the games of the data, cell by cell, and the starter first in each."""
    for table in embed.tables():
        frame = (written / table.frame_path(lang)).read_text(encoding="utf-8")
        data = read(written, table.players, table.key, lang)
        body = frame.partition("<tbody>")[2].partition("</tbody>")[0]
        found = [
            ([(int(a), int(b)) for a, b in re.findall(r'"n first" data-number="(\d+)".*?"n" data-number="(\d+)"', row)],
             [int(n) for n in re.findall(r'<td class="bye"><bdi class="" data-number="(\d+)"', row)])
            for row in body.split("</tr>")[:-1]
        ]  # fmt: skip
        assert found == [
            ([(g["first"], g["second"]) for g in round_["games"]], [round_["bye"]] if round_["bye"] else [])
            for round_ in data["rounds"]
        ]
        assert body.count(f" {data['words']['starts']} ") == sum(len(round_["games"]) for round_ in data["rounds"])


def test_script_is_small_and_runs_as_either_kind(written: Path) -> None:
    """One file below the budget, filled in, without what only a module or only a classic script may contain."""
    script = (written / "embed.js").read_text(encoding="utf-8")
    assert len(gzip.compress(script.encode(), 6)) < SCRIPT_BUDGET
    assert not re.search(r"^\s*(import|export)\b|import\.meta", script, re.MULTILINE)
    assert embed.PLACE not in script
    for lang in LANGUAGES:
        for sentence in embed.texts(lang).values():
            assert sentence in script
    assert max(len(gzip.compress(p.read_bytes(), 6)) for p in written.glob("embed/*/*.json")) < DATA_BUDGET


def test_script_needs_no_permission_for_inline_code(written: Path) -> None:
    """Neither the script nor a framed page writes HTML, inline style or inline script, or evaluates text."""
    script = (written / "embed.js").read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|createElement\(.style", script
    )
    for page in written.glob("*/embed/frame/*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r'<style|style="|<script>|\son\w+="', text), page.name


def test_nothing_but_relative_addresses(written: Path) -> None:
    """The site may be moved to any folder of any host."""
    for path in [p for p in written.rglob("*") if p.suffix in (".json", ".html", ".css")]:
        assert "//" not in path.read_text(encoding="utf-8"), path.name


def test_examples_without_script_have_a_fitting_height() -> None:
    template = Path(assets.SITE / "templates" / "pages" / "embed.html").read_text(encoding="utf-8")
    assert re.findall(r'height="(\d+)"', template) == [str(embed.Embedded(8, "serpentine").height)]


def test_writing_twice_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    embed.write(tmp_path)
    first, second = (
        {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        for folder in (written, tmp_path)
    )
    assert first == second
    assert len(first) == 2 + 2 * len(LANGUAGES) * len(embed.tables())
