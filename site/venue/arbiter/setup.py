"""Set-up: the discipline and what is usual in it, name, rounds, rules of the draw, points, tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pairing_core.errors import N_, BadValue, LosovnaError, WishError
from pairing_core.journal import MOST_ROUNDS, Event, settings_from_json, settings_to_json
from pairing_core.knockout.settings import BEST_OF, BY_SCORES, GAMES, KIND, SEEDING, entrants
from pairing_core.knockout.settings import USUAL as USUAL_KNOCKOUT
from pairing_core.knockout.settings import told as told_of_knockout
from pairing_core.model import (
    GROUPS,
    KNOCKOUT,
    ROUND_ROBIN,
    SCHEVENINGEN,
    Scoring,
    Settings,
    Tournament,
    half_points,
    points_label,
    points_text,
)
from pairing_core.planner import advice as planned
from pairing_core.round_robin import places
from pairing_core.standings import STRIKE_OUT
from pairing_core.swiss import RuleSet
from pairing_core.swiss.criteria import Criterion
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems import PLANNED, SYSTEMS, system
from pairing_core.systems.groups_system import COUNT, MEMBERS, USUAL_GROUPS
from pairing_core.systems.groups_system import told as told_of_groups
from pairing_core.systems.table import (
    BY_LIST,
    BY_LOT,
    CLUBS,
    CONSTRUCTION,
    CYCLES,
    NUMBERS,
    SWAP,
    USUAL_TABLE,
    WISHES,
    members,
    table_of,
)
from pairing_core.tie_breaks import TIE_BREAKS, UNPLAYED, TieBreak, tie_break

from . import groups, knockouts
from .parts import Command, Do, Made, Params, Screen, listed, whole_number
from .presets import (
    FIRST_WORD,
    PRESETS,
    SCORE_ENTRIES,
    SCORE_ENTRY,
    SECOND_WORD,
    Preset,
    preset,
    preset_of,
    score_entry,
    usual_tie_breaks,
    words,
)

if TYPE_CHECKING:
    from .session import Session

SCORES = {
    "win": N_("Win"),
    "draw": N_("Draw"),
    "loss": N_("Loss"),
    "pairing_allocated_bye": N_("Bye of the one who is left over"),
    "forfeit_win": N_("Win without a game"),
    "forfeit_loss": N_("Loss without a game"),
    "half_point_bye": N_("Requested bye for half a point"),
    "full_point_bye": N_("Requested bye for a whole point"),
    "zero_point_bye": N_("Absence"),
}
"""What gives points, as the form asks for it."""

OTHER_SYSTEMS = (ROUND_ROBIN, GROUPS, KNOCKOUT, SCHEVENINGEN)
"""Systems that a tournament of any game may have instead of the Swiss one that is usual in it."""

FLAGS = ("acceleration", "allow_repeats")
_WHOLE = ("rounds", "keep_clubs_apart", "keep_countries_apart")
_WHOLE_OR_NONE = ("byes_allowed", "board_total")
_DEFAULTS = {each.name: each.default for tied in TIE_BREAKS for each in tied.parameters}
TIME_OF = "time-{}"
"""Key of ``Settings.fields``: when a round starts, as ``14:30``."""

MOST_TIMES = 30
"""Rounds for which the form asks the time of day; more fit no day."""


class NotPoints(LosovnaError):
    """Parameters: ``found``."""

    code = "not-points"
    message = N_("“%(found)s” is no number of points; points are whole or halves, such as 1, 0.5 or ½.")


class NotANumber(LosovnaError):
    """Parameters: ``found``."""

    code = "not-a-number"
    message = N_("“%(found)s” is not a number.")


class NotRounds(LosovnaError):
    """Parameters: ``found``, ``least``, ``most``."""

    code = "not-rounds"
    message = N_("The number of rounds must be from %(least)s to %(most)s, not %(found)s.")
    field = "rounds"


class AnotherKind(LosovnaError):
    """Parameters: none."""

    code = "another-kind-of-system"
    message = N_(
        "Rounds have been drawn, so only rules of the same kind can follow here. "
        "Begin a stage to go on in another system; what has been played can count in it."
    )
    field = "system"


class Chosen(NamedTuple):
    """A criterion of the rule set with the weight that it has now."""

    criterion: Criterion
    weight: int


def create(session: Session, do: Do) -> Iterable[Event]:
    """A new tournament: a discipline with what is usual in it, or a rule set with its usual settings."""
    discipline = str(do.get("discipline", ""))
    own = str(do.get("system") or "")
    usual = preset(discipline).settings if discipline else system(own or "mancala").rules.settings
    if discipline and own:
        usual = replace(usual, system=system(own).key, tie_breaks=usual_tie_breaks(preset(discipline), own))
    settings = {
        **settings_to_json(usual),
        "name": _tidy(do.get("title", "")),
        "system": usual.system,
        "seed": str(do.get("seed", "")),
        "rounds": _rounds(whole_number(do, "rounds", usual.rounds), 1),
    }
    if discipline:
        settings["discipline"] = preset(discipline).key
    parameters = _with_needed(usual.tie_breaks, usual.parameters)
    expected = str(do.get("count", "")).strip()
    if usual.system == GROUPS and expected.isdecimal():
        parameters[COUNT] = str(groups.usual_count(int(expected[:5])))
    if parameters:
        settings["parameters"] = parameters
    session.say(N_("The tournament is set up."))
    yield {"event": "created", "settings": settings}


def duplicate(session: Session, do: Do) -> Iterable[Event]:
    """A copy of a tournament gets a name of its own."""
    name = session.tournament.settings.name or session.gettext(N_("Tournament without a name"))
    session.say(N_("This is the copy; the other tournament stays as it is."))
    yield {"event": "settings_changed", "changes": {"name": session.gettext(N_("%(name)s – copy")) % {"name": name}}}


def change_settings(session: Session, do: Do) -> Iterable[Event]:
    """All that the form of the set-up holds, as far as it is not the same already; and it is said what that touches."""
    settings = session.tournament.settings
    told = dict(_told(settings, do, len(session.tournament.rounds)))
    told |= _following(session.tournament, told)
    if not session.view.may_go_on_by(str(told.get("system", settings.system))):
        raise AnotherKind
    told["parameters"] = _with_needed(
        told.get("tie_breaks", settings.tie_breaks), told.get("parameters", settings.parameters)
    )
    after = settings_from_json(told, settings)
    changes = {key: value for key, value in told.items() if getattr(after, key) != getattr(settings, key)}
    if after.parameters.get(WISHES, "") != settings.parameters.get(WISHES, "") and len(members(session.tournament)) > 1:
        # Wishes that cannot be met are said where they are typed; so is one that is no wish.
        _checked_wishes(replace(session.tournament, settings=after))
    if not changes:
        session.say(N_("Nothing has changed."))
        return []
    session.draft = None
    session.said = " ".join(touched(session.tournament, changes, session))
    if after.system == GROUPS and after.parameters != settings.parameters and not session.tournament.rounds:
        # More groups than the players make are no mistake as long as players are still to come.
        too_many = groups.too_many(replace(session.tournament, settings=after))
        session.said = " ".join([session.said, *(each.text(session.gettext) for each in too_many)])
    return [{"event": "settings_changed", "changes": changes}]


def _checked_wishes(tournament: Tournament) -> None:
    try:
        table_of(tournament)
    except WishError as error:
        error.field = f"table:{WISHES}"
        raise


_OF_THE_TABLE = (CONSTRUCTION, NUMBERS, WISHES, CLUBS)
"""What makes the table another one."""

_OF_THE_BRACKET = (KIND, SEEDING, GAMES, BEST_OF, BY_SCORES)
"""What makes the bracket another one, or its ties."""


def _following(tournament: Tournament, told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what follows from a change: the tie-breaks that are usual in another system, and a second cycle added late.

    Once a round is drawn that the swap at the end of a cycle would move, the rounds stay in their order.
    """
    settings = tournament.settings
    chosen = preset(str(told.get("discipline") or preset_of(settings).key))
    after = str(told.get("system", settings.system))
    tie_breaks = told.get("tie_breaks", list(settings.tie_breaks))
    if after != settings.system and tuple(tie_breaks) == usual_tie_breaks(preset_of(settings), settings.system):
        yield "tie_breaks", list(usual_tie_breaks(chosen, after))
    parameters = dict(told.get("parameters", {}))
    if parameters and tournament.rounds:
        # A form that was opened before the first round changes nothing of the table or bracket that is in use.
        of_it = {*_OF_THE_TABLE, *groups.SHAPE, *_OF_THE_BRACKET} | ({CYCLES} if settings.system == GROUPS else set())
        kept = {key: settings.parameters[key] for key in of_it if key in settings.parameters}
        parameters = {key: value for key, value in parameters.items() if key not in of_it} | kept
        yield "parameters", parameters
    has_more = parameters.get(CYCLES) != settings.parameters.get(CYCLES) and after == ROUND_ROBIN
    if parameters and has_more and len(tournament.rounds) >= places(len(members(tournament))) - 2:
        yield "parameters", {**parameters, SWAP: "no"}


