"""Parts of a page that look the same for everybody: rendered once, not for every request."""

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def fixed(template_name: str, *arguments: Hashable) -> SafeString:
    """Return the template rendered with nothing but ``arguments``, which decide how it looks."""
    render = _render if settings.DEBUG else _render_once
    return render(template_name, arguments)


def _render(template_name: str, arguments: tuple[Hashable, ...]) -> SafeString:
    return render_to_string(template_name, {"arguments": arguments})


_render_once = lru_cache(maxsize=512)(_render)  # the largest part has some 40 kB
