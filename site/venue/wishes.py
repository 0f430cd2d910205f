"""Wishes as people type them, by name or by place in the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_core.errors import LosovnaError
from pairing_core.round_robin import Wish, parse_wish


def _(message: str) -> str:
    """Mark a sentence for translation."""
    return message


class WishWithoutPlayer(LosovnaError):
    """A wish names only one player."""

    code = "wish-without-player"
    message = _("The wish of %(name)s needs a second player.")
    field = "wishes"


class NoSuchPlayer(LosovnaError):
    """A wish names somebody who is not on the list."""

    code = "no-such-player"
    message = _("The wish names %(name)s, who is not on the list of players.")
    field = "wishes"


def read_wishes(rows: Iterable[Mapping[str, str]], names: Sequence[str], rounds: int) -> tuple[Wish, ...]:
    """Turn the form's rows (``a``, ``b``, ``round``) into wishes; rows with no player at all are left out."""
    folded = {_fold(name): at for at, name in enumerate(names, start=1)}

    def entrant(text: str) -> int:
        wanted = _fold(text)
        if wanted in folded:
            return folded[wanted]
        if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            return int(wanted)
        raise NoSuchPlayer(name=text.strip())

    wishes = []
    for row in rows:
        a, b = row.get("a", "").strip(), row.get("b", "").strip()
        if not a and not b:
            continue
        if not a or not b:
            raise WishWithoutPlayer(name=a or b)
        wishes.append(parse_wish(f"{entrant(a)},{entrant(b)}:{row.get('round', 'last')}", rounds))
    return tuple(wishes)


def _fold(name: str) -> str:
    return " ".join(name.split()).casefold()
