"""Criteria of systems in which the games of a round follow from something fixed: a table, groups, a bracket.

They choose nothing; they price what the arbiter changes by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairing_core.model import NOTHING, Game, Player, PlayerNumber, RoundNumber, Tournament, pair_of
from pairing_core.swiss.criteria import ByPair, Criterion
from pairing_core.swiss.field import Entrant, Field, field_of

Planned = Mapping[tuple[PlayerNumber, PlayerNumber], Game]
"""The games of a round by their players, the lower number first."""


class PlannedGame(Criterion):
    """A game that is not planned for this round: the cost is 1."""

    is_rule = True

    def games(self, field: Field) -> Planned:
        """Return what is planned."""
        raise NotImplementedError

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return 0 for a game that is planned."""
        return 0 if pair_of(a.number, b.number) in self.games(field) else 1

    def ceiling(self, field: Field) -> int:
        """Return the cost of a game that is not planned."""
        return 1


class PlannedStart(ByPair):
    """A game in which the other one starts than is planned: the cost is 1."""

    oriented = True

    def games(self, field: Field) -> Planned:
        """Return what is planned."""
        raise NotImplementedError

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return the games that are planned."""
        return dict.fromkeys(self.games(field), 1)

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return 1 if the other one is to start."""
        game = self.games(field).get(pair_of(a.number, b.number))
        return 1 if game is not None and game.first == b.number else 0


def by_pair(games: tuple[Game, ...]) -> Planned:
    """Return games by their players."""
    return {pair_of(game.first, game.second): game for game in games}


def field_of_some(tournament: Tournament, inside: frozenset[PlayerNumber], seed: str, number: RoundNumber) -> Field:
    """Return these players, and no others, as the field of a round, whether they are there or not."""

    def seen(player: Player) -> Player:
        joins_in = 1 if player.number in inside else number + 1
        return replace(player, joins_in=joins_in, withdrawn_after=None, byes=NOTHING)

    players = {each: seen(player) for each, player in tournament.players.items()}
    settings = replace(tournament.settings, acceleration=False)
    told = replace(tournament, players=players, settings=settings, forbidden=(), keep_apart=(), locked=())
    return field_of(told, seed, number)
