"""``losovna plan``: what it prints, in each form, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pairing_core.cli import main
from pairing_core.commands import plan
from pairing_core.planner import SYSTEMS, Conditions, Strength, options, simulate


def value(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["plan", *arguments, "--format", "json"]) == 0
    told: dict[str, Any] = json.loads(capfd.readouterr().out)
    return told


def by_key(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["system"]: each for each in told["systems"]}


def test_json_holds_the_day_and_the_chances(capfd: pytest.CaptureFixture[str]) -> None:
    day = ("--players", "24", "--hours", "6:30", "--breaks", "60", "--start", "9:30", "--tournaments", "300")
    told = value(capfd, *day)
    assert {key: told[key] for key in ("players", "minutes", "between", "time", "breaks", "start")} == {
        "players": 24, "minutes": 20, "between": 10, "time": 390, "breaks": [60], "start": "9:30"
    }  # fmt: skip
    assert told["model"] == {"spread": 200, "draws": 20, "seeded": False, "seed": "plan"}
    assert told["swiss-rounds"] == {"winner": 5, "medals": 7}
    assert told["undefeated"][4] == {"round": 5, "unbeaten": 1, "once-beaten": 5}
    found = by_key(told)
    assert list(found) == list(SYSTEMS)
    assert [key for key, each in found.items() if each["fits"]] == ["swiss", "knockout"]
    swiss = found["swiss"]
    assert (swiss["rounds"], swiss["games"], swiss["minutes"], swiss["ends"]) == (6, 72, 350, "15:20")
    assert swiss["starts"] == [0, 50, 100, 210, 260, 310]
    assert swiss["games-of-a-player"] == {"fewest": 6, "most": 6}
    assert found["groups"]["groups"] == [4] * 6
    assert found["groups"]["chances"] is None
    assert found["round-robin"]["ends"] == "5:30 +1"

    (option,) = (each for each in options(Conditions(24, time=390, breaks=(60,))) if each.key == "swiss")
    tally = simulate(option.format, Strength(), "plan", 0, 300)
    best = swiss["chances"]["best-wins"]
    assert swiss["chances"]["tournaments"] == 300
    assert best["share"] == round(tally.best / 300, 4)
    assert best["low"] < best["share"] < best["high"]
    assert swiss["chances"]["first-three"]["share"] == round(tally.three / 300, 4)
    assert swiss["chances"]["first-three-in-order"]["share"] == round(tally.order / 300, 4)


def test_the_same_question_has_the_same_answer(capfd: pytest.CaptureFixture[str]) -> None:
    question = ("--players", "10", "--tournaments", "400", "--spread", "150", "--draws", "0", "--seeded")
    told = value(capfd, *question)
    assert told["model"] == {"spread": 150, "draws": 0, "seeded": True, "seed": "plan"}
    assert value(capfd, *question) == told
    assert value(capfd, *question, "--seed", "another") != told


def test_as_many_processes_as_there_are_count_the_same() -> None:
    found = options(Conditions(6))[:3]
    alone = plan.counted(found, Strength(), "cores", 601, cores=1)
    assert [tally.tournaments for tally in alone] == [601] * 3
    assert plan.counted(found, Strength(), "cores", 601, cores=3) == alone


def test_without_processes_it_counts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have no semaphores, and say so in one way or another."""

    def none(*arguments: object, **more: object) -> None:
        raise OSError

    monkeypatch.setattr(plan, "ProcessPoolExecutor", none)
    found = options(Conditions(4))[:1]
    (tally,) = plan.counted(found, Strength(), "alone", 600, cores=2)
    assert tally == simulate(found[0].format, Strength(), "alone", 0, 600)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            [
                "Swiss system",
                "The best wins",
                "15:20",
                "Players who can have won all games, at most",
                "300 tournaments",
            ],
        ),
        ("cs", ["Švýcarský systém", "15:20", "300 turnajů"]),
        ("es", ["Sistema suizo", "15:20", "300 torneos"]),
    ],
)
def test_text(capfd: pytest.CaptureFixture[str], lang: str, said: list[str]) -> None:
    day = ("--players", "24", "--hours", "6,5", "--breaks", "60", "--start", "9:30", "--tournaments", "300")
    assert main(["plan", *day, "--lang", lang]) == 0
    out = capfd.readouterr().out
    for words in said:
        assert words in out
    assert ("," in out.splitlines()[4]) == (lang != "en")


def test_without_simulation_nothing_is_said_of_chances(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--players", "5", "--tournaments", "0"]) == 0
    out = capfd.readouterr().out
    assert "The best wins" not in out
    assert "±" not in out
    assert "Ends" not in out
    assert "Round robin" in out


def test_too_few_rounds_are_said(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--players", "100", "--rounds", "4", "--tournaments", "0"]) == 0
    assert "7 rounds leave at most one" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "--players"),
        ("--players 1", "--players must be from 2 to 500, not 1."),
        ("--players 501", "--players must be from 2 to 500, not 501."),
        ("--players 8 --hours soon", "--hours must be a time such as 6, 6.5 or 6:30, not “soon”."),
        ("--players 8 --hours 0", "--hours must be a time"),
        ("--players 8 --start 25:00", "--start must be a time"),
        ("--players 8 --breaks 60,x", "--breaks must be a whole number, not “x”."),
        ("--players 8 --minutes 0", "--minutes must be from 1 to 600, not 0."),
        ("--players 8 --boards 0", "--boards must be from 1 to 1000, not 0."),
        ("--players 8 --draws 101", "--draws must be from 0 to 100, not 101."),
        ("--players 8 --spread 501", "--spread must be from 0 to 500, not 501."),
        ("--players 8 --format csv", "--format cannot be “csv”"),
    ],
)
def test_what_it_refuses(capfd: pytest.CaptureFixture[str], arguments: str, said: str) -> None:
    assert main(["plan", *arguments.split()]) == 2
    captured = capfd.readouterr()
    assert not captured.out
    assert said in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("start", ["0:00", "00:00", "23:59", "9"])
def test_a_day_may_start_at_any_time(capfd: pytest.CaptureFixture[str], start: str) -> None:
    told = value(capfd, "--players", "4", "--start", start, "--tournaments", "0")
    assert told["start"] == {"0:00": "0:00", "00:00": "0:00", "23:59": "23:59", "9": "9:00"}[start]
