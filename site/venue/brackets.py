"""The picture of a bracket: what stands where, for a sheet to be written on, for the app and for published pages.

:func:`view` takes a knockout with its games, or the bare shape. The template ``documents/bracket.html`` shows the
value: a list for each round with a heading, so that it can be heard as well as seen; the style sheet draws the lines.
Ties in which nobody plays, for a place is empty, leave a gap; ties are numbered without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing_core.knockout import Bracket, By, Comes, Part, Play, Source, Tie, TieState
from pairing_core.model import PlayerNumber


class Side(NamedTuple):
    """One player of a tie: a known one with seed and name, or where one comes from: ``comes`` out of tie ``number``."""

    seed: int | None
    name: str
    comes: Comes | None
    number: int | None
    score: str
    is_winner: bool


class TieView(NamedTuple):
    """A tie as it is drawn. ``number`` is the one shown, ``tie`` the bracket's own."""

    number: int
    tie: int
    sides: tuple[Side, Side]
    is_walkover: bool


class Column(NamedTuple):
    """A round of a tree; ``None`` where nobody plays. ``joins``: two neighbors feed one tie of the next round."""

    round: int
    ties: tuple[TieView | None, ...]
    joins: bool


class Tree(NamedTuple):
    """Ties that lead to one; ``places`` are the first and last that it is played for, as far as it is."""

    part: Part
    places: tuple[int, int] | None
    columns: tuple[Column, ...]


class BracketView(NamedTuple):
    """All that the picture shows."""

    bracket: Bracket
    trees: tuple[Tree, ...]

    @property
    def width(self) -> int:
        """The columns of the widest tree."""
        return max(len(tree.columns) for tree in self.trees)

    @property
    def ties(self) -> int:
        """How many ties are drawn."""
        return sum(1 for tree in self.trees for column in tree.columns for tie in column.ties if tie)


def view(shown: Play | Bracket, names: Mapping[PlayerNumber, str] | None = None) -> BracketView:
    """Gather the picture of a knockout; without names, of an empty one, lines to write on stand in their places."""
    play = shown if isinstance(shown, Play) else Play(shown, range(1, shown.players + 1))
    return _Drawing(play, names or {}).view()


class _Drawing:
    """Finds out for each tie whether it is played at all, its number and where its players come from."""

    def __init__(self, play: Play, names: Mapping[PlayerNumber, str]) -> None:
        self.play, self.names = play, names
        self.bracket = play.bracket
        self.comes_from: dict[Source, Source | None] = {
            source: source if source.number <= self.bracket.players else None
            for source in (Source(Comes.AS_SEED, seed) for seed in range(1, self.bracket.size + 1))
        }
        """What each source really is, past ties that nobody plays; ``None`` for nobody."""
        self.numbers: dict[int, int] = {}
        for tie in self.bracket.ties:
            self._look_at(tie)

    def _look_at(self, tie: Tie) -> None:
        one, other = (self.comes_from[source] for source in tie.sources)
        winner, loser = Source(Comes.AS_WINNER, tie.number), Source(Comes.AS_LOSER, tie.number)
        if one and other:
            self.numbers[tie.number] = len(self.numbers) + 1
            self.comes_from |= {winner: winner, loser: loser}
        else:
            self.comes_from |= {winner: one or other, loser: None}

    def view(self) -> BracketView:
        trees: dict[int, list[Tie]] = {}
        root: dict[int, int] = {}
        for tie in self.bracket.ties:
            feeders = [root[each.number] for each in tie.sources if self._is_joined(tie, each)]
            at = min(feeders, default=tie.number)
            for other in set(feeders) - {at}:
                trees[at] += trees.pop(other)
                root |= {number: at for number, was in root.items() if was == other}
            trees.setdefault(at, []).append(tie)
            root[tie.number] = at
        drawn = [self._tree(sorted(ties)) for ties in trees.values()]
        return BracketView(self.bracket, tuple(tree for tree in drawn if tree.columns))

    def _is_joined(self, tie: Tie, source: Source) -> bool:
        """Whether the picture leads a line from the tie that is the source of this one."""
        if source.comes is not Comes.AS_WINNER:
            return False
        before = self.bracket.ties[source.number - 1]
        return before.part is tie.part or tie.part is Part.DECIDER

    def _tree(self, ties: list[Tie]) -> Tree:
        rounds: dict[tuple[bool, int], list[Tie]] = {}
        for tie in ties:
            rounds.setdefault((tie.part is Part.DECIDER, tie.round), []).append(tie)
        columns = [[self._tie(tie) for tie in level] for _, level in sorted(rounds.items())]
        while columns and not any(columns[0]):
            del columns[0]
        numbers = [level[0].round for _, level in sorted(rounds.items())][-len(columns) :]
        sizes = [*map(len, columns), 0]
        joined = tuple(
            Column(number, tuple(column), sizes[at + 1] == sizes[at] // 2 > 0)
            for at, (number, column) in enumerate(zip(numbers, columns, strict=False))
        )
        return Tree(ties[0].part, self._places(ties), joined)

    def _places(self, ties: list[Tie]) -> tuple[int, int] | None:
        best = ties[-1].winner_place
        if best is None or ties[0].part in (Part.MAIN, Part.GRAND_FINAL):
            return None
        first_round = [tie for tie in ties if tie.round == ties[0].round]
        return best, min(best + 2 * len(first_round) - 1, self.bracket.players)

    def _tie(self, tie: Tie) -> TieView | None:
        if tie.number not in self.numbers:
            return None
        state = self.play.ties[tie.number - 1]
        sides = tuple(self._side(state, at) for at in (0, 1))
        return TieView(self.numbers[tie.number], tie.number, (sides[0], sides[1]), state.by is By.WALKOVER)

    def _side(self, state: TieState, at: int) -> Side:
        player = state.players[at]
        if isinstance(player, int):
            score = _score(state, at) if state.games else ""
            seed = self.play.seeding.index(player) + 1
            return Side(seed, self.names.get(player, ""), None, None, score, state.winner == player)
        source = self.comes_from[state.tie.sources[at]]
        if source is None or source.comes is Comes.AS_SEED:
            return Side(source and source.number, "", None, None, "", False)
        return Side(None, "", source.comes, self.numbers[source.number], "", False)


def _score(state: TieState, at: int) -> str:
    """Return the points of one side in a tie, with a half where there is one."""
    whole, half = divmod(state.points[at], 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"
