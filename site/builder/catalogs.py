"""Compile what Python needs in a hurry: translations to ``.mo`` and Jinja2 templates to Python modules.

Everything goes to ``site/venue/_built``, is never committed, and is the same bytes for the same sources. The wheel, the
browser's bundle and the generator all read it from there.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SITE = Path(__file__).resolve().parent.parent
BUILT = SITE / "venue" / "_built"


def compile_translations(source: Path = SITE / "locale", target: Path = BUILT / "locale") -> None:
    """Write one ``losovna.mo`` per language.

    A fuzzy or missing text falls back to English; the tests forbid both.
    """
    for po in sorted(source.glob("*.po")):
        with po.open("rb") as lines:
            catalog = read_po(lines, locale=po.stem, abort_invalid=True)
        mo = target / po.stem / "LC_MESSAGES" / "losovna.mo"
        mo.parent.mkdir(parents=True, exist_ok=True)
        with mo.open("wb") as out:
            write_mo(out, catalog)


def compile_templates(target: Path = BUILT / "templates") -> None:
    """Compile the templates that the command and the browser use, so that neither parses Jinja2 at start."""
    sys.path.insert(0, str(SITE))
    try:
        from venue.render import environment
    finally:
        sys.path.remove(str(SITE))
    shutil.rmtree(target, ignore_errors=True)
    environment("en", from_source=True).compile_templates(
        str(target),
        zip=None,
        filter_func=lambda name: name.startswith(("documents/", "screens/", "macros/")),
        ignore_errors=False,
    )
    (target / "__init__.py").write_text("", encoding="utf-8")


def compile_all() -> None:
    """Compile translations and templates."""
    compile_translations()
    compile_templates()
