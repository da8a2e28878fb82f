"""Proving the optimum of a board from the first guess on, part by part of its partition."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import ClassVar, NamedTuple, TypeAlias

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED
from solver.exact.journal import Journal
from solver.exact.openings import Openings
from solver.exact.problem import Problem
from solver.exact.tasks import Question, SearchAnswer, ask
from solver.rule.codes import Code, Variant
from solver.rule.errors import EngineError, Kind, Sentences, TooManyCodes
from solver.running.executors import Run
from solver.trees.books import Book, book_of

MOST_PROVEN = 20_736  # codes of 4×12, whose table of feedbacks takes 430 MB


@dataclass(eq=False)
class NoTree(EngineError):
    """No tree of those asked for finds every one of the ``codes`` within ``count`` guesses."""

    kind: Kind = field(default=Kind.TOO_FEW_GUESSES, init=False)
    codes: int
    max_guesses: int
    first: Code | None = None
    candidates_only: bool = False

    sentences: ClassVar[Sentences] = {
        Kind.TOO_FEW_GUESSES: "no strategy{which} finds each of the {codes:,} codes with {count} "
        "guesses"
    }
    on_one: ClassVar[Sentences] = {
        Kind.TOO_FEW_GUESSES: "no strategy{which} finds each of the {codes:,} codes with {count} "
        "guess"
    }

    @property
    def which(self) -> str:
        """The strategies meant, if not all."""
        asked = [f"begins with {self.first}"] if self.first else []
        asked += ["guesses only what is possible"] if self.candidates_only else []
        return f" that {' and '.join(asked)}" if asked else ""

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


ReportProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class Means:
    """How a proof is done.

    ``run`` maps a function over tasks as ``map`` does, perhaps elsewhere and in any order.
    """

    run: Run = map
    report: ReportProgress = lambda progress: None
    journal: Journal | None = None


def prove(
    variant: Variant,
    max_guesses: int | None = None,
    means: Means | None = None,
    first: Code | None = None,
    candidates_only: bool = False,
) -> Proof:
    """Return a tree of the least total, then of the least worst case, then of the fewest such.

    Trees that begin with another guess than ``first`` do not count, nor with ``candidates_only``
    those with a guess that does not fit all answers before it. Raises ``TooManyCodes``, and
    ``NoTree`` if ``max_guesses`` are too few.
    """
    require_provable(variant)
    means, begin = means or Means(), perf_counter()
    limit, ceiling, states, recalled = max_guesses or UNLIMITED, (IMPOSSIBLE, 0), 0, 0
    book = None
    while book is None or book.worst < limit:
        if book:
            limit, ceiling = book.worst, (book.total, book.distribution[book.worst])
        openings = Openings(Problem(variant, limit, candidates_only), *ceiling, first)
        recalled += _search(openings, means)
        states += openings.states
        if openings.best is None:
            break
        book = book_of(variant, max_guesses, openings.line_of_best(openings.best))
        _require_agreement(book, openings)
    if book is None:
        raise NoTree(variant.size, limit, first, candidates_only)
    return Proof(book, states, recalled, perf_counter() - begin)


def require_provable(variant: Variant) -> None:
    """Raise ``TooManyCodes`` unless a proof ends in a reasonable time."""
    if variant.size > MOST_PROVEN:
        raise TooManyCodes(Kind.TOO_MANY_FOR_A_PROOF, variant.size, MOST_PROVEN)


def _require_agreement(book: Book, openings: Openings) -> None:
    """Raise ``AssertionError`` unless the tree costs, played out, what the search has found."""
    late = book.distribution.get(openings.bounds.max_guesses, 0)
    if book.total * openings.bounds.unit + late != openings.limit:
        raise AssertionError(f"a tree of {book.total:,} guesses is not what the search has found")


def _search(openings: Openings, means: Means) -> int:
    """Search until all is settled; return how many answers the journal had."""
    recalled = 0

    def unknown() -> Iterator[Question]:
        nonlocal recalled
        for question in openings.questions():
            if means.journal and (answer := means.journal.recall(question)):
                recalled += 1
                _take(openings, question, answer, means)
            else:
                yield question

    while not openings.is_done:
        for question, answer in means.run(ask, unknown()):
            if means.journal:
                means.journal.keep(question, answer)
            openings.states += answer.states
            _take(openings, question, answer, means)
            if openings.is_done:
                break
    return recalled


def _take(openings: Openings, question: Question, answer: SearchAnswer, means: Means) -> None:
    if parts := openings.take(question, answer):
        [guess] = question.problem.variant.texts(question.state.past)
        total = parts.total / openings.bounds.unit
        means.report(Progress(guess, len(parts.parts), parts.done, total))
