"""Groups side by side: everyone meets everyone of the own group, and the rounds of all groups are played together.

What the arbiter chose stands in ``Settings.parameters``: the keys of the round robin's table hold for each group, and
those below say who is in which. Once round 1 is drawn the groups stay: they are those of :data:`MEMBERS` if it is
there, else those that the lots of the first round made of its players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pairing_core.errors import N_, BadCycles, BadValue, GroupCount, GroupsAllDrawn, LosovnaError, NobodyToPair
from pairing_core.groups import MODES, Mode, group_view, make_groups
from pairing_core.knockout.settings import entrants, lots_of
from pairing_core.model import (
    GROUPS,
    Bye,
    Draw,
    Game,
    Player,
    PlayerNumber,
    Round,
    RoundNumber,
    Settings,
    Tournament,
    are_players,
    numbers_listed,
    pair_of,
)
from pairing_core.round_robin import construction, draw_numbers, places
from pairing_core.round_robin import schedule as schedule_of
from pairing_core.standings import GROUP_MEMBERS
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
from pairing_core.systems.table import BY_LIST, CONSTRUCTION, NUMBERS, SWAP, USUAL_TABLE, Table, cycles, round_of

COUNT = "groups"
"""How many groups there are."""
GROUPING = "grouping"
"""How they are made: a key of :data:`pairing_core.groups.MODES`."""
CLUBS_APART = "clubs-apart"
"""Whether as few of one club as can be are in one group."""
MEMBERS = GROUP_MEMBERS
"""Who is in which group: pairing numbers with blanks between, semicolons between groups; counts in any case."""

USUAL_GROUPS: Mapping[str, str] = {COUNT: "2", GROUPING: "snake", CLUBS_APART: "no"}
"""What holds where nothing is said."""


@dataclass(frozen=True)
class Group:
    """A group: its number from 1, its table, and how many tables the groups before it take."""

    number: int
    table: Table
    before: int

    @property
    def letter(self) -> str:
        """How people call it: A, B, C ..."""
        return letter(self.number)


def letter(number: int) -> str:
    """Return the letters of a group.

    >>> letter(1), letter(26), letter(27)
    ('A', 'Z', 'AA')
    """
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def told(tournament: Tournament, key: str) -> str:
    """Return what was chosen for a key of :data:`USUAL_GROUPS`."""
    return tournament.settings.parameters.get(key, USUAL_GROUPS[key])


def members(tournament: Tournament, seed: str | None = None) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return who is in which group.

    ``seed`` is that of the lots as long as nothing is drawn, by default that of the settings. Raises
    :class:`NobodyToPair`, :class:`GroupCount` and :class:`BadValue`.
    """
    kept = _kept(tournament)
    if kept:
        return kept if tournament.rounds else _filled_up(tournament, kept)
    order = entrants(tournament)
    if len(order) < 2:
        raise NobodyToPair(round=tournament.next_round, players=len(order))
    count, mode, apart = told(tournament, COUNT), told(tournament, GROUPING), told(tournament, CLUBS_APART)
    if mode not in MODES:
        raise BadValue(what=GROUPING, found=mode[:60], wanted=", ".join(MODES))
    if apart not in ("yes", "no"):
        raise BadValue(what=CLUBS_APART, found=apart[:60], wanted="yes, no")
    if not (count.isascii() and count.isdecimal() and len(count) < 6):
        raise BadValue(what=COUNT, found=count[:60], wanted="a whole number")
    players = tuple((number, tournament.players[number].club) for number in order)
    made = _made(players, int(count), mode, lots_of(tournament, seed, GROUPS), apart == "yes")
    return tuple(tuple(order[at] for at in group) for group in made)


@lru_cache(maxsize=8)
def _made(
    players: tuple[tuple[PlayerNumber, str], ...], count: int, mode: Mode, seed: str, clubs_apart: bool
) -> tuple[tuple[int, ...], ...]:
    """Return groups as places in the list of the players."""
    listed = [Player(number, str(number), club=club) for number, club in players]
    place = {number: at for at, (number, _) in enumerate(players)}
    return tuple(
        tuple(place[number] for number in group) for group in make_groups(listed, count, mode, seed, clubs_apart)
    )


