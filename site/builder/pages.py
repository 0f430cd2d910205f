"""Every page of the site, in every language, from templates, content and the core."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup
from venue import documents
from venue.i18n import LANGUAGES, NAMES, translation
from venue.kits import KITS
from venue.render import environment

from pairing_core.formats import table as table_format
from pairing_core.planner import rounds_table
from pairing_core.round_robin import CONSTRUCTIONS, column_method_rows, first_bad_row, opponents, quality, schedule
from pairing_core.swiss import RULE_SETS, RuleSet, rule_set
from pairing_core.swiss.criteria import FORBIDDEN, RECENT_REPEATS, REPEATS, SAME_SIDES
from pairing_core.swiss.look_ahead import FIRST_DEAD_END
from pairing_core.swiss.reasons import NAMES as BYE_NAMES
from pairing_core.swiss.rules import Class
from pairing_core.tie_breaks import TIE_BREAKS, UNPLAYED, tie_break

from . import content, examples

PLAYERS = range(3, 21)
"""The numbers of players that a table stands ready for."""

PAPERS = documents.KINDS

PDF_PAPERS = ("sheet", "wall")
"""What stands ready as PDF: what members download, and what is carried to a copy shop."""


class Page(NamedTuple):
    """One page: ``rest`` is its path below the language's folder, a folder with a slash at its end."""

    lang: str
    rest: str
    title: str
    description: str
    section: str = ""
    csp_script: str = ""
    csp_more: str = ""

    @property
    def path(self) -> str:
        """The page's path below the site's root."""
        return f"{self.lang}/{self.rest}"

    @property
    def default_path(self) -> str:
        """Where a reader of none of our languages is sent."""
        return "" if not self.rest else f"en/{self.rest}"

    def in_language(self, lang: str) -> str:
        """Return the path of the same page in another language."""
        return f"{lang}/{self.rest}"


class TablePage(NamedTuple):
    """A table that stands ready: for ``players``, made by ``key`` and by every method that gives the same."""

    players: int
    key: str

    @property
    def rest(self) -> str:
        """Path below the language's folder."""
        return f"tables/{self.players}/" + ("" if self.key == "serpentine" else f"{self.key}/")

    def file(self, lang: str, suffix: str, paper: str = "") -> str:
        """Return the path of a download beside the page."""
        name = "-".join(("losovna", str(self.players), self.key, *([paper] if paper else []), lang))
        return f"{lang}/{self.rest}{name}.{suffix}"

    def paper(self, lang: str, kind: str) -> str:
        """Return the path of the document's own page."""
        return f"{lang}/{self.rest}{kind}.html"


@cache
def table_pages() -> tuple[TablePage, ...]:
    """Return the tables of the site; constructions that give the same table share the first one's page."""
    pages: list[TablePage] = []
    for players in PLAYERS:
        seen: list[Any] = []
        for built in CONSTRUCTIONS:
            if not built.low <= players <= built.high:
                continue
            rounds = schedule(players, built.key).rounds
            if rounds not in seen:
                seen.append(rounds)
                pages.append(TablePage(players, built.key))
    return tuple(pages)


def relative(path: str, page: str) -> str:
    """Return the address of ``path`` as seen from ``page``; both are below the root, folders end with a slash."""
    folder = posixpath.dirname(page)
    found = posixpath.relpath(path or ".", folder or ".")
    if path == "" or path.endswith("/"):
        return "./" if found == "." else f"{found}/"
    return found


