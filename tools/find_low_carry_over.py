"""Find the tables with a small carry-over effect again, and write them into the core's data file.

    python tools/find_low_carry_over.py --check     verify the shipped data (about a second)
    python tools/find_low_carry_over.py             find everything anew and write it (about ten minutes)
    python tools/find_low_carry_over.py 8 9         find these fields only and print them; write nothing

For N places (an odd field has its dummy as the last place):

1. Pairs, for all N but 12. A starter over Z_m, m = N - 1, pairs the numbers 1 to m - 1 so that every difference occurs
   once; adding r to everything gives round r, and the number paired with nobody meets the fixed player. All starters
   with the least carry-over effects value are collected (Anderson, "Balancing carry-over effects in tournaments",
   1999). With f the partner of a number and m_d = how often f(q - 1) - f(q) + 1 = d, the value is m (2 + sum of m_d²),
   where d = 1 counts once more.
2. Pairs, for N = 12, where the best starter gives only 176 (Guedes and Ribeiro found 160). Annealing over tables that
   stay the same when players 1 and 7, 2 and 8 ... change places: two rounds are exchanged, or two rounds exchange
   their games along a cycle of their union (and along its image).
3. Sides. Annealing over who starts: fewest breaks, under the conditions that starts and non-starts differ by at most
   one (in an odd field: not at all), and that nobody starts, or does not start, three times in a row, neither in one
   cycle nor where two cycles meet, the last two rounds of the first one swapped and the second one reversed.
4. Tables, for N = 12: annealing over the order within the rounds, so that nobody sits at one table too often. With a
   starter each pair keeps its table, so that every player comes to every table twice (the fixed one's table: once).

Annealing is repeated here with the seeds in RECIPES: many were tried, these gave the fewest breaks. Nothing proves that
fewer are impossible.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pairing_core.round_robin.quality import carry_over  # noqa: E402

DATA = ROOT / "pairing_core" / "round_robin" / "low_carry_over_data.py"
TWELVE = 12

# The least values known, for N = 4, 6 ... 24; the search must reach them.
VALUES = {4: 12, 6: 60, 8: 56, 10: 108, 12: 160, 14: 234, 16: 240, 18: 340, 20: 380, 22: 462, 24: 598}


class Recipe(NamedTuple):
    """Which of the best starters is taken (for 11 players: who is the dummy), and the annealing of the sides."""

    which: int
    seed: int
    steps: int


RECIPES = {
    3: Recipe(0, 1, 200_000),
    4: Recipe(0, 1, 200_000),
    5: Recipe(0, 1, 200_000),
    6: Recipe(0, 1, 200_000),
    7: Recipe(0, 1, 200_000),
    8: Recipe(0, 1, 200_000),
    9: Recipe(1, 4, 200_000),
    10: Recipe(0, 1, 200_000),
    11: Recipe(12, 1, 1_000_000),
    12: Recipe(12, 1, 1_000_000),
    13: Recipe(2, 1, 2_000_000),
    14: Recipe(0, 1, 2_000_000),
    15: Recipe(0, 1, 2_000_000),
    16: Recipe(1, 1, 2_000_000),
    17: Recipe(1, 7, 4_000_000),
    18: Recipe(0, 1, 4_000_000),
    19: Recipe(1, 10, 4_000_000),
    20: Recipe(0, 8, 4_000_000),
    21: Recipe(1, 13, 4_000_000),
    22: Recipe(0, 9, 4_000_000),
    23: Recipe(0, 2, 4_000_000),
    24: Recipe(0, 3, 4_000_000),
}
PAIRS_OF_TWELVE_SEED = 98

Pair = tuple[int, int]
Rounds = list[list[Pair]]


class Chance:
    """A small generator (xorshift of 64 bits) that gives the same numbers in every version of Python."""

    def __init__(self, seed: int) -> None:
        self.state = 88172645463325252 ^ (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF)
        for _ in range(20):
            self.word()

    def word(self) -> int:
        """Return the next whole number of 64 bits."""
        x = self.state
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
        self.state = x
        return x

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1."""
        return self.word() % limit

    def accepts(self, change: float, temperature: float) -> bool:
        """Tell whether annealing makes a change for the worse."""
        return change <= 0 or (self.word() >> 11) * (1.0 / 9007199254740992.0) < math.exp(-change / temperature)


