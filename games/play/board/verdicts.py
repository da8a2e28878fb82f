"""Sentences on the end of a game: praise for wins, comfort for losses."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games import wording
from games.models import Game, Praise
from games.models.play.game import IS_EVIL
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
    return _("Not this time. Review your game to see which guesses you could improve.")


SHORT_WIN = 4  # the first win within this many guesses gets a sentence


@dataclass(frozen=True)
class Feats:
    """What is special about a win, compared with the player's earlier wins without help."""

    game: Game

    @property
    def sentences(self) -> list[str]:
        """A sentence if this win is the first of its kind or the best at its size, or empty."""
        if self.is_first or self.game.is_aided:
            return []
        count, earlier = self.game.guess_count, {guesses for guesses, _skill in self._alike}
        if not earlier:
            is_first_here = not any(here for *_win, _alike, here in self._before)
            unaided = _("Your first win at this size without help.")
            return [_("Your first win at this size.") if is_first_here else unaided]
        if count < min(earlier):
            return [_("Your best yet: %(guesses)s.") % {"guesses": wording.guesses(count)}]
        if count <= SHORT_WIN and count not in earlier:
            return [_("Your first in %(count)d.") % {"count": count}]
        return []

    @property
    def is_first(self) -> bool:
        """Whether the player has never won before, with or without help."""
        return not self._before

    @property
    def average(self) -> str:
        """The average of all wins at this size; empty for a first win or a win with help."""
        wins = self._alike.total()
        if not wins or self.game.is_aided:
            return ""
        total = sum(guesses * times for (guesses, _skill), times in self._alike.items())
        return wording.number((total + self.game.guess_count) / (wins + 1), decimals=1)

    @property
    def collected(self) -> str:
        """How many times the player has earned this praise by now; empty the first time."""
        earned = [n for win, n in self._alike.items() if Praise.of(*win) == self.game.praise]
        times = sum(earned) + 1
        if times == 1 or self.game.is_aided:
            return ""
        return ngettext("%(times)d time", "%(times)d times", times) % {"times": times}

    @cached_property
    def _alike(self) -> Counter[tuple[int, int | None]]:
        """The earlier wins without help at this size, counted by guesses and skill."""
        return Counter({(guesses, skill): n for guesses, skill, n, _here in self._before if n})

    @cached_property
    def _before(self) -> list[tuple[int, int | None, int, int]]:
        """Earlier wins by guesses and skill; how many at this size without help, and with any."""
        game = self.game
        here = Q(**game.rules.fields()) & (IS_EVIL if game.is_evil else ~IS_EVIL)
        won = Game.objects.won_before(game).order_by().values_list("guess_count", "skill")
        alike = Count("pk", filter=here & Q(is_aided=False))
        return list(won.annotate(alike=alike, here=Count("pk", filter=here)))
