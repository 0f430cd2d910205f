"""Criteria of systems in which the games of a round follow from something fixed: a table, groups, a bracket.

They choose nothing; they price what the arbiter changes by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace

from pairing_core.model import NOTHING, Game, Player, PlayerNumber, Round, RoundNumber, Tournament, pair_of
from pairing_core.swiss import Pairing, RuleSet, given
from pairing_core.swiss.criteria import ByPair, Criterion
from pairing_core.swiss.field import Entrant, Field, field_of
from pairing_core.swiss.reasons import Sentence

Planned = Mapping[tuple[PlayerNumber, PlayerNumber], Game]
"""The games of a round by their players, the lower number first."""


@dataclass(frozen=True)
class PlannedGame(Criterion):
    """A game that is not planned for this round: the cost is 1. ``games`` returns what is planned."""

    games: Callable[[Field], Planned]

    is_rule = True

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return 0 for a game that is planned."""
        return 0 if pair_of(a.number, b.number) in self.games(field) else 1

    def ceiling(self, field: Field) -> int:
        """Return the cost of a game that is not planned."""
        return 1


@dataclass(frozen=True)
class PlannedStart(ByPair):
    """A game in which the other one starts than is planned: the cost is 1. ``games`` returns what is planned."""

    games: Callable[[Field], Planned]

    oriented = True

    def pairs(self, field: Field) -> Mapping[tuple[PlayerNumber, PlayerNumber], int]:
        """Return the games that are planned."""
        return dict.fromkeys(self.games(field), 1)

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        """Return 1 if the other one is to start."""
        game = self.games(field).get(pair_of(a.number, b.number))
        return 1 if game is not None and game.first == b.number else 0


def by_pair(games: Iterable[Game]) -> Planned:
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


def drawn_as_planned(tournament: Tournament, rules: RuleSet, made: Round, seed: str) -> Pairing:
    """Return a planned round as a draw: its field are those who have a game, its byes stay as they are."""
    busy = frozenset(player for game in made.games for player in (game.first, game.second))
    pairing = given(field_of_some(tournament, busy, seed, made.number), rules, made.games, None)
    return replace(pairing, round=replace(pairing.round, byes=made.byes))


# What is said of it


def differences_told(differences: Mapping[str, str], more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return by the sentence of each criterion how far a change is from what is planned."""
    return tuple(
        Sentence(differences[key], {"count": cost}) for key, cost in more.items() if key in differences and cost > 0
    )


def outside_told(players: Iterable[Player], inside: Container[PlayerNumber], message: str) -> tuple[Sentence, ...]:
    """Return the sentence on the players who are in no table, group, team or bracket; nothing if there are none."""
    outside = [player.name for player in players if player.number not in inside]
    return (Sentence(message, {"players": ", ".join(outside)}),) if outside else ()


def nothing_ahead(tournament: Tournament, pairing: Pairing) -> tuple[Sentence, ...]:
    """Return nothing: what comes is planned as well."""
    return ()
