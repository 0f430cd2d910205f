"""FIDE's report files: what is read, what is refused and where, and that a file comes back the same."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core import errors
from pairing_core.errors import FormatError, LosovnaError
from pairing_core.formats import csv_players, losovna_json, trf
from pairing_core.journal import Journal, events_of
from pairing_core.model import Bye, Game, KeepApart, Player, Result, Round, Scoring, Settings, Tournament, half_points

DATA = Path(__file__).parents[2] / "data" / "trf"
FILES = sorted(path.name for path in DATA.glob("*.trf"))


def text_of(name: str) -> str:
    return csv_players.decode((DATA / name).read_bytes())


# Files made by others


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_to_the_byte(name: str) -> None:
    text = text_of(name)
    assert trf.dump(trf.load(text)) == text
    assert trf.dump(trf.load(text)).encode() == (DATA / name).read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_through_the_journal(name: str) -> None:
    """Nothing of it is lost in our own file."""
    text = text_of(name)
    saved = losovna_json.dump(Journal(events_of(trf.load(text))))
    again = losovna_json.load(saved).tournament
    assert again == trf.load(text)
    assert trf.dump(again) == text


@pytest.mark.parametrize("version", [16, 26])
@pytest.mark.parametrize("name", FILES)
def test_a_file_says_the_same_in_either_version(name: str, version: int) -> None:
    tournament = trf.load(text_of(name))
    converted = trf.load(trf.dump(tournament, version))
    assert without_file(converted) == without_file(tournament)
    assert trf.dump(converted, version) == trf.dump(tournament, version)


def without_file(tournament: Tournament) -> Tournament:
    """The tournament without the lines of the file that it came from."""
    settings = replace(tournament.settings, fields=without_trf(tournament.settings.fields))
    players = {
        number: replace(player, fields=without_trf(player.fields)) for number, player in tournament.players.items()
    }
    return replace(tournament, settings=settings, players=MappingProxyType(players))


def without_trf(fields: MappingProxyType[str, str]) -> MappingProxyType[str, str]:
    return MappingProxyType({key: text for key, text in fields.items() if key != "trf"})


@pytest.mark.parametrize(
    ("name", "players", "rounds", "planned", "system"),
    [
        ("fide_example_trf16.trf", 284, 7, 7, "mancala"),
        ("fide_example_trf26.trf", 249, 14, 14, "mancala"),
        ("py4swiss_no_legal_pairings.trf", 4, 3, 4, "mancala"),
        ("py4swiss_no_legal_pairings_odd.trf", 5, 3, 5, "mancala"),
        ("bbp_10p5r_s42.trf", 10, 5, 5, "dutch"),
        ("bbp_40p9r_s42.trf", 40, 9, 9, "dutch"),
        ("bbp_dutch_C5.trf", 6, 2, 3, "mancala"),
        ("bbp_dutch_C9.trf", 5, 1, 3, "mancala"),
        ("large_15p9r_mixed.trf", 15, 9, 9, "mancala"),
    ],
)
def test_size_and_system(name: str, players: int, rounds: int, planned: int, system: str) -> None:
    tournament = trf.load(text_of(name))
    assert (len(tournament.players), len(tournament.rounds)) == (players, rounds)
    assert (tournament.settings.rounds, tournament.settings.system) == (planned, system)


def test_a_player_of_the_large_example() -> None:
    """Line 15 of FIDE's sample of 2005, as a person reads it."""
    tournament = trf.load(text_of("fide_example_trf16.trf"))
    assert tournament.settings.name == "9. Karl-Mala-Gedenkturnier"
    player = tournament.players[1]
    assert (player.name, player.rating, player.country, player.fields["title"]) == ("Player, 1", 2558, "CHI", "g")
    games = [round_.game_of(1) for round_ in tournament.rounds]
    assert [(game.first, game.second, game.result) for game in games if game] == [
        (1, 141, Result.FIRST_WINS),
        (78, 1, Result.SECOND_WINS),
        (1, 42, Result.FIRST_WINS),
        (21, 1, Result.SECOND_WINS),
        (1, 16, Result.FIRST_WINS),
        (25, 1, Result.DRAW),
        (1, 31, Result.DRAW),
    ]
    forfeit = tournament.rounds[0].game_of(13)
    assert forfeit is not None
    assert (forfeit.first, forfeit.second, forfeit.result) == (13, 153, Result.SECOND_WINS_BY_FORFEIT)
    assert tournament.rounds[6].game_of(13) is None
    assert 13 not in tournament.rounds[6].byes


def test_a_bye_after_the_last_round_is_requested() -> None:
    """In bbpPairings' test of criterion C5 player 4 will be absent in the third round, which is not drawn yet."""
    tournament = trf.load(text_of("bbp_dutch_C5.trf"))
    assert dict(tournament.players[4].byes) == {3: Bye.ZERO_POINT}
    assert len(tournament.rounds) == 2


def test_records_of_teams_say_nothing_about_players() -> None:
    tournament = trf.load(text_of("fide_example_trf26.trf"))
    assert tournament.forbidden == ()
    assert tournament.keep_apart == ()
    assert not any(player.byes for player in tournament.players.values())


# Small files


