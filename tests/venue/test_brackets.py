"""The picture of a bracket: every tie that is played, once, numbered, with its names, scores and winners."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from venue.brackets import BracketView, Side, TieView, view
from venue.kits import BRACKETS, sheet
from venue.render import environment

from pairing_core.knockout import Comes, Kind, Part, Play, bracket
from pairing_core.model import Game, Result, Round

EVERY = [pytest.param(n, kind, id=f"{kind}-{n}") for kind, numbers, _ in BRACKETS for n in (*numbers,)[::3]]


def ties_of(shown: BracketView) -> list[TieView]:
    return [tie for tree in shown.trees for column in tree.columns for tie in column.ties if tie]


def shape(players: int, kind: Kind) -> BracketView:
    return view(bracket(players, kind, third_place=kind == "single"))


def html_of(shown: BracketView, lang: str = "en") -> str:
    module = environment(lang, from_source=True).get_template("documents/bracket.html").module
    return str(module.picture(shown))  # type: ignore[attr-defined]


@pytest.mark.parametrize(("players", "kind"), EVERY)
def test_every_tie_that_is_played_is_drawn_once(players: int, kind: Kind) -> None:
    """As many ties as games are needed; numbered from 1 without a gap; each seed stands where it comes in."""
    shown = shape(players, kind)
    ties = ties_of(shown)
    assert sorted(tie.number for tie in ties) == list(range(1, len(ties) + 1))
    expected = {"single": players - 1 + (players > 3), "double": 2 * players - 1}
    if kind in expected:
        assert len(ties) == expected[kind]
    seeds = [side.seed for tie in ties for side in tie.sides if side.seed]
    assert sorted(seeds) == list(range(1, players + 1))


@pytest.mark.parametrize(("players", "kind"), EVERY)
def test_who_goes_on_is_waited_for_elsewhere(players: int, kind: Kind) -> None:
    """No tie waits for itself or a later one; no way out of a tie leads to two ties but of the last ones."""
    ties = ties_of(shape(players, kind))
    waited = Counter()  # type: Counter[tuple[Comes, int]]
    for tie in ties:
        assert tie.sides[0] != tie.sides[1]
        for side in tie.sides:
            assert (side.comes is None) == (side.number is None) == (side.seed is not None)
            if side.comes and side.number:
                assert side.number < tie.number
                waited[side.comes, side.number] += 1
    assert set(waited.values()) <= {1}
    if kind == "single" and players > 3:
        assert sum(comes is Comes.AS_LOSER for comes, _ in waited) == 2


@pytest.mark.parametrize(("players", "kind"), EVERY)
def test_lines_lead_from_each_round_to_the_next(players: int, kind: Kind) -> None:
    """A round has as many places as the one before, or half as many where neighbors are joined; none is all empty."""
    shown = shape(players, kind)
    for tree in shown.trees:
        for column, following in zip(tree.columns, tree.columns[1:], strict=False):
            assert len(following.ties) == len(column.ties) // (2 if column.joins else 1)
        assert len(tree.columns[-1].ties) == 1
        assert all(any(column.ties) for column in tree.columns)
        for before, column in zip(tree.columns, tree.columns[1:], strict=False):
            for at, tie in enumerate(column.ties):
                feeders = before.ties[2 * at : 2 * at + 2] if before.joins else before.ties[at : at + 1]
                numbers = {feeder.number for feeder in feeders if feeder}
                waits = {side.number for side in tie.sides if side.comes is Comes.AS_WINNER} if tie else set()
                assert numbers <= waits or tree.part is Part.GRAND_FINAL


def test_a_bracket_of_five() -> None:
    """Seed 1 meets the winner of the only game of the first round; the gaps are where the byes are."""
    main, third = shape(5, "single").trees
    assert [[tie and tie.number for tie in column.ties] for column in main.columns] == [
        [None, 1, None, None],
        [2, 3],
        [5],
    ]
    assert third.places == (3, 4)
    semifinal = main.columns[1].ties[0]
    assert semifinal
    assert semifinal.sides == (
        Side(1, "", None, None, "", False),
        Side(None, "", Comes.AS_WINNER, 1, "", False),
    )


def test_places_of_a_placement_bracket() -> None:
    assert [tree.places for tree in shape(8, "placement").trees] == [None, (5, 8), (3, 4), (7, 8)]
    assert [tree.places for tree in shape(7, "placement").trees] == [None, (5, 7), (3, 4)]


def test_names_scores_and_winners() -> None:
    """Semifinals played: the winners stand in the final by name, scores are shown, names are data and not HTML."""
    games = (Game(1, 1, 4, Result.FIRST_WINS), Game(2, 2, 3, Result.SECOND_WINS))
    play = Play(bracket(4, third_place=True), (1, 2, 3, 4), [Round(1, games)])
    shown = view(play, {1: "Anna", 2: "<b>Boris</b>", 3: "Clara", 4: "David"})
    first, second, third, final = sorted(ties_of(shown))
    assert [(side.name, side.score, side.is_winner) for side in first.sides] == [
        ("Anna", "1", True),
        ("David", "0", False),
    ]
    assert [side.name for side in final.sides] == ["Anna", "Clara"]
    assert [side.name for side in third.sides] == ["David", "<b>Boris</b>"]
    assert [side.is_winner for side in second.sides] == [False, True]
    html = html_of(shown)
    assert "&lt;b&gt;Boris&lt;/b&gt;" in html
    assert "<b>Boris" not in html
    assert html.count("(goes on)") == 2


def test_the_picture_is_lists_with_headings() -> None:
    """What a screen reader meets: a heading and a list for each round, an item for each tie, gaps hidden."""
    html = html_of(shape(6, "double"))
    assert html.count("<ol>") == html.count("<h3>") == 3 + 3 + 2
    assert html.count('<div class="tie">') == 11
    assert html.count('<li class="none" aria-hidden="true"></li>') == html.count("<li") - 11
    assert re.findall(r"loser of (\d+)", html) == ["1", "4", "2", "3", "8", "10"]


@pytest.mark.parametrize(
    ("players", "kind", "paper"),
    [
        (3, "single", "a4-wide"),
        (16, "single", "a4-wide"),
        (17, "single", "a4"),
        (33, "single", "a3"),
        (64, "single", "a3"),
        (32, "double", "a3-wide"),
        (16, "placement", "a4"),
    ],
)
def test_paper(players: int, kind: Kind, paper: str) -> None:
    assert sheet(players, kind).paper == paper
