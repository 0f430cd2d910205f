"""Standings and all that is read from them: how each number came about, the crosstable, what is still possible."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from pairing_core.errors import N_
from pairing_core.history import Entry, history
from pairing_core.knockout import Play
from pairing_core.model import ROUND_ROBIN, PlayerNumber, Tournament, points_label
from pairing_core.possible import Exactness, Places, Possible, possible
from pairing_core.standings import Row, counted, struck_out
from pairing_core.teams import club_of
from pairing_core.tie_breaks import TERM_KINDS, Term, TieBreak, Worked

from . import groups, knockouts
from .goers import is_last_stage, others_would_go_on
from .knockouts import is_over as stage_is_over
from .papers import KINDS, Choice, Paper, team_size
from .parts import Command, Made, Params, Screen

if TYPE_CHECKING:
    from .session import Session

VIEWS = (
    ("standings", N_("Standings")),
    ("groups", N_("Groups")),
    ("teams", N_("Teams")),
    ("crosstable", N_("Crosstable")),
    ("bracket", N_("Bracket")),
    ("possible", N_("What is still possible")),
)
"""What is read from the results: names of screens, and what they are called."""

POINTS = "points"
"""The column of points among the numbers that can be explained."""

EXACTNESS: Mapping[Exactness, str] = {
    Exactness.EXACT: N_("Exact: every way in which the open games can end was tried, with all tie-breaks."),
    Exactness.POINTS: N_(
        "By points: every way in which the open games can end was tried; whoever is level on points can still be "
        "before or behind the others."
    ),
    Exactness.BOUNDS: N_(
        "Bounds: nobody can come out better or worse than this; whether both ends can be reached is not worked out."
    ),
}

_KINDS = {kind.key: kind.name for kind in TERM_KINDS}
_LEFT_OUT = frozenset({"cut", "below"})


class Line(NamedTuple):
    """One line of how a number came about."""

    round: int | None
    opponent: PlayerNumber | None
    what: str
    sum: str
    value: str
    counts: bool


class Why(NamedTuple):
    """A number that is explained: whose it is, which column, the whole, and its lines."""

    player: PlayerNumber
    column: str
    name: str
    definition: str
    value: str
    lines: tuple[Line, ...]


def ranking(session: Session, screen: Params) -> Made:
    """Standings after the last finished round or after another, by rank or by name; one number may be explained."""
    paper = _paper(session, screen)
    find = str(screen.get("find", "")).strip()
    why = explained(paper, str(screen.get("why", "")))
    rows = [row for row in paper.rows if _holds(session.tournament.players[row.player].name, find)]
    params = {
        "name": "standings",
        "after": paper.after,
        "by": paper.choice.by if paper.choice.by != "rank" else "",
        "find": find,
        "why": f"{why.player}.{why.column}" if why else "",
    }
    kept = urlencode({key: params[key] for key in ("by", "find") if params[key]})
    context = {
        "paper": paper,
        "ranked": paper.ranked,
        "rows": rows,
        "find": find,
        "why": why,
        "views": views_of(session.tournament),
        "is_over": bool(session.tournament.rounds) and stage_is_over(session.tournament) and is_last_stage(session),
        "changed": [each.text(session.gettext) for each in others_would_go_on(session.journal, session.view.number)],
        # Where each number leads: only what is asked for is added, a thousand times on a large screen.
        "base": f"#/{session.id}/standings/{paper.after}?{kept}{'&' if kept else ''}",
    }
    return Made(N_("Standings"), context | _rounds(session.tournament, paper.after), params)


def cross(session: Session, screen: Params) -> Made:
    """Who played whom."""
    paper = _paper(session, screen)
    context = {"paper": paper, "views": views_of(session.tournament)} | _rounds(session.tournament, paper.after)
    return Made(
        N_("Crosstable"),
        context,
        {"name": "crosstable", "after": paper.after, "grid": "1" if paper.choice.is_grid else "0"},
    )


def teams(session: Session, screen: Params) -> Made:
    """The clubs by the sum of their best players."""
    paper = _paper(session, screen)
    session.team_size = paper.choice.best
    context = {"paper": paper, "views": views_of(session.tournament)} | _rounds(session.tournament, paper.after)
    return Made(N_("Team standings"), context, {"name": "teams", "after": paper.after, "best": paper.choice.best})


def views_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the views that there are: teams only if a club is known of anybody, and either crosstable or bracket."""
    left_out = {"crosstable" if knockouts.is_knockout(tournament) else "bracket"}
    if knockouts.is_knockout(tournament) or not any(map(club_of, tournament.players.values())):
        left_out.add("teams")
    # Who can still come where is a question of one group; that of all players together says nothing.
    left_out.add("possible" if groups.is_in_groups(tournament) else "groups")
    return [view for view in VIEWS if view[0] not in left_out]


def bracket(session: Session, screen: Params) -> Made:
    """The picture of a knockout, as it stands."""
    paper = _paper(session, screen)
    won = knockouts.winner(paper.play)
    context = {
        "paper": paper,
        "views": views_of(session.tournament),
        "won": None if won is None else session.tournament.players[won],
    }
    return Made(N_("Bracket"), context, {"name": "bracket"})


