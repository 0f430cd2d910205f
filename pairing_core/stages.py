"""Stages: one tournament as a sequence of systems, with one list of players, one journal and one final ranking.

Each stage can be seen as a tournament of its own (:func:`view`): its players, its rounds from 1 on, its settings. All
that draws, checks, ranks or prints a tournament works on such a view; what is written down counts rounds through
the whole tournament, and :class:`View` turns the one into the other. A tournament without stages is its own view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from pairing_core.journal import Event
from pairing_core.knockout.settings import ENTRANTS
from pairing_core.model import (
    BY_TABLE,
    GROUPS,
    KNOCKOUT,
    Bye,
    Carried,
    HalfPoints,
    KeepApart,
    Player,
    PlayerNumber,
    Round,
    RoundNumber,
    Settings,
    Stage,
    Tournament,
)
from pairing_core.standings import CARRIED_ROUNDS, scores, standings, struck_out
from pairing_core.swiss import Lock, Pairing
from pairing_core.systems import PLANNED, settled
from pairing_core.systems import pair_round as pair_round_of
from pairing_core.systems.groups_system import group_tournament, groups_of

_ROUND_KEYS = ("round", "after", "in")
"""The keys of events that hold the number of a round."""


PLAY_OFF = "play-off"
"""A key of a stage's parameters: "yes" if it only decides between some who are level in the stage before it."""


