"""Style sheet, fonts, icons and scripts, as they are published."""

from __future__ import annotations

import json
import shutil
import sysconfig
from importlib import metadata
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SITE = Path(__file__).resolve().parent.parent
MODULES = SITE / "node_modules"

STYLES = ("tokens", "base", "components", "screens", "print", "kits")

LETTERS = {
    "latin": {*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’‚“”„…€←↑→↓−×")},
    "latin-ext": {*range(0x100, 0x180), *map(ord, "ȘșȚțẞ")},
}
"""Letters taken from each of the font's two source files: what Czech, Spanish and their neighbors write names with."""


def write_styles(dist: Path) -> None:
    """Join the style sheets into one file: the layers keep their order by name."""
    target = dist / "css" / "site.css"
    target.parent.mkdir(parents=True, exist_ok=True)
    sheets = (SITE / "css" / f"{name}.css" for name in STYLES)
    target.write_text("\n".join(_squeeze(sheet.read_text(encoding="utf-8")) for sheet in sheets), encoding="utf-8")


def _squeeze(css: str) -> str:
    """Leave out comments and indentation: what a gzip cannot win back on a phone's first visit."""
    lines = (line.strip() for line in _without_comments(css).splitlines())
    return "\n".join(line for line in lines if line)


def _without_comments(css: str) -> str:
    kept, rest = "", css
    while "/*" in rest:
        before, _, after = rest.partition("/*")
        kept, rest = kept + before, after.partition("*/")[2]
    return kept + rest


WEIGHTS = {"regular": 400, "bold": 730}
"""Two fixed weights: smaller than the variable font, which Chromium prints as a picture of each letter."""


FONT_DATE = 3850243200
"""1 January 2026 in the seconds of font files, which are counted from 1904."""


def write_fonts(dist: Path) -> None:
    """Cut the font to the letters that names are written with, in two weights, one file each.

    One file, not one for each alphabet: a PDF whose words change fonts in the middle is read back in pieces.
    """
    target = dist / "fonts"
    target.mkdir(parents=True, exist_ok=True)
    for name, weight in WEIGHTS.items():
        parts = []
        for part, letters in LETTERS.items():
            part_file = target / f"{part}.ttf"
            _cut(part, letters, weight).save(part_file)
            parts.append(part_file)
        font = merge.Merger().merge([str(part) for part in parts])
        font.flavor = "woff2"
        # The merger writes the time of the day into the font; a rebuilt site shall have the same bytes.
        font["head"].created = font["head"].modified = FONT_DATE
        font.recalcTimestamp = False
        font.save(target / f"losovna-{name}.woff2")
        for part_file in parts:
            part_file.unlink()


def _cut(part: str, letters: set[int], weight: int) -> TTFont:
    source = MODULES / "@fontsource-variable" / "atkinson-hyperlegible-next" / "files"
    font = TTFont(source / f"atkinson-hyperlegible-next-{part}-wght-normal.woff2", recalcTimestamp=False)
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern", "tnum", "mark", "mkmk", "ccmp", "locl"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    fixed = instancer.instantiateVariableFont(font, {"wght": weight})
    fixed.flavor = None
    return fixed


def write_static(dist: Path) -> None:
    """Copy icons, the page script and the app's modules."""
    for path in sorted((SITE / "static").iterdir()):
        shutil.copyfile(path, dist / path.name)
    scripts = dist / "js"
    scripts.mkdir(exist_ok=True)
    shutil.copyfile(SITE / "app" / "page.js", scripts / "page.js")
    app = dist / "app"
    app.mkdir(exist_ok=True)
    for path in sorted((SITE / "app").glob("*.js")):
        if path.name not in ("page.js", "sw.js", "embed.js"):
            shutil.copyfile(path, app / path.name)
    shutil.copyfile(MODULES / "idiomorph" / "dist" / "idiomorph.esm.js", app / "idiomorph.js")
    shutil.copyfile(MODULES / "idb" / "build" / "index.js", app / "idb.js")
    shutil.copyfile(SITE / "app" / "embed.js", dist / "embed.js")


def write_manifest(dist: Path) -> None:
    """Write the web app manifest, so that the site can be installed."""
    manifest = {
        "name": "Losovna",
        "short_name": "Losovna",
        "description": "Round-robin tables to print, offline",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0b5c4b",
        "file_handlers": [
            {
                # The start page sends the file on to the language that was used last: site/app/launch.js.
                "action": "./?open",
                "accept": {
                    "application/json": [".json"],
                    "text/csv": [".csv"],
                    "text/plain": [".trf"],
                    "text/tab-separated-values": [".tsv"],
                },
            }
        ],
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
            {"src": "icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    (dist / "manifest.webmanifest").write_text(text, encoding="utf-8")


def write_licenses(dist: Path) -> None:
    """Write the licenses of everything that is published, in one file beside the pages."""

    def of_package(name: str) -> str:
        files = metadata.files(name) or []
        path = next(file for file in files if "LICENSE" in file.name)
        return path.read_text(encoding="utf-8")

    texts = [
        ("Losovna", (SITE.parent / "LICENSE").read_text(encoding="utf-8")),
        ("Atkinson Hyperlegible Next", _module_license("@fontsource-variable/atkinson-hyperlegible-next")),
        ("Jinja2", of_package("jinja2")),
        ("MarkupSafe", of_package("markupsafe")),
        ("idb", _module_license("idb")),
        ("idiomorph", _module_license("idiomorph")),
        ("Pyodide (Mozilla Public License 2.0; source: https://github.com/pyodide/pyodide)", of_package("pikepdf")),
        ("Python", (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt").read_text(encoding="utf-8")),
    ]
    rule = "=" * 78
    parts = (f"{rule}\n{name}\n{rule}\n\n{text.strip()}\n" for name, text in texts)
    (dist / "licenses.txt").write_text("\n\n".join(parts), encoding="utf-8")


def _module_license(name: str) -> str:
    return (MODULES / name / "LICENSE").read_text(encoding="utf-8")


def write_all(dist: Path) -> None:
    """Write every asset."""
    write_styles(dist)
    write_fonts(dist)
    write_static(dist)
    write_manifest(dist)
    write_licenses(dist)
