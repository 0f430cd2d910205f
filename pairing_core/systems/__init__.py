"""Systems of a tournament: how its next round is drawn, how many rounds it has, and why a round is as it is.

This is the one place that knows them all. What runs, checks or shows a tournament asks here, by the key in
``Settings.system``, and does not ask which system it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairing_core.errors import ResultsMissing, UnknownSystem
from pairing_core.model import Game, Round, RoundNumber, Tournament
from pairing_core.swiss import Lock, Pairing, RuleSet
from pairing_core.swiss.reasons import Sentence
from pairing_core.systems.groups_system import GROUPS_SYSTEM
from pairing_core.systems.knockout_system import KNOCKOUT_SYSTEM
from pairing_core.systems.match_system import MATCH_SYSTEM
from pairing_core.systems.swiss_systems import SWISS_SYSTEMS, swiss
from pairing_core.systems.system import Explained, System
from pairing_core.systems.table_system import ROUND_ROBIN_SYSTEM

SYSTEMS: tuple[System, ...] = (*SWISS_SYSTEMS, ROUND_ROBIN_SYSTEM, GROUPS_SYSTEM, MATCH_SYSTEM, KNOCKOUT_SYSTEM)
"""All systems: Swiss ones, everyone against everyone, the same in groups and of two teams, and knockout."""

PLANNED = frozenset(each.key for each in SYSTEMS if each not in SWISS_SYSTEMS)
"""The keys of those whose rounds belong together; Swiss ones follow from the points, so one may follow another."""

__all__ = [
    "PLANNED",
    "SYSTEMS",
    "Explained",
    "System",
    "ahead",
    "bye_reasons",
    "difference_told",
    "is_fixed",
    "pair_again",
    "pair_round",
    "reasons",
    "round_reasons",
    "rounds_to_come",
    "settled",
    "swiss",
    "system",
    "system_by",
    "system_of",
    "to_keep",
    "warnings",
]


def system(key: str, known: Iterable[System] = SYSTEMS) -> System:
    """Return the system with this key. Raises :class:`UnknownSystem`."""
    known = tuple(known)
    for each in known:
        if each.key == key:
            return each
    raise UnknownSystem(system=key, known=", ".join(each.key for each in known))


def system_by(rules: RuleSet) -> System:
    """Return the system that goes by these rules; for rules that are not known here, a Swiss one."""
    return next((each for each in SYSTEMS if each.rules is rules), None) or swiss(rules)


def system_of(tournament: Tournament) -> System:
    """Return the system of a tournament. Raises :class:`UnknownSystem`."""
    return system(tournament.settings.system)


def pair_round(
    tournament: Tournament,
    seed: str | None = None,
    *,
    locked: Sequence[Lock] | None = None,
    allow_repeats: bool | None = None,
) -> Pairing:
    """Draw the next round by the system of the tournament.

    ``seed`` and ``allow_repeats`` are by default those of the settings, ``locked`` the pairs that the arbiter has
    locked. Raises :class:`ResultsMissing` where the draw depends on results, and what the system raises.
    """
    own = system_of(tournament)
    if not own.is_fixed:
        for round_ in tournament.rounds:
            open_tables = [str(game.table) for game in round_.games if game.result is None]
            if open_tables:
                raise ResultsMissing(round=round_.number, tables=", ".join(open_tables))
    return pair_again(tournament, tournament.next_round, seed, locked=locked, allow_repeats=allow_repeats)


def pair_again(
    tournament: Tournament,
    number: RoundNumber,
    seed: str | None = None,
    *,
    by: System | None = None,
    locked: Sequence[Lock] | None = None,
    allow_repeats: bool | None = None,
) -> Pairing:
    """Draw a round as things stood before it, ``by`` another system than that of the tournament if it is given."""
    seed = tournament.settings.seed if seed is None else seed
    locked = tournament.locked if locked is None else locked
    return (by or system_of(tournament)).draw(tournament, number, seed, locked, allow_repeats)


def rounds_to_come(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds that are not drawn yet where they are fixed beforehand; none where results decide.

    Raises what the system raises if it cannot say them.
    """
    own = _known(tournament)
    return own.to_come(tournament) if own and own.to_come else ()


def is_fixed(tournament: Tournament) -> bool:
    """Whether all games are fixed beforehand, whatever the results; not of a system that is not known here."""
    own = _known(tournament)
    return own is not None and own.is_fixed


def _known(tournament: Tournament) -> System | None:
    return next((each for each in SYSTEMS if each.key == tournament.settings.system), None)


def settled(tournament: Tournament) -> Tournament:
    """Return the tournament with the number of rounds that follows from its system; the same one if that is so."""
    own = _known(tournament)
    if own is None or own.rounds is None:
        return tournament
    rounds = own.rounds(tournament)
    if rounds == tournament.settings.rounds:
        return tournament
    return replace(tournament, settings=replace(tournament.settings, rounds=rounds))


def to_keep(tournament: Tournament, seed: str | None = None) -> dict[str, Any]:
    """Return the changes of the settings that belong to the next round, beside the round itself; often none.

    Raises what drawing the round raises.
    """
    own = _known(tournament)
    kept = own.to_keep(tournament, tournament.settings.seed if seed is None else seed) if own and own.to_keep else {}
    rounds = settled(tournament).settings.rounds
    changes = {"rounds": rounds, **kept}
    return {key: value for key, value in changes.items() if getattr(tournament.settings, key) != value}


# Why it is so: asked of the system that drew the round


def reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return why these two meet, and why the one starts."""
    return _explained(pairing).game(pairing, game)


def bye_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return why this player has no game; nothing if all have one."""
    return _explained(pairing).bye(pairing)


def round_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return what holds for the round as a whole."""
    return _explained(pairing).round(pairing)


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return what it means that one draw costs so much more (or less) than another, by criterion."""
    return _explained(pairing).difference(pairing, more)


def ahead(tournament: Tournament, pairing: Pairing) -> tuple[Sentence, ...]:
    """Return what this draw means for the next rounds."""
    return _explained(pairing).ahead(tournament, pairing)


def warnings(tournament: Tournament) -> tuple[Sentence, ...]:
    """Return what to know before the tournament goes on. Raises :class:`UnknownSystem`."""
    return system_of(tournament).explained.warnings(tournament)


def _explained(pairing: Pairing) -> Explained:
    return system_by(pairing.rules).explained
