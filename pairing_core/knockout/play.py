"""How a knockout stands: who is in which tie, what is decided, what can be played, and who took which place.

Nothing of it is stored. It follows from the bracket, the seeding and the games in the order in which they were played,
so a corrected result moves through the whole tree; games that a correction has left without a tie are **stranded**, and
it is told which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from pairing_core.draw import Lots
from pairing_core.knockout.bracket import MAX_PLAYERS, Bracket, Comes, Part, Source, Tie
from pairing_core.model import Game, HalfPoints, Outcome, PlayerNumber, Round, RoundNumber


class Seat(Enum):
    """What stands in a tie where no player stands."""

    OPEN = "open"
    """Nobody yet: the tie that decides it is not decided."""
    BYE = "bye"
    """Nobody at all."""


Entrant = PlayerNumber | Seat


class Length(NamedTuple):
    """How long a tie is.

    ``games`` are played, all of them, or with ``is_best_of`` until the other cannot catch up. If it is level after them
    and ``by_scores`` is set, the sum of the games' own scores decides; else, and if these are level too, one more game
    is played, and one more, until somebody leads.
    """

    games: int = 1
    is_best_of: bool = False
    by_scores: bool = False


ONE_GAME = Length()


class By(Enum):
    """What decided a tie."""

    GAMES = "games"
    SCORES = "scores"
    WALKOVER = "walkover"
    """The other one has withdrawn."""
    BYE = "bye"
    """There was no other one."""
    NOT_NEEDED = "not-needed"
    """The grand final was enough."""


class Played(NamedTuple):
    """A game of a tie and the round in which it was played or is being played."""

    round: RoundNumber
    game: Game


@dataclass(slots=True)
class TieState:
    """A tie as it stands. ``points`` and ``scores`` are in the order of ``players``, points in half-points."""

    tie: Tie
    players: list[Entrant] = field(default_factory=lambda: [Seat.OPEN, Seat.OPEN])
    games: list[Played] = field(default_factory=list)
    points: list[HalfPoints] = field(default_factory=lambda: [0, 0])
    scores: list[int] = field(default_factory=lambda: [0, 0])
    winner: Entrant = Seat.OPEN
    loser: Entrant = Seat.OPEN
    by: By | None = None

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, be it nobody."""
        return self.by is not None

    @property
    def is_being_played(self) -> bool:
        """Whether a game of it has no result yet."""
        return any(played.game.result is None for played in self.games)

    @property
    def is_ready(self) -> bool:
        """Whether its next game can be drawn."""
        return not self.is_decided and not self.is_being_played and Seat.OPEN not in self.players


class Placed(NamedTuple):
    """A player and the place taken; ``last`` differs from ``place`` where several share places."""

    place: int
    last: int
    player: PlayerNumber


