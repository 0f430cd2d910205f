"""A round-robin table as JSON, CSV and plain text.

``names`` are always in the order of the numbers: ``names[0]`` is player 1. ``words`` are the words of a language, with
the keys of :data:`WORDS`; missing ones are English.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from pairing_core.errors import N_, PlayerOutOfRange
from pairing_core.round_robin import FIRST, Move, Schedule, quality

WORDS = {
    "round": N_("Round"),
    "table": N_("Table"),
    "first": N_("Starts (number)"),
    "first_name": N_("Starts"),
    "second": N_("Second (number)"),
    "second_name": N_("Second"),
    "bye": N_("Rests"),
    "player": N_("Player"),
    "players": N_("Players"),
    "opponent": N_("Opponent (number)"),
    "opponent_name": N_("Opponent"),
    "starts": N_("starts"),
    "does_not_start": N_("does not start"),
    "rests": N_("rests"),
    "left_starts": N_("The player on the left starts."),
    "longest_run": N_("Longest run"),
    "breaks": N_("Breaks"),
    "carry_over": N_("Carry-over effect"),
    "seed": N_("Lots drawn with the seed"),
    "left": N_("left"),
    "right": N_("right"),
    "serpentine/rows": N_("Lay the numbers row by row, on the left."),
    "serpentine/back": N_("Lay them again from the last cell backwards, on the right, without the first column."),
    "serpentine/last": N_("Write the last player into the first column, right and left by turns."),
    "sums/sum": N_("Write the pairs with the right sums."),
    "sums/last-pair": N_("Write the pairs that are left over at table 1."),
    "fixed-first/rows": N_("Leave one side of table 1 free, left and right by turns, and lay the numbers row by row."),
    "fixed-first/fixed": N_("Write the player who stays into the free sides of table 1."),
    "fixed-first/back": N_("Lay the numbers again from the last cell backwards into what is still free."),
    "low-carry-over/first-round": N_("Copy the first round."),
    "low-carry-over/plus-one": N_(
        "Make each next round from the one above: every number one higher; the last one stays."
    ),
    "low-carry-over/copy": N_("Copy the rounds."),
}
"""The words of a table's text and CSV, in English; each is also the message identifier of its translations."""

GRID_PLAYERS = 24
"""With more players than this a text has no grid: each round then lists its games."""

TEXT_WIDTH = 100
"""How many columns a text fills when it can divide its lines."""

# The months by which spreadsheets know a date, in English, Czech and Spanish.
_MONTH_WORDS = """
jan feb mar apr may jun jul aug sep sept oct nov dec
january february march april june july august september october november december
led úno bře dub kvě čvn čvc srp zář říj lis pro
leden ledna únor února březen března duben dubna květen května červen června červenec července
srpen srpna září říjen října listopad listopadu prosinec prosince
ene abr ago dic enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
"""
_MONTHS = frozenset(_MONTH_WORDS.split())
_DIGITS_ONLY = re.compile(r"[\d\s.,:/\-–]*\d[\d\s.,:/\-–]*(?:[eE][+\-]?\d+)?$")


def to_json(schedule: Schedule, names: Sequence[str] | None = None, seed: str | None = None) -> dict[str, object]:
    """Return the table for programs.

    Keys ``players``, ``construction`` and ``rounds`` (each with ``round``, ``games`` and ``bye``) always; ``cycles``,
    ``seed`` and ``names`` (in the order of the numbers) only when they say something.
    """
    value: dict[str, object] = {
        "players": schedule.players,
        "construction": schedule.construction,
        "rounds": [
            {"round": round_.number, "games": [game._asdict() for game in round_.games], "bye": round_.bye}
            for round_ in schedule.rounds
        ],
    }
    return value | _said(schedule, names, seed)


def _said(schedule: Schedule, names: Sequence[str] | None, seed: str | None) -> dict[str, object]:
    """Return the keys that are only there when they say something."""
    value: dict[str, object] = {}
    if schedule.cycles > 1:
        value["cycles"] = schedule.cycles
    if seed is not None:
        value["seed"] = seed
    if names:
        value["names"] = list(names)
    return value


def to_csv(schedule: Schedule, names: Sequence[str] | None = None, words: Mapping[str, str] = WORDS) -> str:
    """Return the table as CSV for spreadsheets: one game on a line, cells divided by ``;``, lines ended by CR LF.

    Columns: round, table, the number (and name) of who starts, the number (and name) of the other. Who rests has a line
    with the word for it in the column of the table. No cell can be taken for a date or a formula: two numbers never
    share one, and a name that looks like either gets an apostrophe in front, which :mod:`csv_players` takes off again.
    The byte order mark that makes spreadsheets read UTF-8 belongs to whoever writes the bytes.
    """
    words = {**WORDS, **words}
    named = ["first_name", "second_name"] if names else ["", ""]
    header = ["round", "table", "first", named[0], "second", named[1]]
    rows: list[list[object]] = [[words[key] for key in header if key]]
    for round_ in schedule.rounds:
        for game in round_.games:
            rows.append([round_.number, game.table, *_cells(game.first, names), *_cells(game.second, names)])
        if round_.bye is not None:
            empty = [""] * len(_cells(1, names))
            rows.append([round_.number, words["bye"], *_cells(round_.bye, names), *empty])
    return csv_text(rows)


