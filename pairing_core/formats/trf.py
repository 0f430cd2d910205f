"""The Tournament Report File of chess (TRF16, TRF26): what pairing programs exchange and what is sent to FIDE.

Sources: FIDE Handbook C.04 Annex 2 (TRF16, approved in 2015); FIDE, Format of Tournament Report File, version 2026
(TRF26, applied from 1 September 2025); the extensions of TRF16 by JaVaFo's manual (XXR, XXC, XXZ, XXS, XXA, XXP) and by
bbpPairings (BBW, BBD, ...).

Interpreted are the lines of players (001) and the records of :data:`RECORDS`. Everything else is kept: headers,
comments, teams. The lines that are not players' stand in ``settings.fields["trf"]``, with the place of each player
marked; players whose lines we would write in another way have theirs in ``player.fields["trf"]``. When the file is
written, a kept line is used as long as it says the same as the tournament. So :func:`dump` gives the file that
:func:`load` read, to the byte, and a changed tournament changes only what it has to.

The format knows neither tables nor game totals: games stand at the tables in the order in which pairings are published
(FIDE C.04.2: score of the better player, sum of both, number).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from pairing_core.errors import (
    BadRecord,
    ByeContradicts,
    ColorsClash,
    ControlCharacter,
    EmptyName,
    LineCut,
    NoPlayers,
    NumberMissing,
    NumberRepeated,
    OpponentsDisagree,
    PlayersDiffer,
    PlaysSelf,
    PointsByColor,
    PointsDiffer,
    PointsNeeded,
    ResultDoesNotFit,
    ResultsContradict,
    RoundsDiffer,
    TooLargeForFormat,
    UnknownColor,
    UnknownOpponent,
    UnknownResult,
    WholeNumberNeeded,
    WrongColumn,
)
from pairing_core.model import (
    Bye,
    Game,
    HalfPoints,
    KeepApart,
    Outcome,
    Player,
    PlayerNumber,
    Result,
    Round,
    RoundNumber,
    Scoring,
    Settings,
    Tournament,
    half_points,
    pairs_of,
    points_text,
)

# What each record is about. A kept record is written again as long as all records on its matter say the same.
RECORDS = MappingProxyType(
    {
        "012": "name",
        "062": "players",
        "092": "system",
        "142": "rounds",
        "152": "color",
        "162": "scoring",
        "192": "system",
        "240": "byes",
        "250": "acceleration",
        "260": "forbidden",
        "299": "abnormal",
        "XXR": "rounds",
        "XXC": "color",
        "XXS": "scoring",
        "XXA": "acceleration",
        "XXP": "forbidden",
        "XXZ": "byes",
        "BBW": "scoring",
        "BBD": "scoring",
        "BBL": "scoring",
        "BBZ": "scoring",
        "BBF": "scoring",
        "BBU": "scoring",
    }
)
"""The records that are interpreted, and their matter."""

# Of a team tournament these count teams, not players, and say nothing about the players' rounds.
_OF_TEAMS = frozenset({"240", "250", "260", "299"})

# FIDE's codes for the systems of which a rule set here bears the name; the year of the edition may follow.
SYSTEMS = MappingProxyType({"FIDE_DUTCH": "dutch", "FIDE_DUBOV": "dubov", "FIDE_BURSTEIN": "burstein"})
_OUR_SYSTEM = "LOSOVNA_"
_BAKU = "_BAKU"

# Columns of a player's line, from 0, as slices.
_NUMBER, _SEX, _TITLE, _NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
_RATING, _COUNTRY, _IDENTIFIER, _BIRTH = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
_POINTS, _RANK = slice(80, 84), slice(85, 89)
_EMPTY = (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
_FIRST_ROUND, _ROUND_WIDTH = 91, 10
_STATIC_END = 80

_LETTERS: Mapping[tuple[str, str], tuple[Result | None, bool]] = {
    # Letter of who starts, letter of the other: the result, and whether the game is rated.
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
_LETTER = {
    Outcome.WIN: ("1", "W"),
    Outcome.DRAW: ("=", "D"),
    Outcome.LOSS: ("0", "L"),
    Outcome.FORFEIT_WIN: ("+", "+"),
    Outcome.FORFEIT_LOSS: ("-", "-"),
}
_KNOWN_LETTERS = frozenset("10=WDL+-HFUZ")
# Without an opponent; "+" and "-" are written for a place that was empty, "=" by some programs for half a point.
_BYES = {
    "U": Bye.PAIRING_ALLOCATED,
    "F": Bye.FULL_POINT,
    "H": Bye.HALF_POINT,
    "Z": Bye.ZERO_POINT,
    "+": Bye.FULL_POINT,
    "=": Bye.HALF_POINT,
    "-": Bye.ZERO_POINT,
}
_BYE_LETTER = {
    Bye.PAIRING_ALLOCATED: "U",
    Bye.FULL_POINT: "F",
    Bye.HALF_POINT: "H",
    Bye.ZERO_POINT: "Z",
}

# JaVaFo's codes for points, and the value of a scoring that each sets.
_POINTS_OF = {
    "WW": "win",
    "BW": "win",
    "WD": "draw",
    "BD": "draw",
    "WL": "loss",
    "BL": "loss",
    "FW": "forfeit_win",
    "FL": "forfeit_loss",
    "PAB": "pairing_allocated_bye",
    "FPB": "full_point_bye",
    "HPB": "half_point_bye",
    "ZPB": "zero_point_bye",
}
_SHORT = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
_IN_162 = {**_SHORT, "A": ("ZPB", "FL"), "P": ("PAB",), "X": ()}
_IN_BB = {**_SHORT, "Z": ("ZPB",), "F": ("FL",), "U": ("PAB",)}

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MOST_PLAYERS = 9999


def load(text: str) -> Tournament:
    """Return the tournament of a TRF16 or TRF26 file.

    Every player's line is held against those of the opponents, the points against the results. Rounds at the end in
    which nobody is paired are byes requested for them. A result of one player that contradicts the opponent's, a gap in
    the numbers, a shifted column: nothing is guessed, each is an error of the branch :class:`FormatError` (or
    :class:`EmptyName`) with its line. Time O(length of the text).
    """
    lines = [_Text(number, line) for number, line in enumerate(_LINE.findall(text.removeprefix("\ufeff")), start=1)]
    for line in lines:
        _check_characters(line)
    listed = [_player_line(line) for line in lines if line.code == "001"]
    by_number = _numbered(listed)
    said = _said(line for line in lines if line.code != "001")
    _check_said(said, by_number)
    played = _played_rounds(listed)
    scoring = said.scoring or Scoring()
    rounds = _rounds(by_number, played, said, scoring)
    _check_points(listed, rounds, scoring, said)
    planned = _planned(said, played)
    if said.rounds is not None and played > said.rounds:
        raise RoundsDiffer(line=said.rounds_line, said=said.rounds, found=played)
    tournament = Tournament(
        settings=Settings(
            name=said.name,
            rounds=planned,
            system=said.system or Settings().system,
            scoring=scoring,
            acceleration=said.acceleration,
            fields=_filled({"initial-color": said.color}),
        ),
        players=MappingProxyType({number: _player(each, played, said) for number, each in sorted(by_number.items())}),
        rounds=rounds,
        forbidden=_forbidden(said, planned),
        keep_apart=_kept_apart(said, planned),
    )
    return _with_kept(tournament, lines, listed)


def dump(tournament: Tournament, version: int | None = None) -> str:
    """Return the tournament as a file of the version 16 or 26; ``None`` is that of the file it came from, or 26.

    Names are cut after 33 characters. Raises :class:`TooLargeForFormat` for numbers that have no room. What the format
    cannot say is left out: clubs, tables, game totals, soft wishes, how the rounds were drawn.
    """
    lines = [_Text(number, line) for number, line in enumerate(_LINE.findall(_kept(tournament)), start=1)]
    form = version or _version_of(lines)
    said = _said(line for line in lines if line.code != "001")
    end = next((line.end for line in lines if line.end), "\r\n")
    kept = _still_true(tournament, said, form, version is not None)
    written = _player_lines(tournament, said if "byes" in kept else _Said(), form)
    head, tail = _new_records(tournament, said, kept, written, form)
    out = [f"{record}{end}" for record in head]
    waiting = dict(written.lines)
    last_player = max((place for place, line in enumerate(lines) if line.code == "001"), default=len(lines) - 1)
    for place, line in enumerate(lines):
        if line.code == "001":
            number = int(line.text[_NUMBER])
            if number in waiting:
                out.append(waiting.pop(number) + line.end)
        elif RECORDS.get(line.code) in kept or line.code not in RECORDS:
            out.append(line.text + line.end)
        if place == last_player:
            out += [f"{text}{end}" for text in waiting.values()]
            waiting = {}
    out += [f"{text}{end}" for text in [*waiting.values(), *tail]]
    closed = [line if line.endswith(("\r", "\n")) else line + end for line in out[:-1]]
    return "".join([*closed, *out[-1:]])


# The text


class _Text(NamedTuple):
    """A line with its number from 1 and its own line end."""

    number: int
    raw: str

    @property
    def text(self) -> str:
        return self.raw.rstrip("\r\n")

    @property
    def end(self) -> str:
        return self.raw[len(self.text) :]

    @property
    def code(self) -> str:
        return self.raw[:3]


def _check_characters(line: _Text) -> None:
    text = line.text
    if text.isascii() and text.isprintable():
        return
    for at, character in enumerate(text):
        if unicodedata.category(character) in ("Cc", "Cs") and (character != "\t" or line.code == "001"):
            raise ControlCharacter(line=line.number, column=at + 1, character=f"U+{ord(character):04X}")


# Lines of players


class _Static(NamedTuple):
    """What a player's line tells beside the tournament."""

    number: PlayerNumber
    name: str
    rating: int | None
    country: str
    sex: str
    title: str
    identifier: str
    birth: str


