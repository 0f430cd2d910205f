"""What a round says of itself, word for word, and that it is true."""

from __future__ import annotations

import re

import pytest
from builders import sheet
from hypothesis import given, settings
from strategies import tournaments
from test_best_pairing import finished

from pairing_core.errors import NobodyToPair
from pairing_core.model import Tournament, points_label
from pairing_core.swiss import RULE_SETS, Pairing, RuleSet, pair_round
from pairing_core.swiss.reasons import bye_reasons, criterion_name, reasons, round_reasons

PROOF = "No other pairing of this round is better by these rules; the proof was computed and checked."


def told(pairing: Pairing) -> dict[tuple[int, int], list[str]]:
    return {
        (game.first, game.second): [sentence.text() for sentence in reasons(pairing, game)]
        for game in pairing.round.games
    }


EQUAL_LOT = "{0} starts: nothing else tells the two apart, so the numbers and one lot for the tournament decide."
F5 = "A 1-0 B, C 1-0 D, E bye | C 0-1 A, E 1-0 B, D bye"
THREE = "A 1-0 C, B 1-0 D | A 1-0 D, B 1-0 C | A 1-0 B, C 1-0 D"


@pytest.mark.parametrize(
    ("text", "system", "game", "sentences"),
    [
        ("A 1-0 B, C 1-0 D", "slide", "CA", ["C and A have equally many points (1).", EQUAL_LOT.format("C")]),
        (
            "A 1-0 B, C 1-0 D, E 1-0 F | A ½-½ C, E 1-0 B, F 1-0 D",
            "mancala",
            "CE",
            [
                "E (2) plays C (1½): half a point apart.",
                "Nobody else is on 2.",
                "C starts, who has started 1 of 2 games so far; E has started 2 of 2.",
            ],
        ),
        (
            "A 1-0 B, C 1-0 D, E 1-0 F | A ½-½ C, E 1-0 B, F 1-0 D",
            "mancala",
            "FA",
            [
                "A (1½) plays F (1): half a point apart.",
                "All other players on 1½ have already met A.",
                "F starts, who has started 1 of 2 games so far; A has started 2 of 2.",
            ],
        ),
        (
            F5,
            "mancala",
            "DA",
            [
                "A (2) plays D (1); the difference is 1.",
                "Every pairing of the round in which A meets somebody on 2 is worse elsewhere.",
                "D starts, who has started 0 of 1 games so far; A has started 1 of 2.",
            ],
        ),
        (
            "A 1-0 D, B 1-0 C | B 0-1 A, C 0-1 D",
            "mancala",
            "AC",
            [
                "A (2) plays C (0); the difference is 2.",
                "Nobody else is on 2.",
                "A starts: both have started equally often, and C started the last game.",
            ],
        ),
        (
            "A 1-0 C, B 1-0 D | A 1-0 D, B 1-0 C",
            "mancala",
            "BA",
            [
                "B and A have equally many points (2).",
                "Here the rule “Third start running” had to give way.",
                EQUAL_LOT.format("B"),
            ],
        ),
        (
            THREE,
            "mancala",
            "CA",
            [
                "A (3) plays C (1); the difference is 2.",
                "Nobody else is on 3.",
                "C and A have met before, in round 1; fewer repeated games are impossible.",
                "C starts, because in their last game A started.",
            ],
        ),
    ],
)
def test_sentences(text: str, system: str, game: str, sentences: list[str]) -> None:
    tournament, number = sheet(text, system=system, seed="x", rounds=5)
    lines = told(pair_round(tournament, allow_repeats=True))
    assert lines[number[game[0]], number[game[1]]] == sentences


def test_of_a_repeat_that_the_arbiter_wanted_nothing_is_claimed() -> None:
    tournament, number = sheet("A 1-0 B, C 1-0 D, E 1-0 F", system="mancala", seed="x", rounds=5)
    locked = [(number["A"], number["B"])]
    lines = told(pair_round(tournament, locked=locked, allow_repeats=True))
    assert next(lines for pair, lines in lines.items() if number["A"] in pair) == [
        "B and A meet because the arbiter locked this game.",
        "A (1) plays B (0); the difference is 1.",
        "B and A have met before, in round 1.",
        "B starts, because in their last game A started.",
    ]


def test_the_strength_of_the_opponents() -> None:
    tournament, number = sheet(
        "A 1-0 E, B 1-0 F, C 1-0 G, D 1-0 H",
        ratings={"A": 1500, "B": 1500, "C": 1900, "D": 1200, "E": 1000, "F": 1800, "G": 1400, "H": 1400},
        system="dubov-cas",
    )
    lines = next(lines for pair, lines in told(pair_round(tournament)).items() if number["A"] in pair)
    assert (
        "So that all on one score have about equally strong opponents: " in lines[1]
        and "A (1500) has met opponents of 1000 on average" in lines[1]
        and "C (1900) of 1400" in lines[1]
    ) or "C (1900) has met opponents of 1400 on average, A (1500) of 1000." in lines[1]


