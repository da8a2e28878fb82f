"""Codemakers: they draw the code of a game and give the feedback."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.study.evil import worst_answer


class Codemaker(Protocol):
    """Knows, or decides, how a guess is answered."""

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the answer to a guess that follows on ``history``."""

    def code_after(self, history: Sequence[Turn]) -> Code:
        """Return the code that is shown when the game is over."""


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

    def code_after(self, history: Sequence[Turn]) -> Code:
        """Return the secret."""
        return self.secret


@dataclass(frozen=True)
class Evil:
    """A codemaker without a fixed code, who answers so that the game lasts as long as possible.

    All answers fit some code to the end, and the same guesses get the same answers.
    """

    variant: Variant

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the answer that keeps the game alive longest.

        >>> Evil(Variant()).answer([], "1122")
        Feedback(black=0, white=0)
        """
        return worst_answer(position_after(self.variant, history), guess).feedback

    def code_after(self, history: Sequence[Turn]) -> Code:
        """Return the first code that fits all answers.

        >>> Evil(Variant()).code_after([Turn("1122", Feedback(0, 0))])
        '3333'
        """
        fitting = position_after(self.variant, history).candidates
        return self.variant.texts(fitting.digits[:1])[0]


def new_secret(variant: Variant) -> Code:
    """Draw one of all codes, each with the same chance."""
    if variant.repeats:
        return "".join(secrets.choice(variant.symbols) for _ in range(variant.pegs))
    return "".join(secrets.SystemRandom().sample(variant.symbols, variant.pegs))
