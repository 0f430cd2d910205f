"""A knockout on the arbiter's table: its choices, its ties by name, who is where, and what a correction undoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pairing_core import stages
from pairing_core.errors import N_, BadValue, LosovnaError
from pairing_core.journal import Event
from pairing_core.knockout import Bracket, By, Comes, First, Part, Play, Played, Seat, Source, Tie, TieState
from pairing_core.knockout import settings as chosen
from pairing_core.model import KNOCKOUT, Game, PlayerNumber, RoundNumber, Tournament
from pairing_core.swiss.reasons import Sentence

from ..tournament import result_label
from .parts import Command, Do, whole_number

if TYPE_CHECKING:
    from .session import Session

Gettext = Callable[[str], str]

# What can be chosen


class NotGames(LosovnaError):
    """Parameters: ``found``, ``most``."""

    code = "not-games"
    message = N_("A tie has from 1 to %(most)s games, not %(found)s.")
    field = f"ko:{chosen.GAMES}"


CHOICES: Mapping[str, Mapping[str, str]] = {
    chosen.KIND: {
        "single": N_("Who loses is out"),
        "double": N_("Who loses twice is out"),
        "placement": N_("Everybody plays on, every place is decided"),
    },
    chosen.THIRD_PLACE: {"yes": N_("is played for"), "no": N_("is shared by those who lose the semifinals")},
    chosen.SEEDING: {
        "seeded": N_("by strength: the strongest meet last"),
        "lots": N_("by lot"),
        "bands": N_("by lot among equals: 3 and 4, 5 to 8, 9 to 16 and so on"),
    },
    chosen.BEST_OF: {"no": N_("all of them are played"), "yes": N_("a tie ends as soon as it is decided")},
    chosen.BY_SCORES: {"no": N_("one more game is played"), "yes": N_("the sum of the scores decides")},
    chosen.FIRST: {
        First.BY_LOT.value: N_("by lot"),
        First.UPPER_SEED.value: N_("the higher seed"),
        First.ALTERNATING.value: N_("who has started less often so far, else by lot"),
    },
}
"""What can be chosen of a knockout, by the key of the parameter; a number is typed for the games of a tie."""

LABELS: Mapping[str, str] = {
    chosen.KIND: N_("Who loses"),
    chosen.THIRD_PLACE: N_("The third place"),
    chosen.SEEDING: N_("Places in the bracket"),
    chosen.BEST_OF: N_("Of these games"),
    chosen.BY_SCORES: N_("If they are level after these games"),
    chosen.FIRST: N_("Who starts the first game of a tie"),
}

SHAPE = (chosen.KIND, chosen.SEEDING)
"""What makes the bracket: it stays once a round is drawn."""


class Field(NamedTuple):
    """A choice: its parameter, what it is called, the options, the one chosen."""

    key: str
    label: str
    options: list[tuple[str, str]]
    chosen: str


def fields(tournament: Tournament) -> list[Field]:
    """Return what can still be chosen."""
    return [
        Field(key, label, list(CHOICES[key].items()), chosen.told(tournament, key))
        for key, label in LABELS.items()
        if not (tournament.rounds and key in SHAPE)
    ]


def choice(do: Do, name: str, key: str) -> str:
    """Read a choice of the form. Raises :class:`NotGames` and :class:`BadValue`."""
    if key == chosen.GAMES:
        games = whole_number(do, name)
        if not 1 <= games <= chosen.MOST_GAMES:
            raise NotGames(found=games, most=chosen.MOST_GAMES)
        return str(games)
    value, known = str(do[name]), CHOICES[key]
    if value not in known:
        raise BadValue(what=key, found=value[:20], wanted=", ".join(known))
    return value


def advice(players: int, rounds: int) -> Iterator[Sentence]:
    """Yield what a knockout of so many players is."""
    if players < 2:
        return
    told: dict[str, str | int] = {"players": players, "rounds": rounds}
    yield Sentence(N_("Players in the knockout: %(players)s; rounds: %(rounds)s."), told)
    byes = (1 << (players - 1).bit_length()) - players
    if byes:
        yield Sentence(
            N_("Highest seeds that have no opponent in the first round and go on: %(byes)s."), {"byes": byes}
        )


# Who is in it


def is_knockout(tournament: Tournament) -> bool:
    """Whether the stage that is looked at is a knockout."""
    return tournament.settings.system == KNOCKOUT


def play_of(tournament: Tournament, after: RoundNumber | None = None) -> Play | None:
    """Return how the knockout stands (or stood after a round); ``None`` if there is none, or no bracket can be made."""
    if not is_knockout(tournament):
        return None
    try:
        return chosen.play_of(tournament, None if after is None else after + 1)
    except LosovnaError:
        return None


def entrants_free(session: Session) -> Iterator[Event]:
    """Forget the order of the entrants when the first round is taken back, unless the players are those of a stage."""
    parameters = dict(session.view.stage.settings.parameters)
    if is_knockout(session.tournament) and not session.journal.tournament.stages and chosen.ENTRANTS in parameters:
        del parameters[chosen.ENTRANTS]
        yield {"event": "settings_changed", "changes": {"parameters": parameters}}


# Ties by name


def tie_name(bracket: Bracket, tie: Tie) -> Sentence:
    """Return what a tie is called."""
    if tie.part is Part.MAIN and bracket.kind != "double":
        ties = bracket.size >> tie.round
        if ties in _ROUNDS:
            return Sentence(_ROUNDS[ties], {})
        return Sentence(N_("Round of %(players)s"), {"players": 2 * ties})
    if tie.part is Part.PLACES:
        first, last = places_of(bracket, tie)
        if last - first == 1 and tie.winner_place:
            return Sentence(N_("For place %(place)s"), {"place": first})
        return Sentence(N_("Places %(first)s to %(last)s"), {"first": first, "last": last})
    return Sentence(_PARTS[tie.part], {"round": tie.round})


_ROUNDS = {1: N_("Final"), 2: N_("Semifinal"), 4: N_("Quarterfinal")}
_PARTS: Mapping[Part, str] = {
    Part.MAIN: N_("Unbeaten, round %(round)s"),
    Part.LOSERS: N_("Once beaten, round %(round)s"),
    Part.GRAND_FINAL: N_("Grand final"),
    Part.DECIDER: N_("Second grand final"),
    Part.THIRD_PLACE: N_("For the third place"),
}


def places_of(bracket: Bracket, tie: Tie) -> tuple[int, int]:
    """Return the places that the players of a tie of a placement bracket can still take."""
    level = [each.number for each in bracket.ties if each.round == tie.round]
    width = bracket.size >> (tie.round - 1)
    first = level.index(tie.number) // (width // 2) * width + 1
    return first, min(first + width - 1, bracket.players)


def tie_of_game(play: Play, number: RoundNumber, game: Game) -> TieState | None:
    """Return the tie that a game of a round belongs to; ``None`` if it has none any more."""
    players = {game.first, game.second}
    for state in play.ties:
        if set(state.players) == players and any(played.round == number for played in state.games):
            return state
    return None


def ties_told(session: Session, number: RoundNumber, games: Iterable[Game]) -> dict[int, str]:
    """Return, by table, which tie each game of a round is of, and what the tie stands at where it has several games."""
    play = play_of(session.tournament)
    if play is None:
        return {}
    told = {}
    for game in games:
        state = tie_of_game(play, number, game)
        if state is None:
            state = next((each for each in play.ready if set(each.players) == {game.first, game.second}), None)
        if state is not None:
            told[game.table] = ". ".join(each.text(session.gettext) for each in _of_tie(session, play, state, game))
    return told


def _of_tie(session: Session, play: Play, state: TieState, game: Game) -> Iterator[Sentence]:
    yield tie_name(play.bracket, state.tie)
    length = play.length_of(state.tie)
    others = [played for played in state.games if played.game != game]
    if length.games == 1 and not others:
        return
    at = next((at for at, played in enumerate(state.games, start=1) if played.game == game), len(state.games) + 1)
    if at <= length.games:
        yield Sentence(N_("Game %(game)s of %(games)s"), {"game": at, "games": length.games})
    else:
        yield Sentence(N_("Game %(game)s, to decide"), {"game": at})
    if any(played.game.result is not None for played in state.games):
        yield Sentence(N_("The tie stands at %(score)s"), {"score": score(session, state, game)})


def score(session: Session, state: TieState, game: Game | None = None) -> str:
    """Return what a tie stands at, seen from who starts in a game."""
    sides = [0, 1] if game is None or state.players[0] == game.first else [1, 0]
    first, second = (points(state, side) for side in sides)
    text = f"{first} : {second}"
    if chosen.told(session.tournament, chosen.BY_SCORES) == "yes" and any(state.scores):
        text += f" ({state.scores[sides[0]]} : {state.scores[sides[1]]})"
    return text


def points(state: TieState, side: int) -> str:
    """Return the points of one side of a tie: a win is one, whatever the scoring of the tournament."""
    whole, half = divmod(state.points[side], 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


class Note(NamedTuple):
    """What is said of a tie in the picture: its name, its last game, what it stands at, and what the winner does.

    ``is_scored`` is set as soon as one of its games is over.
    """

    name: str
    played: Played | None
    remark: str
    word: str
    is_scored: bool


def notes(play: Play, tournament: Tournament, gettext: Gettext) -> dict[int, Note]:
    """Return what is said of each tie, by its number."""
    made = {}
    for state in play.ties:
        remark = _remark(play, state, tournament)
        is_last = state.tie.winner_place is not None
        made[state.tie.number] = Note(
            tie_name(play.bracket, state.tie).text(gettext),
            state.games[-1] if state.games else None,
            remark.text(gettext) if remark else "",
            gettext(N_("wins") if is_last else N_("goes on")),
            any(played.game.result is not None for played in state.games),
        )
    return made


def _remark(play: Play, state: TieState, tournament: Tournament) -> Sentence | None:
    length = play.length_of(state.tie)
    if state.by is By.WALKOVER:
        return Sentence(N_("The other one has withdrawn."), {})
    if state.by is By.SCORES:
        return Sentence(N_("Decided by the sum of the scores."), {})
    if state.by is By.GAMES and state.winner is Seat.BYE:
        return Sentence(N_("Both have lost: nobody goes on."), {})
    if state.by is By.NOT_NEEDED:
        return Sentence(N_("Not needed."), {})
    if state.games and not state.is_decided and (length.games > 1 or len(state.games) > 1):
        finished = sum(played.game.result is not None for played in state.games)
        return Sentence(
            N_("Games finished: %(count)s of %(games)s"),
            {"count": finished, "games": max(length.games, len(state.games))},
        )
    return None


# How it ended for each


class Fate(NamedTuple):
    """A player in the bracket: seed, places taken as text (empty while still in), what happened last."""

    player: PlayerNumber
    seed: int
    place: str
    told: str


def fates(session: Session, after: RoundNumber | None = None) -> dict[PlayerNumber, Fate]:
    """Return how it went for each player, by number; nothing for what is no knockout."""
    play = play_of(session.tournament, after)
    return {} if play is None else fates_in(play, session.tournament, session.gettext)


def fates_in(play: Play, tournament: Tournament, gettext: Gettext) -> dict[PlayerNumber, Fate]:
    """Return how it went for each player of a bracket."""
    placed = {each.player: each for each in play.places()}
    made = {}
    for seed, player in enumerate(play.seeding, start=1):
        at = placed.get(player)
        place = "" if at is None else str(at.place) if at.place == at.last else f"{at.place}–{at.last}"
        made[player] = Fate(player, seed, place, _last(play, player, tournament, gettext))
    return made


def _last(play: Play, player: PlayerNumber, tournament: Tournament, gettext: Gettext) -> str:
    """Return what happened to a player last; nothing before there is a tie."""
    own = [state for state in play.ties if player in state.players and state.by not in (By.BYE, By.NOT_NEEDED)]
    if not own:
        return ""
    state = own[-1]
    other = next((each for each in state.players if each != player), Seat.OPEN)
    if isinstance(other, Seat):
        message = N_("%(tie)s: waits for an opponent")
    elif not state.is_decided:
        message = N_("%(tie)s: plays %(player)s")
    elif state.winner == player:
        message = N_("%(tie)s: has won against %(player)s")
    elif state.by is By.GAMES and state.winner is Seat.BYE:
        message = N_("%(tie)s: has lost, and so has %(player)s; nobody goes on")
    else:
        message = N_("%(tie)s: has lost against %(player)s")
    name = "" if isinstance(other, Seat) else tournament.players[other].name
    return gettext(message) % {"tie": tie_name(play.bracket, state.tie).text(gettext), "player": name}


def winner(play: Play | None) -> PlayerNumber | None:
    """Return who has won; ``None`` as long as it is open, or if nobody has."""
    if play is None or not play.is_over:
        return None
    return next((each.player for each in play.places() if each.place == each.last == 1), None)


def is_over(tournament: Tournament) -> bool:
    """Whether everything that was planned is played."""
    play = play_of(tournament)
    if play is not None:
        return play.is_over
    return bool(tournament.rounds) and tournament.finished_rounds >= tournament.settings.rounds


# What is still possible


def still_possible(play: Play) -> dict[PlayerNumber, tuple[int, int]]:
    """Return the best and the worst place of each player: who wins all ties from here on, and who loses them all."""
    return _Outlook(play).places()


class _Outlook:
    """Follows a player through the ties that are not decided."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.leads_to = {source: tie.number for tie in play.bracket.ties for source in tie.sources}
        shares = play.bracket.shares
        self.shared = {
            places: (before + 1, before + count)
            for places, count in shares.items()
            for before in [sum(other for each, other in shares.items() if each < places)]
        }

        self.nobody = {
            Source(Comes.AS_SEED, seed): seed > play.bracket.players for seed in range(1, play.bracket.size + 1)
        }
        for state in play.ties:
            number = state.tie.number
            byes = [self.nobody[source] or state.players[at] is Seat.BYE for at, source in enumerate(state.tie.sources)]
            self.nobody[Source(Comes.AS_WINNER, number)] = all(byes) or state.winner is Seat.BYE
            self.nobody[Source(Comes.AS_LOSER, number)] = any(byes) or state.loser is Seat.BYE

    def places(self) -> dict[PlayerNumber, tuple[int, int]]:
        """Return the best and the worst place of each player."""
        made = {each.player: (each.place, each.last) for each in self.play.places()}
        for state in self.play.ties:
            for player in state.players:
                if not state.is_decided and not isinstance(player, Seat) and player not in made:
                    made[player] = (self.reached(state.tie, True)[0], self.reached(state.tie, False)[1])
        return made

    def reached(self, tie: Tie, wins: bool) -> tuple[int, int]:
        """Return the places of who wins, or loses, every tie from this one on; nobody loses against nobody."""
        won = wins or any(self.nobody[source] for source in tie.sources)
        places = (tie.winner_place, tie.winner_place) if won and tie.winner_place else None
        if not won:
            places = tie.loser_places
        if places is not None:
            return self.shared.get(places, places)
        following = self.leads_to[Source(Comes.AS_WINNER if won else Comes.AS_LOSER, tie.number)]
        return self.reached(self.play.bracket.ties[following - 1], wins)


