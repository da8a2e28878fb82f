"""The parts of the first partition, searched in parallel, a few second guesses at a time.

The cost of a tree is known only when all its parts are settled. Until then, every answer raises the
lower bound of its part, which leaves less room for the open parts.
"""

from collections.abc import Iterable

import numpy as np

from solver.exact.bounds import IMPOSSIBLE
from solver.exact.search import OpenPart
from solver.exact.space import Places, WeighedState
from solver.exact.tasks import SearchAnswer

# Each question should take this many states: enough to be worth a message, but soon answered.
_STATES = 40


class Part:
    """The search state of one part."""

    def __init__(self, part: OpenPart, weighed: WeighedState) -> None:
        self.state = part.state
        self.branching = weighed.branching
        self.best = IMPOSSIBLE  # cost of the best tree found
        self.line: tuple[int, ...] = ()  # guesses of the best tree found
        # lower bounds of the open questions, by the first guess of each question
        self.asked: dict[int, int] = {}
        self.least = part.bound.cost  # lower bound for every tree
        self._refuted = IMPOSSIBLE  # lower bound for trees that begin with a searched guess
        self._choices = weighed.choices()
        self._rest = weighed.rest
        self._next = next(self._choices, None)
        self._most = 1
        self._raise_least()

    def has_more(self, limit: int) -> bool:
        """Return whether another guess can begin a better tree below the limit."""
        return self._next is not None and self._next[1] < min(limit, self.best)

    def draw(self, limit: int) -> Places:
        """Return the next guesses to search; at first only one, because it is often the best."""
        drawn: list[tuple[int, int]] = []
        while len(drawn) < self._most and self._next and self.has_more(limit):
            drawn.append(self._next)
            self._next = next(self._choices, None)
        first, bound = drawn[0]
        self.asked[first] = bound
        self._raise_least()
        return np.array([guess for guess, _ in drawn], dtype=np.uint32)

    def take(self, answer: SearchAnswer) -> None:
        """Use the answer of a search."""
        del self.asked[next(iter(answer.bounds))]
        self._refuted = min(self._refuted, *answer.bounds.values())
        if answer.line and answer.cost < self.best:
            self.best, self.line = answer.cost, answer.line
        if answer.states < _STATES:
            self._most *= 2
        elif answer.states > 2 * _STATES:
            self._most = max(1, self._most // 2)
        self._raise_least()

    def _raise_least(self) -> None:
        others = self._next[1] if self._next else self._rest
        open_ones = others, *self.asked.values()
        self.least = max(self.least, min(self.best, self._refuted, *open_ones))


class Parts:
    """The open parts of a first guess; their total cost must stay below ``limit``."""

    def __init__(self, guess: int, parts: Iterable[Part], settled: int, limit: int) -> None:
        self.guess = guess
        self.parts = list(parts)
        self.settled = settled  # cost of the tree except for these parts
        self.limit = limit

    @property
    def total(self) -> int:
        """A lower bound for the cost of a tree."""
        return self.settled + sum(part.least for part in self.parts)

    @property
    def has_idle(self) -> bool:
        """Whether the next part to search has no worker."""
        place = self.next()
        return place is not None and not self.parts[place].asked

    @property
    def done(self) -> int:
        """The number of parts that have no open questions and need no further questions."""
        slack = self._slack
        return sum(not (part.asked or part.has_more(slack + part.least)) for part in self.parts)

    @property
    def _slack(self) -> int:
        return self.limit - self.total

    def room(self, part: Part) -> int:
        """Return the cost that a part must stay below so that the total is below the limit."""
        return self._slack + part.least

    def next(self) -> int | None:
        """Return the index of the next part to search: one with the fewest open questions.

        In a tie, the first part is next: it is the smallest and leaves less room to the others. But
        as long as no tree is known, the last part is next, because it takes longest.
        """
        slack = self._slack
        order = -1 if self.limit == IMPOSSIBLE else 1
        return min(
            (place for place, part in enumerate(self.parts) if part.has_more(slack + part.least)),
            key=lambda place: (len(self.parts[place].asked), order * place),
            default=None,
        )
