"""Parts of a page that look the same for everybody: rendered once, not for every request."""

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def fixed(template_name: str, **context: Hashable) -> SafeString:
    """Return the template rendered with nothing but ``context``, which decides how it looks.

    Only for what few values decide, such as a board: what is rendered is kept.
    """
    render = _render if settings.DEBUG else _render_once
    return render(template_name, **context)


def _render(template_name: str, **context: Hashable) -> SafeString:
    return render_to_string(template_name, context)


_render_once = lru_cache(maxsize=512)(_render)  # the largest part has some 40 kB
