"""``losovna stage``: the next stage of a tournament, with whoever goes on from the last one."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from pairing_core.commands import files, systems, text
from pairing_core.commands.edge import (
    STANDARD_STREAM,
    Commands,
    Gettext,
    InFile,
    common_options,
    number_from,
    one_of,
    parameter_option,
    parameters_told,
    shown_seed,
    whole_number,
    write,
)
from pairing_core.errors import N_, LosovnaError, ResultsMissing
from pairing_core.formats import detect
from pairing_core.going_on import GoingOn, Orders, advanced, is_crossed, stage_settings, started_event, the_best
from pairing_core.journal import MOST_ROUNDS, Journal, label
from pairing_core.model import Carried, PlayerNumber, Tournament
from pairing_core.stages import PLAY_OFF, View, last_ranked, may_carry, pair_round, play_offs, view
from pairing_core.systems import SYSTEMS, settled, system
from pairing_core.tie_breaks.basis import parameter_number

FORMATS = ("text", "json")

DESCRIPTION = """\
Begin the next stage of a tournament: other players, another system, or both. FILE is a tournament of ours (.json); "-"
is standard input. One of --best, --advance and --players says who goes on; they are seeded in the order in which they
are printed. Who has left does not go on. Where nothing separates players of whom only some can go on, nothing is begun,
and --players has to say who does, or they play for it: --play-off begins a stage of these, and once it is over, --best
and --advance go by it.

With -o OUT.json and without --format the tournament with its new stage is kept; "losovna pair" then draws its rounds.
With --format, OUT holds what would be printed.
"""


class NothingDecides(LosovnaError):
    """Parameters: ``cuts``."""

    code = "nothing-decides"
    message = N_(
        "Nothing separates these players, of whom only so many go on as stands before them; --players says who does, "
        "or let them play for it by --play-off: %(cuts)s."
    )


class NothingCarried(LosovnaError):
    """Parameters: ``system``."""

    code = "nothing-carried"
    message = N_("In the system %(system)s everybody begins with nothing; leave --carried out.")


class OnlyOneWay(LosovnaError):
    """Parameters: none."""

    code = "only-one-way"
    message = N_(
        "Say who goes on in one way: --best N, --advance K, or --players with their numbers; or who plays for it: "
        "--play-off."
    )


class OnePlayer(LosovnaError):
    """Parameters: ``option``."""

    code = "one-player"
    message = N_("%(option)s needs at least two numbers, as in %(option)s 3,1,2.")


class PlayerTwice(LosovnaError):
    """Parameters: ``option``, ``player``."""

    code = "player-twice"
    message = N_("%(option)s names number %(player)s twice.")


class BadAdvance(LosovnaError):
    """Parameters: ``found``."""

    code = "bad-advance"
    message = N_("--advance must be one whole number, or two as in --advance 2,1, not “%(found)s”.")


class NotInStage(LosovnaError):
    """Parameters: ``player``, ``stage``."""

    code = "not-in-stage"
    message = N_("%(player)s is not in stage %(stage)s, so there is no place in it to play for.")


class NotKeptIn(LosovnaError):
    """Parameters: none."""

    code = "not-kept-in"
    message = N_("Only a tournament of ours holds stages; the name of the file must end with .json.")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "stage",
        allow_abbrev=False,
        help="begin the next stage",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    keys = ", ".join(each.key for each in SYSTEMS)
    add = parser.add_argument
    add("file", metavar="FILE", help='a tournament (.json); "-" is standard input')
    add("--system", metavar="KEY", required=True, help=f"system of the stage, one of {keys}")
    add("--best", metavar="N", help="the N best of the last stage go on")
    add("--advance", metavar="K[,T]", help="of each group the K best, and the T best of those placed next")
    add("--play-off", metavar="A,B", help="these only play for who of them is ahead; then --best or --advance")
    add("--players", metavar="A,B", help="these go on, by their numbers, the first seed first")
    carried = ", ".join(each.value for each in Carried)
    add("--carried", metavar="WHAT", help=f"what counts from before: {carried} (default: nothing)")
    add("--name", metavar="X", default="", help="name of the stage, such as Finals")
    add("--rounds", metavar="N", help="rounds of a Swiss stage (default: enough to find a winner)")
    add("--seed", metavar="S", help="seed of the lots (default: the tournament's)")
    systems.add(parser)
    parameter_option(parser, "a number that a tie-break needs, such as turcas-a=1, kept in the stage; repeatable")
    common_options(parser, FORMATS, default="text")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Begin the stage, say who is in it, and keep it if asked."""
    shape = None if asked.format is None else one_of("--format", asked.format, FORMATS)
    keeps = shape is None and asked.output != STANDARD_STREAM
    if keeps and detect.SUFFIXES.get(files.suffix(asked.output)) != detect.JSON:
        raise InFile(asked.output, NotKeptIn())
    if files.is_same(asked.file, asked.output) and not keeps:
        raise InFile(asked.output, files.WouldBeLost())
    journal, seen, told = begun(asked)
    made = _json(seen, told) if shape == "json" else "\n".join(_text(journal.tournament, seen, told, gettext)) + "\n"
    if keeps:
        write(asked.output, files.dumped(asked.output, journal).encode("utf-8"))
        write(STANDARD_STREAM, made.encode("utf-8"))
    else:
        write(asked.output, made.encode("utf-8"))


