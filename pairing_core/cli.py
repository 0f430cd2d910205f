"""The command ``losovna``: the parser, the languages and the exit status; what is done stands in ``commands``.

Exit status: 0 done, 2 bad input (one line on standard error, ``losovna: FILE: line 12: ...`` where a file is at fault),
3 no pairing is possible under the rules that may not be broken, 130 stopped from the keyboard, 141 nobody reads the
output any more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from pairing_core import __version__
from pairing_core.commands import convert, pair, plan, simulate, stage, standings, table, verify
from pairing_core.commands.edge import (
    BAD_INPUT,
    DONE,
    LANGUAGES,
    NO_PAIRING,
    NOBODY_READS,
    STANDARD_STREAM,
    STOPPED,
    Gettext,
    InFile,
    Parser,
    complain,
    one_of,
    translations,
    write,
)
from pairing_core.errors import LosovnaError, NoPairing

COMMANDS = (table, pair, standings, stage, verify, convert, simulate, plan)
"""The commands, each a module with ``add`` (its options) and ``run``."""


def entry() -> NoReturn:
    """Run the command and end the process: the installed script, and ``python -m pairing_core``."""
    sys.exit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if ``None``) and return its exit status."""
    gettext: Gettext = str
    try:
        asked = _parsed(sys.argv[1:] if arguments is None else arguments)
        gettext = translations(one_of("--lang", asked.lang, LANGUAGES))
        status: int | None = asked.run(asked, gettext)
    except SystemExit as end:  # --help and --version
        return int(end.code or DONE)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        return NOBODY_READS
    except InFile as error:
        complain(error.error, gettext, error.file)
        return NO_PAIRING if isinstance(error.error, NoPairing) else BAD_INPUT
    except LosovnaError as error:
        complain(error, gettext)
        return NO_PAIRING if isinstance(error, NoPairing) else BAD_INPUT
    return DONE if status is None else status


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="losovna", description="Tournaments of small federations.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    asked, unknown = parser.parse_known_args(arguments)
    if asked.version:
        write(STANDARD_STREAM, f"losovna {__version__}\n".encode())
        parser.exit()
    if asked.command is None:
        parser.error("a command is missing, such as: losovna table 8")
    # The command's own help says more than that of all commands.
    asked.parser = commands.choices[asked.command]
    if unknown:
        asked.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return asked
