"""Decide quickly whether a page of a duel is up to date.

People's actions raise the revision of the duel. Other changes come with time alone: the countdown,
a phrase, the next row of a computer. The pulse of a duel is its revision and the number of such
moments that have passed. Nearly every poll comes from an up-to-date page. One query answers it,
before anything else is done, because the moments of a revision never change and are kept.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache

from django.db import DatabaseError, connection
from django.db.models import JSONField, OuterRef, Q, Subquery
from django.db.models.expressions import Case, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Duel, Side
from games.models.duels.kinds import KIND_RULES, SHARING

PHRASE_SHOWN = timedelta(seconds=8)
MOST_KEPT = 4096  # the moments of so many revisions are kept
QUESTION = re.compile(r"/duels/([-\w]{1,64})/now/", re.ASCII)
# Only the revision is read, because parsing the whole query string would take half as long as the
# database query.
REVISION_SHOWN = re.compile(r"\brevision=([-.\w]{1,64})(?:&|$)", re.ASCII)

# An action of a player changes the revision, except in a room: there, only a new code does. Players
# of a room do not see each other, and forty pages would load news at each guess.
_PRIVATE = ", ".join(f"'{kind}'" for kind, rules in KIND_RULES.items() if not rules.is_public)
_REVISIONS = (
    f"SELECT public_id, CASE WHEN kind IN ({_PRIVATE}) THEN status || '-' || round"  # noqa: S608
    f" ELSE '' || revision END FROM {Duel._meta.db_table} WHERE public_id IN ("
)
_sides = Side.objects.filter(seat=OuterRef("seats"), round=OuterRef("round"))
_ways = Subquery(_sides.values("computer_guesses"))
_races = When(~Q(seats__strategy=""), kind__in=SHARING, status="running", then=_ways)


class NothingNewMiddleware:
    """Middleware that answers a poll of an up-to-date page with one query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = QUESTION.fullmatch(request.path_info)
        known = REVISION_SHOWN.search(request.META.get("QUERY_STRING", "")) if asked else None
        with suppress(DatabaseError):  # the view will report the error, as on every page
            if asked and known and is_up_to_date(asked[1], known[1]):
                return HttpResponse(status=204, headers={"Cache-Control": "no-store, private"})
        return self.get_response(request)


def revision_of(public_id: str) -> str:
    """Return the revision of a duel; empty if there is no such duel."""
    return revisions_of([public_id]).get(public_id, "")


def revisions_of(public_ids: Collection[str]) -> dict[str, str]:
    """Return the revisions of these duels with one query, without unknown duels."""
    places = ", ".join(["%s"] * len(public_ids))
    with connection.cursor() as cursor:
        cursor.execute(f"{_REVISIONS}{places})", [*public_ids])
        return {public_id: str(revision) for public_id, revision in cursor.fetchall()}


def revision_shown(duel: Duel) -> str:
    """Return the revision of a duel that was already read from the database."""
    return str(duel.revision) if duel.kind_rules.is_public else f"{duel.status}-{duel.round}"


def is_up_to_date(public_id: str, known: str) -> bool:
    """Return whether this is the current pulse of a duel."""
    revision = revision_of(public_id)
    if known == revision:
        return True
    is_of_it = revision and known.startswith(f"{revision}.")
    return bool(is_of_it) and known == _pulse_at(public_id, revision)


def pulse_of(public_id: str) -> str:
    """Return a text that changes with the page of a duel; empty if there is no such duel."""
    return pulses_of([public_id]).get(public_id, "")


def pulses_of(public_ids: Collection[str]) -> dict[str, str]:
    """Return the pulses of these duels, without unknown duels; only new revisions need a query."""
    revisions = revisions_of(public_ids) if public_ids else {}
    return {public_id: _pulse_at(public_id, revision) for public_id, revision in revisions.items()}


def _pulse_at(public_id: str, revision: str) -> str:
    """Return the pulse for a revision.

    It is the revision with the number of passed moments; after the last one, only the revision.
    """
    moments = moments_of(public_id, revision)
    passed = bisect(moments, timezone.now().timestamp())
    return f"{revision}.{passed}" if passed < len(moments) else revision


@lru_cache(MOST_KEPT)
def moments_of(public_id: str, revision: str) -> list[float]:
    """Return when a page of this revision changes by itself: sorted seconds since the epoch."""
    ways = Case(_races, default=None, output_field=JSONField())
    seats = Duel.objects.filter(public_id=public_id).annotate(way=ways)
    moments: set[datetime] = set()
    for starts_at, said_at, way in seats.values_list("starts_at", "seats__said_at", "way"):
        if starts_at:
            rows = [seconds for _code, seconds in way or []]
            moments |= {starts_at + timedelta(seconds=after) for after in (0, *rows)}
        if said_at:
            moments.add(said_at + PHRASE_SHOWN)
    return sorted(moment.timestamp() for moment in moments)
