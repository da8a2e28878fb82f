"""What the answers of a player mean: the codes that remain and the next guess, or what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.site.calculator import dear
from solver.positions.candidates import position_after
from solver.positions.diagnosis import Diagnosis, diagnose
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Turn
from solver.strategies.roster import strategy_named
from solver.study.suggest import Suggestion, explain
from solver.study.trace import first_codes

QUICK = 5_040  # codes of the largest board that takes some milliseconds
DIAGNOSED_IN = 0.8  # seconds, on boards too large to be listed


@dataclass(frozen=True)
class Outlook:
    """Either a suggestion with the first codes that remain, or a diagnosis."""

    suggestion: Suggestion | None = None
    remaining: Sequence[Code] = ()
    diagnosis: Diagnosis | None = None


def outlook_of(variant: Variant, history: Sequence[Turn], strategy: str) -> Outlook:
    """Return what follows from a history."""
    return _outlook(variant, tuple(history), strategy)


@dear(keep=256, beyond=QUICK)
def _outlook(variant: Variant, history: tuple[Turn, ...], strategy: str) -> Outlook:
    try:
        position = position_after(variant, history)
    except Contradiction:
        return Outlook(diagnosis=diagnose(variant, history, DIAGNOSED_IN))
    guess = strategy_named(strategy).choose(position)
    return Outlook(explain(guess, position), first_codes(position))
