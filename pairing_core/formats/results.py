"""A tournament as CSV for spreadsheets: players, the pairings of a round, standings, crosstable.

Cells are divided by ``;``, lines end with CR LF, and nothing can be taken for a date or a formula: a result never
stands in one cell as "1-0", a name that looks like either gets an apostrophe in front (:func:`table.guarded`).
``words`` are the words of a language, with the keys of :data:`WORDS`; missing ones are English. ``mark`` is the decimal
mark of that language: "5.5" would be the 5th of May to a spreadsheet that expects "5,5". The byte order mark that makes
spreadsheets read UTF-8 belongs to whoever writes the bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from pairing_core.errors import N_, UnknownRound
from pairing_core.formats.table import guarded
from pairing_core.history import Entry
from pairing_core.model import KNOCKOUT, Bye, Game, HalfPoints, PlayerNumber, RoundNumber, Tournament, points_text
from pairing_core.standings import Crosstable, Standings
from pairing_core.teams import TeamStandings
from pairing_core.tie_breaks import TIE_BREAKS, Worked

WORDS = {
    "number": N_("Number"),
    "name": N_("Name"),
    "rating": N_("Rating"),
    "club": N_("Club"),
    "country": N_("Country"),
    "rank": N_("Rank"),
    "group": N_("Group"),
    "points": N_("Points"),
    "team": N_("Team"),
    "counted": N_("Players who count"),
    "round": N_("Round"),
    "table": N_("Table"),
    "first": N_("Starts (number)"),
    "first_name": N_("Starts"),
    "second": N_("Second (number)"),
    "second_name": N_("Second"),
    "first_points": N_("Points of who starts"),
    "second_points": N_("Points of the second"),
    "first_score": N_("Total of who starts"),
    "second_score": N_("Total of the second"),
    "note": N_("Note"),
    "forfeit": N_("forfeit"),
    "pairing-allocated": N_("Rests"),
    "full-point": N_("Full-point bye"),
    "half-point": N_("Half-point bye"),
    "zero-point": N_("Absent"),
    "waits": N_("Still in: waits for the next round"),
    **{f"tie-break/{each.key}": each.short for each in TIE_BREAKS},
}
"""The words of the files, in English; each is also the message identifier of its translations."""


def bye_word(tournament: Tournament, player: PlayerNumber, bye: Bye, number: RoundNumber) -> str:
    """Return the key of the word for a player without a game in a round: in a knockout, who is still in is not absent.

    Who has withdrawn is.
    """
    is_still_in = tournament.settings.system == KNOCKOUT and tournament.players[player].is_in(number)
    return "waits" if is_still_in and bye is Bye.ZERO_POINT else bye.value


def players_csv(tournament: Tournament, words: Mapping[str, str] = WORDS) -> str:
    """Return the players by number; :func:`csv_players.players` reads the same ones, unless a number is free."""
    words = {**WORDS, **words}
    rows: list[list[object]] = [[words[key] for key in ("number", "name", "rating", "club", "country")]]
    for player in tournament.players.values():
        rating = "" if player.rating is None else player.rating
        rows.append([player.number, guarded(player.name), rating, guarded(player.club), guarded(player.country)])
    return _csv(rows)


def pairings_csv(
    tournament: Tournament, round_number: RoundNumber, words: Mapping[str, str] = WORDS, mark: str = "."
) -> str:
    """Return a round: a game on a line with the points of both, then the players without a game.

    A bye has its word in the column of the table. Totals of games have columns only if there are any. Raises
    :class:`UnknownRound`.
    """
    words = {**WORDS, **words}
    if not 1 <= round_number <= len(tournament.rounds):
        raise UnknownRound(round=round_number, rounds=len(tournament.rounds))
    round_ = tournament.rounds[round_number - 1]
    scoring = tournament.settings.scoring
    has_totals = any(game.first_score is not None or game.second_score is not None for game in round_.games)
    totals = ["first_score", "second_score"] if has_totals else []
    header = ["round", "table", "first", "first_name", "second", "second_name", "first_points", "second_points"]
    rows: list[list[object]] = [[words[key] for key in (*header, *totals, "note")]]
    for game in round_.games:
        points = [scoring.of(outcome) for outcome in game.result.sides] if game.result else [None, None]
        rows.append(
            [
                round_number,
                game.table,
                *_named(tournament, game.first),
                *_named(tournament, game.second),
                *(_points(each, mark) for each in points),
                *_totals(game, has_totals),
                words["forfeit"] if game.result and not game.result.is_played else "",
            ]
        )
    for player, bye in round_.byes.items():
        awarded = _points(tournament.settings.of_bye(bye), mark)
        rows.append(
            [
                round_number,
                words[bye_word(tournament, player, bye, round_number)],
                *_named(tournament, player),
                "",
                "",
                awarded,
                "",
                *([""] * len(totals)),
                "",
            ]
        )
    return _csv(rows)


def standings_csv(tournament: Tournament, ranked: Standings, words: Mapping[str, str] = WORDS, mark: str = ".") -> str:
    """Return the standings: rank, number, name, points, and a column for each tie-break."""
    words = {**WORDS, **words}
    header = [words[key] for key in ("rank", "number", "name", "points")]
    rows: list[list[object]] = [[*header, *(words[f"tie-break/{each.key}"] for each in ranked.tie_breaks)]]
    for row in ranked.rows:
        values = [each.text(worked) for each, worked in zip(ranked.tie_breaks, row.values, strict=True)]
        rows.append(
            [
                row.rank,
                *_named(tournament, row.player),
                _points(row.points, mark),
                *("" if value is None else value.replace(".", mark) for value in values),
            ]
        )
    return _csv(rows)


def grouped_csv(tables: Iterable[tuple[str, str]], words: Mapping[str, str] = WORDS) -> str:
    """Return the tables of groups, each with the group's letter, as one: under one header, the letter in each line."""
    words = {**WORDS, **words}
    lines: list[str] = []
    for letter, table in tables:
        header, *rows = table.removesuffix("\r\n").split("\r\n")
        if not lines:
            lines.append(f"{words['group']};{header}")
        lines += [f"{letter};{row}" for row in rows]
    return "".join(f"{line}\r\n" for line in lines)


