"""Dead ends seen beforehand: rounds for which no pairing without a repeated game may be left.

After r rounds everybody has met r others, so of n players (n even; in an odd field the bye counts as one more) each can
still meet n - 1 - r. As long as that is at least n / 2, a pairing exists (Dirac 1952), so the first n / 2 rounds are
safe whatever happens. After that the players can be left in groups of an odd number who have met all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pairing_core.errors import N_
from pairing_core.history import history
from pairing_core.matching import stuck
from pairing_core.model import Bye, PlayerNumber, Tournament, pair_of
from pairing_core.swiss.criteria import FORBIDDEN
from pairing_core.swiss.pairing import Pairing
from pairing_core.swiss.reasons import Sentence
from pairing_core.swiss.rule_sets import RULE_SETS, rule_set
from pairing_core.swiss.rules import RuleSet

EXACT_UP_TO = 12
"""Up to so many places (players, and the bye of an odd field) every next round is looked through."""

FIRST_DEAD_END: Mapping[int, int | None] = {2: 2, 4: None, 6: 4, 8: 6, 10: 6, 12: 8}
"""By the number of places, the first round for which the draw can fail before all have met all; ``None``: never.

The graph of games that are left is regular. With 6 places it can be two triangles after three rounds, with 8 a triangle
and a ring of five after five, with 10 two complete graphs of five after five, with 12 a complete graph of five and
seven others after seven; earlier every such graph has a pairing, by counting the odd parts that a barrier would need
(Tutte 1947). With 4 every round can be drawn.
"""

Graph = Sequence[int]
"""For each place a set of places as the bits of a number: whom it has not met."""


def safe_rounds(players: int) -> int:
    """Return how many rounds of a Swiss tournament can be drawn whatever happens in them.

    >>> [safe_rounds(players) for players in (4, 6, 8, 12, 31, 32)]
    [3, 3, 5, 7, 16, 16]
    """
    places = players + players % 2
    first = FIRST_DEAD_END.get(places, places // 2 + 1)
    return places - 1 if first is None else first - 1


def planned(players: int, rounds: int) -> tuple[Sentence, ...]:
    """Return what to know before a Swiss tournament of so many players and rounds; nothing if no draw can fail."""
    places = players + players % 2
    if players < 2:
        return ()
    told: dict[str, str | int] = {"players": players, "rounds": rounds, "most": places - 1}
    if rounds >= places:
        return (
            Sentence(
                N_(
                    "%(players)s players can meet without a repeated game in at most %(most)s rounds, "
                    "and %(rounds)s are planned; a round robin fits better."
                ),
                told,
            ),
        )
    safe = safe_rounds(players)
    if rounds <= safe:
        return ()
    message = (
        N_(
            "With %(players)s players every round up to round %(safe)s can be drawn; from round %(first)s on "
            "it can happen that no pairing without a repeated game or a second bye is left. "
            "Plan fewer rounds, or a round robin."
        )
        if players % 2
        else N_(
            "With %(players)s players every round up to round %(safe)s can be drawn; from round %(first)s on "
            "it can happen that no pairing without a repeated game is left. "
            "Plan fewer rounds, or a round robin."
        )
    )
    return (Sentence(message, {**told, "safe": safe, "first": safe + 1}),)


def ahead(tournament: Tournament, pairing: Pairing) -> tuple[Sentence, ...]:
    """Return what this draw means for the next rounds, as far as they are planned.

    That the next round will have no pairing without a repeat is known for any number of players. That the one after may
    have none is looked through exactly for up to :data:`EXACT_UP_TO` places, and not said for more.
    """
    number = pairing.round.number
    planned_rounds = tournament.settings.rounds
    if pairing.rules.repeats or number >= planned_rounds:
        return ()
    # Also who is missing only now: a late entry, or one whose requested bye ends.
    players = [
        player.number
        for player in tournament.players.values()
        if player.is_in(number + 1) and number + 1 not in player.byes
    ]
    if len(players) < 2:
        return ()
    graph = _graph(tournament, pairing, players, second_byes=True)
    after: dict[str, str | int] = {"next": number + 1, "after": number + 2}
    if _is_stuck(graph):
        return (
            Sentence(
                N_(
                    "After this round no pairing without a repeated game is left for round %(next)s, if nobody leaves "
                    "or joins."
                ),
                after,
            ),
        )
    # Where the bye is one of the places, a second bye gives way before a repeated game does.
    first_byes = _graph(tournament, pairing, players, second_byes=False)
    if _is_stuck(first_byes):
        return (
            Sentence(
                N_(
                    "After this round no pairing without a repeated game or a second bye is left for round %(next)s, "
                    "if nobody leaves or joins."
                ),
                after,
            ),
        )
    if number + 2 > planned_rounds or len(graph) > EXACT_UP_TO:
        return ()
    draws = list(_pairings(first_byes))
    if any(not _has_pairing(_without(graph, _games(pairs, len(players)))) for pairs in draws):
        return (
            Sentence(
                N_(
                    "After this round, some draws of round %(next)s would leave no pairing without a repeated game for "
                    "round %(after)s."
                ),
                after,
            ),
        )
    if any(not _has_pairing(_without(first_byes, pairs)) for pairs in draws):
        return (
            Sentence(
                N_(
                    "After this round, some draws of round %(next)s would leave no pairing without a repeated game or "
                    "a second bye for round %(after)s."
                ),
                after,
            ),
        )
    return ()


def warnings(tournament: Tournament, known: Iterable[RuleSet] = RULE_SETS) -> tuple[Sentence, ...]:
    """Return what to know before the tournament goes on: nothing is drawn for it.

    Before the first round this is :func:`planned`. ``known`` is where the key of the rule set is looked up. Raises
    :class:`UnknownSystem`.
    """
    settings = tournament.settings
    if tournament.next_round > settings.rounds:
        return (
            Sentence(
                N_("Round %(round)s is more than was planned; the tournament has %(rounds)s rounds."),
                {"round": tournament.next_round, "rounds": settings.rounds},
            ),
        )
    if rule_set(settings.system, known).repeats or settings.allow_repeats or tournament.rounds:
        return ()
    present = sum(player.is_in(1) for player in tournament.players.values())
    return planned(present, settings.rounds)


def _graph(tournament: Tournament, pairing: Pairing, players: Sequence[PlayerNumber], *, second_byes: bool) -> Graph:
    """Return whom each may still meet after this round; in an odd field the last place is the bye.

    With ``second_byes`` everybody may have it, else only who has had none.
    """
    past = history(tournament, pairing.round.number - 1)
    met = {pair_of(game.first, game.second) for game in pairing.round.games}
    banned = FORBIDDEN.pairs(pairing.field)
    graph = [0] * (len(players) + len(players) % 2)
    for at, one in enumerate(players):
        for to, other in enumerate(players[:at]):
            pair = pair_of(one, other)
            if pair not in met and pair not in banned and not past.met(one, other):
                graph[at] |= 1 << to
                graph[to] |= 1 << at
    if len(players) % 2:
        bye = len(players)
        for at, player in enumerate(players):
            has_rested = past[player].byes or pairing.round.byes.get(player) in (Bye.PAIRING_ALLOCATED, Bye.FULL_POINT)
            if second_byes or not has_rested:
                graph[at] |= 1 << bye
                graph[bye] |= 1 << at
    return graph


def _is_stuck(graph: Graph) -> bool:
    return (
        stuck(len(graph), lambda place: [other for other in range(len(graph)) if graph[place] >> other & 1]) is not None
    )


def _games(pairs: Sequence[tuple[int, int]], players: int) -> list[tuple[int, int]]:
    """Return the pairs without the bye of an odd field."""
    return [pair for pair in pairs if players not in pair]


def _pairings(graph: Graph) -> Iterator[list[tuple[int, int]]]:
    """Yield every perfect matching of the graph."""
    size = len(graph)
    full = (1 << size) - 1
    waiting: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    while waiting:
        used, pairs = waiting.pop()
        if used == full:
            yield pairs
            continue
        place = (~used & -~used).bit_length() - 1
        choices = graph[place] & ~used
        while choices:
            other = choices & -choices
            choices ^= other
            waiting.append((used | 1 << place | other, [*pairs, (place, other.bit_length() - 1)]))


def _without(graph: Graph, pairs: Sequence[tuple[int, int]]) -> Graph:
    left = list(graph)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


def _has_pairing(graph: Graph) -> bool:
    return next(_pairings(graph), None) is not None
