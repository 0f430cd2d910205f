"""What the app asks Python for: a form goes in, HTML, files or one clear sentence come out."""

from __future__ import annotations

import base64
import csv
import io
import json
from typing import Any

import pytest
from venue.actions import handle
from venue.documents import KINDS
from venue.i18n import LANGUAGES

from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Journal
from pairing_core.model import Player, Settings, Tournament

SIX = "Anna\nBéla\nČeněk\nDana\nEmil\nFilip"


def ask(action: str, lang: str = "en", **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps({"action": action, "lang": lang, **more})))
    return answer


def form(players: str = SIX, **more: Any) -> dict[str, Any]:
    return {"players": players, "construction": "serpentine", "cycles": "1", "kind": "sheet", **more}


def games(answer: dict[str, Any]) -> list[tuple[int, int, int]]:
    value = json.loads(answer["ok"]["text"])
    return [(r["round"], g["first"], g["second"]) for r in value["rounds"] for g in r["games"]]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_document_in_every_language(lang: str, kind: str) -> None:
    """The chosen document comes with every player's name, but for the method by hand, which is about numbers."""
    answer = ask("table", lang, form=form(kind=kind, title="Jarní kolo"))["ok"]
    assert f'class="document {kind}' in answer["html"]
    assert "Jarní kolo" in answer["html"]
    if kind != "steps":
        assert all(name in answer["html"] for name in SIX.split("\n"))
    assert answer["players"] == SIX.split("\n")
    assert answer["rounds"] == 5
    assert answer["summary"].count("6") == 1


def test_names_are_data() -> None:
    """Markup, quotes and letters from right to left in a name stay letters, in every document."""
    players = "\n".join(("<script>alert(1)</script>", '"><img src=x onerror=y>', 'O\'Neill & "Co"', "שרה", "🏁 Zoë"))
    for kind in ("sheet", "wall", "cards"):
        html = ask("table", form=form(players, kind=kind))["ok"]["html"]
        assert "<script" not in html
        assert "<img" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "שרה" in html
        assert "🏁 Zoë" in html


@pytest.mark.parametrize(
    ("players", "more", "field", "line", "said"),
    [
        pytest.param("", {}, "players", None, "at least 2", id="nobody"),
        pytest.param("Anna", {}, "players", None, "at least 2", id="one player"),
        pytest.param("\n".join(f"P{n}" for n in range(201)), {}, "players", None, "200", id="201 players"),
        pytest.param("Anna\nBéla\nAnna", {}, "players", 3, "Anna", id="one name twice"),
        pytest.param(
            "Anna\nBe\u0301la\nB\u00e9la", {}, "players", 3, "Béla", id="one name in two spellings of Unicode"
        ),
        pytest.param("Anna\n" + "x" * 300, {}, "players", 2, "300", id="a name of 300 letters"),
        pytest.param("#1 Anna\n#1 Béla", {}, "players", 2, "1", id="one number twice"),
        pytest.param("#9 Anna\nBéla", {}, "players", 1, "9", id="a number that is too high"),
        pytest.param(SIX, {"lots": True, "seed": " "}, "seed", None, "seed", id="lots without a seed"),
        pytest.param(SIX, {"title": "x" * 101}, "title", None, "101", id="a title that fits no sheet"),
        pytest.param(
            SIX, {"wishes": [{"a": "Anna", "b": "", "round": "last"}]}, "wishes", None, "Anna", id="half a wish"
        ),
        pytest.param(
            SIX, {"wishes": [{"a": "Anna", "b": "Zoë", "round": "1"}]}, "wishes", None, "Zoë", id="a stranger"
        ),
        pytest.param(
            SIX, {"wishes": [{"a": "Anna", "b": "anna", "round": "1"}]}, "wishes", None, "Anna", id="with oneself"
        ),
        pytest.param(
            SIX, {"wishes": [{"a": "Anna", "b": "Béla", "round": "9"}]}, "wishes", None, "9", id="no such round"
        ),
        pytest.param(
            SIX,
            {
                "wishes": [
                    {"a": "Anna", "b": "Béla", "round": "last"},
                    {"a": "Anna", "b": "Dana", "round": "last"},
                    {"a": "Emil", "b": "Filip", "round": "1"},
                ]
            },
            "wishes",
            None,
            "Dana",
            id="two wishes that exclude each other",
        ),
        pytest.param(
            "\n".join(f"P{n}" for n in range(30)),
            {"construction": "low-carry-over"},
            "construction",
            None,
            "24",
            id="a construction for fewer players",
        ),
    ],
)
def test_bad_input_is_one_sentence_at_its_field(
    players: str, more: dict[str, Any], field: str, line: int | None, said: str
) -> None:
    for lang in LANGUAGES:
        answer = ask("table", lang, form=form(players, **more))
        assert "ok" not in answer
        (error,) = answer["errors"]
        assert error["field"] == field
        assert error.get("line") == line
        assert "Traceback" not in error["text"]
        assert "%(" not in error["text"]
        if lang == "en":
            assert said in error["text"]


