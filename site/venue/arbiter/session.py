"""One request of the arbiter's page: what is to be done, and then the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pairing_core.errors import N_, BadEvent, BadValue, LosovnaError
from pairing_core.formats import losovna_json
from pairing_core.journal import Event, Journal, in_one_go
from pairing_core.model import Tournament
from pairing_core.stages import View, stages, view
from pairing_core.systems import settled

from ..i18n import translation
from . import knockouts, screens
from .drafts import Draft, restored
from .knockouts import Pending
from .labels import labelled
from .lists import Preview
from .parts import Command, Params
from .results import Check, checked_before
from .stages import Plan

REMEMBERED = 4
"""Tournaments that stay in memory; each is at most some megabytes."""


@dataclass
class Session:
    """A tournament that the page has open.

    ``draft`` is a round that has been drawn and not published: only the arbiter sees it, and no event tells of it.
    ``refusal`` is why the round could not be drawn, ``focus`` where the caret goes after the command, ``find`` the part
    of a name by which the tables are looked through, ``check`` the results typed a second time; ``alarm`` is set when
    something has to be heard.
    ``stage`` is the stage that is looked at, ``None`` for the last one; ``is_whole`` is set while a part of the app is
    at work that knows no stages, such as the list of players. ``team_size`` is how many players of a team counted when
    the teams were looked at last.
    ``preview`` is a list of players that is looked at before any of it is kept. ``go`` is the screen that a command
    leads to, ``None`` for the one that is asked for. ``opened`` is the player whose fields are open. ``pending`` is
    what was to be done and waits for the arbiter's word, for it would undo games. ``plan`` is the next
    stage as its form has it; ``unsure`` is what the running stage still has to play, if the next one was to begin and
    waits for the arbiter's word.
    """

    id: str
    journal: Journal
    lang: str = "en"
    at: str = ""
    draft: Draft | None = None
    refusal: LosovnaError | None = None
    focus: str | None = None
    find: str = ""
    check: Check | None = None
    alarm: bool = False
    preview: Preview | None = None
    go: Params | None = None
    opened: int | None = None
    pending: Pending | None = None
    plan: Plan | None = None
    unsure: tuple[str, ...] = ()
    stage: int | None = None
    team_size: int | None = None
    is_whole: bool = False
    said: str = ""
    file: dict[str, str] | None = None
    notes: list[str] = field(default_factory=list)
    _seen: tuple[Tournament, int | None, tuple[View, Tournament]] | None = None

    @property
    def tournament(self) -> Tournament:
        """The tournament as it stands, with as many rounds as follow from its system: the stage that is looked at."""
        whole = self.journal.tournament
        return settled(whole) if self.is_whole and whole.stages else self._looked_at[1]

    @property
    def view(self) -> View:
        """The stage that is looked at."""
        return self._looked_at[0]

    @property
    def _looked_at(self) -> tuple[View, Tournament]:
        """The stage that is looked at, as it is told and with its rounds; made once, for a screen asks for it often."""
        whole = self.journal.tournament
        if self._seen is None or self._seen[0] is not whole or self._seen[1] != self.stage:
            known = len(stages(whole))
            seen = view(whole, None if self.stage is None or self.stage > known else self.stage)
            self._seen = (whole, self.stage, (seen, settled(seen.tournament)))
        return self._seen[2]

    @property
    def stage_now(self) -> tuple[Tournament, int]:
        """The stage that is looked at, and how many rounds of the whole come before its first, wherever we are."""
        return self._looked_at[1], self.view.offset

    def before_round(self, number: int) -> Tournament:
        """Return what :attr:`tournament` was just before its round was published; as it is if that was elsewhere."""
        told = self.journal.effective
        wanted = number + self.view.offset
        paired = [at for at, each in enumerate(told) if each["event"] == "round_paired" and each["round"] == wanted]
        at = paired[-1] if paired else len(told)
        whole = Journal(told[:at]).tournament
        return settled(view(whole, self.view.number if whole.stages else None).tournament)

    def after(self, events: Iterable[Event]) -> Tournament:
        """Return what :attr:`tournament` would be after these events. Raises what they raise."""
        whole = self.journal.append(*self.counted(events)).tournament
        return settled(whole if self.is_whole else view(whole, self.view.number if whole.stages else None).tournament)

    def counted(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield events that were made for the stage that is looked at as the journal of the whole has them."""
        whole = self.journal.tournament
        if self.is_whole or not whole.stages:
            yield from events
            return
        told = self.view.number - len(stages(whole)) + len(whole.stages)
        for event in events:
            if event["event"] == "settings_changed" and told > 0:
                changes = dict(event["changes"])
                if "name" in changes:
                    yield {**event, "changes": {"name": changes.pop("name")}}
                if changes:
                    kept = self.view.kept_settings(changes)
                    yield {**event, "event": "stage_changed", "stage": told, "changes": {"settings": kept}}
            else:
                yield self.view.whole_event(event)

    def gettext(self, message: str) -> str:
        """Translate a message into the arbiter's language."""
        return translation(self.lang).gettext(message)

    def say(self, message: str, **params: object) -> None:
        """Have a sentence said in the status line."""
        self.said = self.gettext(message) % params


