"""Buchholz and its kin: worked examples, the same written anew in the plainest way, and laws."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from builders import sheet
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core.history import Entry, history
from pairing_core.model import Bye, Outcome, PlayerNumber, Tournament, points_text
from pairing_core.standings import standings
from pairing_core.tie_breaks import TIE_BREAKS, UNPLAYED, Worked

# Seven players, five rounds, everybody's turn to sit out but 1 and 3 (reports of users of other programs, input T7).
T7 = (
    "5 0-1 3, 4 0-1 2, 7 0-1 1, 6 bye | 3 1-0 6, 7 0-1 2, 1 1-0 5, 4 bye | 4 0-1 6, 1 1-0 3, 5 1-0 7, 2 bye |"
    "4 1-0 1, 6 1-0 2, 7 0-1 3, 5 bye | 4 0-1 5, 3 0-1 2, 6 0-1 1, 7 bye"
)


def values(tournament: Tournament, key: str, unplayed: str = "fide-2026") -> dict[PlayerNumber, str | None]:
    ranked = standings(tournament, tie_breaks=[key], unplayed=unplayed)
    return {row.player: ranked.tie_breaks[0].text(row.values[0]) for row in ranked.rows}


def worked(tournament: Tournament, key: str, player: PlayerNumber, unplayed: str = "fide-2026") -> Worked:
    rows = standings(tournament, tie_breaks=[key], unplayed=unplayed).rows
    return next(row.values[0] for row in rows if row.player == player)


@pytest.mark.parametrize(
    ("key", "unplayed", "expected"),
    [
        ("points", "fide-2026", {1: "4", 2: "4", 3: "3", 5: "3", 6: "3", 4: "2", 7: "1"}),
        ("buchholz", "as-awarded", {1: "12", 2: "9", 3: "15", 5: "10", 6: "13", 4: "14", 7: "14"}),
        ("buchholz", "fide-2023", {1: "12", 2: "13", 3: "15", 5: "13", 6: "16", 4: "16", 7: "15"}),
        ("buchholz", "fide-2026", {1: "12", 2: "11.5", 3: "15", 5: "12.5", 6: "15.5", 4: "16", 7: "15"}),
        ("buchholz-cut-1", "fide-2026", {1: "11", 2: "10.5", 3: "14", 5: "11.5", 6: "13.5", 4: "14", 7: "14"}),
        ("progressive", "fide-2026", {1: "13", 2: "13", 3: "11", 5: "6", 6: "10", 4: "6", 7: "1"}),
    ],
)
def test_t7(key: str, unplayed: str, expected: dict[PlayerNumber, str]) -> None:
    assert values(sheet(T7)[0], key, unplayed) == expected


@pytest.mark.parametrize(
    ("unplayed", "first"),
    [("as-awarded", 1), ("fide-2023", 2), ("fide-2026", 1)],
)
def test_who_wins_hangs_on_the_treatment_of_a_bye(unplayed: str, first: PlayerNumber) -> None:
    """zitaschach.de, November 2023: the bye's number decided the title, and nobody could tell why."""
    rows = standings(sheet(T7)[0], tie_breaks=["buchholz"], unplayed=unplayed).rows
    assert rows[0].player == first
    assert [row.rank for row in rows][:2] == [1, 2]


def test_the_bye_is_a_line_of_its_own() -> None:
    terms = worked(sheet(T7)[0], "buchholz", 2).terms
    assert [(term.round, term.opponent, term.kind, points_text(term.value)) for term in terms] == [
        (1, 4, "opponent", "2"),
        (2, 7, "opponent", "1"),
        (3, None, "dummy", "2.5"),
        (4, 6, "opponent", "3"),
        (5, 3, "opponent", "3"),
    ]


