"""How long gacrux takes for the next round of a report file: ``python gacrux_round.py FILE.trf``, prints seconds.

In a process of its own, so that what its modules take to load does not count.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from typing import Any

from gacrux.pairingchecker import pairingchecker


def main(path: str) -> None:
    asked = [sys.argv[0], "-i", path, "-f", "TRF", "-p", "-m", "dutch", "-d", "T"]
    sys.argv = asked
    checker: Any = pairingchecker()
    began = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        checker.common_main()
    took = time.process_time() - began
    pairs = [line.split() for line in said.getvalue().splitlines()]
    if len(pairs) < 2:
        sys.exit(f"gacrux has drawn nothing: {said.getvalue()[:300]}")
    print(took)


if __name__ == "__main__":
    main(sys.argv[1])
