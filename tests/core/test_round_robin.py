"""The constructions: laws of a round robin, the published tables, and the paper methods that make them."""

from __future__ import annotations

import csv
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import fields, schedules

from pairing_core.errors import BadCycles, ConstructionLimit, TooFewPlayers, TooManyPlayers, UnknownConstruction
from pairing_core.round_robin import (
    CONSTRUCTIONS,
    Construction,
    Game,
    Round,
    Schedule,
    construction,
    first_to_start,
    quality,
    schedule,
    steps,
)

DATA = Path(__file__).resolve().parents[1] / "data"
EVERY_CONSTRUCTION = pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda known: known.key)


# The laws of a round robin, for every number of players


def everyone_meets_everyone_once(table: Schedule) -> bool:
    met = [game[1:] if game.first < game.second else game[:0:-1] for round_ in table.rounds for game in round_.games]
    return sorted(met) == list(combinations(range(1, table.players + 1), 2))


def nobody_plays_twice_in_a_round_and_all_tables_are_in_use(table: Schedule) -> bool:
    everyone, tables = list(range(1, table.players + 1)), list(range(1, table.players // 2 + 1))
    return [round_.number for round_ in table.rounds] == list(range(1, table.places)) and all(
        sorted([p for game in games for p in game[1:]] + ([] if bye is None else [bye])) == everyone
        and [game.table for game in games] == tables
        for _, games, bye in table.rounds
    )


def each_rests_once_in_an_odd_field_and_never_in_an_even_one(table: Schedule) -> bool:
    resting = [round_.bye for round_ in table.rounds]
    if table.players % 2 == 0:
        return set(resting) == {None}
    return None not in resting and sorted(filter(None, resting)) == list(range(1, table.players + 1))


def starts_are_balanced_and_never_three_in_a_row(table: Schedule) -> bool:
    """Starts minus non-starts: +1 or -1 in an even field, 0 in an odd one."""
    figures = quality(table)
    return set(figures.start_balance) <= ({0} if table.players % 2 else {1, -1}) and figures.longest_run <= 2


LAWS = (
    everyone_meets_everyone_once,
    nobody_plays_twice_in_a_round_and_all_tables_are_in_use,
    each_rests_once_in_an_odd_field_and_never_in_an_even_one,
    starts_are_balanced_and_never_three_in_a_row,
)


@EVERY_CONSTRUCTION
def test_laws_of_a_round_robin(construction: Construction) -> None:
    """For every number of players; a schedule is built once for all laws."""
    for players in range(construction.low, construction.high + 1):
        table = schedule(players, construction.key)
        broken = [law.__name__ for law in LAWS if not law(table)]
        assert not broken, players


# The published tables


def read_table(name: str) -> tuple[Round, ...]:
    """Read a table as it was printed, from ``tests/data``."""
    rounds: dict[int, list[Game]] = {}
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            game = Game(int(row["table"]), int(row["first"]), int(row["second"]))
            rounds.setdefault(int(row["round"]), []).append(game)
    return tuple(Round(number, tuple(games), None) for number, games in rounds.items())


@pytest.mark.parametrize(
    ("name", "key"),
    [
        # The method of mankala.cz/turnaj.php, done by hand on paper for its six players.
        ("mancala-6.csv", "serpentine"),
        ("mancala-6.csv", "sums"),
        # The figure of a Spanish reversi club's description; its left column is the one who starts here.
        ("reversi-6.csv", "fixed-first"),
    ],
)
def test_table_of_a_federation_cell_by_cell(name: str, key: str) -> None:
    assert schedule(6, key).rounds == read_table(name)


# FIDE Handbook C.05 Annex 1: the first rounds of the printed tables, white first; * marks who rests in an odd field.
FIDE = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7"],
    10: ["1-10 2-9 3-8 4-7 5-6", "10-6 7-5 8-4 9-3 1-2", "2-10 3-1 4-9 5-8 6-7"],
    12: ["1-12 2-11 3-10 4-9 5-8 6-7", "12-7 8-6 9-5 10-4 11-3 1-2", "2-12 3-1 4-11 5-10 6-9 7-8"],
}


@pytest.mark.parametrize("key", ["serpentine", "sums"])
@pytest.mark.parametrize("places", FIDE)
def test_printed_fide_table(places: int, key: str) -> None:
    for players in (places - 1, places):
        for round_, printed in zip(schedule(players, key).rounds, FIDE[places], strict=False):
            games = [tuple(map(int, game.split("-"))) for game in printed.split()]
            assert [game[1:] for game in round_.games] == [game for game in games if max(game) <= players]


def berger(players: int) -> tuple[Round, ...]:
    """The Berger table by turning: each number but the last moves on by half the places, as the handbook explains.

    An oracle that shares nothing with the constructions.
    """
    last = players + players % 2
    row = [(number, last + 1 - number) for number in range(1, last // 2 + 1)]
    rounds = []
    for number in range(1, last):
        games = [game for game in row if max(game) <= players]
        bye = next((min(game) for game in row if max(game) > players), None)
        rounds.append(Round(number, tuple(Game(at, *game) for at, game in enumerate(games, start=1)), bye))
        row = [tuple(p if p == last else (p + last // 2 - 1) % (last - 1) + 1 for p in game) for game in row]
        row[0] = row[0][::-1]
    return tuple(rounds)


def fide_formula(players: int) -> list[set[tuple[int, int]]]:
    """The games of each round by the closed formula: p meets q ≡ r + 1 - p; who starts by the parity of p - q."""
    last = players + players % 2
    rounds = []
    for r in range(1, last):
        games = set()
        for p in range(1, last):
            q = (r + 1 - p) % (last - 1) or last - 1
            if p == q:
                games.add((p, last) if p <= last // 2 else (last, p))
            elif (p > q) == ((p - q) % 2 == 0):
                games.add((p, q))
            else:
                games.add((q, p))
        rounds.append({game for game in games if max(game) <= players})
    return rounds


def test_the_two_oracles_agree() -> None:
    for players in (*range(2, 61), 199, 200):
        assert [{game[1:] for game in round_.games} for round_ in berger(players)] == fide_formula(players)


def test_constructions_give_the_berger_table_tables_and_sides_included() -> None:
    """Serpentine and sums for every number of players; the fixed first after relabelling, in an even field."""
    for players in range(2, 201):
        expected = berger(players)
        assert schedule(players, "serpentine").rounds == expected, players
        assert schedule(players, "sums").rounds == expected, players
        assert relabelled_from_fixed_first(schedule(players, "fixed-first")) == expected, players


def relabelled_from_fixed_first(table: Schedule) -> tuple[Round, ...]:
    """1 becomes the last, every other number one less; at table 1, where the fixed player sits, sides are reversed.

    In an odd field the fixed one is the dummy, so that nothing is to be relabelled.
    """
    last = table.players
    if last % 2:
        return table.rounds
    rounds = []
    for number, games, bye in table.rounds:
        pairs = [(a - 1 or last, b - 1 or last) for _, a, b in games]
        pairs[0] = pairs[0][::-1]
        rounds.append(Round(number, tuple(Game(at, *pair) for at, pair in enumerate(pairs, start=1)), bye))
    return tuple(rounds)


def test_fixed_first_of_an_odd_field_fixes_the_dummy() -> None:
    for players in range(3, 60, 2):
        assert {move.number for move in steps(players, "fixed-first") if move.phase == "fixed"} == {players + 1}


@pytest.mark.parametrize(
    ("a", "b", "places", "starts"),
    [
        (2, 5, 8, 2),  # an odd difference: the lower number
        (5, 2, 8, 2),
        (3, 5, 8, 5),  # an even one: the higher
        (4, 8, 8, 4),  # the last player: the lower half starts against him
        (5, 8, 8, 8),  # and the upper half does not
        (1, 2, 2, 1),
    ],
)
def test_parity_tells_who_starts(a: int, b: int, places: int, starts: int) -> None:
    assert first_to_start(a, b, places) == starts


@given(st.sampled_from(["serpentine", "sums"]), st.integers(2, 80))
def test_parity_tells_who_starts_in_every_game(key: str, players: int) -> None:
    table = schedule(players, key)
    for round_ in table.rounds:
        for game in round_.games:
            assert game.first == first_to_start(game.first, game.second, table.places)


# Low carry-over

# The values that the issue of the tables asks for, by the number of places.
LEAST_VALUES = {4: 12, 6: 60, 8: 56, 10: 108, 12: 160, 14: 234, 16: 240, 18: 340, 20: 380, 22: 462, 24: 598}


@pytest.mark.parametrize("players", range(3, 25))
def test_low_carry_over_has_the_least_value_known(players: int) -> None:
    table = schedule(players, "low-carry-over")
    assert quality(table).carry_over <= LEAST_VALUES[table.places]


@pytest.mark.parametrize("players", sorted(set(range(3, 25)) - {11, 12}))
def test_low_carry_over_goes_on_by_adding_one(players: int) -> None:
    table = schedule(players, "low-carry-over")
    m = table.places - 1

    def next_number(number: int) -> int:
        return number if number > m else number % m + 1

    for before, after in pairwise(table.rounds):
        assert [{next_number(p) for p in game[1:]} for game in before.games] == [set(game[1:]) for game in after.games]


# Paper methods


def replayed(players: int, key: str) -> tuple[Round, ...]:
    """Do the moves on an empty paper and read the rounds off it, leaving out the dummy's column."""
    paper: dict[tuple[int, int, str], int] = {}
    for move in steps(players, key):
        assert (move.round, move.table, move.side) not in paper, "a cell is written twice"
        paper[move.round, move.table, move.side] = move.number
    rounds = []
    for number in range(1, max(round_ for round_, _, _ in paper) + 1):
        tables = sorted({table for round_, table, _ in paper if round_ == number})
        pairs = [(paper[number, table, "first"], paper[number, table, "second"]) for table in tables]
        bye = next((sum(pair) - players - 1 for pair in pairs if players + 1 in pair), None)
        games = [pair for pair in pairs if players + 1 not in pair]
        rounds.append(Round(number, tuple(Game(at, *pair) for at, pair in enumerate(games, start=1)), bye))
    return tuple(rounds)


@EVERY_CONSTRUCTION
def test_moves_of_the_pencil_give_the_table(construction: Construction) -> None:
    for players in range(construction.low, construction.high + 1):
        if players <= 40 or players in (99, 100, 200):
            assert replayed(players, construction.key) == schedule(players, construction.key).rounds, players


@given(fields())
def test_moves_have_the_phases_of_the_construction_in_order(field: tuple[Construction, int]) -> None:
    construction, players = field
    phases = list(dict.fromkeys(move.phase for move in construction.moves(players)))
    assert phases == [phase for phase in construction.phases if phase in phases]


@pytest.mark.parametrize(
    ("key", "phase", "written"),
    [
        # Numbers in the order of writing; columns of three tables.
        ("serpentine", "rows", [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5]),
        ("serpentine", "back", [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]),
        ("serpentine", "last", [6, 6, 6, 6, 6]),
        ("fixed-first", "rows", [2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]),
        ("fixed-first", "fixed", [1, 1, 1, 1, 1]),
        ("fixed-first", "back", [2, 3, 4, 5, 6, 2, 3, 4, 5, 6]),
        ("sums", "last-pair", [1, 6, 6, 4, 2, 6, 6, 5, 3, 6]),
        ("low-carry-over", "first-round", [6, 1, 5, 2, 4, 3]),
    ],
)
def test_what_a_phase_writes_for_six_players(key: str, phase: str, written: list[int]) -> None:
    moves = [move for move in steps(6, key) if move.phase == phase]
    if key == "low-carry-over":  # who stands left there was found by a search and may be found better
        assert [{a.number, b.number} for a, b in zip(moves[::2], moves[1::2], strict=True)] == [{6, 1}, {5, 2}, {4, 3}]
    else:
        assert [move.number for move in moves] == written


@given(st.integers(2, 200))
def test_sums_are_the_round_plus_one_or_the_round_plus_the_places(players: int) -> None:
    places = players + players % 2
    moves = [move for move in steps(players, "sums") if move.phase == "sum"]
    for first, second in zip(moves[::2], moves[1::2], strict=True):
        assert (first.round, first.table) == (second.round, second.table)
        assert first.number + second.number == first.pair_sum == second.pair_sum
        assert first.pair_sum in (first.round + 1, first.round + places)


# Cycles


@given(schedules(max_players=60, max_cycles=10))
def test_starts_are_reversed_in_every_second_cycle(table: Schedule) -> None:
    length = table.places - 1
    cycles = [table.rounds[at : at + length] for at in range(0, len(table.rounds), length)]
    assert [round_.number for round_ in table.rounds] == list(range(1, len(table.rounds) + 1))
    assert len(cycles) == table.cycles
    games = [{(game.first, game.second) for round_ in cycle for game in round_.games} for cycle in cycles]
    for number, cycle in enumerate(games):
        assert cycle == (games[0] if number % 2 == 0 else {(b, a) for a, b in games[0]})


def test_two_cycles_without_the_swap() -> None:
    once, twice = schedule(4), schedule(4, cycles=2)
    assert twice.rounds[:3] == once.rounds
    assert [[game[1:] for game in round_.games] for round_ in twice.rounds[3:]] == [
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]


def test_the_swap_of_the_last_two_rounds() -> None:
    """FIDE Handbook C.05 Annex 1: the last two rounds of the first cycle change places."""
    plain, swapped = schedule(8, cycles=2), schedule(8, cycles=2, swap_last_rounds=True)
    order = [*range(5), 6, 5, *range(7, 14)]
    assert [round_.games for round_ in swapped.rounds] == [plain.rounds[at].games for at in order]


@EVERY_CONSTRUCTION
def test_with_the_swap_nobody_starts_three_times_in_a_row(construction: Construction) -> None:
    for players in range(construction.low, construction.high + 1):
        if 3 <= players <= 60:
            for cycles in (2, 3, 4):
                # Four players have three rounds a cycle: both swaps of a middle cycle fall on the same round.
                if players > 4 or players == 3 or cycles == 2:
                    table = schedule(players, construction.key, cycles, swap_last_rounds=True)
                    assert quality(table).longest_run <= 2, (players, cycles)


def test_without_the_swap_somebody_would() -> None:
    assert all(quality(schedule(players, cycles=2)).longest_run == 3 for players in range(4, 61, 2))


def test_one_cycle_has_nothing_to_swap() -> None:
    assert schedule(8, swap_last_rounds=True) == schedule(8)
    assert [round_.games for round_ in schedule(2, cycles=2, swap_last_rounds=True).rounds] == [
        (Game(1, 1, 2),),
        (Game(1, 2, 1),),
    ]


# Errors


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ((1,), TooFewPlayers, "A table needs at least 2 players (found: 1)."),
        ((0, "sums"), TooFewPlayers, "A table needs at least 2 players (found: 0)."),
        ((-3,), TooFewPlayers, "A table needs at least 2 players (found: -3)."),
        ((201,), TooManyPlayers, "A table has at most 200 players (found: 201)."),
        (
            (25, "low-carry-over"),
            ConstructionLimit,
            "The construction “low-carry-over” is made for 3 to 24 players (found: 25).",
        ),
        (
            (2, "low-carry-over"),
            ConstructionLimit,
            "The construction “low-carry-over” is made for 3 to 24 players (found: 2).",
        ),
        (
            (6, "spiral"),
            UnknownConstruction,
            "There is no construction called “spiral”; "
            "the known ones are serpentine, sums, fixed-first, low-carry-over.",
        ),
        ((6, "serpentine", 0), BadCycles, "The number of cycles must be from 1 to 10, not 0."),
        ((6, "serpentine", 11), BadCycles, "The number of cycles must be from 1 to 10, not 11."),
    ],
)
def test_refuses_in_one_sentence(arguments: tuple[int, str, int], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        schedule(*arguments)
    assert str(caught.value) == sentence


def test_registry() -> None:
    assert [known.key for known in CONSTRUCTIONS] == ["serpentine", "sums", "fixed-first", "low-carry-over"]
    assert all(construction(known.key) is known for known in CONSTRUCTIONS)
