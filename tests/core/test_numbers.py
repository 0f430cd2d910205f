"""Numbers by lot and by hand, and wishes: these two meet in that round."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import schedules, seeds, wishes_for

from pairing_core.errors import (
    AmbiguousPlayerInWish,
    BadNumber,
    BadWish,
    DuplicateNumber,
    LosovnaError,
    UnknownPlayerInWish,
    WishesExclude,
    WishesTooHard,
    WishRoundOutOfRange,
    WishWithOnePlayer,
)
from pairing_core.round_robin import Schedule, Wish, draw_numbers, parse_wish, schedule


def meet_in(table: Schedule, a: int, b: int) -> set[int]:
    """The rounds in which two numbers meet."""
    return {round_.number for round_ in table.rounds for game in round_.games if {a, b} == set(game[1:])}


def grants(table: Schedule, numbers: tuple[int, ...], wishes: list[Wish], fixed: dict[int, int]) -> bool:
    return all(wish.round in meet_in(table, numbers[wish.a - 1], numbers[wish.b - 1]) for wish in wishes) and all(
        numbers[entrant - 1] == number for entrant, number in fixed.items()
    )


# Reading wishes


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("1,4:last", Wish(1, 4, 7)),
        ("1,4:last-but-one", Wish(1, 4, 6)),
        ("1,4:3", Wish(1, 4, 3)),
        (" 4 , 1 : LAST ", Wish(4, 1, 7)),
        ("Anna,Béla:1", Wish(1, 2, 1)),
        ("béla, ANNA:1", Wish(2, 1, 1)),
        ("Be\u0301la,Anna:2", Wish(2, 1, 2)),
        ("Anna,Novák, Jan:2", Wish(1, 3, 2)),
        ("Novák, Jan,Anna:2", Wish(3, 1, 2)),
        ("3,Anna:2", Wish(3, 1, 2)),
        # A name goes before a place: the fourth is called 1.
        ("1,Anna:2", Wish(4, 1, 2)),
        ("Eva: the great,Anna:2", Wish(5, 1, 2)),
    ],
)
def test_reads_a_wish(text: str, wish: Wish) -> None:
    names = ["Anna", "Béla", "Novák, Jan", "1", "Eva: the great", "F", "G", "H"]
    by_place = text.replace(" ", "").replace(",", "").split(":")[0].isdecimal()
    assert parse_wish(text, 7, [] if by_place else names) == wish


@pytest.mark.parametrize(
    ("text", "names", "error", "sentence"),
    [
        ("1,4", [], BadWish, "The wish “1,4” is not understood"),
        ("", [], BadWish, "The wish “” is not understood"),
        ("1:last", [], BadWish, "not understood"),
        ("1,4:first", [], BadWish, "not understood"),
        ("1,4:-1", [], BadWish, "not understood"),
        ("1,x:2", [], BadWish, "not understood"),
        ("1,4:0", [], WishRoundOutOfRange, "There is no round 0 for the wish “1,4:0”; the table has rounds 1 to 5."),
        ("1,4:6", [], WishRoundOutOfRange, "There is no round 6"),
        ("2,2:last", [], WishWithOnePlayer, "The wish “2,2:last” names the same player twice."),
        ("A,1:last", ["A", "B"], WishWithOnePlayer, "names the same player twice"),
        ("A,C:last", ["A", "B"], UnknownPlayerInWish, "There is no player “C”, who is named in the wish “A,C:last”."),
        ("A,3:last", ["A", "B"], UnknownPlayerInWish, "There is no player “3”"),
        ("A,B,C:1", ["A", "B,C", "A,B", "C"], AmbiguousPlayerInWish, "can be divided into two players in several ways"),
    ],
)
def test_refuses_a_wish(text: str, names: list[str], error: type[LosovnaError], sentence: str) -> None:
    with pytest.raises(error) as caught:
        parse_wish(text, 5, names)
    assert sentence in str(caught.value)
    assert caught.value.field == "wishes"


def test_last_but_one_of_a_single_round() -> None:
    with pytest.raises(WishRoundOutOfRange, match="There is no round last-but-one"):
        parse_wish("1,2:last-but-one", 1)


# Granting wishes


def test_the_reversi_clubs_trick() -> None:
    """In the table for six with player 1 fixed, 1 and 4 meet in the last round, 1 and 6 in the last but one."""
    table = schedule(6, "fixed-first")
    assert meet_in(table, 1, 4) == {5}
    assert meet_in(table, 1, 6) == {4}
    last = draw_numbers(table, "k7m2p9", {3: 1}, [Wish(3, 5, 5)])
    assert (last[2], last[4]) == (1, 4)
    last_but_one = draw_numbers(table, "k7m2p9", {3: 1}, [Wish(3, 5, 4)])
    assert (last_but_one[2], last_but_one[4]) == (1, 6)


def test_without_seed_and_wishes_everybody_keeps_his_place() -> None:
    assert draw_numbers(schedule(7), None) == (1, 2, 3, 4, 5, 6, 7)


def test_without_a_seed_only_those_move_who_must() -> None:
    """Berger: 1 and 2 meet in round 2; to meet in the last one, 2 becomes the 5 that 1 meets then."""
    assert draw_numbers(schedule(6), None, {}, [Wish(1, 2, 5)]) == (1, 5, 3, 4, 2, 6)
    assert draw_numbers(schedule(6), None, {2: 6}) == (1, 6, 3, 4, 5, 2)
    assert draw_numbers(schedule(6), None, {}, [Wish(1, 2, 2)]) == (1, 2, 3, 4, 5, 6)


def test_the_same_seed_gives_the_same_numbers_whatever_the_construction_is_called() -> None:
    assert draw_numbers(schedule(9), "x") == draw_numbers(schedule(9, "fixed-first"), "x")
    assert draw_numbers(schedule(9), "x") != draw_numbers(schedule(9), "y")


@given(st.data(), schedules(max_players=12, max_cycles=2), st.none() | seeds)
def test_grants_all_wishes_or_says_which_exclude_each_other(
    data: st.DataObject, table: Schedule, seed: str | None
) -> None:
    wishes = data.draw(wishes_for(table))
    entrants = data.draw(st.permutations(range(1, table.players + 1)))
    fixed = dict(zip(entrants, range(1, data.draw(st.integers(0, 3)) + 1), strict=False))
    fixed = {entrant: number for entrant, number in fixed.items() if number <= table.players}
    try:
        numbers = draw_numbers(table, seed, fixed, wishes)
    except WishesExclude:
        return
    assert sorted(numbers) == list(range(1, table.players + 1))
    assert grants(table, numbers, wishes, fixed)


@pytest.mark.parametrize("key", ["serpentine", "fixed-first"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_agrees_with_trying_all_numbers(players: int, key: str) -> None:
    """All pairs of wishes about the first four entrants, with one number fixed and without."""
    table = schedule(players, key)
    everybody = list(permutations(range(1, players + 1)))
    couples = [(a, b) for a in range(1, min(players, 4) + 1) for b in range(a + 1, min(players, 4) + 1)]
    single = [Wish(a, b, number) for a, b in couples for number in range(1, len(table.rounds) + 1)]
    for first in single:
        for second in single[:: 2 if players < 6 else 5]:
            for fixed in ({}, {1: players}):
                wishes = [first, second]
                possible = any(grants(table, numbers, wishes, fixed) for numbers in everybody)
                try:
                    numbers = draw_numbers(table, "x", fixed, wishes)
                except WishesExclude:
                    assert not possible, (wishes, fixed)
                else:
                    assert possible
                    assert grants(table, numbers, wishes, fixed)


def test_every_allowed_outcome_is_equally_likely() -> None:
    """Two wishes among six: as often as all allowed outcomes listed by brute force; within four deviations."""
    table = schedule(6)
    wishes = [Wish(1, 2, 5), Wish(3, 4, 1)]
    allowed = [numbers for numbers in permutations(range(1, 7)) if grants(table, numbers, wishes, {})]
    drawn = Counter(draw_numbers(table, f"seed {number}", {}, wishes) for number in range(100 * len(allowed)))
    assert set(drawn) == set(allowed)
    assert all(abs(count - 100) < 40 for count in drawn.values())


def test_thirty_wishes_among_two_hundred() -> None:
    table = schedule(200)
    wishes = [Wish(2 * k + 1, 2 * k + 2, 7 * k % 199 + 1) for k in range(30)]
    for seed in ("k7m2p9", None):
        assert grants(table, draw_numbers(table, seed, {}, wishes), wishes, {})


def test_a_group_bound_by_many_wishes() -> None:
    """One entrant who names ten opponents for ten rounds."""
    table = schedule(20)
    wishes = [Wish(1, k + 1, k) for k in range(1, 11)]
    assert grants(table, draw_numbers(table, "k7m2p9", {}, wishes), wishes, {})


@pytest.mark.parametrize(
    ("players", "fixed", "wishes", "named"),
    [
        # Nobody can meet two in one round; the wish beside is left out of the sentence.
        (6, {}, [Wish(1, 4, 5), Wish(1, 5, 5), Wish(2, 3, 1)], "1, 4: 5; 1, 5: 5"),
        (6, {}, [Wish(1, 4, 5), Wish(1, 4, 4)], "1, 4: 5; 1, 4: 4"),
        # 1 and 2 meet in round 2 only.
        (6, {1: 1, 2: 2, 5: 6}, [Wish(1, 2, 5)], "1, 2: 5; 1 = #1; 2 = #2"),
        # 1 meets 3 in the last round, and somebody else has got the 3.
        (5, {1: 1, 4: 5}, [Wish(1, 2, 5)], "1, 2: 5; 1 = #1; 4 = #5"),
        # Three who shall meet in three rounds that never go together, in a field of four.
        (4, {}, [Wish(1, 2, 1), Wish(2, 3, 1)], "1, 2: 1; 2, 3: 1"),
    ],
)
def test_names_a_smallest_set_that_cannot_be_met(
    players: int, fixed: dict[int, int], wishes: list[Wish], named: str
) -> None:
    table = schedule(players)
    with pytest.raises(WishesExclude) as caught:
        draw_numbers(table, "k7m2p9", fixed, wishes)
    assert str(caught.value) == f"These exclude each other, so that one has to go: {named}."


def test_names_the_players_by_their_names() -> None:
    names = ["Anna", "Béla", "Cyril", "Dora", "Emil", "Filip"]
    with pytest.raises(WishesExclude) as caught:
        draw_numbers(schedule(6), None, {}, [Wish(1, 4, 5), Wish(1, 5, 5)], names)
    assert caught.value.params == {"wishes": "Anna, Dora: 5; Anna, Emil: 5"}


@given(st.data(), schedules(max_players=8))
def test_the_set_named_is_smallest(data: st.DataObject, table: Schedule) -> None:
    """Without any one of the named wishes the rest can be met."""
    wishes = list(dict.fromkeys(data.draw(wishes_for(table, max_wishes=6))))
    try:
        draw_numbers(table, None, {}, wishes)
    except WishesExclude as error:
        named = [
            wish for wish in wishes if f"{wish.a}, {wish.b}: {wish.round}" in str(error.params["wishes"]).split("; ")
        ]
        assert len(named) >= 2
        with pytest.raises(WishesExclude):
            draw_numbers(table, None, {}, named)
        for left_out in named:
            draw_numbers(table, None, {}, [wish for wish in named if wish != left_out])


def couples_of_twenty(rounds: list[int]) -> list[Wish]:
    return [Wish(2 * k + 1, 2 * k + 2, number) for k, number in enumerate(rounds)]


def test_finds_numbers_even_if_everybody_has_a_wish() -> None:
    table, wishes = schedule(20), couples_of_twenty([13, 14, 2, 9, 17, 16, 13, 10, 16, 12])
    assert grants(table, draw_numbers(table, "k7m2p9", {}, wishes), wishes, {})


def test_gives_up_in_one_sentence_when_it_cannot_tell() -> None:
    with pytest.raises(WishesTooHard, match=r"No numbers were found that meet all wishes \(there are 10\)"):
        draw_numbers(schedule(20), "k7m2p9", {}, couples_of_twenty([5, 19, 3, 9, 4, 16, 15, 16, 13, 7]))


@pytest.mark.parametrize(
    ("fixed", "wishes", "error", "sentence"),
    [
        ({1: 7}, [], BadNumber, "The number 7 is not one of the numbers from 1 to 6."),
        ({1: 0}, [], BadNumber, "The number 0 is not one of the numbers from 1 to 6."),
        ({1: 3, 2: 3}, [], DuplicateNumber, "The number 3 is given to two players."),
        ({}, [Wish(1, 7, 1)], UnknownPlayerInWish, "There is no player “7”, who is named in the wish “1,7:1”."),
        ({}, [Wish(0, 1, 1)], UnknownPlayerInWish, "There is no player “0”"),
        ({}, [Wish(2, 2, 1)], WishWithOnePlayer, "The wish “2,2:1” names the same player twice."),
        ({}, [Wish(1, 2, 6)], WishRoundOutOfRange, "There is no round 6 for the wish “1,2:6”"),
    ],
)
def test_refuses(fixed: dict[int, int], wishes: list[Wish], error: type[LosovnaError], sentence: str) -> None:
    with pytest.raises(error) as caught:
        draw_numbers(schedule(6), None, fixed, wishes)
    assert sentence in str(caught.value)
