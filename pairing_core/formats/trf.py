"""The Tournament Report File of chess (TRF16, TRF26): what pairing programs exchange and what is sent to FIDE.

Interpreted are the lines of players (:mod:`trf_lines`) and some records (:data:`trf_records.RECORDS`). Everything else
is kept: headers, comments, teams. The lines that are not players' stand in ``settings.fields["trf"]``, with the place
of each player marked; if any player's line is not as we would write it, the players have theirs in
``player.fields["trf"]``. When the file is written, a kept line is used as long as it says the same as the tournament.
So :func:`dump` gives the file that :func:`load` read, to the byte, and after a change only what has changed is new.

The format knows neither tables nor game totals. Games stand at the tables in the order in which pairings are published
(FIDE C.04.2: score of the better player, sum of both, number).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from pairing_core.errors import (
    ByeContradicts,
    ColorsClash,
    LosovnaError,
    NoPlayers,
    NumberRepeated,
    OpponentsDisagree,
    PlaysSelf,
    PointsDiffer,
    ResultsContradict,
    RoundsDiffer,
    UnknownOpponent,
)
from pairing_core.formats.trf_lines import (
    BYE_LETTERS,
    BYES,
    FIRST_ROUND,
    LETTERS,
    NUMBER,
    PLAYER,
    POINTS,
    RESULTS,
    ROUND_WIDTH,
    STANDING,
    Entry,
    Listed,
    Text,
    decimal,
    divided,
    entry_text,
    plain,
    player_line,
    room,
    static_of,
    static_text,
    whole,
)
from pairing_core.formats.trf_records import (
    RECORDS,
    Said,
    Where,
    belongs,
    check_players,
    first_gap,
    hard_groups,
    head_records,
    said_by,
    tail_records,
    version_of,
)
from pairing_core.model import (
    ROUND_ROBIN,
    Bye,
    Game,
    HalfPoints,
    Player,
    PlayerNumber,
    Round,
    RoundNumber,
    Scoring,
    Settings,
    Tournament,
    points_text,
)

# Matters that bear on the points in the lines of players.
_ON_POINTS = frozenset({"scoring", "acceleration", "byes"})


def load(text: str) -> Tournament:
    """Return the tournament of a TRF16 or TRF26 file.

    Every player's line is held against those of the opponents, the points against the results. Rounds at the end in
    which nobody is paired are byes requested for them. Nothing is guessed: a result of one player that contradicts the
    opponent's, a gap in the numbers (unless 062 says how many players there are), a shifted column are errors of the
    branch :class:`FormatError` (or :class:`EmptyName`) with their line. Time O(length of the text).
    """
    lines = divided(text.removeprefix("\ufeff"))
    by_number = _numbered(player_line(line) for line in lines if line.code == PLAYER)
    said = said_by(line for line in lines if line.code != PLAYER)
    check_players(said, by_number)
    played = _rounds_played(by_number.values())
    if said.rounds is not None and played > said.rounds:
        raise RoundsDiffer(line=said.rounds_line, said=said.rounds, found=played)
    planned = said.planned(played)
    rounds = _rounds(by_number, played, said)
    players = {number: _player(each, played, said) for number, each in by_number.items()}
    _check_points(by_number, players, rounds, said)
    tournament = Tournament(
        settings=Settings(
            name=said.name,
            rounds=planned,
            system=said.system or Settings().system,
            scoring=said.scoring,
            acceleration=said.acceleration,
            fields=_filled({"initial-color": said.color}),
        ),
        players=MappingProxyType(players),
        rounds=rounds,
        forbidden=said.forbidden(planned),
        keep_apart=said.kept_apart(planned),
    )
    return _with_kept(tournament, lines, by_number)


def dump(tournament: Tournament, version: int | None = None) -> str:
    """Return the tournament as a file of the version 16 or 26; ``None`` is that of the file it came from, or 26.

    Names are cut after 33 characters. Raises :class:`TooLargeForFormat` for numbers that have no room. What the format
    cannot say is left out: clubs, tables, game totals, soft wishes, how the rounds were drawn. Where a number is free,
    the number of players is written (062), so that it is no gap. Points and ranks of a
    changed tournament are new; players with equal points then rank by their numbers. A file that is new has the line
    ends that FIDE asks for (CR LF). Rounds drawn beyond those planned are planned ones in the file, which nobody would
    read otherwise.
    """
    if tournament.settings.rounds < len(tournament.rounds):
        tournament = replace(tournament, settings=replace(tournament.settings, rounds=len(tournament.rounds)))
    if tournament.settings.system == ROUND_ROBIN:
        # What a rest is worth there follows from the system; a reader of the file has to be told.
        scoring = replace(tournament.settings.scoring, pairing_allocated_bye=0)
        tournament = replace(tournament, settings=replace(tournament.settings, scoring=scoring))
    lines = _kept_lines(tournament)
    form = version or version_of(lines)
    said = said_by(line for line in lines if line.code != PLAYER)
    true = _still_true(tournament, said)
    kept = true if version is None else true - {RECORDS[code] for code in said.codes if not belongs(code, form)}
    written = _player_lines(tournament, said, kept, form, true >= _ON_POINTS)
    end = next((line.end for line in lines if line.end), "\r\n")
    out = [f"{record}{end}" for record in head_records(tournament, said, kept, form)]
    waiting = dict(written.lines)
    last_player = max((place for place, line in enumerate(lines) if line.code == PLAYER), default=len(lines) - 1)
    for place, line in enumerate(lines):
        if line.code == PLAYER:
            number = whole(line, NUMBER)
            if number in waiting:
                out.append(waiting.pop(number) + line.end)
        elif line.code not in RECORDS or RECORDS[line.code] in kept:
            out.append(line.raw)
        if place == last_player:
            out += [f"{text}{end}" for text in waiting.values()]
            waiting = {}
    out += [f"{text}{end}" for text in waiting.values()]
    out += [f"{record}{end}" for record in tail_records(tournament, said, kept, written.left, form)]
    # Only the last line of a file may lack its end.
    closed = [line if line.endswith(("\r", "\n")) else line + end for line in out[:-1]]
    return "".join([*closed, *out[-1:]])


# From the lines to the tournament


def _numbered(listed: Iterable[Listed]) -> dict[PlayerNumber, Listed]:
    """Return the lines by number, in its order."""
    by_number: dict[PlayerNumber, Listed] = {}
    for each in listed:
        number = each.static.number
        if number in by_number:
            raise NumberRepeated(line=each.line, player=number, first_line=by_number[number].line)
        by_number[number] = each
    if not by_number:
        raise NoPlayers
    return dict(sorted(by_number.items()))


def _rounds_played(listed: Iterable[Listed]) -> int:
    """Return the last round in which somebody is paired or has what only a drawn round gives."""
    return max(
        (
            number
            for each in listed
            for number, entry in enumerate(each.entries, start=1)
            if entry.opponent or entry.letter in ("U", "+")
        ),
        default=0,
    )


class _Column(NamedTuple):
    """What all players' lines say of one round."""

    number: RoundNumber
    entries: Mapping[PlayerNumber, Entry]
    lines: Mapping[PlayerNumber, int]

    def check_opponent(self, player: PlayerNumber) -> None:
        """Raise an error unless the opponent's line names the player in turn."""
        line, opponent = self.lines[player], self.entries[player].opponent
        if opponent == player:
            raise PlaysSelf(line=line, round=self.number, player=player)
        if opponent not in self.entries:
            raise UnknownOpponent(line=line, round=self.number, player=player, opponent=opponent)
        if self.entries[opponent].opponent != player:
            raise OpponentsDisagree(line=line, round=self.number, player=player, opponent=opponent)

    def game(self, player: PlayerNumber) -> Game:
        """Return the game of a player who has one; it has no table yet."""
        own = self.entries[player]
        opponent, other = own.opponent, self.entries[own.opponent]
        if own.color and own.color == other.color:
            raise ColorsClash(line=self.lines[player], round=self.number, player=player, opponent=opponent)
        # A forfeit is sometimes written without colors; then it does not matter who would have started.
        starts = own.color == "w" or (not own.color and other.color != "w")
        letters = (own.letter, other.letter) if starts else (other.letter, own.letter)
        if letters not in RESULTS:
            raise ResultsContradict(
                line=self.lines[player],
                round=self.number,
                player=player,
                result=own.letter,
                opponent=opponent,
                other=other.letter,
            )
        result, is_rated = RESULTS[letters]
        first, second = (player, opponent) if starts else (opponent, player)
        return Game(table=0, first=first, second=second, result=result, is_rated=is_rated)


