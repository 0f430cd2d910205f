"""Tournaments written as on a sheet of paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pairing_core.model import Bye, Game, Player, PlayerNumber, Result, Round, Settings, Tournament

RESULTS = {
    "1-0": Result.FIRST_WINS,
    "½-½": Result.DRAW,
    "0-1": Result.SECOND_WINS,
    "+:-": Result.FIRST_WINS_BY_FORFEIT,
    "-:+": Result.SECOND_WINS_BY_FORFEIT,
    "-:-": Result.DOUBLE_FORFEIT,
    "0-0": Result.BOTH_LOSE,
    "½-0": Result.FIRST_DRAWS_SECOND_LOSES,
    "0-½": Result.FIRST_LOSES_SECOND_DRAWS,
}
BYES = {
    "bye": Bye.PAIRING_ALLOCATED,
    "full": Bye.FULL_POINT,
    "half": Bye.HALF_POINT,
    "zero": Bye.ZERO_POINT,
}


def sheet(
    text: str, *, ratings: Mapping[str, int] | None = None, players: str = "", **settings: Any
) -> tuple[Tournament, dict[str, PlayerNumber]]:
    """Return a tournament and the numbers of its players by name.

    Rounds are divided by ``|``, games by commas: ``A 1-0 B, C ½-½ D, E bye | A 1-0 C 38:26, B - D``. The first named
    starts; ``-`` is a game without a result; ``38:26`` are its totals. Who stands nowhere in a round has nothing there.
    Players get numbers in the order of their names (numbers their own); ``players`` names some who may never appear.
    """
    rounds = [[item.split() for item in each.split(",") if item.strip()] for each in text.split("|")]
    named = {word for items in rounds for item in items for word in item if re.fullmatch(r"[A-Z]\w*|\d+", word)}
    names = sorted(named | set(players.split()), key=lambda name: (int(name) if name.isdigit() else 0, name))
    numbers = {name: int(name) if name.isdigit() else at for at, name in enumerate(names, 1)}
    made = []
    for number, items in enumerate(rounds, 1):
        games: list[Game] = []
        byes: dict[PlayerNumber, Bye] = {}
        for item in items:
            if len(item) == 2:
                byes[numbers[item[0]]] = BYES[item[1]]
                continue
            first, result, second, *scores = item
            totals = [int(score) for score in scores[0].split(":")] if scores else [None, None]
            outcome = None if result == "-" else RESULTS[result]
            games.append(Game(len(games) + 1, numbers[first], numbers[second], outcome, *totals))
        made.append(Round(number, tuple(games), MappingProxyType(byes)))
    told = {"rounds": len(made), **settings}
    entrants = {
        numbers[name]: Player(numbers[name], name, rating=(ratings or {}).get(name))
        for name in sorted(names, key=lambda name: numbers[name])
    }
    return Tournament(Settings(**told), MappingProxyType(entrants), tuple(made)), numbers