# What a change undoes


class Undone(NamedTuple):
    """A game that a change leaves without its place in the bracket: its round as the stage counts it, and as the whole.

    ``is_last`` is set if it is of the last stage.
    """

    played: Played
    round: RoundNumber
    is_last: bool


class Pending(NamedTuple):
    """A change that waits for the arbiter's word, and what it undoes, each game as a sentence."""

    do: Do
    games: tuple[str, ...]
    is_result: bool
    is_past: bool

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields of the form that does it all the same."""
        told = []
        for key, value in self.do.items():
            if key not in ("name", "sure"):
                values = value if isinstance(value, list | tuple) else [value]
                told += [(key, "" if each is None else str(each)) for each in values]
        return told


def pending(session: Session, do: Do, games: Sequence[Undone]) -> Pending:
    """Return what waits for the arbiter's word."""
    told = tuple(_undone_told(session, each) for each in games)
    return Pending(do, told, str(do["name"]) in RESULTS, not all(each.is_last for each in games))


def _undone_told(session: Session, undone: Undone) -> str:
    whole = session.journal.tournament
    game = undone.played.game
    label = result_label(game.result, whole.settings.scoring)
    message = (
        N_("Round %(round)s, table %(table)s: %(first)s – %(second)s, without a result")
        if game.result is None
        else N_("Round %(round)s, table %(table)s: %(first)s – %(second)s %(result)s")
    )
    return session.gettext(message) % {
        "round": undone.played.round,
        "table": game.table,
        "first": whole.players[game.first].name,
        "second": whole.players[game.second].name,
        "result": label,
    }


