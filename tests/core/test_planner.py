"""The planner: rounds against every order of results, times against the sums of a person, chances against closed forms
and against slow simulations that share nothing with it but the model of strength."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from statistics import NormalDist
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.model import Bye, Game, Player, Result, Round, Settings, Tournament, pair_of
from pairing_core.planner import (
    SYSTEMS,
    Conditions,
    Format,
    Option,
    Strength,
    Tally,
    advice,
    chances,
    expectation,
    once_beaten,
    options,
    rounds_for_medals,
    rounds_for_winner,
    rounds_table,
    simulate,
    unbeaten,
)
from pairing_core.round_robin import schedule
from pairing_core.standings import standings
from pairing_core.swiss import pair_round, rule_set
from pairing_core.swiss.look_ahead import planned

MANY = 4000


def option(conditions: Conditions, key: str) -> Option:
    (found,) = (each for each in options(conditions) if each.key == key)
    return found


# --------------------------------------------------------------------------------------------------------------- rounds


def every_end(players: int, rounds: int) -> set[tuple[int, ...]]:
    """All ways in which losses can be spread: the order of losses pairs neighbors, the last of an odd field wins."""
    ends = {(0,) * players}
    for _ in range(rounds):
        after = set()
        for losses in ends:
            pairs = [losses[at : at + 2] for at in range(0, players - 1, 2)]
            for loser in product((0, 1), repeat=len(pairs)):
                spread = [
                    n + (side == at) for pair, at in zip(pairs, loser, strict=True) for side, n in enumerate(pair)
                ]
                after.add(tuple(sorted(spread + list(losses[2 * len(pairs) :]))))
        ends = after
    return ends


@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("rounds", range(6))
def test_so_many_are_left_at_most_and_no_fewer(players: int, rounds: int) -> None:
    ends = every_end(players, rounds)
    assert unbeaten(players, rounds) == max(end.count(0) for end in ends)
    assert once_beaten(players, rounds) == max(end.count(0) + end.count(1) for end in ends)


def test_rounds_for_a_winner_are_those_of_the_federation() -> None:
    """The table of mankala.cz (turnaj.php), which the copied text had lost."""
    published = {2: 1, 4: 2, 8: 3, 16: 4, 32: 5, 64: 6, 128: 7}
    table = list(rounds_table())
    assert (table[0].fewest, table[-1].most) == (2, 128)
    assert all(row.most + 1 == following.fewest for row, following in pairwise(table))
    for row in table:
        for players in range(row.fewest, row.most + 1):
            assert (
                row.winner == rounds_for_winner(players) == next(n for most, n in published.items() if players <= most)
            )
            assert row.medals == rounds_for_medals(players)


@given(st.integers(2, 300))
def test_rounds_are_enough_and_one_fewer_is_not(players: int) -> None:
    winner, medals = rounds_for_winner(players), rounds_for_medals(players)
    assert unbeaten(players, winner) == 1
    assert winner == 1 or unbeaten(players, winner - 1) > 1
    assert once_beaten(players, medals) <= 3
    assert medals == winner or once_beaten(players, medals - 1) > 3


@pytest.mark.parametrize(
    ("players", "rounds", "said"),
    [
        pytest.param(32, 5, "", id="enough"),
        pytest.param(33, 5, "up to 2 players can have won all their games; 6 rounds", id="one player too many"),
        pytest.param(100, 4, "up to 7 players can have won all their games; 7 rounds", id="a short evening"),
        pytest.param(6, 4, "no pairing without a repeated game", id="draws can fail"),
        pytest.param(6, 9, "a round robin fits better", id="more rounds than opponents"),
        pytest.param(1, 5, "", id="nobody to advise"),
    ],
)
def test_advice(players: int, rounds: int, said: str) -> None:
    told = " ".join(each.text() for each in advice(players, rounds))
    assert (said in told) if said else not told
    assert all(each in advice(players, rounds) for each in planned(players, rounds))


# -------------------------------------------------------------------------------------------------------------- the day


@pytest.mark.parametrize(
    ("players", "length", "hours"),
    [(3, 15, "0:45"), (8, 45, "5:15"), (12, 70, "12:50"), (20, 45, "14:15"), (19, 15, "4:45")],
)
def test_a_round_robin_takes_what_the_page_says(players: int, length: int, hours: str) -> None:
    """The table of the page "How long it takes"."""
    minutes = {15: (5, 5), 45: (20, 5), 70: (30, 10)}[length]
    found = option(Conditions(players, minutes[0], between=minutes[1]), "round-robin")
    # The page counts whole rounds, with the minutes after the last game, too.
    minutes_of_play = found.minutes + minutes[1]
    assert f"{minutes_of_play // 60}:{minutes_of_play % 60:02}" == hours


def test_the_day_of_the_page() -> None:
    """Seven rounds of 45 minutes from 9:30, an hour for lunch and a quarter later: they are over at 16:00."""
    found = option(Conditions(24, 20, between=5, rounds=7, breaks=(60, 15)), "swiss")
    assert 9 * 60 + 30 + found.minutes + 5 == 16 * 60
    assert found.starts == (0, 45, 90, 195, 240, 300, 345)


@given(
    st.integers(2, 70),
    st.one_of(st.none(), st.integers(1, 40)),
    st.lists(st.integers(0, 90), max_size=4),
    st.integers(1, 90),
)
def test_every_system_has_its_games(players: int, boards: int | None, breaks: list[int], minutes: int) -> None:
    conditions = Conditions(players, minutes, boards=boards, breaks=tuple(breaks))
    found = {each.key: each for each in options(conditions)}
    assert list(found) == [key for key in SYSTEMS if key in found]
    pairs = players * (players - 1) // 2
    wanted = {"round-robin": pairs, "double-round-robin": 2 * pairs, "knockout": players - 1 + (players >= 4)}
    wanted["double-elimination"] = 2 * players - 1
    for key, each in found.items():
        assert sum(each.games) == wanted.get(key, sum(each.games))
        assert each.fewest <= each.most <= each.rounds
        assert 2 * sum(each.games) <= each.most * players
        assert 2 * sum(each.games) >= each.fewest * players
        assert each.fits
        shifts = [math.ceil(Fraction(games, boards or games)) for games in each.games]
        assert list(each.shifts) == shifts
        whole = sum(shifts) * conditions.slot + (sum(breaks) if each.rounds > 1 else 0)
        assert each.minutes == whole - conditions.pause
        pauses = [
            after - before - shift * conditions.slot
            for before, after, shift in zip(each.starts, each.starts[1:], shifts, strict=False)
        ]
        assert min(pauses, default=0) >= 0
    if "groups" in found:
        sizes = found["groups"].format.groups
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("conditions", "fitting"),
    [
        pytest.param(
            Conditions(8, 20, time=6 * 60),
            {"round-robin": 7, "groups": 5, "swiss": 4, "knockout": 3, "double-elimination": 7},
            id="8 in six hours",
        ),
        pytest.param(Conditions(32, 20, time=6 * 60), {"groups": 7, "swiss": 7, "knockout": 5}, id="32 in six hours"),
        pytest.param(Conditions(32, 20, time=5 * 60), {"swiss": 6, "knockout": 5}, id="32 in five hours"),
        pytest.param(Conditions(32, 20, time=5 * 60, boards=8), {"knockout": 5}, id="32 at eight boards"),
        pytest.param(Conditions(32, 20, time=5 * 60, boards=7), {}, id="32 at seven boards"),
        pytest.param(Conditions(10, 5, rounds=5), {"swiss": 5, "knockout": 4}, id="five rounds of blitz"),
        pytest.param(Conditions(4, 20, time=140), {"round-robin": 3, "swiss": 2, "knockout": 2}, id="to the minute"),
        pytest.param(Conditions(4, 20, time=139), {"swiss": 2, "knockout": 2}, id="a minute too little"),
        pytest.param(Conditions(4, 5, time=45), {"round-robin": 3, "swiss": 2, "knockout": 2}, id="four in a break"),
    ],
)
def test_what_fits(conditions: Conditions, fitting: dict[str, int]) -> None:
    found = {each.key: each.rounds for each in options(conditions) if each.fits}
    assert found == fitting


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        (Conditions(7, 20, time=390, rounds=5), ["It needs more rounds (7) than are wanted (5)."]),
        (Conditions(7, 20, time=300), ["It takes 0:40 longer than there is time."]),
        (
            Conditions(7, 20, time=300, rounds=5),
            ["It needs more rounds (7) than are wanted (5).", "It takes 0:40 longer than there is time."],
        ),
        (Conditions(7, 20, time=340), []),
    ],
)
def test_what_does_not_fit_says_why(conditions: Conditions, said: list[str]) -> None:
    assert [note.text() for note in option(conditions, "round-robin").notes] == said


def test_more_time_never_takes_a_system_away() -> None:
    for players in (5, 9, 16, 30):
        before: dict[str, int] = {}
        for time in range(30, 1200, 25):
            found = {each.key: each for each in options(Conditions(players, 20, time=time))}
            fitting = {key: each.rounds for key, each in found.items() if each.fits}
            assert before.keys() <= fitting.keys()
            assert all(found[key].minutes <= time for key in fitting)
            assert fitting.get("swiss", 0) >= before.get("swiss", 0)
            before = fitting


# ------------------------------------------------------------------------------------------- chances: slices and chance


FORMATS = [
    Format("round-robin", 7),
    Format("double-round-robin", 5),
    Format("groups", 11, groups=(6, 5)),
    Format("groups", 13, groups=(5, 4, 4)),
    Format("swiss", 9, 4),
    Format("swiss", 12, 5),
    Format("knockout", 11),
    Format("double-elimination", 13),
]
BY_SYSTEM = pytest.mark.parametrize("format", FORMATS, ids=lambda format: f"{format.system}-{format.players}")


@BY_SYSTEM
@pytest.mark.parametrize("seeded", [False, True])
def test_slices_add_up(format: Format, seeded: bool) -> None:
    """However the tournaments are sliced, and in whatever order, the same are won."""
    strength = Strength(seeded=seeded)
    whole = simulate(format, strength, "slices", 0, 60)
    parts = [simulate(format, strength, "slices", first, count) for first, count in ((47, 13), (0, 1), (1, 46))]
    assert sum(parts, Tally()) == whole
    assert simulate(format, strength, "another", 0, 60) != whole


@BY_SYSTEM
def test_three_different_players_come_first(format: Format) -> None:
    for seeded in (True, False):
        for places in chances.played(format, Strength(seeded=seeded), "three", 0, 200):
            assert len(set(places)) == 3
            assert set(places) <= set(range(format.players))


@BY_SYSTEM
def test_the_strong_win_more_often_the_further_they_are_ahead(format: Format) -> None:
    shares = [simulate(format, Strength(spread), "spread", 0, 1500).best for spread in (0, 100, 200, 500)]
    assert shares == sorted(shares)
    assert shares[0] < shares[1] < shares[3]


def test_systems_play_with_the_same_players() -> None:
    """Strengths are drawn first, so whom the best of one system is, is the best of another."""
    drawn = []
    for format in (Format("knockout", 9), Format("swiss", 9, 3), Format("round-robin", 9)):
        kept: list[list[int]] = []
        play = chances._PLAYS[format.system]
        chances._PLAYS[format.system] = lambda field, _, kept=kept: kept.append(field.ratings) or [0, 1, 2]  # type: ignore[misc]
        try:
            simulate(format, Strength(), "same", 0, 5)
        finally:
            chances._PLAYS[format.system] = play
        drawn.append(kept)
    assert drawn[0] == drawn[1] == drawn[2]
    assert len({tuple(ratings) for ratings in drawn[0]}) == 5


def test_strengths_are_normal() -> None:
    """By the moments of 20,000 players, and by how often they are more than two deviations away."""
    found: list[int] = []
    play = chances._PLAYS["knockout"]
    chances._PLAYS["knockout"] = lambda field, _: found.extend(field.ratings) or [0, 1, 2]
    try:
        simulate(Format("knockout", 20), Strength(200), "normal", 0, 1000)
    finally:
        chances._PLAYS["knockout"] = play
    mean = sum(found) / len(found)
    deviation = math.sqrt(sum(rating**2 for rating in found) / len(found))
    assert abs(mean) < 4 * 200 / math.sqrt(len(found))
    assert abs(deviation - 200) < 4 * 200 / math.sqrt(2 * len(found))
    far = sum(abs(rating) > 400 for rating in found) / len(found)
    assert abs(far - 2 * NormalDist().cdf(-2)) < 0.004


def test_the_interval_is_that_of_wilson() -> None:
    """Figures by hand: 8 of 10 with 95 per cent lie between 0.490 and 0.943."""
    share = Tally(10, best=8).share(8)
    assert (round(share.low, 3), round(share.high, 3)) == (0.490, 0.943)
    nothing = Tally(10).share(0)
    assert (nothing.share, nothing.low) == (0, 0)
    assert round(nothing.high, 3) == 0.278
    assert Tally(10, best=10).share(10).high == pytest.approx(1)


# ------------------------------------------------------------------------------------------------ chances: closed forms


def agrees(count: int, of: int, truth: float) -> bool:
    """Whether a count is what a true share gives: within four standard errors. The seeds are fixed."""
    return abs(count - of * truth) <= 4 * math.sqrt(of * truth * (1 - truth))


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_equals_win_equally_often(players: int) -> None:
    """A knockout of four equals: each wins one in four; and so in every system."""
    for each in options(Conditions(players)):
        for seeded in (False, True):
            if seeded and players == 3 and each.key in ("knockout", "double-elimination"):
                continue  # the first seed has a bye
            found = simulate(each.format, Strength(0, seeded=seeded), "equal", 0, MANY)
            assert agrees(found.best, MANY, 1 / players), (each.key, seeded)
            if players > 3 and not seeded:
                assert agrees(found.three, MANY, 1 / math.comb(players, 3)), each.key
                assert agrees(found.order, MANY, 1 / math.perm(players, 3)), each.key


def test_the_bye_of_three_equals_wins_half() -> None:
    """Seeded, the first of three waits in the final: there it wins one in two."""
    assert agrees(simulate(Format("knockout", 3), Strength(0, seeded=True), "bye", 0, MANY).best, MANY, 1 / 2)


def integral(of: Sequence[float]) -> float:
    return sum(of) / len(of)


@pytest.mark.parametrize("spread", [50, 200, 400])
def test_a_game_of_two(spread: int) -> None:
    """The gap of two is a half of a normal distribution with √2 times the deviation: the mean expectation over it."""
    gap = NormalDist(0, spread * math.sqrt(2))
    truth = integral([expectation(abs(gap.inv_cdf((at + 0.5) / 20_000))) for at in range(20_000)])
    for key in ("knockout", "round-robin"):
        found = simulate(Format(key, 2), Strength(spread, draws=0), "two", 0, MANY)
        assert agrees(found.best, MANY, truth), key


@given(st.integers(0, 100), st.integers(-2000, 2000))
def test_draws_leave_the_expectation_as_it_is(draws: int, gap: int) -> None:
    """A win, a draw and a loss have no negative chance, add up to one, and give the expected score."""
    win, held, _ = (table[gap] / chances.WORD for table in chances._tables(draws))
    assert 0 <= win <= held <= 1
    assert abs(win + (held - win) / 2 - expectation(gap)) <= 1 / chances.WORD
    if gap == 0:
        assert abs(held - win - draws / 100) <= 1 / chances.WORD


# ----------------------------------------------------------------------------------------- chances: slow simulations


class Slow:
    """The model of strength once more, in plain words and with another source of chance."""

    def __init__(self, players: int, strength: Strength, seed: int) -> None:
        self.chance = random.Random(seed)
        self.strength = strength
        drawn = sorted((self.chance.gauss(0, strength.spread) for _ in range(players)), reverse=True)
        self.rating = dict(enumerate(drawn))
        self.points = dict.fromkeys(self.rating, 0.0)
        self.games: list[tuple[int, int, float]] = []

    def outcome(self, one: int, other: int, draws: int | None = None) -> float:
        """1, ½ or 0 for the first of two."""
        expected = 1 / (1 + 10 ** ((self.rating[other] - self.rating[one]) / 400))
        share = (self.strength.draws if draws is None else draws) / 100
        drawn = share * 2 * min(expected, 1 - expected)
        at = self.chance.random()
        return 0.5 if at < drawn else 1.0 if at < drawn + expected - drawn / 2 else 0.0

    def play(self, one: int, other: int) -> None:
        got = self.outcome(one, other)
        self.points[one] += got
        self.points[other] += 1 - got
        self.games.append((one, other, got))

    def second(self, player: int) -> float:
        """Sonneborn-Berger."""
        whole = 0.0
        for one, other, got in self.games:
            whole += got * self.points[other] if one == player else 0
            whole += (1 - got) * self.points[one] if other == player else 0
        return whole

    def knockout(self, entry: list[int | None]) -> tuple[list[int], list[int]]:
        """The winner, the loser of the final and those of the semifinals, if nobody plays for the third place."""
        out: list[list[int]] = []
        while len(entry) > 1:
            through: list[int | None] = []
            out.append([])
            for one, other in zip(entry[::2], entry[1::2], strict=True):
                if one is None or other is None:
                    through.append(one if other is None else other)
                    continue
                wins = self.outcome(one, other, draws=0) == 1
                through.append(one if wins else other)
                out[-1].append(other if wins else one)
            entry = through
        (winner,) = entry
        assert winner is not None
        return [winner, *out[-1]], out[-2]


def slow_round_robin(of: Slow) -> list[int]:
    for one, other in combinations(of.rating, 2):
        of.play(one, other)
    return sorted(of.rating, key=lambda player: (-of.points[player], -of.second(player), of.chance.random()))[:3]


def slow_knockout(of: Slow) -> list[int]:
    """Eight by lot, or eight of which each is where its seed belongs."""
    entry: list[int | None] = [0, 7, 3, 4, 1, 6, 2, 5]
    if not of.strength.seeded:
        of.chance.shuffle(entry)
    places, semifinals = of.knockout(entry)
    third, fourth = semifinals
    return [*places, third if of.outcome(third, fourth, draws=0) == 1 else fourth]


def slow_double(of: Slow) -> list[int]:
    """Four by lot: who has lost twice is out."""
    a, b, c, d = of.chance.sample(range(4), 4)

    def play(one: int, other: int) -> tuple[int, int]:
        return (one, other) if of.outcome(one, other, draws=0) == 1 else (other, one)

    (first, lost_first), (second, lost_second) = play(a, b), play(c, d)
    unbeaten, dropped = play(first, second)
    left, _ = play(lost_first, lost_second)
    challenger, third = play(dropped, left)
    champion, other = play(unbeaten, challenger)
    if champion == challenger:
        champion, other = play(unbeaten, challenger)
    return [champion, other, third]


def slow_groups(of: Slow) -> list[int]:
    """Two groups of three; the winner of each meets the second of the other."""
    lots = of.chance.sample(range(6), 6)
    tables = []
    for group in (lots[:3], lots[3:]):
        for one, other in combinations(group, 2):
            of.play(one, other)
        tables.append(sorted(group, key=lambda player: (-of.points[player], -of.second(player), of.chance.random())))
    (a, b, _), (c, d, _) = tables
    places, semifinals = of.knockout([a, d, c, b])
    third, fourth = semifinals
    return [*places, third if of.outcome(third, fourth, draws=0) == 1 else fourth]


def slow_swiss(of: Slow, rounds: int) -> list[int]:
    """The exact engine pairs, its own standings rank: mancala's rules, which pair by lot inside score groups."""
    players = list(of.rating)
    order = of.chance.sample(players, len(players))
    number = {player: at for at, player in enumerate(order, start=1)}
    rules = rule_set("mancala")
    settings = Settings(rounds=rounds, system=rules.key, seed=str(of.chance.random()), tie_breaks=("buchholz",))
    people = {number[player]: Player(number[player], f"P{player}") for player in order}
    tournament = Tournament(settings, MappingProxyType(people))
    for _ in range(rounds):
        made = pair_round(tournament, rules=rules).round
        games = tuple(
            Game(game.table, game.first, game.second, result(of, order[game.first - 1], order[game.second - 1]))
            for game in made.games
        )
        tournament = Tournament(
            settings, tournament.players, (*tournament.rounds, type(made)(made.number, games, made.byes))
        )
    ranked = standings(tournament, tie_breaks=("buchholz",)).rows
    places = sorted(ranked, key=lambda row: (row.rank, of.chance.random()))
    return [order[row.player - 1] for row in places[:3]]


