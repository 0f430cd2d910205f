"""The only source of chance: lots drawn from a seed that is shown, so that anybody can repeat the draw.

The stream of random numbers, for whoever wants to check a draw with other means: take the seed, bring it to Unicode
form NFC, drop all white space in it, fold it to lower case (Unicode case folding), and write it in UTF-8. Block
k (0, 1, 2 ...) is the SHA-256 digest of that text followed by a colon and k in decimal digits. The blocks one after
another are read as big-endian whole numbers of 32 bits. A number below n is drawn by taking the next of them: if it is
not less than the largest multiple of n up to 2³², it is thrown away and the next one is taken; the remainder after
division by n is the result. No number below n is more likely than another.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

# No 0 and o, no 1, i and l, no u beside v: what is read from paper must be typed without doubt.
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
SEED_LENGTH = 8


class Lots:
    """A stream of numbers drawn from a seed, as the module's description says."""

    def __init__(self, seed: str) -> None:
        self._seed = "".join(unicodedata.normalize("NFC", seed).split()).casefold().encode("utf-8", "surrogatepass")
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """Return the next number from 0 to ``limit`` - 1, all equally likely."""
        fair = (1 << 32) // limit * limit
        while True:
            if not self._words:
                digest = hashlib.sha256(self._seed + b":%d" % self._block).digest()
                self._block += 1
                self._words = [int.from_bytes(digest[at : at + 4], "big") for at in range(28, -1, -4)]
            word = self._words.pop()
            if word < fair:
                return word % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in an order drawn by lot: Fisher and Yates, from the last place down to the second."""
        order = list(items)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order


def draw_lots(items: Iterable[T], seed: str) -> tuple[T, ...]:
    """Return the items in an order drawn by lot; the same seed gives the same order everywhere and always.

    Each order is equally likely: Fisher and Yates, from the last place down, over the stream described at the top of
    this module. Time O(items).

    >>> draw_lots(["Anna", "Béla", "Cyril", "Dora"], "k7m2p9")
    ('Béla', 'Cyril', 'Dora', 'Anna')
    """
    return tuple(Lots(seed).shuffled(items))


def seed_text(entropy: bytes) -> str:
    """Return a seed of eight letters and digits that are hard to misread, made from the caller's entropy.

    The entropy (at least 8 bytes, from the operating system or from the browser's ``crypto``) is read as one big-endian
    number. Raises :class:`ValueError` for fewer bytes.

    >>> seed_text(bytes(range(1, 9)))
    '8wvcyzv8'
    """
    if len(entropy) < 8:
        raise ValueError("a seed needs at least 8 bytes of entropy")
    value = int.from_bytes(entropy, "big")
    letters = []
    for _ in range(SEED_LENGTH):
        value, rest = divmod(value, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(reversed(letters))