def leave(session: Session, do: Do) -> Iterable[Event]:
    """Nothing is done of what waited for the arbiter's word."""
    session.say(N_("Nothing has changed."))
    return ()


def homeless(session: Session) -> list[str]:
    """Return the games of the stage that have no place in the bracket, as a file made elsewhere may have them."""
    last = session.view.offset
    return [_undone_told(session, Undone(each, each.round + last, True)) for each in _stranded(session.tournament)]


def take_out(session: Session, do: Do) -> Iterable[Event]:
    """Take the games out that have no place in the bracket, and last rounds that are left without any."""
    tournament = session.tournament
    games = [Undone(each, each.round, True) for each in _stranded(tournament)]
    is_last = session.view.number == len(stages.stages(session.journal.tournament))
    session.draft = None
    session.say(N_("Games taken out: %(count)s."), count=len(games))
    for event in taken_out(games, tournament):
        if event["event"] == "game_removed" or is_last:
            yield event


COMMANDS: Mapping[str, Command] = {"leave-games": leave, "take-games-out": take_out}

AS_IT_COMES = frozenset({"undo", "redo", "take-games-out", "publish", "publish-all", "unpair", "unpair-all"})
"""Commands that say by themselves what they do to games: what they leave is not asked for."""

RESULTS = frozenset({"enter-result", "jump", "check-result"})


