"""The whole site, step by step."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

from venue.documents import document
from venue.i18n import LANGUAGES

from . import assets, bundle, catalogs, embed, kits, offline, pages, pdf
from .browser import find_chromium, require_chromium

ROOT = Path(__file__).resolve().parent.parent.parent
DIST = ROOT / "dist"


def say(text: str) -> None:
    """Tell the person who builds what is being done."""
    print(text, file=sys.stderr, flush=True)


def build(
    dist: Path = DIST, base_url: str = "http://127.0.0.1:8765/", need_pdf: bool = False, with_stick: bool = False
) -> None:
    """Build the site into ``dist``.

    Without a Chromium there are no PDFs and the pages do not offer them; with ``need_pdf`` that is an error. The site
    is built beside the old one and put in its place when it is whole, so a stopped run leaves the old one working.
    """
    began = time.monotonic()
    chromium = require_chromium() if need_pdf else find_chromium()
    fresh = dist.with_name(f"{dist.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    catalogs.compile_all()
    say("pages")
    assets.write_all(fresh)
    writer = pages.Writer(fresh, base_url, chromium is not None, with_stick)
    pages.write_pages(writer)
    _write_sets(writer)
    kits.write(writer)
    embed.write(fresh)
    say("Python for the browser")
    bundle.build(fresh)
    if chromium is None:
        say("No Chromium found: the site is built without PDFs (see README).")
    else:
        say("PDFs")
        made = pdf.make(fresh, _pdf_jobs(), chromium)
        say(f"{made} PDFs printed, the others unchanged")
    offline.write(fresh)
    if with_stick:
        say("the zip for a USB stick")
        offline.stick(fresh)
    shutil.rmtree(dist, ignore_errors=True)
    fresh.rename(dist)
    say(f"site built in {time.monotonic() - began:.1f} s: {dist}")


def _write_sets(writer: pages.Writer) -> None:
    """Write, for each language, one page that holds every sheet: the PDF set is printed from it."""
    for lang in LANGUAGES:
        fragments = [document("sheet", pages.table_view(table), lang) for table in pages.table_pages()]
        pages.write_printed(writer, lang, "downloads/all-sheets.html", f"{lang}/tables/", fragments)


def _pdf_jobs() -> list[pdf.Job]:
    jobs = [
        pdf.Job(table.paper(lang, kind), table.file(lang, "pdf", kind))
        for lang in LANGUAGES
        for table in pages.table_pages()
        for kind in pages.PDF_PAPERS
    ]
    sets = [
        pdf.Job(f"{lang}/downloads/all-sheets.html", f"{lang}/downloads/losovna-tables-{lang}.pdf")
        for lang in LANGUAGES
    ]
    return jobs + sets + kits.pdf_jobs()
