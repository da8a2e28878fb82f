"""The problem that a proof solves."""

from typing import NamedTuple

from solver.exact.bounds import UNLIMITED
from solver.rule.codes import Variant


class Problem(NamedTuple):
    """The task: find the least total of all trees of a board that keep the restrictions."""

    variant: Variant
    max_guesses: int = UNLIMITED
    candidates_only: bool = False  # whether each guess must fit all earlier answers
