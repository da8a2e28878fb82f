"""The guesses of a strategy, one after another, each with its reason and its effect."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.positions.candidates import Position, follow
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code
from solver.rule.feedback import Feedback
from solver.strategies.foreign import resolve
from solver.strategies.ties import Ties, ties_of
from solver.study.suggest import Suggestion, explain

_LISTED = 12  # maximum number of candidates in the list


@dataclass(frozen=True)
class TracedGuess:
    """A guess, its expected effect, and the codes left after its answer."""

    suggestion: Suggestion
    answer: Feedback
    left: int  # number of codes left; estimated unless ``is_left_exact``
    is_left_exact: bool
    remaining: tuple[Code, ...]  # the first of the codes left; empty if only a sample is known
    ties: Ties | None  # equally good guesses; None if comparing them takes too long


def trace(
    strategy: StrategyLike, position: Position, answer_to: Callable[[Code], Feedback]
) -> Iterator[TracedGuess]:
    """Yield the guesses of a strategy until all pegs are black.

    The strategy sees only the answers.

    >>> from functools import partial
    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.feedback import feedback
    >>> start = position_after(Variant(), [])
    >>> game = trace("knuth", start, partial(feedback, secret="3632"))
    >>> [(thought.suggestion.guess, thought.left) for thought in game]
    [('1122', 256), ('1344', 44), ('3526', 7), ('1462', 1), ('3632', 1)]
    """
    chosen, is_broken = resolve(strategy), False
    while not is_broken:
        guess = chosen.choose(position)
        suggestion = explain(guess, position)
        answer = answer_to(suggestion.guess)
        ties = ties_of(chosen, guess, position)
        position = follow(position, guess, answer)
        first = tuple(position.codes[:_LISTED]) if position.is_exact else ()
        left = position.count_shown, position.is_counted, first
        yield TracedGuess(suggestion, answer, *left, ties)
        is_broken = answer.black == position.variant.pegs
