"""The boards in preview pictures.

No picture reveals a code that can still be played: a result has only answers, an open game has only
colors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.catalog.rules import Rules
from games.play.previews import slate
from games.play.previews.canvas import Canvas
from games.play.previews.lettering import width
from games.play.previews.palette import dark
from solver.rule.feedback import Feedback, Turn

ROWS_DRAWN = 12  # a board without guesses has at most this many rows
FOR_TURNS = slate.ROOM - 76  # width of the pegs in a row with an answer


class Slated(Protocol):
    def draw(self, canvas: Canvas) -> None:
        """Draw this object on the right half of a picture."""


@dataclass(frozen=True)
class SlatedStart:
    """A hidden code, and the holes for guesses at it."""

    rules: Rules

    def draw(self, canvas: Canvas) -> None:
        pegs, limit = self.rules.variant.pegs, self.rules.limit
        bottom = slate.draw_tray(canvas, self.rules.variant)
        high = min(slate.TALLEST, slate.pitch(pegs))
        top = slate.TOP + slate.MARGIN
        for x in slate.seats(pegs):
            draw_cover(canvas, x, top + high / 2, high * 0.74)
        for row in slate.rows(min(limit, ROWS_DRAWN), top + high + 8, bottom):
            slate.draw_number(canvas, row)
            for x in slate.seats(pegs):
                canvas.disc(x, row.middle, min(24, row.height * 0.6), dark("hole"), dark("line"))


@dataclass(frozen=True)
class SlatedAnswers:
    """The key pegs of a game's guesses, without the codes."""

    rules: Rules
    answers: tuple[Feedback, ...]

    def draw(self, canvas: Canvas) -> None:
        bottom = slate.draw_tray(canvas, self.rules.variant)
        shown = slate.rows(max(1, len(self.answers)), slate.TOP + slate.MARGIN, bottom)
        for row, answer in zip(shown, self.answers, strict=False):
            slate.draw_number(canvas, row)
            slate.draw_answer(canvas, answer, self.rules.variant.pegs, row)


@dataclass(frozen=True)
class SlatedExample:
    """The rows of an example game, with all pegs, because its code is no secret."""

    turns: tuple[Turn, ...]

    def draw(self, canvas: Canvas) -> None:
        draw_turns(canvas, self.turns, slate.TOP + slate.MARGIN)


@dataclass(frozen=True)
class SlatedRiddle:
    """The rows of a puzzle, under its covered code."""

    turns: tuple[Turn, ...]

    def draw(self, canvas: Canvas) -> None:
        pegs = len(self.turns[0].guess)
        high, top = slate.TALLEST, slate.TOP + slate.MARGIN
        for x in slate.seats(pegs, FOR_TURNS):
            draw_cover(canvas, x, top + high / 2, high * 0.86)
        draw_turns(canvas, self.turns, top + high + 12)


def draw_cover(canvas: Canvas, x: float, y: float, across: float) -> None:
    size = round(across * 0.6)
    canvas.disc(x, y, across, dark("line"), dark("edge"))
    canvas.text(x - width("?", size) / 2, y + size * 0.34, "?", size, dark("ink"))


def draw_turns(canvas: Canvas, turns: Sequence[Turn], top: float) -> None:
    """Draw guesses with their answers, from ``top`` to the bottom of the slate."""
    pegs = len(turns[0].guess)
    shown = slate.rows(len(turns), top, slate.BOTTOM - slate.MARGIN, tallest=100)
    for row, turn in zip(shown, turns, strict=True):
        slate.draw_number(canvas, row)
        slate.draw_square(canvas, turn.feedback, pegs, row)
        for x, symbol in zip(slate.seats(pegs, FOR_TURNS), turn.guess, strict=True):
            canvas.peg(symbol, x, row.middle, slate.pitch(pegs, FOR_TURNS) * 0.78)
