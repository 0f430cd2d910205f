"""The printed documents of a round-robin table, as HTML.

One value, :class:`TableView`, holds all that the templates show; every document is a template over it, the same for the
prebuilt sheets, the command's HTML and the app.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_core.round_robin import CONSTRUCTIONS, Construction, Move, Quality, Schedule, construction, quality, steps

from .i18n import translation
from .render import render

KINDS = ("sheet", "wall", "cards", "steps")
"""The paper variants: A4 sheet with a form, A3 wall chart, one card for each player, the method by hand."""

LONG_NAME = 24
"""With a name of more letters than this the names are printed smaller, so that a sheet stays one sheet."""

CARD_LINES = 36
"""With more lines than this a player's card is longer than a page and may go on on the next one."""

GRID_LIMIT = 24
"""With more players than this a grid of rounds and tables fits no paper: rounds are then listed one under the other."""


class Seat(NamedTuple):
    """One line of a player's own list."""

    round: int
    table: int | None
    opponent: int | None
    starts: bool


class Meeting(NamedTuple):
    """When the player of a crosstable's row meets the player of its column."""

    round: int
    starts: bool


class Figure(NamedTuple):
    """The paper after one phase of a method; ``order`` gives each cell's place in the sequence of writing."""

    phase: str
    rows: tuple[tuple[tuple[Mark, Mark], ...], ...]
    moves: int


class Mark(NamedTuple):
    """What stands in one half of a paper cell."""

    text: str
    new: bool
    order: int


