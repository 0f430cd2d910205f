"""Printed documents as PDF, by Chromium from the very HTML that the site shows.

A PDF is made again only when what it is made of changed: its page, the style sheet, the fonts, the browser's version or
this module. Its bytes are the same for the same input: a fresh page each, dates and identifiers fixed afterwards.
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
WORKERS = 3
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
    context = await browser.new_context(color_scheme="light")
    while not queue.empty():
        job, key = queue.get_nowait()
        page = await context.new_page()
        await page.goto((dist / job.page).as_uri())
        await page.evaluate("document.fonts.ready.then(() => true)")
        data = await page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=False)
        await page.close()
        settled = await asyncio.to_thread(settle, data)
        half_made = cache / f"{key}.{id(page)}.part"
        half_made.write_bytes(settled)
        half_made.replace(cache / key)
    await context.close()


def settle(data: bytes) -> bytes:
    """Return the PDF without what differs from run to run: dates and the random document identifier."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for name in ("/CreationDate", "/ModDate"):
            pdf.docinfo[pikepdf.Name(name)] = pikepdf.String(FIXED_DATE)
        pdf.docinfo[pikepdf.Name("/Producer")] = pikepdf.String("Losovna")
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        return out.getvalue()
