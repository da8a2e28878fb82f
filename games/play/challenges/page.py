"""The facts on the page of a challenge; the template only arranges them."""

from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Challenge, Game, GameQuerySet, Player
from games.models.play.challenge import Score, scores_between
from solver.rule.codes import Code

ATTEMPTS_SHOWN = 50  # at most this many games of other players are listed


class PlayerPath(NamedTuple):
    player: Player
    game: Game
    is_you: bool

    @property
    def name(self) -> str:
        return _("You") if self.is_you else str(self.player)

    @property
    def outcome(self) -> str:
        game = self.game
        return wording.how_it_went(game.status, game.guess_count, is_aided=game.is_aided)


@dataclass(frozen=True)
class ChallengePage:
    """A challenge as one player sees it; ``game`` is this player's attempt, or None."""

    challenge: Challenge
    player: Player | None
    game: Game | None

    @property
    def is_setter(self) -> bool:
        return self.player == self.challenge.setter

    @property
    def sees_codes(self) -> bool:
        """Whether the player knows the code: as the setter, or because the attempt is over."""
        return self.is_setter or (self.game is not None and not self.game.is_playing)

    @property
    def headline(self) -> str:
        name = self.challenge.setter.name
        return _("Your challenge") if self.is_setter else wording.challenge(name)

    @property
    def to_beat(self) -> str:
        """The setter's score if the setter has solved the code, too; else empty."""
        game = self.challenge.game_to_beat
        return wording.to_beat(game.guess_count, game.is_aided) if game else ""

    @cached_property
    def attempts(self) -> list[Game]:
        """The finished games of other players, the fewest guesses first."""
        return list(self._finished[:ATTEMPTS_SHOWN])

    @cached_property
    def paths(self) -> tuple[PlayerPath, PlayerPath] | None:
        """The guesses of the setter and of another player; None until both games are over.

        The other player is the reader. If the reader is the setter, it is the player with the best
        result.
        """
        own = self.challenge.setters_game
        other = self._finished.first() if self.is_setter else self.game
        if own is None or other is None or not self.sees_codes:
            return None
        setter = PlayerPath(self.challenge.setter, own, is_you=self.is_setter)
        return setter, PlayerPath(other.player, other, is_you=not self.is_setter)

    @property
    def verdict(self) -> str:
        """A sentence on which of the two players was better."""
        if self.paths is None:
            return ""
        one, other = sorted(self.paths, key=lambda path: path.game.counted_guesses or 0)
        if one.game.counted_guesses == other.game.counted_guesses:
            return _("A draw.")
        return _("You won.") if one.is_you else _("%(who)s won.") % {"who": one.name}

    @cached_property
    def score(self) -> str:
        """A sentence on both players' results at each other's codes; empty if there are none."""
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
            "yours": average_in_words(yours),
            "theirs": average_in_words(theirs),
        }

    @property
    def code(self) -> Code:
        """The code if the reader has set it, else empty."""
        return self.challenge.secret if self.is_setter else ""

    @property
    def _finished(self) -> GameQuerySet:
        attempts = self.challenge.games.finished().select_related("player")
        return attempts.order_by("counted_guesses", "finished_at")


def average_in_words(score: Score) -> str:
    """Return the average result at some codes, in words.

    >>> average_in_words(Score(2, 4.5))
    '4.5 guesses on average (2 codes)'
    """
    values = {"mean": wording.number(score.mean, decimals=1), "codes": wording.codes(score.codes)}
    return _("%(mean)s guesses on average (%(codes)s)") % values


# The emoji differ in color and in shape.
BLACK_EMOJI, WHITE_EMOJI, NO_KEY_EMOJI = "🟢", "🔶", "▫️"


@dataclass(frozen=True)
class ChallengeResult:
    game: Game
    address: str

    @property
    def headline(self) -> str:
        """How the game ended, with the player's name if there is one."""
        game = self.game
        return wording.how_it_went(game.status, game.guess_count, game.player.name, game.is_aided)

    @property
    def score(self) -> str:
        """Guesses and limit, as in "5/10"; X if the code was not found, * if there was help."""
        game = self.game
        guesses = str(game.guess_count) if game.is_won else "X"
        return f"{guesses}/{game.limit}{'*' if game.is_aided else ''}"

    @property
    def lines(self) -> list[str]:
        """A line for each guess: a green disc for each black, an amber diamond for each white."""
        pegs = self.game.pegs
        return [
            f"{BLACK_EMOJI * black}{WHITE_EMOJI * white}{NO_KEY_EMOJI * (pegs - black - white)}"
            for black, white in self.game.guesses.values_list("black", "white")
        ]

    @property
    def rows(self) -> int:
        """The number of lines of a text field for the text."""
        return self.text.count("\n") + 2

    @property
    def text(self) -> str:
        """The whole text, ready to be pasted."""
        dare = [_("Beat this score:")] if self.game.is_evil and self.game.is_won else []
        return "\n".join(
            [
                f"{settings.SITE_NAME} {self.game.title}: {self.score}",
                *self.lines,
                *dare,
                self.address,
            ]
        )
