"""Tournaments whose middle rounds are timed: the same under CPython and Pyodide."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from pairing_core.history import history
from pairing_core.model import Game, Result, Round, Tournament, by_strength, pair_of
from pairing_core.simulation import Plan, by_rules, play_on, started
from pairing_core.swiss import pair_round, rule_set

ROUNDS = 9
MIDDLE = 5
KINDS = ("dubov-cas", "fold", "awkward", "drawn")
"""Two rule sets; histories that another way of pairing made, with dubov-cas; every game a draw, with dubov-cas."""


def before(kind: str, players: int, seed: str) -> Tournament:
    """Return a tournament before its middle round."""
    rules = rule_set(kind if kind in ("dubov-cas", "fold") else "dubov-cas")
    plan = Plan(players, ROUNDS, draws=100 if kind == "drawn" else 20)
    tournament = started(plan, rules, seed)
    pair: Callable[[Tournament], Round] = naive if kind == "awkward" else by_rules(rules)
    for _ in range(MIDDLE - 1):
        tournament = play_on(tournament, plan, pair)
    if kind == "drawn":
        tournament = all_drawn(tournament)
    return tournament


def all_drawn(tournament: Tournament) -> Tournament:
    """Return the same with every game a draw."""
    rounds = tuple(
        replace(round_, games=tuple(replace(game, result=Result.DRAW) for game in round_.games))
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def naive(tournament: Tournament) -> Round:
    """Upper half against lower half of each score group by hand, the next free one if two have met."""
    past = history(tournament)
    order = sorted(by_strength(tournament.players.values()), key=lambda player: -past[player.number].score)
    waiting = [player.number for player in order]
    games: list[Game] = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        group = sum(past[number].score == past[first].score for number in waiting) + 1
        choices = waiting[group // 2 :] + waiting[: group // 2]
        second = next((number for number in choices if not past.met(first, number)), choices[0])
        waiting.remove(second)
        games.append(Game(len(games) + 1, *pair_of(first, second)))
    return Round(tournament.next_round, tuple(games))


def seconds(kind: str, players: int, seeds: int = 3, clock: Callable[[], float] = time.process_time) -> float:
    """Return the median time of drawing the middle round, from tournament to checked proof, over some tournaments."""
    times = []
    for seed in range(seeds):
        tournament = before(kind, players, f"bench {seed}")
        times.append(once(tournament, clock))
        if times[-1] < 0.05:
            times[-1] = statistics.median(once(tournament, clock) for _ in range(9))
    return statistics.median(times)


def once(tournament: Tournament, clock: Callable[[], float] = time.process_time) -> float:
    """Return how long drawing the next round takes."""
    began = clock()
    pairing = pair_round(tournament)
    took = clock() - began
    assert pairing.optimal
    return took


def measured(asked: str) -> str:
    """Return the times of what is asked, both as JSON: ``[[kind, players, seeds], ...]``, ``[[kind, players, s],
    ...]``.
    """
    found = [
        [kind, players, seconds(kind, players, seeds, time.perf_counter)] for kind, players, seeds in json.loads(asked)
    ]
    return json.dumps(found)
