"""How a guess splits the codes: how many are behind each answer, as bars and as columns.

Both drawings are stretched to fill their place on the page. Their units stand here alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from solver.rule.feedback import Feedback, numbered_feedbacks, possible_feedbacks

LENGTH = 100  # of the longest bar; all are 1 thick
STEP, WIDTH, HEIGHT = 20, 16, 56  # of the columns
GAP, MARK = 4, 4  # below the column of the answer that came


class AnswerBar(NamedTuple):
    """An answer and the codes behind it; ``path`` draws them, ``came`` says that it was given."""

    answer: Feedback
    size: int
    path: str
    came: bool


@dataclass(frozen=True)
class PartitionChart:
    """The partition of a guess as bars, the largest part first.

    ``came`` is the answer that was given, if there is one: its bar is drawn even where only the
    ``most`` largest are.
    """

    sizes: Mapping[Feedback, int]
    came: Feedback | None = None
    is_exact: bool = True
    most: int | None = None

    @property
    def box(self) -> str:
        """The size of the drawing of a bar."""
        return f"0 0 {LENGTH} 1"

    @cached_property
    def bars(self) -> list[AnswerBar]:
        """The answers that are drawn."""
        largest = max(self.sizes.values())
        return [
            AnswerBar(answer, size, f"M0 0H{LENGTH * size / largest:.1f}V1H0z", answer == self.came)
            for answer, size in self._drawn()
        ]

    @property
    def more(self) -> int:
        """How many of the smaller parts are left out."""
        return len(self.sizes) - len(self.bars)

    @property
    def sentence(self) -> str:
        """The chart in words.

        >>> PartitionChart({Feedback(0, 0): 4, Feedback(2, 0): 1}, came=Feedback(2, 0)).sentence
        '2 possible answers, with 1 to 4 codes. The answer was 2 black, 0 white.'
        >>> PartitionChart({Feedback(0, 0): 4}).sentence
        '1 possible answer, with 4 codes.'
        """
        answers = ngettext(
            "%(count)d possible answer, with %(codes)s.",
            "%(count)d possible answers, with %(least)s to %(codes)s.",
            len(self.sizes),
        ) % {
            "count": len(self.sizes),
            "least": wording.number(min(self.sizes.values())),
            "codes": wording.codes(max(self.sizes.values())),
        }
        if self.came is None:
            return answers
        return (
            f"{answers} {_('The answer was %(answer)s.') % {'answer': wording.in_words(self.came)}}"
        )

    def _drawn(self) -> Iterator[tuple[Feedback, int]]:
        parts = sorted(self.sizes.items(), key=lambda part: (-part[1], part[0]))
        for place, (answer, size) in enumerate(parts):
            if self.most is None or place < self.most or answer == self.came:
                yield answer, size


@dataclass(frozen=True)
class PartitionColumns:
    """The same at a glance: a column for every answer that is possible with this many pegs.

    Answers with the fewest pegs come first, whatever the guess. Drawings to compare share a
    ``scale``: the codes behind their highest column.
    """

    chart: PartitionChart
    pegs: int
    scale: int = 0

    @property
    def box(self) -> str:
        """The size of the drawing."""
        return f"0 0 {STEP * len(self._paths)} {self.height}"

    @property
    def height(self) -> int:
        """How high the drawing is, on the page too."""
        return HEIGHT + GAP + MARK

    @property
    def path(self) -> str:
        """The columns of the answers that did not come."""
        return "".join(path for answer, path in self._paths.items() if answer != self.chart.came)

    @property
    def came(self) -> str:
        """The column of the answer that came, with a mark below it."""
        if self.chart.came is None:
            return ""
        return f"{self._paths[self.chart.came]}m0 {GAP}h{WIDTH}v{MARK}h-{WIDTH}z"

    @cached_property
    def _paths(self) -> dict[Feedback, str]:
        """The answers with their columns: a line if no code gives the answer, else a column."""
        possible = possible_feedbacks(self.pegs)
        largest = max(self.scale, *self.chart.sizes.values())
        answers = [answer for answer in numbered_feedbacks(self.pegs) if answer in possible]
        sizes = [self.chart.sizes.get(answer, 0) for answer in answers]
        heights = [max(1 + (size > 0), round(HEIGHT * size / largest)) for size in sizes]
        return {
            answer: f"M{STEP * place} {HEIGHT}v-{height}h{WIDTH}v{height}z"
            for place, (answer, height) in enumerate(zip(answers, heights, strict=True))
        }