_SESSIONS: dict[str, Session] = {}


def act(asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Do what is asked and return the screen; see the package's docstring.

    Raises the :class:`LosovnaError` of what cannot be done; then nothing has changed.
    """
    if "id" not in asked:
        return _shown(screens.home(asked, lang), None, ())
    try:
        session = _session(asked, lang)
    except BadEvent as error:
        return {"damaged": int(error.params["event"]) - 1}
    if session is None:
        return {"unknown": True}
    before = session.journal
    session.lang, session.at, session.said, session.file = lang, str(asked.get("at", "")), "", None
    session.refusal, session.focus, session.alarm = None, None, False
    session.go, session.pending, session.unsure = None, None, ()
    draft, preview, check, find = session.draft, session.preview, session.check, session.find
    try:
        if "do" in asked:
            _done(session, asked["do"])
        shown = screens.shown(session, session.go or asked.get("screen", {}))
    except Exception as error:
        if isinstance(error, BadValue):
            labelled(error, asked.get("do", {}))
        session.journal, session.draft, session.preview = before, draft, preview
        session.check, session.find = check, find
        raise
    return _shown(shown, session, session.journal.events[len(before.events) :])


def _done(session: Session, do: Mapping[str, Any]) -> None:
    command = screens.COMMANDS.get(str(do.get("name")))
    if command is None:
        raise BadValue(what="do", found=str(do.get("name")), wanted=", ".join(screens.COMMANDS))
    session.is_whole = do["name"] in screens.COMMANDS_OF_THE_WHOLE
    # What the arbiter did in one go is taken back in one go.
    events = in_one_go(_dated(session, event) for event in _with_brackets(session, do, command))
    if events:
        session.journal = session.journal.append(*events)


def _with_brackets(session: Session, do: Mapping[str, Any], command: Command) -> tuple[Event, ...]:
    """Return the events of a command, and those that take games out that lose their place in a bracket by it.

    The arbiter has been told what that is before: until ``sure`` is sent with the command, nothing is done, and the
    screen says what would be undone.
    """
    draft, preview, check, find = session.draft, session.preview, session.check, session.find
    events = tuple(session.counted(command(session, do)))
    if not events or do["name"] in knockouts.AS_IT_COMES:
        return events
    before = session.journal.tournament
    after = session.journal.append(*events).tournament
    games = knockouts.undone(before, after)
    if not games:
        return events
    if do.get("sure"):
        session.draft = None
        return *events, *knockouts.taken_out(games, after)
    session.draft, session.preview, session.check, session.find = draft, preview, check, find
    session.pending = knockouts.pending(session, do, games)
    session.go, session.alarm, session.focus = None, True, "#pending"
    session.say(N_("Nothing has changed yet: see what this would undo."))
    return ()


def _dated(session: Session, event: Event) -> Event:
    return {**event, "at": session.at} if session.at else event


def _session(asked: Mapping[str, Any], lang: str) -> Session | None:
    key, count = str(asked["id"]), int(asked.get("count", 0))
    session = _SESSIONS.pop(key, None)
    if "events" in asked:
        journal = losovna_json.checked(Journal(tuple(asked["events"])))
        session = Session(key, journal, lang)
        session.draft = restored(session.view.tournament, asked.get("draft"))
        session.check = checked_before(asked.get("draft"))
    elif session is None or len(session.journal.events) != count:
        return None
    # The one used last stands last.
    _SESSIONS[key] = session
    while len(_SESSIONS) > REMEMBERED:
        del _SESSIONS[next(iter(_SESSIONS))]
    return session


def _shown(shown: screens.Shown, session: Session | None, events: tuple[Event, ...]) -> dict[str, Any]:
    answer: dict[str, Any] = {"html": shown.html, "title": shown.title, "append": list(events)}
    if shown.focus:
        answer["focus"] = shown.focus
    if session is not None:
        tournament = session.journal.tournament
        answer |= {
            "count": len(session.journal.events),
            "said": session.said,
            "screen": dict(shown.screen),
            "summary": {
                "name": tournament.settings.name,
                "players": len(tournament.players),
                "rounds": len(tournament.rounds),
                "finished": tournament.finished_rounds,
                "system": session.view.stage.settings.system,
            },
        }
        if session.draft or session.check:
            answer["draft"] = {
                **(session.draft.to_json() if session.draft else {}),
                **({"check": session.check.to_json()} if session.check else {}),
            }
        if session.alarm:
            answer["alarm"] = True
        if session.focus:
            answer["focus"] = session.focus
        if session.file:
            answer["file"] = session.file
    return answer


def forget() -> None:
    """Forget all tournaments, as a new worker has."""
    _SESSIONS.clear()
