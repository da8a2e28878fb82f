"""Compare two strategies: which strategy needs fewer guesses for which codes."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.strategies import RANDOM, keeps_its_promise, title, watchable
from games.learn.lab.boards import NamedBoard
from games.learn.lab.tasks import can_be_played
from games.learn.lab.work import playable
from solver.rule.codes import Code
from solver.study.results import Lengths, kept_results

# The page lists at most this many codes, which have the largest differences.
DIFFERING_LISTED = 12


class Outcome(NamedTuple):
    """The number of games with one outcome; ``percent`` is its share of all games, for a bar."""

    label: str
    games: int
    percent: str
    x: float
    width: float


@dataclass(frozen=True)
class HeadToHead:
    board: NamedBoard
    one: str
    other: str

    @cached_property
    def missing(self) -> list[str]:
        """The strategies of this comparison that were not played on this board."""
        played = self.board.results.strategies if self.board.results else {}
        return [name for name in dict.fromkeys((self.one, self.other)) if name not in played]

    @property
    def why_not(self) -> str:
        """A sentence on why this board has no comparison of the two strategies."""
        variant = self.board.variant
        if unproven := [name for name in self.missing if not keeps_its_promise(variant, name)]:
            only = _(
                "%(title)s is compared only if its tree is proven, and for this game size it is"
                " not."
            )
            return only % {"title": title(unproven[0])}
        missing = _("Not yet played in this game size: %(titles)s.")
        return missing % {"titles": wording.list_in_words([title(name) for name in self.missing])}

    @property
    def can_be_asked(self) -> bool:
        """Whether visitors can ask to play the missing strategies."""
        variant = self.board.variant
        can_be = can_be_played(variant) and not kept_results(variant)
        return can_be and set(self.missing) <= set(playable(variant))

    @property
    def titles(self) -> tuple[str, str]:
        return title(self.one), title(self.other)

    @cached_property
    def lengths(self) -> tuple[Lengths, Lengths]:
        """For each of the two strategies, the number of guesses that it needs for each code."""
        one, other = (self.board.lengths(name) for name in (self.one, self.other))
        assert one is not None  # noqa: S101 - asked only where nothing is missing
        assert other is not None  # noqa: S101
        return one.astype(np.int16), other.astype(np.int16)

    @cached_property
    def gaps(self) -> Lengths:
        """For each code, how many more guesses the second strategy needs than the first."""
        one, other = self.lengths
        gaps: Lengths = other - one
        return gaps

    @property
    def shares(self) -> list[Outcome]:
        """Wins, ties and losses of the first strategy, as parts of one bar."""
        counts = [int(count) for count in ((self.gaps > 0).sum(), 0, (self.gaps < 0).sum())]
        counts[1] = len(self.gaps) - sum(counts)
        labels = (self.titles[0], _("Tie"), self.titles[1])
        shares, x = [], 0.0
        for label, count in zip(labels, counts, strict=True):
            width = 100 * count / len(self.gaps)
            shares.append(Outcome(label, count, wording.number(width, decimals=1), x, width))
            x += width
        return shares

    @property
    def verdict(self) -> str:
        """A sentence that says which strategy needs fewer guesses."""
        saved = int(self.gaps.sum())
        ahead, behind = self.titles if saved >= 0 else self.titles[::-1]
        codes = wording.codes(len(self.gaps))
        if not saved:
            return _("Over %(codes)s, both need the same number of guesses.") % {"codes": codes}
        return ngettext(
            "Over %(codes)s, %(ahead)s needs %(saved)s fewer guess than %(behind)s.",
            "Over %(codes)s, %(ahead)s needs %(saved)s fewer guesses than %(behind)s.",
            abs(saved),
        ) % {"codes": codes, "ahead": ahead, "behind": behind, "saved": wording.number(abs(saved))}

    @cached_property
    def differing(self) -> list[tuple[Code, int, int]]:
        """The codes on which the two numbers of guesses differ most, with these numbers."""
        order = np.argsort(-np.abs(self.gaps), kind="stable")[:DIFFERING_LISTED]
        order = order[self.gaps[order] != 0]
        one, other = self.lengths
        places = order.tolist()
        return [
            (code, int(one[place]), int(other[place]))
            for code, place in zip(self.board.codes(places), places, strict=True)
        ]

    @property
    def can_race(self) -> bool:
        """Whether the two strategies can race; Random cannot, because its games differ."""
        names = {self.one, self.other}
        return names <= watchable().keys() and RANDOM not in names
