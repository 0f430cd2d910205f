"""The values of a tournament: players, games, rounds, what is awarded, and what the arbiter chose.

All values are frozen. What follows from them (scores, opponents, starts) is not stored here but derived by
:mod:`pairing_core.history`; how they come to be is told by :mod:`pairing_core.journal`.

Points are counted in **half-points**, whole numbers: a win in chess is 2, a draw 1. Files and people see points
(:func:`points_text`); any scoring whose values are multiples of a half is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

PlayerNumber = int
"""The pairing number of a player, from 1; it never changes and is not given out twice."""

RoundNumber = int
HalfPoints = int

ROUND_ROBIN = "round-robin"
"""The system in which all games are fixed beforehand, by a table of who meets whom in which round."""
GROUPS = "groups"
"""The same in groups side by side."""
SCHEVENINGEN = "scheveningen"
"""The system in which everyone of one team meets everyone of another."""
BY_TABLE = (ROUND_ROBIN, GROUPS, SCHEVENINGEN)
"""The systems in which who meets whom stands in a table."""
KNOCKOUT = "knockout"
"""The system in which who loses is out."""

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Result(Enum):
    """How a game ended; the value is what an arbiter types and what our files hold, the starter's part first."""

    FIRST_WINS = "1"
    DRAW = "="
    SECOND_WINS = "0"
    FIRST_WINS_BY_FORFEIT = "+"
    SECOND_WINS_BY_FORFEIT = "-"
    DOUBLE_FORFEIT = "--"
    BOTH_LOSE = "00"
    FIRST_DRAWS_SECOND_LOSES = "=0"
    FIRST_LOSES_SECOND_DRAWS = "0="

    @property
    def is_played(self) -> bool:
        """Whether the two played; a game lost by not coming was not played."""
        return self not in _FORFEITS

    @property
    def sides(self) -> tuple[Outcome, Outcome]:
        """What the starter and the other player have of it."""
        return _SIDES[self]


