"""The tree of errors: each has a code, a sentence that its parameters fill, and a place in the drawn tree."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pairing_core import errors
from pairing_core.errors import DuplicateName, LosovnaError, TooFewPlayers


def all_below(parent: type[LosovnaError]) -> Iterator[type[LosovnaError]]:
    for child in parent.__subclasses__():
        if child.__module__ == errors.__name__:
            yield child
            yield from all_below(child)


CLASSES = tuple(all_below(LosovnaError))
LEAVES = tuple(error for error in CLASSES if "code" in vars(error))


def documented_parameters(error: type[LosovnaError]) -> set[str]:
    return set(re.findall(r"``(\w+)``", error.__doc__ or ""))


@pytest.mark.parametrize("error", CLASSES, ids=lambda error: error.__name__)
def test_stands_in_the_drawn_tree_and_is_exported(error: type[LosovnaError]) -> None:
    assert re.search(rf"─ {error.__name__}\b", errors.__doc__ or "")
    assert error.__name__ in errors.__all__


def test_the_drawn_tree_has_nothing_else() -> None:
    assert set(re.findall(r"─ (\w+)", errors.__doc__ or "")) == {error.__name__ for error in CLASSES}


@pytest.mark.parametrize("error", LEAVES, ids=lambda error: error.__name__)
def test_sentence_and_parameters(error: type[LosovnaError]) -> None:
    """Every place in the sentence is a documented parameter; only the line may be left to whoever shows it."""
    places = set(re.findall(r"%\((\w+)\)", error.message))
    assert places <= documented_parameters(error) <= places | {"line"}
    made = error(**dict.fromkeys(places, "x"))
    assert str(made) == re.sub(r"%\(\w+\)s", "x", error.message)
    assert str(made).endswith(".")
    assert made.to_json() == {"error": error.code, "params": dict.fromkeys(places, "x")}


def test_codes_are_different_words_with_hyphens() -> None:
    codes = [error.code for error in LEAVES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)
    assert all(error.code == re.sub(r"(?<!^)([A-Z])", r"-\1", error.__name__).lower() for error in LEAVES), (
        "the code is the class's name"
    )


def test_a_missing_parameter_fails_where_the_error_is_raised() -> None:
    with pytest.raises(KeyError):
        TooFewPlayers(found=1)


def test_line_and_field() -> None:
    error = DuplicateName(name="Anna", line=3, first_line=1)
    assert (error.line, error.field) == (3, "players")
    assert TooFewPlayers(found=1, needed=2).line is None
