"""Tie-breaks made of ratings: average of opponents, performances (FIDE Handbook C.07, article 10).

Only games over the board count. FIDE drops these criteria altogether when anybody has no rating, unless the rules of
the tournament say otherwise; here a player who met somebody without one has no value, and the others have theirs.
Without any opponent, the value is 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pairing_core.model import Outcome, PlayerNumber
from pairing_core.tie_breaks.basis import Basis, Groups, Number, Term, Worked, half_up
from pairing_core.tie_breaks.fide_tables import difference, expected_percent


def rating(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Own rating."""
    return {player: Worked(basis.tournament.players[player].rating) for player in basis.records}


def average_rating(basis: Basis, groups: Groups, *, low: int = 0) -> Mapping[PlayerNumber, Worked]:
    """Mean rating of the opponents, the ``low`` lowest left out, rounded to a whole number (C.07, 10.1)."""
    worked = {}
    for player in basis.records:
        terms = _opponents(basis, player)
        if terms is None:
            worked[player] = Worked(None)
            continue
        left = sorted(range(len(terms)), key=lambda at: terms[at].value)[low:]
        shown = tuple(term if at in left else term._replace(kind="cut") for at, term in enumerate(terms))
        worked[player] = Worked(_mean([terms[at].value for at in left]), shown)
    return worked


def performance(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Mean rating of the opponents plus the difference that belongs to the score against them (C.07, 10.2)."""
    worked = {}
    for player in basis.records:
        terms = _opponents(basis, player)
        if not terms:
            worked[player] = Worked(None if terms is None else 0)
            continue
        percent = half_up(Fraction(100 * _half_wins(basis, player), 2 * len(terms)))
        bonus = difference(percent)
        worked[player] = Worked(
            _mean([term.value for term in terms]) + bonus, (*terms, Term(None, None, "difference", bonus))
        )
    return worked


def perfect_performance(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Lowest rating whose expected score reaches the player's (C.07, 10.3); with no point, lowest opponent - 800."""
    worked = {}
    for player in basis.records:
        terms = _opponents(basis, player)
        if not terms:
            worked[player] = Worked(None if terms is None else 0)
            continue
        ratings = [int(term.value) for term in terms]
        worked[player] = Worked(_perfect(ratings, _half_wins(basis, player)), terms)
    return worked


def _perfect(ratings: Sequence[int], half_wins: int) -> int:
    lowest = min(ratings) - 800
    if not half_wins:
        return lowest
    candidates = range(lowest, max(ratings) + 801)
    reached = bisect_left(
        candidates, 50 * half_wins, key=lambda own: sum(expected_percent(own - other) for other in ratings)
    )
    return candidates[reached]


def average_of_opponents(
    basis: Basis, groups: Groups, *, of: Callable[[Basis, Groups], Mapping[PlayerNumber, Worked]]
) -> Mapping[PlayerNumber, Worked]:
    """Mean of a performance of the opponents, rounded to a whole number (C.07, 10.4 and 10.5)."""
    theirs = of(basis, groups)
    worked = {}
    for player in basis.records:
        terms = []
        for number, opponent in basis.met_over_the_board(player):
            value = theirs[opponent].value
            if value is None:
                break
            terms.append(Term(number, opponent, "performance", value))
        else:
            worked[player] = Worked(_mean([term.value for term in terms]), tuple(terms))
            continue
        worked[player] = Worked(None)
    return worked


def _opponents(basis: Basis, player: PlayerNumber) -> tuple[Term, ...] | None:
    """Return the ratings of the opponents met over the board, ``None`` if one of them has none."""
    terms = []
    for number, opponent in basis.met_over_the_board(player):
        value = basis.tournament.players[opponent].rating
        if value is None:
            return None
        terms.append(Term(number, opponent, "rating", value))
    return tuple(terms)


def _half_wins(basis: Basis, player: PlayerNumber) -> int:
    """Return two for each win over the board and one for each draw, whatever the tournament gives for them."""
    worth = {Outcome.WIN: 2, Outcome.DRAW: 1}
    return sum(worth.get(entry.outcome, 0) for entry in basis.records[player].entries if entry.outcome)


def _mean(values: Sequence[Number]) -> int:
    return half_up(Fraction(sum(values), len(values))) if values else 0