class Outcome(Enum):
    """One player's part of a game."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit-win"
    FORFEIT_LOSS = "forfeit-loss"


_FORFEITS = (Result.FIRST_WINS_BY_FORFEIT, Result.SECOND_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT)
_SIDES = {
    Result.FIRST_WINS: (Outcome.WIN, Outcome.LOSS),
    Result.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Result.SECOND_WINS: (Outcome.LOSS, Outcome.WIN),
    Result.FIRST_WINS_BY_FORFEIT: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result.SECOND_WINS_BY_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    Result.DOUBLE_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    Result.BOTH_LOSE: (Outcome.LOSS, Outcome.LOSS),
    Result.FIRST_DRAWS_SECOND_LOSES: (Outcome.DRAW, Outcome.LOSS),
    Result.FIRST_LOSES_SECOND_DRAWS: (Outcome.LOSS, Outcome.DRAW),
}


class Bye(Enum):
    """Why a player has no game in a round."""

    PAIRING_ALLOCATED = "pairing-allocated"
    """The one who is left over in an odd field."""
    FULL_POINT = "full-point"
    HALF_POINT = "half-point"
    ZERO_POINT = "zero-point"


@dataclass(frozen=True, slots=True)
class Scoring:
    """What each outcome is worth, in half-points. The default is 1, ½, 0 with a whole point for a bye."""

    win: HalfPoints = 2
    draw: HalfPoints = 1
    loss: HalfPoints = 0
    forfeit_win: HalfPoints = 2
    forfeit_loss: HalfPoints = 0
    pairing_allocated_bye: HalfPoints = 2
    full_point_bye: HalfPoints = 2
    half_point_bye: HalfPoints = 1
    zero_point_bye: HalfPoints = 0

    def of(self, outcome: Outcome) -> HalfPoints:
        """Return what a player gets for a game."""
        points: HalfPoints = getattr(self, outcome.name.lower())
        return points

    def of_bye(self, bye: Bye) -> HalfPoints:
        """Return what a bye is worth (see also :meth:`Settings.of_bye`)."""
        points: HalfPoints = getattr(self, f"{bye.name.lower()}_bye")
        return points


@dataclass(frozen=True, slots=True)
class Player:
    """One who takes part.

    ``number`` is the pairing number. ``rating`` is in the units of the federation's list, higher is stronger, ``None``
    if there is none. ``club`` and ``country`` keep players apart where the rules ask for it. ``joins_in`` is the first
    round the player is in, ``withdrawn_after`` the last one (0: withdrawn before the first), ``None`` for the whole
    tournament. ``byes`` are requested rounds without a game, by round number. ``table`` is a fixed table.
    ``fields`` holds what files carry beside (title, identifier, date of birth): kept, never read by the rules.
    """

    number: PlayerNumber
    name: str
    rating: int | None = None
    club: str = ""
    country: str = ""
    joins_in: RoundNumber = 1
    withdrawn_after: RoundNumber | None = None
    byes: Mapping[RoundNumber, Bye] = field(default_factory=lambda: NOTHING)
    table: int | None = None
    fields: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def is_in(self, round_number: RoundNumber) -> bool:
        """Whether the player belongs to the tournament in this round (with a game or a requested bye)."""
        gone = self.withdrawn_after is not None and round_number > self.withdrawn_after
        return self.joins_in <= round_number and not gone


@dataclass(frozen=True, slots=True)
class Game:
    """Two players at a table; ``first`` starts. Without a result it is still being played.

    ``first_score`` and ``second_score`` are the totals of the game itself (discs, words, seeds). ``is_rated`` is false
    for the few games that a chess file marks as not rated.
    """

    table: int
    first: PlayerNumber
    second: PlayerNumber
    result: Result | None = None
    first_score: int | None = None
    second_score: int | None = None
    is_rated: bool = True


@dataclass(frozen=True, slots=True)
class Draw:
    """How a round was drawn, so that anybody can draw it again: the rule set, its version, the seed of its lots.

    ``locked`` are the pairs that the arbiter had fixed beforehand (with ``None`` instead of a second player: the bye),
    ``relaxed`` the rules that had to give way. With
    ``by_hand`` the arbiter changed what the rules gave, and nobody can repeat it.
    """

    system: str
    version: int = 1
    seed: str = ""
    locked: tuple[tuple[PlayerNumber, PlayerNumber | None], ...] = ()
    relaxed: tuple[str, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """The games of a round in the order of the tables, and who has none, by pairing number."""

    number: RoundNumber
    games: tuple[Game, ...]
    byes: Mapping[PlayerNumber, Bye] = field(default_factory=lambda: NOTHING)
    draw: Draw | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every game has its result."""
        return all(game.result is not None for game in self.games)

    @property
    def byes_to_tell(self) -> list[tuple[PlayerNumber, Bye]]:
        """The players without a game as they are told: the one who is left over first."""
        return sorted(self.byes.items(), key=lambda each: each[1] is not Bye.PAIRING_ALLOCATED)

    @property
    def resting(self) -> PlayerNumber | None:
        """Who is left over in an odd field; ``None`` if nobody is."""
        return next((player for player, bye in self.byes.items() if bye is Bye.PAIRING_ALLOCATED), None)

    @property
    def players(self) -> frozenset[PlayerNumber]:
        """Who has a game or a bye."""
        return frozenset((*self.byes, *(player for game in self.games for player in (game.first, game.second))))

    def game_of(self, player: PlayerNumber) -> Game | None:
        """Return the game of a player, ``None`` if there is none."""
        return next((game for game in self.games if player in (game.first, game.second)), None)


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Players who should not meet: a family, a club, a training group.

    If ``is_hard``, they never meet, as with a forbidden pair; else each of their games costs ``price`` units of the
    rule set's keep-apart criterion. ``until`` is the last round for which it holds, ``None`` for all.
    """

    players: tuple[PlayerNumber, ...]
    is_hard: bool = True
    price: int = 1
    until: RoundNumber | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the arbiter chose for the tournament.

    ``rounds`` is the planned number of rounds. ``system`` is the key of a rule set. ``tie_breaks`` are the keys of the
    criteria after points, in their order. ``unplayed`` says how games that were not played count in tie-breaks (see
    :mod:`pairing_core.tie_breaks`). ``parameters`` are further numbers of tie-breaks (such as ``turcas-a``) and
    ``weights`` those of the rule set's criteria, both by name, as exact text or numbers. ``byes_allowed`` is how many
    byes with points a player may request. ``keep_clubs_apart`` and ``keep_countries_apart`` are the last rounds up to
    which players of one club or country are kept apart as a wish (0: not at all). ``bye_scores`` are the game totals of
    a player with a pairing-allocated bye, own and opponent's (in Othello 40 and 24). ``board_total`` is what the two
    scores of a game add up to (64 discs), ``None`` if they need not.
    """

    name: str = ""
    rounds: int = 7
    system: str = "mancala"
    discipline: str = ""
    scoring: Scoring = Scoring()
    tie_breaks: tuple[str, ...] = ()
    unplayed: str = "fide-2026"
    parameters: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    weights: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    acceleration: bool = False
    allow_repeats: bool = False
    byes_allowed: int | None = None
    keep_clubs_apart: RoundNumber = 0
    keep_countries_apart: RoundNumber = 0
    bye_scores: tuple[int, int] | None = None
    board_total: int | None = None
    seed: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def of_bye(self, bye: Bye) -> HalfPoints:
        """Return what a player gets for a round without a game.

        Who rests in a round robin gets nothing: everybody rests equally often.
        """
        is_rest = self.system in BY_TABLE and bye is Bye.PAIRING_ALLOCATED
        return 0 if is_rest else self.scoring.of_bye(bye)


