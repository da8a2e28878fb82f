"""What is special about a win, compared with the player's earlier wins."""

from dataclasses import dataclass

from django.db.models import Avg, Count, Min, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.models import Game
from games.models.play.game import IS_EVIL
from games.models.play.praise import EARNED, LOST

SHORT_WIN = 4  # the first win within this many guesses gets a sentence


@dataclass(frozen=True)
class Feats:
    """What is special about a win, compared with the player's earlier wins without help."""

    game: Game

    @property
    def sentences(self) -> list[str]:
        """Sentences on the first or the best in this win."""
        if self.is_first or self.game.is_aided:
            return []
        if not self._before["wins"]:
            return [_("Your first win at this size.")]
        count = self.game.guess_count
        if count < self._before["best"]:
            return [_("Your best yet: %(guesses)s.") % {"guesses": wording.guesses(count)}]
        if count <= SHORT_WIN and not self._before["as_short"]:
            return [_("Your first in %(count)d.") % {"count": count}]
        return []

    @property
    def is_first(self) -> bool:
        """Whether the player has never won before, with or without help."""
        return not self._before["all"]

    @property
    def average(self) -> str:
        """The average of the player's wins at this size, with this one; empty for the only win."""
        wins, mean = self._before["wins"], self._before["mean"]
        if not wins or self.game.is_aided:
            return ""
        return wording.number((wins * mean + self.game.guess_count) / (wins + 1), decimals=1)

    @property
    def collected(self) -> str:
        """How many times the player has earned this praise by now; empty the first time."""
        times = self._before["as_good"] + 1
        if times == 1 or self.game.is_aided:
            return ""
        return ngettext("%(times)d time", "%(times)d times", times) % {"times": times}

    @cached_property
    def _before(self) -> dict[str, int]:
        """Figures of all earlier wins, and of those without help at this size."""
        game = self.game
        alone = Q(is_aided=False, **game.rules.fields()) & (IS_EVIL if game.is_evil else ~IS_EVIL)
        earned = Game.objects.won_before(game).alias(lost=LOST).alias(earned=EARNED)
        return earned.aggregate(
            all=Count("pk"),
            wins=Count("pk", filter=alone),
            best=Min("guess_count", filter=alone),
            mean=Avg("guess_count", filter=alone),
            as_short=Count("pk", filter=alone & Q(guess_count=game.guess_count)),
            as_good=Count("pk", filter=alone & Q(earned=game.praise)),
        )