def result(of: Slow, one: int, other: int) -> Result:
    return {1.0: Result.FIRST_WINS, 0.5: Result.DRAW, 0.0: Result.SECOND_WINS}[of.outcome(one, other)]


def counted(places: Iterator[list[int]]) -> Tally:
    found = Tally()
    for each in places:
        found += Tally(1, each[0] == 0, sorted(each) == [0, 1, 2], each == [0, 1, 2])
    return found


def agree(one: Tally, other: Tally) -> None:
    """Both shares differ by no more than three standard errors of their difference."""
    for name in ("best", "three"):
        (a, n), (b, m) = ((getattr(each, name), each.tournaments) for each in (one, other))
        p = (a + b) / (n + m)
        assert abs(a / n - b / m) <= 3 * math.sqrt(p * (1 - p) * (1 / n + 1 / m)), (name, a / n, b / m)


@pytest.mark.parametrize("strength", [Strength(), Strength(100, 60)], ids=["usual", "close"])
def test_a_round_robin_against_a_slow_one(strength: Strength) -> None:
    slow = counted(slow_round_robin(Slow(7, strength, seed)) for seed in range(MANY))
    agree(simulate(Format("round-robin", 7), strength, "slow", 0, MANY), slow)


@pytest.mark.parametrize("seeded", [False, True])
def test_a_knockout_against_a_slow_one(seeded: bool) -> None:
    strength = Strength(seeded=seeded)
    slow = counted(slow_knockout(Slow(8, strength, seed)) for seed in range(MANY))
    agree(simulate(Format("knockout", 8), strength, "slow", 0, MANY), slow)


