"""The beam search: short trees from a few guesses in every set of codes."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.beam.kernels import BeamBoard, cheapest, most_distinguishing, parts_of, rank_cheapest
from solver.exact.bounds import IMPOSSIBLE
from solver.exact.space import Places
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, numbered_feedbacks
from solver.sets.arrays import places_of
from solver.trees.tree import Node
from solver.trees.verify import Tree


class Width(NamedTuple):
    """How many guesses are tried for a set of at least ``codes`` codes.

    With effort e, first ``previewed[0]`` × e guesses are tried with effort 0. Then the best
    ``previewed[1]`` × e of these guesses are tried with effort 1, and so on. At last, ``tried[e]``
    guesses are tried with effort e.
    """

    codes: int
    previewed: tuple[int, ...]
    tried: tuple[int, ...]


PLAN = (
    Width(1000, previewed=(80, 20, 10, 8), tried=(1, 3, 4, 5, 6)),
    Width(200, previewed=(40, 14, 8, 6), tried=(1, 3, 4, 5, 6)),
    Width(50, previewed=(24, 10, 6, 5), tried=(1, 2, 3, 4, 5)),
    Width(13, previewed=(10, 6, 5, 4), tried=(1, 2, 3, 4, 5)),
    Width(0, previewed=(4, 3, 3, 3), tried=(1, 1, 2, 3, 4)),
)
MOST_EFFORT = len(PLAN[0].tried) - 1

_SLACK = 0.02  # in guesses per code; a preview can be wrong by this much


class KnownTree(NamedTuple):
    """The best tree found for some codes."""

    cost: int
    guess: int
    effort: int  # the greatest effort of a search so far, or -1
    floor: int  # the search with this effort found no tree that costs less than this


_UNKNOWN = KnownTree(IMPOSSIBLE, -1, -1, 0)


class Beam:
    """A search with a memory for the best tree of every set of codes.

    >>> from solver.beam.board import board_of
    >>> beam = Beam(board_of(Variant(3, 4)), Variant(3, 4))
    >>> beam.cost(np.array([0, 1, 2]), effort=0)  # 111, 112 and 113
    6
    """

    def __init__(self, board: BeamBoard, variant: Variant) -> None:
        self.board = board
        self.variant = variant
        self.memory: dict[int, KnownTree] = {}

    def cost(
        self, codes: Places, effort: int, limit: int = IMPOSSIBLE, pool: Places | None = None
    ) -> int:
        """Return the cost of the best tree found, or ``limit`` if no tree costs less.

        The first guess must be from the ``pool``, if there is one.
        """
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        return self._cost(codes, self.key(codes), effort, limit, pool)

    def cost_of_guess(self, codes: Places, guess: int, effort: int, limit: int = IMPOSSIBLE) -> int:
        """Return the cost of the best tree found after a guess.

        If this cost reaches ``limit``, the result can be any number from ``limit`` on.
        """
        parts = parts_of(self.board, codes, guess)
        total = len(codes) + int(parts.costs.sum())
        ends = parts.sizes.cumsum()
        for part in np.argsort(-parts.sizes, kind="stable").tolist():
            if total >= limit:
                break
            if parts.is_open[part]:
                below = parts.places[ends[part] - parts.sizes[part] : ends[part]]
                others = total - int(parts.costs[part])
                key = int(parts.keys[part])
                total = others + self._cost(below, key, effort, limit - others)
        return total

    def key(self, codes: Places) -> int:
        """Return the key of some codes in the memory."""
        return int(np.bitwise_xor.reduce(self.board.marks[codes]))

    def learn(self, tree: Tree, codes: Places) -> int:
        """Store the tree of some codes in the memory; return the cost of the tree."""
        [(guess, answers)] = tree.items()
        [place] = places_of(self.variant.digits([guess]), self.variant).tolist()
        cost = len(codes) + sum(
            self.learn(answers[f"{answer.black}{answer.white}"], part)
            for answer, part in self.parts(codes, place)
        )
        key = self.key(codes)
        if cost < self.memory.get(key, _UNKNOWN).cost:
            self.memory[key] = _UNKNOWN._replace(cost=cost, guess=place)
        return cost

    def tree(self, codes: Places, guess: int | None = None) -> Node:
        """Return the best known tree of codes; with ``guess``, the best that begins with it."""
        if guess is None:
            known = self.memory.get(self.key(codes))
            guess = known.guess if known else most_distinguishing(self.board.table, codes)
        [text] = self.variant.texts(self.board.digits[[guess]])
        answers = {answer: self.tree(part) for answer, part in self.parts(codes, guess)}
        return Node(text, len(codes), guess in codes, answers)

    def parts(self, codes: Places, guess: int) -> Iterator[tuple[Feedback, Places]]:
        """Yield each feedback that a guess can get, except the win, and the codes that give it."""
        numbers = self.board.table[guess, codes]
        names = numbered_feedbacks(self.variant.pegs)
        for number in np.unique(numbers).tolist():
            if number < len(names) - 1:
                yield names[number], codes[numbers == number]

    def _cost(
        self, codes: Places, key: int, effort: int, limit: int, pool: Places | None = None
    ) -> int:
        known = self.memory.get(key, _UNKNOWN)
        room = min(limit, known.cost)
        if known.effort < effort or known.floor < room:
            cost, guess = self._search(codes, effort, room, pool)
            best = (cost, guess) if cost < room else (known.cost, known.guess)
            known = self.memory[key] = KnownTree(*best, effort, min(cost, room))
        return min(known.cost, limit)

    def _search(
        self, codes: Places, effort: int, limit: int, pool: Places | None
    ) -> tuple[int, int]:
        """Return the least cost below ``limit`` and the guess that has it, or ``limit`` and -1."""
        least, best = limit, -1
        for guess in self._worth_trying(codes, effort, limit, pool):
            cost = self.cost_of_guess(codes, guess, effort, least)
            if cost < least:
                least, best = cost, guess
        return least, best

    def _worth_trying(
        self, codes: Places, effort: int, limit: int, pool: Places | None
    ) -> list[int]:
        """Return the guesses to try; the guesses with the best previews come first."""
        width = next(width for width in PLAN if len(codes) >= width.codes)
        wanted = [effort * count for count in width.previewed[:effort]] + [width.tried[effort]]
        if pool is None:
            found = cheapest(self.board, codes, wanted[0])
        else:
            found = rank_cheapest(self.board, codes, pool, wanted[0])
        guesses: list[int] = found.tolist()
        for less, fewer in enumerate(wanted[1:]):
            if len(guesses) > fewer:
                guesses = self._preview(codes, guesses, less, limit)[:fewer]
        return guesses

    def _preview(self, codes: Places, guesses: list[int], effort: int, limit: int) -> list[int]:
        """Return the guesses that might cost less than ``limit``, the most promising first."""
        slack = 1 + int(_SLACK * len(codes))
        limit, costs = limit + slack, {}
        for guess in guesses:
            cost = self.cost_of_guess(codes, guess, effort, limit)
            if cost < limit:
                costs[guess] = cost
                limit = min(limit, cost + slack)
        return sorted(costs, key=costs.__getitem__)
