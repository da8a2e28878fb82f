"""The track below a watched game: a mark for each possible guess.

All tracks begin with the same length, so a track does not reveal how long its game is. It grows
only when the game reaches a step beyond its end.
"""

from typing import NamedTuple

from django.utils.translation import gettext as _

MARKS = 10  # most games end within this many guesses
FAR = 999  # greater than the number of any step


class Mark(NamedTuple):
    """A place on the track: before, at or after the current step.

    Once the end has been shown, places after it are not ``is_open``.
    """

    step: int
    is_here: bool
    is_passed: bool
    is_open: bool

    @property
    def label(self) -> str:
        """The label: "Start" or the number of the guess."""
        return _("Guess %(step)d") % {"step": self.step} if self.step else _("Start")


def length_of_track(step: int) -> int:
    """Return the number of the last mark on the track while ``step`` is shown.

    >>> length_of_track(3), length_of_track(12)
    (10, 12)
    """
    return max(MARKS, step)


def marks_at(step: int, *, is_end: bool) -> list[Mark]:
    """Return the marks of the track while ``step`` is shown.

    >>> [mark.step for mark in marks_at(9, is_end=True) if not mark.is_open]
    [10]
    """
    return [
        Mark(place, place == step, place < step, place <= step or not is_end)
        for place in range(length_of_track(step) + 1)
    ]
