"""The best tree of a board, improved part by part for as long as anybody waits."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.beam.board import board_of, distinct_guesses
from solver.beam.search import Beam
from solver.rule.codes import Code, Variant
from solver.trees.formats import as_exchange
from solver.trees.tree import Node
from solver.trees.verify import Tree, parse

_MOST_REMEMBERED = 8_000_000  # sets of codes: about 2 GB


class BeamStep(NamedTuple):
    """What a search has come to."""

    codes: int  # in the part of the first partition that has been searched
    cost: int  # of the best tree of that part
    total: int  # of the best tree of the board


class Record:
    """The best tree known that begins with a given guess.

    >>> record = Record(Variant(3, 4), "112")
    >>> [*record.improve(effort=2)][-1].total
    206
    """

    def __init__(self, variant: Variant, first: Code, tree: Tree | None = None) -> None:
        board = board_of(variant)
        self._beam = Beam(board, variant)
        self._codes = np.arange(variant.size, dtype=np.uint32)
        [self._first] = self._beam.places([first])
        parts = [part for _, part in self._beam.parts(self._codes, self._first)]
        past = board.digits[[self._first]]
        self._parts = [
            (part, distinct_guesses(board, variant, past, part)) for part in sorted(parts, key=len)
        ]
        if tree is not None:
            self._beam.learn(tree, self._codes)

    @property
    def total(self) -> int:
        """The cost of the best tree found so far."""
        return self._beam.cost_of_guess(self._codes, self._first, effort=0)

    def tree(self) -> Node:
        """Return the best tree found so far."""
        return self._beam.tree(self._codes, self._first)

    def improve(self, effort: int) -> Iterator[BeamStep]:
        """Search one part of the first partition after the other, the least first."""
        for part, pool in self._parts:
            cost = self._beam.cost(part, effort, pool=pool)
            yield BeamStep(len(part), cost, self.total)
            if len(self._beam.memory) > _MOST_REMEMBERED:
                self._forget()

    def _forget(self) -> None:
        """Forget all but the best tree."""
        [tree] = as_exchange(self.tree())
        self._beam.memory.clear()
        self._beam.learn(parse(tree), self._codes)
