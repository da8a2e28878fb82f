"""Warnings before a guess is spent by accident."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions import arguments
from games.models import Game
from games.models.play.fairness import is_help_free
from games.wording import in_words
from solver.positions.candidates import first_contradicted
from solver.rule.codes import Code
from solver.rule.feedback import feedback

AGAIN = gettext_lazy("Press Guess again if you mean it.")


def second_thoughts(game: Game, code: Code, tells_contradictions: bool) -> str:
    """Return why the player may not want to make this guess, or nothing.

    That a code was tried already can be seen on the board. That it cannot be the secret is a
    hint, so we say it only where that changes nothing for the leaderboard.
    """
    tried = [turn.guess for turn in game.turns()]
    if code in tried:
        already = _("You tried %(code)s already, as guess %(number)d.")
        return f"{already % {'code': code, 'number': tried.index(code) + 1}} {AGAIN}"
    if tells_contradictions and is_help_free(game) and (why := contradiction(game, code)):
        return f"{why} {AGAIN}"
    return ""


def contradiction(game: Game, code: Code) -> str:
    """Return what says that a code cannot be the secret, or nothing: an argument, or an answer."""
    turns = game.turns()
    number = first_contradicted(turns, code)
    if not number:
        return ""
    if game.variant.size <= MEDIUM:  # a guess waits for nothing that takes long
        why = "An answer on the board says so, and a hint would cost nothing here."
        position = FairPosition.without_asking(game.variant, turns, why)
        objection = arguments.objection_to(position, code)
        if objection and (shown := arguments.shown(game.variant, objection)):
            return _("%(code)s cannot be the code: %(shown)s.") % {"code": code, "shown": shown}
    would = feedback(turns[number - 1].guess, secret=code)
    return _("%(code)s cannot be the code: guess %(number)d would have got %(would)s.") % {
        "code": code,
        "number": number,
        "would": in_words(would),
    }