class _Entry(NamedTuple):
    """One round in a player's line: opponent (0: none), color (w, b or none) and letter of the result (or none)."""

    opponent: PlayerNumber = 0
    color: str = ""
    letter: str = ""


class _Listed(NamedTuple):
    """A player's line as it was read."""

    line: int
    text: str
    static: _Static
    points: HalfPoints
    entries: tuple[_Entry, ...]


def _player_line(line: _Text) -> _Listed:
    text = line.text.rstrip(" ")
    if len(text) <= _POINTS.start:
        raise LineCut(line=line.number, length=len(text))
    for at in _EMPTY:
        _must_be_empty(line, at)
    static = _static(line)
    if not static.name:
        raise EmptyName(line=line.number)
    _whole(line, _RANK)
    points = _points(line, _POINTS)
    entries = [_entry(line, start) for start in range(_FIRST_ROUND, len(text), _ROUND_WIDTH)]
    return _Listed(line.number, line.text, static, points, tuple(entries))


def _static(line: _Text) -> _Static:
    text = line.text
    return _Static(
        number=_whole(line, _NUMBER, low=1),
        name=" ".join(text[_NAME].split()),
        rating=_whole(line, _RATING) or None,
        country=text[_COUNTRY].strip(),
        sex=text[_SEX].strip(),
        title=text[_TITLE].strip(),
        identifier=text[_IDENTIFIER].strip(),
        birth=text[_BIRTH].strip(),
    )


