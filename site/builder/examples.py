"""Small tournaments that the pages on rule sets work through: the core draws their next round and says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from venue.i18n import translation

from pairing_core.model import Bye, Game, Player, PlayerNumber, Result, Round, Settings, Tournament, points_label
from pairing_core.standings import standings
from pairing_core.swiss import Pairing, pair_round, price_of
from pairing_core.swiss.pairing import keys_in_order
from pairing_core.swiss.reasons import bye_reasons, criterion_name, reasons, round_reasons
from pairing_core.tie_breaks import UNPLAYED, TieBreak

RATINGS = {
    "Anna": 1900,
    "Boris": 1820,
    "Cyril": 1750,
    "Dora": 1680,
    "Emil": 1600,
    "Filip": 1520,
    "Gita": 1450,
    "Hana": 1380,
}
"""The players of every example, the strongest first; an example of seven does without the last."""

RESULTS = {
    "1-0": Result.FIRST_WINS,
    "½-½": Result.DRAW,
    "0-1": Result.SECOND_WINS,
    "-:+": Result.SECOND_WINS_BY_FORFEIT,
}
BYES = {"bye": Bye.PAIRING_ALLOCATED, "half": Bye.HALF_POINT}

SEED = "losovna"


class Example(NamedTuple):
    """What was played so far, by which rule set the next round is drawn, and two who might meet instead."""

    rounds: str
    system: str
    instead: tuple[str, str] | None = None
    players: int = 8


TWO_ROUNDS = (
    "Anna 1-0 Emil, Boris 1-0 Filip, Cyril 1-0 Gita, Hana 1-0 Dora | "
    "Anna 1-0 Boris, Cyril ½-½ Hana, Dora 1-0 Emil, Filip 1-0 Gita"
)
ONE_ROUND = "Anna 1-0 Emil, Boris 1-0 Filip, Gita 0-1 Cyril, Hana 0-1 Dora"
ONE_ROUND_CROSSED = "Anna 1-0 Emil, Filip 0-1 Boris, Cyril 1-0 Gita, Hana 0-1 Dora"

EXAMPLES = {
    "dubov-cas": Example(
        "Anna 1-0 Emil, Filip 1-0 Boris, Cyril ½-½ Gita, Dora bye | "
        "Anna 0-1 Filip, Dora 1-0 Cyril, Gita 1-0 Boris, Emil bye",
        "dubov-cas",
        ("Anna", "Dora"),
        7,
    ),
    "mancala": Example(TWO_ROUNDS, "mancala", ("Anna", "Cyril")),
    "third-start": Example("Anna 1-0 Cyril, Boris 1-0 Dora | Anna 1-0 Dora, Boris 1-0 Cyril", "mancala", None, 4),
    "othello": Example(TWO_ROUNDS, "othello", ("Anna", "Cyril")),
    "monrad": Example(ONE_ROUND_CROSSED, "monrad", ("Anna", "Cyril")),
    "slide": Example(ONE_ROUND, "slide", ("Anna", "Boris")),
    "fold": Example(ONE_ROUND, "fold", ("Anna", "Boris")),
    "adjacent": Example(ONE_ROUND_CROSSED, "adjacent", ("Anna", "Cyril")),
    "king-of-the-hill": Example(TWO_ROUNDS, "king-of-the-hill", ("Anna", "Boris")),
    "random": Example(TWO_ROUNDS, "random", ("Anna", "Cyril")),
}
"""By name: one for each rule set, under its key, and what else the pages show."""


def tournament_of(text: str, players: int, settings: Settings) -> Tournament:
    """Return a tournament; rounds are divided by ``|``, games by commas, and the first named starts."""
    names = list(RATINGS)[:players]
    number = {name: at for at, name in enumerate(names, 1)}
    rounds: list[Round] = []
    for each in text.split("|"):
        games: list[Game] = []
        byes: dict[PlayerNumber, Bye] = {}
        for item in each.split(","):
            match re.findall(r"\S+", item):
                case [first, result, second]:
                    games.append(Game(len(games) + 1, number[first], number[second], RESULTS[result]))
                case [name, bye]:
                    byes[number[name]] = BYES[bye]
        rounds.append(Round(len(rounds) + 1, tuple(games), MappingProxyType(byes)))
    entrants = {number[name]: Player(number[name], name, RATINGS[name]) for name in names}
    return Tournament(settings, MappingProxyType(entrants), tuple(rounds))


class ToldGame(NamedTuple):
    """A game of the drawn round with its reasons, in a language."""

    first: str
    second: str
    reasons: list[str]


class ToldPlayer(NamedTuple):
    """How a player stands before the round."""

    name: str
    rating: int
    points: str
    starts: int
    games: int


class Change(NamedTuple):
    """How much more (or less) a class costs if the two meet: its criteria, each with its weight, and their sum."""

    criteria: list[tuple[str, int, int]]
    sum: int


class Told(NamedTuple):
    """An example in a language: what was played, how the players stand, the next round, and the price of a wish."""

    played: list[list[str]]
    players: list[ToldPlayer]
    number: int
    games: list[ToldGame]
    bye: str | None
    bye_reasons: list[str]
    reasons: list[str]
    instead: tuple[str, str] | None
    price: list[Change]


@cache
def drawn(name: str) -> Pairing:
    """Return the next round of an example."""
    example = EXAMPLES[name]
    settings = Settings(rounds=7, system=example.system, seed=SEED)
    return pair_round(tournament_of(example.rounds, example.players, settings))


@cache
def price(name: str) -> dict[str, int]:
    """Return what it costs in an example that its other two meet, by criterion."""
    instead = EXAMPLES[name].instead
    if instead is None:
        return {}
    tournament = drawn(name).field.tournament
    number = {player.name: player.number for player in tournament.players.values()}
    return price_of(tournament, [(number[instead[0]], number[instead[1]])])


def told(name: str, lang: str) -> Told:
    """Return an example in a language."""
    gettext = translation(lang).gettext
    example, pairing = EXAMPLES[name], drawn(name)
    names = {player.number: player.name for player in pairing.field.tournament.players.values()}
    return Told(
        played=[[_played(item.split(), gettext) for item in each.split(",")] for each in example.rounds.split("|")],
        players=[
            ToldPlayer(
                names[entrant.number],
                entrant.strength,
                points_label(entrant.record.score),
                sum(entrant.record.starts),
                len(entrant.record.starts),
            )
            for entrant in pairing.field
        ],
        number=pairing.round.number,
        games=[
            ToldGame(names[game.first], names[game.second], [each.text(gettext) for each in reasons(pairing, game)])
            for game in pairing.round.games
        ],
        bye=None if pairing.bye is None else names[pairing.bye],
        bye_reasons=[each.text(gettext) for each in bye_reasons(pairing)],
        reasons=[each.text(gettext) for each in round_reasons(pairing)],
        instead=example.instead,
        price=_changes(name, gettext),
    )


def _played(item: list[str], gettext: Callable[[str], str]) -> str:
    if len(item) == 2:
        return gettext("%(n)s rests") % {"n": item[0]}
    return " ".join(item).replace("-", "–")


def _changes(name: str, gettext: Callable[[str], str]) -> list[Change]:
    pairing, changed = drawn(name), price(name)
    classes = [
        {criterion.key: weight for criterion, weight in each} for each in pairing.rules.classes_of(pairing.field)
    ]
    own = {key for each in classes for key in each}
    common = [{key: 1} for key in keys_in_order(pairing) if key not in own]
    return [
        Change(
            [
                (gettext(criterion_name(pairing, key)), changed[key], weight)
                for key, weight in each.items()
                if key in changed
            ],
            sum(changed.get(key, 0) * weight for key, weight in each.items()),
        )
        for each in (*common, *classes)
        if any(key in changed for key in each)
    ]


WITH_GAPS = (
    "Anna 1-0 Emil, Boris 1-0 Filip, Cyril 1-0 Gita, Dora half | "
    "Anna ½-½ Boris, Dora 1-0 Cyril, Gita -:+ Emil, Filip bye | "
    "Dora 0-1 Anna, Boris 1-0 Emil, Filip ½-½ Cyril, Gita half"
)
"""A tournament with a requested bye, a bye and a game that was not played."""


@cache
def depends_on_unplayed(criterion: TieBreak) -> bool:
    """Tell whether the treatment of unplayed rounds changes a tie-break, by trying it on :data:`WITH_GAPS`."""
    values = set()
    for each in UNPLAYED:
        parameters = MappingProxyType({parameter.name: parameter.default or "1" for parameter in criterion.parameters})
        settings = Settings(
            rounds=3, system="slide", tie_breaks=(criterion.key,), unplayed=each.key, parameters=parameters, seed=SEED
        )
        ranked = standings(tournament_of(WITH_GAPS, 7, settings))
        values.add(tuple(sorted((row.player, row.values) for row in ranked.rows)))
    return len(values) > 1
