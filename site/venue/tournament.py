"""The printed documents of a tournament, as HTML: the pairings of a round, standings, crosstable.

Each is one clean page with nothing to fetch, like :func:`venue.documents.table_html`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pairing_core.formats import match as match_format
from pairing_core.formats import results
from pairing_core.model import (
    Bye,
    Game,
    Player,
    PlayerNumber,
    Result,
    Round,
    RoundNumber,
    Scoring,
    Tournament,
    points_label,
)
from pairing_core.standings import Crosstable, Standings, scores
from pairing_core.teams import Match, TeamStandings

from .render import render

MARKS = {"cs": ",", "es": ",", "en": "."}
"""What divides a decimal in each language."""

_LETTERS = {
    "cs": ("a", "b", "c", "č", "d", "e", "f", "g", "h", "ch", *"ijklmnopqr", "ř", "s", "š", *"tuvwxyz", "ž"),
    "es": (*"abcdefghijklmn", "ñ", *"opqrstuvwxyz"),
    "en": tuple("abcdefghijklmnopqrstuvwxyz"),
}
"""The alphabets; other accents decide only between words that are otherwise the same."""

FORFEITS: Mapping[Result, str] = {
    Result.FIRST_WINS_BY_FORFEIT: "+ : −",
    Result.SECOND_WINS_BY_FORFEIT: "− : +",
    Result.DOUBLE_FORFEIT: "− : −",
}
"""How a game that was not played is told."""


def result_label(result: Result | None, scoring: Scoring) -> str:
    """Return the points of both; signs for a game that was not played, dots for one that is not over."""
    if result is None:
        return "…"
    first, second = (points_label(scoring.of(side)) for side in result.sides)
    return FORFEITS.get(result) or f"{first} : {second}"


def bye_told(tournament: Tournament, player: PlayerNumber, bye: Bye | None, number: RoundNumber) -> str:
    """Return the msgid of the words for a player without a game in a round, as the files have them."""
    return results.WORDS[results.bye_word(tournament, player, bye or Bye.ZERO_POINT, number)]


class Seat(NamedTuple):
    """Where one player finds the game of a round: by table, or ``None`` with a bye (or with nothing at all)."""

    player: Player
    table: int | None
    starts: bool
    opponent: Player | None
    bye: Bye | None


class RoundView(NamedTuple):
    """All that the pairings of a round show."""

    tournament: Tournament
    round: Round
    points: Mapping[PlayerNumber, str]
    lang: str

    @property
    def byes(self) -> list[tuple[Player, Bye]]:
        """Who has no game, the one who is left over first."""
        return [(self.tournament.players[number], bye) for number, bye in self.round.byes_to_tell]

    def player(self, number: PlayerNumber) -> Player:
        """Return a player."""
        return self.tournament.players[number]

    def result(self, game: Game) -> str:
        """Return the points of both, signs for a game that was not played, nothing for one that is not over."""
        return "" if game.result is None else result_label(game.result, self.tournament.settings.scoring)

    def bye_word(self, player: Player, bye: Bye | None) -> str:
        """Return the msgid of the words for a player without a game."""
        return bye_told(self.tournament, player.number, bye, self.round.number)

    def by_name(self) -> list[Seat]:
        """Return where each player sits, in the order of the names."""
        seats = []
        for game in self.round.games:
            first, second = self.player(game.first), self.player(game.second)
            seats += [Seat(first, game.table, True, second, None), Seat(second, game.table, False, first, None)]
        seats += [Seat(player, None, False, None, bye) for player, bye in self.byes]
        return sorted(seats, key=lambda seat: (alphabetical(seat.player.name, self.lang), seat.player.number))


def alphabetical(name: str, lang: str) -> tuple[tuple[int, ...], str]:
    """Return the key by which a language sorts names: letters of its alphabet, then what distinguishes them.

    >>> sorted(["Chalupa", "Hora", "Čapek", "Cibulka"], key=lambda name: alphabetical(name, "cs"))
    ['Cibulka', 'Čapek', 'Hora', 'Chalupa']
    """
    letters = _LETTERS[lang]
    text = unicodedata.normalize("NFC", name).casefold()
    key = []
    at = 0
    while at < len(text):
        size = 2 if text[at : at + 2] in letters else 1
        letter = text[at : at + size]
        if letter not in letters:
            letter = unicodedata.normalize("NFD", letter)[0]
        # Spaces and marks stand before all letters, letters of other scripts after them.
        key.append(letters.index(letter) + 1 if letter in letters else 1000 + ord(letter) if letter.isalpha() else 0)
        at += size
    return tuple(key), text


def pairings_html(tournament: Tournament, round_number: RoundNumber, lang: str) -> str:
    """Return the pairings of a round, by table and by name."""
    points = {player: points_label(each) for player, each in scores(tournament, round_number - 1).items()}
    view = RoundView(tournament, tournament.rounds[round_number - 1], points, lang)
    return render("documents/pairings.html", lang, view=view, title=tournament.settings.name)


def standings_html(tournament: Tournament, tables: Mapping[str, Standings], lang: str) -> str:
    """Return the standings with what their columns mean: those of groups by their letters, of a whole stage by ""."""
    return render(
        "documents/standings.html",
        lang,
        tables=tables,
        ranked=next(iter(tables.values())),
        players=tournament.players,
        points_label=points_label,
        mark=MARKS[lang],
        title=tournament.settings.name,
    )


def final_html(
    tournament: Tournament, ranking: Sequence[tuple[int, PlayerNumber]], struck: Collection[PlayerNumber], lang: str
) -> str:
    """Return the final ranking of a tournament of several stages: who has which place."""
    return render(
        "documents/final.html",
        lang,
        ranking=ranking,
        struck=struck,
        players=tournament.players,
        title=tournament.settings.name,
    )


def crosstable_html(tournament: Tournament, tables: Mapping[str, Crosstable], lang: str) -> str:
    """Return the crosstable, a column for each round: those of groups by their letters, of a whole stage by ""."""
    return render(
        "documents/crosstable.html",
        lang,
        tables=tables,
        after=next(iter(tables.values())).after,
        players=tournament.players,
        points_label=points_label,
        title=tournament.settings.name,
    )


def match_html(match: Match, names: Sequence[str], lang: str) -> str:
    """Return a match of two teams; ``names`` are those of team A, then those of team B, or none."""
    return render(
        "documents/match.html",
        lang,
        match=match,
        names=match_format.named(match, names),
        sides=match_format.sides,
        resting=match_format.resting,
        title="",
    )


def team_standings_html(tournament: Tournament, teams: TeamStandings, lang: str) -> str:
    """Return the standings of teams."""
    return render(
        "documents/teams.html",
        lang,
        teams=teams,
        players=tournament.players,
        points_label=points_label,
        mark=MARKS[lang],
        title=tournament.settings.name,
    )