def _entry(line: _Text, start: int) -> _Entry:
    text = line.text
    cells = text[start : start + 8].rstrip(" ")
    if not cells:
        return _Entry()
    for at in (4, 6, 8, 9):
        _must_be_empty(line, start + at)
    if len(cells) < 6 and len(text.rstrip(" ")) <= start + 6:
        raise LineCut(line=line.number, length=len(text.rstrip(" ")))
    opponent = _whole(line, slice(start, start + 4))
    color = text[start + 5 : start + 6].lower()
    if color not in ("w", "b", "-", " "):
        raise UnknownColor(line=line.number, column=start + 6, found=color)
    letter = text[start + 7 : start + 8].strip().upper()
    if letter and letter not in _KNOWN_LETTERS:
        raise UnknownResult(line=line.number, column=start + 8, found=letter)
    color = color if color in ("w", "b") else ""
    if opponent and color:
        fits = letter not in ("H", "F", "U", "Z")
    elif opponent:
        fits = letter in ("+", "-")
    else:
        fits = not color and (letter in _BYES or not letter)
    if not fits:
        round_number = (start - _FIRST_ROUND) // _ROUND_WIDTH + 1
        raise ResultDoesNotFit(line=line.number, column=start + 8, round=round_number, found=letter)
    return _Entry(opponent, color, letter)


def _must_be_empty(line: _Text, at: int) -> None:
    found = line.text[at : at + 1]
    if found not in ("", " "):
        raise WrongColumn(line=line.number, column=at + 1, found=found)


def _whole(line: _Text, place: slice, low: int = 0) -> int:
    """Return the whole number in these columns, 0 if they are empty."""
    found = line.text[place]
    number = found.strip(" ")
    value = int(number) if number.isascii() and number.isdecimal() else 0 if not number else -1
    if value < low:
        raise WholeNumberNeeded(line=line.number, column=place.start + 1, found=found)
    return value


def _points(line: _Text, place: slice) -> HalfPoints:
    found = line.text[place]
    try:
        return half_points(found)
    except ValueError:
        raise PointsNeeded(line=line.number, column=place.start + 1, found=found) from None


def _numbered(listed: Sequence[_Listed]) -> dict[PlayerNumber, _Listed]:
    by_number: dict[PlayerNumber, _Listed] = {}
    for each in listed:
        number = each.static.number
        if number in by_number:
            raise NumberRepeated(line=each.line, player=number, first_line=by_number[number].line)
        by_number[number] = each
    if not by_number:
        raise NoPlayers
    high = max(by_number)
    for number in range(1, high):
        if number not in by_number:
            raise NumberMissing(player=number, high=high)
    return by_number


# Records


@dataclass
class _Said:
    """What the records say; ``None`` or nothing where they are silent."""

    name: str = ""
    players: int | None = None
    players_line: int = 0
    rounds: int | None = None
    rounds_line: int = 0
    color: str = ""
    system: str = ""
    scoring: Scoring | None = None
    acceleration: bool = False
    accelerated: dict[tuple[PlayerNumber, RoundNumber], HalfPoints] = field(default_factory=dict)
    byes: dict[tuple[PlayerNumber, RoundNumber], tuple[Bye, int]] = field(default_factory=dict)
    absent: dict[PlayerNumber, int] = field(default_factory=dict)
    forbidden: list[tuple[RoundNumber, RoundNumber | None, tuple[PlayerNumber, ...], int]] = field(default_factory=list)
    abnormal: bool = False
    codes: set[str] = field(default_factory=set)


def _said(lines: Iterable[_Text]) -> _Said:
    said = _Said()
    lines = list(lines)
    teams = any(line.code == "310" or (line.code in ("092", "192") and "TEAM" in line.text.upper()) for line in lines)
    points = {code: getattr(Scoring(), value) for code, value in _POINTS_OF.items()}
    points_line, bye_told = 0, False
    for line in lines:
        code = line.code
        if code not in RECORDS or (teams and code in _OF_TEAMS):
            continue
        said.codes.add(code)
        if RECORDS[code] == "scoring":
            told = list(_told_points(line))
            points_line = line.number
            bye_told = bye_told or any(short in ("P", "U", "PAB") for short, _, _ in told)
            for short, codes, value in told:
                points.update(dict.fromkeys(codes, value))
                if short == "W" and code != "XXS" and not bye_told:
                    points["PAB"] = value
        else:
            _READERS[code](said, line)
    if points_line:
        if any(points[f"W{short}"] != points[f"B{short}"] for short in "WDL"):
            raise PointsByColor(line=points_line)
        said.scoring = Scoring(**{value: points[code] for code, value in _POINTS_OF.items()})
    return said


