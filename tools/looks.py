"""Generate the icons and the style sheet with the colors again: ``make looks``."""

import os
from collections.abc import Iterator
from pathlib import Path

import django
from PIL import Image, ImageDraw

from games.catalog.colors import PAGE, PEG_COLORS, RIMS
from games.play.previews.boards import ROUNDING, draw_pegs
from games.play.previews.canvas import Canvas, dark

STATIC = Path("static")
# the first line of the generated part of the style sheet
MADE = "Made from games/catalog/colors.py by make looks: change that, not this."
SAFE = 0.74  # in a maskable icon, this share is visible under every mask


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")
    django.setup()
    board = STATIC / "css/board.css"
    ours = board.read_text().partition(f"/* {MADE}")[0]
    board.write_text(ours + sheet())
    for name, icon in icons().items():
        icon.save(STATIC / "icons" / name, optimize=True)


def sheet() -> str:
    """Return the CSS rules for all colors, the last part of the board's style sheet."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f"/* {MADE} */"
    yield ""
    yield "@layer tokens {"
    yield "  :root {"
    for name, (paper, slate) in PAGE.items():
        yield f"    --{name}: light-dark({paper}, {slate});"
    yield "  }"
    yield "}"
    yield ""
    yield "@layer board {"
    for symbol, peg in PEG_COLORS.items():
        yield f"  .c{symbol} {{ --fill: {peg.fill}; --mark: {peg.mark}; --shape: {peg.shape}; }}"
    # A rim is darker than its peg on a light page and lighter on a dark page, so that pegs stand
    # out.
    paper, slate = (f"color-mix(in srgb, var(--fill) {share}%, {rest})" for share, rest in RIMS)
    yield f"  .peg {{ --rim: light-dark({paper}, {slate}); }}"
    yield "}"


def full_icon(pixels: int, share: float = 1.0) -> Image.Image:
    """Return the icon on a square of slate, for systems that round its corners."""
    canvas = Canvas(pixels, pixels, dark("well"))
    draw_pegs(canvas, pixels / 2, pixels / 2, pixels * share)
    return canvas.reduce()


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


if __name__ == "__main__":
    main()
