"""How many rounds a Swiss tournament needs: for one winner, for the medals, and how many are too many.

The figures are for games without draws, and for rounds in which everyone meets somebody with as many wins; of an odd
score group one meets somebody of the next, and a bye is a win. Then they are exact: no order of results leaves more
players than they say, and some order leaves as many.

- Two players with nothing but wins have never met, so those of them who are left can always be paired, and at most one
  of two stays: of N players at most N / 2ᴿ, rounded up, have won all of R games. One is left after log₂ N rounds,
  rounded up. The Czech mancala federation publishes the same figures for up to 128 players.
- With at most one loss more can be left, in ways that depend on who floats and wins; they are followed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pairing_core.errors import N_
from pairing_core.swiss.look_ahead import planned, safe_rounds
from pairing_core.swiss.reasons import Sentence

MEDALS = 3


class Needed(NamedTuple):
    """Rounds needed by ``fewest`` to ``most`` players: for a ``winner``, and for ``medals``."""

    fewest: int
    most: int
    winner: int
    medals: int


def unbeaten(players: int, rounds: int) -> int:
    """Return how many players can have won all their games, at most.

    >>> [unbeaten(20, rounds) for rounds in range(6)]
    [20, 10, 5, 3, 2, 1]
    """
    return -(-players // (1 << rounds))


def once_beaten(players: int, rounds: int) -> int:
    """Return how many players can have lost at most one game, at most.

    >>> [once_beaten(16, rounds) for rounds in range(8)]
    [16, 16, 12, 8, 5, 4, 3, 2]
    """
    return max(without + with_one for without, with_one in _left(players, rounds))


def rounds_for_winner(players: int) -> int:
    """Return after how many rounds at most one player has won all games.

    >>> [rounds_for_winner(players) for players in (2, 3, 16, 17, 128)]
    [1, 2, 4, 5, 7]
    """
    return max(1, (players - 1).bit_length())


@cache
def rounds_for_medals(players: int) -> int:
    """Return after how many rounds at most three players can have lost at most one game, and at most one has lost none.

    Whoever lost only once is then sure of a medal.

    >>> [rounds_for_medals(players) for players in (4, 8, 16, 32, 64)]
    [2, 4, 6, 7, 8]
    """
    rounds = rounds_for_winner(players)
    while once_beaten(players, rounds) > MEDALS:
        rounds += 1
    return rounds


def rounds_table(most: int = 128) -> Iterator[Needed]:
    """Yield the rounds needed by 2 to ``most`` players, those together who need the same."""
    fewest = 2
    for players in range(2, most + 1):
        needed = rounds_for_winner(players), rounds_for_medals(players)
        if players == most or needed != (rounds_for_winner(players + 1), rounds_for_medals(players + 1)):
            yield Needed(fewest, players, *needed)
            fewest = players + 1


def advice(players: int, rounds: int) -> tuple[Sentence, ...]:
    """Return what to know before a Swiss tournament of so many players and rounds; nothing if all is well."""
    if players < 2 or rounds < 1:
        return ()
    told = list(planned(players, rounds))
    left = unbeaten(players, rounds)
    if left > 1:
        told.append(
            Sentence(
                N_(
                    "After so few rounds up to %(unbeaten)s players can have won all their games; "
                    "%(needed)s rounds leave at most one."
                ),
                {"unbeaten": left, "needed": rounds_for_winner(players)},
            )
        )
    return tuple(told)


def usual_rounds(players: int) -> int:
    """Return how many rounds to plan if there is time enough: for the medals, as far as no draw can fail."""
    return max(1, min(rounds_for_medals(players), safe_rounds(players)))


@cache
def _left(players: int, rounds: int) -> frozenset[tuple[int, int]]:
    """Return the ways in which so many rounds can end: how many have lost no game, and how many one."""
    if rounds == 0:
        return frozenset({(players, 0)})
    return frozenset(
        (unbeaten, once)
        for before, once_before in _left(players, rounds - 1)
        for unbeaten, once in _after_a_round(before, once_before)
    )


def _after_a_round(before: int, once: int) -> Iterator[tuple[int, int]]:
    """Yield what a round makes of players without and with one loss; the odd one of each may win or lose lower down."""
    winners, floats = divmod(before, 2)
    # Whom the unbeaten floater meets: somebody with one loss, if there is one.
    meets = min(floats, once)
    for floater_wins in (True, False) if floats else (True,):
        unbeaten = winners + (floats if floater_wins else 0)
        came_down = winners + (0 if floater_wins else 1)
        held_out = meets if not floater_wins else 0
        stay, odd = divmod(once - meets, 2)
        for odd_wins in (True, False) if odd else (True,):
            yield unbeaten, came_down + held_out + stay + (odd if odd_wins else 0)
