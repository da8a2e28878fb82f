"""One choice of a strategy as a picture: two guesses, how they split the codes, why one wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.functional import cached_property

from games.charts.partition import PartitionChart, PartitionColumns
from games.lab.descriptions import CHOICES, Choice
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.sets.arrays import encoded
from solver.study.suggest import Suggestion, explain

BOARD = Variant()  # that all examples are from


@dataclass(frozen=True)
class Side:
    """One of the two guesses."""

    found: Suggestion

    @property
    def code(self) -> Code:
        return self.found.guess

    @property
    def columns(self) -> PartitionColumns:
        return PartitionColumns(PartitionChart(self.found.partition), BOARD.pegs)


@dataclass(frozen=True)
class ChoicePicture:
    """The choice of a strategy on the Classic board, and the history before it."""

    choice: Choice

    @property
    def history(self) -> tuple[Turn, ...]:
        return self.choice.history

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """The guess that it takes, and the other one."""
        return Side(_explained(self.history, self.choice.guess)), Side(
            _explained(self.history, self.choice.other)
        )

    @property
    def why(self) -> str:
        mine, other = (_figures(side) for side in self.sides)
        return str(self.choice.why) % (mine | {f"other_{name}": one for name, one in other.items()})


def choice_of(strategy: str) -> ChoicePicture | None:
    """Return the picture of a strategy, if there is one."""
    choice = CHOICES.get(strategy)
    return ChoicePicture(choice) if choice else None


@cache
def _explained(history: tuple[Turn, ...], guess: Code) -> Suggestion:
    """Return what a guess of an example does; there are few examples."""
    return explain(encoded(BOARD, guess), position_after(BOARD, history))


def _figures(side: Side) -> dict[str, float]:
    found = side.found
    return {
        "worst": found.worst_left,
        "expected": found.expected_left,
        "parts": found.parts,
        "bits": found.bits,
    }
