"""Count games that were left alone, and forget guests who have not come back.

The site does it by itself.
"""

from typing import Any

from django.core.management.base import BaseCommand

from games.management.pruning import (
    expire_overdue,
    forget_guests,
    forget_sessions,
    forget_tasks,
    forget_the_outdated,
    settle_duels,
)


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        for done in (
            f"{sum(forget_guests())} guests who did not come back are forgotten.",
            f"{sum(expire_overdue())} games that were left alone now count as given up.",
            f"{sum(settle_duels())} duels went on without somebody who was late, or were closed.",
            f"{sum(forget_the_outdated())} rows that nobody asks for are gone.",
            f"{sum(forget_sessions())} sessions have run out.",
            f"{sum(forget_tasks())} tasks are done and off the record.",
        ):
            if verbosity:
                self.stdout.write(done)
