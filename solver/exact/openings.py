"""The search of a board from its first guess on, mostly done by workers.

Once the total of some tree is known, first guesses are searched in parallel: if the most promising
guess has no part left to search, a worker takes the next guess.
"""

from collections.abc import Iterator

from solver.exact.bounds import IMPOSSIBLE, Bound, Bounds
from solver.exact.parts import Part, Parts
from solver.exact.search import OpenPart, Search
from solver.exact.tasks import Problem, Question, SearchAnswer, memory_of, search_of, space_of
from solver.rule.codes import Code
from solver.sets.arrays import places_of


class Openings(Search):
    """The first guesses of a board that can begin a tree below a limit.

    A tree below the limit takes fewer than ``total`` guesses, or exactly ``total`` if fewer than
    ``late`` codes need the last allowed guess. ``first``, if given, is the only first guess.
    """

    def __init__(self, problem: Problem, total: int, late: int, first: Code | None = None) -> None:
        variant, max_guesses, candidates_only = problem
        space, memory = space_of(variant, candidates_only), memory_of(variant, candidates_only)
        super().__init__(space, Bounds(variant, max_guesses), memory)
        self.limit = min(IMPOSSIBLE, total * self.bounds.unit + late)
        self.best: Parts | None = None  # the parts of the best tree so far
        # open parts by first guess, the most promising first
        self.open: dict[int, Parts] = {}
        self._problem = problem
        self._start = self.start()
        weighed = self.weigh(self._start)
        self._branching = weighed.branching
        self._choices = weighed.choices()
        if first is not None:
            [place] = places_of(variant.digits([first]), variant).tolist()
            self._choices = iter([(place, 0)])
        self._next = next(self._choices, None)

    @property
    def is_done(self) -> bool:
        """Whether the search is over, because no tree can beat the best one or the limit."""
        return not self.open and not self._has_more

    def questions(self) -> Iterator[Question]:
        """Yield the open questions, each with the limit at that moment."""
        while (parts := self._promising()) is not None and (place := parts.next()) is not None:
            part = parts.parts[place]
            limit = min(parts.room(part), part.best)
            yield Question(
                self._problem,
                parts.guess,
                place,
                part.state,
                part.draw(limit),
                part.branching,
                limit,
            )

    def take(self, question: Question, answer: SearchAnswer) -> Parts | None:
        """Use an answer. Return the parts that it belongs to, or None if they are closed."""
        if (parts := self.open.get(question.opening)) is None:
            return None
        parts.parts[answer.place].take(answer)
        self._settle_opening(parts)
        return parts

    def line_of_best(self, parts: Parts) -> list[Code]:
        """Return the guesses of the best tree, in the order of a book."""
        lines = {part.state.candidates.tobytes(): part.line for part in parts.parts}
        places = [parts.guess]
        for part in self.parts(self._start, parts.guess):
            line = lines.get(part.candidates.tobytes())
            # No worker searched the easy parts.
            places += search_of(self._problem).line(part) if line is None else line
        return self._problem.variant.texts(self.space.digits[places])

    @property
    def _has_more(self) -> bool:
        return self._next is not None and self._next[1] < self.limit

    def _promising(self) -> Parts | None:
        """Return the first parts without a worker, or else the first with a question left."""
        if idle := next((one for one in self.open.values() if one.has_idle), None):
            return idle
        while self._has_more and (self.limit < IMPOSSIBLE or not self.open):
            if opened := self._open_next():
                return opened
        return next((one for one in self.open.values() if one.next() is not None), None)

    def _open_next(self) -> Parts | None:
        """Open the next first guess. Return its parts, or None if they are closed at once."""
        assert self._next is not None  # noqa: S101 - checked by the caller
        guess, _ = self._next
        self._next = next(self._choices, None)
        self.open[guess] = Parts(guess, (), 0, self.limit)
        total = self.cost_of_guess(self._start, guess, self._branching, self.limit).cost
        parts = self.open[guess]
        if not parts.parts:
            parts.settled = total
        self._settle_opening(parts)
        return self.open.get(guess)

    def search_parts(self, parts: list[OpenPart], total: int, limit: int) -> Bound:
        """Store the parts for workers instead of searching them here."""
        settled = total - sum(part.bound.cost for part in parts)
        opened = (Part(part, part.weighed or self.weigh(part.state)) for part in parts)
        guess = next(reversed(self.open))
        self.open[guess] = Parts(guess, opened, settled, limit)
        return Bound(total, is_exact=False)

    def _settle_opening(self, parts: Parts) -> None:
        """Close parts that are too expensive or settled, and update the best tree."""
        if parts.total < self.limit and parts.done < len(parts.parts):
            return
        del self.open[parts.guess]
        if parts.total < self.limit:
            self.best, self.limit = parts, parts.total
            for rival in list(self.open.values()):
                rival.limit = self.limit
                self._settle_opening(rival)
