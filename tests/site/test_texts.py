"""Translations are complete, and keep every place that is filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from builder import catalogs, content
from venue.i18n import LANGUAGES, translation
from venue.render import environment

from pairing_core.round_robin import CONSTRUCTIONS

LOCALE = catalogs.SITE / "locale"


def catalog(lang: str) -> Catalog:
    with (LOCALE / f"{lang}.po").open("rb") as lines:
        return read_po(lines, locale=lang)


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return catalogs.found_texts()


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_sentence_of_the_browser_goes_to_the_browser(lang: str, texts: Catalog) -> None:
    """By the places that stand with it in the catalog it is told what travels; else the app says it in English."""
    translated = catalog(lang)
    for message in texts:
        found = message.id and translated.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        if found:
            assert catalogs.part_of(found) == catalogs.part_of(message), message.id


def test_spanish_is_not_czech() -> None:
    """Letters that only Czech has stand in names of Czech things alone, and no whole sentence is the same in both."""
    names = ("DubovČAS", "TurČAS", "ČAS", "Doplňkové kritérium", "Čeština", "Praha")
    czech = {message.id: message.string for message in catalog("cs")}
    for message in catalog("es"):
        text = str(message.string)
        for name in names:
            text = text.replace(name, "")
        assert not re.search("[ěščřžůťďňĚŠČŘŽŮŤĎŇ]", text), message.string
        if len(text.split()) > 3 and message.id != message.string:
            assert message.string != czech[message.id]


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


def plain(text: str) -> str:
    """Spaces that keep words together, and case, are no difference between two terms."""
    return " ".join(text.split()).casefold()


@pytest.mark.parametrize("slug", ["help", "help-arbiter"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_calls_a_control_what_the_control_is_called(slug: str, lang: str) -> None:
    """What a help page sets in bold as a paper or a field, or quotes as a button, stands on the screen so."""
    gettext = translation(lang).gettext
    screen = {plain(gettext(str(m.id[0] if isinstance(m.id, tuple) else m.id))) for m in catalog("cs") if m.id}
    text = content.load(slug, lang).text
    named = re.findall(r"^- \*\*(.+?):\*\*", text, re.MULTILINE) + re.findall(r"[„“«]([^”“»]+)[“”»]", text)
    if lang == "en":
        named = [name.removeprefix("a ") for name in named]
    assert len(named) >= 8
    assert [name for name in named if plain(name) not in screen] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_use_the_terms_of_the_screen(lang: str) -> None:
    """A construction and what is measured have one name: pages are about what the tables' own pages say."""
    macros = '{% import "macros/methods.html" as m with context %}{{ m.name(key) }}'
    names = [
        environment(lang, from_source=True).from_string(macros).render(key=c.key, lang=lang) for c in CONSTRUCTIONS
    ]
    robin = content.load("round-robin", lang).text
    headings = {plain(heading) for heading in re.findall(r"^## (.+)$", robin, re.MULTILINE)}
    assert {plain(name) for name in names} <= headings
    effect = plain(translation(lang).gettext("Carry-over effect"))
    for slug in ("carry-over", "about"):
        page = content.load(slug, lang)
        assert effect in plain(f"{page.title} {page.text}"), slug


VARIANTS = {
    "cs": ("efekt přenosu", "malý přenos", "zlom", "přenosový jev"),
    "es": ("efecto de transferencia", "efecto de acarreo", "arrastre reducido"),
    "en": ("carry over effect", "carryover", "number 1 fixed"),
}
"""Other words for the same things, which a reader would take for other things."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_second_word_for_a_term(lang: str) -> None:
    strings = [str(m.id) if lang == "en" else str(m.string) for m in catalog("cs" if lang == "en" else lang) if m.id]
    texts = {slug: content.load(slug, lang) for slug in content.SLUGS}
    said = {"screen": plain(" ".join(strings))}
    said |= {slug: plain(f"{page.title} {page.description} {page.text}") for slug, page in texts.items()}
    # Titles of papers keep their authors' words.
    said = {place: re.sub(r"[„“«][^”“»]*[“”»]", "", text) for place, text in said.items()}
    assert [(place, word) for place, text in said.items() for word in VARIANTS[lang] if word in text] == []


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
