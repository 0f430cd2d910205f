"""Tie-breaks made of the opponents' points: Buchholz and its cuts, Sonneborn-Berger, Koya, SOS and SOSOS.

Rules: FIDE Handbook C.07, articles 8, 9, 14 and 16. The treatment of rounds that were not played is that of the basis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pairing_core.model import HalfPoints, PlayerNumber, RoundNumber
from pairing_core.tie_breaks.basis import AS_AWARDED, Basis, Groups, Number, Term, Worked, half_up, is_voluntary


class Contribution(NamedTuple):
    """What a round adds: the opponent's points (``score``) and the player's own points of the round, in half-points."""

    round: RoundNumber
    opponent: PlayerNumber | None
    kind: str
    score: HalfPoints
    points: HalfPoints
    is_voluntary: bool = False


def contributions(basis: Basis, player: PlayerNumber, *, fore: bool = False) -> list[Contribution]:
    """Return what each round adds to a player's Buchholz; a game still open adds nothing and is not listed.

    With ``fore`` the games of the tournament's last round are draws, whatever became of them (C.07, article 8.3).
    """
    fore = fore and basis.is_over
    scores = basis.fore_adjusted if fore else basis.adjusted
    scoring = basis.tournament.settings.scoring
    record = basis.records[player]
    own = record.score
    if fore and record.entries and record.entries[-1].is_paired:
        own += scoring.draw - record.entries[-1].points
    rows = []
    for entry in record.entries:
        opponent = entry.opponent
        as_draw = fore and entry.round == basis.after
        if entry.is_open and not as_draw:
            continue
        if opponent is not None and (entry.is_played or as_draw or basis.is_round_robin):
            kind = "opponent" if scores[opponent] == basis.records[opponent].score else "adjusted"
            rows.append(Contribution(entry.round, opponent, kind, scores[opponent], entry.points))
        elif basis.is_round_robin:
            continue
        elif not basis.unplayed.dummy:
            rows.append(Contribution(entry.round, opponent, "unplayed", 0, entry.points))
        else:
            score = own
            if basis.unplayed.capped:
                # Article 16.4: the imagined opponent may not be better than the one who was paired, nor after a bye
                # than one who drew every game.
                score = min(score, scoring.draw * basis.after if opponent is None else scores[opponent])
            rows.append(Contribution(entry.round, opponent, "dummy", score, entry.points, is_voluntary(entry)))
    return rows


def sums(
    basis: Basis, groups: Groups, *, low: int = 0, high: int = 0, weighted: bool = False, fore: bool = False
) -> Mapping[PlayerNumber, Worked]:
    """Sum of the opponents' points, ``low`` least and ``high`` greatest ones left out.

    ``weighted`` by the points won against them it is Sonneborn-Berger. Of the least ones, a round missed by choice goes
    first (C.07, article 16.5), unless the opponent with the fewest points contributes more.
    """
    return {player: _sum(contributions(basis, player, fore=fore), low, high, weighted) for player in basis.records}


def _sum(rows: list[Contribution], low: int, high: int, weighted: bool) -> Worked:
    def product(row: Contribution) -> int:
        return row.score * row.points if weighted else row.score

    left = set(range(len(rows)))
    for _ in range(min(low, len(rows))):
        least = min(left, key=lambda at: (rows[at].score, product(rows[at])))
        chosen = [at for at in left if rows[at].is_voluntary]
        if chosen:
            missed = min(chosen, key=lambda at: (product(rows[at]), rows[at].score))
            if product(rows[least]) <= product(rows[missed]):
                least = missed
        left.remove(least)
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda at: (rows[at].score, product(rows[at]))))
    terms = tuple(
        Term(
            row.round,
            row.opponent,
            row.kind if at in left else "cut",
            # Half-points times half-points are quarters of a point.
            Fraction(product(row), 2) if weighted else row.score,
            (row.score, row.points) if weighted else (),
        )
        for at, row in enumerate(rows)
    )
    total = sum(product(rows[at]) for at in left)
    return Worked(Fraction(total, 2) if weighted else total, terms)


def of_opponents(basis: Basis, groups: Groups, *, mean: bool = False) -> Mapping[PlayerNumber, Worked]:
    """Sum, or ``mean`` rounded to hundredths of a point, of the Buchholz of the opponents met over the board."""
    buchholz = sums(basis, groups)
    worked = {}
    for player in basis.records:
        terms = tuple(
            Term(number, opponent, "buchholz", buchholz[opponent].value or 0)
            for number, opponent in basis.met_over_the_board(player)
        )
        total: Number = sum(term.value for term in terms)
        if mean and terms:
            total = Fraction(half_up(Fraction(total * 100, 2 * len(terms))), 50)
        worked[player] = Worked(total, terms)
    return worked


def koya(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Points against opponents who have at least a given part of the points they could have (C.07, article 9.2).

    They could have won every round, or in a round robin every game they had.
    """
    limit = basis.parameter("koya", "koya-limit", "50")
    win = basis.tournament.settings.scoring.win

    def is_good(player: PlayerNumber) -> bool:
        record = basis.records[player]
        games = sum(entry.is_paired for entry in record.entries) if basis.is_round_robin else basis.after
        return record.score * 100 >= limit * win * games

    good = {player for player in basis.records if is_good(player)}
    worked = {}
    for player, record in basis.records.items():
        terms = tuple(
            Term(entry.round, entry.opponent, "own" if entry.opponent in good else "below", entry.points)
            for entry in record.entries
            if entry.is_paired and not entry.is_open
        )
        worked[player] = Worked(sum(term.value for term in terms if term.kind == "own"), terms)
    return worked


def sos(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Sum of the opponents' points as go players reckon it: a missed round adds nothing."""
    return sums(replace(basis, unplayed=AS_AWARDED), groups)


def sosos(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Sum of the opponents' SOS."""
    return of_opponents(replace(basis, unplayed=AS_AWARDED), groups)
