"""Teams: their standings by their best players, and the match of everyone against everyone (Scheveningen).

A team is what players have written as their club, or in another field of theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Any, NamedTuple

from pairing_core.errors import MatchSize, TeamSize
from pairing_core.model import (
    Bye,
    Game,
    HalfPoints,
    Player,
    PlayerNumber,
    Round,
    RoundNumber,
    Tournament,
    points_text,
)
from pairing_core.standings import Row, Standings
from pairing_core.tie_breaks import TieBreak, Worked

MAX_MEMBERS = 60
"""As many players may be in each team of a match."""

NOT_SUMMED = ("direct-encounter", "lots", "manual", "number")
"""Tie-breaks that only order players; a sum of them says nothing."""


class TeamRow(NamedTuple):
    """A team's line. ``rank`` is shared by teams whom nothing separates. ``counted`` are the members whose points
    count, the best first, ``members`` all of them; ``values`` are the sums of the tie-breaks, ``best`` the rank of the
    best member.
    """

    rank: int
    name: str
    points: HalfPoints
    values: tuple[Fraction, ...]
    best: int
    counted: tuple[PlayerNumber, ...]
    members: tuple[PlayerNumber, ...]

    def label(self, tie_break: TieBreak, at: int, mark: str = ".") -> str:
        """Return the sum of the tie-break that stands at this place for people."""
        return tie_break.label(Worked(self.values[at]), mark)


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The teams after a round, the best first; within a shared rank by name."""

    after: RoundNumber
    size: int
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[TeamRow, ...]


def club_of(player: Player) -> str:
    """Return the club, which is the team if nothing else is said; "" is none."""
    return " ".join(player.club.split())


def team_standings(
    tournament: Tournament, ranked: Standings, size: int, team_of: Callable[[Player], str] = club_of
) -> TeamStandings:
    """Return the order of the teams: the sum of the points of their ``size`` best members in the standings.

    A team with fewer members has the points of those it has. Teams with equal points are divided by the sums of the
    tie-breaks of the counted members, in their order (those that only order players, :data:`NOT_SUMMED`, are left out,
    and a missing value adds nothing), then by the rank of the best member. Who has no team or is struck out of the
    standings is in none. Names that differ in letter case only are one team.

    Raises :class:`TeamSize` if ``size`` is less than 1.
    """
    if size < 1:
        raise TeamSize(found=size)
    teams: dict[str, tuple[str, list[Row]]] = {}
    for row in ranked.rows:
        if row.is_struck:
            continue
        name = team_of(tournament.players[row.player])
        if name:
            teams.setdefault(name.casefold(), (name, []))[1].append(row)
    used = [(at, each) for at, each in enumerate(ranked.tie_breaks) if each.key not in NOT_SUMMED]
    lines = []
    for name, members in teams.values():
        counted = members[:size]
        points = sum(row.points for row in counted)
        values = tuple(sum((Fraction(row.values[at].value or 0) for row in counted), Fraction()) for at, _ in used)
        signed = tuple(
            -value if each.higher_is_better else value for (_, each), value in zip(used, values, strict=True)
        )
        key = (-points, signed, members[0].rank)
        players = tuple(row.player for row in members)
        lines.append((key, TeamRow(0, name, points, values, members[0].rank, players[:size], players)))
    lines.sort(key=lambda line: (line[0], line[1].name))
    keys = [key for key, _ in lines]
    rows = tuple(row._replace(rank=keys.index(key) + 1) for key, row in lines)
    return TeamStandings(ranked.after, size, tuple(each for _, each in used), rows)


def to_json(teams: TeamStandings) -> dict[str, Any]:
    """Return the standings of teams as a JSON object; points and values are decimal text.

    ``{"after": 5, "best": 4, "tiebreaks": ["buchholz"], "rows": [{"rank": 1, "team": "Brno", "points": "12.5",
    "tiebreaks": {"buchholz": "60"}, "counted": [1, 4], "members": [1, 4, 9]}]}``.
    """
    rows = [
        {
            "rank": row.rank,
            "team": row.name,
            "points": points_text(row.points),
            "tiebreaks": {
                each.key: each.text(Worked(value)) for each, value in zip(teams.tie_breaks, row.values, strict=True)
            },
            "counted": list(row.counted),
            "members": list(row.members),
        }
        for row in teams.rows
    ]
    return {
        "after": teams.after,
        "best": teams.size,
        "tiebreaks": [each.key for each in teams.tie_breaks],
        "rows": rows,
    }


