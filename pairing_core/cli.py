"""The command ``losovna``: a round-robin table as text, JSON, CSV or HTML.

Exit status: 0 done, 2 bad input (one line on standard error, ``losovna: FILE: line 12: ...`` where a file is at fault),
130 stopped from the keyboard, 141 nobody reads the output any more.

The core is silent; files, standard streams and languages begin here. Sentences are translated, and HTML is made, by the
package ``venue`` if it is installed. Without it everything but HTML works, in English.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import IO, NamedTuple, NoReturn

from pairing_core import __version__
from pairing_core.errors import (
    N_,
    FileError,
    LosovnaError,
    MissingPackage,
    NamesMismatch,
    PlayerOutOfRange,
    UnknownPlayerInWish,
    UnreadableFile,
    UnwritableFile,
)
from pairing_core.formats import csv_players
from pairing_core.formats import table as table_format
from pairing_core.round_robin import (
    CONSTRUCTIONS,
    Game,
    Move,
    Round,
    Schedule,
    Wish,
    check_players,
    draw_numbers,
    opponents,
    parse_wish,
    schedule,
    steps,
)

LANGUAGES = ("cs", "es", "en")
FORMATS = ("text", "json", "csv", "html")
STANDARD_STREAM = "-"

DONE, BAD_INPUT, STOPPED, NOBODY_READS = 0, 2, 130, 141

FILE_LIMIT = 1_000_000
"""Bytes of a list of players; 200 names are far below it."""

# Reasons in our own words, because the operating system's follow no language of ours.
REASONS = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.ENOTDIR: N_("there is no such file or folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.EACCES: N_("permission is denied"),
    errno.EPERM: N_("permission is denied"),
    errno.EROFS: N_("permission is denied"),
    errno.ENOSPC: N_("no space is left"),
    errno.EBADF: N_("it is closed"),
}

# A wish ends with its round; what follows after white space is the next wish.
_WISH = re.compile(r"\S.*?:\s*(?:last-but-one|last|\d+)(?=\s|$)|\S.*", re.IGNORECASE)

_Gettext = Callable[[str], str]


class BadUsage(LosovnaError):
    """Parameters: ``problem``. The command line itself is not understood; the parser's own words, in English."""

    code = "bad-usage"
    message = N_("%(problem)s; losovna table --help says more.")


class NotANumber(LosovnaError):
    """Parameters: ``option``, ``found``."""

    code = "not-a-number"
    message = N_("%(option)s must be a whole number, not “%(found)s”.")


class UnknownValue(LosovnaError):
    """Parameters: ``option``, ``found``, ``known`` (the values, separated by commas)."""

    code = "unknown-value"
    message = N_("%(option)s cannot be “%(found)s”; the known values are %(known)s.")


class NotInFormat(LosovnaError):
    """Parameters: ``option``, ``format``, ``known`` (the formats that have it, separated by commas)."""

    code = "not-in-format"
    message = N_("The format %(format)s has no %(option)s; these formats do: %(known)s.")


class BadSeed(LosovnaError):
    """Parameters: none."""

    code = "bad-seed"
    message = N_("The seed must be a word or a number of characters that can be read.")
    field = "seed"


class FileTooLarge(FileError):
    """Parameters: none."""

    code = "file-too-large"
    message = N_("This file is larger than 1 MB, so it is hardly a list of players.")
    field = "players"


class InFile(Exception):
    """An error together with the file it is about, as the user wrote its name."""

    def __init__(self, file: str, error: LosovnaError) -> None:
        super().__init__(file, error)
        self.file = file
        self.error = error


class Made(NamedTuple):
    """A table as it is shown.

    With a list, ``names`` are in the order of the numbers, and numbers are those of the construction. Without one,
    ``names`` is empty, and numbers are the entrants (see :func:`make`).
    """

    schedule: Schedule
    names: tuple[str, ...]
    seed: str | None
    moves: tuple[Move, ...]


