"""Results as CSV: nothing that a spreadsheet takes for a date or a formula, and the same players when read again."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from types import MappingProxyType

import pytest
from builders import sheet
from hypothesis import given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.errors import UnknownRound
from pairing_core.formats import csv_players, results, trf
from pairing_core.model import Player, Settings, Tournament
from pairing_core.standings import crosstable, standings
from pairing_core.tie_breaks import TIE_BREAKS

CZECH = {
    "number": "Číslo",
    "name": "Jméno",
    "rating": "Rating",
    "club": "Klub",
    "country": "Země",
    "rank": "Pořadí",
    "points": "Body",
    "round": "Kolo",
    "forfeit": "kontumačně",
    "half-point": "Volno za půl bodu",
    "pairing-allocated": "Volno",
    "tie-break/buchholz": "Bh",
}
SPANISH = {"number": "Número", "name": "Nombre", "rating": "Valoración", "club": "Club", "country": "País"}

CUP, _ = sheet("A 1-0 B 38:26, C ½-½ D, E bye | E +:- A, B - C, D half", ratings={"A": 1500, "C": 1400})


def test_players() -> None:
    assert results.players_csv(CUP, CZECH) == (
        "Číslo;Jméno;Rating;Klub;Země\r\n1;A;1500;;\r\n2;B;;;\r\n3;C;1400;;\r\n4;D;;;\r\n5;E;;;\r\n"
    )


def test_no_field_of_a_player_is_a_formula() -> None:
    player = Player(1, "=1+1", club="@SUM(A1)", country="-5")
    tournament = Tournament(players=MappingProxyType({1: player}))
    assert results.players_csv(tournament).splitlines()[1] == "1;'=1+1;;'@SUM(A1);'-5"


def test_pairings() -> None:
    assert results.pairings_csv(CUP, 1, mark=",") == (
        "Round;Table;Starts (number);Starts;Second (number);Second;"
        "Points of who starts;Points of the second;Total of who starts;Total of the second;Note\r\n"
        "1;1;1;A;2;B;1;0;38;26;\r\n"
        "1;2;3;C;4;D;0,5;0,5;;;\r\n"
        "1;Rests;5;E;;;1;;;;\r\n"
    )


def test_pairings_without_totals() -> None:
    """A round going on: forfeit, open game, bye; the columns of totals are not there."""
    assert results.pairings_csv(CUP, 2, CZECH, ",").splitlines()[1:] == [
        "2;1;5;E;1;A;1;0;kontumačně",
        "2;2;2;B;3;C;;;",
        "2;Volno za půl bodu;4;D;;;0,5;;",
    ]
    assert results.pairings_csv(CUP, 2).splitlines()[0].count(";") == 8


@pytest.mark.parametrize("number", [0, 3])
def test_a_round_that_is_not_there(number: int) -> None:
    with pytest.raises(UnknownRound):
        results.pairings_csv(CUP, number)


def test_standings() -> None:
    ranked = standings(CUP, 1, ["buchholz"], "as-awarded")
    assert results.standings_csv(CUP, ranked, CZECH, ",") == (
        "Pořadí;Číslo;Jméno;Body;Bh\r\n1;1;A;1;0\r\n1;5;E;1;0\r\n3;3;C;0,5;0,5\r\n3;4;D;0,5;0,5\r\n5;2;B;0;1\r\n"
    )


def test_a_value_that_does_not_apply_is_an_empty_cell() -> None:
    ranked = standings(CUP, 1, ["aro"])
    assert {line.rsplit(";", 1)[1] for line in results.standings_csv(CUP, ranked).splitlines()[1:]} >= {""}


def test_crosstable() -> None:
    assert results.crosstable_csv(CUP, crosstable(CUP, 2), CZECH, ",") == (
        "Pořadí;Číslo;Jméno;Kolo 1;Kolo 2;Body\r\n"
        "1;5;E;1 (Volno);1 (1*, kontumačně);2\r\n"
        "2;1;A;1 (2*);0 (5, kontumačně);1\r\n"
        "2;4;D;0,5 (3);0,5 (Volno za půl bodu);1\r\n"
        "4;3;C;0,5 (4*);– (2);0,5\r\n"
        "5;2;B;0 (1);– (3*);0\r\n"
    )


def test_every_tie_break_has_a_header() -> None:
    assert {f"tie-break/{each.key}" for each in TIE_BREAKS} <= set(results.WORDS)


@pytest.mark.parametrize("words", [{}, CZECH, SPANISH])
@pytest.mark.parametrize("name", ["Řehoř", "Ñ", "Chloé", '<b>Eva</b> & "Béla"', "O'Hara", "=1+1", "-5", "May 5", "A;B"])
def test_players_come_back(name: str, words: dict[str, str]) -> None:
    """Reports: accents survive a spreadsheet (UTF-8 with its mark), and text is not taken as code."""
    tournament = Tournament(players=MappingProxyType({1: Player(1, name, 1500, f"{name} Club", "CZE")}))
    data = ("\ufeff" + results.players_csv(tournament, words)).encode()
    assert csv_players.players(csv_players.decode(data)) == tuple(tournament.players.values())


def a_date_or_formula(cell: str) -> bool:
    """Whether a spreadsheet could take the cell for more than text or a plain number with a decimal comma."""
    return not re.fullmatch(r"-?\d+(,\d+)?", cell) and bool(
        re.match(r"[=+\-@]", cell) or re.fullmatch(r"[\d\s.,:/\-–]*\d[\d\s.,:/\-–]*", cell)
    )


names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf"]), min_size=1, max_size=12).filter(
    lambda name: bool(name.strip()) and not name.strip().startswith(("'", "#"))
)


@given(tournaments(max_players=6, max_rounds=4, open_round=True), st.lists(names, min_size=6, max_size=6, unique=True))
def test_no_cell_is_a_date_or_a_formula(tournament: Tournament, new: list[str]) -> None:
    players = {
        number: Player(number, unicodedata.normalize("NFC", " ".join(name.split())), player.rating)
        for (number, player), name in zip(tournament.players.items(), new, strict=False)
    }
    tournament = Tournament(
        Settings(rounds=9, scoring=tournament.settings.scoring), MappingProxyType(players), tournament.rounds
    )
    after = len(tournament.rounds)
    texts = [
        results.players_csv(tournament),
        results.standings_csv(tournament, standings(tournament, after, ["buchholz", "sonneborn-berger"]), mark=","),
        results.crosstable_csv(tournament, crosstable(tournament, after), mark=","),
        *(results.pairings_csv(tournament, number, mark=",") for number in range(1, after + 1)),
    ]
    for text in texts:
        rows = list(csv.reader(io.StringIO(text), delimiter=";"))
        assert len({len(row) for row in rows}) == 1
        assert not [cell for row in rows for cell in row if a_date_or_formula(cell)]


def test_a_report_file_becomes_a_spreadsheet() -> None:
    text = f"001    1      {'=A':<33} 1500 CZE {'':<23} 1.0    1     2 w 1\n"
    text += f"001    2      {'B':<33} {'':<32} 0.0    2     1 b 0\n"
    assert results.players_csv(trf.load(text)).splitlines()[1:] == ["1;'=A;1500;;CZE", "2;B;;;"]
