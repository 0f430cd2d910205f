"""A round before it is published: drawn, changed by hand with the price of each change, and published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_, BadValue, LosovnaError, NoPairing
from pairing_core.journal import Event, paired_event
from pairing_core.model import KNOCKOUT, NOTHING, Bye, Game, PlayerNumber, Result, Tournament, pair_of
from pairing_core.swiss import Lock, Pairing, arranged, dearer, starter_of
from pairing_core.swiss.reasons import Sentence, breaks_a_rule, costs_told
from pairing_core.systems import difference_told, is_fixed, pair_again, pair_round, reasons
from pairing_core.systems.table import may_meet_again

from .knockouts import ties_told
from .parts import Command, Do, whole_number
from .tables import kept_with

if TYPE_CHECKING:
    from .session import Session


class NoDraft(LosovnaError):
    """Parameters: none. There is no draft to change or to publish."""

    code = "no-draft"
    message = N_("The round has not been drawn yet, or it changed meanwhile; draw it again.")


@dataclass(frozen=True)
class Draft:
    """A round that only the arbiter sees.

    ``best`` is what the rules give by themselves, ``drawn`` what they gave around what the arbiter had fixed (the last
    one counts first), ``now`` the round as it stands. ``byes`` are byes of a published round that the rules know
    nothing of. ``changes`` is what was done by hand, for the log; ``chosen`` a player who waits for another one to
    change places with; ``before`` the draft before the last change.
    """

    best: Pairing
    drawn: tuple[Pairing, ...]
    now: Pairing
    byes: Mapping[PlayerNumber, Bye] = field(default_factory=lambda: NOTHING)
    changes: tuple[Mapping[str, Any], ...] = ()
    chosen: PlayerNumber | None = None
    before: Draft | None = None

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.now.round.number

    @property
    def games(self) -> tuple[Game, ...]:
        """The games, in the order of their tables."""
        return self.now.round.games

    @property
    def unplaced(self) -> list[PlayerNumber]:
        """Who is to be paired and stands nowhere yet."""
        placed = {player for game in self.games for player in (game.first, game.second)} | {self.now.bye}
        return [entrant.number for entrant in self.now.field if entrant.number not in placed]

    @property
    def difference(self) -> dict[str, int]:
        """How much more it costs than the best draw, by criterion; meaningless while somebody is unplaced."""
        return dearer(self.now, self.best)

    def source_of(self, game: Game) -> Pairing | None:
        """Return the draw that gave this game, ``None`` for one made by hand."""
        for pairing in self.drawn:
            if any((each.first, each.second) == (game.first, game.second) for each in pairing.round.games):
                return pairing
        return None

    def arranged(self, games: Iterable[Game], bye: PlayerNumber | None, **change: Any) -> Draft:
        """Return the draft with other games and bye; ``change`` is what was done, as the log tells it."""
        return replace(
            self,
            now=arranged(self.now, tuple(games), bye),
            changes=(*self.changes, change),
            chosen=None,
            before=replace(self, chosen=None),
        )

    def to_json(self) -> dict[str, Any]:
        """Return what :func:`restored` needs, so that a worker that starts anew loses no change."""
        return {
            "number": self.number,
            "games": [
                [
                    game.table,
                    game.first,
                    game.second,
                    game.result.value if game.result else None,
                    game.first_score,
                    game.second_score,
                ]
                for game in self.games
            ],
            "bye": self.now.bye,
            "byes": {str(player): bye.value for player, bye in self.byes.items()},
            "changes": [dict(change) for change in self.changes],
        }


# Drawing


def _again(tournament: Tournament, number: int, locked: Sequence[Lock], allow_repeats: bool | None) -> Pairing:
    if number == tournament.next_round:
        return pair_round(tournament, locked=locked, allow_repeats=allow_repeats)
    return pair_again(tournament, number, locked=locked, allow_repeats=allow_repeats)


def drafted(
    tournament: Tournament, number: int, allow_repeats: bool | None = None, pinned: Sequence[Lock] = ()
) -> Draft:
    """Draw a round around the arbiter's locks and the pinned games. Raises what :func:`pair_round` raises."""
    locked: list[Lock] = list(tournament.locked) if number == tournament.next_round else []
    known = {player for pair in locked for player in pair}
    locked += [lock for lock in pinned if not known & set(lock)]
    if not locked:
        best = _again(tournament, number, (), allow_repeats)
        return Draft(best, (best,), best, _resting_beside(best))
    drawn = _around(tournament, number, locked, allow_repeats)
    try:
        best = _again(tournament, number, (), allow_repeats)
    except NoPairing:
        best = drawn
    return Draft(best, (drawn,), drawn)


