"""The lines of players in FIDE's report files: their columns, and the letters of results.

Sources: FIDE Handbook C.04 Annex 2 (TRF16, approved in 2015), player section; TRF26 (applied from 1 September 2025) has
the same. Columns are counted from 1 in the documents and in our errors, from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category

from pairing_core.errors import (
    ControlCharacter,
    EmptyName,
    LineCut,
    PointsNeeded,
    ResultDoesNotFit,
    TooLargeForFormat,
    UnknownColor,
    UnknownResult,
    WholeNumberNeeded,
    WrongColumn,
)
from pairing_core.model import Bye, HalfPoints, Outcome, Player, PlayerNumber, Result, half_points, points_text

PLAYER = "001"

NUMBER, SEX, TITLE, NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
RATING, COUNTRY, IDENTIFIER, BIRTH = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
POINTS, RANK = slice(80, 84), slice(85, 89)
STANDING = slice(80, 89)
FIRST_ROUND, ROUND_WIDTH = 91, 10
# Columns that the format leaves empty between the others.
_EMPTY = (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
_MOST_ROUNDS = 999

RESULTS: Mapping[tuple[str, str], tuple[Result | None, bool]] = MappingProxyType(
    {
        ("1", "0"): (Result.FIRST_WINS, True),
        ("=", "="): (Result.DRAW, True),
        ("0", "1"): (Result.SECOND_WINS, True),
        ("0", "0"): (Result.BOTH_LOSE, True),
        ("=", "0"): (Result.FIRST_DRAWS_SECOND_LOSES, True),
        ("0", "="): (Result.FIRST_LOSES_SECOND_DRAWS, True),
        ("W", "L"): (Result.FIRST_WINS, False),
        ("D", "D"): (Result.DRAW, False),
        ("L", "W"): (Result.SECOND_WINS, False),
        ("L", "L"): (Result.BOTH_LOSE, False),
        ("D", "L"): (Result.FIRST_DRAWS_SECOND_LOSES, False),
        ("L", "D"): (Result.FIRST_LOSES_SECOND_DRAWS, False),
        ("+", "-"): (Result.FIRST_WINS_BY_FORFEIT, True),
        ("-", "+"): (Result.SECOND_WINS_BY_FORFEIT, True),
        ("-", "-"): (Result.DOUBLE_FORFEIT, True),
        ("", ""): (None, True),
    }
)
"""The result, and whether the game is rated, by the letters of who starts and of the other."""

LETTERS = MappingProxyType(
    {
        Outcome.WIN: ("1", "W"),
        Outcome.DRAW: ("=", "D"),
        Outcome.LOSS: ("0", "L"),
        Outcome.FORFEIT_WIN: ("+", "+"),
        Outcome.FORFEIT_LOSS: ("-", "-"),
    }
)
"""The letter of an outcome in a rated game, and in one that is not."""

BYES = MappingProxyType(
    {
        "U": Bye.PAIRING_ALLOCATED,
        "F": Bye.FULL_POINT,
        "H": Bye.HALF_POINT,
        "Z": Bye.ZERO_POINT,
        "+": Bye.FULL_POINT,
        "=": Bye.HALF_POINT,
        "-": Bye.ZERO_POINT,
    }
)
"""What a letter without an opponent is. Some programs write ``+``, ``=`` and ``-`` where others have F, H and Z."""

BYE_LETTERS = MappingProxyType(
    {Bye.PAIRING_ALLOCATED: "U", Bye.FULL_POINT: "F", Bye.HALF_POINT: "H", Bye.ZERO_POINT: "Z"}
)

_KNOWN_LETTERS = frozenset("10=WDL+-HFUZ")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class Text(NamedTuple):
    """A line of a file with its number from 1 and its own line end."""

    number: int
    raw: str

    @property
    def text(self) -> str:
        """The line without its end."""
        return self.raw.rstrip("\r\n")

    @property
    def end(self) -> str:
        """The line end, empty for a last line without one."""
        return self.raw[len(self.text) :]

    @property
    def code(self) -> str:
        """The three characters that say what the line is about."""
        return self.raw[:3]


class Static(NamedTuple):
    """What a player's line tells beside the tournament; ``identifier`` is FIDE's number."""

    number: PlayerNumber
    name: str
    rating: int | None
    country: str
    sex: str
    title: str
    identifier: str
    birth: str


class Entry(NamedTuple):
    """One round of a player: opponent (0: none), color (``w``, ``b`` or none), letter of the result (or none)."""

    opponent: PlayerNumber = 0
    color: str = ""
    letter: str = ""


class Listed(NamedTuple):
    """A player's line as it was read."""

    line: int
    text: str
    static: Static
    points: HalfPoints
    entries: tuple[Entry, ...]


def divided(text: str) -> list[Text]:
    """Return the lines of a text. Raises :class:`ControlCharacter` for what belongs into no text file."""
    lines = [Text(number, line) for number, line in enumerate(_LINE.findall(text), start=1)]
    for line in lines:
        _check_characters(line)
    return lines


def _check_characters(line: Text) -> None:
    text = line.text
    if text.isascii() and text.isprintable():
        return
    for at, character in enumerate(text):
        if category(character) in ("Cc", "Cs") and (character != "\t" or line.code == PLAYER):
            raise ControlCharacter(line=line.number, column=at + 1, character=f"U+{ord(character):04X}")


# Reading


