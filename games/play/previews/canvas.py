"""A canvas for pictures: panels, discs, pegs and letters in the colors of the pages.

Everything is drawn larger and reduced at the end, so that edges are smooth.
"""

import re
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.catalog.colors import PAGE, PEG_COLORS, RIMS
from games.play.previews import lettering

SCALE = 2
Box = tuple[float, float, float, float]


def light(name: str) -> str:
    return PAGE[name][0]


def dark(name: str) -> str:
    return PAGE[name][1]


class Canvas:
    def __init__(self, width: int, height: int, paper: str) -> None:
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), paper)
        self.draw = ImageDraw.Draw(self.image)

    def panel(self, box: Box, fill: str, radius: float, edge: str | None = None) -> None:
        self.draw.rounded_rectangle(_scale(box), radius * SCALE, fill, edge, width=SCALE)

    def shadow(self, box: Box, radius: float, blur: float, strength: float) -> None:
        """Draw the shadow of a panel, before the panel itself is drawn."""
        mask = Image.new("L", self.image.size)
        drawn = ImageDraw.Draw(mask)
        drawn.rounded_rectangle(_scale(box), radius * SCALE, round(255 * strength))
        soft = mask.reduce(8).filter(ImageFilter.GaussianBlur(blur * SCALE / 8))
        self.image.paste(light("ink"), mask=soft.resize(mask.size, Image.Resampling.BICUBIC))

    def disc(self, x: float, y: float, across: float, fill: str, edge: str | None = None) -> None:
        box = (x - across / 2, y - across / 2, x + across / 2, y + across / 2)
        self.draw.ellipse(_scale(box), fill, edge, width=max(1, round(across * SCALE / 20)))

    def peg(self, symbol: str, x: float, y: float, across: float) -> None:
        """Draw the peg of a color around a point."""
        sprite = _peg(symbol, round(across * SCALE))
        corner = (round(x * SCALE - sprite.width / 2), round(y * SCALE - sprite.height / 2))
        self.image.paste(sprite, corner, sprite)

    def text(
        self, x: float, y: float, line: str, size: int, color: str, *, before: float = 0
    ) -> None:
        """Write a line of text; ``before`` is the share of its width that is left of ``x``."""
        place = (x - before * lettering.width(line, size)) * SCALE
        for part, font in lettering.runs(line, size * SCALE):
            self.draw.text((place, y * SCALE), part, color, font, anchor="ls")
            place += font.getlength(part)

    def reduce(self) -> Image.Image:
        """Return the finished picture at its final size."""
        return self.image.reduce(SCALE)


def png(image: Image.Image) -> bytes:
    """Return a picture as a PNG file with 256 colors, chosen for this picture."""
    file = BytesIO()
    few = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(file, "PNG")
    return file.getvalue()


def _scale(box: Box) -> Box:
    left, top, right, bottom = box
    return left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1


@lru_cache(maxsize=128)
def _peg(symbol: str, across: int) -> Image.Image:
    """Return the picture of a peg without background, lit from above, ``across`` pixels wide."""
    peg, (share, rest), finer = PEG_COLORS[symbol], RIMS[1], across * 2
    whole = (0, 0, finer - 1, finer - 1)
    inside, rim = Image.new("L", (finer, finer)), Image.new("L", (finer, finer))
    ImageDraw.Draw(inside).ellipse(whole, 255)
    ImageDraw.Draw(rim).ellipse(whole, None, round(2.55 * (100 - share)), round(finer * 0.034))
    drawn = Image.new("RGB", inside.size, peg.fill)
    drawn.paste("#000", mask=_rim_light(inside, -3, 5, 0.22))
    drawn.paste("#fff", mask=_rim_light(inside, 2, 3, 0.38))
    _mark(ImageDraw.Draw(drawn), peg.mark, peg.shape, finer)
    drawn.paste(peg.fill, mask=rim.point(lambda value: 255 * (value > 0)))
    drawn.paste(rest, mask=rim)
    drawn.putalpha(inside)
    return drawn.reduce(2)


def _rim_light(inside: Image.Image, down: float, blur: float, strength: float) -> Image.Image:
    """Return a shadow or light inside the rim of a peg; lengths are for a peg of 44 pixels."""
    unit = inside.width / 44
    moved = ImageChops.offset(inside, 0, round(down * unit))
    soft = moved.filter(ImageFilter.GaussianBlur(blur * unit / 2))
    return ImageChops.invert(soft).point(lambda value: round(value * strength))


def _mark(draw: ImageDraw.ImageDraw, color: str, shape: str, across: int) -> None:
    """Draw the shape of a color, a CSS clip path, on its peg, 16% from each side."""
    first, *others = (0.0068 * across * float(part) for part in re.findall(r"[\d.]+", shape))
    if others:
        draw.polygon([0.16 * across + part for part in (first, *others)], color)
    else:
        draw.circle((across / 2, across / 2), first, color)
