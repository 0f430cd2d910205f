"""Languages and translated sentences, on the standard library alone.

English is the message identifier. Catalogs are compiled from ``site/locale/*.po`` by ``builder.catalogs``.
"""

from __future__ import annotations

import functools
import gettext
from importlib import resources
from typing import TYPE_CHECKING

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
    mo = resources.files("venue").joinpath("_built", "locale", lang, "LC_MESSAGES", "losovna.mo")
    with mo.open("rb") as data:
        return gettext.GNUTranslations(data)


def sentence(error: LosovnaError, lang: str) -> str:
    """Return the error as one sentence in ``lang``."""
    return translation(lang).gettext(error.message) % error.params
