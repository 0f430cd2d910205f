"""The pages and papers for a tournament without a computer."""

from __future__ import annotations

from functools import cache

import segno
from markupsafe import Markup
from venue import kits
from venue.i18n import LANGUAGES, translation
from venue.render import environment

from . import pdf
from .pages import Page, Writer

FOLDER = "paper/"

Document = tuple[str, str]
"""A printed document: the name of its page in the kit's folder, and its label."""


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
        pdf.Job(f"{folder(kit, lang)}{name}.html", pdf_path(kit, name, lang))
        for lang in LANGUAGES
        for kit in kits.KITS
        for name, _ in documents(kit, lang)
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
        return [(kind, _(name)) for kind, _numbers, name in kits.BRACKETS]
    return [(size, size.upper()) for size in kits.SIZES]


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
            "label": label,
            "path": f"{folder(kit, lang)}{name}.html",
            "pdf": pdf_path(kit, name, lang) if writer.with_pdf else None,
        }
        for name, label in documents(kit, lang)
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
        title = gettext.gettext("Paper Swiss for %(n)s players") % {"n": players}
        about = gettext.gettext(
            "A Swiss for %(n)s players without a computer: after each round the chart says who goes where."
        )
        page = _page(lang, f"{kit.key}/{players}/", title, about % {"n": players})
        fragment = kits.swiss_chart(players, lang, "a4", qr(writer, page.path, lang))
        _write_number(writer, page, kit, players, kits.CHARTS, fragment)


def _write_brackets(writer: Writer, lang: str) -> None:
    gettext = translation(lang)
    (kit,) = (kit for kit in kits.KITS if kit.key == "brackets")
    for players in kits.SINGLE:
        title = gettext.gettext("Bracket for %(n)s players") % {"n": players}
        about = gettext.gettext(
            "An empty knockout bracket for %(n)s players to print: seeds, byes, and a game for third place."
        )
        page = _page(lang, f"{kit.key}/{players}/", title, about % {"n": players})
        fragment = kits.bracket_sheet(players, "single", lang, qr(writer, page.path, lang))
        _write_number(writer, page, kit, players, kits.SINGLE, fragment)


def _write_number(writer: Writer, page: Page, kit: kits.Kit, players: int, numbers: range, fragment: str) -> None:
    near = [n for n in (players - 1, players + 1) if n in numbers]
    home = folder(kit, page.lang)
    writer.page(
        "kit-number",
        page,
        back=home,
        back_label=translation(page.lang).gettext(kit.name),
        neighbours=[(n, f"{home}{n}/") for n in near],
        fragment=Markup(fragment),
    )


def _write_documents(writer: Writer, lang: str) -> None:
    _ = translation(lang).gettext
    for kit in kits.KITS:
        home = folder(kit, lang)
        code = qr(writer, home, lang)

        def of_number(players: int | None, home: str = home) -> Markup:
            return qr(writer, home if players is None else f"{home}{players}/", lang)

        for name, _label in documents(kit, lang):
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
            page = Page(lang, f"{FOLDER}{kit.key}/{name}.html", _(kit.name), _(kit.about))
            writer.page(
                "document",
                page,
                back=home,
                back_label=_("Back to the kit"),
                fragments=[Markup(fragment) for fragment in fragments],
            )
