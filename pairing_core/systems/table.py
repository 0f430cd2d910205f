"""The printed table of a tournament in which everyone meets everyone: its schedule, and who has which number in it.

What the arbiter chose stands in ``Settings.parameters``, under the keys below. Once round 1 is drawn the numbers stay:
they are those of :data:`TABLE` if it is there, else those of the lots that the first round was drawn with; of a
tournament that came from elsewhere they are read off the rounds that have been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile

from pairing_core.errors import (
    BadCycles,
    BadValue,
    LosovnaError,
    NobodyToPair,
    TooManyPlayers,
    UnknownPlayerInWish,
    WishError,
)
from pairing_core.knockout.settings import entrants
from pairing_core.model import (
    ROUND_ROBIN,
    Bye,
    Game,
    PlayerNumber,
    Result,
    Round,
    RoundNumber,
    Tournament,
    are_players,
    numbers_listed,
    of_round_1,
    pair_of,
)
from pairing_core.round_robin import (
    MAX_CYCLES,
    MAX_PLAYERS,
    Schedule,
    Wish,
    construction,
    draw_numbers,
    parse_wish,
    places,
)
from pairing_core.round_robin import schedule as schedule_of
from pairing_core.standings import STRIKE_OUT, TABLE_CYCLES, carried_rounds
from pairing_core.systems.left import left_over

CONSTRUCTION = "construction"
"""How the table is made: a key of :data:`pairing_core.round_robin.CONSTRUCTIONS`."""
CYCLES = TABLE_CYCLES
"""How often everybody meets everybody; in every second cycle the other one starts."""
NUMBERS = "numbers"
"""Who has which number in the table: :data:`BY_LOT`, or :data:`BY_LIST` for the order of pairing numbers."""
SWAP = "swap-last-rounds"
""""no" leaves the last two rounds of a cycle in their order; see :func:`pairing_core.round_robin.schedule`."""
TABLE = "table"
"""The players by their numbers in the table, as pairing numbers with blanks between; counts from round 1 on."""

LATE = "late"
"""The pairing number of the one who came after the first round and took the free place of an odd field."""
WISHES = "wishes"
"""Who meets in which round, by pairing number: ``1,4:last; 2,3:1``."""
CLUBS = "clubs-first"
""""yes" lets players of one club meet as early as can be."""

MANY = 60
"""With more players than this clubmates are not brought together as early as can be, only earlier."""

BY_LOT, BY_LIST = "lots", "list"

USUAL_TABLE: Mapping[str, str] = {
    CONSTRUCTION: "serpentine",
    CYCLES: "1",
    NUMBERS: BY_LOT,
    SWAP: "yes",
    STRIKE_OUT: "yes",
    WISHES: "",
    CLUBS: "no",
}
"""What holds where nothing is said."""


@dataclass(frozen=True)
class Table:
    """A schedule with its players: ``players[k - 1]`` has the number k in the table.

    ``late`` came after the first round and took the free place of an odd field: that player meets in each round the one
    who would rest. The first ``carried`` rounds were played in a stage before; the table has none of their games.
    """

    schedule: Schedule
    players: tuple[PlayerNumber, ...]
    late: PlayerNumber | None = None
    carried: RoundNumber = 0

    @cached_property
    def numbers(self) -> Mapping[PlayerNumber, int]:
        """The numbers in the table by player."""
        everybody = self.players if self.late is None else (*self.players, self.late)
        return {player: number for number, player in enumerate(everybody, start=1)}

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.schedule.rounds)

    def games(self, number: RoundNumber) -> list[Game]:
        """Return the games of a round, by table."""
        return list(self._games[number - 1])

    @cached_property
    def _games(self) -> tuple[tuple[Game, ...], ...]:
        return tuple(
            (
                *(Game(table, self.players[one - 1], self.players[other - 1]) for table, one, other in round_.games),
                *self._game_of_late(round_.number, round_.bye, len(round_.games) + 1),
            )
            for round_ in self.schedule.rounds
        )

    def _game_of_late(self, number: RoundNumber, resting: int | None, table: int) -> tuple[Game, ...]:
        """Return the game in the free place: the late one starts against odd numbers, in the next cycle even ones."""
        if self.late is None or resting is None:
            return ()
        other = self.players[resting - 1]
        cycle = (number - 1) // (self.schedule.places - 1)
        starts = (resting + cycle) % 2 == 1
        return (Game(table, self.late, other) if starts else Game(table, other, self.late),)

    def rests(self, number: RoundNumber) -> PlayerNumber | None:
        """Return who has no game in a round; ``None`` if all have one."""
        bye = self.schedule.rounds[number - 1].bye
        return None if bye is None or self.late is not None else self.players[bye - 1]

    def resting(self, number: RoundNumber) -> tuple[PlayerNumber, ...]:
        """Return all who have no game in a round; in a table of what is left these may be several."""
        if not self.carried:
            rests = self.rests(number)
            return () if rests is None else (rests,)
        busy = {player for game in self._games[number - 1] for player in (game.first, game.second)}
        return tuple(sorted(set(self.players) - busy))

    def meetings(self, one: PlayerNumber, other: PlayerNumber) -> list[RoundNumber]:
        """Return the rounds in which two meet."""
        return self._meetings.get(pair_of(one, other), [])

    @cached_property
    def _meetings(self) -> Mapping[tuple[PlayerNumber, PlayerNumber], list[RoundNumber]]:
        found: dict[tuple[PlayerNumber, PlayerNumber], list[RoundNumber]] = {}
        for number, games in enumerate(self._games, start=1):
            for game in games:
                found.setdefault(pair_of(game.first, game.second), []).append(number)
        return found

    def starts(self, player: PlayerNumber) -> tuple[int, int]:
        """Return how many games a player starts in the whole table, and how many there are."""
        return self._starts[player], self._starts[player] + self._answers[player]

    @cached_property
    def _starts(self) -> Counter[PlayerNumber]:
        return Counter(game.first for games in self._games for game in games)

    @cached_property
    def _answers(self) -> Counter[PlayerNumber]:
        return Counter(game.second for games in self._games for game in games)


def members(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    """Return who stands in the table, by pairing number.

    Before round 1 these are all who have not withdrawn, also those who come later: their games are fixed as well. From
    then on they are those of the table kept, or of the first round.
    """
    if carried := rounds_before(tournament):
        return _going_on(tournament, carried)
    if not tournament.rounds:
        players = tournament.players.values()
        return tuple(player.number for player in players if player.withdrawn_after != 0)
    kept = _kept(tournament)
    if not kept:
        return tuple(sorted(of_round_1(tournament)))
    late = _late(tournament, kept)
    return tuple(sorted(kept if late is None else (*kept, late)))


def rounds_before(tournament: Tournament) -> RoundNumber:
    """Return how many rounds at the beginning are not of the table: those carried from a stage before, or drawn by
    another system, from which the tournament was changed.
    """
    carried = carried_rounds(tournament)
    if carried or tournament.settings.system != ROUND_ROBIN or _kept(tournament):
        return carried
    others = tuple(takewhile(lambda round_: not round_.draw or round_.draw.system != ROUND_ROBIN, tournament.rounds))
    if others and not any(round_.draw for round_ in others) and _are_of_a_table(tournament):
        return 0
    return len(others)


def _are_of_a_table(tournament: Tournament) -> bool:
    """Whether the rounds of a tournament from elsewhere can be those of the table."""
    players = tuple(sorted(of_round_1(tournament)))
    try:
        return _read_off(tournament, _made(tournament, len(players)), players) is not None
    except LosovnaError:
        # What keeps the table from being made is said where it is asked for.
        return True


def _going_on(tournament: Tournament, carried: RoundNumber) -> tuple[PlayerNumber, ...]:
    """Return the players of a table that goes on from rounds before it; once it is drawn, those who were drawn."""
    inside = sorted(entrants(tournament) if carried_rounds(tournament) else tournament.players)
    if len(tournament.rounds) > carried:
        own = tournament.rounds[carried:]
        drawn = {player for each in own for game in each.games for player in (game.first, game.second)}
        drawn.update(*(each.byes for each in own))
        return tuple(player for player in inside if player in drawn)
    there = (tournament.players[player] for player in inside)
    return tuple(player.number for player in there if player.withdrawn_after is None)


def _kept(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    """Return the players of the table that is kept in the settings; none if there is none or it cannot be."""
    kept = numbers_listed(tournament, TABLE)
    return kept[0] if len(kept) == 1 and are_players(tournament, kept[0]) else ()


def _late(tournament: Tournament, kept: Sequence[PlayerNumber]) -> PlayerNumber | None:
    """Return who took the free place of an odd field; ``None`` if nobody did."""
    told = tournament.settings.parameters.get(LATE, "")
    number = int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else 0
    return number if number in tournament.players and number not in kept and len(kept) % 2 else None


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
    if rounds_before(tournament) and len(members(tournament)) > 1:
        return max(1, _left(tournament, count, None).rounds)
    return max(1, (places(len(members(tournament))) - 1) * count)


def table_of(tournament: Tournament, seed: str | None = None) -> Table:
    """Return the table, with the numbers of ``seed`` (by default that of the settings) as long as none is drawn.

    Raises :class:`NobodyToPair`, :class:`TooManyPlayers`, :class:`BadCycles`, :class:`BadValue`,
    :class:`UnknownConstruction`, and :class:`ConstructionLimit` for a number of players that the construction has no
    table for. Time O(players² · cycles), once for the same numbers.
    """
    carried = rounds_before(tournament)
    kept = _kept(tournament) if tournament.rounds and not carried else ()
    players = kept or members(tournament)
    if len(players) < 2:
        raise NobodyToPair(round=tournament.next_round, players=len(players))
    if len(players) > MAX_PLAYERS:
        raise TooManyPlayers(found=len(players), limit=MAX_PLAYERS)
    if carried:
        return _left(tournament, cycles(tournament), seed)
    made = _made(tournament, len(players))
    if kept:
        return Table(made, kept, _late(tournament, kept))
    if not tournament.rounds:
        return Table(made, _drawn(tournament, made, players, tournament.settings.seed if seed is None else seed))
    draw = tournament.rounds[0].draw
    if draw is not None and draw.system == ROUND_ROBIN:
        return Table(made, _drawn(tournament, made, players, draw.seed))
    return Table(made, _read_off(tournament, made, players) or players)


def _left(tournament: Tournament, count: int, seed: str | None) -> Table:
    """Return the table of the games that are left of those of the rounds before."""
    carried, players = rounds_before(tournament), members(tournament)
    seed = tournament.settings.seed if seed is None else seed
    own = tournament.rounds[carried].draw if len(tournament.rounds) > carried else None
    if own is not None and own.system == ROUND_ROBIN:
        seed = own.seed
    place = {player: at for at, player in enumerate(players, start=1)}
    played = [
        (place[game.first], place[game.second])
        for round_ in tournament.rounds[:carried]
        for game in round_.games
        if game.first in place and game.second in place
    ]
    return Table(left_over(len(players), played, count, carried, seed), players, carried=carried)


def _made(tournament: Tournament, players: int) -> Schedule:
    key = construction(_told(tournament, CONSTRUCTION)).key
    return _schedule(players, key, cycles(tournament), _told(tournament, SWAP) != "no")


@lru_cache(maxsize=8)
def _schedule(players: int, key: str, count: int, swaps: bool) -> Schedule:
    return schedule_of(players, key, count, swap_last_rounds=swaps and count > 1)


def _drawn(
    tournament: Tournament, made: Schedule, players: Sequence[PlayerNumber], seed: str
) -> tuple[PlayerNumber, ...]:
    how = _told(tournament, NUMBERS)
    if how not in (BY_LOT, BY_LIST):
        raise BadValue(what=NUMBERS, found=how[:60], wanted=f"{BY_LOT}, {BY_LIST}")
    wishes = _wishes(tournament, made, players)
    names = [tournament.players[player].name for player in players]
    numbers = draw_numbers(made, seed if how == BY_LOT else None, wishes=wishes, names=names)
    if _told(tournament, CLUBS) == "yes":
        bound = frozenset(entrant - 1 for wish in wishes for entrant in (wish.a, wish.b))
        clubs = tuple(tournament.players[player].club for player in players)
        numbers = _with_clubs_early(made, numbers, clubs, bound)
    return _by_number(players, numbers)


def _wishes(tournament: Tournament, made: Schedule, players: Sequence[PlayerNumber]) -> list[Wish]:
    """Return who is to meet in which round, by place in the list.

    Raises :class:`BadWish`, :class:`UnknownPlayerInWish`, :class:`WishRoundOutOfRange` or :class:`WishWithOnePlayer`.
    """
    place = {player: at for at, player in enumerate(players, start=1)}
    wishes = []
    for text in filter(str.strip, _told(tournament, WISHES).split(";")):
        a, b, number = parse_wish(text, len(made.rounds))
        for player in (a, b):
            if player not in place:
                raise UnknownPlayerInWish(player=player, wish=text.strip())
        wishes.append(Wish(place[a], place[b], number))
    return wishes


@lru_cache(maxsize=8)
def _with_clubs_early(
    made: Schedule, numbers: tuple[int, ...], clubs: tuple[str, ...], bound: Set[int]
) -> tuple[int, ...]:
    """Exchange numbers as long as that makes players of one club meet earlier, taken all together.

    Entrants who are ``bound`` by wishes keep theirs. Time O(players² · largest club) a pass, of which few are needed;
    with more than :data:`MANY` players one is made, which brings most of it.
    """
    when = {}
    for round_ in reversed(made.rounds):
        for _, one, other in round_.games:
            when[one, other] = when[other, one] = round_.number
    mates = [
        [other for other, name in enumerate(clubs) if name and name == club and other != at]
        for at, club in enumerate(clubs)
    ]

    now = list(numbers)

    def cost(entrant: int) -> int:
        return sum(when[now[entrant], now[other]] for other in mates[entrant])

    free = [entrant for entrant in range(len(numbers)) if entrant not in bound]
    passes = 0
    is_better = True
    while is_better and (passes < 1 or len(numbers) <= MANY):
        is_better = False
        passes += 1
        for at, one in enumerate(free):
            for other in free[:at]:
                if clubs[one] == clubs[other] or not (mates[one] or mates[other]):
                    continue
                before = cost(one) + cost(other)
                now[one], now[other] = now[other], now[one]
                if cost(one) + cost(other) < before:
                    is_better = True
                else:
                    now[one], now[other] = now[other], now[one]
    return tuple(now)


def _by_number(players: Sequence[PlayerNumber], numbers: Sequence[int]) -> tuple[PlayerNumber, ...]:
    """Return the players in the order of their numbers in the table."""
    return tuple(player for _, player in sorted(zip(numbers, players, strict=True)))


def _read_off(
    tournament: Tournament, made: Schedule, players: Sequence[PlayerNumber]
) -> tuple[PlayerNumber, ...] | None:
    """Return numbers with which the table gives the games of all rounds so far; ``None`` if none do."""
    place = {player: at for at, player in enumerate(players, start=1)}
    wishes = tuple(
        Wish(place[game.first], place[game.second], round_.number)
        for round_ in tournament.rounds[: len(made.rounds)]
        for game in round_.games
        if game.first in place and game.second in place
    )
    numbers = _numbers(made, wishes)
    return None if numbers is None else _by_number(players, numbers)


@lru_cache(maxsize=8)
def _numbers(made: Schedule, wishes: tuple[Wish, ...]) -> tuple[int, ...] | None:
    """Return numbers with which all wishes come true; ``None`` if none do."""
    try:
        return tuple(draw_numbers(made, None, wishes=wishes))
    except WishError:
        return None


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
    return Round(number, tuple(games), dict.fromkeys(table.resting(number), Bye.PAIRING_ALLOCATED))


def may_meet_again(tournament: Tournament, number: RoundNumber, met: Sequence[RoundNumber]) -> bool:
    """Whether a round may have a game that other rounds have: one in each cycle."""
    if rounds_before(tournament):
        return len(met) < cycles(tournament)
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
