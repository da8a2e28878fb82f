"""Histories as text: ``"1122:1,1 1345:0,2"``, a guess and its black and white pegs a turn."""

import re
from collections.abc import Sequence

from solver.codes import InvalidCode, Variant
from solver.feedback import Feedback, Turn, possible_feedbacks

MOST_TURNS = 100

_FEEDBACK = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")
_LONGEST_ECHO = 24


class InvalidHistory(ValueError):  # noqa: N818
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


def parse_feedback(variant: Variant, text: str) -> Feedback:
    """Return the feedback written as black, comma, white. Raises ``InvalidHistory``.

    >>> parse_feedback(Variant(), "1,2")
    Feedback(black=1, white=2)
    """
    match = _FEEDBACK.fullmatch(text.strip())
    if match is None:
        raise InvalidHistory(f"{_shown(text)} is not a feedback; 1,2 is 1 black and 2 white")
    feedback = Feedback(int(match[1]), int(match[2]))
    if feedback not in possible_feedbacks(variant.pegs):
        raise InvalidHistory(
            f"no code answers {feedback.black} black and {feedback.white} white "
            f"on {variant.pegs} pegs"
        )
    return feedback


def _parse_turn(variant: Variant, place: int, word: str) -> Turn:
    guess, colon, answer = word.partition(":")
    try:
        if not colon:
            raise InvalidHistory(f"{_shown(word)} is not a turn; a turn looks like 1122:1,1")
        return Turn(variant.parse(guess), parse_feedback(variant, answer))
    except (InvalidCode, InvalidHistory) as problem:
        raise InvalidHistory(f"turn {place}: {problem}") from problem


def _shown(text: str) -> str:
    return ascii(text) if len(text) <= _LONGEST_ECHO else f"a word of {len(text):,} letters"
