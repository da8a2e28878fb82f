"""Histories as text: ``"1122:1,1 1345:0,2"`` has each guess with its black and white pegs."""

import re
from collections.abc import Iterable, Sequence
from operator import index
from typing import TypeAlias

from solver.rule.codes import Code, Variant
from solver.rule.errors import InvalidCode, InvalidHistory, InvalidTurn, Kind
from solver.rule.feedback import Feedback, Turn, require_possible

FeedbackLike: TypeAlias = Feedback | tuple[int, int] | str  # "1,2" is 1 black and 2 white
HistoryLike: TypeAlias = str | Iterable[Turn | tuple[Code, FeedbackLike] | str]

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
    return turns_of(variant, words)


def turns_of(variant: Variant, history: HistoryLike) -> tuple[Turn, ...]:
    """Return a history given as text, as turns or as pairs. Raises ``InvalidHistory``.

    >>> turns_of(Variant(), [("1122", (1, 1)), ("1345", "0,2")]) == turns_of(
    ...     Variant(), "1122:1,1 1345:0,2"
    ... )
    True
    """
    if isinstance(history, str):
        return parse_history(variant, history)
    pairs = enumerate(history, start=1)
    return tuple(
        one
        if type(one) is Turn and type(one.feedback) is Feedback
        else _turn_of(variant, place, one)
        for place, one in pairs
    )


def feedback_of(variant: Variant, given: FeedbackLike) -> Feedback:
    """Return a feedback given as text or as a pair. Raises ``InvalidTurn``.

    >>> feedback_of(Variant(), "1,2")
    Feedback(black=1, white=2)
    """
    if isinstance(given, str):
        match = _FEEDBACK.fullmatch(given.strip())
        if match is None:
            raise InvalidTurn(Kind.NOT_A_FEEDBACK, given)
        given = int(match[1]), int(match[2])
    try:
        feedback = Feedback(*map(index, given))
    except TypeError as problem:
        raise InvalidTurn(Kind.NOT_A_FEEDBACK, repr(given)) from problem
    require_possible(feedback, variant.pegs)
    return feedback


def format_history(history: Sequence[Turn]) -> str:
    """Return a history as text that ``parse_history`` can read.

    >>> format_history([Turn("1122", Feedback(1, 1)), Turn("1345", Feedback(0, 2))])
    '1122:1,1 1345:0,2'
    """
    return " ".join(f"{guess}:{feedback}" for guess, feedback in history)


def _turn_of(variant: Variant, place: int, given: object) -> Turn:
    """Return the turn given as text, or as a guess and its answer. Raises ``InvalidHistory``."""
    pair = given.split(":", 1) if isinstance(given, str) else given
    try:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise InvalidTurn(Kind.NOT_A_TURN, given if isinstance(given, str) else repr(given))
        return Turn(variant.parse(pair[0]), feedback_of(variant, pair[1]))
    except (InvalidCode, InvalidTurn) as problem:
        raise InvalidHistory(Kind.INVALID_TURN, place, problem) from problem