@cache
def starters(m: int) -> list[tuple[Pair, ...]]:
    """Return all starters of Z_m with the least carry-over effects value, in the order in which they are found.

    The lowest free number is paired first, so f is known up to it and part of the value already counts.
    """
    half = (m - 1) // 2
    partner = [0] * m
    differences = [False] * (half + 1)
    best = m * m * m
    found: list[tuple[Pair, ...]] = []

    def extend(low: int, counts: list[int], squares: int) -> None:
        nonlocal best, found
        while low < m and partner[low]:
            if low > 1:
                d = (partner[low - 1] - partner[low] + 1) % m
                counts = counts.copy()
                squares += 2 * counts[d] + 1
                counts[d] += 1
            low += 1
        if m * (2 + squares + max(0, m - 1 - low)) > best:
            return
        if low == m:
            value = m * (2 + squares)
            if value < best:
                best, found = value, []
            found.append(tuple((a, partner[a]) for a in range(1, m) if a < partner[a]))
            return
        for other in range(low + 1, m):
            difference = min(other - low, m - other + low)
            if not partner[other] and not differences[difference]:
                partner[low], partner[other] = other, low
                differences[difference] = True
                extend(low, counts, squares)
                partner[low] = partner[other] = 0
                differences[difference] = False

    extend(1, [0, 1] + [0] * m, 1)
    return found


def rounds_of_starter(starter: tuple[Pair, ...], m: int) -> Rounds:
    """Return the rounds: number e of the starter is player e + 1 in round 1, and the fixed player is m + 1."""
    return [[(r + 1, m + 1), *(((a + r) % m + 1, (b + r) % m + 1) for a, b in starter)] for r in range(m)]


def value_of(rounds: Rounds) -> int:
    """Return the carry-over effects value."""
    rows = []
    for games in rounds:
        row = [0] * (2 * len(games) + 1)
        for a, b in games:
            row[a], row[b] = b, a
        rows.append(row)
    return carry_over(rows)


@cache
def rounds_of_twelve() -> Rounds:
    """Return rounds for 12 players with the value 160; see step 2 above."""
    goal, places, rounds, half = VALUES[TWELVE], TWELVE, TWELVE - 1, TWELVE // 2
    # To begin with: five rounds inside two halves of six, and six rounds between them.
    table: list[list[int]] = []
    for r in range(half - 1):
        row = [(2 * r - p) % (half - 1) for p in range(half - 1)] + [r]
        row[r] = half - 1
        table.append(row + [p + half for p in row])
    for k in range(half):
        row = [(k - p) % half for p in range(half)]
        table.append([p + half for p in row] + row)
    counts = [0] * (places * places)

    def recount(changed: set[int], sign: int) -> int:
        change = 0
        for r in changed:
            for x, y in zip(table[r], table[(r + 1) % rounds], strict=True):
                count = counts[x * places + y]
                change += 2 * sign * count + 1
                counts[x * places + y] = count + sign
        return change

    value = recount(set(range(rounds)), 1)
    chance = Chance(PAIRS_OF_TWELVE_SEED)
    steps, temperature = 1_000_000, 12.0
    cooling = (3.0 / temperature) ** (1 / steps)
    for _ in range(steps):
        temperature *= cooling
        a, b = chance.below(rounds), chance.below(rounds - 1)
        b += b >= a
        old_a, old_b = table[a], table[b]
        new_a, new_b = old_b, old_a
        if chance.below(3):
            new_a, new_b = old_a.copy(), old_b.copy()
            start = chance.below(places)
            image = (start + half) % places
            if not exchange(new_a, new_b, start, image):
                exchange(new_a, new_b, image, start)
        changed = {a, b, (a - 1) % rounds, (b - 1) % rounds}
        change = recount(changed, -1)
        table[a], table[b] = new_a, new_b
        change += recount(changed, 1)
        if chance.accepts(change, temperature):
            value += change
            if value <= goal:
                return [[(p + 1, q + 1) for p, q in enumerate(row) if p < q] for row in table]
        else:
            recount(changed, -1)
            table[a], table[b] = old_a, old_b
            recount(changed, 1)
    raise SystemExit(f"12 players: no table with the value {goal} was found")


