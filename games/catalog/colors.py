"""The twelve colors of pegs: each with its symbol, its name, and a shape of its own in CSS."""

from typing import NamedTuple

from solver.codes import Variant


class Color(NamedTuple):
    """A color as the palette shows it."""

    symbol: str
    name: str


NAMES = {
    "1": "Red",
    "2": "Amber",
    "3": "Green",
    "4": "Sky",
    "5": "Indigo",
    "6": "Rose",
    "7": "Coal",
    "8": "Teal",
    "9": "Violet",
    "A": "Ivory",
    "B": "Orange",
    "C": "Brown",
}


def palette(variant: Variant) -> list[Color]:
    """Return the colors of the variant, in the order of their symbols."""
    return [Color(symbol, NAMES[symbol]) for symbol in variant.symbols]
