"""Decide quickly whether a page of a duel is up to date.

People's actions raise the revision of the duel. Other changes come with time alone: the countdown,
a phrase, the next row of a computer. The pulse of a duel is its revision and the number of such
moments that have passed. Nearly every poll comes from an up-to-date page. One query answers it,
before anything else is done, because the moments of a revision never change and are cached.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import JSONField, OuterRef, Q, Subquery
from django.db.models.expressions import Case, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Duel, Side
from games.models.duels.kinds import KIND_RULES, SHARING

PHRASE_SHOWN = timedelta(seconds=8)
AT_MOST = 600  # the moments of a revision are cached for this many seconds
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


def revisions_of(public_ids: Sequence[str]) -> dict[str, str]:
    """Return the revisions of these duels with one query, without unknown duels."""
    places = ", ".join(["%s"] * len(public_ids))
    with connection.cursor() as cursor:
        cursor.execute(f"{_REVISIONS}{places})", public_ids)
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
    revision = revision_of(public_id)
    return _pulse_at(public_id, revision) if revision else ""


def _pulse_at(public_id: str, revision: str) -> str:
    find = partial(_moments, public_id)
    moments: list[float] = cache.get_or_set(f"duel/{public_id}/{revision}", find, AT_MOST) or []
    return _count_moments(revision, moments)


def _count_moments(revision: str, moments: list[float]) -> str:
    """Return the pulse for a revision.

    It is the revision with the number of passed moments; after the last one, only the revision.
    """
    passed = bisect(moments, timezone.now().timestamp())
    return f"{revision}.{passed}" if passed < len(moments) else revision


@dataclass
class WatchedDuel:
    """A duel that is checked again and again, with its revision (empty if it is gone)."""

    public_id: str
    revision: str = ""
    moments: list[float] = field(default_factory=list)

    @property
    def pulse(self) -> str:
        return _count_moments(self.revision, self.moments) if self.revision else ""

    @staticmethod
    def look(watches: Collection[WatchedDuel]) -> None:
        """Update these duels with one query; each duel that has changed needs two more queries."""
        revisions = revisions_of([one.public_id for one in watches]) if watches else {}
        for one in watches:
            revision = revisions.get(one.public_id, "")
            if revision != one.revision:
                one.moments = _moments(one.public_id) if revision else []
                one.revision = revision


def _moments(public_id: str) -> list[float]:
    """Return when the page changes without an action: sorted seconds since the epoch."""
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