def _rounds(by_number: Mapping[PlayerNumber, Listed], played: int, said: Said) -> tuple[Round, ...]:
    scores = dict.fromkeys(by_number, 0)
    lines = {player: each.line for player, each in by_number.items()}
    rounds = []
    for number in range(1, played + 1):
        entries = {
            player: each.entries[number - 1] if number <= len(each.entries) else Entry()
            for player, each in by_number.items()
        }
        column = _Column(number, entries, lines)
        paired = [player for player, entry in entries.items() if entry.opponent]
        for player in paired:
            column.check_opponent(player)
        games = sorted(
            (column.game(player) for player in paired if player < entries[player].opponent),
            key=lambda game: _place(game, scores),
        )
        tables = tuple(replace(game, table=table) for table, game in enumerate(games, start=1))
        rounds.append(Round(number, tables, MappingProxyType(_byes(column, said))))
        for player, points in _awarded(rounds[-1], said.scoring):
            scores[player] += points
    return tuple(rounds)


def _byes(column: _Column, said: Said) -> dict[PlayerNumber, Bye]:
    byes = {
        player: BYES[entry.letter] for player, entry in column.entries.items() if entry.letter and not entry.opponent
    }
    for (player, number), (bye, line) in said.byes.items():
        if number == column.number:
            if column.entries[player].opponent or byes.get(player, bye) is not bye:
                raise ByeContradicts(line=line, round=number, player=player)
            byes[player] = bye
    return dict(sorted(byes.items()))


