"""A run through the whole core whose outcome is one text: the same in every Python."""

from __future__ import annotations

import json
from dataclasses import astuple

from pairing_core.formats import losovna_json, trf
from pairing_core.journal import Journal, events_of
from pairing_core.planner import Conditions, Strength, options
from pairing_core.planner import simulate as simulate_slice
from pairing_core.simulation import Plan, simulate
from pairing_core.standings import standings, to_json
from pairing_core.swiss import RULE_SETS, pair_again
from pairing_core.swiss.reasons import bye_reasons, reasons, round_reasons

PLAN = Plan(17, 5, draws=25, forfeits=5, byes=5, late=10, withdrawals=10)
TIE_BREAKS = ("buchholz-cut-1", "sonneborn-berger", "direct-encounter", "tpr", "lots")


def outcome() -> str:
    """Tournaments by every rule set: files, standings and what the last round says of itself."""
    told: dict[str, object] = {}
    for rules in RULE_SETS:
        tournament = simulate(PLAN, rules, "everywhere", allow_repeats=True)
        last = pair_again(tournament, len(tournament.rounds), allow_repeats=True, rules=rules)
        told[rules.key] = {
            "json": losovna_json.dump(Journal(events_of(tournament))),
            "trf": trf.dump(tournament),
            "standings": to_json(standings(tournament, tie_breaks=TIE_BREAKS), tournament),
            "price": str(last.price),
            "reasons": [each.text() for game in last.round.games for each in reasons(last, game)]
            + [each.text() for each in (*bye_reasons(last), *round_reasons(last))],
        }
    told["planner"] = {
        f"{option.key} {seeded}": astuple(simulate_slice(option.format, Strength(seeded=seeded), "everywhere", 5, 200))
        for option in options(Conditions(13))
        for seeded in (False, True)
    }
    return json.dumps(told, sort_keys=True)
