"""In which order the players of a knockout are seeded: by strength, by lot, or by lot inside bands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from pairing_core.draw import Lots

T = TypeVar("T")

Mode = Literal["seeded", "lots", "bands"]
MODES: tuple[Mode, ...] = ("seeded", "lots", "bands")


def seeding(players: Sequence[T], mode: Mode = "seeded", seed: str = "") -> tuple[T, ...]:
    """Return the players in the order of their seeds; they are given from the strongest to the weakest.

    ``"seeded"`` leaves them so. ``"lots"`` draws all of them. ``"bands"`` keeps the first two and draws inside the
    bands 3 and 4, 5 to 8, 9 to 16 and so on: then strong players still meet late, but not by the list alone.
    Raises :class:`ValueError` for another mode.
    """
    if mode not in MODES:
        raise ValueError(f"no such mode of seeding: {mode}")
    lots = Lots(seed)
    if mode == "lots":
        return tuple(lots.shuffled(players))
    if mode == "seeded":
        return tuple(players)
    drawn = list(players[:2])
    while len(drawn) < len(players):
        drawn += lots.shuffled(players[len(drawn) : 2 * len(drawn)])
    return tuple(drawn)
