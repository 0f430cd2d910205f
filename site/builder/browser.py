"""The one place that knows where a Chromium stands: for the PDFs, the tests, the benchmarks and the set-up.

Standard library only, because ``tools/setup.py`` asks here before anything is installed.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "LOSOVNA_CHROMIUM"
"""The environment variable that names a Chromium and so ends the search."""

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")


class NoChromium(RuntimeError):
    """There is no Chromium that starts; the text is one sentence that says what to install."""


def find_chromium() -> Path | None:
    """Return the Chromium to use, or None.

    First the one that ``LOSOVNA_CHROMIUM`` names, then an installed Chromium or Chrome, then Playwright's own. Only
    one that can say its version counts: on some systems ``chromium-browser`` is a note that it must be installed.
    """
    named = os.environ.get(VARIABLE)
    candidates = iter([Path(named)]) if named else _installed()
    return next((path for path in candidates if chromium_version(path)), None)


def require_chromium() -> Path:
    """Return the Chromium to use.

    Raises ``NoChromium`` where there is none.
    """
    found = find_chromium()
    if found is not None:
        return found
    named = os.environ.get(VARIABLE)
    if named:
        raise NoChromium(f"{VARIABLE} names {named}, which does not start as a Chromium.")
    raise NoChromium(
        "No Chromium or Chrome was found: install the package chromium (or google-chrome), "
        f"or name one by the variable {VARIABLE}."
    )


@functools.cache
def chromium_version(path: Path) -> str:
    """Return the version of the Chromium at ``path``, as "156.0.8078.108"; empty if it does not start.

    The bytes of a PDF hold for one version only, so it belongs to the key of whatever keeps PDFs.
    """
    try:
        done = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    version = re.search(r"\d+(?:\.\d+)+", done.stdout)
    return version.group() if done.returncode == 0 and version else ""


def _installed() -> Iterator[Path]:
    """Yield every place where a Chromium may stand, best first."""
    for command in COMMANDS:
        path = shutil.which(command)
        if path:
            yield Path(path)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            for application in APPLICATIONS:
                yield folder / application
    yield from _playwright()


def _playwright() -> Iterator[Path]:
    """Yield the Chromiums that Playwright has fetched, the newest first."""
    caches = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or caches / "ms-playwright")
    builds = sorted(folder.glob("chromium-*"), key=lambda build: int("0" + re.sub(r"\D", "", build.name)), reverse=True)
    for build in builds:
        yield from sorted(build.glob("chrome-linux*/chrome"))
        yield from sorted(build.glob("chrome-mac*/*.app/Contents/MacOS/*"))
