"""Players: what is typed, pasted and opened; who is here, comes late, leaves, comes back; who should not meet.

Numbers in brackets are those of the list of what goes wrong in programs of this kind.
"""

from __future__ import annotations

import base64
import re
from html import unescape

import pytest
from desk import Desk, text_of

from pairing_core.journal import settings_to_json
from pairing_core.model import Bye, Result, Settings

PEOPLE = "Anna\nBéla\nCyril\nDora\nEmil\nFrantišek\nGusta"


def desk(names: str = "", lang: str = "en", **settings: object) -> Desk:
    """Return a desk with a tournament and these players."""
    made = Settings(**{"name": "Cup", "rounds": 5, "seed": "k1", **settings})  # type: ignore[arg-type]
    start = Desk([{"event": "created", "settings": settings_to_json(made)}], lang).see("players")
    return start.do("add-players", players=names) if names else start


def names(at: Desk) -> list[str]:
    return [player.name for player in at.tournament.players.values()]


def fields(html: str) -> dict[str, str | list[str]]:
    """Return what the form of the preview would send: its hidden fields, boxes, selects and texts."""
    form = html[html.index('id="list-form"') :]
    form = form[: form.index("</form>")]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        told = {key: unescape(value) for key, value in re.findall(r'(\w+)="([^"]*)"', tag)}
        if told.get("type") != "checkbox" or re.search(r" checked", tag):
            found.setdefault(told["name"], []).append(told.get("value", "on"))
    for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        found.setdefault(name, []).append(chosen[1] if chosen else "")
    for name, text in re.findall(r'<textarea[^>]* name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL):
        found.setdefault(name, []).append(unescape(text))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def as_file(text: str, encoding: str) -> str:
    return base64.b64encode(text.encode(encoding)).decode()


def sheet(at: Desk) -> list[str]:
    """Return what the rows of the preview are taken as."""
    return [text_of(cell) for cell in re.findall(r"<strong>(.*?)</strong>", at.html.split("preview", 1)[1])]


def play(at: Desk, round_number: int, result: str = "1") -> Desk:
    """Draw a round, publish it, and let all who start have this result."""
    at.see("round").do("draw").do("publish")
    for game in at.tournament.rounds[round_number - 1].games:
        at.do("enter-result", round=round_number, first=game.first, second=game.second, result=result)
    assert not at.errors
    return at


# ----------------------------------------------------------------------------------------------------- typed and pasted


def test_one_player_typed() -> None:
    at = desk().do("add-player", player="  Žofie   Dvořáková ", rating="1520", club="Klub A ", country="CZE")
    player = at.tournament.players[1]
    assert (player.name, player.rating, player.club, player.country) == ("Žofie Dvořáková", 1520, "Klub A", "CZE")
    assert "Žofie Dvořáková" in at.said
    assert at.shown["focus"] == "#new-player"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"player": "   "}, "Type a name."),
        ({"player": "x" * 101}, "The name has 101 letters; at most 100 are allowed."),
        ({"player": "Anna", "rating": "many"}, "“many” is no rating; a rating is a whole number, such as 1500."),
        ({"player": "Anna", "rating": "-5"}, "“-5” is no rating; a rating is a whole number, such as 1500."),
        ({"player": "\u200b\u202e"}, "Type a name."),
    ],
)
def test_what_cannot_be_typed_is_said_and_nothing_kept(typed: dict[str, str], said: str) -> None:
    at = desk().do("add-player", **typed)
    assert at.errors == [said]
    assert not at.tournament.players


def test_a_rating_with_a_blank_and_a_name_with_marks_that_nobody_sees() -> None:
    """Copied from a page: the thousands are set apart, the name is turned around."""
    at = desk().do("add-player", player="\u202eŽofie\u200b ", rating="2 100")
    assert [(player.name, player.rating) for player in at.tournament.players.values()] == [("Žofie", 2100)]
    at.do("change-player", number=1, rating="1\u00a0900")
    assert at.tournament.players[1].rating == 1900


