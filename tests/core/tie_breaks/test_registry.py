"""The list of tie-breaks and the ways to treat unplayed games: complete, findable, explained."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from strategies import tournaments

from pairing_core.errors import UnknownTieBreak, UnknownTreatment
from pairing_core.model import Settings, Tournament
from pairing_core.standings import standings
from pairing_core.tie_breaks import NUMBER, POINTS, RATING, TERM_KINDS, TIE_BREAKS, UNPLAYED, tie_break, treatment

COEFFICIENTS = dict.fromkeys(["turcas-a", "turcas-b", "turcas-c", "turcas-d"], "1")


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("buchholz", "buchholz"),
        ("BH", "buchholz"),
        ("bh_c1", "buchholz-cut-1"),
        ("BH/C1", "buchholz-cut-1"),
        ("bh-c2", "buchholz-cut-2"),
        ("BH-M1", "buchholz-median"),
        ("FB", "fore-buchholz"),
        ("SB", "sonneborn-berger"),
        ("SB/C1", "sonneborn-berger-cut-1"),
        (" DE ", "direct-encounter"),
        ("PS", "progressive"),
        ("PS/C1", "progressive-cut-1"),
        ("WIN", "wins"),
        ("WON", "games-won"),
        ("BPG", "games-as-second"),
        ("BWG", "wins-as-second"),
        ("REP", "rounds-elected"),
        ("STD", "standard-points"),
        ("KS", "koya"),
        ("ARO/C1", "aro-cut-1"),
        ("TPR", "tpr"),
        ("PTP", "ptp"),
        ("APRO", "apro"),
        ("APPO", "appo"),
        ("AOB", "aob"),
        ("RTNG", "rating"),
        ("TPN", "number"),
        ("BQ", "brightwell"),
        ("SOS", "sos"),
        ("Games started second", "games-as-second"),
    ],
)
def test_found_by_key_and_by_acronym(asked: str, key: str) -> None:
    assert tie_break(asked).key == key


@pytest.mark.parametrize("asked", ["", "bucholz", "x" * 500, "bh c9"])
def test_unknown_tie_break(asked: str) -> None:
    with pytest.raises(UnknownTieBreak) as caught:
        tie_break(asked)
    assert asked[:60] == caught.value.params["tie_break"]
    assert str(caught.value.params["known"]).split(", ") == [each.key for each in TIE_BREAKS]


def test_unknown_treatment() -> None:
    assert [treatment(each.key) for each in UNPLAYED] == list(UNPLAYED)
    with pytest.raises(UnknownTreatment):
        standings(Tournament(), unplayed="fide-1999")


def test_the_treatment_that_settings_begin_with_exists() -> None:
    assert treatment(Settings().unplayed).key == "fide-2026"


def test_names_are_given_once() -> None:
    names = Counter(name for each in TIE_BREAKS for name in {each.key, *each.aliases})
    assert [name for name, times in names.items() if times > 1] == []
    assert len({each.name for each in TIE_BREAKS}) == len(TIE_BREAKS)


@pytest.mark.parametrize("each", TIE_BREAKS, ids=lambda each: each.key)
def test_is_explained(each: object) -> None:
    assert isinstance(each, type(TIE_BREAKS[0]))
    assert re.fullmatch(r"[a-z]+(-([a-z]+|\d))*", each.key)
    assert each.unit in (POINTS, NUMBER, RATING)
    assert each.rated == (each.unit == RATING)
    assert len(each.short) <= 8
    assert each.definition.endswith(".")
    assert each.source
    for parameter in each.parameters:
        assert parameter.name.startswith(each.key)
        assert parameter.definition.endswith(".")


@pytest.mark.parametrize("each", UNPLAYED, ids=lambda each: each.key)
def test_treatment_is_explained(each: object) -> None:
    assert isinstance(each, type(UNPLAYED[0]))
    assert each.name
    assert each.source
    assert each.definition.endswith(".")


@given(tournaments(totals=True, open_round=True))
def test_every_line_of_every_working_has_a_name(tournament: Tournament) -> None:
    tournament = replace(tournament, settings=replace(tournament.settings, parameters=COEFFICIENTS))
    kinds = {kind.key for kind in TERM_KINDS}
    rounds = range(1, len(tournament.rounds) + 1)
    ranked = standings(tournament, len(tournament.rounds), [each.key for each in TIE_BREAKS])
    for row in ranked.rows:
        for worked in row.values:
            for term in worked.terms:
                assert term.kind in kinds
                assert term.round is None or term.round in rounds
                assert term.opponent is None or term.opponent in tournament.players
                assert term.opponent != row.player
