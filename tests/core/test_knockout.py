"""Knockouts: brackets of every size, how they stand after any games, and what a corrected result moves."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.draw import Lots
from pairing_core.errors import BracketSize
from pairing_core.knockout import (
    KINDS,
    ONE_GAME,
    By,
    Comes,
    First,
    Kind,
    Length,
    Part,
    Play,
    Seat,
    bracket,
    next_games,
    seed_order,
    seeding,
)
from pairing_core.model import Game, PlayerNumber, Result, Round

WON = (Result.FIRST_WINS, Result.SECOND_WINS)
ALL_SIZES = range(2, 257)


def favorite(game: Game) -> Result:
    """The lower seed number wins; here seeds are players."""
    return Result.FIRST_WINS if game.first < game.second else Result.SECOND_WINS


def round_of(play: Play, number: int, results: object = None) -> Round:
    """The next round, with the results that a function gives."""
    games = [Game(table, one, other) for table, (_, one, other) in enumerate(next_games(play, seed="lot"), start=1)]
    if callable(results):
        games = [replace(game, result=results(game)) for game in games]
    return Round(number, tuple(games))


def played_out(
    players: int,
    kind: Kind = "single",
    third_place: bool = False,
    results: object = favorite,
    length: Length = ONE_GAME,
) -> tuple[Play, list[Round]]:
    """A whole knockout."""
    rounds: list[Round] = []
    while True:
        play = Play(bracket(players, kind, third_place), range(1, players + 1), rounds, length)
        drawn = round_of(play, len(rounds) + 1, results)
        if not drawn.games:
            return play, rounds
        rounds.append(drawn)


def by_chance(chance: random.Random) -> object:
    """Results by chance, without draws."""
    return lambda game: chance.choice(WON)


# ------------------------------------------------------------------------------------------------------- the bracket


def test_seeds_stand_where_everybody_puts_them() -> None:
    """The order of 8 and 16 as tennis and chess publish it: 1-16, 8-9, 4-13, 5-12 in the upper half."""
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("players", ALL_SIZES)
def test_seeds_meet_as_late_as_possible_and_everybody_gets_a_place(players: int) -> None:
    """If the better seed always wins, the 2^k best are the last 2^k, and the places are the seeds."""
    play, rounds = played_out(players)
    left = bracket(players).size
    for round_ in rounds:
        entered = {player for game in round_.games for player in (game.first, game.second)}
        assert all(game.first + game.second == left + 1 for game in round_.games)
        assert entered <= set(range(1, left + 1))
        left //= 2
    assert sorted(placed.player for placed in play.places()) == list(range(1, players + 1))
    assert all(placed.place <= placed.player <= placed.last for placed in play.places())
    assert sum(len(round_.games) for round_ in rounds) == players - 1


@pytest.mark.parametrize("players", ALL_SIZES)
def test_byes_go_to_the_top_seeds_and_never_meet(players: int) -> None:
    drawn = bracket(players)
    first = [tie for tie in drawn.ties if tie.round == 1 and tie.part is Part.MAIN]
    resting = []
    for tie in first:
        seeds = sorted(source.number for source in tie.sources)
        assert seeds[0] <= players, "a bye met a bye"
        resting += seeds[:1] if seeds[1] > players else []
    assert sorted(resting) == list(range(1, drawn.size - players + 1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [*range(2, 41), 63, 64, 65, 127, 128, 200, 256])
def test_whatever_happens_each_is_placed_once(players: int, kind: Kind) -> None:
    chance = random.Random(f"{kind} {players}")
    play, rounds = played_out(players, kind, third_place=True, results=by_chance(chance))
    games = sum(len(round_.games) for round_ in rounds)
    assert play.is_over
    assert not play.stranded
    assert not play.still_in
    places = play.places()
    assert sorted(placed.player for placed in places) == list(range(1, players + 1))
    taken = Counter((placed.place, placed.last) for placed in places)
    assert all(count == last - place + 1 for (place, last), count in taken.items())
    lost = Counter(
        game.second if game.result is Result.FIRST_WINS else game.first for round_ in rounds for game in round_.games
    )
    match kind:
        case "single":
            assert games == players - 1 + (players >= 4)
            # The two who are left over for the third place lose twice.
            assert max(lost.values()) <= 2
        case "double":
            champion, runner_up = places[0].player, places[1].player
            assert lost[champion] <= 1
            assert lost[runner_up] == 2
            assert all(lost[player] == 2 for player in range(1, players + 1) if player != champion)
            assert games == 2 * (players - 1) + lost[champion]
        case "placement":
            assert [placed.place for placed in places] == list(range(1, players + 1))


@pytest.mark.parametrize("players", [2, 4, 8, 16, 32])
def test_with_a_power_of_two_everyone_plays_in_every_round_for_every_place(players: int) -> None:
    _, rounds = played_out(players, "placement")
    assert len(rounds) == players.bit_length() - 1
    assert all(len(round_.games) == players // 2 for round_ in rounds)


@pytest.mark.parametrize("players", [8, 16, 32, 64])
def test_in_a_double_elimination_who_met_does_not_meet_soon_again(players: int) -> None:
    """As long as the better seed wins, nobody meets the one who beat him before the last losers' rounds."""
    play, _ = played_out(players, "double")
    met: dict[frozenset[object], int] = {}
    for state in play.ties:
        pair = frozenset(state.players)
        if pair in met:
            assert state.tie.part in (Part.GRAND_FINAL, Part.DECIDER) or state.tie.loser_places == (3, 3)
        met[pair] = state.tie.number


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(2, 70))
def test_a_tie_comes_after_those_it_waits_for(players: int, kind: Kind) -> None:
    drawn = bracket(players, kind, True)
    for number, tie in enumerate(drawn.ties, start=1):
        assert tie.number == number
        for source in tie.sources:
            assert source.number < number or source.comes is Comes.AS_SEED
    used = Counter(source for tie in drawn.ties for source in tie.sources if tie.part is not Part.DECIDER)
    assert max(used.values()) == 1


