"""What ``manage.py check --deploy`` says of the way in which the site is put on the internet."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.security, deploy=True)
def proxies(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Whether visitors can be told apart behind the proxy that there is."""
    found: list[CheckMessage] = []
    if settings.HTTPS and not settings.BEHIND_PROXY:
        found.append(
            Warning(
                "HTTPS is set and BEHIND_PROXY is not.",
                hint="A proxy does the TLS. Without BEHIND_PROXY all visitors share one address, "
                "and the limits of one.",
                id="games.W001",
            )
        )
    if settings.TRUSTED_PROXIES < 1:
        found.append(
            Error(
                "TRUSTED_PROXIES counts the proxies in front of the site: it is 1 or more.",
                hint="Without a proxy leave BEHIND_PROXY unset.",
                id="games.E001",
            )
        )
    return found
