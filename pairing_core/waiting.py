"""How far something is, for somebody who waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watcher = Callable[[int, int], object]
"""Is told how much is done, and of how much."""

_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(tell: Watcher | None) -> Iterator[None]:
    """Tell somebody how far each draw is that is made meanwhile: how many of its players are paired.

    The number rises, except when pairs that nobody had looked at turn out to be better, or another draw follows.
    """
    token = _WATCHER.set(tell)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def watcher() -> Watcher | None:
    """Return who is to be told now; nobody if nobody waits."""
    return _WATCHER.get()
