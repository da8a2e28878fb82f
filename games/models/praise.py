"""The words that a win earns, from lucky to flawless: one each, to be collected."""

from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.db.models import Case, Value, When
from django.utils.translation import gettext_lazy as _

FLAWLESS, SHARP, SOLID, STEADY = 97, 88, 75, 55  # of 99 points of skill
LUCKY, UNLUCKY = 80, 20


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
        known = {"guess_count": guess_count, "skill": skill, "luck": luck}
        return next((rule.word for rule in RULES if rule.holds(known[rule.about])), None)


class PraiseRule(NamedTuple):
    """A word for every win in which a number is in these bounds and no rule before holds."""

    word: Praise
    about: str
    least: int = 0
    most: int = 99

    def holds(self, number: int | None) -> bool:
        return number is not None and self.least <= number <= self.most


RULES = (
    PraiseRule(Praise.LUCKY, "guess_count", most=1),
    PraiseRule(Praise.FLAWLESS, "skill", FLAWLESS),
    PraiseRule(Praise.SHARP, "skill", SHARP),
    PraiseRule(Praise.LUCKY, "luck", LUCKY),
    PraiseRule(Praise.SOLID, "skill", SOLID),
    PraiseRule(Praise.STEADY, "skill", STEADY),
    PraiseRule(Praise.STUBBORN, "skill"),
)

# The same for the database, which finds the first that holds, too.
EARNED = Case(
    *(
        When(**{f"{rule.about}__range": (rule.least, rule.most)}, then=Value(rule.word))
        for rule in RULES
    ),
    output_field=models.CharField(),
)
