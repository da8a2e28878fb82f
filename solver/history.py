"""Histories as text: ``"1122:1,1 1345:0,2"``, a guess and its black and white pegs a turn."""

import re
from collections.abc import Sequence

from solver.codes import InvalidCode, Variant
from solver.feedback import Feedback, Turn, possible_feedbacks

MOST_TURNS = 100

_TURN = re.compile(r"([^:]*):([0-9]{1,2}),([0-9]{1,2})")
_LONGEST_ECHO = 24


class InvalidHistory(ValueError):
    """Not a history of the variant; the message names the turn and says what is wrong."""


def parse_history(variant: Variant, text: str) -> tuple[Turn, ...]:
    """Return the turns written in ``text``. Raises ``InvalidHistory``.

    >>> parse_history(Variant(), "1122:1,1 1345:0,2")[1]
    Turn(guess='1345', feedback=Feedback(black=0, white=2))
    >>> parse_history(Variant(), "1122:3,1")
    Traceback (most recent call last):
    solver.history.InvalidHistory: turn 1: no code answers 3 black and 1 white on 4 pegs
    """
    words = text.split()
    if len(words) > MOST_TURNS:
        raise InvalidHistory(f"{len(words):,} turns are too many, {MOST_TURNS} are the most")
    return tuple(_parse_turn(variant, place, word) for place, word in enumerate(words, start=1))


def format_history(history: Sequence[Turn]) -> str:
    """Return a history as text, so that ``parse_history`` gives it back.

    >>> format_history([Turn("1122", Feedback(1, 1)), Turn("1345", Feedback(0, 2))])
    '1122:1,1 1345:0,2'
    """
    return " ".join(f"{guess}:{feedback}" for guess, feedback in history)


def _parse_turn(variant: Variant, place: int, word: str) -> Turn:
    match = _TURN.fullmatch(word)
    if match is None:
        shown = repr(word) if len(word) <= _LONGEST_ECHO else f"a word of {len(word):,} letters"
        raise InvalidHistory(f"turn {place}: {shown} is not a turn; a turn looks like 1122:1,1")
    try:
        guess = variant.parse(match[1])
    except InvalidCode as problem:
        raise InvalidHistory(f"turn {place}: {problem}") from problem
    feedback = Feedback(int(match[2]), int(match[3]))
    if feedback not in possible_feedbacks(variant.pegs):
        raise InvalidHistory(
            f"turn {place}: no code answers {feedback.black} black and {feedback.white} white "
            f"on {variant.pegs} pegs"
        )
    return Turn(guess, feedback)
