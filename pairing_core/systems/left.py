"""The games that are left of a round robin when some have been played already, in as few rounds as can be found.

Rounds are the colors of a graph whose edges are the games left. No fewer than the games of the busiest player will do,
nor fewer than those games need that are played side by side; so many are nearly always enough, and one more always is
where two meet once at most (Vizing). Tests compare small fields with all ways to share the games out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pairing_core.draw import Lots
from pairing_core.round_robin.values import Game, Round, Schedule

LEFT = "left"
"""What stands in :attr:`Schedule.construction` for such a table."""

PATIENCE = 60
"""How often, for each game, a game is moved before another round is added."""

Pair = tuple[int, int]


def left_over(players: int, played: Iterable[Pair], cycles: int = 1, before: int = 0, seed: str = "") -> Schedule:
    """Return what is left of the table of ``players``, each meeting each ``cycles`` times.

    ``played`` are the games so far, who started first; those beyond ``cycles`` count as played all the same.
    ``before`` empty rounds stand before the first one. Lots say which of the tables there are is taken. Nobody starts
    more often than the games so far make necessary, and of two games of the same two each starts one.
    """
    return _left_over(players, tuple(played), cycles, before, seed)


@lru_cache(maxsize=8)
def _left_over(players: int, played: tuple[Pair, ...], cycles: int, before: int, seed: str) -> Schedule:
    lots = Lots(seed)
    met = Counter(_pair(*game) for game in played)
    numbers = range(1, players + 1)
    games = [(a, b) for a in numbers for b in range(a + 1, players + 1) for _ in range(max(0, cycles - met[a, b]))]
    games = lots.shuffled(games)
    rounds = _shared_out(games, players, lots)
    started = _started(games, rounds, played, players)
    made = []
    for number, at in enumerate(rounds, start=before + 1):
        pairs = sorted((started[each] for each in at), key=lambda pair: (min(pair), max(pair)))
        made.append(Round(number, tuple(Game(table, *pair) for table, pair in enumerate(pairs, start=1)), None))
    empty = [Round(number, (), None) for number in range(1, before + 1)]
    return Schedule(players, LEFT, cycles, (*empty, *made))


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


# In as few rounds as can be


def least_rounds(games: Sequence[Pair], players: int) -> int:
    """Return how many rounds there must be at least, by the busiest player and by the games at once."""
    busy = Counter(player for game in games for player in game)
    side_by_side = max(1, len(busy) // 2)
    return max(max(busy.values(), default=0), -(-len(games) // side_by_side))


def _shared_out(games: Sequence[Pair], players: int, lots: Lots) -> list[list[int]]:
    """Return the rounds, each as places in the list of games."""
    count = least_rounds(games, players)
    while True:
        colors = _colored(games, count, lots)
        if colors is not None:
            rounds: list[list[int]] = [[] for _ in range(count)]
            for at, color in enumerate(colors):
                rounds[color].append(at)
            return rounds
        count += 1


def _colored(games: Sequence[Pair], count: int, lots: Lots) -> list[int] | None:
    """Return a color for each game so that no player has one twice; ``None`` if none is found with patience.

    A game whose players share no free color gets one by swapping two colors along a chain; where the chain leads back,
    a game gives way and waits.
    """
    has: dict[int, dict[int, int]] = {player: {} for game in games for player in game}
    colors = [-1] * len(games)
    waiting = deque(range(len(games)))
    for _ in range(PATIENCE * len(games) + 1):
        if not waiting:
            return colors
        at = waiting.popleft()
        one, other = games[at]
        free_one = [color for color in range(count) if color not in has[one]]
        free_other = [color for color in range(count) if color not in has[other]]
        common = [color for color in free_one if color not in has[other]]
        if common:
            _paint(games, colors, has, at, common[lots.below(len(common))])
            continue
        if not _swapped(games, colors, has, at, lots.shuffled(free_one), lots.shuffled(free_other)):
            color = free_one[lots.below(len(free_one))]
            giving_way = has[other].pop(color)
            mate = sum(games[giving_way]) - other
            del has[mate][color]
            colors[giving_way] = -1
            waiting.append(giving_way)
            _paint(games, colors, has, at, color)
    return None


def _paint(games: Sequence[Pair], colors: list[int], has: dict[int, dict[int, int]], at: int, color: int) -> None:
    colors[at] = color
    for player in games[at]:
        has[player][color] = at


def _swapped(
    games: Sequence[Pair],
    colors: list[int],
    has: dict[int, dict[int, int]],
    at: int,
    free_one: Sequence[int],
    free_other: Sequence[int],
) -> bool:
    """Swap two colors along a chain from the second player, and give the game the one that is then free."""
    one, other = games[at]
    for a in free_one:
        for b in free_other:
            chain, player, color = [], other, a
            while color in has[player]:
                edge = has[player][color]
                chain.append(edge)
                player = sum(games[edge]) - player
                color = a + b - color
            if player == one:
                continue
            for edge in chain:
                for each in games[edge]:
                    del has[each][colors[edge]]
            for edge in chain:
                _paint(games, colors, has, edge, a + b - colors[edge])
            _paint(games, colors, has, at, a)
            return True
    return False


# Who starts


def _started(
    games: Sequence[Pair], rounds: Iterable[Iterable[int]], played: Iterable[Pair], players: int
) -> list[Pair]:
    """Return the games with who starts first: as even as can be, the games so far counted in.

    Where two have more than one game, they start in turn. Of the others, a way of games from one who starts too often
    to one who starts too seldom is turned around as long as there is any; the sum of squares is then the least.
    """
    balance = [0] * (players + 1)
    between: dict[Pair, int] = {}
    for one, other in played:
        balance[one] += 1
        balance[other] -= 1
        between[_pair(one, other)] = between.get(_pair(one, other), 0) + (1 if one < other else -1)
    often = Counter(_pair(*game) for game in played)
    often.update(games)
    made = list(games)
    free = []
    for at in (each for round_ in rounds for each in round_):
        one, other = games[at]
        if often[one, other] > 1:
            turn = between.get((one, other), 0)
            is_first = turn < 0 or (turn == 0 and balance[one] <= balance[other])
            between[one, other] = turn + (1 if is_first else -1)
        else:
            is_first = balance[one] <= balance[other]
            free.append(at)
        made[at] = (one, other) if is_first else (other, one)
        balance[made[at][0]] += 1
        balance[made[at][1]] -= 1
    while way := _way(made, free, balance):
        balance[made[way[0]][0]] -= 2
        balance[made[way[-1]][1]] += 2
        for at in way:
            made[at] = (made[at][1], made[at][0])
    return made


def _way(made: Sequence[Pair], free: Iterable[int], balance: Sequence[int]) -> list[int]:
    """Return games that lead from a player to one who starts by more than two less; none if there are none."""
    leading: dict[int, list[int]] = {}
    for at in free:
        leading.setdefault(made[at][0], []).append(at)
    for start in sorted(leading, key=lambda player: -balance[player]):
        came: dict[int, int] = {start: -1}
        queue = deque([start])
        while queue:
            player = queue.popleft()
            if balance[start] - balance[player] > 2:
                way = []
                while came[player] >= 0:
                    way.append(came[player])
                    player = made[came[player]][0]
                return way[::-1]
            for at in leading.get(player, ()):
                if made[at][1] not in came:
                    came[made[at][1]] = at
                    queue.append(made[at][1])
    return []
