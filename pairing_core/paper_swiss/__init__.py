"""Swiss on paper: charts by which players find their next chair themselves, proved to let nobody meet twice."""

from pairing_core.paper_swiss.chart import MAX_PLAYERS, MIN_PLAYERS, Chart, ChartRound, Moves, Seat, chart, seat_of
from pairing_core.paper_swiss.proof import Flaw, Proof, prove

__all__ = [
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "Chart",
    "ChartRound",
    "Flaw",
    "Moves",
    "Proof",
    "Seat",
    "chart",
    "prove",
    "seat_of",
]