def test_nothing_is_kept_before_it_is_confirmed() -> None:
    at = desk().do("preview-players", players=PEOPLE)
    assert sheet(at) == PEOPLE.split("\n")
    assert not at.tournament.players
    assert "Preview: nothing is kept yet" in at.text
    at.do("add-players", **fields(at.html))
    assert names(at) == PEOPLE.split("\n")
    assert "Preview" not in at.text.replace(" Preview Open a list…", "")


def test_a_preview_can_be_left_with_nothing_kept() -> None:
    at = desk().do("preview-players", players=PEOPLE).do("cancel-preview")
    assert not at.tournament.players
    assert 'id="add-list"' not in at.html


def test_a_preview_outlives_the_worker() -> None:
    at = desk().do("preview-players", players=PEOPLE)
    at.new_worker().do("add-players", **fields(at.html))
    assert names(at) == PEOPLE.split("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Anna  \n\n  Béla\n\nCyril\nDora\n\nEmil\nFilip \nGusta\n", 7, id="only names, with empty lines [65]"
        ),
        pytest.param("Novák, Jan;Sokol\nMalá, Eva;Sokol ", 2, id="name and club [65]"),
    ],
)
def test_only_names_are_a_list(text: str, expected: int) -> None:
    at = desk().do("preview-players", players=text)
    at.do("add-players", **fields(at.html))
    assert len(at.tournament.players) == expected
    assert {player.club for player in at.tournament.players.values()} <= {"", "Sokol"}


@pytest.mark.parametrize("mark", [";", "\t", ","])
@pytest.mark.parametrize(
    ("row", "encoding", "called"),
    [
        ("Dvořáková|Žofie|1520", "utf-8", "Žofie Dvořáková"),
        ("Dvořáková|Žofie|1520", "utf-8-sig", "Žofie Dvořáková"),
        ("Dvořáková|Žofie|1520", "utf-16", "Žofie Dvořáková"),
        ("Dvořáková|Žofie|1520", "cp1250", "Žofie Dvořáková"),
        ("Núñez|Íñigo|1480", "cp1252", "Íñigo Núñez"),
    ],
)
def test_letters_and_columns_of_a_file(row: str, encoding: str, called: str, mark: str) -> None:
    """All letters are right in the preview, whatever divides the columns [64]."""
    at = desk().do("preview-players", data=as_file(row.replace("|", mark), encoding))
    assert sheet(at) == [called]
    assert not at.tournament.players
    at.do("add-players", **fields(at.html))
    player = at.tournament.players[1]
    assert (player.name, player.rating) == (called, int(row.rsplit("|")[-1]))


def test_a_name_in_quotes_keeps_its_comma() -> None:
    """A comma in quotes is no end of a column [64]."""
    at = desk().do("preview-players", players='"Novák, Jan";1400')
    at.do("add-players", **fields(at.html))
    assert names(at) == ["Novák, Jan"]
    assert at.tournament.players[1].rating == 1400


def test_the_code_page_can_be_changed_in_the_preview() -> None:
    """Bytes that two code pages can read are shown anew in the one that is chosen [64]."""
    at = desk().do("preview-players", data=as_file("Łukasz Żak\nJiří Šíp\n", "cp1250"))
    assert sheet(at) == ["Łukasz Żak", "Jiří Šíp"]
    at.do("preview-players", **{**fields(at.html), "encoding": "cp1252"})
    assert sheet(at) != ["Łukasz Żak", "Jiří Šíp"]
    assert '<option value="cp1252" selected>' in at.html
    at.do("preview-players", **{**fields(at.html), "encoding": "cp1250"})
    at.do("add-players", **fields(at.html))
    assert names(at) == ["Łukasz Żak", "Jiří Šíp"]


