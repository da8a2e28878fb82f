"""The colors and shapes of pages, for pictures."""

import re
from functools import cache
from typing import NamedTuple, cast

from PIL.ImageColor import getrgb

from games.catalog.colors import PAGE, PEG_COLORS, RIMS

Rgb = tuple[int, int, int]

POINT = re.compile(r"([\d.]+)% ([\d.]+)%")


class Look(NamedTuple):
    """How a peg looks on slate; ``shape`` has corners (0 to 1) or is the radius of a disc."""

    fill: Rgb
    mark: Rgb
    rim: Rgb
    shape: tuple[tuple[float, float], ...] | float


def light(name: str) -> Rgb:
    return rgb(PAGE[name][0])


def dark(name: str) -> Rgb:
    return rgb(PAGE[name][1])


@cache
def pegs() -> dict[str, Look]:
    """Return the look of each symbol's peg."""
    _, (share, rest) = RIMS
    return {
        symbol: Look(
            rgb(peg.fill), rgb(peg.mark), mix(rgb(peg.fill), rgb(rest), share), corners(peg.shape)
        )
        for symbol, peg in PEG_COLORS.items()
    }


def rgb(text: str) -> Rgb:
    return cast(Rgb, getrgb(text))


def mix(color: Rgb, rest: Rgb, percent: int) -> Rgb:
    """Return a mix of two colors, with ``percent`` percent of the first.

    >>> mix((100, 200, 0), (0, 0, 100), 50)
    (50, 100, 50)
    """
    red, green, blue = (
        round((part * percent + other * (100 - percent)) / 100)
        for part, other in zip(color, rest, strict=True)
    )
    return red, green, blue


def corners(shape: str) -> tuple[tuple[float, float], ...] | float:
    """Return the corners of a CSS clip path, or the radius of a circle.

    >>> corners("circle(30%)"), corners("polygon(50% 9%, 93% 83%)")
    (0.3, ((0.5, 0.09), (0.93, 0.83)))
    """
    if shape.startswith("circle"):
        return float(shape.removeprefix("circle(").removesuffix("%)")) / 100
    return tuple((float(x) / 100, float(y) / 100) for x, y in POINT.findall(shape))
