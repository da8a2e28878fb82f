"""Proofs of the optimum of a board, from the first guess on, part by part of its partition."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import ClassVar, NamedTuple

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED
from solver.exact.journal import Journal
from solver.exact.openings import Openings
from solver.exact.tasks import Problem, Question, SearchAnswer, ask
from solver.rule.codes import Code, Variant
from solver.rule.errors import EngineError, Kind, Sentences, TooManyCodes
from solver.running.executors import Run
from solver.trees.books import Book, book_of

MOST_PROVEN = 20_736  # number of codes of 4×12, whose table of feedbacks takes 430 MB
MOST_PROVEN_IN_HARD_MODE = 32_768  # number of codes of 5×8, whose table of feedbacks takes 1.1 GB

_NO_TREE = "no strategy{which} finds each of the {codes:,} codes with {count} guess"


@dataclass(eq=False)
class NoTree(EngineError):
    """No allowed tree finds all ``codes`` within ``max_guesses`` guesses."""

    kind: Kind = field(default=Kind.TOO_FEW_GUESSES, init=False)
    codes: int
    max_guesses: int
    first: Code | None = None
    candidates_only: bool = False

    sentences: ClassVar[Sentences] = {Kind.TOO_FEW_GUESSES: _NO_TREE + "es"}
    on_one: ClassVar[Sentences] = {Kind.TOO_FEW_GUESSES: _NO_TREE}

    @property
    def which(self) -> str:
        """The restrictions on the strategy, in English; or ``""``."""
        asked = [f"begins with {self.first}"] if self.first else []
        asked += ["guesses only what is possible"] if self.candidates_only else []
        return f" that {' and '.join(asked)}" if asked else ""

    @property
    def count(self) -> int:
        """The number of guesses allowed."""
        return self.max_guesses


class Proof(NamedTuple):
    """A proven tree and the work it took."""

    book: Book
    states: int
    recalled: int  # number of answers from the journal
    seconds: float


class Progress(NamedTuple):
    """The progress of the search of a first guess."""

    guess: Code
    parts: int
    settled: int
    total: float  # lower bound for the best tree after this guess


@dataclass(frozen=True)
class Means:
    """The resources of a proof.

    ``run`` maps a function over tasks like ``map``, but can use other machines and return results
    in any order.
    """

    run: Run = map
    report: Callable[[Progress], None] = lambda progress: None
    journal: Journal | None = None


def prove(
    variant: Variant,
    max_guesses: int | None = None,
    means: Means | None = None,
    first: Code | None = None,
    candidates_only: bool = False,
) -> Proof:
    """Return a tree with the least total.

    If several trees have this total, the least worst case is preferred, then the fewest codes that
    need so many guesses. With ``first``, only trees that begin with this guess count; with
    ``candidates_only``, only trees in which all guesses fit the earlier answers. Raises
    ``TooManyCodes``, or ``NoTree`` if all trees need more than ``max_guesses``.
    """
    require_provable(variant, candidates_only)
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


def require_provable(variant: Variant, candidates_only: bool = False) -> None:
    """Raise ``TooManyCodes`` if a proof would take too long."""
    most = MOST_PROVEN_IN_HARD_MODE if candidates_only else MOST_PROVEN
    if variant.size > most:
        raise TooManyCodes(Kind.TOO_MANY_FOR_A_PROOF, variant.size, most)


def _require_agreement(book: Book, openings: Openings) -> None:
    """Raise ``AssertionError`` unless the tree, when played, costs what the search found."""
    late = book.distribution.get(openings.bounds.max_guesses, 0)
    if book.total * openings.bounds.unit + late != openings.limit:
        raise AssertionError(f"the search did not find the {book.total:,} guesses of the tree")


def _search(openings: Openings, means: Means) -> int:
    """Search until all parts are settled; return the number of answers from the journal."""
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