def apply_preset(session: Session, do: Do) -> Iterable[Event]:
    """Take over what is usual in a discipline: rules, points, tie-breaks, words; name and rounds stay."""
    chosen = preset(str(do.get("discipline", "")))
    settings = session.tournament.settings
    usual = chosen.settings
    kept = {key: value for key, value in settings.fields.items() if key not in (FIRST_WORD, SECOND_WORD, SCORE_ENTRY)}
    changes = {
        "discipline": chosen.key,
        "system": settings.system if settings.system in PLANNED else usual.system,
        "scoring": _scores(usual.scoring),
        "tie_breaks": list(usual_tie_breaks(chosen, settings.system)),
        "bye_scores": list(usual.bye_scores) if usual.bye_scores else None,
        "board_total": usual.board_total,
        "keep_clubs_apart": usual.keep_clubs_apart,
        "keep_countries_apart": usual.keep_countries_apart,
        "weights": {},
        "fields": kept,
    }
    session.draft = None
    session.said = " ".join(touched(session.tournament, changes, session))
    return [{"event": "settings_changed", "changes": changes}]


# ------------------------------------------------------------------------------------------------------------- the form


def _told(settings: Settings, do: Do, drawn: int) -> Iterator[tuple[str, Any]]:
    """Yield each setting that the form holds, as events hold it."""
    if "title" in do:
        yield "name", _tidy(do["title"])
    if "system" in do:
        yield "system", system(str(do["system"])).key
    if str(do.get("discipline") or preset_of(settings).key) != preset_of(settings).key:
        yield "discipline", preset(str(do["discipline"])).key
    for key in _WHOLE:
        if key in do:
            number = whole_number(do, key, 0 if key != "rounds" else settings.rounds)
            yield key, _rounds(number, max(1, drawn)) if key == "rounds" else number
    for key in _WHOLE_OR_NONE:
        if key in do:
            yield key, whole_number(do, key) if str(do[key]).strip() else None
    held = listed(do, "flags")
    for flag in FLAGS:
        if flag in do or flag in held:
            yield flag, bool(do.get(flag))
    if "unplayed" in do:
        yield "unplayed", str(do["unplayed"])
    yield from _told_of_scores(settings, do)
    yield from _told_of_tie_breaks(settings, do)
    yield from _told_by_name(settings, do)


