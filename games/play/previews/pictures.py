"""Pictures of cards: the words on paper, and the board beside them."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.functional import cached_property

from games.play.previews.canvas import Canvas, png
from games.play.previews.cards import Card, CardLine
from games.play.previews.lettering import balance
from games.play.previews.palette import light
from games.play.previews.slate import LEFT, draw_sign, draw_slate
from games.web.traffic.calculator import calculator
from games.web.traffic.gate import gate

WIDTH, HEIGHT = 1200, 630  # messengers and social networks expect this size
MARGIN = 72
SPACE = LEFT - MARGIN - 36  # width for the words
TOP, BOTTOM = 148, 604  # upper and lower edge for the words
PICTURES_KEPT = 64  # number of cached pictures, each at most 60 kB

# Each triple: font size of the headline, font size of the lines, maximum lines of the headline.
SIZES = ((82, 31, 2), (72, 31, 2), (64, 31, 2), (58, 31, 3), (50, 28, 4), (40, 26, 5))


@dataclass(frozen=True)
class CardWords:
    """The words of a card, set in one of the ``SIZES``."""

    card: Card
    size: int
    line_size: int
    most: int

    @cached_property
    def headline(self) -> list[str]:
        return balance(self.card.headline, self.size, SPACE)

    @cached_property
    def lines(self) -> list[CardLine]:
        return [
            CardLine(part, line.is_accented)
            for line in self.card.lines
            for part in balance(line.text, self.line_size, SPACE)
        ]

    @property
    def height(self) -> float:
        return self.size * (1.08 * len(self.headline) + 0.3) + 1.4 * self.line_size * len(
            self.lines
        )

    @property
    def fits(self) -> bool:
        """Whether all words fit, without splitting a word of the headline."""
        is_whole = " ".join(self.headline) == " ".join(self.card.headline.split())
        return is_whole and len(self.headline) <= self.most and self.height <= BOTTOM - TOP

    def write(self, canvas: Canvas) -> None:
        """Write the words in the middle of the left half."""
        y = (TOP + BOTTOM - self.height) / 2
        for text in self.headline:
            canvas.text(MARGIN, y + 0.78 * self.size, text, self.size, light("ink"))
            y += 1.08 * self.size
        y += 0.3 * self.size
        for line in self.lines:
            tone = light("accent" if line.is_accented else "quiet")
            canvas.text(MARGIN, y + 0.8 * self.line_size, line.text, self.line_size, tone)
            y += 1.4 * self.line_size


def picture(card: Card) -> bytes:
    return _draw(card, settings.SITE_NAME)


@lru_cache(maxsize=PICTURES_KEPT)
def _draw(card: Card, site_name: str) -> bytes:
    with gate.passing():
        drawn: bytes = calculator.run(__name__, "draw", card, site_name)
    return drawn


def draw(card: Card, site_name: str) -> bytes:
    canvas = Canvas(WIDTH, HEIGHT, light("paper"))
    draw_slate(canvas)
    card.board.draw(canvas)
    draw_sign(canvas, MARGIN, 64, 52)
    canvas.text(MARGIN + 68, 101, site_name, 32, light("ink"))
    in_sizes = [CardWords(card, *sizes) for sizes in SIZES]
    next((words for words in in_sizes if words.fits), in_sizes[-1]).write(canvas)
    return png(canvas.reduce())
