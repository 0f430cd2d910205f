"""Tie-breaks made of a player's own rounds: points, wins, starts, progressive score, game totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pairing_core.history import Entry
from pairing_core.model import Outcome, PlayerNumber, Scoring
from pairing_core.tie_breaks.basis import Basis, Groups, Term, Worked, is_voluntary


def points(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Own points."""
    return {
        player: Worked(
            record.score,
            tuple(Term(entry.round, entry.opponent, "own", entry.points) for entry in record.entries),
        )
        for player, record in basis.records.items()
    }


def progressive(basis: Basis, groups: Groups, *, low: int = 0) -> Mapping[PlayerNumber, Worked]:
    """Sum of the points after each round, the first ``low`` rounds left out (C.07, article 7.5)."""
    worked = {}
    for player, record in basis.records.items():
        terms = []
        score = total = 0
        for entry in record.entries:
            score += entry.points
            is_cut = entry.round <= low
            total += 0 if is_cut else score
            terms.append(Term(entry.round, entry.opponent, "cut" if is_cut else "sum", score))
        worked[player] = Worked(total, tuple(terms))
    return worked


def standard_points(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """One point for each round that gave more than a draw, a half for one that gave as much (C.07, article 7.7)."""
    draw = basis.tournament.settings.scoring.draw
    worked = {}
    for player, record in basis.records.items():
        terms = tuple(
            Term(entry.round, entry.opponent, "own", 2 if entry.points > draw else 1 if entry.points == draw else 0)
            for entry in record.entries
            if not entry.is_open
        )
        worked[player] = Worked(sum(term.value for term in terms), terms)
    return worked


def counted(basis: Basis, groups: Groups, *, which: Callable[[Entry, Scoring], bool]) -> Mapping[PlayerNumber, Worked]:
    """Number of rounds of one kind."""
    scoring = basis.tournament.settings.scoring
    worked = {}
    for player, record in basis.records.items():
        terms = tuple(
            Term(entry.round, entry.opponent, "counted", 1) for entry in record.entries if which(entry, scoring)
        )
        worked[player] = Worked(len(terms), terms)
    return worked


def gave_a_win(entry: Entry, scoring: Scoring) -> bool:
    """Whether the round gave the points of a win, played or not (C.07, article 7.1)."""
    return entry.points == scoring.win


def won(entry: Entry, scoring: Scoring) -> bool:
    """Whether a game was won over the board (C.07, article 7.2)."""
    return entry.outcome is Outcome.WIN


def played_as_second(entry: Entry, scoring: Scoring) -> bool:
    """Whether a game was played that the other player started (C.07, article 7.3)."""
    return entry.is_played and not entry.is_first


def won_as_second(entry: Entry, scoring: Scoring) -> bool:
    """Whether a game was won that the other player started (C.07, article 7.4)."""
    return entry.outcome is Outcome.WIN and not entry.is_first


def started(entry: Entry, scoring: Scoring) -> bool:
    """Whether a game was played that the player started."""
    return entry.is_played and entry.is_first


def elected(entry: Entry, scoring: Scoring) -> bool:
    """Whether the player was there to play, with an opponent or without (C.07, article 7.6)."""
    return not entry.is_open and not is_voluntary(entry)


def totals(basis: Basis, groups: Groups, *, own: int = 1, other: int = 0) -> Mapping[PlayerNumber, Worked]:
    """Sum over the games with totals of ``own`` times the player's total plus ``other`` times the opponent's.

    A player none of whose rounds has totals has no value.
    """
    worked = {}
    for player, record in basis.records.items():
        terms = tuple(
            Term(entry.round, entry.opponent, "total", own * entry.own + other * entry.other)
            for entry in record.entries
            if entry.own is not None and entry.other is not None
        )
        worked[player] = Worked(sum(term.value for term in terms) if terms else None, terms)
    return worked