def _told_of_scores(settings: Settings, do: Do) -> Iterator[tuple[str, Any]]:
    scoring = dict(do["scoring"]) if isinstance(do.get("scoring"), Mapping) else {}
    for key in SCORES:
        if f"points-{key}" in do:
            scoring[key] = _points(do, f"points-{key}")
    if scoring:
        yield "scoring", scoring
    if "bye-own" in do:
        texts = [str(do.get(key, "")).strip() for key in ("bye-own", "bye-other")]
        own, other = (whole_number(do, key, 0) for key in ("bye-own", "bye-other"))
        yield "bye_scores", [own, other] if any(texts) else None


def _told_of_tie_breaks(settings: Settings, do: Do) -> Iterator[tuple[str, Any]]:
    """The list of the form; a button of it moves one up or down, takes it out or adds one."""
    if not {"tie_breaks", "move"} & do.keys():
        return
    chosen = [tie_break(key).key for key in listed(do, "tie_breaks") if key] or list(settings.tie_breaks)
    how, _, key = str(do.get("move", "")).partition(" ")
    if how == "add" and str(do.get("add_tie_break", "")):
        chosen.append(tie_break(str(do["add_tie_break"])).key)
    if key in chosen:
        at = chosen.index(key)
        chosen.remove(key)
        if how in ("up", "down"):
            chosen.insert(max(0, at - 1) if how == "up" else at + 1, key)
    yield "tie_breaks", list(dict.fromkeys(chosen))