def test_why_this_player_has_the_bye() -> None:
    tournament, number = sheet("A 1-0 B, C 1-0 D, E bye", system="mancala", seed="x", ratings={"D": 1400, "B": 1300})
    assert [each.text() for each in bye_reasons(pair_round(tournament))] == [
        "B (0) has the bye: the first in the order for it who can have it."
    ]
    by_hand = pair_round(tournament, locked=[(number["A"], None)])
    assert [each.text() for each in bye_reasons(by_hand)] == ["A has the bye because the arbiter gave it."]
    tournament, number = sheet("A 1-0 B, C 1-0 D, E bye | A 1-0 C, E 0-1 D, B bye | A 1-0 D, B 0-1 C, E zero")
    assert [each.text() for each in bye_reasons(pair_round(tournament))] == [
        "C (2) has the bye: the first in the order for it who can have it.",
        "E would come before, but has had a bye or a win without a game already.",
        "D would come before, but then the others could not all be paired by the rules above.",
        "B would come before, but has had a bye or a win without a game already.",
    ]


def test_the_round_as_a_whole() -> None:
    tournament, number = sheet(THREE, system="mancala", seed="x")
    assert [each.text() for each in round_reasons(pair_round(tournament, allow_repeats=True))] == [
        PROOF,
        "The rule “Repeated meetings” had to give way (2): "
        "a pairing that breaks it less breaks something that counts more.",
        "Recent meetings repeated: 2 (1 is: round).",
        "Difference in points: 8 (1 is: half a point).",
        "Large differences in points: 32 (1 is: square of half a point).",
        "Start balance: 2 (1 is: square of the balance beyond one).",
        "Start alternation: 2 (1 is: player with the same side as last time).",
    ]
    tournament, number = sheet("A 1-0 B, C 1-0 D, E 1-0 F", system="mancala", seed="x")
    locked = round_reasons(pair_round(tournament, locked=[(number["A"], number["D"])]))
    assert locked[0].text().startswith("No other pairing around the locked games is better by these rules")


@pytest.mark.parametrize(("rounds", "more"), [(5, "½"), (9, "1"), (3, None)])
def test_virtual_points_are_told(rounds: int, more: str | None) -> None:
    """A has one point and is called by more than the standings give, so that must be said."""
    tournament, number = sheet(
        "A 1-0 B, C 1-0 D | C 1-0 A, B 1-0 D", acceleration=True, rounds=rounds, system="slide", seed="x"
    )
    pairing = pair_round(tournament)
    lines = [each.text() for each in round_reasons(pairing)]
    said = (
        f"The draw is accelerated: the points named in its reasons include {more} more for each of the 2 strongest "
        "players, which count in no standings."
    )
    assert (said in lines) == (more is not None)
    of_a = next(lines for pair, lines in told(pairing).items() if number["A"] in pair)
    assert f"A ({ {'½': '1½', '1': '2', None: '1'}[more] })" in of_a[0]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
@given(tournament=tournaments(min_players=3, max_players=14, max_rounds=6))
@settings(max_examples=25, deadline=None)
def test_what_is_said_is_true(rules: RuleSet, tournament: Tournament) -> None:
    tournament = finished(tournament)
    try:
        pairing = pair_round(tournament, rules=rules, allow_repeats=True)
    except NobodyToPair:
        return
    field = pairing.field
    by_name = {entrant.player.name: entrant for entrant in field}
    for lines in told(pairing).values():
        assert sum(re.match(r".+ starts[,:]", line) is not None for line in lines) == 1
    for line in (line for lines in told(pairing).values() for line in lines):
        if equal := re.fullmatch(r"(.+) and (.+) have equally many points \((.+)\)\.", line):
            one, other, points = equal.groups()
            assert points_label(by_name[one].score) == points_label(by_name[other].score) == points
        if met := re.fullmatch(r"All other players on (.+) have already met (.+)\.", line):
            player = by_name[met[2]]
            group = [each for each in field if each.score == player.score and each is not player]
            assert group
            assert all(field.history.met(player.number, each.number) for each in group)
        if alone := re.fullmatch(r"Nobody else is on (.+)\.", line):
            assert sum(points_label(each.score) == alone[1] for each in field) == 1
        if started := re.fullmatch(r"(.+) starts, who has started (\d+) of (\d+) games so far; .*", line):
            assert sum(by_name[started[1]].record.starts) == int(started[2])
        assert "%(" not in line
    for sentence in (*bye_reasons(pairing), *round_reasons(pairing)):
        assert "%(" not in sentence.text()
    assert bool(bye_reasons(pairing)) == (len(field) % 2 == 1)
    assert all(criterion_name(pairing, key) for key in pairing.total)
    assert round_reasons(pairing)[0].text() == PROOF