def entry() -> NoReturn:
    """Run the command and end the process: the installed script, and ``python -m pairing_core``."""
    sys.exit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if ``None``) and return its exit status."""
    gettext: _Gettext = str
    try:
        asked = _parsed(sys.argv[1:] if arguments is None else arguments)
        gettext = _gettext(_one_of("--lang", asked.lang, LANGUAGES))
        _write(asked.output, _table(asked, gettext).encode("utf-8"))
    except SystemExit as end:  # --help and --version
        return int(end.code or DONE)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        return NOBODY_READS
    except InFile as error:
        _complain(error.error, gettext, error.file)
        return BAD_INPUT
    except LosovnaError as error:
        _complain(error, gettext)
        return BAD_INPUT
    return DONE


# What is asked for


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadUsage(problem=message.removesuffix("."))

    def print_help(self, file: object = None) -> None:
        _write(STANDARD_STREAM, self.format_help().encode("utf-8"))


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.version:
        _write(STANDARD_STREAM, f"losovna {__version__}\n".encode())
        parser.exit()
    if asked.command is None:
        parser.error("a command is missing, such as: losovna table 8")
    if asked.players is None and asked.together and ":" not in asked.together[-1]:
        # "--together 1,4:last 8": the number of players went to the wishes.
        asked.players = asked.together.pop()
    if asked.players is None:
        parser.error("the number of players is missing, as in: losovna table 8")
    return asked


def _parser() -> _Parser:
    parser = _Parser(prog="losovna", description="Tables for tournaments of small federations.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    table = commands.add_parser(
        "table",
        allow_abbrev=False,
        help="make a round-robin table",
        description="Make a round-robin table: everyone meets everyone.",
    )
    add = table.add_argument
    add("players", metavar="N", nargs="?", help="number of players, 2 to 200")
    keys = ", ".join(known.key for known in CONSTRUCTIONS)
    add("--construction", metavar="KEY", default=CONSTRUCTIONS[0].key, help=f"one of {keys} (default: %(default)s)")
    add("--cycles", metavar="C", default="1", help="how often everyone meets everyone (default: 1)")
    add(
        "--swap-last-rounds",
        action="store_true",
        help="swap the last two rounds of a cycle, so that nobody starts three times in a row",
    )
    add("--names", metavar="FILE", help='list of N players, one name on a line; "-" is standard input')
    add("--seed", metavar="S", help="draw the numbers by lot; the same seed gives the same draw")
    add(
        "--together",
        metavar="A,B:ROUND",
        nargs="+",
        action="extend",
        help="these two meet in this round (a number, last or last-but-one); places in the list or names; repeatable",
    )
    add("--steps", action="store_true", help="also how the table is made by hand")
    add("--player", metavar="K", help="only the list of one player: a number of the table, or a name")
    add("--format", metavar="FORMAT", default="text", help="text, json, csv or html (default: text)")
    add("--lang", metavar="LANG", default="en", help="cs, es or en (default: en)")
    add("-o", dest="output", metavar="OUT", default=STANDARD_STREAM, help="write to this file, at once or not at all")
    return parser


def _one_of(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise UnknownValue(option=option, found=value, known=", ".join(known))
    return value


def _whole_number(option: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", text.strip()):
        raise NotANumber(option=option, found=text if len(text) <= 40 else f"{text[:40]}…")
    return int(text)


def _seed(text: str | None) -> str | None:
    """Return the seed as it is shown; white space does not matter to a draw."""
    if text is None:
        return None
    seed = " ".join(text.split())
    if not seed or not seed.isprintable():
        raise BadSeed
    return seed


# The table


def make(
    table: Schedule,
    entrants: Sequence[csv_players.Entrant] | None = None,
    seed: str | None = None,
    together: Sequence[str] = (),
    with_steps: bool = False,
) -> Made:
    """Give out the numbers of a table: by lot with a seed, else in the order of the list, and as wishes want it.

    With entrants (as many as the table has players) the table stays, and each name goes to its number; numbers fixed in
    the list are kept.

    Without entrants nobody could see whose a number is. So there the table itself is relabelled: the numbers in it are
    the entrants 1 to N, who have been given the construction's numbers by :func:`draw_numbers`, and entrants 1 and 4
    really meet in the round wished for. Without a seed and wishes nothing changes. The steps of the paper method are
    relabelled in the same way, so that they still give the table; the sums that they count with fall away.

    Raises the errors of :func:`parse_wish` and :func:`draw_numbers`.
    """
    listed = tuple(entrant.name for entrant in entrants or ())
    fixed = {place: who.number for place, who in enumerate(entrants or (), start=1) if who.number is not None}
    wishes = [_wish(text, table, listed) for text in together]
    numbers = draw_numbers(table, seed, fixed, wishes, listed)
    moves = steps(table.players, table.construction) if with_steps else ()
    entrant_of = {number: place for place, number in enumerate(numbers, start=1)}
    if entrants is not None:
        names = tuple(listed[entrant_of[number] - 1] for number in range(1, table.players + 1))
        return Made(table, names, seed, moves)
    if all(number == place for number, place in entrant_of.items()):
        return Made(table, (), seed, moves)
    return Made(
        table._replace(rounds=tuple(_relabelled(round_, entrant_of) for round_ in table.rounds)),
        (),
        seed,
        # The dummy of an odd field is no entrant and keeps its number.
        tuple(move._replace(number=entrant_of.get(move.number, move.number), pair_sum=None) for move in moves),
    )


def _wish(text: str, table: Schedule, listed: Sequence[str]) -> Wish:
    """Read a wish; who is not in the table is told with the wish as it was written, not as it is meant."""
    wish = parse_wish(text, len(table.rounds), listed)
    for player in (wish.a, wish.b):
        if player > table.players:
            raise UnknownPlayerInWish(player=player, wish=" ".join(text.split()))
    return wish


def _relabelled(round_: Round, entrant_of: Mapping[int, int]) -> Round:
    games = tuple(Game(table, entrant_of[first], entrant_of[second]) for table, first, second in round_.games)
    return Round(round_.number, games, None if round_.bye is None else entrant_of[round_.bye])


def _table(asked: argparse.Namespace, gettext: _Gettext) -> str:
    shape = _one_of("--format", asked.format, FORMATS)
    for option, wanted, known in (("--steps", asked.steps, ("text", "json")), ("--player", asked.player, FORMATS[:3])):
        if wanted not in (None, False) and shape not in known:
            raise NotInFormat(option=option, format=shape, known=", ".join(known))
    players = _whole_number("N", asked.players)
    check_players(players)
    cycles = _whole_number("--cycles", asked.cycles)
    seed = _seed(asked.seed)
    plain = schedule(players, asked.construction, cycles, asked.swap_last_rounds)
    entrants = None if asked.names is None else _entrants(asked.names, players)
    together = [wish for text in asked.together or () for wish in _wishes(text)]
    made = make(plain, entrants, seed, together, asked.steps)
    if asked.player is not None:
        return _player(made, asked.player, shape, gettext)
    words = {key: gettext(word) for key, word in table_format.WORDS.items()}
    if shape == "json":
        return _json(table_format.to_json(made.schedule, made.names, made.seed), made.moves)
    if shape == "csv":
        return "\ufeff" + table_format.to_csv(made.schedule, made.names, words)
    if shape == "html":
        return _html(made, asked.lang)
    return table_format.to_text(made.schedule, made.names, words, made.seed) + _steps_text(made, words)


def _wishes(text: str) -> list[str]:
    """Divide wishes that stand in one argument; only what has two players in each part is divided."""
    wishes = _WISH.findall(text)
    return wishes if wishes and all("," in wish for wish in wishes) else [text]


def _player(made: Made, asked: str, shape: str, gettext: _Gettext) -> str:
    player = _number_of(asked, made)
    words = {key: gettext(word) for key, word in table_format.WORDS.items()}
    by_columns = _column_method(made.schedule, player)
    if shape == "json":
        value = table_format.player_json(made.schedule, player, made.names, made.seed)
        if by_columns:
            value["opponents"] = by_columns
        return _json(value, made.moves)
    if shape == "csv":
        return "\ufeff" + table_format.player_csv(made.schedule, player, made.names, words)
    text = table_format.player_text(made.schedule, player, made.names, words)
    if by_columns:
        series = ", ".join("–" if opponent is None else str(opponent) for opponent in by_columns)
        heading = gettext(N_("Opponents of player %(n)s, round by round:")) % {"n": player}
        text += f"\n{heading} {series}\n"
    if made.seed is not None:
        text += f"\n{words['seed']}: {made.seed}\n"
    return text + _steps_text(made, words)


def _number_of(asked: str, made: Made) -> int:
    """Return the number of the player who is named; a name of the list goes before a number."""
    for number, name in enumerate(made.names, start=1):
        if name.casefold() == " ".join(asked.split()).casefold():
            return number
    players = made.schedule.players
    try:
        number = _whole_number("--player", asked)
    except NotANumber:
        if made.names:
            raise PlayerOutOfRange(player=asked, players=players) from None
        raise
    if not 1 <= number <= players:
        raise PlayerOutOfRange(player=number, players=players)
    return number


def _column_method(table: Schedule, player: int) -> list[int | None]:
    """Return the opponents in one cycle by the column method, ``None`` for the rest; empty where the table differs.

    It differs where numbers were given out without a list, and in constructions that give no Berger table.
    """
    by_columns = [None if number > table.players else number for number in opponents(table.players, player)]
    by_table = [opponent for _, _, opponent, _ in table_format.player_list(table, player)]
    return by_columns if by_columns == by_table[: len(by_columns)] else []


def _json(value: dict[str, object], moves: Sequence[Move]) -> str:
    if moves:
        value["steps"] = table_format.steps_json(moves)
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _steps_text(made: Made, words: Mapping[str, str]) -> str:
    if not made.moves:
        return ""
    return "\n" + table_format.steps_text(made.moves, made.schedule.players, made.schedule.construction, words)


def _html(made: Made, lang: str) -> str:
    try:
        from venue.documents import table_html

        return table_html(made.schedule, made.names, lang, made.seed, title="")
    except ImportError as error:
        package = (error.name or "venue").partition(".")[0]
        install = "pip install 'losovna[html]'" if package == "venue" else f"pip install {package}"
        raise MissingPackage(package=package, install=install) from error
    except OSError as error:
        # Only a checkout lacks the compiled templates and catalogs; an installed package brings them.
        raise MissingPackage(package="venue", install="make build") from error


# Files, streams and languages


def _entrants(file: str, players: int) -> tuple[csv_players.Entrant, ...]:
    try:
        entrants = csv_players.read(csv_players.decode(_read(file)))
        if len(entrants) != players:
            raise NamesMismatch(names=len(entrants), players=players)
    except LosovnaError as error:
        raise InFile(file, error) from error
    return entrants


def _read(file: str) -> bytes:
    try:
        if file != STANDARD_STREAM:
            with open(file, "rb") as lines:
                data = lines.read(FILE_LIMIT + 1)
        elif sys.stdin is None:
            raise OSError(errno.EBADF, "")
        else:
            data = sys.stdin.buffer.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise UnreadableFile(reason=_reason(error)) from error
    if len(data) > FILE_LIMIT:
        raise FileTooLarge
    return data


def _write(file: str, data: bytes) -> None:
    try:
        if file == STANDARD_STREAM:
            _to_standard_output(data)
        else:
            _to_file(file, data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise InFile(file, UnwritableFile(reason=_reason(error))) from error


def _to_standard_output(data: bytes) -> None:
    # Bytes, because neither the encoding nor the line ends of a terminal may change what is written.
    if sys.stdout is None:
        raise OSError(errno.EBADF, "")
    try:
        left = memoryview(data)
        while left:
            # An unbuffered stream (python -u) may take only a part.
            left = left[sys.stdout.buffer.write(left) :]
        sys.stdout.buffer.flush()
    except OSError:
        # What could not be written stays in the buffer; Python would try again when it ends, and complain.
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        raise


def _to_file(file: str, data: bytes) -> None:
    """Write the whole file or nothing: into a new file beside it, which then takes its name."""
    before = None
    with contextlib.suppress(FileNotFoundError):
        before = os.stat(file)
    if not file:
        raise FileNotFoundError(errno.ENOENT, "")
    if not os.path.basename(file) or (before and stat.S_ISDIR(before.st_mode)):
        raise IsADirectoryError(errno.EISDIR, "")
    if before and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "")
    if before and not stat.S_ISREG(before.st_mode):
        # A device or a pipe cannot be replaced, and must not be.
        with open(file, "wb") as out:
            out.write(data)
        return
    target = os.path.realpath(file)
    temporary = os.path.join(os.path.dirname(target), f".losovna-{os.urandom(6).hex()}.tmp")
    with open(temporary, "xb") as out:
        try:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
            out.close()
            if before:
                os.chmod(temporary, stat.S_IMODE(before.st_mode))
            os.replace(temporary, target)
        except BaseException:
            out.close()
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno is not None:
        return REASONS.get(error.errno) or error.strerror or str(error)
    return str(error)


def _gettext(lang: str) -> _Gettext:
    """Return what translates into ``lang``; English if there are no translations."""
    if lang != "en":
        with contextlib.suppress(ImportError, OSError):
            from venue.i18n import translation

            return translation(lang).gettext
    return str


def _complain(error: LosovnaError, gettext: _Gettext, file: str | None = None) -> None:
    """Say on standard error, in one line, what is wrong."""
    params = dict(error.params)
    if isinstance(error, FileError) and "reason" in params:
        params["reason"] = gettext(str(params["reason"]))
    parts = ["losovna", *([] if file is None else [file])]
    if file is not None and error.line is not None:
        # Translators: stands before what is wrong in that line, after the name of the file
        where = N_("line %(line)s")
        parts.append(gettext(where) % {"line": error.line})
    # What was given may hold line ends and worse; a terminal gets one line that does nothing.
    line = " ".join(": ".join([*parts, gettext(error.message) % params]).split())
    safe = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in line)
    stream: IO[str] | None = sys.stderr
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            stream.write(f"{safe}\n")
            stream.flush()
