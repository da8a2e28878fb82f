"""Work out skill and luck of the finished games that have none yet. Run it every few minutes."""

from typing import Any

from django.core.management.base import BaseCommand

from games.grading import grade_the_rest


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{grade_the_rest()} games are graded.")
