"""``losovna table``: a round-robin table as text, JSON, CSV or HTML."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing_core.commands.edge import (
    Commands,
    Gettext,
    InFile,
    NotANumber,
    NotInFormat,
    common_options,
    html,
    one_of,
    read,
    shown_seed,
    whole_number,
    write,
)
from pairing_core.errors import (
    N_,
    LosovnaError,
    NamesMismatch,
    PlayerOutOfRange,
    UnknownPlayerInWish,
)
from pairing_core.formats import csv_players
from pairing_core.formats import match as match_format
from pairing_core.formats import table as table_format
from pairing_core.round_robin import (
    CONSTRUCTIONS,
    Game,
    Move,
    Round,
    Schedule,
    Wish,
    check_players,
    draw_numbers,
    opponents,
    parse_wish,
    schedule,
    steps,
)
from pairing_core.teams import Match, scheveningen

FORMATS = ("text", "json", "csv", "html")

# A wish ends with its round; what follows after white space is the next wish.
_WISH = re.compile(r"\S.*?:\s*(?:last-but-one|last|\d+)(?=\s|$)|\S.*", re.IGNORECASE)


class Made(NamedTuple):
    """A table as it is shown.

    With a list, ``names`` are in the order of the numbers, and numbers are those of the construction. Without one,
    ``names`` is empty, and numbers are the entrants (see :func:`make`).
    """

    schedule: Schedule
    names: tuple[str, ...]
    seed: str | None
    moves: tuple[Move, ...]


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "table",
        allow_abbrev=False,
        help="make a round-robin table",
        description="Make a round-robin table: everyone meets everyone.",
    )
    add = parser.add_argument
    add("players", metavar="N", nargs="?", help="number of players, 2 to 200")
    keys = ", ".join(known.key for known in CONSTRUCTIONS)
    add("--construction", metavar="KEY", default=CONSTRUCTIONS[0].key, help=f"one of {keys} (default: %(default)s)")
    add("--cycles", metavar="C", default="1", help="how often everyone meets everyone (default: 1)")
    add(
        "--swap-last-rounds",
        action="store_true",
        help="swap the last two rounds of a cycle, so that nobody starts three times in a row",
    )
    add("--names", metavar="FILE", help='list of N players, one name on a line; "-" is standard input')
    add("--seed", metavar="S", help="draw the numbers by lot; the same seed gives the same draw")
    add(
        "--together",
        metavar="A,B:ROUND",
        nargs="+",
        action="extend",
        help="these two meet in this round (a number, last or last-but-one); places in the list or names; repeatable",
    )
    add(
        "--scheveningen",
        metavar=("A", "B"),
        nargs=2,
        help="instead of N: a match of two teams of A and B players, everyone of one against everyone of the other "
        "(with --names: those of team A, then those of team B)",
    )
    add("--steps", action="store_true", help="also how the table is made by hand")
    add("--player", metavar="K", help="only the list of one player: a number of the table, or a name")
    common_options(parser, FORMATS)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> None:
    """Print the table."""
    if asked.scheveningen is not None:
        write(asked.output, _match(asked, gettext).encode("utf-8"))
        return
    if asked.players is None and asked.together and ":" not in asked.together[-1]:
        # "--together 1,4:last 8": the number of players went to the wishes.
        asked.players = asked.together.pop()
    if asked.players is None:
        asked.parser.error("the number of players is missing, as in: losovna table 8")
    write(asked.output, _table(asked, gettext).encode("utf-8"))


def make(
    table: Schedule,
    entrants: Sequence[csv_players.Entrant] | None = None,
    seed: str | None = None,
    together: Sequence[str] = (),
    with_steps: bool = False,
) -> Made:
    """Give out the numbers of a table: by lot with a seed, else in the order of the list, and as wishes want it.

    With entrants (as many as the table has players) the table stays, and each name goes to its number; numbers fixed in
    the list are kept.

    Without entrants nobody could see whose a number is. So there the table itself is relabelled: the numbers in it are
    the entrants 1 to N, who have been given the construction's numbers by :func:`draw_numbers`, and entrants 1 and 4
    really meet in the round wished for. Without a seed and wishes nothing changes. The steps of the paper method are
    relabelled in the same way, so that they still give the table; the sums that they count with fall away.

    Raises the errors of :func:`parse_wish` and :func:`draw_numbers`.
    """
    listed = tuple(entrant.name for entrant in entrants or ())
    fixed = {place: who.number for place, who in enumerate(entrants or (), start=1) if who.number is not None}
    wishes = [_wish(text, table, listed) for text in together]
    numbers = draw_numbers(table, seed, fixed, wishes, listed)
    moves = steps(table.players, table.construction) if with_steps else ()
    entrant_of = {number: place for place, number in enumerate(numbers, start=1)}
    if entrants is not None:
        names = tuple(listed[entrant_of[number] - 1] for number in range(1, table.players + 1))
        return Made(table, names, seed, moves)
    if all(number == place for number, place in entrant_of.items()):
        return Made(table, (), seed, moves)
    return Made(
        table._replace(rounds=tuple(_relabelled(round_, entrant_of) for round_ in table.rounds)),
        (),
        seed,
        # The dummy of an odd field is no entrant and keeps its number.
        tuple(move._replace(number=entrant_of.get(move.number, move.number), pair_sum=None) for move in moves),
    )


def _wish(text: str, table: Schedule, listed: Sequence[str]) -> Wish:
    """Read a wish; who is not in the table is told with the wish as it was written, not as it is meant."""
    wish = parse_wish(text, len(table.rounds), listed)
    for player in (wish.a, wish.b):
        if player > table.players:
            raise UnknownPlayerInWish(player=player, wish=" ".join(text.split()))
    return wish


def _relabelled(round_: Round, entrant_of: Mapping[int, int]) -> Round:
    games = tuple(Game(table, entrant_of[first], entrant_of[second]) for table, first, second in round_.games)
    return Round(round_.number, games, None if round_.bye is None else entrant_of[round_.bye])


def _table(asked: argparse.Namespace, gettext: Gettext) -> str:
    shape = one_of("--format", asked.format, FORMATS)
    for option, wanted, known in (("--steps", asked.steps, ("text", "json")), ("--player", asked.player, FORMATS[:3])):
        if wanted not in (None, False) and shape not in known:
            raise NotInFormat(option=option, format=shape, known=", ".join(known))
    players = whole_number("N", asked.players)
    check_players(players)
    cycles = whole_number("--cycles", asked.cycles)
    seed = shown_seed(asked.seed)
    plain = schedule(players, asked.construction, cycles, asked.swap_last_rounds)
    entrants = None if asked.names is None else _entrants(asked.names, players)
    together = [wish for text in asked.together or () for wish in _wishes(text)]
    made = make(plain, entrants, seed, together, asked.steps)
    if asked.player is not None:
        return _player(made, asked.player, shape, gettext)
    words = {key: gettext(word) for key, word in table_format.WORDS.items()}
    if shape == "json":
        return _json(table_format.to_json(made.schedule, made.names, made.seed), made.moves)
    if shape == "csv":
        return "\ufeff" + table_format.to_csv(made.schedule, made.names, words)
    if shape == "html":
        return html(lambda: _html(made, asked.lang))
    return table_format.to_text(made.schedule, made.names, words, made.seed) + _steps_text(made, words)


def _match(asked: argparse.Namespace, gettext: Gettext) -> str:
    """Return the match of two teams; of the options of a table it takes only the names."""
    usual = {key: asked.parser.get_default(key) for key in _OF_A_TABLE}
    for key, value in usual.items():
        if getattr(asked, key) != value:
            told = "N" if key == "players" else "--" + key.replace("_", "-")
            asked.parser.error(f"{told} does not go with --scheveningen")
    shape = one_of("--format", asked.format, FORMATS)
    a, b = (whole_number("--scheveningen", text) for text in asked.scheveningen)
    match = scheveningen(a, b)
    names = () if asked.names is None else tuple(entrant.name for entrant in _entrants(asked.names, a + b))
    words = {key: gettext(word) for key, word in table_format.WORDS.items()}
    if shape == "json":
        return json.dumps(match_format.to_json(match, names), ensure_ascii=False, indent=1) + "\n"
    if shape == "csv":
        return "\ufeff" + match_format.to_csv(match, names, words)
    if shape == "html":
        return html(lambda: _match_html(match, names, asked.lang))
    return match_format.to_text(match, names, words)


_OF_A_TABLE = ("players", "construction", "cycles", "swap_last_rounds", "seed", "together", "steps", "player")


def _match_html(match: Match, names: Sequence[str], lang: str) -> str:
    from venue.tournament import match_html

    return match_html(match, names, lang)


def _wishes(text: str) -> list[str]:
    """Divide wishes that stand in one argument; only what has two players in each part is divided."""
    wishes = _WISH.findall(text)
    return wishes if wishes and all("," in wish for wish in wishes) else [text]


def _player(made: Made, asked: str, shape: str, gettext: Gettext) -> str:
    player = _number_of(asked, made)
    words = {key: gettext(word) for key, word in table_format.WORDS.items()}
    by_columns = _column_method(made.schedule, player)
    if shape == "json":
        value = table_format.player_json(made.schedule, player, made.names, made.seed)
        if by_columns:
            value["opponents"] = by_columns
        return _json(value, made.moves)
    if shape == "csv":
        return "\ufeff" + table_format.player_csv(made.schedule, player, made.names, words)
    text = table_format.player_text(made.schedule, player, made.names, words)
    if by_columns:
        series = ", ".join("–" if opponent is None else str(opponent) for opponent in by_columns)
        heading = gettext(N_("Opponents of player %(n)s, round by round:")) % {"n": player}
        text += f"\n{heading} {series}\n"
    if made.seed is not None:
        text += f"\n{words['seed']}: {made.seed}\n"
    return text + _steps_text(made, words)


def _number_of(asked: str, made: Made) -> int:
    """Return the number of the player who is named; a name of the list goes before a number."""
    for number, name in enumerate(made.names, start=1):
        if name.casefold() == " ".join(asked.split()).casefold():
            return number
    players = made.schedule.players
    try:
        number = whole_number("--player", asked)
    except NotANumber:
        if made.names:
            raise PlayerOutOfRange(player=asked, players=players) from None
        raise
    if not 1 <= number <= players:
        raise PlayerOutOfRange(player=number, players=players)
    return number


def _column_method(table: Schedule, player: int) -> list[int | None]:
    """Return the opponents in one cycle by the column method, ``None`` for the rest; empty where the table differs.

    It differs where numbers were given out without a list, and in constructions that give no Berger table.
    """
    by_columns = [None if number > table.players else number for number in opponents(table.players, player)]
    by_table = [opponent for _, _, opponent, _ in table_format.player_list(table, player)]
    return by_columns if by_columns == by_table[: len(by_columns)] else []


def _json(value: dict[str, object], moves: Sequence[Move]) -> str:
    if moves:
        value["steps"] = table_format.steps_json(moves)
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _steps_text(made: Made, words: Mapping[str, str]) -> str:
    if not made.moves:
        return ""
    return "\n" + table_format.steps_text(made.moves, made.schedule.players, made.schedule.construction, words)


def _html(made: Made, lang: str) -> str:
    from venue.documents import table_html

    return table_html(made.schedule, made.names, lang, made.seed, title="")


def _entrants(file: str, players: int) -> tuple[csv_players.Entrant, ...]:
    try:
        entrants = csv_players.read(csv_players.decode(read(file)))
        if len(entrants) != players:
            raise NamesMismatch(names=len(entrants), players=players)
    except LosovnaError as error:
        raise InFile(file, error) from error
    return entrants
