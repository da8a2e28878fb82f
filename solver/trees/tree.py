"""Decision trees: a strategy written out for every feedback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from solver.positions.candidates import Position
from solver.positions.strategy import Strategy
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn
from solver.sets.arrays import Numbers

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
    """Return the tree of a strategy from a position on, down to this many guesses if given.

    Every code that the tree has come to an end for is reported, with those before it.
    """
    if position.count == 1:
        return _leaf(position.variant.texts(position.candidates.digits)[0], report)
    guess = strategy.choose(position)
    [text] = position.variant.texts(guess.digits)
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
        else build_tree(strategy, position.narrowed(Turn(text, answer), codes[place]), less, report)
        for answer, place in parts
        if answer != win
    }
    return Node(text, position.count, len(answers) < len(parts), answers)


def _leaf(code: Code, report: Report) -> Node:
    """The tree of a code that is alone."""
    report(1)
    return Node(code, 1, True, {})


def cut(node: Node, depth: int | None) -> Node:
    """Return a tree down to this many guesses, or all of it."""
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
