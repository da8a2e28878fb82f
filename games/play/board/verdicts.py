"""The end of a game in a few words: praise where it is due, comfort where it is needed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Praise
from games.models.play.praise import GOOD, LUCKY, UNLUCKY

WHY = {
    Praise.FLAWLESS: gettext_lazy("Almost every guess was the best possible."),
    Praise.SHARP: gettext_lazy("Your guesses were close to the best possible."),
    Praise.SOLID: gettext_lazy("Most of your guesses were good."),
    Praise.STEADY: gettext_lazy("You got there. Some guesses could have been better."),
    Praise.STUBBORN: gettext_lazy("It took a while, but you didn’t give up."),
    Praise.LUCKY: gettext_lazy("The feedback was lucky for you."),
}


def verdict_on(game: Game) -> str:
    """Return what is said of a game that has ended."""
    match game.status:
        case Game.Status.WON:
            return f"{praise(game)} {luck_of(game)}".strip()
        case Game.Status.LOST:
            return comfort(game)
        case Game.Status.EXPIRED:
            return _("The game counts as given up.")
    return _("No harm done. Try another code.")


def praise(game: Game) -> str:
    """Return why a win earned its word, if it is known how well it was played."""
    if game.guess_count == 1:
        return _("The very first guess! That was pure luck.")
    return str(WHY[game.praise]) if game.praise else _("You broke the code.")


def luck_of(game: Game) -> str:
    """Return a word on luck where there was much or little of it, and nothing said so yet."""
    if game.luck is None or game.praise in (None, Praise.LUCKY):
        return ""
    if game.luck >= LUCKY:
        return _("Luck was on your side.")
    return _("Luck was against you.") if game.luck <= UNLUCKY else ""


def comfort(game: Game) -> str:
    """Return an honest sentence on a game whose guesses ran out."""
    if game.luck is not None and game.luck <= UNLUCKY:
        return _("You played well, but luck was against you.")
    if game.skill is not None and game.skill >= GOOD:
        return _("You played well. It wasn’t enough this time.")
    return _("Not this time. The analysis shows which guesses you could improve.")
