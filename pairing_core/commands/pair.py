"""``losovna pair``: the next round, drawn by the tournament's system; a Swiss one is proved."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from pairing_core.commands import files, systems, text
from pairing_core.commands.edge import (
    DECIMAL_MARKS,
    STANDARD_STREAM,
    Commands,
    Gettext,
    InFile,
    common_options,
    fresh_seed,
    html,
    number_from,
    one_of,
    parameter_option,
    parameters_told,
    shown_seed,
    write,
)
from pairing_core.errors import N_, LosovnaError, NoPairing
from pairing_core.formats import detect, results, trf
from pairing_core.journal import MOST_ROUNDS, Journal, label, paired_event
from pairing_core.model import PlayerNumber, Settings, Tournament
from pairing_core.stages import pair_round, view
from pairing_core.swiss import Pairing
from pairing_core.swiss.pairing import keys_in_order
from pairing_core.swiss.reasons import Sentence, criterion_name
from pairing_core.swiss.rules import SECOND_BYE
from pairing_core.systems import (
    SYSTEMS,
    ahead,
    bye_reasons,
    reasons,
    round_reasons,
    system,
    to_keep,
    warnings,
)
from pairing_core.systems.groups_system import letters
from pairing_core.tie_breaks.basis import parameter_number

FORMATS = ("text", "json", "csv", "html", "trf")
BY_SUFFIX = {".txt": "text", ".csv": "csv", ".html": "html", ".htm": "html"}

DESCRIPTION = """\
Draw the next round: a Swiss one, or the next of a round robin, of groups or of a knockout. FILE is a tournament of
ours (.json), a report file (.trf) or a list of players with or without ratings (.csv, .tsv, .txt), which starts a
tournament: numbers go by rating, then by the order of the list. "-" is standard input.

With -o OUT and without --format the name of OUT says what is kept: OUT.json and OUT.trf hold the whole tournament with
its new round, which is printed as well; OUT.txt, OUT.csv and OUT.html hold the round alone. With --format, OUT holds
what would be printed: text, json, csv and html are the round, trf is the whole tournament.
"""


class SecondByeNeeded(NoPairing):
    """Parameters: ``round``, ``player``."""

    code = "second-bye-needed"
    message = N_(
        "Round %(round)s cannot be drawn without a repeated game or a second bye, the best would be for %(player)s; "
        "only --allow-repeats draws it."
    )


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "pair",
        allow_abbrev=False,
        help="draw the next round",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    keys = ", ".join(each.key for each in SYSTEMS)
    add = parser.add_argument
    add("file", metavar="FILE", help='a tournament or a list of players; "-" is standard input')
    add("--system", metavar="KEY", help=f"system from this round on, one of {keys} (default: the file's)")
    add("--rounds", metavar="N", help="number of rounds planned (default: the file's)")
    systems.add(parser)
    add("--seed", metavar="S", help="seed of the lots (default: the file's, or a new one, which is printed)")
    parameter_option(parser, "a number that a tie-break needs, such as turcas-a=1, kept in the tournament; repeatable")
    add("--allow-repeats", action="store_true", help="if nothing else is left, games may be repeated in this round")
    add("--explain", action="store_true", help="also why each pair, who starts, who has the bye")
    common_options(parser, FORMATS, default="text, or as OUT ends")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Draw and print the round, and keep it if asked."""
    shape = None if asked.format is None else one_of("--format", asked.format, FORMATS)
    keeps = shape is None and files.suffix(asked.output) in detect.SUFFIXES
    if files.is_same(asked.file, asked.output) and not keeps:
        raise InFile(asked.output, files.WouldBeLost())
    journal, pairing = draw(asked)
    shape = shape or BY_SUFFIX.get(files.suffix(asked.output), "text")
    made = _shown(shape, journal, pairing, asked, gettext)
    if keeps:
        # The round is kept before anybody sees it: none is announced that could not be saved.
        write(asked.output, files.dumped(asked.output, journal).encode("utf-8"))
        write(STANDARD_STREAM, made.encode("utf-8"))
    else:
        write(asked.output, made.encode("utf-8"))


