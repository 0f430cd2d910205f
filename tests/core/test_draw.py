"""Lots: anybody can repeat them from the printed seed, and nobody is favored."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import seeds

from pairing_core.draw import ALPHABET, Lots, draw_lots, seed_text


def drawn_by_the_description(items: list[str], seed: str) -> list[str]:
    """The draw as the module's docstring tells it, for a seed in plain small letters; written without the module."""
    words: list[int] = []
    for block in range(20):
        digest = hashlib.sha256(f"{seed}:{block}".encode()).hexdigest()
        words += [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
    order = items.copy()
    for at in range(len(order) - 1, 0, -1):
        limit = at + 1
        word = words.pop(0)
        while word >= 2**32 - 2**32 % limit:
            word = words.pop(0)
        order[at], order[word % limit] = order[word % limit], order[at]
    return order


@given(st.lists(st.text(max_size=3), max_size=40), st.text(ALPHABET, min_size=1, max_size=10))
def test_can_be_repeated_from_the_description(items: list[str], seed: str) -> None:
    assert list(draw_lots(items, seed)) == drawn_by_the_description(items, seed)


@pytest.mark.parametrize(
    ("seed", "order"),
    [
        # Written down once: a draw printed last year must come out the same next year.
        ("k7m2p9", "BDHFGCAE"),
        ("žluťoučký kůň", "FDHGBCAE"),
    ],
)
def test_a_draw_never_changes(seed: str, order: str) -> None:
    assert "".join(draw_lots("ABCDEFGH", seed)) == order


@pytest.mark.parametrize("typed", ["K7M2P9", " k7m2p9 ", "k7m 2p9", "k7m2p9\n"])
def test_case_and_white_space_do_not_matter(typed: str) -> None:
    assert draw_lots(range(100), typed) == draw_lots(range(100), "k7m2p9")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert draw_lots(range(100), "\u017e") == draw_lots(range(100), "z\u030c")


@given(st.lists(st.integers()), seeds)
@example([1, 2, 3], "\ud800")
def test_draws_everything_once(items: list[int], seed: str) -> None:
    assert sorted(draw_lots(items, seed)) == sorted(items)


def test_every_order_is_equally_likely() -> None:
    """12,000 seeds, 24 orders: about 500 each; four standard deviations are 88."""
    counts = Counter("".join(draw_lots("ABCD", f"seed {number}")) for number in range(12_000))
    assert set(counts) == set(map("".join, permutations("ABCD")))
    assert all(abs(count - 500) < 88 for count in counts.values())


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 199, 200, 2**31 + 1])
def test_numbers_stay_below_their_limit(limit: int) -> None:
    lots = Lots("k7m2p9")
    assert all(0 <= lots.below(limit) < limit for _ in range(200))


@given(st.binary(min_size=8, max_size=40))
def test_seeds_are_short_and_without_letters_that_look_alike(entropy: bytes) -> None:
    seed = seed_text(entropy)
    assert len(seed) == 8
    assert not set(seed) & set("0o1ilu")
    assert seed == seed.lower()
    assert seed == seed_text(entropy)


def test_seeds_differ() -> None:
    assert len({seed_text(hashlib.sha256(bytes([number])).digest()) for number in range(256)}) == 256


def test_too_little_entropy_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 8 bytes"):
        seed_text(b"1234567")