def test_half_a_file_is_read_as_what_it_is_and_that_it_is_half_is_said() -> None:
    """A list in UTF-8 whose copying broke off in the middle of a letter is not taken for another code page."""
    half = "Žofie Dvořáková\nJiří Š".encode()[:-1]
    at = desk().do("preview-players", data=base64.b64encode(half).decode())
    assert '<option value="utf-8" selected>' in at.html
    assert sheet(at)[0] == "Žofie Dvořáková"
    assert "its end seems to be missing" in at.text
    at.do("preview-players", **{**fields(at.html), "encoding": "cp1250"})
    assert "its end seems to be missing" not in at.text


def test_columns_can_be_given_another_meaning() -> None:
    at = desk().do("preview-players", players="Sokol;Jan Novák;1500\nSlavia;Eva Malá;1400")
    sent = {**fields(at.html), "kind-0": "club", "kind-1": "name", "kind-2": "rating"}
    at.do("preview-players", **sent)
    assert sheet(at) == ["Jan Novák", "Eva Malá"]
    at.do("add-players", **fields(at.html))
    assert [(each.name, each.club, each.rating) for each in at.tournament.players.values()] == [
        ("Jan Novák", "Sokol", 1500),
        ("Eva Malá", "Slavia", 1400),
    ]


def test_what_divides_the_columns_can_be_changed() -> None:
    at = desk().do("preview-players", players="Jan;Novák\nEva;Malá")
    at.do("preview-players", **{**fields(at.html), "delimiter": "none"})
    assert sheet(at) == ["Jan;Novák", "Eva;Malá"]


def test_a_heading_can_be_said_to_be_one() -> None:
    at = desk().do("preview-players", players="Wer;Stärke\nJan Novák;1500\nEva Malá;1400")
    assert len(sheet(at)) == 3
    at.do("preview-players", **{**fields(at.html), "heading": "on"})
    assert sheet(at) == ["Jan Novák", "Eva Malá"]


def test_columns_that_nobody_knows_are_kept_under_their_heading() -> None:
    at = desk().do("preview-players", players="Name;Rating;Born\nJan Novák;1500;1990\nEva Malá;1400;2001")
    at.do("add-players", **fields(at.html))
    assert at.tournament.players[2].fields == {"Born": "2001"}
    at.see("players", player=2).do("change-player", number=2, **{"own-Born": "2002", "player": "Eva Malá"})
    assert at.tournament.players[2].fields == {"Born": "2002"}


def test_a_detail_of_ones_own_can_be_added_by_hand_and_is_then_asked_for_of_everybody() -> None:
    at = desk()
    at.do("add-player", player="Jan Novák").do("add-player", player="Eva Malá")
    at.see("players", player=1)
    at.do("change-player", **{"number": 1, "new-field": " Born ", "new-value": "1990"})
    assert at.tournament.players[1].fields == {"Born": "1990"}
    at.see("players", player=2)
    assert 'name="own-Born"' in at.html
    events = len(at.events)
    at.do("change-player", **{"number": 2, "own-Born": ""})
    assert len(at.events) == events, "an empty detail is none"
    at.do("change-player", **{"number": 2, "own-Born": "2001"})
    assert at.tournament.players[2].fields == {"Born": "2001"}
    at.do("change-player", **{"number": 2, "own-Born": ""})
    assert at.tournament.players[2].fields == {}


def test_rows_that_cannot_be_read_are_named_and_left_out() -> None:
    at = desk().do("preview-players", players="Name;Rating\nJan;1500\nEva;strong\nIvo;1300")
    assert "strong" in at.text
    at.do("add-players", **fields(at.html))
    assert names(at) == ["Jan", "Ivo"]
    assert "Rows left out: 2" in at.said


# -------------------------------------------------------------------------------------------------------------- doubles


def test_doubles_are_flagged_and_added_only_if_the_arbiter_says_so() -> None:
    at = desk("Jan Novák\nEva Malá").do("preview-players", players="novák, Jan\nIvo\nIvo")
    assert "Somebody of this name is in the tournament already." in at.text
    assert "This name stands higher in the list already." in at.text
    sent = fields(at.html)
    assert sent["take"] == "1"
    at.do("add-players", **{**sent, "take": ["0", "1"]})
    assert names(at) == ["Jan Novák", "Eva Malá", "novák, Jan", "Ivo"]
    assert at.text.count("same name twice") == 2


