"""What every page knows."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str | Callable[[], str]]:
    """Return the name of the site, its address, and that of the page without its query.

    The addresses are made when a template asks for them: a fragment does not.
    """
    return {
        "SITE_NAME": settings.SITE_NAME,
        "origin": lambda: request.build_absolute_uri("/").removesuffix("/"),
        "canonical": partial(request.build_absolute_uri, request.path),
    }
