"""Branch and bound over whole partitions.

A tree costs one guess for each of its codes, plus the costs of its parts. Guesses are tried in
the order of their lower bounds, and dropped when the bound reaches the best known cost. Each part
gets a glance, then a look into the memory, then a weighing of its guesses. It is searched only if
the guess still has a chance after that.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Bounds
from solver.exact.memory import KnownCost, Memory
from solver.exact.space import CodeSpace, Places, State, WeighedState
from solver.rule.codes import Digits


class OpenPart(NamedTuple):
    """A part of a partition whose cost is still open."""

    state: State
    known: KnownCost
    weighed: WeighedState | None = None  # its guesses, if they were just weighed


class Search:
    """The search for the least costs of trees over one code space, with a memory of states.

    Searches with different limits on guesses may share a ``memory``.

    >>> from solver.rule.codes import Variant
    >>> from solver.exact.plain import PlainSpace
    >>> search = Search(PlainSpace(Variant(3, 4)), Bounds(Variant(3, 4)))
    >>> search.cost(search.start())
    206
    """

    def __init__(self, space: CodeSpace, bounds: Bounds, memory: Memory | None = None) -> None:
        self.space = space
        self.bounds = bounds
        self.memory = memory or Memory(space.form)
        self.states = 0  # number weighed so far

    def start(self) -> State:
        """Return the state before the first guess."""
        digits = self.space.digits
        candidates = np.arange(len(digits), dtype=np.uint32)
        return State(digits[:0], candidates, self.bounds.max_guesses)

    def cost(self, state: State, limit: int = IMPOSSIBLE) -> int:
        """Return the least cost of a tree, or a lower bound that is not below ``limit``."""
        least = int(self.bounds.least(state.left)[len(state.candidates)])
        if len(state.candidates) <= 2 or least >= limit:
            return least
        return self._open_cost(OpenPart(state, KnownCost(least, is_exact=False)), limit)

    def choose(self, state: State, cost: int | None = None) -> int:
        """Return the place of a best guess; ``cost`` is its cost if known. There must be one."""
        if len(state.candidates) <= 2:
            return int(state.candidates[0])
        known = self.memory.recall(state, self.bounds.unit)
        if known and known.is_exact:
            cost = known.cost
        return self._best(state, IMPOSSIBLE if cost is None else cost + 1)[1]

    def line(self, state: State, cost: int | None = None) -> Iterator[int]:
        """Yield the places of the guesses of a best tree, in the order of a book."""
        if len(state.candidates) > 1:
            yield from self.line_from(state, self.choose(state, cost))

    def line_from(self, state: State, guess: int) -> Iterator[int]:
        """Yield the places of the guesses of a best tree that begins with a guess."""
        yield guess
        past, left = self._after(state, guess)
        terms = self.bounds.terms(left)
        glance = self.space.glance(guess, state.candidates, terms, IMPOSSIBLE)
        for part, cost, is_open in glance.parts():
            yield from self.line(State(past, part, left), None if is_open else cost)

    def parts(self, state: State, guess: int) -> list[State]:
        """Return the states after a guess that does not win."""
        past, left = self._after(state, guess)
        parts = self.space.split(guess, state.candidates).parts()
        return [State(past, part, left) for part in parts]

    def costs_of_guesses(
        self, state: State, guesses: Places, branching: int, limit: int
    ) -> Iterator[int]:
        """Yield for each guess the least cost of a tree that begins with it.

        A cost that is not below the limit may be a lower bound. Each cost found lowers the limit.
        """
        for guess in guesses.tolist():
            cost = self._cost_of_guess(state, guess, branching, limit)
            limit = min(limit, cost)
            yield cost

    def weigh(self, state: State, limit: int | None = None) -> WeighedState:
        """Return bounds for the guesses of a state from the sizes of their parts."""
        self.states += 1
        return self.space.weigh(state, self.bounds, limit)

    def _open_cost(self, part: OpenPart, limit: int) -> int:
        """Return the least cost of a part, or a lower bound that is not below the limit."""
        known = self._recall(part, limit).known
        if known.is_exact or known.cost >= limit:
            return known.cost
        cost, _ = self._best(part.state, limit, part.weighed)
        cost = max(cost, known.cost)
        self.memory.learn(part.state, KnownCost(cost, cost < limit))
        return cost

    def _best(
        self, state: State, limit: int, weighed: WeighedState | None = None
    ) -> tuple[int, int]:
        """Return the least cost and a best guess, or a lower bound and -1."""
        guesses, costs, rest, branching = weighed or self.weigh(state, limit)
        terms = self.bounds.terms(self.bounds.below(state.left), branching)
        least, best, place = limit, -1, 0
        while place >= 0:
            sifted = self.space.sift(guesses, costs, state.candidates, terms, least)
            place, known, least, others = sifted
            best = int(guesses[known]) if known >= 0 else best
            rest = min(rest, others)
            if place >= 0:
                guess = int(guesses[place])
                cost = self._cost_of_guess(state, guess, branching, least)
                best = guess if cost < least else best
                least, rest = min(least, cost), min(rest, cost)
                guesses, costs = guesses[place + 1 :], costs[place + 1 :]
        return (least if best >= 0 else rest), best

    def _cost_of_guess(self, state: State, guess: int, branching: int, limit: int) -> int:
        """Return the least cost of a tree that begins with a guess, or a bound not below limit."""
        past, left = self._after(state, guess)
        terms = self.bounds.terms(left, branching)
        glance = self.space.glance(guess, state.candidates, terms, limit)
        if glance.total >= limit:
            return glance.total
        parts = [
            OpenPart(State(past, part, left), KnownCost(cost, is_exact=False))
            for part, cost, is_open in glance.parts()
            if is_open
        ]
        return self._settle(parts, glance.total, limit)

    def _settle(self, parts: list[OpenPart], total: int, limit: int) -> int:
        """Raise the bounds in ``total`` to the true costs, or until they reach the limit.

        The smallest parts come first, because they are quick and leave the others less room.
        """
        parts.sort(key=lambda part: len(part.state.candidates))
        for look in self._recall, self._weigh_part:
            for place, part in enumerate(parts):
                parts[place] = look(part, limit - total + part.known.cost)
                total += parts[place].known.cost - part.known.cost
                if total >= limit:
                    return total
        return self._search_parts(parts, total, limit)

    def _search_parts(self, parts: list[OpenPart], total: int, limit: int) -> int:
        """Raise the bounds by searching one part after the other."""
        for part in parts:
            total += self._open_cost(part, limit - total + part.known.cost) - part.known.cost
            if total >= limit:
                break
        return total

    def _recall(self, part: OpenPart, limit: int) -> OpenPart:
        """Return the part with the bound from the memory."""
        known = self.memory.recall(part.state, self.bounds.unit)
        return part._replace(known=max(part.known, known)) if known else part

    def _weigh_part(self, part: OpenPart, limit: int) -> OpenPart:
        """Return the part with bounds for its guesses, from the sizes of their parts."""
        if part.known.is_exact:
            return part
        weighed = self.weigh(part.state, limit)
        known = max(part.known, KnownCost(weighed.least, is_exact=False))
        self.memory.learn(part.state, known)
        return OpenPart(part.state, known, weighed)

    def _after(self, state: State, guess: int) -> tuple[Digits, int]:
        """Return the guesses played after one more, and the number left."""
        past = np.concatenate([state.past, self.space.digits[guess : guess + 1]])
        return past, self.bounds.below(state.left)
