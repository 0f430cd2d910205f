"""Tournaments played at random, the same everywhere for the same seed, and how good their pairings are.

Who takes part, how strong they are, when they come and go and how a game between two of them ends in a round follows
from the seed alone and not from the pairing, so that different ways of pairing can be compared on the same tournaments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from pairing_core.draw import Lots
from pairing_core.errors import NobodyToPair
from pairing_core.history import Record, history
from pairing_core.model import ROUND_ROBIN, Bye, Game, Player, PlayerNumber, Result, Round, Tournament
from pairing_core.round_robin import places
from pairing_core.swiss import RuleSet
from pairing_core.swiss.field import Entrant, Field, field_of
from pairing_core.systems import pair_again, system_by
from pairing_core.systems.table import CYCLES
from pairing_core.tie_breaks.fide_tables import expected_percent

PER_CENT = 100

Pairer = Callable[[Tournament], Round]
"""A way to make the next round."""


@dataclass(frozen=True)
class Plan:
    """What to simulate. ``draws``, ``forfeits`` are in per cent of the games, ``byes`` (requested ones, worth half a
    point) of all players and rounds, ``late`` and ``withdrawals`` of the players.
    """

    players: int
    rounds: int
    draws: int = 20
    forfeits: int = 0
    byes: int = 0
    late: int = 0
    withdrawals: int = 0


def simulate(plan: Plan, rules: RuleSet, seed: str, *, allow_repeats: bool = False) -> Tournament:
    """Return a whole tournament, drawn by a rule set or (with that of a round robin) by a table.

    Raises :class:`NoPairing`, :class:`NobodyToPair` and what else the system of the rules raises.
    """
    tournament = started(plan, rules, seed, allow_repeats)
    for _ in range(plan.rounds):
        tournament = play_on(tournament, plan, by_rules(rules))
    return tournament


def started(plan: Plan, rules: RuleSet, seed: str, allow_repeats: bool = False) -> Tournament:
    """Return the tournament before its first round. Everybody meets everybody as often as fills the rounds."""
    settings = replace(rules.settings, rounds=plan.rounds, system=rules.key, seed=seed, allow_repeats=allow_repeats)
    if rules.key == ROUND_ROBIN:
        cycles = max(1, -(-plan.rounds // (places(plan.players) - 1)))
        settings = replace(settings, parameters=MappingProxyType({CYCLES: str(cycles)}))
    return Tournament(settings, _players(plan, seed))


def play_on(tournament: Tournament, plan: Plan, pair: Pairer) -> Tournament:
    """Return the tournament with one more round, paired and played."""
    round_ = pair(tournament)
    games = tuple(
        replace(game, result=_result(tournament, plan, game)) if game.result is None else game for game in round_.games
    )
    return replace(tournament, rounds=(*tournament.rounds, replace(round_, games=games)))


def by_rules(rules: RuleSet) -> Pairer:
    """Return the way of a rule set."""
    by = system_by(rules)
    return lambda tournament: pair_again(tournament, tournament.next_round, by=by).round


def _players(plan: Plan, seed: str) -> MappingProxyType[PlayerNumber, Player]:
    lots = Lots(f"{seed}:players")
    # The sum of four numbers is about normally distributed: most players are of middling strength.
    ratings = sorted((1200 + sum(lots.below(201) for _ in range(4)) for _ in range(plan.players)), reverse=True)
    return MappingProxyType(
        {number: _player(number, rating, plan, lots) for number, rating in enumerate(ratings, start=1)}
    )


def _player(number: PlayerNumber, rating: int, plan: Plan, lots: Lots) -> Player:
    joins_in, withdrawn_after = 1, None
    if lots.below(PER_CENT) < plan.late and plan.rounds > 1:
        joins_in = 2 + lots.below((plan.rounds + 1) // 2)
    if lots.below(PER_CENT) < plan.withdrawals and joins_in < plan.rounds:
        withdrawn_after = joins_in + lots.below(plan.rounds - joins_in)
    byes = {
        round_number: Bye.HALF_POINT
        for round_number in range(1, plan.rounds + 1)
        if lots.below(PER_CENT) < plan.byes and joins_in <= round_number <= (withdrawn_after or plan.rounds)
    }
    return Player(
        number,
        f"P{number}",
        rating,
        joins_in=joins_in,
        withdrawn_after=withdrawn_after,
        byes=MappingProxyType(byes),
    )


def _result(tournament: Tournament, plan: Plan, game: Game) -> Result:
    """Return how the game ends: who starts does not matter, ratings do (FIDE's table of expected scores)."""
    low, high = sorted((game.first, game.second))
    lots = Lots(f"{tournament.settings.seed}:{tournament.next_round}:{low}-{high}")
    is_forfeit = lots.below(PER_CENT) < plan.forfeits
    is_draw = lots.below(PER_CENT) < plan.draws
    gap = (tournament.players[low].rating or 0) - (tournament.players[high].rating or 0)
    low_wins = lots.below(PER_CENT) < expected_percent(gap)
    first_wins = low_wins == (game.first == low)
    if is_forfeit:
        return Result.FIRST_WINS_BY_FORFEIT if first_wins else Result.SECOND_WINS_BY_FORFEIT
    if is_draw:
        return Result.DRAW
    return Result.FIRST_WINS if first_wins else Result.SECOND_WINS


# Ways to pair that rule sets are compared with


def by_lot(tournament: Tournament) -> Round:
    """Return a round by lot alone."""
    of = field_of(tournament, tournament.settings.seed)
    order = Lots(f"{of.seed}:{of.round}:by-lot").shuffled(of)
    bye = order.pop() if len(order) % 2 else None
    return _round(of, [(order[at], order[at + 1]) for at in range(0, len(order), 2)], bye)


def greedy(tournament: Tournament) -> Round:
    """Return a round as a simple program makes it: from the top down, each with the next one not met yet.

    The bye goes to the last who has had none. Of two, the one with fewer starts starts. Whoever finds only players
    already met meets the next one again.
    """
    of = field_of(tournament, tournament.settings.seed)
    waiting = list(of)
    bye = None
    if len(waiting) % 2:
        bye = next((entrant for entrant in reversed(waiting) if not entrant.record.byes), waiting[-1])
        waiting.remove(bye)
    pairs = []
    while waiting:
        one = waiting.pop(0)
        other = next((entrant for entrant in waiting if entrant.number not in one.record.met), waiting[0])
        waiting.remove(other)
        wishes = (one.record.start_balance, one.record.start_run), (other.record.start_balance, other.record.start_run)
        pairs.append((one, other) if wishes[0] <= wishes[1] else (other, one))
    return _round(of, pairs, bye)


def _round(of: Field, pairs: list[tuple[Entrant, Entrant]], bye: Entrant | None) -> Round:
    if len(of) < 2:
        raise NobodyToPair(round=of.round, players=len(of))
    games = tuple(Game(table, one.number, other.number) for table, (one, other) in enumerate(pairs, start=1))
    players = of.tournament.players.values()
    byes = {
        player.number: player.byes[of.round] for player in players if player.is_in(of.round) and of.round in player.byes
    }
    if bye:
        byes[bye.number] = Bye.PAIRING_ALLOCATED
    return Round(of.round, games, MappingProxyType(byes))


# How good the pairings are


@dataclass
class Quality:
    """What was counted over some tournaments.

    ``games`` are all that were paired, ``floats`` those of players with different points, ``differences`` the sum of
    the differences in half-points. ``imbalance`` counts players by how far their starts and non-starts are apart at the
    end, ``three_running`` the times that a player started, or did not, for at least the third time running.
    ``deviations`` add up, over ``rated`` players, how far the mean rating of a player's opponents is from that of the
    whole final score group.
    """

    tournaments: int = 0
    games: int = 0
    floats: int = 0
    differences: int = 0
    repeats: int = 0
    second_byes: int = 0
    three_running: int = 0
    imbalance: Counter[int] = field(default_factory=Counter)
    deviations: Fraction = Fraction(0)
    rated: int = 0

    def add(self, tournament: Tournament) -> None:
        """Count a tournament. Time O(players × rounds²)."""
        self.tournaments += 1
        records = history(tournament).records
        for player, record in records.items():
            for entry in record.entries:
                if entry.opponent is None or entry.opponent < player:
                    continue
                other = records[entry.opponent]
                gap = abs(record.score_after(entry.round - 1) - other.score_after(entry.round - 1))
                self.games += 1
                self.floats += gap > 0
                self.differences += gap
            self.repeats += sum(len(rounds) - 1 for other, rounds in record.met.items() if other > player)
            rests = sum(entry.bye is Bye.PAIRING_ALLOCATED for entry in record.entries)
            self.second_byes += max(0, rests - 1)
            self.imbalance[abs(record.start_balance)] += 1
            self.three_running += sum(
                len(set(record.starts[at - 2 : at + 1])) == 1 for at in range(2, len(record.starts))
            )
        self._add_strengths(tournament, list(records.values()))

    def _add_strengths(self, tournament: Tournament, records: list[Record]) -> None:
        groups: dict[int, list[Fraction]] = {}
        for record in records:
            met = [tournament.players[other].rating or 0 for other in record.met]
            if met:
                groups.setdefault(record.score, []).append(Fraction(sum(met), len(met)))
        for means in groups.values():
            middle = sum(means, Fraction(0)) / len(means)
            self.deviations += sum((abs(mean - middle) for mean in means), Fraction(0))
            self.rated += len(means)

    @property
    def figures(self) -> dict[str, Fraction]:
        """The figures by their keys (see :data:`FIGURES`)."""
        players = sum(self.imbalance.values())
        return {
            "floats": _part(self.floats, self.games),
            "difference": _part(self.differences, 2 * self.games),
            "balanced": _part(PER_CENT * (self.imbalance[0] + self.imbalance[1]), players),
            "by-two": _part(PER_CENT * self.imbalance[2], players),
            "by-more": _part(PER_CENT * sum(count for by, count in self.imbalance.items() if by > 2), players),
            "three-running": _part(PER_CENT * self.three_running, 2 * self.games),
            "strength": _part(self.deviations, self.rated),
            "repeats": _part(self.repeats, self.tournaments),
            "second-byes": _part(self.second_byes, self.tournaments),
        }


def _part(some: Fraction | int, of: int) -> Fraction:
    return Fraction(some) / of if of else Fraction(0)


def compare(plan: Plan, rules: RuleSet, seed: str, tournaments: int) -> dict[str, Quality]:
    """Return the quality of a rule set, of greedy pairing and of pairing by lot on the same tournaments.

    Where nothing else is left, games are repeated; a tournament that too many leave ends early. Time about that of
    drawing every round.
    """
    ways: dict[str, Pairer] = {rules.key: by_rules(rules), "greedy": greedy, "by-lot": by_lot}
    found = {key: Quality() for key in ways}
    for number in range(1, tournaments + 1):
        for key, way in ways.items():
            found[key].add(_to_its_end(plan, rules, f"{seed}:{number}", way))
    return found


def _to_its_end(plan: Plan, rules: RuleSet, seed: str, pair: Pairer) -> Tournament:
    tournament = started(plan, rules, seed, allow_repeats=True)
    try:
        for _ in range(plan.rounds):
            tournament = play_on(tournament, plan, pair)
    except NobodyToPair:
        pass
    return tournament
