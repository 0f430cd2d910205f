"""Everyone against everyone: each round is that of a printed table.

Nothing is chosen, so nothing has to be proved; what the arbiter changes by hand is priced by how far it is from the
table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairing_core.errors import N_, AllRoundsDrawn
from pairing_core.knockout.settings import ENTRANTS
from pairing_core.model import (
    ROUND_ROBIN,
    Draw,
    Game,
    Round,
    RoundNumber,
    Settings,
    Tournament,
)
from pairing_core.swiss import Lock, Pairing, RuleSet, given
from pairing_core.swiss.field import Entrant, Field
from pairing_core.swiss.reasons import Sentence
from pairing_core.swiss.rules import BYE, one
from pairing_core.systems.planned import (
    Planned,
    PlannedGame,
    PlannedStart,
    by_pair,
    differences_told,
    drawn_as_planned,
    field_of_some,
    outside_told,
)
from pairing_core.systems.system import Explained, System
from pairing_core.systems.table import (
    LATE,
    TABLE,
    Table,
    is_absent,
    members,
    number_of_rounds,
    round_of,
    rounds_before,
    table_of,
)


def _games(field: Field) -> Planned:
    return field.once("games of the table", lambda of: by_pair(_table(of).games(of.round)))


def _table(field: Field) -> Table:
    return field.once("table", lambda of: table_of(of.tournament, of.seed))


def _resting_first(field: Field, entrant: Entrant) -> Any:
    return entrant.number != _table(field).rests(field.round)


class TableGame(PlannedGame):
    """A game that the table does not have in this round: the cost is 1."""

    key = "table-game"
    name = N_("Games of the table")
    unit = N_("game that the table does not have in this round")


class TableStart(PlannedStart):
    """A game in which the other one starts than in the table: the cost is 1."""

    key = "table-start"
    name = N_("Who starts by the table")
    unit = N_("game in which the other one starts than in the table")


RULES = RuleSet(
    key=ROUND_ROBIN,
    name=N_("Round robin"),
    source="FIDE Handbook C.05 Annex 1; Spanish reversi clubs",
    classes=(one(TableGame(_games)), one(TableStart(_games))),
    bye_order=_resting_first,
    repeats=True,
    second_byes=True,
    settings=Settings(system=ROUND_ROBIN, tie_breaks=("direct-encounter", "sonneborn-berger")),
)


def draw(
    tournament: Tournament, number: RoundNumber, seed: str, locked: Sequence[Lock], allow_repeats: bool | None
) -> Pairing:
    """Return a round of the table. Raises what :func:`table_of` raises, and :class:`AllRoundsDrawn`."""
    table = table_of(tournament, seed)
    if number > table.rounds:
        raise AllRoundsDrawn(players=table.schedule.players, rounds=table.rounds)
    made = round_of(tournament, table, number)
    if not table.carried:
        # Also those who are absent: their games stand.
        field = field_of_some(tournament, frozenset(members(tournament)), seed, number)
        return given(field, RULES, made.games, table.rests(number))
    return drawn_as_planned(tournament, RULES, made, seed)


def rounds_to_come(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds that are not drawn yet. Raises what :func:`table_of` raises."""
    table = table_of(tournament)
    how = Draw(ROUND_ROBIN, RULES.version, tournament.settings.seed)
    numbers = range(tournament.next_round, table.rounds + 1)
    return tuple(replace(round_of(tournament, table, number), draw=how) for number in numbers)


def to_keep(tournament: Tournament, seed: str) -> dict[str, Any]:
    """Return the numbers of the table, once its first round is drawn, and how many rounds there are."""
    if tournament.rounds:  # those of a stage before as well: its players are told with the stage
        return {}
    table = table_of(tournament, seed)
    parameters = {key: value for key, value in tournament.settings.parameters.items() if key not in (LATE, ENTRANTS)}
    return {"parameters": {**parameters, TABLE: " ".join(map(str, table.players))}}


# Why it is so