class Writer:
    """Writes pages below ``dist`` and remembers them."""

    def __init__(self, dist: Path, base_url: str, with_pdf: bool, with_stick: bool = False) -> None:
        self.dist = dist
        self.base_url = base_url if base_url.endswith("/") else f"{base_url}/"
        self.with_pdf = with_pdf
        self.with_stick = with_stick
        self.written: list[str] = []

    def write(self, path: str, text: str) -> None:
        """Write one file; a folder's path means its ``index.html``."""
        target = self.dist / (path + "index.html" if path.endswith("/") or not path else path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
        self.written.append(path)

    def page(self, template: str, page: Page, **context: Any) -> None:
        """Render and write a page; its links are relative, so that the site works in any folder."""
        self.write(page.path, self.render(template, page, lambda path: relative(path, page.path), **context))

    def render(self, template: str, page: Page, url: Callable[[str], str], **context: Any) -> str:
        """Return a page's HTML; ``url`` turns a path below the root into an address."""
        found = environment(page.lang, from_source=True).get_template(f"pages/{template}.html")
        return found.render(page=page, base_url=self.base_url, url=url, figures=cache_figures, **context)


@cache
def cache_figures(players: int, key: str) -> tuple[documents.Figure, ...]:
    """Return the figures of a method, computed once for the three languages."""
    return documents.figures(players, key)


@cache
def table_view(page: TablePage) -> documents.TableView:
    """Return the empty table of a page."""
    return documents.view(schedule(page.players, page.key))


def write_pages(writer: Writer) -> None:
    """Write all pages but the printed documents' PDFs."""
    write_start(writer)
    for lang in LANGUAGES:
        write_home(writer, lang)
        write_tables(writer, lang)
        write_learn(writer, lang)
        write_make(writer, lang)
        write_arbiter(writer, lang)
        write_plan(writer, lang)
        write_embed(writer, lang)
        write_missing(writer, lang)


def write_start(writer: Writer) -> None:
    """Write the page at the root, where the reader meets the three languages."""
    choices = []
    for lang in LANGUAGES:
        _ = translation(lang).gettext
        choices.append(
            {
                "code": lang,
                "name": NAMES[lang],
                "about": _("Round-robin tables to print, and with your own players. Works without network."),
                "why": _("Listed first because your browser asks for this language."),
                "enter": _("Enter in English"),
            }
        )
    template = environment("en", from_source=True).get_template("pages/start.html")
    writer.write("", template.render(base_url=writer.base_url, choices=choices))


def _entries(lang: str, slugs: tuple[str, ...]) -> list[dict[str, str]]:
    pages = (content.load(slug, lang) for slug in slugs)
    return [{"path": f"{lang}/{p.slug}/", "title": p.title, "description": p.description} for p in pages]


def write_home(writer: Writer, lang: str) -> None:
    """Write the home page of a language."""
    _ = translation(lang).gettext
    page = Page(
        lang,
        "",
        _("Round-robin tables to print"),
        _("Ready round-robin tables for 3 to 20 players, and an app that makes one with your players, offline."),
    )
    writer.page("home", page, featured=_entries(lang, content.FEATURED))


def write_tables(writer: Writer, lang: str) -> None:
    """Write the list of tables, every table's page and every document's page and data file."""
    _ = translation(lang).gettext
    groups = [
        (built.key, [(p.players, f"{lang}/{p.rest}") for p in table_pages() if p.key == built.key])
        for built in CONSTRUCTIONS
    ]
    index = Page(
        lang,
        "tables/",
        _("Ready tables"),
        _("Round-robin tables for 3 to 20 players to print: Berger tables, player 1 fixed, and low carry-over."),
        "tables/",
    )
    set_pdf = f"{lang}/downloads/losovna-tables-{lang}.pdf" if writer.with_pdf else None
    writer.page(
        "tables", index, groups=[group for group in groups if group[1]], set_pdf=set_pdf, with_stick=writer.with_stick
    )
    for table in table_pages():
        title = _table_title(table, lang)
        about = _("Who meets whom, round by round, who starts and who rests: for %(num)s players, to print or to copy.")
        page = Page(lang, f"{table.rest}", title, about % {"num": table.players}, "tables/")
        view = table_view(table)
        by_number = {p.players: p for p in table_pages() if p.key == table.key}
        writer.page(
            "table",
            page,
            key=table.key,
            view=view,
            games=sum(len(round_.games) for round_ in view.schedule.rounds),
            neighbours=[(n, f"{lang}/{p.rest}") for n, p in by_number.items()],
            variants=[(p.key, f"{lang}/{p.rest}") for p in table_pages() if p.players == table.players],
            papers=_papers(table, lang, writer.with_pdf),
            files=[
                {"path": table.file(lang, "csv"), "label": _("CSV for a spreadsheet")},
                {"path": table.file(lang, "json"), "label": "JSON"},
                {"path": table.file(lang, "html"), "label": _("Clean HTML")},
            ],
        )
        for kind in PAPERS:
            write_document(writer, lang, table, kind)
        writer.write(
            table.file(lang, "csv"), "\ufeff" + table_format.to_csv(view.schedule, None, documents.words(lang))
        )
        value = table_format.to_json(view.schedule)
        writer.write(table.file(lang, "json"), json.dumps(value, ensure_ascii=False) + "\n")
        writer.write(table.file(lang, "html"), documents.table_html(view.schedule, None, lang))


def _table_title(table: TablePage, lang: str) -> str:
    ngettext = translation(lang).ngettext
    return ngettext("Round robin for %(num)s player", "Round robin for %(num)s players", table.players) % {
        "num": table.players
    }


def _papers(table: TablePage, lang: str, with_pdf: bool) -> list[dict[str, str | None]]:
    _ = translation(lang).gettext
    texts = {
        "sheet": (_("Sheet (A4)"), _("The table with a form for names and results.")),
        "wall": (_("Wall chart (A3)"), _("Large numbers, to be read from a distance.")),
        "cards": (_("Players’ cards"), _("For each player: round, table, opponent, who starts.")),
        "steps": (_("By hand"), _("How the table is made with pencil and paper, step by step.")),
    }
    return [
        {
            "label": texts[kind][0],
            "about": texts[kind][1],
            "path": table.paper(lang, kind),
            "pdf": table.file(lang, "pdf", kind) if with_pdf and kind in PDF_PAPERS else None,
        }
        for kind in PAPERS
    ]


def write_document(writer: Writer, lang: str, table: TablePage, kind: str) -> None:
    """Write one printed document as a page of its own."""
    fragment = documents.document(kind, table_view(table), lang)
    write_printed(writer, lang, table.paper(lang, kind)[len(lang) + 1 :], f"{lang}/{table.rest}", [fragment], table)


def write_printed(
    writer: Writer, lang: str, rest: str, back: str, fragments: list[str], table: TablePage | None = None
) -> None:
    """Write fragments as a page that is meant for paper."""
    _ = translation(lang).gettext
    title = _("Round-robin tables for 3 to 20 players") if table is None else _table_title(table, lang)
    page = Page(lang, rest, title, title)
    back_label = _("Back to the table")
    writer.page(
        "document", page, back=back, back_label=back_label, fragments=[Markup(fragment) for fragment in fragments]
    )


def write_learn(writer: Writer, lang: str) -> None:
    """Write the content pages and the page that lists them."""
    _ = translation(lang).gettext
    apart = ("help", "help-arbiter", "about")
    listed = tuple(slug for slug in content.SLUGS if slug not in apart)
    index = Page(
        lang,
        "learn/",
        _("How tournaments work"),
        _("Which system when, how tables are made by hand, who starts, how many rounds, and how long a day takes."),
        "learn/",
    )
    writer.page("learn", index, entries=_entries(lang, listed))
    for slug in content.SLUGS:
        text = content.load(slug, lang)
        page = Page(lang, f"{slug}/", text.title, text.description, "help/" if slug.startswith("help") else "learn/")
        here = listed.index(slug) if slug in listed else -1
        others = tuple(listed[(here + step) % len(listed)] for step in (1, 2, 3))
        html = content.to_html(text, lambda rest, page=page: _link(rest, page), _inserts(lang))  # type: ignore[misc]
        writer.page("content", page, body=Markup(html), others=_entries(lang, others))


def _link(rest: str, page: Page) -> str:
    if rest == "licenses.txt":
        return relative(rest, page.path)
    known = {
        *content.SLUGS,
        "tables",
        "make",
        "arbiter",
        "plan",
        "embed",
        "learn",
        "paper",
        *(f"paper/{kit.key}" for kit in KITS),
        *(p.rest.rstrip("/") for p in table_pages()),
    }
    if rest.partition("#")[0] not in known:
        raise ValueError(f"{page.path}: link to an unknown page: {rest}")
    path, mark, anchor = rest.partition("#")
    return relative(f"{page.lang}/{path}/", page.path) + mark + anchor


def _inserts(lang: str) -> Callable[[str, list[str]], str]:
    def insert(name: str, arguments: list[str]) -> str:
        return render_insert(name, arguments, lang)

    return insert


def render_insert(name: str, arguments: list[str], lang: str) -> str:
    """Render ``{{ name arguments }}`` of a content page."""
    context: dict[str, Any] = {"name": name, "arguments": arguments, "figures": cache_figures}
    match name, arguments:
        case (("table" | "steps"), [players, key]):
            context["view"] = documents.view(schedule(int(players), key))
            context["key"] = key
        case "column-rows", [players]:
            n = int(players)
            context |= {"rows": column_method_rows(n), "bad": first_bad_row(n), "right": schedule(n).rounds}
        case "column-series", [players, player]:
            context |= {"player": int(player), "series": opponents(int(players), int(player))}
        case "quality", [players]:
            n = int(players)
            context["kinds"] = [
                (built.key, quality(schedule(n, built.key)))
                for built in CONSTRUCTIONS
                if built.key != "sums" and built.low <= n <= built.high
            ]
        case "carry-over", []:
            context["rows"] = [
                (n, quality(schedule(n)), quality(schedule(n, "low-carry-over"))) for n in range(4, 25, 2)
            ]
        case "rounds-table", []:
            context["rows"] = list(rounds_table())
        case "rule-sets", []:
            context["rule_sets"] = RULE_SETS
        case "common-classes", []:
            byes = ({"key": key, "name": name} for key, name in BYE_NAMES.items())
            context["common"] = (FORBIDDEN, REPEATS, *byes, RECENT_REPEATS, SAME_SIDES)
        case "classes", [key, *first] if first in ([], ["first-round"]):
            context["classes"] = _classes(rule_set(key), first_round=bool(first))
        case "example", [key]:
            context["told"] = examples.told(key, lang)
        case "dead-ends", []:
            context["rows"] = [(places, first) for places, first in FIRST_DEAD_END.items() if places > 2]
        case "usual-standings", [key]:
            context["tie_breaks"] = [tie_break(each) for each in rule_set(key).settings.tie_breaks]
        case "tie-break-list", []:
            context["tie_breaks"] = [(each, examples.depends_on_unplayed(each)) for each in TIE_BREAKS]
        case "unplayed-list", []:
            context["unplayed"] = UNPLAYED
        case _:
            raise ValueError(f"unknown insert: {name} {' '.join(arguments)}")
    return environment(lang, from_source=True).get_template("pages/inserts.html").render(context)


def _classes(rules: RuleSet, first_round: bool) -> tuple[Class, ...]:
    if not first_round:
        return rules.classes
    if rules.first_round is None:
        raise ValueError(f"{rules.key} has no first round of its own")
    return rules.first_round


def write_make(writer: Writer, lang: str) -> None:
    """Write the page of the app that makes a table."""
    _ = translation(lang).gettext
    page = Page(
        lang,
        "make/",
        _("Make a table"),
        _("A round-robin table with your own players, in the browser and without network: names, lots, wishes, print."),
        "make/",
        csp_script=" 'wasm-unsafe-eval'",
    )
    writer.page("make", page, texts=app_texts(lang))


def write_arbiter(writer: Writer, lang: str) -> None:
    """Write the page of the arbiter's app, which runs a whole tournament."""
    _ = translation(lang).gettext
    page = Page(
        lang,
        "arbiter/",
        _("Run a tournament"),
        _("A whole tournament at the venue, without network: players, rounds drawn by a published rule, standings."),
        "arbiter/",
        csp_script=" 'wasm-unsafe-eval'",
    )
    writer.page("arbiter", page, texts=app_texts(lang, "arbiter/texts.json"))


def write_plan(writer: Writer, lang: str) -> None:
    """Write the page that says what fits a day."""
    _ = translation(lang).gettext
    page = Page(
        lang,
        "plan/",
        _("Plan a tournament"),
        _("Which systems fit your players and hours, how many rounds, when they end, how often the best player wins."),
        "plan/",
        csp_script=" 'wasm-unsafe-eval'",
    )
    how_long = content.load("how-long", lang).title
    writer.page("plan", page, texts=app_texts(lang, "plan.json"), how_long=how_long)


def write_embed(writer: Writer, lang: str) -> None:
    """Write the page that builds embed code."""
    _ = translation(lang).gettext
    page = Page(
        lang,
        "embed/",
        _("Put a table on your page"),
        _("Two lines of code that show a round-robin table on your club's or federation's own page."),
        csp_more="; frame-src 'self'",
    )
    writer.page("embed", page, players=PLAYERS)


def write_missing(writer: Writer, lang: str) -> None:
    """Write the page for an address that does not exist; the English one also goes where hosts look for it."""
    _ = translation(lang).gettext
    page = Page(lang, "missing/", _("Page not found"), _("There is no such page here."))
    writer.page("missing", page)
    if lang == "en":
        # A host shows it at any depth, so its links start from the site's root.
        root = urlsplit(writer.base_url).path
        writer.write("404.html", writer.render("missing", page, lambda path: root + path))


def app_texts(lang: str, name: str = "texts.json") -> dict[str, str]:
    """Return the sentences that a page's JavaScript shows."""
    template = environment(lang, from_source=True).get_template(f"screens/{name}")
    texts: dict[str, str] = json.loads(template.render())
    return texts
