"""The order of the players after a round, and the crosstable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from pairing_core.errors import UnknownRound
from pairing_core.history import Entry, history
from pairing_core.knockout import MAX_PLAYERS, MIN_PLAYERS
from pairing_core.knockout.settings import entrants, play_of
from pairing_core.model import (
    GROUPS,
    KNOCKOUT,
    ROUND_ROBIN,
    HalfPoints,
    PlayerNumber,
    Round,
    RoundNumber,
    Tournament,
    numbers_listed,
    points_text,
)
from pairing_core.tie_breaks import Basis, Groups, Term, TieBreak, Treatment, Worked, tie_break, treatment


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line. ``rank`` is shared by players whom nothing separates: 1, 1, 3. ``values`` are those of the
    tie-breaks, in their order. Who ``is_struck`` stands at the end, with nothing (see :func:`struck_out`).
    """

    rank: int
    player: PlayerNumber
    points: HalfPoints
    values: tuple[Worked, ...] = ()
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The players after the round ``after``, the best first; within a shared rank by pairing number."""

    after: RoundNumber
    tie_breaks: tuple[TieBreak, ...]
    unplayed: Treatment
    rows: tuple[Row, ...]


def standings(
    tournament: Tournament,
    after: RoundNumber | None = None,
    tie_breaks: Sequence[str] | None = None,
    unplayed: str | None = None,
) -> Standings:
    """Return the players in the order of their points and of the tie-breaks.

    Without ``after``, the rounds from the first on that have all their results count; games of a round that is still
    going on would mix with them. With it, games without a result add nothing to anybody. ``tie_breaks`` (keys or
    aliases) and ``unplayed`` (a key of :data:`pairing_core.tie_breaks.UNPLAYED`) are by default those of the settings.

    Raises :class:`UnknownRound`, :class:`UnknownTieBreak`, :class:`UnknownTreatment`, :class:`MissingParameter` and
    :class:`BadValue` for a parameter that is no number. Time about O(players × rounds) for each tie-break.
    """
    settings = tournament.settings
    chosen = tuple(tie_break(key) for key in (settings.tie_breaks if tie_breaks is None else tie_breaks))
    after = _after(tournament, after)
    out = struck_out(tournament)
    tournament = counted(tournament)
    basis = Basis(
        tournament, history(tournament, after), treatment(settings.unplayed if unplayed is None else unplayed)
    )
    groups = _refined((tuple(sorted(basis.records)),), _leading(tournament, basis))
    columns = []
    for each in chosen:
        values = each.compute(basis, groups)
        columns.append(values)
        groups = _refined(groups, {player: each.sort_key(value) for player, value in values.items()})
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [
            Row(rank, player, basis.records[player].score, tuple(column[player] for column in columns))
            for player in group
        ]
    nothing = (Worked(None),) * len(chosen)
    rows += [Row(len(rows) + 1, player, 0, nothing, is_struck=True) for player in sorted(out)]
    return Standings(after, chosen, basis.unplayed, tuple(rows))


def _leading(tournament: Tournament, basis: Basis) -> Mapping[PlayerNumber, Any]:
    """Return what ranks players before all tie-breaks: points, in a knockout the place taken or still within reach."""
    points = {player: -each.score for player, each in basis.records.items()}
    if tournament.settings.system != KNOCKOUT or len(entrants(tournament)) < MIN_PLAYERS:
        return points
    play = play_of(tournament, basis.history.rounds + 1)
    places = play.within_reach() | {placed.player: placed.place for placed in play.places()}
    # Whom the bracket does not have, or no longer, stands behind all others.
    return {player: places.get(player, MAX_PLAYERS + 1) for player in points}


STRIKE_OUT = "strike-out"
"""Key of ``Settings.parameters``: "no" if the results of those who leave a round robin early count all the same."""


CARRIED_ROUNDS = "carried-rounds"
"""Key of ``Settings.parameters``: how many rounds of a round robin come from a stage before, so that its table has only
what is left. A view of a stage sets it (:mod:`pairing_core.stages`); it is never kept.
"""


GROUP_MEMBERS = "members"
"""Key of ``Settings.parameters``: who is in which group (:data:`pairing_core.systems.groups_system.MEMBERS`)."""

TABLE_CYCLES = "cycles"
"""Key of ``Settings.parameters``: how often everybody meets everybody."""


def carried_rounds(tournament: Tournament) -> RoundNumber:
    """Return how many rounds come from a stage before."""
    told = tournament.settings.parameters.get(CARRIED_ROUNDS, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else 0


def struck_out(tournament: Tournament) -> frozenset[PlayerNumber]:
    """Return who left a round robin, or a group, before having played half of the games.

    Their results stay in the crosstable and count for nobody, lest those whom they happened to meet should gain or lose
    by it (FIDE competition rules, article 6.6); after half of the games the rest are lost without being played.
    """
    settings = tournament.settings
    is_robin = settings.system in (ROUND_ROBIN, GROUPS)
    if not is_robin or not tournament.rounds or settings.parameters.get(STRIKE_OUT) == "no":
        return frozenset()
    gone = [number for number, player in tournament.players.items() if player.withdrawn_after is not None]
    if settings.system == GROUPS:
        told = settings.parameters.get(TABLE_CYCLES, "1")
        cycles = int(told) if told.isascii() and told.isdecimal() and len(told) < 4 else 1
        games = {
            player: (len(group) - 1) * cycles for group in numbers_listed(tournament, GROUP_MEMBERS) for player in group
        }
        return frozenset(each for each in gone if each in games and _left_early(tournament, each, games[each]))
    carried = carried_rounds(tournament)
    if carried >= len(tournament.rounds):
        return frozenset()
    if carried:
        # Who left with the stage before is not in this one, and what was played there stands.
        gone = [number for number in gone if any(_is_in(each, number) for each in tournament.rounds[carried:])]
        players = len(entrants(tournament))
        return frozenset(player for player in gone if _left_early(tournament, player, players - 1))
    first = tournament.rounds[0]
    players = 2 * len(first.games) + len(first.byes)
    rests = settings.rounds // players if players % 2 else 0
    return frozenset(player for player in gone if _left_early(tournament, player, settings.rounds - rests))


def _is_in(round_: Round, player: PlayerNumber) -> bool:
    return player in round_.byes or round_.game_of(player) is not None


def _left_early(tournament: Tournament, player: PlayerNumber, games: int) -> bool:
    own = [game for round_ in tournament.rounds if (game := round_.game_of(player))]
    played = sum(game.result is not None and game.result.is_played for game in own)
    return bool(own) and 2 * played < games


def counted(tournament: Tournament) -> Tournament:
    """Return the tournament without those who are struck out, and without their games; the same one if nobody is."""
    out = struck_out(tournament)
    if not out:
        return tournament
    return replace(
        tournament,
        players={number: player for number, player in tournament.players.items() if number not in out},
        rounds=tuple(_without(round_, out) for round_ in tournament.rounds),
    )


def scores(tournament: Tournament, after: RoundNumber | None = None) -> dict[PlayerNumber, HalfPoints]:
    """Return the points of all players after a round (``None``: all) as the standings count them.

    Games against those who are struck out count for nobody, and these have nothing.
    """
    records = history(counted(tournament), after).records
    return {player: records[player].score if player in records else 0 for player in tournament.players}


def _without(round_: Round, out: Set[PlayerNumber]) -> Round:
    return replace(
        round_,
        games=tuple(game for game in round_.games if game.first not in out and game.second not in out),
        byes={player: bye for player, bye in round_.byes.items() if player not in out},
    )


def _after(tournament: Tournament, after: RoundNumber | None) -> RoundNumber:
    if after is None:
        return tournament.finished_rounds
    if not 0 <= after <= len(tournament.rounds):
        raise UnknownRound(round=after, rounds=len(tournament.rounds))
    return after


def _refined(groups: Groups, keys: Mapping[PlayerNumber, Any]) -> Groups:
    """Return the groups, each divided by the keys of its players, the least key first."""
    refined = []
    for group in groups:
        parts: dict[Any, list[PlayerNumber]] = {}
        for player in group:
            parts.setdefault(keys[player], []).append(player)
        refined += [tuple(parts[key]) for key in sorted(parts)]
    return tuple(refined)


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One player's line: an entry for each round."""

    rank: int
    player: PlayerNumber
    points: HalfPoints
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who played whom, in the order of the standings.

    ``meetings`` is the square grid: for each two players who were paired, the entries of the first against the second,
    round by round. A pair that has none is not in it.
    """

    after: RoundNumber
    rows: tuple[CrosstableRow, ...]
    meetings: Mapping[tuple[PlayerNumber, PlayerNumber], tuple[Entry, ...]] = field(default_factory=dict)


def crosstable(
    tournament: Tournament,
    after: RoundNumber | None = None,
    tie_breaks: Sequence[str] | None = None,
    unplayed: str | None = None,
) -> Crosstable:
    """Return the crosstable after a round, the players in the order of :func:`standings`, whose errors it raises."""
    ranked = standings(tournament, after, tie_breaks, unplayed)
    records = history(tournament, ranked.after).records
    meetings: dict[tuple[PlayerNumber, PlayerNumber], tuple[Entry, ...]] = {}
    for player, record in records.items():
        for entry in record.entries:
            if entry.opponent is not None:
                pair = (player, entry.opponent)
                meetings[pair] = (*meetings.get(pair, ()), entry)
    rows = tuple(CrosstableRow(row.rank, row.player, row.points, records[row.player].entries) for row in ranked.rows)
    return Crosstable(ranked.after, rows, meetings)


def to_json(ranked: Standings, tournament: Tournament, *, working: bool = False) -> dict[str, Any]:
    """Return the standings as a JSON object; points and values are decimal text, ``None`` where there is no value.

    ``{"after": 7, "tiebreaks": ["buchholz"], "rows": [{"rank": 1, "player": 5, "name": "Anna", "points": "5.5",
    "tiebreaks": {"buchholz": "28.5"}}]}``. With ``working`` each row also has the terms of each value.
    """
    rows = []
    for row in ranked.rows:
        value: dict[str, Any] = {
            "rank": row.rank,
            "player": row.player,
            "name": tournament.players[row.player].name,
            "points": points_text(row.points),
            "tiebreaks": {
                each.key: each.text(worked) for each, worked in zip(ranked.tie_breaks, row.values, strict=True)
            },
        }
        if row.is_struck:
            value["struck_out"] = True
        if working:
            value["working"] = {
                each.key: [_term_to_json(each, term) for term in worked.terms]
                for each, worked in zip(ranked.tie_breaks, row.values, strict=True)
            }
        rows.append(value)
    return {"after": ranked.after, "tiebreaks": [each.key for each in ranked.tie_breaks], "rows": rows}


def _term_to_json(criterion: TieBreak, term: Term) -> dict[str, Any]:
    value: dict[str, Any] = {"kind": term.kind, "value": criterion.text(Worked(term.value))}
    if term.round is not None:
        value["round"] = term.round
    if term.opponent is not None:
        value["opponent"] = term.opponent
    return value
