"""What is cleared away, in batches so small that nobody who plays has to wait for long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from math import inf
from time import monotonic, sleep
from typing import Any, TypeVar

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models import (
    Assist,
    Bucket,
    Challenge,
    Duel,
    Game,
    Player,
    PuzzleAttempt,
    Refused,
    Seat,
    Standing,
    TaskWorker,
    Watch,
    today,
)
from games.people.sessions.store import NAMED_FOR, NAMELESS_FOR
from games.web.tasks import for_a_while

Piece = TypeVar("Piece")

BATCH = 50  # rows that are deleted in a transaction
REST = 4  # times as long as the work before it
DONE_FOR = timedelta(days=1)  # how long it is kept how a task ended, and who did it


def expire_overdue() -> int:
    """Count the ranked games that were left alone as given up; return how many."""
    overdue = list(Game.objects.overdue())
    for game in at_leisure(overdue):  # each in a transaction of its own
        game.expire()
    return len(overdue)


def settle_duels() -> int:
    """Go on where somebody in a duel is late, and close old rooms; return how many there were."""
    steps = [duel.settle for duel in Duel.objects.with_somebody_late()]
    steps += [room.close for room in Duel.objects.rooms_to_close()]
    for step in at_leisure(steps):  # each in a transaction of its own
        with suppress(Refused):  # somebody else was quicker
            step()
    return len(steps)


def forget_guests(seconds: float = inf) -> int:
    """Delete guests, and their games, who have not played for long; return how many.

    Their sessions end within a week of that: see ``games.people.sessions.store``.
    """
    nameless = quiet_guests(NAMELESS_FOR).filter(name_key="")
    return delete_in_batches(nameless, seconds) + delete_in_batches(
        quiet_guests(NAMED_FOR), seconds
    )


def quiet_guests(period: timedelta) -> QuerySet[Player]:
    """Return players without an account who did nothing in this period."""
    since, player = timezone.now() - period, OuterRef("pk")
    doings = (
        Game.objects.filter(player=player, moved_at__gte=since),
        Watch.objects.filter(player=player, begun_at__gte=since),
        Assist.objects.filter(player=player, moved_at__gte=since),
        PuzzleAttempt.objects.filter(player=player, moved_at__gte=since),
        Seat.objects.filter(player=player, seen_at__gte=since),
        Challenge.objects.filter(setter=player, set_at__gte=since),
    )
    guests = Player.objects.filter(user=None, created_at__lt=since)
    return guests.filter(*(~Exists(doing) for doing in doings))


def forget_the_outdated(seconds: float = inf) -> int:
    """Delete standings of days that are over, what need not be remembered of limits, old duels."""
    old = (Standing.objects.outdated(today()), Bucket.objects.full(), Duel.objects.to_forget())
    return sum(delete_in_batches(rows, seconds) for rows in old)


def forget_sessions(seconds: float = inf) -> int:
    """Delete the sessions that have run out; Django's own command does it in one piece."""
    return delete_in_batches(Session.objects.filter(expire_date__lt=timezone.now()), seconds)


def forget_tasks(seconds: float = inf) -> int:
    """Delete what long work has left on record: tasks that ended and workers that are gone."""
    since = timezone.now() - DONE_FOR
    done = DBTaskResult.objects.finished().filter(finished_at__lt=since)
    gone = TaskWorker.objects.filter(seen_at__lt=since)
    return delete_in_batches(done, seconds) + delete_in_batches(gone, seconds)


def delete_in_batches(rows: QuerySet[Any], seconds: float) -> int:
    """Delete rows for so long, this many in a transaction, and return how many there were."""
    deleted = 0
    for batch in at_leisure(for_a_while(batches_of(rows), seconds)):
        rows.filter(pk__in=batch).delete()  # unless somebody has come back meanwhile
        deleted += len(batch)
    return deleted


def batches_of(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """Yield the primary keys of some rows, and of the next ones when these are deleted."""
    while batch := list(rows.values_list("pk", flat=True)[:BATCH]):
        yield batch


def at_leisure(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces of work, and rest after each in proportion to the time it took.

    A database with one writer has no queue: anyone who comes back at once keeps all others out.
    """
    for piece in pieces:
        begun = monotonic()
        yield piece
        sleep(REST * (monotonic() - begun))
