"""The puzzles of the days to come are made ahead."""

from __future__ import annotations

from datetime import timedelta

from games.insight.positions.puzzles import keep_puzzles_of
from games.models import today
from games.web.tasks import SHORT, task
from games.web.tasks.recurring import recurring

DAYS_AHEAD = 2


@recurring(every=timedelta(hours=1))
@task(queue_name=SHORT, priority=-10)
def make_puzzles_of_days() -> int:
    """Keep the puzzles of today and of the days after it; return how many there were to make."""
    return sum(keep_puzzles_of(today() + timedelta(days=ahead)) for ahead in range(DAYS_AHEAD + 1))
