"""The pages on rule sets and tie-breaks: each registered one is there, in every language, as the core has it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from types import MappingProxyType
from typing import Any

import pytest
from builder import content, examples, pages
from venue.i18n import LANGUAGES, translation
from venue.render import environment

from pairing_core.model import Player, Result, Settings, Tournament, pair_of
from pairing_core.swiss import RULE_SETS, RuleSet
from pairing_core.swiss.criteria import (
    PAPP_COLORS,
    PAPP_FLOAT_AGAIN,
    PAPP_FLOAT_BACK,
    PAPP_FLOATS,
    PAPP_SAME_COLOR,
)
from pairing_core.swiss.look_ahead import FIRST_DEAD_END
from pairing_core.tie_breaks import TIE_BREAKS, TieBreak, tie_break

ABOUT = '{% import "pages/criteria.html" as criteria with context %}{{ criteria.about(criterion) }}'

HANDBOOK = re.compile(r"^FIDE Handbook C\.07 \(1 March 2026\)")
HANDBOOK_IN = {
    "cs": "FIDE Handbook C.07 (1. března 2026)",
    "es": "FIDE Handbook C.07 (1 de marzo de 2026)",
    "en": "FIDE Handbook C.07 (1 March 2026)",
}

BY_THE_SETTING = {
    "buchholz",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "buchholz-median",
    "buchholz-median-2",
    "fore-buchholz",
    "aob",
    "opponents-buchholz",
    "sonneborn-berger",
    "sonneborn-berger-cut-1",
    "sonneborn-berger-cut-2",
    "turcas",
}
"""C.07 articles 8 and 9.1 are computed from adjusted scores and dummies (article 16); TurČAS contains Buchholz."""


def insert(name: str, lang: str, *arguments: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", pages.render_insert(name, list(arguments), lang))).split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_every_rule_set_has_its_page(rules: RuleSet, lang: str) -> None:
    """Its classes, an example, the usual standings, and a first round of its own if there is one."""
    text = content.load(f"swiss-{rules.key}", lang).text
    shown = content.INSERT.findall(text)
    assert {("classes", f" {rules.key}"), ("example", f" {rules.key}"), ("usual-standings", f" {rules.key}")} <= {
        *shown
    }
    assert (("classes", f" {rules.key} first-round") in shown) == (rules.first_round is not None)
    assert f"../swiss-{rules.key}/" in pages.render_insert("rule-sets", [], lang)
    assert translation(lang).gettext(rules.name) in insert("rule-sets", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_criteria_stand_in_their_order_with_their_units(rules: RuleSet, lang: str) -> None:
    """Each criterion has a sentence, its unit, and, where several share a class, its weight."""
    gettext = translation(lang).gettext
    for key, classes in (("", rules.classes), ("first-round", rules.first_round or ())):
        if not classes:
            continue
        said = insert("classes", lang, *filter(None, (rules.key, key)))
        at = 0
        for each in classes:
            for criterion, weight in each:
                about = environment(lang, from_source=True).from_string(ABOUT).render(criterion=criterion)
                assert len(about.strip()) > 40, criterion.key
                for part in (gettext(criterion.name), unescape(about.strip()), gettext(criterion.unit)):
                    assert part in said[at:], part
                    at = said.index(part, at) + 1
                if len(each) > 1:
                    assert f"{weight:,}".replace(",", " ") in said.replace("\u202f", " ")


def test_the_weights_on_the_page_are_those_of_the_draw() -> None:
    """The prose of DubovČAS reads the weights in rating points: they are squares of 300 and 200."""
    (dubov,) = (rules for rules in RULE_SETS if rules.key == "dubov-cas")
    weights = {criterion.key: weight for criterion, weight in dubov.classes[-1]}
    assert weights == {"start-balance": 300**2, "start-alternation": 200**2, "opponents-strength": 1}
    for lang in LANGUAGES:
        text = content.load("swiss-dubov-cas", lang).text
        assert all(key in text for key in weights)
        figures = {re.sub(r"\D", "", found) for found in re.findall(r"\d[\d,. \u00a0\u202f]*\d", text)}
        assert {"300", "200"} <= figures
        assert any("90000" in figure for figure in figures)
        assert any("40000" in figure for figure in figures)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_amounts_of_papp_on_the_page_are_those_of_the_draw(lang: str) -> None:
    """What a float, colors and a direction cost, as the criteria have it; 18 times the worst colors is half a point."""
    (othello,) = (rules for rules in RULE_SETS if rules.key == "othello")
    said = {
        criterion.key: re.findall(
            r"\d+", environment(lang, from_source=True).from_string(ABOUT).render(criterion=criterion)
        )
        for criterion, _ in othello.classes[0]
    }
    assert said["floats"] == [str(PAPP_FLOATS[gap]) for gap in (1, 2, 6)]
    assert said["float-directions"] == [str(PAPP_FLOAT_AGAIN), str(PAPP_FLOAT_BACK)]
    assert said["colors"] == [str(amount) for amount in (*PAPP_COLORS[1:], PAPP_SAME_COLOR)]
    assert PAPP_FLOATS[1] // (PAPP_COLORS[-1] + PAPP_SAME_COLOR) == 18
    assert said["kept-apart"] == ["2"]


def test_the_weights_of_the_other_rule_sets_are_as_their_pages_say() -> None:
    """Alternation twice as much as balance in mancala, the other way round where a page says so."""
    shared = {
        rules.key: {criterion.key: weight for criterion, weight in each}
        for rules in RULE_SETS
        for each in rules.classes
        if len(each) > 1 and rules.key not in ("dubov-cas", "othello")
    }
    balance_first = {"start-balance": 2, "start-alternation": 1}
    assert shared == {
        "mancala": {"start-alternation": 2, "start-balance": 1},
        "monrad": balance_first,
        "king-of-the-hill": balance_first,
        "random": balance_first,
    }


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_examples_are_drawn_and_proved(name: str) -> None:
    """Every example says of each game what the core says, and a wish never makes the first class better."""
    pairing = examples.drawn(name)
    assert pairing.optimal
    changes = examples.told(name, "en").price
    assert not changes or changes[0].sum > 0
    for lang in LANGUAGES:
        told, said = examples.told(name, lang), insert("example", lang, name)
        rests = [translation(lang).gettext("%(n)s rests") % {"n": each} for each in ("Dora", "Emil")]
        assert all((each in said) == (name == "dubov-cas") for each in rests)
        assert len(told.games) == len(pairing.round.games)
        assert all(" ".join(reason.split()) in said for game in told.games for reason in game.reasons)
        assert all(" ".join(reason.split()) in said for reason in (*told.reasons, *told.bye_reasons))


def test_what_the_prose_says_of_the_examples() -> None:
    """The third start gives way and nothing else; Anna and Boris have met; seven players are in round 3."""
    assert examples.drawn("third-start").relaxed == ("third-start",)
    hill = examples.drawn("king-of-the-hill").field
    assert hill.history.met(1, 2)
    assert examples.EXAMPLES["king-of-the-hill"].instead == ("Anna", "Boris")
    dubov = examples.drawn("dubov-cas")
    assert (len(dubov.field), dubov.round.number) == (7, 3)
    firsts = {
        key: {pair_of(game.first, game.second) for game in examples.drawn(key).round.games}
        for key in ("slide", "fold", "adjacent", "monrad")
    }
    assert firsts["slide"] == {(1, 3), (2, 4), (5, 7), (6, 8)}
    assert firsts["fold"] == {(1, 4), (2, 3), (5, 8), (6, 7)}
    assert firsts["adjacent"] == firsts["monrad"] == {(1, 2), (3, 4), (5, 6), (7, 8)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_dead_ends_are_the_core_s(lang: str) -> None:
    """6 places: round 4; 8: 6; 10: 6; 12: 8; with 4 never."""
    shown = re.findall(r'<th scope="row">(\d+)</th><td>(.*?)</td>', pages.render_insert("dead-ends", [], lang))
    assert [(int(places), int(first)) for places, first in shown[1:]] == [(6, 4), (8, 6), (10, 6), (12, 8)]
    assert shown[0][0] == "4"
    assert not shown[0][1].isdecimal()
    assert [int(places) for places, _ in shown] == [places for places in FIRST_DEAD_END if places > 2]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("each", TIE_BREAKS, ids=lambda each: each.key)
def test_every_tie_break_stands_on_its_page(each: TieBreak, lang: str) -> None:
    """Key, name, definition, source, parameters, and whether the treatment of unplayed rounds matters."""
    assert ("tie-break-list", "") in content.INSERT.findall(content.load("tie-breaks", lang).text)
    gettext = translation(lang).gettext
    html = pages.render_insert("tie-break-list", [], lang)
    entry = html.split(f'<dt id="{each.key}">')[1].split("</dd>")[0]
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", entry)).split())
    assert each.key in said
    for part in (each.name, each.definition, *(p.name for p in each.parameters)):
        assert gettext(part) in said
    assert HANDBOOK.sub(HANDBOOK_IN[lang], gettext(each.source)) in said
    by_setting = gettext("Rounds without a game count as the setting says.")
    assert (by_setting in said) == (each.key in BY_THE_SETTING)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.key)
def test_usual_standings_are_those_of_the_rule_set(rules: RuleSet) -> None:
    names = [tie_break(key).name for key in rules.settings.tie_breaks]
    assert insert("usual-standings", "en", rules.key) == f"Usual standings: Points, {' , '.join(names)} ."


def code_of(lang: str) -> str:
    (found,) = re.findall(r"```python\n(.*?)```", content.load("own-rule-set", lang).text, re.DOTALL)
    return str(found)


def test_the_code_of_an_own_rule_set_runs() -> None:
    """The code on the page, as it stands there, draws three rounds in which no two of one town meet."""
    assert {code_of(lang) for lang in LANGUAGES} == {code_of("en")}
    assert 10 <= sum(1 for line in code_of("en").splitlines() if line.strip()) <= 30
    found: dict[str, Any] = {"__name__": "own"}
    exec(compile(code_of("en"), "own-rule-set.md", "exec"), found)
    players = {
        number: Player(
            number, f"P{number}", 2000 - number, fields=MappingProxyType({"town": "Brno" if number % 2 else "Praha"})
        )
        for number in range(1, 9)
    }
    tournament = Tournament(Settings(system="own", seed="x"), MappingProxyType(players))
    for _ in range(3):
        pairing = found["draw"](tournament)
        assert pairing.optimal
        assert pairing.rules.key == "own"
        assert all((game.first + game.second) % 2 for game in pairing.round.games)
        games = tuple(replace(game, result=Result.FIRST_WINS) for game in pairing.round.games)
        tournament = replace(tournament, rounds=(*tournament.rounds, replace(pairing.round, games=games)))


def test_an_unknown_insert_stops_the_build() -> None:
    for name, arguments in (("classes", ["mancala", "first-round"]), ("example", ["dutch"]), ("dead-ends", ["8"])):
        with pytest.raises((ValueError, KeyError)):
            pages.render_insert(name, arguments, "en")


def test_numbers_of_pairings() -> None:
    """Eight players can be paired in 7 · 5 · 3 ways, twenty in 19 · 17 · … · 3."""
    ways = {8: 1, 20: 1}
    for players in ways:
        for factor in range(players - 1, 1, -2):
            ways[players] *= factor
    for lang in LANGUAGES:
        digits = [
            re.sub(r"\D", "", found)
            for found in re.findall(r"\d[\d,. \u00a0]*\d", content.load("swiss-round", lang).text)
        ]
        assert {str(way) for way in ways.values()} <= set(digits)
