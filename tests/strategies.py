"""Hypothesis strategies that tests share."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import strategies as st

from pairing_core.model import Bye, Game, Player, Result, Round, Scoring, Settings, Tournament, pair_of
from pairing_core.round_robin import CONSTRUCTIONS, MAX_PLAYERS, Construction, Schedule, Wish, schedule

seeds = st.text(min_size=1, max_size=12)


@st.composite
def fields(draw: st.DrawFn, max_players: int = MAX_PLAYERS) -> tuple[Construction, int]:
    """A construction and a number of players that it can make a table for."""
    construction = draw(st.sampled_from(CONSTRUCTIONS))
    return construction, draw(st.integers(construction.low, min(construction.high, max_players)))


@st.composite
def schedules(draw: st.DrawFn, max_players: int = MAX_PLAYERS, max_cycles: int = 1) -> Schedule:
    """A schedule by any construction, with any options."""
    construction, players = draw(fields(max_players))
    return schedule(players, construction.key, draw(st.integers(1, max_cycles)), draw(st.booleans()))


@st.composite
def wishes_for(draw: st.DrawFn, table: Schedule, max_wishes: int = 4) -> list[Wish]:
    """Wishes of two different entrants each, for rounds that exist; they may exclude each other."""
    entrants = st.lists(st.integers(1, table.players), min_size=2, max_size=2, unique=True)
    return [
        Wish(*draw(entrants), draw(st.integers(1, len(table.rounds)))) for _ in range(draw(st.integers(0, max_wishes)))
    ]


SCORINGS = (
    Scoring(),
    Scoring(pairing_allocated_bye=1),
    Scoring(win=6, draw=2, forfeit_win=6, pairing_allocated_bye=6, full_point_bye=6, half_point_bye=2),
    Scoring(win=4, draw=2, loss=1, forfeit_win=4, pairing_allocated_bye=4, full_point_bye=4, half_point_bye=2),
)
PLAYED = (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS)
REQUESTED = (Bye.HALF_POINT, Bye.ZERO_POINT, Bye.FULL_POINT)


@st.composite
def tournaments(
    draw: st.DrawFn,
    min_players: int = 3,
    max_players: int = 12,
    max_rounds: int = 7,
    scorings: tuple[Scoring, ...] = SCORINGS,
    forfeits: bool = True,
    absences: bool = True,
    totals: bool = False,
    open_round: bool = False,
) -> Tournament:
    """A tournament in which nearly anything has happened: as a program other than ours could have paired it.

    With ``absences`` there are requested byes, late entries and withdrawals, with ``totals`` scores of the games, with
    ``open_round`` the last round may lack results. Two meet again only where nobody else is left; in an odd round one
    has the pairing-allocated bye. Some players have no rating.
    """
    count = draw(st.integers(min_players, max_players))
    rounds = draw(st.integers(0, max_rounds))
    seldom = st.sampled_from([False] * 4 + [True])
    players = {}
    for number in range(1, count + 1):
        joins = draw(st.integers(1, rounds + 1)) if absences and draw(seldom) else 1
        gone = draw(st.integers(0, rounds)) if absences and draw(seldom) else None
        byes = {each: draw(st.sampled_from(REQUESTED)) for each in range(1, rounds + 1) if absences and draw(seldom)}
        players[number] = Player(
            number,
            f"Player {number}",
            rating=draw(st.one_of(st.none(), st.integers(800, 2800))),
            joins_in=joins,
            withdrawn_after=gone,
            byes=MappingProxyType(byes),
        )
    results = (*PLAYED, *PLAYED, *Result) if forfeits else PLAYED
    met: set[tuple[int, int]] = set()
    made = []
    for number in range(1, rounds + 1):
        here = [player for player in players.values() if player.is_in(number)]
        absent = {player.number: player.byes[number] for player in here if number in player.byes}
        waiting = draw(st.permutations([player.number for player in here if player.number not in absent]))
        if len(waiting) % 2:
            absent[waiting.pop()] = Bye.PAIRING_ALLOCATED
        games: list[Game] = []
        while waiting:
            first = waiting.pop()
            second = next((each for each in reversed(waiting) if pair_of(first, each) not in met), waiting[-1])
            waiting.remove(second)
            met.add(pair_of(first, second))
            is_open = open_round and number == rounds and draw(st.booleans())
            result = None if is_open else draw(st.sampled_from(results))
            scored = totals and result is not None and result.is_played
            scores = [draw(st.integers(0, 64)) if scored else None for _ in range(2)]
            games.append(Game(len(games) + 1, first, second, result, *scores))
        made.append(Round(number, tuple(games), MappingProxyType(dict(sorted(absent.items())))))
    settings = Settings(
        rounds=max(1, rounds + draw(st.integers(0, 2))),
        scoring=draw(st.sampled_from(scorings)),
        unplayed=draw(st.sampled_from(["as-awarded", "fide-2023", "fide-2026"])),
        seed=draw(seeds),
        bye_scores=(40, 24) if totals else None,
    )
    return Tournament(settings, MappingProxyType(players), tuple(made))
