"""What every tie-break starts from: the records after a round, how unplayed games count, and how a value is told.

Values are exact. Those in points are counted in half-points like everything else (:mod:`pairing_core.model`), also
where they are no whole number of them: 9.75 points are ``Fraction(39, 2)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pairing_core.errors import N_, BadValue, MissingParameter, UnknownTreatment
from pairing_core.history import Entry, History, Record
from pairing_core.model import (
    BY_TABLE,
    Bye,
    HalfPoints,
    Outcome,
    PlayerNumber,
    RoundNumber,
    Tournament,
    decimal_text,
    points_label,
    points_text,
)

Number = int | Fraction


class Term(NamedTuple):
    """One line of how a value came about, in the unit of the tie-break.

    ``kind`` is a key of :data:`TERM_KINDS`. ``factors`` are what was multiplied to give ``value``, where something was:
    the opponent's points and the points won against him; of a term of the kind ``missing``, how many opponents. Terms
    of the kinds ``cut`` and ``below`` are left out of the sum.
    """

    round: RoundNumber | None
    opponent: PlayerNumber | None
    kind: str
    value: Number
    factors: tuple[Number, ...] = ()


class Worked(NamedTuple):
    """A value with its working. ``None`` means that the criterion does not apply to the player; it ranks last.

    ``further`` are the values of repeated tables of direct encounter, which decide among equal values.
    """

    value: Number | None
    terms: tuple[Term, ...] = ()
    further: tuple[Number, ...] = ()


class TermKind(NamedTuple):
    """A kind of term and what it is called."""

    key: str
    name: str


TERM_KINDS = (
    TermKind("opponent", N_("points of the opponent")),
    TermKind("adjusted", N_("points of the opponent, whose last missed rounds count as draws")),
    TermKind("dummy", N_("round without a game, counted as a game against an imagined opponent")),
    TermKind("unplayed", N_("round without a game, which adds nothing")),
    TermKind("cut", N_("left out")),
    TermKind("own", N_("own points")),
    TermKind("sum", N_("own points so far")),
    TermKind("counted", N_("counted round")),
    TermKind("below", N_("points against an opponent below the limit, which do not count")),
    TermKind("meeting", N_("points of a game among the tied players")),
    TermKind("missing", N_("tied players whom the player has not met")),
    TermKind("repeat", N_("points of the table repeated among those still tied")),
    TermKind("buchholz", N_("Buchholz of the opponent")),
    TermKind("rating", N_("rating of the opponent")),
    TermKind("performance", N_("performance of the opponent")),
    TermKind("difference", N_("rating difference that belongs to the score")),
    TermKind("total", N_("total of the game")),
    TermKind("of-buchholz", N_("coefficient A divided by the number of rounds, times Buchholz")),
    TermKind("of-totals", N_("coefficient B times the own totals")),
    TermKind("of-spread", N_("coefficient C times the spread")),
    TermKind("of-starts", N_("coefficient D times games not started less games started")),
    TermKind("half-board", N_("half of the board for a bye or an opponent who withdrew")),
)


class Treatment(NamedTuple):
    """How rounds that were not played count in tie-breaks.

    With ``dummy`` a round without a game counts as a game against an imagined opponent who has the player's own points;
    with ``capped`` he has no more than the opponent who was paired (after a forfeit) or than draws in every round would
    give (after a bye).
    """

    key: str
    name: str
    definition: str
    source: str
    dummy: bool
    capped: bool = False


AS_AWARDED = Treatment(
    "as-awarded",
    N_("As awarded"),
    N_("Points count as they were awarded; a round without a game played adds nothing from an opponent."),
    N_("common practice"),
    dummy=False,
)
FIDE_2023 = Treatment(
    "fide-2023",
    N_("FIDE 2023"),
    N_("A round without a game counts as a game against an imagined opponent with the player's own points."),
    N_("FIDE Handbook C.07, edition of 1 August 2024, article 16"),
    dummy=True,
)
FIDE_2026 = Treatment(
    "fide-2026",
    N_("FIDE 2026"),
    N_(
        "A round without a game counts as a game against an imagined opponent with the player's own points, but not "
        "more than the opponent who was paired, and after a bye not more than half of the points of all rounds."
    ),
    N_("FIDE Handbook C.07, edition of 1 March 2026, article 16"),
    dummy=True,
    capped=True,
)

UNPLAYED = (AS_AWARDED, FIDE_2023, FIDE_2026)


def treatment(key: str) -> Treatment:
    """Return the treatment with this key. Raises :class:`UnknownTreatment`."""
    for each in UNPLAYED:
        if each.key == key:
            return each
    raise UnknownTreatment(treatment=key, known=", ".join(each.key for each in UNPLAYED))


@dataclass(frozen=True)
class Basis:
    """What tie-breaks are computed from: tournament, records after some rounds, treatment of those not played."""

    tournament: Tournament
    history: History
    unplayed: Treatment

    @property
    def after(self) -> RoundNumber:
        """The number of rounds that count."""
        return self.history.rounds

    @property
    def records(self) -> Mapping[PlayerNumber, Record]:
        """The records by pairing number."""
        return self.history.records

    @cached_property
    def is_round_robin(self) -> bool:
        """Whether all games were fixed beforehand, so that one lost by not coming still counts as one (C.07)."""
        return self.tournament.settings.system in BY_TABLE

    @cached_property
    def adjusted(self) -> Mapping[PlayerNumber, HalfPoints]:
        """The points with which players count for their opponents (C.07, article 16.3)."""
        return self._adjusted(fore=False)

    @cached_property
    def fore_adjusted(self) -> Mapping[PlayerNumber, HalfPoints]:
        """The same with every game of the last round of the tournament as a draw (C.07, article 8.3)."""
        return self._adjusted(fore=self.is_over)

    @cached_property
    def is_over(self) -> bool:
        """Whether the last round planned is among those that count."""
        return self.after >= self.tournament.settings.rounds

    def _adjusted(self, *, fore: bool) -> dict[PlayerNumber, HalfPoints]:
        draw = self.tournament.settings.scoring.draw
        adjusted = {}
        for player, record in self.records.items():
            score = record.score
            last = record.entries[-1] if record.entries else None
            if fore and last is not None and last.is_paired:
                score += draw - last.points
            elif self.unplayed.dummy and not self.is_round_robin:
                # Requested byes after which nothing else than missed rounds comes count as draws (16.2.5, 16.3.2), lest
                # leaving early should harm those whom one has met.
                for entry in reversed(record.entries):
                    if not is_voluntary(entry):
                        break
                    if not entry.is_paired:
                        score += draw - entry.points
            adjusted[player] = score
        return adjusted

    def met_over_the_board(self, player: PlayerNumber) -> list[tuple[RoundNumber, PlayerNumber]]:
        """Return round and opponent of each game that the player played."""
        return [
            (entry.round, entry.opponent)
            for entry in self.records[player].entries
            if entry.is_played and entry.opponent is not None
        ]

    def parameter(self, tie_break: str, name: str, default: str | None = None) -> Fraction:
        """Return a number that the settings hold for a tie-break.

        Raises :class:`MissingParameter` if there is none and no default, :class:`BadValue` if it is no decimal number.
        """
        text = self.tournament.settings.parameters.get(name, default)
        if text is None:
            raise MissingParameter(tie_break=tie_break, parameter=name)
        return parameter_number(name, text)


def parameter_number(name: str, text: str) -> Fraction:
    """Return the number that a parameter of a tie-break is written as. Raises :class:`BadValue`."""
    try:
        # Fraction alone would also read "1e999999999" and never come back.
        if len(text) > 40 or "e" in text.casefold():
            raise ValueError
        return Fraction(text.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise BadValue(what=name, found=text[:60], wanted="a number") from None


Groups = tuple[tuple[PlayerNumber, ...], ...]
"""All players, those together who are still tied, the best first."""

Compute = Callable[[Basis, Groups], Mapping[PlayerNumber, Worked]]


class Parameter(NamedTuple):
    """A number that a tie-break takes from the settings; without a ``default`` it must be given."""

    name: str
    definition: str
    default: str | None = None


class TieBreak(NamedTuple):
    """A criterion that decides between players with equal points.

    ``name``, ``short`` and ``definition`` are msgids, ``source`` names document, edition and article. ``unit`` is
    ``points`` (values in half-points, shown as points), ``number`` or ``rating``. ``rated`` ones need ratings.
    ``compute`` gives the value of every player; it is told who is still tied.
    """

    key: str
    name: str
    short: str
    definition: str
    source: str
    unit: str
    compute: Compute
    higher_is_better: bool = True
    parameters: tuple[Parameter, ...] = ()
    rated: bool = False
    aliases: tuple[str, ...] = ()

    def sort_key(self, worked: Worked) -> tuple[bool, tuple[Number, ...]]:
        """Return what players are sorted by; the smaller, the better the place."""
        if worked.value is None:
            return True, ()
        sign = -1 if self.higher_is_better else 1
        return False, tuple(sign * value for value in (worked.value, *worked.further))

    def text(self, worked: Worked) -> str | None:
        """Return a value as decimal text, ``None`` if there is none; further values follow after semicolons."""
        if worked.value is None:
            return None
        shown = points_text if self.unit == POINTS else decimal_text
        return "; ".join(shown(value) for value in (worked.value, *worked.further))

    def label(self, worked: Worked, mark: str = ".") -> str:
        """Return a value for people: points with halves, a dash if there is none; ``mark`` divides decimals."""
        if worked.value is None:
            return "–"
        return "; ".join(self._label(value, mark) for value in (worked.value, *worked.further))

    def _label(self, value: Number, mark: str) -> str:
        if self.unit == POINTS and Fraction(value).denominator == 1:
            return points_label(int(value))
        return (points_text(value) if self.unit == POINTS else decimal_text(value)).replace(".", mark)


POINTS, NUMBER, RATING = "points", "number", "rating"


def is_voluntary(entry: Entry) -> bool:
    """Whether a round was not played by the player's own choice (C.07, article 16.2: a requested bye, a forfeit loss).

    A round missed without any bye, such as one after leaving, is one as well; a full-point bye is not.
    """
    if entry.is_paired:
        return entry.outcome is Outcome.FORFEIT_LOSS
    return entry.bye in (None, Bye.HALF_POINT, Bye.ZERO_POINT)


def half_up(value: Fraction) -> int:
    """Return the nearest whole number, halves rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