def _told_by_name(settings: Settings, do: Do) -> Iterator[tuple[str, Any]]:
    """Weights, parameters, words, times: fields whose names begin with what they are."""
    weights = dict(settings.weights)
    parameters = dict(settings.parameters)
    own = dict(settings.fields)
    usual_scores = preset(str(do.get("discipline") or preset_of(settings).key)).scores
    usual = {each.criterion.key: each.weight for each in weights_of(system(settings.system).rules, {})}
    for name in do:
        kind, _, key = name.partition(":")
        text = str(do[name]).strip()
        if kind == "weight":
            weights[key] = whole_number(do, name, usual.get(key, 1))
            if weights[key] == usual.get(key):
                del weights[key]
        elif kind == "parameter":
            parameters[key] = _number(do, name)
            if not text or text == _DEFAULTS.get(key):
                del parameters[key]
        elif kind == "table" and (key in TABLE_CHOICES or key == WISHES):
            parameters[key] = _table_choice(do, name, key)
            if parameters[key] == USUAL_TABLE[key]:
                del parameters[key]
        elif kind == "ko" and key in USUAL_KNOCKOUT:
            parameters[key] = knockouts.choice(do, name, key)
            if parameters[key] == USUAL_KNOCKOUT[key]:
                del parameters[key]
        elif kind == "group" and key in USUAL_GROUPS:
            before = parameters.get(key, USUAL_GROUPS[key])
            parameters[key] = groups.choice(do, name, key)
            if parameters[key] != before:
                # Groups that were made by hand are made anew.
                parameters.pop(MEMBERS, None)
            if parameters[key] == USUAL_GROUPS[key]:
                del parameters[key]
        elif kind == "field":
            own[key] = text
            if not text or (key == SCORE_ENTRY and text == usual_scores):
                del own[key]
    if weights != settings.weights:
        yield "weights", weights
    if parameters != settings.parameters:
        yield "parameters", parameters
    if own != settings.fields:
        yield "fields", own


TABLE_CHOICES: Mapping[str, Mapping[str, str]] = {
    CONSTRUCTION: {
        "serpentine": N_("Serpentine"),
        "sums": N_("Sums"),
        "fixed-first": N_("Player 1 fixed"),
        "low-carry-over": N_("Low carry-over"),
    },
    CYCLES: {"1": N_("once"), "2": N_("twice, the other one starts")},
    NUMBERS: {BY_LOT: N_("by lot"), BY_LIST: N_("in the order of the list")},
    CLUBS: {"no": N_("whenever the numbers have it"), "yes": N_("as early as can be")},
    STRIKE_OUT: {"yes": N_("is struck out of the standings"), "no": N_("keeps the results")},
}
"""What can be chosen of the table of a round robin, by the key of the parameter."""


def _table_choice(do: Do, name: str, key: str) -> str:
    if key == WISHES:
        return "; ".join(" ".join(text.split()) for text in re.split(r"[;\n]", str(do[name])) if text.strip())
    value, known = str(do[name]), TABLE_CHOICES[key]
    if value not in known:
        raise BadValue(what=key, found=value[:20], wanted=", ".join(known))
    return value


