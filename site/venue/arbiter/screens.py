"""The screens as the page gets them: the frame around what each part makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pairing_core.errors import N_
from pairing_core.model import points_label

from ..i18n import translation
from ..render import render
from . import apart, group_tables, keeping, knockouts, players, ranking, rounds, setup, sharing, stages, tables
from .parts import Params
from .presets import PRESETS

if TYPE_CHECKING:
    from .session import Session

COMMANDS = {
    **setup.COMMANDS,
    **players.COMMANDS,
    **apart.COMMANDS,
    **rounds.COMMANDS,
    **tables.COMMANDS,
    **ranking.COMMANDS,
    **sharing.COMMANDS,
    **keeping.COMMANDS,
    **group_tables.COMMANDS,
    **knockouts.COMMANDS,
    **stages.COMMANDS,
}
"""All that the arbiter can do."""

SCREENS = {
    **setup.SCREENS,
    **players.SCREENS,
    **apart.SCREENS,
    **rounds.SCREENS,
    **tables.SCREENS,
    **ranking.SCREENS,
    **sharing.SCREENS,
    **keeping.SCREENS,
    **group_tables.SCREENS,
    **stages.SCREENS,
}

COMMANDS_OF_THE_WHOLE = frozenset({**players.COMMANDS, **apart.COMMANDS, **keeping.COMMANDS, **stages.COMMANDS})
"""Those that know no stages, or all of them: rounds are counted through the whole tournament."""

SCREENS_OF_THE_WHOLE = frozenset({**players.SCREENS, **apart.SCREENS, **keeping.SCREENS, **stages.SCREENS})
"""Screens of the same kind."""

TABS = (
    ("setup", N_("Set-up")),
    ("players", N_("Players")),
    ("round", N_("Round")),
    ("standings", N_("Standings")),
    ("print", N_("Print and share")),
    ("log", N_("Log")),
)
"""The screens of a tournament, as the tabs name them."""

_TAB_OF = {"check-in": "players", "apart": "players", "schedule": "round", "stages": "setup"}


class Shown(NamedTuple):
    """A screen: its HTML, the page's title, which screen it is (name and parameters), where the caret goes."""

    html: str
    title: str
    screen: Params
    focus: str | None = None


def home(asked: Params, lang: str) -> Shown:
    """The tournaments that this browser keeps (the page knows them), and a new one."""
    gettext = translation(lang).gettext
    new = setup.new_tournament(asked.get("screen", {}), gettext)
    html = render(
        "screens/arbiter/home.html", lang, tournaments=list(asked.get("tournaments", ())), presets=PRESETS, new=new
    )
    return Shown(html, gettext(N_("Run a tournament")), {"name": "home"})


def shown(session: Session, screen: Params) -> Shown:
    """Return the screen that is asked for; without a name, the one that the tournament is at."""
    session.is_whole = False
    name = str(screen.get("name") or _at(session))
    name = name if name in SCREENS else "players"
    session.is_whole = name in SCREENS_OF_THE_WHOLE
    title, context, params = SCREENS[name](session, screen)
    title = session.gettext(title)
    html = render(
        f"screens/arbiter/{params['name']}.html",
        session.lang,
        session=session,
        tournament=session.tournament,
        tabs=TABS,
        stages=stages.listed(session),
        screen_name=params["name"],
        here=_TAB_OF.get(params["name"], params["name"]),
        points=points_label,
        title=title,
        **context,
    )
    # A row that comes between two others would displace the line break after it, and with that all rows that follow.
    html = html.replace("\n<tr", "<tr").replace("</tr>\n", "</tr>")
    return Shown(html, title, params, str(screen["focus"]) if screen.get("focus") else None)


def _at(session: Session) -> str:
    """Return where a tournament that is opened goes on."""
    tournament = session.tournament
    if not tournament.rounds:
        return "players"
    return "standings" if tournament.finished_rounds >= tournament.settings.rounds else "round"
