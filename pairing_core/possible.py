"""What can still happen: the best and the worst final place of every player, and who has already won.

As exact as a limit of work allows, and it says how exact it is. Future results are those of games that are played: win,
draw, loss. Players who have left stay away, and byes that are asked for are given.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pairing_core.history import history
from pairing_core.model import Bye, Game, HalfPoints, Outcome, PlayerNumber, Result, Round, Tournament
from pairing_core.standings import counted, standings
from pairing_core.tie_breaks import tie_break

LIMIT = 20_000
"""Steps that may be done: a player's place by all tie-breaks in one way to end costs some, see :func:`possible`."""

ENDINGS = (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS)
"""How a game can still end."""

BY_TOTALS = frozenset({"score-total", "spread", "opponents-totals", "discs", "brightwell", "turcas"})
"""Tie-breaks that depend on the totals of games, of which there are too many to try."""

# What one player costs in one way to end: each tie-break, and history and order before them.
_BASE = 2


class Exactness(Enum):
    """How exact the places are."""

    EXACT = "exact"
    """Every way to end was tried, with all tie-breaks."""
    POINTS = "points"
    """Every way to end was tried, but tie-breaks are left open: whoever is level on points can be first or last."""
    BOUNDS = "bounds"
    """No place beyond these can happen; that both do happen is not sure."""


@dataclass(frozen=True, slots=True)
class Places:
    """The best and the worst final place of a player."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Possible:
    """What can still happen. ``open_games`` have no result, ``rounds_to_draw`` are not drawn yet.

    ``winner`` is first alone however the rest ends, ``None`` if that is not sure of anybody.
    """

    exactness: Exactness
    places: Mapping[PlayerNumber, Places]
    open_games: int
    rounds_to_draw: int
    winner: PlayerNumber | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing is open any more."""
        return not self.open_games and not self.rounds_to_draw


@dataclass(frozen=True, slots=True)
class _Gain:
    """The least and the most points that a player can have in the end."""

    low: HalfPoints
    high: HalfPoints


def possible(tournament: Tournament, limit: int = LIMIT) -> Possible:
    """Return the places that each player can still reach.

    If all rounds are drawn and g games are open, there are 3^g ways to end. All are tried with all tie-breaks if
    3^g × players × (tie-breaks + 2) is within the limit, only by points if 3^g × players is within ten times the limit;
    otherwise, and before the last round is drawn, the places are bounds from each player's own least and most points.
    Who is struck out has no place.
    """
    tournament = counted(tournament)
    settings = tournament.settings
    games = [game for round_ in tournament.rounds for game in round_.games if game.result is None]
    to_draw = max(0, settings.rounds - len(tournament.rounds))
    ways = 3 ** min(len(games), 40)
    work = ways * len(tournament.players)
    if to_draw or work > 10 * limit:
        exactness, places = Exactness.BOUNDS, _bounds(tournament, to_draw)
    elif (games and _needs_totals(settings.tie_breaks)) or work * (len(settings.tie_breaks) + _BASE) > limit:
        exactness, places = Exactness.POINTS, _by_points(tournament, games)
    else:
        exactness, places = Exactness.EXACT, _exact(tournament, games)
    return Possible(exactness, places, len(games), to_draw, _winner(places))


def _needs_totals(tie_breaks: Sequence[str]) -> bool:
    return any(tie_break(key).key in BY_TOTALS for key in tie_breaks)


def _winner(places: Mapping[PlayerNumber, Places]) -> PlayerNumber | None:
    leaders = [player for player, each in places.items() if each.best == 1]
    return leaders[0] if len(leaders) == 1 and places[leaders[0]].worst == 1 else None


def _exact(tournament: Tournament, games: Sequence[Game]) -> dict[PlayerNumber, Places]:
    places: dict[PlayerNumber, Places] = {}
    for ended in _ends(tournament, len(games)):
        for row in standings(ended, len(ended.rounds)).rows:
            _widen(places, row.player, row.rank, row.rank)
    return places


def _ends(tournament: Tournament, games: int) -> Iterator[Tournament]:
    """Yield the tournament with each way in which its open games can end."""
    for results in itertools.product(ENDINGS, repeat=games):
        left = iter(results)
        yield replace(tournament, rounds=tuple(_ended(round_, left) for round_ in tournament.rounds))


def _ended(round_: Round, results: Iterator[Result]) -> Round:
    if round_.is_complete:
        return round_
    return replace(
        round_,
        games=tuple(replace(game, result=next(results)) if game.result is None else game for game in round_.games),
    )


def _by_points(tournament: Tournament, games: Sequence[Game]) -> dict[PlayerNumber, Places]:
    """Return the places with every tie open: the best if all ties are won, the worst if all are lost."""
    scoring = tournament.settings.scoring
    endings = [tuple(scoring.of(side) for side in result.sides) for result in ENDINGS]
    start = {player: record.score for player, record in history(tournament).records.items()}
    places: dict[PlayerNumber, Places] = {}
    for ways in itertools.product(endings, repeat=len(games)):
        points = dict(start)
        for game, (first, second) in zip(games, ways, strict=True):
            points[game.first] += first
            points[game.second] += second
        counted: dict[HalfPoints, int] = {}
        for value in points.values():
            counted[value] = counted.get(value, 0) + 1
        before, ahead = {}, 0
        for value in sorted(counted, reverse=True):
            before[value] = ahead
            ahead += counted[value]
        for player, value in points.items():
            _widen(places, player, before[value] + 1, before[value] + counted[value])
    return places


def _widen(places: dict[PlayerNumber, Places], player: PlayerNumber, best: int, worst: int) -> None:
    had = places.get(player)
    if had is None:
        places[player] = Places(best, worst)
    elif best < had.best or worst > had.worst:
        places[player] = Places(min(best, had.best), max(worst, had.worst))


def _bounds(tournament: Tournament, to_draw: int) -> dict[PlayerNumber, Places]:
    gains = _gains(tournament, to_draw)
    lows, highs = sorted(each.low for each in gains.values()), sorted(each.high for each in gains.values())
    places = {}
    for player, own in gains.items():
        ahead = len(lows) - bisect.bisect_right(lows, own.high)
        # The player counts as well: whoever may be level may be ahead.
        places[player] = Places(ahead + 1, len(highs) - bisect.bisect_left(highs, own.low))
    return places


def _gains(tournament: Tournament, to_draw: int) -> dict[PlayerNumber, _Gain]:
    scoring = tournament.settings.scoring
    played = [scoring.of(outcome) for outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)]
    left_over = (*played, tournament.settings.of_bye(Bye.PAIRING_ALLOCATED))
    gains = {}
    first_to_draw = len(tournament.rounds) + 1
    for number, record in history(tournament).records.items():
        player = tournament.players[number]
        open_games = sum(entry.is_open for entry in record.entries)
        low, high = record.score + open_games * min(played), record.score + open_games * max(played)
        for round_number in range(first_to_draw, first_to_draw + to_draw):
            if not player.is_in(round_number):
                continue
            bye = player.byes.get(round_number)
            low += min(left_over) if bye is None else tournament.settings.of_bye(bye)
            high += max(left_over) if bye is None else tournament.settings.of_bye(bye)
        gains[number] = _Gain(low, high)
    return gains
