"""Codemakers: they choose the code of a game and answer the guesses."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.study.evil import worst_answer


class Codemaker(Protocol):
    """A codemaker answers the guesses of a game."""

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the answer to a guess, given the turns before it."""

    def code_after(self, history: Sequence[Turn]) -> Code:
        """Return the code to show after the game."""


@dataclass(frozen=True)
class Keeper:
    """A codemaker that keeps one secret during the whole game."""

    secret: Code = field(repr=False)

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the secret's answer to a guess.

        >>> Keeper("1233").answer([], "1122")
        Feedback(black=1, white=1)
        """
        return feedback(guess, secret=self.secret)

    def code_after(self, history: Sequence[Turn]) -> Code:
        return self.secret


@dataclass(frozen=True)
class Evil:
    """A codemaker without a fixed code; its answers make the game as long as possible.

    Some code always fits all answers, and the same guesses get the same answers.
    """

    variant: Variant

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        """Return the answer that makes the game longest.

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
    """Return a random code; each code has the same chance."""
    if variant.repeats:
        return "".join(secrets.choice(variant.symbols) for _ in range(variant.pegs))
    return "".join(secrets.SystemRandom().sample(variant.symbols, variant.pegs))
