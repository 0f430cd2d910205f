"""Languages and translated sentences, on the standard library's gettext.

English is the message identifier. Catalogs are compiled from ``site/locale/*.po`` by ``builder.catalogs``.
"""

from __future__ import annotations

import functools
import gettext
from importlib import resources
from typing import TYPE_CHECKING

from pairing_core.errors import Word

if TYPE_CHECKING:
    from pairing_core.errors import LosovnaError

LANGUAGES = ("cs", "es", "en")
"""The languages of the site, equal in rank."""

NAMES = {"cs": "Čeština", "es": "Español", "en": "English"}
"""How each language calls itself."""


@functools.cache
def translation(lang: str) -> gettext.NullTranslations:
    """Return the catalog of ``lang``; English, having no catalog, answers with the message itself."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang}")
    if lang == "en":
        return gettext.NullTranslations()
    folder = resources.files("venue").joinpath("_built", "locale", lang, "LC_MESSAGES")
    with folder.joinpath("losovna.mo").open("rb") as data:
        found = gettext.GNUTranslations(data)
    # What only the arbiter's app says is not with the maker of tables, and what only the generator and the command say
    # is in no browser.
    for name in ("arbiter.mo", "rest.mo"):
        part = folder.joinpath(name)
        if part.is_file():
            with part.open("rb") as data:
                found.add_fallback(gettext.GNUTranslations(data))
    return found


def sentence(error: LosovnaError, lang: str) -> str:
    """Return the error as one sentence in ``lang``."""
    gettext = translation(lang).gettext
    return gettext(error.message) % {
        key: gettext(value) if isinstance(value, Word) else value for key, value in error.params.items()
    }
