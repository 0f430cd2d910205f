"""Drawing a round: the pairing with the least total cost, proved, with who starts and who has the bye.

All that could be otherwise is compared: the draw is the best of all, by the order of the rule set's criteria. If no
pairing can keep a rule, the one that breaks it least is drawn and says so; only a forbidden pair, and a repeated
meeting unless it is allowed, are never drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from pairing_core.errors import (
    BadLock,
    NobodyToPair,
    NoPairing,
    PairedTwice,
    PlayerNotIn,
    ResultsMissing,
)
from pairing_core.journal import label
from pairing_core.matching import check, solve, stuck
from pairing_core.model import Bye, Draw, Game, PlayerNumber, Round, Tournament
from pairing_core.swiss.costs import Costs, RoundProblem, costs_of
from pairing_core.swiss.criteria import REPEATS
from pairing_core.swiss.field import Entrant, Field, field_of
from pairing_core.swiss.rule_sets import RULE_SETS, rule_set
from pairing_core.swiss.rules import BYE, SECOND_BYE, RuleSet

Lock = tuple[PlayerNumber, PlayerNumber | None]
"""Two who must meet, or one who must have the bye (with ``None``)."""


@dataclass(frozen=True)
class Pairing:
    """A round as it was drawn.

    ``costs`` are those of each game of the round by criterion, ``bye_costs`` those of the bye (empty without one); a
    cost of 0 is left out. ``total`` are the sums, ``locked`` the pairs and the bye that were fixed beforehand.
    ``optimal`` is true once the proof that no other pairing is better has been checked. ``relaxed`` are the keys of the
    rules that had to give way. ``price`` is the whole cost as one number, comparable only within one tournament and
    round.
    """

    round: Round
    rules: RuleSet
    seed: str
    field: Field
    bye: PlayerNumber | None
    costs: tuple[Mapping[str, int], ...]
    bye_costs: Mapping[str, int]
    total: Mapping[str, int]
    relaxed: tuple[str, ...]
    locked: tuple[Lock, ...]
    optimal: bool
    price: int


def pair_round(
    tournament: Tournament,
    seed: str | None = None,
    *,
    rules: RuleSet | None = None,
    locked: Sequence[Lock] | None = None,
    allow_repeats: bool | None = None,
    known: Iterable[RuleSet] = RULE_SETS,
) -> Pairing:
    """Draw the next round.

    ``seed`` (by default that of the settings) decides what the rules leave open; the same seed gives the same draw.
    ``rules`` and ``allow_repeats`` are by default those of the settings, ``locked`` the pairs that the arbiter has
    locked; the rest is paired as well as can be around them. ``known`` is where the key of the settings is looked up.

    Raises :class:`ResultsMissing`, :class:`NobodyToPair`, :class:`UnknownSystem`, for locks :class:`PlayerNotIn`,
    :class:`PairedTwice` and :class:`BadLock`, and :class:`NoPairing` if no pairing keeps the rules that may not be
    broken.

    Rule: minimum-penalty perfect matching, exact (see :mod:`pairing_core.matching`). 200 players take a few hundredths
    of a second, 1,000 about half a second.
    """
    for round_ in tournament.rounds:
        open_tables = [str(game.table) for game in round_.games if game.result is None]
        if open_tables:
            raise ResultsMissing(round=round_.number, tables=", ".join(open_tables))
    return pair_again(tournament, tournament.next_round, seed, rules, locked, allow_repeats, known)


def pair_again(
    tournament: Tournament,
    round_number: int,
    seed: str | None = None,
    rules: RuleSet | None = None,
    locked: Sequence[Lock] | None = None,
    allow_repeats: bool | None = None,
    known: Iterable[RuleSet] = RULE_SETS,
) -> Pairing:
    """Draw a round as things stood before it, whatever has been drawn since; see :func:`pair_round`."""
    seed = tournament.settings.seed if seed is None else seed
    rules = rules or rule_set(tournament.settings.system, known)
    repeats = tournament.settings.allow_repeats if allow_repeats is None else allow_repeats
    field = field_of(tournament, seed, round_number)
    # One who is left over while others asked for a bye has the odd player's; one who is alone has no tournament.
    if len(field) < 2 and not (len(field) == 1 and _requested(field)):
        raise NobodyToPair(round=round_number, players=len(field))
    locks = _locks(field, tournament.locked if locked is None else locked)
    costs = costs_of(field, rules, repeats)
    free = [entrant for entrant in field if entrant.number not in locks]
    pairs, bye = _matched(costs, free)
    pairs += [
        (field.by_number[one], field.by_number[other])
        for one, other in locks.items()
        if other is not None and one < other
    ]
    for one, other in locks.items():
        if other is None:
            bye = field.by_number[one]
    if any(other is not None and field.history.met(one, other) for one, other in locks.items()):
        # Two who have met and are locked together change sides, and cost what any repeated game costs.
        costs = costs_of(field, rules, allow_repeats=True)
    return _drawn(costs, pairs, bye, tournament.locked if locked is None else locked)


def price_of(
    tournament: Tournament,
    locked: Sequence[Lock],
    seed: str | None = None,
    rules: RuleSet | None = None,
    known: Iterable[RuleSet] = RULE_SETS,
) -> dict[str, int]:
    """Return what it costs to insist: by criterion, how much more (or less) the best pairing with these locks costs.

    Criteria on which nothing changes are left out; an empty answer says that the locks cost nothing. The first that is
    named outweighs all after it. Raises what :func:`pair_round` raises.
    """
    rules = rules or rule_set(tournament.settings.system, known)
    best = pair_round(tournament, seed, rules=rules, locked=())
    other = pair_round(tournament, seed, rules=rules, locked=locked, allow_repeats=True)
    return dearer(other, best)


def arranged(pairing: Pairing, games: Sequence[Game], bye: PlayerNumber | None) -> Pairing:
    """Return the round with these games and this bye instead, as the arbiter put them: what it costs, nothing proved.

    The games keep their tables, starters and results. Whoever stands in no game and has no bye stays without.
    Raises :class:`PlayerNotIn` and :class:`PairedTwice`.
    """
    field = pairing.field
    places = [player for game in games for player in (game.first, game.second)] + ([] if bye is None else [bye])
    for player in places:
        if player not in field.by_number:
            raise PlayerNotIn(player=label(field.tournament, player), round=field.round)
    for player, count in Counter(places).items():
        if count > 1:
            raise PairedTwice(player=label(field.tournament, player), round=field.round)
    costs = costs_of(field, pairing.rules, allow_repeats=True)
    seated = sorted(games, key=lambda game: game.table)
    pairs = [(field.by_number[game.first], field.by_number[game.second]) for game in seated]
    made = _priced(costs, seated, pairs, None if bye is None else field.by_number[bye], False, pairing.locked)
    assert made.round.draw is not None
    return replace(made, round=replace(made.round, draw=replace(made.round.draw, by_hand=True)))


def given(field: Field, rules: RuleSet, games: Sequence[Game], bye: PlayerNumber | None) -> Pairing:
    """Return a round whose games follow from something fixed, such as a printed table, and are not chosen by cost."""
    costs = costs_of(field, rules, allow_repeats=True)
    pairs = [(field.by_number[game.first], field.by_number[game.second]) for game in games]
    return _priced(costs, games, pairs, None if bye is None else field.by_number[bye], True, ())


def starter_of(pairing: Pairing, one: PlayerNumber, other: PlayerNumber) -> tuple[PlayerNumber, PlayerNumber]:
    """Return two players of the round with the one first who starts by the rules if they meet."""
    field = pairing.field
    costs = costs_of(field, pairing.rules, allow_repeats=True)
    first, second = _with_starter(costs, field.by_number[one], field.by_number[other])
    return first.number, second.number


def dearer(pairing: Pairing, than: Pairing) -> dict[str, int]:
    """Return by criterion how much more (or less) one pairing of a round costs than another one.

    Criteria on which they cost the same are left out; the first that is named outweighs all after it.
    """
    return _without_zeros({key: pairing.total.get(key, 0) - than.total.get(key, 0) for key in keys_in_order(pairing)})


def keys_in_order(pairing: Pairing) -> list[str]:
    """Return the keys of all criteria of a round, the most important first."""
    return _keys(costs_of(pairing.field, pairing.rules, allow_repeats=True))


def _keys(costs: Costs) -> list[str]:
    keys = [part.criterion.key for part in costs.parts]
    at = keys.index(REPEATS.key) + 1 if REPEATS.key in keys else 1
    return [*keys[:at], SECOND_BYE, BYE, *keys[at:]]


def _locks(field: Field, locked: Sequence[Lock]) -> dict[PlayerNumber, PlayerNumber | None]:
    tournament = field.tournament
    locks: dict[PlayerNumber, PlayerNumber | None] = {}
    for one, other in locked:
        for player in (one, other):
            if player is None:
                continue
            if player not in field.by_number:
                raise PlayerNotIn(player=label(tournament, player), round=field.round)
            if player in locks or one == other:
                raise PairedTwice(player=label(tournament, player), round=field.round)
        locks[one] = other
        if other is not None:
            locks[other] = one
    byes = sum(other is None for other in locks.values())
    if byes > 1 or (byes and len(field) % 2 == 0):
        raise BadLock(round=field.round)
    return locks


def _matched(costs: Costs, free: Sequence[Entrant]) -> tuple[list[tuple[Entrant, Entrant]], Entrant | None]:
    """Return the best pairs of those who are not locked, and who of them has the bye; the proof has been checked."""
    if not free:
        return [], None
    problem = RoundProblem(costs, free)
    matching = solve(problem)
    if matching.banned:
        raise _no_pairing(costs, problem)
    check(problem, matching, trust_bounds=True)
    pairs, bye = [], None
    for v, w in enumerate(matching.mate):
        one, other = problem.vertices[v], problem.vertices[w]
        if one is not None and other is None:
            bye = one
        elif one is not None and other is not None and v < w:
            pairs.append((one, other))
    return pairs, bye


def _no_pairing(costs: Costs, problem: RoundProblem) -> NoPairing:
    """Say who is stuck: the players who can only meet too few others."""

    def allowed(v: int) -> list[int]:
        return [
            w
            for b, block in enumerate(problem.blocks)
            for w, cost in zip(block, problem.row(v, b), strict=True)
            if w != v and cost < problem.limit
        ]

    barrier = stuck(problem.size, allowed)
    names = []
    for v in (v for part in (barrier.parts if barrier else ()) for v in part):
        entrant = problem.vertices[v]
        if entrant is not None:
            names.append(label(costs.field.tournament, entrant.number))
    return NoPairing(round=costs.field.round, players=", ".join(names))


def _drawn(
    costs: Costs, pairs: Sequence[tuple[Entrant, Entrant]], bye: Entrant | None, locked: Sequence[Lock]
) -> Pairing:
    field = costs.field
    ordered = sorted((_with_starter(costs, one, other) for one, other in pairs), key=_table_order)
    games = _seated(ordered)
    ordered = [(field.by_number[game.first], field.by_number[game.second]) for game in games]
    return _priced(costs, games, ordered, bye, True, locked)


def _priced(
    costs: Costs,
    games: Sequence[Game],
    ordered: Sequence[tuple[Entrant, Entrant]],
    bye: Entrant | None,
    optimal: bool,
    locked: Sequence[Lock],
) -> Pairing:
    field = costs.field
    told = tuple(_without_zeros(costs.pair_costs(first, second)) for first, second in ordered)
    bye_costs = _without_zeros(costs.bye_costs(bye)) if bye else {}
    total: dict[str, int] = dict.fromkeys(_keys(costs), 0)
    for each in (*told, bye_costs):
        for key, cost in each.items():
            total[key] += cost
    rules = [SECOND_BYE, *(part.criterion.key for part in costs.parts if part.criterion.is_rule)]
    relaxed = tuple(key for key, cost in total.items() if cost and key in rules)
    byes = _requested(field)
    if bye:
        byes[bye.number] = Bye.PAIRING_ALLOCATED
    draw = Draw(
        system=costs.rules.key,
        version=costs.rules.version,
        seed=field.seed,
        locked=tuple(locked),
        relaxed=relaxed,
    )
    return Pairing(
        round=Round(field.round, tuple(games), MappingProxyType(dict(sorted(byes.items()))), draw),
        rules=costs.rules,
        seed=field.seed,
        field=field,
        bye=bye.number if bye else None,
        costs=told,
        bye_costs=bye_costs,
        total=MappingProxyType(_without_zeros(total)),
        relaxed=relaxed,
        locked=tuple(locked),
        optimal=optimal,
        price=sum(costs.pair(first, second) for first, second in ordered) + (costs.bye(bye) if bye else 0),
    )


def _without_zeros(costs: Mapping[str, int]) -> dict[str, int]:
    return {key: cost for key, cost in costs.items() if cost}


def _requested(field: Field) -> dict[PlayerNumber, Bye]:
    return {
        player.number: player.byes[field.round]
        for player in field.tournament.players.values()
        if player.is_in(field.round) and field.round in player.byes
    }


def _with_starter(costs: Costs, one: Entrant, other: Entrant) -> tuple[Entrant, Entrant]:
    """Return the pair with the one who starts first.

    What the criteria say decides; at equal costs who did not start in the latest round in which one of the two started
    and the other did not; if there is none, the stronger one starts if its pairing number is odd (or even: one lot
    decides that for the whole tournament).
    """
    as_is, turned = costs.pair(one, other), costs.pair(other, one)
    if as_is != turned:
        return (one, other) if as_is < turned else (other, one)
    for entry, answer in zip(reversed(one.record.entries), reversed(other.record.entries), strict=True):
        started, answered = one.record.start_in(entry.round), other.record.start_in(answer.round)
        if started is not None and answered is not None and started != answered:
            return (other, one) if started else (one, other)
    higher, lower = (one, other) if (-one.score, one.rank) < (-other.score, other.rank) else (other, one)
    return (higher, lower) if (higher.number + costs.field.starter_lot) % 2 else (lower, higher)


def _table_order(pair: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
    """Order of the tables: the higher score of the two, then the sum, then the stronger player."""
    first, second = pair
    return -max(first.score, second.score), -first.score - second.score, min(first.rank, second.rank)


def _seated(pairs: Sequence[tuple[Entrant, Entrant]]) -> list[Game]:
    """Give out the tables from 1 on; who has a fixed table plays there, and the stronger one's goes first."""
    fixed: dict[int, int] = {}
    for at, pair in enumerate(pairs):
        for entrant in sorted(pair, key=lambda each: each.rank):
            if at not in fixed and entrant.player.table is not None and entrant.player.table not in fixed.values():
                fixed[at] = entrant.player.table
    free = iter(number for number in range(1, 2 * len(pairs) + 1) if number not in fixed.values())
    games = [
        Game(fixed[at] if at in fixed else next(free), first.number, second.number)
        for at, (first, second) in enumerate(pairs)
    ]
    return sorted(games, key=lambda game: game.table)
