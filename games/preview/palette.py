"""The colors and shapes of the pictures, read from the style sheets: they stand only there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles import finders

Color = tuple[int, int, int]

PEG = re.compile(r"\.c(\w) { --fill: (#\w+); --mark: (#\w+); --shape: ([^;]+); }")
TOKEN = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)")
RIM = re.compile(r"light-dark\(.*, color-mix\(in srgb, var\(--fill\) (\d+)%, (#\w+)\)\)")
POINT = re.compile(r"([\d.]+)% ([\d.]+)%")


class Peg(NamedTuple):
    """How a color looks on slate; ``shape`` has corners from 0 to 1, or one radius for a disc."""

    fill: Color
    mark: Color
    rim: Color
    shape: tuple[tuple[float, float], ...] | float


def light(name: str) -> Color:
    """Return a color of the page by its name, as it is on paper."""
    return _tokens()[name][0]


def dark(name: str) -> Color:
    """Return a color of the page by its name, as it is on slate."""
    return _tokens()[name][1]


@cache
def pegs() -> dict[str, Peg]:
    """Return how each symbol's peg looks."""
    css = _style("board")
    [(share, rest)] = RIM.findall(css)
    return {
        symbol: Peg(rgb(fill), rgb(mark), mixed(rgb(fill), rgb(rest), int(share)), corners(shape))
        for symbol, fill, mark, shape in PEG.findall(css)
    }


def rgb(text: str) -> Color:
    """Return a color of a style sheet.

    >>> rgb("#b0200f"), rgb("#fff")
    ((176, 32, 15), (255, 255, 255))
    """
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def as_hex(color: Color) -> str:
    """Return a color as style sheets write it.

    >>> as_hex((176, 32, 15))
    '#b0200f'
    """
    return f"#{bytes(color).hex()}"


def mixed(color: Color, rest: Color, percent: int) -> Color:
    """Return so many percent of a color, filled up with another.

    >>> mixed((100, 200, 0), (0, 0, 100), 50)
    (50, 100, 50)
    """
    red, green, blue = (
        round((part * percent + other * (100 - percent)) / 100)
        for part, other in zip(color, rest, strict=True)
    )
    return red, green, blue


def corners(shape: str) -> tuple[tuple[float, float], ...] | float:
    """Return the shape of a clip path.

    >>> corners("circle(30%)"), corners("polygon(50% 9%, 93% 83%)")
    (0.3, ((0.5, 0.09), (0.93, 0.83)))
    """
    if shape.startswith("circle"):
        return float(shape.removeprefix("circle(").removesuffix("%)")) / 100
    return tuple((float(x) / 100, float(y) / 100) for x, y in POINT.findall(shape))


@cache
def _tokens() -> dict[str, tuple[Color, Color]]:
    return {name: (rgb(one), rgb(other)) for name, one, other in TOKEN.findall(_style("site"))}


def _style(name: str) -> str:
    path = finders.find(f"css/{name}.css")
    return Path(str(path)).read_text()
