"""A walk through a strategy's tree along the answers, for trees of any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np

from solver.positions.candidates import Position, position_after
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction, EngineError, Kind, Sentences
from solver.rule.feedback import Feedback, Turn, number, numbered_feedbacks, possible_feedbacks
from solver.sets.arrays import all_codes, encode_texts, feedback_numbers
from solver.strategies.optimal import Optimal
from solver.strategies.roster import strategy_named
from solver.study.results import Lengths, kept_lengths, kept_results
from solver.study.suggest import Suggestion, explain
from solver.trees.books import proven_book


@dataclass(eq=False)
class NoSuchNode(EngineError):
    """The answers lead to no guess: after ``depth`` answers, the next answer is impossible."""

    depth: int

    sentences: ClassVar[Sentences] = {
        Kind.NO_SUCH_NODE: "answer {place} leads to no guess: no code gives it, or the game has "
        "ended"
    }

    @property
    def place(self) -> int:
        """The number of the impossible answer, from 1."""
        return self.depth + 1


class Ahead(NamedTuple):
    """How many further guesses some codes need: the maximum and the mean."""

    longest: int
    mean: float


@dataclass(frozen=True)
class Visit:
    """A node: the turns before it, its guess, and the guesses needed after each answer.

    ``ahead`` comes from stored results, and is empty on the largest boards. It counts the guess of
    the node, so a win with this guess takes one.
    """

    history: tuple[Turn, ...]
    suggestion: Suggestion
    ahead: Mapping[Feedback, Ahead]


def visit(variant: Variant, strategy: str, answers: Sequence[Feedback]) -> Visit:
    """Return the node that a strategy reaches by some answers. Raises ``NoSuchNode``.

    >>> node = visit(Variant(), "knuth", [Feedback(0, 2)])
    >>> node.history[0].guess, node.suggestion.guess, node.suggestion.candidates
    ('1122', '2344', 96)
    >>> node.ahead[Feedback(1, 1)]
    Ahead(longest=4, mean=3.3...)
    """
    history: tuple[Turn, ...] = ()
    for depth, answer in enumerate(answers):
        if answer not in possible_feedbacks(variant.pegs) or answer.black == variant.pegs:
            raise NoSuchNode(Kind.NO_SUCH_NODE, depth)
        guess, _ = _advice(variant, strategy, history)
        history = (*history, Turn(guess, answer))
        try:
            _position(variant, history)
        except Contradiction:
            raise NoSuchNode(Kind.NO_SUCH_NODE, depth) from None
    guess, proven = _advice(variant, strategy, history)
    found = explain(encode_texts(variant, guess), _position(variant, history))
    ahead = _kept_ahead(variant, strategy, history, guess)
    return Visit(history, replace(found, proven=proven), ahead)


def ahead_of(
    variant: Variant, history: Sequence[Turn], guess: Code, lengths: Lengths
) -> dict[Feedback, Ahead]:
    """Return the longest game and the mean after each answer, from the lengths of all games."""
    codes = all_codes(variant)
    for past, answer in history:
        [numbers] = feedback_numbers(encode_texts(variant, past), codes)
        fits = numbers == number(answer)
        codes, lengths = codes[fits], lengths[fits]
    [numbers] = feedback_numbers(encode_texts(variant, guess), codes)
    names = numbered_feedbacks(variant.pegs)
    further = lengths.astype(int) - len(history)
    return {
        names[place]: Ahead(int(part.max()), float(part.mean()))
        for place in np.unique(numbers).tolist()
        if len(part := further[numbers == place])
    }


@lru_cache(maxsize=2)  # only two, because a large board takes megabytes
def _position(variant: Variant, history: tuple[Turn, ...]) -> Position:
    return position_after(variant, history)


@lru_cache(maxsize=4096)
def _advice(variant: Variant, strategy: str, history: tuple[Turn, ...]) -> tuple[Code, bool | None]:
    """Return the guess of a strategy, cached for the next steps of a walk.

    The second value says whether the guess is proven best; it is None without a claim.
    """
    chosen, position = strategy_named(strategy), _position(variant, history)
    if isinstance(chosen, Optimal):
        guess, is_proven, is_in_time = chosen.advise(position)
        proven = is_proven and is_in_time
    else:
        guess, proven = chosen.choose(position), None
    return guess[0], proven


def _kept_ahead(
    variant: Variant, strategy: str, history: Sequence[Turn], guess: Code
) -> dict[Feedback, Ahead]:
    """Return the longest game and the mean after each answer, from stored results.

    The result is empty for an optimal strategy without a book, because its search can find another
    tree with the same total.
    """
    board, chosen = kept_results(variant), strategy_named(strategy)
    if board is None or not board.is_whole or strategy not in board.strategies:
        return {}
    if isinstance(chosen, Optimal) and proven_book(variant, chosen.max_guesses) is None:
        return {}
    lengths = kept_lengths(variant, strategy)
    return {} if lengths is None else ahead_of(variant, history, guess, lengths)
