"""Systems: one registry for how a round is drawn; the rounds of everyone against everyone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.cli import main
from pairing_core.errors import (
    AllRoundsDrawn,
    BadCycles,
    BadWish,
    ConstructionLimit,
    NobodyToPair,
    PairedTwice,
    ResultsMissing,
    UnknownPlayerInWish,
    UnknownRound,
    UnknownSystem,
    WishesExclude,
    WishRoundOutOfRange,
)
from pairing_core.formats import losovna_json, trf
from pairing_core.history import history
from pairing_core.journal import Event, Journal, events_of, paired_event
from pairing_core.model import (
    GROUPS,
    KNOCKOUT,
    ROUND_ROBIN,
    SCHEVENINGEN,
    Bye,
    Game,
    Player,
    Result,
    Settings,
    Tournament,
    pair_of,
    pairs_of,
)
from pairing_core.possible import possible
from pairing_core.round_robin import schedule
from pairing_core.simulation import Plan, simulate
from pairing_core.standings import counted, crosstable, standings, struck_out, to_json
from pairing_core.swiss import RULE_SETS, arranged, dearer
from pairing_core.systems import (
    SYSTEMS,
    ahead,
    bye_reasons,
    difference_told,
    pair_again,
    pair_round,
    reasons,
    round_reasons,
    rounds_to_come,
    settled,
    system,
    system_of,
    to_keep,
    warnings,
)
from pairing_core.systems.table import Table, members, table_of
from pairing_core.verification import Origin, verify

TABLES = ("serpentine", "sums", "fixed-first")


def robin(players: int, seed: str = "k7", **parameters: str) -> Tournament:
    """A round robin before its first round."""
    listed = {number: Player(number, f"P{number}") for number in range(1, players + 1)}
    settings = Settings(system=ROUND_ROBIN, seed=seed, parameters=MappingProxyType(parameters))
    return settled(Tournament(settings, MappingProxyType(listed)))


def played(tournament: Tournament, rounds: int | None = None) -> Tournament:
    """The tournament with its next rounds (all of them by default); whoever starts wins."""
    for _ in range(tournament.settings.rounds - len(tournament.rounds) if rounds is None else rounds):
        round_ = pair_round(tournament).round
        games = tuple(replace(game, result=game.result or Result.FIRST_WINS) for game in round_.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(round_, games=games)))
    return tournament


def changed(tournament: Tournament, player: int, **fields: object) -> Tournament:
    """The tournament with one player who is otherwise."""
    players = {**tournament.players, player: replace(tournament.players[player], **fields)}  # type: ignore[arg-type]
    return replace(tournament, players=MappingProxyType(players))


def games(tournament: Tournament) -> list[list[tuple[int, int]]]:
    """Who starts against whom, round by round."""
    return [[(game.first, game.second) for game in round_.games] for round_ in tournament.rounds]


# The registry


def test_every_rule_set_is_a_system_and_so_is_the_round_robin() -> None:
    assert [each.key for each in SYSTEMS] == [
        *(rules.key for rules in RULE_SETS),
        ROUND_ROBIN,
        GROUPS,
        SCHEVENINGEN,
        KNOCKOUT,
    ]
    assert [each.key for each in SYSTEMS if each.is_fixed] == [ROUND_ROBIN, GROUPS, SCHEVENINGEN]
    assert [system(each.key) for each in SYSTEMS] == list(SYSTEMS)
    with pytest.raises(UnknownSystem, match="round-robin"):
        system("ladder")


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_a_swiss_system_draws_as_its_rule_set_does(rules: object) -> None:
    """The same round, the same reasons; the number of rounds stays the arbiter's."""
    tournament = simulate(Plan(9, 3), rules, "k7")  # type: ignore[arg-type]
    assert settled(tournament) is tournament
    assert rounds_to_come(tournament) == ()
    for round_ in tournament.rounds:
        before = replace(tournament, rounds=tournament.rounds[: round_.number - 1])
        pairing = pair_again(before, round_.number)
        assert [(game.first, game.second) for game in pairing.round.games] == games(tournament)[round_.number - 1]
        assert all(reasons(pairing, game) for game in pairing.round.games)
        assert bye_reasons(pairing)
        assert round_reasons(pairing)


