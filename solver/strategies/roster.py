"""Lists all strategies by name. To add one, write its cost in ``costs`` and a line here."""

from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Variant
from solver.rule.errors import UnknownStrategy
from solver.strategies.any_candidate import LeastCandidate, RandomCandidate
from solver.strategies.costs import entropy, expected_size, most_parts, worst_case
from solver.strategies.farsighted import Farsighted
from solver.strategies.one_step import ByStage, OneStep, earliest
from solver.strategies.optimal import Optimal
from solver.strategies.pools import every_code_but_first, first_peg_fastest, only_candidates
from solver.strategies.weights import SECOND, THIRD, WEIGHTED

_MOST_CODES = 2**16  # on boards with more codes than this, the default strategy looks ahead

STRATEGIES: dict[str, ArrayStrategy] = {
    "simple": LeastCandidate(),
    "random": RandomCandidate(),
    "knuth": OneStep(worst_case),
    "minimax-plain": OneStep(worst_case, pool=first_peg_fastest, break_tie=earliest),
    "minimax-candidates": OneStep(worst_case, pool=only_candidates),
    "entropy": OneStep(entropy, pool=every_code_but_first),
    "expected-size": OneStep(expected_size),
    "most-parts": OneStep(most_parts),
    "weighted": OneStep(WEIGHTED),
    "weighted-by-stage": ByStage(
        tuple(map(OneStep, (WEIGHTED, SECOND, THIRD, WEIGHTED))), fitted_to=Variant(4, 6)
    ),
    "farsighted": Farsighted(),
    "optimal": Optimal(estimate=OneStep(WEIGHTED)),
    "optimal-5": Optimal(estimate=OneStep(WEIGHTED), max_guesses=5),
}


# Only commands offer these strategies: they are too slow for a page, or play one game size only.
FOR_COMMANDS = frozenset({"weighted-by-stage", "farsighted"})


def default_strategy(variant: Variant) -> str:
    """Return the default strategy of a board: Knuth's, or a better strategy on larger boards.

    >>> default_strategy(Variant()), default_strategy(Variant(8, 12))
    ('knuth', 'farsighted')
    """
    return "farsighted" if variant.size > _MOST_CODES else default_cost(variant)


def default_cost(variant: Variant) -> str:
    """Return the default strategy for ranking guesses by their cost."""
    return "knuth" if variant.size <= Variant().size else "entropy"


def strategy_named(name: str) -> ArrayStrategy:
    """Return the strategy with this name. Raises ``UnknownStrategy``."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name]
