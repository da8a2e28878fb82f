"""Parts of a page that are equal for all readers: rendered once, not at each request."""

from collections.abc import Hashable

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString

from games import wording

register = template.Library()
SOMEBODYS = "__somebodys__"  # stands for the public id in the cached part


@register.simple_tag
def fixed(template_name: str, public_id: str = "", **context: Hashable) -> SafeString:
    """Return a template rendered with ``context`` alone; the result is cached.

    Use it only if there are few different contexts, such as game sizes. ``public_id`` is for URLs
    and may
    differ each time.
    """
    render = _render if settings.DEBUG else _render_once
    if not public_id:
        return render(template_name, **context)
    kept = render(template_name, public_id=SOMEBODYS, **context)
    return SafeString(kept.replace(SOMEBODYS, escape(public_id)))


def _render(template_name: str, **context: Hashable) -> SafeString:
    return render_to_string(template_name, context)


_render_once = wording.cached_per_language(maxsize=512)(_render)  # the largest part has about 40 kB
