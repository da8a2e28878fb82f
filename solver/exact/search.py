"""Branch and bound over whole partitions.

A tree costs one guess for each of its codes and then what its parts cost. Guesses are tried in
the order of what their parts must cost at least, and given up as soon as that reaches the best
cost known. Each part is first glanced at, then looked up, then weighed, and only searched if
all that leaves the guess a chance.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from solver.arrays import Flags
from solver.codes import Digits
from solver.exact.bounds import IMPOSSIBLE, Bounds, Costs
from solver.exact.memory import Known, Memory
from solver.exact.space import CodeSpace, Partition, Places

Choices: TypeAlias = Iterator[tuple[int, int]]  # places of guesses, with lower bounds


class State(NamedTuple):
    """One moment of a game, as the search sees it."""

    past: Digits  # the guesses played, shape (turns, pegs)
    candidates: Places
    left: int  # the guesses still allowed


class Glance(NamedTuple):
    """What the parts of a partition tell about their costs at once."""

    costs: Costs  # of shape (parts,): at least so much
    is_open: Flags  # of shape (parts,): whether it may be more


class OpenPart(NamedTuple):
    """A part of a partition whose cost is still open."""

    state: State
    cost: int  # at least


class Weighed(NamedTuple):
    """What the sizes of their parts tell of the guesses of a state."""

    guesses: Places
    costs: Costs  # of shape (guesses,): at least
    branching: int  # no guess earns more feedbacks besides the win


class Search:
    """The least costs of trees over one code space. It remembers every state it has weighed.

    >>> from solver.codes import Variant
    >>> from solver.exact.plain import PlainSpace
    >>> search = Search(PlainSpace(Variant(3, 4)), Bounds(Variant(3, 4)))
    >>> search.cost(search.start())
    206
    """

    def __init__(self, space: CodeSpace, bounds: Bounds) -> None:
        self.space = space
        self.bounds = bounds
        self.memory = Memory(space.form)
        self.states = 0  # weighed so far

    def start(self) -> State:
        """Return the state before the first guess."""
        digits = self.space.digits
        candidates = np.arange(len(digits), dtype=np.uint32)
        return State(digits[:0], candidates, self.bounds.max_guesses)

    def cost(self, state: State, limit: int = IMPOSSIBLE) -> int:
        """Return the least cost of a tree, or a lower bound if that is not below ``limit``."""
        size = np.array([len(state.candidates)], dtype=np.int32)
        glance = self._glance(Partition(state.candidates, size), state.left)
        if not glance.is_open[0] or glance.costs[0] >= limit:
            return int(glance.costs[0])
        return self._open_cost(state, limit)

    def choose(self, state: State) -> int:
        """Return the place of a guess whose tree costs least; there must be a tree."""
        cost = self.cost(state)
        return self._best(state, cost + 1)[1]

    def line(self, state: State) -> Iterator[int]:
        """Yield the places of the guesses of a best tree, in the order of a book."""
        if len(state.candidates) > 1:
            yield from self.line_from(state, self.choose(state))

    def line_from(self, state: State, guess: int) -> Iterator[int]:
        """Yield the same for a best tree among those that begin with a guess."""
        yield guess
        for part in self.parts(state, guess):
            yield from self.line(part)

    def parts(self, state: State, guess: int) -> list[State]:
        """Return the states that a guess leads to unless it wins."""
        past = np.concatenate([state.past, self.space.digits[guess : guess + 1]])
        left = self.bounds.below(state.left)
        return [State(past, part, left) for part in self.space.split(guess, state.candidates)]

    def choices(self, state: State) -> tuple[Choices, int]:
        """Return the guesses worth a thought, and how many feedbacks one can earn besides the win.

        Each comes with a lower bound of its cost, the least first, one for each partition.
        """
        weighed = self._weigh(state)
        return self._distinct(weighed, state.candidates), weighed.branching

    def costs_of_guesses(
        self, state: State, guesses: Places, branching: int, limit: int
    ) -> Iterator[int]:
        """Yield the least cost of a tree that begins with each guess, if it is below the limit.

        Else a lower bound that is not; a cost that was found is the limit from then on.
        """
        for guess in guesses.tolist():
            cost = self._cost_of_guess(state, guess, branching, limit)
            limit = min(limit, cost)
            yield cost

    def _open_cost(self, state: State, limit: int) -> int:
        known = self.memory.recall(state.candidates, state.left)
        if known and (known.is_exact or known.cost >= limit):
            return known.cost
        cost, _ = self._best(state, limit)
        self.memory.learn(state.candidates, state.left, Known(cost, cost < limit))
        return cost

    def _best(self, state: State, limit: int) -> tuple[int, int]:
        """The least cost and a guess of it, or a lower bound and any guess."""
        choices, branching = self.choices(state)
        least, best = IMPOSSIBLE, -1
        for guess, bound in choices:
            if bound >= min(limit, least):
                return min(bound, least), best
            cost = self._cost_of_guess(state, guess, branching, min(limit, least))
            if cost < least:
                least, best = cost, guess
        return least, best

    def _weigh(self, state: State) -> Weighed:
        """What the sizes of its parts alone tell of every guess."""
        self.states += 1
        guesses = self.space.distinct_guesses(state.past, state.candidates)
        sizes = self.space.partition_sizes(guesses, state.candidates)
        branching = self.space.most_parts(sizes)
        least = self.bounds.least(self.bounds.below(state.left), branching)
        costs = self.space.sum_least(sizes, least)
        return Weighed(guesses, costs + len(state.candidates) * self.bounds.unit, branching)

    def _distinct(self, weighed: Weighed, candidates: Places) -> Choices:
        seen = set()
        for place in np.argsort(weighed.costs, kind="stable").tolist():
            guess = int(weighed.guesses[place])
            signature = self.space.signature(guess, candidates)
            if signature not in seen:
                seen.add(signature)
                yield guess, int(weighed.costs[place])

    def _cost_of_guess(self, state: State, guess: int, branching: int, limit: int) -> int:
        """The least cost of a tree that begins so, or a lower bound not below the limit."""
        left = self.bounds.below(state.left)
        partition = self.space.split(guess, state.candidates)
        costs, is_open = self._glance(partition, left)
        costs = np.maximum(costs, self.bounds.least(left, branching)[partition.sizes])
        total = len(state.candidates) * self.bounds.unit + int(costs.sum())
        if total >= limit:
            return total
        past = np.concatenate([state.past, self.space.digits[guess : guess + 1]])
        parts = [
            OpenPart(State(past, candidates, left), cost)
            for candidates, cost, may_rise in zip(partition, costs.tolist(), is_open, strict=True)
            if may_rise
        ]
        return self._settle(parts, total, limit)

    def _settle(self, parts: list[OpenPart], total: int, limit: int) -> int:
        """Raise the bounds in ``total`` to the true costs, unless they reach the limit before.

        The least parts come first: they are settled soonest, and the others have less room.
        """
        parts.sort(key=lambda part: len(part.state.candidates))
        for look in self._remembered, self._weighed:
            for place, (state, bound) in enumerate(parts):
                cost = max(bound, look(state))
                parts[place] = OpenPart(state, cost)
                total += cost - bound
                if total >= limit:
                    return total
        return self._search_parts(parts, total, limit)

    def _search_parts(self, parts: list[OpenPart], total: int, limit: int) -> int:
        """The same, by searching one part after the other."""
        for state, bound in parts:
            total += self._open_cost(state, limit - total + bound) - bound
            if total >= limit:
                break
        return total

    def _remembered(self, state: State) -> int:
        known = self.memory.recall(state.candidates, state.left)
        return known.cost if known else 0

    def _weighed(self, state: State) -> int:
        known = self.memory.recall(state.candidates, state.left)
        if not known:
            known = Known(int(self._weigh(state).costs.min()), is_exact=False)
            self.memory.learn(state.candidates, state.left, known)
        return known.cost

    def _glance(self, partition: Partition, left: int) -> Glance:
        """What each part costs at least, as its own codes tell.

        A part costs the least of its size if one of its codes tells all others apart. If none
        does it costs a guess more, and just that if one fails only with a pair.
        """
        told_apart, sizes = self.space.told_apart(partition), partition.sizes
        is_harder = (told_apart > 0) & (told_apart < sizes)
        costs = self.bounds.least(left)[sizes] + self.bounds.unit * is_harder
        return Glance(costs, told_apart < sizes - self.bounds.is_pair_free(left))
