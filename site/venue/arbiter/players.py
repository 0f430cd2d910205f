"""The players: typed, pasted, opened, changed, gone and back, checked in, byes asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pairing_core.errors import N_, LosovnaError, UnknownPlayer
from pairing_core.formats.csv_players import NAME_LIMIT, Entry, tidied
from pairing_core.journal import Event, label, player_to_json
from pairing_core.model import KNOCKOUT, Bye, Player, Round, Tournament, points_label
from pairing_core.stages import View, total_scores, view
from pairing_core.standings import struck_out
from pairing_core.systems import is_fixed, settled, warnings

from ..tournament import alphabetical
from .knockouts import play_of
from .lists import DELIMITERS, ENCODINGS, KINDS, OWN, doubles, preview
from .parts import Command, Do, Made, Params, Screen, whole_number
from .tables import current, games_after, last_played, latecomer

if TYPE_CHECKING:
    from .session import Session

CHECKED = "checked-in"
"""Key of ``Player.fields``: ``yes`` if the player is here, ``no`` if not; nothing before anybody has looked."""

BYES = {
    Bye.HALF_POINT.value: N_("half a point"),
    Bye.ZERO_POINT.value: N_("no point"),
    Bye.FULL_POINT.value: N_("a whole point"),
}
"""What a player may ask for instead of a game."""

ABSENT = {
    "later": N_("They come later and join in round 2."),
    "zero": N_("They miss round 1 and get no point for it."),
    "half": N_("They miss round 1 and get half a point for it."),
    "gone": N_("They are taken off the list."),
}
"""What becomes of those who are not here when the check-in is closed."""

SORTS: Mapping[str, str] = {
    "number": N_("No."),
    "name": N_("Name"),
    "rating": N_("Rating"),
    "club": N_("Club"),
}


class NoName(LosovnaError):
    """Parameters: none."""

    code = "no-name"
    message = N_("Type a name.")
    field = "player"


class NameIsLong(LosovnaError):
    """Parameters: ``found``, ``limit``."""

    code = "name-is-long"
    message = N_("The name has %(found)s letters; at most %(limit)s are allowed.")
    field = "player"


class NoRating(LosovnaError):
    """Parameters: ``found``."""

    code = "no-rating"
    message = N_("“%(found)s” is no rating; a rating is a whole number, such as 1500.")
    field = "rating"


class NothingToTake(LosovnaError):
    """Parameters: none."""

    code = "nothing-to-take"
    message = N_("No player of this list is marked to be added.")
    field = "players"


def add_player(session: Session, do: Do) -> Iterable[Event]:
    """One player typed into the fields of the form."""
    name = _name(do)
    rating = _rating(do)
    texts = {key: _tidy(do.get(key, "")) for key in ("club", "country")}
    entry = Entry(name, None, rating or None, texts["club"], texts["country"])
    session.draft = None
    session.focus = "#new-player"
    stage, _ = session.stage_now
    if stage.settings.system == KNOCKOUT and stage.rounds:
        session.say(N_("Added: %(player)s. The bracket is drawn, so there is no place in it."), player=name)
    else:
        session.say(N_("Added: %(player)s."), player=name)
    return list(_added(session, [(entry, {})], do))


def preview_players(session: Session, do: Do) -> Iterable[Event]:
    """Look at a list that is pasted or opened; nothing of it is kept yet."""
    seen = preview(do, session.tournament.players.values())
    if not seen.lines:
        session.preview = None
        session.say(N_("There is no player in this list."))
        return ()
    session.preview = seen
    if "known" not in do:
        session.focus = "#add-list"
    session.say(
        N_("The list has %(lines)s lines; %(taken)s are to be added."), lines=len(seen.lines), taken=len(seen.taken)
    )
    return ()


def cancel_preview(session: Session, do: Do) -> Iterable[Event]:
    """Nothing of the list is kept."""
    session.preview = None
    session.focus = "#new-players"
    session.say(N_("Nothing of the list was kept."))
    return ()


def add_players(session: Session, do: Do) -> Iterable[Event]:
    """A list, as its preview shows it; who comes after round 1 joins in the next round, or in the one that is given."""
    seen = preview(do, session.tournament.players.values())
    taken = [(line.entry, line.fields) for line in seen.taken if line.entry]
    if not taken:
        raise NothingToTake
    session.preview = session.draft = None
    session.focus = "#new-player"
    left = [str(line.number + 1) for line in seen.lines if not line.is_taken]
    if left:
        session.say(
            N_("Players added: %(count)s. Rows left out: %(rows)s."), count=len(taken), rows=", ".join(left[:20])
        )
    else:
        session.say(N_("Players added: %(count)s."), count=len(taken))
    return list(_added(session, taken, do))


def _added(session: Session, taken: Iterable[tuple[Entry, Mapping[str, str]]], do: Do) -> Iterable[Event]:
    """Who comes late has nothing for the rounds before, or half a point for each.

    Where all games are fixed, the first who comes late may have a free place.
    """
    tournament = session.tournament
    if is_fixed(tournament) and tournament.rounds and not tournament.stages:
        return _added_to_a_table(session, taken, do)
    return _added_to_a_list(tournament, taken, do)


def _added_to_a_table(session: Session, taken: Iterable[tuple[Entry, Mapping[str, str]]], do: Do) -> Iterable[Event]:
    number = max(session.tournament.players, default=0)
    for entry, fields in taken:
        number += 1
        player = Player(number, entry.name, entry.rating, entry.club, entry.country, fields=dict(fields))
        if number == max(session.tournament.players, default=0) + 1:
            yield from latecomer(session, player, plays_later=do.get("missed") != "lost")
        else:
            yield {"event": "player_added", "player": player_to_json(player)}


def _added_to_a_list(
    tournament: Tournament, taken: Iterable[tuple[Entry, Mapping[str, str]]], do: Do
) -> Iterable[Event]:
    joins = max(1, whole_number(do, "joins", tournament.next_round if tournament.rounds else 1))
    number = max(tournament.players, default=0)
    for entry, fields in taken:
        number += 1
        player = Player(
            number, entry.name, entry.rating, entry.club, entry.country, joins_in=joins, fields=dict(fields)
        )
        yield from _joining(tournament, player, do.get("missed") == "half")


def _joining(tournament: Tournament, player: Player, with_half: bool) -> Iterable[Event]:
    missed = range(1, player.joins_in)
    if with_half:
        player = replace(player, joins_in=1, byes=dict.fromkeys(missed, Bye.HALF_POINT))
    yield {"event": "player_added", "player": player_to_json(player)}
    if with_half:
        for number in missed:
            if number < tournament.next_round:
                yield {
                    "event": "bye_given",
                    "round": number,
                    "number": player.number,
                    "bye": Bye.HALF_POINT.value,
                }


def change_player(session: Session, do: Do) -> Iterable[Event]:
    """Name, rating, club, country, fixed table and own fields of a player."""
    number = whole_number(do, "number")
    player = _player(session, number)
    changes: dict[str, Any] = {key: _tidy(do[key]) for key in ("club", "country") if key in do}
    if "player" in do:
        changes["name"] = _name(do)
    if "rating" in do:
        changes["rating"] = _rating(do)
    if "table" in do:
        changes["table"] = whole_number(do, "table") if str(do["table"]).strip() else None
    told = {key: _tidy(do[f"own-{key}"]) for key in own_fields(session.tournament) if f"own-{key}" in do}
    if _tidy(do.get("new-field", "")):
        told[_tidy(do["new-field"])] = _tidy(do.get("new-value", ""))
    if told:
        changes["fields"] = {key: text for key, text in {**player.fields, **told}.items() if text}
    changes = {key: value for key, value in changes.items() if getattr(player, key) != value}
    session.go = {"name": "players", "sort": do.get("sort", "")}
    session.focus = f"#change-{number}"
    if not changes:
        session.say(N_("Nothing has changed."))
        return []
    session.draft = None
    session.say(N_("Changed: %(player)s."), player=changes.get("name", player.name))
    return [{"event": "player_changed", "number": number, "changes": changes}]


def own_fields(tournament: Tournament) -> list[str]:
    """Return what the tournament holds of its players beside what every one has, in the order of its first use."""
    keys = (key for player in tournament.players.values() for key in player.fields if key != CHECKED)
    return list(dict.fromkeys(keys))


def remove_player(session: Session, do: Do) -> Iterable[Event]:
    """A player who has not been drawn yet is taken off the list; who has been, withdraws after the last round drawn."""
    number = whole_number(do, "number")
    tournament = session.tournament
    session.draft = None
    who = label(tournament, number)
    if _was_drawn(tournament, number):
        stage, offset = session.stage_now
        after = last_played(stage, number) + offset if is_fixed(stage) else len(tournament.rounds)
        event = {"event": "player_withdrawn", "number": number, "after": after}
        message = N_("%(player)s plays no more after round %(round)s; the games so far stay.")
        if not offset and number in struck_out(session.after([event])):
            message = N_(
                "%(player)s plays no more after round %(round)s, before half of the games: the results stay in the "
                "table and are struck out of the standings."
            )
        elif is_fixed(stage):
            message = N_(
                "%(player)s plays no more after round %(round)s; the games to come are lost without being played."
            )
        session.say(message, player=who, round=after)
        yield from _with_games(session, event, after + 1)
    else:
        session.say(N_("Gone: %(player)s."), player=who)
        yield {"event": "player_removed", "number": number}


def return_player(session: Session, do: Do) -> Iterable[Event]:
    """A player who had withdrawn is back from the next round on; the rounds missed are byes without points.

    Where all games are fixed, those that others still have to play in the same round are to be played after all.
    """
    session.draft = None
    number = whole_number(do, "number")
    tournament = session.tournament
    stage, offset = session.stage_now
    back = current(stage) + offset if is_fixed(stage) else tournament.next_round
    session.say(
        N_("%(player)s is back in round %(round)s; the rounds missed give no points."),
        player=label(tournament, number),
        round=back,
    )
    yield from _with_games(session, {"event": "player_returned", "number": number, "in": back}, back)


def request_bye(session: Session, do: Do) -> Iterable[Event]:
    """No game in the next round (or in the one named), for half a point, a whole one or none; empty takes it back."""
    tournament = session.tournament
    round_number = whole_number(do, "round", tournament.next_round)
    number = whole_number(do, "number")
    session.draft = None
    who = label(session.tournament, number)
    if do.get("bye"):
        session.say(N_("%(player)s does not play in round %(round)s."), player=who, round=round_number)
        event = {"event": "bye_requested", "number": number, "round": round_number, "bye": str(do["bye"])}
    else:
        session.say(N_("%(player)s plays in round %(round)s after all."), player=who, round=round_number)
        event = {"event": "bye_taken_back", "number": number, "round": round_number}
    yield from _with_games(session, event, round_number, round_number)


def _with_games(session: Session, event: Event, first: int, last: int | None = None) -> Iterable[Event]:
    """Yield an event on who is there, and where all games are fixed what becomes of the player's published ones."""
    yield event
    stage, _ = session.stage_now
    if is_fixed(stage) and event["number"] in stage.players:
        whole = session.journal.append(event).tournament
        seen = view(whole, session.view.number)
        games = games_after(settled(seen.tournament), event["number"], _rounds_from(seen, first, last))
        yield from map(seen.whole_event, games)


