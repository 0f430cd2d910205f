"""The whole build: the same sources give the same bytes, and what goes wrong is said in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from builder import site

ROOT = Path(__file__).resolve().parents[2]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_built_twice_it_is_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    """Every file of a second build equals the first build's; a stopped build leaves nothing in the way."""
    again = tmp_path / "dist"
    (tmp_path / "dist.new").mkdir()
    (tmp_path / "dist.new" / "half-made").write_text("")
    site.build(again, need_pdf=True)
    first, second = contents(dist), contents(again)
    first.pop("losovna-stick.zip", None)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    assert len(first) > 1000


def test_without_a_browser_there_are_no_links_to_pdfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No Chromium: the site is whole but for the PDFs, and no page offers one."""
    monkeypatch.setenv("LOSOVNA_CHROMIUM", str(tmp_path / "no-such-browser"))
    built = tmp_path / "dist"
    site.build(built)
    names = contents(built)
    assert "cs/tables/8/index.html" in names
    assert not [name for name in names if name.endswith(".pdf")]
    assert not [name for name, data in names.items() if name.endswith(".html") and b".pdf" in data]


def test_a_missing_browser_is_one_sentence(tmp_path: Path) -> None:
    asked = subprocess.run(
        [sys.executable, "build.py", "build", "--need-pdf", "--out", str(tmp_path / "dist")],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "LOSOVNA_CHROMIUM": str(tmp_path / "no-such-browser")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 2
    assert asked.stderr.startswith("losovna: ")
    assert len(asked.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "dist").exists()
