"""Rounds, standings and crosstables as plain text to read in a terminal.

``gettext`` translates the words, ``mark`` is the decimal mark. Points are told with halves: 5½.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pairing_core.commands.edge import Gettext
from pairing_core.errors import N_
from pairing_core.formats.results import WORDS, bye_word
from pairing_core.formats.table import WORDS as TABLE_WORDS
from pairing_core.formats.table import columns_of
from pairing_core.history import Entry
from pairing_core.model import PlayerNumber, Round, Tournament, points_label
from pairing_core.standings import Crosstable, Row, Standings, scores
from pairing_core.teams import TeamStandings
from pairing_core.tie_breaks import TERM_KINDS, Term, TieBreak, Worked

LEFT, RIGHT = "<", ">"


def aligned(rows: Iterable[Sequence[str]], sides: str) -> list[str]:
    """Return the rows as lines in columns, each to its side (a letter of ``sides``); the last repeats.

    Wide letters of East Asia and marks over letters are counted as a terminal shows them.
    """
    listed = [list(row) for row in rows]
    widths = [max(map(columns_of, column)) for column in zip(*listed, strict=True)]
    lines = []
    for row in listed:
        cells = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - columns_of(cell))
            cells.append(cell + space if sides[min(at, len(sides) - 1)] == LEFT else space + cell)
        lines.append("  ".join(cells).rstrip())
    return lines


def title(tournament: Tournament, heading: str) -> list[str]:
    """Return the first lines: the name of the tournament, if it has one, and what follows."""
    return [*([tournament.settings.name] if tournament.settings.name else []), heading, ""]


def round_table(
    tournament: Tournament, round_: Round, gettext: Gettext, groups: Mapping[PlayerNumber, str]
) -> tuple[list[str], list[str]]:
    """Return the heading and a line for each game (who starts on the left), and a line for each player without one.

    ``groups`` are the letters of the players' groups, if there are any.
    """
    points = scores(tournament, round_.number - 1)

    def told(player: PlayerNumber) -> tuple[str, str]:
        name = tournament.players[player].name
        return str(player), f"{name} ({points_label(points[player])})"

    own = [gettext(WORDS["group"])] if groups else []
    header = [*own, gettext(WORDS["table"]), "", gettext(WORDS["first_name"]), "", "", gettext(WORDS["second_name"])]
    rows = [header]
    for game in round_.games:
        letter = [groups.get(game.first, "")] if groups else []
        rows.append([*letter, str(game.table), *told(game.first), "–", *told(game.second)])
    byes = [
        f"{gettext(WORDS[bye_word(tournament, player, bye, round_.number)])}: {' '.join(told(player))}"
        for player, bye in round_.byes_to_tell
    ]
    return aligned(rows, "<>><<><" if groups else ">><<><"), byes


def struck(name: str, gettext: Gettext) -> str:
    """Return the name of one who is struck out of the standings, marked so."""
    return gettext(N_("%(player)s (struck out)")) % {"player": name}


def standings_table(tournament: Tournament, ranked: Standings, gettext: Gettext, mark: str) -> list[str]:
    """Return the standings: rank, number, name, points and the tie-breaks."""
    header = [WORDS["rank"], N_("No."), WORDS["name"], N_("Pts"), *(each.short for each in ranked.tie_breaks)]
    rows = [[gettext(word) for word in header]]
    for row in ranked.rows:
        values = [each.label(worked, mark) for each, worked in zip(ranked.tie_breaks, row.values, strict=True)]
        name = tournament.players[row.player].name
        if row.is_struck:
            name = struck(name, gettext)
        rows.append([str(row.rank), str(row.player), name, points_label(row.points), *values])
    return aligned(rows, ">><>")


def team_table(tournament: Tournament, teams: TeamStandings, gettext: Gettext, mark: str) -> list[str]:
    """Return the standings of teams, those who count at the end of each line."""
    values = [gettext(each.short) for each in teams.tie_breaks]
    header = [gettext(WORDS["rank"]), gettext(WORDS["team"]), gettext(N_("Pts")), *values, gettext(WORDS["counted"])]
    rows = [header]
    for row in teams.rows:
        sums = [row.label(each, at, mark) for at, each in enumerate(teams.tie_breaks)]
        names = ", ".join(tournament.players[player].name for player in row.counted)
        rows.append([str(row.rank), row.name, points_label(row.points), *sums, names])
    return aligned(rows, "><>" + ">" * len(values) + "<")


def legend(ranked: Standings, gettext: Gettext) -> list[str]:
    """Return what the columns of the standings mean and how unplayed games count."""
    if not ranked.tie_breaks:
        return []
    lines = [
        f"{gettext(each.short)}: {gettext(each.name)}. {gettext(each.definition)} ({gettext(each.source)})"
        for each in ranked.tie_breaks
    ]
    unplayed = ranked.unplayed
    heading = gettext(N_("Games not played"))
    lines.append(f"{heading}: {gettext(unplayed.name)}. {gettext(unplayed.definition)} ({gettext(unplayed.source)})")
    return lines


def working(tournament: Tournament, ranked: Standings, gettext: Gettext, mark: str) -> Iterator[str]:
    """Yield how each value of the standings came about, player by player."""
    kinds = {kind.key: kind.name for kind in TERM_KINDS}

    def term_text(criterion: TieBreak, term: Term) -> str:
        told = [gettext(kinds[term.kind])]
        if term.round is not None:
            told.insert(0, f"{gettext(WORDS['round'])} {term.round}")
        if term.opponent is not None:
            told.insert(1, f"{term.opponent} {tournament.players[term.opponent].name}")
        factors = " × ".join(criterion.label(Worked(factor), mark) for factor in term.factors)
        value = criterion.label(Worked(term.value), mark)
        return f"{', '.join(told)}: {factors + ' = ' if len(term.factors) > 1 else ''}{value}"

    def row_text(row: Row) -> Iterator[str]:
        yield f"{row.player} {tournament.players[row.player].name}"
        for criterion, worked in zip(ranked.tie_breaks, row.values, strict=True):
            yield f"  {gettext(criterion.name)}: {criterion.label(worked, mark)}"
            for term in worked.terms:
                yield f"    {term_text(criterion, term)}"

    for row in ranked.rows:
        yield from row_text(row)


def crosstable_table(tournament: Tournament, crosstable: Crosstable, gettext: Gettext) -> list[str]:
    """Return the crosstable, a column for each round, and below it what the signs mean."""
    header = [gettext(WORDS["rank"]), gettext(N_("No.")), gettext(WORDS["name"])]
    rows = [[*header, *map(str, range(1, crosstable.after + 1)), gettext(N_("Pts"))]]
    for row in crosstable.rows:
        entries = [_entry(entry) for entry in row.entries]
        name = tournament.players[row.player].name
        rows.append([str(row.rank), str(row.player), name, *entries, points_label(row.points)])
    note = gettext(
        N_("After the points stands the opponent; * started, f forfeit, no number: no game, a dash: no result yet.")
    )
    return [*aligned(rows, ">><>"), "", note]


def _entry(entry: Entry) -> str:
    if entry.opponent is None:
        return points_label(entry.points) if entry.bye is not None else ""
    points = "–" if entry.is_open else points_label(entry.points)
    forfeit = "" if entry.is_open or entry.is_played else "f"
    return f"{points}({entry.opponent}{'*' if entry.is_first else ''}{forfeit})"


def lots_line(seed: str, gettext: Gettext) -> str:
    """Return the line that tells the seed."""
    return f"{gettext(TABLE_WORDS['seed'])}: {seed}"
