"""What each rule set promises beyond what all have in common, and a rule set of an own federation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

import pytest
from builders import sheet

from pairing_core.errors import BadValue, UnknownSystem
from pairing_core.history import history
from pairing_core.model import Player, Result, Settings, Tournament, pair_of
from pairing_core.swiss import RULE_SETS, RuleSet, pair_round, price_of, rule_set
from pairing_core.swiss.criteria import ByKind, Criterion, Points
from pairing_core.swiss.field import Entrant, Field, field_of, virtual_points
from pairing_core.swiss.look_ahead import warnings
from pairing_core.swiss.rules import one


def plain(count: int, **settings: object) -> Tournament:
    players = {number: Player(number, f"P{number}", 2000 - 10 * number) for number in range(1, count + 1)}
    return Tournament(Settings(**settings), MappingProxyType(players))  # type: ignore[arg-type]


def test_the_keys_are_the_registry() -> None:
    assert [rules.key for rules in RULE_SETS] == [
        "dubov-cas",
        "mancala",
        "othello",
        "monrad",
        "slide",
        "fold",
        "adjacent",
        "king-of-the-hill",
        "random",
    ]
    with pytest.raises(UnknownSystem, match="no rule set called “dutch”; the known ones are dubov-cas, mancala"):
        rule_set("dutch")


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_its_usual_settings_name_it(rules: RuleSet) -> None:
    assert rules.settings.system == rules.key
    assert rules.source


@pytest.mark.parametrize("players", [8, 9, 16])
def test_dubov_cas_first_round(players: int) -> None:
    """Halves by rating, partners by lot, starts alternate down the upper half: of 8, 6-1 2-8 7-3 4-5 is such a draw."""
    partners = Counter()
    for seed in range(40):
        pairing = pair_round(plain(players, system="dubov-cas", seed=str(seed)))
        half = players // 2
        upper = {}
        for game in pairing.round.games:
            low, high = pair_of(game.first, game.second)
            assert low <= half < high
            upper[low] = game.first == low
            partners[low, high] += 1
        starts = [upper[number] for number in sorted(upper)]
        assert starts in ([at % 2 == 0 for at in range(half)], [at % 2 == 1 for at in range(half)])
        assert pairing.bye == (players if players % 2 else None)
    assert len(partners) > 3 * (players // 2), "who meets whom is drawn by lot"


def test_dubov_cas_levels_the_opposition() -> None:
    """Of four on one score, the one whose opponents were strong gets the weaker of the two it can meet."""
    tournament, number = sheet(
        "A 1-0 E, B 1-0 F, C 1-0 G, D 1-0 H",
        ratings={"A": 1500, "B": 1500, "C": 1900, "D": 1200, "E": 1000, "F": 1800, "G": 1400, "H": 1400},
        system="dubov-cas",
    )
    winners = [
        pair
        for game in pair_round(tournament).round.games
        if {*(pair := pair_of(game.first, game.second))} <= {1, 2, 3, 4}
    ]
    assert pair_of(number["A"], number["C"]) in winners, "A has met the weakest, so A gets the strongest"
    assert pair_of(number["B"], number["D"]) in winners


def test_mancala_third_start_only_if_nothing_else_is_possible() -> None:
    tournament, number = sheet("A 1-0 C, B 1-0 D | A 1-0 D, B 1-0 C", system="mancala", rounds=3)
    pairing = pair_round(tournament)
    assert "third-start" in pairing.relaxed, "A and B have started twice, and can only meet each other"
    tournament, number = sheet(
        "A 1-0 E, B 1-0 F, C 1-0 G, H 1-0 D | A 1-0 F, B 1-0 E, G 0-1 C, D 0-1 H", system="mancala"
    )
    pairing = pair_round(tournament)
    assert pair_of(number["A"], number["B"]) not in {pair_of(game.first, game.second) for game in pairing.round.games}
    assert not pairing.relaxed


def test_king_of_the_hill_follows_the_standings_whoever_has_met() -> None:
    tournament, _ = sheet(
        "1 1-0 2, 3 1-0 4 | 1 1-0 3, 2 1-0 4", ratings={str(each): 1500 for each in range(1, 5)}, tie_breaks=("wins",)
    )
    pairing = pair_round(tournament, rules=rule_set("king-of-the-hill"))
    assert [pair_of(game.first, game.second) for game in pairing.round.games] == [(1, 2), (3, 4)]
    assert not pairing.relaxed


def test_places_in_the_group() -> None:
    drawn = {
        key: {pair_of(game.first, game.second) for game in pair_round(plain(8), rules=rule_set(key)).round.games}
        for key in ("slide", "fold", "adjacent", "monrad")
    }
    assert drawn["slide"] == {(1, 5), (2, 6), (3, 7), (4, 8)}
    assert drawn["fold"] == {(1, 8), (2, 7), (3, 6), (4, 5)}
    assert drawn["adjacent"] == drawn["monrad"] == {(1, 2), (3, 4), (5, 6), (7, 8)}


def test_monrad_goes_by_numbers_whatever_the_ratings() -> None:
    tournament = plain(6)
    players = {number: replace(player, rating=1000 + 7 * number % 5) for number, player in tournament.players.items()}
    games = pair_round(replace(tournament, players=MappingProxyType(players)), rules=rule_set("monrad")).round.games
    assert {pair_of(game.first, game.second) for game in games} == {(1, 2), (3, 4), (5, 6)}


def test_othello_keeps_countries_apart_in_early_rounds() -> None:
    tournament = plain(8, system="othello", seed="x")
    players = {
        number: replace(player, country="CZE" if number <= 4 else "POL")
        for number, player in tournament.players.items()
    }
    tournament = replace(tournament, players=MappingProxyType(players))
    pairing = pair_round(tournament)
    assert all((game.first <= 4) != (game.second <= 4) for game in pairing.round.games)


def test_baku_acceleration() -> None:
    """FIDE C.04.5.1: of 9 rounds five are accelerated, three by a point, two by half a point, for the upper half."""
    tournament = plain(10, rounds=9, acceleration=True)
    assert [max(virtual_points(tournament, each).values(), default=0) for each in range(1, 10)] == [
        2,
        2,
        2,
        1,
        1,
        0,
        0,
        0,
        0,
    ]
    assert set(virtual_points(tournament, 1)) == {1, 2, 3, 4, 5, 6}
    assert [entrant.score for entrant in field_of(tournament, "x")] == [2] * 6 + [0] * 4
    games = pair_round(tournament, rules=rule_set("slide")).round.games
    assert {pair_of(game.first, game.second) for game in games} == {(1, 4), (2, 5), (3, 6), (7, 9), (8, 10)}


def test_who_comes_later_does_not_move_the_border_of_the_acceleration() -> None:
    """FIDE C.04.5.1: the last player of the upper group stays the same, whoever is put into the list."""
    tournament = plain(8, rounds=9, acceleration=True)
    late = [Player(9, "Strong", rating=3000, joins_in=2), Player(10, "Weak", rating=1, joins_in=2)]
    players = {**tournament.players, **{player.number: player for player in late}}
    tournament = replace(tournament, players=MappingProxyType(players))
    assert set(virtual_points(tournament, 2)) == {1, 2, 3, 4, 9}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_dubov_cas_takes_the_halves_of_each_group_of_an_accelerated_round(seed: str) -> None:
    pairing = pair_round(plain(16, rounds=9, system="dubov-cas", acceleration=True, seed=seed))
    for low, high in (pair_of(game.first, game.second) for game in pairing.round.games):
        assert (low in range(1, 5) and high in range(5, 9)) or (low in range(9, 13) and high in range(13, 17))
    starts = [
        game.first <= 4 or 9 <= game.first <= 12
        for game in sorted(pairing.round.games, key=lambda g: min(g.first, g.second))
    ]
    assert starts in ([True, False] * 4, [False, True] * 4)


@dataclass(frozen=True)
class SameTown(Criterion):
    """Players of one town should not meet: a criterion that defines nothing but its cost."""

    key = "same-town"
    name = "Players of one town"
    unit = "pair of one town"

    def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
        return int(a.player.fields.get("town") == b.player.fields.get("town"))

    def ceiling(self, field: Field) -> int:
        return 1


OWN = RuleSet(key="own", name="Own federation", source="own rules, article 7", classes=(one(SameTown()), one(Points())))


def test_a_rule_set_of_an_own_federation() -> None:
    """Thirty lines: a criterion and a rule set, given to the draw beside the known ones."""
    tournament = plain(8, system="own", seed="x")
    players = {
        number: replace(player, fields=MappingProxyType({"town": "Brno" if number % 2 else "Praha"}))
        for number, player in tournament.players.items()
    }
    tournament = replace(tournament, players=MappingProxyType(players))
    for _ in range(3):
        pairing = pair_round(tournament, known=(*RULE_SETS, OWN))
        assert all((game.first + game.second) % 2 for game in pairing.round.games)
        assert pairing.optimal
        games = tuple(replace(game, result=Result.FIRST_WINS) for game in pairing.round.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(pairing.round, games=games)))
    assert "same-town" not in pairing.total


def test_an_oriented_criterion_must_say_what_it_depends_on() -> None:
    class Wrong(SameTown):
        oriented = True

    with pytest.raises(TypeError, match="same-town"):
        RuleSet(key="wrong", name="x", source="x", classes=(one(Wrong()),))


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (lambda a, b: -1, "from 0 to 9"),
        (lambda a, b: 10, "from 0 to 9"),
        (lambda a, b: 0.5, "a whole number"),
        (lambda a, b: None, "a whole number"),
        (lambda a, b: a.number, "the same whoever starts"),
    ],
)
def test_a_cost_that_no_proof_could_stand_on_is_refused(cost: Callable[[Entrant, Entrant], int], said: str) -> None:
    """Over its ceiling it would outweigh dearer rules; one that depends on who starts would have no best pairing."""

    class Wrong(SameTown):
        def cost(self, field: Field, a: Entrant, b: Entrant) -> int:
            return cost(a, b)

        def ceiling(self, field: Field) -> int:
            return 9

    rules = RuleSet(key="wrong", name="x", source="x", classes=(one(Points()), one(Wrong())))
    with pytest.raises(BadValue, match=f"same-town.*{said}"):
        pair_round(plain(8, seed="x"), rules=rules)


def test_a_cost_of_kinds_that_depends_on_who_starts_is_refused() -> None:
    class Wrong(ByKind):
        key, name, unit = "wrong", "x", "x"

        def kind(self, field: Field, entrant: Entrant) -> int:
            return entrant.number

        def kind_cost(self, a: int, b: int, direction: int) -> int:
            return a

    rules = RuleSet(key="wrong", name="x", source="x", classes=(one(Points()), one(Wrong())))
    with pytest.raises(BadValue, match="whoever starts"):
        pair_round(plain(8, seed="x"), rules=rules)


def test_an_own_rule_set_has_prices_and_warnings_too() -> None:
    tournament = plain(4, system="own", seed="x", rounds=4)
    known = (*RULE_SETS, OWN)
    game = pair_round(tournament, known=known).round.games[0]
    assert price_of(tournament, [(game.first, game.second)], known=known) == {}
    assert "round robin fits better" in warnings(tournament, known)[0].text()


def test_weights_can_be_set() -> None:
    """The alternation as dear as can be: nobody keeps a side, whatever that does to the strength of the opponents."""
    tournament = plain(16, system="dubov-cas", seed="x", rounds=7)
    for _ in range(3):
        pairing = pair_round(tournament)
        games = tuple(replace(game, result=Result.DRAW) for game in pairing.round.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(pairing.round, games=games)))
    usual = pair_round(tournament)
    heavy = replace(tournament, settings=replace(tournament.settings, weights={"opponents-strength": 0}))
    other = pair_round(heavy)
    assert "opponents-strength" in usual.total
    assert other.total.get("start-alternation", 0) <= usual.total.get("start-alternation", 0)


def test_price_of_another_choice() -> None:
    """What the arbiter's wish costs against the best: nothing for a pair of it, a number of units for another."""
    tournament, number = sheet("A 1-0 B, C 1-0 D, E 1-0 F, G 1-0 H", system="mancala", seed="x")
    best = pair_round(tournament)
    game = best.round.games[0]
    assert price_of(tournament, [(game.first, game.second)]) == {}
    assert price_of(tournament, [(number["A"], number["D"])])["points"] == 4
    assert next(iter(price_of(tournament, [(number["A"], number["B"])]))) == "repeats"
    assert list(history(tournament)[number["A"]].met) == [number["B"]]
