"""A conversation with the arbiter's app as its page has it: the events are kept here, a new worker gets them all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from venue.actions import handle
from venue.arbiter import session

from pairing_core.journal import Event, Journal, events_of
from pairing_core.model import Tournament


class Desk:
    """One tournament on the arbiter's table.

    ``events`` are what the page has on its disk, ``shown`` is the last answer, ``errors`` the sentences of the last
    refusal (empty if what was asked for was done), ``fields`` those where they are said.
    """

    def __init__(self, start: Tournament | Sequence[Event] = (), lang: str = "en") -> None:
        session.forget()
        self.id = "t1"
        self.lang = lang
        self.events: list[Event] = list(events_of(start) if isinstance(start, Tournament) else start)
        self.screen: Mapping[str, Any] = {}
        self.shown: dict[str, Any] = {}
        self.errors: list[str] = []
        self.fields: list[str | None] = []
        self.clock = 0

    @property
    def tournament(self) -> Tournament:
        """The tournament that the kept events make."""
        return Journal(tuple(self.events)).tournament

    @property
    def html(self) -> str:
        """What the page shows."""
        return str(self.shown.get("html", ""))

    @property
    def text(self) -> str:
        """The words that the page shows, each blank once."""
        return text_of(self.html)

    @property
    def said(self) -> str:
        """The status line."""
        return str(self.shown.get("said", ""))

    def do(self, name: str, **fields: Any) -> Desk:
        """Send a command from the screen that is shown."""
        return self._ask({"do": {"name": name, **fields}})

    def see(self, name: str, **params: Any) -> Desk:
        """Go to a screen."""
        self.screen = {"name": name, **params}
        return self._ask({})

    def new_worker(self) -> Desk:
        """The worker dies; the next request meets one that knows nothing."""
        session.forget()
        return self

    def _ask(self, more: Mapping[str, Any]) -> Desk:
        self.clock += 1
        request = {
            "action": "tournament",
            "lang": self.lang,
            "id": self.id,
            "count": len(self.events),
            "at": f"2026-11-30T10:00:{self.clock % 60:02}Z",
            "screen": dict(self.screen),
            **more,
        }
        answer = self._send(request)
        if answer.get("ok", {}).get("unknown"):
            answer = self._send({**request, "events": self.events, "draft": self.shown.get("draft")})
        self.errors = [str(each["text"]) for each in answer.get("errors", ())]
        self.fields = [each.get("field") for each in answer.get("errors", ())]
        if "ok" in answer:
            self.shown = answer["ok"]
            self.screen = self.shown["screen"]
            self.events += self.shown["append"]
            assert self.shown["count"] == len(self.events)
        return self

    @staticmethod
    def _send(request: Mapping[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(handle(json.dumps(request)))
        return answer


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of(html: str) -> str:
    """Return the text of some HTML, each blank once."""
    parser = _Text()
    parser.feed(html)
    return " ".join(" ".join(parser.parts).split())
