"""Parts of a page that are the same for all readers, rendered once instead of per request."""

from collections.abc import Hashable

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString

from games import wording

register = template.Library()
SOMEBODYS = "__somebodys__"  # replaces a public id in the cached part


@register.simple_tag
def fixed(template_name: str, public_id: str = "", **context: Hashable) -> SafeString:
    """Return the template rendered with ``context`` alone, and cache it.

    Use it only with few different contexts, such as game sizes. The ``public_id`` may differ
    each time; it is for addresses.
    """
    render = _render if settings.DEBUG else _render_once
    if not public_id:
        return render(template_name, **context)
    kept = render(template_name, public_id=SOMEBODYS, **context)
    return SafeString(kept.replace(SOMEBODYS, escape(public_id)))


def _render(template_name: str, **context: Hashable) -> SafeString:
    return render_to_string(template_name, context)


_render_once = wording.cached_per_language(maxsize=512)(_render)  # the largest part has some 40 kB