def _resting_beside(drawn: Pairing) -> Mapping[PlayerNumber, Bye]:
    """Return the rests of several players, as groups have them: they are no part of what is changed by hand."""
    inside = drawn.field.by_number
    byes = drawn.round.byes.items()
    return MappingProxyType(
        {player: bye for player, bye in byes if bye is Bye.PAIRING_ALLOCATED and player not in inside}
    )


def _around(tournament: Tournament, number: int, locked: Sequence[Lock], allow_repeats: bool | None) -> Pairing:
    """Draw around what the arbiter fixed; if that leaves only repeated meetings, these, and the draft warns."""
    try:
        return _again(tournament, number, locked, allow_repeats)
    except NoPairing:
        return _again(tournament, number, locked, True)


def kept(tournament: Tournament, number: int, games: Iterable[Game], bye: PlayerNumber | None) -> Draft:
    """Return these games as a draft, without those whose players are no longer in the round."""
    try:
        draft = drafted(tournament, number)
    except NoPairing:
        draft = drafted(tournament, number, allow_repeats=True)
    field = draft.best.field.by_number
    own = [game for game in games if game.first in field and game.second in field]
    return replace(draft, now=arranged(draft.best, own, bye if bye in field else None))


def restored(tournament: Tournament, told: Any) -> Draft | None:
    """Return the draft that :meth:`Draft.to_json` told, ``None`` if it no longer fits the tournament."""
    try:
        number = int(told["number"])
        if number not in (tournament.next_round, len(tournament.rounds)):
            return None
        games = [
            Game(table, first, second, Result(result) if result else None, *scores)
            for table, first, second, result, *scores in told["games"]
        ]
        byes = {int(player): Bye(bye) for player, bye in told["byes"].items()}
        return replace(
            kept(tournament, number, games, told["bye"]),
            byes=MappingProxyType(byes),
            changes=tuple(dict(change) for change in told["changes"]),
        )
    except (LosovnaError, KeyError, TypeError, ValueError, AttributeError):
        return None


def draft_of(session: Session) -> Draft:
    """Return the draft. Raises :class:`NoDraft`."""
    if session.draft is None:
        raise NoDraft()
    return session.draft


# Commands


def draw(session: Session, do: Do) -> Iterable[Event]:
    """Draw the next round as a draft. If no pairing is possible, the screen says so, and what can be done."""
    tournament = session.tournament
    try:
        session.draft = drafted(tournament, tournament.next_round, True if do.get("allow_repeats") else None)
    except NoPairing as error:
        session.draft = None
        session.refusal = error
    return ()


def discard(session: Session, do: Do) -> Iterable[Event]:
    """Leave the draft; nothing of it stays."""
    session.draft = None
    session.say(N_("The draft is gone; nothing has changed."))
    return ()


LOCKS = {"lock": "pair_locked", "unlock": "pair_unlocked", "forbid": "pair_forbidden", "allow": "pair_allowed"}


def lock(session: Session, do: Do) -> Iterable[Event]:
    """Lock or forbid a pair, or take that back; the rest is drawn again around it and around what was done by hand."""
    draft = draft_of(session)
    how = str(do.get("how", "lock"))
    if how not in LOCKS:
        raise BadValue(what="how", found=how, wanted=", ".join(LOCKS))
    pair = pair_of(whole_number(do, "first"), whole_number(do, "second"))
    events = [{"event": LOCKS[how], "players": list(pair)}]
    after = session.after(events)
    pinned: list[Lock] = [
        (game.first, game.second)
        for game in draft.games
        if draft.source_of(game) is None and pair_of(game.first, game.second) != pair
    ]
    if draft.now.bye is not None and any(change.get("do") == "bye" for change in draft.changes):
        pinned.append((draft.now.bye, None))
    made = drafted(after, draft.number, pinned=pinned)
    # What is forbidden costs something against what would have been drawn.
    session.draft = replace(made, best=draft.best, changes=draft.changes)
    _say_price(session, dearer(made.now, draft.now))
    return events


