"""What follows from the rounds: each player's score, opponents, starts, floats and rounds without a game.

Nothing here is stored with the tournament, so that a corrected result is at once corrected everywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from operator import is_
from typing import NamedTuple

from pairing_core.model import (
    BY_TABLE,
    Bye,
    HalfPoints,
    Outcome,
    Player,
    PlayerNumber,
    Result,
    Round,
    RoundNumber,
    Scoring,
    Settings,
    Tournament,
)


class Float(Enum):
    """Where a player's opponent of one round stood: with fewer points (the player floated down), with more, level."""

    DOWN = "down"
    LEVEL = "level"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Entry:
    """What one round brought a player.

    ``opponent`` is ``None`` without a game. ``is_first`` tells whether the player started. ``outcome`` is ``None``
    without a game and while the game is still open. ``points`` are those awarded for the round. ``own`` and ``other``
    are the totals of the game. ``bye`` is why there was no game; ``None`` also for a round missed without one.
    """

    round: RoundNumber
    opponent: PlayerNumber | None = None
    is_first: bool = False
    outcome: Outcome | None = None
    points: HalfPoints = 0
    own: int | None = None
    other: int | None = None
    bye: Bye | None = None
    is_rated: bool = True

    @property
    def is_played(self) -> bool:
        """Whether the two sat down and played to a result."""
        return self.outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)

    @property
    def is_paired(self) -> bool:
        """Whether there was an opponent, come or not."""
        return self.opponent is not None

    @property
    def is_open(self) -> bool:
        """Whether the game has no result yet."""
        return self.opponent is not None and self.outcome is None


@dataclass(frozen=True)
class Record:
    """One player's tournament so far, an entry for each round."""

    number: PlayerNumber
    entries: tuple[Entry, ...] = ()
    floats: tuple[Float, ...] = ()

    @cached_property
    def score(self) -> HalfPoints:
        """The sum of the points of all rounds."""
        return sum(entry.points for entry in self.entries)

    @cached_property
    def met(self) -> Mapping[PlayerNumber, tuple[RoundNumber, ...]]:
        """In which rounds the player met whom over the board; a game still open counts, one forfeited does not.

        FIDE C.04.1 (2026), article 3 forbids that two *play* twice; two whose game was forfeited may be paired again.
        """
        met: dict[PlayerNumber, tuple[RoundNumber, ...]] = {}
        for entry in self.entries:
            if entry.opponent is not None and (entry.is_played or entry.is_open):
                met[entry.opponent] = (*met.get(entry.opponent, ()), entry.round)
        return met

    @cached_property
    def starts(self) -> tuple[bool, ...]:
        """Whether the player started, for each game played or open, in order."""
        return tuple(entry.is_first for entry in self.entries if entry.is_played or entry.is_open)

    @cached_property
    def start_balance(self) -> int:
        """Games started minus games not started."""
        return sum(1 if started else -1 for started in self.starts)

    @cached_property
    def start_run(self) -> int:
        """How many of the last games running the player started (positive) or did not start (negative)."""
        run = 0
        for started in reversed(self.starts):
            if run and started != (run > 0):
                break
            run += 1 if started else -1
        return run

    @cached_property
    def byes(self) -> int:
        """How often the player has sat out with the full value: pairing-allocated byes, full-point byes, forfeit wins.

        Whoever had any of these gets no pairing-allocated bye (FIDE C.04.1, 2026, article 4), whatever the tournament
        awards for it.
        """
        return sum(
            entry.bye in (Bye.PAIRING_ALLOCATED, Bye.FULL_POINT) or entry.outcome is Outcome.FORFEIT_WIN
            for entry in self.entries
        )

    @property
    def games_played(self) -> int:
        """How many games the player played to a result."""
        return sum(entry.is_played for entry in self.entries)

    def score_after(self, round_number: RoundNumber) -> HalfPoints:
        """Return the points of the rounds up to this one."""
        return sum(entry.points for entry in self.entries[:round_number])

    def start_in(self, round_number: RoundNumber) -> bool | None:
        """Return whether the player started in this round, ``None`` if there was no game over the board."""
        entry = self.entries[round_number - 1]
        return entry.is_first if entry.is_played or entry.is_open else None


@dataclass(frozen=True)
class History:
    """The records of all players after ``rounds`` rounds."""

    rounds: int
    records: Mapping[PlayerNumber, Record] = field(default_factory=dict)

    def __getitem__(self, player: PlayerNumber) -> Record:
        return self.records[player]

    def met(self, one: PlayerNumber, other: PlayerNumber) -> tuple[RoundNumber, ...]:
        """Return the rounds in which these two met."""
        return self.records[one].met.get(other, ())


