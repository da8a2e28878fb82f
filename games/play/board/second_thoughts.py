"""Warnings that keep a player from wasting a guess by accident."""

from django.utils.translation import gettext as _, gettext_lazy

from games.models import Game
from games.models.play.fairness import is_help_free
from games.wording import clash
from solver.rule.codes import Code

AGAIN = gettext_lazy("Press Guess again if you mean it.")


def second_thoughts(game: Game, code: Code, tells_contradictions: bool) -> str:
    """Return a reason not to make this guess, or an empty text.

    The board shows whether a code was tried before. But that it contradicts a row is a hint, so the
    warning says so only if help changes nothing for the leaderboard.
    """
    tried = [turn.guess for turn in game.turns()]
    if code in tried:
        already = _("You already tried %(code)s, as guess %(number)d.")
        return f"{already % {'code': code, 'number': tried.index(code) + 1}} {AGAIN}"
    if tells_contradictions and is_help_free(game) and (why := clash(game.turns(), code)):
        return f"{why} {AGAIN}"
    return ""
