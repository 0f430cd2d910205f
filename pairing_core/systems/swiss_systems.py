"""A Swiss system for each rule set: as many rounds as the arbiter plans, each drawn by the results so far."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_core.model import RoundNumber, Tournament
from pairing_core.swiss import RULE_SETS, Lock, Pairing, RuleSet, pair_again
from pairing_core.swiss.look_ahead import ahead, warnings
from pairing_core.swiss.reasons import Sentence, bye_reasons, difference_told, reasons, round_reasons
from pairing_core.systems.system import Explained, System


def swiss(rules: RuleSet) -> System:
    """Return the system of a rule set."""

    def draw(
        tournament: Tournament, number: RoundNumber, seed: str, locked: Sequence[Lock], allow_repeats: bool | None
    ) -> Pairing:
        return pair_again(tournament, number, seed, rules, locked, allow_repeats)

    def warned(tournament: Tournament) -> tuple[Sentence, ...]:
        return warnings(tournament, (rules,))

    return System(rules, draw, Explained(reasons, bye_reasons, round_reasons, difference_told, ahead, warned))


SWISS_SYSTEMS = tuple(swiss(rules) for rules in RULE_SETS)