def _told_points(line: _Text) -> Iterable[tuple[str, tuple[str, ...], HalfPoints]]:
    """Return the code, JaVaFo's codes that it stands for and the points of each item of a record on points."""
    if line.code == "XXS":
        known: Mapping[str, tuple[str, ...]] = {**{code: (code,) for code in _POINTS_OF}, **_SHORT}
        pattern = r"(?P<code>[A-Z]+)\s*=\s*(?P<points>\S+)"
    elif line.code == "162":
        known, pattern = _IN_162, r"(?P<code>[A-Z])\s*(?P<points>[0-9.]+)"
    else:
        known, pattern = {line.code[2]: _IN_BB[line.code[2]]}, r"(?P<code>)(?P<points>\S+)"
    at, text = 3, line.text
    while text[at:].strip():
        item = re.compile(rf"\s+{pattern}").match(text, at)
        try:
            if item is None or (item["code"] or line.code[2]) not in known:
                raise ValueError(text)
            code = item["code"] or line.code[2]
            yield code, known[code], half_points(item["points"])
        except ValueError:
            raise _bad(line, at) from None
        at = item.end()


def _bad(line: _Text, at: int) -> BadRecord:
    """Return the error about what stands at this place of a record, from 0, or after it."""
    rest = line.text[at:]
    at += len(rest) - len(rest.lstrip())
    return BadRecord(line=line.number, column=at + 1, record=line.code, found=rest.strip()[:20])


def _numbers(line: _Text, start: int = 3, least: int = 1, low: int = 1) -> list[int]:
    """Return the whole numbers of a record, which have to be at least so many and so high."""
    found = []
    for token in re.finditer(r"\S+", line.text[start:]):
        number = token[0]
        if not (number.isascii() and number.isdecimal() and len(number) < 9 and int(number) >= low):
            raise _bad(line, start + token.start())
        found.append(int(number))
    if len(found) < least:
        raise _bad(line, len(line.text))
    return found


def _read_name(said: _Said, line: _Text) -> None:
    said.name = " ".join(line.text[4:].split())


def _read_players(said: _Said, line: _Text) -> None:
    text = line.text[4:].strip()
    # Some write more here than the number; then it is for people.
    if text.isascii() and text.isdecimal() and len(text) < 9:
        said.players, said.players_line = int(text), line.number


def _read_rounds(said: _Said, line: _Text) -> None:
    (number, *more) = _numbers(line)
    if more or number > 1000:
        raise _bad(line, 3)
    said.rounds, said.rounds_line = number, line.number


def _read_color(said: _Said, line: _Text) -> None:
    text = line.text[4:].strip().lower()
    if line.code == "152":
        if text not in ("w", "b"):
            raise _bad(line, 3)
        said.color = text
    elif "white1" in text.split():
        said.color = "w"
    elif "black1" in text.split():
        said.color = "b"


def _read_system(said: _Said, line: _Text) -> None:
    code = line.text[4:].strip().upper()
    if _BAKU in code:
        said.acceleration = True
    code = code.removesuffix(_BAKU)
    if code.startswith(_OUR_SYSTEM):
        said.system = code.removeprefix(_OUR_SYSTEM).lower().replace("_", "-")
    said.system = next((key for known, key in SYSTEMS.items() if re.match(rf"{known}(_|$)", code)), said.system)


def _read_byes(said: _Said, line: _Text) -> None:
    if line.code == "XXZ":
        said.absent.update(dict.fromkeys(_numbers(line), line.number))
        return
    bye = {"F": Bye.FULL_POINT, "H": Bye.HALF_POINT, "Z": Bye.ZERO_POINT}.get(line.text[4:5].upper())
    if bye is None or line.text[3] != " ":
        raise _bad(line, 4)
    (number, *players) = _numbers(line, start=5, least=2)
    said.byes.update(dict.fromkeys(((player, number) for player in players), (bye, line.number)))


def _read_acceleration(said: _Said, line: _Text) -> None:
    said.acceleration = True
    if line.code == "XXA":
        player = _whole(line, slice(4, 8), low=1)
        for number, start in enumerate(range(9, len(line.text.rstrip()), 5), start=1):
            if line.text[start : start + 4].strip():
                said.accelerated[player, number] = _points(line, slice(start, start + 4))
        return
    columns = line.text[4:8].strip()
    if columns and _points(line, slice(4, 8)):
        raise _bad(line, 4)
    points = _points(line, slice(9, 13))
    numbers = _numbers(line, start=13, least=4)
    first, last, low, high = numbers[:4]
    if len(numbers) > 4 or first > last or low > high or high > _MOST_PLAYERS or last > 1000:
        raise _bad(line, 13)
    for player in range(low, high + 1):
        said.accelerated.update(dict.fromkeys(((player, number) for number in range(first, last + 1)), points))


def _read_forbidden(said: _Said, line: _Text) -> None:
    if line.code == "XXP":
        said.forbidden.append((1, None, tuple(_numbers(line, least=2)), line.number))
        return
    (first, last, *players) = _numbers(line, least=4)
    if first > last:
        raise _bad(line, 3)
    said.forbidden.append((first, last, tuple(players), line.number))


def _read_abnormal(said: _Said, line: _Text) -> None:
    said.abnormal = True


