"""Decision trees: a strategy written out for every feedback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.candidates import Position
from solver.codes import Code
from solver.feedback import Feedback

if TYPE_CHECKING:
    from solver.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Node:
    """What a strategy guesses in one position and where the answers lead.

    The answer that wins is not followed: ``is_candidate`` tells whether it is possible.
    """

    guess: Code
    candidates: int
    is_candidate: bool
    answers: dict[Feedback, Node]


def build_tree(strategy: Strategy, position: Position) -> Node:
    """Return the whole tree of a strategy from a position on."""
    if position.count == 1:
        return Node(position.variant.texts(position.candidates.digits)[0], 1, True, {})
    guess = strategy.choose(position)
    win = Feedback(position.variant.pegs, 0)
    below = dict(position.after(guess))
    return Node(
        guess=position.variant.texts(guess.digits)[0],
        candidates=position.count,
        is_candidate=below.pop(win, None) is not None,
        answers={feedback: build_tree(strategy, part) for feedback, part in below.items()},
    )


def game_lengths(node: Node) -> Counter[int]:
    """Return how many codes the tree finds with each number of guesses."""
    lengths: Counter[int] = Counter(_lengths(node, depth=1))
    return lengths


def _lengths(node: Node, depth: int) -> Iterator[int]:
    if node.is_candidate:
        yield depth
    for child in node.answers.values():
        yield from _lengths(child, depth + 1)
