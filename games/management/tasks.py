"""Tasks that no player waits for: grading large boards and deleting old rows."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from typing import Any

from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.catalog.effort import SMALL
from games.management.pruning import (
    at_leisure,
    delete_in_batches,
    do_each,
    empty_log,
    idle_accounts,
    quiet,
)
from games.models import Bucket, Duel, Game, Group, QueueFull, Season, Standing, TaskWorker, today
from games.models.base.long_work import QueueBounds
from games.models.duels.controls import close
from games.models.duels.leaving import forget
from games.models.play.game import ended
from games.people.sessions.store import NAMED_FOR, NAMELESS_FOR
from games.web.tasks import THOUGHTS, UPKEEP, URGENT, task
from games.web.tasks.recurring import recurring
from games.web.tasks.turns import enqueue_in_turn, waiting_for
from solver.study.skill import skill_and_luck

SOON = timedelta(minutes=1)
NOW_AND_THEN = timedelta(minutes=10)
HOURLY = timedelta(hours=1)
DONE_FOR = timedelta(days=1)  # how long finished tasks and stopped workers are kept
GRADES = QueueBounds(most=20, of_one=5)


@receiver(ended)
def ask_for_grades(game: Game, **signal: Any) -> None:
    """Enqueue the grading of a game that was not graded when it ended.

    This is part of the transaction that ends the game. If the queue is full, ``grade_the_rest``
    grades it later.
    """
    is_graded_there = game.is_in_duel and game.status != Game.Status.EXPIRED
    is_left_out = game.is_evil or (is_graded_there and game.variant.size <= SMALL)
    if game.luck is None and game.guess_count and not is_left_out:
        with suppress(QueueFull):
            asker, askers = str(game.player_id), [one.asker for one in waiting_for(grade)]
            GRADES.require(len(askers), own := askers.count(asker))
            enqueue_in_turn(grade, game.pk, asker, own)


@task(queue_name=THOUGHTS, priority=-20)  # the moves of computer players come first
def grade(game: int, asker: str = "") -> None:
    """Grade a game, unless it was graded or deleted."""
    for one in Game.objects.to_grade().filter(pk=game):
        one.grade(*skill_and_luck(one.variant, one.turns()))


def grade_if_left(game: Game) -> None:
    grade.call(game.pk)  # since the row was read, the queue may have graded the game


@recurring(UPKEEP, every=NOW_AND_THEN)
def grade_the_rest() -> Iterator[int]:
    """Grade the games for which the queue was full or whose task failed."""
    return do_each(Game.objects.to_grade(), grade_if_left)


@recurring(UPKEEP, every=NOW_AND_THEN)
def expire_overdue() -> Iterator[int]:
    """Expire ranked games that their players have abandoned."""
    return at_leisure(do_each(Game.objects.overdue(), Game.expire))


@recurring(URGENT, every=SOON)
def settle_duels() -> Iterator[int]:
    """Move on duels in which a player is late, and close old rooms."""
    late = do_each(Duel.objects.with_a_late_player(), Duel.settle)
    return at_leisure(chain(late, do_each(Duel.objects.rooms_to_close(), close)))


@recurring(UPKEEP, every=HOURLY)
def forget_the_outdated() -> Iterator[int]:
    """Delete ended tasks, stopped workers, and rows that no page needs."""
    since = timezone.now() - DONE_FOR
    rows = delete_in_batches(
        Standing.objects.outdated(today()),
        Bucket.objects.full(),
        Duel.objects.to_forget(),
        Group.objects.to_forget(),
        Season.objects.to_forget(),
        DBTaskResult.objects.finished().filter(finished_at__lt=since),
        TaskWorker.objects.filter(seen_at__lt=since),
    )
    return chain(rows, empty_log())


@recurring(UPKEEP, every=HOURLY)
def forget_guests() -> Iterator[int]:
    """Delete idle accounts and guests who have not played for long, with their games.

    Their sessions end within a week: see ``games.people.sessions.store``.
    """
    nameless, named = (quiet(period).filter(user=None) for period in (NAMELESS_FOR, NAMED_FOR))
    accounts = at_leisure(do_each(idle_accounts(), forget))
    return chain(delete_in_batches(nameless.filter(name_key=""), named), accounts)


@recurring(UPKEEP, every=HOURLY)
def forget_sessions() -> Iterator[int]:
    """Delete expired sessions in batches; Django's own command deletes all at once."""
    return delete_in_batches(Session.objects.filter(expire_date__lt=timezone.now()))