class TableView(NamedTuple):
    """All that a document shows of one table."""

    schedule: Schedule
    names: tuple[str, ...]
    title: str
    seed: str | None

    @property
    def players(self) -> int:
        """Number of players."""
        return self.schedule.players

    @property
    def tables(self) -> int:
        """Number of tables in use."""
        return self.schedule.players // 2

    @property
    def as_grid(self) -> bool:
        """Whether the table fits a grid of rounds and tables."""
        return self.players <= GRID_LIMIT

    @property
    def has_bye(self) -> bool:
        """Whether somebody rests in every round."""
        return self.players % 2 == 1

    def name(self, number: int) -> str:
        """Return the player's name, empty on a sheet that is filled in by hand."""
        return self.names[number - 1] if self.names else ""

    @property
    def has_long_names(self) -> bool:
        """Whether some name takes two lines where most take one."""
        return any(len(name) > LONG_NAME for name in self.names)

    @property
    def has_long_cards(self) -> bool:
        """Whether one player's list of rounds fills more than a page; two lines of a long name are low ones."""
        rounds = len(self.schedule.rounds)
        return (rounds * 3 // 2 if self.has_long_names else rounds) > CARD_LINES

    @property
    def quality(self) -> Quality:
        """The quality figures of the schedule."""
        return quality(self.schedule)

    def crosstable(self) -> list[list[tuple[Meeting, ...] | None]]:
        """Return the square grid, ``None`` where a player would meet himself."""
        found: dict[tuple[int, int], tuple[Meeting, ...]] = {}
        for round_ in self.schedule.rounds:
            for game in round_.games:
                for me, other, starts in ((game.first, game.second, True), (game.second, game.first, False)):
                    found[me, other] = (*found.get((me, other), ()), Meeting(round_.number, starts))
        numbers = range(1, self.players + 1)
        return [[None if row == column else found[row, column] for column in numbers] for row in numbers]

    def seats(self) -> list[tuple[Seat, ...]]:
        """Return every player's own list, player 1 first."""
        lists: list[list[Seat]] = [[] for _ in range(self.players)]
        for round_ in self.schedule.rounds:
            for game in round_.games:
                lists[game.first - 1].append(Seat(round_.number, game.table, game.second, True))
                lists[game.second - 1].append(Seat(round_.number, game.table, game.first, False))
            if round_.bye is not None:
                lists[round_.bye - 1].append(Seat(round_.number, None, None, False))
        return [tuple(seats) for seats in lists]

    @property
    def wall_fit(self) -> int:
        """How large the wall chart's numbers can be: 1 (largest) to 7, as ``print.css`` has them."""
        columns = self.tables + 1 + self.has_bye
        rows = len(self.schedule.rounds)
        fits = ((4, 6), (5, 7), (6, 9), (8, 12), (9, 15), (11, 19))
        return next((at for at, (wide, high) in enumerate(fits, start=1) if columns <= wide and rows <= high), 7)

    @property
    def methods(self) -> tuple[Construction, ...]:
        """The constructions that give this very table, the view's own first; their steps are shown."""
        own = construction(self.schedule.construction)
        return (own, *(c for c in CONSTRUCTIONS if c.key != own.key and gives_same_table(c, self.schedule)))


def gives_same_table(other: Construction, schedule: Schedule) -> bool:
    """Tell whether ``other`` gives the first cycle of ``schedule`` game by game, tables and starts included."""
    if not other.low <= schedule.players <= other.high:
        return False
    rounds = tuple(other.build(schedule.players))
    return rounds == schedule.rounds[: len(rounds)] and schedule.cycles == 1


def figures(players: int, key: str) -> tuple[Figure, ...]:
    """Return the paper after each phase of a hand-making method, new numbers marked.

    The dummy of an odd field is written too, as a dash: its opponent rests.
    """
    moves = steps(players, key)
    phases = [phase for phase in construction(key).phases if any(move.phase == phase for move in moves)]
    rounds = max(move.round for move in moves)
    tables = max(move.table for move in moves)
    drawn = []
    for at, phase in enumerate(phases):
        shown = phases[: at + 1]
        placed = {
            (move.round, move.table, move.side): _mark(move, move.phase == phase, order, players)
            for order, move in enumerate(_of_phase(moves, phase), start=1)
        }
        for earlier in shown[:-1]:
            for move in _of_phase(moves, earlier):
                placed.setdefault((move.round, move.table, move.side), _mark(move, False, 0, players))
        empty = Mark("", False, 0)
        rows = tuple(
            tuple(
                (placed.get((r, t, "first"), empty), placed.get((r, t, "second"), empty)) for t in range(1, tables + 1)
            )
            for r in range(1, rounds + 1)
        )
        drawn.append(Figure(phase, rows, sum(1 for move in moves if move.phase == phase)))
    return tuple(drawn)


def _of_phase(moves: Sequence[Move], phase: str) -> list[Move]:
    return [move for move in moves if move.phase == phase]


def _mark(move: Move, new: bool, order: int, players: int) -> Mark:
    return Mark("–" if move.number > players else str(move.number), new, order)


def view(schedule: Schedule, names: Sequence[str] = (), title: str = "", seed: str | None = None) -> TableView:
    """Gather what a document shows; ``names`` by number, empty for a sheet to be filled in by hand."""
    return TableView(schedule, tuple(names), title, seed)


def document(kind: str, table: TableView, lang: str) -> str:
    """Return one document as a fragment: ``<article class="document KIND">``."""
    if kind not in KINDS:
        raise ValueError(f"no such document: {kind}")
    return render(f"documents/{kind}.html", lang, view=table, figures=figures)


def table_html(
    schedule: Schedule, names: Sequence[str] | None, lang: str, seed: str | None = None, title: str = ""
) -> str:
    """Return the table as one clean, self-contained page without script or style sheet to fetch."""
    return render("documents/plain.html", lang, view=view(schedule, names or (), title, seed))


def words(lang: str) -> dict[str, str]:
    """Return the header words of a table's CSV in ``lang``."""
    _ = translation(lang).gettext
    return {
        "round": _("Round"),
        "table": _("Table"),
        "first": _("Starts (number)"),
        "first_name": _("Starts"),
        "second": _("Second (number)"),
        "second_name": _("Second"),
        "bye": _("Rests"),
    }