def _with_needed(tie_breaks: Iterable[str], parameters: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters with those that a tie-break cannot do without: the first counts once, the others do not.

    So there are standings before the arbiter has typed the numbers of the federation.
    """
    needed = dict(parameters)
    for key in tie_breaks:
        own = [each.name for each in tie_break(key).parameters if each.default is None]
        for name in own:
            needed.setdefault(name, "1" if name == own[0] else "0")
    return needed


def _rounds(number: int, least: int) -> int:
    if not least <= number <= MOST_ROUNDS:
        raise NotRounds(found=number, least=least, most=MOST_ROUNDS)
    return number


def _points(do: Do, key: str) -> str:
    text = str(do[key]).strip()
    try:
        return points_text(half_points(text))
    except ValueError:
        error = NotPoints(found=text[:20])
    error.field = key
    raise error


def _number(do: Do, key: str) -> str:
    text = str(do[key]).strip().replace(",", ".").replace("−", "-")
    if text and not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text):
        error = NotANumber(found=text[:20])
        error.field = key
        raise error
    return text


def _scores(scoring: Scoring) -> dict[str, str]:
    return {each.name: points_text(getattr(scoring, each.name)) for each in fields(Scoring)}


def _tidy(text: object) -> str:
    return " ".join(str(text).split())


# ------------------------------------------------------------------------------------------------ what a change touches

_DRAWS = {"system", "weights", "acceleration", "allow_repeats", "keep_clubs_apart", "keep_countries_apart"}
_STANDINGS = {"scoring", "tie_breaks", "unplayed", "parameters", "bye_scores"}


def touched(tournament: Tournament, changes: Iterable[str], session: Session) -> list[str]:
    """Return what follows from a change of settings, as sentences."""
    kinds = set(changes)
    drawn = len(tournament.rounds)
    told = [session.gettext(N_("The settings are changed."))]
    if drawn and kinds & _DRAWS:
        text = session.gettext(N_("Rounds already drawn stay as they are; the change counts from round %(next)s on."))
        told.append(text % {"next": drawn + 1})
    if drawn and "scoring" in kinds:
        told.append(
            session.gettext(N_("Points and standings of all rounds are counted anew, those of byes and forfeits too."))
        )
    elif drawn and kinds & _STANDINGS:
        told.append(session.gettext(N_("The standings after every round are counted anew.")))
    if "board_total" in kinds and drawn:
        told.append(session.gettext(N_("Scores already typed stay as they are.")))
    if "rounds" in kinds and drawn:
        told.append(session.gettext(N_("No round that was drawn is lost.")))
    return told


# ----------------------------------------------------------------------------------------------------------- the screen


def weights_of(rules: RuleSet, weights: Mapping[str, int]) -> list[Chosen]:
    """Return the criteria of a rule set, each once, with their weights."""
    found: dict[str, Chosen] = {}
    for each in (*rules.classes, *(rules.first_round or ())):
        for criterion, usual in each:
            found.setdefault(criterion.key, Chosen(criterion, weights.get(criterion.key, usual)))
    return list(found.values())


class New(NamedTuple):
    """The form of a new tournament as it is filled in, with what is to be said about it."""

    title: str
    preset: Preset
    system: str
    expected: str
    rounds: str
    advice: Sequence[str]


def new_tournament(asked: Params, gettext: Callable[[str], str]) -> New:
    """Return the form of the home screen: another game brings its usual number of rounds."""
    chosen = preset(str(asked.get("discipline") or PRESETS[0].key))
    own = str(asked["system"]) if asked.get("system") in OTHER_SYSTEMS else ""
    rounds = str(asked.get("rounds", "")).strip()
    if not rounds or asked.get("before") != chosen.key:
        rounds = str(chosen.settings.rounds)
    count = str(asked.get("count", "")).strip()
    told: Sequence[str] = ()
    if rounds.isdecimal() and not int(rounds[:9]):
        told = [gettext(NotRounds.message) % {"found": 0, "least": 1, "most": MOST_ROUNDS}]
    elif count.isdecimal() and rounds.isdecimal() and len(count + rounds) < 10:
        planned_rounds = (int(count) - 1).bit_length() if own == KNOCKOUT else int(rounds)
        told = advice(int(count), planned_rounds, own or chosen.settings.system, gettext)
        if not told and int(count) > 1:
            told = [gettext(N_("So many players and rounds fit together."))]
    return New(str(asked.get("title", "")), chosen, own, count, rounds, told)


MANY_ROUNDS = 12
"""A round robin with more rounds than this is seldom played to its end."""


def advice(players: int, rounds: int, key: str, gettext: Callable[[str], str], cycles: int = 1) -> list[str]:
    """Return what to know about so many players and rounds before anything is drawn."""
    if key == ROUND_ROBIN:
        if players < 2:
            return []
        count = (places(players) - 1) * cycles
        told: dict[str, str | int] = {"players": players, "rounds": count, "swiss": (players - 1).bit_length()}
        message = (
            N_("%(players)s players who all meet each other need %(rounds)s rounds.")
            if count <= MANY_ROUNDS
            else N_(
                "%(players)s players who all meet each other need %(rounds)s rounds; a Swiss tournament finds a winner "
                "in %(swiss)s."
            )
        )
        return [Sentence(message, told).text(gettext)]
    if key == GROUPS:
        return [each.text(gettext) for each in groups.planned(players)]
    if key == KNOCKOUT:
        return [each.text(gettext) for each in knockouts.advice(players, rounds)]
    if system(key).rules.repeats:
        return []
    return [each.text(gettext) for each in planned(players, rounds)]


def setup(session: Session, screen: Params) -> Made:
    """All settings in one form."""
    tournament = session.tournament
    settings = tournament.settings
    rules = system(settings.system).rules
    chosen = [tie_break(key) for key in settings.tie_breaks]
    is_robin = settings.system == ROUND_ROBIN
    is_knockout = settings.system == KNOCKOUT
    present = len(members(tournament)) if is_robin else _present(tournament)
    is_groups = groups.is_in_groups(tournament)
    is_planned = settings.system in PLANNED
    if is_knockout or is_groups:
        present = len(entrants(tournament))
    is_free = settings.allow_repeats and not is_robin
    cycles = settings.rounds // (places(present) - 1) if is_robin and present > 1 else 1
    told = advice(present, settings.rounds, settings.system, session.gettext, cycles) if present and not is_free else []
    if is_groups:
        told = [each.text(session.gettext) for each in groups.advice(tournament)]
    scores = {key: (name, points_label(getattr(settings.scoring, key))) for key, name in SCORES.items()}
    context = {
        "settings": settings,
        "systems": [each for each in SYSTEMS if session.view.may_go_on_by(each.key)],
        "rules": rules,
        "is_planned": is_planned,
        "is_robin": is_robin,
        "is_knockout": is_knockout,
        "knockout": knockouts.fields(tournament) if is_knockout else [],
        "games_of_a_tie": told_of_knockout(tournament, GAMES) if is_knockout else "",
        "is_groups": is_groups,
        "groups": groups.fields(tournament) if is_groups else [],
        "too_many_groups": [each.text(session.gettext) for each in groups.too_many(tournament)] if is_groups else [],
        "how_many_groups": told_of_groups(tournament, COUNT) if is_groups else "",
        "table": _table_fields(tournament) if is_robin or is_groups else [],
        "wishes": settings.parameters.get(WISHES, ""),
        "presets": PRESETS,
        "preset": preset_of(settings),
        "words": words(settings),
        "score_entry": score_entry(settings),
        "score_entries": SCORE_ENTRIES,
        "scores": {key: told for key, told in scores.items() if not is_planned or key not in NOT_IN_A_TABLE},
        "unplayed": UNPLAYED,
        "chosen": chosen,
        "others": _others(chosen),
        "parameters": _parameters(chosen, settings),
        "weights": weights_of(rules, settings.weights),
        "times": [(number, TIME_OF.format(number)) for number in range(1, min(settings.rounds, MOST_TIMES) + 1)],
        "advice": told,
        "offers_robin": bool(told) and not is_planned and not tournament.rounds,
        "present": present,
        "drawn": len(tournament.rounds),
    }
    return Made(N_("Set-up"), context, {"name": "setup"})


NOT_IN_A_TABLE = ("pairing_allocated_bye", "half_point_bye", "full_point_bye", "zero_point_bye")
"""What nobody gets where all games are fixed: who rests gets nothing, who is absent loses the game."""


def _present(tournament: Tournament) -> int:
    return sum(player.is_in(tournament.next_round) for player in tournament.players.values())


class TableField(NamedTuple):
    """A choice of the table: its parameter, what it is called, the options, the one chosen."""

    key: str
    label: str
    options: list[tuple[str, str]]
    chosen: str


_TABLE_LABELS = {
    CONSTRUCTION: N_("How the table is made"),
    CYCLES: N_("Everybody meets everybody"),
    NUMBERS: N_("Numbers in the table"),
    CLUBS: N_("Players of one club meet"),
    STRIKE_OUT: N_("Who leaves before half of the games"),
}


def _table_fields(tournament: Tournament) -> list[TableField]:
    """Return what can still be chosen: once a round is drawn, not how the table is made."""
    parameters = tournament.settings.parameters
    is_groups = groups.is_in_groups(tournament)
    always = (STRIKE_OUT,) if is_groups else (CYCLES, STRIKE_OUT)
    return [
        TableField(key, label, list(TABLE_CHOICES[key].items()), parameters.get(key, USUAL_TABLE[key]))
        for key, label in _TABLE_LABELS.items()
        if (key in always or not tournament.rounds) and not (is_groups and key == CLUBS)
    ]


def _others(chosen: Sequence[TieBreak]) -> list[TieBreak]:
    return [each for each in TIE_BREAKS if each not in chosen and each.key != "points"]


def _parameters(chosen: Sequence[TieBreak], settings: Settings) -> list[tuple[TieBreak, Any, str]]:
    return [
        (each, parameter, settings.parameters.get(parameter.name, parameter.default or ""))
        for each in chosen
        for parameter in each.parameters
    ]


COMMANDS: Mapping[str, Command] = {
    "create": create,
    "duplicate": duplicate,
    "change-settings": change_settings,
    "apply-preset": apply_preset,
}

SCREENS: Mapping[str, Screen] = {"setup": setup}
