"""The game that the first page plays. It is worked out by the solver, not written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.catalog.rules import CLASSIC
from games.site.examples import sample_turns
from solver.positions.candidates import position_after
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn


class SampleGuess(NamedTuple):
    """A guess, its answer, and in one sentence what it brought."""

    guess: Code
    feedback: Feedback
    sentence: str


@wording.kept(maxsize=None)
def sample_game() -> tuple[SampleGuess, ...]:
    """Return the whole game of Knuth's strategy on the Classic board."""
    turns = sample_turns()
    return tuple(
        SampleGuess(*turn, outcome(turns[:number])) for number, turn in enumerate(turns, start=1)
    )


def outcome(turns: Sequence[Turn]) -> str:
    """Say what the last of the turns brought.

    >>> outcome([Turn("1122", Feedback(1, 0))])
    '1122 leaves 256 of 1,296 codes.'
    """
    guess, answer = turns[-1]
    if answer.black == CLASSIC.variant.pegs:
        broken = _("%(guess)s is the code, in %(guesses)s.")
        return broken % {"guess": guess, "guesses": wording.guesses(len(turns))}
    before, left = (position_after(CLASSIC.variant, known).count for known in (turns[:-1], turns))
    leaves = ngettext(
        "%(guess)s leaves only %(left)s of %(codes)s.",
        "%(guess)s leaves %(left)s of %(codes)s.",
        left,
    )
    codes = {"left": wording.number(left), "codes": wording.codes(before)}
    return leaves % {"guess": guess, **codes}
