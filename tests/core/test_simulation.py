"""Random tournaments: the same for the same seed, with all that was asked for, and figures that compare pairings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from builders import sheet

from pairing_core.cli import main
from pairing_core.errors import NobodyToPair, NoPairing
from pairing_core.formats import losovna_json, trf
from pairing_core.model import Bye, Outcome, Result, Scoring, Tournament
from pairing_core.simulation import Plan, Quality, by_lot, compare, greedy, simulate
from pairing_core.swiss import RULE_SETS, RuleSet, rule_set

MANCALA = rule_set("mancala")
Run = Callable[..., tuple[int, str, str]]


def test_the_same_seed_gives_the_same_tournament_everywhere() -> None:
    """Written down from the first run; a change would make every published comparison another one."""
    tournament = simulate(Plan(players=4, rounds=2), MANCALA, "k7m2p9")
    assert [player.rating for player in tournament.players.values()] == RATINGS
    assert [
        (game.first, game.second, game.result.value if game.result else None)
        for round_ in tournament.rounds
        for game in round_.games
    ] == GAMES
    assert simulate(Plan(players=4, rounds=2), MANCALA, "k7m2p9") == tournament
    assert simulate(Plan(players=4, rounds=2), MANCALA, "another") != tournament


RATINGS = [1700, 1512, 1500, 1393]
GAMES = [(1, 4, "1"), (3, 2, "0"), (2, 1, "0"), (4, 3, "0")]


def test_numbers_go_by_rating_and_every_round_is_complete() -> None:
    tournament = simulate(Plan(players=30, rounds=5), MANCALA, "k7")
    ratings = [player.rating or 0 for player in tournament.players.values()]
    assert ratings == sorted(ratings, reverse=True)
    assert 1200 <= min(ratings) < 1500 < max(ratings) <= 2000
    assert [round_.is_complete for round_ in tournament.rounds] == [True] * 5
    assert tournament.settings.system == "mancala"
    assert tournament.settings.seed == "k7"


@pytest.mark.parametrize(
    ("plan", "what", "low", "high"),
    [
        (Plan(60, 7, draws=0), lambda t: results(t, Result.DRAW), 0, 0),
        (Plan(60, 7, draws=100), lambda t: results(t, Result.DRAW), 210, 210),
        (Plan(60, 7, draws=50), lambda t: results(t, Result.DRAW), 80, 130),
        (Plan(60, 7), lambda t: forfeits(t), 0, 0),
        (Plan(60, 7, forfeits=100), lambda t: forfeits(t), 210, 210),
        (Plan(60, 7, forfeits=20), lambda t: forfeits(t), 20, 65),
        (Plan(60, 7), lambda t: byes(t), 0, 0),
        (Plan(60, 7, byes=20), lambda t: byes(t), 55, 115),
        (Plan(60, 7), lambda t: late(t), 0, 0),
        (Plan(60, 7, late=30), lambda t: late(t), 8, 30),
        (Plan(60, 7), lambda t: withdrawn(t), 0, 0),
        (Plan(60, 7, withdrawals=30), lambda t: withdrawn(t), 8, 30),
    ],
)
def test_as_much_happens_as_was_asked_for(plan: Plan, what: Callable[[Tournament], int], low: int, high: int) -> None:
    tournament = simulate(plan, rule_set("random"), "k7", allow_repeats=True)
    assert low <= what(tournament) <= high


def results(tournament: Tournament, result: Result) -> int:
    return sum(game.result is result for round_ in tournament.rounds for game in round_.games)


def forfeits(tournament: Tournament) -> int:
    return sum(
        Outcome.FORFEIT_WIN in game.result.sides for round_ in tournament.rounds for game in round_.games if game.result
    )


def byes(tournament: Tournament) -> int:
    return sum(bye is Bye.HALF_POINT for round_ in tournament.rounds for bye in round_.byes.values())


def late(tournament: Tournament) -> int:
    return sum(player.joins_in > 1 for player in tournament.players.values())


def withdrawn(tournament: Tournament) -> int:
    return sum(player.withdrawn_after is not None for player in tournament.players.values())


def test_the_stronger_wins_more_often() -> None:
    tournament = simulate(Plan(players=60, rounds=7, draws=0), rule_set("random"), "k7")
    upsets = sum(
        (game.result is Result.FIRST_WINS) == (game.first > game.second)
        for round_ in tournament.rounds
        for game in round_.games
    )
    assert 30 < upsets < 90


def test_a_game_ends_alike_however_it_came_about() -> None:
    """Otherwise two ways of pairing would be compared on different tournaments."""
    plan = Plan(players=8, rounds=1, draws=30, forfeits=10)
    ended: dict[frozenset[int], set[tuple[int, bool | None]]] = {}
    for rules in RULE_SETS:
        for game in simulate(plan, rules, "k7").rounds[0].games:
            assert game.result is not None
            first, _ = game.result.sides
            winner = {Outcome.WIN: game.first, Outcome.FORFEIT_WIN: game.first, Outcome.DRAW: 0}.get(first, game.second)
            ended.setdefault(frozenset((game.first, game.second)), set()).add((winner, game.result.is_played))
    assert len(ended) > 8
    assert all(len(ways) == 1 for ways in ended.values())


def test_a_dead_end_is_refused_unless_repeats_are_allowed() -> None:
    with pytest.raises(NoPairing):
        simulate(Plan(players=4, rounds=4), MANCALA, "k7")
    assert len(simulate(Plan(players=4, rounds=4), MANCALA, "k7", allow_repeats=True).rounds) == 4


# What rule sets are compared with


def test_greedy_takes_the_next_one_and_gets_stuck() -> None:
    """F4: from the top A–B and A–C are taken, so D; a fifth player who has had no bye rests."""
    tournament, _ = sheet("A 1-0 B, C 1-0 D | C 0-1 A, B 1-0 D")
    assert [(game.first, game.second) for game in greedy(tournament).games] == [(4, 1), (2, 3)]
    five, _ = sheet("A 1-0 B, C 1-0 D, E bye")
    round_ = greedy(five)
    assert dict(round_.byes) == {4: Bye.PAIRING_ALLOCATED}
    assert [{game.first, game.second} for game in round_.games] == [{1, 3}, {5, 2}]
    # Here the last one has had a bye, which was worth nothing.
    three, _ = sheet("A ½-½ B, C bye", scoring=Scoring(pairing_allocated_bye=0))
    assert dict(greedy(three).byes) == {2: Bye.PAIRING_ALLOCATED}
    stuck, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, D 0-1 B | A 1-0 D, B 1-0 C")
    assert [{game.first, game.second} for game in greedy(stuck).games] == [{1, 2}, {3, 4}]


def test_lots_alone_pair_everybody_once() -> None:
    tournament = replace(sheet("", players="A B C D E F G", seed="k7")[0], rounds=())
    players = dict(tournament.players)
    players[1] = replace(players[1], byes={1: Bye.HALF_POINT})
    players[2] = replace(players[2], joins_in=2)
    round_ = by_lot(replace(tournament, players=players))
    placed = [player for game in round_.games for player in (game.first, game.second)] + list(round_.byes)
    assert sorted(placed) == [1, 3, 4, 5, 6, 7]
    assert round_.byes[1] is Bye.HALF_POINT
    assert len(round_.games) == 2
    with pytest.raises(NobodyToPair):
        by_lot(replace(tournament, players={1: tournament.players[1]}))


# Figures


def test_figures_of_a_small_tournament_counted_by_hand() -> None:
    """In round 2 A (1) meets D (0) and C (1) meets B (0): two games a point apart. A starts all three, D none."""
    tournament, _ = sheet(
        "A 1-0 B, C 1-0 D | A 1-0 D, C 1-0 B | A 1-0 C, B 1-0 D", ratings={"A": 1000, "B": 1100, "C": 1200, "D": 1300}
    )
    quality = Quality()
    quality.add(tournament)
    assert (quality.games, quality.floats, quality.differences, quality.repeats) == (6, 2, 4, 0)
    # Starts minus non-starts: A +3, B -1, C +1, D -3.
    assert dict(quality.imbalance) == {3: 2, 1: 2}
    assert quality.three_running == 2
    # Final scores: A 3, C 2, B 1, D 0: everybody is alone in the group.
    assert quality.figures == {
        "floats": Fraction(1, 3),
        "difference": Fraction(1, 3),
        "balanced": 50,
        "by-two": 0,
        "by-more": 50,
        "three-running": Fraction(50, 3),
        "strength": 0,
        "repeats": 0,
        "second-byes": 0,
    }


def test_figures_of_repeats_byes_and_strength() -> None:
    """E rests twice, A and B meet twice; A and C end on the same score with opponents of 1100 and 1300."""
    tournament, _ = sheet(
        "A 1-0 B, C 1-0 D, E bye | B 0-1 A, D 0-1 C, E bye",
        ratings={"A": 1000, "B": 1100, "C": 1200, "D": 1300, "E": 900},
    )
    quality = Quality()
    quality.add(tournament)
    assert (quality.repeats, quality.second_byes, quality.games) == (2, 1, 4)
    # A and C: 100 each from the mean 1200; B and D: 1000 and 1200, 100 each from 1100.
    assert (quality.deviations, quality.rated) == (400, 4)
    quality.add(tournament)
    assert quality.figures["repeats"] == 2
    assert quality.figures["strength"] == 100


def test_a_rule_set_floats_less_and_balances_better_than_lots() -> None:
    found = compare(Plan(players=10, rounds=5), rule_set("slide"), "k7", 10)
    assert list(found) == ["slide", "greedy", "by-lot"]
    ours, lots = found["slide"].figures, found["by-lot"].figures
    assert ours["difference"] < lots["difference"]
    assert ours["balanced"] > lots["balanced"]
    assert ours["repeats"] == 0 < lots["repeats"]
    assert {quality.tournaments for quality in found.values()} == {10}


def test_a_tournament_that_all_leave_ends_early() -> None:
    found = compare(Plan(players=3, rounds=9, withdrawals=100), MANCALA, "k7", 5)
    assert {quality.tournaments for quality in found.values()} == {5}
    # Whoever comes for the last round stays for it.
    found = compare(Plan(players=20, rounds=2, late=50, withdrawals=100), MANCALA, "k7", 5)
    assert {quality.tournaments for quality in found.values()} == {5}


# The command


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return call


SMALL = ("simulate", "--players", "9", "--rounds", "4", "--seed", "k7")


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_what_is_simulated_can_be_verified(rules: RuleSet, run: Run, tmp_path: Path) -> None:
    life = ("--byes", "5", "--late", "10", "--withdrawals", "10", "--forfeits", "5", "--draws", "40")
    for name in ("cup.json", "cup.trf"):
        assert run(*SMALL, *life, "--system", rules.key, "-o", name) == (0, "", "")
        assert run("verify", name)[0] == 0
        assert run("standings", name, "--tiebreaks", "bh")[0] == 0


def test_formats(run: Run) -> None:
    plan = Plan(players=9, rounds=4)
    tournament = simulate(plan, MANCALA, "k7")
    assert losovna_json.load(run(*SMALL)[1]).tournament == tournament
    assert run(*SMALL, "--format", "trf")[1] == trf.dump(tournament)
    assert "Rank  No.  Name" in run(*SMALL, "--format", "text")[1]


def test_several_tournaments_are_compared(run: Run) -> None:
    status, out, err = run(*SMALL, "--tournaments", "3")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].split() == ["mancala", "greedy", "by", "lot"]
    assert out.splitlines()[-1] == "Lots drawn with the seed: k7"
    value = json.loads(run(*SMALL, "--tournaments", "3", "--format", "json")[1])
    assert (value["seed"], value["tournaments"], list(value["figures"])) == ("k7", 3, ["mancala", "greedy", "by-lot"])
    assert value["figures"]["mancala"]["repeats"] == "0"
    assert sum(value["imbalance"]["greedy"].values()) == 27


def test_without_a_seed_there_is_a_new_one(run: Run) -> None:
    calls = [run("simulate", "--players", "4", "--rounds", "2", "--format", "text")[1] for _ in range(2)]
    assert calls[0] != calls[1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--rounds 3", "the following arguments are required: --players; losovna simulate --help says more."),
        ("--players 1 --rounds 3", "--players must be from 2 to 5000, not 1."),
        ("--players x --rounds 3", "--players must be a whole number, not “x”."),
        ("--players 4 --rounds 0", "--rounds must be from 1 to 100, not 0."),
        ("--players 4 --rounds 3 --draws 101", "--draws must be from 0 to 100, not 101."),
        ("--players 4 --rounds 3 --tournaments 0", "--tournaments must be from 1 to 100000, not 0."),
        ("--players 4 --rounds 3 --format csv", "--format cannot be “csv”; the known values are json, trf, text."),
        (
            "--players 4 --rounds 3 --tournaments 2 --format trf",
            "--format cannot be “trf”; the known values are text, json.",
        ),
    ],
)
def test_refusals(arguments: str, line: str, run: Run) -> None:
    assert run("simulate", *arguments.split()) == (2, "", f"losovna: {line}\n")


def test_a_dead_end_is_status_3(run: Run) -> None:
    status, out, err = run("simulate", "--players", "4", "--rounds", "4", "--seed", "k7")
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("losovna: Round 4 cannot be drawn without repeating a game")
    assert run("simulate", "--players", "4", "--rounds", "4", "--seed", "k7", "--allow-repeats")[0] == 0