@pytest.mark.parametrize("unplayed", [each.key for each in UNPLAYED])
def test_a_round_still_going_on_does_not_mix_in(unplayed: str) -> None:
    """Liquipedia Lua-Modules 6772, sendou.ink 2040, Tabbycat 72: impossible values in the middle of a round."""
    tournament, numbers = sheet("A 1-0 B, C 1-0 D | A 1-0 C, B - D", rounds=3)
    ranked = standings(tournament, tie_breaks=["buchholz"], unplayed=unplayed)
    assert ranked.after == 1
    assert {row.player: (row.points, row.values[0].value) for row in ranked.rows} == {
        numbers["A"]: (2, 0),
        numbers["C"]: (2, 0),
        numbers["B"]: (0, 2),
        numbers["D"]: (0, 2),
    }
    live = standings(tournament, after=2, tie_breaks=["buchholz"], unplayed=unplayed)
    assert {row.player: (row.points, row.values[0].value) for row in live.rows} == {
        numbers["A"]: (4, 2),
        numbers["C"]: (2, 4),
        numbers["B"]: (0, 4),
        numbers["D"]: (0, 2),
    }


@pytest.mark.parametrize("unplayed", [each.key for each in UNPLAYED])
def test_a_game_still_open_adds_nothing(unplayed: str) -> None:
    tournament, numbers = sheet("A 1-0 B, C 1-0 D | A - C, B 1-0 D")
    ranked = standings(tournament, after=2, tie_breaks=["buchholz"], unplayed=unplayed)
    assert {row.player: row.values[0].value for row in ranked.rows} == {
        numbers["A"]: 2,
        numbers["B"]: 2,
        numbers["C"]: 0,
        numbers["D"]: 4,
    }


@pytest.mark.parametrize("unplayed", [each.key for each in UNPLAYED])
def test_an_opponent_who_won_by_default_counts_with_these_points(unplayed: str) -> None:
    """svberolinamitte.de, 2019: the program counted the default win as a draw, and the ranks went wrong."""
    tournament, numbers = sheet("P 1-0 X, Y 1-0 Z | X +:- Y, P 0-1 Z | X 1-0 Z, P 1-0 Y")
    term = worked(tournament, "buchholz", numbers["P"], unplayed).terms[0]
    assert (term.opponent, points_text(term.value)) == (numbers["X"], "2")


@pytest.mark.parametrize(
    ("text", "player", "key", "unplayed", "expected"),
    [
        # Requested byes after which only missed rounds come count as draws for those who met the player (16.2.5) ...
        pytest.param("A 1-0 B, C 1-0 D | A 1-0 C, B zero, D zero", "A", "buchholz", "fide-2026", "1.5", id="left"),
        pytest.param("A 1-0 B, C 1-0 D | A 1-0 C", "A", "buchholz", "fide-2026", "1.5", id="absent is no better"),
        # ... but not if another game follows (16.2.3), nor if the points are taken as awarded.
        pytest.param(
            "A 1-0 B, C ½-½ D | B zero, A ½-½ C | B 0-1 D, A 1-0 C", "A", "buchholz", "fide-2026", "2", id="back"
        ),
        pytest.param("A 1-0 B, C 1-0 D | A 1-0 C, B zero, D zero", "A", "buchholz", "as-awarded", "1", id="awarded"),
        # After a forfeit the imagined opponent has no more than the one who should have come (16.4.1).
        pytest.param("A +:- B, C 1-0 D | A 1-0 C, B 0-1 D", "A", "buchholz", "fide-2023", "3", id="own points"),
        pytest.param("A +:- B, C 1-0 D | A 1-0 C, B 0-1 D", "A", "buchholz", "fide-2026", "1", id="capped"),
        # A bye can bring no more than draws in all rounds (16.4.2).
        pytest.param("A bye, B 1-0 C | A 1-0 B, C bye", "A", "buchholz", "fide-2026", "2", id="half of the rounds"),
        # A round missed by choice is left out first (16.5), although another opponent has fewer points.
        pytest.param(
            "A 1-0 B, C 1-0 D | A half, C 1-0 B | A 1-0 D, C zero, B zero",
            "A",
            "buchholz-cut-1",
            "fide-2026",
            "0.5",
            id="missed by choice is cut first",
        ),
        # Games in a round robin count although one did not come; the rest of an odd field adds nothing.
        pytest.param(
            "A 1-0 B, C 1-0 D | A 1-0 C, B zero | A 1-0 D, B zero",
            "A",
            "buchholz",
            "round-robin",
            "1",
            id="left a round robin",
        ),
        pytest.param(
            "A +:- B, C bye | A 1-0 C, B bye | B 1-0 C, A bye",
            "A",
            "buchholz",
            "round-robin",
            "1",
            id="round robin",
        ),
    ],
)
def test_rounds_that_were_not_played(text: str, player: str, key: str, unplayed: str, expected: str) -> None:
    system = "round-robin" if unplayed == "round-robin" else "mancala"
    tournament, numbers = sheet(text, system=system)
    treatment = "fide-2026" if unplayed == "round-robin" else unplayed
    assert values(tournament, key, treatment)[numbers[player]] == expected


