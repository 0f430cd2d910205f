"""What all tests share: the built site."""

from __future__ import annotations

from pathlib import Path

import pytest
from builder import site


@pytest.fixture(scope="session")
def dist() -> Path:
    """Return the built site; ``make test`` builds it before the tests start."""
    if not (site.DIST / "sw.js").exists():
        pytest.fail("the site is not built: run `make test`, which builds it first")
    return site.DIST
