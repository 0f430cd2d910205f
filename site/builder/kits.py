"""The pages and papers for a tournament without a computer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import segno
from markupsafe import Markup
from venue import kits
from venue.i18n import LANGUAGES, translation
from venue.render import environment

from . import offline, pdf
from .pages import Page, Writer

FOLDER = "paper/"


class Document(NamedTuple):
    """A printed document: the name of its page in the kit's folder, its label, and for how many players it has sheets.

    From ``large`` players on its sheets are A3. A kit whose sheets are for any number has no ``numbers``.
    """

    name: str
    label: str
    numbers: range | None = None
    large: int | None = None

    def about(self, lang: str) -> list[str]:
        """Return for how many players it is, and which sheets need large paper."""
        _ = translation(lang).gettext
        told = []
        if self.numbers:
            told.append(_("%(first)s to %(last)s players") % {"first": self.numbers[0], "last": self.numbers[-1]})
        if self.large:
            told.append(_("A3 paper from %(first)s players on") % {"first": self.large})
        return told


def write(writer: Writer) -> None:
    """Write the pages of all kits and the pages that their PDFs are printed from."""
    for lang in LANGUAGES:
        _write_index(writer, lang)
        for kit in kits.KITS:
            _write_kit(writer, lang, kit)
        _write_charts(writer, lang)
        _write_brackets(writer, lang)
        _write_documents(writer, lang)


def pdf_jobs() -> list[pdf.Job]:
    """Return what is printed: one file for each kit and paper, not one for each number of players."""
    return [
        pdf.Job(f"{folder(kit, lang)}{document.name}.html", pdf_path(kit, document.name, lang))
        for lang in LANGUAGES
        for kit in kits.KITS
        for document in documents(kit, lang)
    ]


def folder(kit: kits.Kit, lang: str) -> str:
    """Return the folder of a kit below the site's root."""
    return f"{lang}/{FOLDER}{kit.key}/"


def pdf_path(kit: kits.Kit, name: str, lang: str) -> str:
    """Return the path of a kit's PDF."""
    return f"{folder(kit, lang)}losovna-{kit.key}-{name}-{lang}.pdf"


def documents(kit: kits.Kit, lang: str) -> list[Document]:
    """Return the documents of a kit."""
    _ = translation(lang).gettext
    if kit.key == "brackets":
        return [Document(kind, _(name), numbers, kits.first_large(kind)) for kind, numbers, name in kits.BRACKETS]
    of_charts = {size: range(kits.CHARTS[0], kits.LARGEST[size] + 1) for size in kits.SIZES}
    return [Document(size, size.upper(), of_charts[size] if kit.key == "paper-swiss" else None) for size in kits.SIZES]


@cache
def qr_code(address: str) -> Markup:
    """Return the picture of an address, black on white with its quiet zone, for a phone to read."""
    code = segno.make(address, micro=False, error="m", mask=0)
    picture = code.svg_inline(omitsize=True, border=4, light="#fff", svgclass=None, lineclass=None)
    return Markup(picture.replace("<svg ", '<svg aria-hidden="true" ', 1))


@cache
def qr_figure(address: str, lang: str) -> Markup:
    """Return the code of a page of ours with the address in letters."""
    template = environment(lang, from_source=True).get_template("documents/kits/qr.html")
    return Markup(template.render(code=qr_code(address), address=address.partition("//")[2]))


def qr(writer: Writer, path: str, lang: str) -> Markup:
    """Return the figure with the code of a page below the site's root."""
    return qr_figure(writer.base_url + path, lang)


def _page(lang: str, rest: str, title: str, description: str) -> Page:
    return Page(lang, FOLDER + rest, title, description, "tables/")


def _write_index(writer: Writer, lang: str) -> None:
    _ = translation(lang).gettext
    page = _page(
        lang,
        "",
        _("Without a computer"),
        _("Everything for a tournament on paper: natural pairing, Swiss by charts or cards, brackets, lots, tables."),
    )
    entries = [{"path": folder(kit, lang), "title": _(kit.name), "description": _(kit.about)} for kit in kits.KITS]
    entries.append(
        {
            "path": f"{lang}/tables/",
            "title": _("Round-robin tables to print"),
            "description": _(
                "Sheets with a form for names and results, wall charts and players’ cards, 3 to 20 players."
            ),
        }
    )
    writer.page("kits", page, entries=entries)


