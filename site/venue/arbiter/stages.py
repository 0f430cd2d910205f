"""Stages: which of them is looked at, and the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from pairing_core import stages
from pairing_core.errors import N_, BadValue, LosovnaError
from pairing_core.going_on import GoingOn, advanced, is_crossed
from pairing_core.history import history
from pairing_core.journal import MOST_ROUNDS, Event, settings_to_json
from pairing_core.model import GROUPS, KNOCKOUT, ROUND_ROBIN, Carried, PlayerNumber, Settings, Tournament
from pairing_core.round_robin import places
from pairing_core.systems import SYSTEMS, settled, system
from pairing_core.tie_breaks import tie_break

from .goers import others_would_go_on
from .group_tables import order_told
from .knockouts import is_over, play_of
from .papers import is_over as whole_is_over
from .papers import shared_places
from .parts import Command, Do, Made, Params, Screen, whole_number
from .parts import listed as values_of
from .presets import preset_of, usual_tie_breaks
from .setup import NotRounds, advice

if TYPE_CHECKING:
    from .session import Session

CARRIED: Mapping[Carried, str] = {
    Carried.NOTHING: N_("Everybody begins with no points"),
    Carried.MET: N_("Games that two of them have played already count"),
    Carried.ALL: N_("All points so far count, and nobody meets anybody again"),
}
"""What of the rounds before counts, as people say it."""


class TooFewGoOn(LosovnaError):
    """No parameters."""

    code = "too-few-go-on"
    message = N_("Choose at least two players who go on.")
    field = "players"


class Listed(NamedTuple):
    """A stage as it is listed: its number from 1, its name, its system (a msgid), whether it is looked at."""

    number: int
    name: str
    system: str
    is_here: bool


def listed(session: Session) -> list[Listed]:
    """Return the stages of a tournament that has several; nothing for any other."""
    whole = session.journal.tournament
    if not whole.stages:
        return []
    return [
        Listed(number, stage.name, system(stage.settings.system).name, number == session.view.number)
        for number, stage in enumerate(stages.stages(whole), start=1)
    ]


def see_stage(session: Session, do: Do) -> Iterable[Event]:
    """Look at another stage."""
    session.stage = whole_number(do, "stage")
    session.draft = None
    return ()


@dataclass(frozen=True)
class Plan:
    """The next stage as the form has it: ``order`` are all who can go on, ``players`` those who do, both by seed."""

    title: str = ""
    system: str = KNOCKOUT
    rounds: int = Settings().rounds
    carried: Carried = Carried.NOTHING
    order: tuple[PlayerNumber, ...] = ()
    chosen: frozenset[PlayerNumber] = frozenset()
    each: int = 2
    """How many of each group advance, if there are groups, and how many of those placed next."""
    thirds: int = 0

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """Who goes on, the first seed first."""
        return tuple(player for player in self.order if player in self.chosen)

    @property
    def asks_rounds(self) -> bool:
        """Whether the number of rounds has to be said: it follows from the players in other systems."""
        return system(self.system).rounds is None

    @property
    def asks_carried(self) -> bool:
        """Whether games played already may count: in a bracket, and in groups, they have no place."""
        return self.system not in (KNOCKOUT, GROUPS)


def before(whole: Tournament) -> stages.View:
    """Return the stage that the next one follows: the last one, play-offs left out."""
    return stages.view(whole, stages.last_ranked(whole))


def planned(session: Session) -> Plan:
    """Return the plan of the next stage: the one in hand, or the best of the last stage in a knockout."""
    order = ranked(session.journal.tournament)
    if session.plan is None:
        return _of_usual(session.journal.tournament, Plan(order=order, chosen=frozenset(order[: _usual(len(order))])))
    kept = [player for player in session.plan.order if player in order]
    return replace(
        session.plan,
        order=(*kept, *(player for player in order if player not in kept)),
        chosen=session.plan.chosen & frozenset(order),
    )


def _usual(players: int) -> int:
    """Return how many usually go on: as many as make a bracket without byes, some of the players, at most eight."""
    return min(8, 1 << (max(1, players - 1)).bit_length() - 1) if players > 2 else players


def _of_usual(whole: Tournament, plan: Plan) -> Plan:
    """Return the plan with who advances from groups, if the last stage was one of groups."""
    found = advancing_of(whole, plan)
    return plan if found is None else _with_order(plan, found.players)


def _with_order(plan: Plan, players: Sequence[PlayerNumber]) -> Plan:
    rest = [player for player in plan.order if player not in players]
    return replace(plan, order=(*players, *rest), chosen=frozenset(players))


def advancing_of(whole: Tournament, plan: Plan) -> GoingOn | None:
    """Return who advances from the groups of the last stage; ``None`` if it has none, or not so many in each."""
    seen = settled(before(whole).tournament)
    if seen.settings.system != GROUPS or not seen.rounds:
        return None
    orders = stages.play_offs(whole, stages.last_ranked(whole))
    try:
        return advanced(seen, plan.each, plan.thirds, orders, crossed=is_crossed(plan.system), after=len(seen.rounds))
    except LosovnaError:
        return None


def plan_stage(session: Session, do: Do) -> Iterable[Event]:
    """Keep what the form of the next stage holds; its buttons move a seed up or down, or choose the best."""
    session.plan = _read(session, do)
    how, _, number = str(do.get("move", "")).partition(" ")
    if number.isdecimal():
        session.plan = _moved(session.plan, int(number), how)
        players = session.plan.players
        is_first = bool(players) and players[0] == int(number)
        goes_on_down = how == "down" and players[-1:] != (int(number),)
        session.focus = f"#down-{number}" if is_first or goes_on_down else f"#up-{number}"
        session.say(N_("Seed %(seed)s: %(player)s."), **_seed_of(session, int(number)))
    return ()


def _seed_of(session: Session, player: PlayerNumber) -> dict[str, str | int]:
    assert session.plan is not None
    players = session.plan.players
    name = session.journal.tournament.players[player].name
    return {"player": name, "seed": players.index(player) + 1 if player in players else 0}


def _moved(plan: Plan, player: PlayerNumber, how: str) -> Plan:
    """Return the plan with a player one seed earlier or later among those who go on."""
    players = list(plan.players)
    if player not in players:
        return plan
    at = players.index(player)
    to = at - 1 if how == "up" else at + 1
    if not 0 <= to < len(players):
        return plan
    players[at], players[to] = players[to], players[at]
    return _with_order(plan, players)


def _read(session: Session, do: Do) -> Plan:
    """Read the form. Raises :class:`BadValue` and what a number that is none raises."""
    whole = session.journal.tournament
    order = ranked(whole)
    told = [int(each) for each in values_of(do, "order") if each.isdecimal() and int(each) in order]
    told = list(dict.fromkeys(told))
    chosen = {int(each) for each in values_of(do, "players") if each.isdecimal()}
    try:
        carried = Carried(str(do.get("carried") or Carried.NOTHING.value))
    except ValueError:
        known = ", ".join(each.value for each in Carried)
        raise BadValue(what="carried", found=str(do.get("carried"))[:60], wanted=known) from None
    plan = Plan(
        " ".join(str(do.get("title", "")).split()),
        system(str(do.get("system") or KNOCKOUT)).key,
        whole_number(do, "rounds", before(whole).stage.settings.rounds),
        carried,
        (*told, *(player for player in order if player not in told)),
        frozenset(chosen & set(order)),
        session.plan.each if session.plan else 2,
        session.plan.thirds if session.plan else 0,
    )
    was = planned(session)
    if plan.system != was.system and plan.players == was.players == _of_usual(whole, was).players:
        # As long as the order is that of the groups, it is the one that the system wants.
        return _of_usual(whole, plan)
    best = str(do.get("best", ""))
    if best.isdecimal():
        return replace(plan, order=order, chosen=frozenset(order[: int(best)]))
    each, thirds = (str(do.get(key) or "") for key in ("each", "thirds"))
    if not each.isdecimal() or len(each) > 3:
        return plan
    plan = replace(plan, each=int(each), thirds=int(thirds) if thirds.isdecimal() and len(thirds) < 4 else 0)
    return _of_usual(whole, plan)


def plan_from_groups(session: Session, do: Do) -> Iterable[Event]:
    """Plan the next stage with who advances from the groups by what their screen asks."""
    session.go = {"name": "stages"}
    plan = planned(session)
    kept = {"title": plan.title, "system": plan.system, "rounds": plan.rounds, "carried": plan.carried.value}
    return plan_stage(session, {**kept, **do})


def left_open(session: Session) -> list[str]:
    """Return what the running stage still has to play, as sentences; nothing if it is over."""
    seen = settled(stages.view(session.journal.tournament).tournament)
    play = play_of(seen)
    is_won = play is not None and play.is_over
    left = 0 if is_won else seen.settings.rounds - len(seen.rounds)
    missing = [str(round_.number) for round_ in seen.rounds if not round_.is_complete]
    told = []
    if left > 0:
        message = N_("Rounds of the running stage that would be left unplayed: %(count)s.")
        told.append(session.gettext(message) % {"count": left})
    if missing:
        told.append(
            session.gettext(N_("Results are still missing in round %(rounds)s.")) % {"rounds": ", ".join(missing)}
        )
    return told


def start_stage(session: Session, do: Do) -> Iterable[Event]:
    """Begin the next stage with the players that were chosen, in the order of their seeds."""
    whole = session.journal.tournament
    plan = _read(session, do)
    if len(plan.players) < 2:
        raise TooFewGoOn()
    if plan.asks_rounds and "rounds" in do:
        # The form comes with a number; whoever empties the field has not said how many.
        whole_number(do, "rounds")
    if plan.asks_rounds and not 1 <= plan.rounds <= MOST_ROUNDS:
        raise NotRounds(found=plan.rounds, least=1, most=MOST_ROUNDS)
    session.unsure = () if do.get("sure") else tuple(left_open(session))
    if session.unsure:
        session.plan = plan
        session.alarm, session.focus = True, "#unsure"
        session.say(N_("The next stage has not begun yet: the running one is not over."))
        return []
    base = before(whole).stage.settings
    tie_breaks = base.tie_breaks
    if plan.system != base.system and tie_breaks == usual_tie_breaks(preset_of(base), base.system):
        tie_breaks = usual_tie_breaks(preset_of(base), plan.system)
    known = {needed.name for each in map(tie_break, tie_breaks) for needed in each.parameters}
    told = settings_to_json(base) | {
        "system": plan.system,
        "rounds": max(1, plan.rounds),
        "tie_breaks": [] if plan.system == KNOCKOUT else list(tie_breaks),
        "parameters": {key: value for key, value in base.parameters.items() if key in known},
    }
    session.draft, session.stage, session.plan = None, None, None
    session.go = {"name": "round"}
    session.say(N_("The next stage has begun."))
    carried = plan.carried if plan.asks_carried else Carried.NOTHING
    return [
        {
            "event": "stage_started",
            "stage": {
                "name": plan.title,
                "players": list(plan.players),
                "settings": told,
                "carried": carried.value,
            },
        }
    ]


def start_play_off(session: Session, do: Do) -> Iterable[Event]:
    """Begin a stage of some who are level: only who of them is ahead hangs on it. Two play a knockout, more each other.

    It is played where the stage before it is over, so that it is known who is level.
    """
    whole = session.journal.tournament
    inside = set(ranked(whole))
    players = [int(each) for each in str(do.get("players", "")).split() if each.isdecimal() and int(each) in inside]
    if len(players) < 2:
        raise TooFewGoOn()
    if left_open(session):
        session.say(N_("The next stage has not begun yet: the running one is not over."))
        return []
    base = before(whole).stage.settings
    key = KNOCKOUT if len(players) == 2 else ROUND_ROBIN
    told = settings_to_json(base) | {
        "system": key,
        "rounds": 1,
        "tie_breaks": [] if key == KNOCKOUT else list(system(key).rules.settings.tie_breaks),
        "parameters": {stages.PLAY_OFF: "yes"},
    }
    session.draft, session.stage, session.plan = None, None, None
    session.go = {"name": "round"}
    session.say(N_("The play-off has begun."))
    stage = {"name": session.gettext(N_("Play-off")), "players": players, "settings": told}
    return [{"event": "stage_started", "stage": stage | {"carried": Carried.NOTHING.value}}]


def rename_stage(session: Session, do: Do) -> Iterable[Event]:
    """Give a stage another name; the first one of a tournament is called as the tournament is."""
    whole = session.journal.tournament
    number = whole_number(do, "stage")
    told = number - len(stages.stages(whole)) + len(whole.stages)
    if not 1 <= told <= len(whole.stages):
        raise BadValue(what="stage", found=str(number), wanted=f"1–{len(stages.stages(whole))}")
    name = " ".join(str(do.get("title", "")).split())
    if name == whole.stages[told - 1].name:
        session.say(N_("Nothing has changed."))
        return []
    session.say(N_("The stage is renamed."))
    return [{"event": "stage_changed", "stage": told, "changes": {"name": name}}]


def ranked(whole: Tournament) -> tuple[PlayerNumber, ...]:
    """Return the players of the last stage in the order of its ranking, those who have left not among them."""
    seen = before(whole).tournament
    there = {player.number for player in seen.players.values() if player.withdrawn_after is None}
    inside = set(before(whole).stage.players)
    order = [each.player for each in stages.final_ranking(whole) if each.player in inside]
    return tuple(player for player in order if player in there)


def level(whole: Tournament, plan: Plan) -> list[tuple[int, int, list[PlayerNumber]]]:
    """Return who is level in the ranking where some go on and others do not: first place, last place, players."""
    inside = set(before(whole).stage.players)
    groups: dict[int, list[PlayerNumber]] = {}
    for each in stages.final_ranking(whole):
        if each.player in inside:
            groups.setdefault(each.rank, []).append(each.player)
    return [
        (rank, rank + len(players) - 1, players)
        for rank, players in groups.items()
        if 0 < len(plan.chosen & set(players)) < len(players)
    ]


class Told(NamedTuple):
    """A stage on its screen: number, name, system (a msgid), how many players, its rounds, what can be renamed."""

    number: int
    name: str
    system: str
    players: int
    first: int
    last: int
    is_over: bool
    has_name: bool


def stages_screen(session: Session, screen: Params) -> Made:
    """The stages so far, the final ranking, and the form of the next stage."""
    whole = session.journal.tournament
    plan = planned(session)
    names = {number: player.name for number, player in whole.players.items()}
    uncrossed = replace(plan, system=GROUPS, thirds=0)
    each_of_groups = [best for best in (1, 2, 3, 4) if advancing_of(whole, replace(uncrossed, each=best)) is not None]
    found = advancing_of(whole, plan)
    is_theirs = found is not None and plan.players == found.players
    count = len(plan.players)
    context = {
        "listed": list(_told(whole)),
        "names": names,
        "plan": plan,
        "seeds": {player: seed for seed, player in enumerate(plan.players, start=1)},
        "systems": SYSTEMS,
        "carried": CARRIED,
        "advice": _advice(session, plan),
        "level": [
            (first, last, players)
            # Who of the groups advances goes by their tie-breaks, of which the ranking of all knows nothing.
            for first, last, players in ([] if is_theirs else level(whole, plan))
        ],
        "each_of_groups": each_of_groups,
        "undecided": [cut.players for cut in found.undecided] if found else [],
        "may_play_off": not left_open(session),
        "order": [each.text(session.gettext) for each in order_told(whole, found)] if found and is_theirs else [],
        "changed": [
            each.text(session.gettext)
            for number in range(1, len(stages.stages(whole)))
            for each in others_would_go_on(session.journal, number)
        ],
        "sizes": [size for size in (2, 4, 6, 8, 16) if size < len(plan.order)],
        "count": count,
        "final": shared_places(stages.final_ranking(whole)) if whole.stages else (),
        "is_final": whole_is_over(whole),
        "struck": stages.all_struck_out(whole) if whole.stages else frozenset(),
        "open": [round_.number for round_ in whole.rounds if not round_.is_complete],
    }
    return Made(N_("Stages"), context, {"name": "stages"})


def _told(whole: Tournament) -> Iterator[Told]:
    known = stages.stages(whole)
    for number, stage in enumerate(known, start=1):
        seen = settled(stages.view(whole, number).tournament)
        last = known[number].first_round - 1 if number < len(known) else len(whole.rounds)
        yield Told(
            number,
            stage.name,
            system(stage.settings.system).name,
            len(stage.players),
            stage.first_round,
            last,
            is_over(seen) or number < len(known),
            number > len(known) - len(whole.stages),
        )


def _advice(session: Session, plan: Plan) -> list[str]:
    """Return which systems fit so many players, and what to know about the one chosen."""
    count = len(plan.players)
    if count < 2:
        return []
    least = (count - 1).bit_length()
    told = {"players": count, "knockout": least, "robin": places(count) - 1, "swiss": least}
    message = N_(
        "Players: %(players)s. Rounds of a knockout: %(knockout)s; of a round robin: %(robin)s; of a Swiss system that "
        "finds a winner: %(swiss)s."
    )
    more = []
    if plan.asks_rounds:
        left = _not_met(session.journal.tournament, plan)
        more = advice(count, plan.rounds, plan.system, session.gettext)
        if left and min(left) < min(plan.rounds, count - 1):
            # What the planner says of fresh players does not hold.
            sentence = (
                N_("Somebody has only %(left)s opponents left: more rounds may not be possible.")
                if max(left)
                else N_("They have all met: without repeated games no round can be drawn.")
            )
            more = [session.gettext(sentence) % {"left": min(left)}]
    return [session.gettext(message) % told, *more]


def _not_met(whole: Tournament, plan: Plan) -> list[int]:
    """Return how many of the others each of those who go on has not met yet; nothing where they may meet again."""
    settings = before(whole).stage.settings
    if plan.carried is not Carried.ALL or settings.allow_repeats or system(plan.system).rules.repeats:
        return []
    records = history(whole).records
    return [len(plan.players) - 1 - len(plan.chosen & records[player].met.keys()) for player in plan.players]


COMMANDS: Mapping[str, Command] = {
    "see-stage": see_stage,
    "plan-stage": plan_stage,
    "plan-from-groups": plan_from_groups,
    "start-stage": start_stage,
    "start-play-off": start_play_off,
    "rename-stage": rename_stage,
}

SCREENS: Mapping[str, Screen] = {"stages": stages_screen}