_READERS = {
    "012": _read_name,
    "062": _read_players,
    "092": _read_system,
    "142": _read_rounds,
    "152": _read_color,
    "192": _read_system,
    "240": _read_byes,
    "250": _read_acceleration,
    "260": _read_forbidden,
    "299": _read_abnormal,
    "XXR": _read_rounds,
    "XXC": _read_color,
    "XXA": _read_acceleration,
    "XXP": _read_forbidden,
    "XXZ": _read_byes,
}


def _check_said(said: _Said, by_number: Mapping[PlayerNumber, _Listed]) -> None:
    """Hold the records against the players."""
    if said.players is not None and said.players != len(by_number):
        raise PlayersDiffer(line=said.players_line, said=said.players, found=len(by_number))
    named = [(player, "XXZ", line) for player, line in said.absent.items()]
    named += [(player, "240", line) for (player, _), (_, line) in said.byes.items()]
    named += [(player, "260/XXP", line) for _, _, players, line in said.forbidden for player in players]
    for player, record, line in named:
        if player not in by_number:
            raise BadRecord(line=line, column=5, record=record, found=str(player))
    for _, _, players, line in said.forbidden:
        if len(set(players)) != len(players):
            raise BadRecord(line=line, column=5, record="260/XXP", found=" ".join(map(str, players))[:20])


# From the lines to the tournament


def _played_rounds(listed: Sequence[_Listed]) -> int:
    """Return the last round in which somebody is paired or has what only a drawn round gives."""
    return max(
        (
            number
            for each in listed
            for number, entry in enumerate(each.entries, start=1)
            if entry.opponent or entry.letter in ("U", "+")
        ),
        default=0,
    )


def _planned(said: _Said, played: int) -> int:
    if said.rounds is not None:
        return said.rounds
    return played or Settings().rounds


def _rounds(by_number: Mapping[PlayerNumber, _Listed], played: int, said: _Said, scoring: Scoring) -> tuple[Round, ...]:
    scores = dict.fromkeys(by_number, 0)
    rounds = []
    for number in range(1, played + 1):
        entries = {
            player: each.entries[number - 1] if number <= len(each.entries) else _Entry()
            for player, each in sorted(by_number.items())
        }
        games = [
            _game(by_number, entries, player, number) for player, entry in entries.items() if player < entry.opponent
        ]
        for player, entry in entries.items():
            if entry.opponent and player >= entry.opponent:
                _check_opponent(by_number, entries, player, number)
        byes = {player: _BYES[entry.letter] for player, entry in entries.items() if not entry.opponent and entry.letter}
        for (player, where), (bye, line) in said.byes.items():
            if where == number:
                if entries[player].opponent or byes.get(player, bye) is not bye:
                    raise ByeContradicts(line=line, round=number, player=player)
                byes[player] = bye
        games.sort(key=lambda game: _place(game, scores))
        games = [replace(game, table=table) for table, game in enumerate(games, start=1)]
        rounds.append(Round(number, tuple(games), MappingProxyType(dict(sorted(byes.items())))))
        for player, points in _awarded(rounds[-1], scoring):
            scores[player] += points
    return tuple(rounds)


def _place(game: Game, scores: Mapping[PlayerNumber, HalfPoints]) -> tuple[int, int, int]:
    """Return the key by which the pairings of a round are published."""
    one, other = scores[game.first], scores[game.second]
    better = min((game.first, game.second), key=lambda player: (-scores[player], player))
    return -max(one, other), -(one + other), better


def _awarded(round_: Round, scoring: Scoring) -> Iterable[tuple[PlayerNumber, HalfPoints]]:
    for game in round_.games:
        if game.result is not None:
            first, second = game.result.sides
            yield game.first, scoring.of(first)
            yield game.second, scoring.of(second)
    for player, bye in round_.byes.items():
        yield player, scoring.of_bye(bye)


def _check_opponent(
    by_number: Mapping[PlayerNumber, _Listed], entries: Mapping[PlayerNumber, _Entry], player: int, number: int
) -> None:
    line, opponent = by_number[player].line, entries[player].opponent
    if opponent == player:
        raise PlaysSelf(line=line, round=number, player=player)
    if opponent not in entries:
        raise UnknownOpponent(line=line, round=number, player=player, opponent=opponent)
    if entries[opponent].opponent != player:
        raise OpponentsDisagree(line=line, round=number, player=player, opponent=opponent)


def _game(
    by_number: Mapping[PlayerNumber, _Listed], entries: Mapping[PlayerNumber, _Entry], player: int, number: int
) -> Game:
    _check_opponent(by_number, entries, player, number)
    own = entries[player]
    opponent, other = own.opponent, entries[own.opponent]
    line = by_number[player].line
    if own.color and own.color == other.color:
        raise ColorsClash(line=line, round=number, player=player, opponent=opponent)
    # A forfeit is sometimes written without colors; then it does not matter who would have started.
    first_is_own = own.color == "w" or (not own.color and other.color != "w")
    letters = (own.letter, other.letter) if first_is_own else (other.letter, own.letter)
    if letters not in _LETTERS:
        raise ResultsContradict(
            line=line, round=number, player=player, result=own.letter, opponent=opponent, other=other.letter
        )
    result, is_rated = _LETTERS[letters]
    first, second = (player, opponent) if first_is_own else (opponent, player)
    return Game(table=1, first=first, second=second, result=result, is_rated=is_rated)


