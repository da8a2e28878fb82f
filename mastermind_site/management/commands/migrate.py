"""Run Django's ``migrate``, but never beside a restore."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate

from mastermind_site.environment import WrongSettings
from mastermind_site.restoring import migrating


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with migrating(settings.VAR_DIR):
                super().handle(*args, **options)
        except WrongSettings as error:
            raise CommandError(str(error)) from error
