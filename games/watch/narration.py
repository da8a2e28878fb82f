"""A step of the computer in sentences: why it made its guess, and what the answer told it."""

from math import log2

from games.models import Step
from games.play.hints import in_words

REASONS = {
    "knuth": "{code} leaves at most {worst:,} of {codes},"
    " and of the guesses weighed none leaves fewer.",
    "minimax-candidates": "{code} could be the code. It leaves at most {worst:,} of {codes},"
    " and of the codes weighed that could win none leaves fewer.",
    "entropy": "With {codes} possible {code} promises {bits:.2f} bits,"
    " and of the guesses weighed none promises more.",
    "expected-size": "{code} leaves {expected:,.1f} of {codes} on average,"
    " and of the guesses weighed none leaves fewer.",
    "most-parts": "{code} can be answered in {parts} ways by {codes},"
    " and of the guesses weighed none can be answered in more.",
    "weighted": "{code} splits {codes} into parts that promise few guesses by their sizes,"
    " and of the guesses weighed none promises fewer.",
    "optimal": "With {codes} possible it looks for the guess that makes all games together"
    " shortest: {code}.",
    "optimal-5": "With {codes} possible it looks for the guess that makes all games together"
    " shortest, none longer than five guesses where that can be had: {code}.",
    "simple": "{code} is the first of {codes} that fit every answer so far.",
    "random": "{code} was drawn from {codes} that fit every answer so far.",
}
NO_REASON = "{code} is what it chooses with {codes} still possible."


def why(step: Step, strategy: str) -> str:
    """Say in a sentence why a strategy made this guess.

    >>> step = Step(code="1122", candidates=1296, is_exact=True, parts=[[0, 0, 256], [4, 0, 1]])
    >>> why(step, "knuth")
    '1122 leaves at most 256 of 1,296 codes, and of the guesses weighed none leaves fewer.'
    """
    if step.candidates == 1:
        return f"Only one code was still possible: {step.code}."
    return REASONS.get(strategy, NO_REASON).format(
        code=step.code,
        codes=counted(step.candidates, step.is_exact),
        worst=max(step.partition.values()),
        bits=bits_promised(step),
        expected=step.expected or 0,
        parts=len(step.parts),
    )


def outcome(step: Step) -> str:
    """Say in a sentence what the answer told.

    >>> outcome(Step(black=1, white=1, candidates=1296, is_exact=True, expected=185.27,
    ...     left=208, is_left_exact=True, parts=[[1, 1, 208], [0, 0, 256]]))
    '1 black, 1 white: 208 codes are left where 185.3 were to be expected. It learned 2.64 bits.'
    """
    if step.black == len(step.code):
        return f"{in_words(step.feedback)}: {step.code} is the code."
    is_one = step.left == 1
    left = counted(step.left, step.is_left_exact)
    left = "a single code is left" if is_one else f"{left} are left"
    return (
        f"{in_words(step.feedback)}: {left} where {step.expected:,.1f} were to be expected."
        f" It learned {bits_learned(step):.2f} bits."
    )


def as_good(step: Step) -> str:
    """Say which other guesses were as good, if that is known."""
    if step.others_count is None or step.candidates == 1:
        return ""
    if step.others_count == 0:
        return "No other guess was as good."
    were = "other guess was" if step.others_count == 1 else "other guesses were"
    return f"{step.others_count:,} {were} as good:"


def bits_learned(step: Step) -> float:
    """Return how often the answer halved what was possible."""
    return log2(step.candidates / step.left)


def bits_promised(step: Step) -> float:
    """Return the bits that the guess was expected to tell: the entropy of its partition."""
    sizes = step.partition.values()
    total = sum(sizes)
    return sum(size / total * log2(total / size) for size in sizes if size)


def counted(count: int, is_exact: bool) -> str:
    """Return a number of codes, "about" it if it is an estimate."""
    codes = "code" if count == 1 else "codes"
    return f"{'' if is_exact else 'about '}{count:,} {codes}"
