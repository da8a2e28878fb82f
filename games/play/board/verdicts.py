"""Sentences on the end of a game: praise for wins, comfort for losses."""

from django.utils.translation import gettext as _, gettext_lazy

from games.models import Game, Praise
from games.models.play.praise import GOOD, LUCKY, UNLUCKY

WHY = {
    Praise.FLAWLESS: gettext_lazy("Almost every guess was the best possible."),
    Praise.BRILLIANT: gettext_lazy("Your guesses were close to the best possible."),
    Praise.SHARP: gettext_lazy("Most of your guesses were good."),
    Praise.CLEVER: gettext_lazy("You put the answers together well."),
    Praise.CRACKED: gettext_lazy("You stayed with it and broke the code."),
}


def verdict_on(game: Game) -> str:
    match game.status:
        case Game.Status.WON:
            return praise(game)
        case Game.Status.LOST:
            return comfort(game)
        case Game.Status.EXPIRED:
            return _("The game counts as given up.")
    return _("Not this time. Try another code.")


def praise(game: Game) -> str:
    if game.guess_count == 1:
        return _("You broke it with your very first guess!")
    return str(WHY[game.praise]) if game.praise else _("You broke the code.")


def luck_of(game: Game) -> str:
    """Return a short sentence on luck; empty if it is not known."""
    if game.luck is None:
        return ""
    if game.luck >= LUCKY:
        return _("Luck was on your side.")
    return _("Luck was against you.") if game.luck <= UNLUCKY else _("Luck was about average.")


def comfort(game: Game) -> str:
    """Return a sentence on a game in which all guesses were used up."""
    if game.skill is not None and game.skill >= GOOD:
        return _("You played well. It wasn’t enough this time.")
    return _("Not this time. The analysis shows which guesses you could improve.")
