"""Run every benchmark, one after the other so that none disturbs another: ``make bench``.

``python benchmarks/run_all.py [PART ...]`` runs those with one of the parts in their names. The exit status is 0 if all
could measure, whatever the figures say; 1 if one of them could not.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(parts: list[str]) -> int:
    """Run the benchmarks and return the exit status."""
    chosen = [path for path in sorted(HERE.glob("bench_*.py")) if not parts or any(part in path.name for part in parts)]
    if not chosen:
        print(f"benchmarks: none has a name with {' or '.join(parts)} in it.", file=sys.stderr)
        return 1
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {platform.platform()}", flush=True)
    failed = []
    for path in chosen:
        began = time.monotonic()
        status = subprocess.run([sys.executable, path], cwd=HERE.parent, check=False).returncode
        print(f"  ({path.name}: {time.monotonic() - began:.0f} s)", flush=True)
        if status:
            failed.append(path.name)
    if failed:
        print(f"\nbenchmarks: could not measure: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
