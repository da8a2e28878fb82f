"""Answers that cannot be true together, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import wording
from solver.diagnosis import Correction, Diagnosis
from solver.feedback import Feedback


def conflict_in_words(diagnosis: Diagnosis) -> str:
    """Say which rows cannot be true together.

    >>> conflict_in_words(Diagnosis((1, 3), ()))
    'The answers to guesses 1 and 3 cannot both be true.'
    """
    told = {"guesses": wording.guesses_named(diagnosis.conflict)}
    match len(diagnosis.conflict):
        case 1:
            return _("No code answers %(guesses)s like that.") % told
        case 2:
            return _("The answers to %(guesses)s cannot both be true.") % told
    return _("The answers to %(guesses)s cannot all be true.") % told


def correction_in_words(correction: Correction, told: Feedback) -> str:
    """Say what an answer was instead of what was told, and what would then remain."""
    return _("Guess %(number)d was %(corrected)s, not %(told)s: %(remain)s") % {
        "number": correction.turn,
        "corrected": wording.in_words(correction.feedback),
        "told": wording.in_words(told),
        "remain": wording.remain(correction.count, correction.is_exact),
    }
