"""The site's icons: three pegs and a white key peg on slate."""

from PIL import Image, ImageDraw

from games.play.previews.canvas import Canvas
from games.play.previews.palette import dark, light

# Each peg of the icon has a column and a line, counted from the center.
ICON_PEGS = (("1", -1, -1), ("2", 1, -1), ("4", -1, 1))
ROUNDING = 0.22  # of the corners
SAFE = 0.74  # in a maskable icon, this share is visible under every mask


def draw_sign(canvas: Canvas, left: float, top: float, across: float) -> None:
    """Draw the icon with its slate."""
    canvas.panel((left, top, left + across, top + across), dark("well"), across * ROUNDING)
    draw_pegs(canvas, left + across / 2, top + across / 2, across)


def draw_pegs(canvas: Canvas, x: float, y: float, across: float) -> None:
    """Draw the pegs of the icon around a point."""
    step = across * 0.2
    for symbol, column, line in ICON_PEGS:
        canvas.peg(symbol, x + column * step, y + line * step, across * 0.35)
    canvas.disc(x + step, y + step, across * 0.31, light("card"))
    canvas.disc(x + step, y + step, across * 0.13, dark("well"))


def full_icon(pixels: int, share: float = 1.0) -> Image.Image:
    """Return the icon on a square of slate, for systems that round its corners."""
    canvas = Canvas(pixels, pixels, dark("well"))
    draw_pegs(canvas, pixels / 2, pixels / 2, pixels * share)
    return canvas.reduced()


def round_icon(pixels: int) -> Image.Image:
    """Return the icon with round corners and no background."""
    icon, finer = full_icon(pixels), pixels * 4
    inside = Image.new("L", (finer, finer))
    corners = ImageDraw.Draw(inside)
    corners.rounded_rectangle((0, 0, finer - 1, finer - 1), finer * ROUNDING, 255)
    icon.putalpha(inside.reduce(4))
    return icon


def icons() -> dict[str, Image.Image]:
    """Return all icons by their file names in ``static/icons``."""
    return {
        "icon-48.png": round_icon(48),
        "icon-192.png": round_icon(192),
        "icon-512.png": round_icon(512),
        "maskable-512.png": full_icon(512, SAFE),
        "apple-touch-icon.png": full_icon(180, 0.92),
    }