def exchange(row_a: list[int], row_b: list[int], start: int, other: int) -> bool:
    """Exchange two rounds along the cycle of their union through ``start``; tell whether it passes ``other``."""
    passed = False
    at = start
    while True:
        across = row_a[at]
        onward = row_b[across]
        passed = passed or other in (at, across)
        for p in (at, across):
            row_a[p], row_b[p] = row_b[p], row_a[p]
        at = onward
        if at == start:
            return passed


class Sides(NamedTuple):
    """The games of each round with who starts first, and the number of breaks."""

    breaks: int
    rounds: Rounds


class Field:
    """The games without the dummy's, and for each player what his starts (a number, bit k for game k) cost."""

    BROKEN = 1.25  # what a broken condition costs, in breaks; dearer, and annealing gets stuck

    def __init__(self, rounds: Rounds, players: int) -> None:
        self.players = players
        self.rounds = [[game for game in games if max(game) <= players] for games in rounds]
        self.played = [0] * (players + 1)
        self.games = []
        plays_last_two = [0] * (players + 1)
        for r, games in enumerate(self.rounds):
            for a, b in games:
                self.games.append((a, 1 << self.played[a], b, 1 << self.played[b]))
                for p in (a, b):
                    self.played[p] += 1
                    plays_last_two[p] += r >= len(rounds) - 2
        self.swaps = [count == 2 for count in plays_last_two]

    def breaks(self, player: int, starts: int) -> int:
        """Return how often the player has the same side in two games in a row."""
        return (~(starts ^ starts >> 1) & (1 << self.played[player] - 1) - 1).bit_count()

    def broken(self, player: int, starts: int) -> int:
        """Return how often the player has the same side three times in a row, and how far he is out of balance."""
        played = self.played[player]
        same = ~(starts ^ starts >> 1) & (1 << played - 1) - 1
        # The next cycle begins with the same games reversed; two of them are enough to see a run of three.
        onward = starts | (~starts & 3) << played
        if self.swaps[player] and (starts >> played - 1 ^ starts >> played - 2) & 1:
            onward ^= 3 << played - 2
        seam = ~(onward ^ onward >> 1) & (1 << played + 1) - 1
        out_of_balance = abs(2 * starts.bit_count() - played) - played % 2
        return (same & same >> 1).bit_count() + (seam & seam >> 1).bit_count() + out_of_balance // 2

    def anneal(self, seed: int, steps: int) -> Sides | None:
        """Return the best sides met that keep all conditions, or ``None`` if there were none.

        A step turns one game around, or three games in which a starts against b, b against c and c against a, which
        leaves everybody's balance as it is.
        """
        chance = Chance(seed)
        players, games, count = self.players, self.games, len(self.games)
        starts = [0] * (players + 1)
        bit = [[0] * (players + 1) for _ in range(players + 1)]
        for a, bit_a, b, bit_b in games:
            bit[a][b], bit[b][a] = bit_a, bit_b
            if chance.word() & 1:
                starts[a] |= bit_a
            else:
                starts[b] |= bit_b
        memo: list[dict[int, float]] = [{} for _ in starts]

        def cost(p: int, new: int) -> float:
            value = memo[p].get(new)
            if value is None:
                value = memo[p][new] = self.breaks(p, new) + self.BROKEN * self.broken(p, new)
            return value

        costs = [0.0] + [cost(p, starts[p]) for p in range(1, players + 1)]
        temperature = 0.8
        cooling = (0.25 / temperature) ** (1 / steps)
        best = None
        changed: list[tuple[int, int]]
        for step in range(steps):
            temperature *= cooling
            if step % 2:
                a, bit_a, b, bit_b = games[chance.below(count)]
                changed = [(a, starts[a] ^ bit_a), (b, starts[b] ^ bit_b)]
            else:
                a, b, c = 1 + chance.below(players), 1 + chance.below(players), 1 + chance.below(players)
                # A player against himself has no bit, so two equal ones fall out here.
                if not (starts[a] & bit[a][b] and starts[b] & bit[b][c] and starts[c] & bit[c][a]):
                    continue
                changed = [
                    (a, starts[a] ^ bit[a][b] ^ bit[a][c]),
                    (b, starts[b] ^ bit[b][a] ^ bit[b][c]),
                    (c, starts[c] ^ bit[c][a] ^ bit[c][b]),
                ]
            change = 0.0
            for p, new in changed:
                change += cost(p, new) - costs[p]
            if chance.accepts(change, temperature):
                for p, new in changed:
                    starts[p], costs[p] = new, memo[p][new]
                if change < 0 and (best is None or sum(costs) < best[0]):
                    breaks = sum(self.breaks(p, starts[p]) for p in range(1, players + 1))
                    if breaks == sum(costs):
                        best = (breaks, starts.copy())
        if best is None:
            return None
        turned = iter((a, b) if best[1][a] & bit_a else (b, a) for a, bit_a, b, _ in games)
        return Sides(best[0], [[next(turned) for _ in round_games] for round_games in self.rounds])