def _kept(tournament: Tournament) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return the groups that are kept in the settings; none if there are none or they cannot be.

    As long as no round is drawn, who has left or was removed is in none of them.
    """
    groups = numbers_listed(tournament, MEMBERS)
    if not tournament.rounds:
        there = set(entrants(tournament))
        groups = tuple(tuple(each for each in group if each in there) for group in groups)
    players = [player for group in groups for player in group]
    return groups if are_players(tournament, players) and all(len(group) > 1 for group in groups) else ()


def _filled_up(
    tournament: Tournament, groups: Sequence[Sequence[PlayerNumber]]
) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return the groups with who has come since they were made: each in the smallest one, the strongest first."""
    filled = [list(group) for group in groups]
    inside = {player for group in groups for player in group}
    for player in entrants(tournament):
        if player not in inside:
            min(filled, key=len).append(player)
    return tuple(map(tuple, filled))


def groups_of(tournament: Tournament, seed: str | None = None) -> tuple[Group, ...]:
    """Return the groups with their tables. Raises what :func:`members` raises, :class:`BadCycles` and what the
    construction of a table raises.
    """
    parameters = {**USUAL_TABLE, **tournament.settings.parameters}
    key, count = construction(parameters[CONSTRUCTION]).key, cycles(tournament)
    found: list[Group] = []
    before = 0
    for number, group in enumerate(members(tournament, seed), start=1):
        made = schedule_of(len(group), key, count, swap_last_rounds=parameters[SWAP] != "no" and count > 1)
        lots = None if parameters[NUMBERS] == BY_LIST else f"{lots_of(tournament, seed, GROUPS)} {letter(number)}"
        numbers = draw_numbers(made, lots)
        seated = tuple(player for _, player in sorted(zip(numbers, group, strict=True)))
        found.append(Group(number, Table(made, seated), before))
        before += len(group) // 2
    return tuple(found)


def number_of_rounds(tournament: Tournament) -> int:
    """Return how many rounds the largest group has; 1 as long as there are no groups."""
    try:
        count, largest = cycles(tournament), max(len(group) for group in members(tournament))
    except (BadCycles, BadValue, GroupCount, NobodyToPair):
        return 1
    return (places(largest) - 1) * count


def round_of_groups(tournament: Tournament, groups: Sequence[Group], number: RoundNumber) -> Round:
    """Return a round of all groups, without its draw; the tables of a group are the same in each round."""
    games: list[Game] = []
    byes: dict[PlayerNumber, Bye] = {}
    for group in groups:
        if number <= group.table.rounds:
            made = round_of(tournament, group.table, number)
            games += [replace(game, table=group.before + at) for at, game in enumerate(made.games, start=1)]
            byes |= made.byes
    return Round(number, tuple(games), dict(sorted(byes.items())))


def group_tournament(tournament: Tournament, group: Group) -> Tournament:
    """Return one group as a round robin of its own, for standings and crosstable."""
    seen = group_view(tournament, group.table.players)
    return replace(seen, settings=replace(seen.settings, rounds=group.table.rounds))


def letters(tournament: Tournament, seed: str | None = None) -> dict[PlayerNumber, str]:
    """Return the letter of each player's group; nothing where there are no groups, or where they cannot be made.

    ``seed`` is that of the lots as long as nothing is drawn, by default that of the settings.
    """
    if tournament.settings.system != GROUPS:
        return {}
    try:
        groups = members(tournament, seed)
    except LosovnaError:
        return {}
    return {player: letter(number) for number, group in enumerate(groups, start=1) for player in group}


def _groups(field: Field) -> tuple[Group, ...]:
    return field.once("groups", lambda of: groups_of(of.tournament, of.seed))


def _games(field: Field) -> Planned:
    return field.once(
        "games of the groups", lambda of: by_pair(round_of_groups(of.tournament, _groups(of), of.round).games)
    )


class GroupGame(PlannedGame):
    """A game that no group's table has in this round: the cost is 1."""

    key = "group-game"
    name = N_("Games of the groups")
    unit = N_("game that no group's table has in this round")


class GroupStart(PlannedStart):
    """A game in which the other one starts than in the group's table: the cost is 1."""

    key = "group-start"
    name = N_("Who starts by the group's table")
    unit = N_("game in which the other one starts than in the group's table")