class MatchGame(NamedTuple):
    """A game of a match: table, and the players of team A and B (from 1); ``a_starts`` tells who starts."""

    table: int
    a: int
    b: int
    a_starts: bool


class MatchRound(NamedTuple):
    """A round of a match; ``resting`` are the players of the larger team who have no game."""

    number: int
    games: tuple[MatchGame, ...]
    resting: tuple[int, ...]


class Match(NamedTuple):
    """A match of everyone against everyone between teams of ``a`` and ``b`` players."""

    a: int
    b: int
    rounds: tuple[MatchRound, ...]


def scheveningen(a: int, b: int) -> Match:
    """Return the rounds in which each of the ``a`` players of one team meets each of the ``b`` players of the other.

    There are as many rounds as the larger team has players, and as many tables as the smaller one; of the larger team
    each player rests equally often. Every player starts half of the games, one more or less if they are odd, and never
    three in a row.

    Teams of equal size n, but for 2 and 6: everybody sits at each table once, and each team starts half of the games of
    each round (one more or less if they are odd). Who is where comes from two orthogonal Latin squares: over the
    integers modulo n if n is odd; over a finite field of characteristic 2 times the integers modulo the odd part of n
    if 4 divides n; for 10, 14 and 18 they were found by a search. For 2 and 6 there are no such squares (Tarry, 1900),
    and for 22, 26 and so on we have none: there the players of one team sit at each table once, those of the other at
    one of them twice and at one never, and in two of the rounds a team starts one game more than half of them.

    Teams of different size, up to 20 players: a team starts at most one game more than half of those of a round (all
    sizes were tried), and the players of the smaller one are at each table equally often, one more or less; those of
    the larger one mostly differ by two.

    The system is named after the tournament of Scheveningen in 1923. The table for 10 boards that is in common use
    (Wikipedia, "Scheveningen system"; the FIDE Handbook prints such tables, too) also gives everybody five starts, and
    five to each team in every round, but leaves the players of team A at their boards. Ours is another one.

    Raises :class:`MatchSize`. Time about O(a · b · min(a, b)).
    """
    if not (1 <= a <= MAX_MEMBERS and 1 <= b <= MAX_MEMBERS):
        raise MatchSize(a=a, b=b, most=MAX_MEMBERS)
    return _scheveningen(a, b)


@cache
def _scheveningen(a: int, b: int) -> Match:
    large, small = max(a, b), min(a, b)
    if a == b and a % 2:
        games = _odd_square(a)
    elif a == b and a % 4 == 0:
        games = _even_square(a)
    elif a == b and a in BASES:
        games = _developed(BASES[a])
    else:
        games = _cyclic(large, small)
    everybody = set(range(1, large + 1))
    rounds = []
    for number, round_ in enumerate(games, start=1):
        told = sorted(
            MatchGame(table + 1, one + 1, other + 1, starts)
            if a >= b
            else MatchGame(table + 1, other + 1, one + 1, not starts)
            for table, one, other, starts in round_
        )
        rounds.append(MatchRound(number, tuple(told), tuple(sorted(everybody - {one + 1 for _, one, _, _ in round_}))))
    return Match(a, b, tuple(rounds))


Seat = tuple[int, int, int]
"""Table, player of the larger team, player of the smaller one; all from 0."""

Seated = tuple[int, int, int, bool]
"""The same, and whether the player of the larger team starts."""


def _odd_square(size: int) -> list[list[Seated]]:
    """Return rounds in which player i meets i + r and sits at table 2i + r, modulo an odd number.

    Everybody moves on by one table each round, up or down, so that starts at every other table alternate. At the last
    table they do so from round to round.
    """
    last = size - 1
    return [
        [
            (table, one, (one + number) % size, (number if table == last else table) % 2 == 0)
            for one in range(size)
            for table in ((2 * one + number) % size,)
        ]
        for number in range(size)
    ]


