"""Histories as text: ``"1122:1,1 1345:0,2"``, per turn a guess and its black and white pegs."""

import re
from collections.abc import Sequence

from solver.rule.codes import Variant
from solver.rule.errors import InvalidCode, InvalidHistory, InvalidTurn, Kind
from solver.rule.feedback import Feedback, Turn, require_possible

MOST_TURNS = 100

_FEEDBACK = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")


def parse_history(variant: Variant, text: str) -> tuple[Turn, ...]:
    """Return the turns written in ``text``. Raises ``InvalidHistory``.

    >>> parse_history(Variant(), "1122:1,1 1345:0,2")[1]
    Turn(guess='1345', feedback=Feedback(black=0, white=2))
    >>> parse_history(Variant(), "1122:3,1")
    Traceback (most recent call last):
    solver.rule.errors.InvalidHistory: turn 1: no code answers 3 black and 1 white on 4 pegs
    """
    words = text.split()
    if len(words) > MOST_TURNS:
        raise InvalidHistory(Kind.TOO_MANY_TURNS, len(words), most=MOST_TURNS)
    return tuple(_parse_turn(variant, place, word) for place, word in enumerate(words, start=1))


def format_history(history: Sequence[Turn]) -> str:
    """Return a history as text that ``parse_history`` can read.

    >>> format_history([Turn("1122", Feedback(1, 1)), Turn("1345", Feedback(0, 2))])
    '1122:1,1 1345:0,2'
    """
    return " ".join(f"{guess}:{feedback}" for guess, feedback in history)


def parse_feedback(variant: Variant, text: str) -> Feedback:
    """Return the feedback written as black, comma, white. Raises ``InvalidTurn``.

    >>> parse_feedback(Variant(), "1,2")
    Feedback(black=1, white=2)
    """
    match = _FEEDBACK.fullmatch(text.strip())
    if match is None:
        raise InvalidTurn(Kind.NOT_A_FEEDBACK, text)
    feedback = Feedback(int(match[1]), int(match[2]))
    require_possible(feedback, variant.pegs)
    return feedback


def _parse_turn(variant: Variant, place: int, word: str) -> Turn:
    guess, colon, answer = word.partition(":")
    try:
        if not colon:
            raise InvalidTurn(Kind.NOT_A_TURN, word)
        return Turn(variant.parse(guess), parse_feedback(variant, answer))
    except (InvalidCode, InvalidTurn) as problem:
        raise InvalidHistory(Kind.INVALID_TURN, place, problem) from problem
