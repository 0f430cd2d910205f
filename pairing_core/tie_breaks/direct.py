"""Direct encounter: the games of tied players among themselves (FIDE Handbook C.07, article 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from pairing_core.model import PlayerNumber
from pairing_core.tie_breaks.basis import Basis, Groups, Number, Term, Worked


class _Score(NamedTuple):
    """A player's row in the table of the tied: points of the games there, the most the missing ones could add."""

    points: Number
    at_most: Number
    terms: tuple[Term, ...]


def direct_encounter(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Points of the games among the tied; the table is made again for those whom it leaves tied.

    If two have met more often than other pairs of the table, the mean of their games counts. Where some of the tied
    have not met, the one who stays ahead whatever the missing games might bring is first, then the second in the same
    way, and so on (C.07, article 6.2); all the others are shown with the fewest points that any of them has, for their
    order is not decided. In a Swiss tournament a forfeited game is missing, in a round robin it counts.

    Who is tied with nobody has no value.
    """
    worked = dict.fromkeys(basis.records, Worked(None))
    for group in groups:
        if len(group) > 1:
            worked.update(_settled(basis, group))
    return worked


def _settled(basis: Basis, group: Sequence[PlayerNumber]) -> dict[PlayerNumber, Worked]:
    table = _table(basis, group)
    values: dict[PlayerNumber, list[Number]] = {player: [] for player in group}
    todo = [group]
    while todo:
        tied = todo.pop()
        rows = table if tied is group else _table(basis, tied)
        parts = _parts(rows)
        if len(parts) == 1 and tied is not group:
            continue
        for part in parts:
            shown = min(rows[player].points for player in part)
            for player in part:
                values[player].append(shown)
            if 1 < len(part) < len(tied):
                todo.append(part)
    return {
        player: Worked(
            values[player][0],
            table[player].terms + tuple(Term(None, None, "repeat", value) for value in values[player][1:]),
            tuple(values[player][1:]),
        )
        for player in group
    }


def _table(basis: Basis, tied: Sequence[PlayerNumber]) -> dict[PlayerNumber, _Score]:
    members = set(tied)
    games: dict[PlayerNumber, dict[PlayerNumber, list[Term]]] = {player: {} for player in tied}
    for player in tied:
        for entry in basis.records[player].entries:
            counts = entry.is_played or (basis.is_round_robin and not entry.is_open)
            if entry.opponent in members and entry.opponent is not None and counts:
                term = Term(entry.round, entry.opponent, "meeting", entry.points)
                games[player].setdefault(entry.opponent, []).append(term)
    meetings = {len(each) for row in games.values() for each in row.values()}
    # Where all who met have met equally often, the sum is the mean as well, in a larger unit, and easier to follow.
    times = meetings.pop() if len(meetings) == 1 else 1
    win = basis.tournament.settings.scoring.win
    rows = {}
    for player in tied:
        points: Number = 0
        terms: list[Term] = []
        for met in games[player].values():
            mean = Fraction(sum(term.value for term in met) * times, len(met))
            points += int(mean) if mean.denominator == 1 else mean
            terms += met
        missing = len(tied) - 1 - len(games[player])
        if missing:
            terms.append(Term(None, None, "missing", 0, (missing,)))
        rows[player] = _Score(points, points + missing * win * times, tuple(terms))
    return rows


def _parts(rows: Mapping[PlayerNumber, _Score]) -> list[list[PlayerNumber]]:
    """Return the tied players in groups that the table separates, the best first."""
    order = sorted(rows, key=lambda player: (-rows[player].points, player))
    parts: list[list[PlayerNumber]] = []
    if all(row.points == row.at_most for row in rows.values()):
        for player in order:
            if parts and rows[parts[-1][0]].points == rows[player].points:
                parts[-1].append(player)
            else:
                parts.append([player])
        return parts
    # The most that anybody from each place on could still have.
    threats = list(accumulate((rows[player].at_most for player in reversed(order)), max))[::-1]
    for at, player in enumerate(order[:-1]):
        if rows[player].points <= threats[at + 1]:
            return [*parts, order[at:]]
        parts.append([player])
    return [*parts, order[-1:]]