def player_line(line: Text) -> Listed:
    """Return what a player's line tells; nothing in it is passed over.

    Raises :class:`LineCut`, :class:`WrongColumn`, :class:`WholeNumberNeeded`, :class:`PointsNeeded`,
    :class:`UnknownColor`, :class:`UnknownResult`, :class:`ResultDoesNotFit` or :class:`EmptyName`, with the line.
    """
    text = line.text.rstrip(" ")
    if len(line.text) <= POINTS.start:
        raise LineCut(line=line.number, length=len(line.text))
    for at in (*_EMPTY, FIRST_ROUND + _MOST_ROUNDS * ROUND_WIDTH):
        _must_be_empty(line, at)
    static = Static(
        number=whole(line, NUMBER, low=1),
        name=plain(text[NAME]),
        rating=whole(line, RATING) or None,
        country=plain(text[COUNTRY]),
        sex=plain(text[SEX]),
        title=plain(text[TITLE]),
        identifier=plain(text[IDENTIFIER]),
        birth=plain(text[BIRTH]),
    )
    if not static.name:
        raise EmptyName(line=line.number)
    whole(line, RANK)
    entries = tuple(_entry(line, start) for start in range(FIRST_ROUND, len(text), ROUND_WIDTH))
    return Listed(line.number, line.text, static, points(line, POINTS), entries)


def _entry(line: Text, start: int) -> Entry:
    text = line.text.rstrip(" ")
    cells = text[start : start + 8].rstrip(" ")
    for at in (4, 6, 8, 9):
        _must_be_empty(line, start + at)
    if not cells:
        return Entry()
    if len(text) <= start + 5:
        raise LineCut(line=line.number, length=len(text))
    opponent = whole(line, slice(start, start + 4))
    color = cells[5:6].lower()
    if color not in ("w", "b", "-", " "):
        raise UnknownColor(line=line.number, column=start + 6, found=color)
    color = color if color in ("w", "b") else ""
    letter = cells[7:8].upper()
    if letter and letter not in _KNOWN_LETTERS:
        raise UnknownResult(line=line.number, column=start + 8, found=cells[7:8])
    if opponent and color:
        fits = letter not in ("H", "F", "U", "Z")
    elif opponent:
        fits = letter in ("+", "-")
    else:
        fits = not color and (not letter or letter in BYES)
    if not fits:
        round_number = (start - FIRST_ROUND) // ROUND_WIDTH + 1
        raise ResultDoesNotFit(line=line.number, column=start + 8, round=round_number, found=letter)
    return Entry(opponent, color, letter)


def _must_be_empty(line: Text, at: int) -> None:
    found = line.text[at : at + 1]
    if found not in ("", " "):
        raise WrongColumn(line=line.number, column=at + 1, found=found)


def whole(line: Text, place: slice, low: int = 0) -> int:
    """Return the whole number in these columns, 0 if they are empty. Raises :class:`WholeNumberNeeded`."""
    found = line.text[place]
    number = found.strip(" ")
    value = int(number) if number.isascii() and number.isdecimal() else -1 if number else 0
    if value < low:
        raise WholeNumberNeeded(line=line.number, column=place.start + 1, found=found)
    return value


def points(line: Text, place: slice) -> HalfPoints:
    """Return the points in these columns. Raises :class:`PointsNeeded`."""
    found = line.text[place]
    try:
        return half_points(found)
    except ValueError:
        raise PointsNeeded(line=line.number, column=place.start + 1, found=found) from None


# Writing


def static_of(player: Player) -> Static:
    """Return what the line of a player can tell of him: a name is cut after 33 characters, a country after three."""

    def cut(text: str, place: slice) -> str:
        return plain(text)[: place.stop - place.start].strip()

    fields = player.fields
    return Static(
        number=player.number,
        name=cut(player.name, NAME),
        rating=player.rating or None,
        country=cut(player.country, COUNTRY),
        sex=cut(fields.get("sex", ""), SEX),
        title=cut(fields.get("title", ""), TITLE),
        identifier=cut(fields.get("fide-id", ""), IDENTIFIER),
        birth=cut(fields.get("birth-date", ""), BIRTH),
    )


def static_text(static: Static) -> str:
    """Return the columns before the points. Raises :class:`TooLargeForFormat`."""
    return (
        f"{PLAYER} {room('number', str(static.number), 4)} {static.sex:1}{static.title:>3} {static.name:<33} "
        f"{room('rating', str(static.rating or ''), 4)} {static.country:<3} {static.identifier:>11} "
        f"{static.birth:<10} "
    )


def entry_text(entry: Entry) -> str:
    """Return the ten columns of a round, with the two empty ones before it."""
    if entry.opponent:
        return f"  {entry.opponent:>4} {entry.color} {entry.letter or ' '}"
    return f"  0000 - {entry.letter}" if entry.letter else " " * ROUND_WIDTH


def plain(text: str) -> str:
    """Return the text on one line, without control characters."""
    return " ".join("".join(" " if category(each) == "Cc" else each for each in text).split())


def room(what: str, text: str, width: int) -> str:
    """Return the text at the right of so many columns. Raises :class:`TooLargeForFormat`."""
    if len(text) > width:
        raise TooLargeForFormat(what=what, found=text[:20], limit="9" * width)
    return text.rjust(width)


def decimal(value: HalfPoints) -> str:
    """Return points with one decimal, as the format has them."""
    text = points_text(value)
    return text if "." in text else f"{text}.0"


def numbers_text(players: Iterable[PlayerNumber]) -> str:
    """Return numbers of players as records list them."""
    return "".join(f" {player:>4}" for player in players)
