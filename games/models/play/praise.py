"""The words of praise for a win, from "Cracked it" to "Flawless"; players can collect them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

# in guesses: a guess or game that costs at least this much has this name
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.35, 0.7
# luck, from 0 to 99, from which a game counts as lucky; up to which as unlucky
LUCKY, UNLUCKY = 80, 20
GOOD = 75  # skill, from 0 to 99, above which even a lost game was played well
MOST_SKILL = 99


class Praise(models.TextChoices):
    """A word of praise for a solved game."""

    FLAWLESS = "flawless", _("Flawless")
    BRILLIANT = "brilliant", _("Brilliant")
    SHARP = "sharp", _("Sharp")
    CLEVER = "clever", _("Clever")
    CRACKED = "cracked", _("Cracked it")

    @classmethod
    def of(cls, guess_count: int, skill: int | None) -> Praise | None:
        """Return the word for a win, or None if its skill is unknown.

        >>> Praise.of(4, skill=99), Praise.of(4, skill=20), Praise.of(4, skill=None)
        (Praise.FLAWLESS, Praise.CRACKED, None)
        """
        lost = None if skill is None else lost_at_most(guess_count, skill)
        known = {"guess_count": guess_count, "lost": lost}
        return next((rule.word for rule in RULES if rule.holds(known[rule.about])), None)


def lost_at_most(guess_count: Any, skill: Any) -> Any:
    """Return the most guesses that a player with this skill can have wasted after the first one.

    The arguments are numbers or database columns. Skill is rounded, so the true loss can be
    smaller; the word of praise is never better than the play.
    """
    return (guess_count - 1) * (MOST_SKILL + 0.5 - skill) / MOST_SKILL


class PraiseRule(NamedTuple):
    """A rule that gives a word of praise to wins whose number is within these bounds.

    The first rule that applies decides.
    """

    word: Praise
    about: str
    least: float = 0
    below: float = math.inf

    def holds(self, number: float | None) -> bool:
        """Return whether a number is within the bounds."""
        return number is not None and self.least <= number < self.below

    @property
    def condition(self) -> Q:
        """The rule as a condition for a database query."""
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

# These annotations give each game of a query its word; add LOST before EARNED.
LOST = lost_at_most(F("guess_count"), F("skill") + Value(0.0))
EARNED = Case(
    *(When(rule.condition, then=Value(rule.word)) for rule in RULES),
    output_field=models.CharField(),
)