# ------------------------------------------------------------------------------------------------- names, order, clubs


@pytest.mark.parametrize(
    ("lang", "listed"),
    [
        ("cs", ["Cibulka, A", "Čapek, B", "Hora, C", "Chalupa, D"]),
        ("es", ["Nadal, A", "Ñíguez, B", "Ortiz, C"]),
    ],
)
def test_names_in_the_order_of_the_language(lang: str, listed: list[str]) -> None:
    """Czech has ch after h, Spanish ñ after n [67]."""
    at = desk("\n".join(reversed(listed)), lang).see("players", sort="name")
    places = [at.text.index(name) for name in listed]
    assert places == sorted(places)


def test_a_list_by_rating_and_back_by_number() -> None:
    at = desk("Name;Rating\nAnna;1400\nBéla;1500\nCyril;").see("players", sort="rating")
    assert re.findall(r'id="player-(\d)"', at.html) == ["2", "1", "3"]
    at.see("players")
    assert re.findall(r'id="player-(\d)"', at.html) == ["1", "2", "3"]


def test_no_name_breaks_the_list() -> None:
    """A single name, 45 letters, code and formulas stand there literally; one club with a blank is one [67, 68]."""
    odd = ["Sofie", "Maximiliana Konstantina Alžběta Nováková-Šímová"[:45], "O'Hara", "=1+1", "-5"]
    at = desk().do("add-player", player='<b>Eva</b> & "Béla"', club="Klub A")
    for name in odd:
        at.do("add-player", player=name, club="Klub A ")
    assert names(at) == ['<b>Eva</b> & "Béla"', *odd]
    assert all(name in at.text for name in names(at))
    assert "<b>" not in at.html
    assert {player.club for player in at.tournament.players.values()} == {"Klub A"}


# -------------------------------------------------------------------------------------------------- changed, gone, back


def test_change_in_place() -> None:
    at = desk(PEOPLE).see("players", sort="name", player=3)
    assert 'id="edit-player"' in at.html
    assert at.shown["focus"] == "#edit-player"
    at.do("request-bye", number=3, round="2", bye="zero-point")
    assert "focus" not in at.shown
    at.do("change-player", number=3, sort="name", player="Cyril Nový", rating="1700", club="", country="", table="4")
    player = at.tournament.players[3]
    assert (player.name, player.rating, player.table) == ("Cyril Nový", 1700, 4)
    assert 'id="edit-player"' not in at.html
    assert at.screen == {"name": "players", "sort": "name"}
    assert at.shown["focus"] == "#change-3"
    assert "always at table 4" in at.text


def test_a_change_that_changes_nothing_is_no_event() -> None:
    at = desk(PEOPLE)
    before = len(at.events)
    at.do("change-player", number=3, player="Cyril", rating="", club="", country="", table="")
    assert len(at.events) == before
    assert at.said == "Nothing has changed."


def test_a_player_who_has_just_lost_withdraws() -> None:
    """Six players; the game stays, five are left: two tables and one who is left over [25]."""
    at = desk("Anna\nBéla\nCyril\nDora\nEmil\nFilip").see("round").do("draw").do("publish")
    first, *others = at.tournament.rounds[0].games
    at.do("enter-result", round=1, first=first.first, second=first.second, result="1")
    at.do("remove-player", number=first.second)
    assert "the games so far stay" in at.said
    for game in others:
        at.do("enter-result", round=1, first=game.first, second=game.second, result="1")
    at.do("draw").do("publish")
    assert at.tournament.rounds[0].games[0].result is Result.FIRST_WINS
    drawn = at.tournament.rounds[1]
    assert len(drawn.games) == 2
    assert list(drawn.byes.values()) == [Bye.PAIRING_ALLOCATED]
    assert drawn.game_of(first.second) is None
    assert first.second not in drawn.byes
    at.see("players")
    assert "plays no more after round 1" in at.text