def final_csv(
    tournament: Tournament, ranking: Iterable[tuple[int, PlayerNumber]], words: Mapping[str, str] = WORDS
) -> str:
    """Return the final ranking of a tournament of several stages: rank, number, name."""
    words = {**WORDS, **words}
    rows: list[list[object]] = [[words[key] for key in ("rank", "number", "name")]]
    return _csv([*rows, *([rank, *_named(tournament, player)] for rank, player in ranking)])


def team_standings_csv(
    tournament: Tournament, teams: TeamStandings, words: Mapping[str, str] = WORDS, mark: str = "."
) -> str:
    """Return the standings of teams: rank, team, points, a column for each tie-break, who counts."""
    words = {**WORDS, **words}
    keys = [f"tie-break/{each.key}" for each in teams.tie_breaks]
    rows: list[list[object]] = [[words[key] for key in ("rank", "team", "points", *keys, "counted")]]
    for row in teams.rows:
        values = [
            (each.text(Worked(value)) or "").replace(".", mark)
            for each, value in zip(teams.tie_breaks, row.values, strict=True)
        ]
        names = ", ".join(tournament.players[player].name for player in row.counted)
        rows.append([row.rank, guarded(row.name), _points(row.points, mark), *values, guarded(names)])
    return _csv(rows)


def crosstable_csv(
    tournament: Tournament, crosstable: Crosstable, words: Mapping[str, str] = WORDS, mark: str = "."
) -> str:
    """Return the crosstable, a round in each column: the points, and in brackets the opponent's number.

    A star after the number says that the player started: ``1 (12*)``. A forfeit and a bye have their word there. An
    open game has a dash for the points.
    """
    words = {**WORDS, **words}
    rounds = [f"{words['round']} {number}" for number in range(1, crosstable.after + 1)]
    rows: list[list[object]] = [[words["rank"], words["number"], words["name"], *rounds, words["points"]]]
    for row in crosstable.rows:
        entries = [_entry(entry, words, mark) for entry in row.entries]
        rows.append([row.rank, *_named(tournament, row.player), *entries, _points(row.points, mark)])
    return _csv(rows)


def _entry(entry: Entry, words: Mapping[str, str], mark: str) -> str:
    if entry.opponent is None:
        return "" if entry.bye is None else f"{_points(entry.points, mark)} ({words[entry.bye.value]})"
    points = "–" if entry.is_open else _points(entry.points, mark)
    forfeit = "" if entry.is_open or entry.is_played else f", {words['forfeit']}"
    return f"{points} ({entry.opponent}{'*' if entry.is_first else ''}{forfeit})"


def _named(tournament: Tournament, player: PlayerNumber) -> list[object]:
    return [player, guarded(tournament.players[player].name)]


def _points(points: HalfPoints | None, mark: str) -> str:
    return "" if points is None else points_text(points).replace(".", mark)


def _totals(game: Game, has_totals: bool) -> Sequence[object]:
    if not has_totals:
        return []
    return ["" if score is None else score for score in (game.first_score, game.second_score)]


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return out.getvalue()
