"""Who goes on from a stage to the next one: the best, or those who advance from groups, in the order of their seeds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pairing_core.errors import LosovnaError, NotInGroups, TooFewToGoOn
from pairing_core.groups import Advance, Cut, advancing, cross, seeded
from pairing_core.journal import Event, settings_to_json
from pairing_core.model import GROUPS, KNOCKOUT, Carried, PlayerNumber, RoundNumber, Settings, Tournament
from pairing_core.stages import ranked
from pairing_core.standings import Standings, standings
from pairing_core.systems import settled, system
from pairing_core.systems.groups_system import group_tournament, groups_of
from pairing_core.tie_breaks import TIE_BREAKS


class GoingOn(NamedTuple):
    """Who goes on for certain, in the order of seeds, and where nothing separates players.

    ``undecided`` are the places between players of whom only some go on, and ``level`` those who go on and whose order
    is that of their numbers. ``is_crossed`` is set where players of one group are kept apart, against the order of the
    places and points.
    """

    players: tuple[PlayerNumber, ...]
    undecided: tuple[Cut, ...] = ()
    level: tuple[tuple[PlayerNumber, ...], ...] = ()
    is_crossed: bool = False


Orders = Sequence[Sequence[PlayerNumber]]
"""How play-offs ended: of each its players, the winner first."""


def gone(tournament: Tournament) -> frozenset[PlayerNumber]:
    """Return who has left."""
    return frozenset(player.number for player in tournament.players.values() if player.withdrawn_after is not None)


def the_best(tournament: Tournament, count: int, play_offs: Orders = ()) -> GoingOn:
    """Return the best of a stage, seen as a tournament of its own, that are still there.

    ``play_offs`` are the orders in which play-offs have put some who were level. Raises :class:`TooFewToGoOn` if there
    are fewer.
    """
    out = gone(tournament)
    tiers = [[player for player in tier if player not in out] for tier in ranked(settled(tournament), play_offs)]
    there = sum(map(len, tiers))
    if not 2 <= count <= there:
        raise TooFewToGoOn(found=count, most=there)
    sure: list[PlayerNumber] = []
    level: list[tuple[PlayerNumber, ...]] = []
    for tier in filter(None, tiers):
        places = count - len(sure)
        if places < len(tier):
            cuts = (Cut(tuple(tier), places),) if places else ()
            return GoingOn(tuple(sure), cuts, tuple(level))
        sure += tier
        level += [tuple(tier)] if len(tier) > 1 else []
    return GoingOn(tuple(sure), (), tuple(level))


def group_tables(tournament: Tournament, after: RoundNumber | None = None) -> list[Standings]:
    """Return the standings of each group, by default after the rounds that are over.

    Raises :class:`NotInGroups`, and what making the groups raises.
    """
    if tournament.settings.system != GROUPS:
        raise NotInGroups
    return [standings(group_tournament(tournament, group), after) for group in groups_of(tournament)]


def advanced(
    tournament: Tournament,
    best: int,
    thirds: int = 0,
    play_offs: Orders = (),
    *,
    crossed: bool = False,
    after: RoundNumber | None = None,
) -> GoingOn:
    """Return who advances from the groups of a stage, seen as a tournament of its own.

    ``crossed`` gives the order in which group mates meet as late as possible in a knockout. Raises
    :class:`NotInGroups` and what :func:`pairing_core.groups.advancing` raises.

    ``play_offs`` are the orders in which play-offs have put some who were level. One among players of one group says
    nothing of how they compare with those of other groups.
    """
    home = {player: group.number for group in groups_of(tournament) for player in group.table.players}
    between = [order for order in play_offs if len({home.get(player) for player in order}) > 1]
    told = advancing(
        group_tables(tournament, after),
        best,
        thirds,
        [player for order in play_offs for player in order],
        gone(tournament),
        [player for order in between for player in order],
    )
    if told.undecided or not crossed:
        return GoingOn(told.players, told.undecided, told.level)
    players = _crossed(told)
    # What is left of the numbers: the seeds of the first tier, and who of a group is in which tier.
    first = {each.player for each in told.tiers[0]}
    home = {each.player: each.group for tier in told.tiers for each in tier}
    level = tuple(run for run in told.level if first.issuperset(run) or len({home[player] for player in run}) == 1)
    return GoingOn(players, (), level, players != told.players)


class Rule(NamedTuple):
    """By what players go on: the ``best`` of each group and ``thirds`` of those placed next, or the best of all."""

    best: int = 0
    thirds: int = 0

    def told(self, tournament: Tournament, count: int, play_offs: Orders = ()) -> GoingOn | None:
        """Return who goes on by it; ``None`` if so many cannot."""
        try:
            if self.best:
                return advanced(tournament, self.best, self.thirds, play_offs, after=len(tournament.rounds))
            return the_best(tournament, count, play_offs)
        except LosovnaError:
            return None

    def makes(self, tournament: Tournament, players: Collection[PlayerNumber], play_offs: Orders = ()) -> bool:
        """Whether these players go on by it; between those whom nothing separates the arbiter may have chosen."""
        told = self.told(tournament, len(players), play_offs)
        if told is None:
            return False
        open_ = {player for cut in told.undecided for player in cut.players}
        count = len(told.players) + sum(cut.places for cut in told.undecided)
        return count == len(players) and set(told.players) <= set(players) <= open_.union(told.players)


def rule_of(tournament: Tournament, players: Collection[PlayerNumber], play_offs: Orders = ()) -> Rule | None:
    """Return by which rule these players go on from a stage; ``None`` if the arbiter chose them otherwise."""
    groups = len(groups_of(tournament)) if tournament.settings.system == GROUPS and tournament.rounds else 0
    most = len(players) // max(1, groups)
    rules = [Rule(best, len(players) - best * groups) for best in range(most, 0, -1)] if groups else []
    rules = [rule for rule in rules if rule.thirds <= groups]
    return next((rule for rule in (*rules, Rule()) if rule.makes(tournament, players, play_offs)), None)


def chosen_seeds(tournament: Tournament, chosen: Sequence[PlayerNumber], *, crossed: bool) -> tuple[PlayerNumber, ...]:
    """Return players whom the arbiter chose in the order of their seeds; from groups, crossed if that is wanted.

    ``chosen`` decides between those whom nothing separates: who is named earlier is seeded higher.
    """
    if tournament.settings.system != GROUPS:
        place = {player: at for at, tier in enumerate(ranked(settled(tournament))) for player in tier}
        return tuple(sorted(chosen, key=lambda player: place.get(player, len(place))))
    tiers = seeded(group_tables(tournament), chosen)
    if crossed and len(chosen) > 1:
        return cross(tiers)
    return tuple(each.player for tier in tiers for each in tier)


def _crossed(told: Advance) -> tuple[PlayerNumber, ...]:
    tiers = [tier for tier in told.tiers if tier]
    return cross(tiers) if sum(map(len, tiers)) > 1 else told.players


def is_crossed(key: str) -> bool:
    """Whether seeds matter to a system so that group mates should meet late in it."""
    return key == KNOCKOUT


_OF_TIE_BREAKS = frozenset(parameter.name for each in TIE_BREAKS for parameter in each.parameters)


def stage_settings(before: Settings, key: str, players: int) -> Settings:
    """Return what is usual in a stage of a system after one with these settings.

    Points, tie-breaks and lots stay, unless the tie-breaks were the usual ones of the other system; what was chosen of
    the system itself goes. A Swiss has as many rounds as it takes to find a winner.
    """
    own = system(key)
    is_usual = before.tie_breaks == system(before.system).rules.settings.tie_breaks and key != before.system
    return replace(
        before,
        system=own.key,
        rounds=max(1, (players - 1).bit_length()),
        tie_breaks=own.rules.settings.tie_breaks if is_usual else before.tie_breaks,
        parameters={name: told for name, told in before.parameters.items() if name in _OF_TIE_BREAKS},
        acceleration=False,
    )


def started_event(players: Iterable[PlayerNumber], settings: Settings, name: str, carried: Carried) -> Event:
    """Return the event with which a stage begins."""
    stage: dict[str, Any] = {
        "name": name,
        "players": list(players),
        "settings": settings_to_json(settings),
        "carried": carried.value,
    }
    return {"event": "stage_started", "stage": stage}
