"""A stage that goes on with what was played: a Swiss as a round robin of the games left, a round robin as a Swiss."""

from __future__ import annotations

import pytest
from desk import Desk

from pairing_core.journal import Journal
from pairing_core.model import pair_of, pairs_of
from pairing_core.stages import view
from pairing_core.standings import standings
from pairing_core.systems import settled
from pairing_core.verification import verify


def begun(players: int, system: str = "mancala", lang: str = "en") -> Desk:
    """A tournament before its first round."""
    settings = {"name": "Open", "rounds": 3, "system": system, "seed": "k7"}
    entrants = [
        {"event": "player_added", "player": {"number": number, "name": f"Player {number}"}}
        for number in range(1, players + 1)
    ]
    return Desk([{"event": "created", "settings": settings}, *entrants], lang)


def play(desk: Desk, rounds: int) -> Desk:
    """Draw, publish and type so many rounds of the last stage; the lower number wins."""
    for _ in range(rounds):
        desk.see("round").do("draw").do("publish")
        assert not desk.errors
        round_ = view(desk.tournament).tournament.rounds[-1]
        desk.see("round", round=str(round_.number))
        for game in round_.games:
            won = "1" if game.first < game.second else "0"
            desk.do("enter-result", round=round_.number, first=game.first, second=game.second, result=won)
            assert not desk.errors
    return desk


def goes_on(desk: Desk, players: list[int], carried: str, system: str, rounds: int = 3) -> Desk:
    """Begin the next stage, whether the one before is over or not."""
    told = [str(player) for player in players]
    asked = {"players": told, "order": told, "carried": carried, "system": system, "rounds": str(rounds)}
    return desk.see("stages").do("start-stage", **asked, sure="yes")


def is_right(desk: Desk) -> bool:
    """Whether the check finds nothing."""
    return not [finding for each in verify(Journal(tuple(desk.events))) for finding in each.findings]


@pytest.mark.parametrize("carried", ["met", "all"])
def test_a_swiss_goes_on_as_a_round_robin_of_the_games_left(carried: str) -> None:
    desk = goes_on(play(begun(7), 3), [1, 2, 3, 4, 5], carried, "round-robin")
    assert desk.said == "The next stage has begun."
    seen = view(desk.tournament)
    desk.see("round", round=str(len(seen.tournament.rounds) + 1)).do("draw")
    assert not desk.errors
    assert "one of the games that are left" in desk.text
    left = len(pairs_of(range(1, 6))) - sum(
        {game.first, game.second} <= {1, 2, 3, 4, 5} for round_ in desk.tournament.rounds for game in round_.games
    )
    for _ in range(left):
        if desk.see("round").do("draw").errors:
            break
        play(desk, 1)
        if len(view(desk.tournament).tournament.rounds) >= desk_rounds(desk):
            break
    games = [
        pair_of(game.first, game.second)
        for round_ in desk.tournament.rounds
        for game in round_.games
        if {game.first, game.second} <= {1, 2, 3, 4, 5}
    ]
    assert sorted(games) == sorted(pairs_of(range(1, 6)))
    assert is_right(desk)
    assert desk.see("crosstable").html
    assert desk.see("schedule").html


def desk_rounds(desk: Desk) -> int:
    """How many rounds the stage has on the screen."""
    return settled(view(desk.tournament).tournament).settings.rounds


def test_all_rounds_of_what_is_left_are_published_at_once_and_taken_back() -> None:
    desk = goes_on(play(begun(8), 3), [1, 2, 3, 4, 5, 6], "met", "round-robin")
    desk.see("round").do("publish-all")
    assert not desk.errors
    own = len(desk.tournament.rounds) - 3
    assert own >= 2
    assert is_right(desk)
    desk.do("unpair-all")
    assert not desk.errors
    assert len(desk.tournament.rounds) == 3
    desk.do("undo")
    assert len(desk.tournament.rounds) == 3 + own


def test_who_comes_to_what_is_left_is_not_in_the_stage() -> None:
    desk = goes_on(play(begun(6), 2), [1, 2, 3, 4], "all", "round-robin")
    play(desk, 1)
    desk.see("players").do("add-players", players="Late")
    assert not desk.errors
    assert "Late" not in str(view(desk.tournament).stage.players)
    play_on = desk.see("round").do("publish-all")
    assert not play_on.errors
    assert is_right(desk)


def test_a_round_robin_goes_on_as_a_swiss_and_its_rounds_are_not_counted_twice() -> None:
    desk = play(begun(9, "round-robin"), 3)
    before = {row.player: row.points for row in standings(desk.tournament).rows}
    goes_on(desk, list(range(1, 10)), "all", "mancala", 2)
    assert {row.player: row.points for row in standings(view(desk.tournament).tournament).rows} == before
    play(desk, 2)
    assert desk.tournament.stages[0].settings.rounds == 2
    assert view(desk.tournament).tournament.settings.rounds == 5
    desk.see("setup").do("change-settings", rounds="6")
    assert not desk.errors
    assert view(desk.tournament).tournament.settings.rounds == 6
    assert desk.tournament.stages[0].settings.rounds == 3
    pairs = [pair_of(game.first, game.second) for round_ in desk.tournament.rounds for game in round_.games]
    assert len(set(pairs)) == len(pairs)
    assert is_right(desk)


def test_a_swiss_that_dead_ends_is_led_on() -> None:
    """Four players meet in three rounds; the fourth cannot be drawn, and the way on is offered."""
    desk = play(begun(4), 3)
    desk.see("setup").do("change-settings", rounds="4")
    desk.see("round", round="4").do("draw")
    assert "Go on in another way" in desk.text
    assert "#/t1/stages" in desk.html
