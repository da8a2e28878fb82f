"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Return the name of the site, its address, and that of the page without its query."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "origin": request.build_absolute_uri("/").removesuffix("/"),
        "canonical": request.build_absolute_uri(request.path),
    }
