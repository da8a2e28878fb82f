"""Run Django's ``collectstatic``; if it cannot write, say so in a sentence."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management.base import CommandError


class Command(collectstatic.Command):
    def collect(self) -> dict[str, Any]:
        try:
            return super().collect()
        except OSError as error:
            problem = (
                f"{error.filename or settings.STATIC_ROOT} cannot be written ({error.strerror})."
            )
            where = "STATIC_DIR, or VAR_DIR, names another folder for the static files."
            raise CommandError(f"{problem} {where}") from error
