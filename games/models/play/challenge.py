"""Challenges: codes that one player sets for other players."""

from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.db.models import Avg, Count, Q
from django.utils import timezone
from django.utils.functional import cached_property

from games.catalog.rules import Rules
from games.models.base.columns import HasPublicId, HasRules
from games.models.base.first_come import get_or_insert
from games.models.base.refusals import OfToday
from games.models.people.player import Player
from games.models.play.game import IS_EVIL, Game
from solver.rule.codes import Code

GREETING_LENGTH = 80


class Score(NamedTuple):
    """How many of another player's codes a player has played, and the average of guesses."""

    codes: int
    mean: float


def scores_between(one: Player, other: Player) -> dict[int, Score]:
    """Return, for each of two players, the score with codes that the other player set."""
    theirs = Q(player=one, challenge__setter=other) | Q(player=other, challenge__setter=one)
    sums = Game.objects.finished().filter(theirs).order_by().values("player")
    rows = sums.annotate(codes=Count("pk"), mean=Avg("counted_guesses"))
    return {row["player"]: Score(row["codes"], row["mean"]) for row in rows}


class ChallengeManager(models.Manager["Challenge"]):
    def like(self, setter: int | None, rules: Rules, secret: Code) -> models.QuerySet[Challenge]:
        return self.filter(setter=setter, secret=secret, **rules.fields())

    def like_game(self, game: Game) -> models.QuerySet[Challenge]:
        """Return the challenge of a game's player with its code; raise OfToday for today's daily.

        For an unsolved daily, even whether there is such a challenge would reveal the code.
        """
        if game.is_of_today:
            raise OfToday
        return self.like(game.player_id, game.rules, game.secret)

    def set_code(self, player: Player, rules: Rules, secret: Code, greeting: str = "") -> Challenge:
        """Return the player's challenge with this ``secret``; create it if necessary."""
        challenge = get_or_insert(self.all(), {}, setter=player, secret=secret, **rules.fields())
        if greeting:
            challenge.greet(greeting)
        return challenge

    def from_game(self, game: Game) -> Challenge:
        """Return a challenge with the code of a finished game; raise OfToday for today's daily."""
        self.like_game(game)
        return self.set_code(game.player, game.rules, game.secret)


class Challenge(HasPublicId, HasRules):
    """A code that a player has set or played, for friends to break."""

    setter = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="challenges"
    )
    secret = models.CharField(max_length=8)
    greeting = models.CharField(
        max_length=GREETING_LENGTH,
        blank=True,
        default="",
        help_text="The greeting that friends read before the game.",
    )
    set_at = models.DateTimeField(default=timezone.now)

    objects = ChallengeManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["setter", "secret", "pegs", "colors", "repeats", "limit"],
                name="challenge_is_set_once",
            ),
        )

    def __str__(self) -> str:
        return f"Challenge of {self.setter}"

    @cached_property
    def setters_game(self) -> Game | None:
        """The game in which the setter had played this code before setting it, or None."""
        same = {"secret": self.secret, **self.rules.fields()}
        games = self.setter.games.unsealed().of_one_player().filter(~IS_EVIL, **same)
        games = games.filter(finished_at__lte=self.set_at)
        return games.order_by("finished_at", "pk").first()

    @property
    def game_to_beat(self) -> Game | None:
        """The setter's game, if it was won."""
        game = self.setters_game
        return game if game and game.is_won else None

    @property
    def is_hidden(self) -> bool:
        """Whether only the setter can see the challenge."""
        return self.setter.conceals("challenge", self.public_id)

    def best_other(self, player: Player) -> Game | None:
        """Return the game to compare with: the setter's game, or the best game of the others."""
        others = self.games.finished().exclude(player=player).select_related("player")
        return self.setters_game or others.order_by("counted_guesses", "finished_at").first()

    def greet(self, greeting: str) -> None:
        """Change or delete the greeting that readers of the challenge see."""
        self.greeting = greeting
        self.save(update_fields=["greeting"])

    def begin(self, player: Player) -> Game:
        """Return the player's only attempt at this challenge; create it if necessary."""
        start = {"secret": self.secret, **self.rules.fields()}
        return get_or_insert(Game.objects.all(), start, player=player, challenge=self)
