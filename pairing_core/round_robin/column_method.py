"""The column method: good for one player's list of opponents, not for the rows of a table.

Rule: Czech mancala federation, "Jak se dělá turnaj", mankala.cz/turnaj.php, second method. Each of its columns is the
right list of one player's opponents; read across, the rows repeat pairs from the third one on.
"""

from __future__ import annotations

from typing import NamedTuple

from pairing_core.errors import PlayerOutOfRange
from pairing_core.round_robin.constructions import check_players
from pairing_core.round_robin.values import places


class BadRow(NamedTuple):
    """The first row in which the column method fails.

    ``pairs`` are those of its pairs, as written, that stand there twice, have met before, or share a player with
    another pair; ``right`` is what the row should be, lower numbers first. ``twice`` are the numbers that stand in the
    row twice, ``missing`` those that do not stand in it at all.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]
    twice: tuple[int, ...]
    missing: tuple[int, ...]


def opponents(players: int, player: int) -> tuple[int, ...]:
    """Return one player's opponents round by round, in the tables of the serpentine and of the sums.

    The column method: in round 1 the two numbers add up to N + 1, then the opponent is one higher in each round, after
    N - 1 comes 1, and where the player would meet himself he meets the last player N. In an odd field N is the dummy
    (``players + 1``): there he rests.

    The last player of an even field has no column; he meets 1, N/2 + 1, 2, N/2 + 2, 3 ...

    Raises :class:`TooFewPlayers`, :class:`TooManyPlayers` or :class:`PlayerOutOfRange`.

    >>> opponents(16, 12)
    (5, 6, 7, 8, 9, 10, 11, 16, 13, 14, 15, 1, 2, 3, 4)
    >>> opponents(7, 3)
    (6, 7, 1, 2, 8, 4, 5)
    """
    check_players(players)
    if not 1 <= player <= players:
        raise PlayerOutOfRange(player=player, players=players)
    last = places(players)
    if player == last:
        return tuple((number + 1) // 2 if number % 2 else (last + number) // 2 for number in range(1, last))
    series = []
    opponent = 1 if player == 1 else last + 1 - player
    for _ in range(1, last):
        series.append(last if opponent == player else opponent)
        opponent = opponent + 1 if opponent < last - 1 else 1
    return tuple(series)


def column_method_rows(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rows that the column method gives when taken at its word; from row 3 on they are no rounds.

    Row 1 pairs the lowest with the highest; down each column the higher number of row 1 is copied (in the first column
    the 1) and its opponents are counted up.

    Raises :class:`TooFewPlayers` or :class:`TooManyPlayers`.

    >>> column_method_rows(6)[2]
    ((1, 3), (4, 5), (5, 4))
    """
    check_players(players)
    last = places(players)
    first_column = [(1, opponent) for opponent in _counted_up(last, 1)]
    columns = [first_column]
    for column in range(2, last // 2 + 1):
        copied = last + 1 - column
        columns.append([(counted, copied) for counted in _counted_up(last, copied)])
    return tuple(zip(*columns, strict=True))


def _counted_up(last: int, copied: int) -> list[int]:
    series = []
    number = 1 if copied == 1 else last + 1 - copied
    for _ in range(1, last):
        series.append(last if number == copied else number)
        number = number + 1 if number < last - 1 else 1
    return series


def first_bad_row(players: int) -> BadRow | None:
    """Return the first row in which the column method repeats or omits somebody; ``None`` if there is none.

    Raises :class:`TooFewPlayers` or :class:`TooManyPlayers`.

    >>> first_bad_row(6)
    BadRow(round=3, pairs=((4, 5), (5, 4)), right=((2, 6), (1, 3), (4, 5)), twice=(4, 5), missing=(2, 6))
    """
    last = places(players)
    met: set[frozenset[int]] = set()
    for number, row in enumerate(column_method_rows(players), start=1):
        seated = [player for pair in row for player in pair]
        twice = tuple(player for player in range(1, last + 1) if seated.count(player) > 1)
        bad = tuple(pair for pair in row if frozenset(pair) in met or set(pair) & set(twice))
        if bad:
            missing = tuple(player for player in range(1, last + 1) if player not in seated)
            return BadRow(number, bad, _right_row(last, number), twice, missing)
        met.update(frozenset(pair) for pair in row)
    return None


def _right_row(last: int, number: int) -> tuple[tuple[int, int], ...]:
    row = [(player, opponents(last, player)[number - 1]) for player in range(1, last + 1)]
    pairs = [(player, opponent) for player, opponent in row if player < opponent]
    return (*(pair for pair in pairs if last in pair), *(pair for pair in pairs if last not in pair))