class Carried(Enum):
    """What of the rounds before a stage counts in it."""

    NOTHING = "nothing"
    MET = "met"
    """The games between players of the stage."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a tournament with a system of its own, from the round ``first_round`` on.

    ``players`` take part in it, the first seed first. ``settings`` hold for it instead of those of the tournament.
    """

    first_round: RoundNumber
    players: tuple[PlayerNumber, ...]
    settings: Settings = Settings()
    name: str = ""
    carried: Carried = Carried.NOTHING


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands. ``players`` are by pairing number; ``rounds[r - 1]`` is round r.

    ``stages`` are the parts after the first one, which goes by ``settings`` and has all players; see
    :mod:`pairing_core.stages`. ``locked`` pairs must meet in the next round, ``forbidden`` ones never (both with the
    lower number first). ``order`` is a final order set by hand, best first, for the tie-break of that name.
    """

    settings: Settings = Settings()
    players: Mapping[PlayerNumber, Player] = field(default_factory=lambda: NOTHING)
    rounds: tuple[Round, ...] = ()
    locked: tuple[tuple[PlayerNumber, PlayerNumber], ...] = ()
    forbidden: tuple[tuple[PlayerNumber, PlayerNumber], ...] = ()
    keep_apart: tuple[KeepApart, ...] = ()
    order: tuple[PlayerNumber, ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def next_round(self) -> RoundNumber:
        """The number of the round that is drawn next."""
        return len(self.rounds) + 1

    @property
    def finished_rounds(self) -> int:
        """How many rounds from the first on have all their results."""
        for round_ in self.rounds:
            if not round_.is_complete:
                return round_.number - 1
        return len(self.rounds)


def by_strength(players: Iterable[Player]) -> list[Player]:
    """Return players by strength: the highest rating first, those without one last, equals by pairing number."""
    return sorted(players, key=lambda player: (player.rating is None, -(player.rating or 0), player.number))


def numbers_listed(tournament: Tournament, key: str) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return the pairing numbers that a parameter lists: blanks between them, semicolons between groups of them.

    Nothing if something else than numbers stands there. Whether there are such players is not asked.
    """
    groups = [group.split() for group in tournament.settings.parameters.get(key, "").split(";")]
    if not all(each.isascii() and each.isdecimal() and len(each) < 10 for group in groups for each in group):
        return ()
    return tuple(tuple(int(each) for each in group) for group in groups if group)


def are_players(tournament: Tournament, numbers: Sequence[PlayerNumber]) -> bool:
    """Whether these are numbers of players of the tournament, each of them once."""
    return len(set(numbers)) == len(numbers) and all(number in tournament.players for number in numbers)


def of_round_1(tournament: Tournament) -> frozenset[PlayerNumber]:
    """Return who has a game or a bye in the first round."""
    return tournament.rounds[0].players


def points_text(points: HalfPoints | Fraction) -> str:
    """Return points for files: ``"5.5"``; a fraction of half-points gets up to four decimals, rounded half up.

    >>> points_text(11), points_text(4), points_text(-1), points_text(Fraction(20, 3))
    ('5.5', '2', '-0.5', '3.3333')
    """
    return decimal_text(Fraction(points, 2))


def points_label(points: HalfPoints) -> str:
    """Return points for people.

    >>> points_label(7), points_label(1), points_label(-4)
    ('3½', '½', '-2')
    """
    sign, (whole, half) = "-" if points < 0 else "", divmod(abs(points), 2)
    return sign + (f"{whole or ''}½" if half else str(whole))


def decimal_text(value: int | Fraction, digits: int = 4) -> str:
    """Return an exact number as decimal text with at most ``digits`` places, rounded half up, no trailing zeros.

    >>> decimal_text(Fraction(-1, 3)), decimal_text(12), decimal_text(Fraction(5, 2))
    ('-0.3333', '12', '2.5')
    """
    sign = "-" if value < 0 else ""
    scaled = int(abs(value) * 10**digits + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**digits)
    text = f"{whole}.{rest:0{digits}}".rstrip("0").rstrip(".")
    return sign + text if text != "0" else text


def half_points(text: str) -> HalfPoints:
    """Return the half-points of a decimal such as ``"5.5"``, ``"5,5"``, ``"5½"`` or ``"3"``.

    Raises :class:`ValueError` if it is none or no multiple of a half.
    """
    match = re.fullmatch(r"\s*(-?)([0-9]{0,9})(?:[.,]([0-9]{1,9})|(½))?\s*", text)
    if not match or not (match[2] or match[3] or match[4]):
        raise ValueError(text)
    value = int(match[2] or 0) * 2 + (1 if match[4] else 0)
    if match[3]:
        rest = Fraction(int(match[3]), 10 ** len(match[3])) * 2
        if rest.denominator != 1:
            raise ValueError(text)
        value += int(rest)
    return -value if match[1] else value


def pair_of(one: PlayerNumber, other: PlayerNumber) -> tuple[PlayerNumber, PlayerNumber]:
    """Return two players as a pair, the lower number first."""
    return (one, other) if one < other else (other, one)


def pairs_of(players: Iterable[PlayerNumber]) -> list[tuple[PlayerNumber, PlayerNumber]]:
    """Return every pair among the players, each once, in the order of numbers."""
    ordered = sorted(set(players))
    return [(one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :]]
