"""A strategy at work, guess by guess: why it made each, and what it learned."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.positions.candidates import Position, follow
from solver.positions.strategy import Strategy
from solver.rule.codes import Code
from solver.rule.feedback import Feedback
from solver.strategies.ties import Ties, ties_of
from solver.study.suggest import Suggestion, explain

_LISTED = 12  # of the codes that remain


@dataclass(frozen=True)
class TracedGuess:
    """A guess, what was expected of it, and what was left when it had been answered."""

    suggestion: Suggestion
    answer: Feedback
    left: int  # an estimate where ``is_left_exact`` is false
    is_left_exact: bool
    remaining: tuple[Code, ...]  # the first of the codes that are left; none of a sample
    ties: Ties | None  # the guesses that were as good, if they could be weighed


def trace(
    strategy: Strategy, position: Position, answer_to: Callable[[Code], Feedback]
) -> Iterator[TracedGuess]:
    """Yield the thoughts of a strategy, guess by guess, until all pegs are black.

    The strategy sees the answers and nothing else of the secret.

    >>> from functools import partial
    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.feedback import feedback
    >>> from solver.strategies.roster import strategy_named
    >>> start = position_after(Variant(), [])
    >>> game = trace(strategy_named("knuth"), start, partial(feedback, secret="3632"))
    >>> [(thought.suggestion.guess, thought.left) for thought in game]
    [('1122', 256), ('1344', 44), ('3526', 7), ('1462', 1), ('3632', 1)]
    """
    is_broken = False
    while not is_broken:
        guess = strategy.choose(position)
        suggestion = explain(guess, position)
        answer = answer_to(suggestion.guess)
        ties = ties_of(strategy, guess, position)
        position = follow(position, guess, answer)
        yield TracedGuess(
            suggestion,
            answer,
            position.count_shown,
            position.is_counted,
            first_codes(position),
            ties,
        )
        is_broken = answer.black == position.variant.pegs


def first_codes(position: Position) -> tuple[Code, ...]:
    """Return the first codes that are still possible, if they are known one by one."""
    if not position.is_exact:
        return ()
    return tuple(position.variant.texts(position.candidates.digits[:_LISTED]))
