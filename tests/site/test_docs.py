"""What the documents say is true: README's examples run, and what is registered is documented and labelled."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from builder import content
from venue.i18n import LANGUAGES
from venue.render import environment

from pairing_core import cli
from pairing_core.round_robin import CONSTRUCTIONS, Construction

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_examples_of_the_readme_run() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert found.attempted >= 3
    assert found.failed == 0


@pytest.mark.parametrize("line", re.findall(r"^    (losovna .+)$", README, re.MULTILINE))
def test_commands_of_the_readme_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = "Anna\nBéla\nČeněk\nDana\nEmil\nFilip\nGita\nHana\n"
    (tmp_path / "players.txt").write_text(names, encoding="utf-8")
    assert cli.main(shlex.split(line)[1:]) == 0


@pytest.mark.parametrize("name", ["serve", "test", "check", "bench", "dist"])
def test_make_has_what_the_readme_promises(name: str) -> None:
    assert f"`make {name}`" in README or f"    make {name} " in README
    assert re.search(rf"^{name}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("built", CONSTRUCTIONS, ids=lambda built: built.key)
def test_a_construction_is_named_and_explained(built: Construction) -> None:
    """Each has a name, what it is good for, and a sentence for each phase, in every language and parity."""
    assert f"`{built.key}`" in README
    for lang in LANGUAGES:
        words = environment(lang, from_source=True).from_string(
            '{% import "macros/methods.html" as m with context %}'
            "{{ m.name(key) }}|{{ m.good_for(key) }}"
            "{% for phase in phases %}|{{ m.phase(key, phase, view) }}{% endfor %}"
        )
        for players in (7, 8):
            view = {"schedule": {"players": players}}
            said = words.render(key=built.key, phases=built.phases, view=view, lang=lang).split("|")
            assert len(said) == 2 + len(built.phases)
            assert all(text.strip() for text in said), (lang, players, said)


def test_every_content_page_is_offered() -> None:
    for lang in LANGUAGES:
        files = {path.stem for path in (content.CONTENT / lang).glob("*.md")}
        assert files == set(content.SLUGS)
