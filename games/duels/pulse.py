"""Whether a page of a duel still shows how it stands.

A page is made from what the revision of its duel counts, and while something is on its way that
time alone will change (the countdown, a phrase, the next row of a computer) from that, too. Its
pulse is the revision, with such things behind it. Nearly every question comes from a page whose
pulse is a revision: it is answered before anything else is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.db.models import JSONField, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Case, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Duel, Side

PHRASE_SHOWN = timedelta(seconds=20)
QUESTION = re.compile(r"/duels/([-\w]{1,64})/now/", re.ASCII)

# What changes with everything that people do; in a room, where nobody sees the others, with each
# code, so that of forty players none is shown what another one does.
_REVISION = (
    "SELECT CASE kind WHEN 'room' THEN status || '-' || round ELSE '' || revision END"  # noqa: S608
    f" FROM {Duel._meta.db_table} WHERE public_id = %s"
)
_ways = Side.objects.filter(seat=OuterRef("seats"), round=OuterRef("round")).values("way")
_races = When(~Q(seats__strategy=""), kind="race", status="running", then=Subquery(_ways))

Timetable = list[tuple[str, float]]


class NothingNewMiddleware:
    """Answers who asks how a duel stands and knows it, by one query and nothing else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = QUESTION.fullmatch(request.path_info)
        known = request.GET.get("revision") if asked else None
        with suppress(DatabaseError):  # which the view answers as any other page does
            if asked and known and known == revision_of(asked[1]):
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


def pulse_of(public_id: str) -> str:
    """Return what changes whenever the page of a duel does; nothing if there is no such duel."""
    revision = revision_of(public_id)
    seats = list(_standing().filter(public_id=public_id))
    if not seats:
        return ""
    now, starts_at = timezone.now(), seats[0][0]
    begins = "a" if starts_at and starts_at > now else ""
    marks = [_mark(now, starts_at, said_at, way) for _starts_at, said_at, way in seats]
    return f"{revision}{begins}{'.'.join(marks) if any(marks) else ''}"


def _standing() -> QuerySet[Duel, tuple[datetime | None, datetime | None, Timetable | None]]:
    ways = Case(_races, default=None, output_field=JSONField())
    rows = Duel.objects.annotate(way=ways).order_by("seats__number")
    return rows.values_list("starts_at", "seats__said_at", "way")


def _mark(
    now: datetime, starts_at: datetime | None, said_at: datetime | None, way: Timetable | None
) -> str:
    """Return what time alone will change about a seat."""
    speaks = "s" if said_at and said_at > now - PHRASE_SHOWN else ""
    if not way or starts_at is None:
        return speaks
    rows = sum(starts_at + timedelta(seconds=seconds) <= now for _code, seconds in way)
    return f"{rows}{speaks}" if rows < len(way) else speaks
