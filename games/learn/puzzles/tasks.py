"""Puzzles of the next days are made in advance."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games.insight.positions.puzzles import keep_puzzles_of
from games.models import today
from games.web.tasks import UPKEEP
from games.web.tasks.recurring import recurring

DAYS_AHEAD = 2


@recurring(UPKEEP, every=timedelta(hours=1))
def make_puzzles_of_days() -> Iterator[int]:
    """Keep the puzzles of today and of the next days."""
    for ahead in range(DAYS_AHEAD + 1):
        if made := keep_puzzles_of(today() + timedelta(days=ahead)):
            yield made
