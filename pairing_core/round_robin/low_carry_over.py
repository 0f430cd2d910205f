"""The low carry-over: nobody keeps getting the opponent that the same rival has just played.

Rule: Russell, "Balancing carry-over effects in round robin tournaments", 1980, for the value that is kept small; Anderson,
"Balancing carry-over effects in tournaments", 1999, for tables made from a starter; for 12 places, where the best starter
gives only 176, a table with the value 160 (Guedes and Ribeiro were the first to find one). The pairs and the sides were
found by ``tools/find_low_carry_over.py`` and are verified by it and by the tests.

In an odd field the dummy is the last place. Starts and non-starts differ by at most one (in an odd field: not at all), and
nobody starts, or does not start, three times in a row; in several cycles that holds with the last rounds swapped.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_core.round_robin.low_carry_over_data import PAIRS, SIDES
from pairing_core.round_robin.values import FIRST, SECOND, Move, places

PHASES = ("first-round", "plus-one", "copy")
LOW = min(PAIRS)
HIGH = max(PAIRS)


def moves(players: int) -> Iterator[Move]:
    """Yield the moves of the low carry-over, round by round.

    ``first-round``: the first round is copied. ``plus-one``: in each next round every number is one higher than above it,
    after N - 1 comes 1, and the last player N (in an odd field the dummy) stays at table 1; left and right are as
    shown, because the one on the left starts. With 11 and 12 players all rounds are the phase ``copy``: they follow no such rule.

    Each pair of the first round keeps its table, so that every player but the last comes to each table twice, and to
    table 1 once. With 11 and 12 players the visits are spread as evenly as was found.
    """
    for round_number, games in enumerate(_rounds(players), start=1):
        if "|" in PAIRS[players]:
            phase = "copy"
        else:
            phase = "first-round" if round_number == 1 else "plus-one"
        for table, (first, second) in enumerate(games, start=1):
            yield Move(phase, round_number, table, FIRST, first)
            yield Move(phase, round_number, table, SECOND, second)


def _rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return the pairs of each round in the order of the tables, who starts first."""
    last = places(players)
    dummy = last if players % 2 else 0
    pairs = [_read(text) for text in PAIRS[players].split("|")]
    if len(pairs) == 1:
        # A starter over Z_m: number e of round 1 is player e + 1; what is paired with nobody meets the last player.
        m = last - 1
        pairs = [[(r + 1, last), *(((a + r) % m + 1, (b + r) % m + 1) for a, b in pairs[0])] for r in range(m)]
    sides = int(SIDES[players], 16)
    rounds = []
    for round_number, games in enumerate(pairs, start=1):
        seated = []
        for a, b in games:
            if dummy in (a, b):
                # Nobody starts against the dummy; on paper its dash changes sides as in the other methods.
                seated.append((a, b) if round_number % 2 else (b, a))
            else:
                seated.append((a, b) if sides & 1 else (b, a))
                sides >>= 1
        rounds.append(seated)
    return rounds


def _read(text: str) -> list[tuple[int, int]]:
    pairs = []
    for pair in text.split():
        a, b = pair.split("-")
        pairs.append((int(a), int(b)))
    return pairs
