"""A match of two teams in which everyone of one meets everyone of the other (the Scheveningen system).

The teams are the two clubs of the players. Once round 1 is drawn they stay as they are: they are those of :data:`TEAMS`
if it is there, else those of the players of the first round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairing_core.errors import N_, LosovnaError, MatchAllDrawn, TeamsOfMatch
from pairing_core.knockout.settings import entrants
from pairing_core.model import (
    SCHEVENINGEN,
    Draw,
    Game,
    PlayerNumber,
    Round,
    RoundNumber,
    Settings,
    Tournament,
    are_players,
    numbers_listed,
    pair_of,
)
from pairing_core.swiss import Lock, Pairing, RuleSet
from pairing_core.swiss.field import Field
from pairing_core.swiss.reasons import Sentence
from pairing_core.swiss.rules import one
from pairing_core.systems.planned import (
    Planned,
    PlannedGame,
    PlannedStart,
    by_pair,
    differences_told,
    drawn_as_planned,
    nothing_ahead,
    outside_told,
)
from pairing_core.systems.system import Explained, System
from pairing_core.systems.table import result_of_absence
from pairing_core.teams import match_rounds

TEAMS = "teams"
"""The two teams: pairing numbers with blanks between, a semicolon between the teams."""


def teams_of(tournament: Tournament) -> tuple[tuple[PlayerNumber, ...], tuple[PlayerNumber, ...]]:
    """Return the two teams, each from its strongest player on; the club of the strongest player of all is the first.

    Raises :class:`TeamsOfMatch` if the players are not of two clubs.
    """
    kept = numbers_listed(tournament, TEAMS)
    if len(kept) == 2 and are_players(tournament, (*kept[0], *kept[1])):
        first, second = kept
        return first, second
    teams: dict[str, list[PlayerNumber]] = {}
    for number in entrants(tournament):
        teams.setdefault(tournament.players[number].club.strip().casefold(), []).append(number)
    if len(teams) != 2 or "" in teams:
        homeless = len(teams.pop("", ()))
        raise TeamsOfMatch(clubs=len(teams), homeless=homeless)
    first, second = (tuple(team) for team in teams.values())
    return first, second


def rounds_of(tournament: Tournament) -> tuple[Round, ...]:
    """Return all rounds of the match, without their draw; who does not come loses the game.

    Raises :class:`TeamsOfMatch`, and what :func:`pairing_core.teams.match_rounds` raises.
    """
    return tuple(
        replace(
            round_,
            games=tuple(
                replace(game, result=result_of_absence(tournament, game, round_.number)) for game in round_.games
            ),
        )
        for round_ in match_rounds(*teams_of(tournament))
    )


def number_of_rounds(tournament: Tournament) -> int:
    """Return how many rounds the match has; 1 as long as there are no two teams."""
    try:
        return max(len(team) for team in teams_of(tournament))
    except LosovnaError:
        return 1


def _games(field: Field) -> Planned:
    def games(of: Field) -> Planned:
        rounds = rounds_of(of.tournament)
        return by_pair(rounds[of.round - 1].games) if of.round <= len(rounds) else {}

    return field.once("games of the match", games)


class MatchGame(PlannedGame):
    """A game that the match does not have in this round: the cost is 1."""

    key = "match-game"
    name = N_("Games of the match")
    unit = N_("game that the match does not have in this round")


class MatchStart(PlannedStart):
    """A game in which the other one starts than in the match's table: the cost is 1."""

    key = "match-start"
    name = N_("Who starts by the table of the match")
    unit = N_("game in which the other one starts than in the table of the match")


RULES = RuleSet(
    key=SCHEVENINGEN,
    name=N_("Match of two teams (Scheveningen)"),
    source="common practice: everyone of one team against everyone of the other, tables and starts balanced",
    classes=(one(MatchGame(_games)), one(MatchStart(_games))),
    repeats=True,
    second_byes=True,
    settings=Settings(system=SCHEVENINGEN),
)


def draw(
    tournament: Tournament, number: RoundNumber, seed: str, locked: Sequence[Lock], allow_repeats: bool | None
) -> Pairing:
    """Return a round of the match. Raises what :func:`rounds_of` raises, and :class:`MatchAllDrawn`."""
    rounds = rounds_of(tournament)
    if number > len(rounds):
        players = sum(len(team) for team in teams_of(tournament))
        raise MatchAllDrawn(players=players, rounds=len(rounds))
    made = rounds[number - 1]
    return drawn_as_planned(tournament, RULES, made, seed)


def rounds_to_come(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds that are not drawn yet. Raises what :func:`rounds_of` raises."""
    how = Draw(SCHEVENINGEN, RULES.version, tournament.settings.seed)
    return tuple(replace(round_, draw=how) for round_ in rounds_of(tournament)[len(tournament.rounds) :])


def to_keep(tournament: Tournament, seed: str) -> dict[str, Any]:
    """Return who is in which team, so that a changed rating, club or list moves nobody."""
    if tournament.rounds:
        return {}
    teams = ";".join(" ".join(map(str, team)) for team in teams_of(tournament))
    return {"parameters": {**tournament.settings.parameters, TEAMS: teams}}


# Why it is so


def game_reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return that the match has this game, and why the one starts."""
    if pair_of(game.first, game.second) not in _games(pairing.field):
        return (Sentence(N_("The match does not have this game in this round: the arbiter made it."), {}),)
    players = pairing.field.tournament.players
    names: dict[str, str | int] = {"first": players[game.first].name, "second": players[game.second].name}
    starts = N_("%(first)s starts; in all rounds together everybody starts half of the games, or one more or less.")
    return (
        Sentence(
            N_("Everyone of one team meets everyone of the other: %(first)s and %(second)s meet in round %(round)s."),
            {**names, "round": pairing.round.number},
        ),
        Sentence(starts, names),
    )


def bye_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return who rests because the own team is the larger one."""
    players = pairing.field.tournament.players
    return tuple(
        Sentence(
            N_("%(player)s rests: the team is larger than the other one, and all its players rest equally often."),
            {"player": players[player].name},
        )
        for player in pairing.round.byes
    )


def round_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return that the round stands in the table of the match."""
    return (
        Sentence(
            N_("This is round %(round)s of the match; it does not depend on results."),
            {"round": pairing.round.number},
        ),
    )


_DIFFERENCES = {
    MatchGame.key: N_("Games that the match does not have in this round: %(count)s."),
    MatchStart.key: N_("Games in which the other one starts than in the table of the match: %(count)s."),
}


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return how far a change is from the match."""
    return differences_told(_DIFFERENCES, more)


def warnings(tournament: Tournament) -> tuple[Sentence, ...]:
    """Return who is in no team although the tournament knows of him."""
    if not tournament.rounds:
        return ()
    try:
        inside = {player for team in teams_of(tournament) for player in team}
    except TeamsOfMatch:
        return ()
    return outside_told(
        tournament.players.values(),
        inside,
        N_("In neither team, because they came after the first round was drawn: %(players)s."),
    )


MATCH_SYSTEM = System(
    RULES,
    draw,
    Explained(game_reasons, bye_reasons, round_reasons, difference_told, nothing_ahead, warnings),
    number_of_rounds,
    rounds_to_come,
    to_keep,
)