def _rounds_from(seen: View, first: int, last: int | None) -> tuple[Round, ...]:
    """Return the stage's rounds from one of the whole on, to another one."""
    start = max(0, first - 1 - seen.offset)
    return seen.tournament.rounds[start : None if last is None else max(start, last - seen.offset)]


def check_in(session: Session, do: Do) -> Iterable[Event]:
    """A player is here (``yes``) or not (``no``); without a number, all whom nobody has marked are here."""
    tournament = session.tournament
    here = "no" if do.get("here") == "no" else "yes"
    session.draft = None
    if "number" in do:
        players = [_player(session, whole_number(do, "number"))]
    else:
        players = [player for player in tournament.players.values() if CHECKED not in player.fields]
    return [_marked(player, here) for player in players]


def _marked(player: Player, here: str) -> Event:
    return {
        "event": "player_changed",
        "number": player.number,
        "changes": {"fields": {**player.fields, CHECKED: here}},
    }


def close_check_in(session: Session, do: Do) -> Iterable[Event]:
    """Say what becomes of those who are not here before round 1 is drawn."""
    missing = not_here(session.tournament)
    how = str(do.get("absent", "later"))
    session.draft = None
    session.say(N_("The check-in is closed; not here: %(count)s."), count=len(missing))
    events: list[Event] = []
    for player in missing:
        marked = _marked(player, "no")
        if how == "later":
            marked = {**marked, "changes": {**marked["changes"], "joins_in": 2}}
        if how == "gone":
            events.append({"event": "player_removed", "number": player.number})
            continue
        events.append(marked)
        if how in ("zero", "half"):
            bye = Bye.ZERO_POINT if how == "zero" else Bye.HALF_POINT
            events.append({"event": "bye_requested", "number": player.number, "round": 1, "bye": bye.value})
    return events