def _check_points(listed: Sequence[_Listed], rounds: Sequence[Round], scoring: Scoring, said: _Said) -> None:
    """Hold the points of each line against the results.

    Programs disagree whether the points count byes already requested and the fictitious points of the next round; each
    is good. Points that were given for no game (record 299) cannot be checked.
    """
    if said.abnormal:
        return
    scores: dict[PlayerNumber, HalfPoints] = {each.static.number: 0 for each in listed}
    for round_ in rounds:
        for player, points in _awarded(round_, scoring):
            scores[player] += points
    following = len(rounds) + 1
    for each in listed:
        number = each.static.number
        byes = sum(scoring.of_bye(_BYES[entry.letter]) for entry in each.entries[len(rounds) :] if entry.letter)
        fictitious = {said.accelerated.get((number, round_number), 0) for round_number in (following, following - 1)}
        good = {scores[number] + extra + more for extra in (0, byes) for more in (0, *fictitious)}
        if each.points not in good:
            raise PointsDiffer(
                line=each.line,
                column=_POINTS.start + 1,
                player=number,
                points=points_text(each.points),
                score=points_text(scores[number]),
            )


def _player(listed: _Listed, played: int, said: _Said) -> Player:
    static = listed.static
    byes = {
        number: _BYES[entry.letter]
        for number, entry in enumerate(listed.entries, start=1)
        if number > played and entry.letter
    }
    for (player, number), (bye, line) in said.byes.items():
        if player == static.number and number > played:
            if byes.get(number, bye) is not bye:
                raise ByeContradicts(line=line, round=number, player=player)
            byes[number] = bye
    if static.number in said.absent:
        byes.setdefault(played + 1, Bye.ZERO_POINT)
    return Player(
        number=static.number,
        name=static.name,
        rating=static.rating,
        country=static.country,
        byes=MappingProxyType(dict(sorted(byes.items()))),
        fields=_filled(
            {"sex": static.sex, "title": static.title, "fide-id": static.identifier, "birth-date": static.birth}
        ),
    )


