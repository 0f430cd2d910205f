"""What is printed of a tournament: each paper is a template over one value, :class:`Paper`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pairing_core.errors import N_, LosovnaError
from pairing_core.history import Entry, Record, history
from pairing_core.knockout import Play
from pairing_core.model import (
    ROUND_ROBIN,
    SCHEVENINGEN,
    Bye,
    Game,
    Outcome,
    Player,
    PlayerNumber,
    Round,
    RoundNumber,
    Tournament,
    points_label,
)
from pairing_core.stages import Final, all_struck_out, final_ranking, view
from pairing_core.standings import (
    Crosstable,
    CrosstableRow,
    Row,
    Standings,
    counted,
    crosstable,
    scores,
    standings,
    struck_out,
)
from pairing_core.systems import SYSTEMS, rounds_to_come, settled
from pairing_core.systems.groups_system import Group, group_tournament, groups_of, letters
from pairing_core.systems.match_system import teams_of
from pairing_core.teams import TeamStandings, club_of, team_standings

from .. import brackets
from ..brackets import BracketView
from ..i18n import translation
from ..render import render
from ..tournament import MARKS, RoundView, alphabetical, bye_told, result_label
from . import groups, knockouts, presets
from .setup import TIME_OF

SIZES = ("a4", "a5", "a3", "letter")
"""Sheets of paper, as ``print.css`` knows them."""

SIZE_NAMES: Mapping[str, str] = {"a4": "A4", "a5": "A5", "a3": "A3", "letter": N_("US Letter")}

SLIPS = (4, 6, 8)
"""How many result slips a sheet may hold."""

NAME_CARDS, TABLE_CARDS = 8, 2
"""How many of them a sheet holds."""

TEAM_SIZE = 4
"""As many players of each team count, unless something else is asked for."""

GRID_LIMIT = 24
"""With more players than this a square grid fits no sheet."""

STARTS = "Starts"
"""The word (a msgid) that says already that this side starts."""


class Kind(NamedTuple):
    """A paper that can be printed. ``of`` tells what it is of: a ``round``, the state ``after`` one, or nothing.

    ``size`` and ``is_wide`` are its usual sheet; ``has`` names what else can be chosen.
    """

    key: str
    name: str
    of: str = ""
    size: str = "a4"
    is_wide: bool = False
    has: tuple[str, ...] = ()


KINDS = (
    Kind("pairings-by-table", N_("Pairings by table"), "round"),
    Kind("pairings-by-name", N_("Pairings by name"), "round"),
    Kind("schedule", N_("All rounds")),
    Kind("slips", N_("Result slips"), "round", has=("count", "filled")),
    Kind("group-sheets", N_("Group sheets")),
    Kind("group-standings", N_("Standings of the groups"), "after"),
    Kind("standings", N_("Standings"), "after", has=("by",)),
    Kind("teams", N_("Team standings"), "after", has=("best",)),
    Kind("bracket", N_("Bracket")),
    Kind("final", N_("Final ranking")),
    Kind("crosstable", N_("Crosstable"), "after", has=("grid",)),
    Kind("wall-chart", N_("Wall chart"), "after", "a3", True, has=("by",)),
    Kind("scorecards", N_("Players' scorecards"), "after", has=("by",)),
    Kind("players", N_("List of players"), has=("by",)),
    Kind("table-cards", N_("Table cards")),
    Kind("name-cards", N_("Name cards"), has=("by",)),
    Kind("report", N_("Final report"), "after"),
)
"""The papers, in the order in which they are offered."""


def kinds_of(tournament: Tournament, whole: Tournament, now: Kind) -> list[Kind]:
    """Return the papers that there are: in a knockout the bracket and no crosstable, with stages a final ranking.

    The one that is looked at ``now`` is always among them.
    """
    is_knockout = knockouts.is_knockout(tournament)
    left_out = {"crosstable" if is_knockout else "bracket", "" if whole.stages else "final"}
    if not groups.is_in_groups(tournament):
        left_out |= {"group-sheets", "group-standings"}
    return [kind for kind in KINDS if kind.key not in left_out or kind is now]


_BY_KEY = {kind.key: kind for kind in KINDS}


class Choice(NamedTuple):
    """How a paper is wanted. ``number`` is the round that it is of, or the one after which it stands."""

    kind: Kind
    size: str
    is_wide: bool
    number: RoundNumber = 0
    per_sheet: int = SLIPS[0]
    is_filled: bool = True
    by: str = "rank"
    is_grid: bool = False
    best: int = TEAM_SIZE

    def params(self) -> dict[str, str]:
        """Return the choice as parameters of the screen; :func:`chosen` reads them."""
        told = {
            "name": "print",
            "round": str(self.number) if self.kind.of else "",
            "paper": self.kind.key,
            "size": self.size,
            "wide": "1" if self.is_wide else "0",
        }
        more = {
            "count": str(self.per_sheet),
            "filled": "1" if self.is_filled else "0",
            "by": self.by,
            "grid": "1" if self.is_grid else "0",
            "best": str(self.best),
        }
        return told | {key: more[key] for key in self.kind.has}


def chosen(tournament: Tournament, asked: Mapping[str, object], best: int | None = None) -> Choice:
    """Return what is asked for, what is missing or cannot be as usual; ``best`` is how many of a team counted last.

    Another paper than the one shown before (``was``) comes on its own usual sheet.
    """
    told = {key: str(value) for key, value in asked.items()}
    kind = _BY_KEY.get(told.get("paper", ""), KINDS[0])
    before = _BY_KEY.get(told.get("was", ""), kind)
    if before != kind:
        told = {key: value for key, value in told.items() if key == "round" and before.of == kind.of}
    is_robin = tournament.settings.system == ROUND_ROBIN
    count = _one_of(told.get("count"), tuple(map(str, SLIPS)), str(SLIPS[0]))
    return Choice(
        kind,
        _one_of(told.get("size"), SIZES, kind.size),
        _one_of(told.get("wide"), _YES_NO, str(int(kind.is_wide))) == "1",
        _number(tournament, kind, told.get("round", "")),
        int(count),
        told.get("filled") != "0",
        _one_of(told.get("by"), ("rank", "name"), "rank"),
        _one_of(told.get("grid"), _YES_NO, str(int(is_robin))) == "1",
        team_size(tournament, told.get("best"), best),
    )


def team_size(tournament: Tournament, asked: object, best: int | None) -> int:
    """Return how many players of each team count: as many as are asked for, as counted last, or as is usual.

    In a match of two teams that is everybody.
    """
    text = str(asked)
    if text.isdecimal() and len(text) <= 3 and int(text):
        return int(text)
    return best or max(map(len, _sides(tournament)), default=TEAM_SIZE)


def _sides(tournament: Tournament) -> tuple[tuple[PlayerNumber, ...], ...]:
    """Return the two teams of a match; nothing for what is none."""
    if tournament.settings.system != SCHEVENINGEN:
        return ()
    try:
        return teams_of(tournament)
    except LosovnaError:
        return ()


_YES_NO = ("0", "1")


def _one_of(asked: str | None, known: Sequence[str], usual: str) -> str:
    return asked if asked is not None and asked in known else usual


def _number(tournament: Tournament, kind: Kind, asked: str) -> RoundNumber:
    """Return the round that is asked for, else the last one drawn or finished."""
    last = len(tournament.rounds)
    if asked.isdecimal() and 1 <= int(asked[:9]) <= last:
        return int(asked)
    return min(last, tournament.finished_rounds + 1) if kind.of == "round" else tournament.finished_rounds


class Seen(NamedTuple):
    """One line of a player's own card."""

    round: RoundNumber
    entry: Entry | None
    opponent: Player | None
    total: str
    is_struck: bool = False


