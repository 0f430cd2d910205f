"""The low carry-over: nobody keeps getting the opponent that the same rival has just played.

Rule: Russell, "Balancing carry-over effects in round robin tournaments", 1980, for the value that is kept small;
Anderson, "Balancing carry-over effects in tournaments", 1999, for tables made from a starter; for 12 places, where the
best starter gives only 176, a table with the value 160 (Guedes and Ribeiro were the first to find one). The pairs and
the sides were found by ``tools/find_low_carry_over.py`` and are verified by it and by the tests.

In an odd field the dummy is the last place. Starts and non-starts differ by at most one (in an odd field: not at all),
and nobody starts, or does not start, three times in a row; in several cycles that holds with the last rounds swapped.
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

    ``first-round``: the first round is copied. ``plus-one``: in each next round every number is one higher than above
    it, after N - 1 comes 1, and the last player N (in an odd field the dummy) stays at table 1; left and right are as
    shown, because the one on the left starts. With 11 and 12 players, where no such rule holds, all rounds are the
    phase ``copy``.

    Each pair of the first round keeps its table, so that every player but the last comes to each table twice, and to
    table 1 once. With 11 and 12 players the visits are spread as evenly as was found.
    """
    read = _rounds_as_printed if "|" in PAIRS[players] else _rounds_of_starter
    for round_number, games in enumerate(read(players), start=1):
        phase = "first-round" if round_number == 1 else "plus-one"
        if read is _rounds_as_printed:
            phase = "copy"
        for table, (first, second) in enumerate(games, start=1):
            yield Move(phase, round_number, table, FIRST, first)
            yield Move(phase, round_number, table, SECOND, second)


_Pairs = list[tuple[int, int]]


def _rounds_of_starter(players: int) -> Iterator[_Pairs]:
    """Yield the pairs of each round in the order of the tables, who starts first."""
    last = places(players)
    m = last - 1
    starter = _read(PAIRS[players])
    sides = int(SIDES[players], 16)
    for r in range(m):
        pairs = [(r + 1, last), *(((a + r) % m + 1, (b + r) % m + 1) for a, b in starter)]
        for table, (a, b) in enumerate(pairs):
            if b > players:
                # Nobody starts against the dummy; on paper its dash changes sides as in the other methods.
                starts = r % 2 == 0
            else:
                starts = bool(sides & 1)
                sides >>= 1
            if not starts:
                pairs[table] = (b, a)
        yield pairs


def _rounds_as_printed(players: int) -> Iterator[_Pairs]:
    """Yield the pairs of each round in the order of the tables, who starts first."""
    for r, text in enumerate(PAIRS[players].split("|")):
        pairs = _read(text)
        if players % 2:
            dummy = players + 1
            rests = (set(range(1, dummy)) - {number for pair in pairs for number in pair}).pop()
            pairs.insert(0, (rests, dummy) if r % 2 == 0 else (dummy, rests))
        yield pairs


def _read(text: str) -> _Pairs:
    pairs = []
    for pair in text.split():
        a, b = pair.split("-")
        pairs.append((int(a), int(b)))
    return pairs
