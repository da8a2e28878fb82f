"""All colors: the twelve peg colors with symbols, names and shapes, and the page colors.

No other file names a color. ``make looks`` generates the end of ``static/css/board.css`` and the
icons from this file. docs/colors.md gives the reasons.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from solver.rule.codes import Variant

PAGE_WHITE, INK = "#fff", "#1c1a16"


class Peg(NamedTuple):
    """A color of pegs. ``shape`` is a CSS clip path, drawn on ``fill`` in the color ``mark``."""

    name: Promise
    fill: str
    mark: str
    shape: str


class Color(NamedTuple):
    """A peg color with its symbol and name, for the palette."""

    symbol: str
    name: str


PEG_COLORS = {
    "1": Peg(_("Red"), "#b0200f", PAGE_WHITE, "circle(30%)"),
    "2": Peg(_("Amber"), "#f5c44a", INK, "polygon(50% 9%, 93% 83%, 7% 83%)"),
    "3": Peg(_("Green"), "#1a9d62", INK, "polygon(20% 20%, 80% 20%, 80% 80%, 20% 80%)"),
    "4": Peg(_("Sky"), "#72d5ff", INK, "polygon(50% 2%, 84% 50%, 50% 98%, 16% 50%)"),
    "5": Peg(
        _("Indigo"),
        "#351c88",
        PAGE_WHITE,
        "polygon(37% 11%, 63% 11%, 63% 37%, 89% 37%, 89% 63%, 63% 63%, 63% 89%, 37% 89%, "
        "37% 63%, 11% 63%, 11% 37%, 37% 37%)",
    ),
    "6": Peg(
        _("Rose"),
        "#e37bb4",
        INK,
        "polygon(50% 5%, 64% 34%, 96% 38%, 72% 60%, 78% 92%, 50% 76%, 22% 92%, 28% 60%, "
        "4% 38%, 36% 34%)",
    ),
    "7": Peg(
        _("Coal"),
        "#1b1d22",
        PAGE_WHITE,
        "polygon(76% 86%, 58% 94%, 38% 94%, 20% 85%, 7% 69%, 3% 50%, 7% 31%, 20% 15%, "
        "38% 6%, 58% 6%, 76% 14%, 58% 16%, 43% 26%, 35% 41%, 35% 59%, 43% 74%, 58% 84%)",
    ),
    "8": Peg(
        _("Teal"),
        "#076067",
        PAGE_WHITE,
        "polygon(12% 20%, 88% 20%, 88% 43%, 12% 43%, 12% 57%, 88% 57%, 88% 80%, 12% 80%)",
    ),
    "9": Peg(_("Violet"), "#7e67c3", PAGE_WHITE, "polygon(10% 11%, 90% 11%, 10% 89%, 90% 89%)"),
    "A": Peg(
        _("Ivory"),
        "#fbf4e4",
        INK,
        "polygon(9% 24%, 31% 44%, 50% 14%, 69% 44%, 91% 24%, 80% 80%, 20% 80%)",
    ),
    "B": Peg(
        _("Orange"),
        "#df640a",
        INK,
        "polygon(38% 4%, 78% 4%, 62% 36%, 86% 36%, 28% 97%, 42% 56%, 18% 56%)",
    ),
    "C": Peg(
        _("Brown"),
        "#532b24",
        PAGE_WHITE,
        "polygon(8% 16%, 50% 49%, 92% 16%, 92% 54%, 50% 87%, 8% 54%)",
    ),
}
COLOR_NAMES = {symbol: peg.name for symbol, peg in PEG_COLORS.items()}
# Each color has two values: the first for light pages, the second for dark ones.
PAGE = {
    "paper": ("#f6f2e9", "#121519"),
    "card": ("#fffdf8", "#22272e"),
    "well": ("#ece5d6", "#272d35"),
    "lift": ("#fffdf8", "#353e49"),  # the row that the player is filling
    "hole": ("#d3c8b1", "#0d1013"),
    "wait": ("#dfd6c4", "#161a1f"),  # empty holes of future rows
    "plate": ("#c3b699", "#67707c"),
    "dent": ("#9a8e74", "#414953"),
    "ink": ("#23201b", "#ece7dc"),
    "quiet": ("#625c51", "#b3ada1"),
    "line": ("#ddd3c0", "#414a55"),
    "edge": ("#8c8371", "#8a929c"),
    "bar-fill": ("#d9cdb4", "#46505c"),
    "accent": ("#0d5f5a", "#7cc7bd"),
    "cloth": ("#0d5f5a", "#1b625b"),
    "on-accent": ("#ffffff", "#10201e"),
    "alarm": ("#a3241c", "#ff9d8f"),
}
# A peg's rim is a mixture: this percentage of the peg's color, and the rest of another color. The
# first pair is for light pages, the second for dark pages.
RIMS = ((45, "#000"), (50, "#fff"))


def palette(variant: Variant) -> list[Color]:
    return [Color(symbol, str(COLOR_NAMES[symbol])) for symbol in variant.symbols]
