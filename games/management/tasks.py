"""Work that no player waits for: large boards are graded, and old rows are deleted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from typing import Any

from django.dispatch import receiver

from games.catalog.effort import SMALL
from games.management import grading, pruning
from games.models import Game, QueueFull
from games.models.base.long_work import QueueBounds
from games.models.play.game import ended
from games.web.tasks import THOUGHTS, UPKEEP, URGENT, task
from games.web.tasks.recurring import recurring
from games.web.tasks.turns import enqueue_in_turn, waiting_for

SOON = timedelta(minutes=1)
NOW_AND_THEN = timedelta(minutes=10)
HOURLY = timedelta(hours=1)
GRADES = QueueBounds(most=20, of_one=5)


@receiver(ended)
def ask_for_grades(game: Game, **signal: Any) -> None:
    """Have a game graded that was not when it ended, in the transaction that ends it.

    If the places are taken, ``grade_the_rest`` grades it.
    """
    is_graded_there = game.is_in_duel and game.status != Game.Status.EXPIRED
    is_left_out = game.is_evil or (is_graded_there and game.variant.size <= SMALL)
    if game.luck is None and game.guess_count and not is_left_out:
        with suppress(QueueFull):
            asker, askers = str(game.player_id), [one.asker for one in waiting_for(grade)]
            GRADES.require(len(askers), own := askers.count(asker))
            enqueue_in_turn(grade, game.pk, asker, own)


@task(queue_name=THOUGHTS, priority=-20)  # computers think first
def grade(game: int, asker: str = "") -> None:
    """Grade a game, unless it is graded or gone."""
    for one in Game.objects.to_grade().filter(pk=game):
        grading.grade(one)


@recurring(UPKEEP, every=NOW_AND_THEN)
def grade_the_rest() -> Iterator[int]:
    """Grade games for which there was no place, or whose task failed."""
    return grading.grade_the_rest()


@recurring(UPKEEP, every=NOW_AND_THEN)
def expire_overdue() -> Iterator[int]:
    """Expire ranked games that were left alone."""
    return pruning.expire_overdue()


@recurring(URGENT, every=SOON)
def settle_duels() -> Iterator[int]:
    """Move duels on in which somebody is late."""
    return pruning.settle_duels()


@recurring(UPKEEP, every=HOURLY)
def forget_the_outdated() -> Iterator[int]:
    """Delete rows that no page reads any more."""
    return chain(pruning.forget_the_outdated(), pruning.forget_tasks())


@recurring(UPKEEP, every=HOURLY)
def forget_guests() -> Iterator[int]:
    """Delete guests who did not come back."""
    return pruning.forget_guests()


@recurring(UPKEEP, every=HOURLY)
def forget_sessions() -> Iterator[int]:
    """Delete expired sessions."""
    return pruning.forget_sessions()
