"""A code that one player sets for others."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.catalog.rules import Rules
from games.models.columns import Addressed, WithALimit
from games.models.game import Game
from games.models.player import Player
from solver.codes import Code


class ChallengeManager(models.Manager["Challenge"]):
    def set_by(self, player: Player, rules: Rules, secret: Code) -> Challenge:
        """Keep ``secret`` for others to break. The same code set again is the same challenge."""
        return self.get_or_create(setter=player, secret=secret, **rules.fields())[0]


class Challenge(Addressed, WithALimit):
    """A code of somebody's own, or one they played, for their friends to break."""

    setter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="challenges")
    secret = models.CharField(max_length=8)
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

    def get_absolute_url(self) -> str:
        return reverse("challenge", args=[self.public_id])

    def begin(self, player: Player) -> Game:
        """Return the player's one attempt at this challenge."""
        start = {"secret": self.secret, **self.rules.fields()}
        return Game.objects.get_or_create(player=player, challenge=self, defaults=start)[0]