class Play:
    """A knockout with its games.

    ``seeding`` are the players from seed 1 on; ``rounds`` the rounds played, ``withdrawn`` the last round of those who
    have left. Time O(ties + games).
    """

    def __init__(
        self,
        bracket: Bracket,
        seeding: Sequence[PlayerNumber],
        rounds: Iterable[Round] = (),
        length: Length = ONE_GAME,
        withdrawn: Mapping[PlayerNumber, RoundNumber] | None = None,
        length_of: Mapping[Part, Length] | None = None,
    ) -> None:
        if len(seeding) != bracket.players or len(set(seeding)) != len(seeding):
            raise ValueError("the seeding names each player of the bracket once")
        self.bracket = bracket
        self.seeding = tuple(seeding)
        self.ties = [TieState(tie) for tie in bracket.ties]
        self.stranded: list[Played] = []
        self._length, self._length_of = length, dict(length_of or {})
        self._withdrawn = dict(withdrawn or {})
        self._open: dict[frozenset[Entrant], TieState] = {}
        self._waiting: dict[Source, list[tuple[TieState, int]]] = {}
        for state in self.ties:
            for side, source in enumerate(state.tie.sources):
                self._waiting.setdefault(source, []).append((state, side))
        for seed in range(1, bracket.size + 1):
            self._seat(Source(Comes.AS_SEED, seed), self.seeding[seed - 1] if seed <= bracket.players else Seat.BYE)
        last = 0
        for round_ in rounds:
            self._walkovers(round_.number)
            for game in round_.games:
                self._take(Played(round_.number, game))
            last = round_.number
        self._walkovers(last + 1)

    @property
    def is_over(self) -> bool:
        """Whether every tie is decided."""
        return all(state.is_decided for state in self.ties)

    @property
    def ready(self) -> list[TieState]:
        """The ties whose next game can be drawn, in the order of the bracket."""
        return [state for state in self.ties if state.is_ready]

    @property
    def still_in(self) -> frozenset[PlayerNumber]:
        """The players who have a tie to play, or wait for one."""
        waiting = {player for state in self.ties if not state.is_decided for player in state.players}
        return frozenset(player for player in waiting if not isinstance(player, Seat))

    def length_of(self, tie: Tie) -> Length:
        """Return how long a tie is."""
        return self._length_of.get(tie.part, self._length)

    def places(self) -> list[Placed]:
        """Return the places taken already, the best first; players of one place in the order of the seeding.

        Once all is over everybody has a place: those who went out together by a double forfeit share the last ones.
        """
        taken: dict[PlayerNumber, tuple[int, int]] = {}
        for state in self.ties:
            if not state.is_decided or state.by is By.NOT_NEEDED or self._decider_follows(state):
                continue
            for player, places in (
                (state.winner, state.tie.winner_place and (state.tie.winner_place, state.tie.winner_place)),
                (state.loser, state.tie.loser_places),
            ):
                if places and not isinstance(player, Seat):
                    taken[player] = places
        if self.is_over:
            taken |= {player: (MAX_PLAYERS, MAX_PLAYERS) for player in self.seeding if player not in taken}
            shares: Mapping[tuple[int, int], int] = Counter(taken.values())
        else:
            shares = self.bracket.shares
        order = sorted(taken, key=lambda player: (taken[player], self.seeding.index(player)))
        placed = []
        for player in order:
            better = sum(count for places, count in shares.items() if places < taken[player])
            placed.append(Placed(better + 1, better + shares[taken[player]], player))
        return placed

    def within_reach(self) -> dict[PlayerNumber, int]:
        """Return the best place that each player who is still in can take."""
        best: dict[int, int] = {}
        for tie in reversed(self.bracket.ties):
            # The winner of a tie takes its place or goes on into a later one.
            place = best[tie.number] if tie.winner_place is None else tie.winner_place
            best |= {source.number: place for source in tie.sources if source.comes is Comes.AS_WINNER}
            best[tie.number] = place
        return {
            player: best[state.tie.number]
            for state in self.ties
            if not state.is_decided
            for player in state.players
            if not isinstance(player, Seat)
        }

    def _decider_follows(self, state: TieState) -> bool:
        """Whether this is a grand final after which another game decides."""
        return state.tie.part is Part.GRAND_FINAL and self.ties[state.tie.number].by is not By.NOT_NEEDED

    def _seat(self, source: Source, entrant: Entrant) -> None:
        """Put an entrant where it is waited for, and go on from there as far as nothing has to be played."""
        for state, side in self._waiting.get(source, ()):
            state.players[side] = entrant
            if Seat.OPEN not in state.players:
                self._seated(state)

    def _seated(self, state: TieState) -> None:
        """Both seats of a tie are known."""
        first, second = state.players
        if state.tie.part is Part.DECIDER and self._was_enough(state):
            self._decide(state, second, first, By.NOT_NEEDED)
        elif second is Seat.BYE:
            self._decide(state, first, Seat.BYE, By.BYE)
        elif first is Seat.BYE:
            self._decide(state, second, Seat.BYE, By.BYE)
        else:
            self._open[frozenset(state.players)] = state

    def _was_enough(self, decider: TieState) -> bool:
        """Whether the one who had never lost has won the grand final."""
        grand = self.ties[decider.tie.first.number - 1]
        return grand.winner == grand.players[0] or Seat.BYE in grand.players

    def _decide(self, state: TieState, winner: Entrant, loser: Entrant, by: By) -> None:
        state.winner, state.loser, state.by = winner, loser, by
        self._open.pop(frozenset(state.players), None)
        # A decider is waited for by both ways out of one tie: whoever looks at it needs the winner seated last.
        self._seat(Source(Comes.AS_LOSER, state.tie.number), loser)
        self._seat(Source(Comes.AS_WINNER, state.tie.number), winner)

    def _walkovers(self, before: RoundNumber) -> None:
        """Let those go on whose opponents left before this round."""
        gone = {player for player, after in self._withdrawn.items() if after < before}
        is_moving = bool(gone)
        while is_moving:
            is_moving = False
            for state in list(self._open.values()):
                left = [player in gone for player in state.players]
                if any(left) and not state.is_being_played:
                    winner = Seat.BYE if all(left) else state.players[left.index(False)]
                    self._decide(state, winner, state.players[left.index(True)], By.WALKOVER)
                    is_moving = True
                    break

    def _take(self, played: Played) -> None:
        """Give a game to the tie that it belongs to."""
        game = played.game
        state = self._open.get(frozenset((game.first, game.second)))
        if state is None or state.is_being_played:
            self.stranded.append(played)
            return
        state.games.append(played)
        if game.result is None:
            return
        outcomes = dict(zip((game.first, game.second), game.result.sides, strict=True))
        scores = {game.first: game.first_score or 0, game.second: game.second_score or 0}
        for side, player in enumerate(state.players):
            if not isinstance(player, Seat):
                state.points[side] += _WORTH[outcomes[player]]
                state.scores[side] += scores[player]
        if all(_WORTH[outcome] == 0 for outcome in outcomes.values()):
            # Both have lost, so nobody goes on from here.
            self._decide(state, Seat.BYE, Seat.BYE, By.GAMES)
            return
        leader, by = self._leader(state)
        if leader is not None:
            self._decide(state, state.players[leader], state.players[1 - leader], by)

    def _leader(self, state: TieState) -> tuple[int | None, By]:
        """Return which side has won the tie by now, and by what."""
        length = self.length_of(state.tie)
        left = length.games - len(state.games)
        lead = state.points[0] - state.points[1]
        if left > 0 and not (length.is_best_of and abs(lead) > 2 * left):
            return None, By.GAMES
        if lead:
            return (0 if lead > 0 else 1), By.GAMES
        spread = state.scores[0] - state.scores[1]
        if length.by_scores and spread:
            return (0 if spread > 0 else 1), By.SCORES
        return None, By.GAMES


