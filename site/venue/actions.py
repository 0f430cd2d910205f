"""What the app can ask for: JSON in, JSON out, one function.

A user's mistake comes back as a sentence at the field it belongs to; nothing raised here ever reaches the page as a
traceback.
"""

from __future__ import annotations

import base64
import codecs
import json
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

import pairing_core
from pairing_core.errors import LosovnaError, TextCutOff
from pairing_core.formats import csv_players
from pairing_core.formats import table as table_format
from pairing_core.round_robin import Schedule, Wish, draw_numbers, parse_wish, schedule
from pairing_core.waiting import Watcher, watched

from . import documents
from .i18n import LANGUAGES, sentence, translation
from .render import render

TITLE_LIMIT = 100
"""Letters that a title may have: more fits no sheet."""


class Made(NamedTuple):
    """A table made from the form, with the names in the order of their numbers."""

    schedule: Schedule
    names: tuple[str, ...]
    listed: tuple[str, ...]
    title: str
    seed: str | None

    @property
    def view(self) -> documents.TableView:
        """The value that the documents show."""
        return documents.view(self.schedule, self.names, self.title, self.seed)


class FormErrors(Exception):
    """Several fields of a form are not understood: an error for each, all to be told at once."""

    def __init__(self, errors: Sequence[LosovnaError]) -> None:
        super().__init__(*errors)
        self.errors = tuple(errors)


def handle(request: str, tell: Watcher | None = None) -> str:
    """Answer one request; the answer is ``{"ok": ...}`` or ``{"errors": [{"field", "text", "line"?}]}``.

    ``tell`` hears how far a draw is that takes its time.
    """
    lang = "en"
    try:
        asked = json.loads(request)
        lang = asked.get("lang", "en") if asked.get("lang") in LANGUAGES else "en"
        with watched(tell):
            answer = {"ok": ACTIONS[asked["action"]](asked, lang)}
    except LosovnaError as error:
        answer = {"errors": [_told(error, lang)]}
    except FormErrors as group:
        answer = {"errors": [_told(error, lang) for error in group.errors]}
    except Exception as error:  # a defect of ours: said, never thrown at the page
        text = translation(lang).gettext(
            "Something went wrong in the program (%(what)s). What you typed is still here."
        )
        answer = {"errors": [{"field": None, "text": text % {"what": f"{type(error).__name__}: {error}"}}]}
    return json.dumps(answer, ensure_ascii=False)


def _told(error: LosovnaError, lang: str) -> dict[str, Any]:
    told: dict[str, Any] = {"field": error.field, "text": sentence(error, lang), "code": error.code}
    if error.line is not None:
        # Translators: before a sentence that says what is wrong in that line of the list
        text = translation(lang).gettext("Line %(line)s: %(sentence)s")
        told |= {"line": error.line, "text": text % {"line": error.line, "sentence": told["text"]}}
    return told


def _make(form: Mapping[str, Any]) -> Made:
    entrants = csv_players.read(form.get("players", ""))
    listed = tuple(entrant.name for entrant in entrants)
    title = " ".join(str(form.get("title", "")).split())
    if len(title) > TITLE_LIMIT:
        raise TitleTooLong(found=len(title), limit=TITLE_LIMIT)
    made = schedule(
        len(listed),
        str(form.get("construction", "serpentine")),
        int(form.get("cycles", 1)),
        swap_last_rounds=bool(form.get("swap")),
    )
    seed = str(form.get("seed", "")).strip() if form.get("lots") else None
    if form.get("lots") and not seed:
        raise SeedMissing()
    fixed = {at: entrant.number for at, entrant in enumerate(entrants, start=1) if entrant.number is not None}
    wishes = _wishes(form.get("wishes", ()), listed, len(made.rounds))
    numbers = draw_numbers(made, seed, fixed, wishes, listed)
    names = [""] * len(listed)
    for name, number in zip(listed, numbers, strict=True):
        names[number - 1] = name
    return Made(made, tuple(names), listed, title, seed)


def _wishes(rows: Iterable[Mapping[str, str]], names: Sequence[str], rounds: int) -> list[Wish]:
    """Read the form's rows; a row that names nobody is a row that nobody filled in."""
    wishes = []
    for row in rows:
        a, b = row.get("a", "").strip(), row.get("b", "").strip()
        if bool(a) != bool(b):
            raise WishUnfinished(name=a or b)
        if a:
            wishes.append(parse_wish(f"{a},{b}:{row.get('round', 'last')}", rounds, names))
    return wishes


