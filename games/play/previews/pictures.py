"""Pictures of cards: the words on paper, and the board beside them."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from games.play.previews.boards import LEFT, draw_sign
from games.play.previews.canvas import Canvas, light, png
from games.play.previews.cards import Card
from games.play.previews.lettering import balance, width
from games.web.traffic.calculator import calculator
from games.web.traffic.gate import gate

WIDTH, HEIGHT = 1200, 630  # messengers and social networks expect this size
MARGIN = 72
SPACE = LEFT - MARGIN - 36  # width for the words
TOP, BOTTOM = 148, 604  # upper and lower edge for the words
PICTURES_KEPT = 64  # number of cached pictures, each at most 60 kB
SIZES = range(82, 18, -6)  # font sizes of the headline
LARGE_TYPE = 58  # from this size on, a headline has at most two lines
SMALL_TYPE = 31  # the largest font size of the lines below the headline


class WrittenLine(NamedTuple):
    """A line of a picture; the next line is ``pitch`` font sizes below."""

    text: str
    size: int
    color: str
    pitch: float

    @property
    def height(self) -> float:
        return self.pitch * self.size


def lines_of(card: Card) -> list[WrittenLine]:
    """Return the words of a card in the largest size in which they fit."""
    for size in SIZES:
        headline, small = balance(card.headline, size, SPACE), min(size, SMALL_TYPE)
        lines = [WrittenLine(text, size, light("ink"), 1.08) for text in headline]
        lines[-1] = lines[-1]._replace(pitch=1.38)
        for line in card.lines:
            color = light("accent" if line.is_accented else "quiet")
            texts = balance(line.text, small, SPACE)
            lines += [WrittenLine(text, small, color, 1.4) for text in texts]
        is_low = len(headline) <= 2 or size < LARGE_TYPE
        is_narrow = all(width(line.text, line.size) <= SPACE for line in lines)
        if is_low and is_narrow and height_of(lines) <= BOTTOM - TOP:
            break
    return lines


def height_of(lines: list[WrittenLine]) -> float:
    return sum(line.height for line in lines)


def picture(card: Card) -> bytes:
    return _draw(card, settings.SITE_NAME)


@lru_cache(maxsize=PICTURES_KEPT)
def _draw(card: Card, site_name: str) -> bytes:
    with gate.passing():
        drawn: bytes = calculator.run(__name__, "draw", card, site_name)
    return drawn


def draw(card: Card, site_name: str) -> bytes:
    canvas = Canvas(WIDTH, HEIGHT, light("paper"))
    card.board.draw(canvas)
    draw_sign(canvas, MARGIN, 64, 52)
    canvas.text(MARGIN + 68, 101, site_name, 32, light("ink"))
    lines = lines_of(card)
    y = (TOP + BOTTOM - height_of(lines)) / 2
    for line in lines:
        canvas.text(MARGIN, y + 0.78 * line.size, line.text, line.size, line.color)
        y += line.height
    return png(canvas.reduce())