class View(NamedTuple):
    """A stage as a tournament of its own. Round r of it is round ``offset`` + r of the whole.

    Its settings are those of the stage, with as many rounds more as are carried.
    """

    number: int
    stage: Stage
    tournament: Tournament
    offset: int
    carried: RoundNumber = 0
    """How many rounds at the beginning of it were played in a stage before."""

    def may_go_on_by(self, key: str) -> bool:
        """Whether the next round may be drawn by a system: a plan takes in no games that were drawn without it.

        Once a round of the stage is drawn, only one Swiss system follows another.
        """
        own = self.tournament.settings.system
        return key == own or len(self.tournament.rounds) <= self.carried or not PLANNED & {key, own}

    def whole_round(self, round_: Round) -> Round:
        """Return a round of the stage as it is counted in the whole tournament."""
        return replace(round_, number=round_.number + self.offset)

    def whole_event(self, event: Event) -> Event:
        """Return an event that was made for the stage as the whole tournament's journal has it."""
        if not self.offset:
            return event
        return {**event, **{key: event[key] + self.offset for key in _ROUND_KEYS if key in event}}

    def kept_settings(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return changes of the view's settings as those of the stage that make them."""
        kept = dict(changes)
        if "rounds" in kept:
            kept["rounds"] = max(1, kept["rounds"] - self.carried)
        if "parameters" in kept:
            seen = (ENTRANTS, CARRIED_ROUNDS)
            kept["parameters"] = {key: value for key, value in kept["parameters"].items() if key not in seen}
        return kept


def stages(tournament: Tournament) -> tuple[Stage, ...]:
    """Return all stages in their order; one for a tournament that has none told."""
    if tournament.stages and tournament.stages[0].first_round == 1:
        return tournament.stages
    first = tuple(tournament.players)
    if tournament.stages:
        later = tournament.stages[0].first_round
        # Who has played in it stays in it, whenever the list says by now that the player joined.
        there = frozenset().union(*(round_.players for round_ in tournament.rounds[: later - 1]))
        first = tuple(n for n, player in tournament.players.items() if player.joins_in < later or n in there)
    return (Stage(1, first, tournament.settings), *tournament.stages)


def view(tournament: Tournament, number: int | None = None) -> View:
    """Return a stage (from 1; the last without ``number``) as a tournament of its own.

    Raises :class:`IndexError` where there is no such stage. Time O(size of the tournament).
    """
    if not tournament.stages:
        return View(1, stages(tournament)[0], tournament, 0)
    known = stages(tournament)
    at = len(known) if number is None else number
    if not 1 <= at <= len(known):
        raise IndexError(at)
    stage = known[at - 1]
    end = known[at].first_round - 1 if at < len(known) else len(tournament.rounds)
    before = [_counted(tournament, round_) for round_ in tournament.rounds[: stage.first_round - 1]]
    carried = stage.carried if may_carry(stage.settings.system) else Carried.NOTHING
    if carried is Carried.ALL:
        return View(at, stage, _going_on(tournament, stage, end), 0, len(before))
    kept = _between(before, frozenset(stage.players)) if carried is Carried.MET else []
    own = [*kept, *tournament.rounds[stage.first_round - 1 : end]]
    offset = stage.first_round - 1 - len(kept)
    inside = frozenset(stage.players)
    seen = replace(
        _only(tournament, inside, offset),
        settings=_settings(tournament, stage, len(kept)),
        rounds=tuple(replace(round_, number=at) for at, round_ in enumerate(own, start=1)),
        stages=(),
    )
    return View(at, stage, seen, offset, len(kept))


def is_play_off(stage: Stage) -> bool:
    """Whether a stage is only played for an order in the one before it."""
    return stage.settings.parameters.get(PLAY_OFF) == "yes"


def last_ranked(tournament: Tournament) -> int:
    """Return the number of the last stage that is no play-off: who goes on goes on from there."""
    known = stages(tournament)
    return max((at for at, stage in enumerate(known, start=1) if not is_play_off(stage)), default=1)


def play_offs(tournament: Tournament, number: int) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return how the play-offs that follow a stage ended, each from its winner on as far as it separates its players.

    One that is still being played decides nothing.
    """
    orders = []
    for at, stage in enumerate(stages(tournament)[number:], start=number + 1):
        if not is_play_off(stage):
            break
        seen = settled(view(tournament, at).tournament)
        if seen.finished_rounds < max(seen.settings.rounds, len(seen.rounds)):
            continue
        order: list[PlayerNumber] = []
        for tier in ranked(seen):
            if len(tier) > 1:
                break
            order += tier
        orders.append(tuple(order))
    return tuple(orders)


def may_carry(system: str) -> bool:
    """Whether a stage of this system can go on from rounds before it; a bracket and groups begin with nothing."""
    return system not in (KNOCKOUT, GROUPS)


def _settings(tournament: Tournament, stage: Stage, carried: RoundNumber) -> Settings:
    parameters = {**stage.settings.parameters, ENTRANTS: " ".join(map(str, stage.players))}
    if carried:
        parameters[CARRIED_ROUNDS] = str(carried)
    return replace(
        stage.settings,
        name=tournament.settings.name,
        rounds=stage.settings.rounds + carried,
        parameters=MappingProxyType(parameters),
    )


def stage_of_round(tournament: Tournament, number: RoundNumber) -> int:
    """Return the number of the stage that a round belongs to."""
    return max(at for at, stage in enumerate(stages(tournament), start=1) if stage.first_round <= number)


def _going_on(tournament: Tournament, stage: Stage, end: RoundNumber) -> Tournament:
    """Return the tournament as one that only goes on in another way: who is not in the stage has left before it."""
    last = stage.first_round - 1
    inside = frozenset(stage.players)
    players = {
        number: player if number in inside else replace(player, withdrawn_after=min(last, _end(player, last)))
        for number, player in tournament.players.items()
    }
    before = (
        _counted(tournament, _worth_the_same(tournament, round_, stage.settings)) for round_ in tournament.rounds[:last]
    )
    return replace(
        tournament,
        settings=_settings(tournament, stage, last),
        players=MappingProxyType(players),
        rounds=(*before, *tournament.rounds[last:end]),
        stages=(),
    )


def _counted(tournament: Tournament, round_: Round) -> Round:
    """Return a round as it counts later on: one of a play-off is empty, for it was only about an order."""
    if not is_play_off(stages(tournament)[stage_of_round(tournament, round_.number) - 1]):
        return round_
    return replace(round_, games=(), byes=MappingProxyType({}))


def _worth_the_same(tournament: Tournament, round_: Round, now: Settings) -> Round:
    """Return a round before the stage, with byes that give in it what they gave; a rest of a table gives nothing."""
    then = stages(tournament)[stage_of_round(tournament, round_.number) - 1].settings
    if (then.system in BY_TABLE) == (now.system in BY_TABLE):
        return round_
    worth = then.of_bye(Bye.PAIRING_ALLOCATED)
    same = next((bye for bye in (Bye.ZERO_POINT, Bye.FULL_POINT, Bye.HALF_POINT) if now.of_bye(bye) == worth), None)
    if same is None or Bye.PAIRING_ALLOCATED not in round_.byes.values():
        return round_
    byes = {player: same if bye is Bye.PAIRING_ALLOCATED else bye for player, bye in round_.byes.items()}
    return replace(round_, byes=MappingProxyType(byes))


def _end(player: Player, last: RoundNumber) -> RoundNumber:
    return last if player.withdrawn_after is None else player.withdrawn_after


def _between(rounds: Sequence[Round], inside: frozenset[PlayerNumber]) -> list[Round]:
    """Return the games between these players, in as many rounds as there are such games; who has none had no points."""
    kept = []
    for round_ in rounds:
        games = tuple(game for game in round_.games if game.first in inside and game.second in inside)
        if games:
            busy = {player for game in games for player in (game.first, game.second)}
            byes = MappingProxyType(dict.fromkeys(sorted(inside - busy), Bye.ZERO_POINT))
            kept.append(replace(round_, games=games, byes=byes))
    return kept


def _only(tournament: Tournament, inside: frozenset[PlayerNumber], offset: int) -> Tournament:
    """Return the tournament with these players alone, its rounds counted from after ``offset``."""
    return replace(
        tournament,
        players=MappingProxyType(
            {number: _shifted(player, offset) for number, player in tournament.players.items() if number in inside}
        ),
        locked=tuple(pair for pair in tournament.locked if inside.issuperset(pair)),
        forbidden=tuple(pair for pair in tournament.forbidden if inside.issuperset(pair)),
        keep_apart=tuple(_shifted_group(group, inside, offset) for group in tournament.keep_apart),
        order=tuple(number for number in tournament.order if number in inside),
    )


def _shifted(player: Player, offset: int) -> Player:
    after = player.withdrawn_after
    return replace(
        player,
        joins_in=max(1, player.joins_in - offset),
        withdrawn_after=None if after is None else max(0, after - offset),
        byes=MappingProxyType({number - offset: bye for number, bye in player.byes.items() if number > offset}),
    )


def _shifted_group(group: KeepApart, inside: frozenset[PlayerNumber], offset: int) -> KeepApart:
    return replace(
        group,
        players=tuple(number for number in group.players if number in inside),
        until=None if group.until is None else max(0, group.until - offset),
    )


def pair_round(
    tournament: Tournament,
    seed: str | None = None,
    *,
    locked: Sequence[Lock] | None = None,
    allow_repeats: bool | None = None,
) -> tuple[Pairing, Round]:
    """Draw the next round of the last stage; return it as the stage and as the whole tournament counts it.

    Raises what :func:`pairing_core.systems.pair_round` raises.
    """
    seen = view(tournament)
    pairing = pair_round_of(seen.tournament, seed, locked=locked, allow_repeats=allow_repeats)
    return pairing, seen.whole_round(pairing.round)


def all_struck_out(tournament: Tournament) -> frozenset[PlayerNumber]:
    """Return who is struck out of the standings of the stage that was their last."""
    return frozenset().union(
        *(struck_out(view(tournament, number).tournament) for number in range(1, len(stages(tournament)) + 1))
    )


def total_scores(tournament: Tournament) -> dict[PlayerNumber, HalfPoints]:
    """Return the points of all players in all stages, each as its own standings count them; play-offs give none."""
    if not tournament.stages:
        return scores(tournament)
    total = dict.fromkeys(tournament.players, 0)
    for number, stage in enumerate(stages(tournament), start=1):
        if is_play_off(stage):
            continue
        seen = view(tournament, number)
        carried = scores(seen.tournament, seen.carried)
        for player, points in scores(seen.tournament).items():
            total[player] += points - carried[player]
    return total


class Final(NamedTuple):
    """A player's place in the whole tournament, and the last stage that the player was in."""

    rank: int
    player: PlayerNumber
    stage: int


def final_ranking(tournament: Tournament) -> tuple[Final, ...]:
    """Return the places of all players: those of the last stage first, then those of the one before, and so on.

    Within a stage they stand in its own order (of groups: all winners, then all seconds and so on, by points per game);
    players whom nothing separates, not even a play-off, share a place.
    """
    placed: list[Final] = []
    seen: set[PlayerNumber] = set()
    for number in range(len(stages(tournament)), 0, -1):
        stage = view(tournament, number)
        if is_play_off(stage.stage):
            continue
        inside = frozenset(stage.stage.players) - seen
        for tier in ranked(stage.tournament, play_offs(tournament, number)):
            tier = [player for player in tier if player in inside]
            rank = len(placed) + 1
            placed += [Final(rank, player, number) for player in tier]
        seen |= inside
    return tuple(placed)


def ranked(tournament: Tournament, decided: Sequence[Sequence[PlayerNumber]] = ()) -> list[list[PlayerNumber]]:
    """Return the players of a stage, the best first, those together whom nothing separates.

    In groups these are all winners, then all seconds and so on, by points per game; who is struck out comes last.
    ``decided`` are the orders of play-offs: who is named earlier is ahead of whoever is level with him.
    """
    keys: dict[PlayerNumber, tuple[object, ...]] = {}
    order = [player for each in decided for player in each]
    if tournament.settings.system == GROUPS and tournament.rounds:
        for group in groups_of(tournament):
            rows = standings(group_tournament(tournament, group)).rows
            games = max(1, sum(not row.is_struck for row in rows) - 1)
            inside = {row.player for row in rows}
            level = {row.rank: [each.player for each in rows if each.rank == row.rank] for row in rows}
            for own in decided:
                if inside.issuperset(own):
                    # It says nothing of how these compare with those of other groups.
                    order = [player for player in order if player not in own]
            for row in rows:
                named = [player for each in decided for player in each if player in level[row.rank]]
                ahead = named.index(row.player) if row.player in named else len(named)
                place = 0 if row.is_struck else row.rank + ahead
                keys[row.player] = (row.is_struck, place, -Fraction(row.points, games))
    else:
        keys = {row.player: (row.rank,) for row in standings(tournament).rows}
    tiers: dict[tuple[object, ...], list[PlayerNumber]] = {}
    for player, key in keys.items():
        tiers.setdefault(key, []).append(player)
    split: list[list[PlayerNumber]] = []
    for key in sorted(tiers):
        named = [player for player in order if player in tiers[key]]
        rest = [player for player in tiers[key] if player not in named]
        split += [*([player] for player in named), *([rest] if rest else [])]
    return split