def begun(asked: argparse.Namespace) -> tuple[Journal, View, GoingOn]:
    """Return the journal with the stage, the stage, and who goes on."""
    key = system(asked.system).key
    carried = Carried(one_of("--carried", asked.carried or "nothing", [each.value for each in Carried]))
    if carried is not Carried.NOTHING and not may_carry(key):
        raise NothingCarried(system=key)
    seed = shown_seed(asked.seed)
    rounds = None if asked.rounds is None else number_from("--rounds", asked.rounds, 1, MOST_ROUNDS)
    options = systems.told(asked, key)
    numbers = parameters_told(asked.parameter)
    for name, number in numbers.items():
        parameter_number(name, number)
    choose = _chooser(asked, key)
    journal = files.load(asked.file)
    try:
        whole = journal.tournament
        for round_ in whole.rounds:
            open_tables = [str(game.table) for game in round_.games if game.result is None]
            if open_tables:
                raise ResultsMissing(round=round_.number, tables=", ".join(open_tables))
        at = last_ranked(whole)
        before = view(whole, at)
        told = choose(before.tournament, play_offs(whole, at))
        is_play_off = asked.play_off is not None
        outside = set(told.players).difference(before.stage.players) if is_play_off else ()
        if outside:
            raise NotInStage(player=label(whole, min(outside)), stage=at)
        if told.undecided:
            cuts = "; ".join(f"{cut.places}: {_names(whole, cut.players)}" for cut in told.undecided)
            raise NothingDecides(cuts=cuts)
        settings = stage_settings(before.stage.settings, key, len(told.players))
        settings = replace(
            settings,
            name="",
            rounds=rounds or settings.rounds,
            seed=settings.seed if seed is None else seed,
            parameters={**settings.parameters, **numbers, **options, **({PLAY_OFF: "yes"} if is_play_off else {})},
        )
        journal = journal.append(started_event(told.players, settings, " ".join(asked.name.split()), carried))
        seen = view(journal.tournament)
        # A stage that cannot be drawn is not begun.
        pair_round(journal.tournament)
    except LosovnaError as error:
        raise InFile(asked.file, error) from error
    return journal, seen._replace(tournament=settled(seen.tournament)), told


Chooser = Callable[[Tournament, Orders], GoingOn]


def _chooser(asked: argparse.Namespace, key: str) -> Chooser:
    """Return what finds who goes on. Raises :class:`OnlyOneWay` and what is wrong with the option."""
    if sum(each is not None for each in (asked.best, asked.advance, asked.players, asked.play_off)) != 1:
        raise OnlyOneWay
    if asked.best is not None:
        count = whole_number("--best", asked.best)
        return lambda before, orders: the_best(before, count, orders)
    if asked.advance is not None:
        told = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?", asked.advance)
        if not told:
            raise BadAdvance(found=asked.advance[:40])
        best, thirds = int(told[1]), int(told[2] or 0)
        return lambda before, orders: advanced(before, best, thirds, orders, crossed=is_crossed(key))
    option = "--players" if asked.play_off is None else "--play-off"
    listed = asked.players if asked.play_off is None else asked.play_off
    players = tuple(whole_number(option, each) for each in listed.replace(",", " ").split())
    if len(players) < 2:
        raise OnePlayer(option=option)
    for at, player in enumerate(players):
        if player in players[:at]:
            raise PlayerTwice(option=option, player=player)
    return lambda before, orders: GoingOn(players)


def _names(tournament: Tournament, players: Iterable[PlayerNumber]) -> str:
    return ", ".join(label(tournament, player) for player in players)


def _level(tournament: Tournament, told: GoingOn, gettext: Gettext) -> Iterator[str]:
    message = gettext(N_("Nothing separates these, so their order is that of their numbers: %(players)s"))
    for players in told.level:
        yield message % {"players": _names(tournament, players)}


def _text(whole: Tournament, seen: View, told: GoingOn, gettext: Gettext) -> list[str]:
    name = seen.stage.name or gettext(N_("Stage %(number)s")) % {"number": seen.number}
    settings = seen.tournament.settings
    lines = text.title(seen.tournament, f"{name}, {gettext(system(settings.system).name)}")
    lines.append(gettext(N_("Rounds: %(rounds)s, of which played before: %(carried)s")) % _rounds(seen))
    lines += ["", gettext(N_("Who goes on, in the order of their seeds"))]
    numbered = ((str(at), label(whole, player)) for at, player in enumerate(told.players, start=1))
    lines += text.aligned(list(numbered), "rl")
    notes = list(_level(whole, told, gettext))
    return [*lines, "", *notes] if notes else lines


def _rounds(seen: View) -> dict[str, int]:
    return {"rounds": seen.tournament.settings.rounds, "carried": seen.carried}


def _json(seen: View, told: GoingOn) -> str:
    players = seen.tournament.players
    value: dict[str, Any] = {
        "stage": seen.number,
        "name": seen.stage.name,
        "system": seen.stage.settings.system,
        "carried": seen.stage.carried.value,
        "rounds": seen.tournament.settings.rounds,
        "carried_rounds": seen.carried,
        "players": [
            {"seed": at, "number": player, "name": players[player].name} for at, player in enumerate(told.players, 1)
        ],
        "level": [list(each) for each in told.level],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
