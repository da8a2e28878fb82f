"""Proving the optimum of a board from the first guess on, part by part of its partition."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import ClassVar, NamedTuple, TypeAlias

from solver.books import Book, book_of
from solver.codes import Code, Variant
from solver.errors import EngineError, Kind, Sentences, TooManyCodes
from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.search import OpenPart, Search, State
from solver.executors import Run

MOST_CODES = 8_000


@dataclass(eq=False)
class NoTree(EngineError):
    """No tree finds every one of the ``codes`` within ``count`` guesses."""

    kind: Kind = field(default=Kind.TOO_FEW_GUESSES, init=False)
    codes: int
    max_guesses: int

    sentences: ClassVar[Sentences] = {
        Kind.TOO_FEW_GUESSES: "no strategy finds each of the {codes:,} codes with {count} guesses"
    }
    on_one: ClassVar[Sentences] = {
        Kind.TOO_FEW_GUESSES: "no strategy finds each of the {codes:,} codes with {count} guess"
    }

    @property
    def count(self) -> int:
        """The guesses allowed."""
        return self.max_guesses


class Question(NamedTuple):
    """A part of the first partition to be searched; the answer may be a bound from ``limit`` on."""

    variant: Variant
    max_guesses: int
    place: int  # among the parts
    state: State
    limit: int


class Answer(NamedTuple):
    """What a search has found out about a part."""

    place: int
    cost: int  # at least; exactly so if there are guesses
    guesses: tuple[int, ...]  # of the best tree, as a book lists them
    states: int  # searched


class Proof(NamedTuple):
    """A proven tree and what it took."""

    book: Book
    states: int
    seconds: float


class Progress(NamedTuple):
    """How far the search of a first guess has come."""

    guess: Code
    parts: int
    settled: int
    total: float  # of its best tree, at least


Report: TypeAlias = Callable[[Progress], None]


def prove(
    variant: Variant,
    max_guesses: int | None = None,
    run: Run = map,
    report: Report = lambda progress: None,
) -> Proof:
    """Return a tree of the least total, then of the least worst case, then of the fewest such.

    ``run`` maps a function over tasks as ``map`` does, perhaps elsewhere and in any order.
    Raises ``TooManyCodes``, and ``NoTree`` if ``max_guesses`` are too few.
    """
    require_provable(variant)
    begin = perf_counter()
    limit, ceiling, states = max_guesses or UNLIMITED, IMPOSSIBLE, 0
    while True:
        search = _FirstGuess(variant, limit, run, report)
        book = book_of(variant, max_guesses, search.least_tree(ceiling))
        states += search.states
        if book.worst >= limit:
            return Proof(book, states, perf_counter() - begin)
        limit, ceiling = book.worst, book.total + 1


def require_provable(variant: Variant) -> None:
    """Raise ``TooManyCodes`` unless a proof ends in a reasonable time."""
    if variant.size > MOST_CODES:
        raise TooManyCodes(Kind.TOO_MANY_FOR_A_PROOF, variant.size, MOST_CODES)


class _FirstGuess(Search):
    """A search that leaves the parts of the first partition to others."""

    def __init__(self, variant: Variant, max_guesses: int, run: Run, report: Report) -> None:
        super().__init__(CompiledSpace(variant), Bounds(variant, max_guesses))
        self._variant = variant
        self._run = run
        self._report = report
        self._lines: dict[bytes, tuple[int, ...]] = {}

    def least_tree(self, ceiling: int) -> list[Code]:
        """Return the guesses of the best tree, its total below ``ceiling``, as for a book."""
        start = self.start()
        limit = min(IMPOSSIBLE, ceiling * self.bounds.unit)
        cost, guess = self._best(start, limit)
        if cost >= limit:
            raise NoTree(self._variant.size, self.bounds.max_guesses)
        places = [guess]
        for part in self.parts(start, guess):
            places += self._line_of(part)
        return self._variant.texts(self.space.digits[places])

    def _line_of(self, part: State) -> tuple[int, ...]:
        """The guesses of the best tree of a part, searched for here if it was not worth a task."""
        if (line := self._lines.get(part.candidates.tobytes())) is not None:
            return line
        return search_part(self._question(0, part, IMPOSSIBLE)).guesses

    def _question(self, place: int, part: State, limit: int) -> Question:
        return Question(self._variant, self.bounds.max_guesses, place, part, limit)

    def _search_parts(self, parts: list[OpenPart], total: int, limit: int) -> int:
        def questions() -> Iterator[Question]:
            for place, (state, bound) in enumerate(parts):
                yield self._question(place, state, limit - total + bound)

        if not parts:
            return total
        [guess] = self._variant.texts(parts[0].state.past)
        for settled, answer in enumerate(self._run(search_part, questions()), start=1):
            state, bound = parts[answer.place]
            total += answer.cost - bound
            self.states += answer.states
            self._lines[state.candidates.tobytes()] = answer.guesses
            self._report(Progress(guess, len(parts), settled, total / self.bounds.unit))
            if total >= limit:
                break
        return total


def search_part(question: Question) -> Answer:
    """Search one part, with what this process remembers of the others."""
    search = _search_of(question.variant, question.max_guesses)
    before = search.states
    cost = search.cost(question.state, question.limit)
    line = search.line(question.state) if cost < question.limit else ()
    return Answer(question.place, cost, tuple(line), search.states - before)


@lru_cache(maxsize=1)
def _search_of(variant: Variant, max_guesses: int) -> Search:
    return Search(CompiledSpace(variant), Bounds(variant, max_guesses))
