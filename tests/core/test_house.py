"""How the core is kept: silent, without chance or clock, and with examples that are true."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import pairing_core

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(module.name for module in pkgutil.walk_packages(pairing_core.__path__, "pairing_core."))
SILENT = [
    name
    for name in MODULES
    if name not in ("pairing_core.cli", "pairing_core.__main__") and not name.startswith("pairing_core.commands")
]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "pairing_core.__main__"])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in SILENT) >= 20


@pytest.mark.parametrize("name", SILENT)
def test_is_silent_and_knows_neither_clock_nor_chance(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    imported = {
        part.split(".")[0]
        for node in ast.walk(tree)
        for part in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not called & {"print", "open", "input", "exec", "eval"}
    assert not imported & {"random", "secrets", "time", "datetime", "os", "sys", "pathlib", "locale", "gettext"}
    assert imported - {"pairing_core"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("players", [3, 4, 7, 8, 9, 10])
def test_the_script_finds_the_shipped_low_carry_over_again(players: int) -> None:
    from pairing_core.round_robin.low_carry_over_data import PAIRS, SIDES

    script = ROOT / "tools" / "find_low_carry_over.py"
    found = subprocess.run(
        [sys.executable, script, str(players)], capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout
    assert found.split(maxsplit=1)[1].rsplit(maxsplit=1) == [PAIRS[players], SIDES[players]]


def test_the_script_verifies_the_shipped_low_carry_over() -> None:
    script = ROOT / "tools" / "find_low_carry_over.py"
    checked = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=True)
    assert checked.stdout.count("good") == 22