@pytest.mark.parametrize("players", [-1, 0, 1, 257, 1000])
def test_other_sizes_are_refused(players: int) -> None:
    with pytest.raises(BracketSize):
        bracket(players)


def test_three_play_two_games_and_the_first_seed_rests() -> None:
    play = Play(bracket(3), [7, 8, 9])
    assert [(one, other) for _, one, other in next_games(play, First.UPPER_SEED)] == [(8, 9)]
    assert play.ties[0].by is By.BYE


# --------------------------------------------------------------------------------------------------------- the seeding


@given(st.integers(2, 256), st.text(max_size=8))
def test_bands_keep_the_strong_apart(players: int, seed: str) -> None:
    order = seeding(range(1, players + 1), "bands", seed)
    assert sorted(order) == list(range(1, players + 1))
    assert order[:2] == tuple(range(1, players + 1))[:2]
    size = 2
    while size < players:
        assert set(order[:size]) == set(range(1, size + 1))
        size *= 2


def test_lots_are_those_of_the_seed() -> None:
    players = list(range(1, 17))
    assert seeding(players) == tuple(players)
    assert seeding(players, "lots", "k7") == tuple(Lots("k7").shuffled(players))
    assert seeding(players, "bands", "k7") != seeding(players, "bands", "k8")


# --------------------------------------------------------------------------------------------------------- long ties


def tie_of(results: str, length: Length, scores: tuple[tuple[int, int], ...] = ()) -> Play:
    """Two players and their games: letter by letter who won, ``a`` the upper seed, ``b`` the other, ``=`` nobody."""
    rounds: list[Round] = []
    for number, letter in enumerate(results, start=1):
        play = Play(bracket(2), [1, 2], rounds, length)
        (_, one, other), *_ = next_games(play, First.UPPER_SEED)
        result = Result.DRAW if letter == "=" else favorite(Game(1, one, other)) if letter == "a" else None
        result = result or (Result.SECOND_WINS if one == 1 else Result.FIRST_WINS)
        pair = scores[number - 1] if scores else (None, None)
        rounds.append(Round(number, (Game(1, one, other, result, *pair),)))
    return Play(bracket(2), [1, 2], rounds, length)


@pytest.mark.parametrize(
    ("results", "length", "winner"),
    [
        ("a", Length(1), 1),
        ("=", Length(1), None),
        ("==b", Length(1), 2),
        ("a", Length(2), None),
        ("aa", Length(2), 1),
        ("a=", Length(2), 1),
        ("ab", Length(2), None),
        ("abb", Length(2), 2),
        ("ab=a", Length(2), 1),
        ("aa", Length(3, is_best_of=True), 1),
        ("ab", Length(3, is_best_of=True), None),
        ("abb", Length(3, is_best_of=True), 2),
        ("a==", Length(3, is_best_of=True), 1),
        ("aa=", Length(5, is_best_of=True), None),
        ("aaa", Length(5, is_best_of=True), 1),
    ],
)
def test_a_tie_is_as_long_as_it_has_to_be(results: str, length: Length, winner: PlayerNumber | None) -> None:
    play = tie_of(results, length)
    assert play.is_over == (winner is not None)
    assert play.ties[0].winner == (Seat.OPEN if winner is None else winner)
    if winner is not None:
        assert next_games(play) == []


