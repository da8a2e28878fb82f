"""Decision trees: the next guess of a strategy after every feedback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from solver.positions.candidates import Position
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn
from solver.sets.arrays import Numbers

Report: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Node:
    """The guess of a strategy in a position, with the node after each answer.

    The win has no node; ``is_candidate`` says whether the guess can win.
    """

    guess: Code
    candidates: int
    is_candidate: bool
    answers: dict[Feedback, Node]


def grow_tree(
    strategy: ArrayStrategy,
    position: Position,
    depth: int | None = None,
    report: Report = lambda codes: None,
) -> Node:
    """Return the tree of a strategy from a position on, at most ``depth`` guesses deep.

    ``report`` gets the number of codes of each finished branch.
    """
    if position.count == 1:
        return _leaf(position.codes[0], report)
    guess = strategy.choose(position)
    text = guess[0]
    if depth == 1:
        report(position.count)
        return Node(text, position.count, position.may_be(text), {})
    less = None if depth is None else depth - 1
    win = Feedback(position.variant.pegs, 0)
    codes, parts = position.split(guess)
    texts = position.variant.texts(codes.digits)
    answers = {
        answer: _leaf(texts[place.start], report)
        if place.stop - place.start == 1
        else grow_tree(strategy, position.narrow(Turn(text, answer), codes[place]), less, report)
        for answer, place in parts
        if answer != win
    }
    return Node(text, position.count, len(answers) < len(parts), answers)


def _leaf(code: Code, report: Report) -> Node:
    """Return the tree of a single code."""
    report(1)
    return Node(code, 1, True, {})


def cut(node: Node, depth: int | None) -> Node:
    """Return a copy of a tree that is at most ``depth`` guesses deep."""
    if depth is None:
        return node
    below = {} if depth == 1 else node.answers
    answers = {answer: cut(child, depth - 1) for answer, child in below.items()}
    return replace(node, answers=answers)


def game_lengths(node: Node) -> Counter[int]:
    """Return, for each number of guesses, how many codes the tree finds with so many guesses."""
    return Counter(depth for _, depth in _codes(node, depth=1))


def lengths_of(node: Node, codes: Iterable[Code]) -> Numbers:
    """Return how many guesses the tree needs for each of these codes."""
    depths = dict(_codes(node, depth=1))
    return np.array([depths[code] for code in codes], dtype=np.uint8)


def _codes(node: Node, depth: int) -> Iterator[tuple[Code, int]]:
    """Yield each code that the tree finds, with its number of guesses."""
    if node.is_candidate:
        yield node.guess, depth
    for child in node.answers.values():
        yield from _codes(child, depth + 1)