def _table(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    made = _make(asked["form"])
    kind = str(asked["form"].get("kind", "sheet"))
    games = sum(len(round_.games) for round_ in made.schedule.rounds)
    catalog = translation(lang)
    counts = (
        catalog.ngettext("%(num)s player", "%(num)s players", len(made.listed)) % {"num": len(made.listed)},
        catalog.ngettext("%(num)s round", "%(num)s rounds", len(made.schedule.rounds))
        % {"num": len(made.schedule.rounds)},
        catalog.ngettext("%(num)s game", "%(num)s games", games) % {"num": games},
    )
    document = documents.document(kind if kind in documents.KINDS else "sheet", made.view, lang)
    return {
        "html": render("screens/table.html", lang, view=made.view, document=Markup(document)),
        "summary": ", ".join(counts),
        "players": list(made.listed),
        "rounds": len(made.schedule.rounds),
        "title": made.title,
        "seed": made.seed,
        "file": _file_name(made),
    }


def _file_name(made: Made) -> str:
    return "-".join(("losovna", *made.title.split(), str(made.schedule.players))).replace("/", "-")


def _file(asked: Mapping[str, Any], lang: str) -> dict[str, str]:
    made = _make(asked["form"])
    name = _file_name(made)
    match asked["format"]:
        case "csv":
            text = table_format.to_csv(made.schedule, made.names, documents.words(lang))
            return {"name": f"{name}.csv", "mime": "text/csv", "text": "\ufeff" + text}
        case "json":
            value = table_format.to_json(made.schedule, made.names, made.seed)
            text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
            return {"name": f"{name}.json", "mime": "application/json", "text": text}
        case "html":
            text = documents.table_html(made.schedule, made.names, lang, made.seed, made.title)
            return {"name": f"{name}.html", "mime": "text/html", "text": text}
        case other:
            raise ValueError(f"no such format: {other}")


def _decode(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A list becomes the text of the players' field, one name on a line; a table that was saved here, the form."""
    data = base64.b64decode(asked["data"])
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{"):
        return {"form": _reopened(data), "note": translation(lang).gettext("The table is open again.")}
    is_cut_off = csv_players.is_cut_off(data)
    entrants = csv_players.read(data.decode("utf-8", errors="replace") if is_cut_off else csv_players.decode(data))
    if not entrants:
        raise NobodyInFile()
    lines = [f"#{entrant.number} {entrant.name}" if entrant.number else entrant.name for entrant in entrants]
    note = translation(lang).ngettext(
        "%(num)s player read from the file", "%(num)s players read from the file", len(lines)
    )
    told = [note % {"num": len(lines)}]
    if is_cut_off:
        told.append(translation(lang).gettext(TextCutOff.message))
    return {"text": "\n".join(lines) + "\n", "note": " ".join(told)}


def _reopened(data: bytes) -> dict[str, Any]:
    """Return the form that makes the table of a file again, each player with the number of then."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
        kept = (value["players"], value["construction"], value.get("cycles", 1))
        names = [str(name) for name in value.get("names") or range(1, value["players"] + 1)]
        made = {swap: schedule(*kept, swap_last_rounds=swap) for swap in (True, False)}
        swap = next(swap for swap, each in made.items() if table_format.to_json(each)["rounds"] == value["rounds"])
    except (ValueError, LookupError, TypeError, StopIteration, LosovnaError):
        raise NotATable() from None
    return {
        "players": "".join(f"#{number} {name}\n" for number, name in enumerate(names, 1)),
        "construction": value["construction"],
        "cycles": str(value.get("cycles", 1)),
        "swap": swap,
        "lots": "seed" in value,
        "seed": str(value.get("seed", "")),
        "wishes": [],
    }


def _open_file(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A file for the arbiter's app."""
    from .arbiter import opened

    return opened(asked)


def _tournament(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A step of the arbiter's app. It is loaded here, for the maker of tables is there without it."""
    from .arbiter import act

    return act(asked, lang)


def _plan(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """What fits the day; loaded here for the same reason."""
    from .planning import plan

    return plan(asked, lang)


def _plan_step(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Some more simulated tournaments."""
    from .planning import step

    return step(asked, lang)


def _hello(asked: Mapping[str, Any], lang: str) -> dict[str, str]:
    return {"version": pairing_core.__version__, "python": platform.python_version()}


ACTIONS: dict[str, Callable[[Mapping[str, Any], str], Any]] = {
    "hello": _hello,
    "table": _table,
    "file": _file,
    "decode": _decode,
    "tournament": _tournament,
    "open-file": _open_file,
    "plan": _plan,
    "plan-step": _plan_step,
}


def _(message: str) -> str:
    """Mark a sentence for translation."""
    return message


class SeedMissing(LosovnaError):
    """Lots are asked for and there is no seed."""

    code = "seed-missing"
    message = _("Lots need a seed: type any word, or press “New draw”.")
    field = "seed"


class NobodyInFile(LosovnaError):
    """A file that is opened holds no name: what stands in the field is not thrown away for that."""

    code = "nobody-in-file"
    message = _("There is no player in this file.")
    field = "players"


class NotATable(LosovnaError):
    """A JSON file that no table was saved as."""

    code = "not-a-table"
    message = _("This file is no table that was saved here; a tournament is opened on the page “Run a tournament”.")
    field = "players"


class WishUnfinished(LosovnaError):
    """A wish names only one player."""

    code = "wish-unfinished"
    message = _("The wish of %(name)s needs a second player.")
    field = "wishes"


class TitleTooLong(LosovnaError):
    """The title fits no sheet."""

    code = "title-too-long"
    message = _("The name of the tournament has %(found)s letters; at most %(limit)s fit on a sheet.")
    field = "title"
