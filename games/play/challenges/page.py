"""The data of the page of a challenge, which the template only lays out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Challenge, Game, GameQuerySet, Player
from games.models.play.challenge import Score, scores_between
from solver.rule.codes import Code

ATTEMPTS_SHOWN = 50  # attempts of others


class PlayerPath(NamedTuple):
    """The guesses of a player on the way to the code."""

    player: Player
    game: Game
    is_you: bool

    @property
    def name(self) -> str:
        return _("You") if self.is_you else str(self.player)

    @property
    def outcome(self) -> str:
        """How it went, in short."""
        game = self.game
        return wording.how_it_went(game.status, game.guess_count, is_aided=game.is_aided)


@dataclass(frozen=True)
class ChallengePage:
    """A challenge as a player sees it; ``game`` is their own attempt, if there is one."""

    challenge: Challenge
    player: Player | None
    game: Game | None

    @property
    def is_setter(self) -> bool:
        return self.player == self.challenge.setter

    @property
    def sees_codes(self) -> bool:
        """Whether the player knows the code: they have set it, or their attempt is over."""
        return self.is_setter or (self.game is not None and not self.game.is_playing)

    @property
    def headline(self) -> str:
        name = self.challenge.setter.name
        return _("Your challenge") if self.is_setter else wording.challenge(name)

    @property
    def to_beat(self) -> str:
        """The setter's own score, if the code comes from a game that they have won."""
        game = self.challenge.game_to_beat
        return wording.to_beat(game.guess_count, game.is_aided) if game else ""

    @cached_property
    def attempts(self) -> list[Game]:
        """The finished games of others, the fewest guesses first."""
        return list(self._finished[:ATTEMPTS_SHOWN])

    @cached_property
    def paths(self) -> tuple[PlayerPath, PlayerPath] | None:
        """The setter's way and the player's, for a setter the best one of the others."""
        own = self.challenge.setters_game
        other = self._finished.first() if self.is_setter else self.game
        if own is None or other is None or not self.sees_codes:
            return None
        setter = PlayerPath(self.challenge.setter, own, is_you=self.is_setter)
        return setter, PlayerPath(other.player, other, is_you=not self.is_setter)

    @property
    def verdict(self) -> str:
        """A sentence on which of the two was better."""
        if self.paths is None:
            return ""
        one, other = sorted(self.paths, key=lambda path: path.game.counted_guesses or 0)
        if one.game.counted_guesses == other.game.counted_guesses:
            return _("A draw.")
        return _("You won.") if one.is_you else _("%(who)s won.") % {"who": one.name}

    @cached_property
    def score(self) -> str:
        """A sentence on both players' results at each other's codes, "" unless both have some."""
        game = self._finished.first() if self.is_setter else self.game
        if not (self.sees_codes and self.player and game):
            return ""
        other = game.player if self.is_setter else self.challenge.setter
        scores = scores_between(self.player, other)
        if len(scores) < 2:
            return ""
        yours, theirs = scores[self.player.pk], scores[other.pk]
        return _("%(who)s’s codes: %(yours)s for you. Your codes: %(theirs)s for %(who)s.") % {
            "who": other,
            "yours": needed(yours),
            "theirs": needed(theirs),
        }

    @property
    def code(self) -> Code:
        """The code for its setter, who may not have seen it if it was drawn."""
        return self.challenge.secret if self.is_setter else ""

    @property
    def _finished(self) -> GameQuerySet:
        attempts = self.challenge.games.finished().select_related("player")
        return attempts.order_by("counted_guesses", "finished_at")


def needed(score: Score) -> str:
    """Return a result at some codes, in words.

    >>> needed(Score(2, 4.5))
    '4.5 guesses on average (2 codes)'
    """
    values = {"mean": wording.number(score.mean, decimals=1), "codes": wording.codes(score.codes)}
    return _("%(mean)s guesses on average (%(codes)s)") % values