def game_reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return that the table has this game, and why the one starts."""
    return tuple(_game_reasons(pairing, _table(pairing.field), game))


def _game_reasons(pairing: Pairing, table: Table, game: Game) -> Iterator[Sentence]:
    number = pairing.round.number
    names = _names(pairing, game)
    if table.late in (game.first, game.second):
        names |= {"late": names["first"], "other": names["second"]}
        if table.late == game.second:
            names |= {"late": names["second"], "other": names["first"]}
        yield Sentence(
            N_("%(late)s came late and took the free place of the table; in round %(round)s %(other)s would rest."),
            {**names, "round": number},
        )
    else:
        yield _by_number(table, game, {**names, "round": number})
    others = [str(each) for each in table.meetings(game.first, game.second) if each != number]
    if others:
        yield Sentence(
            N_("They also meet in round %(rounds)s, where the other one starts."), {"rounds": ", ".join(others)}
        )
    (first_starts, first_games), (second_starts, second_games) = table.starts(game.first), table.starts(game.second)
    yield Sentence(
        N_(
            "%(first)s starts, because the table has it so: in all its rounds %(first)s starts %(first_starts)s of "
            "%(first_games)s games, %(second)s %(second_starts)s of %(second_games)s."
        ),
        {
            **names,
            "first_starts": first_starts,
            "first_games": first_games,
            "second_starts": second_starts,
            "second_games": second_games,
        },
    )


def _by_number(table: Table, game: Game, told: Mapping[str, str | int]) -> Sentence:
    if table.carried:
        return Sentence(
            N_("%(first)s against %(second)s is one of the games that are left; it stands in round %(round)s."), told
        )
    return Sentence(
        N_(
            "The printed table for %(players)s players has number %(first_number)s against number %(second_number)s in "
            "round %(round)s: %(first)s is number %(first_number)s, %(second)s is number %(second_number)s."
        ),
        {
            **told,
            "players": table.schedule.players,
            "first_number": table.numbers[game.first],
            "second_number": table.numbers[game.second],
        },
    )


def _names(pairing: Pairing, game: Game) -> dict[str, str | int]:
    players = pairing.field.tournament.players
    return {"first": players[game.first].name, "second": players[game.second].name}


def rest_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return why this player rests; nothing if nobody does."""
    if _table(pairing.field).carried:
        return _all_rest(pairing)
    if pairing.bye is None:
        return ()
    name = pairing.field.tournament.players[pairing.bye].name
    return (
        Sentence(
            N_(
                "%(player)s rests: the number of players is odd, so in every round one has no game, everybody equally "
                "often; a rest gives no points."
            ),
            {"player": name},
        ),
    )


def _all_rest(pairing: Pairing) -> tuple[Sentence, ...]:
    players = pairing.field.tournament.players
    resting = ", ".join(players[player].name for player in pairing.round.byes)
    if not resting:
        return ()
    return (
        Sentence(
            N_("Without a game in this round, because of how the games that are left go together: %(players)s."),
            {"players": resting},
        ),
    )


def table_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return that the round stands in the table."""
    table = _table(pairing.field)
    if table.carried:
        return (
            Sentence(
                N_(
                    "This is round %(round)s of %(rounds)s: everybody meets those whom the rounds before have left; it "
                    "does not depend on results."
                ),
                {"round": pairing.round.number, "rounds": table.rounds},
            ),
        )
    return (
        Sentence(
            N_(
                "This is round %(round)s of %(rounds)s of the printed table; it does not depend on results, and "
                "everybody meets everybody equally often."
            ),
            {"round": pairing.round.number, "rounds": table.rounds},
        ),
    )


_DIFFERENCES = {
    TableGame.key: N_("Games that the table does not have in this round: %(count)s."),
    TableStart.key: N_("Games in which the other one starts than in the table: %(count)s."),
}


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return how far a change is from the table."""
    told = differences_told(_DIFFERENCES, more)
    return (*told, Sentence(N_("Another one rests than in the table."), {})) if more.get(BYE) else told


def warnings(tournament: Tournament) -> tuple[Sentence, ...]:
    """Return who is not in the table although the tournament knows of him."""
    if not tournament.rounds:
        return ()
    inside = members(tournament)
    carried = rounds_before(tournament)
    players = (player for player in tournament.players.values() if not carried or player.withdrawn_after is None)
    return outside_told(
        players, inside, N_("Not in the table, because they came after its first round was drawn: %(players)s.")
    )


def ahead(tournament: Tournament, pairing: Pairing) -> tuple[Sentence, ...]:
    """Return which games of the round are lost because somebody is absent."""
    number = pairing.round.number
    players = tournament.players
    return tuple(
        Sentence(
            N_("%(player)s is absent in round %(round)s: the game is lost without being played."),
            {"player": players[player].name, "round": number},
        )
        for game in pairing.round.games
        for player in (game.first, game.second)
        if is_absent(tournament, player, number)
    )


ROUND_ROBIN_SYSTEM = System(
    RULES,
    draw,
    Explained(game_reasons, rest_reasons, table_reasons, difference_told, ahead, warnings),
    number_of_rounds,
    rounds_to_come,
    to_keep,
)