def to_text(
    schedule: Schedule,
    names: Sequence[str] | None = None,
    words: Mapping[str, str] = WORDS,
    seed: str | None = None,
) -> str:
    """Return the table as plain text to read, who starts on the left; below it how good the schedule is.

    Numbers alone stand in a grid of rounds and tables; a field too large for one lists the games of each round. With
    names the list of players comes first, then each round with one game on a line.
    """
    words = {**WORDS, **words}
    if names:
        lines = _list(schedule, names, words)
    elif schedule.players <= GRID_PLAYERS:
        lines = _grid(schedule, words)
    else:
        lines = _rounds(schedule, words)
    figures = quality(schedule)
    lines += ["", words["left_starts"]]
    lines.append(
        f"{words['longest_run']}: {figures.longest_run}; {words['breaks']}: {figures.breaks}; "
        f"{words['carry_over']}: {figures.carry_over} (≥ {figures.carry_over_bound})"
    )
    if seed is not None:
        lines.append(f"{words['seed']}: {seed}")
    return "\n".join(lines) + "\n"


def _grid(schedule: Schedule, words: Mapping[str, str]) -> list[str]:
    tables = schedule.players // 2
    rows = [[words["round"], *(f"{words['table']} {table}" for table in range(1, tables + 1))]]
    if schedule.players % 2:
        rows[0].append(words["bye"])
    width = len(str(schedule.players))
    for round_ in schedule.rounds:
        games = [f"{game.first:>{width}} – {game.second:<{width}}" for game in round_.games]
        rows.append([str(round_.number), *games, *([] if round_.bye is None else [str(round_.bye)])])
    return aligned_rows(rows)


def aligned_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines in centered columns, the first one to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.center(width) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].rjust(widths[0])
        lines.append("  ".join(cells).rstrip())
    return lines


