"""Decision trees: a strategy written out for every feedback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from solver.arrays import Numbers
from solver.candidates import Position
from solver.codes import Code
from solver.feedback import Feedback

if TYPE_CHECKING:
    from solver.strategies import Strategy

Report: TypeAlias = Callable[[int], None]


def ignore(codes: int) -> None:
    """Report nothing."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a strategy guesses in one position and where the answers lead.

    The answer that wins is not followed: ``is_candidate`` tells whether it is possible.
    """

    guess: Code
    candidates: int
    is_candidate: bool
    answers: dict[Feedback, Node]


def build_tree(
    strategy: Strategy, position: Position, depth: int | None = None, report: Report = ignore
) -> Node:
    """Return the tree of a strategy from a position on, down to so many guesses if given.

    Every code that the tree has come to an end for is reported, with those before it.
    """
    if position.count == 1 or depth == 1:
        guess = position.candidates if position.count == 1 else strategy.choose(position)
        report(position.count)
        [text] = position.variant.texts(guess.digits)
        return Node(text, position.count, position.may_be(text), {})
    guess = strategy.choose(position)
    win = Feedback(position.variant.pegs, 0)
    below = dict(position.after(guess))
    less = None if depth is None else depth - 1
    return Node(
        guess=position.variant.texts(guess.digits)[0],
        candidates=position.count,
        is_candidate=below.pop(win, None) is not None,
        answers={
            feedback: build_tree(strategy, part, less, report) for feedback, part in below.items()
        },
    )


def cut(node: Node, depth: int | None) -> Node:
    """Return a tree down to so many guesses, or all of it."""
    if depth is None:
        return node
    below = {} if depth == 1 else node.answers
    answers = {answer: cut(child, depth - 1) for answer, child in below.items()}
    return replace(node, answers=answers)


def game_lengths(node: Node) -> Counter[int]:
    """Return how many codes the tree finds with each number of guesses."""
    lengths: Counter[int] = Counter(depth for _, depth in _found(node, depth=1))
    return lengths


def lengths_of(node: Node, codes: Iterable[Code]) -> Numbers:
    """Return the number of guesses with which the tree finds each of these codes."""
    depths = dict(_found(node, depth=1))
    return np.array([depths[code] for code in codes], dtype=np.uint8)


def _found(node: Node, depth: int) -> Iterator[tuple[Code, int]]:
    """Each code that the tree finds, and by how many guesses."""
    if node.is_candidate:
        yield node.guess, depth
    for child in node.answers.values():
        yield from _found(child, depth + 1)
