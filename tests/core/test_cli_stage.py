"""The command ``losovna stage``: who goes on, what is kept, and what is refused in one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pairing_core.cli import main
from pairing_core.errors import AllRoundsDrawn
from pairing_core.formats import losovna_json
from pairing_core.going_on import advanced
from pairing_core.groups import advancing
from pairing_core.journal import Event, Journal, paired_event
from pairing_core.model import Carried, pairs_of
from pairing_core.stages import final_ranking, pair_round, view
from pairing_core.standings import standings
from pairing_core.systems.groups_system import group_tournament, groups_of
from pairing_core.verification import verify


class Outcome(NamedTuple):
    """How the command ended, and what it printed."""

    status: int
    out: str
    error: str


@pytest.fixture
def losovna(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run the command."""

    def run(*arguments: object) -> Outcome:
        status = main([str(each) for each in arguments])
        return Outcome(status, *capsys.readouterr())

    return run


def begun(players: int, **told: Any) -> Journal:
    """A tournament before its first round; player 1 is the strongest."""
    events: list[Event] = [{"event": "created", "settings": {"seed": "lot", "rounds": 3, **told}}]
    events += [
        {"event": "player_added", "player": {"number": number, "name": f"P{number}", "rating": 2000 - number}}
        for number in range(1, players + 1)
    ]
    return Journal(tuple(events))


def played(journal: Journal, rounds: int | None = None, drawn: Sequence[frozenset[int]] = ()) -> Journal:
    """Draw and play; the lower number wins, but for games that are told to be drawn."""
    done = 0
    while rounds is None or done < rounds:
        try:
            _, round_ = pair_round(journal.tournament)
        except AllRoundsDrawn:
            return journal
        journal = journal.append(paired_event(round_))
        for game in round_.games:
            result = "1" if game.first < game.second else "0"
            if {game.first, game.second} in drawn:
                result = "="
            journal = journal.append(
                {
                    "event": "result_entered",
                    "round": round_.number,
                    "first": game.first,
                    "second": game.second,
                    "result": result,
                }
            )
        done += 1
    return journal


def grouped(players: int = 23, count: int = 4, drawn: Sequence[frozenset[int]] = ()) -> Journal:
    """A tournament in groups, all played."""
    told = {"system": "groups", "tie_breaks": ["sonneborn-berger"], "parameters": {"groups": str(count)}}
    return played(begun(players, **told), drawn=drawn)


def saved(path: Path, journal: Journal) -> Path:
    """The file of a tournament."""
    file = path / "cup.json"
    file.write_text(losovna_json.dump(journal), encoding="utf-8")
    return file


def loaded(file: Path) -> Journal:
    """What is kept in a file."""
    return losovna_json.load(file.read_text(encoding="utf-8"))


