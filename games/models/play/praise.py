"""The words that a win earns, from "Cracked it" to "Flawless": one each, to be collected."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

# The cost, in guesses, from which a guess or a game is called so.
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.35, 0.7
LUCKY, UNLUCKY = 80, 20  # of 99 points of luck
GOOD = 75  # of 99 points of skill: a lost game was played well
MOST_SKILL = 99


class Praise(models.TextChoices):
    """How a code was broken, in a word."""

    FLAWLESS = "flawless", _("Flawless")
    BRILLIANT = "brilliant", _("Brilliant")
    SHARP = "sharp", _("Sharp")
    CLEVER = "clever", _("Clever")
    CRACKED = "cracked", _("Cracked it")

    @classmethod
    def of(cls, guess_count: int, skill: int | None) -> Praise | None:
        """Return the word for a win, or None if its skill is not known yet.

        >>> Praise.of(4, skill=99), Praise.of(4, skill=20), Praise.of(4, skill=None)
        (Praise.FLAWLESS, Praise.CRACKED, None)
        """
        lost = None if skill is None else lost_at_most(guess_count, skill)
        known = {"guess_count": guess_count, "lost": lost}
        return next((rule.word for rule in RULES if rule.holds(known[rule.about])), None)


def lost_at_most(guess_count: Any, skill: Any) -> Any:
    """Return the most that all guesses after the first can have cost together.

    It takes numbers or columns of the database. Skill is a whole number, so the true loss may be
    less: a word is never better than the play.
    """
    return (guess_count - 1) * (MOST_SKILL + 0.5 - skill) / MOST_SKILL


class PraiseRule(NamedTuple):
    """A word for wins in which a number is in these bounds and no earlier rule holds."""

    word: Praise
    about: str
    least: float = 0
    below: float = math.inf

    def holds(self, number: float | None) -> bool:
        """Return whether a number is in the bounds."""
        return number is not None and self.least <= number < self.below

    @property
    def condition(self) -> Q:
        """The rule for the database."""
        above = Q(**{f"{self.about}__gte": self.least})
        return above if self.below == math.inf else above & Q(**{f"{self.about}__lt": self.below})


RULES = (
    PraiseRule(Praise.CRACKED, "guess_count", below=2),
    PraiseRule(Praise.FLAWLESS, "lost", below=INACCURACY),
    PraiseRule(Praise.BRILLIANT, "lost", below=MISTAKE),
    PraiseRule(Praise.SHARP, "lost", below=BLUNDER),
    PraiseRule(Praise.CLEVER, "lost", below=2 * BLUNDER),
    PraiseRule(Praise.CRACKED, "lost"),
)

# Annotations that find the words of games: first LOST, then EARNED.
LOST = lost_at_most(F("guess_count"), F("skill") + Value(0.0))
EARNED = Case(
    *(When(rule.condition, then=Value(rule.word)) for rule in RULES),
    output_field=models.CharField(),
)
