"""Print and share: papers with a preview, and the tournament as files for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from pairing_core.errors import N_, BadValue
from pairing_core.formats import losovna_json, results, trf
from pairing_core.journal import Event
from pairing_core.model import Tournament
from pairing_core.stages import final_ranking
from pairing_core.standings import crosstable, standings
from pairing_core.systems.groups_system import group_tournament, groups_of
from pairing_core.teams import team_standings

from ..tournament import MARKS
from .groups import is_in_groups
from .papers import SIZE_NAMES, SLIPS, Paper, chosen, kinds_of, page_html, paper_html, team_size
from .parts import Command, Do, Made, Params, Screen
from .ranking import views_of

if TYPE_CHECKING:
    from .session import Session


class Export(NamedTuple):
    """A file for other programs. ``make`` writes it of the stage that is looked at, in the language of the session."""

    key: str
    name: str
    suffix: str
    mime: str
    make: Callable[[Session], str]


def _words(session: Session) -> dict[str, str]:
    return {key: session.gettext(word) for key, word in results.WORDS.items()}


def _spreadsheet(text: str) -> str:
    """Return the text with the mark by which spreadsheets know UTF-8."""
    return "\ufeff" + text


def _players(session: Session) -> str:
    return _spreadsheet(results.players_csv(session.tournament, _words(session)))


def _pairings(session: Session) -> str:
    tournament = session.tournament
    # Where all rounds are published at once, the last one that is played is the first that is not over.
    number = min(len(tournament.rounds), tournament.finished_rounds + 1)
    return _spreadsheet(results.pairings_csv(tournament, number, _words(session), MARKS[session.lang]))


def _standings(session: Session) -> str:
    ranked = standings(session.tournament)
    return _spreadsheet(results.standings_csv(session.tournament, ranked, _words(session), MARKS[session.lang]))


def _crosstable(session: Session) -> str:
    made = crosstable(session.tournament)
    return _spreadsheet(results.crosstable_csv(session.tournament, made, _words(session), MARKS[session.lang]))


def _groups(session: Session) -> str:
    """Return the standings of all groups in one list; each line begins with the letter of its group."""
    tournament, words = session.tournament, _words(session)
    groups = [(group.letter, group_tournament(tournament, group)) for group in groups_of(tournament)]
    tables = [
        (letter, results.standings_csv(own, standings(own), words, MARKS[session.lang])) for letter, own in groups
    ]
    return _spreadsheet(results.grouped_csv(tables, words))


def _teams(session: Session) -> str:
    """Return the clubs, by as many of their players as were counted last."""
    tournament = session.tournament
    teams = team_standings(tournament, standings(tournament), team_size(tournament, None, session.team_size))
    return _spreadsheet(results.team_standings_csv(tournament, teams, _words(session), MARKS[session.lang]))


def _final(session: Session) -> str:
    whole = session.journal.tournament
    ranking = ((each.rank, each.player) for each in final_ranking(whole))
    return _spreadsheet(results.final_csv(whole, ranking, _words(session)))


EXPORTS = (
    Export("csv-standings", N_("Standings for a spreadsheet (CSV)"), "csv", "text/csv", _standings),
    Export("csv-groups", N_("Standings of the groups for a spreadsheet (CSV)"), "csv", "text/csv", _groups),
    Export("csv-teams", N_("Team standings for a spreadsheet (CSV)"), "csv", "text/csv", _teams),
    Export("csv-final", N_("Final ranking for a spreadsheet (CSV)"), "csv", "text/csv", _final),
    Export("csv-crosstable", N_("Crosstable for a spreadsheet (CSV)"), "csv", "text/csv", _crosstable),
    Export("csv-pairings", N_("Pairings of the last round (CSV)"), "csv", "text/csv", _pairings),
    Export("csv-players", N_("List of players (CSV)"), "csv", "text/csv", _players),
    Export(
        "html",
        N_("One page for the web (HTML)"),
        "html",
        "text/html",
        lambda session: page_html(session.tournament, session.lang),
    ),
    Export(
        "trf26", N_("FIDE report file, TRF26"), "trf", "text/plain", lambda session: trf.dump(session.tournament, 26)
    ),
    Export(
        "trf16", N_("FIDE report file, TRF16"), "trf", "text/plain", lambda session: trf.dump(session.tournament, 16)
    ),
)
"""The files, in the order in which they are offered; our own is made of the journal (:func:`export`)."""

OWN = "json"


def export(session: Session, do: Do) -> Iterable[Event]:
    """The tournament as a file for other programs, or as our own."""
    kind = str(do.get("format", ""))
    name = file_name(session.tournament)
    if kind == OWN:
        session.file = {
            "name": f"{name}.json",
            "mime": "application/json",
            "text": losovna_json.dump(session.journal),
        }
        return ()
    for each in EXPORTS:
        if each.key == kind:
            session.file = {
                "name": f"{name}-{each.key}.{each.suffix}",
                "mime": each.mime,
                "text": each.make(session),
            }
            return ()
    raise BadValue(what="format", found=kind, wanted=", ".join([*(each.key for each in EXPORTS), OWN]))


def file_name(tournament: Tournament) -> str:
    """Return the tournament's name as that of a file."""
    return "-".join(tournament.settings.name.split()).replace("/", "-") or "losovna"


def sharing(session: Session, screen: Params) -> Made:
    """A paper as it will be printed, and the files."""
    choice = chosen(session.tournament, screen, session.team_size)
    if "best" in choice.kind.has:
        session.team_size = choice.best
    stage = _stage_name(session) if session.journal.tournament.stages and choice.kind.key != "final" else ""
    paper = Paper(session.tournament, choice, session.lang, session.journal.tournament, stage)
    context = {
        "choice": choice,
        "kinds": kinds_of(session.tournament, session.journal.tournament, choice.kind),
        "sizes": SIZE_NAMES,
        "slips": SLIPS,
        "paper": paper,
        "document": Markup(paper_html(paper)),
        "exports": [each for each in EXPORTS if each.key not in _left_out(session)],
    }
    return Made(N_("Print and share"), context, choice.params())


def _left_out(session: Session) -> set[str]:
    """Return the files of what there is nothing of: groups, clubs, more stages than one."""
    kept = {
        "csv-groups": is_in_groups(session.tournament),
        "csv-teams": "teams" in dict(views_of(session.tournament)),
        "csv-final": bool(session.journal.tournament.stages),
    }
    return {key for key, is_there in kept.items() if not is_there}


def _stage_name(session: Session) -> str:
    view = session.view
    return view.stage.name or session.gettext(N_("Stage %(number)s")) % {"number": view.number}


COMMANDS: Mapping[str, Command] = {"export": export}

SCREENS: Mapping[str, Screen] = {"print": sharing}
