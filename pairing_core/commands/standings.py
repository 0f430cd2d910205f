"""``losovna standings``: the order of the players after a round, and the crosstable."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pairing_core.commands import files, parts, text
from pairing_core.commands.edge import (
    DECIMAL_MARKS,
    Commands,
    Gettext,
    InFile,
    NotInFormat,
    ParameterNotGiven,
    common_options,
    html,
    one_of,
    parameter_option,
    parameters_told,
    whole_number,
    write,
)
from pairing_core.errors import N_, LosovnaError, MissingParameter, TeamSize
from pairing_core.formats import results
from pairing_core.history import Entry
from pairing_core.model import Settings, Tournament, points_text
from pairing_core.stages import Final, all_struck_out, final_ranking, stages, view
from pairing_core.standings import Crosstable, Standings, crosstable, standings, to_json
from pairing_core.teams import TeamStandings, team_standings
from pairing_core.teams import to_json as teams_to_json
from pairing_core.tie_breaks import TIE_BREAKS, UNPLAYED, tie_break, treatment

FORMATS = ("text", "json", "csv", "html")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "standings",
        allow_abbrev=False,
        help="rank the players",
        description="Rank the players of a tournament by points and tie-breaks. Equal players share a rank.",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help='a tournament (.json or .trf); "-" is standard input')
    add("--after", metavar="R", help="after this round (default: the last one with all results)")
    add("--stage", metavar="K", help="of this stage, its rounds counted from 1 (default: the last one)")
    add("--final", action="store_true", help="the final ranking of a tournament of several stages")
    keys = ", ".join(each.key for each in TIE_BREAKS)
    add("--tiebreaks", metavar="A,B", help=f"tie-breaks in their order, of {keys} (default: the file's)")
    ways = ", ".join(each.key for each in UNPLAYED)
    add("--unplayed", metavar="KEY", help=f"how games not played count: {ways} (default: the file's)")
    parameter_option(parser, "a number that a tie-break needs, such as turcas-a=1; repeatable")
    add("--explain", action="store_true", help="also how each value came about")
    add("--crosstable", action="store_true", help="also who played whom (in csv and html: instead)")
    add("--teams", metavar="K", help="instead: rank the clubs by the sum of their K best players")
    common_options(parser, FORMATS)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Print the standings."""
    shape = one_of("--format", asked.format, FORMATS)
    if asked.explain and shape not in FORMATS[:2]:
        raise NotInFormat(option="--explain", format=shape, known=", ".join(FORMATS[:2]))
    size = None if asked.teams is None else whole_number("--teams", asked.teams)
    if size is not None and size < 1:
        raise TeamSize(found=size)
    if size is not None and (asked.explain or asked.crosstable):
        asked.parser.error("--explain and --crosstable do not go with --teams")
    keys = None if asked.tiebreaks is None else [key for key in asked.tiebreaks.split(",") if key.strip()]
    for key in keys or ():
        tie_break(key)
    if asked.unplayed is not None:
        treatment(asked.unplayed)
    if asked.final:
        _check_final(asked)
    after = None if asked.after is None else whole_number("--after", asked.after)
    stage = None if asked.stage is None else whole_number("--stage", asked.stage)
    parameters = parameters_told(asked.parameter)
    if files.is_same(asked.file, asked.output):
        raise InFile(asked.output, files.WouldBeLost())
    whole = _with_parameters(files.load(asked.file).tournament, parameters)
    try:
        if asked.final:
            write(asked.output, _final(shape, whole, asked.lang, gettext).encode("utf-8"))
            return
        tournament = _stage(whole, stage)
        shown_parts = parts.parts_of(tournament, after, keys, asked.unplayed, cross=asked.crosstable)
        _, _, ranked, cross = shown_parts[0]
        if shown_parts[0].letter:
            ranked = standings(tournament, after, keys, asked.unplayed)
            cross = crosstable(tournament, after, keys, asked.unplayed) if asked.crosstable else None
    except MissingParameter as error:
        raise InFile(asked.file, ParameterNotGiven(**error.params)) from error
    except LosovnaError as error:
        raise InFile(asked.file, error) from error
    if size is not None:
        teams = team_standings(tournament, ranked, size)
        write(asked.output, shown_teams(shape, tournament, teams, asked, gettext).encode("utf-8"))
        return
    write(asked.output, shown(shape, tournament, ranked, shown_parts, cross, asked, gettext).encode("utf-8"))


class NotWithFinal(LosovnaError):
    """Parameters: ``option``."""

    code = "not-with-final"
    message = N_(
        "--final is the ranking of the whole tournament, each stage by its own tie-breaks; leave %(option)s out."
    )


_NOT_WITH_FINAL = ("after", "stage", "tiebreaks", "unplayed", "explain", "crosstable", "teams")


def _check_final(asked: argparse.Namespace) -> None:
    """Raise :class:`NotWithFinal` for an option that means nothing in a final ranking."""
    for name in _NOT_WITH_FINAL:
        if getattr(asked, name) not in (None, False):
            raise NotWithFinal(option=f"--{name}")


class NoSuchStage(LosovnaError):
    """Parameters: ``stage``, ``stages``."""

    code = "no-such-stage"
    message = N_("There is no stage %(stage)s; the tournament has %(stages)s.")


