"""The parts of the first partition, searched side by side, a few second guesses at a time.

The cost of a tree is known only when all its parts are, but every answer tells more of what it
is at least, and so leaves less room to the parts that are still open.
"""

from collections.abc import Iterable

import numpy as np

from solver.exact.bounds import IMPOSSIBLE
from solver.exact.search import OpenPart
from solver.exact.space import Places, WeighedState
from solver.exact.tasks import SearchAnswer

_STATES = 40  # in an answer: enough to be worth a message, and few enough to be found soon


class Part:
    """What is known of one part."""

    def __init__(self, part: OpenPart, weighed: WeighedState) -> None:
        self.state = part.state
        self.branching = weighed.branching
        self.best = IMPOSSIBLE  # the cost of the best tree found
        self.line: tuple[int, ...] = ()  # its guesses
        self.asked: dict[int, int] = {}  # the first guesses of open questions, with their bounds
        self.least = part.known.cost  # what any tree costs at least
        self._refuted = IMPOSSIBLE  # no tree that begins with a guess done with costs less
        self._choices = weighed.choices()
        self._rest = weighed.rest
        self._next = next(self._choices, None)
        self._most = 1
        self._raise_least()

    def has_more(self, limit: int) -> bool:
        """Return whether a guess is left that may begin a better tree below the limit."""
        return self._next is not None and self._next[1] < min(limit, self.best)

    def draw(self, limit: int) -> Places:
        """Return the next guesses that may: one alone at first, which is often the best."""
        drawn: list[tuple[int, int]] = []
        while len(drawn) < self._most and self._next and self.has_more(limit):
            drawn.append(self._next)
            self._next = next(self._choices, None)
        first, bound = drawn[0]
        self.asked[first] = bound
        self._raise_least()
        return np.array([guess for guess, _ in drawn], dtype=np.uint32)

    def take(self, answer: SearchAnswer) -> None:
        """Learn what a search has found out."""
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
    """All parts that are open, and the cost of the whole: it must stay below ``limit``."""

    def __init__(self, guess: int, parts: Iterable[Part], settled: int, limit: int) -> None:
        self.guess = guess
        self.parts = list(parts)
        self.settled = settled  # what everything else costs
        self.limit = limit

    @property
    def total(self) -> int:
        """What a tree costs at least."""
        return self.settled + sum(part.least for part in self.parts)

    @property
    def has_idle(self) -> bool:
        """Return whether there is something to ask of a part that nobody is at work on."""
        place = self.next()
        return place is not None and not self.parts[place].asked

    @property
    def done(self) -> int:
        """How many parts there is nothing left to ask of."""
        slack = self._slack
        return sum(not (part.asked or part.has_more(slack + part.least)) for part in self.parts)

    @property
    def _slack(self) -> int:
        return self.limit - self.total

    def room(self, part: Part) -> int:
        """Return what a part must cost less than, for the whole to stay below the limit."""
        return self._slack + part.least

    def next(self) -> int | None:
        """Return the place of the part to ask about: one of those with the fewest open questions.

        The first, that is the least, leaves the others less room. As long as no tree is known
        there is no such room, and the last, which takes longest, comes first.
        """
        slack = self._slack
        order = -1 if self.limit == IMPOSSIBLE else 1
        return min(
            (place for place, part in enumerate(self.parts) if part.has_more(slack + part.least)),
            key=lambda place: (len(self.parts[place].asked), order * place),
            default=None,
        )