def not_here(tournament: Tournament) -> list[Player]:
    """Return who would be paired in round 1 and is not marked as here; nobody if there is no check-in."""
    players = tournament.players.values()
    if tournament.rounds or not any(CHECKED in player.fields for player in players):
        return []
    return [player for player in players if player.is_in(1) and 1 not in player.byes and not is_here(player)]


def is_here(player: Player) -> bool:
    """Tell whether the player has been checked in."""
    return player.fields.get(CHECKED) == "yes"


def _player(session: Session, number: int) -> Player:
    if number not in session.tournament.players:
        raise UnknownPlayer(player=number)
    return session.tournament.players[number]


def _name(do: Do) -> str:
    name = _tidy(do.get("player", ""))
    if not name:
        raise NoName
    if len(name) > NAME_LIMIT:
        raise NameIsLong(found=len(name), limit=NAME_LIMIT)
    return name


def _rating(do: Do) -> int | None:
    """Return the rating that was typed, also "2 100", and ``None`` for none. Raises :class:`NoRating`."""
    typed = "".join(str(do.get("rating", "")).split())
    if typed and not (typed.isdecimal() and len(typed) <= 9):
        raise NoRating(found=typed[:20])
    return int(typed) if typed else None


def _tidy(text: object) -> str:
    return tidied(str(text))