def test_who_was_never_drawn_leaves_no_trace() -> None:
    at = desk(PEOPLE).do("remove-player", number=2)
    assert names(at) == [name for name in PEOPLE.split("\n") if name != "Béla"]


def test_who_comes_back_has_nothing_for_the_rounds_missed() -> None:
    """Withdrawn after round 1, back in round 3: round 2 gives no point [31]."""
    at = play(desk("Anna\nBéla\nCyril\nDora"), 1)
    at.see("players").do("remove-player", number=1)
    score = at.tournament.rounds[0].game_of(1)
    play(at, 2)
    at.see("players").do("return-player", number=1)
    assert "back in round 3" in at.said
    player = at.tournament.players[1]
    assert player.withdrawn_after is None
    assert dict(player.byes) == {2: Bye.ZERO_POINT}
    assert at.tournament.rounds[0].game_of(1) == score
    play(at, 3)
    assert at.tournament.rounds[2].game_of(1)


# ----------------------------------------------------------------------------------------------------------- late entry


def test_who_comes_late_joins_in_the_next_round_without_points() -> None:
    at = play(desk("Anna\nBéla\nCyril\nDora"), 1)
    at.see("players").do("add-player", player="Late")
    assert at.tournament.players[5].joins_in == 2
    assert "joins in round 2" in at.text


def test_who_comes_late_may_get_half_a_point_for_each_round_missed() -> None:
    at = play(desk("Anna\nBéla\nCyril\nDora"), 1)
    at.see("players").do("add-player", player="Late", joins="3", missed="half")
    assert not at.errors
    assert at.tournament.rounds[0].byes == {5: Bye.HALF_POINT}
    play(at, 2)
    assert at.tournament.rounds[1].byes == {5: Bye.HALF_POINT}
    assert len(at.tournament.rounds[1].games) == 2
    play(at, 3)
    assert at.tournament.rounds[2].game_of(5) or 5 in at.tournament.rounds[2].byes
    at.see("standings")
    assert "Late" in at.text


def test_a_list_that_comes_late_joins_together() -> None:
    at = play(desk("Anna\nBéla\nCyril\nDora"), 1)
    at.see("players").do("preview-players", players="Emil\nFilip")
    at.do("add-players", **{**fields(at.html), "joins": "2", "missed": "none"})
    assert [player.joins_in for player in at.tournament.players.values()] == [1, 1, 1, 1, 2, 2]


# ----------------------------------------------------------------------------------------------------------------- byes


@pytest.mark.parametrize(("players", "tables", "left_over"), [(5, 2, 0), (4, 1, 1)])
def test_a_requested_bye_in_round_1(players: int, tables: int, left_over: int) -> None:
    """Five and one bye: two tables, nobody else out; four: one table, and one is left over [22]."""
    at = desk("\n".join(PEOPLE.split("\n")[:players]), rounds=3)
    at.do("request-bye", number=1, round="1", bye="half-point").see("round").do("draw").do("publish")
    assert not at.errors
    drawn = at.tournament.rounds[0]
    assert len(drawn.games) == tables
    assert drawn.byes[1] is Bye.HALF_POINT
    assert list(drawn.byes.values()).count(Bye.PAIRING_ALLOCATED) == left_over


def test_a_bye_is_shown_and_can_be_taken_back() -> None:
    at = desk(PEOPLE).see("players", player=2).do("request-bye", number=2, round="3", bye="zero-point")
    assert "round 3: no game, 0" in at.text
    at.do("request-bye", number=2, round="3", bye="")
    assert not at.tournament.players[2].byes
    assert "round 3: no game" not in at.text


def test_byes_with_points_have_their_limit() -> None:
    at = desk(PEOPLE, byes_allowed=1).do("request-bye", number=2, round="1", bye="half-point")
    at.see("players", player=2)
    assert "Byes with points so far: 1 of 1 allowed." in at.text
    at.do("request-bye", number=2, round="2", bye="half-point")
    assert len(at.errors) == 1
    at.do("request-bye", number=2, round="2", bye="zero-point")
    assert not at.errors
    assert dict(at.tournament.players[2].byes) == {1: Bye.HALF_POINT, 2: Bye.ZERO_POINT}


