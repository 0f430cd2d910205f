"""Groups: who is in which, the standings of one, who advances, and how they are crossed in a knockout.

A group is a round robin of some of the players. The games of all groups are rounds of one tournament;
:func:`group_view` shows one group of it, and everything that is known of a tournament works on that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby, product
from types import MappingProxyType
from typing import Literal, NamedTuple

from pairing_core.draw import Lots
from pairing_core.errors import AdvanceCount, GroupCount, NextPlacedCount
from pairing_core.knockout import seed_order
from pairing_core.matching import DenseProblem, solve
from pairing_core.model import ROUND_ROBIN, Bye, Game, Player, PlayerNumber, Round, RoundNumber, Tournament
from pairing_core.round_robin import Schedule
from pairing_core.standings import Row, Standings
from pairing_core.tie_breaks import TieBreak

Mode = Literal["snake", "pots", "lots"]
MODES: tuple[Mode, ...] = ("snake", "pots", "lots")

Pots = list[list[int | None]]
"""``pots[k][x]`` is the player (a place in the list) whom pot k gives to group x, ``None`` in the last pot if none."""


def make_groups(
    players: Sequence[Player], count: int, mode: Mode = "snake", seed: str = "", clubs_apart: bool = False
) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Divide the players, given strongest first, into groups whose sizes differ by at most one.

    Pot k holds the k-th ``count`` players, and each group gets one of each pot. ``"snake"`` deals the first pot from
    the first group to the last, the second one back, and so on; ``"pots"`` deals each pot by lot; ``"lots"`` does the
    same with pots of players drawn from all. The members of a group come strongest first.

    With ``clubs_apart`` there are as few pairs of one club inside groups as can be, in every mode: each club is spread
    over the groups so that they have equally many of it, one more or less. That can always be done with one of each pot
    in each group, for the edges of a bipartite graph (of clubs and pots) can be colored equitably at every vertex
    (de Werra, 1971). In the snake the players stay as near to its groups as :func:`_nearest` finds.

    Raises :class:`GroupCount` if a group would have fewer than two players, :class:`ValueError` for another mode.
    """
    if mode not in MODES:
        raise ValueError(f"no such way of making groups: {mode}")
    if not 1 <= count <= len(players) // 2:
        raise GroupCount(players=len(players), most=len(players) // 2, found=count)
    pots = _dealt(len(players), count, mode, Lots(seed))
    if clubs_apart:
        clubs = [player.club.casefold() for player in players]
        pots = _nearest(pots, clubs) if mode == "snake" else _apart(pots, clubs)
    groups = [sorted(at for pot in pots if (at := pot[group]) is not None) for group in range(count)]
    return tuple(tuple(players[at].number for at in group) for group in groups)


def _dealt(players: int, count: int, mode: Mode, lots: Lots) -> Pots:
    order = lots.shuffled(range(players)) if mode == "lots" else list(range(players))
    pots: Pots = [[*order[at : at + count]] for at in range(0, players, count)]
    pots[-1] += [None] * (count - len(pots[-1]))
    if mode == "pots":
        return [lots.shuffled(pot) for pot in pots]
    return [pot[::-1] if mode == "snake" and at % 2 else pot for at, pot in enumerate(pots)]


def club_pairs(groups: Iterable[Iterable[str]]) -> int:
    """Return how many pairs of one club there are inside groups, given the clubs of their members; "" is none."""
    held = (Counter(club for club in group if club) for group in groups)
    return sum(number * (number - 1) // 2 for counter in held for number in counter.values())


def _apart(pots: Pots, clubs: Sequence[str]) -> Pots:
    """Return the pots dealt otherwise, so that each club has equally many in all groups, one more or less.

    As long as a club has two more in group x than in y, one of them goes to y, and who was there from the pot comes to
    x; that may be one too many of another club, and so another of it goes on in its place. This walk enters each pot
    once at most and ends, and the sum of pairs has become less.
    """
    pots = [[*pot] for pot in pots]
    while found := _uneven(pots, clubs):
        club, x, y = found
        held = [Counter(_club(pot[at], clubs) for pot in pots) for at in range(len(pots[0]))]
        used: set[int] = set()
        while True:
            here = next(at for at, pot in enumerate(pots) if at not in used and _club(pot[x], clubs) == club)
            used.add(here)
            pot = pots[here]
            pot[x], pot[y] = pot[y], pot[x]
            club = _club(pot[x], clubs)
            if not club or (club != found[0] and held[y][club] > held[x][club]):
                break
    return pots


def _uneven(pots: Pots, clubs: Sequence[str]) -> tuple[str, int, int] | None:
    """Return a club and two groups of which the first has at least two more of it; ``None`` if there is none."""
    groups = range(len(pots[0]))
    for club in sorted({club for club in clubs if club}):
        held = [sum(_club(pot[at], clubs) == club for pot in pots) for at in groups]
        x, y = max(groups, key=held.__getitem__), min(groups, key=held.__getitem__)
        if held[x] >= held[y] + 2:
            return club, x, y
    return None


def _club(player: int | None, clubs: Sequence[str]) -> str:
    return "" if player is None else clubs[player]


WHOLE_PAIRS = 7
"""Up to so many pots two groups are divided anew in every possible way."""


STARTS = 8
"""From so many other deals the search for the nearest one starts again; from fewer if there are very many players."""


def _nearest(pots: Pots, clubs: Sequence[str]) -> Pots:
    """Return the pots dealt so that clubs are apart and the players near their groups of the snake.

    How far a player is moved is counted in groups, which are as many places in the order of strength. Starting from the
    snake, from clubs already apart and from deals by lot, each pot is dealt in the best way for what the others hold
    (an exact matching), and each two groups share their players in the best way, until neither helps. The clubs are
    apart exactly. That the sum of the moves is the least is not proved: it was in each of the 2,000 fields of up to 12
    players in which all ways were tried, and larger fields may have a few moves too many.
    """
    lots = Lots("")
    starts = [pots, *([lots.shuffled(pot) for pot in pots] for _ in range(min(STARTS, 512 // len(clubs))))]
    made = [_improved(_apart(_improved(start, pots, clubs), clubs), pots, clubs) for start in starts]
    made.append(_improved(_apart(pots, clubs), pots, clubs))
    return min(made, key=lambda each: _moved(each, pots))


def _improved(pots: Pots, home: Pots, clubs: Sequence[str]) -> Pots:
    best, price = pots, _price(pots, home, clubs)
    while True:
        for at in range(len(pots)):
            best = _dealt_anew(best, at, home, clubs)
        if len(pots) <= WHOLE_PAIRS:
            for x, y in combinations(range(len(pots[0])), 2):
                best = _shared_anew(best, x, y, home, clubs)
        now = _price(best, home, clubs)
        if now >= price:
            return best
        price = now


def _price(pots: Pots, home: Pots, clubs: Sequence[str]) -> tuple[int, int]:
    pairs = club_pairs([_club(pot[at], clubs) for pot in pots] for at in range(len(pots[0])))
    return pairs, _moves(pots, home)


def _moves(pots: Pots, home: Pots) -> int:
    return _moved(pots, home)[0]


def _moved(pots: Pots, home: Pots) -> tuple[int, list[int]]:
    """Return the sum of the moves, and those of each player, the strongest first, who should stay."""
    moves = {
        player: abs(at - before.index(player))
        for pot, before in zip(pots, home, strict=True)
        for at, player in enumerate(pot)
        if player is not None
    }
    return sum(moves.values()), [moves[player] for player in sorted(moves)]


def _dealt_anew(pots: Pots, at: int, home: Pots, clubs: Sequence[str]) -> Pots:
    """Return the pots with one of them dealt in the best way, the others as they are."""
    pot, count = home[at], len(home[at])
    held = [Counter(_club(other[x], clubs) for k, other in enumerate(pots) if k != at) for x in range(count)]
    unit = count * count
    costs = [
        [
            0 if player is None else abs(x - place) + unit * (held[x][clubs[player]] if clubs[player] else 0)
            for x in range(count)
        ]
        for place, player in enumerate(pot)
    ]
    dealt: list[int | None] = [None] * count
    for place, x in enumerate(_assigned(costs)):
        dealt[x] = pot[place]
    return [*pots[:at], dealt, *pots[at + 1 :]]


def _shared_anew(pots: Pots, x: int, y: int, home: Pots, clubs: Sequence[str]) -> Pots:
    """Return the pots with the players of two groups shared in the best way."""
    before = [[pot[x], pot[y]] for pot in pots]
    places = [{player: place for place, player in enumerate(pot) if player is not None} for pot in home]

    def price(swaps: Sequence[bool]) -> tuple[int, int]:
        told = [pair[::-1] if swap else pair for pair, swap in zip(before, swaps, strict=True)]
        pairs = club_pairs([_club(pair[at], clubs) for pair in told] for at in (0, 1))
        moves = sum(
            abs(group - places[at][player])
            for at, pair in enumerate(told)
            for group, player in zip((x, y), pair, strict=True)
            if player is not None
        )
        return pairs, moves

    best = min(product((False, True), repeat=len(pots)), key=price)
    shared = [[*pot] for pot in pots]
    for pot, pair, swap in zip(shared, before, best, strict=True):
        pot[x], pot[y] = pair[::-1] if swap else pair
    return shared


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row so that the sum of a square of costs is least."""
    size = len(costs)
    blank: list[int | None] = [None] * size
    columns = [[*column] for column in zip(*costs, strict=True)]
    matching = solve(DenseProblem([*([*blank, *row] for row in costs), *([*column, *blank] for column in columns)]))
    return [mate - size for mate in matching.mate[:size]]


def group_view(tournament: Tournament, members: Iterable[PlayerNumber], first_round: RoundNumber = 1) -> Tournament:
    """Return the tournament of one group: only these players, and in each round only their games and rests.

    Rounds keep their numbers, tables and byes; a round in which the group pauses is empty. Rounds before
    ``first_round`` are emptied as well, so that what was played in an earlier stage is not carried over. The system is
    the round robin, in which who rests gets nothing.
    """
    inside = set(members)
    rounds = []
    for round_ in tournament.rounds:
        counts = round_.number >= first_round
        games = tuple(game for game in round_.games if counts and {game.first, game.second} <= inside)
        byes = {player: bye for player, bye in round_.byes.items() if counts and player in inside}
        rounds.append(replace(round_, games=games, byes=MappingProxyType(byes)))
    pairs = (
        tuple(pair for pair in listed if inside.issuperset(pair))
        for listed in (tournament.locked, tournament.forbidden)
    )
    locked, forbidden = pairs
    return replace(
        tournament,
        settings=replace(tournament.settings, system=ROUND_ROBIN),
        players=MappingProxyType({number: each for number, each in tournament.players.items() if number in inside}),
        rounds=tuple(rounds),
        locked=locked,
        forbidden=forbidden,
    )


def parallel(
    schedules: Sequence[Schedule], members: Sequence[Sequence[PlayerNumber]], first_round: RoundNumber = 1
) -> tuple[Round, ...]:
    """Return the rounds of all groups played beside each other; number n of a schedule is the n-th of its members.

    The tables of a group are the same block in each round, those of the first group from 1. A group with fewer rounds
    than others pauses at the end: its players then have neither a game nor a bye.
    """
    before = 0
    games: dict[int, list[Game]] = {}
    resting: dict[int, dict[PlayerNumber, Bye]] = {}
    for schedule, group in zip(schedules, members, strict=True):
        for at, round_ in enumerate(schedule.rounds):
            games.setdefault(at, []).extend(
                Game(before + table, group[first - 1], group[second - 1]) for table, first, second in round_.games
            )
            if round_.bye is not None:
                resting.setdefault(at, {})[group[round_.bye - 1]] = Bye.PAIRING_ALLOCATED
        before += schedule.players // 2
    return tuple(
        Round(first_round + at, tuple(games[at]), MappingProxyType(resting.get(at, {}))) for at in sorted(games)
    )


class Advanced(NamedTuple):
    """One who advances: from which group (from 1), on which place there."""

    player: PlayerNumber
    group: int
    place: int


class Cut(NamedTuple):
    """Players whom nothing separates where only some of them advance: ``places`` of them do."""

    players: tuple[PlayerNumber, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Who advances. ``tiers`` are the winners, the second of the groups and so on, at last the best next-placed; each
    tier in the order in which its players are seeded.

    ``undecided`` tells the places that are still open and between whom: a play-off or the arbiter's word decides. Its
    players stand in no tier. Where places among the best next-placed are open, whoever of a :class:`Cut` of the own
    group does not get its place is among the candidates. ``level`` are players who advance, but whose order nothing
    separates (they are in the order of their numbers).
    """

    tiers: tuple[tuple[Advanced, ...], ...]
    undecided: tuple[Cut, ...] = ()
    level: tuple[tuple[PlayerNumber, ...], ...] = ()

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """All who advance for certain, in the order in which they are seeded."""
        return tuple(each.player for tier in self.tiers for each in tier)


PER_GAME: Mapping[str, int] = {
    "points": 1,
    "buchholz": 2,
    "sonneborn-berger": 2,
    "progressive": 2,
    "koya": 1,
    "wins": 1,
    "games-won": 1,
    "standard-points": 1,
    "score-total": 1,
    "spread": 1,
    "opponents-totals": 2,
    "aro": 0,
    "tpr": 0,
    "ptp": 0,
    "apro": 0,
    "appo": 0,
    "rating": 0,
    "manual": 0,
    "number": 0,
}
"""The tie-breaks that can be compared between groups of different sizes, and by which power of the number of games
their values grow: the points of opponents are sums of as many games themselves."""

INSIDE_ONLY = ("direct-encounter", "lots")
"""What says something of players of one group only."""


def advancing(
    tables: Sequence[Standings],
    best: int,
    thirds: int = 0,
    decided: Sequence[PlayerNumber] = (),
    gone: Collection[PlayerNumber] = (),
    between: Sequence[PlayerNumber] | None = None,
) -> Advance:
    """Return who advances: the ``best`` first of each group, and the ``thirds`` best of those placed next.

    ``tables`` are the final standings of the groups, all with the same tie-breaks. Inside a group its own order counts.
    Between groups it is points per game, the games being those that a member of the group has (one less than the
    members; in several cycles the same multiple for all), then the tie-breaks in their order. Where groups differ in
    size, the tie-breaks of :data:`PER_GAME` are divided by the number of games, or by its square where they grow with
    it, and the others do not count. Tie-breaks of :data:`INSIDE_ONLY` never decide between groups.

    Who is struck out of the standings advances nowhere and is not counted as a member. Who is ``gone`` does not advance
    either, whoever comes next does instead; the games with those who are gone count.

    ``decided`` is the result of play-offs or the word of the arbiter: who is named earlier is ahead of whoever is level
    with him, and ahead of who is not named. Between groups ``between`` says it, by default the same.

    Raises :class:`AdvanceCount` if a group has fewer than ``best`` players, :class:`NextPlacedCount` if fewer than
    ``thirds`` groups have another one.
    """
    tables = [replace(table, rows=tuple(row for row in table.rows if not row.is_struck)) for table in tables]
    lines = _lines(tables, decided, gone, decided if between is None else between)
    smallest = min(map(len, lines), default=0)
    if not 1 <= best <= smallest:
        raise AdvanceCount(found=best, most=smallest)
    longer = [group for group, line in enumerate(lines) if len(line) > best]
    if not 0 <= thirds <= len(longer):
        raise NextPlacedCount(found=thirds, most=len(longer))
    sure, open_ = _next_placed(lines, longer, best, thirds)
    cuts: list[Cut] = []
    level: list[tuple[PlayerNumber, ...]] = []
    tiers: list[list[tuple[_Ranked, Advanced]]] = [[] for _ in range(best + bool(thirds))]
    for group, line in enumerate(lines):
        places = best + (group in sure)
        block = _block(line, places)
        if block:
            cuts.append(Cut(tuple(each.player for each in block), places - line.index(block[0])))
        certain = line[: line.index(block[0]) if block else places]
        for place, each in enumerate(certain):
            tiers[place].append((each, Advanced(each.player, group + 1, place + 1)))
        level += _level((each.inside, each.player) for each in certain)
    if open_:
        cuts.append(_open_cut(lines, open_, best, thirds - len(sure)))
    for tier in tiers:
        tier.sort(key=lambda told: (told[0].between, told[0].player))
        level += _level((told[0].between, told[0].player) for told in tier)
    return Advance(tuple(tuple(advanced for _, advanced in tier) for tier in tiers), tuple(cuts), tuple(level))


def seeded(tables: Sequence[Standings], chosen: Sequence[PlayerNumber]) -> tuple[tuple[Advanced, ...], ...]:
    """Return players whom the arbiter chose, as tiers: the first of them of each group, then the second, and so on.

    Each tier is in the order in which its players are seeded; whoever is named earlier is ahead of whoever is level.
    """
    inside = set(chosen)
    others = {row.player for table in tables for row in table.rows} - inside
    lines = _lines(tables, chosen, others, chosen)
    tiers = []
    for place in range(max(map(len, lines), default=0)):
        tier = [(line[place], group) for group, line in enumerate(lines, start=1) if place < len(line)]
        tier.sort(key=lambda told: told[0].between)
        tiers.append(tuple(Advanced(each.player, group, place + 1) for each, group in tier))
    return tuple(tiers)


class _Ranked(NamedTuple):
    """A row of a group, with what orders it inside the group and between groups; the smaller, the better."""

    player: PlayerNumber
    inside: tuple[int, int]
    between: tuple[object, ...]


def _lines(
    tables: Sequence[Standings],
    decided: Sequence[PlayerNumber],
    gone: Collection[PlayerNumber],
    between: Sequence[PlayerNumber],
) -> list[list[_Ranked]]:
    word = {player: at for at, player in enumerate(decided)}
    across = {player: at for at, player in enumerate(between)}
    is_even = len({len(table.rows) for table in tables}) == 1
    lines = []
    for table in tables:
        games = max(1, len(table.rows) - 1)
        line = []
        for row in table.rows:
            if row.player in gone:
                continue
            inside = row.rank, word.get(row.player, len(word))
            values = _between(table.tie_breaks, row, 1 if is_even else games, is_even)
            said = across.get(row.player, len(across))
            line.append(_Ranked(row.player, inside, (-Fraction(row.points, games), *values, said)))
        lines.append(sorted(line, key=lambda each: each.inside))
    return lines


def _between(tie_breaks: Iterable[TieBreak], row: Row, games: int, is_even: bool) -> Iterator[object]:
    """Yield the keys of the tie-breaks that can be compared between groups."""
    for each, worked in zip(tie_breaks, row.values, strict=True):
        if each.key in INSIDE_ONLY or not (is_even or each.key in PER_GAME):
            continue
        if worked.value is not None:
            worked = worked._replace(value=Fraction(worked.value) / games ** PER_GAME.get(each.key, 0), further=())
        yield each.sort_key(worked)


def _block(line: Sequence[_Ranked], places: int) -> list[_Ranked]:
    """Return the players of a group whom nothing separates where it is cut after so many places."""
    if places >= len(line) or line[places - 1].inside != line[places].inside:
        return []
    return [each for each in line if each.inside == line[places].inside]


def _next_placed(
    lines: Sequence[Sequence[_Ranked]], longer: Sequence[int], best: int, thirds: int
) -> tuple[set[int], list[int]]:
    """Return the groups whose next-placed player advances for certain, and those between which nothing decides."""
    order = sorted(longer, key=lambda group: lines[group][best].between)
    if not 0 < thirds < len(order) or lines[order[thirds - 1]][best].between != lines[order[thirds]][best].between:
        return set(order[:thirds]), []
    at = lines[order[thirds]][best].between
    ahead = order[: next(place for place, group in enumerate(order) if lines[group][best].between == at)]
    return set(ahead), [group for group in order if lines[group][best].between == at]


def _open_cut(lines: Sequence[Sequence[_Ranked]], groups: Iterable[int], best: int, places: int) -> Cut:
    candidates = [each.player for group in groups for each in lines[group] if each.inside == lines[group][best].inside]
    return Cut(tuple(candidates), places)


def _level(keyed: Iterable[tuple[object, PlayerNumber]]) -> list[tuple[PlayerNumber, ...]]:
    """Return the players whose keys are equal, where there are several."""
    return [
        tuple(player for _, player in told)
        for told in (list(run) for _, run in groupby(keyed, key=lambda told: told[0]))
        if len(told) > 1
    ]


def cross(tiers: Sequence[Sequence[Advanced]]) -> tuple[PlayerNumber, ...]:
    """Return the players in the order of their seeds for a knockout in which group mates meet as late as possible.

    The first tier keeps its seeds. In each further one the players may change seeds: so that as few pairs of group
    mates as possible can meet in the first round, then in the second and so on, and then so that the seeds differ as
    little as possible from the order of the tier. With two tiers that is exact (a matching). With more, each is
    assigned exactly for what the others hold as long as that helps, from several starts; tests found nothing better
    among all orders of up to four groups. Raises :class:`ValueError` if a tier has two of one group.

    >>> cross([[Advanced(1, 1, 1), Advanced(5, 2, 1)], [Advanced(6, 2, 2), Advanced(2, 1, 2)]])
    (1, 5, 2, 6)
    """
    if any(len({each.group for each in tier}) < len(tier) for tier in tiers):
        raise ValueError("a tier has two players of one group")
    board = _Board(sum(map(len, tiers)), tiers)
    lots = Lots("")
    starts = [tiers, *([tiers[0], *map(lots.shuffled, tiers[1:])] for _ in range(STARTS if len(tiers) > 2 else 0))]
    best = min((board.improved(start) for start in starts), key=board.price)
    return tuple(each.player for tier in best for each in tier)


class _Board:
    """The bracket in which tiers are crossed: what it costs that group mates have these seeds."""

    def __init__(self, players: int, tiers: Sequence[Sequence[Advanced]]) -> None:
        self.rounds = max(1, (players - 1).bit_length())
        self.place = {seed: at for at, seed in enumerate(seed_order(1 << self.rounds))}
        self.starts = [1 + sum(map(len, tiers[:at])) for at in range(len(tiers))]
        self.home = {each.player: at for tier in tiers for at, each in enumerate(tier)}
        self.unit = players * players + 1

    def meeting(self, one: int, other: int) -> int:
        """Return what it costs that group mates have these seeds: the earlier they can meet, the more."""
        number = (self.place[one] ^ self.place[other]).bit_length()
        return int(self.unit ** (1 + self.rounds - number))

    def price(self, tiers: Sequence[Sequence[Advanced]]) -> int:
        """Return the sum of all meetings and of the places by which players are moved."""
        seeds: dict[int, list[int]] = {}
        for start, tier in zip(self.starts, tiers, strict=True):
            for at, each in enumerate(tier):
                seeds.setdefault(each.group, []).append(start + at)
        meetings = sum(self.meeting(*pair) for mates in seeds.values() for pair in combinations(mates, 2))
        return meetings + sum(abs(self.home[each.player] - at) for tier in tiers for at, each in enumerate(tier))

    def improved(self, tiers: Sequence[Sequence[Advanced]]) -> list[list[Advanced]]:
        """Return the tiers, each but the first in the best order for the others, as long as that helps."""
        best, price = [[*tier] for tier in tiers], self.price(tiers)
        while True:
            for at in range(1, len(best)):
                best[at] = self.assigned(best, at, [other for other in range(len(best)) if other != at])
            now = self.price(best)
            if now >= price:
                return best
            price = now

    def assigned(self, tiers: Sequence[Sequence[Advanced]], at: int, others: Iterable[int]) -> list[Advanced]:
        """Return one tier in the best order for what the other ones hold."""
        mates: dict[int, list[int]] = {}
        for other in others:
            for place, each in enumerate(tiers[other]):
                mates.setdefault(each.group, []).append(self.starts[other] + place)
        tier = tiers[at]
        costs = [
            [
                abs(self.home[each.player] - place)
                + sum(self.meeting(self.starts[at] + place, seed) for seed in mates.get(each.group, ()))
                for place in range(len(tier))
            ]
            for each in tier
        ]
        order = sorted(zip(_assigned(costs), tier, strict=True))
        return [each for _, each in order]
