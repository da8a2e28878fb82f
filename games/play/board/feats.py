"""What is special about a win, compared with earlier wins of the player."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Avg, Count, Min, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.models import Game
from games.models.play.praise import EARNED, LOST

SHORT_WIN = 4  # guesses: the first win with so few is worth a sentence


@dataclass(frozen=True)
class Feats:
    """A game that was won without help, among the earlier ones of its player on this board."""

    game: Game

    @property
    def sentences(self) -> list[str]:
        """What this win is the first or best of."""
        if self.is_first:
            return []
        if not self._before["wins"]:
            return [_("Your first win at this size.")]
        count = self.game.guess_count
        if count < self._before["best"]:
            return [_("Your best yet: %(guesses)s.") % {"guesses": wording.guesses(count)}]
        if count <= SHORT_WIN and not self._before["as_short"]:
            return [_("Your first in %(count)d.") % {"count": count}]
        return []

    @cached_property
    def is_first(self) -> bool:
        """Whether the player has never won before, on any board, with help or without."""
        game = self.game
        won = Game.objects.filter(player=game.player_id, status=Game.Status.WON).of_one_player()
        is_new_here = game.is_aided or not self._before["wins"]
        return is_new_here and not won.filter(finished_at__lt=game.finished_at).exists()

    @property
    def average(self) -> str:
        """The average of all these wins, this one included, or "" if it is the only one."""
        wins, mean = self._before["wins"], self._before["mean"]
        if not wins:
            return ""
        return wording.number((wins * mean + self.game.guess_count) / (wins + 1), decimals=1)

    @property
    def collected(self) -> str:
        """How often the player has earned the word of this win, or "" the first time."""
        times = self._before["as_good"] + 1
        if times == 1:
            return ""
        return ngettext("%(times)d time", "%(times)d times", times) % {"times": times}

    @cached_property
    def _before(self) -> dict[str, int]:
        """Figures of the earlier wins: their number, guesses, and how many were like this one."""
        game = self.game
        earned = Game.objects.won_alone_before(game).alias(lost=LOST).alias(earned=EARNED)
        return earned.aggregate(
            wins=Count("pk"),
            best=Min("guess_count"),
            mean=Avg("guess_count"),
            as_short=Count("pk", filter=Q(guess_count=game.guess_count)),
            as_good=Count("pk", filter=Q(earned=game.praise)),
        )
