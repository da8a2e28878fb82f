"""The answers to a guess as they are: a triangle of black and white pegs, each with its codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games import wording
from solver.rule.feedback import Feedback, possible_feedbacks

LENGTH = 100  # of the longest bar


class Corner(NamedTuple):
    """An answer, how many codes give it, and its bar; ``exists`` is false where none can."""

    answer: Feedback
    size: int
    path: str
    exists: bool

    @property
    def figure(self) -> str:
        """The number as it fits into a corner of the triangle."""
        return wording.short(self.size)


@dataclass(frozen=True)
class Triangle:
    """The partition of a guess on this many pegs."""

    sizes: Mapping[Feedback, int]
    pegs: int

    @property
    def box(self) -> str:
        """What the drawing of a bar spans."""
        return f"0 0 {LENGTH} 1"

    @property
    def rows(self) -> list[list[Corner]]:
        """A row for each number of black pegs, with a corner for each number of white ones."""
        return [
            [self._corner(Feedback(black, white)) for white in range(self.pegs - black + 1)]
            for black in range(self.pegs + 1)
        ]

    @property
    def whites(self) -> range:
        """The numbers of white pegs."""
        return range(self.pegs + 1)

    def _corner(self, answer: Feedback) -> Corner:
        size, largest = self.sizes.get(answer, 0), max(self.sizes.values())
        path = f"M0 0H{LENGTH * size / largest:.1f}V1H0z" if size else ""
        return Corner(answer, size, path, answer in possible_feedbacks(self.pegs))
