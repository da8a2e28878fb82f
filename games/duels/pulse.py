"""Whether a page of a duel still shows how it stands, by one query."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Case, JSONField, OuterRef, Q, Subquery, When
from django.utils import timezone

from games.models import Duel, Side
from games.models.duel import AWAY_AFTER

PHRASE_SHOWN = timedelta(seconds=20)

_ways = Side.objects.filter(seat=OuterRef("seats"), round=OuterRef("round")).values("way")
_races = When(~Q(seats__strategy=""), kind="race", then=Subquery(_ways))
_standing = (
    Duel.objects.annotate(way=Case(_races, default=None, output_field=JSONField()))
    .order_by("seats__number")
    .values_list("revision", "starts_at", "seats__seen_at", "seats__said_at", "way")
)


def pulse_of(public_id: str) -> str | None:
    """Return what changes whenever the page of a duel does; None if there is no such duel.

    It is the revision of the duel, and what changes by time alone: whether it has begun, who is
    away, who has just said something, and how many rows each computer has.
    """
    seats = list(_standing.filter(public_id=public_id))
    if not seats:
        return None
    now = timezone.now()
    revision, starts_at = seats[0][:2]
    has_begun = bool(starts_at and starts_at <= now)
    marks = (_mark(now, starts_at, *seat[2:]) for seat in seats)
    return f"{revision}{'b' if has_begun else 'a'}{''.join(marks)}"


def _mark(
    now: datetime,
    starts_at: datetime | None,
    seen_at: datetime | None,
    said_at: datetime | None,
    way: list[tuple[str, float]] | None,
) -> str:
    """Return what is to be seen of one seat by now."""
    speaks = "s" if said_at and said_at > now - PHRASE_SHOWN else "."
    if way is not None and starts_at:
        rows = sum(starts_at + timedelta(seconds=seconds) <= now for _code, seconds in way)
        return f"{rows}{speaks}"
    return f"{'z' if seen_at and seen_at < now - AWAY_AFTER else 'w'}{speaks}"
