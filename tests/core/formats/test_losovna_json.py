"""Our own file: what is written comes back, and what cannot be is refused in one sentence with its place."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import tournaments

from pairing_core import errors
from pairing_core.errors import LosovnaError
from pairing_core.formats import csv_players, losovna_json
from pairing_core.journal import Journal, events_of
from pairing_core.model import Bye, Tournament

ANNA = {"event": "player_added", "player": {"number": 1, "name": "Anna"}}
BELA = {"event": "player_added", "player": {"number": 2, "name": "Béla"}}
PAIRED = {"event": "round_paired", "round": 1, "games": [{"first": 1, "second": 2}]}


def file(*events: Any) -> str:
    return losovna_json.dump(Journal(events))


def test_one_event_on_a_line() -> None:
    assert file(ANNA, BELA) == (
        '{"format": "losovna", "version": 1, "events": [\n'
        '{"event": "player_added", "player": {"number": 1, "name": "Anna"}},\n'
        '{"event": "player_added", "player": {"number": 2, "name": "Béla"}}\n'
        "]}\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(file(), id="nothing done yet"),
        pytest.param(file(ANNA), id="one event"),
        pytest.param(file(ANNA, {"event": "undone"}, {"event": "redone"}), id="undone and redone"),
        pytest.param(
            file({**ANNA, "time": "2026-05-01T10:00", "by": [1.5, None, True]}), id="what only the caller reads"
        ),
        pytest.param(file({"event": "created", "settings": {"name": '<b>"Cup" & ½ \\ / 🏆</b>'}}), id="any letters"),
        pytest.param(
            file({"event": "created", "settings": {"fields": {"trf": "012 A\r\n001    1\r\n"}}}), id="line ends"
        ),
    ],
)
def test_a_file_comes_back_to_the_byte(text: str) -> None:
    assert losovna_json.dump(losovna_json.load(text)) == text


def test_a_file_as_others_may_write_it() -> None:
    """Other spaces and order, escapes, a byte order mark; the same events."""
    text = "\ufeff" + json.dumps({"events": [ANNA, BELA], "version": 1, "format": "losovna"}, indent=4)
    assert "\\u00e9" in text
    assert losovna_json.load(text) == Journal((ANNA, BELA))


MISTAKES = [
    ("", errors.BadJson, 1, "what stands in column 1"),
    ("losovna", errors.BadJson, 1, "column 1"),
    (file(ANNA, BELA)[:100], errors.BadJson, 2, "column "),
    (file(ANNA, BELA).replace("},\n", "}\n"), errors.BadJson, 3, "column 1 "),
    (file(ANNA) + "x", errors.BadJson, 4, "column 1 "),
    ('{"format": "losovna", "version": 1,\n "events": [{"a": NaN}]}', errors.BadJson, 2, "column 19"),
    ('{"format": "losovna", "version": 1,\n "events": [{"a": -Infinity}]}', errors.BadJson, 2, "column 19"),
    ('{"format": "losovna", "version": 1,\n "events": [{"a": 1e999}]}', errors.BadJson, 2, "column 19"),
    ('{"format": "losovna", "version": ' + "9" * 5000 + "}", errors.BadJson, 1, "column 34"),
    ("[" * 100_000, errors.BadJson, 1, "column 51"),
    ('{"a":' * 100_000, errors.BadJson, 1, "column "),
    ('"' + '\\"' * 100_000, errors.BadJson, 1, "column 1 "),
    ('{"format": "losovna",\n "version": 1, "version": 2}', errors.DuplicateKey, 2, "“version” in column 16"),
    ('{"format": "losovna",\n "v": 1, "\\u0076": 2}', errors.DuplicateKey, 2, "The key “v” in column 10"),
    ('{"events": [\n{"event": "\\ud83d"}]}', errors.ControlCharacter, 2, "U+D83D in column 11"),
    ('{"events": [\n{"event": "\ud83d"}]}', errors.ControlCharacter, 2, "U+D83D in column 12"),
    ("[]", errors.NotATournamentFile, None, '"format": "losovna" is missing'),
    ('{"players": 6, "construction": "sums", "rounds": []}', errors.NotATournamentFile, None, '"format"'),
    ('{"format": "losovna", "events": []}', errors.NotATournamentFile, None, '"version"'),
    ('{"format": "losovna", "version": true, "events": []}', errors.NotATournamentFile, None, '"version"'),
    ('{"format": "losovna", "version": 0, "events": []}', errors.NotATournamentFile, None, '"version"'),
    ('{"format": "losovna", "version": 1}', errors.NotATournamentFile, None, '"events"'),
    ('{"format": "losovna", "version": 1, "events": {}}', errors.NotATournamentFile, None, '"events"'),
    ('{"format": "losovna", "version": 1, "events": [], "x": 1}', errors.NotATournamentFile, None, '"events"'),
    # Reports: a file of a newer version is refused with a clear sentence, not half-read.
    ('{"format": "losovna", "version": 2, "events": [{}]}', errors.NewerVersion, None, "a newer program (format 2)"),
    ('{"format": "losovna", "version": 1, "events": [7]}', errors.BadEvent, None, "Event number 1 in the file"),
    (file({"event": "undone"}), errors.BadEvent, None, "Event number 1 in the file cannot be: There is nothing more"),
    (file(ANNA, {"event": "undone"}, {"event": "undone"}), errors.BadEvent, None, "Event number 3 in the file"),
    (file(ANNA, {"event": "undone"}, BELA, {"event": "redone"}), errors.BadEvent, None, "Event number 4 in the file"),
    (file(ANNA, BELA, {"event": "redone"}), errors.BadEvent, None, "Event number 3 in the file"),
    (
        file(ANNA, {**BELA, "continues": True}, {"event": "undone"}, {"event": "undone"}),
        errors.BadEvent,
        None,
        "Event number 4 in the file",
    ),
    (file(ANNA, ANNA), errors.BadEvent, None, "number 2 in the file cannot be: The number 1 belongs to Anna already."),
    (file({"event": "flew"}), errors.BadEvent, None, "There is no event called “flew”."),
    (file({}), errors.BadEvent, None, "Event number 1"),
    (file(ANNA, PAIRED), errors.BadEvent, None, "number 2 in the file cannot be: There is no player number 2"),
    (
        file(ANNA, BELA, PAIRED, PAIRED),
        errors.BadEvent,
        None,
        "number 4 in the file cannot be: Round 1 cannot be drawn",
    ),
    (file(ANNA, BELA, {"event": "undone"}, PAIRED), errors.BadEvent, None, "number 4 in the file"),
    (file({**ANNA, "player": {"number": 1.5, "name": "A"}}), errors.BadEvent, None, "“player.number” cannot be “1.5”"),
    (
        file({**ANNA, "player": {"number": 1, "name": "A\x00"}}),
        errors.BadEvent,
        None,
        "“player.name” has a character that cannot be kept: U+0000",
    ),
]


@pytest.mark.parametrize(("text", "error", "line", "sentence"), MISTAKES)
def test_mistakes_are_refused_with_their_place(
    text: str, error: type[LosovnaError], line: int | None, sentence: str
) -> None:
    with pytest.raises(LosovnaError) as caught:
        losovna_json.load(text)
    assert type(caught.value) is error
    assert caught.value.line == line
    assert sentence in str(caught.value)


def test_the_error_of_a_bad_event_is_kept() -> None:
    """The edge can say it in another language."""
    with pytest.raises(errors.BadEvent) as caught:
        losovna_json.load(file(ANNA, ANNA))
    assert isinstance(caught.value.__cause__, errors.NumberTaken)
    assert caught.value.params["event"] == 2


@given(tournaments(totals=True, open_round=True))
def test_any_tournament_comes_back(tournament: Tournament) -> None:
    text = losovna_json.dump(Journal(events_of(tournament)))
    assert losovna_json.load(text).tournament == tournament
    assert losovna_json.dump(losovna_json.load(text)) == text


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=5)),
    lambda each: st.one_of(st.lists(each, max_size=3), st.dictionaries(st.text(max_size=5), each, max_size=3)),
    max_leaves=5,
)
KEYS = ["settings", "changes", "player", "number", "after", "in", "round", "bye", "players", "groups", "order", "games"]
KEYS += ["byes", "draw", "first", "second", "result", "scores"]
EVENTS = ["created", "settings_changed", "player_added", "player_changed", "player_removed", "player_withdrawn"]
EVENTS += ["player_returned", "bye_requested", "bye_taken_back", "pair_locked", "pair_unlocked", "pair_forbidden"]
EVENTS += ["pair_allowed", "kept_apart", "order_set", "round_paired", "round_unpaired", "result_entered", "undone"]
EVENTS += ["redone", "starts_swapped", "bye_given"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(EVENTS),
            st.dictionaries(st.sampled_from(KEYS), st.one_of(st.integers(0, 3), values), max_size=4),
        ),
        max_size=4,
    )
)
def test_any_events_load_or_are_refused(told: list[tuple[str, dict[str, Any]]]) -> None:
    events = [ANNA, BELA, PAIRED, *({**rest, "event": event} for event, rest in told)]
    text = json.dumps({"format": "losovna", "version": 1, "events": events})
    comes_back_if_it_loads(text)


PLAYER_KEYS = ["number", "name", "rating", "club", "country", "joins_in", "withdrawn_after", "byes", "table", "fields"]
SETTING_KEYS = ["name", "rounds", "system", "scoring", "tie_breaks", "parameters", "weights", "bye_scores", "fields"]


@given(
    st.dictionaries(st.sampled_from(PLAYER_KEYS), st.one_of(st.integers(0, 3), values), max_size=4),
    st.dictionaries(st.sampled_from(SETTING_KEYS), st.one_of(st.integers(0, 3), values), max_size=4),
    st.dictionaries(st.sampled_from(["first", "second", "result", "scores", "table", "is_rated"]), values, max_size=4),
)
@example({}, {"scoring": {"win": "1/3"}}, {})
@example({"byes": {"1": []}}, {}, {"result": {}})
def test_any_values_load_or_are_refused(player: dict[str, Any], settings: dict[str, Any], game: dict[str, Any]) -> None:
    events = [
        {"event": "created", "settings": settings},
        ANNA,
        BELA,
        {"event": "player_changed", "number": 1, "changes": player},
        {"event": "round_paired", "round": 1, "games": [{"first": 1, "second": 2, **game}]},
    ]
    for at in range(len(events) + 1):
        comes_back_if_it_loads(json.dumps({"format": "losovna", "version": 1, "events": events[:at]}))


GOOD = file(
    {"event": "created", "settings": {"name": "Cup", "scoring": {"win": "3"}, "rounds": 5}},
    ANNA,
    BELA,
    {"event": "bye_requested", "number": 1, "round": 2, "bye": Bye.HALF_POINT.value},
    {"event": "pair_locked", "players": [1, 2]},
    {**PAIRED, "draw": {"system": "mancala", "seed": "k7"}},
    {"event": "result_entered", "round": 1, "first": 1, "second": 2, "result": "1", "scores": [30, 18]},
    {"event": "undone"},
)


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(GOOD)),
            st.booleans(),
            st.one_of(st.text('{}[],:"\\0123456789.eE-+aunt\n', max_size=3), st.text(max_size=2)),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_any_change_of_a_good_file_loads_or_is_refused(changes: list[tuple[int, bool, str]]) -> None:
    text = GOOD
    for at, takes, piece in changes:
        text = text[:at] + piece + text[at + (len(piece) or 9999) * takes :]
    comes_back_if_it_loads(text)


@given(st.binary(max_size=100))
def test_any_bytes_load_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(LosovnaError):
        comes_back_if_it_loads(csv_players.decode(data))


def comes_back_if_it_loads(text: str) -> None:
    with contextlib.suppress(LosovnaError):
        journal = losovna_json.load(text)
        written = losovna_json.dump(journal)
        written.encode()
        assert losovna_json.load(written) == journal
        assert losovna_json.dump(losovna_json.load(written)) == written
