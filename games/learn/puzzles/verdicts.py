"""Sentences on a tried code and on a finished puzzle."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from games import wording
from games.models import PuzzleAttempt
from solver.rule.codes import Code
from solver.rule.feedback import Turn, feedback


def contradiction(turns: Sequence[Turn], code: Code) -> str:
    """Return a sentence on the rows that a code contradicts.

    It compares the answer of the first such row with the answer that the code would give.

    >>> from solver.rule.feedback import Feedback
    >>> rows = [Turn("1122", Feedback(1, 0)), Turn("3344", Feedback(0, 1))]
    >>> contradiction(rows, "1223")
    'With 1223, row 1 would have 2 black and 1 white, not 1 and 0.'
    >>> contradiction(rows, "1325").partition(". ")[2]
    'Row 2 does not fit, either.'
    """
    wrong = [
        row
        for row, turn in enumerate(turns, start=1)
        if feedback(turn.guess, secret=code) != turn.feedback
    ]
    first, others = wording.clash(turns, code), wrong[1:]
    if not others:
        return first
    rest = ngettext(
        "Row %(rows)s does not fit, either.", "Rows %(rows)s do not fit, either.", len(others)
    )
    return f"{first} {rest % {'rows': wording.list_in_words(others)}}"


def how_it_went(attempt: PuzzleAttempt) -> str:
    """Return a sentence on how a finished puzzle went."""
    if not attempt.is_solved:
        return _("Here is how you could have found it.")
    time = _("Time: %(time)s.") % {"time": wording.clock(attempt.time)} if attempt.time else ""
    return f"{_tries(attempt)} {time}".strip()


def _tries(attempt: PuzzleAttempt) -> str:
    if attempt.is_at_once:
        return _("First try, without a hint.")
    tries = _("First try")
    if attempt.tries > 1:
        in_tries = ngettext("In %(count)d try", "In %(count)d tries", attempt.tries)
        tries = in_tries % {"count": attempt.tries}
    if not attempt.hints:
        return _("%(tries)s, without a hint.") % {"tries": tries}
    return ngettext(
        "%(tries)s, with %(count)d hint.", "%(tries)s, with %(count)d hints.", attempt.hints
    ) % {"tries": tries, "count": attempt.hints}