def test_an_unrelated_wish_is_not_blamed() -> None:
    """The sentence names a smallest set of wishes: the third one, which harms nobody, is not in it."""
    wishes = [
        {"a": "Anna", "b": "Béla", "round": "last"},
        {"a": "Anna", "b": "Dana", "round": "last"},
        {"a": "Emil", "b": "Filip", "round": "1"},
    ]
    text = ask("table", form=form(wishes=wishes))["errors"][0]["text"]
    assert "Béla" in text
    assert "Dana" in text
    assert "Emil" not in text


def test_wishes_come_true() -> None:
    """Anna and Béla meet in the last round, Anna and Dana in the last but one, whatever the seed."""
    wishes = [
        {"a": "Anna", "b": "béla", "round": "last"},
        {"a": "Anna", "b": "4", "round": "last-but-one"},
        {"a": "", "b": "", "round": "last"},
    ]
    for seed in ("a", "b", "c", "d"):
        wanted = form(wishes=wishes, lots=True, seed=seed)
        answer = ask("file", form=wanted, format="json")
        value = json.loads(answer["ok"]["text"])
        name = dict(enumerate(value["names"], start=1))
        met = {(r, frozenset((name[a], name[b]))) for r, a, b in games(answer)}
        assert (5, frozenset(("Anna", "Béla"))) in met
        assert (4, frozenset(("Anna", "Dana"))) in met
        assert value["seed"] == seed


def test_a_seed_can_be_repeated_and_matters() -> None:
    tables = {
        seed: ask("file", form=form(lots=True, seed=seed), format="csv")["ok"]["text"] for seed in ("k7m2p", "other")
    }
    assert tables["k7m2p"] == ask("file", form=form(lots=True, seed="k7m2p"), format="csv")["ok"]["text"]
    assert tables["k7m2p"] != tables["other"]


def test_fixed_numbers_stay() -> None:
    value = json.loads(
        ask("file", form=form("#3 Anna\nBéla\nČeněk\n#1 Dana", lots=True, seed="x"), format="json")["ok"]["text"]
    )
    assert value["names"][2] == "Anna"
    assert value["names"][0] == "Dana"


def test_two_cycles() -> None:
    """In the second cycle everyone meets everyone again, and the other one starts."""
    played = games(ask("file", form=form(cycles="2", swap=True), format="json"))
    pairs = [(first, second) for _, first, second in played]
    assert len(pairs) == len(set(pairs)) == 30
    assert set(pairs) == {(second, first) for first, second in pairs}


def test_csv_opens_in_a_spreadsheet() -> None:
    """A byte order mark, semicolons, one number a cell; a name that looks like a formula stays a name."""
    text = ask("file", "cs", form=form("=1+1\nNovák; Jan\nAnna"), format="csv")["ok"]["text"]
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert len({len(row) for row in rows}) == 1
    assert rows[0][0] == "Kolo"
    assert not [cell for row in rows for cell in row if cell.startswith("=")]
    assert any("1+1" in cell for row in rows for cell in row)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param("Žofie\r\nČeněk\r\n".encode("cp1250"), ["Žofie", "Čeněk"], id="Windows-1250"),
        pytest.param("Žofie\nČeněk\n".encode("utf-8-sig"), ["Žofie", "Čeněk"], id="UTF-8 with a mark"),
        pytest.param("Žofie\nČeněk\n".encode("utf-16"), ["Žofie", "Čeněk"], id="UTF-16"),
        pytest.param("jméno;rating\nŽofie;1500\nČeněk;1400\n".encode(), ["Žofie", "Čeněk"], id="a table with a header"),
        pytest.param("1. Anna\n2. Béla\n".encode(), ["Anna", "Béla"], id="a numbered list"),
    ],
)
def test_a_dropped_list(data: bytes, expected: list[str]) -> None:
    answer = ask("decode", data=base64.b64encode(data).decode())
    assert answer["ok"]["text"].splitlines() == expected


