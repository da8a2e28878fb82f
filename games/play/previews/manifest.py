"""The manifest for installing the site as an app."""

from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog.colors import PAGE


def what_to_keep() -> dict[str, Any]:
    """Return the manifest; the app keeps the address bar, so that pages can be shared."""
    paper, _slate = PAGE["paper"]
    return {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Break the code in as few guesses as you can."),
        "start_url": reverse("start"),
        "display": "minimal-ui",
        "background_color": paper,
        "theme_color": paper,
        "icons": [
            _icon("icon-192.png", 192, "any"),
            _icon("icon-512.png", 512, "any"),
            _icon("maskable-512.png", 512, "maskable"),
        ],
    }


def _icon(name: str, pixels: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"icons/{name}"),
        "sizes": f"{pixels}x{pixels}",
        "type": "image/png",
        "purpose": purpose,
    }