def test_the_best_go_on(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    swiss = played(begun(9, system="mancala"), 3)
    file = saved(tmp_path, swiss)
    wanted = [row.player for row in standings(swiss.tournament).rows]
    cut = next(size for size in (4, 5, 3, 2) if standings(swiss.tournament).rows[size].rank == size + 1)
    done = losovna("stage", file, "--system", "mancala", "--best", cut, "--name", "Finals", "-o", file)
    assert (done.status, done.error) == (0, "")
    assert "Finals, Czech mancala federation" in done.out
    assert [line.split() for line in done.out.splitlines()[5 : 5 + cut]] == [
        [str(at), str(player), f"(P{player})"] for at, player in enumerate(wanted[:cut], start=1)
    ]
    stage = loaded(file).tournament.stages[0]
    assert (stage.name, list(stage.players), stage.carried) == ("Finals", wanted[:cut], Carried.NOTHING)
    assert stage.settings.rounds == (cut - 1).bit_length()
    assert losovna("pair", file, "-o", file).status == 0


def test_who_is_level_at_the_cut_is_named_and_players_decides(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """Four players who all draw: nothing separates them, so no two of them are simply taken."""
    level = [frozenset(pair) for pair in pairs_of(range(1, 5))]
    file = saved(tmp_path, played(begun(4, system="round-robin", tie_breaks=["sonneborn-berger"]), drawn=level))
    before = file.read_bytes()
    done = losovna("stage", file, "--system", "knockout", "--best", "2", "-o", file)
    assert (done.status, done.out) == (2, "")
    assert done.error.count("\n") == 1
    assert "2: 1 (P1), 2 (P2), 3 (P3), 4 (P4)." in done.error
    assert "--players says who does" in done.error
    assert file.read_bytes() == before
    done = losovna("stage", file, "--system", "knockout", "--players", "3,1", "-o", file)
    assert done.status == 0
    assert loaded(file).tournament.stages[0].players == (3, 1)


def test_who_is_level_plays_for_it(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """Of four who have all drawn, 2 to 4 are told to play for the second place; 2 wins, and goes on with nobody asked.

    The play-off is a stage, verified as any; it gives nobody a place or points that the others could not have.
    """
    level = [frozenset(pair) for pair in pairs_of(range(1, 5))]
    journal = played(begun(4, system="round-robin", tie_breaks=["sonneborn-berger"]), drawn=level)
    file = saved(tmp_path, journal)
    for wrong, told in (("2", "--play-off needs at least two"), ("2,3,2", "--play-off names number 2 twice")):
        assert told in losovna("stage", file, "--system", "round-robin", "--play-off", wrong).error
    done = losovna("stage", file, "--system", "round-robin", "--play-off", "1,2,3,4", "--name", "Play-off", "-o", file)
    assert (done.status, done.error) == (0, "")
    running = played(loaded(file), 1)
    saved(tmp_path, running)
    assert "2: 1 (P1), 2 (P2), 3 (P3), 4 (P4)." in losovna("stage", file, "--system", "knockout", "--best", "2").error
    saved(tmp_path, played(running))
    rows = json.loads(losovna("standings", file, "--final", "--format", "json").out)["rows"]
    assert [(row["rank"], row["player"], row["stage"]) for row in rows] == [(at, at, 1) for at in range(1, 5)]
    done = losovna("stage", file, "--system", "knockout", "--best", "2", "-o", file)
    assert (done.status, done.error) == (0, "")
    assert loaded(file).tournament.stages[-1].players == (1, 2)
    assert losovna("verify", file).status == 0
    outside = losovna("stage", file, "--system", "knockout", "--play-off", "2,4").error
    assert "4 (P4) is not in stage 3" in outside


@pytest.mark.parametrize("carried", ["met", "all"])
def test_games_of_a_play_off_are_not_carried(tmp_path: Path, losovna: Callable[..., Outcome], carried: str) -> None:
    points = []
    for play_off in (False, True):
        file = saved(tmp_path, played(begun(8, system="mancala"), 2))
        if play_off:
            losovna("stage", file, "--system", "knockout", "--play-off", "7,8", "-o", file)
            saved(tmp_path, played(loaded(file)))
        assert (
            losovna("stage", file, "--system", "mancala", "--best", "8", "--carried", carried, "-o", file).error == ""
        )
        saved(tmp_path, played(loaded(file), 1))
        assert losovna("verify", file).status == 0
        seen = view(loaded(file).tournament).tournament
        points.append({row.player: row.points for row in standings(seen, len(seen.rounds) - 1).rows})
    assert points[0] == points[1]
    assert sum(points[0].values()) > 0


def test_a_play_off_inside_a_group_says_nothing_between_groups() -> None:
    """3 and 4 are level in group A; so are, between the groups, who is third there and who is third in B."""
    told = {"system": "groups", "tie_breaks": [], "parameters": {"groups": "2", "members": "1 3 4;2 5 6"}}
    journal = played(begun(6, **told), drawn=[frozenset((3, 4)), frozenset((5, 6))])
    seen = view(journal.tournament).tournament
    assert [cut.players for cut in advanced(seen, 1, 1).undecided] == [(3, 4, 5, 6)]
    inside = advanced(seen, 2, 0, [(4, 3), (6, 5)])
    assert set(inside.players) == {1, 2, 4, 6}
    assert [set(cut.players) for cut in advanced(seen, 1, 1, [(4, 3), (6, 5)]).undecided] == [{4, 6}]
    assert advanced(seen, 1, 1, [(5, 4, 3, 6)]).players == (1, 2, 5)


def test_of_groups_the_best_and_the_best_next_placed_advance(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    journal = grouped(14, 4)
    file = saved(tmp_path, journal)
    tables = [standings(group_tournament(journal.tournament, group)) for group in groups_of(journal.tournament)]
    done = losovna("stage", file, "--system", "mancala", "--advance", "2,2", "--format", "json")
    assert done.status == 0
    value = json.loads(done.out)
    assert [each["number"] for each in value["players"]] == list(advancing(tables, 2, 2).players)
    assert (value["stage"], value["system"], value["rounds"]) == (2, "mancala", 4)
    assert loaded(file) == journal


def test_group_mates_meet_in_the_final_at_the_earliest(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """In the order of their strength alone, the first and the fifth seed would be of one group and of one half."""
    journal = grouped(12, 4)
    file = saved(tmp_path, journal)
    assert losovna("stage", file, "--system", "knockout", "--advance", "2", "-o", file).status == 0
    groups = [set(group.table.players) for group in groups_of(view(journal.tournament).tournament)]
    games = view(played(loaded(file), 1).tournament).tournament.rounds[0].games
    for half in (games[:2], games[2:]):
        inside = {player for game in half for player in (game.first, game.second)}
        assert all(len(inside & group) == 1 for group in groups)


def test_a_cut_inside_and_between_groups_is_told(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    level = [frozenset(pair) for pair in pairs_of((1, 4, 5, 8))]
    file = saved(tmp_path, grouped(8, 2, level))
    done = losovna("stage", file, "--system", "knockout", "--advance", "2")
    assert done.status == 2
    assert "2: 1 (P1), 4 (P4), 5 (P5), 8 (P8)." in done.error


def test_groups_then_swiss_then_a_final_by_the_command_alone(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """23 players in four groups, a Swiss of eight, a final of two games: whole, verified and ranked."""
    file = saved(tmp_path, grouped())
    assert losovna("stage", file, "--system", "mancala", "--advance", "2", "--name", "Main", "-o", file).status == 0
    file = saved(tmp_path, played(loaded(file), 3))
    best = losovna("stage", file, "--system", "knockout", "--best", "2", "--games", "2", "-o", file)
    assert best.status == 0, best.error
    file = saved(tmp_path, played(loaded(file)))
    assert losovna("verify", file).status == 0
    rows = json.loads(losovna("standings", file, "--final", "--format", "json").out)["rows"]
    assert [row["player"] for row in rows] == [each.player for each in final_ranking(loaded(file).tournament)]
    assert sorted(row["player"] for row in rows) == list(range(1, 24))
    assert [row["player"] for row in rows][:2] == [1, 2]
    assert len(loaded(file).tournament.rounds) == 5 + 3 + 2


GROUP_OF = {"A": [3, 6, 1], "B": [4, 5, 2]}
"""Six in two groups, as their standings have them; the lower number wins but for what :func:`upset` turns."""


def upset() -> Journal:
    """Two groups of three, made by hand, all played; 3 wins group A, although the whole field has 1 and 2 ahead."""
    members = ";".join(" ".join(map(str, sorted(group))) for group in GROUP_OF.values())
    told = {"system": "groups", "tie_breaks": [], "parameters": {"groups": "2", "members": members}}
    journal = played(begun(6, **told))
    for number, round_ in enumerate(journal.tournament.rounds, start=1):
        for game in round_.games:
            group = next(group for group in GROUP_OF.values() if game.first in group)
            won = "1" if group.index(game.first) < group.index(game.second) else "0"
            event = {"event": "result_entered", "round": number, "first": game.first, "second": game.second}
            journal = journal.append({**event, "result": won})
    return journal


@pytest.mark.parametrize("what", ["standings", "crosstable"])
def test_each_group_has_standings_of_its_own(tmp_path: Path, losovna: Callable[..., Outcome], what: str) -> None:
    """In every format, and in the files that are made of the tournament."""
    file = saved(tmp_path, upset())
    cross = ["--crosstable"] if what == "crosstable" else []
    told = json.loads(losovna("standings", file, "--format", "json").out)["groups"]
    assert {each["group"]: [row["player"] for row in each["rows"]] for each in told} == GROUP_OF
    assert [row["rank"] for each in told for row in each["rows"]] == [1, 2, 3] * 2
    lines = losovna("standings", file, *cross).out.splitlines()
    for letter, group in GROUP_OF.items():
        at = lines.index(f"Group {letter}")
        assert [int(line.split()[1]) for line in lines[at + 2 : at + 5]] == group
    wanted = [(letter, str(player)) for letter, group in GROUP_OF.items() for player in group]
    made = tmp_path / "made.csv"
    assert losovna("convert", file, made, "--what", what).status == 0
    printed = losovna("standings", file, *cross, "--format", "csv").out
    for table in (made.read_text(encoding="utf-8-sig"), printed.lstrip("\ufeff")):
        header, *rows = table.splitlines()
        assert header.startswith("Group;Rank;Number;")
        assert [(row.split(";")[0], row.split(";")[2]) for row in rows] == wanted
    page = tmp_path / "made.html"
    assert losovna("convert", file, page, "--what", what).status == 0
    assert page.read_text(encoding="utf-8") == losovna("standings", file, *cross, "--format", "html").out
    parts = page.read_text(encoding="utf-8").split("<h2>Group ")[1:]
    assert [part[0] for part in parts] == list(GROUP_OF)
    for part, group in zip(parts, GROUP_OF.values(), strict=True):
        assert [int(number) for number in re.findall(r'<td class="n">(\d)</td><th scope="row">', part)] == group


def test_a_round_of_groups_says_of_which_each_game_is_and_who_rests(
    tmp_path: Path, losovna: Callable[..., Outcome]
) -> None:
    """Two groups of five by lot: in each round one of each rests; the letters are those of the groups that are kept."""
    file = saved(tmp_path, begun(10, system="groups", parameters={"groups": "2", "grouping": "lots"}))
    for _ in range(2):
        told = json.loads(losovna("pair", file, "--format", "json", "--seed", "k7").out)
        shown = losovna("pair", file, "--seed", "k7", "-o", file).out
        groups = groups_of(view(loaded(file).tournament).tournament)
        letters = {player: group.letter for group in groups for player in group.table.players}
        assert [pair["group"] for pair in told["pairs"]] == [letters[pair["first"]] for pair in told["pairs"]]
        assert [letters[pair["first"]] for pair in told["pairs"]] == [letters[pair["second"]] for pair in told["pairs"]]
        resting = set(range(1, 11)) - {pair[side] for pair in told["pairs"] for side in ("first", "second")}
        assert set(told["byes"]) == set(map(str, resting))
        assert {letters[player] for player in resting} == {"A", "B"}
        lines = [line.split()[:3] for line in shown.splitlines()[3:7]]
        assert lines == [[pair["group"], str(pair["table"]), str(pair["first"])] for pair in told["pairs"]]
        journal = loaded(file)
        for game in journal.tournament.rounds[-1].games:
            event = {"event": "result_entered", "round": len(journal.tournament.rounds), "result": "1"}
            journal = journal.append({**event, "first": game.first, "second": game.second})
        saved(tmp_path, journal)


def test_groups_that_the_games_do_not_have_are_not_made_up(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """A report file does not tell who was in which group."""
    file, report = saved(tmp_path, upset()), tmp_path / "cup.trf"
    assert losovna("convert", file, report).status == 0
    assert "groups" not in json.loads(losovna("standings", report, "--format", "json").out)


@pytest.mark.parametrize("what", ["standings", "crosstable", "pairings"])
def test_tables_are_those_of_the_last_stage(tmp_path: Path, losovna: Callable[..., Outcome], what: str) -> None:
    """What was played before it does not count in them, unless it is carried; players are those of all stages."""
    file = saved(tmp_path, upset())
    losovna("stage", file, "--system", "round-robin", "--players", "1,3,4", "-o", file)
    saved(tmp_path, played(loaded(file)))
    stage = view(loaded(file).tournament).tournament
    made = tmp_path / "made.csv"
    assert losovna("convert", file, made, "--what", what).status == 0
    table = made.read_text(encoding="utf-8-sig")
    if what == "pairings":
        assert {row.split(";")[0] for row in table.splitlines()[1:]} == {str(len(stage.rounds))}
        assert losovna("convert", file, made, "--what", "players").status == 0
        assert len(made.read_text(encoding="utf-8").splitlines()) == 7
    else:
        cross = ["--crosstable"] if what == "crosstable" else []
        assert (
            table.splitlines()
            == losovna("standings", file, *cross, "--format", "csv").out.lstrip("\ufeff").splitlines()
        )
        assert [row.split(";")[1] for row in table.splitlines()[1:]] == ["1", "3", "4"]


def test_a_round_robin_with_wishes_and_a_club_that_does_not_strike_out(
    tmp_path: Path, losovna: Callable[..., Outcome]
) -> None:
    """What the app asks of a table, the command takes: the draw follows it, and it is refused where it cannot be."""
    players, file = tmp_path / "players.csv", tmp_path / "cup.json"
    clubs = {2: "S", 7: "S"}
    rows = ["name;rating;club", *(f"P{at};{2000 - at};{clubs.get(at, '')}" for at in range(1, 9))]
    players.write_text("\n".join(rows), encoding="utf-8")
    table = ("--system", "round-robin", "--seed", "q")
    for wish, told in (("1,4", "write two players and a round"), ("1,9:last", "There is no player “9”")):
        refused = losovna("pair", players, *table, "--wishes", wish, "-o", file)
        assert (refused.status, file.exists()) == (2, False)
        assert told in refused.error
    wishes = ("--wishes", " 1,4:last;  2,3:2", "--clubs-first", "yes", "--strike-out")
    gone = {"event": "player_withdrawn", "number": 8, "after": 2}
    for told in ("yes", "no"):
        assert losovna("pair", players, *table, *wishes, told, "-o", file).status == 0
        saved(tmp_path, played(loaded(file), 2).append(gone))
        is_struck = "struck_out" in losovna("standings", file, "--format", "json").out
        assert is_struck == (told == "yes")
    assert losovna("verify", file).status == 0
    rounds = played(loaded(file)).tournament.rounds
    met = [{frozenset((game.first, game.second)) for game in round_.games} for round_ in rounds]
    assert frozenset((1, 4)) in met[-1]
    assert frozenset((2, 3)) in met[1]
    assert frozenset((2, 7)) in met[0]
    assert "--wishes changes the table" in losovna("pair", file, "--wishes", "1,5:3").error
    groups = losovna("pair", players, "--system", "groups", "--wishes", "1,4:last").error
    assert "--wishes is for the system round-robin" in groups


def test_the_bracket_is_a_page(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """Of the stage that is a knockout, as it stands; what has none is told, and nothing is written."""
    file = saved(tmp_path, played(begun(9, system="mancala"), 3))
    page = tmp_path / "bracket.html"
    refused = losovna("convert", file, page, "--what", "bracket")
    assert (refused.status, page.exists()) == (2, False)
    assert refused.error.endswith("A bracket is made of a knockout; the system here is mancala.\n")
    losovna("stage", file, "--system", "knockout", "--players", "1,2,3,4", "-o", file)
    saved(tmp_path, played(loaded(file), 1))
    assert losovna("convert", file, page, "--what", "bracket", "--lang", "es").status == 0
    made = page.read_text(encoding="utf-8")
    assert '<html lang="es">' in made
    assert made.count('class="tie"') == 4
    semifinals, final = (re.findall(r'class="who">([^<]*)<', part) for part in made.split("Final<", 1))
    assert semifinals == ["P1", "P4", "P2", "P3"]
    assert final[:2] == ["P1", "P2"]
    assert losovna("convert", file, tmp_path / "bracket.csv", "--what", "bracket").status == 2


def test_a_final_ranking_in_every_format(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    file = saved(tmp_path, upset())
    losovna("stage", file, "--system", "round-robin", "--players", "1,3,4", "-o", file)
    saved(tmp_path, played(loaded(file)))
    told = json.loads(losovna("standings", file, "--final", "--format", "json").out)["rows"]
    wanted = [(str(row["rank"]), str(row["player"])) for row in told]
    assert [player for _, player in wanted][:3] == ["1", "3", "4"]
    header, *rows = losovna("standings", file, "--final", "--format", "csv").out.lstrip("\ufeff").splitlines()
    assert header == "Rank;Number;Name"
    assert [tuple(row.split(";")[:2]) for row in rows] == wanted
    page = losovna("standings", file, "--final", "--format", "html", "--lang", "cs").out
    assert "<h1>Konečné pořadí</h1>" in page
    assert re.findall(r'<td class="n">(\d)</td><td class="n">(\d)</td>', page) == wanted


def test_games_already_played_are_carried(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    file = saved(tmp_path, played(begun(8, system="mancala"), 3))
    told = ["--players", "1 2 3 4 5 6", "--carried", "met"]
    done = losovna("stage", file, "--system", "round-robin", *told, "-o", file)
    assert done.status == 0, done.error
    assert "of which played before: 3" in done.out
    journal = played(loaded(file))
    games = [{game.first, game.second} for round_ in journal.tournament.rounds for game in round_.games]
    assert sorted(sorted(game) for game in games if game <= set(range(1, 7))) == sorted(
        map(sorted, pairs_of(range(1, 7)))
    )
    assert not [finding for each in verify(journal) for finding in each.findings]


def test_who_has_left_does_not_go_on(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    journal = grouped(8, 2).append({"event": "player_withdrawn", "number": 1, "after": 3})
    file = saved(tmp_path, journal)
    done = losovna("stage", file, "--system", "mancala", "--advance", "2", "--format", "json")
    assert {each["number"] for each in json.loads(done.out)["players"]} == {4, 5, 2, 3}
    done = losovna("stage", file, "--system", "mancala", "--best", "3", "--format", "json")
    assert [each["number"] for each in json.loads(done.out)["players"]] == [2, 4, 3]


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--system", "mancala"], "Say who goes on in one way"),
        (["--system", "mancala", "--best", "2", "--players", "1,2"], "Say who goes on in one way"),
        (["--system", "mancala", "--best", "two"], "--best must be a whole number"),
        (["--system", "mancala", "--best", "9"], "at most the 8 who are there (found: 9)."),
        (["--system", "mancala", "--best", "1"], "At least 2 players must go on"),
        (["--system", "mancala", "--advance", "5"], "The smallest group has 4 players"),
        (["--system", "mancala", "--advance", "2,3"], "Only 2 groups have another player"),
        (["--system", "mancala", "--advance", "2,x"], "--advance must be one whole number, or two as in"),
        (["--system", "mancala", "--advance", "1,2,3"], "not “1,2,3”."),
        (["--system", "mancala", "--players", "1"], "--players needs at least two numbers"),
        (["--system", "mancala", "--players", "1,77"], "77"),
        (["--system", "mancala", "--players", "1,1"], "--players names number 1 twice."),
        (["--system", "mancala", "--players", "1,2", "--groups", "2"], "--groups is for the system groups"),
        (["--system", "round-robin", "--players", "1,2", "--cycles", ""], "--cycles must be a whole number"),
        (["--system", "round-robin", "--players", "1,2", "--cycles", "11"], "--cycles must be from 1 to 10, not 11."),
        (["--system", "chess"], "chess"),
        (["--best", "2"], "--system"),
        (["--system", "knockout", "--best", "2", "--carried", "met"], "everybody begins with nothing"),
        (["--system", "mancala", "--best", "2", "--carried", "half"], "--carried cannot be “half”"),
        (["--system", "mancala", "--best", "2", "--rounds", "0"], "--rounds must be from 1 to 1000"),
        (["--system", "knockout", "--best", "2", "--games", "99"], "--games must be from 1 to 15, not 99."),
        (["--system", "groups", "--best", "4", "--groups", "3"], "groups"),
        (["--system", "mancala", "--best", "2", "-o", "cup.trf"], "must end with .json"),
        (["--system", "mancala", "--best", "2", "--format", "csv"], "--format cannot be “csv”"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    tmp_path: Path, losovna: Callable[..., Outcome], arguments: list[str], wanted: str
) -> None:
    file = saved(tmp_path, grouped(8, 2))
    before = file.read_bytes()
    done = losovna("stage", file, *arguments, *([] if "-o" in arguments else ["-o", file]))
    assert (done.status, done.out) == (2, "")
    assert done.error.count("\n") == 1
    assert wanted in done.error
    assert "Traceback" not in done.error
    assert file.read_bytes() == before


def test_open_results_and_a_stage_without_groups_are_named(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    swiss = played(begun(6, system="mancala"), 1)
    file = saved(tmp_path, swiss)
    assert "not played in groups" in losovna("stage", file, "--system", "knockout", "--advance", "2").error
    _, round_ = pair_round(swiss.tournament)
    file = saved(tmp_path, swiss.append(paired_event(round_)))
    done = losovna("stage", file, "--system", "knockout", "--best", "2")
    assert done.status == 2
    assert "Results of round 2 are missing at these tables: 1, 2, 3." in done.error


def test_numbers_that_a_tie_break_of_a_stage_needs(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    """Without them there is no final ranking; they are told to it, or kept with the stage."""
    told = [word for name in "abcd" for word in ("--parameter", f"turcas-{name}=1")]
    for kept, more, status in (([], [], 2), ([], told, 0), (told, [], 0)):
        file = saved(tmp_path, played(begun(8, system="mancala"), 2))
        done = losovna("stage", file, "--system", "dubov-cas", "--players", "1 2 3 4", *kept, "-o", file)
        assert done.status == 0, done.error
        tie_breaks: dict[str, Any] = {"settings": {"tie_breaks": ["turcas"]}}
        journal = loaded(file).append({"event": "stage_changed", "stage": 1, "changes": tie_breaks})
        file = saved(tmp_path, played(journal, 1))
        for which in (["--final"], ["--stage", "2"]):
            done = losovna("standings", file, *which, *more)
            assert done.status == status
            assert done.error.endswith("--parameter turcas-a=1.\n") == (status == 2)
    bad = losovna("stage", file, "--system", "mancala", "--best", "2", "--parameter", "turcas-a=x")
    assert (bad.status, bad.error.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "told",
    ["--after 1", "--stage 1", "--tiebreaks wins", "--unplayed fide-2026", "--explain", "--crosstable", "--teams 2"],
)
def test_a_final_ranking_refuses_what_means_nothing_with_it(
    tmp_path: Path, losovna: Callable[..., Outcome], told: str
) -> None:
    file = saved(tmp_path, played(begun(6, system="mancala"), 1))
    done = losovna("standings", file, "--final", *told.split())
    assert (done.status, done.out) == (2, "")
    assert done.error.endswith(f"leave {told.split()[0]} out.\n")


def test_a_printed_stage_never_overwrites_the_tournament(tmp_path: Path, losovna: Callable[..., Outcome]) -> None:
    file = saved(tmp_path, grouped(8, 2))
    before = file.read_bytes()
    done = losovna("stage", file, "--system", "mancala", "--advance", "2", "--format", "json", "-o", file)
    assert done.status == 2
    assert file.read_bytes() == before


def test_tie_breaks_are_those_of_the_other_system_only_if_they_were_the_usual_ones(
    tmp_path: Path, losovna: Callable[..., Outcome]
) -> None:
    usual = ["direct-encounter", "sonneborn-berger"]
    for own, wanted in ((usual, ("buchholz", "direct-encounter")), (["wins"], ("wins",))):
        told = {"system": "round-robin", "tie_breaks": own}
        file = saved(tmp_path, played(begun(6, **told)))
        losovna("stage", file, "--system", "mancala", "--players", "1,2,3,4", "-o", file)
        found = loaded(file).tournament.stages[0].settings.tie_breaks
        assert found == wanted or (own is usual and found != tuple(usual))