def still_possible(session: Session, screen: Params) -> Made:
    """The best and the worst final place of everybody."""
    tournament = session.tournament
    play = knockouts.play_of(tournament)
    if play is not None:
        return _possible_in(session, play)
    found = possible(tournament)
    records = history(counted(tournament)).records
    order = sorted(found.places, key=lambda number: (_by_places(found.places[number]), -records[number].score))
    context = {
        "views": views_of(session.tournament),
        "found": found,
        "exactness": EXACTNESS[found.exactness],
        "listed": [(tournament.players[number], records[number].score, found.places[number]) for number in order],
        "winner": tournament.players[found.winner] if found.winner is not None else None,
    }
    return Made(N_("What is still possible"), context, {"name": "possible"})


BY_BRACKET = N_(
    "By the bracket: the best place is that of who wins every tie from here on, the worst that of who loses the next "
    "one and all that may follow."
)


def _possible_in(session: Session, play: Play) -> Made:
    """What the bracket leaves open."""
    tournament = session.tournament
    outlook = {number: Places(*places) for number, places in knockouts.still_possible(play).items()}
    open_games = sum(game.result is None for round_ in tournament.rounds for game in round_.games)
    to_draw = 0 if play.is_over else max(0, tournament.settings.rounds - len(tournament.rounds))
    won = knockouts.winner(play)
    order = sorted(outlook, key=lambda number: (_by_places(outlook[number]), play.seeding.index(number)))
    context = {
        "views": views_of(tournament),
        "found": Possible(Exactness.BOUNDS, outlook, open_games, to_draw, won),
        "exactness": BY_BRACKET,
        "listed": [(tournament.players[number], None, outlook[number]) for number in order],
        "winner": None if won is None else tournament.players[won],
    }
    return Made(N_("What is still possible"), context, {"name": "possible"})


def _by_places(places: Places) -> tuple[int, int]:
    return places.best, places.worst


def _paper(session: Session, screen: Params) -> Paper:
    tournament = session.tournament
    wanted = str(screen.get("after", ""))
    after = min(int(wanted), len(tournament.rounds)) if wanted.isdecimal() else tournament.finished_rounds
    by = "name" if screen.get("by") == "name" else "rank"
    usual = Choice(KINDS[0], "a4", False)
    is_grid = screen.get("grid") == "1" if "grid" in screen else tournament.settings.system == ROUND_ROBIN
    return Paper(
        tournament,
        usual._replace(
            number=after, by=by, is_grid=is_grid, best=team_size(tournament, screen.get("best"), session.team_size)
        ),
        session.lang,
    )


def _rounds(tournament: Tournament, after: int) -> dict[str, object]:
    """Return the rounds to choose from, and whether games of the one shown are still open."""
    is_going_on = after > tournament.finished_rounds
    return {"after_choices": range(len(tournament.rounds) + 1), "is_going_on": is_going_on}


def _holds(name: str, part: str) -> bool:
    """Whether a name holds some letters, whatever their case and accents."""
    return _plain(part) in _plain(name)


def _plain(text: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(letter)
    )


def explained(paper: Paper, asked: str) -> Why | None:
    """Return the explanation of the number that "PLAYER.COLUMN" names, ``None`` if there is none."""
    number, _, column = asked.partition(".")
    row = next((row for row in paper.ranked.rows if str(row.player) == number), None)
    if row is None:
        return None
    if column == POINTS:
        return _why_points(paper, row)
    return next(
        (
            _why_tie_break(paper, row.player, each, worked)
            for each, worked in zip(paper.ranked.tie_breaks, row.values, strict=True)
            if each.key == column
        ),
        None,
    )


def _why_points(paper: Paper, row: Row) -> Why:
    entries = history(paper.tournament, paper.after).records[row.player].entries
    out = struck_out(paper.tournament)
    lines = tuple(
        Line(
            entry.round,
            entry.opponent,
            _of_entry(paper, entry),
            "",
            points_label(entry.points),
            not row.is_struck and entry.opponent not in out,
        )
        for entry in entries
    )
    definition = paper.gettext(N_("The points of all rounds."))
    if out:
        definition = paper.gettext(
            N_("The points of all rounds; games of those who left before half of their games do not count.")
        )
    return Why(row.player, POINTS, paper.gettext(N_("Points")), definition, points_label(row.points), lines)


def _of_entry(paper: Paper, entry: Entry) -> str:
    if entry.opponent is not None:
        return f"{paper.sides[0 if entry.is_first else 1]}: {paper.result(entry)}"
    return paper.gettext(N_("no game"))


def _why_tie_break(paper: Paper, player: PlayerNumber, each: TieBreak, worked: Worked) -> Why:
    lines = tuple(_line(paper, each, term) for term in worked.terms)
    name, definition = paper.gettext(each.name), paper.gettext(each.definition)
    return Why(player, each.key, name, definition, each.label(worked, paper.mark), lines)


def _line(paper: Paper, each: TieBreak, term: Term) -> Line:
    factors = [each.label(Worked(factor), paper.mark) for factor in term.factors]
    return Line(
        term.round,
        term.opponent,
        paper.gettext(_KINDS[term.kind]),
        " × ".join(factors) if len(factors) > 1 else "",
        each.label(Worked(term.value), paper.mark),
        term.kind not in _LEFT_OUT,
    )


COMMANDS: Mapping[str, Command] = {}

SCREENS: Mapping[str, Screen] = {
    "standings": ranking,
    "bracket": bracket,
    "teams": teams,
    "crosstable": cross,
    "possible": still_possible,
}
