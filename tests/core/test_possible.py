"""What can still happen, against trying everything out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from builders import sheet
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.history import history
from pairing_core.model import Bye, Game, PlayerNumber, Result, Round, Scoring, Tournament
from pairing_core.possible import BY_TOTALS, Exactness, Places, possible
from pairing_core.standings import standings
from pairing_core.tie_breaks import TIE_BREAKS, TieBreak

# After two rounds of three: A 2, B 1, C 1, D 0, and the last round is A-B, C-D.
F4 = "A 1-0 B, C 1-0 D | C 0-1 A, B 1-0 D"
LAST = F4 + " | A - B, C - D"


def told(text: str, limit: int = 20_000, **chosen: Any) -> tuple[Exactness, dict[str, tuple[int, int]], str | None]:
    """Return how exact it is, the places by name, and who has won."""
    made, numbers = sheet(text, **chosen)
    names = {number: name for name, number in numbers.items()}
    found = possible(made, limit)
    places = {names[player]: (each.best, each.worst) for player, each in sorted(found.places.items())}
    return found.exactness, places, None if found.winner is None else names[found.winner]


@pytest.mark.parametrize(
    ("text", "chosen", "limit", "expected"),
    [
        pytest.param(
            LAST, {}, 20_000, (Exactness.EXACT, {"A": (1, 1), "B": (1, 3), "C": (1, 3), "D": (2, 4)}, None), id="shared"
        ),
        pytest.param(
            F4 + " | A 1-0 B, C - D",
            {},
            20_000,
            (Exactness.EXACT, {"A": (1, 1), "B": (2, 3), "C": (2, 2), "D": (2, 4)}, "A"),
            id="A has won",
        ),
        pytest.param(
            F4 + " | A 1-0 B, C - D",
            {},
            5,
            (Exactness.POINTS, {"A": (1, 1), "B": (2, 4), "C": (2, 4), "D": (2, 4)}, "A"),
            id="ties left open",
        ),
        pytest.param(
            LAST,
            {"tie_breaks": ("buchholz", "spread")},
            20_000,
            (Exactness.POINTS, {"A": (1, 3), "B": (1, 4), "C": (1, 4), "D": (2, 4)}, None),
            id="totals of games cannot be tried out",
        ),
        pytest.param(
            F4,
            {"rounds": 3},
            20_000,
            (Exactness.BOUNDS, {"A": (1, 3), "B": (1, 4), "C": (1, 4), "D": (2, 4)}, None),
            id="a round to draw",
        ),
        pytest.param(
            "A 1-0 B, C ½-½ D",
            {"rounds": 1},
            20_000,
            (Exactness.EXACT, {"A": (1, 1), "B": (4, 4), "C": (2, 2), "D": (2, 2)}, "A"),
            id="over",
        ),
    ],
)
def test_rows(text: str, chosen: dict[str, Any], limit: int, expected: object) -> None:
    assert told(text, limit, **chosen) == expected


def test_who_has_left_and_who_asked_for_a_bye_get_no_more() -> None:
    made, numbers = sheet(F4, rounds=3)
    players = dict(made.players)
    players[numbers["B"]] = replace(players[numbers["B"]], withdrawn_after=2)
    players[numbers["C"]] = replace(players[numbers["C"]], byes={3: Bye.HALF_POINT})
    found = possible(replace(made, players=players))
    # A has at least 2; B stays at 1, C gets 1½, D gets 1 at most.
    assert found.places[numbers["A"]] == Places(1, 1)
    assert found.places[numbers["C"]] == Places(2, 2)
    assert found.places[numbers["B"]] == Places(3, 4)
    assert found.winner == numbers["A"]


def ways(tournament: Tournament) -> Iterator[Tournament]:
    """Every way to end, written as one never would: a product over all games."""
    games = [game for round_ in tournament.rounds for game in round_.games]
    choices = [[game.result] if game.result else [Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS] for game in games]
    for results in itertools.product(*choices):
        left = iter(results)
        yield replace(
            tournament,
            rounds=tuple(
                replace(round_, games=tuple(replace(game, result=next(left)) for game in round_.games))
                for round_ in tournament.rounds
            ),
        )


def opened(tournament: Tournament, games: int) -> Tournament:
    """Take the results of the last games back."""
    rounds = []
    for round_ in reversed(tournament.rounds):
        kept = []
        for game in reversed(round_.games):
            kept.append(replace(game, result=None) if games > 0 else game)
            games -= 1
        rounds.append(replace(round_, games=tuple(reversed(kept))))
    return replace(tournament, rounds=tuple(reversed(rounds)))


TRIED = [each.key for each in TIE_BREAKS if each.key not in BY_TOTALS]
SCORINGS = (Scoring(), Scoring(win=6, draw=2, loss=0), Scoring(win=4, draw=2, loss=2, pairing_allocated_bye=3))


@given(tournaments(), st.integers(0, 4), st.sampled_from(TRIED), st.sampled_from(SCORINGS))
@settings(max_examples=60, deadline=None)
def test_everything_tried_out_gives_the_same(
    tournament: Tournament, games: int, tie_break: str, scoring: Scoring
) -> None:
    """Exact places are those that occur; by points alone they are the widest that ties can make of them."""
    chosen = replace(tournament.settings, rounds=len(tournament.rounds), tie_breaks=(tie_break,), scoring=scoring)
    tournament = opened(replace(tournament, settings=chosen), games)
    ranks: dict[PlayerNumber, set[int]] = {}
    level: dict[PlayerNumber, set[int]] = {}
    for ended in ways(tournament):
        for row in standings(ended).rows:
            ranks.setdefault(row.player, set()).add(row.rank)
        points = {player: record.score for player, record in history(ended).records.items()}
        for player, own in points.items():
            better = sum(other > own for other in points.values())
            as_good = sum(other >= own for other in points.values())
            level.setdefault(player, set()).update((better + 1, as_good))
    exact, by_points = possible(tournament, 10**6), possible(tournament, 3**4 * len(tournament.players) // 10 + 1)
    assert exact.exactness is Exactness.EXACT
    assert exact.places == {player: Places(min(found), max(found)) for player, found in ranks.items()}
    if by_points.exactness is Exactness.POINTS:
        assert by_points.places == {player: Places(min(found), max(found)) for player, found in level.items()}


@pytest.mark.parametrize("scoring", SCORINGS, ids=["chess", "three for a win", "points for a loss"])
@pytest.mark.parametrize("text", ["A 1-0 B, C ½-½ D", F4, "A 1-0 B, C bye | A - C, B bye", "A 0-1 B, C half"])
def test_no_place_is_beyond_the_bounds(text: str, scoring: Scoring) -> None:
    """Whatever the next round brings, no player's place is outside; the last round is drawn in every way there is."""
    made, _ = sheet(text, scoring=scoring)
    made = replace(made, settings=replace(made.settings, rounds=len(made.rounds) + 1))
    found = possible(made)
    assert found.exactness is Exactness.BOUNDS
    for ended in (each for drawn in drawings(made) for each in ways(drawn)):
        for row in standings(ended).rows:
            assert found.places[row.player].best <= row.rank <= found.places[row.player].worst
            assert found.winner is None or (row.rank == 1) == (row.player == found.winner)