def draw(asked: argparse.Namespace) -> tuple[Journal, Pairing]:
    """Return the journal with the round that was drawn, and the draw."""
    settings = system(asked.system or Settings().system).rules.settings
    changes: dict[str, Any] = {}
    if asked.rounds is not None:
        changes["rounds"] = number_from("--rounds", asked.rounds, 1, MOST_ROUNDS)
    parameters = parameters_told(asked.parameter)
    for name, number in parameters.items():
        parameter_number(name, number)
    seed = shown_seed(asked.seed)
    journal = files.load(asked.file, settings)
    try:
        seen = view(journal.tournament)
        tournament = seen.tournament
        key, chosen = systems.changes(asked, seen)
        if key != tournament.settings.system:
            changes["system"] = key
        parameters |= chosen
        if parameters:
            changes["parameters"] = {**tournament.settings.parameters, **parameters}
        seed = seed or tournament.settings.seed or fresh_seed()
        if not tournament.settings.seed and not any(round_.draw for round_ in tournament.rounds):
            # The first seed is the tournament's own: later rounds are drawn with it, and one lot holds for them all.
            changes["seed"] = seed
        for_now = asked.allow_repeats and not tournament.settings.allow_repeats
        if for_now:
            changes["allow_repeats"] = True
        if changes:
            journal = _changed(journal, changes)
        tournament = view(journal.tournament).tournament
        kept = to_keep(tournament, seed)
        if kept:
            journal = _changed(journal, kept)
        pairing, round_ = pair_round(journal.tournament, seed)
        if SECOND_BYE in pairing.relaxed and pairing.bye and not tournament.settings.allow_repeats:
            player = label(journal.tournament, pairing.bye)
            raise SecondByeNeeded(round=round_.number, player=player)
        journal = journal.append(paired_event(round_))
        if for_now:
            journal = _changed(journal, {"allow_repeats": False})
    except LosovnaError as error:
        raise InFile(asked.file, error) from error
    return journal, pairing


def _changed(journal: Journal, changes: Mapping[str, Any]) -> Journal:
    """Return the journal with other settings of what is being played: the last stage, or the whole tournament."""
    stages = len(journal.tournament.stages)
    if stages:
        kept = view(journal.tournament).kept_settings(changes)
        return journal.append({"event": "stage_changed", "stage": stages, "changes": {"settings": kept}})
    return journal.append({"event": "settings_changed", "changes": changes})


def _shown(shape: str, journal: Journal, pairing: Pairing, asked: argparse.Namespace, gettext: Gettext) -> str:
    seen = view(journal.tournament)
    tournament = seen.tournament
    if shape == "json":
        value = to_json(pairing, gettext if asked.explain else None)
        if journal.tournament.stages:
            value |= {"round": value["round"] + seen.offset, "stage": seen.number, "round_of_stage": value["round"]}
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    if shape == "csv":
        words = {key: gettext(word) for key, word in results.WORDS.items()}
        mark = DECIMAL_MARKS[asked.lang]
        return "\ufeff" + results.pairings_csv(tournament, pairing.round.number, words, mark)
    if shape == "trf":
        return trf.dump(journal.tournament)
    if shape == "html":
        return html(lambda: _html(tournament, pairing, asked.lang))
    return "\n".join(_text(tournament, pairing, asked.explain, gettext)) + "\n"