def _filled(fields: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({key: text for key, text in fields.items() if text})


def _forbidden(said: _Said, planned: int) -> tuple[tuple[PlayerNumber, PlayerNumber], ...]:
    pairs = {
        pair
        for first, last, players, _ in said.forbidden
        if last is None or (first == 1 and last >= planned)
        for pair in pairs_of(players)
    }
    return tuple(sorted(pairs))


def _kept_apart(said: _Said, planned: int) -> tuple[KeepApart, ...]:
    """Return the groups that may not meet up to a round; one that begins later is kept apart from now on."""
    return tuple(
        KeepApart(players, until=last)
        for first, last, players, _ in said.forbidden
        if last is not None and (first > 1 or last < planned)
    )


# What is kept of a file


def _kept(tournament: Tournament) -> str:
    return tournament.settings.fields.get("trf", "")


def _with_kept(tournament: Tournament, lines: Sequence[_Text], listed: Sequence[_Listed]) -> Tournament:
    """Return the tournament with the lines of its file: all but the players', and theirs if ours would differ."""
    layout = "".join(line.text[: _NUMBER.stop] + line.end if line.code == "001" else line.raw for line in lines)
    settings = replace(tournament.settings, fields=MappingProxyType({**tournament.settings.fields, "trf": layout}))
    kept = replace(tournament, settings=settings)
    said = _said(line for line in lines if line.code != "001")
    ours = _player_lines(kept, said, _version_of(lines)).lines
    if all(ours[each.static.number] == each.text for each in listed):
        return kept
    texts = {each.static.number: each.text for each in listed}
    players = {
        number: replace(player, fields=MappingProxyType({**player.fields, "trf": texts[number]}))
        for number, player in kept.players.items()
    }
    return replace(kept, players=MappingProxyType(players))


def _version_of(lines: Sequence[_Text]) -> int:
    """Return 16 for a file that has the marks of that version, or none of the later one; 26 if there is no file."""
    codes = {line.code for line in lines}
    if not codes:
        return 26
    old = any(code.startswith(("XX", "BB")) and code in RECORDS for code in codes)
    return 16 if old or not codes & {"142", "152", "162", "192", "240", "250", "260", "310"} else 26


def _belongs(code: str, version: int) -> bool:
    """Whether an interpreted record may stand in a file of this version."""
    if code in ("012", "062", "092", "299"):
        return True
    return code.startswith(("XX", "BB")) == (version == 16)


def _still_true(tournament: Tournament, said: _Said, version: int, is_strict: bool) -> frozenset[str]:
    """Return the matters on which the kept records say what the tournament is, in the version that is wanted."""
    settings = tournament.settings
    played = len(tournament.rounds)
    requested = _requested(tournament)
    recorded = {
        **{(player, number): bye for (player, number), (bye, _) in said.byes.items()},
        **{(player, played + 1): Bye.ZERO_POINT for player in said.absent},
    }
    true = {
        "name": said.name == " ".join(settings.name.split()),
        "players": said.players in (None, len(tournament.players)),
        "rounds": _planned(said, played) == settings.rounds,
        "color": said.color == settings.fields.get("initial-color", ""),
        "scoring": (said.scoring or Scoring()) == settings.scoring,
        "system": (said.system or Settings().system) == settings.system,
        "acceleration": said.acceleration == settings.acceleration,
        "forbidden": _forbidden(said, settings.rounds) == tournament.forbidden
        and _kept_apart(said, settings.rounds) == _hard_groups(tournament),
        "byes": all(
            requested.get(where) is bye
            if where[1] > played
            else tournament.rounds[where[1] - 1].byes.get(where[0]) is bye
            for where, bye in recorded.items()
        ),
        "abnormal": True,
    }
    if is_strict:
        for code in said.codes:
            if not _belongs(code, version):
                true[RECORDS[code]] = False
    return frozenset(matter for matter, is_true in true.items() if is_true)


def _hard_groups(tournament: Tournament) -> tuple[KeepApart, ...]:
    """Return the groups that a file can hold, without their names."""
    return tuple(
        KeepApart(group.players, until=group.until)
        for group in tournament.keep_apart
        if group.is_hard and group.players
    )


def _requested(tournament: Tournament) -> dict[tuple[PlayerNumber, RoundNumber], Bye]:
    """Return the byes of rounds to come; who is not in the next round has one without points there."""
    following = tournament.next_round
    byes = {}
    for player in tournament.players.values():
        byes.update({(player.number, number): bye for number, bye in player.byes.items() if number >= following})
        if not player.is_in(following) and following <= tournament.settings.rounds:
            byes[player.number, following] = Bye.ZERO_POINT
    return byes


# Writing


class _Written(NamedTuple):
    """The players' lines by number, and the requested byes that none of them shows."""

    lines: Mapping[PlayerNumber, str]
    left: Mapping[tuple[PlayerNumber, RoundNumber], Bye]


def _player_lines(tournament: Tournament, said: _Said, version: int) -> _Written:
    """Return the lines of all players; ``said`` are the records that will stand beside them."""
    played = len(tournament.rounds)
    rows = _entries(tournament)
    by_records = {*said.byes, *((player, played + 1) for player in said.absent)}
    kept = {
        number: _player_line(_Text(0, player.fields["trf"]))
        for number, player in tournament.players.items()
        if "trf" in player.fields
    }
    left = {}
    for (player, number), bye in _requested(tournament).items():
        entry = _Entry(letter=_BYE_LETTER[bye])
        old = kept[player].entries if player in kept else ()
        is_shown = number <= len(old) and _BYES.get(old[number - 1].letter) is bye
        if is_shown or (version == 16 and number == played + 1 and (player, number) not in by_records):
            row = rows[player]
            row += [_Entry()] * (number - len(row))
            row[number - 1] = entry
        elif (player, number) not in by_records:
            left[player, number] = bye
    scores = _scores(tournament)
    order = sorted(scores, key=lambda player: (-scores[player], player))
    ranks = {player: rank for rank, player in enumerate(order, start=1)}
    scoring = tournament.settings.scoring
    for player, row in rows.items():
        scores[player] += sum(scoring.of_bye(_BYES[entry.letter]) for entry in row[played:] if entry.letter)
    is_unchanged = len(kept) == len(tournament.players) and all(
        _same_rounds(each, rows[number], said) for number, each in kept.items()
    )
    lines = {}
    for number, each in tournament.players.items():
        standing = f"{_room('points', _decimal(scores[number]), 4)} {_room('rank', str(ranks[number]), 4)}"
        lines[number] = _line(each, kept.get(number), standing, rows[number], said, is_unchanged)
    return _Written(lines, left)


def _line(
    player: Player, kept: _Listed | None, standing: str, row: Sequence[_Entry], said: _Said, is_unchanged: bool
) -> str:
    static = _static_of(player)
    head = _static_text(static)
    if kept:
        old = f"{kept.text:<{_FIRST_ROUND - 2}}"
        head = old[:_STATIC_END] if kept.static == static else head
        standing = old[_STATIC_END : _FIRST_ROUND - 2] if is_unchanged else standing
    blocks = []
    for place, entry in enumerate(row):
        start = _FIRST_ROUND + place * _ROUND_WIDTH
        old = f"{kept.text[start - 2 : start + 8]:<{_ROUND_WIDTH}}" if kept else ""
        is_same = kept and _same_entry(player.number, kept, place, entry, said)
        blocks.append(old if is_same else _entry_text(entry))
    text = (head + standing + "".join(blocks)).rstrip(" ")
    return kept.text if kept and kept.text.rstrip(" ") == text else text


def _same_rounds(kept: _Listed, row: Sequence[_Entry], said: _Said) -> bool:
    places = max(len(row), len(kept.entries))
    return all(
        _same_entry(kept.static.number, kept, place, row[place] if place < len(row) else _Entry(), said)
        for place in range(places)
    )


def _same_entry(player: PlayerNumber, kept: _Listed, place: int, entry: _Entry, said: _Said) -> bool:
    """Whether the kept line says of a round what is to be said now."""
    old = kept.entries[place] if place < len(kept.entries) else _Entry()
    if entry.opponent:
        color = old.color or ("w" if player < old.opponent else "b")
        return old._replace(color=color) == entry or (not old.color and old._replace(color=entry.color) == entry)
    if old.opponent:
        return False
    if not old.letter and entry.letter:
        bye, _ = said.byes.get((player, place + 1), (None, 0))
        return bye is _BYES[entry.letter]
    return _BYES.get(old.letter) is _BYES.get(entry.letter)


def _entries(tournament: Tournament) -> dict[PlayerNumber, list[_Entry]]:
    """Return for each player the entry of each round drawn."""
    rows: dict[PlayerNumber, list[_Entry]] = {
        player: [_Entry()] * len(tournament.rounds) for player in tournament.players
    }
    for place, round_ in enumerate(tournament.rounds):
        for game in round_.games:
            sides = game.result.sides if game.result else (None, None)
            for player, opponent, color, outcome in (
                (game.first, game.second, "w", sides[0]),
                (game.second, game.first, "b", sides[1]),
            ):
                letter = _LETTER[outcome][not game.is_rated] if outcome else ""
                rows[player][place] = _Entry(opponent, color, letter)
        for player, bye in round_.byes.items():
            rows[player][place] = _Entry(letter=_BYE_LETTER[bye])
    return rows


def _scores(tournament: Tournament) -> dict[PlayerNumber, HalfPoints]:
    scores = dict.fromkeys(tournament.players, 0)
    for round_ in tournament.rounds:
        for player, points in _awarded(round_, tournament.settings.scoring):
            scores[player] += points
    return scores


def _static_of(player: Player) -> _Static:
    fields = player.fields
    return _Static(
        number=player.number,
        name=" ".join(player.name[: _NAME.stop - _NAME.start].split()),
        rating=player.rating,
        country=player.country[:3],
        sex=fields.get("sex", "")[:1],
        title=fields.get("title", "")[:3],
        identifier=fields.get("fide-id", "")[:11],
        birth=fields.get("birth-date", "")[:10],
    )


def _static_text(static: _Static) -> str:
    return (
        f"001 {_room('number', str(static.number), 4)} {static.sex:1}{static.title:>3} {static.name:<33} "
        f"{_room('rating', str(static.rating or ''), 4)} {static.country:<3} {static.identifier:>11} "
        f"{static.birth:<10} "
    )


def _entry_text(entry: _Entry) -> str:
    if entry.opponent:
        return f"  {entry.opponent:>4} {entry.color} {entry.letter or ' '}"
    return f"  0000 - {entry.letter}" if entry.letter else " " * _ROUND_WIDTH


def _room(what: str, text: str, width: int) -> str:
    if len(text) > width:
        raise TooLargeForFormat(what=what, found=text, limit="9" * width)
    return text.rjust(width)


def _decimal(points: HalfPoints) -> str:
    """Return points with one decimal, as the format has them."""
    text = points_text(points)
    return text if "." in text else f"{text}.0"


def _new_records(
    tournament: Tournament, said: _Said, kept: frozenset[str], written: _Written, version: int
) -> tuple[list[str], list[str]]:
    """Return the records that have to be written new: those before the players, and those after them."""
    settings = tournament.settings
    is_new = version != 16
    head, tail = [], []
    if "name" not in kept:
        head.append(f"012 {' '.join(settings.name.split())}")
    if "players" not in kept:
        head.append(f"062 {len(tournament.players)}")
    if "system" not in kept or "acceleration" not in kept:
        code = {key: known for known, key in SYSTEMS.items()}.get(settings.system)
        code = code or _OUR_SYSTEM + settings.system.upper().replace("-", "_")
        head.append(f"{'192' if is_new else '092'} {code}{_BAKU if settings.acceleration else ''}")
    if "rounds" not in kept:
        head.append(f"{'142' if is_new else 'XXR'} {settings.rounds}")
    color = settings.fields.get("initial-color", "")
    if "color" not in kept and color:
        head.append(f"152 {color.upper()}" if is_new else f"XXC {'white1' if color == 'w' else 'black1'}")
    if "scoring" not in kept:
        head += _scoring_records(settings.scoring, is_new)
    if "forbidden" not in kept:
        tail += _forbidden_records(tournament, is_new)
    left = dict(written.left)
    for bye in (Bye.FULL_POINT, Bye.HALF_POINT, Bye.ZERO_POINT):
        for number in sorted({where[1] for where, each in left.items() if each is bye}):
            players = sorted(where[0] for where, each in left.items() if each is bye and where[1] == number)
            tail.append(f"240 {_BYE_LETTER[bye]} {number:>3}" + "".join(f" {player:>4}" for player in players))
    return head, tail


def _scoring_records(scoring: Scoring, is_new: bool) -> list[str]:
    """Return the record on points; FIDE's own can only tell some scorings, JaVaFo's all."""
    w, d = scoring.win, scoring.draw
    is_usual = (scoring.forfeit_win, scoring.full_point_bye, scoring.half_point_bye) == (w, w, d)
    if is_new and is_usual and scoring.zero_point_bye == scoring.forfeit_loss:
        told = [("W", w), ("D", d), ("L", scoring.loss), ("A", scoring.forfeit_loss)]
        told.append(("P", scoring.pairing_allocated_bye))
        return ["162 " + "    ".join(f" {code}{_room('points', _decimal(value), 4)}" for code, value in told)]
    told = [(code, getattr(scoring, value)) for code, value in _POINTS_OF.items()]
    return ["XXS " + " ".join(f"{code}={_decimal(value)}" for code, value in told)]


def _forbidden_records(tournament: Tournament, is_new: bool) -> list[str]:
    rounds = tournament.settings.rounds
    records = []
    for players, until in [
        *((pair, rounds) for pair in tournament.forbidden),
        *((group.players, group.until or rounds) for group in _hard_groups(tournament)),
    ]:
        if is_new:
            records.append(f"260   1 {until:>3}" + "".join(f" {player:>4}" for player in players))
        elif until >= tournament.next_round:
            records.append("XXP " + " ".join(map(str, players)))
    return records
