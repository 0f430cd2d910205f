"""One Jinja2 environment per language; templates precompiled where they were built, parsed from source elsewhere."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

from .i18n import LANGUAGES, NAMES, translation

BUILT = Path(str(resources.files("venue"))) / "_built" / "templates"
SOURCE = Path(__file__).resolve().parent.parent / "templates"


@functools.cache
def environment(lang: str, from_source: bool = False) -> Environment:
    """Return the environment that renders in ``lang``.

    Names of people are data: autoescape is on for every template, and a name that a template misspells is an error.
    """
    loader: BaseLoader = FileSystemLoader(SOURCE) if from_source else ModuleLoader(str(BUILT))
    env = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_translations(translation(lang), newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(lang=lang, LANGUAGES=LANGUAGES, LANGUAGE_NAMES=NAMES)
    return env


def render(template: str, lang: str, **context: Any) -> str:
    """Render one of the shipped templates."""
    return environment(lang).get_template(template).render(context)
