"""Two strategies against each other: who breaks which codes sooner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.catalog.strategies import NOT_TO_WATCH, RANDOM, title
from games.charts.heat import Cell, degree_of
from games.lab.boards import Board
from solver.codes import Code
from solver.evaluate import Evaluation
from solver.results import BoardResults, Lengths, codes_played, kept_lengths, kept_results

MOST_LISTED = 12  # codes on which they differ most


class Differing(NamedTuple):
    """A code, and the guesses that each of the two needs."""

    code: Code
    one: int
    other: int

    @property
    def sentence(self) -> str:
        """The code and both numbers, in words."""
        return _("%(code)s: %(one)d against %(other)d guesses") % self._asdict()


class Share(NamedTuple):
    """How many games end in one way, and their bar; ``percent`` is of all games."""

    label: str
    games: int
    percent: str
    x: float
    width: float


@dataclass(frozen=True)
class HeadToHead:
    """Two strategies over all codes that were played on a board."""

    board: Board
    one: str
    other: str

    @cached_property
    def results(self) -> BoardResults | None:
        return kept_results(self.board.variant)

    @property
    def is_known(self) -> bool:
        """Whether both were played out on this board."""
        known = self.results.strategies if self.results else {}
        return self.one in known and self.other in known

    @property
    def titles(self) -> tuple[str, str]:
        return title(self.one), title(self.other)

    @property
    def evaluations(self) -> tuple[Evaluation, Evaluation]:
        assert self.results is not None  # noqa: S101 - asked only of what is known
        return self.results.strategies[self.one], self.results.strategies[self.other]

    @cached_property
    def lengths(self) -> tuple[Lengths, Lengths]:
        """The guesses that each needs, code by code."""
        kept = kept_lengths(self.board.variant)
        return kept[self.one].astype(np.int16), kept[self.other].astype(np.int16)

    @cached_property
    def gaps(self) -> Lengths:
        """How many guesses more the other one needs, code by code."""
        one, other = self.lengths
        gaps: Lengths = other - one
        return gaps

    @property
    def shares(self) -> list[Share]:
        """Wins, ties and losses of the first one, as parts of one bar."""
        counts = [int(count) for count in ((self.gaps > 0).sum(), 0, (self.gaps < 0).sum())]
        counts[1] = len(self.gaps) - sum(counts)
        labels = (self.titles[0], _("tie"), self.titles[1])
        shares, x = [], 0.0
        for label, count in zip(labels, counts, strict=True):
            width = 100 * count / len(self.gaps)
            shares.append(Share(label, count, f"{width:.1f}", x, width))
            x += width
        return shares

    @property
    def verdict(self) -> str:
        """Who is ahead, in a sentence."""
        saved = int(self.gaps.sum())
        ahead, behind = self.titles if saved >= 0 else self.titles[::-1]
        codes = wording.codes(len(self.gaps))
        if not saved:
            return _("Over %(codes)s both need the same number of guesses.") % {"codes": codes}
        return ngettext(
            "Over %(codes)s %(ahead)s needs %(saved)s guess fewer than %(behind)s.",
            "Over %(codes)s %(ahead)s needs %(saved)s guesses fewer than %(behind)s.",
            abs(saved),
        ) % {
            "codes": codes,
            "ahead": ahead,
            "behind": behind,
            "saved": wording.number(abs(saved)),
        }

    @property
    def numbers(self) -> range:
        """The numbers of guesses of the longer of the two."""
        return range(1, max(int(side.max()) for side in self.lengths) + 1)

    @property
    def matrix(self) -> list[list[Cell]]:
        """How many codes take the one so many guesses, and the other so many."""
        one, other = self.lengths
        size = len(self.numbers)
        counts = np.zeros((size, size), dtype=int)
        np.add.at(counts, (one - 1, other - 1), 1)
        most = counts.max()
        return [
            [Cell(wording.number(n) if n else "", degree_of(n / most)) for n in row]
            for row in counts.tolist()
        ]

    @cached_property
    def differing(self) -> list[Differing]:
        """The codes on which they differ most."""
        kept = self.results
        codes = codes_played(self.board.variant, kept.games if kept else None)
        order = np.argsort(-np.abs(self.gaps), kind="stable")[:MOST_LISTED]
        order = order[self.gaps[order] != 0]
        one, other = self.lengths
        texts = self.board.variant.texts(codes.digits[order])
        return [
            Differing(text, int(one[place]), int(other[place]))
            for text, place in zip(texts, order.tolist(), strict=True)
        ]

    @property
    def can_race(self) -> bool:
        """Whether people may watch both: a random player plays other games then."""
        return not {self.one, self.other} & {*NOT_TO_WATCH, RANDOM}
