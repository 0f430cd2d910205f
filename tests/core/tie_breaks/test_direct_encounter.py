"""Direct encounter among two and more tied players, with repeated, missing and forfeited games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from builders import sheet
from hypothesis import given, settings
from strategies import tournaments

from pairing_core.history import history
from pairing_core.model import PlayerNumber, Scoring, Tournament
from pairing_core.round_robin import schedule
from pairing_core.standings import standings

SWISS, ROUND_ROBIN = "mancala", "round-robin"


def shown(games: str, system: str, *criteria: str) -> list[str]:
    """Return the standings as lines of rank, name and value. ``A>B`` is a win, ``A=B`` a draw, ``A+B`` a forfeit."""
    words = {">": " 1-0 ", "=": " ½-½ ", "+": " +:- "}
    for sign, word in words.items():
        games = games.replace(sign, word)
    # Each game has a round to itself: the rule does not care when they were.
    tournament, _ = sheet(games.replace(",", "|"), system=system)
    ranked = standings(tournament, tie_breaks=[*criteria, "direct-encounter"])
    return [
        f"{row.rank} {tournament.players[row.player].name} {ranked.tie_breaks[-1].text(row.values[-1]) or '-'}"
        for row in ranked.rows
    ]


@pytest.mark.parametrize(
    ("games", "system", "expected"),
    [
        pytest.param(
            "A>B, B>A, A>C, A>C, B>C, B>C",
            ROUND_ROBIN,
            ["1 A 1", "1 B 1", "3 C -"],
            id="two cycles both count (Sharly-Chess changelog 3.6.8 and 4.1.2)",
        ),
        pytest.param(
            "A>B, C>D, A=C, B=D, A=D, B=C, B>A, C>D",
            SWISS,
            ["1 C -", "2 A 1", "2 B 1", "4 D -"],
            id="a repeated meeting counts too (CryodexSource 2, dipvis 17)",
        ),
        pytest.param("A>B, B>C, C>A", ROUND_ROBIN, ["1 A 1", "1 B 1", "1 C 1"], id="a circle decides nothing"),
        pytest.param(
            "A>B, A>C, D>A, B>C, B>D, C>D, E>A, E>B, C>E, D>E, A>F, B>F, C>F, D>F, F>E",
            ROUND_ROBIN,
            ["1 A 2; 1", "2 B 2; 0", "3 C 1; 1", "4 D 1; 0", "5 E -", "6 F -"],
            id="the table is repeated for those still tied",
        ),
        pytest.param(
            "A>B, B>A, A>C, B>C, C>X, C>Y",
            SWISS,
            ["1 A 1.5", "1 B 1.5", "3 C 0", "4 X 0", "4 Y 0"],
            id="pairs that met more often than others count with their mean (C.07, 6.1.2)",
        ),
        pytest.param(
            "A>B, A>C, B>X, B>Y, C>X, C>Y",
            SWISS,
            ["1 A 2", "2 B 0", "2 C 0", "4 X 0", "4 Y 0"],
            id="ahead whatever the missing game brings",
        ),
        pytest.param(
            "A>B, B>X, C>X",
            SWISS,
            ["1 A 0", "1 B 0", "1 C 0", "4 X -"],
            id="two missing games could still change everything",
        ),
        pytest.param(
            "A>B, A>C, A>D, B>C, B>D, B>X, C>X, C>Y, C>Z, D>X, D>Y, D>Z",
            SWISS,
            ["1 A 3", "2 B 2", "3 C 0", "3 D 0", "5 X 0", "5 Y 0", "5 Z 0"],
            id="the second is separated after the first",
        ),
        pytest.param(
            "A>C, B>C, C>X",
            SWISS,
            ["1 A 0", "1 B 0", "1 C 0", "4 X -"],
            id="nobody is put last before there is a first (C.07, 6.2)",
        ),
        pytest.param(
            "A>B, A=C, B>X, B=Y, C>X",
            SWISS,
            ["1 A 0", "1 B 0", "1 C 0", "4 Y -", "5 X -"],
            id="another could still draw level",
        ),
        pytest.param(
            "A>B, A>B, A=C, A=C, B>X, B>Y, B>Z, C>X, C>Y",
            SWISS,
            ["1 A 0", "1 B 0", "1 C 0", "4 X 0", "4 Y 0", "4 Z 0"],
            id="a missing pair could bring as much as those who met twice could share",
        ),
        pytest.param("A+B, B>X", SWISS, ["1 A 0", "1 B 0", "3 X -"], id="a forfeited game is missing in a Swiss"),
        pytest.param("A+B, B>X", ROUND_ROBIN, ["1 A 1", "2 B 0", "3 X -"], id="it counts in a round robin"),
    ],
)
def test_table_of_the_tied(games: str, system: str, expected: list[str]) -> None:
    assert shown(games, system) == expected


def test_both_players_have_a_number() -> None:
    """Sharly-Chess 1706: only arrows in the column of direct encounter were taken for a defect.

    Of each two of the six the lower number wins, but 6 beats 1: so 1 and 2 have 4 points, 5 and 6 have 1.
    """
    text = "|".join(
        ",".join(
            f"{game.first} {'1-0' if (game.first < game.second) != ({game.first, game.second} == {1, 6}) else '0-1'} "
            f"{game.second}"
            for game in round_.games
        )
        for round_ in schedule(6).rounds
    )
    tournament, _ = sheet(text, system=ROUND_ROBIN)
    ranked = standings(tournament, tie_breaks=["direct-encounter"])
    assert [(row.rank, row.player, ranked.tie_breaks[0].text(row.values[0])) for row in ranked.rows] == [
        (1, 1, "1"),
        (2, 2, "0"),
        (3, 3, None),
        (4, 4, None),
        (5, 5, "1"),
        (6, 6, "0"),
    ]


@pytest.mark.parametrize("system", [SWISS, ROUND_ROBIN])
def test_a_game_still_open_is_missing(system: str) -> None:
    tournament, _ = sheet("A 1-0 C, B 1-0 D | A - B, C - D", system=system)
    rows = standings(tournament, after=2, tie_breaks=["direct-encounter"]).rows
    assert {term.kind for row in rows for term in row.values[0].terms} == {"missing"}


def test_only_those_count_whom_the_criteria_before_left_tied() -> None:
    games = "A>B, B>X, C>Y"
    assert shown(games, SWISS)[:3] == ["1 A 0", "1 B 0", "1 C 0"]
    # The opponents of A and of B have one point together, that of C has none.
    assert shown(games, SWISS, "sos")[:3] == ["1 A 1", "2 B 0", "3 C -"]


def test_working_names_the_games_and_what_is_missing() -> None:
    tournament, numbers = sheet("A 1-0 B | B 1-0 X, C 1-0 Y")
    rows = standings(tournament, tie_breaks=["direct-encounter"]).rows
    terms = next(row.values[0].terms for row in rows if row.player == numbers["A"])
    assert [(term.round, term.opponent, term.kind, term.value) for term in terms] == [
        (1, numbers["B"], "meeting", 2),
        (None, None, "missing", 0),
    ]
    assert terms[1].factors == (1,)


@settings(max_examples=400)
@given(tournaments(max_players=9, max_rounds=4, scorings=(Scoring(),)))
def test_who_is_separated_stays_ahead_in_every_outcome_of_the_missing_games(tournament: Tournament) -> None:
    """All outcomes tried: a player is first among the tied just if no outcome brings another one level."""
    records = history(tournament, tournament.finished_rounds).records
    rank = {row.player: row.rank for row in standings(tournament, tie_breaks=["direct-encounter"]).rows}
    for points in {record.score for record in records.values()}:
        tied = [player for player, record in records.items() if record.score == points]
        meetings: dict[tuple[PlayerNumber, PlayerNumber], list[tuple[int, int]]] = {}
        for one, other in combinations(tied, 2):
            mine = [entry.points for entry in records[one].entries if entry.opponent == other and entry.is_played]
            theirs = [entry.points for entry in records[other].entries if entry.opponent == one and entry.is_played]
            meetings[one, other] = list(zip(mine, theirs, strict=True))
        missing = [pair for pair, games in meetings.items() if not games]
        if not 1 <= len(missing) <= 6:
            continue
        outcomes = []
        for guess in product([(2, 0), (1, 1), (0, 2)], repeat=len(missing)):
            score = dict.fromkeys(tied, Fraction(0))
            for pair, games in (meetings | {pair: [each] for pair, each in zip(missing, guess, strict=True)}).items():
                for player, side in zip(pair, (0, 1), strict=True):
                    score[player] += Fraction(sum(game[side] for game in games), len(games))
            outcomes.append(score)
        rest = list(tied)
        place = min(rank[player] for player in tied)
        while len(rest) > 1:
            sure = [
                player
                for player in rest
                if all(score[player] > score[other] for score in outcomes for other in rest if other != player)
            ]
            if not sure:
                break
            assert rank[sure[0]] == place
            rest.remove(sure[0])
            place += 1
        if len(rest) == len(tied):
            assert {rank[player] for player in tied} == {place}
        else:
            assert min(rank[player] for player in rest) == place