def undone(before: Tournament, after: Tournament) -> list[Undone]:
    """Return the games that have lost their place in a bracket by what lies between."""
    if all(stage.settings.system != KNOCKOUT for stage in stages.stages(before)):
        return []
    known = min(len(stages.stages(before)), len(stages.stages(after)))
    found = []
    for number in range(1, known + 1):
        was, now = stages.view(before, number), stages.view(after, number)
        had = {_key(played) for played in _stranded(was.tournament)}
        found += [
            Undone(played, played.round + now.offset, number == len(stages.stages(after)))
            for played in _stranded(now.tournament)
            if is_knockout(was.tournament) and _key(played) not in had
        ]
    return found


def _stranded(tournament: Tournament) -> Sequence[Played]:
    play = play_of(tournament)
    return play.stranded if play else ()


def _key(played: Played) -> tuple[RoundNumber, frozenset[PlayerNumber]]:
    return played.round, frozenset((played.game.first, played.game.second))


def taken_out(games: Sequence[Undone], after: Tournament) -> Iterator[Event]:
    """Yield how games are taken out, and last rounds that are left without any; ``after`` is the state before that."""
    left = {round_.number: len(round_.games) for round_ in after.rounds}
    for each in games:
        game = each.played.game
        yield {"event": "game_removed", "round": each.round, "first": game.first, "second": game.second}
        left[each.round] -= 1
    emptied = {each.round for each in games}
    last = len(after.rounds)
    while last in emptied and not left[last]:
        yield {"event": "round_unpaired", "round": last}
        last -= 1