def _rounds(schedule: Schedule, words: Mapping[str, str]) -> list[str]:
    """Return the rounds, each with as many games on a line as fit."""
    lines: list[str] = []
    width = len(str(schedule.players))
    table_width = len(str(schedule.players // 2))
    for round_ in schedule.rounds:
        lines += ["", f"{words['round']} {round_.number}"]
        cells = [
            f"{words['table']} {table:>{table_width}}: {first:>{width}} – {second:<{width}}"
            for table, first, second in round_.games
        ]
        fit = max(1, TEXT_WIDTH // (len(cells[0]) + 2))
        lines += [("  " + "  ".join(cells[at : at + fit])).rstrip() for at in range(0, len(cells), fit)]
        if round_.bye is not None:
            lines.append(f"  {words['bye']}: {round_.bye}")
    return lines[1:]


def _list(schedule: Schedule, names: Sequence[str], words: Mapping[str, str]) -> list[str]:
    width = len(str(schedule.players))
    labels = [f"{number:>{width}} {name}" for number, name in enumerate(names, start=1)]
    name_width = max(map(columns_of, labels))
    lines = [words["players"], *(f"  {label}" for label in labels)]
    width = len(str(schedule.players // 2))
    for round_ in schedule.rounds:
        lines += ["", f"{words['round']} {round_.number}"]
        for table, first, second in round_.games:
            left, right = labels[first - 1], labels[second - 1]
            filled = left + " " * (name_width - columns_of(left))
            lines.append(f"  {words['table']} {table:>{width}}: {filled} – {right}")
        if round_.bye is not None:
            lines.append(f"  {words['bye']}: {_label(round_.bye, names)}")
    return lines


def columns_of(text: str) -> int:
    """Return how many columns a text fills in a terminal: marks over letters none, East Asian letters and emoji two."""
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def player_json(
    schedule: Schedule, player: int, names: Sequence[str] | None = None, seed: str | None = None
) -> dict[str, object]:
    """Return one player's own list: per round the table, the opponent and whether he starts; all ``null`` at rest.

    ``cycles``, ``seed`` and ``names`` as in :func:`to_json`. Raises :class:`PlayerOutOfRange`.
    """
    value: dict[str, object] = {
        "players": schedule.players,
        "construction": schedule.construction,
        "player": player,
        "rounds": [
            {"round": number, "table": table, "opponent": opponent, "starts": starts}
            for number, table, opponent, starts in player_list(schedule, player)
        ],
    }
    return value | _said(schedule, names, seed)


def player_csv(
    schedule: Schedule, player: int, names: Sequence[str] | None = None, words: Mapping[str, str] = WORDS
) -> str:
    """Return one player's own list as CSV (see :func:`to_csv`)."""
    words = {**WORDS, **words}
    header = ["round", "table", "opponent", *(["opponent_name"] if names else []), "first_name"]
    rows: list[list[object]] = [[words[key] for key in header]]
    for number, table, opponent, starts in player_list(schedule, player):
        if opponent is None:
            empty = [""] * len(_cells(1, names))
            rows.append([number, "", *empty, words["rests"]])
        else:
            rows.append([number, table, *_cells(opponent, names), words["starts" if starts else "does_not_start"]])
    return csv_text(rows)


def player_text(
    schedule: Schedule, player: int, names: Sequence[str] | None = None, words: Mapping[str, str] = WORDS
) -> str:
    """Return one player's own list as plain text."""
    words = {**WORDS, **words}
    lines = [f"{words['player']} {_label(player, names)}"]
    width = len(str(len(schedule.rounds)))
    for number, table, opponent, starts in player_list(schedule, player):
        what = words["rests"]
        if opponent is not None:
            side = words["starts" if starts else "does_not_start"]
            what = f"{words['table']} {table}: {_label(opponent, names)} ({side})"
        lines.append(f"  {words['round']} {number:>{width}}  {what}")
    return "\n".join(lines) + "\n"


def player_list(schedule: Schedule, player: int) -> list[tuple[int, int | None, int | None, bool | None]]:
    """Return one player's (round, table, opponent, starts) for every round; all but the round ``None`` at rest.

    Raises :class:`PlayerOutOfRange`.
    """
    if not 1 <= player <= schedule.players:
        raise PlayerOutOfRange(player=player, players=schedule.players)
    result: list[tuple[int, int | None, int | None, bool | None]] = []
    for round_ in schedule.rounds:
        for game in round_.games:
            if player in (game.first, game.second):
                opponent = game.first + game.second - player
                result.append((round_.number, game.table, opponent, player == game.first))
                break
        else:
            result.append((round_.number, None, None, None))
    return result


def steps_json(moves: Iterable[Move]) -> list[dict[str, object]]:
    """Return the moves of a paper method for programs; ``pair_sum`` only where the method counts with it."""
    return [{key: value for key, value in move._asdict().items() if value is not None} for move in moves]


def steps_text(moves: Sequence[Move], players: int, construction: str, words: Mapping[str, str] = WORDS) -> str:
    """Return the moves of a paper method as lines to read, phase by phase, the numbers in the order of writing.

    Each number has its table (the column of the paper) and its side; the dummy of an odd field is a dash.
    """
    words = {**WORDS, **words}
    lines: list[str] = []
    for phase in dict.fromkeys(move.phase for move in moves):
        lines += ["", words[f"{construction}/{phase}"]]
        row = table = 0
        for move in moves:
            if move.phase != phase:
                continue
            if move.round != row:
                row, table = move.round, 0
                lines.append(f"  {words['round']} {row}:")
            if move.table != table:
                lines[-1] += f"{';' if table else ''} {words['table']} {move.table}"
                table = move.table
            else:
                lines[-1] += ","
            side = words["left" if move.side == FIRST else "right"]
            lines[-1] += f" {side} {'–' if move.number > players else move.number}"
    return "\n".join(lines[1:]) + "\n"


def _label(number: int, names: Sequence[str] | None) -> str:
    return f"{number} {names[number - 1]}" if names else str(number)


def _cells(number: int, names: Sequence[str] | None) -> list[object]:
    return [number, guarded(names[number - 1])] if names else [number]


def guarded(name: str) -> str:
    """Return the name as a spreadsheet keeps it: with an apostrophe in front if it looks like a formula or a date.

    >>> guarded("=1+1"), guarded("1-2"), guarded("5. May"), guarded("1. FC Brno"), guarded("Anna")
    ("'=1+1", "'1-2", "'5. May", '1. FC Brno', 'Anna')
    """
    if name.startswith(("=", "+", "-", "@")) or _DIGITS_ONLY.match(name):
        return f"'{name}"
    words = [word.casefold() for word in re.findall(r"\d+|[^\W\d]+", name)]
    if len(words) in (2, 3) and sum(word in _MONTHS for word in words) == 1:
        others = [word for word in words if word not in _MONTHS]
        if all(word.isdecimal() for word in others):
            return f"'{name}"
    return name


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV, cells divided by ``;``, lines ended by CR LF."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return out.getvalue()
