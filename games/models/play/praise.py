"""The words that a win earns, from lucky to flawless: one each, to be collected."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

# What a guess may cost, in guesses, before it is called so: one measure for a guess and a game.
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.35, 0.7
LUCKY, UNLUCKY = 80, 20  # of 99 points of luck
GOOD = 75  # of 99 points of skill: a game that was lost, and yet played well
MOST_SKILL = 99


class Praise(models.TextChoices):
    """How a code was broken, in a word."""

    FLAWLESS = "flawless", _("Flawless")
    SHARP = "sharp", _("Sharp")
    SOLID = "solid", _("Solid")
    STEADY = "steady", _("Steady")
    STUBBORN = "stubborn", _("Stubborn")
    LUCKY = "lucky", _("Lucky")

    @classmethod
    def of(cls, guess_count: int, skill: int | None, luck: int | None) -> Praise | None:
        """Return the word for a win, unless it is not known yet how well it was played.

        >>> Praise.of(4, skill=99, luck=50), Praise.of(4, skill=60, luck=90), Praise.of(4, None, 9)
        (Praise.FLAWLESS, Praise.LUCKY, None)
        """
        lost = None if skill is None else lost_at_most(guess_count, skill)
        known = {"guess_count": guess_count, "luck": luck, "lost": lost}
        return next((rule.word for rule in RULES if rule.holds(known[rule.about])), None)


def lost_at_most(guess_count: Any, skill: Any) -> Any:
    """Return what all guesses after the first cost together; their mean is what skill is made of.

    No less than it was, as the skill is a whole number: a game without a slip may be called one
    with an inaccuracy, and never the other way round. Numbers, or columns of the database.
    """
    return (guess_count - 1) * (MOST_SKILL + 0.5 - skill) / MOST_SKILL


class PraiseRule(NamedTuple):
    """A word for every win in which a number is in these bounds and no rule before holds."""

    word: Praise
    about: str
    least: float = 0
    below: float = math.inf

    def holds(self, number: float | None) -> bool:
        return number is not None and self.least <= number < self.below

    @property
    def condition(self) -> Q:
        """The same for the database."""
        above = Q(**{f"{self.about}__gte": self.least})
        return above if self.below == math.inf else above & Q(**{f"{self.about}__lt": self.below})


RULES = (
    PraiseRule(Praise.LUCKY, "guess_count", below=2),
    PraiseRule(Praise.FLAWLESS, "lost", below=INACCURACY),
    PraiseRule(Praise.SHARP, "lost", below=MISTAKE),
    PraiseRule(Praise.LUCKY, "luck", LUCKY),
    PraiseRule(Praise.SOLID, "lost", below=BLUNDER),
    PraiseRule(Praise.STEADY, "lost", below=2 * BLUNDER),
    PraiseRule(Praise.STUBBORN, "lost"),
)

# What the database adds to games to find their words, one after the other.
LOST = lost_at_most(F("guess_count"), F("skill") + Value(0.0))
EARNED = Case(
    *(When(rule.condition, then=Value(rule.word)) for rule in RULES),
    output_field=models.CharField(),
)
