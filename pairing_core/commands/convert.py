"""``losovna convert``: a tournament from one format to another, by the suffix of the file's name."""

from __future__ import annotations

import argparse

from pairing_core.commands import files, parts
from pairing_core.commands.edge import (
    DECIMAL_MARKS,
    Commands,
    Gettext,
    InFile,
    NotInFormat,
    common_language,
    html,
    one_of,
    write,
)
from pairing_core.errors import N_, LosovnaError, UnknownRound
from pairing_core.formats import detect, results
from pairing_core.knockout.settings import bracket_of
from pairing_core.model import KNOCKOUT, Tournament
from pairing_core.stages import view

TABLES = (".csv", ".html")
WHAT = ("players", "pairings", "standings", "crosstable", "bracket")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "convert",
        allow_abbrev=False,
        help="write a tournament in another format",
        description="Write a tournament in the format that the name of OUT says: .json (ours, complete), .trf (report "
        "file), or one of its tables as .csv or .html: of groups that of each, of several stages that of the last one.",
    )
    add = parser.add_argument
    add("file", metavar="IN", help='a tournament or a list of players; "-" is standard input')
    add("output", metavar="OUT", help="the file to write, at once or not at all")
    words = ", ".join(WHAT)
    add(
        "--what",
        metavar="TABLE",
        help=f"one of {words}; players only in .csv, bracket only in .html (default: standings)",
    )
    version = parser.add_mutually_exclusive_group()
    version.add_argument("--trf16", action="store_const", const=16, dest="edition", help="a report file of 2016")
    version.add_argument(
        "--trf26", action="store_const", const=26, dest="edition", help="of 2026 (default: that of IN, else 2026)"
    )
    common_language(parser)
    parser.set_defaults(run=run)


class NoBracket(LosovnaError):
    """Parameters: ``system``."""

    code = "no-bracket"
    message = N_("A bracket is made of a knockout; the system here is %(system)s.")


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Write the file."""
    what = None if asked.what is None else one_of("--what", asked.what, WHAT)
    form = files.suffix(asked.output)
    if form not in (*detect.SUFFIXES, *TABLES):
        raise InFile(asked.output, files.UnknownSuffix(known=", ".join((*detect.SUFFIXES, *TABLES))))
    if what and form in detect.SUFFIXES:
        raise NotInFormat(option="--what", format=detect.SUFFIXES[form], known="csv, html")
    if asked.edition and detect.SUFFIXES.get(form) != detect.TRF:
        raise NotInFormat(option=f"--trf{asked.edition}", format=form[1:], known="trf")
    if form == ".html" and what == "players":
        raise NotInFormat(option="--what players", format="html", known="csv")
    if form == ".csv" and what == "bracket":
        raise NotInFormat(option="--what bracket", format="csv", known="html")
    if files.is_same(asked.file, asked.output) and form in TABLES:
        raise InFile(asked.output, files.WouldBeLost())
    journal = files.load(asked.file)
    if form in detect.SUFFIXES:
        made = files.dumped(asked.output, journal, asked.edition)
    else:
        try:
            whole = journal.tournament
            # The tables are those of the last stage, as in "losovna standings"; all players belong to all stages.
            stage = view(whole).tournament
            if form == ".csv":
                what = what or ("standings" if whole.rounds else "players")
                made = _csv(whole if what == "players" else stage, what, asked.lang, gettext)
            else:
                made = html(lambda: _html(stage, what or "standings", asked.lang))
        except LosovnaError as error:
            raise InFile(asked.file, error) from error
    write(asked.output, made.encode("utf-8"))


def _csv(tournament: Tournament, what: str, lang: str, gettext: Gettext) -> str:
    words = {key: gettext(word) for key, word in results.WORDS.items()}
    mark = DECIMAL_MARKS[lang]
    if what == "players":
        made = results.players_csv(tournament, words)
    elif what == "pairings":
        made = results.pairings_csv(tournament, len(tournament.rounds), words, mark)
    else:
        made = parts.as_csv(parts.parts_of(tournament, cross=what == "crosstable"), words, mark)
    return "\ufeff" + made


def _html(tournament: Tournament, what: str, lang: str) -> str:
    if what == "bracket":
        if tournament.settings.system != KNOCKOUT:
            raise NoBracket(system=tournament.settings.system)
        # Fewer players than a bracket needs are told as the draw tells it.
        bracket_of(tournament)
        from venue.arbiter.papers import bracket_html

        return bracket_html(tournament, lang)
    if what == "pairings":
        if not tournament.rounds:
            raise UnknownRound(round=1, rounds=0)
        from venue.tournament import pairings_html

        return pairings_html(tournament, len(tournament.rounds), lang)
    return parts.as_html(tournament, parts.parts_of(tournament, cross=what == "crosstable"), lang)