@pytest.mark.parametrize("construction", ["serpentine", "fixed-first", "low-carry-over"])
@pytest.mark.parametrize("cycles", ["1", "2"])
@pytest.mark.parametrize("more", [{}, {"swap": True}, {"lots": True, "seed": "k7"}], ids=["plain", "swapped", "lots"])
def test_a_table_saved_as_json_is_opened_again(construction: str, cycles: str, more: dict[str, Any]) -> None:
    """The same table comes out of the form that the file gives, and the same file."""
    saved = ask("file", form=form(construction=construction, cycles=cycles, **more), format="json")["ok"]["text"]
    answer = ask("decode", data=base64.b64encode(saved.encode()).decode())["ok"]
    assert answer["form"]["construction"] == construction
    assert answer["form"]["seed"] == more.get("seed", "")
    assert ask("file", form={**answer["form"], "kind": "sheet"}, format="json")["ok"]["text"] == saved


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"format": "losovna", "version": 1, "events": []}',
        '{"players": 4, "construction": "serpentine", "rounds": []}',
        '{"players": "4", "construction": 7, "rounds": null}',
    ],
)
def test_other_json_is_refused_with_a_sentence(text: str) -> None:
    (error,) = ask("decode", data=base64.b64encode(text.encode()).decode())["errors"]
    assert error["code"] == "not-a-table"
    assert error["field"] == "players"


def test_half_a_list_is_put_into_the_field_and_that_it_is_half_is_said() -> None:
    answer = ask("decode", data=base64.b64encode("Žofie\nČeněk\nJiří".encode()[:-1]).decode())
    assert answer["ok"]["text"].splitlines()[:2] == ["Žofie", "Čeněk"]
    assert "its end seems to be missing" in answer["ok"]["note"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("list.csv", "Dvořáková;Žofie;1520\n".encode("cp1250"), id="Windows-1250"),
        pytest.param("list.txt", "Anna\nBéla\n".encode(), id="one name on a line"),
        pytest.param("list", "Žofie\nČeněk".encode()[:-4], id="half of UTF-8"),
    ],
)
def test_a_list_that_is_opened_is_looked_at_before_it_is_kept(name: str, data: bytes) -> None:
    """The page then asks for the preview: nothing of it is an event yet."""
    assert ask("open-file", name=name, data=base64.b64encode(data).decode()) == {"ok": {"list": True}}


def test_a_file_of_another_program_is_opened_in_one_go_and_one_of_ours_as_it_was() -> None:
    report = trf.dump(Tournament(Settings(name="Cup"), {1: Player(1, "Anna"), 2: Player(2, "Bela")}), 26)
    events = ask("open-file", name="cup.trf", data=base64.b64encode(report.encode()).decode())["ok"]["events"]
    assert [event.get("continues") for event in events] == [None, *[True] * (len(events) - 1)]
    assert len(events) == 3
    own = losovna_json.dump(Journal((events[0],)).append(*({**event, "continues": False} for event in events[1:])))
    again = ask("open-file", name="cup.json", data=base64.b64encode(own.encode()).decode())["ok"]["events"]
    assert [event.get("continues") for event in again] == [None, False, False]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\r\n"], ids=["empty", "only a mark", "blank lines"])
@pytest.mark.parametrize(("lang", "said"), [("cs", "souboru"), ("es", "archivo"), ("en", "file")])
def test_a_file_without_players_gives_nothing_to_put_in_the_field(data: bytes, lang: str, said: str) -> None:
    (error,) = ask("decode", lang, data=base64.b64encode(data).decode())["errors"]
    assert error["field"] == "players"
    assert said in error["text"]


def test_a_defect_of_ours_is_said_not_thrown() -> None:
    for request in ('{"action": "no such thing"}', "not JSON", "[]"):
        (error,) = json.loads(handle(request))["errors"]
        assert error["field"] is None
        assert "still here" in error["text"]


def test_two_hundred_players() -> None:
    """The largest table is listed round by round, since no paper has a hundred columns."""
    answer = ask("table", form=form("\n".join(f"Player {n}" for n in range(200))))["ok"]
    assert answer["rounds"] == 199
    assert answer["html"].count('class="game"') == 199 * 100
