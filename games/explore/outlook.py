"""What is known in a position, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.catalog.strategies import watchable
from games.site.calculator import dear
from solver.positions.candidates import position_after
from solver.positions.diagnosis import Diagnosis, diagnose
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Turn
from solver.study.prospects import Likelihood, Prospect, likelihood, presence, prospects

QUICK = 1_296  # codes of the largest board on which it takes some milliseconds
DIAGNOSED_IN = 0.8  # seconds, on boards too large to be listed
LISTED = 60  # of the codes that are possible


@dataclass(frozen=True)
class Outlook:
    """The codes that are possible and the guesses that can be made, or a diagnosis."""

    count: int = 0
    is_counted: bool = True
    is_listed: bool = True  # whether all candidates were looked at, not a sample
    first: Sequence[Code] = ()
    likelihood: Likelihood = ()
    presence: Sequence[float] = ()
    prospects: Sequence[Prospect] = ()
    diagnosis: Diagnosis | None = None


def outlook_of(variant: Variant, history: Sequence[Turn], guess: Code) -> Outlook:
    """Return what follows from a history, with a guess of the visitor among the others."""
    return _outlook(variant, tuple(history), guess)


@dear(keep=128, beyond=QUICK)
def _outlook(variant: Variant, history: tuple[Turn, ...], guess: Code) -> Outlook:
    try:
        position = position_after(variant, history)
    except Contradiction:
        return Outlook(diagnosis=diagnose(variant, history, DIAGNOSED_IN))
    listed = position.candidates.digits[: LISTED if position.is_exact else 0]
    return Outlook(
        count=position.told,
        is_counted=position.is_counted,
        is_listed=position.is_exact,
        first=tuple(variant.texts(listed)),
        likelihood=likelihood(position),
        presence=presence(position),
        prospects=prospects(position, watchable(), guess),
    )
