"""Count games that were left alone, and forget guests who have not come back. Run it daily."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.pruning import expire_overdue, forget_guests, forget_the_outdated


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{expire_overdue()} games that were left alone now count as given up.")
        self.stdout.write(f"{forget_guests()} guests who did not come back are forgotten.")
        self.stdout.write(f"{forget_the_outdated()} lines that nobody asks for are gone.")
        call_command("clearsessions")
