"""What is printed is the schedule: every number of every document, read back from its HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from venue import documents
from venue.render import render

from pairing_core.round_robin import CONSTRUCTIONS, Construction, Schedule, quality, schedule

TABLES = [
    pytest.param(schedule(players, key, cycles), id=f"{players}-{key}-{cycles}")
    for players, key, cycles in (
        (6, "serpentine", 1),
        (7, "serpentine", 1),
        (8, "fixed-first", 1),
        (9, "low-carry-over", 2),
        (13, "serpentine", 1),
    )
]
STONE = re.compile(r'<span class="n( first)?">(\d+)</span>')


def rows_of(html: str) -> Iterator[list[str]]:
    """Give the cells of every row, headings of rows included."""
    for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL):
        yield re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)


def games_of(table: Schedule, player: int) -> Iterator[tuple[int, int | None, int | None, bool]]:
    """Give round, table, opponent and who starts, as one player lives through the tournament."""
    for round_ in table.rounds:
        found = [game for game in round_.games if player in (game.first, game.second)]
        for game in found:
            opponent = game.second if game.first == player else game.first
            yield round_.number, game.table, opponent, game.first == player
        if not found:
            yield round_.number, None, None, False


@pytest.mark.parametrize("kind", ["sheet", "wall", "steps"])
@pytest.mark.parametrize("table", TABLES)
def test_the_schedule(table: Schedule, kind: str) -> None:
    """Round by round: the starter on the left in a full stone, the other in an empty one, and who rests."""
    html = documents.document(kind, documents.view(table), "en")
    (shown,) = re.findall(r'<table class="schedule.*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    expected = []
    for round_ in table.rounds:
        stones = [[(" first", str(game.first)), ("", str(game.second))] for game in round_.games]
        expected.append((str(round_.number), stones, [] if round_.bye is None else [str(round_.bye)]))
    found = []
    for number, *cells in rows_of(shown):
        games = cells[: table.players // 2]
        found.append((number, [STONE.findall(cell) for cell in games], cells[len(games) :]))
    assert found == expected


@pytest.mark.parametrize("table", TABLES)
def test_cards(table: Schedule) -> None:
    """A player's card: round, table, opponent; the opponent's stone is full exactly where the opponent starts."""
    cards = documents.document("cards", documents.view(table), "en").split('<section class="card"')[1:]
    assert len(cards) == table.players
    for player, card in enumerate(cards, start=1):
        assert f'<span class="big">{player}</span>' in card
        found: list[tuple[int, int | None, int | None, bool]] = []
        for number, board, *rest in list(rows_of(card))[1:]:
            if len(rest) == 1:
                assert (board, rest[0]) == ("–", "you rest")
                found.append((int(number), None, None, False))
                continue
            ((full, opponent),) = STONE.findall(rest[0])
            starts = "you start" in rest[1]
            assert bool(full) is not starts
            assert starts is ("opponent" not in rest[1])
            found.append((int(number), int(board), int(opponent), starts))
        assert found == list(games_of(table, player))


@pytest.mark.parametrize("table", TABLES)
def test_form_for_results(table: Schedule) -> None:
    """In each cell the rounds in which the two meet, in a full stone where the player of the row starts."""
    html = documents.document("sheet", documents.view(table), "en")
    (form,) = re.findall(r'<table class="crosstable.*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    for player, (number, _name, *cells) in enumerate(rows_of(form), start=1):
        assert number == str(player)
        for other, cell in enumerate(cells[: table.players], start=1):
            found = re.findall(r'<span class="when( starts)?">(\d+)</span>', cell)
            wanted = [(bool(s), r) for r, _, opponent, s in games_of(table, player) if opponent == other]
            assert [(bool(starts), int(r)) for starts, r in found] == wanted, (player, other)


@pytest.mark.parametrize("table", TABLES)
def test_clean_page(table: Schedule) -> None:
    (shown,) = re.findall(r"<tbody>(.*?)</tbody>", documents.table_html(table, None, "en"), re.DOTALL)
    expected = [
        [
            str(round_.number),
            *(f"<strong>{game.first}</strong> – {game.second}" for game in round_.games),
            *([] if round_.bye is None else [str(round_.bye)]),
        ]
        for round_ in table.rounds
    ]
    assert list(rows_of(shown)) == expected


@pytest.mark.parametrize("table", TABLES)
def test_quality_figures(table: Schedule) -> None:
    """Each figure stands under its own name."""
    view = documents.view(table)
    html = render("screens/table.html", "en", view=view, document="")
    found = dict(re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)<small>", html, re.DOTALL))
    q = quality(table)
    most = max(map(abs, q.start_balance))
    assert found == {
        "Starts against non-starts": f"differ by {most}" if most else "equal for everyone",
        "Longest run": str(q.longest_run),
        "Breaks": str(q.breaks),
        "Carry-over effect": str(q.carry_over),
        "Visits to one table": f"at most {q.most_visits}",
    }
    assert f"<small>at least {q.carry_over_bound};" in html


@pytest.mark.parametrize("players", [6, 7, 12, 13])
@pytest.mark.parametrize("built", CONSTRUCTIONS, ids=lambda built: built.key)
def test_the_last_figure_on_paper_is_the_finished_table(built: Construction, players: int) -> None:
    """Step by step the paper ends with the table itself; a dash stands beside whoever rests."""
    last = documents.figures(players, built.key)[-1]
    for row, round_ in zip(last.rows, schedule(players, built.key).rounds, strict=True):
        pairs = [(first.text, second.text) for first, second in row]
        assert sorted(pair for pair in pairs if "–" not in pair) == sorted(
            (str(game.first), str(game.second)) for game in round_.games
        )
        resting = [text for pair in pairs if "–" in pair for text in pair if text != "–"]
        assert resting == ([] if round_.bye is None else [str(round_.bye)])


def test_numbers_on_the_wall_are_as_large_as_fits() -> None:
    """Fewer players, larger numbers: the sizes of ``print.css``, each used for some number of players."""
    sizes = [documents.view(schedule(players)).wall_fit for players in range(3, 25)]
    assert sizes == sorted(sizes)
    assert set(sizes) == set(range(1, 8))