def to_json(pairing: Pairing, gettext: Gettext | None = None) -> dict[str, Any]:
    """Return the round as a JSON object; with ``gettext`` also its reasons and the names of the players.

    Of groups it tells which one each game is of, and who rests.

    The cost of a pair, and the total, tell every criterion of the rule set (zeros as well), and of those common to all
    rule sets the ones that cost something; the most important comes first.
    """
    pairs: list[dict[str, Any]] = []
    groups = _letters(pairing)
    for game, costs in zip(pairing.round.games, pairing.costs, strict=True):
        pair: dict[str, Any] = {"table": game.table, "first": game.first, "second": game.second}
        if groups:
            pair["group"] = groups.get(game.first)
        pair["cost"] = _told(pairing, costs)
        if gettext:
            pair["reasons"] = [each.text(gettext) for each in reasons(pairing, game)]
        pairs.append(pair)
    value: dict[str, Any] = {
        "round": pairing.round.number,
        "system": pairing.rules.key,
        "seed": pairing.seed,
        "pairs": pairs,
        "bye": pairing.bye,
        "total": _told(pairing, pairing.total),
        "optimal": pairing.optimal,
        "relaxed": list(pairing.relaxed),
    }
    if gettext or groups:
        # In groups several may rest, so that none of them is the one who is left over.
        value["byes"] = {str(player): bye.value for player, bye in pairing.round.byes.items()}
    if gettext:
        value["bye_reasons"] = [each.text(gettext) for each in bye_reasons(pairing)]
        value["reasons"] = [each.text(gettext) for each in round_reasons(pairing)]
        value["warnings"] = [each.text(gettext) for each in _warnings(pairing)]
        value["names"] = {str(entrant.number): entrant.player.name for entrant in pairing.field}
    return value


def _letters(pairing: Pairing) -> dict[PlayerNumber, str]:
    return letters(pairing.field.tournament, pairing.seed)


def _told(pairing: Pairing, costs: Mapping[str, int]) -> dict[str, int]:
    own = {criterion.key for each in pairing.rules.classes_of(pairing.field) for criterion, _ in each}
    return {key: costs.get(key, 0) for key in keys_in_order(pairing) if key in own or key in costs}


def _warnings(pairing: Pairing) -> tuple[Sentence, ...]:
    tournament = pairing.field.tournament
    return (*warnings(tournament), *ahead(tournament, pairing))


def _text(tournament: Tournament, pairing: Pairing, explain: bool, gettext: Gettext) -> list[str]:
    word = gettext(results.WORDS["round"])
    lines = text.title(tournament, f"{word} {pairing.round.number}, {gettext(pairing.rules.name)}")
    (header, *games), byes = text.round_table(tournament, pairing.round, gettext, _letters(pairing))
    lines.append(header)
    for line, game, costs in zip(games, pairing.round.games, pairing.costs, strict=True):
        lines.append(line)
        if explain:
            lines += [f"    {each.text(gettext)}" for each in reasons(pairing, game)]
            lines += _costs(pairing, costs, gettext)
    for line in byes:
        lines.append(line)
    if explain:
        lines += [f"    {each.text(gettext)}" for each in bye_reasons(pairing)]
        lines += ["", *(each.text(gettext) for each in round_reasons(pairing))]
    elif pairing.relaxed:
        names = ", ".join(gettext(criterion_name(pairing, key)) for key in pairing.relaxed)
        lines += ["", f"{gettext(N_('Rules that had to give way'))}: {names}"]
    lines += ["", text.lots_line(pairing.seed, gettext)]
    lines += [each.text(gettext) for each in _warnings(pairing)]
    return lines


def _costs(pairing: Pairing, costs: Mapping[str, int], gettext: Gettext) -> list[str]:
    """Return, in one line, what a game costs by criterion, the most important first; no line if it costs nothing."""
    told = [f"{gettext(criterion_name(pairing, key))} {costs[key]}" for key in keys_in_order(pairing) if key in costs]
    return [f"    [{', '.join(told)}]"] if told else []


def _html(tournament: Tournament, pairing: Pairing, lang: str) -> str:
    from venue.tournament import pairings_html

    return pairings_html(tournament, pairing.round.number, lang)
