"""The knockout of a tournament: what the arbiter chose, and how it stands.

What was chosen stands in ``Settings.parameters`` under the keys below; where nothing is said, :data:`USUAL` holds. Once
round 1 is drawn the bracket stays: its players are those of :data:`ENTRANTS` if it is there, else those of the first
round in the order of their strength, and its lots are those that the first round was drawn with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairing_core.errors import BadValue, NobodyToPair
from pairing_core.knockout.bracket import KINDS, MAX_PLAYERS, MIN_PLAYERS, Bracket, bracket
from pairing_core.knockout.play import First, Length, Play, next_games
from pairing_core.knockout.seeding import MODES, seeding
from pairing_core.model import (
    KNOCKOUT,
    Bye,
    Game,
    PlayerNumber,
    Round,
    RoundNumber,
    Tournament,
    are_players,
    by_strength,
    numbers_listed,
    of_round_1,
)

KIND = "bracket"
"""A key of :data:`pairing_core.knockout.KINDS`."""
THIRD_PLACE = "third-place"
"""Whether those who lose the semifinals of a single elimination play for the third place."""
SEEDING = "seeding"
"""A key of :data:`pairing_core.knockout.MODES`."""
GAMES = "games"
"""How many games a tie has."""
BEST_OF = "best-of"
"""Whether a tie ends as soon as one cannot be caught up."""
BY_SCORES = "by-scores"
"""Whether the sum of the games' own scores decides a tie that is level."""
FIRST = "starts"
"""Who starts the first game of a tie: a value of :class:`pairing_core.knockout.First`."""
ENTRANTS = "entrants"
"""The players from the strongest to the weakest, as pairing numbers with blanks between."""

USUAL: Mapping[str, str] = {
    KIND: "single",
    THIRD_PLACE: "yes",
    SEEDING: "seeded",
    GAMES: "1",
    BEST_OF: "no",
    BY_SCORES: "no",
    FIRST: First.BY_LOT.value,
}
"""What holds where nothing is said."""

MOST_GAMES = 15


def told(tournament: Tournament, key: str) -> str:
    """Return what was chosen for a key."""
    return tournament.settings.parameters.get(key, USUAL[key])


def entrants(tournament: Tournament) -> tuple[PlayerNumber, ...]:
    """Return who is in the bracket, the strongest first: by :data:`ENTRANTS`, else by rating and pairing number."""
    kept = numbers_listed(tournament, ENTRANTS)
    if len(kept) == 1 and are_players(tournament, kept[0]):
        return kept[0]
    if tournament.rounds:
        players = [tournament.players[number] for number in of_round_1(tournament)]
    else:
        players = [player for player in tournament.players.values() if player.withdrawn_after != 0]
    return tuple(player.number for player in by_strength(players))


def bracket_of(tournament: Tournament) -> Bracket:
    """Return the bracket. Raises :class:`NobodyToPair`, :class:`BracketSize` and :class:`BadValue`."""
    players = len(entrants(tournament))
    if players < MIN_PLAYERS:
        raise NobodyToPair(round=tournament.next_round, players=players)
    kind: Any = _one_of(tournament, KIND, KINDS)
    return bracket(players, kind, _flag(tournament, THIRD_PLACE))


def play_of(tournament: Tournament, before: RoundNumber | None = None, seed: str | None = None) -> Play:
    """Return how the knockout stands, or stood before a round.

    ``seed`` is that of the lots as long as nothing is drawn, by default that of the settings. Raises what
    :func:`bracket_of` raises.
    """
    drawn = bracket_of(tournament)
    rounds = tournament.rounds if before is None else tournament.rounds[: before - 1]
    order = seeding(entrants(tournament), _one_of(tournament, SEEDING, MODES), lots_of(tournament, seed))
    withdrawn = {
        player.number: player.withdrawn_after
        for player in tournament.players.values()
        if player.withdrawn_after is not None
    }
    return Play(drawn, order, rounds, length_of(tournament), withdrawn)


def lots_of(tournament: Tournament, seed: str | None = None, system: str = KNOCKOUT) -> str:
    """Return the seed of the lots of a system: that with which it drew the first round, if it did."""
    draw = tournament.rounds[0].draw if tournament.rounds else None
    if draw is not None and draw.system == system:
        return draw.seed
    return tournament.settings.seed if seed is None else seed


def length_of(tournament: Tournament) -> Length:
    """Return how long a tie is. Raises :class:`BadValue`."""
    games = told(tournament, GAMES)
    if not (games.isascii() and games.isdecimal() and 1 <= int(games[:9]) <= MOST_GAMES):
        raise BadValue(what=GAMES, found=games[:60], wanted=f"a whole number from 1 to {MOST_GAMES}")
    return Length(int(games), _flag(tournament, BEST_OF), _flag(tournament, BY_SCORES))


def round_of(tournament: Tournament, number: RoundNumber, seed: str | None = None) -> Round:
    """Return a round as things stood before it; who is still in and has no game has a bye without points."""
    play = play_of(tournament, number, seed)
    first = First(_one_of(tournament, FIRST, [each.value for each in First]))
    games = [
        Game(table, one, other)
        for table, (_, one, other) in enumerate(next_games(play, first, lots_of(tournament, seed)), start=1)
    ]
    busy = {player for game in games for player in (game.first, game.second)}
    return Round(number, tuple(games), dict.fromkeys(sorted(play.still_in - busy), Bye.ZERO_POINT))


def number_of_rounds(tournament: Tournament) -> int:
    """Return how many rounds it takes if no tie needs more games than are planned, and all of these are played."""
    players = min(max(len(entrants(tournament)), MIN_PLAYERS), MAX_PLAYERS)
    try:
        drawn, games = bracket_of(tournament), length_of(tournament).games
    except (BadValue, NobodyToPair):
        drawn, games = bracket(players), 1
    # The second grand final is not planned with: most of them are not played.
    planned = max(drawn.waves[: -1 if drawn.kind == "double" else None]) * games
    played = len(tournament.rounds)
    if played and played >= planned and not play_of(tournament).is_over:
        return played + 1
    return planned


def _flag(tournament: Tournament, key: str) -> bool:
    return bool(_one_of(tournament, key, ("yes", "no")) == "yes")


def _one_of(tournament: Tournament, key: str, known: Sequence[str]) -> Any:
    value = told(tournament, key)
    if value not in known:
        raise BadValue(what=key, found=value[:60], wanted=", ".join(known))
    return value
