"""The page "Plan a tournament" as Python makes it: the picture, the slices of simulation, sentences at the fields."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from venue.actions import handle
from venue.i18n import LANGUAGES
from venue.planning import TARGET, chances_html

from pairing_core.planner import Conditions, Strength, Tally, options, simulate

FORM = {"players": "24", "hours": "6:30", "minutes": "20", "breaks": "60", "start": "9:30"}


def ask(action: str, lang: str = "en", **asked: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps({"action": action, "lang": lang, **asked})))
    return answer


def shown(lang: str = "en", **form: str | bool) -> str:
    html: str = ask("plan", lang, form=FORM | form)["ok"]["html"]
    return html


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Swiss system fits", "Round robin does not fit", "5:50", "until 15:20", "What fits", "6 groups of 4"]),
        ("cs", ["Švýcarský systém vejde se", "Každý s každým nevejde se", "do 15:20", "Co se vejde"]),
        ("es", ["Sistema suizo cabe", "Todos contra todos no cabe", "hasta las 15:20", "Qué cabe"]),
    ],
)
def test_the_picture(lang: str, said: list[str]) -> None:
    told = words(shown(lang))
    for text in said:
        assert text in told


def test_the_times_of_the_rounds_are_listed() -> None:
    found = re.search(r'<ol class="times">(.*?)</ol>', shown())
    assert found
    assert words(found[1]).split() == ["9:30", "10:20", "11:10", "13:00", "13:50", "14:40"]
    assert '<ol class="times">' not in shown(start="")


def test_bars_are_as_long_as_the_times() -> None:
    """The line of the time there is stands at four fifths; what is longer than the bar is cut off, and says so."""
    html = shown()
    lengths = [float(width) for width in re.findall(r'<rect class="fill" width="([^"]+)"', html)]
    assert lengths == [100, 100, pytest.approx(80 * 400 / 390, abs=0.1), pytest.approx(80 * 350 / 390, abs=0.1),
                       pytest.approx(80 * 300 / 390, abs=0.1), 100]  # fmt: skip
    assert html.count("→") == 3
    assert html.count('class="limit" x="80.0"') == 6
    free = shown(hours="")
    assert "limit" not in free
    assert "→" not in free
    assert 'width="100"' in free


def test_who_may_be_unbeaten() -> None:
    told = words(shown(players="16"))
    assert "Players who can have won all games, at most 8 4 2 1 1 1" in told
    assert "Players who can have lost one at most 16 12 8 5 4 3" in told


@pytest.mark.parametrize("games", [1, 20_000, 3_000_000])
def test_slices_lead_to_the_whole(games: int) -> None:
    """Each step gives the counts back; the sum is that of the core, and then there is nothing left to do."""
    form = FORM | {"players": "6", "hours": "1:40", "breaks": ""}
    fitting = [each for each in options(Conditions(6, 20, time=100)) if each.fits]
    assert [each.key for each in fitting] == []
    form["hours"] = "2:30"
    fitting = [each for each in options(Conditions(6, 20, time=150)) if each.fits]
    assert [each.key for each in fitting] == ["swiss", "knockout"]
    assert ask("plan", form=form)["ok"]["total"] == 2 * TARGET
    tallies: dict[str, list[int]] = {}
    seen = 0
    for _ in range(8):
        told = ask("plan-step", form=form, tallies=tallies, games=games)["ok"]
        tallies = told["tallies"]
        assert told["total"] == 2 * TARGET
        assert told["done"] == sum(counts[0] for counts in tallies.values())
        assert (told["done"] > seen) == (seen < 2 * TARGET) == bool(told["cells"])
        seen = told["done"]
    for each in fitting:
        count = tallies[each.key][0]
        whole = simulate(each.format, Strength(), "plan", 0, count)
        assert tallies[each.key] == [count, whole.best, whole.three, whole.order]
    assert (seen == 2 * TARGET) == (games == 3_000_000)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chances_say_how_far_they_may_be_off(lang: str) -> None:
    told = ask("plan-step", lang, form=FORM, tallies={}, games=60_000)["ok"]
    ((key, html),) = told["cells"].items()
    tally = simulate(
        next(each for each in options(Conditions(24, time=390, breaks=(60,))) if each.key == key).format,
        Strength(),
        "plan",
        0,
        told["tallies"][key][0],
    )
    share = tally.share(tally.best)
    best = f"{100 * share.share:.1f}"
    low, high = (f"{math.floor(1000 * share.low) / 10:.1f}", f"{math.ceil(1000 * share.high) / 10:.1f}")
    if lang != "en":
        best, low, high = (each.replace(".", ",") for each in (best, low, high))
    told = words(html).replace(" %", f"{chr(160)}%")
    assert f"{best}{'' if lang == 'en' else chr(160)}% ({low}–{high})" in told
    assert f'width="{round(100 * share.share, 2)}"' in html


def test_the_model_is_said_with_its_figures() -> None:
    told = words(shown(spread="400", draws="35", seeded=True))
    assert "standard deviation of 400 points" in told
    assert "35% of the games are drawn" in told
    assert "a tie counts as one game without a draw" in told
    assert "follow the strengths" in told
    assert "are by lot" in words(shown())


def test_paper_says_what_was_asked() -> None:
    """The form is not printed; what was left empty is not said."""
    told = words(shown(boards="9"))
    asked = ("Players 24", "Hours there are 6:30", "Start of the first round 9:30")
    for text in (*asked, "Minutes per player and game 20", "Boards or clocks 9"):
        assert text in told
    assert "Boards or clocks" not in words(shown())


def test_nothing_fits() -> None:
    told = ask("plan", form=FORM | {"hours": "0:30"})["ok"]
    assert told["total"] == 0
    step = ask("plan-step", form=FORM | {"hours": "0:30"}, tallies={}, games=100)["ok"]
    assert (step["done"], step["cells"]) == (0, {})


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("players", "", "This must be a whole number from 2 to 500, not “”."),
        ("players", "1", "from 2 to 500, not “1”"),
        ("players", "²", "from 2 to 500"),
        ("players", "9" * 5000, "from 2 to 500"),
        ("minutes", "0", "from 1 to 600"),
        ("between", "x", "from 0 to 600"),
        ("boards", "0", "from 1 to 1000"),
        ("rounds", "0", "from 1 to 500"),
        ("draws", "101", "from 0 to 100"),
        ("spread", "-1", "from 0 to 500"),
        ("hours", "soon", "This must be hours, such as 6, 6.5 or 6:30, not “soon”."),
        ("hours", "0", "This must be hours"),
        ("start", "24:00", "This must be a time of day, such as 9 or 9:30, not “24:00”."),
        ("breaks", "an hour", "These must be minutes with commas between them"),
        ("breaks", "9" * 5000, "These must be minutes"),
    ],
)
def test_a_mistake_is_said_at_its_field(field: str, typed: str, said: str) -> None:
    for action in ("plan", "plan-step"):
        (fault,) = ask(action, form=FORM | {field: typed}, games=1)["errors"]
        assert fault["field"] == field
        assert said in fault["text"]


def test_all_mistakes_are_said_at_once() -> None:
    wrong = {"players": "1", "hours": "soon", "breaks": "an hour", "start": "late", "draws": "101"}
    assert [fault["field"] for fault in ask("plan", form=FORM | wrong)["errors"]] == [
        *("players", "hours", "breaks", "draws", "start")
    ]


def test_a_sure_thing_and_a_rare_one_have_sensible_ranges() -> None:
    """What lies between stays from 0 to 100, and is never said to be known to nothing."""
    assert "100.0% (99.9–100.0)" in words(chances_html(Tally(10_000, 10_000, 0), "en"))
    assert "0.9% (0.1–5.0)" in words(chances_html(Tally(110, 1, 0), "en"))


def test_the_next_day_is_explained() -> None:
    assert "+1 after a time means the next day." in words(shown(start="20:00"))
    assert "+1 after" not in words(shown(players="4", hours="2"))


@pytest.mark.parametrize(
    "field", ["hours", "minutes", "between", "boards", "rounds", "breaks", "start", "draws", "spread"]
)
def test_what_is_empty_is_usual(field: str) -> None:
    assert "ok" in ask("plan", form=FORM | {field: ""})
