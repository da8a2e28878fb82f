"""Addresses at push services, to which a player's browsers asked us to send notifications."""

from __future__ import annotations

import re

from django.db import models, transaction

from games.models.base.calendar import today
from games.models.people.player import Player

MOST_BROWSERS = 4  # maximum per player
PUSH_HERE = "push"  # session key: the subscription of this browser
# Anyone can send any URL, so the site sends requests only to the push services of known browsers.
# The URL must use https and have no port or password.
# Each part of its name has at most 63 letters. With more, Python raises an error that would end the
# task for all players.
PUSH_SERVICE = re.compile(
    r"(https://(?:fcm\.googleapis\.com"
    r"|(?:[a-z0-9-]{1,63}\.)+"
    r"(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)))"
    r"(/[\w.~:/?=&%+-]{1,500})",
    re.ASCII,
)


class PushSubscriptionManager(models.Manager["PushSubscription"]):
    def keep(self, player: Player, endpoint: str, **values: str) -> PushSubscription:
        """Store the address of a player's browser; forget the oldest if there are too many."""
        with transaction.atomic():
            # The player is locked, so that two requests at once can't exceed the maximum.
            list(Player.objects.select_for_update().filter(pk=player.pk))
            kept, _ = self.update_or_create(
                endpoint=endpoint, defaults={"player": player, "since": today(), **values}
            )
            others = self.filter(player=player).exclude(pk=kept.pk).order_by("-pk")
            old = others.values_list("pk", flat=True)[MOST_BROWSERS - 1 :]
            self.filter(pk__in=list(old)).delete()
        return kept


class PushSubscription(models.Model):
    """The address at which a push service takes messages for a browser, and the browser's keys."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, editable=False, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=560, editable=False)
    p256dh = models.CharField(max_length=87, editable=False, help_text="The browser's public key.")
    auth = models.CharField(max_length=22, editable=False, help_text="A secret of the browser.")
    browser = models.CharField(max_length=20, blank=True, editable=False)
    since = models.DateField(default=today, editable=False)

    objects = PushSubscriptionManager()

    class Meta:
        # unique=True would add a second index on PostgreSQL
        constraints = (models.UniqueConstraint(fields=("endpoint",), name="one_push_address"),)

    def __str__(self) -> str:
        return f"{self.browser} of {self.player_id}"