def _place(game: Game, scores: Mapping[PlayerNumber, HalfPoints]) -> tuple[HalfPoints, HalfPoints, PlayerNumber]:
    """Return the key by which the pairings of a round are published."""
    one, other = scores[game.first], scores[game.second]
    better = game.first if (-one, game.first) < (-other, game.second) else game.second
    return -max(one, other), -(one + other), better


def _awarded(round_: Round, scoring: Scoring) -> Iterable[tuple[PlayerNumber, HalfPoints]]:
    for game in round_.games:
        if game.result is not None:
            first, second = game.result.sides
            yield game.first, scoring.of(first)
            yield game.second, scoring.of(second)
    for player, bye in round_.byes.items():
        yield player, scoring.of_bye(bye)


def _scores(players: Iterable[PlayerNumber], rounds: Iterable[Round], scoring: Scoring) -> dict[PlayerNumber, int]:
    scores = dict.fromkeys(players, 0)
    for round_ in rounds:
        for player, points in _awarded(round_, scoring):
            scores[player] += points
    return scores


def _player(listed: Listed, played: int, said: Said) -> Player:
    static = listed.static
    byes = {
        number: BYES[entry.letter]
        for number, entry in enumerate(listed.entries, start=1)
        if number > played and entry.letter
    }
    for (player, number), (bye, line) in said.byes.items():
        if player == static.number and number > played:
            if byes.get(number, bye) is not bye:
                raise ByeContradicts(line=line, round=number, player=player)
            byes[number] = bye
    if static.number in said.absent:
        byes.setdefault(played + 1, Bye.ZERO_POINT)
    return Player(
        number=static.number,
        name=static.name,
        rating=static.rating,
        country=static.country,
        byes=MappingProxyType(dict(sorted(byes.items()))),
        fields=_filled(
            {"sex": static.sex, "title": static.title, "fide-id": static.identifier, "birth-date": static.birth}
        ),
    )


