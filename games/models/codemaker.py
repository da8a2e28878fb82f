"""Who draws the code of a game and answers the guesses."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback


class Codemaker(Protocol):
    """Knows, or decides, how a guess is answered."""

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the answer to a guess that follows on ``history``."""


@dataclass(frozen=True)
class Keeper:
    """Keeps one secret from the first guess to the last, so the history makes no difference."""

    secret: Code = field(repr=False)

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return how the secret answers.

        >>> Keeper("1233").answer([], "1122")
        Feedback(black=1, white=1)
        """
        return feedback(guess, secret=self.secret)


def new_secret(variant: Variant) -> Code:
    """Draw one of all codes, each with the same chance."""
    if variant.repeats:
        return "".join(secrets.choice(variant.symbols) for _ in range(variant.pegs))
    return "".join(secrets.SystemRandom().sample(variant.symbols, variant.pegs))
