"""Every round is what its rules give, or what is different is said: for rounds drawn, changed and made elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st

from pairing_core.cli import main
from pairing_core.errors import PairedTwice
from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Event, Journal, events_of, paired_event
from pairing_core.model import Bye, KeepApart, Tournament
from pairing_core.simulation import Plan, simulate
from pairing_core.swiss import RULE_SETS, RuleSet, pair_round, rule_set
from pairing_core.verification import Origin, Verified, verify

DATA = Path(__file__).resolve().parents[1] / "data" / "trf"
LIFE = Plan(players=9, rounds=4, forfeits=5, byes=5, late=10, withdrawals=10)


def journal_of(tournament: Tournament) -> Journal:
    return Journal(events_of(tournament))


def drawn(rules: RuleSet = RULE_SETS[1], plan: Plan = LIFE, seed: str = "k7m2p9") -> Journal:
    """Return a tournament whose rounds are all drawn by a rule set."""
    return journal_of(simulate(plan, rules, seed, allow_repeats=True))


def codes(verified: tuple[Verified, ...]) -> list[list[str]]:
    return [[finding.code for finding in each.findings] for each in verified]


# Rounds of a rule set


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_what_a_rule_set_draws_is_what_it_draws(rules: RuleSet) -> None:
    for seed in ("a", "b", "c"):
        verified = verify(drawn(rules, seed=seed))
        assert codes(verified) == [[]] * LIFE.rounds
        assert [(each.round, each.system, each.origin) for each in verified] == [
            (number, rules.key, Origin.DRAWN) for number in range(1, LIFE.rounds + 1)
        ]


def event_of(journal: Journal, number: int) -> tuple[int, dict[str, Any]]:
    """Return a copy of the event that drew a round, and its place."""
    for at, event in enumerate(journal.events):
        if event["event"] == "round_paired" and event["round"] == number:
            return at, json.loads(json.dumps(event, default=dict))
    raise AssertionError(number)


def with_event(journal: Journal, at: int, event: Event) -> Journal:
    return Journal((*journal.events[:at], event, *journal.events[at + 1 :]))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_swapped_opponent_is_found_with_what_it_costs(number: int) -> None:
    journal = drawn()
    at, event = event_of(journal, number)
    one, other = event["games"][0], event["games"][1]
    one["second"], other["second"] = other["second"], one["second"]
    verified = verify(with_event(journal, at, event))
    found = codes(verified)[number - 1]
    assert found[0] == "other-game"
    assert found[-1] == "not-the-best"
    first, last = verified[number - 1].findings[0], verified[number - 1].findings[-1]
    assert first.params["table"] == 1
    assert first.text().startswith(f"Round {number}, table 1: the file has ")
    assert last.params["found"] > last.params["best"]  # type: ignore[operator]


def test_a_swapped_start_is_found() -> None:
    journal = drawn()
    at, event = event_of(journal, 4)
    game = event["games"][1]
    game["first"], game["second"] = game["second"], game["first"]
    verified = verify(with_event(journal, at, event))
    assert codes(verified) == [[], [], [], ["other-game", "not-the-best"]]
    assert [finding.params.get("table", finding.params.get("criterion")) for finding in verified[3].findings] == [
        2,
        "Start balance",
    ]


def test_another_seed_version_or_rule_set_is_noticed() -> None:
    journal = drawn()
    at, event = event_of(journal, 1)

    def with_draw(**changes: object) -> Verified:
        return verify(with_event(journal, at, {**event, "draw": {**event["draw"], **changes}}))[0]

    assert "other-game" in [finding.code for finding in with_draw(seed="another").findings]
    assert with_draw(version=99).origin is Origin.OTHER_VERSION
    assert with_draw(system="own").origin is Origin.ELSEWHERE
    assert with_draw(by_hand=True).origin is Origin.BY_HAND
    assert not with_draw(by_hand=True, seed="another").findings


def test_another_bye_is_found() -> None:
    journal = drawn(plan=Plan(players=7, rounds=3))
    at, event = event_of(journal, 2)
    (rest,) = event["byes"]
    game = event["games"][-1]
    event["byes"] = {str(game["first"]): "pairing-allocated"}
    game["first"] = int(rest)
    found = codes(verify(with_event(journal, at, event)))[1]
    assert {"other-game", "other-bye", "not-the-best"} <= set(found)


def test_a_game_left_out_is_found() -> None:
    journal = drawn(plan=Plan(players=8, rounds=2))
    at, event = event_of(journal, 2)
    del event["games"][-1]
    assert codes(verify(with_event(journal, at, event)))[1][:2] == ["other-number-of-games", "left-out"]


def test_a_result_corrected_later_does_not_turn_the_draw_wrong() -> None:
    """The reported case 50: pairings already made stay, and were right when they were made."""
    journal = drawn(plan=Plan(players=8, rounds=4, draws=0))
    assert codes(verify(journal)) == [[]] * 4
    game = journal.tournament.rounds[0].games[0]
    wrong = {"event": "result_entered", "round": 1, "first": game.first, "second": game.second, "result": "="}
    corrected = journal.append(wrong)
    verified = verify(corrected)
    assert codes(verified) == [[]] * 4
    assert [[note.code for note in each.notes] for each in verified] == [[], *[["drawn-before-correction"]] * 3]
    assert verified[2].notes[0].params["round"] == 1
    put_right = {**wrong, "result": None if game.result is None else game.result.value}
    assert not any(each.notes for each in verify(corrected.append(put_right)))
    # The same result there from the start would have given another draw.
    at, event = event_of(journal, 1)
    event["games"][0]["result"] = "="
    assert any(codes(verify(with_event(journal, at, event))))


def test_who_stands_nowhere_in_a_round_made_elsewhere_is_noted() -> None:
    """The reported case 16: nothing is wrong with it for certain, and nobody is passed over in silence."""
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C", players="A B C D E")
    players = dict(tournament.players)
    players[5] = replace(players[5], joins_in=2)
    verified = verify(journal_of(replace(tournament, players=players)))
    assert codes(verified) == [[], []]
    assert [[note.text() for note in each.notes] for each in verified] == [
        [],
        ["In round 2 these players have neither a game nor a bye: 2 (B), 4 (D), 5 (E)."],
    ]


def test_a_swapped_start_is_no_correction() -> None:
    journal = drawn(plan=Plan(players=8, rounds=3, draws=0))
    game = journal.tournament.rounds[0].games[0]
    swapped = journal.append({"event": "starts_swapped", "round": 1, "first": game.first, "second": game.second})
    after = swapped.tournament.rounds[0].games[0]
    assert (after.first, after.second) == (game.second, game.first)
    assert not any(each.notes for each in verify(swapped))


def test_what_is_undone_or_taken_back_is_not_checked() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D", seed="k7")
    journal = journal_of(tournament)
    pairing = pair_round(tournament)
    wrong = {**paired_event(pairing.round), "games": [{"first": 1, "second": 2}, {"first": 3, "second": 4}]}
    assert len(codes(verify(journal.append(wrong)))) == 3
    assert any(codes(verify(journal.append(wrong))))
    assert not any(codes(verify(journal.append(wrong).undo())))
    assert codes(verify(journal.append(wrong, {"event": "round_unpaired", "round": 3}))) == [[], []]
    taken_back = journal.append(wrong, {"event": "round_unpaired", "round": 3}, paired_event(pairing.round))
    assert codes(verify(taken_back)) == [[], [], []]


def test_locked_pairs_and_a_bye_by_hand() -> None:
    tournament = replace(sheet("", players="A B C D E F", seed="k7")[0], rounds=(), locked=((1, 2),))
    journal = journal_of(tournament).append(paired_event(pair_round(tournament).round))
    assert codes(verify(journal)) == [[]]
    game = journal.tournament.rounds[0].games[0]
    swapped = journal.append({"event": "starts_swapped", "round": 1, "first": game.first, "second": game.second})
    (verified,) = verify(swapped)
    assert (verified.origin, verified.findings) == (Origin.CHANGED, ())


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
@pytest.mark.parametrize("turned", [False, True])
def test_a_repeated_game_that_the_arbiter_locked(rules: RuleSet, turned: bool) -> None:
    """Repeats are not allowed, but the lock makes one: the two change sides, and drawn again it is the same round."""
    games = "A 1-0 B, C 1-0 D, E 1-0 F | C 1-0 A, B 1-0 E, F 1-0 D"
    if turned:
        games = games.translate(str.maketrans("AB", "BA"))
    # Their last games alone would let the same one start again.
    tournament, number = sheet(games, seed="k7")
    tournament = replace(tournament, locked=((number["A"], number["B"]),))
    pairing = pair_round(tournament, rules=rules)
    meeting = next(game for game in pairing.round.games if number["A"] in (game.first, game.second))
    assert meeting.first == number["A" if turned else "B"]
    assert pairing.relaxed == (() if rules.repeats else ("repeats",))
    journal = journal_of(replace(tournament, locked=())).append(paired_event(pairing.round))
    assert codes(verify(journal))[-1] == []


def test_a_bye_changed_later_is_said() -> None:
    journal = drawn(plan=Plan(players=5, rounds=1))
    (rest,) = journal.tournament.rounds[0].byes
    (verified,) = verify(journal.append({"event": "bye_given", "round": 1, "number": rest, "bye": "half-point"}))
    assert (verified.origin, verified.findings) == (Origin.CHANGED, ())


def test_repeats_allowed_for_one_draw_only() -> None:
    """The settings never allowed them, but the draw says that it had to."""
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D | A 1-0 D, B 1-0 C", seed="k7")
    pairing = pair_round(tournament, allow_repeats=True)
    assert codes(verify(journal_of(tournament).append(paired_event(pairing.round)))) == [[]] * 4


@given(
    st.sampled_from([rules for rules in RULE_SETS if rules.key != "king-of-the-hill"]),
    st.integers(3, 10),
    st.integers(1, 4),
    st.text("abc", min_size=1, max_size=4),
)
def test_every_pairing_drawn_is_verified(rules: RuleSet, players: int, rounds: int, seed: str) -> None:
    assert not any(codes(verify(drawn(rules, Plan(players, rounds, byes=5, forfeits=5), seed))))


# Rounds from elsewhere

ILLEGAL = [
    ("A 1-0 B, C 1-0 D | B 1-0 A, C 1-0 D", {}, ["repeat", "repeat"]),
    ("A 1-0 B, C 1-0 D | A 1-0 B, C 1-0 D", {"allow_repeats": True}, []),
    ("A +:- B, C 1-0 D | A 1-0 B, D 1-0 C", {}, ["repeat"]),
    ("A bye, B 1-0 C | A bye, C 1-0 B", {}, ["repeat", "second-bye"]),
    ("A bye, B 1-0 C | B bye, C 1-0 A", {}, []),
    ("A full, B 1-0 C | A bye, C 1-0 B", {"allow_repeats": True}, []),
    ("A +:- B, C bye | A bye, C 1-0 B", {}, ["second-bye"]),
    ("A bye, B bye, C 1-0 D | A 1-0 B, C bye, D bye", {}, ["two-rest", "two-rest"]),
    ("A half, B bye, C 1-0 D | A 1-0 B, C bye, D zero", {}, []),
    ("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D | A 1-0 D, B 1-0 C | B 1-0 A, D 1-0 C", {"system": "round-robin"}, []),
    ("A 1-0 B, C 1-0 D | B 1-0 A, D 1-0 C", {"system": "round-robin"}, ["repeat", "repeat"]),
    ("A 1-0 B | A 1-0 B", {"system": "king-of-the-hill"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "settings", "found"), ILLEGAL, ids=[text for text, _, _ in ILLEGAL])
def test_what_no_round_may_have(text: str, settings: dict[str, Any], found: list[str]) -> None:
    tournament, _ = sheet(text, **{"system": "mancala", **settings})
    verified = verify(journal_of(tournament))
    assert all(each.origin is Origin.ELSEWHERE for each in verified)
    assert [code for each in codes(verified) for code in each] == found


def test_a_repeat_names_the_earlier_round() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D | B 1-0 A, C 1-0 D")
    assert [finding.text() for finding in verify(journal_of(tournament))[2].findings] == [
        "In round 3 2 (B) and 1 (A) meet again; they met in round 1.",
        "In round 3 3 (C) and 4 (D) meet again; they met in round 1.",
    ]


def test_who_is_absent_is_not_paired() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D")
    players = dict(tournament.players)
    players[1] = replace(players[1], withdrawn_after=1)
    players[2] = replace(players[2], joins_in=2)
    players[3] = replace(players[3], byes={2: Bye.HALF_POINT})
    found = codes(verify(journal_of(replace(tournament, players=players))))
    assert found == [["absent-paired"], ["absent-paired", "bye-ignored"]]


def test_forbidden_pairs_and_players_kept_apart() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D")
    banned = replace(tournament, forbidden=((1, 2),), keep_apart=(KeepApart((2, 4)), KeepApart((3, 4), until=0)))
    assert codes(verify(journal_of(banned))) == [["forbidden-pair"], ["forbidden-pair"]]
    wished = replace(tournament, keep_apart=(KeepApart((1, 2), is_hard=False),))
    assert not any(codes(verify(journal_of(wished))))


def test_a_table_with_two_games() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D")
    (round_,) = tournament.rounds
    games = (round_.games[0], replace(round_.games[1], table=1))
    assert codes(verify(journal_of(replace(tournament, rounds=(replace(round_, games=games),))))) == [["table-twice"]]


def test_a_player_in_two_places_cannot_even_be_read() -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D")
    (round_,) = tournament.rounds
    games = (round_.games[0], replace(round_.games[1], first=1))
    with pytest.raises(PairedTwice):
        verify(journal_of(replace(tournament, rounds=(replace(round_, games=games),))))


@pytest.mark.parametrize("file", sorted(DATA.glob("*.trf")), ids=lambda file: file.stem)
def test_report_files_of_other_programs_are_legal(file: Path) -> None:
    """FIDE's samples and tournaments paired by bbpPairings 6.0.0 (see README.md there)."""
    tournament = trf.load(file.read_bytes().decode())
    verified = verify(journal_of(tournament))
    assert len(verified) == len(tournament.rounds) > 0
    assert not any(codes(verified))


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_says_a_line_for_each_round(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.json").write_text(losovna_json.dump(drawn(rule_set("mancala"))), encoding="utf-8")
    assert main(["verify", "good.json"]) == 0
    out, err = capsys.readouterr()
    good = "as its rules give it, and no other pairing is better"
    assert out.splitlines() == [f"Round {number} (mancala): {good}" for number in (1, 2, 3, 4)]
    assert err == ""
    assert main(["verify", "good.json", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["good"], value["players"], len(value["rounds"])) == (True, 9, 4)
    assert value["rounds"][0] == {"round": 1, "system": "mancala", "origin": "drawn", "findings": [], "notes": []}


def test_the_command_says_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 B, C 1-0 D")
    (folder / "bad.json").write_text(losovna_json.dump(journal_of(tournament)), encoding="utf-8")
    assert main(["verify", "bad.json"]) == 2
    out, err = capsys.readouterr()
    sentences = [
        "In round 2 1 (A) and 2 (B) meet again; they met in round 1.",
        "In round 2 3 (C) and 4 (D) meet again; they met in round 1.",
    ]
    elsewhere = "not drawn by a rule set, checked only for what no round may have"
    assert out.splitlines() == [f"Round 1: {elsewhere}", *(f"Round 2: {sentence}" for sentence in sentences)]
    assert err == f"losovna: bad.json: {sentences[-1]}\n"
    assert main(["verify", "bad.json", "--format", "json", "-o", "report.json"]) == 2
    value = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert value["good"] is False
    assert [finding["finding"] for finding in value["rounds"][1]["findings"]] == ["repeat", "repeat"]
    assert value["rounds"][1]["findings"][0]["params"]["met"] == "1"


def test_the_command_says_what_is_worth_knowing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tournament, _ = sheet("A 1-0 B, C 1-0 D | A 1-0 C")
    (folder / "t.json").write_text(losovna_json.dump(journal_of(tournament)), encoding="utf-8")
    assert main(["verify", "t.json"]) == 0
    out, err = capsys.readouterr()
    note = "In round 2 these players have neither a game nor a bye: 2 (B), 4 (D)."
    assert out.splitlines()[-1] == f"Round 2: {note}"
    assert err == ""
    assert main(["verify", "t.json", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["good"] is True
    assert [note["finding"] for note in value["rounds"][1]["notes"]] == ["nowhere"]


def test_nothing_drawn_is_good(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "players.txt").write_text("Anna\nBob\n", encoding="utf-8")
    assert main(["verify", "players.txt"]) == 0
    assert capsys.readouterr().out == "No round has been drawn.\n"
