"""The words of praise for a win, from "Cracked it" to "Flawless"; players can collect them."""

from __future__ import annotations

import math

from django.db import models
from django.utils.translation import gettext_lazy as _

# a guess or game gets one of these names if it wastes at least this many guesses
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.35, 0.7
# luck is from 0 to 99; a game is lucky from 80 on, and unlucky up to 20
LUCKY, UNLUCKY = 80, 20
GOOD = 75  # skill is from 0 to 99; a lost game with at least this skill was played well
MOST_SKILL = 99


class Praise(models.TextChoices):
    FLAWLESS = "flawless", _("Flawless")
    BRILLIANT = "brilliant", _("Brilliant")
    SHARP = "sharp", _("Sharp")
    CLEVER = "clever", _("Clever")
    CRACKED = "cracked", _("Cracked it")

    @classmethod
    def of(cls, guess_count: int, skill: int | None) -> Praise | None:
        """Return the word for a win, or None if its skill is unknown.

        Skill is rounded, so this assumes the highest number of wasted guesses with this skill. The
        praise is never too high.

        >>> Praise.of(4, skill=99), Praise.of(4, skill=20), Praise.of(4, skill=None)
        (Praise.FLAWLESS, Praise.CRACKED, None)
        """
        if guess_count == 1:
            return cls.CRACKED
        if skill is None:
            return None
        wasted = (guess_count - 1) * (MOST_SKILL + 0.5 - skill) / MOST_SKILL
        return next(word for word, below in WASTED_BELOW.items() if wasted < below)


WASTED_BELOW = {  # a game gets the first word with a number above its wasted guesses
    Praise.FLAWLESS: INACCURACY,
    Praise.BRILLIANT: MISTAKE,
    Praise.SHARP: BLUNDER,
    Praise.CLEVER: 2 * BLUNDER,
    Praise.CRACKED: math.inf,
}
