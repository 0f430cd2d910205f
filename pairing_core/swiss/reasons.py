"""Why a round was drawn as it was, in sentences with numbers; each says only what the costs and the proof say.

A sentence is a gettext message with its parameters; the words are made at the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pairing_core.errors import N_, Word
from pairing_core.model import Game, points_label
from pairing_core.swiss.criteria import (
    FORBIDDEN,
    RECENT_REPEATS,
    REPEATS,
    SAME_SIDES,
    ByLot,
    Criterion,
    FieldByLot,
    FirstRoundStarts,
    PappColors,
    PappFloats,
    Points,
    PointsSpread,
    StartAlternation,
    StartBalance,
)
from pairing_core.swiss.field import Entrant, virtual_points
from pairing_core.swiss.pairing import Pairing
from pairing_core.swiss.rules import BYE, SECOND_BYE


class Sentence(NamedTuple):
    """A message (a gettext msgid with ``%(name)s`` places) and its parameters."""

    message: str
    params: Mapping[str, str | int]

    def text(self, gettext: Callable[[str], str] = str) -> str:
        """Return the sentence in the language of ``gettext``."""
        told = {key: gettext(value) if isinstance(value, Word) else value for key, value in self.params.items()}
        return gettext(self.message) % told


NAMES: Mapping[str, str] = {
    SECOND_BYE: N_("Second bye"),
    BYE: N_("Place in the order for the bye"),
}
"""What the criteria are called that are no :class:`Criterion`."""


_BY_LOT = frozenset({ByLot.key, FieldByLot.key})

_TOLD_OTHERWISE = frozenset(
    {Points.key, PointsSpread.key, PappFloats.key, RECENT_REPEATS.key, SAME_SIDES.key}
    | {StartBalance.key, StartAlternation.key, PappColors.key, FirstRoundStarts.key}
    | _BY_LOT
)
"""Criteria whose cost for a pair is told in words of its own, or is only that of a lot."""


def criterion_name(pairing: Pairing, key: str) -> str:
    """Return the name (a msgid) of a criterion of this round."""
    return NAMES.get(key) or _criteria(pairing)[key].name


def reasons(pairing: Pairing, game: Game) -> tuple[Sentence, ...]:
    """Return why these two meet, and why the one starts. The game must be one of the round."""
    first, second = pairing.field.by_number[game.first], pairing.field.by_number[game.second]
    costs = pairing.costs[pairing.round.games.index(game)]
    return (*_why_they_meet(pairing, first, second, costs), _why_first_starts(pairing, first, second))


def costs_told(pairing: Pairing, costs: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return what costs by criterion mean, for a game that nobody drew."""
    return tuple(_cost_sentence(_criteria(pairing)[key], cost) for key, cost in costs.items() if key not in _BY_LOT)


