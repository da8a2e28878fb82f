"""Two guesses as a picture: how they split the codes, and why a strategy takes the first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.functional import cached_property

from games import wording
from games.catalog.cards import Contrast
from games.web.charts.partition import PartitionChart, PartitionColumns
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.sets.arrays import encoded
from solver.study.suggest import Suggestion, explain

CLASSIC_BOARD = Variant()  # that all examples are from


@dataclass(frozen=True)
class Contrasted:
    """One of the two guesses."""

    found: Suggestion

    @property
    def code(self) -> Code:
        return self.found.guess

    @property
    def columns(self) -> PartitionColumns:
        return PartitionColumns(PartitionChart(self.found.partition), CLASSIC_BOARD.pegs)


@dataclass(frozen=True)
class ContrastPicture:
    """The choice of a strategy on the Classic board, and the history before it."""

    contrast: Contrast

    @property
    def history(self) -> tuple[Turn, ...]:
        return self.contrast.history

    @cached_property
    def sides(self) -> tuple[Contrasted, Contrasted]:
        """The guess that it takes, and the other one."""
        taken, other = (_explained(self.history, code) for code in self.contrast[:2])
        return Contrasted(taken), Contrasted(other)

    @property
    def why(self) -> str:
        taken, other = (_figures(side) for side in self.sides)
        others = {f"other_{name}": figure for name, figure in other.items()}
        return str(self.contrast.why) % (taken | others)


@cache
def _explained(history: tuple[Turn, ...], guess: Code) -> Suggestion:
    """Return what a guess of an example does; there are few examples."""
    return explain(encoded(CLASSIC_BOARD, guess), position_after(CLASSIC_BOARD, history))


def _figures(side: Contrasted) -> dict[str, str]:
    found = side.found
    return {
        "worst": wording.number(found.worst_left),
        "expected": wording.number(found.expected_left),
        "parts": wording.number(found.parts),
        "bits": wording.number(found.bits, decimals=2),
    }
