"""What a chart promises, proved for every result that there can be.

For each two chairs of a round it is kept whether those who sit there can have met, and which differences of wins there
can be between them. Both follow exactly from the round before. For chairs that are filled from two different tables,
the results of these two tables are free, whatever was played before; so the players of the chairs can have met if, and
only if, some two who may come from there can have met. From one table come two who have just met. Nothing is left out
and nothing is added, so what holds for all these pairs holds for every course of the tournament, and what is said to be
possible can happen. The tests compare it with all courses, one by one, where these can be counted.

The proof speaks of wins as the players move: a drawn game counts as won by the one who moves as the winner, and who
rests counts as having won.
"""

from __future__ import annotations

from typing import NamedTuple

from pairing_core.paper_swiss.chart import Chart, ChartRound, seat_of


class Flaw(NamedTuple):
    """A table at which two can meet again, or, with table 0, somebody can rest again."""

    round: int
    table: int


class Proof(NamedTuple):
    """What is sure of a chart.

    ``differences`` hold for each round and table the largest difference of wins that there can be between its two
    players; ``flaws`` is empty if nobody can meet twice or rest twice.
    """

    differences: tuple[tuple[int, ...], ...]
    flaws: tuple[Flaw, ...]

    @property
    def largest(self) -> tuple[int, ...]:
        """The largest difference that there can be at any table of each round."""
        return tuple(max(tables) for tables in self.differences)

    @property
    def equal_rounds(self) -> int:
        """In how many rounds, from the first, only players with equally many wins meet."""
        return next((at for at, most in enumerate(self.largest) if most), len(self.largest))


class _Way(NamedTuple):
    """A way out of a table: the seats from which one may come this way, and the wins one may gain by it."""

    table: int
    sources: tuple[int, ...]
    gains: tuple[int, ...]
    target: int


def prove(chart: Chart) -> Proof:
    """Return what holds of the chart for all results. Time O(rounds · players²)."""
    players = chart.players
    nobody, level = [0] * players, 1 << len(chart.rounds)
    met, apart, rested = nobody, [[level] * players for _ in range(players)], 0
    differences: list[tuple[int, ...]] = []
    flaws: list[Flaw] = []
    for round_ in chart.rounds:
        differences.append(tuple(_largest(apart[at][at + 1], level) for at in range(0, 2 * chart.tables, 2)))
        flaws += [Flaw(round_.number, at + 1) for at in range(chart.tables) if met[2 * at] >> (2 * at + 1) & 1]
        if players % 2 and rested >> (players - 1) & 1:
            flaws.append(Flaw(round_.number, 0))
        if round_.moves:
            ways = _ways(round_, players)
            if players % 2:
                rested |= 1 << (players - 1)
            rested = sum(1 << way.target for way in ways if any(rested >> source & 1 for source in way.sources))
            met, apart = _met(ways, met), _apart(ways, apart)
    return Proof(tuple(differences), tuple(flaws))


def _largest(mask: int, level: int) -> int:
    """Return the largest difference of a set of them: bit k is set for the difference k minus that of ``level``."""
    zero = level.bit_length() - 1
    return max(abs(bit - zero) for bit in range(mask.bit_length()) if mask >> bit & 1)


def _ways(round_: ChartRound, players: int) -> list[_Way]:
    """Return the ways from the seats of a round to those of the next."""
    seats = {seat_of(index, players): index for index in range(players)}
    ways = []
    for table, moves in enumerate(round_.moves):
        both = 2 * table, 2 * table + 1
        if round_.by_result:
            ways += [_Way(table, both, (1,), seats[moves.upper]), _Way(table, both, (0,), seats[moves.lower])]
        else:
            ways += [_Way(table, (at,), (0, 1), seats[to]) for at, to in zip(both, moves, strict=True)]
    if round_.rested is not None:
        ways.append(_Way(-1, (players - 1,), (1,), seats[round_.rested]))
    return ways


def _met(ways: list[_Way], met: list[int]) -> list[int]:
    """Return, for each seat after the moves, those in which somebody may sit who has been met."""
    after = [0] * len(met)
    for way in ways:
        known = 0
        for source in way.sources:
            known |= met[source]
        for other in ways:
            if other is not way and (other.table == way.table or any(known >> source & 1 for source in other.sources)):
                after[way.target] |= 1 << other.target
    return after


def _apart(ways: list[_Way], apart: list[list[int]]) -> list[list[int]]:
    """Return the differences that there can be after the moves between the players of each two seats."""
    after = [[0] * len(apart) for _ in apart]
    for way in ways:
        for other in ways:
            if other is way:
                continue
            if other.table != way.table:
                gains = {mine - theirs for mine in way.gains for theirs in other.gains}
            elif len(way.sources) == 2:
                gains = {way.gains[0] - other.gains[0]}
            else:
                gains = {1, -1}
            before = 0
            for one in way.sources:
                for two in other.sources:
                    if one != two:
                        before |= apart[one][two]
            for gain in gains:
                after[way.target][other.target] |= before << gain if gain >= 0 else before >> -gain
    return after
