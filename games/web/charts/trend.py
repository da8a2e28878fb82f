"""Line charts of numbers over time, which are also given as sentences and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from games import wording

WINDOW = 20  # each point of the line is the mean of this many games
POINTS = 120  # maximum number of points of a line
ROWS = 10  # maximum number of rows of the table
WIDTH, HEIGHT = 600, 160  # size of the drawing


def moving_means(values: Sequence[int]) -> list[float]:
    """Return, for each value, the mean of it and of up to WINDOW - 1 values before it.

    >>> moving_means([4, 6])
    [4.0, 5.0]
    """
    totals = [0, *accumulate(values)]
    return [
        (totals[end] - totals[max(0, end - WINDOW)]) / min(end, WINDOW)
        for end in range(1, len(totals))
    ]


def even_indexes(count: int, most: int) -> list[int]:
    """Return at most ``most`` evenly spread indexes from 0 to count - 1.

    The first and the last index are always among them.

    >>> even_indexes(5, 9), even_indexes(9, 3)
    ([0, 1, 2, 3, 4], [0, 4, 8])
    """
    if count <= most:
        return list(range(count))
    return [round(step * (count - 1) / (most - 1)) for step in range(most)]


@dataclass(frozen=True)
class Trend:
    """A line chart of a moving mean over games; the vertical axis is from ``low`` to ``high``."""

    name: str
    values: Sequence[float]
    low: float
    high: float
    digits: int = 0

    @property
    def path(self) -> str:
        """The path that draws the line; y runs downwards."""
        last = max(1, len(self.values) - 1)
        return "M" + "L".join(
            f"{WIDTH * place / last:.1f} {self.height_of(self.values[place]):.1f}"
            for place in even_indexes(len(self.values), POINTS)
        )

    def height_of(self, value: float) -> float:
        """Return the y of a value in the drawing."""
        return HEIGHT * (self.high - value) / (self.high - self.low)

    @property
    def sentence(self) -> str:
        """The line as a sentence.

        >>> Trend("Skill", [70, 90, 80], low=0, high=99).sentence
        'Skill: 70 at first, 80 now, between 70 and 90.'
        """
        return _("%(name)s: %(first)s at first, %(last)s now, between %(least)s and %(most)s.") % {
            "name": self.name,
            "first": self.figure(self.values[0]),
            "last": self.figure(self.values[-1]),
            "least": self.figure(min(self.values)),
            "most": self.figure(max(self.values)),
        }

    def figure(self, value: float) -> str:
        return wording.number(value, self.digits)

    @property
    def rows(self) -> list[tuple[int, str]]:
        """Some points of the line: the number of the game, and the value at that game."""
        places = even_indexes(len(self.values), ROWS)
        return [(place + 1, self.figure(self.values[place])) for place in places]
