"""The conversion tables of the FIDE Rating Regulations: FIDE Handbook B.02, article 8.1 (edition of 1 March 2024).

Both are data, not formulas: they differ from every smooth curve by their rounding.
"""

from __future__ import annotations

from bisect import bisect_left

_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""Rating difference for a score of 50, 51 ... 100 per cent (8.1.1)."""

_UP_TO = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""The largest rating difference for an expected score of 50, 51 ... 99 per cent of the stronger player (8.1.2)."""


def difference(percent: int) -> int:
    """Return the rating difference that belongs to a score of 0 to 100 per cent.

    >>> difference(70), difference(50), difference(0)
    (149, 0, -800)
    """
    return _DIFFERENCE[percent - 50] if percent >= 50 else -_DIFFERENCE[50 - percent]


def expected_percent(ahead: int) -> int:
    """Return the score in per cent that is expected of a player rated so much above the opponent.

    >>> expected_percent(0), expected_percent(11), expected_percent(-11), expected_percent(736)
    (50, 52, 48, 100)
    """
    percent = 50 + bisect_left(_UP_TO, abs(ahead))
    return percent if ahead >= 0 else 100 - percent