# The same once more, as one would write it who had only read the rules.


def naive(
    tournament: Tournament, unplayed: str, kind: str, low: int = 0, high: int = 0
) -> dict[PlayerNumber, Fraction]:
    scoring = tournament.settings.scoring
    after = tournament.finished_rounds
    records = history(tournament, after).records
    half = Fraction(1, 2)

    def chose(entry: Entry) -> bool:
        if entry.opponent is not None:
            return entry.outcome == Outcome.FORFEIT_LOSS
        return entry.bye not in (Bye.PAIRING_ALLOCATED, Bye.FULL_POINT)

    def points(player: PlayerNumber) -> Fraction:
        return sum((entry.points * half for entry in records[player].entries), Fraction(0))

    def for_others(player: PlayerNumber) -> Fraction:
        total = Fraction(0)
        entries = records[player].entries
        for at, entry in enumerate(entries):
            nothing_follows = all(chose(later) for later in entries[at:])
            late = unplayed != "as-awarded" and entry.opponent is None and nothing_follows
            total += (scoring.draw if late else entry.points) * half
        return total

    found = {}
    for player, record in records.items():
        rows = []
        for entry in record.entries:
            if entry.outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS):
                assert entry.opponent is not None
                rows.append((for_others(entry.opponent), entry.points * half, False))
            elif unplayed == "as-awarded":
                rows.append((Fraction(0), entry.points * half, False))
            else:
                limits = [points(player)]
                if unplayed == "fide-2026":
                    limits.append(for_others(entry.opponent) if entry.opponent else scoring.draw * half * after)
                rows.append((min(limits), entry.points * half, chose(entry)))
        listed = [(score, score * own if kind == "sb" else score, chosen) for score, own, chosen in rows]
        for _ in range(low):
            if listed:
                weakest = sorted(listed, key=lambda row: (row[0], row[1]))[0]
                missed = sorted((row for row in listed if row[2]), key=lambda row: (row[1], row[0]))
                listed.remove(missed[0] if missed and missed[0][1] >= weakest[1] else weakest)
        for _ in range(high):
            if listed:
                listed.remove(sorted(listed, key=lambda row: (row[0], row[1]))[-1])
        found[player] = sum((row[1] for row in listed), Fraction(0))
    return found


CUTS = (
    ("buchholz", "bh", 0, 0),
    ("buchholz-cut-1", "bh", 1, 0),
    ("buchholz-cut-2", "bh", 2, 0),
    ("buchholz-median", "bh", 1, 1),
    ("buchholz-median-2", "bh", 2, 2),
    ("sonneborn-berger", "sb", 0, 0),
    ("sonneborn-berger-cut-1", "sb", 1, 0),
    ("sonneborn-berger-cut-2", "sb", 2, 0),
)


@settings(max_examples=300)
@given(tournaments(), st.sampled_from([each.key for each in UNPLAYED]))
def test_is_what_a_plain_reading_of_the_rules_gives(tournament: Tournament, unplayed: str) -> None:
    rows = standings(tournament, tie_breaks=[key for key, *_ in CUTS], unplayed=unplayed).rows
    for at, (key, kind, low, high) in enumerate(CUTS):
        found = {row.player: Fraction(row.values[at].value or 0) / 2 for row in rows}
        assert found == naive(tournament, unplayed, kind, low, high), key


