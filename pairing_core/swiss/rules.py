"""What a rule set is: criteria in the order of their importance, a rule for the bye, one for the first round.

The classes of a rule set are lexicographic: one unit of a higher class outweighs the largest possible total of all
lower classes (see :mod:`pairing_core.swiss.costs`). Inside a class criteria are added, each with a weight that the
arbiter may set by the criterion's key.

Before the classes of every rule set stand those that all have in common: forbidden pairs, repeated meetings, a second
bye, and who has the bye.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pairing_core.model import Settings
from pairing_core.swiss.criteria import ByKind, ByPair, Criterion
from pairing_core.swiss.field import Entrant, Field

Class = tuple[tuple[Criterion, int], ...]
"""Criteria that are added, each with its weight."""

SECOND_BYE = "second-bye"
BYE = "bye"


def weakest_first(field: Field, entrant: Entrant) -> Any:
    """Order for the bye: fewest points first, among these the weakest."""
    return entrant.score, -entrant.rank


@dataclass(frozen=True)
class RuleSet:
    """A published way to draw Swiss rounds.

    ``key`` names it in files and commands, ``name`` for people; ``version`` grows whenever the same tournament would be
    drawn differently. ``source`` says who published it. ``classes`` apply from the second round on, ``first_round`` in
    the first (``None``: the same). ``bye_order`` sorts the field, whoever comes first gets the bye. With ``repeats``
    players may meet again whenever it fits, with ``second_byes`` whoever comes first in the order has the bye again.
    ``settings`` are what a tournament by these rules usually has, for set-up.
    """

    key: str
    name: str
    source: str
    classes: tuple[Class, ...]
    first_round: tuple[Class, ...] | None = None
    bye_order: Callable[[Field, Entrant], Any] = weakest_first
    repeats: bool = False
    second_byes: bool = False
    version: int = 1
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        for each in (*self.classes, *(self.first_round or ())):
            for criterion, _ in each:
                if criterion.oriented and not isinstance(criterion, ByKind | ByPair):
                    raise TypeError(f"{criterion.key}: a cost of who starts must be a ByKind or a ByPair")

    def in_bye_order(self, of: Field) -> list[Entrant]:
        """Return the field in the order for the bye, who comes first for it first."""
        return sorted(of, key=lambda entrant: (self.bye_order(of, entrant), -entrant.index))

    def classes_of(self, of: Field) -> tuple[Class, ...]:
        """Return the classes for this round, with the weights that the arbiter has set."""
        classes = self.classes if self.first_round is None or of.round > 1 else self.first_round
        weights: Mapping[str, int] = of.tournament.settings.weights
        return tuple(
            tuple((criterion, weights.get(criterion.key, weight)) for criterion, weight in each) for each in classes
        )


def one(criterion: Criterion) -> Class:
    """Return a class of one criterion."""
    return ((criterion, 1),)
