"""The best known tree of a board, improved part by part."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.beam.board import board_of
from solver.beam.search import Beam
from solver.exact.symmetries import first_of_each_kind
from solver.rule.codes import Code, Variant
from solver.sets.arrays import places_of
from solver.trees.formats import as_exchange
from solver.trees.tree import Node
from solver.trees.verify import Tree, parse

_MOST_REMEMBERED = 8_000_000  # maximum number of sets of codes in memory; they take about 2 GB


class BeamStep(NamedTuple):
    """The result of searching one part."""

    codes: int  # number of codes in the part
    cost: int  # cost of the part's best tree
    total: int  # cost of the board's best tree


class Record:
    """The best known tree with a given first guess.

    >>> record = Record(Variant(3, 4), "112")
    >>> [*record.improve(effort=2)][-1].total
    206
    """

    def __init__(self, variant: Variant, first: Code, tree: Tree | None = None) -> None:
        board = board_of(variant)
        self._beam = Beam(board, variant)
        self._codes = np.arange(variant.size, dtype=np.uint32)
        [self._first] = places_of(variant.digits([first]), variant).tolist()
        parts = [part for _, part in self._beam.parts(self._codes, self._first)]
        past = board.digits[[self._first]]
        self._parts = [
            (part, first_of_each_kind(variant, board.digits, self._codes.copy(), past, part))
            for part in sorted(parts, key=len)
        ]
        if tree is not None:
            self._beam.learn(tree, self._codes)

    @property
    def total(self) -> int:
        """The cost of the best tree so far."""
        return self._beam.cost_of_guess(self._codes, self._first, effort=0)

    def tree(self) -> Node:
        """Return the best tree so far."""
        return self._beam.tree(self._codes, self._first)

    def improve(self, effort: int) -> Iterator[BeamStep]:
        """Search the parts of the first partition one by one, the smallest first."""
        for part, pool in self._parts:
            cost = self._beam.cost(part, effort, pool=pool)
            yield BeamStep(len(part), cost, self.total)
            if len(self._beam.memory) > _MOST_REMEMBERED:  # keep only the best tree
                [tree] = as_exchange(self.tree())
                self._beam.memory.clear()
                self._beam.learn(parse(tree), self._codes)