def spread_tables(rounds: Rounds) -> Rounds:
    """Return the rounds with their games in an order that spreads everybody's visits over the tables."""
    chance = Chance(1)
    rounds = [games.copy() for games in rounds]
    tables = len(rounds[0])
    visits: dict[tuple[int, int], int] = {}
    for games in rounds:
        for table, game in enumerate(games):
            for p in game:
                visits[p, table] = visits.get((p, table), 0) + 1
    steps, temperature = 300_000, 3.0
    cooling = (0.1 / temperature) ** (1 / steps)
    for _ in range(steps):
        temperature *= cooling
        games = rounds[chance.below(len(rounds))]
        i, j = chance.below(tables), chance.below(tables - 1)
        j += j >= i
        moves = [(p, i, j) for p in games[i]] + [(p, j, i) for p in games[j]]
        change = sum(2 * (visits.get((p, there), 0) - visits[p, here]) + 2 for p, here, there in moves)
        if chance.accepts(change, temperature):
            for p, here, there in moves:
                visits[p, here] -= 1
                visits[p, there] = visits.get((p, there), 0) + 1
            games[i], games[j] = games[j], games[i]
    return rounds


def find(players: int) -> tuple[str, str]:
    """Return the pairs and the sides of one field as the data file has them (see there)."""
    clock = time.perf_counter()
    places = players + players % 2
    which, seed, steps = RECIPES[players]
    if places == TWELVE:
        # In an odd field anybody may be the dummy: he changes numbers with the last one.
        rename = {which: TWELVE, TWELVE: which}
        rounds = [[(rename.get(a, a), rename.get(b, b)) for a, b in games] for games in rounds_of_twelve()]
    else:
        starter = starters(places - 1)[which]
        rounds = rounds_of_starter(starter, places - 1)
    if value_of(rounds) != VALUES[places]:
        raise SystemExit(f"{players} players: the value {value_of(rounds)} is not the least one known")
    sides = Field(rounds, players).anneal(seed, steps)
    if sides is None:
        raise SystemExit(f"{players} players: no sides were found that keep all conditions")
    print(
        f"{players:2} players: {sides.breaks:2} breaks, {time.perf_counter() - clock:.0f} s",
        file=sys.stderr,
        flush=True,
    )
    if places == TWELVE:
        pairs = " | ".join(" ".join(f"{a}-{b}" for a, b in games) for games in spread_tables(sides.rounds))
        return pairs, ""
    pairs = " ".join(f"{a}-{b}" for a, b in starter)
    kept = [game for games in rounds for game in games if max(game) <= players]
    turned = [game for games in sides.rounds for game in games]
    number = sum(1 << k for k, (game, side) in enumerate(zip(kept, turned, strict=True)) if game == side)
    return pairs, f"{number:x}"