def line(number: int, points: str, *rounds: str, name: str = "", rest: str = "") -> str:
    """A player's line; each round like ``"2 w 1"``, ``"- U"`` or ``""``."""
    cells = []
    for each in rounds:
        words = ["0000", *each.split(" ")] if each.startswith("-") else each.split(" ")
        opponent, color, result = [*words, "", ""][:3]
        cells.append(f"  {opponent:>4} {color:1} {result:1}" if each else " " * 10)
    head = f"001 {number:>4} {'':>4} {name or f'P {number}':<33} {rest:<31} {points:>4} {number:>4}"
    return (head + "".join(cells)).rstrip()


def file(*lines: str) -> str:
    return "".join(f"{each}\n" for each in lines)


TWO = (line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b 0"))
FOUR = (
    line(1, "2.0", "3 w 1", "2 b 1"),
    line(2, "1.0", "4 b 1", "1 w 0"),
    line(3, "1.0", "1 b 0", "4 w 1"),
    line(4, "0.0", "2 w 0", "3 b 0"),
)


@pytest.mark.parametrize(
    ("white", "black", "points", "result", "is_rated"),
    [
        ("1", "0", ("1.0", "0.0"), Result.FIRST_WINS, True),
        ("0", "1", ("0.0", "1.0"), Result.SECOND_WINS, True),
        ("=", "=", ("0.5", "0.5"), Result.DRAW, True),
        ("0", "0", ("0.0", "0.0"), Result.BOTH_LOSE, True),
        ("=", "0", ("0.5", "0.0"), Result.FIRST_DRAWS_SECOND_LOSES, True),
        ("0", "=", ("0.0", "0.5"), Result.FIRST_LOSES_SECOND_DRAWS, True),
        ("W", "L", ("1.0", "0.0"), Result.FIRST_WINS, False),
        ("D", "D", ("0.5", "0.5"), Result.DRAW, False),
        ("L", "W", ("0.0", "1.0"), Result.SECOND_WINS, False),
        ("w", "l", ("1.0", "0.0"), Result.FIRST_WINS, False),
        ("+", "-", ("1.0", "0.0"), Result.FIRST_WINS_BY_FORFEIT, True),
        ("-", "+", ("0.0", "1.0"), Result.SECOND_WINS_BY_FORFEIT, True),
        ("-", "-", ("0.0", "0.0"), Result.DOUBLE_FORFEIT, True),
        ("", "", ("0.0", "0.0"), None, True),
    ],
)
def test_letters_of_games(
    white: str, black: str, points: tuple[str, str], result: Result | None, is_rated: bool
) -> None:
    text = file(line(1, points[0], f"2 w {white}"), line(2, points[1], f"1 b {black}"))
    tournament = trf.load(text)
    assert tournament.rounds[0].games == (Game(1, 1, 2, result, is_rated=is_rated),)
    assert trf.dump(tournament) == text
    fresh = trf.dump(replace(without_file(tournament), settings=Settings(rounds=1)), 16)
    assert fresh.splitlines()[0][91:99].rstrip() == f"   2 w {white.upper()}".rstrip()


@pytest.mark.parametrize(
    ("entry", "points", "bye"),
    [
        ("- U", "1.0", Bye.PAIRING_ALLOCATED),
        ("- F", "1.0", Bye.FULL_POINT),
        ("- H", "0.5", Bye.HALF_POINT),
        ("- Z", "0.0", Bye.ZERO_POINT),
        ("- u", "1.0", Bye.PAIRING_ALLOCATED),
        ("- +", "1.0", Bye.FULL_POINT),
        ("- =", "0.5", Bye.HALF_POINT),
        ("- -", "0.0", Bye.ZERO_POINT),
        ("", "0.0", None),
    ],
)
def test_letters_without_an_opponent(entry: str, points: str, bye: Bye | None) -> None:
    text = file(*TWO, line(3, points, entry))
    tournament = trf.load(text)
    assert tournament.rounds[0].byes.get(3) is bye
    assert trf.dump(tournament) == text


@pytest.mark.parametrize(
    ("records", "scoring"),
    [
        pytest.param([], Scoring(), id="nothing said"),
        pytest.param(
            ["162  W 3.0    D 1.0"],
            Scoring(6, 2, 0, 6, 0, 6, 6, 2, 0),
            id="TRF26: a forfeit and both full byes are worth a win",
        ),
        pytest.param(["162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"], Scoring(6, 2, 0, 6, 0, 2, 6, 2, 0), id="P"),
        pytest.param(["162  P 0.5"], Scoring(pairing_allocated_bye=1), id="P alone"),
        pytest.param(["162  A 0.5    X 0.5"], Scoring(forfeit_loss=1, zero_point_bye=1), id="A, and X passed over"),
        pytest.param(["XXS W=3", "XXS D=1"], Scoring(6, 2, 0, 6, 0, 2, 6, 2, 0), id="JaVaFo: the bye stays 1"),
        pytest.param(["XXS PAB=3 D=1 W=3"], Scoring(6, 2, 0, 6, 0, 6, 6, 2, 0), id="JaVaFo's example 2"),
        pytest.param(
            ["XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1"], Scoring(6, 4, 2, 6, 0, 4, 6, 4, 2), id="JaVaFo's example 4"
        ),
        pytest.param(
            ["XXS W=3 D=2 WL=1 BL=1", "XXS PAB=3", "XXS FPB=0 HPB=0 ZPB=0"],
            Scoring(6, 4, 2, 6, 0, 6, 0, 0, 0),
            id="JaVaFo's example 5: the later overrides",
        ),
        pytest.param(["BBW  3.0", "BBD  1.0"], Scoring(6, 2, 0, 6, 0, 6, 6, 2, 0), id="bbpPairings"),
        pytest.param(["BBU  0.5", "BBW  1.0"], Scoring(pairing_allocated_bye=1), id="bbpPairings' bye"),
    ],
)
def test_points(records: list[str], scoring: Scoring) -> None:
    players = [line(1, "0.0"), line(2, "0.0")]
    text = file(*records, *players)
    assert trf.load(text).settings.scoring == scoring
    assert trf.dump(trf.load(text)) == text


@pytest.mark.parametrize("version", [16, 26])
@pytest.mark.parametrize(
    ("records", "what", "value"),
    [
        (["XXR 9"], lambda t: t.settings.rounds, 9),
        (["142 9"], lambda t: t.settings.rounds, 9),
        (["XXC white1"], lambda t: t.settings.fields["initial-color"], "w"),
        (["XXC rank black1"], lambda t: t.settings.fields["initial-color"], "b"),
        (["152 w"], lambda t: t.settings.fields["initial-color"], "w"),
        (["152 B"], lambda t: t.settings.fields["initial-color"], "b"),
        (["092 FIDE_DUTCH_2025"], lambda t: t.settings.system, "dutch"),
        (["192 FIDE_DUBOV"], lambda t: t.settings.system, "dubov"),
        (["192 LOSOVNA_DUBOV_CAS"], lambda t: t.settings.system, "dubov-cas"),
        (["192 FIDE_DUTCH_BAKU"], lambda t: (t.settings.system, t.settings.acceleration), ("dutch", True)),
        (["XXP 3 1 4"], lambda t: t.forbidden, ((1, 3), (1, 4), (3, 4))),
        (["260 001 002    4    2"], lambda t: t.forbidden, ((2, 4),)),
        (["XXR 5", "XXZ 3 1"], lambda t: byes_of(t), {1: {3: Bye.ZERO_POINT}, 3: {3: Bye.ZERO_POINT}}),
        (["XXR 5", "240 H 004  001"], lambda t: byes_of(t), {1: {4: Bye.HALF_POINT}}),
        (["XXR 5", "240 F   3    2    4"], lambda t: byes_of(t), {2: {3: Bye.FULL_POINT}, 4: {3: Bye.FULL_POINT}}),
        (["XXR 5", "XXA    1  1.0  1.0  0.5"], lambda t: t.settings.acceleration, True),
        (["XXR 5", "250       1.0   1   2    1    2"], lambda t: t.settings.acceleration, True),
    ],
)
def test_records(records: list[str], what: Callable[[Tournament], object], value: object, version: int) -> None:
    """Each is read, comes back the same, and is said by the records of the other version as well."""
    text = file(*records, *FOUR)
    tournament = trf.load(text)
    assert what(tournament) == value
    assert trf.dump(tournament) == text
    assert what(trf.load(trf.dump(tournament, version))) == value
    codes = {each[:3] for each in trf.dump(tournament, version).splitlines()}
    assert not codes & ({"142", "152", "162", "192", "250", "260"} if version == 16 else {"XXR", "XXC", "XXP", "XXZ"})


def test_kept_apart_for_some_rounds() -> None:
    """The later version says for which; the extension of the earlier one says it for good, while it holds."""
    tournament = trf.load(file("XXR 5", "260 001 003    4    2", "260   2   2    1    3    2", *FOUR))
    assert tournament.keep_apart == (KeepApart((4, 2), until=3), KeepApart((1, 3, 2), until=2))
    assert trf.load(trf.dump(tournament, 26)).keep_apart == tournament.keep_apart
    assert trf.load(trf.dump(tournament, 16)).forbidden == ((2, 4),)
    later = trf.load(file("XXR 5", "260   3   5    1    4", *FOUR))
    assert (later.forbidden, later.keep_apart) == ((), (KeepApart((1, 4), until=5),))


def byes_of(tournament: Tournament) -> dict[int, dict[int, Bye]]:
    return {number: dict(player.byes) for number, player in tournament.players.items() if player.byes}


def test_a_bye_told_by_a_record_alone() -> None:
    text = file("240 H   1    3", *TWO, line(3, "0.5", "", name="Absent"))
    tournament = trf.load(text)
    assert dict(tournament.rounds[0].byes) == {3: Bye.HALF_POINT}
    assert trf.dump(tournament) == text


def test_a_number_that_is_free() -> None:
    """A gap is a mistake unless the file itself says how many players it has; then ours says it as well."""
    text = file("062 2", line(1, "1.0", "3 w 1"), line(3, "0.0", "1 b 0"))
    tournament = trf.load(text)
    assert list(tournament.players) == [1, 3]
    assert trf.dump(tournament) == text
    fresh = trf.dump(replace(tournament, settings=Settings(rounds=1)))
    assert fresh.splitlines()[0] == "062 2"
    assert trf.load(fresh).rounds == tournament.rounds


@pytest.mark.parametrize("points", ["2.0", "3.0", "2.5", "3.5"])
def test_points_with_what_is_to_come(points: str) -> None:
    """With and without the bye requested for the next round (JaVaFo's manual), and its fictitious point."""
    text = file("XXR 5", "XXA    1  1.0  1.0  1.0", line(1, points, "3 w 1", "2 b 1", "- H"), *FOUR[1:])
    assert trf.load(text).players[1].byes[3] is Bye.HALF_POINT


def test_of_several_records_on_fictitious_points_the_last_counts() -> None:
    records = ["250       1.0   1   3    1    4", "250       0.5   2   3    1    1"]
    assert trf.load(file("XXR 5", *records, line(1, "2.5", "3 w 1", "2 b 1"), *FOUR[1:]))
    with pytest.raises(errors.PointsDiffer):
        trf.load(file("XXR 5", *records, line(1, "3.0", "3 w 1", "2 b 1"), *FOUR[1:]))


def test_points_given_for_no_game_are_not_checked() -> None:
    text = file("299        -1.0   0    1", line(1, "0.0", "2 w 1"), TWO[1])
    assert trf.dump(trf.load(text)) == text


def test_order_of_the_tables() -> None:
    """First the best score, then the better sum, then the number (FIDE C.04.2)."""
    text = file(
        line(1, "0.0", "4 w 0", "2 w ", name="a"),
        line(2, "0.0", "5 w 0", "1 b ", name="b"),
        line(3, "0.5", "6 w =", "5 w ", name="c"),
        line(4, "1.0", "1 b 1", "6 w ", name="d"),
        line(5, "1.0", "2 b 1", "3 b ", name="e"),
        line(6, "0.5", "3 b =", "4 b ", name="f"),
    )
    games = trf.load(text).rounds[1].games
    assert [(game.table, game.first, game.second) for game in games] == [(1, 4, 6), (2, 3, 5), (3, 1, 2)]


def test_the_best_score_comes_before_the_better_sum() -> None:
    text = file(
        line(1, "1.5", "3 w 1", "4 b =", "2 w "),
        line(2, "1.5", "4 w 1", "5 b =", "1 b "),
        line(3, "0.0", "1 b 0", "6 w 0", "5 w "),
        line(4, "0.5", "2 b 0", "1 w =", "6 b "),
        line(5, "1.0", "6 w =", "2 w =", "3 b "),
        line(6, "1.5", "5 b =", "3 b 1", "4 w "),
        line(7, "2.0", "8 w 1", "9 w 1", "10 b "),
        line(8, "0.0", "7 b 0"),
        line(9, "0.0", "", "7 b 0"),
        line(10, "0.0", "", "", "7 w "),
    )
    games = trf.load(text).rounds[2].games
    assert [(game.first, game.second) for game in games] == [(10, 7), (1, 2), (6, 4), (3, 5)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
def test_names_in_every_code_page(encoding: str) -> None:
    """Reports: accents survive; a file in an old code page is read as people meant it."""
    text = file(line(1, "1.0", "2 w 1", name="Dvořáková, Žofie"), TWO[1])
    loaded = trf.load(csv_players.decode(text.encode(encoding)))
    assert loaded.players[1].name == "Dvořáková, Žofie"
    assert trf.dump(loaded) == text


@pytest.mark.parametrize("name", ['<b>Eva</b> & "Béla"', "O'Hara", "=1+1", "-5", "Sofie"])
def test_names_taken_literally(name: str) -> None:
    text = file(line(1, "1.0", "2 w 1", name=name), TWO[1])
    assert trf.load(text).players[1].name == name
    assert trf.dump(trf.load(text)) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_kept(end: str) -> None:
    text = file("012 Cup", *FOUR).replace("\n", end)
    assert trf.dump(trf.load(text)) == text
    assert trf.dump(trf.load(text.removesuffix(end))) == text.removesuffix(end)


# Mistakes


def changed(old: str, new: str, *lines: str) -> str:
    text = file(*lines)
    assert old in text
    return text.replace(old, new, 1)


MISTAKES = [
    # Reports: player 1 has a win against 2, and 2 a win against 1.
    (file(line(1, "1.0", "2 w 1"), line(2, "1.0", "1 b 1")), errors.ResultsContradict, 1, "round 1 the result “1” of"),
    (file(line(1, "1.0", "2 w 1"), line(2, "0.5", "1 b =")), errors.ResultsContradict, 1, "“=” of player 2"),
    (file(line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b -")), errors.ResultsContradict, 1, "contradicts the “-”"),
    (file(line(1, "1.0", "2 w W"), line(2, "0.0", "1 b 0")), errors.ResultsContradict, 1, "“W” of player 1"),
    (file(line(1, "1.0", "2 w +"), line(2, "1.0", "1 b +")), errors.ResultsContradict, 1, "round 1"),
    (file(line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b")), errors.ResultsContradict, 1, "contradicts the “”"),
    # Reports: the number 7 is missing; a number is repeated; a line is cut in the middle.
    (file(*(line(n, "0.0") for n in (1, 2, 3, 4, 5, 6, 8, 9))), errors.NumberMissing, None, "The number 7 is missing"),
    (file(line(2, "0.0")), errors.NumberMissing, None, "The number 1 is missing"),
    (file("062 3", line(1, "0.0"), line(3, "0.0")), errors.NumberMissing, None, "The number 2 is missing"),
    (file(*FOUR[:2], FOUR[1], *FOUR[2:]), errors.NumberRepeated, 3, "The number 2 belongs to the player in line 2"),
    (file(*FOUR[:3], FOUR[3][:40]), errors.LineCut, 4, "after column 40"),
    (file(*FOUR[:3], FOUR[3][:80]), errors.LineCut, 4, "after column 80"),
    (file(*FOUR[:3], FOUR[3][:95]), errors.LineCut, 4, "after column 95"),
    (file(*FOUR[:3], FOUR[3][:97]), errors.ResultsContradict, 2, "In round 1 the result “1” of player 2"),
    (file(*FOUR[:3], FOUR[3][:100]), errors.OpponentsDisagree, 3, "In round 2 player 3 meets 4"),
    (file(FOUR[0], FOUR[1]), errors.UnknownOpponent, 1, "In round 1 player 1 meets number 3"),
    # The lines of two players do not fit together.
    (file(line(1, "0.0", "1 w 0")), errors.PlaysSelf, 1, "In round 1 player 1 is paired with himself"),
    (file(line(1, "1.0", "7 w 1"), line(2, "0.0")), errors.UnknownOpponent, 1, "meets number 7"),
    (file(TWO[0], line(2, "0.0", "- Z")), errors.OpponentsDisagree, 1, "In round 1 player 1 meets 2"),
    (file(*TWO, line(3, "1.0", "2 w 1")), errors.OpponentsDisagree, 3, "In round 1 player 3 meets 2"),
    (file(line(1, "1.0", "2 w 1"), line(2, "0.0", "1 w 0")), errors.ColorsClash, 1, "players 1 and 2 both have"),
    # Points
    (file(line(1, "1.5", "2 w 1"), TWO[1]), errors.PointsDiffer, 1, "Player 1 has 1.5 points in column 81, but"),
    (file(line(1, "3.0", "2 w 1"), TWO[1]), errors.PointsDiffer, 1, "the results give 1;"),
    (file("162  W 3.0    D 1.0", *TWO), errors.PointsDiffer, 2, "the results give 3;"),
    (file(line(1, "", "2 w 1"), TWO[1]), errors.PointsNeeded, 1, "belong into column 81, not “    ”"),
    (file(line(1, "0.3", "2 w 1"), TWO[1]), errors.PointsNeeded, 1, "not “ 0.3”"),
    # Columns
    (changed("  2 w 1", " 2 w 1", *TWO), errors.WrongColumn, 1, "Column 96 must be empty, but “w”"),
    (changed("   2 w 1", "    2 w 1", *TWO), errors.WrongColumn, 1, "Column 96 must be empty, but “2”"),
    (changed("P 1  ", "P 1 ", *TWO), errors.WrongColumn, 1, "Column 96 must be empty, but “w”"),
    (changed("P 1 ", "P 1" + "x" * 31, *TWO), errors.WrongColumn, 1, "Column 48 must be empty, but “x”"),
    (changed("001    1", "0010   1", *TWO), errors.WrongColumn, 1, "Column 4 must be empty, but “0”"),
    (changed("P 1", "P\t1", *TWO), errors.ControlCharacter, 1, "The character U+0009 in column 16"),
    (changed("P 1", "P\x001", *TWO), errors.ControlCharacter, 1, "The character U+0000 in column 16"),
    ("012 A\x07\n" + file(*TWO), errors.ControlCharacter, 1, "column 6"),
    ("012 A\ud800\n" + file(*TWO), errors.ControlCharacter, 1, "U+D800"),
    (changed("P 1", "   ", *TWO), errors.EmptyName, 1, "A name is missing here."),
    (changed("001    1", "001   x1", *TWO), errors.WholeNumberNeeded, 1, "belongs into column 5, not “  x1”"),
    (changed("001    1", "001    0", *TWO), errors.WholeNumberNeeded, 1, "column 5"),
    (changed("001    1", "001     ", *TWO), errors.WholeNumberNeeded, 1, "column 5"),
    (file(line(1, "1.0", "2 w 1", rest="18x0"), TWO[1]), errors.WholeNumberNeeded, 1, "column 49, not “18x0”"),
    (file(line(1, "1.0", "x w 1"), TWO[1]), errors.WholeNumberNeeded, 1, "column 92"),
    (file(line(1, "1.0", "2 x 1"), TWO[1]), errors.UnknownColor, 1, "The color in column 97"),
    (file(line(1, "1.0", "2 w 2"), TWO[1]), errors.UnknownResult, 1, "no result “2” (column 99)"),
    (file(line(1, "1.0", "2 w ½"), TWO[1]), errors.UnknownResult, 1, "“½”"),
    (file(line(1, "1.0", "2 w U"), TWO[1]), errors.ResultDoesNotFit, 1, "In round 1, column 99, the result “U”"),
    (file(line(1, "1.0", "2 - 1"), TWO[1]), errors.ResultDoesNotFit, 1, "“1”"),
    (file(line(1, "1.0", "", "- 1"), TWO[1]), errors.ResultDoesNotFit, 1, "In round 2, column 109"),
    (file(line(1, "1.0", "0000 w 1"), TWO[1]), errors.ResultDoesNotFit, 1, "round 1"),
    # The whole file
    ("", errors.NoPlayers, None, "no line of a player"),
    ("hello\nworld", errors.NoPlayers, None, "no line of a player"),
    (file("062 3", *TWO), errors.PlayersDiffer, 1, "it has 3 players, but there are 2"),
    (file("012 Cup", "XXR 1", *FOUR), errors.RoundsDiffer, 2, "there are 1 rounds, but it holds 2"),
    # Records
    (file("XXR", *TWO), errors.BadRecord, 1, "In the record XXR"),
    (file("XXR 5 6", *TWO), errors.BadRecord, 1, "“5 6” cannot be understood (column 5)"),
    (file("142 2000", *TWO), errors.BadRecord, 1, "“2000”"),
    (file("XXR five", *TWO), errors.BadRecord, 1, "“five”"),
    (file("152 X", *TWO), errors.BadRecord, 1, "In the record 152"),
    (file("162  W 1.0    Q 2.0", *TWO), errors.BadRecord, 1, "“Q 2.0” cannot be understood (column 15)"),
    (file("162  W 1.3", *TWO), errors.BadRecord, 1, "(column 8)"),
    (file("XXS WW=1 BW=1 WD", *TWO), errors.BadRecord, 1, "“WD” cannot be understood (column 15)"),
    (file("XXS WW=2", *TWO), errors.PointsByColor, 1, "differ between white and black"),
    (file("BBW x", *TWO), errors.BadRecord, 1, "In the record BBW “x”"),
    (file("XXP 1", *TWO), errors.BadRecord, 1, "In the record XXP"),
    (file("XXP 1 1", *TWO), errors.BadRecord, 1, "“1 1”"),
    (file("XXP 1 9", *TWO), errors.BadRecord, 1, "“9”"),
    (file("260   3   2    1    2", *TWO), errors.BadRecord, 1, "In the record 260"),
    (file("XXZ 9", *TWO), errors.BadRecord, 1, "In the record XXZ “9”"),
    (file("240 Q   2    1", *TWO), errors.BadRecord, 1, "In the record 240 “Q"),
    (file("240 H   2    9", *TWO), errors.BadRecord, 1, "In the record 240 “9”"),
    (file("240 H   1    1", *TWO), errors.ByeContradicts, 1, "A bye of player 1 in round 1"),
    (file("240 H   1    3", *TWO, line(3, "0.0", "- Z")), errors.ByeContradicts, 1, "A bye of player 3 in round 1"),
    (file("240 H   2    1", line(1, "1.0", "2 w 1", "- Z"), TWO[1]), errors.ByeContradicts, 1, "in round 2"),
    (file("XXA    x  1.0", *TWO), errors.WholeNumberNeeded, 1, "column 5"),
    (file("XXA    1  1.x", *TWO), errors.PointsNeeded, 1, "column 10"),
    (file("250  2.0  1.0   1   2    1    2", *TWO), errors.BadRecord, 1, "In the record 250"),
    (file("250       1.0   2   1    1    2", *TWO), errors.BadRecord, 1, "In the record 250"),
    (file("250       1.0   1   2    1", *TWO), errors.BadRecord, 1, "In the record 250"),
]


@pytest.mark.parametrize(("text", "error", "number", "sentence"), MISTAKES)
def test_mistakes_are_refused_with_their_place(
    text: str, error: type[LosovnaError], number: int | None, sentence: str
) -> None:
    with pytest.raises(LosovnaError) as caught:
        trf.load(text)
    assert type(caught.value) is error
    assert caught.value.line == number
    assert sentence in str(caught.value)


@pytest.mark.parametrize("column", [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91, 96, 98, 100, 101, 106, 108])
def test_columns_that_are_empty(column: int) -> None:
    good = file(*FOUR)
    wrong = good[: column - 1] + "7" + good[column:]
    with pytest.raises(errors.WrongColumn, match=f"Column {column} must be empty, but “7”") as caught:
        trf.load(wrong)
    assert caught.value.line == 1


def test_every_error_of_the_format_has_a_row() -> None:
    """All but those of other formats and of writing."""
    elsewhere = {"BadJson", "DuplicateKey", "NotATournamentFile", "NewerVersion", "BadEvent", "BadRating"}
    known = {each.__name__ for each in FormatError.__subclasses__()} - elsewhere - {"TooLargeForFormat"}
    assert known == {error.__name__ for _, error, _, _ in MISTAKES if issubclass(error, FormatError)}


@pytest.mark.parametrize("name", [name for name in FILES if name != "fide_example_trf26.trf"])
def test_a_changed_result_in_a_real_file_is_noticed(name: str) -> None:
    """Each letter of a game, changed into any other, contradicts the opponent or the points."""
    text = text_of(name)
    lines = text.splitlines(keepends=True)
    chance = random.Random(3)
    places = [
        (at, column)
        for at, each in enumerate(lines)
        if each.startswith("001")
        for column in range(98, len(each.rstrip()), 10)
        if each[column] in "10="
    ]
    for at, column in chance.sample(places, min(len(places), 12)):
        for letter in set("10=+-HUZ") - {lines[at][column]}:
            wrong = [*lines]
            wrong[at] = wrong[at][:column] + letter + wrong[at][column + 1 :]
            with pytest.raises(FormatError):
                trf.load("".join(wrong))


# Changes


def test_only_what_has_changed_is_new() -> None:
    """A result corrected three rounds back: of 297 lines only those of the two, and points and ranks, are others."""
    text = text_of("fide_example_trf16.trf")
    before = trf.load(text)
    game = before.rounds[3].game_of(1)
    assert game is not None
    games = tuple(replace(each, result=Result.DRAW) if each == game else each for each in before.rounds[3].games)
    after = replace(before, rounds=(*before.rounds[:3], replace(before.rounds[3], games=games), *before.rounds[4:]))
    old, new = text.splitlines(), trf.dump(after).splitlines()
    assert [each for each in new if not each.startswith("001")] == [each for each in old if not each.startswith("001")]
    changed_rounds = [
        (one[:8], one[80:84], other[80:84]) for one, other in zip(old, new, strict=True) if one[91:] != other[91:]
    ]
    assert changed_rounds == [("001    1", " 6.0", " 5.5"), ("001   21", " 5.5", " 6.0")]
    assert all(one[:80] == other[:80] for one, other in zip(old, new, strict=True))
    assert said(trf.load(trf.dump(after))) == said(after)


def test_a_round_is_added_and_a_player() -> None:
    before = trf.load(file("### by hand", "012 Cup", "XXR 5", *FOUR, "XXZ 4", ""))
    player = Player(5, "Late", rating=1500, country="CZE", joins_in=3)
    round_ = Round(3, (Game(1, 1, 5, Result.FIRST_WINS),), MappingProxyType({4: Bye.ZERO_POINT}))
    after = replace(
        before,
        players=MappingProxyType({**before.players, 5: player}),
        rounds=(*before.rounds, round_),
        settings=replace(before.settings, name="Cup 2"),
    )
    lines = trf.dump(after).splitlines()
    assert lines[:3] == ["012 Cup 2", "### by hand", "XXR 5"]
    assert lines[3][84:].split() == ["1", "3", "w", "1", "2", "b", "1", "5", "w", "1"]
    assert lines[7].split() == ["001", "5", "Late", "1500", "CZE", "0.0", "5", "1", "b", "0"]
    assert lines[8:] == [""], "the absence of round 3 is in the line of player 4 now"


def test_another_rating_and_another_title() -> None:
    """The columns of the player are new, and the rounds stay as they were written."""
    before = trf.load(text_of("fide_example_trf16.trf"))
    player = replace(
        before.players[13], rating=2400, fields=MappingProxyType({**before.players[13].fields, "title": "m"})
    )
    after = replace(before, players=MappingProxyType({**before.players, 13: player}))
    old, new = trf.dump(before).splitlines(), trf.dump(after).splitlines()
    assert [(one, other) for one, other in zip(old, new, strict=True) if one != other] == [
        (
            "001   13    f Player, 13                        2373                             0.0    0   153 - -",
            "001   13    m Player, 13                        2400                             0.0    0   153 - -",
        )
    ]


@pytest.mark.parametrize("version", [16, 26])
@pytest.mark.parametrize("records", [[], ["092 FIDE_DUTCH_2025"], ["192 FIDE_DUTCH_BAKU"], ["XXA    1  1.0"]])
def test_acceleration_is_switched(records: list[str], version: int) -> None:
    before = trf.load(file("XXR 5", *records, *FOUR))
    switched = replace(before.settings, acceleration=not before.settings.acceleration)
    again = trf.load(trf.dump(replace(before, settings=switched), version))
    assert again.settings.acceleration is switched.acceleration
    assert again.settings.system == before.settings.system


@pytest.mark.parametrize("version", [16, 26])
@pytest.mark.parametrize("start", [("142 5",), ("XXR 5",), ()])
def test_more_rounds_than_were_planned_can_be_read_back(start: tuple[str, ...], version: int) -> None:
    """The number of rounds was lowered midway, or one more was drawn than planned."""
    before = trf.load(file(*start, *FOUR))
    after = replace(before, settings=replace(before.settings, rounds=1))
    again = trf.load(trf.dump(after, version))
    assert again.rounds == before.rounds
    assert again.settings.rounds == 2


def test_a_withdrawn_player_is_absent_in_the_next_round() -> None:
    before = trf.load(file("142 5", *FOUR))
    gone = replace(before.players[4], withdrawn_after=2)
    after = replace(before, players=MappingProxyType({**before.players, 4: gone}))
    assert trf.dump(after).splitlines()[-1] == "240 Z   3    4"
    assert trf.dump(after, 16).splitlines()[4].endswith("0000 - Z")


@pytest.mark.parametrize("kept", ["001 x", "001   99", "XXR x", "162 Q", "012 \x07", "\n\n001    1\n001    1\n"])
def test_kept_lines_that_somebody_spoiled_do_no_harm(kept: str) -> None:
    good = trf.load(file("XXR 5", *FOUR))
    fields = MappingProxyType({"trf": kept})
    spoiled = replace(
        good,
        settings=replace(good.settings, fields=fields),
        players=MappingProxyType({number: replace(each, fields=fields) for number, each in good.players.items()}),
    )
    assert without_file(trf.load(trf.dump(spoiled))).rounds == good.rounds


@pytest.mark.parametrize(
    ("tournament", "sentence"),
    [
        (Tournament(players={1: Player(1, "A", rating=10000)}), "“rating” 10000; the most is 9999"),
        (Tournament(players={10000: Player(10000, "A")}), "“number” 10000"),
    ],
)
def test_what_has_no_room_is_not_written(tournament: Tournament, sentence: str) -> None:
    with pytest.raises(errors.TooLargeForFormat, match=sentence):
        trf.dump(tournament)


def test_a_long_name_is_cut() -> None:
    """The format has room for 33 characters (reports: a name of 45 letters must not shift anything)."""
    player = Player(1, "N" * 45, rating=1500)
    again = trf.load(trf.dump(Tournament(players=MappingProxyType({1: player}))))
    assert (again.players[1].name, again.players[1].rating) == ("N" * 33, 1500)


def test_control_characters_are_not_written() -> None:
    player = Player(1, "A\x07\nB", country="C\nZ", fields=MappingProxyType({"title": "g\r"}))
    tournament = Tournament(Settings(name="Cup\n001\x00"), MappingProxyType({1: player}))
    again = trf.load(trf.dump(tournament))
    assert again.settings.name == "Cup 001"
    assert (again.players[1].name, again.players[1].country, again.players[1].fields["title"]) == ("A B", "C Z", "g")


# Laws


def said(tournament: Tournament) -> object:
    """What a report file can say of a tournament, with the games of a round as a set."""
    settings = tournament.settings
    following = tournament.next_round
    return (
        settings.name,
        settings.rounds,
        settings.scoring,
        tournament.forbidden,
        [(player.number, player.name, player.rating) for player in tournament.players.values()],
        [
            (
                {(game.first, game.second, game.result, game.is_rated) for game in round_.games},
                dict(round_.byes),
            )
            for round_ in tournament.rounds
        ],
        {
            (number, round_number): bye
            for number, player in tournament.players.items()
            for round_number, bye in {
                **player.byes,
                **({} if player.is_in(following) or following > settings.rounds else {following: Bye.ZERO_POINT}),
            }.items()
            if round_number >= following
        },
    )


@given(tournaments(open_round=True), st.sampled_from([16, 26]), st.data())
def test_what_is_written_is_read(tournament: Tournament, version: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(0, len(tournament.rounds)), label="rounds drawn")
    tournament = replace(tournament, rounds=tournament.rounds[:rounds])
    text = trf.dump(tournament, version)
    again = trf.load(text)
    assert said(again) == said(tournament)
    assert trf.dump(again) == text
    assert trf.dump(again, version) == text


@given(tournaments(max_players=8, max_rounds=4), st.sampled_from([16, 26]))
def test_the_points_in_the_lines_are_the_score(tournament: Tournament, version: int) -> None:
    from pairing_core.history import history

    records = history(tournament).records
    for each in trf.dump(tournament, 26).splitlines():
        if each.startswith("001"):
            assert half_points(each[80:84]) == records[int(each[4:8])].score


GOOD = [text_of(name) for name in FILES if len(text_of(name)) < 5000] + [
    file(
        "142 9",
        "152 W",
        "162  W 3.0    D 1.0",
        "240 H   4    1",
        "260   1   9    1    2",
        *(line(n, "0.0") for n in (1, 2)),
    )
]


@given(
    st.sampled_from(GOOD),
    st.lists(
        st.tuples(
            st.integers(0, 10_000),
            st.sampled_from(["cut", "put", "take", "swap"]),
            st.one_of(st.text("0123456789 wb10=+-UHFZWDLX\n\r\t.", max_size=4), st.text(max_size=2)),
        ),
        max_size=4,
    ),
)
@example(file("250       1.0   1 999    19999", *TWO), [])
@example("001" + " " * 10_000, [])
def test_any_change_of_a_good_file_loads_or_is_refused(text: str, changes: list[tuple[int, str, str]]) -> None:
    for at, kind, piece in changes:
        at %= len(text) + 1
        if kind == "cut":
            text = text[:at]
        elif kind == "put":
            text = text[:at] + piece + text[at:]
        elif kind == "take":
            text = text[:at] + text[at + len(piece) :]
        else:
            text = text[:at] + piece + text[at + len(piece) :]
    comes_back_if_it_loads(text)


@given(st.binary(max_size=200))
def test_any_bytes_load_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(LosovnaError):
        comes_back_if_it_loads(csv_players.decode(data))


@given(st.lists(st.text("0123 wb10=-UHXRPAZS.\x00é", max_size=60), max_size=6))
def test_any_records_load_or_are_refused(tails: list[str]) -> None:
    codes = ["012", "062", "142", "152", "162", "240", "250", "260", "XXR", "XXA", "XXP", "XXS", "XXZ", "BBW", "299"]
    for code in codes:
        comes_back_if_it_loads(file(*(f"{code} {tail}" for tail in tails), *FOUR))


def comes_back_if_it_loads(text: str) -> None:
    with contextlib.suppress(LosovnaError):
        tournament = trf.load(text)
        assert trf.dump(tournament) == text.removeprefix("\ufeff")
        assert Journal(events_of(tournament)).tournament == tournament