def test_a_swiss_round_waits_for_results_and_a_table_does_not() -> None:
    tournament, _ = sheet("A - B, C - D", system="mancala")
    with pytest.raises(ResultsMissing):
        pair_round(tournament)
    open_games = replace(robin(4), rounds=(pair_round(robin(4)).round,))
    assert len(pair_round(open_games).round.games) == 2


# Laws of a table


@given(
    st.integers(2, 13),
    st.sampled_from(TABLES),
    st.integers(1, 2),
    st.sampled_from(["lots", "list"]),
    st.text("ab", max_size=3),
)
def test_everybody_meets_everybody_once_in_a_cycle(players: int, key: str, count: int, numbers: str, seed: str) -> None:
    """In each cycle every pair once; nobody twice in a round; starts balanced; rests shared out evenly."""
    tournament = played(robin(players, seed, construction=key, cycles=str(count), numbers=numbers))
    cycle = players - 1 + players % 2
    assert len(tournament.rounds) == tournament.settings.rounds == cycle * count
    for at in range(count):
        rounds = games(tournament)[at * cycle : (at + 1) * cycle]
        assert sorted(pair_of(*game) for round_ in rounds for game in round_) == pairs_of(range(1, players + 1))
    for round_ in tournament.rounds:
        placed = [player for game in round_.games for player in (game.first, game.second)]
        assert sorted([*placed, *round_.byes]) == list(range(1, players + 1))
        assert set(round_.byes.values()) <= {Bye.PAIRING_ALLOCATED}
    allowed = 1 if (players - 1) * count % 2 else 0
    for record in history(tournament).records.values():
        assert abs(record.start_balance) <= allowed
        assert sum(entry.bye is not None for entry in record.entries) == players % 2 * count
    if count == 2:
        assert max(Counter(game for round_ in games(tournament) for game in round_).values()) == 1


@given(st.integers(2, 11), st.integers(0, 9), st.sampled_from(TABLES))
def test_rounds_to_come_are_the_rounds_that_are_drawn(players: int, rounds: int, key: str) -> None:
    """All at once or one by one: the same rounds; and each is what verify makes again."""
    tournament = robin(players, construction=key)
    begun = played(tournament, min(rounds, tournament.settings.rounds))
    whole = played(begun)
    to_come = rounds_to_come(begun)
    assert [[(g.first, g.second) for g in each.games] for each in to_come] == games(whole)[len(begun.rounds) :]
    assert [each.draw for each in to_come] == [each.draw for each in whole.rounds[len(begun.rounds) :]]
    journal = Journal(events_of(tournament)).append(*(paired_event(each) for each in whole.rounds))
    assert [(each.origin, each.findings) for each in verify(journal)] == [(Origin.FROM_TABLE, ())] * len(whole.rounds)


def test_numbers_of_the_list_give_the_table_as_it_is_printed() -> None:
    """Berger's table for six players, as FIDE prints it (C.05 Annex 1), one after another."""
    assert games(played(robin(6, construction="serpentine", numbers="list"))) == [
        [(first, second) for _, first, second in round_.games] for round_ in schedule(6).rounds
    ]


def test_golden_table_by_lot() -> None:
    """The same seed gives the same numbers everywhere and for ever."""
    assert table_of(robin(6, "losovna")).players == (5, 4, 2, 6, 3, 1)
    assert games(played(robin(5, "losovna", construction="fixed-first")))[:2] == [[(2, 5), (1, 3)], [(5, 1), (4, 2)]]


def test_two_cycles_turn_the_starts_and_nobody_starts_three_times_running() -> None:
    tournament = played(robin(6, cycles="2"))
    first, second = games(tournament)[:5], games(tournament)[5:]
    assert {game for round_ in second for game in round_} == {(b, a) for round_ in first for a, b in round_}
    runs = [record.starts for record in history(tournament).records.values()]
    assert not any(len(set(starts[at : at + 3])) == 1 for starts in runs for at in range(len(starts) - 2))
    plain = played(robin(6, cycles="2", **{"swap-last-rounds": "no"}))
    assert games(plain)[:5] == games(played(robin(6)))


def test_low_carry_over_only_where_there_is_a_table() -> None:
    assert len(played(robin(8, construction="low-carry-over")).rounds) == 7
    with pytest.raises(ConstructionLimit):
        pair_round(robin(30, construction="low-carry-over"))


