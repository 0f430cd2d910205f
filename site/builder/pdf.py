"""Printed documents as PDF, by Chromium from the very HTML that the site shows.

A PDF is made again only when what it is made of changed: its page, the style sheet, the fonts, the browser's version or
this module. its bytes are the same for the same input: dates and identifiers are fixed afterwards.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pikepdf
from playwright.async_api import Browser, async_playwright

CACHE = Path(__file__).resolve().parent.parent.parent / ".cache" / "pdf"
WORKERS = 2
FIXED_DATE = "D:20260101000000Z"


class Job(NamedTuple):
    """One PDF: from a page of ``dist`` to a file of ``dist``, both as paths below it."""

    page: str
    target: str


def make(dist: Path, jobs: Sequence[Job], chromium: Path, cache: Path = CACHE) -> int:
    """Make the PDFs of ``jobs``, from the cache where nothing changed; return how many were printed anew."""
    cache.mkdir(parents=True, exist_ok=True)
    common = _common_input(dist, chromium)
    keyed = [(job, _key(dist, job, common)) for job in jobs]
    missing = [(job, key) for job, key in keyed if not (cache / key).exists()]
    if missing:
        asyncio.run(_print_all(dist, missing, chromium, cache))
    for job, key in keyed:
        target = dist / job.target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(cache / key, target)
    return len(missing)


def _common_input(dist: Path, chromium: Path) -> bytes:
    seen = hashlib.sha256(Path(__file__).read_bytes())
    for path in (dist / "css" / "site.css", *sorted((dist / "fonts").iterdir())):
        seen.update(path.read_bytes())
    seen.update(browser_version(chromium).encode())
    return seen.digest()


def browser_version(chromium: Path) -> str:
    """Return what the browser says of itself, so that a new one prints everything anew."""
    stat = chromium.resolve().stat()
    return f"{chromium.resolve()} {stat.st_size} {stat.st_mtime_ns}"


def _key(dist: Path, job: Job, common: bytes) -> str:
    text = (dist / job.page).read_bytes()
    return hashlib.sha256(common + text).hexdigest()[:32] + ".pdf"


async def _print_all(dist: Path, jobs: Sequence[tuple[Job, str]], chromium: Path, cache: Path) -> None:
    queue: asyncio.Queue[tuple[Job, str]] = asyncio.Queue()
    for job in jobs:
        queue.put_nowait(job)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(chromium), args=["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"]
        )
        try:
            await asyncio.gather(*(_worker(browser, dist, queue, cache) for _ in range(WORKERS)))
        finally:
            await browser.close()


async def _worker(browser: Browser, dist: Path, queue: asyncio.Queue[tuple[Job, str]], cache: Path) -> None:
    page = await browser.new_page(color_scheme="light")
    while not queue.empty():
        job, key = queue.get_nowait()
        await page.goto((dist / job.page).as_uri())
        await page.evaluate("document.fonts.ready.then(() => true)")
        data = await page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=False)
        settled = await asyncio.to_thread(settle, data)
        half_made = cache / f"{key}.{id(page)}.part"
        half_made.write_bytes(settled)
        half_made.replace(cache / key)
    await page.close()


def settle(data: bytes) -> bytes:
    """Return the PDF without what differs from run to run: dates, and the names of the parts of its structure."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for name in ("/CreationDate", "/ModDate"):
            pdf.docinfo[pikepdf.Name(name)] = pikepdf.String(FIXED_DATE)
        pdf.docinfo[pikepdf.Name("/Producer")] = pikepdf.String("Losovna")
        _rename_structure(pdf)
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        return out.getvalue()


def _rename_structure(pdf: pikepdf.Pdf) -> None:
    """Number the parts of the tagged structure in the order of the document.

    Chromium names them by counters of its own; the cells of a table name their headings by these (``/Headers``), and a
    tree of names leads to each (``/IDTree``): ISO 32000-1, 14.7.2 and 14.8.5.7.
    """
    root = pdf.Root.get("/StructTreeRoot")
    if root is None:
        return
    names: dict[bytes, str] = {}
    elements: list[pikepdf.Object] = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if not isinstance(element, pikepdf.Dictionary):
            continue
        elements.append(element)
        if "/ID" in element:
            names[bytes(element.ID)] = f"part{len(names) + 1:06d}"
        children = element.get("/K", pikepdf.Array())
        waiting += reversed(list(children) if isinstance(children, pikepdf.Array) else [children])
    for element in elements:
        if "/ID" in element:
            element.ID = pikepdf.String(names[bytes(element.ID)])
        attributes = element.get("/A", pikepdf.Array())
        for attribute in attributes if isinstance(attributes, pikepdf.Array) else [attributes]:
            if isinstance(attribute, pikepdf.Dictionary) and "/Headers" in attribute:
                headers = [pikepdf.String(names[bytes(name)]) for name in attribute.Headers]
                attribute.Headers = pikepdf.Array(headers)
    if "/IDTree" in root:
        pairs = [(str(element.ID), element) for element in elements if "/ID" in element]
        leaves = pikepdf.Array()
        for name, element in sorted(pairs, key=lambda pair: pair[0]):
            leaves.append(pikepdf.String(name))
            leaves.append(element)
        root.IDTree = pikepdf.Dictionary(Names=leaves)
