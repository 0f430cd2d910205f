"""Swiss rounds: rule sets, the draw that no other beats, and its reasons."""

from pairing_core.swiss.pairing import (
    Lock,
    Pairing,
    arranged,
    dearer,
    given,
    pair_again,
    pair_round,
    price_of,
    starter_of,
)
from pairing_core.swiss.rule_sets import RULE_SETS, rule_set
from pairing_core.swiss.rules import RuleSet

__all__ = [
    "RULE_SETS",
    "Lock",
    "Pairing",
    "RuleSet",
    "arranged",
    "dearer",
    "given",
    "pair_again",
    "pair_round",
    "price_of",
    "rule_set",
    "starter_of",
]