def test_who_starts_changes_from_game_to_game() -> None:
    starters = []
    rounds: list[Round] = []
    for number in range(1, 6):
        ((_, one, other),) = next_games(Play(bracket(2), [1, 2], rounds, Length(2)), seed="x")
        starters.append(one)
        rounds.append(Round(number, (Game(1, one, other, Result.DRAW),)))
    assert all(before != after for before, after in pairwise(starters))


@given(st.integers(2, 24), st.sampled_from(KINDS), st.text(max_size=4), st.randoms(use_true_random=False))
def test_who_has_started_less_often_starts(players: int, kind: Kind, seed: str, chance: random.Random) -> None:
    """In each game with whoever has fewer starts over the others; if level who did not start last, else by the lot."""
    rounds: list[Round] = []
    starts: dict[int, list[bool]] = {player: [] for player in range(1, players + 1)}
    while True:
        play = Play(bracket(players, kind), range(1, players + 1), rounds)
        by_lot = {frozenset((one, other)): one for _, one, other in next_games(play, First.BY_LOT, seed)}
        drawn = next_games(play, First.ALTERNATING, seed)
        assert len(drawn) == len(by_lot)
        if not drawn:
            return
        games = []
        for table, (_, one, other) in enumerate(drawn, start=1):
            balance = [(2 * sum(starts[player]) - len(starts[player]), starts[player][-1:]) for player in (one, other)]
            mine, theirs = ((sum_, last == [True]) for sum_, last in balance)
            assert mine < theirs or (mine == theirs and by_lot[frozenset((one, other))] == one)
            result = chance.choice([*WON, Result.FIRST_WINS_BY_FORFEIT])
            games.append(Game(table, one, other, result))
            if result.is_played:
                starts[one].append(True)
                starts[other].append(False)
        rounds.append(Round(len(rounds) + 1, tuple(games)))


def test_a_level_tie_is_decided_by_the_scores_if_that_is_the_rule() -> None:
    scores = ((400, 300), (350, 310))
    assert tie_of("ab", Length(2, by_scores=True), scores).ties[0].by is By.SCORES
    # The upper seed starts the first game and the other the second: 400 + 310 against 300 + 350.
    assert tie_of("ab", Length(2, by_scores=True), scores).ties[0].winner == 1
    assert not tie_of("ab", Length(2), scores).is_over
    assert not tie_of("ab", Length(2, by_scores=True), ((400, 300), (400, 300))).is_over


def test_the_lot_of_a_tie_does_not_hang_on_what_else_is_ready() -> None:
    whole = {tie.number: one for tie, one, _ in next_games(Play(bracket(16), range(1, 17)), seed="s")}
    begun = Play(bracket(16), range(1, 17), [Round(1, (Game(1, 1, 16, Result.FIRST_WINS),))])
    assert {tie.number: one for tie, one, _ in next_games(begun, seed="s")}.items() <= whole.items()
    assert len(set(whole.values()) & set(range(1, 9))) not in (0, 8), "the lots favor seeds"


# --------------------------------------------------------------------------- walkovers, forfeits, the third place


def test_the_third_place_does_not_hold_up_the_final() -> None:
    semis = Round(1, (Game(1, 1, 4, Result.FIRST_WINS), Game(2, 2, 3, Result.FIRST_WINS)))
    play = Play(bracket(4, third_place=True), [1, 2, 3, 4], [semis])
    assert {tie.part for tie, _, _ in next_games(play)} == {Part.MAIN, Part.THIRD_PLACE}
    third = Round(2, (Game(1, 4, 3, Result.FIRST_WINS),))
    after = Play(bracket(4, third_place=True), [1, 2, 3, 4], [semis, third])
    assert [(tie.part, {one, other}) for tie, one, other in next_games(after)] == [(Part.MAIN, {1, 2})]
    corrected = replace(third, games=(replace(third.games[0], result=Result.SECOND_WINS),))
    final = Round(3, (Game(1, 1, 2, Result.FIRST_WINS),))
    assert [p.player for p in Play(bracket(4, third_place=True), [1, 2, 3, 4], [semis, corrected, final]).places()] == [
        1,
        2,
        3,
        4,
    ]


def test_who_leaves_loses_what_is_open_and_nothing_else() -> None:
    first = round_of(Play(bracket(8), range(1, 9)), 1, favorite)
    play = Play(bracket(8), range(1, 9), [first], withdrawn={1: 1})
    assert play.ties[4].winner == 4
    assert play.ties[4].by is By.WALKOVER
    assert [{one, other} for _, one, other in next_games(play)] == [{2, 3}]
    both = Play(bracket(8), range(1, 9), [first], withdrawn={1: 1, 4: 1})
    assert both.ties[4].winner is Seat.BYE
    semifinal = round_of(both, 2, favorite)
    over = Play(bracket(8), range(1, 9), [first, semifinal], withdrawn={1: 1, 4: 1})
    assert over.is_over
    assert over.places()[0].player == 2


