"""What nobody waits for: computers think about large boards before their first guess is due."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.models import Side
from games.models.duels.seat import thinks
from games.web.tasks import SHORT, task


@receiver(thinks)
def ask_for_a_way(side: Side, **signal: Any) -> None:
    """Have a way worked out, in the transaction that gives a computer its code."""
    think.enqueue(side.pk)


@task(queue_name=SHORT, priority=10)
def think(side: int) -> None:
    """Let a computer break its code, unless it has, or the duel is gone."""
    unbroken = Side.objects.with_secret().filter(pk=side, computer_guesses=[])
    for one in unbroken.select_related("duel", "seat"):
        one.duel.think(one)
