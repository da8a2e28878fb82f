"""The answers to a guess as a triangle, with their numbers of codes."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from solver.rule.feedback import Feedback, possible_feedbacks

LENGTH = 100  # length of the longest bar


class Corner(NamedTuple):
    """An answer, its number of codes, its bar, and a link if the game goes on.

    ``exists`` is false if no code can give the answer.
    """

    answer: Feedback
    size: int
    path: str
    exists: bool
    address: str
    is_longest: bool

    @property
    def figure(self) -> str:
        """The number of codes, short enough for a corner of the triangle."""
        return wording.short(self.size)

    @property
    def sentence(self) -> str:
        """A sentence on the answer, and on what comes next."""
        answer = f"{wording.in_words(self.answer)}: {wording.codes(self.size)}"
        return (
            _("%(answer)s, on the longest way") % {"answer": answer} if self.is_longest else answer
        )


@dataclass(frozen=True)
class Triangle:
    """The partition of a guess, as a triangle of answers.

    ``address_of`` returns the URL for an answer. The answers in ``longest``, which lead to the
    longest games, are marked.
    """

    sizes: Mapping[Feedback, int]
    pegs: int
    address_of: Callable[[Feedback], str]
    longest: Collection[Feedback] = ()
    box = f"0 0 {LENGTH} 1"  # ``viewBox`` of the drawing of a bar

    @property
    def rows(self) -> list[list[Corner]]:
        """The rows by number of black pegs, with a corner for each number of white pegs."""
        return [
            [self._corner(Feedback(black, white)) for white in range(self.pegs - black + 1)]
            for black in range(self.pegs + 1)
        ]

    @property
    def whites(self) -> range:
        return range(self.pegs + 1)

    def _corner(self, answer: Feedback) -> Corner:
        size, largest = self.sizes.get(answer, 0), max(self.sizes.values())
        path = f"M0 0H{LENGTH * size / largest:.1f}V1H0z" if size else ""
        exists, address = answer in possible_feedbacks(self.pegs), size and self.address_of(answer)
        is_longest = bool(address) and answer in self.longest
        return Corner(answer, size, path, exists, address or "", is_longest)
