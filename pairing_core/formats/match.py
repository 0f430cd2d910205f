"""A match of everyone against everyone between two teams: as text, JSON and CSV.

Players are A1, A2 ... and B1, B2 ...; with ``names`` (those of team A, then those of team B) they have their names
beside. ``words`` are the words of a language, with the keys of :data:`table.WORDS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_core.formats.table import WORDS, aligned_rows, csv_text, guarded
from pairing_core.teams import Match, MatchGame, MatchRound


def sides(game: MatchGame) -> tuple[str, str]:
    """Return the labels of the two players, who starts first."""
    a, b = f"A{game.a}", f"B{game.b}"
    return (a, b) if game.a_starts else (b, a)


def resting(match: Match, round_: MatchRound) -> list[str]:
    """Return the labels of those who rest in a round."""
    team = "A" if match.a > match.b else "B"
    return [f"{team}{player}" for player in round_.resting]


def named(match: Match, names: Sequence[str]) -> dict[str, str]:
    """Return the names by label; empty without names."""
    labels = [*(f"A{at}" for at in range(1, match.a + 1)), *(f"B{at}" for at in range(1, match.b + 1))]
    return dict(zip(labels, names, strict=True)) if names else {}


def to_json(match: Match, names: Sequence[str] = ()) -> dict[str, object]:
    """Return the match for programs.

    ``{"teams": [3, 2], "rounds": [{"round": 1, "games": [{"table": 1, "first": "A1", "second": "B1"}], "resting":
    ["A3"]}]}``, and with names ``"names": {"A1": "Anna"}``.
    """
    rounds = []
    for round_ in match.rounds:
        games = []
        for game in round_.games:
            first, second = sides(game)
            games.append({"table": game.table, "first": first, "second": second})
        rounds.append({"round": round_.number, "games": games, "resting": resting(match, round_)})
    value: dict[str, object] = {"teams": [match.a, match.b], "rounds": rounds}
    if names:
        value["names"] = named(match, names)
    return value


def to_csv(match: Match, names: Sequence[str] = (), words: Mapping[str, str] = WORDS) -> str:
    """Return the match as CSV: one game on a line, and one for each player who rests (see :func:`table.to_csv`)."""
    words = {**WORDS, **words}
    known = named(match, names)

    def cells(label: str) -> list[object]:
        return [label, guarded(known[label])] if known else [label]

    header = ["round", "table", "first", "first_name", "second", "second_name"]
    rows: list[list[object]] = [[words[key] for key in header if known or not key.endswith("_name")]]
    for round_ in match.rounds:
        for game in round_.games:
            first, second = sides(game)
            rows.append([round_.number, game.table, *cells(first), *cells(second)])
        for label in resting(match, round_):
            rows.append([round_.number, words["bye"], *cells(label), *[""] * len(cells(label))])
    return csv_text(rows)


def to_text(match: Match, names: Sequence[str] = (), words: Mapping[str, str] = WORDS) -> str:
    """Return the match as plain text: names, if there are any, then a line for each round, who starts on the left."""
    words = {**WORDS, **words}
    known = named(match, names)
    lines = [words["players"], *(f"  {label:<3} {name}" for label, name in known.items()), ""] if known else []
    tables = min(match.a, match.b)
    header = [words["round"], *(f"{words['table']} {table}" for table in range(1, tables + 1))]
    rows = [[*header, words["bye"]] if match.a != match.b else header]
    for round_ in match.rounds:
        row = [str(round_.number), *(" – ".join(sides(game)) for game in round_.games)]
        rows.append([*row, " ".join(resting(match, round_))] if match.a != match.b else row)
    lines += [*aligned_rows(rows), "", words["left_starts"]]
    return "\n".join(lines) + "\n"
