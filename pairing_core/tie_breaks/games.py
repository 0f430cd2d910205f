"""Tie-breaks of single games: the Brightwell quotient of Othello and TurČAS of Czech Scrabble."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pairing_core.history import Entry
from pairing_core.model import Bye, Outcome, PlayerNumber
from pairing_core.tie_breaks.basis import Basis, Groups, Number, Term, Worked
from pairing_core.tie_breaks.buchholz import sums
from pairing_core.tie_breaks.own import totals

FACTOR = "brightwell-factor"
COEFFICIENTS = ("turcas-a", "turcas-b", "turcas-c", "turcas-d")

# What an Othello board holds, for a tournament that does not say what the scores of its games add up to.
_BOARD = 64


def brightwell(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """Brightwell quotient: own discs plus a factor (6) times the points of the opponents.

    For each bye and each game against somebody who withdrew, half of the board plus the factor times the player's own
    points stand in place of both. A forfeit win counts like a bye; a round lost or missed by not coming adds nothing.

    Source: World Othello Championship rules, "Resolving ties" (othello.dk/book, BQ).
    """
    factor = basis.parameter("brightwell", FACTOR, "6")
    half_board = Fraction(basis.tournament.settings.board_total or _BOARD, 2)
    worked = {}
    for player, record in basis.records.items():
        terms: list[Term] = []
        for entry in record.entries:
            if entry.is_played and entry.opponent is not None and not _withdrew(basis, entry.opponent):
                points = Fraction(basis.records[entry.opponent].score, 2)
                terms.append(Term(entry.round, entry.opponent, "total", entry.own or 0))
                terms.append(Term(entry.round, entry.opponent, "opponent", factor * points, (factor, points)))
            elif entry.is_played or _is_like_a_bye(entry):
                points = Fraction(record.score, 2)
                terms.append(Term(entry.round, entry.opponent, "half-board", half_board))
                terms.append(Term(entry.round, entry.opponent, "own", factor * points, (factor, points)))
        worked[player] = Worked(sum((term.value for term in terms), Fraction(0)), tuple(terms))
    return worked


def _withdrew(basis: Basis, player: PlayerNumber) -> bool:
    after = basis.tournament.players[player].withdrawn_after
    return after is not None and after < basis.after


def _is_like_a_bye(entry: Entry) -> bool:
    return entry.outcome is Outcome.FORFEIT_WIN or entry.bye in (
        Bye.PAIRING_ALLOCATED,
        Bye.FULL_POINT,
        Bye.HALF_POINT,
    )


def turcas(basis: Basis, groups: Groups) -> Mapping[PlayerNumber, Worked]:
    """TurČAS: A / rounds · Buchholz + B · own totals + C · spread + D · (games not started - games started).

    Buchholz is in points. The four coefficients bring the terms to one scale; no values for them were ever published,
    so they have no default. Source: Czech Scrabble Association, "Doplňkové kritérium TurČAS".
    """
    a, b, c, d = (basis.parameter("turcas", name) for name in COEFFICIENTS)
    a /= basis.tournament.settings.rounds
    buchholz, own, spread = sums(basis, groups), totals(basis, groups), totals(basis, groups, other=-1)
    worked = {}
    for player, record in basis.records.items():
        # A game still open has its starter and is no game yet (so not the balance that the draw goes by).
        balance = sum(1 if entry.is_first else -1 for entry in record.entries if entry.is_played)
        parts: tuple[tuple[str, Fraction, Number], ...] = (
            ("of-buchholz", a, Fraction(buchholz[player].value or 0, 2)),
            ("of-totals", b, own[player].value or 0),
            ("of-spread", c, spread[player].value or 0),
            ("of-starts", d, -balance),
        )
        terms = tuple(Term(None, None, kind, factor * value, (factor, value)) for kind, factor, value in parts)
        worked[player] = Worked(sum(term.value for term in terms), terms)
    return worked
