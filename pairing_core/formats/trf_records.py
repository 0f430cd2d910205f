"""The records of FIDE's report files that are about the whole tournament: points, rounds, byes, forbidden pairs.

Sources: TRF26 (FIDE, applied from 1 September 2025), tournament section and records 240, 250, 260; for TRF16 the
extensions by JaVaFo's advanced user manual (XXR, XXC, XXZ, XXS, XXA, XXP) and by the documents of bbpPairings (BBW,
BBD, BBL, BBZ, BBF, BBU).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from pairing_core.errors import BadRecord, NumberMissing, PlayersDiffer, PointsByColor
from pairing_core.formats.trf_lines import BYE_LETTERS, Text, decimal, numbers_text, plain, points, room, whole
from pairing_core.model import (
    Bye,
    HalfPoints,
    KeepApart,
    PlayerNumber,
    RoundNumber,
    Scoring,
    Settings,
    Tournament,
    half_points,
    pairs_of,
)

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
_IN_BOTH_VERSIONS = frozenset({"012", "062", "092", "299"})
# Records that only files of the later version have, as far as they are interpreted, and the list of teams.
_LATER = frozenset({"142", "152", "162", "192", "240", "250", "260", "310"})

SYSTEMS = MappingProxyType({"FIDE_DUTCH": "dutch", "FIDE_DUBOV": "dubov", "FIDE_BURSTEIN": "burstein"})
"""FIDE's codes of systems, and our keys for them; in a file the year of the edition may follow the code."""
# Rule sets that FIDE has no code for.
_OUR_SYSTEM = "LOSOVNA_"
_BAKU = "_BAKU"

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
# What the letters of 162 stand for; X, a result not known yet, has no place in a scoring.
_IN_162 = {**_SHORT, "A": ("ZPB", "FL"), "P": ("PAB",), "X": ()}
_IN_BB = {**_SHORT, "Z": ("ZPB",), "F": ("FL",), "U": ("PAB",)}

_MOST_PLAYERS = 9999
_MOST_ROUNDS = 1000

Where = tuple[PlayerNumber, RoundNumber]


class Accelerated(NamedTuple):
    """Fictitious points of the players ``low`` to ``high`` in the rounds ``first`` to ``last``."""

    points: HalfPoints
    first: RoundNumber
    last: RoundNumber
    low: PlayerNumber
    high: PlayerNumber


class Barred(NamedTuple):
    """Players who may not meet in rounds ``first`` to ``last`` (``None``: to the end), and the line that says so."""

    first: RoundNumber
    last: RoundNumber | None
    players: tuple[PlayerNumber, ...]
    line: int


@dataclass
class Said:
    """What the records of a file say; ``None`` or nothing where they are silent. Byes have the line that tells them."""

    name: str = ""
    players: int | None = None
    players_line: int = 0
    rounds: int | None = None
    rounds_line: int = 0
    color: str = ""
    system: str = ""
    scoring: Scoring = field(default_factory=Scoring)
    acceleration: bool = False
    accelerated: list[Accelerated] = field(default_factory=list)
    byes: dict[Where, tuple[Bye, int]] = field(default_factory=dict)
    absent: dict[PlayerNumber, int] = field(default_factory=dict)
    barred: list[Barred] = field(default_factory=list)
    has_abnormal_points: bool = False
    codes: set[str] = field(default_factory=set)

    def planned(self, played: int) -> int:
        """Return how many rounds are planned: as said, or as many as there are."""
        if self.rounds is not None:
            return self.rounds
        return played or Settings().rounds

    def forbidden(self, planned: int) -> tuple[tuple[PlayerNumber, PlayerNumber], ...]:
        """Return the pairs that may never meet."""
        return tuple(
            sorted(
                {
                    pair
                    for first, last, players, _ in self.barred
                    if last is None or (first == 1 and last >= planned)
                    for pair in pairs_of(players)
                }
            )
        )

    def kept_apart(self, planned: int) -> tuple[KeepApart, ...]:
        """Return the groups that may not meet up to a round; one for later rounds is kept apart from now on."""
        return tuple(
            KeepApart(players, until=last)
            for first, last, players, _ in self.barred
            if last is not None and (first > 1 or last < planned)
        )

    def fictitious(self, player: PlayerNumber, round_number: RoundNumber) -> HalfPoints:
        """Return the fictitious points of a player in a round; of several records the last one counts."""
        for each in reversed(self.accelerated):
            if each.low <= player <= each.high and each.first <= round_number <= each.last:
                return each.points
        return 0


