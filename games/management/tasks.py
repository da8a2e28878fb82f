"""What nobody waits for: large boards are graded, and what is over is cleared away."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.dispatch import receiver

from games.catalog.effort import SMALL
from games.management import grading, pruning
from games.models import Game
from games.models.play.game import ended
from games.web.tasks import LONG, SHORT, WHILE, task
from games.web.tasks.recurring import recurring

SOON = timedelta(minutes=1)
NOW_AND_THEN = timedelta(minutes=10)
HOURLY = timedelta(hours=1)


@receiver(ended)
def ask_for_grades(game: Game, **signal: Any) -> None:
    """Have a game graded that was not when it ended, in the transaction that ends it."""
    is_graded_there = game.is_in_duel and game.status != Game.Status.EXPIRED
    is_left_out = game.is_evil or (is_graded_there and game.variant.size <= SMALL)
    if game.luck is None and game.guess_count and not is_left_out:
        grade.enqueue(game.pk)


@task(queue_name=LONG)
def grade(game: int) -> None:
    """Grade a game, unless it is graded or gone."""
    for one in Game.objects.to_grade().filter(pk=game):
        grading.grade(one)


@recurring(every=NOW_AND_THEN)
@task(queue_name=LONG, priority=-10)
def grade_the_rest() -> int:
    """Grade what tasks that failed have left over."""
    graded = grading.grade_the_rest(WHILE)
    if graded and Game.objects.to_grade().exists():
        grade_the_rest.enqueue()
    return graded


@recurring(every=NOW_AND_THEN)
@task(queue_name=SHORT, priority=10)
def expire_overdue() -> int:
    """Count the games that were left alone as given up."""
    return pruning.expire_overdue()


@recurring(every=SOON)
@task(queue_name=SHORT, priority=20)
def settle_duels() -> int:
    """Go on where somebody in a duel took longer than they may."""
    return pruning.settle_duels()


@recurring(every=HOURLY)
@task(queue_name=SHORT)
def forget_the_outdated() -> int:
    """Delete what nobody asks for any more."""
    return pruning.forget_the_outdated(WHILE) + pruning.forget_tasks(WHILE)


@recurring(every=HOURLY)
@task(queue_name=SHORT, priority=-10)
def forget_guests() -> int:
    """Delete some of the guests who did not come back, and ask for the next ones."""
    forgotten = pruning.forget_guests(WHILE)
    if forgotten:
        forget_guests.enqueue()
    return forgotten


@recurring(every=HOURLY)
@task(queue_name=SHORT, priority=-10)
def forget_sessions() -> int:
    """Delete some of the sessions that have run out, and ask for the next ones."""
    forgotten = pruning.forget_sessions(WHILE)
    if forgotten:
        forget_sessions.enqueue()
    return forgotten
