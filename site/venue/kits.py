"""Kits for a tournament without a computer: what is printed beforehand, as HTML. Only the generator makes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from pairing_core.errors import N_
from pairing_core.knockout import Kind, bracket
from pairing_core.paper_swiss import MAX_PLAYERS, MIN_PLAYERS, Chart, Proof, Seat, chart, prove

from .brackets import BracketView, view
from .render import environment

Size = Literal["a4", "a5"]
SIZES: tuple[Size, ...] = ("a4", "a5")


class Kit(NamedTuple):
    """A kit: its key, which is its folder too, its name and what it is for."""

    key: str
    name: str
    about: str


KITS = (
    Kit(
        "natural-pairing",
        N_("Natural pairing kit"),
        N_("Players find their opponents themselves: the rule in six lines, cards, a wall chart and a worked example."),
    ),
    Kit(
        "paper-swiss",
        N_("Paper Swiss: charts for 4 to 64 players"),
        N_("The chart says where the winner and the loser of each table go, so that nobody meets anybody twice."),
    ),
    Kit(
        "pairing-cards",
        N_("Pairing cards for a Swiss by hand"),
        N_("A card for each player with opponents, starts, points and floats, and how to pair a round with the cards."),
    ),
    Kit(
        "brackets",
        N_("Empty brackets for 3 to 64 players"),
        N_("Knockout with a third place, double elimination, and brackets in which every place is played for."),
    ),
    Kit(
        "lots",
        N_("Lots to cut out"),
        N_("Numbers from 1 to 64 and blank lots, to draw places, seeds or who starts."),
    ),
)

SINGLE, DOUBLE, PLACEMENT = range(3, 65), range(3, 33), range(3, 17)
"""For which numbers of players there is a sheet of each kind; larger ones fit no sheet."""

BRACKETS: tuple[tuple[Kind, range, str], ...] = (
    ("single", SINGLE, N_("Knockout with a game for third place")),
    ("double", DOUBLE, N_("Double elimination: out after two losses")),
    ("placement", PLACEMENT, N_("Every place is played for")),
)

CHARTS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
LOTS = 64

LARGEST = {"a4": MAX_PLAYERS, "a5": 32}
"""The largest chart that is printed on paper of each size."""

CARD_ROUNDS = 9


class UnsoundChart(ValueError):
    """A chart by which somebody can meet or rest twice: none is printed."""


@cache
def proved(players: int) -> tuple[Chart, Proof]:
    """Return a chart with its proof. Raises :class:`UnsoundChart` rather than return one that has none."""
    found = chart(players)
    proof = prove(found)
    if proof.flaws:
        raise UnsoundChart(f"chart for {players} players: {proof.flaws[0]}")
    return found, proof


def seat_label(seat: Seat) -> str:
    """Return a seat as it is printed: table and chair, empty for the one that rests."""
    return f"{seat.table}{seat.chair}" if seat.table else ""


class Sheet(NamedTuple):
    """A sheet with a bracket: the picture, its paper, how much room a tie has, and how many ties stand side by side."""

    picture: BracketView
    paper: str
    room: str
    columns: int

    @property
    def is_large(self) -> bool:
        """Whether it fits nothing smaller than A3."""
        return self.paper.startswith("a3")


PAPER: dict[tuple[Kind, int], tuple[str, str]] = {
    ("single", 64): ("a3", "many"),
    ("single", 32): ("a4", "some"),
    ("single", 16): ("a4-wide", "some"),
    ("double", 32): ("a3-wide", "most"),
    ("double", 16): ("a4-wide", "most"),
    ("placement", 16): ("a4", "some"),
}
"""Paper and room for the brackets that need more than four ties one below the other, by kind and size."""


@cache
def sheet(players: int, kind: Kind) -> Sheet:
    """Return the bracket for so many players as it fits a sheet."""
    picture = view(bracket(players, kind, third_place=kind == "single"))
    paper, room = PAPER.get((kind, picture.bracket.size), ("a4-wide", "ample"))
    widths = [len(tree.columns) for tree in picture.trees]
    # The grand final stands beside the unbeaten, to save height.
    columns = max(*widths, widths[0] + widths[-1]) if kind == "double" else max(widths)
    return Sheet(picture, paper, room, columns)


def first_large(kind: Kind) -> int | None:
    """Return from how many players on the brackets of a kind are A3, if any is."""
    numbers = next(numbers for key, numbers, _ in BRACKETS if key == kind)
    return next((players for players in numbers if sheet(players, kind).is_large), None)


class ExampleGame(NamedTuple):
    """A game of the worked example; who starts stands first."""

    first: str
    second: str
    first_wins: bool
    why: str


EXAMPLE: tuple[tuple[ExampleGame, ...], ...] = (
    (
        ExampleGame("Anna", "Boris", True, N_("Lots decide who meets and who starts.")),
        ExampleGame("Clara", "David", False, N_("Lots decide who meets and who starts.")),
        ExampleGame("Emil", "Flora", True, N_("Lots decide who meets and who starts.")),
    ),
    (
        ExampleGame("David", "Anna", True, N_("One win each. David has not started yet, so he starts.")),
        ExampleGame("Clara", "Emil", False, N_("Emil is left over and takes somebody with a win less. Lots: Clara.")),
        ExampleGame("Boris", "Flora", False, N_("No win yet. Neither has started. Lots: Boris.")),
    ),
    (
        ExampleGame("Emil", "David", True, N_("Two wins each. One start each; David started last, so Emil starts.")),
        ExampleGame("Flora", "Anna", False, N_("One win each. Flora has not started yet, so she starts.")),
        ExampleGame("Boris", "Clara", True, N_("No win yet. Clara has started twice, Boris once: Boris starts.")),
    ),
)
"""Six players, three rounds: as many as are safe from a dead end."""


def example_wins(after: int) -> list[tuple[str, int]]:
    """Return the players of the example with their wins after so many rounds, the best first."""
    wins: dict[str, int] = {}
    for at, games in enumerate(EXAMPLE):
        for game in games:
            for name, has_won in ((game.first, game.first_wins), (game.second, not game.first_wins)):
                wins[name] = wins.get(name, 0) + (at < after and has_won)
    return sorted(wins.items(), key=lambda item: (-item[1], item[0]))


def document(name: str, lang: str, size: str, qr: str = "", h: str = "h1", **more: Any) -> str:
    """Return one sheet of a kit as a fragment; ``qr`` is the picture of its page's address."""
    template = environment(lang, from_source=True).get_template(f"documents/kits/{name}.html")
    return template.render(size=size, qr=qr, h=h, card_rounds=CARD_ROUNDS, **more)