def _stage(whole: Tournament, number: int | None) -> Tournament:
    """Return a stage as a tournament of its own. Raises :class:`NoSuchStage`."""
    known = len(stages(whole))
    if number is not None and not 1 <= number <= known:
        raise NoSuchStage(stage=number, stages=known)
    return view(whole, number).tournament


def _final(shape: str, whole: Tournament, lang: str, gettext: Gettext) -> str:
    rows = final_ranking(whole)
    if shape == "csv":
        words = {key: gettext(word) for key, word in results.WORDS.items()}
        return "\ufeff" + results.final_csv(whole, ((row.rank, row.player) for row in rows), words)
    if shape == "html":
        return html(lambda: _final_html(whole, rows, lang))
    if shape == "json":
        told = [{**row._asdict(), "name": whole.players[row.player].name} for row in rows]
        return json.dumps({"rows": told}, ensure_ascii=False, indent=1) + "\n"
    lines = text.title(whole, gettext(N_("Final ranking")))
    struck = all_struck_out(whole)
    for row in rows:
        name = whole.players[row.player].name
        lines.append(f"{row.rank:>4}  {text.struck(name, gettext) if row.player in struck else name}")
    return "\n".join(lines) + "\n"


def _with_parameters(whole: Tournament, parameters: dict[str, str]) -> Tournament:
    """Return the tournament with these parameters in all its stages."""

    def told(settings: Settings) -> Settings:
        return replace(settings, parameters=MappingProxyType({**settings.parameters, **parameters}))

    stages_told = tuple(replace(stage, settings=told(stage.settings)) for stage in whole.stages)
    return replace(whole, settings=told(whole.settings), stages=stages_told)


def shown(
    shape: str,
    tournament: Tournament,
    ranked: Standings,
    shown_parts: Sequence[parts.Part],
    cross: Crosstable | None,
    asked: argparse.Namespace,
    gettext: Gettext,
) -> str:
    """Return the standings, with or as the crosstable, in a format; of groups those of each."""
    mark = DECIMAL_MARKS[asked.lang]
    if shape == "json":
        value = to_json(ranked, tournament, working=asked.explain)
        if shown_parts[0].letter:
            value["groups"] = [
                {"group": part.letter, "rows": to_json(part.ranked, part.tournament, working=asked.explain)["rows"]}
                for part in shown_parts
            ]
        if cross:
            value["crosstable"] = [_cross_json(row.rank, row.player, row.entries) for row in cross.rows]
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    if shape == "csv":
        words = {key: gettext(word) for key, word in results.WORDS.items()}
        return "\ufeff" + parts.as_csv(shown_parts, words, mark)
    if shape == "html":
        return html(lambda: parts.as_html(tournament, shown_parts, asked.lang))
    heading = gettext(N_("Standings after round %(round)s")) % {"round": ranked.after}
    lines = text.title(tournament, heading)
    for part in shown_parts:
        if part.letter:
            lines.append(gettext(parts.GROUP) % {"letter": part.letter})
        lines += text.standings_table(part.tournament, part.ranked, gettext, mark)
        if part.cross:
            lines += ["", *text.crosstable_table(part.tournament, part.cross, gettext)]
        lines.append("")
    lines += [*text.legend(ranked, gettext), ""] if ranked.tie_breaks else []
    if asked.explain:
        for part in shown_parts:
            lines += [*text.working(part.tournament, part.ranked, gettext, mark)]
    return "\n".join(lines).rstrip("\n") + "\n"


def shown_teams(
    shape: str, tournament: Tournament, teams: TeamStandings, asked: argparse.Namespace, gettext: Gettext
) -> str:
    """Return the standings of teams in a format."""
    mark = DECIMAL_MARKS[asked.lang]
    if shape == "json":
        return json.dumps(teams_to_json(teams), ensure_ascii=False, indent=1) + "\n"
    if shape == "csv":
        words = {key: gettext(word) for key, word in results.WORDS.items()}
        return "\ufeff" + results.team_standings_csv(tournament, teams, words, mark)
    if shape == "html":
        return html(lambda: _teams_html(tournament, teams, asked.lang))
    heading = gettext(N_("Team standings after round %(round)s")) % {"round": teams.after}
    return "\n".join(text.title(tournament, heading) + text.team_table(tournament, teams, gettext, mark)) + "\n"


def _cross_json(rank: int, player: int, entries: tuple[Entry, ...]) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": player,
        "rounds": [
            {
                "round": entry.round,
                "opponent": entry.opponent,
                "starts": entry.is_first if entry.opponent is not None else None,
                "outcome": entry.outcome.value if entry.outcome else None,
                "bye": entry.bye.value if entry.bye else None,
                "points": points_text(entry.points),
            }
            for entry in entries
        ],
    }


def _final_html(whole: Tournament, rows: Sequence[Final], lang: str) -> str:
    from venue.tournament import final_html

    return final_html(whole, [(row.rank, row.player) for row in rows], all_struck_out(whole), lang)


def _teams_html(tournament: Tournament, teams: TeamStandings, lang: str) -> str:
    from venue.tournament import team_standings_html

    return team_standings_html(tournament, teams, lang)