def _write_kit(writer: Writer, lang: str, kit: kits.Kit) -> None:
    _ = translation(lang).gettext
    page = _page(lang, f"{kit.key}/", _(kit.name), _(kit.about))
    files = [
        {
            "label": document.label,
            "about": document.about(lang),
            "path": f"{folder(kit, lang)}{document.name}.html",
            "needs_network": offline.needs_network(f"{folder(kit, lang)}{document.name}.html"),
            "pdf": pdf_path(kit, document.name, lang) if writer.with_pdf else None,
        }
        for document in documents(kit, lang)
    ]
    shown: list[str] = []
    if kit.key == "natural-pairing":
        shown = kits.natural(lang, "a4", "", "h2")[:2]
    elif kit.key == "pairing-cards":
        shown = kits.pairing_cards(lang, "a4", "", "h2")[:1]
    numbers = {"paper-swiss": kits.CHARTS, "brackets": kits.SINGLE}.get(kit.key, range(0))
    writer.page(
        "kit",
        page,
        kit=kit,
        files=files,
        fragments=[Markup(fragment) for fragment in shown],
        numbers=[(n, f"{folder(kit, lang)}{n}/") for n in numbers],
        overview=kits.swiss_overview() if kit.key == "paper-swiss" else [],
        qr=qr(writer, page.path, lang),
    )


def _write_charts(writer: Writer, lang: str) -> None:
    gettext = translation(lang)
    (kit,) = (kit for kit in kits.KITS if kit.key == "paper-swiss")
    for players in kits.CHARTS:
        title = gettext.ngettext("Paper Swiss for %(num)s player", "Paper Swiss for %(num)s players", players)
        about = gettext.ngettext(
            "A Swiss for %(num)s player without a computer: after each round the chart says who goes where.",
            "A Swiss for %(num)s players without a computer: after each round the chart says who goes where.",
            players,
        )
        page = _page(lang, f"{kit.key}/{players}/", title % {"num": players}, about % {"num": players})
        chart = kits.swiss_chart(players, lang, "a4", qr(writer, page.path, lang))
        _write_number(writer, page, kit, players, kits.CHARTS, [Sheet("chart", "", chart)])


def _write_brackets(writer: Writer, lang: str) -> None:
    gettext = translation(lang)
    (kit,) = (kit for kit in kits.KITS if kit.key == "brackets")
    for players in kits.SINGLE:
        title = gettext.ngettext("Bracket for %(num)s player", "Bracket for %(num)s players", players)
        about = gettext.ngettext(
            "An empty knockout bracket for %(num)s player to print: seeds, byes, and a game for third place.",
            "An empty knockout bracket for %(num)s players to print: seeds, byes, and a game for third place.",
            players,
        )
        page = _page(lang, f"{kit.key}/{players}/", title % {"num": players}, about % {"num": players})
        code = qr(writer, page.path, lang)
        sheets = [
            Sheet(
                kind,
                gettext.gettext(name),
                kits.bracket_sheet(players, kind, lang, code, "h1" if kind == "single" else "h2"),
                is_large=kits.sheet(players, kind).is_large,
            )
            for kind, numbers, name in kits.BRACKETS
            if players in numbers
        ]
        _write_number(writer, page, kit, players, kits.SINGLE, sheets)


class Sheet(NamedTuple):
    """A sheet on the page of its number: where on it, its name, itself, and whether it needs A3 paper."""

    anchor: str
    name: str
    fragment: str
    is_large: bool = False


def _write_number(
    writer: Writer, page: Page, kit: kits.Kit, players: int, numbers: range, sheets: Sequence[Sheet]
) -> None:
    near = [n for n in (players - 1, players + 1) if n in numbers]
    home = folder(kit, page.lang)
    writer.page(
        "kit-number",
        page,
        back=home,
        back_label=translation(page.lang).gettext(kit.name),
        neighbours=[(n, f"{home}{n}/") for n in near],
        sheets=[sheet._replace(fragment=Markup(sheet.fragment)) for sheet in sheets],
    )


def _write_documents(writer: Writer, lang: str) -> None:
    _ = translation(lang).gettext
    for kit in kits.KITS:
        home = folder(kit, lang)
        code = qr(writer, home, lang)

        def of_number(players: int | None, home: str = home) -> Markup:
            return qr(writer, home if players is None else f"{home}{players}/", lang)

        for document in documents(kit, lang):
            name = document.name
            match kit.key, name:
                case "natural-pairing", ("a4" | "a5") as size:
                    fragments = kits.natural(lang, size, code)
                case "paper-swiss", ("a4" | "a5") as size:
                    fragments = kits.paper_swiss(lang, size, of_number)
                case "pairing-cards", ("a4" | "a5") as size:
                    fragments = kits.pairing_cards(lang, size, code)
                case "lots", ("a4" | "a5") as size:
                    fragments = kits.lots(lang, size, code)
                case "brackets", kind:
                    (sheets,) = ((key, numbers) for key, numbers, _name in kits.BRACKETS if key == kind)
                    fragments = [kits.bracket_sheet(n, sheets[0], lang, of_number(n)) for n in sheets[1]]
                case _:
                    raise ValueError(f"no such document: {kit.key} {name}")
            title = _(kit.name)
            if document.numbers:
                short = _("Empty brackets") if kit.key == "brackets" else _("Paper Swiss")
                title = " · ".join((short, document.label, *document.about(lang)))
            page = Page(lang, f"{FOLDER}{kit.key}/{name}.html", title, _(kit.about))
            writer.page(
                "document",
                page,
                back=home,
                back_label=_("Back to the kit"),
                fragments=[Markup(fragment) for fragment in fragments],
            )
