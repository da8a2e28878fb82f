"""A URL as a picture that phones can read from a wall."""

from functools import lru_cache

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=256)  # the wall of a room asks for the same picture every two seconds
def qr(address: str) -> SafeString:
    """Draw a URL as a QR code, dark on light in every theme, because cameras need that."""
    code = segno.make(address, micro=False)
    drawn = code.svg_inline(scale=4, svgclass=None, lineclass=None, omitsize=True, light="#fff")
    return format_html('<span class="qr" aria-hidden="true">{}</span>', SafeString(drawn))
