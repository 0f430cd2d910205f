"""``losovna plan``: which systems fit the time there is, when they end, and how often the best player wins."""

from __future__ import annotations

import argparse
import json
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from pairing_core.commands import text
from pairing_core.commands.edge import (
    DECIMAL_MARKS,
    Commands,
    Gettext,
    common_options,
    number_from,
    one_of,
    shown_seed,
    write,
)
from pairing_core.errors import N_, LosovnaError
from pairing_core.planner import (
    MAX_PLAYERS,
    MAX_SPREAD,
    MIN_PLAYERS,
    SYSTEMS,
    Conditions,
    Option,
    Share,
    Strength,
    Tally,
    advice,
    clock_text,
    hours_text,
    minutes_of,
    once_beaten,
    options,
    rounds_for_medals,
    rounds_for_winner,
    simulate,
    unbeaten,
)

FORMATS = ("text", "json")

MOST_TOURNAMENTS = 1_000_000
MOST_MINUTES = 600
MOST_BOARDS = 1000
DAY = 24 * 60

SLICES_PER_CORE = 4
WORTH_A_PROCESS = 500
"""Tournaments below which another process takes longer to start than it saves."""

DEFAULT_SEED = "plan"
"""The same question has the same answer, unless another seed is given."""

SHOWN = 12
"""Rounds of the table of who may be unbeaten that are shown at most."""


