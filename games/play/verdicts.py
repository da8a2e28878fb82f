"""The end of a game in a few words: praise where it is due, comfort where it is needed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game

FLAWLESS, SHARP, GOOD, FAIR = 97, 88, 75, 55  # of 99 points of skill
LUCKY, UNLUCKY = 80, 20


def verdict_on(game: Game) -> str:
    """Return what is said of a game that has ended."""
    match game.status:
        case Game.Status.WON:
            return f"{praise(game)} {luck_of(game)}".strip()
        case Game.Status.LOST:
            return comfort(game)
        case Game.Status.EXPIRED:
            return _("Nobody touched it for two days, so it counts as given up.")
    return _("Better luck next time.")


def praise(game: Game) -> str:
    """Return praise that fits how well the game was played, if that is known yet."""
    if game.guess_count == 1:
        return _("The very first guess. Nobody can plan that.")
    if game.skill is None:
        return _("The code is yours.")
    if game.skill >= FLAWLESS:
        return _("Flawless: hardly a guess could have been better.")
    if game.skill >= SHARP:
        return _("Sharp: your guesses told you nearly all they could.")
    if game.skill >= GOOD:
        return _("Well played.")
    if game.skill >= FAIR:
        return _("You got there, though some guesses could have told you more.")
    return _("You got there the long way round.")


def luck_of(game: Game) -> str:
    """Return a word on luck where there was much or little of it."""
    if game.luck is None or game.guess_count == 1:
        return ""
    if game.luck >= LUCKY:
        return _("Luck was with you, too.")
    return _("And luck was against you.") if game.luck <= UNLUCKY else ""


def comfort(game: Game) -> str:
    """Return what is said when the guesses ran out."""
    if game.luck is not None and game.luck <= UNLUCKY:
        return _("It was a stubborn code, and luck was against you.")
    if game.skill is not None and game.skill >= GOOD:
        return _("You played well. This time it was not enough.")
    return _("The board is full. Better luck next time.")