def first_gap(players: Collection[PlayerNumber]) -> PlayerNumber | None:
    """Return the first number that is missing between 1 and the highest, ``None`` if there is none."""
    return next((number for number in range(1, max(players, default=0)) if number not in players), None)


def version_of(lines: Sequence[Text]) -> int:
    """Return 16 for a file that has the marks of that version, or none of the later one; 26 if there is no file."""
    codes = {line.code for line in lines}
    if not codes:
        return 26
    return 16 if any(_is_extension(code) for code in codes) or not codes & _LATER else 26


def belongs(code: str, version: int) -> bool:
    """Whether an interpreted record may stand in a file of this version."""
    return code in _IN_BOTH_VERSIONS or _is_extension(code) == (version == 16)


def _is_extension(code: str) -> bool:
    return code in RECORDS and code.startswith(("XX", "BB"))


def hard_groups(tournament: Tournament) -> tuple[KeepApart, ...]:
    """Return the groups that a file can hold, without their names."""
    return tuple(
        KeepApart(group.players, until=group.until)
        for group in tournament.keep_apart
        if group.is_hard and group.players
    )


# Reading


def said_by(lines: Iterable[Text]) -> Said:
    """Return what the records say. Raises :class:`BadRecord` or :class:`PointsByColor` with the line.

    Records of a team tournament that count teams are passed over.
    """
    lines = list(lines)
    said = Said()
    points_lines = []
    teams = any(line.code == "310" or (line.code in ("092", "192") and "TEAM" in line.text.upper()) for line in lines)
    for line in lines:
        if line.code not in RECORDS or (teams and line.code in _OF_TEAMS):
            continue
        said.codes.add(line.code)
        if RECORDS[line.code] == "scoring":
            points_lines.append(line)
        else:
            _READERS[line.code](said, line)
    if points_lines:
        said.scoring = _scoring(points_lines)
    return said


def check_players(said: Said, players: Iterable[PlayerNumber]) -> None:
    """Hold the records against the players, whose numbers have no gap unless the file says how many there are.

    Raises :class:`NumberMissing`, :class:`PlayersDiffer` or :class:`BadRecord`.
    """
    known = set(players)
    gap = first_gap(known)
    if gap and said.players != len(known):
        raise NumberMissing(player=gap, high=max(known))
    if said.players is not None and said.players != len(known):
        raise PlayersDiffer(line=said.players_line, said=said.players, found=len(known))
    named = [(player, "XXZ", line) for player, line in said.absent.items()]
    named += [(player, "240", line) for (player, _), (_, line) in said.byes.items()]
    named += [(player, "260/XXP", each.line) for each in said.barred for player in each.players]
    for player, record, line in named:
        if player not in known:
            raise BadRecord(line=line, column=5, record=record, found=str(player))


def _scoring(lines: Iterable[Text]) -> Scoring:
    values = {code: getattr(Scoring(), value) for code, value in _POINTS_OF.items()}
    line, bye_is_told = 0, False
    for each in lines:
        line = each.number
        told = list(_told_points(each))
        bye_is_told = bye_is_told or any("PAB" in codes for _, codes, _ in told)
        for code, codes, value in told:
            values.update(dict.fromkeys(codes, value))
            # Unless it is told, the pairing-allocated bye is worth a win; in JaVaFo's record a point.
            if code == "W" and each.code != "XXS" and not bye_is_told:
                values["PAB"] = value
    if any(values[f"W{letter}"] != values[f"B{letter}"] for letter in "WDL"):
        raise PointsByColor(line=line)
    return Scoring(**{value: values[code] for code, value in _POINTS_OF.items()})


_XXS_ITEM = re.compile(r"\s+(?P<code>[A-Z]+)\s*=\s*(?P<points>\S+)")
_162_ITEM = re.compile(r"\s+(?P<code>[A-Z])\s*(?P<points>[0-9.]+)")
_BB_ITEM = re.compile(r"(?P<code>.)\s+(?P<points>\S+)")


def _told_points(line: Text) -> Iterable[tuple[str, tuple[str, ...], HalfPoints]]:
    """Return the code, JaVaFo's codes that it stands for and the points of each item of a record on points."""
    known: Mapping[str, tuple[str, ...]]
    if line.code == "XXS":
        known, item, at = {**{code: (code,) for code in _POINTS_OF}, **_SHORT}, _XXS_ITEM, 3
    elif line.code == "162":
        known, item, at = _IN_162, _162_ITEM, 3
    else:
        known, item, at = _IN_BB, _BB_ITEM, 2
    text = line.text.rstrip()
    while at < len(text):
        found = item.match(text, at)
        if found is None or found["code"] not in known:
            raise _bad(line, at)
        try:
            yield found["code"], known[found["code"]], half_points(found["points"])
        except ValueError:
            raise _bad(line, found.start("points")) from None
        at = found.end()


