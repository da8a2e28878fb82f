"""What is special about a win, beside what the player had won before."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Min, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.models import Game
from games.models.play.praise import EARNED, LOST

FEW = 4  # guesses whose first time is worth a word: what the best play needs on the Classic board


@dataclass(frozen=True)
class Feats:
    """A game that was won without help, among all that its player won so on the board."""

    game: Game

    @property
    def sentences(self) -> list[str]:
        """What happened for the first time."""
        if not self._before["wins"]:
            return [_("Your first win at this size.")]
        count = self.game.guess_count
        if count < self._before["best"]:
            return [_("Your best yet: %(guesses)s.") % {"guesses": wording.guesses(count)}]
        if count <= FEW and not self._before["as_short"]:
            return [_("Your first in %(count)d.") % {"count": count}]
        return []

    @property
    def collected(self) -> str:
        """How often the word of this win was earned, if not for the first time."""
        times = self._before["as_good"] + 1
        if times == 1:
            return ""
        return ngettext("%(times)d time", "%(times)d times", times) % {"times": times}

    @cached_property
    def _before(self) -> dict[str, int]:
        """What was won before: how often, in how few guesses, as short and as well as this."""
        game = self.game
        earned = Game.objects.won_alone_before(game).alias(lost=LOST).alias(earned=EARNED)
        return earned.aggregate(
            wins=Count("pk"),
            best=Min("guess_count"),
            as_short=Count("pk", filter=Q(guess_count=game.guess_count)),
            as_good=Count("pk", filter=Q(earned=game.praise)),
        )
