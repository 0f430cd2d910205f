"""What the parts of the app have in common: how a command and a screen are made, and reading a form's fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pairing_core.errors import N_, LosovnaError
from pairing_core.journal import Event

if TYPE_CHECKING:
    from .session import Session

Do = Mapping[str, Any]
"""A form: the fields that the page sends with a command."""

Params = Mapping[str, Any]
"""Which screen is asked for: its name and parameters."""

Command = Callable[["Session", Do], Iterable[Event]]
"""Reads a form and returns the events that it comes to. It changes nothing by itself, but may set what is said
(``session.say``), the draft, or a file to save.
"""


class Made(NamedTuple):
    """A screen before it is rendered: the page's title (a msgid), the template's values, and the screen that it is."""

    title: str
    context: dict[str, Any]
    screen: Params


Screen = Callable[["Session", Params], Made]


class NotWhole(LosovnaError):
    """Parameters: ``found``."""

    code = "not-whole"
    message = N_("“%(found)s” is not a whole number.")


class NoNumber(LosovnaError):
    """Parameters: none."""

    code = "no-number"
    message = N_("The field is empty: type a whole number.")


def whole_number(do: Do, key: str, default: int | None = None) -> int:
    """Return a whole number of a form, the default for an empty field. Raises :class:`NoNumber`, :class:`NotWhole`."""
    value = do.get(key)
    if value in (None, "") and default is not None:
        return default
    text = str(value).strip()
    if not text.lstrip("-").isdecimal() or len(text) > 9:
        error: LosovnaError = NotWhole(found=text[:20]) if text and value is not None else NoNumber()
        error.field = key
        raise error
    return int(text)


def listed(do: Do, key: str) -> list[str]:
    """Return all values of a field: of one that occurs once, or several times, or not at all."""
    value = do.get(key)
    if value is None:
        return []
    return [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