def choose(session: Session, do: Do) -> Iterable[Event]:
    """Choose a player; the second one who is chosen changes places with the first."""
    draft = draft_of(session)
    player = whole_number(do, "player")
    _check(draft, player)
    if draft.chosen is None or draft.chosen == player:
        session.draft = replace(draft, chosen=player if draft.chosen is None else None)
    else:
        _changed(session, exchanged(draft, draft.chosen, player))
    return ()


def exchanged(draft: Draft, one: PlayerNumber, other: PlayerNumber) -> Draft:
    """Return the draft with two players in each other's place; two without a place get a table together.

    Who starts in the new games is decided by the rules; two who meet change sides.
    """
    change = {"do": "exchange", "players": [one, other]}
    unplaced = draft.unplaced
    if one in unplaced and other in unplaced:
        first, second = starter_of(draft.now, one, other)
        return draft.arranged([*draft.games, Game(_free_table(draft), first, second)], draft.now.bye, **change)
    swap = {one: other, other: one}
    games = []
    for game in draft.games:
        first, second = swap.get(game.first, game.first), swap.get(game.second, game.second)
        if {first, second} != {game.first, game.second}:
            first, second = starter_of(draft.now, first, second)
        games.append(game if first == game.first and second == game.second else Game(game.table, first, second))
    bye = draft.now.bye
    return draft.arranged(games, None if bye is None else swap.get(bye, bye), **change)


def swap_draft_starts(session: Session, do: Do) -> Iterable[Event]:
    """The other player of a game of the draft starts."""
    draft = draft_of(session)
    chosen = _game(draft, do)
    games = [Game(game.table, game.second, game.first) if game == chosen else game for game in draft.games]
    _changed(session, draft.arranged(games, draft.now.bye, do="starts", players=[chosen.second, chosen.first]))
    return ()


def seat(session: Session, do: Do) -> Iterable[Event]:
    """Move a game to another table; who sat there comes here."""
    draft = draft_of(session)
    chosen, table = _game(draft, do), whole_number(do, "table")
    if not 1 <= table <= 9999:
        raise BadValue(what="table", found=str(table), wanted="1–9999")
    moved = {chosen.table: table, table: chosen.table}
    games = [replace(game, table=moved.get(game.table, game.table)) for game in draft.games]
    _changed(
        session, draft.arranged(games, draft.now.bye, do="table", players=[chosen.first, chosen.second], table=table)
    )
    return ()


def give_bye(session: Session, do: Do) -> Iterable[Event]:
    """Give the bye by hand: who had it takes the place of who gets it, so that there is one bye and not two."""
    draft = draft_of(session)
    player = whole_number(do, "player")
    _check(draft, player)
    had = draft.now.bye
    if had is not None and had != player:
        made = exchanged(draft, had, player)
        made = replace(made, changes=(*draft.changes, {"do": "bye", "players": [player]}))
    else:
        games = [game for game in draft.games if player not in (game.first, game.second)]
        made = draft.arranged(games, player, do="bye", players=[player])
    _changed(session, made)
    return ()


def take_apart(session: Session, do: Do) -> Iterable[Event]:
    """Take a pair apart, or the bye away: the players wait to be paired."""
    draft = draft_of(session)
    player = whole_number(do, "player")
    games = [game for game in draft.games if player not in (game.first, game.second)]
    bye = None if draft.now.bye == player else draft.now.bye
    _changed(session, draft.arranged(games, bye, do="apart", players=[player]))
    return ()


def pair_rest(session: Session, do: Do) -> Iterable[Event]:
    """Draw those who wait, as well as can be around all that stands."""
    draft = draft_of(session)
    fixed: list[Lock] = [(game.first, game.second) for game in draft.games]
    if draft.now.bye is not None:
        fixed.append((draft.now.bye, None))
    rest = _around(session.tournament, draft.number, fixed, None)
    standing = {player for game in draft.games for player in (game.first, game.second)}
    games = list(draft.games)
    for game in rest.round.games:
        if game.first not in standing:
            games.append(replace(game, table=_free_table(draft, games)))
    made = draft.arranged(games, rest.bye, do="rest", players=draft.unplaced)
    _changed(session, replace(made, drawn=(rest, *draft.drawn)))
    return ()


def step_back(session: Session, do: Do) -> Iterable[Event]:
    """Take the last change of the draft back."""
    draft = draft_of(session)
    session.draft = draft.before or draft
    session.say(N_("Taken back."))
    return ()


