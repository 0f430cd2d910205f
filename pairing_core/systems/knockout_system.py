"""Who loses is out: each round is what the bracket has next.

Nothing is chosen, so nothing has to be proved; what the arbiter changes by hand is priced by how far it is from the
bracket.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairing_core.errors import N_, KnockoutOver
from pairing_core.knockout import Comes, Part, Play, Seat, TieState
from pairing_core.knockout import settings as chosen
from pairing_core.model import KNOCKOUT, Game, PlayerNumber, RoundNumber, Settings, Tournament
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


def _games(field: Field) -> Planned:
    return field.once(
        "games of the bracket", lambda of: by_pair(chosen.round_of(of.tournament, of.round, of.seed).games)
    )


class BracketGame(PlannedGame):
    """A game that the bracket does not have in this round: the cost is 1."""

    key = "bracket-game"
    name = N_("Games of the bracket")
    unit = N_("game that the bracket does not have in this round")


class BracketStart(PlannedStart):
    """A game in which the other one starts than was drawn for the tie: the cost is 1."""

    key = "bracket-start"
    name = N_("Who starts as drawn for the tie")
    unit = N_("game in which the other one starts than was drawn for the tie")


RULES = RuleSet(
    key=KNOCKOUT,
    name=N_("Knockout"),
    source="common practice: seeds meet as late as they can, byes go to the top seeds",
    classes=(one(BracketGame(_games)), one(BracketStart(_games))),
    repeats=True,
    second_byes=True,
    settings=Settings(system=KNOCKOUT),
)


def draw(
    tournament: Tournament, number: RoundNumber, seed: str, locked: Sequence[Lock], allow_repeats: bool | None
) -> Pairing:
    """Return what the bracket has next. Raises :class:`KnockoutOver`, and what :func:`chosen.play_of` raises."""
    made = chosen.round_of(tournament, number, seed)
    if not made.games:
        raise KnockoutOver(players=len(chosen.entrants(tournament)), rounds=number - 1)
    return drawn_as_planned(tournament, RULES, made, seed)


def to_keep(tournament: Tournament, seed: str) -> dict[str, Any]:
    """Return the order of the players, so that a changed rating and a late player move nobody in the bracket."""
    if tournament.rounds:
        return {}
    order = " ".join(str(player) for player in chosen.entrants(tournament))
    return {"parameters": {**tournament.settings.parameters, chosen.ENTRANTS: order}}


# Why it is so


def play(pairing: Pairing) -> Play:
    """Return how the knockout stood before a round."""
    return pairing.field.once("play", lambda of: chosen.play_of(of.tournament, of.round, of.seed))


def tie_of(pairing: Pairing, game: Game) -> TieState | None:
    """Return the tie that a game belongs to, ``None`` if the bracket does not have it."""
    pair = {game.first, game.second}
    return next((state for state in play(pairing).ready if set(state.players) == pair), None)


def game_reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return which tie this is, where its players come from, and why the one starts."""
    state = tie_of(pairing, game)
    if state is None:
        return (Sentence(N_("The bracket does not have this game in this round: the arbiter made it."), {}),)
    return tuple(_game_reasons(pairing, state, game))


def _game_reasons(pairing: Pairing, state: TieState, game: Game) -> Iterator[Sentence]:
    now = play(pairing)
    yield Sentence(_TIES[state.tie.part], {})
    for player, source in zip(state.players, state.tie.sources, strict=True):
        if isinstance(player, Seat):
            continue
        values: dict[str, str | int] = {"player": _name(pairing, player), "seed": now.seeding.index(player) + 1}
        if source.comes is Comes.AS_SEED:
            yield Sentence(N_("%(player)s is seed %(seed)s."), values)
            continue
        before = now.ties[source.number - 1]
        other = next(each for each in (before.winner, before.loser) if each != player)
        if isinstance(other, Seat):
            yield Sentence(N_("%(player)s is seed %(seed)s and had a bye before."), values)
        elif source.comes is Comes.AS_WINNER:
            yield Sentence(N_("%(player)s has won against %(other)s."), {**values, "other": _name(pairing, other)})
        else:
            yield Sentence(N_("%(player)s has lost against %(other)s."), {**values, "other": _name(pairing, other)})
    first = {"player": _name(pairing, game.first)}
    if state.games:
        yield Sentence(N_("%(player)s starts, because the other one started their game before."), first)
    elif chosen.told(pairing.field.tournament, chosen.FIRST) == "lot":
        yield Sentence(N_("%(player)s starts by lot."), first)
    elif chosen.told(pairing.field.tournament, chosen.FIRST) == "alternating":
        yield Sentence(
            N_("%(player)s starts: who has started less often so far, then who did not start last, then the lot."),
            first,
        )
    else:
        yield Sentence(N_("%(player)s starts as the higher seed."), first)


_TIES: Mapping[Part, str] = {
    Part.MAIN: N_("A tie of the bracket: who wins goes on."),
    Part.LOSERS: N_("A tie of those who have lost once: who loses it is out."),
    Part.GRAND_FINAL: N_("The one who has never lost plays the one who has lost once."),
    Part.DECIDER: N_("Now both have lost once, so this game decides."),
    Part.THIRD_PLACE: N_("Those who lost the semifinals play for the third place."),
    Part.PLACES: N_("Those who have lost play for the places after the winners."),
}


def _name(pairing: Pairing, player: PlayerNumber) -> str:
    return pairing.field.tournament.players[player].name


def bye_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return nothing: who waits has no bye with points."""
    return ()


def round_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return that the bracket has this round next."""
    players = pairing.field.tournament.players
    waiting = sum(players[player].is_in(pairing.round.number) for player in pairing.round.byes)
    told = [Sentence(N_("This is what the bracket has next; it follows from the seeding and the results."), {})]
    if waiting:
        told.append(Sentence(N_("Still in, and without a game in this round: %(count)s."), {"count": waiting}))
    return tuple(told)


_DIFFERENCES = {
    BracketGame.key: N_("Games that the bracket does not have in this round: %(count)s."),
    BracketStart.key: N_("Games in which the other one starts than was drawn for the tie: %(count)s."),
}


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return how far a change is from the bracket."""
    return differences_told(_DIFFERENCES, more)


def warnings(tournament: Tournament) -> tuple[Sentence, ...]:
    """Return what stands outside the bracket: players who came late, and games that a correction has stranded."""
    if not tournament.rounds:
        return ()
    told = outside_told(
        tournament.players.values(),
        chosen.entrants(tournament),
        N_("Not in the bracket, because they came after its first round was drawn: %(players)s."),
    )
    names = tournament.players
    return told + tuple(
        Sentence(
            N_("Round %(round)s: the game %(first)s – %(second)s no longer belongs to the bracket."),
            {
                "round": stranded.round,
                "first": names[stranded.game.first].name,
                "second": names[stranded.game.second].name,
            },
        )
        for stranded in chosen.play_of(tournament).stranded
    )


KNOCKOUT_SYSTEM = System(
    RULES,
    draw,
    Explained(game_reasons, bye_reasons, round_reasons, difference_told, nothing_ahead, warnings),
    chosen.number_of_rounds,
    to_keep=to_keep,
)
