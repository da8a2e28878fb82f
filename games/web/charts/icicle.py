"""A picture of the first levels of a decision tree.

The width of a node is proportional to its number of candidates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games import wording
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, number
from solver.trees.tree import Node

WIDTH, STEP, HEIGHT, GAP = 1000, 60, 56, 1
READABLE = 56  # a block narrower than this has no room for its guess
INSET = 10  # distance between a guess and the left edge of its block
TONES = 4  # number of shades, not counting the plain color


class Block(NamedTuple):
    """A node of the tree: its place in the drawing, and the answers that lead to it."""

    answers: tuple[Feedback, ...]
    guess: Code
    candidates: int
    x: float
    y: int
    width: float

    @property
    def drawn(self) -> float:
        """The width of the block in the drawing, without the gap to its neighbor."""
        return max(0.5, self.width - GAP)

    @property
    def label(self) -> str:
        """The answers before this node, its guess and its number of candidates."""
        came = "".join(f"{answer.black}·{answer.white} → " for answer in self.answers)
        return f"{came}{self.guess}: {wording.codes(self.candidates)}"

    @property
    def tone(self) -> int:
        """The shade of the block; answers with more black pegs are darker."""
        return min(TONES, self.answers[-1].black) if self.answers else 0

    @property
    def begin(self) -> float:
        """The x of the left edge of the guess."""
        return self.x + INSET

    @property
    def is_readable(self) -> bool:
        """Whether the block is wide enough for its guess."""
        return self.width >= READABLE


@dataclass(frozen=True)
class Icicle:
    """A chart of the first ``levels`` levels of a tree, with the root at the top."""

    tree: Node
    levels: int

    @property
    def box(self) -> str:
        return f"0 0 {WIDTH} {STEP * self.levels}"

    @property
    def blocks(self) -> list[Block]:
        """The blocks of all nodes; each node comes before the nodes below it."""
        return list(_blocks(self.tree, (), 0.0, WIDTH / self.tree.candidates))


def _blocks(node: Node, answers: tuple[Feedback, ...], x: float, unit: float) -> Iterator[Block]:
    yield Block(
        answers, node.guess, node.candidates, x, STEP * len(answers), node.candidates * unit
    )
    for answer in sorted(node.answers, key=number):
        below = node.answers[answer]
        yield from _blocks(below, (*answers, answer), x, unit)
        x += below.candidates * unit