def publish(session: Session, do: Do) -> Iterable[Event]:
    """The draft becomes the round; a round that was changed takes the place of the one before."""
    draft = draft_of(session)
    round_ = draft.now.round
    byes = {**draft.byes, **round_.byes}
    placed = {player for game in round_.games for player in (game.first, game.second)}
    round_ = replace(round_, byes={player: bye for player, bye in sorted(byes.items()) if player not in placed})
    session.draft = None
    session.say(N_("Round %(round)s is published."), round=round_.number)
    if round_.number == session.tournament.next_round:
        yield from kept_with(session)
    if round_.number == len(session.tournament.rounds):
        yield {"event": "round_unpaired", "round": round_.number}
    event = dict(paired_event(round_))
    if draft.changes:
        event["changes"] = [dict(change) for change in draft.changes]
    yield event


def rearrange(session: Session, do: Do) -> Iterable[Event]:
    """Open a published round as a draft again, its results kept; ``gone`` does not play it after all."""
    tournament = session.tournament
    number = len(tournament.rounds)
    if not number:
        raise NoDraft()
    events: list[Event] = []
    if do.get("gone"):
        events.append({"event": "player_withdrawn", "number": whole_number(do, "gone"), "after": number - 1})
        tournament = session.after(events)
    round_ = tournament.rounds[-1]
    bye = round_.resting
    draft = kept(tournament, number, round_.games, bye)
    asked = {player: each for player, each in round_.byes.items() if player != bye}
    draft = replace(draft, byes=MappingProxyType(asked))
    session.draft = draft
    how = do.get("how")
    if how == "bye" and len(draft.unplaced) == 1:
        session.draft = draft.arranged(draft.games, draft.unplaced[0], do="bye", players=draft.unplaced)
    elif how == "rest" and bye is not None and draft.now.bye is not None and len(draft.unplaced) == 1:
        first, second = starter_of(draft.now, draft.unplaced[0], bye)
        games = [*draft.games, Game(_free_table(draft), first, second)]
        session.draft = draft.arranged(games, None, do="exchange", players=[first, second])
    elif how == "all":
        session.draft = drafted(tournament, number)
    return events


def _changed(session: Session, draft: Draft) -> None:
    before = draft.before
    session.draft = draft
    if before is not None and not draft.unplaced and not before.unplaced:
        _say_price(session, dearer(draft.now, before.now))
    elif draft.unplaced:
        session.say(N_("Still to be paired: %(count)s."), count=len(draft.unplaced))


def _say_price(session: Session, more: Mapping[str, int]) -> None:
    assert session.draft is not None
    told = [each.text(session.gettext) for each in difference_told(session.draft.now, more)]
    if told:
        session.said = " ".join([session.gettext(N_("This change:")), *told])
    else:
        session.say(N_("This change costs nothing."))


def _check(draft: Draft, player: PlayerNumber) -> None:
    if player not in draft.now.field.by_number:
        raise BadValue(what="player", found=str(player), wanted=f"1–{len(draft.now.field.tournament.players)}")


def _game(draft: Draft, do: Do) -> Game:
    first, second = whole_number(do, "first"), whole_number(do, "second")
    for game in draft.games:
        if (game.first, game.second) == (first, second):
            return game
    raise NoDraft()


def _free_table(draft: Draft, games: Sequence[Game] | None = None) -> int:
    taken = {game.table for game in (draft.games if games is None else games)}
    return next(table for table in range(1, len(taken) + 2) if table not in taken)


# What the screen says


def context(session: Session, draft: Draft) -> dict[str, Any]:
    """Return what the template of a draft needs."""
    gettext = session.gettext
    difference = {} if draft.unplaced else draft.difference
    told = [each.text(gettext) for each in difference_told(draft.now, difference)]
    worst = next(iter(difference.values()), 0)
    return {
        "draft": draft,
        "why": {game.table: [each.text(gettext) for each in why(draft, game)] for game in draft.games},
        "warnings": [each.text(gettext) for each in warnings(session.tournament, draft)],
        "difference": told,
        "level": "rule" if breaks_a_rule(draft.now, difference) else "worse" if worst > 0 and told else "same",
        "ties": ties_told(session, draft.number, draft.games),
        "partners": _partners(session, draft),
        "is_locked": {pair_of(*pair) for pair in session.tournament.locked},
        "replaces": draft.number == len(session.tournament.rounds),
    }


