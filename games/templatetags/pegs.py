"""Pegs in HTML. A picture depends on its code alone, so each is made once."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.catalog.colors import NAMES, palette
from games.entry.row import EMPTY
from solver.codes import Code
from solver.feedback import Feedback

register = template.Library()
register.filter(palette)


@register.filter
@lru_cache(maxsize=4096)
def as_pegs(code: Code) -> SafeString:
    """Return a row of pegs that reads as "1122: Red, Red, Amber, Amber"."""
    names = ", ".join(NAMES[symbol] for symbol in code)
    return format_html(
        '<span class="pegs" role="img" aria-label="{}: {}">{}</span>', code, names, pegs(code)
    )


@register.filter
@lru_cache(maxsize=64)
def as_blanks(count: int) -> SafeString:
    """Return a row of empty holes, to look at only."""
    return format_html('<span class="pegs">{}</span>', pegs(EMPTY * count))


def pegs(row: str) -> SafeString:
    return format_html_join(
        "", '<span class="peg {}">{}</span>', ((look(symbol), tag(symbol)) for symbol in row)
    )


@register.filter
@lru_cache(maxsize=512)
def as_keys(reply: Feedback, count: int) -> SafeString:
    """Return the feedback as ``count`` key pegs: discs, rings, and dots for the rest."""
    kinds = ["black"] * reply.black + ["white"] * reply.white
    kinds += ["none"] * (count - len(kinds))
    keys = format_html_join("", '<i class="key {}"></i>', zip(kinds, strict=True))
    label = f"{reply.black} black, {reply.white} white"
    return format_html('<span class="keys" role="img" aria-label="{}">{}</span>', label, keys)


@register.filter
@lru_cache(maxsize=4096)
def as_holes(row: str) -> SafeString:
    """Return the row in progress as buttons that take the chosen color."""
    return format_html_join(
        "",
        '<button class="peg {}" id="hole-{}" form="draft" name="place" value="{}"'
        ' aria-label="Hole {}: {}">{}</button>',
        (
            (look(symbol), place, place, place, NAMES.get(symbol, "empty"), tag(symbol))
            for place, symbol in enumerate(row, start=1)
        ),
    )


def look(symbol: str) -> str:
    return "hole" if symbol == EMPTY else f"c{symbol}"


def tag(symbol: str) -> SafeString:
    """Return the small tag with the symbol that every peg carries."""
    return format_html("<b>{}</b>", symbol) if symbol != EMPTY else SafeString()
