"""The recurring task that makes the puzzles of the next days."""

from collections.abc import Iterator
from datetime import timedelta

from games.insight.positions.puzzles import keep_puzzles_of
from games.models import today
from games.web.tasks import UPKEEP
from games.web.tasks.recurring import recurring

DAYS_AHEAD = 2


@recurring(UPKEEP, every=timedelta(hours=1))
def make_puzzles_of_days() -> Iterator[int]:
    """Store the puzzles of today and the next days; yield the number of new ones per day."""
    for ahead in range(DAYS_AHEAD + 1):
        if made := keep_puzzles_of(today() + timedelta(days=ahead)):
            yield made