def test_after_a_double_forfeit_nobody_goes_on() -> None:
    semis = Round(1, (Game(1, 1, 4, Result.DOUBLE_FORFEIT), Game(2, 2, 3, Result.FIRST_WINS)))
    play = Play(bracket(4), [1, 2, 3, 4], [semis])
    assert play.is_over
    assert [(p.place, p.last, p.player) for p in play.places()] == [(1, 1, 2), (2, 2, 3), (3, 4, 1), (3, 4, 4)]


def test_the_grand_final_is_played_again_only_if_it_has_to_be() -> None:
    play, rounds = played_out(4, "double")
    assert play.ties[-1].by is By.NOT_NEEDED
    lost = replace(rounds[-1], games=(replace(rounds[-1].games[0], result=Result.SECOND_WINS),))
    if rounds[-1].games[0].first != 1:
        lost = replace(rounds[-1], games=(replace(rounds[-1].games[0], result=Result.FIRST_WINS),))
    again = Play(bracket(4, "double"), range(1, 5), [*rounds[:-1], lost])
    assert not again.is_over
    assert [tie.part for tie, _, _ in next_games(again)] == [Part.DECIDER]
    assert [(placed.place, placed.player) for placed in again.places()][:1] == [(3, 3)]


# ------------------------------------------------------------------------------------------------------ corrections


def test_a_corrected_winner_goes_on_and_the_loser_does_not() -> None:
    """brackets-manager.js, issues 73 and 219: before the final is played, and after it."""
    wrong = Round(1, (Game(1, 1, 4, Result.SECOND_WINS), Game(2, 2, 3, Result.FIRST_WINS)))
    right = replace(wrong, games=(replace(wrong.games[0], result=Result.FIRST_WINS), wrong.games[1]))
    assert Play(bracket(4), [1, 2, 3, 4], [wrong]).ties[2].players == [4, 2]
    assert Play(bracket(4), [1, 2, 3, 4], [right]).ties[2].players == [1, 2]
    final = Round(2, (Game(1, 2, 4, Result.FIRST_WINS),))
    corrected = Play(bracket(4), [1, 2, 3, 4], [right, final])
    assert [played.game for played in corrected.stranded] == list(final.games)
    assert corrected.ties[2].winner is Seat.OPEN
    cleared = replace(right, games=(replace(right.games[0], result=None), right.games[1]))
    assert Play(bracket(4), [1, 2, 3, 4], [cleared]).ties[2].players == [Seat.OPEN, 2]


@given(st.integers(2, 24), st.sampled_from(KINDS), st.booleans(), st.randoms(use_true_random=False), st.data())
def test_corrections_at_any_moment_leave_no_debris(
    players: int, kind: Kind, third_place: bool, chance: random.Random, data: st.DataObject
) -> None:
    """A tree after a correction is that of a tournament in which the game had ended so from the first."""
    drawn = bracket(players, kind, third_place)
    length = data.draw(st.sampled_from([Length(), Length(2), Length(3, is_best_of=True)]))
    rounds: list[Round] = []
    for _ in range(data.draw(st.integers(1, 12))):
        play = Play(drawn, range(1, players + 1), rounds, length)
        assert not play.stranded
        if rounds and chance.random() < 0.4:
            at = chance.randrange(len(rounds))
            where = chance.randrange(len(rounds[at].games)) if rounds[at].games else None
            if where is not None:
                changed = replace(rounds[at].games[where], result=chance.choice([*WON, Result.DRAW, None]))
                games = (*rounds[at].games[:where], changed, *rounds[at].games[where + 1 :])
                rounds[at] = replace(rounds[at], games=games)
                stranded = Play(drawn, range(1, players + 1), rounds, length).stranded
                fallen = {(played.round, played.game.first, played.game.second) for played in stranded}
                assert all(number >= at + 1 for number, *_ in fallen)
                rounds = [
                    replace(
                        each,
                        games=tuple(
                            game for game in each.games if (each.number, game.first, game.second) not in fallen
                        ),
                    )
                    for each in rounds
                ]
        else:
            round_ = round_of(play, len(rounds) + 1, lambda game: chance.choice([*WON, Result.DRAW, None]))
            if round_.games:
                rounds.append(round_)
    end = Play(drawn, range(1, players + 1), rounds, length)
    assert not end.stranded
    for state in end.ties:
        for side, source in enumerate(state.tie.sources):
            if source.comes is Comes.AS_SEED:
                assert state.players[side] == (source.number if source.number <= players else Seat.BYE)
            else:
                before = end.ties[source.number - 1]
                assert state.players[side] == (before.winner if source.comes is Comes.AS_WINNER else before.loser)
        for played in state.games:
            assert {played.game.first, played.game.second} == set(state.players)