def history(tournament: Tournament, after: RoundNumber | None = None) -> History:
    """Return what the rounds up to ``after`` (``None``: all) brought each player.

    Time O(players × rounds), and O(rounds) if it was asked for lately and those rounds are the same still.
    """
    rounds = tournament.rounds[:after]
    for known in _LATEST:
        if known.is_of(tournament, rounds):
            return known.history
    made = _history(tournament, rounds)
    _LATEST.append(_Known(tournament.players, tournament.settings, rounds, made))
    return made


class _Known(NamedTuple):
    """A history with all that it follows from."""

    players: Mapping[PlayerNumber, Player]
    settings: Settings
    rounds: tuple[Round, ...]
    history: History

    def is_of(self, tournament: Tournament, rounds: tuple[Round, ...]) -> bool:
        """Whether it is that of these rounds; they are frozen, so it is enough that they are the very same."""
        return (
            self.players is tournament.players
            and self.settings is tournament.settings
            and len(self.rounds) == len(rounds)
            and all(map(is_, self.rounds, rounds))
        )


_LATEST: deque[_Known] = deque(maxlen=4)
"""Several readers ask for the same history in a row, and a result typed into round 9 leaves that of round 8 alone."""


def _history(tournament: Tournament, rounds: tuple[Round, ...]) -> History:
    scoring = tournament.settings.scoring
    sides = {result: result.sides for result in Result}
    worth = {outcome: scoring.of(outcome) for outcome in Outcome}
    entries: dict[PlayerNumber, list[Entry]] = {number: [] for number in tournament.players}
    floats: dict[PlayerNumber, list[Float]] = {number: [] for number in tournament.players}
    score = dict.fromkeys(tournament.players, 0)
    for round_ in rounds:
        this: dict[PlayerNumber, Entry] = {}
        for game in round_.games:
            first, second = sides[game.result] if game.result else (None, None)
            this[game.first] = Entry(
                round_.number,
                game.second,
                True,
                first,
                worth[first] if first else 0,
                game.first_score,
                game.second_score,
                is_rated=game.is_rated,
            )
            this[game.second] = Entry(
                round_.number,
                game.first,
                False,
                second,
                worth[second] if second else 0,
                game.second_score,
                game.first_score,
                is_rated=game.is_rated,
            )
        for player, bye in round_.byes.items():
            own, other = _bye_scores(tournament, bye)
            this[player] = Entry(round_.number, points=tournament.settings.of_bye(bye), own=own, other=other, bye=bye)
        for player, list_ in entries.items():
            entry = this.get(player)
            if entry is None:
                list_.append(Entry(round_.number))
                floats[player].append(Float.LEVEL)
                continue
            list_.append(entry)
            floats[player].append(_float(entry, player, score, scoring))
        for player, entry in this.items():
            score[player] += entry.points
    return History(
        len(rounds),
        {number: Record(number, tuple(entries[number]), tuple(floats[number])) for number in tournament.players},
    )


def _bye_scores(tournament: Tournament, bye: Bye) -> tuple[int | None, int | None]:
    scores = None if tournament.settings.system in BY_TABLE else tournament.settings.bye_scores
    return scores if scores and bye is Bye.PAIRING_ALLOCATED else (None, None)


def _float(entry: Entry, player: PlayerNumber, score: Mapping[PlayerNumber, HalfPoints], scoring: Scoring) -> Float:
    """Return the float of a round; a round without a game that gives more than a loss counts as a downfloat.

    FIDE C.04.3 (2026), article 1.4: so does a bye, for it was an easier round than the others' of the score group.
    """
    if entry.opponent is None:
        return Float.DOWN if entry.points > scoring.loss else Float.LEVEL
    if entry.outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS):
        return Float.DOWN if entry.points > scoring.loss else Float.LEVEL
    gap = score[player] - score[entry.opponent]
    return Float.DOWN if gap > 0 else Float.UP if gap < 0 else Float.LEVEL


def score_groups(records: Iterable[Record]) -> list[list[Record]]:
    """Return the records in groups of equal score, the highest first, their order kept inside."""
    groups: dict[HalfPoints, list[Record]] = {}
    for record in records:
        groups.setdefault(record.score, []).append(record)
    return [groups[score] for score in sorted(groups, reverse=True)]
