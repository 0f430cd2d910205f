"""Look for charts of paper Swiss that are better than those that the core has.

    python tools/find_paper_swiss.py 12 --tries 200     look for a chart for 12 players; print it if it is better
    python tools/find_paper_swiss.py 12 20 --write      ... for 12 and 20 players, and write what is better

A chart is better with more rounds, then with smaller differences of wins (the sum of each round's largest one). It is
built round by round. For so many rounds winners and losers move, later chair A and chair B do, which keeps apart what
has not met. Who sits with whom next is found by annealing: nobody may have met and no difference may be larger than
three; then the differences count, and how many chairs the players of a table can have met the players of, for that is
what ends a chart. How much each of these counts is drawn anew for each try. Nothing proves that there is no better
chart, but what is found is proved before it is taken.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pairing_core.paper_swiss import Chart, ChartRound, Moves, prove, seat_of  # noqa: E402
from pairing_core.paper_swiss.charts_data import ALPHABET, CHARTS  # noqa: E402
from pairing_core.paper_swiss.proof import _apart, _largest, _met, _ways  # noqa: E402

DATA = ROOT / "pairing_core" / "paper_swiss" / "charts_data.py"
LIMIT = 3
ROUNDS = 12
LEVEL = 1 << ROUNDS
FORBIDDEN = 1e5


class State(NamedTuple):
    """What is known of each seat: whom one can have met, the differences, who can have rested, fewest and most wins."""

    met: list[int]
    apart: list[list[int]]
    rested: int
    wins: list[tuple[int, int]]


class Taste(NamedTuple):
    """What one try prefers."""

    by_result: int
    steepness: float
    density: float
    noise: float


def moved(state: State, players: int, by_result: bool) -> State:
    """Return what is known of those who leave the tables, upper before lower, as if each kept a seat of its own."""
    stay = [seat_of(at, players) for at in range(players)]
    moves = tuple(Moves(*stay[at : at + 2]) for at in range(0, players - 1, 2))
    ways = _ways(ChartRound(1, by_result, moves, stay[-1] if players % 2 else None), players)
    rested = state.rested | (1 << (players - 1) if players % 2 else 0)
    wins = [
        (
            min(state.wins[at][0] for at in way.sources) + way.gains[0],
            max(state.wins[at][1] for at in way.sources) + way.gains[-1],
        )
        for way in ways
    ]
    after = sum(1 << way.target for way in ways if any(rested >> source & 1 for source in way.sources))
    return State(_met(ways, state.met), _apart(ways, state.apart), after, wins)


def seated(state: State, order: list[int]) -> State:
    """Return the same with seat k taken by who was at ``order[k]``."""
    place = {was: at for at, was in enumerate(order)}
    met = [sum(1 << place[at] for at in place if state.met[was] >> at & 1) for was in order]
    apart = [[state.apart[was][other] for other in order] for was in order]
    rested = sum(1 << at for at, was in enumerate(order) if state.rested >> was & 1)
    return State(met, apart, rested, [state.wins[was] for was in order])


def costs(state: State, players: int, taste: Taste, chance: random.Random) -> list[list[float]]:
    """Return what each two cost at one table; in an odd field the last one is nobody, and who gets it rests."""
    places = players + players % 2
    fewest = min(sum(wins) for wins in state.wins)
    found = [[FORBIDDEN] * places for _ in range(places)]
    for a in range(players):
        for b in range(a):
            most = _largest(state.apart[a][b], LEVEL)
            if not state.met[a] >> b & 1 and most <= LIMIT:
                gap = abs(sum(state.wins[a]) - sum(state.wins[b])) / 2
                found[a][b] = found[b][a] = most**taste.steepness + 0.3 * gap + taste.noise * chance.random()
        if players % 2 and not state.rested >> a & 1:
            found[a][players] = found[players][a] = 1.5 * (sum(state.wins[a]) - fewest)
    return found


def density(order: list[int], met: list[int]) -> int:
    """Return in how many tables somebody sits who can have been met by somebody of a table, summed over the tables."""
    table = {who: at // 2 for at, who in enumerate(order)}
    total = 0
    for at in range(0, len(order), 2):
        known = 0
        for who in order[at : at + 2]:
            known |= 1 << who | (met[who] if who < len(met) else 0)
        total += len({table[who] for who in table if known >> who & 1})
    return total


def arranged(state: State, players: int, taste: Taste, chance: random.Random, round_: int) -> list[int] | None:
    """Return who sits where in the next round, by annealing; ``None`` if nothing legal was found."""
    cost = costs(state, players, taste, chance)
    places = len(cost)
    order = list(range(places))
    chance.shuffle(order)
    heavy = taste.density if round_ <= taste.by_result else 0
    steps = 40 * places
    dense = heavy and heavy * density(order, state.met)
    for step in range(steps):
        heat = 4 * 0.0125 ** (step / steps)
        one, other = chance.sample(range(places), 2)
        if one // 2 == other // 2:
            continue
        pairs = [(at & ~1, at | 1) for at in (one, other)]
        before = sum(cost[order[a]][order[b]] for a, b in pairs)
        order[one], order[other] = order[other], order[one]
        change = sum(cost[order[a]][order[b]] for a, b in pairs) - before
        thicker = heavy * density(order, state.met) if heavy and change < 40 * heat else dense
        change += thicker - dense
        if change <= 0 or chance.random() < math.exp(-min(change / heat, 700)):
            dense = thicker
        else:
            order[one], order[other] = order[other], order[one]
    tables = [sorted(order[at : at + 2]) for at in range(0, places, 2)]
    if any(cost[a][b] >= FORBIDDEN for a, b in tables):
        return None
    tables.sort(key=lambda pair: (players in pair, -sum(sum(state.wins[who]) for who in pair if who < players)))
    return [who for pair in tables for who in pair if who < players]


def attempt(players: int, taste: Taste, chance: random.Random) -> tuple[int, list[str]]:
    """Build one chart as far as it goes; return after how many rounds the result moves, and the moves."""
    state = State([0] * players, [[LEVEL] * players for _ in range(players)], 0, [(0, 0)] * players)
    found: list[str] = []
    for round_ in range(1, ROUNDS):
        left = moved(state, players, round_ <= taste.by_result)
        order = arranged(left, players, taste, chance, round_ + 1)
        if order is None:
            break
        found.append("".join(ALPHABET[order.index(who)] for who in range(players)))
        state = seated(left, order)
    return taste.by_result, found


def chart_of(players: int, by_result: int, targets: list[str]) -> Chart:
    """Return the chart that the data stand for."""
    rounds = []
    for number, text in enumerate(targets, start=1):
        seats = [seat_of(ALPHABET.index(letter), players) for letter in text]
        moves = tuple(Moves(*seats[at : at + 2]) for at in range(0, players - 1, 2))
        rounds.append(ChartRound(number, number <= by_result, moves, seats[-1] if players % 2 else None))
    return Chart(players, (*rounds, ChartRound(len(rounds) + 1, False, (), None)))


def quality(players: int, by_result: int, targets: list[str]) -> tuple[int, int, int]:
    """Return how good a chart is, more being better; raises if it is none."""
    proof = prove(chart_of(players, by_result, targets))
    if proof.flaws:
        raise AssertionError(proof.flaws[0])
    return len(proof.largest), -sum(proof.largest), -sum(most**2 for tables in proof.differences for most in tables)


def better(players: int, tries: int, seed: int) -> tuple[int, str] | None:
    """Return a better chart than the present one, if one is found."""
    chance = random.Random(seed)
    by_result, text = CHARTS[players]
    best, found = quality(players, by_result, text.split()), None
    most = players.bit_length() - 1
    for _ in range(tries):
        taste = Taste(
            chance.randint(max(1, most - 2), most),
            chance.uniform(0.6, 4),
            10 ** chance.uniform(-1.5, 0.5),
            chance.uniform(0, 0.5),
        )
        moves, targets = attempt(players, taste, chance)
        if (reached := quality(players, moves, targets)) > best:
            best, found = reached, (moves, " ".join(targets))
    return found


def write(charts: dict[int, tuple[int, str]]) -> None:
    """Write the data file, one line for each round."""
    head = DATA.read_text(encoding="utf-8").partition("CHARTS = {")[0]
    lines = []
    for players, (by_result, text) in sorted(charts.items()):
        *rest, last = text.split()
        moves = "".join(f'        "{each} "\n' for each in rest) + f'        "{last}",\n'
        lines.append(f"    {players}: (\n        {by_result},\n{moves}    ),\n")
    DATA.write_text(f"{head}CHARTS = {{\n{''.join(lines)}}}\n", encoding="utf-8")


def main() -> None:
    """Look for better charts; print or write them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", nargs="+", type=int, choices=CHARTS, metavar="PLAYERS", help="4 to 64")
    parser.add_argument("--tries", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write better charts into the core's data file")
    arguments = parser.parse_args()
    charts = dict(CHARTS)
    for players in arguments.players:
        found = better(players, arguments.tries, arguments.seed)
        if found:
            charts[players] = found
        print(players, *(found or ["nothing better"]), flush=True)
    if arguments.write and charts != CHARTS:
        write(charts)


if __name__ == "__main__":
    main()
