"""Whether a page of a duel still shows how it stands.

A page is made from what the revision of its duel counts, and while something is on its way that
time alone will change (the countdown, a phrase, the next row of a computer) from that, too. Its
pulse is the revision, with such things behind it. Nearly every question comes from a page that has
it all, and is answered before anything else is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import JSONField, OuterRef, Q, Subquery
from django.db.models.expressions import Case, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Duel, Side

PHRASE_SHOWN = timedelta(seconds=20)
AT_MOST = 600  # seconds that it is remembered
QUESTION = re.compile(r"/duels/([-\w]{1,64})/now/", re.ASCII)

# What changes with everything that people do; in a room, where nobody sees the others, with each
# code, so that of forty players none is shown what another one does.
_REVISION = (
    "SELECT CASE kind WHEN 'room' THEN status || '-' || round ELSE '' || revision END"  # noqa: S608
    f" FROM {Duel._meta.db_table} WHERE public_id = %s"
)
_ways = Side.objects.filter(seat=OuterRef("seats"), round=OuterRef("round")).values("way")
_races = When(~Q(seats__strategy=""), kind="race", status="running", then=Subquery(_ways))

# When it begins, when somebody spoke, and the seconds to each guess of a computer.
OnItsWay = tuple[datetime | None, datetime | None, list[float]]


class NothingNewMiddleware:
    """Answers who asks how a duel stands and knows it, by one query and nothing else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = QUESTION.fullmatch(request.path_info)
        known = request.GET.get("revision") if asked else None
        with suppress(DatabaseError):  # which the view answers as any other page does
            if asked and known and is_up_to_date(asked[1], known):
                return nothing_new()
        return self.get_response(request)


def nothing_new() -> HttpResponse:
    """Return the answer to a page that shows how it stands."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store, private"})


def revision_of(public_id: str) -> str:
    """Return the revision of a duel, or nothing if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_REVISION, [public_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def is_up_to_date(public_id: str, known: str) -> bool:
    """Return whether this is the pulse of a duel; nothing more comes to be on its way of itself."""
    revision = revision_of(public_id)
    return known == revision or (known.startswith(revision) and known == pulse_of(public_id))


def pulse_of(public_id: str) -> str:
    """Return what changes whenever the page of a duel does; nothing if there is no such duel."""
    revision = revision_of(public_id)
    if not revision:
        return ""
    find = partial(_on_its_way, public_id)
    seats: list[OnItsWay] = cache.get_or_set(f"duel/{public_id}/{revision}", find, AT_MOST) or []
    now, starts_at = timezone.now(), seats[0][0] if seats else None
    begins = "a" if starts_at and starts_at > now else ""
    marks = [_mark(now, *seat) for seat in seats]
    return f"{revision}{begins}{'.'.join(marks) if any(marks) else ''}"


def _on_its_way(public_id: str) -> list[OnItsWay]:
    """Return what is on its way: it changes with the revision alone, so it is kept with that."""
    ways = Case(_races, default=None, output_field=JSONField())
    rows = Duel.objects.filter(public_id=public_id).annotate(way=ways).order_by("seats__number")
    return [
        (starts_at, said_at, [seconds for _code, seconds in way or []])
        for starts_at, said_at, way in rows.values_list("starts_at", "seats__said_at", "way")
    ]


def _mark(
    now: datetime, starts_at: datetime | None, said_at: datetime | None, watch: list[float]
) -> str:
    """Return what time alone will change about a seat."""
    speaks = "s" if said_at and said_at > now - PHRASE_SHOWN else ""
    begun = starts_at or now
    rows = sum(begun + timedelta(seconds=seconds) <= now for seconds in watch)
    return f"{rows}{speaks}" if rows < len(watch) else speaks