def difference_told(pairing: Pairing, more: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return what it means that one pairing costs so much more (or less) than another, by criterion."""
    told = []
    for key, cost in more.items():
        if key == Points.key and key in _criteria(pairing):
            message = (
                N_("Opponents are further apart, in all by %(points)s.")
                if cost > 0
                else N_("Opponents are nearer to each other, in all by %(points)s.")
            )
            told.append(Sentence(message, {"points": points_label(abs(cost))}))
        elif key == BYE:
            message = (
                N_("The bye goes to somebody who comes later for it (places: %(places)s).")
                if cost > 0
                else N_("The bye goes to somebody who comes earlier for it (places: %(places)s).")
            )
            told.append(Sentence(message, {"places": abs(cost)}))
        elif key not in _BY_LOT:
            unit = NAMES[SECOND_BYE] if key == SECOND_BYE else _criteria(pairing)[key].unit
            message = (
                N_("%(criterion)s: %(cost)s more (1 is: %(unit)s).")
                if cost > 0
                else N_("%(criterion)s: %(cost)s less (1 is: %(unit)s).")
            )
            told.append(
                Sentence(
                    message,
                    {"criterion": Word(criterion_name(pairing, key)), "cost": abs(cost), "unit": Word(unit)},
                )
            )
    return tuple(told)


def breaks_a_rule(pairing: Pairing, more: Mapping[str, int]) -> bool:
    """Whether one of these differences is a rule broken more often."""
    return any(
        cost > 0 and (key == SECOND_BYE or (key != BYE and _criteria(pairing)[key].is_rule))
        for key, cost in more.items()
    )


def bye_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return why this player has the bye; nothing without one."""
    if pairing.bye is None:
        return ()
    field = pairing.field
    player = field.by_number[pairing.bye]
    if pairing.bye in {one for one, other in pairing.locked if other is None}:
        return (Sentence(N_("%(player)s has the bye because the arbiter gave it."), {"player": _name(player)}),)
    order = pairing.rules.in_bye_order(field)
    told = [
        Sentence(
            N_("%(player)s (%(points)s) has the bye: the first in the order for it who can have it."),
            {"player": _name(player), "points": points_label(player.score)},
        )
    ]
    for entrant in order[: order.index(player)]:
        if entrant.record.byes > player.record.byes:
            message = N_("%(player)s would come before, but has had a bye or a win without a game already.")
        else:
            message = N_(
                "%(player)s would come before, but then the others could not all be paired by the rules above."
            )
        told.append(Sentence(message, {"player": _name(entrant)}))
    if player.record.byes:
        told.append(
            Sentence(
                N_("%(player)s has had one before; nobody who has had fewer can have it."), {"player": _name(player)}
            )
        )
    return tuple(told)


def round_reasons(pairing: Pairing) -> tuple[Sentence, ...]:
    """Return what holds for the round as a whole: the proof, the totals, and the rules that had to give way."""
    told = []
    if pairing.optimal:
        message = (
            N_("No other pairing of this round is better by these rules; the proof was computed and checked.")
            if not pairing.round.draw or not pairing.round.draw.locked
            else N_(
                "No other pairing around the locked games is better by these rules; the proof was computed and checked."
            )
        )
        told.append(Sentence(message, {}))
    virtual = virtual_points(pairing.field.tournament, pairing.field.round)
    if virtual:
        told.append(
            Sentence(
                N_(
                    "The draw is accelerated: the points named in its reasons include %(points)s more for each of the "
                    "%(players)s strongest players, which count in no standings."
                ),
                {"points": points_label(max(virtual.values())), "players": len(virtual)},
            )
        )
    for key in pairing.relaxed:
        told.append(
            Sentence(
                N_(
                    "The rule “%(rule)s” had to give way (%(total)s): "
                    "a pairing that breaks it less breaks something that counts more."
                ),
                {"rule": Word(criterion_name(pairing, key)), "total": pairing.total[key]},
            )
        )
    for key, total in pairing.total.items():
        if key not in pairing.relaxed and key != BYE:
            criterion = _criteria(pairing)[key]
            told.append(_cost_sentence(criterion, total))
    return tuple(told)


def _why_they_meet(pairing: Pairing, first: Entrant, second: Entrant, costs: Mapping[str, int]) -> Iterator[Sentence]:
    names: dict[str, str | int] = {"first": _name(first), "second": _name(second)}
    is_locked = (first.number, second.number) in pairing.locked or (second.number, first.number) in pairing.locked
    # Of a game that the arbiter wanted, nothing is proved.
    is_proved = pairing.optimal and not is_locked
    if is_locked:
        yield Sentence(N_("%(first)s and %(second)s meet because the arbiter locked this game."), names)
    by_points = any(
        isinstance(criterion, Points) or criterion.key == "floats" for criterion in _criteria(pairing).values()
    )
    if by_points and first.score == second.score:
        yield Sentence(
            N_("%(first)s and %(second)s have equally many points (%(points)s)."),
            {**names, "points": points_label(first.score)},
        )
    elif by_points:
        higher, lower = (first, second) if first.score > second.score else (second, first)
        yield from _why_apart(pairing, higher, lower, is_proved)
    for key, cost in costs.items():
        criterion = _criteria(pairing)[key]
        if criterion.key == REPEATS.key:
            rounds = ", ".join(map(str, pairing.field.history.met(first.number, second.number)))
            message = (
                N_(
                    "%(first)s and %(second)s have met before, in round %(rounds)s; "
                    "fewer repeated games are impossible."
                )
                if is_proved
                else N_("%(first)s and %(second)s have met before, in round %(rounds)s.")
            )
            yield Sentence(message, {**names, "rounds": rounds})
        elif criterion.key == FORBIDDEN.key:
            yield Sentence(N_("%(first)s and %(second)s were not to meet."), names)
        elif criterion.key == "opponents-strength":
            yield _strengths(pairing, first, second)
        elif criterion.is_rule:
            yield Sentence(N_("Here the rule “%(rule)s” had to give way."), {"rule": Word(criterion.name)})
        elif key not in _TOLD_OTHERWISE:
            yield _cost_sentence(criterion, cost)


def _why_apart(pairing: Pairing, higher: Entrant, lower: Entrant, is_proved: bool) -> Iterator[Sentence]:
    gap = higher.score - lower.score
    params: dict[str, str | int] = {
        "higher": _name(higher),
        "higher_points": points_label(higher.score),
        "lower": _name(lower),
        "lower_points": points_label(lower.score),
        "gap": points_label(gap),
    }
    message = (
        N_("%(higher)s (%(higher_points)s) plays %(lower)s (%(lower_points)s): half a point apart.")
        if gap == 1
        else N_("%(higher)s (%(higher_points)s) plays %(lower)s (%(lower_points)s); the difference is %(gap)s.")
    )
    yield Sentence(message, params)
    others = [entrant for entrant in pairing.field.groups[higher.group] if entrant is not higher]
    told: dict[str, str | int] = {"player": _name(higher), "points": points_label(higher.score)}
    if not others:
        yield Sentence(N_("Nobody else is on %(points)s."), told)
    elif all(entrant.number in higher.record.met for entrant in others):
        yield Sentence(N_("All other players on %(points)s have already met %(player)s."), told)
    elif not is_proved:
        return
    elif higher.size % 2:
        yield Sentence(
            N_(
                "The number of players on %(points)s is odd, so at least one of them plays on another score; "
                "every pairing of the round in which it is not %(player)s is worse elsewhere."
            ),
            told,
        )
    else:
        yield Sentence(
            N_("Every pairing of the round in which %(player)s meets somebody on %(points)s is worse elsewhere."), told
        )


def _strengths(pairing: Pairing, first: Entrant, second: Entrant) -> Sentence:
    return Sentence(
        N_(
            "So that all on one score have about equally strong opponents: %(first)s (%(first_rating)s) has met "
            "opponents of %(first_mean)s on average, %(second)s (%(second_rating)s) of %(second_mean)s."
        ),
        {
            "first": _name(first),
            "second": _name(second),
            "first_rating": first.strength,
            "second_rating": second.strength,
            "first_mean": _mean(pairing, first),
            "second_mean": _mean(pairing, second),
        },
    )


def _mean(pairing: Pairing, entrant: Entrant) -> str:
    players = pairing.field.tournament.players
    ratings = [
        players[entry.opponent].rating
        for entry in entrant.record.entries
        if entry.is_played and entry.opponent is not None
    ]
    known = [rating for rating in ratings if rating is not None]
    return str((2 * sum(known) + len(known)) // (2 * len(known))) if known else "–"


def _why_first_starts(pairing: Pairing, first: Entrant, second: Entrant) -> Sentence:
    names: dict[str, str | int] = {"first": _name(first), "second": _name(second)}
    oriented = [criterion for criterion in _criteria(pairing).values() if criterion.oriented]
    field = pairing.field
    for criterion in oriented:
        if criterion.cost(field, first, second) == criterion.cost(field, second, first):
            continue
        if criterion is SAME_SIDES:
            return Sentence(N_("%(first)s starts, because in their last game %(second)s started."), names)
        if criterion.key == "first-round-starts":
            return Sentence(
                N_("%(first)s starts: down the upper half of the list the players start alternately, from a lot on."),
                names,
            )
        if (
            first.record.start_balance == second.record.start_balance
            and first.record.start_run < 0 < second.record.start_run
        ):
            return Sentence(
                N_("%(first)s starts: both have started equally often, and %(second)s started the last game."), names
            )
        return Sentence(
            N_(
                "%(first)s starts, who has started %(first_starts)s of %(first_games)s games so far; "
                "%(second)s has started %(second_starts)s of %(second_games)s."
            ),
            {
                **names,
                "first_starts": sum(first.record.starts),
                "first_games": len(first.record.starts),
                "second_starts": sum(second.record.starts),
                "second_games": len(second.record.starts),
            },
        )
    for entry in reversed(first.record.entries):
        mine, theirs = first.record.start_in(entry.round), second.record.start_in(entry.round)
        if mine is not None and theirs is not None and mine != theirs:
            return Sentence(
                N_("%(first)s starts: in round %(round)s %(second)s started and %(first)s did not."),
                {**names, "round": entry.round},
            )
    return Sentence(
        N_("%(first)s starts: nothing else tells the two apart, so the numbers and one lot for the tournament decide."),
        names,
    )


def _cost_sentence(criterion: Criterion, cost: int) -> Sentence:
    return Sentence(
        N_("%(criterion)s: %(cost)s (1 is: %(unit)s)."),
        {"criterion": Word(criterion.name), "cost": cost, "unit": Word(criterion.unit)},
    )


def _criteria(pairing: Pairing) -> dict[str, Criterion]:
    common = (FORBIDDEN, REPEATS, RECENT_REPEATS, SAME_SIDES)
    own = (criterion for each in pairing.rules.classes_of(pairing.field) for criterion, _ in each)
    return {criterion.key: criterion for criterion in (*common, *own)}


def _name(entrant: Entrant) -> str:
    return entrant.player.name