@pytest.mark.parametrize(("parameters", "error"), [({"cycles": "0"}, BadCycles), ({"cycles": "x"}, BadCycles)])
def test_what_cannot_be_is_said(parameters: Mapping[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        pair_round(robin(4, **parameters))


def test_after_the_last_round_there_is_none() -> None:
    with pytest.raises(AllRoundsDrawn, match="players: 4, rounds: 3"):
        pair_round(played(robin(4)))
    with pytest.raises(NobodyToPair):
        pair_round(robin(1))


# Numbers stay


def test_numbers_stay_once_the_first_round_is_drawn() -> None:
    """Another seed, a latecomer, somebody gone: the table is that of the first round."""
    begun = played(robin(6), 1)
    whole = games(played(begun))
    other = replace(begun, settings=replace(begun.settings, seed="other"))
    assert games(played(other)) == whole
    late = replace(begun, players=MappingProxyType({**begun.players, 7: Player(7, "Late", joins_in=2)}))
    assert members(late) == (1, 2, 3, 4, 5, 6)
    assert settled(late).settings.rounds == 5
    assert games(played(late)) == whole
    assert [each.text() for each in warnings(late)] == [
        "Not in the table, because they came after its first round was drawn: Late."
    ]
    assert games(played(changed(begun, 3, withdrawn_after=1))) == whole


@given(st.integers(4, 10), st.integers(1, 4), st.sampled_from(TABLES))
def test_a_table_from_elsewhere_is_read_off_its_rounds(players: int, rounds: int, key: str) -> None:
    """A report file says nothing of lots; the rounds that were played say who has which number."""
    tournament = played(robin(players, construction=key), min(rounds, players - 1))
    there = trf.load(trf.dump(tournament))
    assert there.settings.system == ROUND_ROBIN
    there = replace(there, settings=replace(there.settings, parameters=tournament.settings.parameters))
    met = Counter(pair_of(*game) for round_ in games(played(settled(there))) for game in round_)
    assert met == Counter(pairs_of(range(1, players + 1)))


# Absences, rests


def test_a_game_against_one_who_is_absent_is_won_and_nobody_is_paired_otherwise() -> None:
    tournament = robin(6)
    usual = games(played(tournament))
    gone = changed(changed(tournament, 2, withdrawn_after=2), 5, byes=MappingProxyType({1: Bye.HALF_POINT}))
    there = played(gone)
    assert games(there) == usual
    for round_ in there.rounds:
        for game in round_.games:
            absent = [
                (player == 2 and round_.number > 2) or (player == 5 and round_.number == 1)
                for player in (game.first, game.second)
            ]
            wanted = {
                (True, False): Result.SECOND_WINS_BY_FORFEIT,
                (False, True): Result.FIRST_WINS_BY_FORFEIT,
                (True, True): Result.DOUBLE_FORFEIT,
            }.get((absent[0], absent[1]), Result.FIRST_WINS)
            assert game.result is wanted
    told = [each.text() for each in ahead(gone, pair_round(gone))]
    assert told == ["P5 is absent in round 1: the game is lost without being played."]


def test_two_who_are_both_gone_lose_both() -> None:
    there = played(changed(changed(robin(4), 1, withdrawn_after=1), 2, withdrawn_after=1))
    results = {pair_of(game.first, game.second): game.result for round_ in there.rounds[1:] for game in round_.games}
    meeting = next(r.number for r in there.rounds for g in r.games if pair_of(g.first, g.second) == (1, 2))
    assert meeting == 1 or results[1, 2] is Result.DOUBLE_FORFEIT


@pytest.mark.parametrize("scoring", ["1", "0"])
def test_a_rest_gives_no_points(scoring: str) -> None:
    """Whatever a bye is worth in the settings: here everybody rests once. A file for others says it, too."""
    events: list[Event] = list(events_of(robin(5)))
    events[0] = {**events[0], "settings": {**events[0]["settings"], "scoring": {"pairing_allocated_bye": scoring}}}
    journal = Journal(tuple(events))
    tournament = played(journal.tournament, 3)
    rests = [entry for record in history(tournament).records.values() for entry in record.entries if entry.bye]
    assert [(entry.bye, entry.points) for entry in rests] == [(Bye.PAIRING_ALLOCATED, 0)] * 3
    assert sum(row.points for row in standings(tournament, 3).rows) == 2 * 2 * 3
    assert [row.points for row in standings(trf.load(trf.dump(tournament)), 3).rows] == [
        row.points for row in standings(tournament, 3).rows
    ]


def test_a_rest_has_no_score_of_the_game() -> None:
    tournament = robin(5)
    tournament = played(replace(tournament, settings=replace(tournament.settings, bye_scores=(40, 24))), 1)
    assert [entry.own for record in history(tournament).records.values() for entry in record.entries if entry.bye] == [
        None
    ]


# Wishes, clubs


def test_wishes_are_met_and_the_rest_is_by_lot() -> None:
    """Who is named meets in the round that is named; another seed gives another table with the same meetings."""
    tables = [table_of(robin(8, seed, wishes="1,4:last; 2,3:1;")) for seed in ("a", "b", "c")]
    assert [(table.meetings(1, 4), table.meetings(2, 3)) for table in tables] == [([7], [1])] * 3
    assert len({table.players for table in tables}) > 1


@pytest.mark.parametrize(
    ("wishes", "error"),
    [
        ("1,4", BadWish),
        ("1,9:last", UnknownPlayerInWish),
        ("1,4:9", WishRoundOutOfRange),
        ("1,4:1; 1,5:1", WishesExclude),
    ],
)
def test_a_wish_that_cannot_be_is_said(wishes: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        pair_round(robin(8, wishes=wishes))


@given(st.integers(4, 12), st.integers(2, 4), st.text("ab", max_size=2), st.sampled_from(TABLES))
def test_players_of_one_club_meet_early(players: int, clubs: int, seed: str, key: str) -> None:
    """All together never later than by lot alone, and no single exchange of two numbers would bring them earlier."""
    tournament = robin(players, seed, construction=key)
    for number in tournament.players:
        tournament = changed(tournament, number, club=f"Club {number % clubs}")
    early = replace(
        tournament,
        settings=replace(tournament.settings, parameters={**tournament.settings.parameters, "clubs-first": "yes"}),
    )
    mates = [pair for pair in pairs_of(range(1, players + 1)) if (pair[0] - pair[1]) % clubs == 0]

    def total(table: Table) -> int:
        return sum(table.meetings(*pair)[0] for pair in mates)

    table = table_of(early)
    assert total(table) <= total(table_of(tournament))
    for one in range(players):
        for other in range(one):
            numbers = list(table.players)
            numbers[one], numbers[other] = numbers[other], numbers[one]
            assert total(replace(table, players=tuple(numbers))) >= total(table)


def test_two_of_one_club_meet_in_the_first_round() -> None:
    tournament = changed(changed(robin(8), 2, club="Sokol"), 7, club="Sokol")
    tournament = replace(
        tournament, settings=replace(tournament.settings, parameters=MappingProxyType({"clubs-first": "yes"}))
    )
    assert table_of(tournament).meetings(2, 7) == [1]


# Who comes late


@given(st.integers(1, 5).map(lambda half: 2 * half + 1), st.sampled_from(TABLES), st.integers(1, 2), st.data())
def test_who_comes_late_takes_the_free_place(players: int, key: str, count: int, data: st.DataObject) -> None:
    """The games that were played stay; nobody rests any more; everybody meets everybody; starts stay balanced."""
    tournament = robin(players, construction=key, cycles=str(count))
    kept = replace(tournament, settings=replace(tournament.settings, **to_keep(tournament)))
    begun = played(kept, data.draw(st.integers(1, players * count - 1)))
    new = players + 1
    parameters = MappingProxyType({**begun.settings.parameters, "late": str(new)})
    late = replace(
        begun,
        players=MappingProxyType({**begun.players, new: Player(new, "Late")}),
        settings=replace(begun.settings, parameters=parameters),
    )
    assert settled(late) is late
    whole = played(late)
    table = table_of(whole)
    for at, round_ in enumerate(whole.rounds):
        own = games(whole)[at]
        assert own == [(game.first, game.second) for game in table.games(at + 1)][: len(own)]
        assert len(own) == players // 2 if at < len(begun.rounds) else not round_.byes
    met = Counter(pair_of(g.first, g.second) for r in range(1, table.rounds + 1) for g in table.games(r))
    assert met == Counter(dict.fromkeys(pairs_of(range(1, new + 1)), count))
    for player in whole.players:
        starts, all_games = table.starts(player)
        assert abs(2 * starts - all_games) <= 1
    if count == 2:
        assert (
            max(Counter((g.first, g.second) for r in range(1, table.rounds + 1) for g in table.games(r)).values()) == 1
        )


def test_games_are_added_to_rounds_that_are_drawn() -> None:
    tournament = robin(5, numbers="list")
    journal = Journal(events_of(tournament)).append(paired_event(pair_round(tournament).round))
    rests = journal.tournament.rounds[0].resting
    journal = journal.append({"event": "player_added", "player": {"number": 6, "name": "Late"}})
    added = journal.append({"event": "game_added", "round": 1, "first": 6, "second": rests, "result": "-"})
    round_ = added.tournament.rounds[0]
    assert (round_.byes, round_.games[-1]) == ({}, Game(3, 6, rests or 0, Result.SECOND_WINS_BY_FORFEIT))
    (found,) = verify(added)
    assert (found.origin, found.findings) == (Origin.CHANGED, ())
    for first, second in ((6, 2), (6, 6)):
        with pytest.raises(PairedTwice):
            journal.append({"event": "game_added", "round": 1, "first": first, "second": second})
    with pytest.raises(UnknownRound):
        journal.append({"event": "game_added", "round": 2, "first": 6, "second": 1})


# Who leaves early


def left(after: int, players: int = 6, **parameters: str) -> Tournament:
    """A whole round robin of which player 1 has left after a round; whoever starts wins."""
    return played(changed(robin(players, numbers="list", **parameters), 1, withdrawn_after=after))


def test_who_leaves_before_half_of_the_games_is_struck_out() -> None:
    """Two of five games were played: they count for nobody, and stand in the table all the same."""
    tournament = left(2)
    assert struck_out(tournament) == {1}
    rows = standings(tournament).rows
    last = rows[-1]
    assert (last.player, last.is_struck, last.points, last.rank) == (1, True, 0, 6)
    assert [row.is_struck for row in rows[:-1]] == [False] * 5
    among = [game for r in tournament.rounds for game in r.games if 1 not in (game.first, game.second)]
    for row in rows[:-1]:
        assert row.points == 2 * sum(game.first == row.player for game in among)
    table = crosstable(tournament)
    assert sum(1 for pair in table.meetings if 1 in pair) == 10
    assert [row.points for row in table.rows] == [row.points for row in rows]
    assert to_json(standings(tournament), tournament)["rows"][-1]["struck_out"] is True


@pytest.mark.parametrize(("players", "after", "is_struck"), [(6, 2, True), (6, 3, False), (5, 1, True), (5, 3, False)])
def test_half_of_the_games_is_enough(players: int, after: int, is_struck: bool) -> None:
    """With five players there are four games; player 1 rests in the first round, so three rounds are two games."""
    tournament = left(after, players)
    assert bool(struck_out(tournament)) is is_struck
    assert counted(tournament) is tournament or is_struck


def test_a_club_may_keep_the_results() -> None:
    tournament = left(2, **{"strike-out": "no"})
    assert not struck_out(tournament)
    assert sum(row.points for row in standings(tournament).rows) == 2 * 15


def test_who_is_struck_out_decides_no_tie_and_can_win_nothing() -> None:
    tournament = left(2)
    ranked = standings(tournament, tie_breaks=["sonneborn-berger", "direct-encounter", "koya"])
    without = standings(counted(tournament), tie_breaks=["sonneborn-berger", "direct-encounter", "koya"])
    assert ranked.rows[:-1] == without.rows
    assert set(possible(tournament).places) == {2, 3, 4, 5, 6}


def test_a_swiss_tournament_strikes_nobody_out() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C", system="mancala")
    assert not struck_out(changed(tournament, 4, withdrawn_after=1))


# Why it is so, and what the arbiter changes


def test_a_round_explains_itself() -> None:
    tournament = robin(5, numbers="list", cycles="2")
    pairing = pair_round(tournament)
    game = pairing.round.games[0]
    assert [each.text() for each in reasons(pairing, game)] == [
        "The printed table for 5 players has number 2 against number 5 in round 1: P2 is number 2, P5 is number 5.",
        "They also meet in round 6, where the other one starts.",
        "P2 starts, because the table has it so: in all its rounds P2 starts 4 of 8 games, P5 4 of 8.",
    ]
    assert [each.text() for each in bye_reasons(pairing)] == [
        "P1 rests: the number of players is odd, so in every round one has no game, everybody equally often; "
        "a rest gives no points."
    ]
    assert [each.text() for each in round_reasons(pairing)] == [
        "This is round 1 of 10 of the printed table; it does not depend on results, and everybody meets everybody "
        "equally often."
    ]
    assert not pairing.relaxed
    assert not pairing.total
    assert bye_reasons(pair_round(robin(4))) == ()


def test_second_rests_and_second_meetings_are_no_fault() -> None:
    tournament = played(robin(5, cycles="2"), 7)
    pairing = pair_round(tournament)
    assert (pairing.relaxed, pairing.total) == ((), {})


def test_what_is_changed_by_hand_is_priced_by_the_table_and_verified_as_made_by_hand() -> None:
    tournament = robin(5)
    best = pair_round(tournament)
    one, two = best.round.games
    made = arranged(best, [replace(one, second=two.second), replace(two, first=two.first, second=one.second)], best.bye)
    told = [each.text() for each in difference_told(made, dearer(made, best))]
    assert told == ["Games that the table does not have in this round: 2."]
    turned = arranged(best, [replace(one, first=one.second, second=one.first), two], best.bye)
    assert [each.text() for each in difference_told(turned, dearer(turned, best))] == [
        "Games in which the other one starts than in the table: 1."
    ]
    rest = arranged(best, [replace(one, first=best.bye or 0), two], one.first)
    assert [each.text() for each in difference_told(rest, dearer(rest, best))] == [
        "Games that the table does not have in this round: 1.",
        "Another one rests than in the table.",
    ]
    journal = Journal(events_of(tournament)).append(paired_event(made.round))
    (found,) = verify(journal)
    assert (found.origin, found.findings) == (Origin.BY_HAND, ())


def test_verify_sees_a_game_that_the_table_does_not_have() -> None:
    tournament = robin(6)
    event = paired_event(pair_round(tournament).round)
    one, two, three = event["games"]
    wrong = {**event, "games": [{**one, "second": two["second"]}, {**two, "second": one["second"]}, three]}
    (found,) = verify(Journal(events_of(tournament)).append(wrong))
    assert [each.code for each in found.findings][:1] == ["other-game"]
    first, second = one["first"], one["second"]
    swapped = Journal(events_of(tournament)).append(
        event, {"event": "starts_swapped", "round": 1, "first": first, "second": second}
    )
    (found,) = verify(swapped)
    assert (found.origin, found.findings) == (Origin.CHANGED, ())


def test_verify_sees_who_is_left_out_of_the_table() -> None:
    tournament = robin(6)
    event = paired_event(pair_round(tournament).round)
    journal = Journal(events_of(tournament)).append({**event, "games": event["games"][:2]})
    (found,) = verify(journal)
    assert {"other-number-of-games", "left-out"} <= {each.code for each in found.findings}


# The command


def test_command_draws_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = tmp_path / "names.csv"
    names.write_text("Anna\nBéla\nCyril\nDana\nEva\n", encoding="utf-8")
    file = tmp_path / "robin.json"
    options = "--system round-robin --construction fixed-first --cycles 2 --numbers list --seed k7"
    assert main(["pair", str(names), *options.split(), "-o", str(file)]) == 0
    tournament = losovna_json.load(file.read_text(encoding="utf-8")).tournament
    assert tournament.settings.rounds == 10
    assert system_of(tournament).key == ROUND_ROBIN
    for _ in range(9):
        assert main(["pair", str(file), "-o", str(file)]) == 0
    assert main(["pair", str(file), "-o", str(file)]) == 3
    assert "All rounds of the table are drawn" in capsys.readouterr().err
    assert main(["verify", str(file), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["origin"] for each in told["rounds"]] == ["from-table"] * 10
    assert main(["pair", str(file), "--construction", "sums"]) == 2
    assert "--construction" in capsys.readouterr().err


def test_command_simulates_a_round_robin(capsys: pytest.CaptureFixture[str]) -> None:
    """People come late and leave: their games stand all the same."""
    words = "simulate --players 7 --rounds 14 --system round-robin --seed k7 --late 30 --withdrawals 30"
    assert main(words.split()) == 0
    tournament = losovna_json.load(capsys.readouterr().out).tournament
    assert tournament.settings.parameters["cycles"] == "2"
    assert [len(round_.games) for round_ in tournament.rounds] == [3] * 14
