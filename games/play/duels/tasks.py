"""The task in which computers think about large boards before their first guess is due."""

from http import HTTPStatus
from typing import Any

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.models import Duel, QueueFull, Side
from games.models.base.long_work import QueueBounds
from games.models.duels.seat import AWAY_AFTER, thinks
from games.web.tasks import THOUGHTS, task
from games.web.tasks.turns import enqueue_in_turn, put_last, waiting_for

# maximum number of waiting sides, in total and per visitor; each takes half a second
THINKING = QueueBounds(most=12, of_one=6)


class ComputersBusy(QueueFull):
    code = "computers-busy"
    retry_after = 10
    sentence = gettext_lazy(
        "The computers are still thinking in other duels. Nothing changed. Please try again in ten"
        " seconds."
    )

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__()
        self.status = status  # 429 if the visitor's own duels fill the queue


@receiver(thinks)
def ask_for_a_way(side: Side, **signal: Any) -> None:
    """Enqueue a computer's thinking in the transaction that gives the computer a code."""
    enqueue_in_turn(think, side.pk, side.duel.asker, require_place(side.duel))


def require_place(duel: Duel) -> int:
    """Return how many computers in the visitor's other duels wait to think.

    Raise ComputersBusy if the queue is full. Computers in duels that no player has open think last
    and do not fill the queue.
    """
    waiting = waiting_for(think)
    others = Side.objects.filter(pk__in=[one.key for one in waiting]).exclude(duel=duel)
    since = timezone.now() - AWAY_AFTER
    looked_at = others.filter(duel__seats__strategy="", duel__seats__seen_at__gt=since)
    keys, seen = (set(sides.values_list("pk", flat=True)) for sides in (others, looked_at))
    own = sum(one.asker == duel.asker for one in waiting if one.key in keys)
    put_last(think, keys - seen)
    try:
        THINKING.require(len(seen), own)
    except QueueFull as full:
        raise ComputersBusy(full.status) from full
    return own


@task(queue_name=THOUGHTS)
def think(side: int, asker: str = "") -> None:
    """Let a computer break its code, unless that is done or the duel is gone."""
    unbroken = Side.objects.with_secret().filter(pk=side, computer_guesses=[])
    for one in unbroken.select_related("duel", "seat"):
        one.duel.think(one)
