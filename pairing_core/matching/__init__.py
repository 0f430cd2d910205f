"""Perfect matchings of least total cost, with a proof; knows nothing of tournaments.

>>> from pairing_core.matching import DenseProblem, check, solve, stuck
>>> problem = DenseProblem([[None, 1, 9, 4], [1, None, 2, None], [9, 2, None, 9], [4, None, 9, None]])
>>> matching = solve(problem)
>>> matching.mate, matching.total, matching.banned
((3, 2, 1, 0), 6, ())
>>> check(problem, matching)
"""

from pairing_core.matching.certificate import Certificate, Matching, NotOptimal, OddSet, check
from pairing_core.matching.problem import DenseProblem, Problem
from pairing_core.matching.solver import solve
from pairing_core.matching.stuck import Stuck, stuck

__all__ = [
    "Certificate",
    "DenseProblem",
    "Matching",
    "NotOptimal",
    "OddSet",
    "Problem",
    "Stuck",
    "check",
    "solve",
    "stuck",
]
