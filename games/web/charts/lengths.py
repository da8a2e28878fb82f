"""A column chart of how many codes a strategy breaks in 1, 2, … guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording

STEP, WIDTH, HEIGHT = 20, 18, 40


class Scale(NamedTuple):
    columns: int
    share: float

    @classmethod
    def over(cls, distributions: list[Mapping[int, int]]) -> Scale:
        """Return a scale for comparing all these distributions."""
        shares = [max(one.values()) / sum(one.values()) for one in distributions]
        return cls(max(max(one) for one in distributions), max(shares))


@dataclass(frozen=True)
class LengthColumns:
    """A chart with a column for each number of guesses on the scale."""

    distribution: Mapping[int, int]
    scale: Scale

    @property
    def box(self) -> str:
        return f"0 0 {STEP * self.scale.columns} {HEIGHT}"

    @property
    def path(self) -> str:
        """The path of the columns; even a column of one code is visible."""
        codes = sum(self.distribution.values())
        full = {n: size / codes / self.scale.share for n, size in self.distribution.items()}
        return "".join(
            f"M{STEP * (guesses - 1)} {HEIGHT}v-{max(2, round(HEIGHT * share))}h{WIDTH}V{HEIGHT}z"
            for guesses, share in full.items()
        )

    @property
    def ground(self) -> str:
        """The base line of the columns, with gaps between them."""
        return "".join(f"M{STEP * place} {HEIGHT}h{WIDTH}" for place in range(self.scale.columns))

    @property
    def sentence(self) -> str:
        """A sentence that describes the chart.

        >>> LengthColumns({1: 1, 5: 1295}, Scale(6, 1)).sentence
        '1 code in 1 guess, 1,295 codes in 5 guesses'
        """
        return ", ".join(
            _("%(codes)s in %(guesses)s")
            % {"codes": wording.codes(size), "guesses": wording.guesses(guesses)}
            for guesses, size in self.distribution.items()
        )