def _bad(line: Text, at: int) -> BadRecord:
    """Return the error about what stands at this place of a record, from 0, or after it."""
    rest = line.text[at:]
    at += len(rest) - len(rest.lstrip())
    return BadRecord(line=line.number, column=at + 1, record=line.code, found=rest.strip()[:20])


def _numbers(line: Text, start: int = 3, least: int = 1) -> list[int]:
    """Return the whole numbers of a record from this place on, which have to be at least so many, and not 0."""
    found = []
    for token in re.finditer(r"\S+", line.text[start:]):
        number = token[0]
        if not (number.isascii() and number.isdecimal() and len(number) < 9 and int(number)):
            raise _bad(line, start + token.start())
        found.append(int(number))
    if len(found) < least or line.text[3:4].strip():
        raise _bad(line, 3)
    return found


def _read_name(said: Said, line: Text) -> None:
    said.name = " ".join(line.text[4:].split())


def _read_players(said: Said, line: Text) -> None:
    text = line.text[4:].strip()
    # Some write more here than the number; then it is for people.
    if text.isascii() and text.isdecimal() and len(text) < 9:
        said.players, said.players_line = int(text), line.number


def _read_rounds(said: Said, line: Text) -> None:
    (number, *more) = _numbers(line)
    if more or number > _MOST_ROUNDS:
        raise _bad(line, 3)
    said.rounds, said.rounds_line = number, line.number


def _read_color(said: Said, line: Text) -> None:
    text = line.text[4:].strip().lower()
    if line.code == "152":
        if text not in ("w", "b"):
            raise _bad(line, 3)
        said.color = text
    elif "white1" in text.split():
        said.color = "w"
    elif "black1" in text.split():
        said.color = "b"


def _read_system(said: Said, line: Text) -> None:
    code = line.text[4:].strip().upper()
    if _BAKU in code:
        said.acceleration = True
        code = code.removesuffix(_BAKU)
    if code.startswith(_OUR_SYSTEM):
        said.system = code.removeprefix(_OUR_SYSTEM).lower().replace("_", "-")
    said.system = next((key for known, key in SYSTEMS.items() if re.match(rf"{known}(_|$)", code)), said.system)


def _read_byes(said: Said, line: Text) -> None:
    bye = {"F": Bye.FULL_POINT, "H": Bye.HALF_POINT, "Z": Bye.ZERO_POINT}.get(line.text[4:5].upper())
    if bye is None or line.text[5:6].strip():
        raise _bad(line, 4)
    (number, *players) = _numbers(line, start=5, least=2)
    said.byes.update(dict.fromkeys(((player, number) for player in players), (bye, line.number)))


def _read_absent(said: Said, line: Text) -> None:
    said.absent.update(dict.fromkeys(_numbers(line), line.number))


def _read_accelerated_rounds(said: Said, line: Text) -> None:
    said.acceleration = True
    # The points of matches, which only teams have.
    if line.text[4:8].strip() and points(line, slice(4, 8)):
        raise _bad(line, 4)
    given = points(line, slice(9, 13))
    numbers = _numbers(line, start=13, least=4)
    first, last, low, high = numbers[:4]
    if len(numbers) > 4 or not first <= last <= _MOST_ROUNDS or not low <= high <= _MOST_PLAYERS:
        raise _bad(line, 13)
    said.accelerated.append(Accelerated(given, first, last, low, high))


def _read_accelerated_player(said: Said, line: Text) -> None:
    said.acceleration = True
    player = whole(line, slice(4, 8), low=1)
    for number, start in enumerate(range(9, len(line.text.rstrip()), 5), start=1):
        if line.text[start : start + 4].strip():
            given = points(line, slice(start, start + 4))
            said.accelerated.append(Accelerated(given, number, number, player, player))


def _read_forbidden(said: Said, line: Text) -> None:
    if line.code == "XXP":
        first, last, players = 1, None, _numbers(line, least=2)
    else:
        (first, last, *players) = _numbers(line, least=4)
    if (last is not None and first > last) or len(set(players)) != len(players):
        raise _bad(line, 3)
    said.barred.append(Barred(first, last, tuple(players), line.number))


def _read_abnormal(said: Said, line: Text) -> None:
    said.has_abnormal_points = True


