"""What a system is: how a round is drawn, how many rounds there are, and what is said about both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pairing_core.model import Game, Round, RoundNumber, Tournament
from pairing_core.swiss import Lock, Pairing, RuleSet
from pairing_core.swiss.reasons import Sentence


class Drawing(Protocol):
    """Draws a round as things stood before it, whatever has been drawn since.

    ``seed`` decides what is left to lots. ``locked`` are pairs (or a bye) that the arbiter has fixed, ``allow_repeats``
    lets two meet again if nothing else is left; a system in which nothing can be chosen passes over both.
    """

    def __call__(
        self,
        tournament: Tournament,
        number: RoundNumber,
        seed: str,
        locked: Sequence[Lock],
        allow_repeats: bool | None,
    ) -> Pairing:
        """Return the round. Raises a :class:`PairingError`, among them :class:`NoPairing`."""


class Explained(NamedTuple):
    """What is said of a draw, as sentences.

    ``game`` tells why two meet and why the one starts, ``bye`` why somebody has no game, ``round`` what holds for the
    round as a whole, ``difference`` what it means that one draw costs more than another, ``ahead`` what the draw means
    for the next rounds, ``warnings`` what to know before the tournament goes on.
    """

    game: Callable[[Pairing, Game], tuple[Sentence, ...]]
    bye: Callable[[Pairing], tuple[Sentence, ...]]
    round: Callable[[Pairing], tuple[Sentence, ...]]
    difference: Callable[[Pairing, Mapping[str, int]], tuple[Sentence, ...]]
    ahead: Callable[[Tournament, Pairing], tuple[Sentence, ...]]
    warnings: Callable[[Tournament], tuple[Sentence, ...]]


@dataclass(frozen=True)
class System:
    """A way to run a tournament.

    ``rules`` are what a round is priced by when the arbiter changes it by hand; their key is that of the system in
    files and commands. ``rounds`` tells how many rounds there are where that follows from the players, ``None`` where
    the arbiter plans them. ``to_come`` makes the rounds that are not drawn yet where they do not depend on results, so
    that a round needs no results of the one before. ``to_keep`` returns the changes of the settings with which a round
    drawn with a seed must be kept, so that the rounds after it go on from it.
    """

    rules: RuleSet
    draw: Drawing
    explained: Explained
    rounds: Callable[[Tournament], int] | None = None
    to_come: Callable[[Tournament], tuple[Round, ...]] | None = None
    to_keep: Callable[[Tournament, str], dict[str, Any]] | None = None

    @property
    def key(self) -> str:
        """The key in files and commands."""
        return self.rules.key

    @property
    def name(self) -> str:
        """The name for people (a msgid)."""
        return self.rules.name

    @property
    def is_fixed(self) -> bool:
        """Whether all games are fixed beforehand, whatever the results."""
        return self.to_come is not None
