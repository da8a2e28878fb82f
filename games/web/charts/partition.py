"""Charts of how a guess divides the codes: how many codes give each answer.

A chart is stretched to fill its place on a page, so its units are arbitrary.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from solver.rule.feedback import Feedback, numbered_feedbacks, possible_feedbacks

LENGTH = 100  # length of the longest bar; every bar is 1 thick
STEP, WIDTH, HEIGHT = 20, 16, 56  # distance, width and height of the columns
GAP, MARK = 4, 4  # height of a gap and of the mark of the actual answer, both below the columns


class AnswerBar(NamedTuple):
    """An answer and its number of codes; ``came`` marks the actual answer."""

    answer: Feedback
    size: int
    path: str
    came: bool


@dataclass(frozen=True)
class PartitionChart:
    """A bar chart of a partition, the largest group first.

    ``came`` is the actual answer, whose bar is always drawn, or None. Of the other bars, only the
    ``most`` largest are drawn.
    """

    sizes: Mapping[Feedback, int]
    came: Feedback | None = None
    is_exact: bool = True
    most: int | None = None
    box = f"0 0 {LENGTH} 1"  # ``viewBox`` of the drawing of one bar

    @cached_property
    def bars(self) -> list[AnswerBar]:
        largest = max(self.sizes.values())
        return [
            AnswerBar(answer, size, f"M0 0H{LENGTH * size / largest:.1f}V1H0z", answer == self.came)
            for answer, size in self._choose_bars()
        ]

    @property
    def more(self) -> int:
        """The number of smaller groups that are not drawn."""
        return len(self.sizes) - len(self.bars)

    @property
    def sentence(self) -> str:
        """The chart as a sentence.

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

    def _choose_bars(self) -> Iterator[tuple[Feedback, int]]:
        parts = sorted(self.sizes.items(), key=lambda part: (-part[1], part[0]))
        for place, (answer, size) in enumerate(parts):
            if self.most is None or place < self.most or answer == self.came:
                yield answer, size


@dataclass(frozen=True)
class PartitionColumns:
    """A small chart with a column for each possible answer on boards with this many pegs.

    The columns are always in the same order: answers with the fewest pegs first. Charts to be
    compared share a ``scale``, the number of codes of the highest column.
    """

    chart: PartitionChart
    pegs: int
    scale: int = 0
    height = HEIGHT + GAP + MARK  # height of the drawing, both in its own units and on the page

    @property
    def box(self) -> str:
        return f"0 0 {STEP * len(self._paths)} {self.height}"

    @property
    def path(self) -> str:
        """The path of all columns except that of the actual answer."""
        return "".join(path for answer, path in self._paths.items() if answer != self.chart.came)

    @property
    def came(self) -> str:
        """The path of the actual answer's column, with a mark below it."""
        if self.chart.came is None:
            return ""
        return f"{self._paths[self.chart.came]}m0 {GAP}h{WIDTH}v{MARK}h-{WIDTH}z"

    @cached_property
    def _paths(self) -> dict[Feedback, str]:
        """The column of each answer; an answer that no code gives gets a flat line."""
        possible = possible_feedbacks(self.pegs)
        largest = max(self.scale, *self.chart.sizes.values())
        answers = [answer for answer in numbered_feedbacks(self.pegs) if answer in possible]
        sizes = [self.chart.sizes.get(answer, 0) for answer in answers]
        heights = [max(1 + (size > 0), round(HEIGHT * size / largest)) for size in sizes]
        return {
            answer: f"M{STEP * place} {HEIGHT}v-{height}h{WIDTH}v{height}z"
            for place, (answer, height) in enumerate(zip(answers, heights, strict=True))
        }
