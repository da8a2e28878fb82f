"""The end of a game in a few words: praise where it is due, comfort where it is needed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Praise
from games.models.play.praise import GOOD, LUCKY, UNLUCKY

WHY = {
    Praise.FLAWLESS: gettext_lazy("Hardly a guess could have been better."),
    Praise.SHARP: gettext_lazy("Your guesses told you nearly all they could."),
    Praise.SOLID: gettext_lazy("Most of your guesses told you a lot."),
    Praise.STEADY: gettext_lazy("You got there, though some guesses could have told you more."),
    Praise.STUBBORN: gettext_lazy("You took the long way round, and never let go."),
    Praise.LUCKY: gettext_lazy("The answers were kind to you."),
}


def verdict_on(game: Game) -> str:
    """Return what is said of a game that has ended."""
    match game.status:
        case Game.Status.WON:
            return f"{praise(game)} {luck_of(game)}".strip()
        case Game.Status.LOST:
            return comfort(game)
        case Game.Status.EXPIRED:
            return _("So it counts as given up.")
    return _("Some codes are like that. The next one is new.")


def praise(game: Game) -> str:
    """Return why a win earned its word, if it is known how well it was played."""
    if game.guess_count == 1:
        return _("The very first guess. Nobody can plan that.")
    return str(WHY[game.praise]) if game.praise else _("The code is yours.")


def luck_of(game: Game) -> str:
    """Return a word on luck where there was much or little of it, and nothing said so yet."""
    if game.luck is None or game.praise in (None, Praise.LUCKY):
        return ""
    if game.luck >= LUCKY:
        return _("Luck was with you, too.")
    return _("And luck was against you.") if game.luck <= UNLUCKY else ""


def comfort(game: Game) -> str:
    """Return an honest sentence on a game whose guesses ran out."""
    if game.luck is not None and game.luck <= UNLUCKY:
        return _("It was a stubborn code, and luck was against you.")
    if game.skill is not None and game.skill >= GOOD:
        return _("You played well. This time it was not enough.")
    return _("It got away this time. Your game shows which guesses told you little.")
