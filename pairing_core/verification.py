"""Whether each round of a tournament is what its rules give, and whether it is legal at all.

A round that a system known here drew is drawn again, from the tournament as it stood when the round was drawn: a
result that was corrected later has no part in it. A round that came from elsewhere, or that the arbiter made by hand,
is only held against what holds for every tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from pairing_core.errors import N_, LosovnaError, Word
from pairing_core.history import History, history
from pairing_core.journal import Journal, apply, label
from pairing_core.model import (
    BY_TABLE,
    GROUPS,
    KNOCKOUT,
    ROUND_ROBIN,
    SCHEVENINGEN,
    Bye,
    Game,
    Outcome,
    PlayerNumber,
    Round,
    RoundNumber,
    Tournament,
    pair_of,
    pairs_of,
)
from pairing_core.stages import view
from pairing_core.swiss.costs import costs_of
from pairing_core.swiss.criteria import REPEATS
from pairing_core.swiss.pairing import Pairing, keys_in_order
from pairing_core.swiss.reasons import Sentence, criterion_name
from pairing_core.systems import SYSTEMS, System
from pairing_core.systems.table import may_meet_again, members, rounds_before


class Origin(Enum):
    """How a round came about, and so how it can be checked."""

    DRAWN = "drawn"
    """By a rule set that is known here: drawn again and compared."""
    FROM_TABLE = "from-table"
    """From the table of a round robin: made again and compared."""
    CHANGED = "changed"
    """The same, but the arbiter has changed starts, games or byes since."""
    BY_HAND = "by-hand"
    """The arbiter changed the draw before it was kept."""
    OTHER_VERSION = "other-version"
    """By another version of a rule set than the one known here."""
    ELSEWHERE = "elsewhere"
    """Not by a rule set that is known here."""


ORIGINS: Mapping[Origin, str] = {
    Origin.DRAWN: N_("as its rules give it, and no other pairing is better"),
    Origin.FROM_TABLE: N_("as the table of the round robin has it"),
    Origin.CHANGED: N_("drawn as its rules give it, changed by hand since"),
    Origin.BY_HAND: N_("made by hand, checked only for what no round may have"),
    Origin.OTHER_VERSION: N_("drawn by another version of its rules, checked only for what no round may have"),
    Origin.ELSEWHERE: N_("not drawn by a rule set, checked only for what no round may have"),
}
"""What is said of a round without findings."""


class Finding(NamedTuple):
    """Something that is not as it should be: a code, a message (gettext msgid) and its parameters."""

    code: str
    message: str
    params: Mapping[str, str | int]

    def text(self, gettext: Callable[[str], str] = str) -> str:
        """Return the sentence in the language of ``gettext``."""
        return Sentence(self.message, self.params).text(gettext)


class Verified(NamedTuple):
    """What was found of one round; ``notes`` are worth knowing and nothing is wrong with them."""

    round: RoundNumber
    system: str
    origin: Origin
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...] = ()


def verify(journal: Journal, known: Iterable[System] = SYSTEMS) -> tuple[Verified, ...]:
    """Return what there is to say of each round of the tournament, those taken back left out.

    Raises the :class:`TournamentError` of a journal that cannot be. Time about that of drawing every round.
    """
    state = Tournament()
    drawn: dict[RoundNumber, tuple[Tournament, Round]] = {}
    for event in journal.effective:
        before, state = state, apply(state, event)
        kind = event.get("event")
        if kind == "round_paired":
            drawn[len(state.rounds)] = (before, state.rounds[-1])
        elif kind == "round_unpaired":
            del drawn[len(before.rounds)]
    systems = tuple(known)
    return tuple(
        _verified_in_its_stage(before, round_, state.rounds[number - 1], systems)._replace(
            notes=(*_corrected(before, round_, state), *_nowhere(before, state.rounds[number - 1]))
        )
        for number, (before, round_) in drawn.items()
    )


def _verified_in_its_stage(before: Tournament, drawn: Round, now: Round, known: tuple[System, ...]) -> Verified:
    """Check a round as one of the stage that it was drawn for, and tell of it as one of the whole tournament."""
    seen = view(before)
    number = drawn.number - seen.offset
    found = _verified(seen.tournament, replace(drawn, number=number), replace(now, number=number), known)
    findings = tuple(
        finding._replace(params={**finding.params, "round": drawn.number}) if "round" in finding.params else finding
        for finding in found.findings
    )
    return found._replace(round=drawn.number, findings=findings)


def _verified(before: Tournament, drawn: Round, now: Round, known: tuple[System, ...]) -> Verified:
    """Check a round as it was drawn, and as it is now if the arbiter has changed games or byes since."""
    draw = drawn.draw
    by = _system(draw.system, known) if draw else None
    findings: list[Finding] = []
    if draw is None or by is None:
        origin = Origin.ELSEWHERE
    elif draw.by_hand:
        origin = Origin.BY_HAND
    elif draw.version != by.rules.version:
        origin = Origin.OTHER_VERSION
    else:
        origin = Origin.FROM_TABLE if by.is_fixed else Origin.DRAWN
        findings += _drawn_again(before, drawn, by)
    is_changed = _lines(now) != _lines(drawn) or now.byes != drawn.byes
    is_drawn = origin in (Origin.DRAWN, Origin.FROM_TABLE)
    if not is_drawn or is_changed:
        findings += _legality(before, now, by or _system(before.settings.system, known))
    if is_changed and is_drawn:
        origin = Origin.CHANGED
    different = tuple(finding for at, finding in enumerate(findings) if finding not in findings[:at])
    system = draw.system if draw else before.settings.system if before.settings.system in BY_TABLE else ""
    return Verified(drawn.number, system, origin, different)


def _system(key: str, known: tuple[System, ...]) -> System | None:
    return next((each for each in known if each.key == key), None)


# Drawn again


def _drawn_again(before: Tournament, round_: Round, by: System) -> Iterator[Finding]:
    """Yield what differs from the draw of the rules; the round is legal if nothing does."""
    assert round_.draw is not None
    try:
        repeats = True if REPEATS.key in round_.draw.relaxed else None
        pairing = by.draw(before, round_.number, round_.draw.seed, round_.draw.locked, repeats)
    except LosovnaError as error:
        yield Finding(
            "cannot-be-drawn",
            N_("Round %(round)s cannot be drawn by its rules: %(problem)s"),
            {"round": round_.number, "problem": str(error)},
        )
        yield from _legality(before, round_, by)
        return
    yield from _differences(before, round_, pairing, by)
    if not pairing.optimal:
        yield Finding(
            "not-proved", N_("In round %(round)s the proof of the draw does not hold."), {"round": round_.number}
        )


def _differences(before: Tournament, round_: Round, pairing: Pairing, by: System) -> Iterator[Finding]:
    """Yield the first difference of tables, then that of byes and seats, and what the round costs more."""
    for told, given in zip(_lines(round_), _lines(pairing.round), strict=False):
        if told != given:
            yield Finding(
                "other-game",
                N_("Round %(round)s, table %(table)s: the file has %(found)s, the rules give %(given)s."),
                {
                    "round": round_.number,
                    "table": told.table,
                    "found": _game_text(before, told),
                    "given": _game_text(before, given),
                },
            )
            break
    else:
        if len(round_.games) != len(pairing.round.games):
            yield Finding(
                "other-number-of-games",
                N_("Round %(round)s has %(found)s games, the rules give %(given)s."),
                {"round": round_.number, "found": len(round_.games), "given": len(pairing.round.games)},
            )
    if dict(round_.byes) != dict(pairing.round.byes):
        yield Finding(
            "other-bye",
            N_("Round %(round)s: without a game are %(found)s, the rules give %(given)s."),
            {
                "round": round_.number,
                "found": _byes_text(before, round_),
                "given": _byes_text(before, pairing.round),
            },
        )
    if {_pair(game) for game in round_.games} != {_pair(game) for game in pairing.round.games}:
        yield from _legality(before, round_, by)
    if _lines(round_) != _lines(pairing.round):
        yield from _worse(round_, pairing)


def _lines(round_: Round) -> list[Game]:
    return [Game(game.table, game.first, game.second) for game in round_.games]


def _pair(game: Game) -> tuple[PlayerNumber, PlayerNumber]:
    return pair_of(game.first, game.second)


def _worse(round_: Round, pairing: Pairing) -> Iterator[Finding]:
    """Yield the most important criterion by which the round costs more than the best one."""
    entrants = pairing.field.by_number
    byes = [player for player, bye in round_.byes.items() if bye is Bye.PAIRING_ALLOCATED and player in entrants]
    if any(player not in entrants for game in round_.games for player in (game.first, game.second)):
        return
    costs = costs_of(pairing.field, pairing.rules, allow_repeats=True)
    told = [costs.pair_costs(entrants[game.first], entrants[game.second]) for game in round_.games]
    told += [costs.bye_costs(entrants[player]) for player in byes]
    for key in keys_in_order(pairing):
        found, best = sum(each.get(key, 0) for each in told), pairing.total.get(key, 0)
        if found != best:
            yield Finding(
                "not-the-best",
                N_("Round %(round)s is not the best one: “%(criterion)s” costs %(found)s, the best pairing %(best)s."),
                {"round": round_.number, "criterion": Word(criterion_name(pairing, key)), "found": found, "best": best},
            )
            return


def _game_text(tournament: Tournament, game: Game) -> str:
    return f"{label(tournament, game.first)} – {label(tournament, game.second)}"


def _byes_text(tournament: Tournament, round_: Round) -> str:
    return ", ".join(f"{label(tournament, player)}: {bye.value}" for player, bye in round_.byes.items()) or "–"


# Worth knowing


def _corrected(before: Tournament, drawn: Round, now: Tournament) -> Iterator[Finding]:
    """Yield the results that were others when the round was drawn; who looks at it later would wonder."""
    if drawn.draw is None or drawn.draw.system in BY_TABLE:
        return
    for then, since in zip(before.rounds, now.rounds, strict=False):
        outcomes = _outcomes(since)
        for pair, outcome in _outcomes(then).items():
            if outcome is not None and outcomes.get(pair, outcome) != outcome:
                yield Finding(
                    "drawn-before-correction",
                    N_(
                        "Round %(drawn)s was drawn before the result of %(first)s – %(second)s in round %(round)s was "
                        "corrected; its pairings stay."
                    ),
                    {
                        "drawn": drawn.number,
                        "first": label(now, pair[0]),
                        "second": label(now, pair[1]),
                        "round": then.number,
                    },
                )


def _outcomes(round_: Round) -> dict[tuple[PlayerNumber, PlayerNumber], Outcome | None]:
    """Return what the player with the lower number made of each game, whoever starts."""
    return {
        _pair(game): None if game.result is None else game.result.sides[game.first > game.second]
        for game in round_.games
    }


def _nowhere(before: Tournament, round_: Round) -> Iterator[Finding]:
    """Yield who takes part in a round that was not drawn here, and has neither a game nor a bye in it."""
    if round_.draw is not None:
        return
    placed = {player for game in round_.games for player in (game.first, game.second)} | set(round_.byes)
    missing = [
        label(before, number)
        for number in view(before).stage.players
        if before.players[number].is_in(round_.number) and number not in placed
    ]
    if missing:
        yield Finding(
            "nowhere",
            N_("In round %(round)s these players have neither a game nor a bye: %(players)s."),
            {"round": round_.number, "players": ", ".join(missing)},
        )


# What no round may have

LEFT_OUT = N_("In round %(round)s %(player)s takes part, but has neither a game nor a bye.")


def _legality(before: Tournament, round_: Round, by: System | None) -> Iterator[Finding]:
    """Yield what no round may have: absent players, players left out, repeats, forbidden pairs, needless byes.

    That nobody stands in two places has been seen when the round was read (:class:`PairedTwice`).
    """
    past = history(before)
    placed = {player for game in round_.games for player in (game.first, game.second)}
    if before.settings.system == ROUND_ROBIN:
        yield from _table_places(before, round_, placed)
    elif before.settings.system not in (
        GROUPS,
        SCHEVENINGEN,
    ):  # a smaller group pauses, and who is absent has a game all the same
        yield from _presence(before, round_, placed)
    yield from _meetings(before, round_, past, by)
    yield from _byes(before, round_, past, placed)
    tables: dict[int, Game] = {}
    for game in round_.games:
        if game.table in tables:
            yield Finding(
                "table-twice",
                N_("In round %(round)s table %(table)s has two games."),
                {"round": round_.number, "table": game.table},
            )
        tables[game.table] = game


def _presence(before: Tournament, round_: Round, placed: set[PlayerNumber]) -> Iterator[Finding]:
    number = round_.number
    for player in before.players.values():
        told: Mapping[str, str | int] = {"round": number, "player": label(before, player.number)}
        if player.number in placed and not player.is_in(number):
            yield Finding(
                "absent-paired", N_("In round %(round)s %(player)s is paired without taking part in it."), told
            )
        elif player.number in placed and number in player.byes:
            yield Finding(
                "bye-ignored", N_("In round %(round)s %(player)s is paired in spite of a bye requested for it."), told
            )
        elif before.settings.system == KNOCKOUT:
            continue  # who is out, or waits for others, has no game
        elif round_.draw and player.is_in(number) and player.number not in placed and player.number not in round_.byes:
            yield Finding("left-out", LEFT_OUT, told)


def _table_places(before: Tournament, round_: Round, placed: set[PlayerNumber]) -> Iterator[Finding]:
    """Yield who stands in the table and not in the round; who is absent has a game there all the same."""
    if not round_.draw:
        return
    for player in members(before):
        if player not in placed and player not in round_.byes:
            yield Finding("left-out", LEFT_OUT, {"round": round_.number, "player": label(before, player)})


def _meetings(before: Tournament, round_: Round, past: History, by: System | None) -> Iterator[Finding]:
    forbidden = set(before.forbidden)
    for group in before.keep_apart:
        if group.is_hard and (group.until is None or round_.number <= group.until):
            forbidden.update(pairs_of(group.players))
    for game in round_.games:
        told: dict[str, str | int] = {
            "round": round_.number,
            "first": label(before, game.first),
            "second": label(before, game.second),
        }
        if _pair(game) in forbidden:
            yield Finding(
                "forbidden-pair", N_("In round %(round)s %(first)s and %(second)s meet, which is forbidden."), told
            )
        # One who came after the round was drawn has no past before it.
        met = past.met(game.first, game.second) if game.first in past.records else ()
        if met and not _may_meet_again(before, round_, met, by):
            yield Finding(
                "repeat",
                N_("In round %(round)s %(first)s and %(second)s meet again; they met in round %(met)s."),
                {**told, "met": ", ".join(map(str, met))},
            )


def _may_meet_again(before: Tournament, round_: Round, met: tuple[RoundNumber, ...], by: System | None) -> bool:
    """Whether these rounds and this one may have the same game: in a round robin, one in each cycle."""
    if before.settings.system == ROUND_ROBIN:
        return may_meet_again(before, round_.number, met)
    return before.settings.allow_repeats or (by is not None and by.rules.repeats)


def _byes(before: Tournament, round_: Round, past: History, placed: set[PlayerNumber]) -> Iterator[Finding]:
    resting = [player for player, bye in round_.byes.items() if bye is Bye.PAIRING_ALLOCATED]
    if len(resting) > 1 and before.settings.system not in (GROUPS, SCHEVENINGEN) and not rounds_before(before):
        names = ", ".join(label(before, player) for player in resting)
        yield Finding(
            "two-rest",
            N_("In round %(round)s several players rest, although two of them could play: %(players)s."),
            {"round": round_.number, "players": names},
        )
    if before.settings.system in BY_TABLE or before.settings.allow_repeats:
        return
    for player in resting:
        if past[player].byes and any(not past[other].byes for other in placed):
            yield Finding(
                "second-bye",
                N_("In round %(round)s %(player)s has a second bye, while others have had none."),
                {"round": round_.number, "player": label(before, player)},
            )
