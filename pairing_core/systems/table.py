"""The printed table of a tournament in which everyone meets everyone: its schedule, and who has which number in it.

What the arbiter chose stands in ``Settings.parameters``, under the keys below. Once round 1 is drawn the numbers stay:
they are those of :data:`TABLE` if it is there, else those of the lots that the first round was drawn with; of a
tournament that came from elsewhere they are read off the rounds that have been played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from pairing_core.errors import BadCycles, BadValue, NobodyToPair, TooManyPlayers, WishError
from pairing_core.model import ROUND_ROBIN, Bye, Game, PlayerNumber, Result, Round, RoundNumber, Tournament
from pairing_core.round_robin import MAX_CYCLES, MAX_PLAYERS, Schedule, Wish, construction, draw_numbers, places
from pairing_core.round_robin import schedule as schedule_of
from pairing_core.standings import STRIKE_OUT

CONSTRUCTION = "construction"
"""How the table is made: a key of :data:`pairing_core.round_robin.CONSTRUCTIONS`."""
CYCLES = "cycles"
"""How often everybody meets everybody; in every second cycle the other one starts."""
NUMBERS = "numbers"
"""Who has which number in the table: :data:`BY_LOT`, or :data:`BY_LIST` for the order of pairing numbers."""
SWAP = "swap-last-rounds"
""""no" leaves the last two rounds of a cycle in their order; see :func:`pairing_core.round_robin.schedule`."""
TABLE = "table"
"""The players by their numbers in the table, as pairing numbers with blanks between; counts from round 1 on."""

BY_LOT, BY_LIST = "lots", "list"

USUAL_TABLE: Mapping[str, str] = {
    CONSTRUCTION: "serpentine",
    CYCLES: "1",
    NUMBERS: BY_LOT,
    SWAP: "yes",
    STRIKE_OUT: "yes",
}
"""What holds where nothing is said."""


@dataclass(frozen=True)
class Table:
    """A schedule with its players: ``players[k - 1]`` has the number k in the table."""

    schedule: Schedule
    players: tuple[PlayerNumber, ...]

    @cached_property
    def numbers(self) -> Mapping[PlayerNumber, int]:
        """The numbers in the table by player."""
        return {player: number for number, player in enumerate(self.players, start=1)}

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.schedule.rounds)

    @property
    def cycle(self) -> int:
        """How many rounds a cycle has."""
        return self.schedule.places - 1

    def games(self, number: RoundNumber) -> list[Game]:
        """Return the games of a round, by table."""
        return [
            Game(game.table, self.players[game.first - 1], self.players[game.second - 1])
            for game in self.schedule.rounds[number - 1].games
        ]

    def rests(self, number: RoundNumber) -> PlayerNumber | None:
        """Return who has no game in a round; ``None`` if all have one."""
        bye = self.schedule.rounds[number - 1].bye
        return None if bye is None else self.players[bye - 1]

    def meetings(self, one: PlayerNumber, other: PlayerNumber) -> list[RoundNumber]:
        """Return the rounds in which two meet."""
        mine, theirs = self.numbers[one], self.numbers[other]
        return [
            round_.number
            for round_ in self.schedule.rounds
            if any({game.first, game.second} == {mine, theirs} for game in round_.games)
        ]

    def starts(self, player: PlayerNumber) -> tuple[int, int]:
        """Return how many games a player starts in the whole table, and how many there are."""
        own = self.numbers[player]
        sides = [
            game.first == own for round_ in self.schedule.rounds for game in round_.games if own in (game[1], game[2])
        ]
        return sum(sides), len(sides)


def members(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    """Return who stands in the table, by pairing number.

    Before round 1 these are all who have not withdrawn, also those who come later: their games are fixed as well. From
    then on they are those of the table kept, or of the first round.
    """
    if not tournament.rounds:
        players = tournament.players.values()
        return tuple(player.number for player in players if player.withdrawn_after != 0)
    kept = _kept(tournament)
    return tuple(sorted(kept)) if kept else _of_round_1(tournament)


def _of_round_1(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    first = tournament.rounds[0]
    return tuple(sorted({*first.byes, *(player for game in first.games for player in (game.first, game.second))}))


def _kept(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    """Return the players of the table that is kept in the settings; none if there is none or it cannot be."""
    listed = tournament.settings.parameters.get(TABLE, "").split()
    players = tuple(int(each) for each in listed if each.isascii() and each.isdecimal() and len(each) < 10)
    is_whole = len(players) == len(listed) == len(set(players)) and all(each in tournament.players for each in players)
    return players if is_whole else ()


def _told(tournament: Tournament, key: str) -> str:
    return tournament.settings.parameters.get(key, USUAL_TABLE[key])


def cycles(tournament: Tournament) -> int:
    """Return how often everybody meets everybody. Raises :class:`BadCycles`."""
    told = _told(tournament, CYCLES)
    if not (told.isascii() and told.isdecimal() and 1 <= int(told[:9]) <= MAX_CYCLES):
        raise BadCycles(found=told[:20], high=MAX_CYCLES)
    return int(told)


def number_of_rounds(tournament: Tournament) -> int:
    """Return how many rounds follow from the players and cycles; 1 as long as there is nobody to meet."""
    try:
        count = cycles(tournament)
    except BadCycles:
        count = 1
    return max(1, (places(len(members(tournament))) - 1) * count)


def table_of(tournament: Tournament, seed: str | None = None) -> Table:
    """Return the table, with the numbers of ``seed`` (by default that of the settings) as long as none is drawn.

    Raises :class:`NobodyToPair`, :class:`TooManyPlayers`, :class:`BadCycles`, :class:`BadValue`,
    :class:`UnknownConstruction`, and :class:`ConstructionLimit` for a number of players that the construction has no
    table for. Time O(players² · cycles), once for the same numbers.
    """
    players = members(tournament)
    if len(players) < 2:
        raise NobodyToPair(round=tournament.next_round, players=len(players))
    if len(players) > MAX_PLAYERS:
        raise TooManyPlayers(found=len(players), limit=MAX_PLAYERS)
    made = _schedule(
        len(players),
        construction(_told(tournament, CONSTRUCTION)).key,
        cycles(tournament),
        _told(tournament, SWAP) != "no",
    )
    if not tournament.rounds:
        return Table(made, _drawn(tournament, made, players, tournament.settings.seed if seed is None else seed))
    kept = _kept(tournament)
    if kept:
        return Table(made, kept)
    draw = tournament.rounds[0].draw
    if draw is not None and draw.system == ROUND_ROBIN:
        return Table(made, _drawn(tournament, made, players, draw.seed))
    return Table(made, _read_off(tournament, made, players))


@lru_cache(maxsize=8)
def _schedule(players: int, key: str, count: int, swaps: bool) -> Schedule:
    return schedule_of(players, key, count, swap_last_rounds=swaps and count > 1)


def _drawn(
    tournament: Tournament, made: Schedule, players: Sequence[PlayerNumber], seed: str
) -> tuple[PlayerNumber, ...]:
    how = _told(tournament, NUMBERS)
    if how not in (BY_LOT, BY_LIST):
        raise BadValue(what=NUMBERS, found=how[:60], wanted=f"{BY_LOT}, {BY_LIST}")
    return _by_number(players, draw_numbers(made, seed if how == BY_LOT else None))


def _by_number(players: Sequence[PlayerNumber], numbers: Sequence[int]) -> tuple[PlayerNumber, ...]:
    """Return the players in the order of their numbers in the table."""
    return tuple(player for _, player in sorted(zip(numbers, players, strict=True)))


def _read_off(tournament: Tournament, made: Schedule, players: Sequence[PlayerNumber]) -> tuple[PlayerNumber, ...]:
    """Return numbers with which the table gives the games of all rounds so far; the order of the list if none do."""
    place = {player: at for at, player in enumerate(players, start=1)}
    wishes = [
        Wish(place[game.first], place[game.second], round_.number)
        for round_ in tournament.rounds[: len(made.rounds)]
        for game in round_.games
        if game.first in place and game.second in place
    ]
    try:
        return _by_number(players, draw_numbers(made, None, wishes=wishes))
    except WishError:
        return tuple(players)


def round_of(tournament: Tournament, table: Table, number: RoundNumber) -> Round:
    """Return a round of the table, without its draw.

    A game whose player is absent stands and is lost by not coming; nobody is paired otherwise because of that, for the
    others have their games from the table. Who rests has a pairing-allocated
    bye, for this is who is left over in an odd field; it gives nothing, because everybody rests equally often.
    """
    games = [
        replace(game, result=result_of_absence(tournament, game, number))
        for game in _seated(tournament, table.games(number))
    ]
    rests = table.rests(number)
    return Round(number, tuple(games), {} if rests is None else {rests: Bye.PAIRING_ALLOCATED})


def may_meet_again(tournament: Tournament, number: RoundNumber, met: Sequence[RoundNumber]) -> bool:
    """Whether a round may have a game that other rounds have: one in each cycle."""
    cycle = places(len(members(tournament))) - 1
    return all((other - 1) // cycle != (number - 1) // cycle for other in met)


def is_absent(tournament: Tournament, player: PlayerNumber, number: RoundNumber) -> bool:
    """Whether a player is not there in a round: not yet, not any more, or excused for it."""
    known = tournament.players.get(player)
    return known is None or not known.is_in(number) or number in known.byes


_ABSENCE = {
    (True, False): Result.SECOND_WINS_BY_FORFEIT,
    (False, True): Result.FIRST_WINS_BY_FORFEIT,
    (True, True): Result.DOUBLE_FORFEIT,
}


def result_of_absence(tournament: Tournament, game: Game, number: RoundNumber) -> Result | None:
    """Return how a game ends because somebody does not come; ``None`` if both are there."""
    return _ABSENCE.get((is_absent(tournament, game.first, number), is_absent(tournament, game.second, number)))


def _seated(tournament: Tournament, games: Sequence[Game]) -> list[Game]:
    """Return the games at their tables; who has a table of his own plays there, the others keep their order."""
    own: dict[int, Game] = {}
    for game in games:
        for player in (game.first, game.second):
            table = tournament.players[player].table
            if table is not None and table not in own and game not in own.values():
                own[table] = game
    if not own:
        return list(games)
    free = iter(table for table in range(1, 2 * len(games) + 1) if table not in own)
    waiting = [Game(next(free), game.first, game.second) for game in games if game not in own.values()]
    seated = [Game(table, game.first, game.second) for table, game in own.items()]
    return sorted([*seated, *waiting], key=lambda game: game.table)
