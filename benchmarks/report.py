"""How a benchmark says what it found: one line a figure, with the bar it is held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """One thing that was measured."""

    name: str
    value: float
    unit: str = ""
    most: float | None = None
    """The bar: no more than this."""
    least: float | None = None
    """The bar: no less than this."""
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the figure is on the right side of its bar, if it has one."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)


def show(title: str, figures: Sequence[Figure]) -> None:
    """Print what a benchmark found, each figure beside its bar; a bar that does not hold is marked, never an error."""
    print(f"\n{title}")
    width = max((len(figure.name) for figure in figures), default=0)
    for figure in figures:
        bar = ""
        if figure.most is not None:
            bar = f"bar: at most {figure.most:g}"
        elif figure.least is not None:
            bar = f"bar: at least {figure.least:g}"
        verdict = "" if not bar else "  ok" if figure.holds else "  NOT REACHED"
        said = f"  {figure.name:<{width}}  {figure.value:10.4g} {figure.unit:<6} {bar:<20}{verdict}  {figure.note}"
        print(said.rstrip(), flush=True)