def natural(lang: str, size: Size, qr: str, h: str = "h1") -> list[str]:
    """Return the natural pairing kit: the rule, the example, the wall chart, the cards."""
    names = ("natural-rule", "natural-example", "natural-wall", "natural-cards")
    return [document(name, lang, size, qr, h, example=EXAMPLE, example_wins=example_wins) for name in names]


@cache
def swiss_chart(players: int, lang: str, size: Size, qr: str, h: str = "h1") -> str:
    """Return the chart for so many players."""
    found, proof = proved(players)
    return document("chart", lang, size, qr, h, chart=found, proof=proof, label=seat_label)


def swiss_overview() -> list[tuple[int, Proof]]:
    """Return how far each chart goes, by the number of players."""
    return [(players, proved(players)[1]) for players in CHARTS]


def paper_swiss(lang: str, size: Size, qr_of: Any) -> list[str]:
    """Return how it goes, and every chart that can be read on paper of this size."""
    first = document("chart-rules", lang, size, qr_of(None), overview=swiss_overview())
    return [
        first,
        *(swiss_chart(players, lang, size, qr_of(players)) for players in CHARTS if players <= LARGEST[size]),
    ]


def pairing_cards(lang: str, size: Size, qr: str, h: str = "h1") -> list[str]:
    """Return how a round is paired with cards, and the cards."""
    return [document(name, lang, size, qr, h) for name in ("hand-rules", "hand-cards")]


def can_be_turned(number: int) -> bool:
    """Whether a number upside down is another one, so that a line must show where its foot is."""
    digits = str(number)
    turned = digits[::-1].translate(str.maketrans("69", "96"))
    return set(digits) <= set("01689") and turned[0] != "0" and turned != digits


def lots(lang: str, size: Size, qr: str) -> list[str]:
    """Return numbers and blank lots to cut out."""
    a_page = 32 if size == "a4" else 28
    pages: list[Sequence[int]] = [range(at, min(at + a_page, LOTS + 1)) for at in range(1, LOTS + 1, a_page)]
    return [document("lots", lang, size, qr, numbers=page, can_be_turned=can_be_turned) for page in pages] + [
        document("lots", lang, size, qr, numbers=[0] * a_page, can_be_turned=can_be_turned)
    ]


@cache
def bracket_sheet(players: int, kind: Kind, lang: str, qr: str, h: str = "h1") -> str:
    """Return an empty bracket."""
    found = sheet(players, kind)
    name = next(name for key, _, name in BRACKETS if key == kind)
    return document("bracket-sheet", lang, found.paper, qr, h, sheet=found, kind_name=name)
