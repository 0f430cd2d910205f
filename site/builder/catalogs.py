"""Compile what Python needs in a hurry: translations to ``.mo`` and Jinja2 templates to Python modules.

Everything goes to ``site/venue/_built``, is never committed, and is the same bytes for the same sources. The wheel, the
browser's bundle and the generator all read it from there.
"""

from __future__ import annotations

import copy
import io
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SITE = Path(__file__).resolve().parent.parent
BUILT = SITE / "venue" / "_built"

SOURCES = (
    (SITE.parent / "pairing_core", [("**.py", "python")]),
    (SITE / "venue", [("**.py", "python")]),
    (SITE / "builder", [("**.py", "python")]),
    (SITE / "templates", [("**.html", "jinja2"), ("**.json", "jinja2")]),
)
"""Where sentences stand, and how each kind of file is read."""

NOT_IN_BROWSER = (
    "site/builder/",
    "site/venue/kits.py",
    *(f"site/templates/{name}" for name in ("base.html", "documents/kits/", "pages/")),
    "pairing_core/commands/",
)
"""Where sentences stand that no worker ever says."""

IN_MAKER = (
    *(
        f"pairing_core/{name}"
        for name in ("__init__.py", "errors.py", "draw.py", "model.py", "round_robin/", "waiting.py")
    ),
    *(f"pairing_core/formats/{name}.py" for name in ("__init__", "csv_players", "table")),
    *(f"site/venue/{name}.py" for name in ("__init__", "actions", "documents", "i18n", "render")),
    *(
        f"site/templates/documents/{name}.html"
        for name in ("cards", "clean", "frame", "paper", "plain", "sheet", "steps", "wall", "whole")
    ),
    *(f"site/templates/macros/{name}.html" for name in ("methods", "table")),
    "site/templates/screens/table.html",
)
"""What the maker of tables needs of ours: who makes one table does not wait for the rest, which is the arbiter's."""

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'

PARTS = ("losovna", "arbiter", "rest")
"""The catalogs: of the maker of tables, of what only the arbiter's app says, and of what no browser says."""

NO_DATE = datetime(1980, 1, 1, tzinfo=UTC)
"""Babel would write the minute of the build into every catalog."""

KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
JINJA = {"trimmed": "true", "silent": "false", "newstyle_gettext": "true"}


def compile_translations(source: Path = SITE / "locale", target: Path = BUILT / "locale") -> None:
    """Write the catalogs of each language, one for each of :data:`PARTS`.

    A fuzzy or missing text falls back to English; the tests forbid both.
    """
    for po in sorted(source.glob("*.po")):
        with po.open("rb") as lines:
            catalog = read_po(lines, locale=po.stem, abort_invalid=True)
        catalog.creation_date = NO_DATE
        for name in PARTS:
            part = copy.deepcopy(catalog)
            for message in catalog:
                if message.id and part_of(message) != name:
                    part.delete(message.id)
            mo = target / po.stem / "LC_MESSAGES" / f"{name}.mo"
            mo.parent.mkdir(parents=True, exist_ok=True)
            with mo.open("wb") as out:
                write_mo(out, part)


def part_of(message: Message) -> str:
    """Return by which of :data:`PARTS` a sentence is told: the first of those that say it."""
    places = [place for place, _ in message.locations]
    if not places or any(place.startswith(IN_MAKER) for place in places):
        return "losovna"
    return "rest" if all(place.startswith(NOT_IN_BROWSER) for place in places) else "arbiter"


def found_texts() -> Catalog:
    """Return every sentence of the core, the documents, the screens and the site, with the notes to translators."""
    catalog = Catalog(project="losovna", charset="utf-8")
    for folder, methods in SOURCES:
        options = {pattern: JINJA for pattern, kind in methods if kind == "jinja2"}
        for file, line, message, comments, context in extract_from_dir(
            str(folder), methods, options, KEYWORDS, ("Translators:",), strip_comment_tags=True
        ):
            if "_built" not in Path(file).parts:
                place = (folder.relative_to(SITE.parent) / file).as_posix()
                catalog.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalog


def update_translations(source: Path = SITE / "locale") -> dict[str, int]:
    """Bring the ``.po`` files up to date with the sources; return how many texts each still lacks."""
    template, lacking = found_texts(), {}
    for po in sorted(source.glob("*.po")):
        with po.open("rb") as lines:
            catalog = read_po(lines, locale=po.stem)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        out = io.BytesIO()
        write_po(out, catalog, width=120, sort_output=True, omit_header=True, include_lineno=False)
        header = f'{HEADER}"Language: {po.stem}\\n"\n"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
        po.write_text(header + out.getvalue().decode("utf-8"), encoding="utf-8")
        lacking[po.stem] = sum(1 for message in catalog if message.id and not is_translated(message.string))
    return lacking


def is_translated(text: str | tuple[str, ...] | list[str] | None) -> bool:
    """Tell whether a translation is there, in all its plural forms."""
    return bool(text) if text is None or isinstance(text, str) else all(text)


def compile_templates(target: Path = BUILT / "templates") -> None:
    """Compile the templates that the command and the browser use, so that neither parses Jinja2 at start."""
    # A build of the package runs where nothing of it is installed yet.
    places = [str(SITE), str(SITE.parent)]
    sys.path[:0] = places
    try:
        from venue.render import environment
    finally:
        for place in places:
            sys.path.remove(place)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="losovna-templates-") as scratch:
        made = Path(scratch)
        environment("en", from_source=True).compile_templates(
            str(made),
            zip=None,
            filter_func=lambda name: name.startswith(("documents/", "screens/", "macros/")),
            ignore_errors=False,
        )
        (made / "__init__.py").write_text("", encoding="utf-8")
        names = {path.name for path in made.iterdir()}
        # One after another into its place: whoever renders meanwhile, another build perhaps, finds each file.
        for name in sorted(names):
            fresh = target / f"{name}.{os.getpid()}"
            fresh.write_bytes((made / name).read_bytes())
            fresh.replace(target / name)
    for path in target.glob("*.py"):
        if path.name not in names:
            path.unlink(missing_ok=True)


def compile_all() -> None:
    """Compile translations and templates."""
    compile_translations()
    compile_templates()
