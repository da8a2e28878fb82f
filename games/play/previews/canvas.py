"""A canvas for pictures: paper, slate, pegs, key pegs and letters.

Everything is drawn larger and reduced at the end, so that edges are smooth.
"""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.play.previews import lettering
from games.play.previews.palette import Look, Rgb, light, pegs

SCALE = 2
COVERED, UNCOVERED = (0, 0, 0), (255, 255, 255)
Box = tuple[float, float, float, float]


class Canvas:
    def __init__(self, width: int, height: int, paper: Rgb) -> None:
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), paper)
        self.draw = ImageDraw.Draw(self.image)

    def panel(self, box: Box, fill: Rgb, radius: float, edge: Rgb | None = None) -> None:
        """Draw a rectangle with round corners."""
        self.draw.rounded_rectangle(_scale(box), radius * SCALE, fill, edge, width=SCALE)

    def shadow(self, box: Box, radius: float, blur: float, strength: float) -> None:
        """Draw the shadow of a panel, before the panel itself is drawn."""
        mask = Image.new("L", self.image.size)
        drawn = ImageDraw.Draw(mask)
        drawn.rounded_rectangle(_scale(box), radius * SCALE, round(255 * strength))
        soft = mask.reduce(8).filter(ImageFilter.GaussianBlur(blur * SCALE / 8))
        self.image.paste(light("ink"), mask=soft.resize(mask.size, Image.Resampling.BICUBIC))

    def disc(self, x: float, y: float, across: float, fill: Rgb, edge: Rgb | None = None) -> None:
        box = (x - across / 2, y - across / 2, x + across / 2, y + across / 2)
        self.draw.ellipse(_scale(box), fill, edge, width=max(1, round(across * SCALE / 20)))

    def peg(self, symbol: str, x: float, y: float, across: float) -> None:
        """Draw the peg of a color around a point."""
        sprite = _peg(symbol, round(across * SCALE))
        corner = (round(x * SCALE - sprite.width / 2), round(y * SCALE - sprite.height / 2))
        self.image.paste(sprite, corner, sprite)

    def text(self, x: float, y: float, line: str, size: int, color: Rgb) -> None:
        """Write a line of text; ``x`` and ``y`` are the start of its baseline."""
        place = x * SCALE
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
    look, finer = pegs()[symbol], across * 2
    inside = Image.new("L", (finer, finer))
    ImageDraw.Draw(inside).ellipse((0, 0, finer - 1, finer - 1), 255)
    drawn = Image.new("RGB", inside.size, look.fill)
    drawn.paste(COVERED, mask=_rim_light(inside, -3, 5, 0.22))
    drawn.paste(UNCOVERED, mask=_rim_light(inside, 2, 3, 0.38))
    _mark(ImageDraw.Draw(drawn), look, finer)
    ImageDraw.Draw(drawn).ellipse(
        (0, 0, finer - 1, finer - 1), None, look.rim, round(finer * 0.034)
    )
    drawn.putalpha(inside)
    return drawn.reduce(2)


def _rim_light(inside: Image.Image, down: float, blur: float, strength: float) -> Image.Image:
    """Return a shadow or light inside the rim of a peg; lengths are for a peg of 44 pixels."""
    unit = inside.width / 44
    moved = ImageChops.offset(inside, 0, round(down * unit))
    soft = moved.filter(ImageFilter.GaussianBlur(blur * unit / 2))
    return ImageChops.invert(soft).point(lambda value: round(value * strength))


def _mark(draw: ImageDraw.ImageDraw, look: Look, across: int) -> None:
    """Draw the shape of a color on its peg, 16% from each side."""
    edge, space = 0.16 * across, 0.68 * across
    if isinstance(look.shape, float):
        radius, middle = look.shape * space, across / 2
        box = (middle - radius, middle - radius, middle + radius, middle + radius)
        draw.ellipse(box, look.mark)
    else:
        draw.polygon([(edge + x * space, edge + y * space) for x, y in look.shape], look.mark)
