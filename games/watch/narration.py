"""A step of the computer in sentences: why it made its guess, and what the answer told it."""

from math import log2

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import wording
from games.models import Step
from games.wording import in_words
from solver.suggest import expected_bits

REASONS = {
    "knuth": _(
        "%(code)s leaves at most %(worst)s of %(codes)s,"
        " and of the guesses weighed none leaves fewer."
    ),
    "minimax-candidates": _(
        "%(code)s could be the code. It leaves at most %(worst)s of %(codes)s,"
        " and of the codes weighed that could win none leaves fewer."
    ),
    "entropy": _(
        "With %(codes)s possible %(code)s promises %(bits).2f bits,"
        " and of the guesses weighed none promises more."
    ),
    "expected-size": _(
        "%(code)s leaves %(expected)s of %(codes)s on average,"
        " and of the guesses weighed none leaves fewer."
    ),
    "most-parts": _(
        "%(code)s can be answered in %(parts)d ways by %(codes)s,"
        " and of the guesses weighed none can be answered in more."
    ),
    "weighted": _(
        "%(code)s splits %(codes)s into parts that promise few guesses by their sizes,"
        " and of the guesses weighed none promises fewer."
    ),
    "optimal": _(
        "With %(codes)s possible it looks for the guess that makes all games together"
        " shortest: %(code)s."
    ),
    "optimal-5": _(
        "With %(codes)s possible it looks for the guess that makes all games together"
        " shortest, none longer than five guesses where that can be had: %(code)s."
    ),
    "simple": _("%(code)s is the first of %(codes)s that fit every answer so far."),
    "random": _("%(code)s was drawn from %(codes)s that fit every answer so far."),
}
UNPROVEN = _(
    "No proof covers this board: while many codes are possible, the choice is an estimate."
)
NO_REASON = _("%(code)s is what it chooses with %(codes)s still possible.")


def why(step: Step, strategy: str) -> str:
    """Say in a sentence why a strategy made this guess.

    >>> step = Step(code="1122", candidates=1296, is_exact=True, parts=[[0, 0, 256], [4, 0, 1]])
    >>> why(step, "knuth")
    '1122 leaves at most 256 of 1,296 codes, and of the guesses weighed none leaves fewer.'
    """
    if step.candidates == 1:
        return gettext("Only one code was still possible: %(code)s.") % {"code": step.code}
    return REASONS.get(strategy, NO_REASON) % {
        "code": step.code,
        "codes": wording.codes(step.candidates, step.is_counted),
        "worst": wording.amount(max(step.partition.values()), step.is_exact),
        "bits": expected_bits(step.partition),
        "expected": wording.amount(step.expected or 0, step.is_exact, decimals=1),
        "parts": len(step.parts),
    }


def outcome(step: Step) -> str:
    """Say in a sentence what the answer told.

    >>> outcome(Step(black=1, white=1, candidates=1296, is_exact=True, expected=185.27,
    ...     left=208, is_left_exact=True, parts=[[1, 1, 208], [0, 0, 256]]))
    '1 black, 1 white: 208 codes are left where 185.3 were to be expected. It learned 2.64 bits.'
    """
    answer = in_words(step.feedback)
    if step.black == len(step.code):
        return gettext("%(answer)s: %(code)s is the code.") % {"answer": answer, "code": step.code}
    told = ngettext(
        "%(answer)s: a single code is left where %(expected)s were to be expected."
        " It learned %(bits).2f bits.",
        "%(answer)s: %(codes)s are left where %(expected)s were to be expected."
        " It learned %(bits).2f bits.",
        step.left,
    )
    return told % {
        "answer": answer,
        "codes": wording.codes(step.left, step.is_left_exact),
        "expected": wording.amount(step.expected, step.is_exact, decimals=1),
        "bits": bits_learned(step),
    }


def as_good(step: Step) -> str:
    """Say which other guesses were as good, if that is known."""
    if step.others_count is None or step.candidates == 1:
        return ""
    if step.others_count == 0:
        return gettext("No other guess was as good.")
    return ngettext(
        "%(number)s other guess was as good:",
        "%(number)s other guesses were as good:",
        step.others_count,
    ) % {"number": wording.number(step.others_count)}


def bits_learned(step: Step) -> float:
    """Return how often the answer halved what was possible."""
    return log2(step.candidates / step.left)