def _even_square(size: int) -> list[list[Seated]]:
    """Return rounds in which player i meets i + r and sits at table i + θ(r), in a group of a multiple of 4 elements.

    The group is a field of 2^k elements times the integers modulo an odd number; θ multiplies by x in the field and
    doubles beside it, and both θ and θ - 1 are one-to-one. Who starts at a table is told by the lowest bit of its field
    element. The rounds are ordered so that team A's players start in every other round and nobody three times in a row.
    """
    bits = (size & -size).bit_length() - 1
    field, odd = 1 << bits, size >> bits
    modulus = {2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101}[bits]

    def add(one: int, other: int) -> int:
        return (one // odd ^ other // odd) * odd + (one % odd + other % odd) % odd

    def turn(element: int) -> int:
        high = element // odd << 1
        return (high ^ modulus if high & field else high) * odd + 2 * (element % odd) % odd

    def sides(number: int) -> tuple[int, int]:
        return turn(number) // odd & 1, (turn(number) // odd ^ number // odd) & 1

    kinds = {kind: [number for number in range(size) if sides(number) == kind] for kind in _ORDER}
    order = [kinds[kind][at] for at in range(size // 4) for kind in _ORDER]
    return [
        [
            (table, one, add(one, number), table // odd & 1 == 0)
            for one in range(size)
            for table in (add(one, turn(number)),)
        ]
        for number in order
    ]


_ORDER = ((0, 0), (1, 1), (0, 1), (1, 0))
"""In this order of rounds the first team's starts alternate and those of the second never come three in a row."""


def _cyclic(large: int, small: int) -> list[list[Seated]]:
    """Return rounds in which player j of the smaller team meets j + r modulo the size of the larger one."""
    shift = min(
        (_shifts(large, small, step) for step in range(min(small, 12))),
        key=lambda told: _unevenness(large, small, told),
    )
    seats = [
        [((other + shift[at]) % small, (other + at) % large, other) for other in range(small)] for at in range(large)
    ]
    return _started([seats[at] for at in order] for order in _orders(large))


_BASES = {
    10: ("0,0,2,0 0,1,1,4 0,2,5,7 0,3,9,2 0,4,3,9 0,5,0,6 0,6,7,3 0,7,4,5 0,8,6,1 0,9,8,8 9,0,5,4"),
    14: (
        "0,0,7,1 0,1,5,0 0,2,11,12 0,3,1,6 0,4,4,10 0,5,10,13 0,6,8,8 0,7,0,11 0,8,3,2 0,9,6,9 0,10,9,5 "
        "0,11,13,7 0,12,2,4 0,13,12,3 13,0,1,11"
    ),
    18: (
        "0,0,0,4 0,1,7,1 0,2,14,16 0,3,4,11 0,4,15,10 0,5,17,15 0,6,3,2 0,7,5,5 0,8,12,3 0,9,2,12 0,10,13,9 "
        "0,11,1,17 0,12,11,0 0,13,9,14 0,14,16,8 0,15,6,7 0,16,8,6 0,17,10,13 17,0,5,2"
    ),
}
BASES: Mapping[int, tuple[tuple[int, ...], ...]] = {
    size: tuple(tuple(map(int, each.split(","))) for each in told.split()) for size, told in _BASES.items()
}
"""By size, what :func:`_developed` develops; found by a search, proved by the tests."""


def _developed(base: Sequence[Sequence[int]]) -> list[list[Seated]]:
    """Return the rounds of two orthogonal Latin squares of an even order, given by their base.

    A quadruple of the base is player, opponent, round and table; all are integers modulo the order less one, or the
    order less one itself, which stands for infinity and does not move. The quadruples are shifted in every way; then
    all that are infinite meet. (A quasi-difference matrix: Colbourn and Dinitz, Handbook of Combinatorial Designs.)
    """
    infinite = len(base) - 2
    rounds: list[list[Seat]] = [[] for _ in range(infinite + 1)]
    rounds[infinite].append((infinite, infinite, infinite))
    for quadruple in base:
        for shift in range(infinite):
            one, other, number, table = (each if each == infinite else (each + shift) % infinite for each in quadruple)
            rounds[number].append((table, one, other))
    return _started([[rounds[at] for at in _halving_order(rounds)]])


def _halving_order(rounds: Sequence[Sequence[Seat]]) -> list[int]:
    """Return an order in which two rounds stand beside each other whose rings can be divided in two equal halves."""
    good = {pair for pair in combinations(range(len(rounds)), 2) if _can_be_halved(*(rounds[at] for at in pair))}

    def paired(left: Sequence[int]) -> list[int] | None:
        if not left:
            return []
        for other in left[1:]:
            if (left[0], other) in good:
                rest = paired([each for each in left[1:] if each != other])
                if rest is not None:
                    return [left[0], other, *rest]
        return None

    return paired(range(len(rounds))) or list(range(len(rounds)))


def _can_be_halved(one: Sequence[Seat], other: Sequence[Seat]) -> bool:
    """Tell whether the rings that two rounds form can be divided so that both parts have half of the games."""
    meets = {seat[1]: seat[2] for seat in one}
    back = {seat[2]: seat[1] for seat in other}
    sums, left = {0}, set(meets)
    while left:
        player, length = left.pop(), 1
        while (player := back[meets[player]]) in left:
            left.remove(player)
            length += 1
        sums |= {each + length for each in sums}
    return len(meets) // 2 in sums


def _started(candidates: Iterable[Sequence[Sequence[Seat]]]) -> list[list[Seated]]:
    """Return that one of some orders of the rounds in which the starts of a team are best balanced in each round."""
    made = []
    for rounds in candidates:
        for starts in (_starts(rounds, pairing) for pairing in PAIRINGS):
            off = [abs(2 * sum(starts[at, seat] for seat in told) - len(told)) for at, told in enumerate(rounds)]
            made.append((sorted(off, reverse=True), starts, rounds))
            if max(off) <= len(rounds[0]) % 2:
                return _with_starts(rounds, starts)
    _, starts, rounds = min(made, key=lambda told: told[0])
    return _with_starts(rounds, starts)


def _with_starts(rounds: Sequence[Sequence[Seat]], starts: Mapping[tuple[int, Seat], bool]) -> list[list[Seated]]:
    return [[(*seat, starts[at, seat]) for seat in told] for at, told in enumerate(rounds)]


def _shifts(large: int, small: int, step: int) -> list[int]:
    """Return by how many tables the smaller team has moved in each round: steps, and one more after each full turn.

    Any ``small`` rounds in a row have all tables.
    """
    turn = 1
    while turn * step % small:
        turn += 1
    return [number * step + number // turn for number in range(large)]


def _unevenness(large: int, small: int, shifts: Sequence[int]) -> int:
    """Return the sum of squares of how often the players of the larger team are at each table."""
    visits = Counter(
        ((other + number) % large, (other + shifts[number]) % small)
        for number in range(large)
        for other in range(small)
    )
    return sum(count * count for count in visits.values())


def _orders(rounds: int) -> Iterable[list[int]]:
    """Yield orders of the rounds in which two that differ by two stand beside each other, and some others.

    Then players who meet in one and in the next form two rings, one of which starts in the one round, one in the other.
    """
    half = rounds // 2
    if rounds % 4 == 2:
        yield [*(at for turn in range(2, rounds, 4) for at in _beside(turn, half, rounds)), 0, half]
    for gap in range(1, min(rounds, 9)):
        order: list[int] = []
        for at in range(0, rounds, 2 * gap):
            for low in range(at, min(at + gap, rounds)):
                order += [each for each in (low, low + gap) if each < rounds]
        yield order


def _beside(turn: int, half: int, rounds: int) -> tuple[int, ...]:
    return turn, turn + 2, (turn + half) % rounds, (turn + 2 + half) % rounds


SOONER, LATER, MIXED = range(3)
"""How a team's games are paired: the first and second of a player, or the second and third, or by turns of players."""

PAIRINGS = tuple(product((SOONER, LATER, MIXED), (SOONER, LATER, MIXED)))
"""That of the larger team and of the smaller one."""


def _starts(rounds: Sequence[Sequence[Seat]], pairing: tuple[int, int]) -> dict[tuple[int, Seat], bool]:
    """Return who starts: each player alternates in the first and second own game, in the third and fourth, and so on.

    Or in the second and third and so on, and then in the last and first if these are left. Games that share such a pair
    of a player form paths and even rings, along which the starts alternate, so that it can always be done. Each of them
    can be turned as a whole: as it is best for the rounds.
    """
    own: dict[tuple[int, int], list[tuple[int, Seat]]] = {}
    for number, seats in enumerate(rounds):
        for seat in seats:
            own.setdefault((0, seat[1]), []).append((number, seat))
            own.setdefault((1, seat[2]), []).append((number, seat))
    links: dict[tuple[int, Seat], list[tuple[int, Seat]]] = {
        (number, seat): [] for number, seats in enumerate(rounds) for seat in seats
    }
    for (team, player), games in own.items():
        if pairing[team] == LATER or (pairing[team] == MIXED and player % 2):
            games = games[1:] + (games[:1] if len(games) % 2 == 0 else [])
        for one, other in zip(games[::2], games[1::2], strict=False):
            links[one].append(other)
            links[other].append(one)
    parts = sorted(_parts(links), key=len, reverse=True)
    balance = [0] * len(rounds)
    turned = [False] * len(parts)
    shares = [Counter[int]() for _ in parts]
    for share, part in zip(shares, parts, strict=True):
        for (number, _), starts in part.items():
            share[number] += 1 if starts else -1
    for at, share in enumerate(shares):
        turned[at] = _gain(balance, share) > 0
        _add(balance, share, -1 if turned[at] else 1)
    is_better = True
    while is_better:
        is_better = False
        for at, share in enumerate(shares):
            sign = -1 if turned[at] else 1
            price = sum(balance[number] ** 2 for number in share)
            _add(balance, share, -2 * sign)
            if sum(balance[number] ** 2 for number in share) < price:
                turned[at], is_better = not turned[at], True
            else:
                _add(balance, share, 2 * sign)
    return {game: starts != turned[at] for at, part in enumerate(parts) for game, starts in part.items()}


def _gain(balance: Sequence[int], share: Mapping[int, int]) -> int:
    return sum(balance[number] * value for number, value in share.items())


def _add(balance: list[int], share: Mapping[int, int], times: int) -> None:
    for number, value in share.items():
        balance[number] += times * value


def _parts(links: Mapping[tuple[int, Seat], Sequence[tuple[int, Seat]]]) -> Iterable[dict[tuple[int, Seat], bool]]:
    """Yield the connected parts, each game with a side that differs from those it is linked with."""
    seen: set[tuple[int, Seat]] = set()
    for game in links:
        if game in seen:
            continue
        part = {game: True}
        todo = [game]
        while todo:
            here = todo.pop()
            for other in links[here]:
                if other not in part:
                    part[other] = not part[here]
                    todo.append(other)
        seen |= part.keys()
        yield part


def match_rounds(
    team_a: Sequence[PlayerNumber], team_b: Sequence[PlayerNumber], first_round: RoundNumber = 1
) -> tuple[Round, ...]:
    """Return the rounds of a match between two lists of players; who rests has a pairing-allocated bye.

    In a round robin that is worth nothing, as it should be. Raises :class:`MatchSize`.
    """
    match = scheveningen(len(team_a), len(team_b))
    larger = team_a if len(team_a) > len(team_b) else team_b
    rounds = []
    for round_ in match.rounds:
        games = []
        for table, one, other, a_starts in round_.games:
            a, b = team_a[one - 1], team_b[other - 1]
            games.append(Game(table, *((a, b) if a_starts else (b, a))))
        byes = {larger[each - 1]: Bye.PAIRING_ALLOCATED for each in round_.resting}
        rounds.append(Round(first_round + round_.number - 1, tuple(games), MappingProxyType(byes)))
    return tuple(rounds)
