"""Sentences on a step of the computer: the reason for its guess, and what the answer was worth."""

from math import ceil, floor

from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games import wording
from games.catalog.cards import CARDS
from games.models import Step
from games.wording import in_words
from solver.study.suggest import expected_bits

COUNTED_ONE_BY_ONE = 10  # up to this number of codes, averages are exact

UNPROVEN = _("In this game size, its choice is an estimate while many codes are possible.")
NO_REASON = _("With %(codes)s possible, it chooses %(code)s.")


def why(step: Step, strategy: str) -> str:
    """Return a sentence on why a strategy made this guess.

    >>> step = Step(code="1122", candidates=1296, is_exact=True, parts=[[0, 0, 256], [4, 0, 1]])
    >>> why(step, "knuth")
    '1122 leaves 256 of 1,296 codes at most. No other guess it considered does better.'
    """
    if step.candidates == 1:
        return gettext("Only one code was still possible: %(code)s.") % {"code": step.code}
    card = CARDS.get(strategy)
    reason = (card and card.reason) or NO_REASON
    return reason % {
        "code": step.code,
        "codes": wording.codes(step.candidates, step.is_counted),
        "worst": wording.amount(max(step.partition.values()), step.is_exact),
        "bits": wording.number(expected_bits(step.partition), decimals=2),
        "expected": wording.amount(step.expected or 0, step.is_exact, decimals=1),
        "parts": len(step.partition),
    }


def outcome(step: Step) -> str:
    """Return a sentence on an answer: how many codes it left, and how many are normal.

    >>> outcome(Step(black=1, white=1, candidates=1296, is_exact=True, expected=185.27,
    ...     left=208, is_left_exact=True, parts=[[1, 1, 208], [0, 0, 256]]))
    '1 black, 1 white: 208 codes are left. The average is about 185.'
    """
    answer = in_words(step.feedback)
    if step.black == len(step.code):
        return gettext("%(answer)s: %(code)s is the code.") % {"answer": answer, "code": step.code}
    left = ngettext(
        "%(answer)s: a single code is left. The average is %(normal)s.",
        "%(answer)s: %(codes)s are left. The average is %(normal)s.",
        step.left,
    )
    return left % {
        "answer": answer,
        "codes": wording.codes(step.left, step.is_left_exact),
        "normal": normal(step.expected or 0, step.is_exact),
    }


def normal(expected: float, is_exact: bool) -> str:
    """Return how many codes the average answer leaves, in words such as "2 or 3".

    >>> normal(4.5, True), normal(3.0, True), normal(185.27, True)
    ('4 or 5', '3', 'about 185')
    """
    if expected >= COUNTED_ONE_BY_ONE or not is_exact:
        return wording.amount(round(expected), is_exact=False)
    least, most = floor(expected), ceil(expected)
    if least == most:
        return wording.number(most)
    return gettext("%(least)d or %(most)d") % {"least": least, "most": most}


def as_good(step: Step) -> str:
    """Return a sentence on how many other guesses were equally good; empty if that is unknown."""
    if step.others_count is None or step.candidates == 1:
        return ""
    if step.others_count == 0:
        return gettext("No other guess was as good.")
    return ngettext(
        "%(number)s other guess was as good:",
        "%(number)s other guesses were as good:",
        step.others_count,
    ) % {"number": wording.number(step.others_count)}