# ------------------------------------------------------------------------------------------------------------- check-in


@pytest.mark.parametrize(
    ("absent", "tables", "byes"),
    [
        pytest.param("later", 3, {}, id="comes later"),
        pytest.param("zero", 3, {7: Bye.ZERO_POINT}, id="absent"),
        pytest.param("half", 3, {7: Bye.HALF_POINT}, id="half a point"),
        pytest.param("gone", 3, {}, id="taken off"),
    ],
)
def test_who_is_not_here_is_not_drawn(absent: str, tables: int, byes: dict[int, Bye]) -> None:
    """Seven entered, one not here: three tables, and nobody is left over [29]."""
    at = desk(PEOPLE).see("check-in")
    for number in range(1, 7):
        at.do("check-in", number=number, here="yes")
    assert "Here: 6 of 7" in at.text
    assert "What becomes of those who are not marked as here (1)?" in at.text
    at.see("round")
    assert "Not checked in, but drawn if you do not say what becomes of them: Gusta" in at.text
    at.see("check-in").do("close-check-in", absent=absent)
    assert "What becomes of" not in at.text
    at.see("round")
    assert "Not checked in" not in at.text
    at.see("round").do("draw").do("publish")
    assert len(at.tournament.rounds[0].games) == tables
    assert dict(at.tournament.rounds[0].byes) == byes


def test_the_list_says_that_the_check_in_is_not_closed() -> None:
    at = desk(PEOPLE)
    assert "Not checked in" not in at.text
    at.see("check-in").do("check-in", number=1, here="yes").see("players")
    assert "Not checked in: 6." in at.text
    at.see("check-in").do("check-in", here="yes").see("players")
    assert "Not checked in" not in at.text


# ----------------------------------------------------------------------------------------------------------- kept apart


def test_a_pair_that_never_meets() -> None:
    at = desk("Anna\nBéla\nCyril\nDora").see("apart").do("forbid-pair", one="1 Anna", other="béla")
    assert at.tournament.forbidden == ((1, 2),)
    assert "1 Anna – 2 Béla" in at.text
    play(at, 1)
    assert all({game.first, game.second} != {1, 2} for game in at.tournament.rounds[0].games)
    at.see("apart").do("allow-pair", one=1, other=2)
    assert not at.tournament.forbidden


def test_groups_are_kept_apart_strictly_or_as_a_wish() -> None:
    at = desk("Name;Club\nAnna;Sokol\nBéla;Sokol\nCyril;\nDora;").see("apart")
    at.do("keep-apart", club="Sokol", how="never", until="2")
    at.do("keep-apart", who="Cyril; 4", how="wish", price="3", group="Family")
    club, family = at.tournament.keep_apart
    assert (club.players, club.is_hard, club.until, club.name) == ((1, 2), True, 2, "Sokol")
    assert (family.players, family.is_hard, family.price, family.name) == ((3, 4), False, 3, "Family")
    assert "Family : 3 Cyril, 4 Dora" in at.text
    play(at, 1)
    assert all({game.first, game.second} != {1, 2} for game in at.tournament.rounds[0].games)
    at.see("apart").do("end-apart", at=0)
    assert [group.name for group in at.tournament.keep_apart] == ["Family"]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("Anna; Zdena", "No player is called “Zdena”; type a number or a whole name from the list."),
        ("Anna; Ivo", "More than one player is called “Ivo” (3, 4); type the number."),
        ("Anna", "A group needs at least two players."),
    ],
)
def test_a_group_that_cannot_be(who: str, said: str) -> None:
    at = desk("Anna\nBéla").do("add-player", player="Ivo").do("add-player", player="Ivo")
    at.see("apart").do("keep-apart", who=who)
    assert at.errors == [said]
    assert not at.tournament.keep_apart