HEAD = '''"""Found by ``tools/find_low_carry_over.py``, which can find it again and verifies it: do not edit.

``PAIRS`` by the number of players: a starter over Z_m, its pairs in the order of the tables from table 2 (number e is
player e + 1 in round 1; at table 1 the number left over meets the last player); for 11 and 12 players all rounds with
their games in the order of the tables, who starts first, and for 11 players without the one who rests.

``SIDES``: a hexadecimal number with one bit for each game between players, the lowest bit for the first game of round
1: whether the one named first in the starter (at table 1: the one who changes) starts.
"""

'''


def text_of(found: dict[int, tuple[str, str]]) -> str:
    """Return the text of the data file."""
    lines = [HEAD + "PAIRS = {"]
    for players, (pairs, _) in found.items():
        if "|" in pairs:
            rounds = pairs.split(" | ")
            texts = [f"{games} | " for games in rounds[:-1]] + [rounds[-1]]
            lines += [f"    {players}: (", *(f'        "{text}"' for text in texts), "    ),"]
        else:
            lines.append(f'    {players}: "{pairs}",')
    lines += ["}", "", "SIDES = {"]
    lines += [f'    {players}: "{sides}",' for players, (_, sides) in found.items() if sides]
    return "\n".join([*lines, "}", ""])


def check() -> None:
    """Verify the shipped data through the core's own interface; end with a sentence if anything is wrong."""
    from pairing_core.round_robin import quality, schedule

    for players in RECIPES:
        for cycles in (1, 2):
            table = schedule(players, "low-carry-over", cycles, swap_last_rounds=True)
            figures = quality(table)
            met = {(min(g.first, g.second), max(g.first, g.second)) for r in table.rounds for g in r.games}
            allowed = players % 2 == 0 and cycles == 1
            good = (
                len(met) == players * (players - 1) // 2
                and sum(len(round_.games) for round_ in table.rounds) == len(met) * cycles
                and all(len({p for g in r.games for p in g[1:]}) == players // 2 * 2 for r in table.rounds)
                and (cycles > 1 or figures.carry_over == VALUES[table.places])
                and all(abs(balance) <= allowed for balance in figures.start_balance)
                and figures.longest_run <= 2
            )
            if not good:
                raise SystemExit(f"{players} players, cycles {cycles}: the shipped table breaks a condition: {figures}")
            if cycles == 1:
                print(f"{players:2} players: value {figures.carry_over}, {figures.breaks} breaks: good")


def main() -> None:
    """Find and write, find and print, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", nargs="*", type=int, help="3 to 24")
    parser.add_argument("--check", action="store_true", help="verify the shipped data")
    arguments = parser.parse_args()
    if not RECIPES.keys() >= set(arguments.players):
        parser.error(f"players must be from {min(RECIPES)} to {max(RECIPES)}")
    if arguments.check:
        check()
    elif arguments.players:
        for players in arguments.players:
            print(players, *find(players), flush=True)
    else:
        DATA.write_text(text_of({players: find(players) for players in RECIPES}), encoding="utf-8")


if __name__ == "__main__":
    main()
