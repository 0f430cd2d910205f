"""Hypothesis strategies that tests share."""

from __future__ import annotations

from hypothesis import strategies as st

from pairing_core.round_robin import CONSTRUCTIONS, MAX_PLAYERS, Construction, Schedule, Wish, schedule

seeds = st.text(min_size=1, max_size=12)


@st.composite
def fields(draw: st.DrawFn, max_players: int = MAX_PLAYERS) -> tuple[Construction, int]:
    """A construction and a number of players that it can make a table for."""
    construction = draw(st.sampled_from(CONSTRUCTIONS))
    return construction, draw(st.integers(construction.low, min(construction.high, max_players)))


@st.composite
def schedules(draw: st.DrawFn, max_players: int = MAX_PLAYERS, max_cycles: int = 1) -> Schedule:
    """A schedule by any construction, with any options."""
    construction, players = draw(fields(max_players))
    return schedule(players, construction.key, draw(st.integers(1, max_cycles)), draw(st.booleans()))


@st.composite
def wishes_for(draw: st.DrawFn, table: Schedule, max_wishes: int = 4) -> list[Wish]:
    """Wishes of two different entrants each, for rounds that exist; they may exclude each other."""
    entrants = st.lists(st.integers(1, table.players), min_size=2, max_size=2, unique=True)
    return [
        Wish(*draw(entrants), draw(st.integers(1, len(table.rounds)))) for _ in range(draw(st.integers(0, max_wishes)))
    ]
