"""The rule sets, one short file each."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_core.errors import UnknownSystem
from pairing_core.swiss.rule_sets.club import ADJACENT, FOLD, SLIDE
from pairing_core.swiss.rule_sets.dubov_cas import DUBOV_CAS
from pairing_core.swiss.rule_sets.king_of_the_hill import KING_OF_THE_HILL
from pairing_core.swiss.rule_sets.mancala import MANCALA
from pairing_core.swiss.rule_sets.monrad import MONRAD
from pairing_core.swiss.rule_sets.othello import OTHELLO
from pairing_core.swiss.rule_sets.random_draw import RANDOM
from pairing_core.swiss.rules import RuleSet

RULE_SETS = (DUBOV_CAS, MANCALA, OTHELLO, MONRAD, SLIDE, FOLD, ADJACENT, KING_OF_THE_HILL, RANDOM)


def rule_set(key: str, known: Iterable[RuleSet] = RULE_SETS) -> RuleSet:
    """Return the rule set of this key. Raises :class:`UnknownSystem`."""
    known = tuple(known)
    for rules in known:
        if rules.key == key:
            return rules
    raise UnknownSystem(system=key, known=", ".join(rules.key for rules in known))
