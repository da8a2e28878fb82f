"""Delete old rows and finish old games, in batches so small that players hardly wait."""

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import chain
from time import monotonic, sleep
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from games.models import (
    Assist,
    Challenge,
    Duel,
    Game,
    Player,
    PuzzleAttempt,
    Refused,
    Season,
    Seat,
    Watch,
)
from games.people.sessions.store import NAMED_FOR
from games.web.tasks.worker import may_pass

logger = logging.getLogger(__name__)

Row = TypeVar("Row", bound=Model)

BATCH = 50  # rows deleted in one transaction
REST = 4  # a pause is this many times as long as the work before it


def idle_accounts() -> QuerySet[Player]:
    """Return accounts that never finished a game or puzzle and were idle for a year."""
    player = OuterRef("pk")
    ended = (
        Game.objects.finished().filter(player=player),
        PuzzleAttempt.objects.solved().filter(player=player),
    )
    used = {"user__last_login__lt": timezone.now() - NAMED_FOR, "user__is_staff": False}
    return quiet(NAMED_FOR).filter(*(~Exists(rows) for rows in ended), **used)


def quiet(period: timedelta) -> QuerySet[Player]:
    """Return the players who did nothing in this period."""
    since, player = timezone.now() - period, OuterRef("pk")
    doings = (
        Game.objects.filter(player=player, moved_at__gte=since),
        Watch.objects.filter(player=player, begun_at__gte=since),
        Assist.objects.filter(player=player, moved_at__gte=since),
        PuzzleAttempt.objects.filter(player=player, moved_at__gte=since),
        Seat.objects.filter(player=player, seen_at__gte=since),
        Challenge.objects.filter(setter=player, set_at__gte=since),
        Duel.objects.filter(opener=player, opened_at__gte=since),  # an opener of rooms has no seat
        Season.objects.filter(opener=player),
    )
    old = Player.objects.filter(created_at__lt=since)
    return old.filter(*(~Exists(doing) for doing in doings))


def delete_in_batches(*querysets: QuerySet[Any]) -> Iterator[int]:
    """Delete rows in batches; yield the size of each batch."""
    return at_leisure(chain.from_iterable(map(batches_deleted, querysets)))


def batches_deleted(rows: QuerySet[Any]) -> Iterator[int]:
    while batch := list(rows.values_list("pk", flat=True)[:BATCH]):
        rows.filter(pk__in=batch).delete()  # keeps rows that are in use by now
        yield len(batch)


def empty_log() -> Iterator[int]:
    """Empty SQLite's write-ahead log, which would still contain deleted names."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield 1


def do_each(rows: QuerySet[Row], do: Callable[[Row], None]) -> Iterator[int]:
    """Call a function with each row, the oldest first; yield 1 after each row.

    A failure is logged and does not stop the other rows.
    """
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        for row in batch:
            try:
                do(row)
            except Refused:  # another process has already handled this row
                pass
            except Exception as error:
                if may_pass(error):
                    raise
                logger.exception("%s failed for %s %s.", do.__qualname__, rows.model, row.pk)
            yield 1
        last = batch[-1].pk


def at_leisure(pieces: Iterator[int]) -> Iterator[int]:
    """Do pieces of work and yield their results; after each, rest in proportion to its time.

    In a database with one writer, a process that writes without a pause would keep all others out.
    """
    begun = monotonic()
    for piece in pieces:
        sleep(REST * (monotonic() - begun))
        yield piece
        begun = monotonic()