def _was_drawn(tournament: Tournament, number: int) -> bool:
    return any(round_.game_of(number) or number in round_.byes for round_ in tournament.rounds)


def sorted_players(tournament: Tournament, sort: str, lang: str) -> list[Player]:
    """Return the players by number, name, rating or club, names and clubs in the order of the language."""
    keys: Mapping[str, Callable[[Player], Any]] = {
        "name": lambda player: (alphabetical(player.name, lang), player.number),
        "rating": lambda player: (player.rating is None, -(player.rating or 0), player.number),
        "club": lambda player: (not player.club, alphabetical(player.club, lang), player.number),
    }
    return sorted(tournament.players.values(), key=keys.get(sort, lambda player: player.number))


def state_of(
    player: Player, tournament: Tournament, gettext: Callable[[str], str], placed: Set[int] | None = None
) -> list[str]:
    """Return what is out of the ordinary with a player, each a sentence or two words.

    ``placed`` are those who have a place in a bracket that is drawn.
    """
    told = []
    if player.withdrawn_after is not None:
        told.append(gettext(N_("plays no more after round %(round)s")) % {"round": player.withdrawn_after})
    if player.joins_in > 1 and placed is not None and player.number not in placed:
        told.append(gettext(N_("Not in the bracket")))
    elif player.joins_in > 1:
        told.append(gettext(N_("joins in round %(round)s")) % {"round": player.joins_in})
    for number, bye in player.byes.items():
        points = points_label(tournament.settings.of_bye(bye))
        told.append(gettext(N_("round %(round)s: no game, %(points)s")) % {"round": number, "points": points})
    if player.table is not None:
        told.append(gettext(N_("always at table %(table)s")) % {"table": player.table})
    if not tournament.rounds and player.fields.get(CHECKED) == "no":
        told.append(gettext(N_("not here")))
    return told


