"""Charts of a Swiss on paper: laws for every number of players, and the proof against counting all courses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing_core.errors import PlayersError, TooFewPlayers, TooManyPlayers
from pairing_core.paper_swiss import Chart, ChartRound, Flaw, Moves, Seat, chart, prove, seat_of

NUMBERS = range(4, 65)
EVERY_CHART = pytest.mark.parametrize("players", NUMBERS)

Tables = list[tuple[int, int]]


def courses(found: Chart) -> Iterator[list[tuple[Tables, int | None, dict[int, int]]]]:
    """Play the chart with all results: for each round the pairs by table, who rests, and everybody's wins before it."""
    games = found.tables * (len(found.rounds) - 1)
    for upper_wins in product((True, False), repeat=games):
        results = iter(upper_wins)
        sits = dict(zip(found.seats, range(1, found.players + 1), strict=True))
        wins = dict.fromkeys(sits.values(), 0)
        course = []
        for round_ in found.rounds:
            tables = [(sits[Seat(t, "A")], sits[Seat(t, "B")]) for t in range(1, found.tables + 1)]
            resting = sits.get(Seat(0, "rest"))
            course.append((tables, resting, dict(wins)))
            after: dict[Seat, int] = {}
            for pair, moves in zip(tables, round_.moves):  # noqa: B905 - after the last round nobody moves
                won, lost = pair if next(results) else pair[::-1]
                wins[won] += 1
                upper, lower = (won, lost) if round_.by_result else pair
                after |= {moves.upper: upper, moves.lower: lower}
            if resting is not None and round_.rested is not None:
                wins[resting] += 1
                after[round_.rested] = resting
            sits = after
        yield course


def counted(found: Chart) -> tuple[list[list[int]], set[Flaw]]:
    """What the proof says, by looking at all courses."""
    differences = [[0] * found.tables for _ in found.rounds]
    flaws: set[Flaw] = set()
    for course in courses(found):
        met: set[frozenset[int]] = set()
        rested: set[int] = set()
        for number, (tables, resting, wins) in enumerate(course, start=1):
            for table, (a, b) in enumerate(tables, start=1):
                row = differences[number - 1]
                row[table - 1] = max(row[table - 1], abs(wins[a] - wins[b]))
                if frozenset((a, b)) in met:
                    flaws.add(Flaw(number, table))
                met.add(frozenset((a, b)))
            if resting is not None:
                if resting in rested:
                    flaws.add(Flaw(number, 0))
                rested.add(resting)
    return differences, flaws


def shortened(found: Chart, rounds: int) -> Chart:
    last = ChartRound(rounds, False, (), None)
    return Chart(found.players, (*found.rounds[: rounds - 1], last))


@EVERY_CHART
def test_everybody_has_a_chair_in_every_round(players: int) -> None:
    """The moves after a round lead to all chairs, one to each."""
    found = chart(players)
    for round_ in found.rounds[:-1]:
        targets = [seat for moves in round_.moves for seat in moves] + ([round_.rested] if players % 2 else [])
        assert sorted(targets, key=str) == sorted(found.seats, key=str)
    assert found.rounds[-1].moves == ()
    assert [round_.number for round_ in found.rounds] == list(range(1, len(found.rounds) + 1))


@EVERY_CHART
def test_nobody_meets_twice_and_nobody_rests_twice(players: int) -> None:
    """Proved for all results. The rounds are enough to find a winner; before the last two hardly unequals meet."""
    found = chart(players)
    proof = prove(found)
    assert proof.flaws == ()
    assert len(found.rounds) >= (players - 1).bit_length()
    assert max(proof.largest) <= 3
    assert max(proof.largest[:-2]) <= 2
    assert [len(tables) for tables in proof.differences] == [players // 2] * len(found.rounds)


@pytest.mark.parametrize("power", range(2, 7))
def test_equals_meet_where_the_field_halves_each_time(power: int) -> None:
    """With 4, 8, ... 64 players those meet, for as many rounds, who have won and lost in the same order."""
    found = chart(2**power)
    assert prove(found).equal_rounds == power
    story = dict.fromkeys(found.seats, "")
    for round_ in found.rounds[:power]:
        after: dict[Seat, str] = {}
        for table, moves in enumerate(round_.moves, start=1):
            a, b = story[Seat(table, "A")], story[Seat(table, "B")]
            assert a == b
            after |= {moves.upper: f"{a}+", moves.lower: f"{b}-"}
        story = after


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_proof_says_what_counting_all_courses_says(players: int) -> None:
    """As many rounds as there are at most 2^12 courses."""
    whole = chart(players)
    found = shortened(whole, min(len(whole.rounds), 12 // whole.tables + 1))
    differences, flaws = counted(found)
    proof = prove(found)
    assert [list(tables) for tables in proof.differences] == differences
    assert set(proof.flaws) == flaws == set()


@st.composite
def any_charts(draw: st.DrawFn) -> Chart:
    """Charts that nobody chose well: the moves lead anywhere."""
    players = draw(st.integers(4, 7))
    rounds = []
    for number in range(1, draw(st.integers(2, 3 if players > 5 else 4)) + 1):
        seats = draw(st.permutations([seat_of(at, players) for at in range(players)]))
        moves = tuple(Moves(*seats[at : at + 2]) for at in range(0, players - 1, 2))
        rounds.append(ChartRound(number, draw(st.booleans()), moves, seats[-1] if players % 2 else None))
    return Chart(players, (*rounds, ChartRound(len(rounds) + 1, False, (), None)))


@given(any_charts())
@settings(max_examples=60, deadline=None)
def test_the_proof_is_exact_for_any_chart(found: Chart) -> None:
    """It names exactly the tables at which two can meet again and the differences that can happen: no more, no less."""
    differences, flaws = counted(found)
    proof = prove(found)
    assert [list(tables) for tables in proof.differences] == differences
    assert set(proof.flaws) == flaws


def test_a_wrong_move_is_found() -> None:
    """Two chairs exchanged in one round of a good chart, and two can meet again."""
    found = chart(8)
    second = found.rounds[1]
    one, two, *rest = second.moves
    wrong = second._replace(moves=(Moves(two.upper, one.lower), Moves(one.upper, two.lower), *rest))
    assert prove(found._replace(rounds=(found.rounds[0], wrong, *found.rounds[2:]))).flaws


def test_golden_values() -> None:
    """How many rounds, and the largest difference of wins in each, as printed on the sheets."""
    assert [(n, "".join(map(str, prove(chart(n)).largest))) for n in (4, 8, 16, 32, 64)] == [
        (4, "002"),
        (8, "00023"),
        (16, "000023"),
        (32, "0000023"),
        (64, "00000023"),
    ]
    four = chart(4)
    assert four.rounds[0].by_result
    assert {seat.table for seat in (four.rounds[0].moves[0].upper, four.rounds[0].moves[1].upper)} == {1}


@pytest.mark.parametrize(("players", "error"), [(0, TooFewPlayers), (3, TooFewPlayers), (65, TooManyPlayers)])
def test_other_numbers_have_no_chart(players: int, error: type[PlayersError]) -> None:
    with pytest.raises(error):
        chart(players)
