"""Proving the optimum of a board from the first guess on, part by part of its partition."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import ClassVar, NamedTuple, TypeAlias

from solver.books import Book, book_of
from solver.codes import Code, Variant
from solver.errors import EngineError, Kind, Sentences, TooManyCodes
from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.journal import Journal
from solver.exact.parts import Part, Parts
from solver.exact.search import OpenPart, Search, State
from solver.exact.tasks import Answer, Question, ask, search_of
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


class Proof(NamedTuple):
    """A proven tree and what it took."""

    book: Book
    states: int
    recalled: int  # answers that the journal had
    seconds: float


class Progress(NamedTuple):
    """How far the search of a first guess has come."""

    guess: Code
    parts: int
    settled: int
    total: float  # of its best tree, at least


Report: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class Means:
    """How a proof is done.

    ``run`` maps a function over tasks as ``map`` does, perhaps elsewhere and in any order. There
    is a tree of the total ``known``, so that longer ones need no search.
    """

    run: Run = map
    report: Report = lambda progress: None
    journal: Journal | None = None
    known: int = IMPOSSIBLE


def prove(variant: Variant, max_guesses: int | None = None, means: Means | None = None) -> Proof:
    """Return a tree of the least total, then of the least worst case, then of the fewest such.

    Raises ``TooManyCodes``, and ``NoTree`` if ``max_guesses`` are too few.
    """
    require_provable(variant)
    means, begin = means or Means(), perf_counter()
    limit, ceiling, states, recalled = max_guesses or UNLIMITED, means.known + 1, 0, 0
    while True:
        search = _FirstGuess(variant, limit, means)
        book = book_of(variant, max_guesses, search.least_tree(ceiling))
        states += search.states
        recalled += search.recalled
        if book.worst >= limit:
            return Proof(book, states, recalled, perf_counter() - begin)
        limit, ceiling = book.worst, book.total + 1


def require_provable(variant: Variant) -> None:
    """Raise ``TooManyCodes`` unless a proof ends in a reasonable time."""
    if variant.size > MOST_CODES:
        raise TooManyCodes(Kind.TOO_MANY_FOR_A_PROOF, variant.size, MOST_CODES)


class _FirstGuess(Search):
    """A search that leaves the parts of the first partition to others."""

    def __init__(self, variant: Variant, max_guesses: int, means: Means) -> None:
        super().__init__(CompiledSpace(variant), Bounds(variant, max_guesses))
        self._variant = variant
        self._means = means
        self.recalled = 0
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
        return tuple(search_of(self._variant, self.bounds.max_guesses).line(part))

    def _search_parts(self, parts: list[OpenPart], total: int, limit: int) -> int:
        settled = total - sum(part.cost for part in parts)
        open_parts = Parts(
            (Part(part, *self.choices(part.state)) for part in parts), settled, limit
        )
        for question, found in self._means.run(ask, self._unknown(open_parts)):
            if self._means.journal:
                self._means.journal.keep(question, found)
            self._take(found, open_parts)
            if open_parts.total >= limit:
                break
        if open_parts.total < limit:
            self._lines |= {part.state.candidates.tobytes(): part.line for part in open_parts.parts}
        return open_parts.total

    def _unknown(self, parts: Parts) -> Iterator[Question]:
        """The questions that the journal does not answer, each asked with what is known then."""
        journal = self._means.journal
        while (place := parts.next()) is not None:
            question = self._question(parts, place)
            if journal and (found := journal.recall(question)):
                self.recalled += 1
                self._take(found, parts)
            else:
                yield question

    def _question(self, parts: Parts, place: int) -> Question:
        part = parts.parts[place]
        limit = min(parts.room(part), part.best)
        guesses, most = part.draw(limit), self.bounds.max_guesses
        return Question(self._variant, most, place, part.state, guesses, part.branching, limit)

    def _take(self, found: Answer, parts: Parts) -> None:
        part = parts.parts[found.place]
        part.take(found)
        self.states += found.states
        [guess] = self._variant.texts(part.state.past)
        progress = Progress(guess, len(parts.parts), parts.done, parts.total / self.bounds.unit)
        self._means.report(progress)
