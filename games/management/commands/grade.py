"""Work out skill and luck of the finished games that have none yet. The site does it by itself."""

from typing import Any

from django.core.management.base import BaseCommand

from games.management.grading import grade_the_rest


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        graded = sum(grade_the_rest())
        if verbosity:
            self.stdout.write(f"{graded} games are graded.")
