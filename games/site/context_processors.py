"""What every page knows."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest

from games.site.revalidation import RELEASE


def site(request: HttpRequest) -> dict[str, str | Callable[[], str]]:
    """Return the name of the site and its release, its address, and that of the page without query.

    The addresses are made when a template asks for them: a fragment does not.
    """
    return {
        "SITE_NAME": settings.SITE_NAME,
        "release": RELEASE[:12],
        "origin": lambda: request.build_absolute_uri("/").removesuffix("/"),
        "canonical": partial(request.build_absolute_uri, request.path),
    }