def _filled(fields: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({key: text for key, text in fields.items() if text})


def _check_points(
    by_number: Mapping[PlayerNumber, Listed],
    players: Mapping[PlayerNumber, Player],
    rounds: Sequence[Round],
    said: Said,
) -> None:
    """Hold the points of each line against the results.

    Programs disagree whether the points count byes already requested and the fictitious points of the last round or the
    next; each is good. Points that were given for no game (record 299) cannot be checked.
    """
    if said.has_abnormal_points:
        return
    scores = _scores(by_number, rounds, said.scoring)
    following = len(rounds) + 1
    for number, each in by_number.items():
        if each.points == scores[number]:
            continue
        requested = [said.scoring.of_bye(bye) for bye in players[number].byes.values()]
        fictitious = [said.fictitious(number, round_number) for round_number in (following - 1, following)]
        good = {
            scores[number] + byes + more
            for byes in (0, sum(requested[:1]), sum(requested))
            for more in (0, *fictitious)
        }
        if each.points not in good:
            raise PointsDiffer(
                line=each.line,
                column=POINTS.start + 1,
                player=number,
                points=points_text(each.points),
                score=points_text(scores[number]),
            )


# What is kept of a file


def _with_kept(tournament: Tournament, lines: Sequence[Text], by_number: Mapping[PlayerNumber, Listed]) -> Tournament:
    """Return the tournament with the lines of its file: all but the players', and theirs if ours would differ."""
    layout = "".join(line.text[: NUMBER.stop] + line.end if line.code == PLAYER else line.raw for line in lines)
    fields = MappingProxyType({**tournament.settings.fields, "trf": layout})
    kept = replace(tournament, settings=replace(tournament.settings, fields=fields))
    said = said_by(line for line in lines if line.code != PLAYER)
    ours = _player_lines(kept, said, frozenset(RECORDS.values()), version_of(lines), True).lines
    if all(ours[number] == each.text for number, each in by_number.items()):
        return kept
    players = {
        number: replace(player, fields=MappingProxyType({**player.fields, "trf": by_number[number].text}))
        for number, player in kept.players.items()
    }
    return replace(kept, players=MappingProxyType(players))


def _kept_lines(tournament: Tournament) -> list[Text]:
    """Return the kept lines; none if somebody has changed them so that they cannot be read."""
    try:
        lines = divided(tournament.settings.fields.get("trf", ""))
        said_by(line for line in lines if line.code != PLAYER)
        for line in lines:
            if line.code == PLAYER:
                whole(line, NUMBER, low=1)
    except LosovnaError:
        return []
    return lines


def _kept_line(player: Player) -> Listed | None:
    """Return the kept line of a player; ``None`` if there is none, or none of this player that can be read."""
    lines = player.fields.get("trf", "")
    try:
        (line,) = divided(lines)
        listed = player_line(line)
    except (LosovnaError, ValueError):
        return None
    return listed if line.code == PLAYER and listed.static.number == player.number and not line.end else None


def _still_true(tournament: Tournament, said: Said) -> frozenset[str]:
    """Return the matters on which the kept records say what the tournament is."""
    settings = tournament.settings
    played = len(tournament.rounds)
    requested = _requested(tournament)
    byes = {where: bye for where, (bye, _) in said.byes.items()}
    byes.update(((player, played + 1), Bye.ZERO_POINT) for player in said.absent)
    true = {
        "name": said.name == plain(settings.name),
        "players": said.players == (len(tournament.players) if said.players or first_gap(tournament.players) else None),
        "rounds": said.planned(played) == settings.rounds,
        "color": said.color == settings.fields.get("initial-color", ""),
        "scoring": said.scoring == settings.scoring,
        "system": (said.system or Settings().system) == settings.system and said.acceleration == settings.acceleration,
        "acceleration": said.acceleration == settings.acceleration,
        "forbidden": said.forbidden(settings.rounds) == tournament.forbidden
        and said.kept_apart(settings.rounds) == hard_groups(tournament),
        "byes": all(_bye_at(tournament, requested, where) is bye for where, bye in byes.items()),
        "abnormal": True,
    }
    return frozenset(matter for matter, is_true in true.items() if is_true)


def _bye_at(tournament: Tournament, requested: Mapping[Where, Bye], where: Where) -> Bye | None:
    player, number = where
    if number > len(tournament.rounds):
        return requested.get(where)
    return tournament.rounds[number - 1].byes.get(player)


def _requested(tournament: Tournament) -> dict[Where, Bye]:
    """Return the byes of rounds to come; who is not in the next round has one without points there."""
    following = tournament.next_round
    byes = {}
    for number, player in tournament.players.items():
        byes.update({(number, round_number): bye for round_number, bye in player.byes.items()})
        if not player.is_in(following) and following <= tournament.settings.rounds:
            byes[number, following] = Bye.ZERO_POINT
    return {where: bye for where, bye in byes.items() if where[1] >= following}


# From the tournament to the lines


class _Written(NamedTuple):
    """The players' lines by number, and the requested byes that neither they nor kept records show."""

    lines: Mapping[PlayerNumber, str]
    left: Mapping[Where, Bye]


def _player_lines(
    tournament: Tournament, said: Said, kept: frozenset[str], version: int, points_hold: bool
) -> _Written:
    """Return the lines of all players; the records of the matters in ``kept`` stand beside them as they were.

    Points and ranks of kept lines hold if nothing has changed in the rounds, nor (``points_hold``) in the records that
    bear on them.
    """
    played = len(tournament.rounds)
    old = {number: listed for number, each in tournament.players.items() if (listed := _kept_line(each))}
    recorded = said.byes if "byes" in kept else {}
    absent = {(player, played + 1) for player in said.absent} if "byes" in kept else set()
    rows = _entries(tournament)
    left = {}
    for (player, number), bye in _requested(tournament).items():
        before = old[player].entries[number - 1 : number] if player in old else ()
        is_shown = any(BYES.get(entry.letter) is bye for entry in before)
        if (player, number) in recorded or (player, number) in absent:
            if not is_shown:
                continue
        elif not is_shown and (version != 16 or number != played + 1):
            left[player, number] = bye
            continue
        row = rows[player]
        row += [Entry()] * (number - len(row))
        row[number - 1] = Entry(letter=BYE_LETTERS[bye])
    scores = _scores(tournament.players, tournament.rounds, tournament.settings.scoring)
    order = sorted(scores, key=lambda player: (-scores[player], player))
    ranks = {player: rank for rank, player in enumerate(order, start=1)}
    # Points of rounds to come count when they stand in the line (JaVaFo's manual).
    for player, row in rows.items():
        of_bye = tournament.settings.scoring.of_bye
        scores[player] += sum(of_bye(BYES[entry.letter]) for entry in row[played:] if entry.letter)
    is_unchanged = (
        points_hold
        and len(old) == len(tournament.players)
        and all(_same_rounds(each, rows[number], recorded) for number, each in old.items())
    )
    lines = {}
    for number, each in tournament.players.items():
        standing = f"{room('points', decimal(scores[number]), 4)} {room('rank', str(ranks[number]), 4)}"
        head = static_text(static_of(each))
        if number in old:
            lines[number] = _again(old[number], each, head, None if is_unchanged else standing, rows[number], recorded)
        else:
            lines[number] = (head + standing + "".join(map(entry_text, rows[number]))).rstrip(" ")
    return _Written(lines, left)


def _again(
    old: Listed, player: Player, head: str, standing: str | None, row: Sequence[Entry], recorded: Mapping[Where, object]
) -> str:
    """Return a kept line again, those parts of it new that no longer say the same."""
    text = old.text.ljust(STANDING.stop)
    parts = [
        text[: STANDING.start] if old.static == static_of(player) else head,
        text[STANDING] if standing is None else standing,
    ]
    for place, entry in enumerate(row):
        start = FIRST_ROUND + place * ROUND_WIDTH - 2
        is_same = _same_entry(old, place, entry, recorded)
        parts.append(text[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH) if is_same else entry_text(entry))
    line = "".join(parts).rstrip(" ")
    return old.text if old.text.rstrip(" ") == line else line


def _same_rounds(old: Listed, row: Sequence[Entry], recorded: Mapping[Where, object]) -> bool:
    return all(
        _same_entry(old, place, row[place] if place < len(row) else Entry(), recorded)
        for place in range(max(len(row), len(old.entries)))
    )


def _same_entry(old: Listed, place: int, entry: Entry, recorded: Mapping[Where, object]) -> bool:
    """Whether the kept line says of a round what is to be said now; a record may say it instead."""
    before = old.entries[place] if place < len(old.entries) else Entry()
    if entry.opponent:
        return (before if before.color else before._replace(color=entry.color)) == entry
    if before == Entry() and entry.letter:
        return (old.static.number, place + 1) in recorded
    return not before.opponent and BYES.get(before.letter) is BYES.get(entry.letter)


def _entries(tournament: Tournament) -> dict[PlayerNumber, list[Entry]]:
    """Return for each player the entry of each round drawn."""
    rows = {player: [Entry()] * len(tournament.rounds) for player in tournament.players}
    for place, round_ in enumerate(tournament.rounds):
        for game in round_.games:
            first, second = game.result.sides if game.result else (None, None)
            for player, opponent, color, outcome in (
                (game.first, game.second, "w", first),
                (game.second, game.first, "b", second),
            ):
                letter = LETTERS[outcome][0 if game.is_rated else 1] if outcome else ""
                rows[player][place] = Entry(opponent, color, letter)
        for player, bye in round_.byes.items():
            rows[player][place] = Entry(letter=BYE_LETTERS[bye])
    return rows