_READERS = MappingProxyType(
    {
        "012": _read_name,
        "062": _read_players,
        "092": _read_system,
        "142": _read_rounds,
        "152": _read_color,
        "192": _read_system,
        "240": _read_byes,
        "250": _read_accelerated_rounds,
        "260": _read_forbidden,
        "299": _read_abnormal,
        "XXR": _read_rounds,
        "XXC": _read_color,
        "XXA": _read_accelerated_player,
        "XXP": _read_forbidden,
        "XXZ": _read_absent,
    }
)


# Writing


def head_records(tournament: Tournament, said: Said, kept: frozenset[str], version: int) -> list[str]:
    """Return the records before the players on each matter whose records are not kept."""
    settings = tournament.settings
    is_later = version != 16
    records = []
    if "name" not in kept:
        records.append(f"012 {plain(settings.name)}")
    if "players" not in kept:
        records.append(f"062 {len(tournament.players)}")
    if "system" not in kept:
        code = {key: known for known, key in SYSTEMS.items()}.get(settings.system)
        code = code or _OUR_SYSTEM + "_".join(plain(settings.system).upper().replace("-", "_").split())
        records.append(f"{'192' if is_later else '092'} {code}{_BAKU if settings.acceleration else ''}")
    if "rounds" not in kept:
        records.append(f"{'142' if is_later else 'XXR'} {settings.rounds}")
    color = settings.fields.get("initial-color", "")
    if "color" not in kept and color in ("w", "b"):
        records.append(f"152 {color.upper()}" if is_later else f"XXC {'white1' if color == 'w' else 'black1'}")
    if "scoring" not in kept:
        records.append(_scoring_record(settings.scoring, is_later))
    return records


def _scoring_record(scoring: Scoring, is_later: bool) -> str:
    """Return the record on points; FIDE's own can only tell some scorings, JaVaFo's all."""
    win, draw = scoring.win, scoring.draw
    is_usual = (scoring.forfeit_win, scoring.full_point_bye, scoring.half_point_bye) == (win, win, draw)
    if is_later and is_usual and scoring.zero_point_bye == scoring.forfeit_loss:
        told = [("W", win), ("D", draw), ("L", scoring.loss), ("A", scoring.forfeit_loss)]
        told.append(("P", scoring.pairing_allocated_bye))
        return "162 " + "    ".join(f" {code}{room('points', decimal(value), 4)}" for code, value in told)
    told = [(code, getattr(scoring, value)) for code, value in _POINTS_OF.items()]
    return "XXS " + " ".join(f"{code}={decimal(value)}" for code, value in told)


def tail_records(
    tournament: Tournament, said: Said, kept: frozenset[str], byes: Mapping[Where, Bye], version: int
) -> list[str]:
    """Return the records after the players on each matter whose records are not kept, and on these byes."""
    is_later = version != 16
    records = []
    if "acceleration" not in kept and tournament.settings.acceleration:
        records += _accelerated_rounds(said) if is_later else _accelerated_players(said)
    if "forbidden" not in kept:
        records += _forbidden_records(tournament, is_later)
    for bye in (Bye.FULL_POINT, Bye.HALF_POINT, Bye.ZERO_POINT):
        for number in sorted({where[1] for where, each in byes.items() if each is bye}):
            players = sorted(where[0] for where, each in byes.items() if each is bye and where[1] == number)
            records.append(f"240 {BYE_LETTERS[bye]} {number:>3}{numbers_text(players)}")
    return records


def _accelerated_rounds(said: Said) -> list[str]:
    return [
        f"250      {room('points', decimal(each.points), 4)} {each.first:>3} {each.last:>3}"
        + numbers_text((each.low, each.high))
        for each in said.accelerated
    ]


def _accelerated_players(said: Said) -> list[str]:
    last = max((each.last for each in said.accelerated), default=0)
    players = sorted({player for each in said.accelerated for player in range(each.low, each.high + 1)})
    return [
        f"XXA {player:>4}"
        + "".join(f" {room('points', decimal(said.fictitious(player, number)), 4)}" for number in range(1, last + 1))
        for player in players
    ]


def _forbidden_records(tournament: Tournament, is_later: bool) -> list[str]:
    """Return the records on who may not meet; the extension of TRF16 cannot say up to which round."""
    rounds = tournament.settings.rounds
    groups = [
        (group.players, rounds if group.until is None else group.until)
        for group in hard_groups(tournament)
        if len(group.players) > 1 and group.until != 0
    ]
    if is_later:
        barred = [*((pair, rounds) for pair in tournament.forbidden), *groups]
        return [f"260   1 {until:>3}{numbers_text(players)}" for players, until in barred]
    lasting = [players for players, until in groups if until >= tournament.next_round]
    return [f"XXP{numbers_text(players)}" for players in (*tournament.forbidden, *lasting)]
