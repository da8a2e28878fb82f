"""Answers that cannot be true together, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import wording
from solver.positions.diagnosis import Correction, Diagnosis
from solver.rule.feedback import Feedback


def conflict_in_words(diagnosis: Diagnosis) -> str:
    """Say which rows cannot be true together.

    >>> conflict_in_words(Diagnosis((1, 3), ()))
    'The answers to guesses 1 and 3 cannot both be true.'
    """
    guesses = {"guesses": wording.guesses_named(diagnosis.conflict)}
    match len(diagnosis.conflict):
        case 1:
            return _("No code answers %(guesses)s like that.") % guesses
        case 2:
            return _("The answers to %(guesses)s cannot both be true.") % guesses
    return _("The answers to %(guesses)s cannot all be true.") % guesses


def correction_in_words(correction: Correction, given: Feedback) -> str:
    """Say what an answer was instead of the one given, and what would then remain."""
    return _("Guess %(number)d was %(corrected)s, not %(given)s: %(remain)s") % {
        "number": correction.turn,
        "corrected": wording.in_words(correction.feedback),
        "given": wording.in_words(given),
        "remain": wording.remain(correction.count, correction.is_exact),
    }
