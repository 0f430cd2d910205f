"""The core in the Python of the browser gives what it gives here, to the byte."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

from whole_core import outcome

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def test_the_whole_core_in_pyodide(tmp_path: Path) -> None:
    sources = tmp_path / "sources.zip"
    with zipfile.ZipFile(sources, "w") as packed:
        for path in sorted((ROOT / "pairing_core").rglob("*.py")):
            packed.write(path, path.relative_to(ROOT))
        packed.write(HERE / "whole_core.py", "whole_core.py")
    runtime = ROOT / "site" / "node_modules" / "pyodide"
    done = subprocess.run(
        ["node", ROOT / "tools" / "in_pyodide.mjs", runtime, sources, "whole_core", "outcome"],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    there, here = json.loads(done.stdout), json.loads(outcome())
    assert list(there) == list(here)
    for key, told in here.items():
        assert there[key] == told, key