class GroupPaper(NamedTuple):
    """What the papers show of one group: the paper of it alone, its players by their numbers in its table, and its
    games and rests of each round, those to come as well.
    """

    group: Group
    paper: Paper
    players: list[Player]
    rounds: list[Round]


@dataclass(frozen=True)
class Paper:
    """All that the papers show of a tournament, or of a stage of the ``whole`` one."""

    tournament: Tournament
    choice: Choice
    lang: str
    whole: Tournament | None = None
    stage: str = ""
    """What the stage is called, where there are several."""

    def gettext(self, message: str) -> str:
        """Translate a message into the language of the paper."""
        return translation(self.lang).gettext(message)

    @cached_property
    def sides(self) -> tuple[str, str]:
        """What the one who starts and the other are called."""
        first, second = presets.words(self.tournament.settings)
        return self.gettext(first), self.gettext(second)

    @property
    def says_who_starts(self) -> bool:
        """Whether the words for the sides say so themselves."""
        return presets.words(self.tournament.settings)[0] == STARTS

    @cached_property
    def starter(self) -> str:
        """The head of a column of those who start: the side in words, and that it starts."""
        if self.says_who_starts:
            return self.sides[0]
        # Translators: head of a column of pairings; the side is a word such as White or Black
        return self.gettext("%(side)s (starts)") % {"side": self.sides[0]}

    def side(self, starts: bool) -> str:
        """Return what a player is told about the own side."""
        if self.says_who_starts:
            return self.gettext("starts") if starts else self.gettext("does not start")
        return self.starter if starts else self.sides[1]

    @cached_property
    def letters(self) -> tuple[str, str]:
        """What marks the sides in a crosstable: their first letters if these differ, else a full stone who starts."""
        first, second = (word[:1].casefold() for word in self.sides)
        return ("●", "○") if self.says_who_starts or first == second else (first, second)

    @property
    def mark(self) -> str:
        """What divides a decimal."""
        return MARKS[self.lang]

    @cached_property
    def round(self) -> RoundView | None:
        """The round that the paper is of, ``None`` as long as there is none."""
        rounds = self.tournament.rounds
        if not 1 <= self.choice.number <= len(rounds):
            return None
        return self.view_of(self.choice.number)

    def view_of(self, number: RoundNumber) -> RoundView:
        """Return the view of a round, with the points before it."""
        points = {player: points_label(each) for player, each in scores(self.tournament, number - 1).items()}
        return RoundView(self.tournament, self.tournament.rounds[number - 1], points, self.lang)

    @property
    def time(self) -> str:
        """When the round begins that the paper is of, as the arbiter wrote it; empty if that is not said."""
        if self.choice.kind.of != "round":
            return ""
        return self.tournament.settings.fields.get(TIME_OF.format(self.choice.number), "")

    @property
    def after(self) -> RoundNumber:
        """The round after which the standings are."""
        return min(self.choice.number, len(self.tournament.rounds))

    @cached_property
    def ranked(self) -> Standings:
        """The standings."""
        return _ranked(self.tournament, self.after)

    @cached_property
    def teams(self) -> TeamStandings:
        """The standings of the clubs."""
        return team_standings(self.tournament, self.ranked, self.choice.best)

    @property
    def match(self) -> str:
        """What a match of two teams stands at; empty for what is none."""
        sides = _sides(self.tournament)
        if not sides:
            return ""
        points = scores(self.tournament, self.after)
        names = " – ".join(club_of(self.tournament.players[side[0]]) for side in sides)
        return f"{names} {' : '.join(points_label(sum(points[player] for player in side)) for side in sides)}"

    @property
    def team_sizes(self) -> range:
        """How many players of a team may count: up to the largest one, or what is chosen."""
        return range(1, max([self.choice.best, *(len(row.members) for row in self.teams.rows)]) + 1)

    @property
    def rows(self) -> list[Row]:
        """The rows of the standings, by rank or by name."""
        by_number = {row.player: row for row in self.ranked.rows}
        return [by_number[number] for number in self.in_order(list(by_number))]

    @property
    def is_knockout(self) -> bool:
        """Whether there is a bracket."""
        return knockouts.is_knockout(self.tournament)

    @cached_property
    def play(self) -> Play | None:
        """The knockout as it stands, ``None`` if there is none."""
        return knockouts.play_of(self.tournament)

    @cached_property
    def bracket(self) -> BracketView | None:
        """The picture of the knockout."""
        if self.play is None:
            return None
        return brackets.view(self.play, {number: each.name for number, each in self.tournament.players.items()})

    @cached_property
    def notes(self) -> Mapping[int, knockouts.Note]:
        """What is said of each tie, by its number."""
        return {} if self.play is None else knockouts.notes(self.play, self.tournament, self.gettext)

    @cached_property
    def fates(self) -> Mapping[PlayerNumber, knockouts.Fate]:
        """How the knockout went for each player, up to the round that the paper is of."""
        play = knockouts.play_of(self.tournament, self.after)
        return {} if play is None else knockouts.fates_in(play, self.tournament, self.gettext)

    @property
    def final_places(self) -> list[tuple[int, int, PlayerNumber]]:
        """The places of all players of the whole tournament, the first and the last of those that are shared."""
        return shared_places(final_ranking(self.whole or self.tournament))

    @property
    def is_final(self) -> bool:
        """Whether the last stage of the whole tournament is over, so that the ranking stays as it is."""
        return is_over(self.whole or self.tournament)

    @cached_property
    def struck_out(self) -> frozenset[PlayerNumber]:
        """Who is struck out of the standings."""
        return struck_out(self.tournament)

    @cached_property
    def struck_in_the_end(self) -> frozenset[PlayerNumber]:
        """Who is struck out of the standings of the own last stage."""
        return all_struck_out(self.whole or self.tournament)

    @property
    def has_clubs(self) -> bool:
        """Whether a club or a country is known of anybody."""
        return any(player.club or player.country for player in self.tournament.players.values())

    @cached_property
    def cross(self) -> Crosstable:
        """The crosstable."""
        return crosstable(self.tournament, self.after)

    @property
    def can_be_grid(self) -> bool:
        """Whether a square grid fits a sheet."""
        return len(self.tournament.players) <= GRID_LIMIT

    @property
    def is_grid(self) -> bool:
        """Whether the crosstable is a square grid."""
        return self.choice.is_grid and self.can_be_grid

    @cached_property
    def _records(self) -> Mapping[PlayerNumber, Record]:
        return history(self.tournament, self.after).records

    def in_order(self, numbers: Sequence[PlayerNumber]) -> list[PlayerNumber]:
        """Return the players as the paper lists them: as they are given, or by name."""
        if self.choice.by != "name":
            return list(numbers)
        names = {number: self.tournament.players[number].name for number in numbers}
        return sorted(numbers, key=lambda number: (alphabetical(names[number], self.lang), number))

    @property
    def listed(self) -> list[Player]:
        """All players, by number or by name."""
        return [self.tournament.players[number] for number in self.in_order(sorted(self.tournament.players))]

    def cells(self, row: CrosstableRow) -> list[str]:
        """Return the rounds of a player of the crosstable."""
        return [self.cell(entry) for entry in row.entries]

    def cell(self, entry: Entry) -> str:
        """Return a round of a crosstable: opponent, side, result; without a game the points alone.

        Who was left over has them in brackets.
        """
        if entry.opponent is None:
            if entry.bye is Bye.PAIRING_ALLOCATED:
                return f"({points_label(entry.points)})"
            return "" if entry.bye is None else points_label(entry.points)
        return f"{entry.opponent}{self.letters[0 if entry.is_first else 1]}{self.result(entry)}"

    def result(self, entry: Entry) -> str:
        """Return what a player made of a game: points, ``+`` or ``−`` without playing, ``…`` while it is open."""
        if entry.outcome is None:
            return "…"
        if entry.outcome is Outcome.FORFEIT_WIN:
            return "+"
        return "−" if entry.outcome is Outcome.FORFEIT_LOSS else points_label(entry.points)

    def meetings(self, one: PlayerNumber, other: PlayerNumber) -> str:
        """Return the cell of a square grid: the results of one player against another, game by game."""
        return " ".join(
            f"{self.letters[0 if entry.is_first else 1]}{self.result(entry)}"
            for entry in self.cross.meetings.get((one, other), ())
        )

    @property
    def rounds(self) -> range:
        """The numbers of all rounds, planned ones as well."""
        return range(1, max(self.tournament.settings.rounds, len(self.tournament.rounds)) + 1)

    def card(self, player: PlayerNumber) -> list[Seen]:
        """Return the lines of a player's own card; rounds to come are empty, and a game with one who is struck out has
        a remark.
        """
        record = self._records[player]
        counting = history(counted(self.tournament), self.after).records.get(player)
        lines = []
        for number in self.rounds:
            entry = record.entries[number - 1] if number <= len(record.entries) else None
            opponent = self.tournament.players[entry.opponent] if entry and entry.opponent else None
            total = points_label(counting.score_after(number) if counting else 0) if entry else ""
            is_struck = opponent is not None and not self.struck_out.isdisjoint((player, opponent.number))
            lines.append(Seen(number, entry, opponent, total, is_struck))
        return lines

    @property
    def tables(self) -> list[int]:
        """The numbers of the tables that the tournament needs."""
        used = {game.table for round_ in self.tournament.rounds for game in round_.games}
        return sorted(used | set(range(1, len(self.tournament.players) // 2 + 1)))

    @property
    def has_totals(self) -> bool:
        """Whether the totals of games are noted."""
        return presets.score_entry(self.tournament.settings) != presets.NONE

    @property
    def rules(self) -> str:
        """The name of the rules of the draw (a msgid)."""
        system = self.tournament.settings.system
        return next((each.name for each in SYSTEMS if each.key == system), system)

    @cached_property
    def all_rounds(self) -> list[Round]:
        """All rounds, those to come as well where they are fixed beforehand and can be said."""
        try:
            return [*self.tournament.rounds, *rounds_to_come(self.tournament)]
        except LosovnaError:
            return list(self.tournament.rounds)

    @cached_property
    def groups(self) -> list[GroupPaper]:
        """The groups; none where there are none, or where they cannot be made."""
        if not groups.is_in_groups(self.tournament):
            return []
        try:
            made = groups_of(self.tournament)
        except LosovnaError:
            return []
        return [self._of_group(group) for group in made]

    def _of_group(self, group: Group) -> GroupPaper:
        inside = frozenset(group.table.players)
        number = self.choice.number if self.choice.kind.of == "after" else len(self.tournament.rounds)
        own = Paper(
            group_tournament(self.tournament, group), self.choice._replace(number=number, is_grid=True), self.lang
        )
        rounds = [
            replace(
                round_,
                games=tuple(game for game in round_.games if game.first in inside),
                byes={player: bye for player, bye in round_.byes.items() if player in inside},
            )
            for round_ in self.all_rounds
        ]
        players = [self.tournament.players[player] for player in group.table.players]
        return GroupPaper(group, own, players, [each for each in rounds if each.games])

    @cached_property
    def group_letters(self) -> Mapping[PlayerNumber, str]:
        """The letter of each player's group; nothing without groups."""
        return letters(self.tournament)

    def told_meetings(self, one: PlayerNumber, other: PlayerNumber) -> str:
        """Return the cell of a grid to be filled in: empty as long as a game of the two is open."""
        told = self.meetings(one, other)
        return "" if "…" in told else told

    def game_result(self, game: Game) -> str:
        """Return the points of both, signs for a game that was not played, nothing for one that is open."""
        return "" if game.result is None else result_label(game.result, self.tournament.settings.scoring)

    def bye_word(self, player: PlayerNumber, bye: Bye | None, number: RoundNumber) -> str:
        """Return the msgid of the words for a player without a game in a round."""
        return bye_told(self.tournament, player, bye, number)

    def places(self, count: int) -> tuple[int, int]:
        """Return rows and columns of a sheet that holds so many places, by how it lies."""
        few, many = min(2, count // 2), max(2, count // 2)
        return (few, many) if self.choice.is_wide else (many, few)

    @property
    def slips(self) -> list[list[int | None]]:
        """The sheets of result slips: the number of the game in the round, or of the table on empty ones."""
        if self.choice.is_filled and self.round is not None:
            return stacked(range(len(self.round.round.games)), self.choice.per_sheet)
        return stacked(self.tables, self.choice.per_sheet)

    @property
    def name_cards(self) -> list[list[int | None]]:
        """The sheets of name cards, by the players' numbers."""
        return stacked([player.number for player in self.listed], NAME_CARDS)

    @property
    def table_cards(self) -> list[list[int | None]]:
        """The sheets of table cards."""
        return stacked(self.tables, TABLE_CARDS)


_LAST: list[tuple[Tournament, RoundNumber, Standings]] = []


def _ranked(tournament: Tournament, after: RoundNumber) -> Standings:
    """Return the standings; those shown last are remembered, for one number after another is looked at."""
    if not _LAST or _LAST[0][0] is not tournament or _LAST[0][1] != after:
        _LAST[:] = [(tournament, after, standings(tournament, after))]
    return _LAST[0][2]


def is_over(whole: Tournament) -> bool:
    """Whether the last stage of a tournament is over."""
    return knockouts.is_over(settled(view(whole).tournament))


def shared_places(ranking: Sequence[Final]) -> list[tuple[int, int, PlayerNumber]]:
    """Return the first and the last place that each player shares, and the player."""
    shares = Counter(each.rank for each in ranking)
    return [(each.rank, each.rank + shares[each.rank] - 1, each.player) for each in ranking]


def stacked(items: Sequence[int], count: int) -> list[list[int | None]]:
    """Return sheets of ``count`` places such that the stacks, cut and laid on each other, are in order.

    The first place of all sheets holds the first items, the second place those that follow.

    >>> stacked([1, 2, 3, 4, 5, 6, 7], 4)
    [[1, 3, 5, 7], [2, 4, 6, None]]
    """
    sheets = math.ceil(len(items) / count)
    return [
        [items[at] if at < len(items) else None for at in range(sheet, sheets * count, sheets)]
        for sheet in range(sheets)
    ]


def paper_html(paper: Paper) -> str:
    """Return a paper as a part of a page."""
    return render(f"documents/papers/{paper.choice.kind.key}.html", paper.lang, paper=paper, points=points_label)


def bracket_html(tournament: Tournament, lang: str) -> str:
    """Return the bracket of a knockout as it stands, as a page with nothing to fetch."""
    paper = Paper(tournament, chosen(tournament, {"paper": "bracket"}), lang)
    return render("documents/bracket-alone.html", lang, paper=paper, title=tournament.settings.name)


def page_html(tournament: Tournament, lang: str) -> str:
    """Return the whole tournament as one page with nothing to fetch: standings, crosstable, all rounds."""
    paper = Paper(tournament, chosen(tournament, {"paper": "report"}), lang)
    return render("documents/whole.html", lang, paper=paper, points=points_label, title=tournament.settings.name)