def players(session: Session, screen: Params) -> Made:
    """The list of players, one of them open to be changed, and the ways to add some."""
    tournament = session.tournament
    stage, offset = session.stage_now
    sort = str(screen.get("sort") or "number")
    sort = sort if sort in SORTS else "number"
    chosen = _chosen(tournament, screen)
    if chosen and session.opened != chosen.number:
        session.focus = "#edit-player"
    session.opened = chosen.number if chosen else None
    listing = sorted_players(tournament, sort, session.lang)
    play = play_of(stage) if stage.rounds else None
    early = {player.number for player in listing if player.joins_in <= offset}
    placed = None if play is None else early.union(play.seeding)
    context = {
        "players": listing,
        "scores": total_scores(session.journal.tournament),
        "states": {player.number: state_of(player, tournament, session.gettext, placed) for player in listing},
        "doubles": doubles(listing),
        "next_round": tournament.next_round,
        "first_absence": current(stage) + offset if is_fixed(stage) else tournament.next_round,
        "sort": sort,
        "sorts": SORTS,
        "chosen": chosen,
        "own_fields": own_fields(tournament),
        "byes": {Bye.ZERO_POINT.value: BYES[Bye.ZERO_POINT.value]} if is_fixed(stage) else BYES,
        "is_fixed": is_fixed(stage),
        "is_knockout": stage.settings.system == KNOCKOUT,
        "outside": [each.text(session.gettext) for each in warnings(stage)] if is_fixed(stage) else [],
        "points_used": _points_used(chosen) if chosen else 0,
        "missing": not_here(tournament),
        "preview": session.preview,
        "encodings": ENCODINGS,
        "delimiters": {key: name for key, (_, name) in DELIMITERS.items()},
        "kinds": KINDS,
        "own_kind": OWN,
    }
    params: dict[str, Any] = {"name": "players"}
    if sort != "number":
        params["sort"] = sort
    if chosen:
        params["player"] = chosen.number
    return Made(N_("Players"), context, params)


def _chosen(tournament: Tournament, screen: Params) -> Player | None:
    wanted = str(screen.get("player") or "")
    return tournament.players.get(int(wanted)) if wanted.isdecimal() else None


def _points_used(player: Player) -> int:
    return sum(bye in (Bye.HALF_POINT, Bye.FULL_POINT) for bye in player.byes.values())


def check_in_list(session: Session, screen: Params) -> Made:
    """Who is here before round 1, by name."""
    tournament = session.tournament
    listing = sorted_players(tournament, "name", session.lang)
    context = {
        "players": listing,
        "states": {player.number: state_of(player, tournament, session.gettext) for player in listing},
        "marks": {player.number: player.fields.get(CHECKED, "") for player in listing},
        "present": sum(is_here(player) for player in listing),
        "missing": not_here(tournament),
        "absent": ABSENT,
    }
    return Made(N_("Check-in"), context, {"name": "check-in"})


COMMANDS: Mapping[str, Command] = {
    "add-player": add_player,
    "preview-players": preview_players,
    "cancel-preview": cancel_preview,
    "add-players": add_players,
    "change-player": change_player,
    "remove-player": remove_player,
    "return-player": return_player,
    "request-bye": request_bye,
    "check-in": check_in,
    "close-check-in": close_check_in,
}

SCREENS: Mapping[str, Screen] = {"players": players, "check-in": check_in_list}