class NotATime(LosovnaError):
    """Parameters: ``option``, ``found``."""

    code = "not-a-time"
    message = N_("%(option)s must be a time such as 6, 6.5 or 6:30, not “%(found)s”.")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "plan",
        allow_abbrev=False,
        help="plan a tournament: what fits the time",
        description="Say which systems fit the time there is, how many rounds they have and when they end, and, by "
        "simulation, how often the best player wins and the three best come first. Strengths are normally distributed, "
        "expected scores are those of the Elo system.",
    )
    add = parser.add_argument
    add("--players", metavar="N", required=True, help=f"number of players, {MIN_PLAYERS} to {MAX_PLAYERS}")
    add("--minutes", metavar="M", default="20", help="minutes of one player in a game (default: 20)")
    add("--between", metavar="M", help="minutes between two games (default: 5 for blitz, else 10)")
    add("--hours", metavar="H", help="time from the first round to the last, breaks too: 6, 6.5 or 6:30")
    add("--rounds", metavar="R", help="the most rounds there may be, and those of a Swiss tournament")
    add("--boards", metavar="B", help="boards or clocks there are (default: enough)")
    add("--breaks", metavar="M,M", default="", help="minutes of each break, such as 60,15; spread over the day")
    add("--start", metavar="H:MM", help="when the first round starts, such as 9:30")
    add("--spread", metavar="S", default="200", help="standard deviation of the players' strength in points of Elo, "
        f"0 to {MAX_SPREAD} (default: 200)")  # fmt: skip
    add("--draws", metavar="P", default="20", help="games drawn between equals, per cent (default: 20)")
    add("--seeded", action="store_true", help="who is how strong is known and used for the draw (default: lots)")
    add("--tournaments", metavar="T", default="10000", help="how many are simulated of each system that fits; 0: none "
        "(default: 10000)")  # fmt: skip
    add("--seed", metavar="S", default=DEFAULT_SEED, help="what chance is drawn from (default: %(default)s)")
    common_options(parser, FORMATS)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Print the plan."""
    shape = one_of("--format", asked.format, FORMATS)
    conditions = Conditions(
        players=number_from("--players", asked.players, MIN_PLAYERS, MAX_PLAYERS),
        minutes=number_from("--minutes", asked.minutes, 1, MOST_MINUTES),
        between=_number_or_none("--between", asked.between, 0, MOST_MINUTES),
        time=_time("--hours", asked.hours),
        rounds=_number_or_none("--rounds", asked.rounds, 1, MAX_PLAYERS),
        boards=_number_or_none("--boards", asked.boards, 1, MOST_BOARDS),
        breaks=tuple(
            number_from("--breaks", each, 0, DAY) for each in asked.breaks.replace(";", ",").split(",") if each.strip()
        ),
    )
    strength = Strength(
        number_from("--spread", asked.spread, 0, MAX_SPREAD),
        number_from("--draws", asked.draws, 0, 100),
        bool(asked.seeded),
    )
    start = _time("--start", asked.start)
    tournaments = number_from("--tournaments", asked.tournaments, 0, MOST_TOURNAMENTS)
    seed = shown_seed(asked.seed) or DEFAULT_SEED
    found = options(conditions)
    fitting = [option for option in found if option.fits]
    tallies = counted(fitting, strength, seed, tournaments) if tournaments else []
    chances = {option.key: tally for option, tally in zip(fitting, tallies, strict=False)}
    if shape == "json":
        made = (
            json.dumps(_value(conditions, strength, start, seed, found, chances), ensure_ascii=False, indent=1) + "\n"
        )
    else:
        made = _text(conditions, start, found, chances, seed, gettext, DECIMAL_MARKS[asked.lang])
    write(asked.output, made.encode("utf-8"))


def counted(
    found: Sequence[Option], strength: Strength, seed: str, tournaments: int, cores: int | None = None
) -> list[Tally]:
    """Return what so many tournaments of each option give, counted in as many processes as there are cores.

    The counts are the same however many there are.
    """
    cores = cores or os.cpu_count() or 1
    if cores > 1 and tournaments * len(found) >= WORTH_A_PROCESS:
        try:
            return _counted_at_once(found, strength, seed, tournaments, cores)
        except (ImportError, NotImplementedError, OSError):
            pass  # a system without processes of its own for us
    return [simulate(option.format, strength, seed, 0, tournaments) for option in found]


def _counted_at_once(
    found: Sequence[Option], strength: Strength, seed: str, tournaments: int, cores: int
) -> list[Tally]:
    step = max(1, -(-tournaments // (cores * SLICES_PER_CORE)))
    with ProcessPoolExecutor(cores, initializer=_leave_stopping_to_the_first) as pool:
        slices: list[list[Future[Tally]]] = [
            [
                pool.submit(simulate, option.format, strength, seed, first, min(step, tournaments - first))
                for first in range(0, tournaments, step)
            ]
            for option in found
        ]
        try:
            return [sum((each.result() for each in of), Tally()) for of in slices]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _leave_stopping_to_the_first() -> None:
    """The keyboard stops all processes at once; only one of them should say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _number_or_none(option: str, given: str | None, low: int, high: int) -> int | None:
    return None if given is None else number_from(option, given, low, high)


def _time(option: str, given: str | None) -> int | None:
    """Return the minutes of an option; a length of time is more than none, a time of day less than a day."""
    if given is None:
        return None
    try:
        minutes = minutes_of(given)
    except ValueError:
        raise NotATime(option=option, found=given[:20]) from None
    if not (minutes < DAY if option == "--start" else minutes):
        raise NotATime(option=option, found=given)
    return minutes


# ----------------------------------------------------------------------------------------------------------------- JSON


def _value(
    conditions: Conditions,
    strength: Strength,
    start: int | None,
    seed: str,
    found: Sequence[Option],
    chances: dict[str, Tally],
) -> dict[str, Any]:
    players = conditions.players
    return {
        "players": players,
        "minutes": conditions.minutes,
        "between": conditions.pause,
        "time": conditions.time,
        "rounds": conditions.rounds,
        "boards": conditions.boards,
        "breaks": list(conditions.breaks),
        "start": None if start is None else clock_text(start),
        "model": {"spread": strength.spread, "draws": strength.draws, "seeded": strength.seeded, "seed": seed},
        "systems": [_system(option, start, chances.get(option.key)) for option in found],
        "swiss-rounds": {"winner": rounds_for_winner(players), "medals": rounds_for_medals(players)},
        "undefeated": [
            {"round": round_, "unbeaten": unbeaten(players, round_), "once-beaten": once_beaten(players, round_)}
            for round_ in range(1, rounds_for_medals(players) + 1)
        ],
    }


