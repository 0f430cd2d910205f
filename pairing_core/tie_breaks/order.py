"""Tie-breaks of last resort: lots, an order set by hand, the pairing number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_core.draw import draw_lots
from pairing_core.model import PlayerNumber
from pairing_core.tie_breaks.basis import Basis, Groups, Worked


def lots(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Place in an order of all players drawn by lot from the tournament's seed."""
    return _places(basis, draw_lots(sorted(basis.records), basis.tournament.settings.seed))


def manual(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Place in the order set by hand; whoever is not in it comes after all who are."""
    return _places(basis, basis.tournament.order)


def number(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Pairing number (C.07, article 7.8)."""
    return {player: Worked(player) for player in basis.records}


def _places(basis: Basis, order: Sequence[PlayerNumber]) -> dict[PlayerNumber, Worked]:
    places = {player: place for place, player in enumerate(order, 1)}
    return {player: Worked(places.get(player)) for player in basis.records}
