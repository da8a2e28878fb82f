"""The board of slate in the right half of a picture, the pegs on it, and the sign of the site."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.play.previews.canvas import Canvas
from games.play.previews.lettering import width
from games.play.previews.palette import Rgb, dark, light
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback

LEFT, TOP, RIGHT, BOTTOM = SLATE = 668, 52, 1148, 578
MARGIN = 28  # distance between the edge of the slate and its pegs
FIRST_SEAT = LEFT + MARGIN + 52  # left edge of the pegs; row numbers are left of it
TRAY = 12  # distance between the edge of the slate and the tray of colors
MOST_IN_A_LINE = 8  # maximum number of colors in a line of the tray
ROOM = RIGHT - MARGIN - FIRST_SEAT  # width for the pegs of a row
TALLEST = 68  # maximum height of a row
# the color of each peg of the sign, with its column and row counted from the center
SIGN_PEGS = (("1", -1, -1), ("2", 1, -1), ("4", -1, 1))
ROUNDING = 0.22  # radius of the corners, as a share of the width
SHAPES = "123456"  # the color of each row in a shared result, the first row first


class SlateRow(NamedTuple):
    """The place of a row on the slate."""

    number: int
    middle: float
    height: float


def draw_slate(canvas: Canvas) -> None:
    canvas.shadow((LEFT, TOP + 12, RIGHT, BOTTOM + 12), radius=28, blur=14, strength=0.32)
    canvas.panel(SLATE, dark("well"), radius=28, edge=dark("line"))


def draw_tray(canvas: Canvas, variant: Variant) -> float:
    """Draw the colors to choose from; return the upper edge of their tray."""
    lines = 1 if variant.colors <= MOST_IN_A_LINE else 2
    in_a_line = -(-variant.colors // lines)
    step = min(72, (RIGHT - LEFT - 2 * TRAY - 24) / in_a_line)
    high = 24 + lines * min(64, step)
    box = (LEFT + TRAY, BOTTOM - TRAY - high, RIGHT - TRAY, BOTTOM - TRAY)
    canvas.panel(box, dark("card"), radius=18)
    for place, symbol in enumerate(variant.symbols):
        line, column = divmod(place, in_a_line)
        x = (LEFT + RIGHT) / 2 + (column - (in_a_line - 1) / 2) * step
        y = BOTTOM - TRAY - high / 2 + (line - (lines - 1) / 2) * min(64, step)
        canvas.peg(symbol, x, y, step * 0.76)
    return box[1] - TRAY


def rows(count: int, top: float, bottom: float, tallest: float = TALLEST) -> Iterator[SlateRow]:
    """Yield the places of ``count`` rows, in the middle between ``top`` and ``bottom``."""
    height = min(tallest, (bottom - top) / count)
    first = (top + bottom - height * count) / 2
    for place in range(count):
        yield SlateRow(place + 1, first + (place + 0.5) * height, height)


def pitch(pegs: int, room: float = ROOM) -> float:
    """Return the distance between the pegs of a row."""
    return min(84, room / pegs)


def seats(pegs: int, room: float = ROOM) -> list[float]:
    """Return the x coordinates of the pegs of a row."""
    return [FIRST_SEAT + (place + 0.5) * pitch(pegs, room) for place in range(pegs)]


def draw_number(canvas: Canvas, row: SlateRow) -> None:
    """Write the number of a row at its left end."""
    text, size = str(row.number), round(min(22, row.height * 0.8))
    x = LEFT + MARGIN + 28 - width(text, size)
    canvas.text(x, row.middle + size * 0.34, text, size, dark("quiet"))


def draw_answer(canvas: Canvas, answer: Feedback, pegs: int, row: SlateRow) -> None:
    """Draw an answer along its row: a large peg for each black, a small one for each white.

    All pegs of a row have the same color, which depends only on the row, so the picture reveals
    nothing of the code.
    """
    step, high = min(pitch(pegs), max(row.height * 1.1, 30)), row.height * 0.86
    box = (FIRST_SEAT, row.middle - high / 2, FIRST_SEAT + step * pegs, row.middle + high / 2)
    canvas.panel(box, dark("plate"), radius=min(14, high / 2))
    symbol, across = SHAPES[(row.number - 1) % len(SHAPES)], min(step * 0.8, high * 0.84)
    for place, kind in enumerate(kinds(answer, pegs)):
        x = FIRST_SEAT + (place + 0.5) * step
        if kind == ".":
            canvas.disc(x, row.middle, across * 0.2, dark("dent"))
        else:
            canvas.peg(symbol, x, row.middle, across * (1 if kind == "b" else 0.55))


def draw_square(canvas: Canvas, answer: Feedback, pegs: int, row: SlateRow) -> None:
    """Draw an answer as a small square at the end of its row."""
    step, in_a_line = 29, -(-pegs // 2)
    left, high = RIGHT - MARGIN - step * in_a_line - 8, 2 * step + 8
    box = (left, row.middle - high / 2, RIGHT - MARGIN, row.middle + high / 2)
    canvas.panel(box, dark("edge"), radius=12)
    for place, kind in enumerate(kinds(answer, pegs)):
        line, column = divmod(place, in_a_line)
        x, y = left + 4 + (column + 0.5) * step, row.middle + (line - 0.5) * step
        draw_key(canvas, kind, (x, y), 21, {"b": dark("hole"), "w": light("card")})


def kinds(answer: Feedback, pegs: int) -> str:
    """Return a letter for each key peg: blacks, whites, and empty places.

    >>> kinds(Feedback(1, 2), 4)
    'bww.'
    """
    return "b" * answer.black + "w" * answer.white + "." * (pegs - sum(answer))


def draw_key(
    canvas: Canvas, kind: str, at: tuple[float, float], across: float, colors: Mapping[str, Rgb]
) -> None:
    """Draw a key peg: a disc for black, a disc with a ring for white, or a dot for none."""
    if kind not in colors:
        return canvas.disc(*at, across * 0.26, dark("line"))
    canvas.disc(*at, across, colors[kind])
    if kind == "w":
        canvas.disc(*at, across * 0.36, dark("edge"))


def draw_sign(canvas: Canvas, left: float, top: float, across: float) -> None:
    """Draw the sign of the site, three pegs and a white key peg, on its slate."""
    canvas.panel((left, top, left + across, top + across), dark("well"), across * ROUNDING)
    draw_pegs(canvas, left + across / 2, top + across / 2, across)


def draw_pegs(canvas: Canvas, x: float, y: float, across: float) -> None:
    """Draw the pegs of the sign around a point."""
    step = across * 0.2
    for symbol, column, line in SIGN_PEGS:
        canvas.peg(symbol, x + column * step, y + line * step, across * 0.35)
    canvas.disc(x + step, y + step, across * 0.31, light("card"))
    canvas.disc(x + step, y + step, across * 0.13, dark("well"))