RULES = RuleSet(
    key=GROUPS,
    name=N_("Groups"),
    source="FIDE Handbook C.05 Annex 1 for the table of each group",
    classes=(one(GroupGame(_games)), one(GroupStart(_games))),
    repeats=True,
    second_byes=True,
    settings=Settings(system=GROUPS, tie_breaks=("direct-encounter", "sonneborn-berger")),
)


def draw(
    tournament: Tournament, number: RoundNumber, seed: str, locked: Sequence[Lock], allow_repeats: bool | None
) -> Pairing:
    """Return a round of all groups. Raises what :func:`groups_of` raises, and :class:`GroupsAllDrawn`."""
    groups = groups_of(tournament, seed)
    made = round_of_groups(tournament, groups, number)
    if not made.games:
        players = sum(len(group.table.players) for group in groups)
        raise GroupsAllDrawn(players=players, rounds=number - 1)
    return drawn_as_planned(tournament, RULES, made, seed)


def rounds_to_come(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds that are not drawn yet. Raises what :func:`groups_of` raises."""
    how = Draw(GROUPS, RULES.version, lots_of(tournament, None, GROUPS))
    groups = groups_of(tournament)
    last = max(group.table.rounds for group in groups)
    return tuple(
        replace(round_of_groups(tournament, groups, number), draw=how)
        for number in range(tournament.next_round, last + 1)
    )


def to_keep(tournament: Tournament, seed: str) -> dict[str, Any]:
    """Return who is in which group, so that a changed rating and a late player move nobody."""
    if tournament.rounds:
        return {}
    told_groups = ";".join(" ".join(map(str, group)) for group in members(tournament, seed))
    return {"parameters": {**tournament.settings.parameters, MEMBERS: told_groups}}


# Why it is so


def _group(pairing: Pairing, player: PlayerNumber) -> Group | None:
    return next((group for group in _groups(pairing.field) if player in group.table.players), None)


def game_reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return which group's table has this game, and why the one starts."""
    group = _group(pairing, game.first)
    if group is None or pair_of(game.first, game.second) not in _games(pairing.field):
        return (Sentence(N_("No group's table has this game in this round: the arbiter made it."), {}),)
    players = pairing.field.tournament.players
    names: dict[str, str | int] = {"first": players[game.first].name, "second": players[game.second].name}
    starts, games = group.table.starts(game.first)
    return (
        Sentence(
            N_("The table of group %(group)s has %(first)s against %(second)s in round %(round)s."),
            {**names, "group": group.letter, "round": pairing.round.number},
        ),
        Sentence(
            N_("%(first)s starts, because the table has it so: %(starts)s of %(games)s games in all."),
            {**names, "starts": starts, "games": games},
        ),
    )


def bye_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return who rests in the groups of an odd number."""
    players = pairing.field.tournament.players
    return tuple(
        Sentence(
            N_("%(player)s rests: group %(group)s has an odd number, so in every round one of it has no game."),
            {"player": players[player].name, "group": group.letter},
        )
        for player in pairing.round.byes
        if (group := _group(pairing, player)) is not None
    )


def round_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return that the round stands in the tables of the groups."""
    return (
        Sentence(
            N_("This is round %(round)s of the tables of all groups; it does not depend on results."),
            {"round": pairing.round.number},
        ),
    )


_DIFFERENCES = {
    GroupGame.key: N_("Games that no group's table has in this round: %(count)s."),
    GroupStart.key: N_("Games in which the other one starts than in the group's table: %(count)s."),
}


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return how far a change is from the tables."""
    return differences_told(_DIFFERENCES, more)


def warnings(tournament: Tournament) -> tuple[Sentence, ...]:
    """Return who is in no group although the tournament knows of him."""
    if not tournament.rounds:
        return ()
    try:
        inside = {player for group in members(tournament) for player in group}
    except LosovnaError:
        return ()
    return outside_told(
        tournament.players.values(),
        inside,
        N_("In no group, because they came after the first round was drawn: %(players)s."),
    )


GROUPS_SYSTEM = System(
    RULES,
    draw,
    Explained(game_reasons, bye_reasons, round_reasons, difference_told, nothing_ahead, warnings),
    number_of_rounds,
    rounds_to_come,
    to_keep,
)