def _system(option: Option, start: int | None, tally: Tally | None) -> dict[str, Any]:
    value: dict[str, Any] = {
        "system": option.key,
        "fits": option.fits,
        "rounds": option.rounds,
        "games": sum(option.games),
        "games-of-a-player": {"fewest": option.fewest, "most": option.most},
        "minutes": option.minutes,
        "starts": list(option.starts),
        "ends": None if start is None else clock_text(start + option.minutes),
        "groups": list(option.format.groups),
        "chances": None,
    }
    if tally:
        value["chances"] = {
            "tournaments": tally.tournaments,
            "best-wins": _share(tally.share(tally.best)),
            "first-three": _share(tally.share(tally.three)),
            "first-three-in-order": _share(tally.share(tally.order)),
        }
    return value


def _share(share: Share) -> dict[str, float]:
    return {"share": round(share.share, 4), "low": round(share.low, 4), "high": round(share.high, 4)}


# ----------------------------------------------------------------------------------------------------------------- text


def _text(
    conditions: Conditions,
    start: int | None,
    found: Sequence[Option],
    chances: dict[str, Tally],
    seed: str,
    gettext: Gettext,
    mark: str,
) -> str:
    head = [N_("System"), N_("Fits"), N_("Rounds"), N_("Games of a player"), N_("Takes")]
    if start is not None:
        head.append(N_("Ends"))
    if chances:
        head += [N_("The best wins"), N_("The best three come first")]
    rows = [[gettext(each) for each in head]]
    for option in found:
        row = [gettext(SYSTEMS[option.key]), gettext(N_("yes")) if option.fits else gettext(N_("no"))]
        row += [str(option.rounds), _from_to(option.fewest, option.most), hours_text(option.minutes)]
        if start is not None:
            row.append(clock_text(start + option.minutes))
        if chances:
            tally = chances.get(option.key)
            row += [_percent(tally, count, mark) for count in ((tally.best, tally.three) if tally else (0, 0))]
        rows.append(row)
    lines = text.aligned(rows, "<<>")
    lines += ["", *_notes(found, gettext), "", *_undefeated(conditions.players, gettext)]
    if chances:
        told = {"number": next(iter(chances.values())).tournaments, "seed": seed}
        lines += ["", gettext(N_("Simulated: %(number)s tournaments of each system that fits; seed %(seed)s.")) % told]
    return "\n".join(lines) + "\n"


def _notes(found: Sequence[Option], gettext: Gettext) -> list[str]:
    lines = []
    for option in found:
        notes = [*option.notes]
        if option.key == "swiss":
            notes += advice(option.format.players, option.format.rounds)
        lines += [f"{gettext(SYSTEMS[option.key])}: {note.text(gettext)}" for note in notes]
    return lines


def _undefeated(players: int, gettext: Gettext) -> list[str]:
    rounds = range(1, min(SHOWN, rounds_for_medals(players)) + 1)
    return text.aligned(
        [
            [gettext(N_("Rounds of a Swiss tournament")), *map(str, rounds)],
            [gettext(N_("Players who can have won all games, at most")), *(str(unbeaten(players, r)) for r in rounds)],
            [gettext(N_("Players who can have lost one at most")), *(str(once_beaten(players, r)) for r in rounds)],
        ],
        "<>",
    )


def _from_to(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}–{most}"


def _percent(tally: Tally | None, count: int, mark: str) -> str:
    if tally is None:
        return ""
    share = tally.share(count)
    return f"{100 * share.share:.1f} ± {100 * share.error:.1f} %".replace(".", mark)
