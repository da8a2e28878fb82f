"""The rule of the game, written for people; ``solver.sets.arrays`` has the same rule for arrays."""

from collections import Counter
from functools import cache
from operator import eq
from typing import NamedTuple

from solver.rule.codes import SYMBOLS, Code
from solver.rule.errors import InvalidCode, InvalidTurn, Kind


class Feedback(NamedTuple):
    """The key pegs a guess earns.

    >>> str(Feedback(black=1, white=2))
    '1,2'
    """

    black: int  # right color in the right place
    white: int  # right color in the wrong place

    def __str__(self) -> str:
        return f"{self.black},{self.white}"


class Turn(NamedTuple):
    """One past turn; a history is a sequence of turns."""

    guess: Code
    feedback: Feedback


def feedback(guess: Code, secret: Code) -> Feedback:
    """Return the answer of ``secret`` to ``guess``.

    Raises ``InvalidCode`` if the two codes have different lengths, or if a letter is not a color.

    >>> feedback("1122", secret="1233")
    Feedback(black=1, white=1)
    """
    if len(guess) != len(secret) or (guess + secret).strip(SYMBOLS):
        wrong = guess if guess.strip(SYMBOLS) else secret
        kind = Kind.NOT_A_COLOR if wrong.strip(SYMBOLS) else Kind.WRONG_LENGTH
        raise InvalidCode(kind, wrong, len(guess), SYMBOLS, repeats=True)
    black = sum(map(eq, guess, secret))
    common = (Counter(guess) & Counter(secret)).total()
    return Feedback(black, common - black)


@cache
def numbered_feedbacks(pegs: int) -> tuple[Feedback, ...]:
    """Return every feedback, indexed by its number, with the win last.

    With ``n`` key pegs, ``b`` of them black, the number is ``n(n+1)/2 + b``. The impossible
    feedback (all pegs but one are black, and one is white) has a number, too, because a gap costs
    less than an exception.

    >>> [str(feedback) for feedback in numbered_feedbacks(2)]
    ['0,0', '0,1', '1,0', '0,2', '1,1', '2,0']
    """
    return tuple(
        Feedback(black, keys - black) for keys in range(pegs + 1) for black in range(keys + 1)
    )


def feedback_count(pegs: int) -> int:
    """Return how many numbers a feedback can have: 15 on four pegs.

    >>> feedback_count(4)
    15
    """
    return (pegs + 1) * (pegs + 2) // 2


@cache
def possible_feedbacks(pegs: int) -> frozenset[Feedback]:
    """Return the feedback that codes can earn: 14 possibilities on four pegs.

    >>> len(possible_feedbacks(4))
    14
    """
    return frozenset(numbered_feedbacks(pegs)) - {Feedback(pegs - 1, 1)}


def require_possible(feedback: Feedback, pegs: int) -> None:
    """Raise ``InvalidTurn`` unless some code can earn ``feedback``."""
    if feedback not in possible_feedbacks(pegs):
        raise InvalidTurn(Kind.IMPOSSIBLE_FEEDBACK, "", *feedback, pegs)


def number(feedback: Feedback) -> int:
    """Return the index of ``feedback`` in ``numbered_feedbacks``.

    >>> number(Feedback(black=1, white=2))
    7
    """
    keys = sum(feedback)
    return keys * (keys + 1) // 2 + feedback.black