def why(draft: Draft, game: Game) -> tuple[Sentence, ...]:
    """Return the reasons of a game: those of the draw, or for one made by hand what it costs."""
    source = draft.source_of(game)
    if source is not None:
        drawn = next(each for each in source.round.games if (each.first, each.second) == (game.first, game.second))
        return reasons(source, drawn)
    players = draft.now.field.tournament.players
    names = {"first": players[game.first].name, "second": players[game.second].name}
    by_hand = Sentence(N_("%(first)s starts against %(second)s because the arbiter put it so."), names)
    return by_hand, *costs_told(draft.now, draft.now.costs[draft.games.index(game)])


def warnings(tournament: Tournament, draft: Draft) -> Iterator[Sentence]:
    """What breaks a rule in the draft as it stands, with names; the arbiter may go on."""
    field = draft.now.field
    for game, costs in zip(draft.games, draft.now.costs, strict=True):
        names = {"first": tournament.players[game.first].name, "second": tournament.players[game.second].name}
        if costs.get("forbidden"):
            yield Sentence(N_("%(first)s and %(second)s are kept apart or forbidden to meet."), names)
        rounds = field.history.met(game.first, game.second)
        is_meant = is_fixed(tournament) and may_meet_again(tournament, draft.number, rounds)
        if rounds and not is_meant and tournament.settings.system != KNOCKOUT:
            told = {**names, "rounds": ", ".join(map(str, rounds))}
            yield Sentence(N_("%(first)s and %(second)s have met before, in round %(rounds)s."), told)
    has_rested = draft.now.bye is not None and field.history[draft.now.bye].byes
    if draft.now.bye is not None and has_rested and not draft.now.rules.second_byes:
        name = tournament.players[draft.now.bye].name
        yield Sentence(N_("%(player)s has had a bye or a win without a game before."), {"player": name})
    for player in draft.unplaced:
        yield Sentence(N_("%(player)s has neither a game nor a bye."), {"player": tournament.players[player].name})


CHANGES: Mapping[str, str] = {
    "exchange": N_("places of %(players)s changed"),
    "starts": N_("%(players)s: who starts swapped"),
    "table": N_("%(players)s moved to table %(table)s"),
    "bye": N_("bye for %(players)s"),
    "apart": N_("game or bye of %(players)s dissolved"),
    "rest": N_("%(players)s drawn"),
}
"""What was changed by hand before a round was published, as the log tells it."""


def changes_told(
    changes: Iterable[Mapping[str, Any]], name: Callable[[int], str], gettext: Callable[[str], str]
) -> str:
    """Return what was changed by hand; ``name`` is what the log calls a player."""
    return "; ".join(
        gettext(CHANGES[change["do"]])
        % {"players": ", ".join(map(name, change.get("players", ()))), "table": change.get("table", "")}
        for change in changes
        if change.get("do") in CHANGES
    )


PARTNERS = 6
"""How many partners for a change of places are offered with their price."""

NEAR = 24
"""How many are tried for that: those nearest in points and strength."""


def _partners(session: Session, draft: Draft) -> list[dict[str, Any]]:
    """Return with whom the chosen player changes places most cheaply, and what that costs."""
    chosen = draft.chosen
    if chosen is None or draft.unplaced:
        return []
    me = draft.now.field.by_number[chosen]
    meets = draft.now.round.game_of(chosen)
    own = {chosen} | ({meets.first, meets.second} if meets else set())
    others = [entrant for entrant in draft.now.field if entrant.number not in own]
    others.sort(key=lambda entrant: (abs(entrant.score - me.score), abs(entrant.index - me.index), entrant.index))
    made = [(exchanged(draft, chosen, entrant.number).now, entrant.number) for entrant in others[:NEAR]]
    made.sort(key=lambda each: (each[0].price, each[1]))
    return [
        {
            "player": player,
            "breaks": breaks_a_rule(now, dearer(now, draft.now)),
            "told": [each.text(session.gettext) for each in difference_told(now, dearer(now, draft.now))],
        }
        for now, player in made[:PARTNERS]
    ]


COMMANDS: Mapping[str, Command] = {
    "draw": draw,
    "discard": discard,
    "lock": lock,
    "choose": choose,
    "swap-draft-starts": swap_draft_starts,
    "seat": seat,
    "give-bye": give_bye,
    "take-apart": take_apart,
    "pair-rest": pair_rest,
    "step-back": step_back,
    "publish": publish,
    "rearrange": rearrange,
}