def drawings(tournament: Tournament) -> Iterator[Tournament]:
    """Draw the next round in every way."""
    for order in itertools.permutations(tournament.players):
        games = tuple(Game(at + 1, order[2 * at], order[2 * at + 1]) for at in range(len(order) // 2))
        byes = {order[-1]: Bye.PAIRING_ALLOCATED} if len(order) % 2 else {}
        yield replace(tournament, rounds=(*tournament.rounds, Round(tournament.next_round, games, byes)))


@pytest.mark.parametrize("tie_break", TIE_BREAKS, ids=[each.key for each in TIE_BREAKS])
def test_only_these_depend_on_the_totals_of_games(tie_break: TieBreak) -> None:
    """What is tried out with results alone must not depend on more."""
    parameters = {f"turcas-{letter}": "2" for letter in "abcd"}
    values = []
    for totals in ("38:26", "60:4"):
        made, _ = sheet(
            f"A 1-0 B {totals}, C 0-1 D {totals[::-1]} | A 1-0 C {totals}, B ½-½ D",
            tie_breaks=(tie_break.key,),
            parameters=parameters,
            ratings={"A": 1900, "B": 1800, "C": 1700, "D": 1650},
        )
        values.append([row.values[0].value for row in standings(made).rows])
    assert (values[0] != values[1]) == (tie_break.key in BY_TOTALS)


def test_many_open_games_are_no_trouble() -> None:
    text = ", ".join(f"{2 * at + 1} - {2 * at + 2}" for at in range(100))
    found = possible(sheet(text)[0])
    assert found.exactness is Exactness.BOUNDS
    assert set(found.places.values()) == {Places(1, 200)}
