"""Pegs in HTML; equal codes have equal pictures, which are made once."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import wording
from games.catalog.colors import palette
from games.web.entry.code_entry import to_go, to_go_aloud
from games.web.entry.row import EMPTY
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback

register = template.Library()
register.filter(palette)


@register.filter
@wording.cached_per_language(maxsize=4096)
def as_pegs(code: Code) -> SafeString:
    """Return a row of pegs, which a screen reader reads as "1122: Red, Red, Amber, Amber"."""
    label = f"{code}: {wording.colors_in_words(code)}"
    return format_html('<span class="pegs" role="img" aria-label="{}">{}</span>', label, pegs(code))


@register.filter
@wording.cached_per_language(maxsize=64)
def as_cover(count: int) -> SafeString:
    """Return a row of question marks for a hidden code; screen readers skip it."""
    marks = SafeString("<i>?</i>" * count)
    return format_html('<span class="pegs" aria-hidden="true">{}</span>', marks)


@register.filter
@wording.cached_per_language(maxsize=64)
def as_blanks(count: int) -> SafeString:
    """Return a row of empty holes, which are not buttons."""
    return format_html('<span class="pegs">{}</span>', pegs(EMPTY * count))


@register.filter
def pegs(row: str) -> SafeString:
    return format_html_join(
        "", '<span class="peg {}">{}</span>', ((look(symbol), tag(symbol)) for symbol in row)
    )


@register.filter
def as_status(number: int) -> SafeString:
    """Return the number of an error as pegs, with a hole for each 0; screen readers skip it."""
    drawn = pegs(str(number).replace("0", EMPTY))
    return format_html('<div class="flow" aria-hidden="true">{}</div>', drawn)


@register.filter
@wording.cached_per_language(maxsize=512)
def as_keys(reply: Feedback, count: int) -> SafeString:
    """Return ``count`` key pegs for feedback: black discs, white rings, and dots for the rest."""
    kinds = ["black"] * reply.black + ["white"] * reply.white
    kinds += ["none"] * (count - len(kinds))
    keys = format_html_join("", '<i class="key {}"></i>', zip(kinds, strict=True))
    label = wording.in_words(reply)
    return format_html('<span class="keys" role="img" aria-label="{}">{}</span>', label, keys)


@register.filter
@wording.cached_per_language(maxsize=64)
def as_key_holes(count: int) -> SafeString:
    """Return empty places for key pegs, to fill in with a pencil on paper."""
    dots = SafeString('<i class="key none"></i>' * count)
    return format_html('<span class="keys" aria-hidden="true">{}</span>', dots)


@register.filter
@wording.cached_per_language(maxsize=4096)
def as_holes(row: str, focus: int = 0) -> SafeString:
    """Return the row in progress as buttons; a pressed hole takes the selected color.

    The page opens at hole ``focus``, below which a problem is shown.
    """
    return format_html_join(
        "",
        '<button class="peg {}" id="hole-{}" form="draft" name="place" value="{}"'
        ' aria-label="{}"{}>{}</button>',
        (
            (
                look(symbol),
                place,
                place,
                hole(place, symbol),
                SafeString(' autofocus aria-describedby="why"') if place == focus else "",
                tag(symbol),
            )
            for place, symbol in enumerate(row, start=1)
        ),
    )


def hole(place: int, symbol: str) -> str:
    """Return the label of a hole: its place and color."""
    color = _("empty") if symbol == EMPTY else wording.colors_in_words(symbol)
    return _("Hole {place}: {color}").format(place=place, color=color)


def look(symbol: str) -> str:
    return "hole" if symbol == EMPTY else f"c{symbol}"


def tag(symbol: str) -> SafeString:
    return format_html('<b translate="no">{}</b>', symbol) if symbol != EMPTY else SafeString()


@register.filter(name="to_go")
def all_to_go(variant: Variant) -> list[tuple[str, str]]:
    """Return the texts for 1, 2, … empty holes, each for the page and for screen readers."""
    return [(to_go(count), to_go_aloud(count)) for count in range(1, variant.pegs + 1)]
