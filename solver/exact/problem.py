"""What is to be proven."""

from typing import NamedTuple

from solver.exact.bounds import UNLIMITED
from solver.rule.codes import Variant


class Problem(NamedTuple):
    """The least total of the trees of a board, or of those among them that keep to more."""

    variant: Variant
    max_guesses: int = UNLIMITED
    candidates_only: bool = False  # whether each guess has to fit all answers before it
