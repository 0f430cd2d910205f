"""Translations are complete, and keep every place that is filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from builder import catalogs
from venue.i18n import LANGUAGES, translation

LOCALE = catalogs.SITE / "locale"


def catalog(lang: str) -> Catalog:
    with (LOCALE / f"{lang}.po").open("rb") as lines:
        return read_po(lines, locale=lang)


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return catalogs.found_texts()


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_text_is_translated(lang: str, texts: Catalog) -> None:
    """Nothing is missing, fuzzy or left over; plural texts have every form of the language."""
    translated = catalog(lang)
    assert len(texts) > 100
    missing = []
    for message in texts:
        if not message.id:
            continue
        found = translated.get(message.id[0] if isinstance(message.id, tuple) else message.id, message.context)
        if found is None or found.fuzzy or not catalogs.is_translated(found.string):
            missing.append(message.id)
        elif isinstance(message.id, tuple):
            assert len(found.string) == translated.num_plurals, message.id
    assert not missing, missing[:10]
    left_over = [m.id for m in translated if m.id and m.id not in {t.id for t in texts}]
    assert not left_over, left_over[:10]


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_places_are_kept(lang: str) -> None:
    """A translation fills in the same values as its English sentence; the plural may leave out the number in words."""
    for message in catalog(lang):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = set(re.findall(r"%\((\w+)\)", ids[-1]))
        for string in strings:
            assert set(re.findall(r"%\((\w+)\)", string)) == wanted, (message.id, string)


def test_plurals_of_czech() -> None:
    """1 hráč, 2 hráči, 5 hráčů."""
    words = [translation("cs").ngettext("%(num)s player", "%(num)s players", n) % {"num": n} for n in (1, 2, 5, 22)]
    assert words == ["1 hráč", "2 hráči", "5 hráčů", "22 hráčů"]


def test_compiling_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        catalogs.compile_translations(target=tmp_path / name / "locale")
        catalogs.compile_templates(target=tmp_path / name / "templates")
    first, second = (
        {p.relative_to(tmp_path / n).as_posix(): p.read_bytes() for p in (tmp_path / n).rglob("*") if p.is_file()}
        for n in ("a", "b")
    )
    assert first == second
    assert len(first) > 8