@given(tournaments())
def test_kin(tournament: Tournament) -> None:
    """What is made of Buchholz follows from Buchholz."""
    keys = ["buchholz", "opponents-buchholz", "aob", "sos", "sosos"]
    rows = standings(tournament, tie_breaks=keys).rows
    records = history(tournament, tournament.finished_rounds).records
    column = {key: {row.player: row.values[at].value for row in rows} for at, key in enumerate(keys)}
    awarded = {row.player: row.values[0].value for row in standings(tournament, None, ["bh"], "as-awarded").rows}
    assert column["sos"] == awarded
    for player, record in records.items():
        met = [entry.opponent for entry in record.entries if entry.is_played and entry.opponent is not None]
        assert column["opponents-buchholz"][player] == sum(column["buchholz"][each] or 0 for each in met)
        assert column["sosos"][player] == sum(awarded[each] or 0 for each in met)
        mean = Fraction(column["opponents-buchholz"][player] or 0) / (2 * len(met) or 1)
        assert abs(Fraction(column["aob"][player] or 0) / 2 - mean) <= Fraction(1, 200)


ADDITIVE = [
    each.key
    for each in TIE_BREAKS
    if each.key not in ("aob", "direct-encounter", "rating", "lots", "manual", "number", "turcas") and not each.rated
]


@given(tournaments(totals=True))
def test_the_lines_of_the_working_add_up_to_the_value(tournament: Tournament) -> None:
    for row in standings(tournament, tie_breaks=ADDITIVE).rows:
        for key, (value, terms, _) in zip(ADDITIVE, row.values, strict=True):
            assert sum(term.value for term in terms if term.kind not in ("cut", "below")) == (value or 0), key
            # Points times points are half-points times half-points, so a quarter of that, shown in half-points.
            scale = 2 if key.startswith("sonneborn") else 1
            assert all(term.value * scale == prod(term.factors) for term in terms if term.factors), key


@given(tournaments(forfeits=False, absences=False, max_players=8))
def test_without_missed_rounds_all_treatments_agree(tournament: Tournament) -> None:
    if len(tournament.players) % 2:
        return
    shown = [values(tournament, "buchholz", each.key) for each in UNPLAYED]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        # All games of the last round planned are draws, also those that nobody has finished ...
        ("A 1-0 B, C 1-0 D | A - C, B - D", "2"),
        ("A 1-0 B, C 1-0 D | A 1-0 C, B 1-0 D", "2"),
        # ... or to which somebody did not come.
        ("A 1-0 B, C 1-0 D | A +:- C, B 1-0 D", "2"),
        ("A 0-1 B, C 1-0 D | A +:- C, B 1-0 D", "3"),
    ],
)
def test_fore_buchholz(after: str, expected: str) -> None:
    tournament, numbers = sheet(after)
    ranked = standings(tournament, after=2, tie_breaks=["fore-buchholz"])
    row = next(row for row in ranked.rows if row.player == numbers["A"])
    assert ranked.tie_breaks[0].text(row.values[0]) == expected


@given(tournaments())
def test_fore_buchholz_before_the_last_round_is_buchholz(tournament: Tournament) -> None:
    if tournament.settings.rounds > len(tournament.rounds):
        assert values(tournament, "fore-buchholz") == values(tournament, "buchholz")


def test_koya_limit() -> None:
    text = "A 1-0 B, C 1-0 D | A ½-½ C, B ½-½ D | A 1-0 D, B 1-0 C"
    found = {}
    for limit in ("0", "50", "51", "84"):
        tournament, numbers = sheet(text, parameters={"koya-limit": limit})
        found[limit] = values(tournament, "koya")[numbers["A"]]
    assert found == {"0": "2.5", "50": "1.5", "51": "0", "84": "0"}


@pytest.mark.parametrize(
    ("text", "system", "expected"),
    [
        # Half of the games one had in a round robin, where an odd field lets everybody rest once.
        ("A 1-0 B | B 1-0 C | C 1-0 A", "round-robin", {"A": "1", "B": "1", "C": "1"}),
        ("A 1-0 B | B 1-0 C | C 1-0 A", "mancala", {"A": "0", "B": "0", "C": "0"}),
        # What was won without a game counts, for it was won against that opponent.
        ("A +:- B | B 1-0 C", "mancala", {"A": "1", "B": "0", "C": "0"}),
    ],
)
def test_koya_half_of_the_points(text: str, system: str, expected: dict[str, str]) -> None:
    tournament, numbers = sheet(text, system=system)
    assert values(tournament, "koya") == {numbers[name]: value for name, value in expected.items()}
