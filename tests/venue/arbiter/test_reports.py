"""What users of other programs reported and no other test of the app holds: the inputs, and what is right here.

The numbers are those of the reports; the rest of them are rows of the tests of each screen and of the core.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable

import pytest
from builders import sheet
from desk import Desk
from venue.actions import handle
from venue.arbiter.papers import KINDS

from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Journal, events_of
from pairing_core.model import Player, Result, Settings, Tournament


def clubs(*of_players: str, rounds: int = 3, until: int = 3) -> Desk:
    """A tournament that has not begun: the club of each player, and until which round clubs are kept apart."""
    players = {
        number: Player(number, f"P{number}", rating=2000 - number, club=club)
        for number, club in enumerate(of_players, 1)
    }
    settings = Settings(rounds=rounds, system="mancala", keep_clubs_apart=until, seed="alfa")
    return Desk(Tournament(settings, players)).see("round", round=1)


def test_14_club_mates_never_meet_where_that_can_be() -> None:
    at = clubs("Alfa", "", "", "Alfa", "", "")
    for number in (1, 2, 3):
        at.see("round", round=number).do("draw").do("publish")
        games = at.tournament.rounds[-1].games
        assert {1, 4} not in [{game.first, game.second} for game in games]
        for game in games:
            at.do("enter-result", round=number, first=game.first, second=game.second, result="=")


def test_14_where_club_mates_must_meet_the_draft_says_so() -> None:
    """Three of four are of one club: one inner pair, and its price stands on the screen."""
    at = clubs("Alfa", "Alfa", "Alfa", "").do("draw")
    inner = [pair for pair in at.shown["draft"]["games"] if 4 not in pair[1:3]]
    assert len(inner) == 1
    assert "Players kept apart: 1" in at.text
    assert at.do("publish").tournament.rounds


HOSTILE = ('<b>Eva</b> & "Béla"', "O'Hara", "=1+1", "-5")


def hostile() -> Tournament:
    """Names that are code somewhere, and one round that is played."""
    tournament, _ = sheet("A 1-0 B, C ½-½ D", rounds=3, name="A/B <i>", system="mancala")
    players = {
        number: Player(number, name, club="<u>") for number, name in zip(tournament.players, HOSTILE, strict=True)
    }
    return Tournament(tournament.settings, players, tournament.rounds)


@pytest.mark.parametrize(
    "screen",
    [
        *({"name": name} for name in ("players", "standings", "crosstable", "possible", "setup", "log")),
        {"name": "round", "round": 1},
        *({"name": "print", "paper": kind.key} for kind in KINDS),
        *({"name": "projector", "round": 1, "by": by} for by in ("table", "name", "standings")),
    ],
    ids=lambda screen: "-".join(map(str, screen.values())),
)
def test_68_a_name_is_no_code_on_any_screen_and_paper(screen: dict[str, object]) -> None:
    shown = Desk(hostile()).see(**screen).html
    assert "<b>Eva" not in shown
    assert "<i>" not in shown
    assert "<u>" not in shown
    assert "&amp;lt;" not in shown
    if screen["name"] not in ("setup", "print") or screen.get("paper") in ("standings", "players", "name-cards"):
        assert all(name in html.unescape(shown) for name in HOSTILE[:1])


@pytest.mark.parametrize("key", ["csv-players", "csv-standings", "csv-pairings"])
def test_68_a_spreadsheet_shows_the_text(key: str) -> None:
    text = Desk(hostile()).see("print").do("export", format=key).shown["file"]["text"]
    assert "'=1+1" in text
    assert ";=1+1" not in text
    assert '"<b>Eva</b> & ""Béla"""' in text


def test_68_a_file_opened_again_has_the_same_names() -> None:
    at = Desk(hostile()).see("print")
    for key in ("json", "trf26"):
        file = at.do("export", format=key).shown["file"]
        opened = opened_file(file["name"], file["text"])
        names = [event["player"]["name"] for event in opened["ok"]["events"] if event["event"] == "player_added"]
        assert names == list(HOSTILE)


def opened_file(name: str, text: str) -> dict[str, dict[str, list[dict[str, dict[str, str]]]]]:
    """What the page is told of a file that is opened."""
    request = {
        "action": "open-file",
        "lang": "en",
        "name": name,
        "data": base64.b64encode(text.encode()).decode(),
    }
    answer: dict[str, dict[str, list[dict[str, dict[str, str]]]]] = json.loads(handle(json.dumps(request)))
    return answer


GOOD = trf.dump(sheet("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D", name="Cup")[0], 26)


def swapped(old: str, new: str) -> Callable[[list[str]], list[str]]:
    """A change of the second player's line."""
    return lambda lines: [line.replace(old, new) if line.startswith("001    2") else line for line in lines]


DEFECTS: dict[str, tuple[Callable[[list[str]], list[str]], tuple[str, ...]]] = {
    "both have won": (swapped("1 b 0", "1 b 1"), ("round 1",)),
    "a number missing": (
        lambda lines: [line for line in lines if not line.startswith("001    3")],
        ("3",),
    ),
    "a number twice": (
        lambda lines: [line.replace("001    3", "001    2", 1) for line in lines],
        ("line", "2"),
    ),
    "cut in a line": (
        lambda lines: [line[:60] if line.startswith("001    4") else line for line in lines if line[:3] <= "001"],
        ("line",),
    ),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_71_a_defective_file_is_refused_and_says_where(defect: str) -> None:
    spoil, said = DEFECTS[defect]
    spoiled = "\n".join(spoil(GOOD.splitlines())) + "\n"
    assert spoiled != GOOD
    answer = opened_file("cup.trf", spoiled)
    assert "ok" not in answer
    (fault,) = answer["errors"]
    assert all(word in str(fault) for word in said), fault


def test_71_a_correct_file_comes_back_the_same() -> None:
    events = opened_file("cup.trf", GOOD)["ok"]["events"]
    assert Desk(events).see("print").do("export", format="trf26").shown["file"]["text"] == GOOD


@pytest.mark.parametrize("text", ["{", '{"format": "losovna"}', '{"format": "losovna", "version": 99, "events": []}'])
def test_82_a_file_that_cannot_be_read_whole_is_not_read_half(text: str) -> None:
    answer = opened_file("cup.json", text)
    assert "ok" not in answer
    assert len(answer["errors"]) == 1


def test_82_a_copy_opened_again_is_the_tournament() -> None:
    begun = Journal(events_of(hostile()))
    events = opened_file("cup.json", losovna_json.dump(begun))["ok"]["events"]
    again = Journal(tuple(events)).tournament
    assert again == begun.tournament
    assert [game.result for game in again.rounds[0].games] == [Result.FIRST_WINS, Result.DRAW]
