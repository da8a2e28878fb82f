"""Branch and bound over whole partitions.

A tree costs one guess for each of its codes, plus the costs of its parts. Guesses are tried in the
order of their lower bounds, and dropped once the bound reaches the best known cost. The search
first glances at each part, then looks into the memory, then weighs the guesses of the part, and
searches it only if the guess still has a chance.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Bound, Bounds
from solver.exact.memory import Memory
from solver.exact.space import CodeSpace, State, WeighedState
from solver.rule.codes import Digits


class OpenPart(NamedTuple):
    """A part of a partition whose cost is still open."""

    state: State
    bound: Bound
    weighed: WeighedState | None = None  # the guesses of the state, if they were weighed


class Search:
    """The search for the least costs of trees over one code space, with a memory of states.

    Searches with different limits on guesses can share a ``memory``.

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
        self.states = 0  # number of weighed states

    def start(self) -> State:
        """Return the state before the first guess."""
        digits = self.space.digits
        candidates = np.arange(len(digits), dtype=np.uint32)
        return State(digits[:0], candidates, self.bounds.max_guesses)

    def cost(self, state: State) -> int:
        """Return the least cost of a tree; ``IMPOSSIBLE`` or more means that there is no tree."""
        return self.bound(state, IMPOSSIBLE).cost

    def bound(self, state: State, limit: int) -> Bound:
        """Return the least cost of a tree below ``limit``, or a bound of at least ``limit``."""
        least = int(self.bounds.least(state.left)[len(state.candidates)])
        if len(state.candidates) <= 2 or least >= limit:
            return Bound(least, is_exact=len(state.candidates) <= 2)
        return self._settle_part(OpenPart(state, Bound(least, is_exact=False)), limit)

    def choose(self, state: State, cost: int | None = None) -> int:
        """Return the index of a best guess; ``cost`` is its cost if known. A tree must exist."""
        if len(state.candidates) <= 2:
            return int(state.candidates[0])
        known = self.memory.recall(state, self.bounds.unit)
        if known and known.is_exact:
            cost = known.cost
        return self.solve(state, IMPOSSIBLE if cost is None else cost + 1)[1]

    def line(self, state: State, cost: int | None = None) -> Iterator[int]:
        """Yield the indexes of the guesses of a best tree, in the order of a book."""
        if len(state.candidates) > 1:
            yield from self.line_from(state, self.choose(state, cost))

    def line_from(self, state: State, guess: int) -> Iterator[int]:
        """Yield the indexes of the guesses of a best tree that begins with a guess."""
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

    def weigh(self, state: State, limit: int | None = None) -> WeighedState:
        """Return bounds for the guesses of a state from the sizes of their parts."""
        self.states += 1
        return self.space.weigh(state, self.bounds, limit)

    def _settle_part(self, part: OpenPart, limit: int) -> Bound:
        """Return the least cost of a part below ``limit``, or a bound of at least ``limit``."""
        bound = self._recall(part, limit).bound
        if not bound.is_exact and bound.cost < limit:
            bound = max(bound, self.solve(part.state, limit, part.weighed)[0])
            self.memory.learn(part.state, bound)
        return bound

    def solve(
        self, state: State, limit: int, weighed: WeighedState | None = None
    ) -> tuple[Bound, int]:
        """Return the least cost and a best guess, or a lower bound of at least ``limit`` and -1."""
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
                cost, is_below = self.cost_of_guess(state, guess, branching, least)
                best = guess if is_below else best
                least, rest = min(least, cost), min(rest, cost)
                guesses, costs = guesses[place + 1 :], costs[place + 1 :]
        return (Bound(least, is_exact=True) if best >= 0 else Bound(rest, is_exact=False)), best

    def cost_of_guess(self, state: State, guess: int, branching: int, limit: int) -> Bound:
        """Return the least cost of a tree that begins with a guess, or a lower bound."""
        past, left = self._after(state, guess)
        terms = self.bounds.terms(left, branching)
        glance = self.space.glance(guess, state.candidates, terms, limit)
        if glance.total >= limit:
            return Bound(glance.total, is_exact=False)
        parts = [
            OpenPart(State(past, part, left), Bound(cost, is_exact=False))
            for part, cost, is_open in glance.parts()
            if is_open
        ]
        return self._settle(parts, glance.total, limit)

    def _settle(self, parts: list[OpenPart], total: int, limit: int) -> Bound:
        """Replace the bounds in ``total`` with true costs until the total reaches the limit.

        Small parts come first, because they are fast and leave less room to the others.
        """
        parts.sort(key=lambda part: len(part.state.candidates))
        for look in self._recall, self._weigh_part:
            for place, part in enumerate(parts):
                parts[place] = look(part, limit - total + part.bound.cost)
                total += parts[place].bound.cost - part.bound.cost
                if total >= limit:
                    return Bound(total, is_exact=False)
        return self.search_parts(parts, total, limit)

    def search_parts(self, parts: list[OpenPart], total: int, limit: int) -> Bound:
        """Raise the bounds by searching one part after the other."""
        for part in parts:
            least = part.bound.cost
            total += self._settle_part(part, limit - total + least).cost - least
            if total >= limit:
                break
        return Bound(total, is_exact=total < limit)

    def _recall(self, part: OpenPart, limit: int) -> OpenPart:
        """Return the part with the bound from the memory."""
        known = self.memory.recall(part.state, self.bounds.unit)
        return part._replace(bound=max(part.bound, known)) if known else part

    def _weigh_part(self, part: OpenPart, limit: int) -> OpenPart:
        """Return the part with bounds for its guesses, from the sizes of their parts."""
        if part.bound.is_exact:
            return part
        weighed = self.weigh(part.state, limit)
        bound = max(part.bound, Bound(weighed.least, is_exact=False))
        self.memory.learn(part.state, bound)
        return OpenPart(part.state, bound, weighed)

    def _after(self, state: State, guess: int) -> tuple[Digits, int]:
        """Return the past guesses with this guess, and the number of guesses left."""
        past = np.concatenate([state.past, self.space.digits[guess : guess + 1]])
        return past, self.bounds.below(state.left)