@pytest.mark.parametrize("spread", [100, 300])
def test_a_double_elimination_against_a_slow_one(spread: int) -> None:
    slow = counted(slow_double(Slow(4, Strength(spread), seed)) for seed in range(MANY))
    agree(simulate(Format("double-elimination", 4), Strength(spread), "slow", 0, MANY), slow)


def test_groups_against_slow_ones() -> None:
    slow = counted(slow_groups(Slow(6, Strength(), seed)) for seed in range(MANY))
    agree(simulate(Format("groups", 6, groups=(3, 3)), Strength(), "slow", 0, MANY), slow)


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (9, 4), (12, 4)])
def test_a_swiss_against_the_exact_engine(players: int, rounds: int) -> None:
    """The approximation of the pairing changes the chances by less than this many tournaments can show."""
    slow = counted(slow_swiss(Slow(players, Strength(), seed), rounds) for seed in range(300))
    agree(simulate(Format("swiss", players, rounds), Strength(), "engine", 0, MANY), slow)


@pytest.mark.parametrize(("players", "rounds", "allowed"), [(32, 7, 0), (12, 5, 0), (8, 4, 0.01), (9, 4, 0.01)])
def test_the_quick_pairing_hardly_ever_repeats_a_game(
    players: int, rounds: int, allowed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is left over, games are repeated as good as never, and all but a few pairs have near enough points."""
    repeats = games = 0
    pair = chances._score_pairs

    def watched(waiting: list[int], met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        nonlocal repeats, games
        there = sorted(waiting)
        pairs = pair(waiting, met)
        assert sorted(player for each in pairs for player in each) == there
        repeats += sum(other in met[one] for one, other in pairs)
        games += len(pairs)
        return pairs

    monkeypatch.setattr(chances, "_score_pairs", watched)
    simulate(Format("swiss", players, rounds), Strength(), "repeats", 0, 300)
    assert games == 300 * rounds * (players // 2)
    assert repeats <= allowed * games


@pytest.mark.parametrize(
    ("pairs", "met", "made"),
    [
        pytest.param([(2, 3)], {0: [1], 1: [0]}, [(2, 0), (3, 1)], id="the pair above is opened"),
        pytest.param([(2, 3)], {0: [1, 2], 1: [0]}, [(3, 0), (2, 1)], id="the other way round"),
        pytest.param([(4, 5), (2, 3)], {0: [1, 2, 3], 1: [0]}, [(4, 0), (2, 3), (5, 1)], id="one further up"),
        pytest.param([(2, 3)], {0: [1, 2, 3], 1: [0]}, [(2, 3), (0, 1)], id="again, if nothing is left"),
    ],
)
def test_the_last_two_have_met(
    pairs: list[tuple[int, int]], met: dict[int, list[int]], made: list[tuple[int, int]]
) -> None:
    chances._open_a_pair(0, 1, pairs, [met.get(player, []) for player in range(6)])
    assert pairs == made


# --------------------------------------------------------------------------------- chances: places as the core has them

WIN, DRAW, LOSS = 0, chances.WORD // 2, chances.WORD - 1
RESULTS = {WIN: Result.FIRST_WINS, DRAW: Result.DRAW, LOSS: Result.SECOND_WINS}


def equals(words: Sequence[int], players: int) -> chances._Field:
    """Players of one strength, whose games end as the words say."""
    field = object.__new__(chances._Field)
    field.words, field.at, field.seeded = words, 0, False
    field.tables, field.ratings, field.order = chances._tables(20), [0] * players, list(range(players))
    return field


def ranked(rounds: Sequence[Round], players: int, tie_break: str) -> dict[int, int]:
    """The places of the core's standings, by players from 0."""
    people = {at + 1: Player(at + 1, f"P{at}") for at in range(players)}
    tournament = Tournament(Settings(rounds=len(rounds)), MappingProxyType(people), tuple(rounds))
    return {row.player - 1: row.rank for row in standings(tournament, tie_breaks=(tie_break,)).rows}


@given(st.sampled_from([4, 6, 8]), st.data())
def test_a_round_robin_is_ranked_as_the_core_ranks_it(players: int, data: st.DataObject) -> None:
    """By points, then by Sonneborn-Berger; only what is equal in both is by lot."""
    pairs = list(combinations(range(players), 2))
    words = data.draw(st.lists(st.sampled_from(sorted(RESULTS)), min_size=len(pairs), max_size=len(pairs)))
    lots = data.draw(st.permutations(range(players)))
    ended = dict(zip(pairs, words, strict=True))
    rounds = [
        Round(
            round_.number,
            tuple(
                # The lower number stands first in the words.
                Game(
                    table, *sorted((game.first, game.second)), RESULTS[ended[pair_of(game.first - 1, game.second - 1)]]
                )
                for table, game in enumerate(round_.games, start=1)
            ),
        )
        for round_ in schedule(players).rounds
    ]
    rank = ranked(rounds, players, "sonneborn-berger")
    places = chances._round_robin(equals([*words, *lots], players), range(players), 1)
    assert places == sorted(range(players), key=lambda player: (rank[player], -lots[player]))


@given(st.integers(4, 12), st.integers(1, 5), st.data())
def test_a_swiss_is_paired_by_points_and_ranked_as_the_core_ranks_it(
    players: int, rounds: int, data: st.DataObject
) -> None:
    """Of an even field: who floats meets the nearest group while it can be, and places go by points, then Buchholz."""
    games = players // 2
    chance = random.Random(data.draw(st.integers(0, 10_000)))
    words = [chance.randrange(chances.WORD) for _ in range(rounds * (players + games) + players)]
    for round_ in range(rounds):
        at = round_ * (players + games)
        words[at : at + games] = [chance.choice((WIN, DRAW, LOSS)) for _ in range(games)]
    made: list[Round] = []
    scores = dict.fromkeys(range(players), 0)
    pair = chances._score_pairs

    def watched(waiting: list[int], met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        assert [scores[player] for player in waiting] == sorted(scores[player] for player in waiting)
        free = set(range(players)) - set(waiting)
        pairs = pair(waiting, met)
        at = len(made) * (players + games)
        ended = [RESULTS[word] for word in words[at : at + games]]
        for (one, other), result in zip(pairs, ended, strict=True):
            won = {Result.FIRST_WINS: 2, Result.DRAW: 1, Result.SECOND_WINS: 0}[result]
            scores[one] += won
            scores[other] += 2 - won
        for player in free:
            scores[player] += 2
        told = (
            Game(table, *(each + 1 for each in two), result)
            for table, (two, result) in enumerate(zip(pairs, ended, strict=True), 1)
        )
        byes = MappingProxyType({player + 1: Bye.PAIRING_ALLOCATED for player in free})
        made.append(Round(len(made) + 1, tuple(told), byes))
        return pairs

    chances._score_pairs = watched
    try:
        places = chances._play_swiss(equals(words, players), Format("swiss", players, rounds))
    finally:
        chances._score_pairs = pair
    byes = [player for round_ in made for player in round_.byes]
    assert len(byes) == rounds * (players % 2)
    assert len(set(byes)) == min(len(byes), players)
    if players % 2:
        assert [scores[player] for player in places] == sorted(scores.values(), reverse=True)[:3]
    else:
        rank = ranked(made, players, "buchholz")
        assert [rank[player] for player in places] == sorted(rank.values())[:3]


@pytest.mark.parametrize("groups", range(2, 20))
def test_first_and_second_of_a_group_meet_in_the_final_at_the_earliest(groups: int) -> None:
    """Each in another half of the bracket, if the number of groups leaves room for it; nobody is left out."""
    seats = chances._qualified(groups)
    assert sorted(seats) == sorted((group, place) for group in range(groups) for place in (0, 1))
    upper = {seed for seed in range(1, 2 * groups + 1) if seed % 4 in (0, 1)}
    apart = [
        (seats.index((group, 0)) + 1 in upper) != (seats.index((group, 1)) + 1 in upper) for group in range(groups)
    ]
    assert apart.count(False) <= groups % 2
