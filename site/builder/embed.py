"""What other people's pages load: the script of ``<losovna-table>``, its tables as data, and pages to be framed.

Everything is made ahead of time. The script itself holds no sentence and no style: both are put in here, from the
translations and from ``site/css/embed.css``, which the framed pages use as well.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from venue.i18n import LANGUAGES, translation
from venue.render import environment

from pairing_core.formats import table as table_format
from pairing_core.round_robin import CONSTRUCTIONS, Schedule, schedule

from . import pages
from .assets import SITE

PLACE = "const SITE = /** @type {Site} */ ({});"
"""Where the script waits for its sentences and its style."""

PIXELS_BESIDE = 125
"""Room in a frame for caption, heading, key and a scroll bar."""
ROUND_PIXELS = 39
SMALL_ROUND_PIXELS = 34
NAMES_PIXELS = 30
"""The second line that a round takes when it shows names."""
MANY_TABLES = 6
"""With more tables than this the numbers are smaller."""


class Embedded(NamedTuple):
    """One table for other pages."""

    players: int
    key: str

    @property
    def schedule(self) -> Schedule:
        """The rounds."""
        return _schedule(self)

    @property
    def height(self) -> int:
        """Height of a frame with numbers, in CSS pixels, for a page that does not run the script."""
        row = SMALL_ROUND_PIXELS if self.players // 2 > MANY_TABLES else ROUND_PIXELS
        return len(self.schedule.rounds) * row + PIXELS_BESIDE

    @property
    def height_with_names(self) -> int:
        """Height of a frame with names that take one line each."""
        return self.height + len(self.schedule.rounds) * NAMES_PIXELS

    def data_path(self, lang: str) -> str:
        """Return the path of the data below the site's root."""
        return f"embed/{lang}/{self.players}-{self.key}.json"

    def frame_path(self, lang: str) -> str:
        """Return the path of the framed page below the site's root."""
        return f"{lang}/embed/frame/{self.players}-{self.key}.html"

    def page_path(self, lang: str) -> str:
        """Return the path of the site's own page with the same table."""
        return f"{lang}/{_page(self).rest}"


@cache
def _schedule(table: Embedded) -> Schedule:
    return schedule(table.players, table.key)


@cache
def _page(table: Embedded) -> pages.TablePage:
    alike = [page for page in pages.table_pages() if page.players == table.players]
    return next(page for page in alike if schedule(page.players, page.key).rounds == table.schedule.rounds)


def tables() -> tuple[Embedded, ...]:
    """Return every table that can be embedded: each number of players in each construction that has it."""
    return tuple(
        Embedded(players, built.key)
        for players in pages.PLAYERS
        for built in CONSTRUCTIONS
        if built.low <= players <= built.high
    )


def words(table: Embedded, lang: str) -> dict[str, Any]:
    """Return the words that a table needs, in the order of its columns where there are several."""
    _, ngettext = translation(lang).gettext, translation(lang).ngettext
    # Translators: heading above one column of a table of rounds: the number of the playing table
    column = _("Table %(n)s")
    return {
        "caption": ngettext("Round robin for %(num)s player", "Round robin for %(num)s players", table.players)
        % {"num": table.players},
        "round": _("Round"),
        "tables": [column % {"n": number} for number in range(1, table.players // 2 + 1)],
        "rests": _("Rests"),
        "starts": _("starts"),
    }


def data(table: Embedded, lang: str) -> dict[str, Any]:
    """Return what the script draws a table from: the JSON of ``losovna table``, and words, page and height with it.

    ``page`` is relative to the data's own address, so the site may live in any folder.
    """
    return {
        **table_format.to_json(table.schedule),
        "lang": lang,
        "page": pages.relative(table.page_path(lang), table.data_path(lang)),
        "height": {"numbers": table.height, "names": table.height_with_names},
        "words": words(table, lang),
    }


def texts(lang: str) -> dict[str, str]:
    """Return the sentences that the script says when it has no table to show."""
    _ = translation(lang).gettext
    numbers = {"low": pages.PLAYERS[0], "high": pages.PLAYERS[-1]}
    return {
        "loading": _("The table is loading."),
        "failed": _("The table could not be loaded."),
        "players": _("There are ready tables for %(low)s to %(high)s players only.") % numbers,
        "construction": _("There is no table of this construction."),
        "names": _("There are more names than players in this table."),
        # Translators: link to the page of one table, after a sentence that says why the table is not shown here
        "open": _("Open it at Losovna"),
        # Translators: link to the list of all tables, after a sentence that says why no table is shown here
        "tables": _("See all tables at Losovna"),
    }


def style() -> str:
    """Return the style of an embedded table, without comments and line ends."""
    kept: list[str] = []
    for part in (SITE / "css" / "embed.css").read_text(encoding="utf-8").split("/*"):
        kept.append(part if not kept else part.partition("*/")[2])
    return " ".join("".join(kept).split())


def script() -> str:
    """Return ``embed.js`` as it is published; ``ValueError`` if the place to fill in is not there exactly once."""
    source = (SITE / "app" / "embed.js").read_text(encoding="utf-8")
    if source.count(PLACE) != 1:
        raise ValueError(f"embed.js: expected once: {PLACE}")
    value = {
        "low": pages.PLAYERS[0],
        "high": pages.PLAYERS[-1],
        "constructions": [built.key for built in CONSTRUCTIONS],
        "texts": {lang: texts(lang) for lang in LANGUAGES},
        "style": style(),
    }
    return source.replace(PLACE, f"const SITE = /** @type {{Site}} */ ({json.dumps(value, ensure_ascii=False)});")


def frame(table: Embedded, lang: str) -> str:
    """Return the page that a frame shows: a table that needs no script, style or font but one small style sheet."""
    here = table.frame_path(lang)
    return (
        environment(lang, from_source=True)
        .get_template("pages/embed-frame.html")
        .render(
            rounds=table.schedule.rounds,
            words=words(table, lang),
            players=table.players,
            many=table.players // 2 > MANY_TABLES,
            page=pages.relative(table.page_path(lang), here),
            style=pages.relative("embed/frame.css", here),
            script=pages.relative("app/embed-frame.js", here),
        )
    )


def write(dist: Path) -> None:
    """Write the script, the data and the framed pages below ``dist``."""
    _write(dist / "embed.js", script())
    _write(dist / "embed" / "frame.css", style() + "\n")
    for lang in LANGUAGES:
        for table in tables():
            text = json.dumps(data(table, lang), ensure_ascii=False, separators=(",", ":"))
            _write(dist / table.data_path(lang), text + "\n")
            _write(dist / table.frame_path(lang), frame(table, lang))


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", newline="")
