"""Laws that hold for every draw, in tournaments of any kind and by every rule set."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import tournaments
from test_best_pairing import finished

from pairing_core.errors import NobodyToPair, NoPairing
from pairing_core.history import history
from pairing_core.journal import Journal, events_of, paired_event
from pairing_core.model import Bye, Player, Result, Settings, Tournament, pair_of
from pairing_core.swiss import RULE_SETS, RuleSet, pair_again, pair_round

by_key = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)


@by_key
@given(tournament=tournaments(min_players=3, max_players=40, max_rounds=6), data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_round(rules: RuleSet, tournament: Tournament, data: st.DataObject) -> None:
    """All present have one place, absent ones none; the same again, whatever the order of the players in a file."""
    tournament = finished(tournament)
    number = tournament.next_round
    present = [
        player.number for player in tournament.players.values() if player.is_in(number) and number not in player.byes
    ]
    try:
        pairing = pair_round(tournament, rules=rules)
    except NobodyToPair:
        assert len(present) < 2
        return
    except NoPairing:
        assert not rules.repeats
        pairing = pair_round(tournament, rules=rules, allow_repeats=True)
        assert pairing.total["repeats"] > 0
    drawn = [player for game in pairing.round.games for player in (game.first, game.second)]
    rests = [player for player, bye in pairing.round.byes.items() if bye is Bye.PAIRING_ALLOCATED]
    assert sorted(drawn + rests) == sorted(present)
    assert len(rests) == len(present) % 2
    assert rests == ([] if pairing.bye is None else [pairing.bye])
    assert sorted(game.table for game in pairing.round.games) == list(range(1, len(pairing.round.games) + 1))
    assert pairing.optimal
    met = history(tournament)
    again = sum(len(met.met(game.first, game.second)) for game in pairing.round.games)
    assert rules.repeats or pairing.total.get("repeats", 0) == again
    if rests and met[rests[0]].byes:
        assert "second-bye" in pairing.relaxed
    shuffled = data.draw(st.permutations(sorted(tournament.players)))
    turned = replace(tournament, players=MappingProxyType({each: tournament.players[each] for each in shuffled}))
    same = pair_round(turned, rules=rules, allow_repeats=True)
    assert same.round.games == pairing.round.games
    assert same.price == pair_again(tournament, number, rules=rules, allow_repeats=True).price


@given(tournament=tournaments(max_players=14, open_round=True))
@settings(max_examples=60, deadline=None)
def test_replay_is_the_state_and_undo_takes_back(tournament: Tournament) -> None:
    journal = Journal(events_of(tournament))
    assert journal.tournament == tournament
    for more in (
        {"event": "player_added", "player": {"number": 99, "name": "Late"}},
        {"event": "settings_changed", "changes": {"rounds": 11}},
        {"event": "bye_requested", "number": 1, "round": 50, "bye": "zero-point"},
    ):
        done = journal.append(more)
        assert done.tournament != tournament
        assert done.undo().tournament == tournament
        assert done.undo().redo().tournament == done.tournament
        assert Journal(done.undo().events).tournament == tournament
    back = journal
    while back.can_undo:
        back = back.undo()
    assert back.tournament == Tournament()
    while back.can_redo:
        back = back.redo()
    assert back.tournament == tournament


@by_key
@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_dead_ends(rules: RuleSet, players: int) -> None:
    """As many rounds as can be: each is drawn, or refused with whom it sticks; then the fewest repeats are."""
    for seed in "abcdef":
        entrants = {number: Player(number, f"P{number}", 1500 + number) for number in range(1, players + 1)}
        tournament = Tournament(Settings(rounds=players + 2, seed=seed), MappingProxyType(entrants))
        results = (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS)
        for number in range(1, players + 3):
            pairing = pair_round(tournament, rules=rules, allow_repeats=True)
            if "repeats" in pairing.total:
                assert number > (players + players % 2) // 2
                with pytest.raises(NoPairing, match=r"too few opponents left: [1-8] \(P[1-8]\)"):
                    pair_round(tournament, rules=rules)
            elif not rules.repeats:
                assert pair_round(tournament, rules=rules).round == pairing.round
            event = paired_event(pairing.round)
            tournament = Journal((*events_of(tournament), event)).tournament
            games = tuple(
                replace(game, result=results[(at + number) % 3]) for at, game in enumerate(tournament.rounds[-1].games)
            )
            tournament = replace(
                tournament, rounds=(*tournament.rounds[:-1], replace(tournament.rounds[-1], games=games))
            )


@by_key
def test_everything_drawn(rules: RuleSet) -> None:
    """Twenty players, ten rounds, every game a draw: no repeat, nobody starts too often by a rule of the set."""
    entrants = {number: Player(number, f"P{number}", 2000 - number) for number in range(1, 21)}
    tournament = Tournament(Settings(rounds=10, seed="all drawn"), MappingProxyType(entrants))
    seen: set[tuple[int, int]] = set()
    for _ in range(10):
        pairing = pair_round(tournament, rules=rules)
        games = {pair_of(game.first, game.second) for game in pairing.round.games}
        assert rules.repeats or not games & seen
        seen |= games
        assert not pairing.total.get("points")
        drawn = tuple(replace(game, result=Result.DRAW) for game in pairing.round.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(pairing.round, games=drawn)))
    if not rules.repeats:
        assert len(seen) == 100
        assert all(abs(record.start_balance) <= 2 for record in history(tournament).records.values())


def test_another_seed_is_another_draw() -> None:
    entrants = {number: Player(number, f"P{number}", 1500) for number in range(1, 17)}
    tournament = Tournament(Settings(system="mancala"), MappingProxyType(entrants))
    draws = {
        tuple((game.first, game.second) for game in pair_round(tournament, seed).round.games) for seed in "abcdefgh"
    }
    assert len(draws) == 8
