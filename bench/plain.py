"""What one would write first: the references that the engine's speed is given against."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count, product
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Variant
from solver.rule.feedback import Turn
from solver.study.play import random_secrets

Array = npt.NDArray[Any]


def guesses_in_all(cost: Callable[[Array], Array], pegs: int, colors: int) -> int:
    """Play a one-step strategy against every code; return the guesses of all games together."""
    codes = np.array(list(product(range(colors), repeat=pegs)))
    counts = np.stack([(codes == color).sum(axis=1) for color in range(colors)])
    keys = np.minimum(counts[:, :, None], counts[:, None]).sum(axis=0)
    answers = keys * (pegs + 1) + (codes[:, None] == codes).sum(axis=2)
    win = answers.max()

    def total(candidates: Array) -> int:
        sizes = np.stack([np.bincount(row, minlength=win + 1) for row in answers[:, candidates]])
        cost_of = cost(sizes)
        best = np.flatnonzero(cost_of <= cost_of.min() + 1e-9)
        guess = next((guess for guess in best if guess in candidates), best[0])
        found = answers[guess, candidates]
        parts = [candidates[found == answer] for answer in set(found) - {win}]
        return len(candidates) + sum(map(total, parts))

    return total(np.arange(len(codes)))


def answer(guess: str, code: str) -> tuple[int, int]:
    """The rule, as short as it gets."""
    black = sum(map(str.__eq__, guess, code))
    return black, (Counter(guess) & Counter(code)).total() - black


def filtered(codes: Iterable[str], history: Sequence[Turn]) -> str:
    """One of all codes that fit every answer."""
    fitting = [c for c in codes if all(answer(turn.guess, c) == turn.feedback for turn in history)]
    return fitting[len(fitting) // 2]


def drawn(variant: Variant, history: Sequence[Turn]) -> str:
    """A code that fits every answer, by drawing codes until one does."""
    codes = (code for seed in count() for code in random_secrets(variant, 1000, seed))
    return next(
        code for code in codes if all(answer(turn.guess, code) == turn.feedback for turn in history)
    )
