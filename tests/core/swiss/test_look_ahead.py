"""Dead ends: what is said at set-up and one round ahead is exactly what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from builders import sheet

from pairing_core.model import Bye, Player, Result, Settings, Tournament
from pairing_core.swiss import pair_again, pair_round
from pairing_core.swiss.look_ahead import FIRST_DEAD_END, ahead, planned, warnings

Graph = tuple[int, ...]


def pairings(graph: Graph, used: int = 0) -> Iterator[list[tuple[int, int]]]:
    """All perfect matchings, by plain recursion."""
    free = [place for place in range(len(graph)) if not used >> place & 1]
    if not free:
        yield []
        return
    one = free[0]
    for other in free[1:]:
        if graph[one] >> other & 1:
            for rest in pairings(graph, used | 1 << one | 1 << other):
                yield [(one, other), *rest]


def without(graph: Graph, games: list[tuple[int, int]]) -> Graph:
    left = list(graph)
    for one, other in games:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


@pytest.mark.parametrize("places", [2, 4, 6, 8])
def test_the_first_dead_end_by_trying_everything(places: int) -> None:
    """Every way to play the rounds before: no draw fails earlier, and then one does (for four players none ever)."""
    complete = tuple((1 << places) - 1 & ~(1 << place) for place in range(places))
    # The first round is the same for all but the names.
    graphs = {without(complete, next(pairings(complete)))}
    for number in range(2, places):
        after = set()
        for graph in graphs:
            found = list(pairings(graph))
            if not found:
                assert FIRST_DEAD_END[places] == number
                return
            after.update(without(graph, games) for games in found)
        graphs = after
    assert FIRST_DEAD_END[places] in (None, places)


@pytest.mark.parametrize(
    ("places", "left"),
    [
        (10, [range(5), range(5, 10)]),
        (12, [range(5), range(5, 12)]),
    ],
)
def test_the_larger_dead_ends_exist(places: int, left: list[range]) -> None:
    """Two odd parts that have met across: their games so far can be divided into rounds, and no round is left."""
    number = FIRST_DEAD_END[places]
    assert number is not None
    graph = [0] * places
    for part in left:
        members = list(part)
        # Four neighbors on a ring each: the complete graph for five, a regular one for seven.
        for at, one in enumerate(members):
            for step in (1, 2):
                other = members[(at + step) % len(members)]
                graph[one] |= 1 << other
                graph[other] |= 1 << one
    assert not any(True for _ in pairings(tuple(graph)))
    played = [((1 << places) - 1) & ~(1 << place) & ~graph[place] for place in range(places)]
    rounds = divided(tuple(played))
    assert rounds is not None
    assert len(rounds) == number - 1


def divided(graph: Graph) -> list[list[tuple[int, int]]] | None:
    """Divide a regular graph into perfect matchings, by trying."""
    if not any(graph):
        return []
    for games in pairings(graph):
        rest = divided(without(graph, games))
        if rest is not None:
            return [games, *rest]
    return None


@pytest.mark.parametrize(
    ("players", "rounds", "said"),
    [
        (6, 3, None),
        (6, 5, "every round up to round 3 can be drawn; from round 4 on"),
        (5, 4, "every round up to round 3 can be drawn; from round 4 on"),
        (5, 4, "no pairing without a repeated game or a second bye is left"),
        (6, 4, "no pairing without a repeated game is left"),
        (4, 3, None),
        (4, 4, "in at most 3 rounds, and 4 are planned"),
        (3, 3, None),
        (8, 5, None),
        (7, 6, "up to round 5"),
        (12, 7, None),
        (12, 9, "from round 8 on"),
        (20, 10, None),
        (20, 11, "from round 11 on"),
        (200, 9, None),
        (1, 3, None),
    ],
)
def test_what_is_said_at_set_up(players: int, rounds: int, said: str | None) -> None:
    told = [sentence.text() for sentence in planned(players, rounds)]
    entrants = {number: Player(number, f"P{number}") for number in range(1, players + 1)}
    tournament = Tournament(Settings(rounds=rounds), MappingProxyType(entrants))
    assert [sentence.text() for sentence in warnings(tournament)] == told
    assert (len(told) == 1 and said in told[0]) if said else not told


ACROSS = "1 1-0 4, 2 1-0 5, 3 1-0 6 | 1 1-0 5, 2 1-0 6, 3 1-0 4"


def test_one_round_ahead() -> None:
    """Six players: who has met across only twice can go on across, and after that nothing is left."""
    tournament, _ = sheet(ACROSS, rounds=5, system="slide", seed="x")
    across = pair_round(tournament, locked=[(1, 6), (2, 4), (3, 5)])
    assert "no pairing without a repeated game is left for round 4" in ahead(tournament, across)[0].text()
    other = pair_round(tournament, locked=[(1, 2), (4, 5), (3, 6)])
    assert not any("is left for round 4" in sentence.text() for sentence in ahead(tournament, other))
    last = replace(tournament, settings=replace(tournament.settings, rounds=3))
    assert not ahead(last, across)


@pytest.mark.parametrize(
    ("games", "byes", "joins", "dead"),
    [
        ("A 1-0 B, C bye", {"C": 2}, {}, True),  # A and B are alone in round 2, and have met
        ("A 1-0 B, C bye", {"A": 2, "B": 2}, {}, False),  # nothing to draw
        ("A 1-0 B | A 1-0 C, B bye", {}, {}, False),
        ("A 1-0 B", {}, {"C": 2}, False),  # late entries of round 2: A meets C, B rests
    ],
)
def test_one_round_ahead_counts_who_will_be_there(
    games: str, byes: dict[str, int], joins: dict[str, int], dead: bool
) -> None:
    tournament, number = sheet(games, players="A B C", rounds=3, system="slide", seed="x")
    players = dict(tournament.players)
    for name, round_number in byes.items():
        player = players[number[name]]
        players[player.number] = replace(player, byes=MappingProxyType({round_number: Bye.HALF_POINT}))
    for name, round_number in joins.items():
        players[number[name]] = replace(players[number[name]], joins_in=round_number)
    tournament = replace(tournament, players=MappingProxyType(players))
    drawn = pair_again(tournament, len(tournament.rounds), locked=[(number["A"], number["B"])] if byes or joins else ())
    told = [sentence.text() for sentence in ahead(tournament, drawn)]
    assert any(f"is left for round {drawn.round.number + 1}" in sentence for sentence in told) == dead


def test_two_rounds_ahead() -> None:
    """After two rounds of six players some draws of the third end in two triangles: said if a fourth is planned."""
    tournament, _ = sheet("1 1-0 4, 2 1-0 5, 3 1-0 6", rounds=4, system="slide", seed="x")
    pairing = pair_round(tournament, locked=[(1, 5), (2, 6), (3, 4)])
    assert "some draws of round 3 would leave no pairing" in ahead(tournament, pairing)[0].text()
    shorter = replace(tournament, settings=replace(tournament.settings, rounds=3))
    assert not ahead(shorter, pairing)


def test_a_second_bye_is_not_called_a_repeated_game() -> None:
    """Five players: A and D have had no bye, and can meet only each other. A second bye of another lets all play."""
    tournament, number = sheet("A 1-0 B, C 1-0 D, E bye", rounds=4, system="slide", seed="x")
    second = pair_round(tournament, locked=[(number["A"], number["C"]), (number["D"], number["E"])])
    assert [sentence.text() for sentence in ahead(tournament, second)] == [
        "After this round, some draws of round 3 would leave no pairing without a repeated game or a second bye for "
        "round 4."
    ]
    tournament, number = sheet("A 1-0 B, C 1-0 D, E bye | A 1-0 C, D 1-0 E, B bye", rounds=4, system="slide", seed="x")
    third = pair_round(tournament, locked=[(number["A"], number["E"]), (number["B"], number["D"])])
    assert [sentence.text() for sentence in ahead(tournament, third)] == [
        "After this round no pairing without a repeated game or a second bye is left for round 4, if nobody leaves or "
        "joins."
    ]
    tournament, _ = sheet(
        "A 1-0 B, C 1-0 D, E bye | A 1-0 C, D 1-0 E, B bye | A 1-0 E, B 1-0 D, C bye", system="slide", seed="x"
    )
    assert pair_round(tournament).relaxed == ("second-bye",)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_dead_end_that_comes_was_announced(players: int, seed: str) -> None:
    entrants = {number: Player(number, f"P{number}", 1500 + number) for number in range(1, players + 1)}
    tournament = Tournament(Settings(rounds=players + 1, seed=seed, system="adjacent"), MappingProxyType(entrants))
    announced = False
    for number in range(1, players + 2):
        pairing = pair_round(tournament, allow_repeats=True)
        assert ("repeats" in pairing.total) == announced, number
        announced = any("repeated game is left for round" in sentence.text() for sentence in ahead(tournament, pairing))
        if "repeats" in pairing.total:
            return
        games = tuple(replace(game, result=Result.FIRST_WINS) for game in pairing.round.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(pairing.round, games=games)))
    pytest.fail("a repeat must come")


def test_a_round_more_than_planned_is_said() -> None:
    tournament, _ = sheet(ACROSS, rounds=2, system="slide", seed="x")
    assert [each.text() for each in warnings(tournament)] == [
        "Round 3 is more than was planned; the tournament has 2 rounds."
    ]
    assert not warnings(replace(tournament, settings=replace(tournament.settings, rounds=3)))
