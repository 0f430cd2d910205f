"""Which entrant gets which number: by lot, by hand, and so that wished games fall into wished rounds.

Rule: a Spanish reversi club leaves its most interesting games for the last rounds by giving out the numbers that meet
there. Here several such wishes are met at once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing_core.draw import Lots
from pairing_core.errors import (
    AmbiguousPlayerInWish,
    BadNumber,
    BadWish,
    DuplicateNumber,
    UnknownPlayerInWish,
    WishesExclude,
    WishesTooHard,
    WishRoundOutOfRange,
    WishWithOnePlayer,
)
from pairing_core.round_robin.quality import opponents_by_round
from pairing_core.round_robin.values import Schedule

LAST = "last"
LAST_BUT_ONE = "last-but-one"

# How hard to try: draws thrown away before the search begins, and steps of one search, of which a few are made.
REJECTED_DRAWS = 2000
SEARCH_STEPS = 4000
SEARCHES = 10


class Wish(NamedTuple):
    """These two entrants (places in the list, from 1) shall meet in this round."""

    a: int
    b: int
    round: int


def parse_wish(text: str, rounds: int, names: Sequence[str] = ()) -> Wish:
    """Read ``A,B:ROUND``, where ROUND is a number, ``last`` or ``last-but-one``.

    A and B are places in the list of entrants, from 1; when ``names`` are given, also names of that list (a name goes
    before a place). Whether the places exist is known only with names, or later to :func:`draw_numbers`.

    Raises :class:`BadWish`, :class:`WishRoundOutOfRange`, :class:`WishWithOnePlayer`, :class:`UnknownPlayerInWish` or
    :class:`AmbiguousPlayerInWish`.

    >>> parse_wish("1,4:last", 5)
    Wish(a=1, b=4, round=5)
    >>> parse_wish("Novák, Jan, Anna:last-but-one", 5, ["Anna", "Béla", "Novák, Jan"])
    Wish(a=3, b=1, round=4)
    """
    wish = " ".join(text.split())
    pair, colon, when = wish.rpartition(":")
    pieces = pair.split(",")
    if not colon or len(pieces) < 2:
        raise BadWish(wish=wish)
    round_number = _round_number(when.strip().casefold(), rounds, wish)
    entrants = _two_entrants(pieces, names, wish)
    if entrants[0] == entrants[1]:
        raise WishWithOnePlayer(wish=wish)
    return Wish(*entrants, round_number)


def _round_number(when: str, rounds: int, wish: str) -> int:
    if when == LAST:
        return rounds
    if when == LAST_BUT_ONE:
        number = rounds - 1
    elif when.isdecimal() and len(when) < 10:
        number = int(when)
    else:
        raise BadWish(wish=wish)
    if not 1 <= number <= rounds:
        raise WishRoundOutOfRange(wish=wish, round=when, rounds=rounds)
    return number


def _two_entrants(pieces: Sequence[str], names: Sequence[str], wish: str) -> tuple[int, int]:
    places = {_folded(name): place for place, name in enumerate(names, start=1)}

    def entrant(name: str) -> int | None:
        name = _folded(name)
        if name in places:
            return places[name]
        if name.isdecimal() and len(name) < 10 and int(name) >= 1 and (not names or int(name) <= len(names)):
            return int(name)
        return None

    found = []
    unknown = ""
    for cut in range(1, len(pieces)):
        # A name may hold commas itself, so each comma may be the one between the two.
        sides = ",".join(pieces[:cut]).strip(), ",".join(pieces[cut:]).strip()
        a, b = entrant(sides[0]), entrant(sides[1])
        if a is not None and b is not None:
            found.append((a, b))
        elif not unknown:
            unknown = sides[0] if a is None else sides[1]
    if not found:
        if not names:
            raise BadWish(wish=wish)
        raise UnknownPlayerInWish(player=unknown, wish=wish)
    if len(found) > 1:
        raise AmbiguousPlayerInWish(wish=wish)
    return found[0]


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def draw_numbers(
    schedule: Schedule,
    seed: str | None,
    fixed: Mapping[int, int] | None = None,
    wishes: Sequence[Wish] = (),
    names: Sequence[str] = (),
) -> tuple[int, ...]:
    """Return the number of each entrant (index 0 is entrant 1) so that all wishes are met.

    ``fixed`` gives numbers to entrants by hand. With a seed the rest is drawn by lot; without one everybody keeps his
    place in the list as his number, as far as the wishes and fixed numbers allow.

    Who is bound by wishes to each other forms a group; in a given round every number has one opponent, so the number of
    one member settles all the others. First each group is given a number by lot, all groups anew until they agree:
    then every allowed outcome is equally likely. When that fails very often, the groups are filled one after another,
    always the one with the fewest ways left, and taken back when stuck: then every outcome is possible, but not exactly
    equally likely. Entrants without wishes always get the free numbers with equal chances.

    ``names`` (in the order of the list) are only used in errors. Raises :class:`WishesExclude` with a smallest set of
    wishes and fixed numbers that exclude each other, :class:`WishesTooHard` if the search gives up,
    :class:`WishRoundOutOfRange`, :class:`WishWithOnePlayer`, :class:`UnknownPlayerInWish`, :class:`BadNumber` or
    :class:`DuplicateNumber`.

    Time O(wishes · players) where the wishes leave room.

    >>> from pairing_core.round_robin import schedule
    >>> draw_numbers(schedule(6, "fixed-first"), None, {1: 1}, [Wish(1, 2, 5)])
    (1, 4, 3, 2, 5, 6)
    """
    fixed = dict(fixed or {})
    _check(schedule, fixed, wishes)
    problem = _Problem(schedule, fixed, wishes)
    lots = None if seed is None else Lots(seed)
    chosen = problem.solve(lots)
    if chosen is None:
        if not problem.settled:
            raise WishesTooHard(wishes=len(wishes))
        raise WishesExclude(wishes=_told(_smallest_clash(schedule, fixed, wishes), names))
    free_entrants = [entrant for entrant in range(1, schedule.players + 1) if entrant not in chosen]
    taken = set(chosen.values())
    free_numbers = [number for number in range(1, schedule.players + 1) if number not in taken]
    if lots is None:
        keeping = set(free_entrants) & set(free_numbers)
        chosen.update({entrant: entrant for entrant in keeping})
        free_entrants = [entrant for entrant in free_entrants if entrant not in keeping]
        free_numbers = [number for number in free_numbers if number not in keeping]
    else:
        free_numbers = lots.shuffled(free_numbers)
    chosen.update(zip(free_entrants, free_numbers, strict=True))
    return tuple(chosen[entrant] for entrant in range(1, schedule.players + 1))


def _check(schedule: Schedule, fixed: Mapping[int, int], wishes: Sequence[Wish]) -> None:
    players, rounds = schedule.players, len(schedule.rounds)
    given: set[int] = set()
    for number in fixed.values():
        if not 1 <= number <= players:
            raise BadNumber(number=number, high=players)
        if number in given:
            raise DuplicateNumber(number=number)
        given.add(number)
    for wish in wishes:
        text = f"{wish.a},{wish.b}:{wish.round}"
        for entrant in (wish.a, wish.b):
            if not 1 <= entrant <= players:
                raise UnknownPlayerInWish(player=entrant, wish=text)
        if wish.a == wish.b:
            raise WishWithOnePlayer(wish=text)
        if not 1 <= wish.round <= rounds:
            raise WishRoundOutOfRange(wish=text, round=wish.round, rounds=rounds)


class _Problem:
    """Groups of entrants bound by wishes, and for each group all the ways in which it can be numbered."""

    def __init__(self, schedule: Schedule, fixed: Mapping[int, int], wishes: Sequence[Wish]) -> None:
        self.players = schedule.players
        self.fixed = fixed
        self.settled = True  # False once a search was given up, so that "no solution" is not proved
        self._opponents = opponents_by_round(schedule)
        bonds: dict[int, list[tuple[int, int]]] = {}
        for a, b, round_number in wishes:
            bonds.setdefault(a, []).append((b, round_number))
            bonds.setdefault(b, []).append((a, round_number))
        self.groups = []
        self.ways: list[list[tuple[int, ...]]] = []
        seen: set[int] = set()
        for root in sorted(bonds):
            if root not in seen:
                group = self._group(root, bonds)
                seen.update(group)
                self.groups.append(group)
                self.ways.append(self._all_ways(group, bonds))

    @staticmethod
    def _group(root: int, bonds: Mapping[int, list[tuple[int, int]]]) -> tuple[int, ...]:
        group = [root]
        for member in group:
            group.extend(other for other in dict.fromkeys(other for other, _ in bonds[member]) if other not in group)
        return tuple(group)

    def _all_ways(self, group: tuple[int, ...], bonds: Mapping[int, list[tuple[int, int]]]) -> list[tuple[int, ...]]:
        elsewhere = {number for entrant, number in self.fixed.items() if entrant not in group}
        ways = []
        for start in range(1, self.players + 1):
            numbers = {group[0]: start}
            agreed = True
            for member in group:
                for other, round_number in bonds[member]:
                    # The dummy is no entrant's number; it falls out below as one that is not allowed.
                    number = self._opponents[round_number - 1][numbers[member]]
                    if numbers.setdefault(other, number) != number or number > self.players:
                        agreed = False
                        break
                if not agreed:
                    break
            if (
                agreed
                and len(set(numbers.values())) == len(group)
                and elsewhere.isdisjoint(numbers.values())
                and all(self.fixed.get(member, number) == number for member, number in numbers.items())
            ):
                ways.append(tuple(numbers[member] for member in group))
        return ways

    def solve(self, lots: Lots | None) -> dict[int, int] | None:
        """Return numbers for all entrants with wishes or fixed numbers, or ``None``; see :attr:`settled`."""
        if not all(self.ways):
            return None
        chosen = None
        if lots is not None:
            chosen = self._by_rejection(lots)
        if chosen is None:
            chosen = self._by_search(lots)
        if chosen is None:
            return None
        result = dict(self.fixed)
        for group, way in zip(self.groups, chosen, strict=True):
            result.update(zip(group, way, strict=True))
        return result

    def _by_rejection(self, lots: Lots) -> list[tuple[int, ...]] | None:
        for _ in range(REJECTED_DRAWS):
            taken: set[int] = set()
            chosen = []
            for ways in self.ways:
                way = ways[lots.below(len(ways))]
                if not taken.isdisjoint(way):
                    break
                taken.update(way)
                chosen.append(way)
            else:
                return chosen
        return None

    def _by_search(self, lots: Lots | None) -> list[tuple[int, ...]] | None:
        """Search with ever new orders of the ways; a search that ends by itself settles the question."""
        for attempt in range(SEARCHES):
            if lots is not None:
                ordered = [lots.shuffled(ways) for ways in self.ways]
            elif attempt == 0:
                ordered = [
                    sorted(ways, key=lambda way: sum(map(int.__ne__, group, way)))
                    for group, ways in zip(self.groups, self.ways, strict=True)
                ]
            else:
                # Without a seed the search must still be able to leave a dead end, the same way each time.
                ordered = [Lots(f"{attempt}").shuffled(ways) for ways in self.ways]
            chosen, given_up = _fill(ordered)
            if not given_up:
                return chosen
        self.settled = False
        return None


def _fill(ordered: list[list[tuple[int, ...]]]) -> tuple[list[tuple[int, ...]] | None, bool]:
    """Choose one way for each group so that no number is used twice; return them, and whether the search gave up."""
    chosen: dict[int, tuple[int, ...]] = {}
    steps = 0

    def fill(left: dict[int, list[tuple[int, ...]]]) -> bool | None:
        nonlocal steps
        if not left:
            return True
        group = min(left, key=lambda candidate: len(left[candidate]))
        rest = {other: ways for other, ways in left.items() if other != group}
        for way in left[group]:
            steps += 1
            if steps > SEARCH_STEPS:
                return None
            taken = set(way)
            still = {other: [w for w in ways if taken.isdisjoint(w)] for other, ways in rest.items()}
            if all(still.values()):
                chosen[group] = way
                found = fill(still)
                if found is not False:
                    return found
        return False

    found = fill(dict(enumerate(ordered)))
    return ([chosen[group] for group in range(len(ordered))] if found else None), found is None


class _Clash(NamedTuple):
    wishes: tuple[Wish, ...]
    fixed: tuple[tuple[int, int], ...]


def _smallest_clash(schedule: Schedule, fixed: Mapping[int, int], wishes: Sequence[Wish]) -> _Clash:
    """Leave out one wish or fixed number after the other as long as the rest still cannot be met."""

    def impossible(kept: _Clash) -> bool:
        problem = _Problem(schedule, dict(kept.fixed), kept.wishes)
        return problem.solve(None) is None and problem.settled

    kept = _Clash(tuple(dict.fromkeys(wishes)), tuple(sorted(fixed.items())))
    bound = {entrant for wish in kept.wishes for entrant in (wish.a, wish.b)}
    # Cheap cuts first: often the wishes clash by themselves, or with the numbers of those who have wishes.
    for fewer in ((), tuple(item for item in kept.fixed if item[0] in bound)):
        if impossible(kept._replace(fixed=fewer)):
            kept = kept._replace(fixed=fewer)
            break
    for wish in kept.wishes:
        fewer_wishes = kept._replace(wishes=tuple(other for other in kept.wishes if other != wish))
        if impossible(fewer_wishes):
            kept = fewer_wishes
    for item in kept.fixed:
        fewer_fixed = kept._replace(fixed=tuple(other for other in kept.fixed if other != item))
        if impossible(fewer_fixed):
            kept = fewer_fixed
    return kept


def _told(clash: _Clash, names: Sequence[str]) -> str:
    def told(entrant: int) -> str:
        return names[entrant - 1] if names else str(entrant)

    wishes = [f"{told(a)}, {told(b)}: {round_number}" for a, b, round_number in clash.wishes]
    return "; ".join([*wishes, *(f"{told(entrant)} = #{number}" for entrant, number in clash.fixed)])
