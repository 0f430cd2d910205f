"""No other pairing is better: all of them are looked at, by a way of comparing that knows no weights."""

from __future__ import annotations

from dataclasses import replace

import pytest
from all_pairings import best, vector_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.errors import NobodyToPair, NoPairing
from pairing_core.model import KeepApart, Result, Tournament
from pairing_core.swiss import RULE_SETS, Pairing, RuleSet, pair_round
from pairing_core.swiss.costs import Costs, RoundProblem
from pairing_core.swiss.field import field_of

by_key = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def finished(tournament: Tournament) -> Tournament:
    """The same with a result for every game."""
    rounds = tuple(
        replace(round_, games=tuple(replace(game, result=game.result or Result.DRAW) for game in round_.games))
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def vector(pairing: Pairing) -> tuple[int, ...]:
    games = [(game.first, game.second) for game in pairing.round.games]
    return vector_of(pairing.field, pairing.rules, games, pairing.bye)


@by_key
@given(data=st.data(), accelerated=st.booleans())
@slow
def test_nothing_beats_it(rules: RuleSet, data: st.DataObject, accelerated: bool) -> None:
    """Fewest repeats, then the bye, then the classes of the rule set: exactly the least there is."""
    tournament = finished(data.draw(tournaments(max_players=8)))
    tournament = replace(tournament, settings=replace(tournament.settings, acceleration=accelerated))
    field = field_of(tournament, tournament.settings.seed)
    asked_for_a_bye = any(
        player.is_in(field.round) and field.round in player.byes for player in tournament.players.values()
    )
    if len(field) == 0 or (len(field) == 1 and not asked_for_a_bye):
        with pytest.raises(NobodyToPair):
            pair_round(tournament, rules=rules)
        return
    least, _, bye = best(field, rules)
    pairing = pair_round(tournament, rules=rules, allow_repeats=True)
    assert vector(pairing) == least
    assert pairing.bye == bye
    assert pairing.optimal
    repeats = 0 if rules.repeats else least[1]
    if repeats:
        with pytest.raises(NoPairing):
            pair_round(tournament, rules=rules, allow_repeats=False)
    else:
        assert pair_round(tournament, rules=rules, allow_repeats=False).round.games == pairing.round.games


@by_key
@given(data=st.data())
@slow
def test_bans_and_wishes_count(rules: RuleSet, data: st.DataObject) -> None:
    """Forbidden pairs before all else; groups kept apart softly where the rule set has that criterion."""
    tournament = finished(data.draw(tournaments(min_players=4, max_players=8, max_rounds=4)))
    numbers = sorted(tournament.players)
    pairs = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)).filter(lambda pair: pair[0] < pair[1])
    group = st.lists(st.sampled_from(numbers), max_size=4, unique=True)
    tournament = replace(
        tournament,
        forbidden=tuple(sorted(set(data.draw(st.lists(pairs, max_size=3))))),
        keep_apart=(
            KeepApart(tuple(data.draw(group)), is_hard=True, until=data.draw(st.none() | st.integers(1, 4))),
            KeepApart(tuple(data.draw(group)), is_hard=False, price=data.draw(st.integers(1, 5))),
        ),
    )
    field = field_of(tournament, tournament.settings.seed)
    if len(field) < 2:
        return
    least, _, _ = best(field, rules)
    if least[0]:
        with pytest.raises(NoPairing):
            pair_round(tournament, rules=rules, allow_repeats=True)
    else:
        assert vector(pair_round(tournament, rules=rules, allow_repeats=True)) == least


@by_key
@given(tournament=tournaments(min_players=6, max_players=40, max_rounds=6))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_quick_rows_are_what_the_criteria_say(rules: RuleSet, tournament: Tournament) -> None:
    """The rows that the matching asks for are the definition's costs, and no bound is above any of them."""
    field = field_of(finished(tournament), "seed")
    costs = Costs(field, rules, allow_repeats=False)
    problem = RoundProblem(costs, list(field))
    for v, one in enumerate(problem.vertices):
        for b, block in enumerate(problem.blocks):
            for w, cost in zip(block, problem.row(v, b), strict=True):
                other = problem.vertices[w]
                if v == w:
                    continue
                if one is None or other is None:
                    entrant = one or other
                    assert entrant is not None
                    assert cost == costs.bye(entrant)
                else:
                    assert cost == min(costs.pair(one, other), costs.pair(other, one))
                a = next(at for at, members in enumerate(problem.blocks) if v in members)
                assert problem.lower_bound(a, b) <= cost <= problem.ceiling
