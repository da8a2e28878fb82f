"""The board of slate in the right half of a picture, and the sign of the site.

No picture reveals a code that can still be played: a result has only answers, an open game has only
colors.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.play.previews.canvas import Canvas, dark, light
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback

LEFT, TOP, RIGHT, BOTTOM = SLATE = 668, 52, 1148, 578
MARGIN = 28  # distance between the edge of the slate and its pegs
FIRST_SEAT = LEFT + MARGIN + 52  # left edge of the pegs; row numbers are left of it
ROOM = RIGHT - MARGIN - FIRST_SEAT  # width for the pegs of a row and for the square of its answer
SQUARE = 76  # width for this square
TALLEST = 68  # maximum height of a row without a code
TRAY = 12  # distance between the edge of the slate and the tray of colors
MOST_IN_A_LINE = 8  # maximum number of colors in a line of the tray
SHAPES = "123456"  # the color of each row in a shared result, the first row first
# the color of each peg of the sign, with its column and row counted from the center
SIGN_PEGS = (("1", -1, -1), ("2", 1, -1), ("4", -1, 1))
ROUNDING = 0.22  # radius of the corners of the sign, as a share of the width


class PicturedRow(NamedTuple):
    """A row with its code, its answer, or both; without either, a row of holes."""

    guess: Code = ""
    answer: Feedback | None = None


@dataclass(frozen=True)
class PicturedBoard:
    """A board; without any code in its rows, it shows the colors to choose from."""

    variant: Variant
    rows: tuple[PicturedRow, ...]
    is_covered: bool = False  # whether the hidden code is above the rows

    def draw(self, canvas: Canvas) -> None:
        canvas.shadow((LEFT, TOP + 12, RIGHT, BOTTOM + 12), radius=28, blur=14, strength=0.32)
        canvas.panel(SLATE, dark("well"), radius=28, edge=dark("line"))
        has_codes = any(row.guess for row in self.rows)
        pegs, room = self.variant.pegs, ROOM - SQUARE if has_codes else ROOM
        step = min(84, room / pegs)
        seats = [FIRST_SEAT + (place + 0.5) * step for place in range(pegs)]
        top: float = TOP + MARGIN
        bottom = BOTTOM - MARGIN if has_codes else draw_tray(canvas, self.variant)
        if self.is_covered:
            high = min(TALLEST, step)
            draw_cover(canvas, seats, top + high / 2, high * 0.8)
            top += high + 10
        high = min(100 if has_codes else TALLEST, (bottom - top) / max(1, len(self.rows)))
        first = (top + bottom - high * len(self.rows)) / 2
        for place, row in enumerate(self.rows):
            draw_row(canvas, row, place + 1, seats, first + (place + 0.5) * high, high)


def draw_row(
    canvas: Canvas, row: PicturedRow, number: int, seats: list[float], y: float, high: float
) -> None:
    size, step = round(min(22, high * 0.8)), 2 * (seats[0] - FIRST_SEAT)
    canvas.text(LEFT + MARGIN + 28, y + size * 0.34, f"{number}", size, dark("quiet"), before=1)
    if row.answer and not row.guess:
        symbol = SHAPES[(number - 1) % len(SHAPES)]
        return draw_bar(canvas, kinds(row.answer, len(seats)), symbol, y, high, step)
    if row.answer:
        draw_square(canvas, kinds(row.answer, len(seats)), y)
    for x, symbol in zip(seats, row.guess or "." * len(seats), strict=True):
        if symbol == ".":
            canvas.disc(x, y, min(24, high * 0.6), dark("hole"), dark("line"))
        else:
            canvas.peg(symbol, x, y, step * 0.78)


def draw_cover(canvas: Canvas, seats: list[float], y: float, across: float) -> None:
    """Draw a question mark for each peg of a hidden code."""
    size = round(across * 0.6)
    for x in seats:
        canvas.disc(x, y, across, dark("line"), dark("edge"))
        canvas.text(x, y + size * 0.34, "?", size, dark("ink"), before=0.5)


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


def kinds(answer: Feedback, pegs: int) -> str:
    """Return a letter for each key peg: blacks, whites, and empty places.

    >>> kinds(Feedback(1, 2), 4)
    'bww.'
    """
    return "b" * answer.black + "w" * answer.white + "." * (pegs - sum(answer))


def draw_bar(canvas: Canvas, keys: str, symbol: str, y: float, high: float, step: float) -> None:
    """Draw an answer along its row: a large peg for each black, a small one for each white.

    All pegs of a row have the same color, which depends only on the row, so the picture reveals
    nothing of the code.
    """
    step, high = min(step, max(high * 1.1, 30)), high * 0.86
    box = (FIRST_SEAT, y - high / 2, FIRST_SEAT + step * len(keys), y + high / 2)
    canvas.panel(box, dark("plate"), radius=min(14, high / 2))
    across = min(step * 0.8, high * 0.84)
    for place, kind in enumerate(keys):
        x = FIRST_SEAT + (place + 0.5) * step
        if kind == ".":
            canvas.disc(x, y, across * 0.2, dark("dent"))
        else:
            canvas.peg(symbol, x, y, across * (1 if kind == "b" else 0.55))


def draw_square(canvas: Canvas, keys: str, y: float) -> None:
    """Draw an answer as a small square at the end of its row; a white key peg is a ring."""
    step, in_a_line = 29, -(-len(keys) // 2)
    left, high = RIGHT - MARGIN - step * in_a_line - 8, 2 * step + 8
    canvas.panel((left, y - high / 2, RIGHT - MARGIN, y + high / 2), dark("edge"), radius=12)
    for place, kind in enumerate(keys):
        line, column = divmod(place, in_a_line)
        at = left + 4 + (column + 0.5) * step, y + (line - 0.5) * step
        color = {"b": dark("hole"), "w": light("card"), ".": dark("line")}[kind]
        canvas.disc(*at, 5.5 if kind == "." else 21, color)
        if kind == "w":
            canvas.disc(*at, 7.5, dark("edge"))


def draw_sign(canvas: Canvas, left: float, top: float, across: float) -> None:
    """Draw the sign of the site, three pegs and a white key peg, on its slate."""
    canvas.panel((left, top, left + across, top + across), dark("well"), across * ROUNDING)
    draw_pegs(canvas, left + across / 2, top + across / 2, across)


def draw_pegs(canvas: Canvas, x: float, y: float, across: float) -> None:
    """Draw the pegs of the site's sign around a point."""
    step = across * 0.2
    for symbol, column, line in SIGN_PEGS:
        canvas.peg(symbol, x + column * step, y + line * step, across * 0.35)
    canvas.disc(x + step, y + step, across * 0.31, light("card"))
    canvas.disc(x + step, y + step, across * 0.13, dark("well"))
