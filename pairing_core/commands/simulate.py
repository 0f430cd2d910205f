"""``losovna simulate``: random tournaments, to try things out and to see how good a rule set is."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction

from pairing_core.commands import files, text
from pairing_core.commands.edge import (
    DECIMAL_MARKS,
    Commands,
    Gettext,
    common_options,
    fresh_seed,
    number_from,
    one_of,
    shown_seed,
    write,
)
from pairing_core.errors import N_
from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Journal, events_of
from pairing_core.model import Settings, Tournament, decimal_text
from pairing_core.simulation import PER_CENT, Plan, Quality, compare, simulate
from pairing_core.standings import crosstable, standings
from pairing_core.systems import SYSTEMS, system

FORMATS = ("json", "trf", "text")
COMPARED_FORMATS = ("text", "json")
BY_SUFFIX = {".json": "json", ".trf": "trf", ".txt": "text"}

MOST_PLAYERS, MOST_ROUNDS, MOST_TOURNAMENTS = 5000, 100, 100_000

FIGURES = {
    "floats": N_("Games between players with different points, part of all"),
    "difference": N_("Difference in points, mean of all games"),
    "balanced": N_("Players whose starts and non-starts differ by at most 1, per cent"),
    "by-two": N_("Players with a difference of 2, per cent"),
    "by-more": N_("Players with a difference over 2, per cent"),
    "three-running": N_("Third start, or third non-start, running, per 100 players and rounds"),
    "strength": N_("Opponents' mean rating, mean distance from that of the score group"),
    "repeats": N_("Repeated games in a tournament"),
    "second-byes": N_("Second byes in a tournament"),
}
"""What the figures of :class:`Quality` are called."""

WAYS = {"greedy": N_("greedy"), "by-lot": N_("by lot")}


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "simulate",
        allow_abbrev=False,
        help="play a random tournament",
        description="Play a random tournament, the same everywhere for the same seed. With several tournaments, print "
        "how good the pairings are, beside those of a greedy pairing and of lots alone on the same tournaments.",
    )
    add = parser.add_argument
    add("--players", metavar="N", required=True, help=f"number of players, 2 to {MOST_PLAYERS}")
    add("--rounds", metavar="R", required=True, help=f"number of rounds, 1 to {MOST_ROUNDS}")
    keys = ", ".join(each.key for each in SYSTEMS)
    add("--system", metavar="KEY", default=Settings().system, help=f"one of {keys} (default: %(default)s)")
    add("--seed", metavar="S", help="what the lots are drawn from (default: a new one)")
    add("--tournaments", metavar="T", default="1", help="how many; more than one are compared (default: 1)")
    add("--draws", metavar="P", default="20", help="games drawn, per cent (default: 20)")
    add("--forfeits", metavar="P", default="0", help="games won by forfeit, per cent (default: 0)")
    add("--byes", metavar="P", default="0", help="half-point byes, per cent of players and rounds (default: 0)")
    add("--late", metavar="P", default="0", help="players who come late, per cent (default: 0)")
    add("--withdrawals", metavar="P", default="0", help="players who leave early, per cent (default: 0)")
    add("--allow-repeats", action="store_true", help="if nothing else is left, games may be repeated")
    common_options(parser, FORMATS, default="json, or as OUT ends; text for several tournaments")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Print the tournament, or the comparison of several."""
    tournaments = number_from("--tournaments", asked.tournaments, 1, MOST_TOURNAMENTS)
    formats = FORMATS if tournaments == 1 else COMPARED_FORMATS
    suggested = BY_SUFFIX.get(files.suffix(asked.output), formats[0])
    shape = one_of("--format", asked.format or suggested, formats)
    plan = Plan(
        number_from("--players", asked.players, 2, MOST_PLAYERS),
        number_from("--rounds", asked.rounds, 1, MOST_ROUNDS),
        **{
            name: number_from(f"--{name}", getattr(asked, name), 0, PER_CENT)
            for name in ("draws", "forfeits", "byes", "late", "withdrawals")
        },
    )
    rules = system(asked.system).rules
    seed = shown_seed(asked.seed) or fresh_seed()
    if tournaments == 1:
        made = _tournament(simulate(plan, rules, seed, allow_repeats=asked.allow_repeats), shape, asked.lang, gettext)
    else:
        found = compare(plan, rules, seed, tournaments)
        made = _json(found, seed) if shape == "json" else _table(found, seed, asked.lang, gettext)
    write(asked.output, made.encode("utf-8"))


def _tournament(tournament: Tournament, shape: str, lang: str, gettext: Gettext) -> str:
    if shape == "json":
        return losovna_json.dump(Journal(events_of(tournament)))
    if shape == "trf":
        return trf.dump(tournament)
    ranked = standings(tournament, tie_breaks=("buchholz",))
    cross = crosstable(tournament, tie_breaks=("buchholz",))
    lines = [
        *text.standings_table(tournament, ranked, gettext, DECIMAL_MARKS[lang]),
        "",
        *text.crosstable_table(tournament, cross, gettext),
        "",
        text.lots_line(tournament.settings.seed, gettext),
    ]
    return "\n".join(lines) + "\n"


def _json(found: dict[str, Quality], seed: str) -> str:
    value = {
        "seed": seed,
        "tournaments": next(iter(found.values())).tournaments,
        "figures": {
            way: {key: decimal_text(figure) for key, figure in quality.figures.items()}
            for way, quality in found.items()
        },
        "imbalance": {
            way: {str(by): count for by, count in sorted(quality.imbalance.items())} for way, quality in found.items()
        },
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _table(found: dict[str, Quality], seed: str, lang: str, gettext: Gettext) -> str:
    def shown(figure: Fraction) -> str:
        return decimal_text(figure, 3).replace(".", DECIMAL_MARKS[lang])

    ways = [gettext(WAYS[way]) if way in WAYS else way for way in found]
    rows = [["", *ways]]
    columns = [quality.figures for quality in found.values()]
    rows += [[gettext(name), *(shown(column[key]) for column in columns)] for key, name in FIGURES.items()]
    return "\n".join([*text.aligned(rows, "<>"), "", text.lots_line(seed, gettext)]) + "\n"
