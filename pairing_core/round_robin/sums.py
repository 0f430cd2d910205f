"""The sums: in round R the numbers of the two players add up to R + 1 or to N + R.

Rule: Czech mancala federation, "Jak se dělá turnaj", mankala.cz/turnaj.php, the closed formula. N there is the number
of places: in an odd field one more than the number of players, or the rule fails. The text says nothing of tables; they
are taken here from the middle of the round's sums outwards, which is the order of the Berger tables (FIDE Handbook,
C.05 Annex 1).
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_core.round_robin.values import FIRST, SECOND, Move, places

PHASES = ("sum", "last-pair")


def moves(players: int) -> Iterator[Move]:
    """Yield the moves of the sums, round by round: first all pairs found by their sum, then the pair left over.

    In an odd round the sum R + 1 is twice a number, in an even round N + R is; that number finds no partner and meets
    the last player N at table 1. Around it the pairs with this sum follow, the closest first; then those with the other
    sum, the widest first. Who starts is told by :func:`first_to_start`.
    """
    last = places(players)
    for round_number in range(1, last):
        low_sum, high_sum = round_number + 1, last + round_number
        low_pairs = [(a, low_sum - a) for a in range(1, last) if a < low_sum - a]
        taken = {number for pair in low_pairs for number in pair}
        high_pairs = [
            (a, high_sum - a)
            for a in range(1, last)
            # The last player is kept for the pair left over: only R could take it, and R has a partner by the lower
            # sum; in round 1 it is 1, which is left over anyway.
            if a < high_sum - a < last and a not in taken
        ]
        if round_number % 2:
            partner_of_last = low_sum // 2
            ordered = [(pair, low_sum) for pair in reversed(low_pairs)] + [(pair, high_sum) for pair in high_pairs]
        else:
            partner_of_last = high_sum // 2
            ordered = [(pair, high_sum) for pair in reversed(high_pairs)] + [(pair, low_sum) for pair in low_pairs]
        for table, ((a, b), pair_sum) in enumerate(ordered, start=2):
            first = first_to_start(a, b, last)
            yield Move("sum", round_number, table, FIRST, first, pair_sum)
            yield Move("sum", round_number, table, SECOND, a + b - first, pair_sum)
        first = first_to_start(partner_of_last, last, last)
        yield Move("last-pair", round_number, 1, FIRST, first)
        yield Move("last-pair", round_number, 1, SECOND, partner_of_last + last - first)


def first_to_start(a: int, b: int, places: int) -> int:
    """Return which of two numbers starts, in the tables of the serpentine and of the sums.

    An odd difference: the lower number; an even one: the higher. Against the last player (the number ``places``) the
    lower half of the numbers starts, the upper half does not.

    Rule: Czech mancala federation, mankala.cz/turnaj.php; the sides of FIDE Handbook C.05 Annex 1.

    >>> first_to_start(2, 5, 8), first_to_start(3, 5, 8), first_to_start(4, 8, 8), first_to_start(5, 8, 8)
    (2, 5, 4, 8)
    """
    low, high = min(a, b), max(a, b)
    if high == places:
        return low if low <= places // 2 else high
    return low if (high - low) % 2 else high
