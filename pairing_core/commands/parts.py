"""What the tables of a tournament are made of: the stage as a whole, or each of its groups by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pairing_core.errors import N_, LosovnaError
from pairing_core.formats import results
from pairing_core.model import GROUPS, RoundNumber, Tournament
from pairing_core.standings import Crosstable, Standings, crosstable, standings
from pairing_core.systems.groups_system import Group, group_tournament, groups_of

GROUP = N_("Group %(letter)s")


class Part(NamedTuple):
    """What one table shows: a group, or with the letter "" all players of a stage; the crosstable if it is wanted."""

    letter: str
    tournament: Tournament
    ranked: Standings
    cross: Crosstable | None


def parts_of(
    tournament: Tournament,
    after: RoundNumber | None = None,
    tie_breaks: Sequence[str] | None = None,
    unplayed: str | None = None,
    *,
    cross: bool = False,
) -> list[Part]:
    """Return the groups of a stage, or the stage as its only part. Raises what its standings raise."""
    seen = [(group.letter, group_tournament(tournament, group)) for group in _groups(tournament)]
    # The groups go by one round: one whose results are all there does not run ahead.
    after = tournament.finished_rounds if after is None else after
    return [
        Part(
            letter,
            own,
            standings(own, after, tie_breaks, unplayed),
            crosstable(own, after, tie_breaks, unplayed) if cross else None,
        )
        for letter, own in seen or [("", tournament)]
    ]


def _groups(tournament: Tournament) -> tuple[Group, ...]:
    """Return the groups, none where there are none; nor where games were played that they do not have.

    A report file does not tell who is in which group, and what is made anew from its players would be other ones.
    """
    if tournament.settings.system != GROUPS or not tournament.rounds:
        return ()
    try:
        groups = groups_of(tournament)
    except LosovnaError:
        return ()
    home = {player: group.number for group in groups for player in group.table.players}
    games = (game for round_ in tournament.rounds for game in round_.games)
    return groups if all(home.get(game.first) == home.get(game.second) for game in games) else ()


def as_csv(parts: Iterable[Part], words: Mapping[str, str], mark: str) -> str:
    """Return the standings, or the crosstable if there is one, as one table."""
    tables = [
        (
            part.letter,
            results.crosstable_csv(part.tournament, part.cross, words, mark)
            if part.cross
            else results.standings_csv(part.tournament, part.ranked, words, mark),
        )
        for part in parts
    ]
    return results.grouped_csv(tables, words) if tables[0][0] else tables[0][1]


def as_html(tournament: Tournament, parts: Sequence[Part], lang: str) -> str:
    """Return the standings, or the crosstable if there is one, as a page."""
    from venue.tournament import crosstable_html, standings_html

    crosses = {part.letter: part.cross for part in parts if part.cross}
    if crosses:
        return crosstable_html(tournament, crosses, lang)
    return standings_html(tournament, {part.letter: part.ranked for part in parts}, lang)
