"""Template variables that every page gets."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest

from games.web.responses.revalidation import RELEASE, is_for_strangers


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name, links, version and URL, and the page's URL without query.

    Forms on pages for shared caches have no token. URLs are made when a template needs them.
    """
    return {
        **({"csrf_token": ""} if is_for_strangers(request) else {}),
        "SITE_NAME": settings.SITE_NAME,
        "SITE_LINKS": settings.SITE_LINKS,
        "version": settings.SITE_VERSION,
        "HAS_MAIL": settings.HAS_MAIL,
        "HAS_PUSH": bool(settings.PUSH_KEY),
        "release": RELEASE[:12],
        "origin": lambda: request.build_absolute_uri("/").removesuffix("/"),
        "canonical": partial(request.build_absolute_uri, request.path),
    }
