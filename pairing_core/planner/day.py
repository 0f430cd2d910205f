"""Which systems fit a day: how many rounds and games they have, how long they take, and when each round starts.

A round takes twice the minutes of one player and the minutes between two games; with too few boards it is played in
shifts, one after the other. After the last game none comes, so nothing is added there. Breaks are spread evenly between
the rounds. Registration and prizes are not in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pairing_core.errors import N_
from pairing_core.knockout import MAX_PLAYERS as MAX_IN_BRACKET
from pairing_core.knockout import Comes, Kind, bracket
from pairing_core.planner.rounds import once_beaten, rounds_for_winner, unbeaten, usual_rounds
from pairing_core.swiss.reasons import Sentence

MIN_PLAYERS, MAX_PLAYERS = 2, 500
BLITZ = 10
"""Minutes per player up to which a game is blitz: 5 minutes between games are then enough."""

LARGEST_GROUP, SMALLEST_GROUP = 6, 3
ADVANCE = 2
"""How many of each group go on: "groups of six, the best two go on" (Czech mancala federation)."""

ROUND_ROBIN, DOUBLE, GROUPS, SWISS, KNOCKOUT, TWO_LOSSES = (
    "round-robin",
    "double-round-robin",
    "groups",
    "swiss",
    "knockout",
    "double-elimination",
)
SYSTEMS = {
    ROUND_ROBIN: N_("Round robin"),
    DOUBLE: N_("Double round robin"),
    GROUPS: N_("Groups and a final"),
    SWISS: N_("Swiss system"),
    KNOCKOUT: N_("Knockout"),
    TWO_LOSSES: N_("Double elimination"),
}
"""The systems that are compared, by their keys."""


@dataclass(frozen=True)
class Conditions:
    """What there is for a tournament of 2 to 500 ``players``.

    ``minutes`` are those of one player in a game; ``between`` those between two games, ``None`` what is usual; ``time``
    all minutes there are, with ``breaks`` (minutes of each); ``rounds`` the most there may be, and those of a Swiss
    tournament; ``boards`` as many as there are boards or clocks. ``None``: as many as it takes.
    """

    players: int
    minutes: int = 20
    between: int | None = None
    time: int | None = None
    rounds: int | None = None
    boards: int | None = None
    breaks: tuple[int, ...] = ()

    @property
    def slot(self) -> int:
        """Minutes from the start of a round to that of the next one."""
        return 2 * self.minutes + self.pause

    @property
    def pause(self) -> int:
        """Minutes between two games: 5 for blitz and 10 for longer games, if nothing else is said."""
        if self.between is None:
            return 5 if self.minutes <= BLITZ else 10
        return self.between


class Format(NamedTuple):
    """What is played: a system, the rounds of a Swiss tournament or the sizes of groups."""

    system: str
    players: int
    rounds: int = 0
    groups: tuple[int, ...] = ()


class Option(NamedTuple):
    """A system under the conditions. ``games`` are those of each round, ``fewest`` and ``most`` those of one player.

    ``minutes`` go from the start of the first round to the end of the last one, ``starts`` are the minutes from the
    former to each round. ``notes`` say why it does not fit, what is played and what to know about it.
    """

    format: Format
    games: tuple[int, ...]
    fewest: int
    most: int
    shifts: tuple[int, ...]
    starts: tuple[int, ...]
    minutes: int
    fits: bool
    notes: tuple[Sentence, ...]

    @property
    def key(self) -> str:
        """The key of the system."""
        return self.format.system

    @property
    def rounds(self) -> int:
        """How many rounds there are; of a double elimination the last one may not be needed."""
        return len(self.games)


def options(conditions: Conditions) -> tuple[Option, ...]:
    """Return every system that so many players can play, in the order of :data:`SYSTEMS`, whether it fits or not.

    A Swiss tournament gets the rounds that are asked for; else as many as are useful (:func:`usual_rounds`) and fit.
    The groups are as large as fit.
    """
    if not MIN_PLAYERS <= conditions.players <= MAX_PLAYERS:
        raise ValueError(f"a plan is for {MIN_PLAYERS} to {MAX_PLAYERS} players")
    players = conditions.players
    found = [_option(conditions, Format(ROUND_ROBIN, players)), _option(conditions, Format(DOUBLE, players))]
    if players >= 2 * SMALLEST_GROUP:
        found.append(_best(_option(conditions, Format(GROUPS, players, groups=sizes)) for sizes in _groups(players)))
    if players >= 4:
        found.append(_swiss(conditions))
    if players <= MAX_IN_BRACKET:
        found.append(_option(conditions, Format(KNOCKOUT, players)))
        if players > 2:
            found.append(_option(conditions, Format(TWO_LOSSES, players)))
    return tuple(found)


def _option(conditions: Conditions, format: Format) -> Option:
    games, fewest, most = _shape(format)
    boards = conditions.boards or max(games)
    shifts = tuple(-(-count // boards) for count in games)
    breaks = Counter(_breaks_after(len(games), conditions.breaks))
    starts, now = [], 0
    for number, shift in enumerate(shifts, start=1):
        starts.append(now)
        now += shift * conditions.slot + breaks[number]
    now -= conditions.pause
    obstacles = tuple(_obstacles(conditions, len(games), now))
    notes = (*obstacles, *_notes(format, shifts))
    return Option(format, games, fewest, most, shifts, tuple(starts), now, not obstacles, notes)


def _obstacles(conditions: Conditions, rounds: int, minutes: int) -> Iterator[Sentence]:
    """Yield why something so long does not fit the conditions."""
    if conditions.rounds is not None and rounds > conditions.rounds:
        yield Sentence(
            N_("It needs more rounds (%(needed)s) than are wanted (%(wanted)s)."),
            {"needed": rounds, "wanted": conditions.rounds},
        )
    if conditions.time is not None and minutes > conditions.time:
        yield Sentence(
            N_("It takes %(more)s longer than there is time."), {"more": hours_text(minutes - conditions.time)}
        )


def _breaks_after(rounds: int, breaks: Sequence[int]) -> dict[int, int]:
    """Return the minutes of break after each round that has some; none comes after the last."""
    after: Counter[int] = Counter()
    if rounds > 1:
        for number, minutes in enumerate(breaks, start=1):
            after[min(rounds - 1, -(-number * rounds // (len(breaks) + 1)))] += minutes
    return after


def _swiss(conditions: Conditions) -> Option:
    """Return the Swiss tournament with the rounds asked for, or with as many as are useful and fit."""
    players = conditions.players
    if conditions.rounds is not None:
        return _option(conditions, Format(SWISS, players, min(conditions.rounds, players - 1 + players % 2)))
    needed = min(rounds_for_winner(players), usual_rounds(players))
    longest = (
        _option(conditions, Format(SWISS, players, rounds)) for rounds in range(usual_rounds(players), needed - 1, -1)
    )
    return _best(longest)


def _best(wanted_first: Iterator[Option]) -> Option:
    """Return the first that fits, or the shortest one."""
    shortest: Option | None = None
    for option in wanted_first:
        if option.fits:
            return option
        if shortest is None or option.minutes < shortest.minutes:
            shortest = option
    assert shortest is not None
    return shortest


def _groups(players: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of the groups, large groups first; sizes differ by at most one."""
    fewest = max(2, -(-players // LARGEST_GROUP))
    for count in range(fewest, players // SMALLEST_GROUP + 1):
        size, more = divmod(players, count)
        if ADVANCE * count <= MAX_IN_BRACKET:
            yield (size + 1,) * more + (size,) * (count - more)


def _shape(format: Format) -> tuple[tuple[int, ...], int, int]:
    """Return the games of each round, and the fewest and the most of one player."""
    players = format.players
    match format.system:
        case "round-robin" | "double-round-robin":
            cycles = 2 if format.system == DOUBLE else 1
            games = cycles * (players - 1)
            return _full(players) * cycles, games, games
        case "swiss":
            byes = min(players % 2, format.rounds)
            return (players // 2,) * format.rounds, format.rounds - byes, format.rounds
        case "groups":
            final = _levels(ADVANCE * len(format.groups), "single")
            rounds = max(len(_full(size)) for size in format.groups)
            together = tuple(
                sum(size // 2 for size in format.groups if number < len(_full(size))) for number in range(rounds)
            )
            return together + final, min(format.groups) - 1, max(format.groups) - 1 + len(final)
        case "knockout":
            games_of = _levels(players, "single")
            return games_of, 1, len(games_of)
        case "double-elimination":
            games_of = _levels(players, "double")
            return games_of, 2, len(games_of)
    raise ValueError(f"no such system: {format.system}")


def _full(players: int) -> tuple[int, ...]:
    """Return the games of each round of a round robin."""
    return (players // 2,) * (players - 1 + players % 2)


@cache
def _levels(players: int, kind: Kind) -> tuple[int, ...]:
    """Return how many games of a bracket are played at a time, if each starts when those before it are over.

    The third place of a knockout is played for beside its final. Who meets an empty place goes on at once.
    """
    drawn = bracket(players, kind, third_place=kind == "single")
    over: dict[tuple[Comes, int], int | None] = {
        (Comes.AS_SEED, seed): 0 if seed <= players else None for seed in range(1, drawn.size + 1)
    }
    games: Counter[int] = Counter()
    for tie in drawn.ties:
        ends = [over[source.comes, source.number] for source in tie.sources]
        come = [end for end in ends if end is not None]
        is_game = len(come) == 2
        end = max(come) + is_game if come else None
        over[Comes.AS_WINNER, tie.number] = end
        over[Comes.AS_LOSER, tie.number] = end if is_game else None
        if is_game and end is not None:
            games[end] += 1
    return tuple(games[level] for level in range(1, max(games) + 1))


def _notes(format: Format, shifts: Sequence[int]) -> Iterator[Sentence]:
    if format.system == GROUPS:
        sizes = [min(format.groups), max(format.groups)]
        told: dict[str, str | int] = {"groups": len(format.groups), "size": sizes[0], "most": sizes[1]}
        yield Sentence(
            N_("%(groups)s groups of %(size)s; the first two of each go on to a knockout.")
            if sizes[0] == sizes[1]
            else N_("%(groups)s groups of %(size)s or %(most)s; the first two of each go on to a knockout."),
            told,
        )
    if format.system == SWISS:
        left = unbeaten(format.players, format.rounds)
        yield Sentence(
            N_("Up to %(unbeaten)s players can win all their games, and up to %(once)s can lose at most one.")
            if left > 1
            else N_("Only one player can win all games, and up to %(once)s can lose at most one."),
            {"unbeaten": left, "once": once_beaten(format.players, format.rounds)},
        )
    if format.system == TWO_LOSSES:
        yield Sentence(N_("The last round is played only if who had not lost before loses the final."), {})
    if max(shifts) > 1:
        yield Sentence(
            N_("Boards are too few, so a round is played in up to %(shifts)s shifts."), {"shifts": max(shifts)}
        )


def minutes_of(text: str) -> int:
    """Return the minutes of a time written as hours: ``6``, ``6.5``, ``6,5`` or ``6:30``. Raises :class:`ValueError`.

    >>> [minutes_of(text) for text in ("6", "6.5", "0,25", "6:05")]
    [360, 390, 15, 365]
    """
    found = re.fullmatch(r"(\d{1,3})(?::([0-5]\d)|[.,](\d{1,2}))?", text.strip(), re.ASCII)
    if not found:
        raise ValueError(text)
    hours, minutes, part = found.groups()
    return 60 * int(hours) + int(minutes or 0) + (60 * int(part) // 10 ** len(part) if part else 0)


def hours_text(minutes: int) -> str:
    """Return minutes as hours and minutes.

    >>> hours_text(365)
    '6:05'
    """
    return f"{minutes // 60}:{minutes % 60:02}"


def clock_text(minutes: int) -> str:
    """Return the time of day so many minutes after midnight; of a later day with the days after a plus.

    >>> clock_text(9 * 60 + 30), clock_text(25 * 60)
    ('9:30', '1:00 +1')
    """
    days, minutes = divmod(minutes, 24 * 60)
    return hours_text(minutes) + (f" +{days}" if days else "")
