"""The edge of the command: its errors, files, standard streams and languages, shared by all commands.

The core is silent; files, standard streams, languages and chance begin here. Sentences are translated, and HTML is
made, by the package ``venue`` if it is installed. Without it everything but HTML works, in English.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import IO, NoReturn, Protocol, TypeAlias

from pairing_core.draw import seed_text
from pairing_core.errors import (
    N_,
    FileError,
    LosovnaError,
    MissingPackage,
    UnreadableFile,
    UnwritableFile,
    Word,
)
from pairing_core.tie_breaks import TIE_BREAKS

LANGUAGES = ("cs", "es", "en")
DECIMAL_MARKS = {"cs": ",", "es": ",", "en": "."}
STANDARD_STREAM = "-"

DONE, BAD_INPUT, NO_PAIRING, STOPPED, NOBODY_READS = 0, 2, 3, 130, 141

LIST_LIMIT = 1_000_000
"""Bytes of a list of players; 200 names are far below it."""

TOURNAMENT_LIMIT = 50_000_000
"""Bytes of a tournament; the journal of 2,000 players and 9 rounds has about 2,000,000."""

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

Gettext = Callable[[str], str]


class BadUsage(LosovnaError):
    """Parameters: ``problem`` (the parser's own words, in English), ``help`` (the call that says how it is meant)."""

    code = "bad-usage"
    message = N_("%(problem)s; %(help)s says more.")


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


class OutOfRange(LosovnaError):
    """Parameters: ``option``, ``found``, ``low``, ``high``."""

    code = "out-of-range"
    message = N_("%(option)s must be from %(low)s to %(high)s, not %(found)s.")


class BadParameter(LosovnaError):
    """Parameters: ``found``, ``known`` (the names, separated by commas)."""

    code = "bad-parameter"
    message = N_("“%(found)s” is not understood; write a name and a number, like koya-limit=50, with one of %(known)s.")


class ParameterNotGiven(LosovnaError):
    """Parameters: ``parameter``, ``tie_break``."""

    code = "parameter-not-given"
    message = N_(
        "The tie-break “%(tie_break)s” needs a number that the tournament does not hold; "
        "give it as in: --parameter %(parameter)s=1."
    )


class FileTooLarge(FileError):
    """Parameters: none."""

    code = "file-too-large"
    message = N_("This file is larger than 1 MB, so it is hardly a list of players.")
    field = "players"


class TournamentTooLarge(FileError):
    """Parameters: none."""

    code = "tournament-too-large"
    message = N_("This file is larger than 50 MB, so it is hardly a tournament.")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours, and whose help goes the way of everything that is printed."""

    def error(self, message: str) -> NoReturn:
        """Raise :class:`BadUsage`."""
        raise BadUsage(problem=message.removesuffix("."), help=f"{self.prog} --help")

    def print_help(self, file: object = None) -> None:
        """Write the help."""
        write(STANDARD_STREAM, self.format_help().encode("utf-8"))


def common_language(parser: argparse.ArgumentParser) -> None:
    """Add the option of the language."""
    parser.add_argument("--lang", metavar="LANG", default="en", help="cs, es or en (default: en)")


def common_options(parser: argparse.ArgumentParser, formats: Sequence[str], default: str | None = None) -> None:
    """Add the options that every command has: format, language, and the file to write to."""
    words = f"{', '.join(formats[:-1])} or {formats[-1]}" if len(formats) > 1 else formats[0]
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        default=formats[0] if default is None else None,
        help=f"{words} (default: {default or formats[0]})",
    )
    common_language(parser)
    parser.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD_STREAM, help="write to this file, at once or not at all"
    )


def parameter_option(parser: argparse.ArgumentParser, words: str) -> None:
    """Add the option of the numbers that tie-breaks need."""
    parser.add_argument("--parameter", metavar="NAME=VALUE", action="append", default=[], help=words)


def parameters_told(told: Sequence[str]) -> dict[str, str]:
    """Return the numbers that tie-breaks were given, by name. Raises :class:`BadParameter`."""
    known = [parameter.name for each in TIE_BREAKS for parameter in each.parameters]
    parameters = {}
    for each in told:
        name, equals, value = (part.strip() for part in each.partition("="))
        if not equals or name not in known:
            raise BadParameter(found=each, known=", ".join(dict.fromkeys(known)))
        parameters[name] = value
    return parameters


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command adds its own parser."""


class InFile(Exception):
    """An error together with the file it is about, as the user wrote its name."""

    def __init__(self, file: str, error: LosovnaError) -> None:
        super().__init__(file, error)
        self.file = file
        self.error = error


def one_of(option: str, value: str, known: Sequence[str]) -> str:
    """Return the value of an option. Raises :class:`UnknownValue`."""
    if value not in known:
        raise UnknownValue(option=option, found=value, known=", ".join(known))
    return value


def whole_number(option: str, text: str) -> int:
    """Return the whole number that an option was given. Raises :class:`NotANumber`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", text.strip()):
        raise NotANumber(option=option, found=text if len(text) <= 40 else f"{text[:40]}…")
    return int(text)


def number_from(option: str, text: str, low: int, high: int) -> int:
    """Return the whole number that an option was given. Raises :class:`NotANumber` and :class:`OutOfRange`."""
    number = whole_number(option, text)
    if not low <= number <= high:
        raise OutOfRange(option=option, found=number, low=low, high=high)
    return number


def shown_seed(text: str | None) -> str | None:
    """Return the seed as it is shown; white space does not matter to a draw."""
    if text is None:
        return None
    seed = " ".join(text.split())
    if not seed or not seed.isprintable():
        raise BadSeed
    return seed


# Files, streams and languages


def read(file: str, limit: int = LIST_LIMIT, too_large: type[FileError] = FileTooLarge) -> bytes:
    """Return the bytes of a file, or of standard input. Raises :class:`UnreadableFile`, or what is ``too_large``."""
    try:
        if file != STANDARD_STREAM:
            with open(file, "rb") as lines:
                data = lines.read(limit + 1)
        elif sys.stdin is None:
            raise OSError(errno.EBADF, "")
        else:
            data = sys.stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        raise UnreadableFile(reason=_reason(error)) from error
    if len(data) > limit:
        raise too_large
    return data


def write(file: str, data: bytes) -> None:
    """Write to a file, at once or not at all, or to standard output. Raises :class:`UnwritableFile` in the file."""
    try:
        if file == STANDARD_STREAM:
            _to_standard_output(data)
        else:
            _to_file(file, data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise InFile(file, UnwritableFile(reason=_reason(error))) from error


def fresh_seed() -> str:
    """Return a seed that nobody knows beforehand."""
    return seed_text(os.urandom(8))


def html(make: Callable[[], str]) -> str:
    """Return what ``make`` gives, which needs the package ``venue``. Raises :class:`MissingPackage`."""
    try:
        return make()
    except ImportError as error:
        package = (error.name or "venue").partition(".")[0]
        install = "pip install 'losovna[html]'" if package == "venue" else f"pip install {package}"
        raise MissingPackage(package=package, install=install) from error
    except OSError as error:
        # Only a checkout lacks the compiled templates and catalogs; an installed package brings them.
        raise MissingPackage(package="venue", install="make build") from error


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


def translations(lang: str) -> Gettext:
    """Return what translates into ``lang``; English if there are no translations."""
    if lang != "en":
        with contextlib.suppress(ImportError, OSError):
            from venue.i18n import translation

            return translation(lang).gettext
    return str


class Complaint(Protocol):
    """What can be said in one line: an error, or what a check has found."""

    @property
    def message(self) -> str:
        """The sentence, a msgid."""

    @property
    def params(self) -> Mapping[str, str | int]:
        """What fills its places."""


def complain(error: Complaint, gettext: Gettext, file: str | None = None) -> None:
    """Say on standard error, in one line, what is wrong."""
    params = {key: gettext(value) if isinstance(value, Word) else value for key, value in error.params.items()}
    if isinstance(error, FileError) and "reason" in params:
        params["reason"] = gettext(str(params["reason"]))
    parts = ["losovna", *([] if file is None else [file])]
    line = getattr(error, "line", None)
    if file is not None and line is not None:
        # Translators: stands before what is wrong in that line, after the name of the file
        where = N_("line %(line)s")
        parts.append(gettext(where) % {"line": line})
    # What was given may hold line ends and worse; a terminal gets one line that does nothing.
    said = " ".join(": ".join([*parts, gettext(error.message) % params]).split())
    safe = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in said)
    stream: IO[str] | None = sys.stderr
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            stream.write(f"{safe}\n")
            stream.flush()