_WORTH: Mapping[Outcome, HalfPoints] = {
    Outcome.WIN: 2,
    Outcome.FORFEIT_WIN: 2,
    Outcome.DRAW: 1,
    Outcome.LOSS: 0,
    Outcome.FORFEIT_LOSS: 0,
}
"""Half-points inside a tie, whatever the tournament's scoring: who wins more goes on."""


class First(Enum):
    """Who starts the first game of a tie; in each further one the other player starts."""

    BY_LOT = "lot"
    UPPER_SEED = "upper-seed"
    ALTERNATING = "alternating"
    """Who has fewer starts, games that the other one started taken off, then who did not start last, then the lot."""


def next_games(play: Play, first: First = First.BY_LOT, seed: str = "") -> list[tuple[Tie, PlayerNumber, PlayerNumber]]:
    """Return the games of the next round: the tie, who starts, and the other player.

    Of the ties that can be played these are the ones that come first: the round of those who had byes does not begin
    before the others have caught up. The final and the game for the third place are of one round, and neither waits.
    A lot is drawn from the seed and the number of the tie, so that a tie's lot does not change with what else is ready.
    """
    games = []
    started = _starts(play) if first is First.ALTERNATING else {}
    waves = play.bracket.waves
    ready = play.ready
    earliest = min((waves[state.tie.number - 1] for state in ready), default=0)
    for state in ready:
        if waves[state.tie.number - 1] > earliest:
            continue
        one, other = state.players
        if isinstance(one, Seat) or isinstance(other, Seat):
            continue
        if state.games:
            one, other = state.games[-1].game.second, state.games[-1].game.first
        elif first is First.UPPER_SEED:
            one, other = sorted((one, other), key=play.seeding.index)
        elif started.get(one, _NEVER) != started.get(other, _NEVER):
            one, other = sorted((one, other), key=lambda player: started.get(player, _NEVER))
        elif Lots(f"{seed} {state.tie.number}").below(2):
            one, other = other, one
        games.append((state.tie, one, other))
    return games


_NEVER = (0, False)


def _starts(play: Play) -> dict[PlayerNumber, tuple[int, bool]]:
    """Return of each player who has played how often he has started more than not, and whether the last time."""
    played = sorted((each for state in play.ties for each in state.games), key=lambda each: each.round)
    found: dict[PlayerNumber, tuple[int, bool]] = {}
    for _, game in played:
        if game.result is None or game.result.is_played:
            found[game.first] = found.get(game.first, _NEVER)[0] + 1, True
            found[game.second] = found.get(game.second, _NEVER)[0] - 1, False
    return found
