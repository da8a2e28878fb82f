"""One strategy: how it works, how well it plays, and the codes it finds hardest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.cards import CARDS, StrategyCard
from games.catalog.rules import Rules
from games.learn.lab.boards import NamedBoard
from games.learn.lab.comparison import Result
from games.web.charts.lengths import Scale
from solver.rule.codes import Code
from solver.study.evaluate import Evaluation
from solver.study.results import kept_results

HARDEST_LISTED = 24  # number of codes in the list of the hardest codes


@dataclass(frozen=True)
class StrategyPage:
    name: str
    board: NamedBoard

    @property
    def card(self) -> StrategyCard:
        return CARDS[self.name]

    @property
    def boards(self) -> Iterator[tuple[Rules, Result]]:
        """The results on the presets, and on this board if they are known.

        Each result has its own scale.
        """
        for rules in self.board.choices:
            is_here = rules == self.board.rules
            results = self.board.results if is_here else kept_results(rules.variant)
            if results and (found := results.strategies.get(self.name)):
                scale = Scale.over([found.distribution])
                yield rules, Result(found, scale, not results.is_whole)

    @property
    def found(self) -> Evaluation | None:
        """The result on this board; None if it is unknown."""
        return self.board.results.strategies.get(self.name) if self.board.results else None

    @cached_property
    def hardest(self) -> Sequence[Code]:
        """Some of the codes for which the strategy needs the most guesses."""
        if self.found is None:
            return []
        lengths = self.board.lengths(self.name)
        return self.board.codes(
            np.flatnonzero(lengths == self.found.worst)[:HARDEST_LISTED].tolist()
        )

    @property
    def more_hard(self) -> int:
        """How many equally hard codes are not listed."""
        return self.found.distribution[self.found.worst] - len(self.hardest) if self.found else 0

    @property
    def hardest_in_words(self) -> str:
        """How many codes are hardest, and how many guesses they take, in words."""
        if self.found is None:
            return ""
        return _("%(codes)s with %(guesses)s") % {
            "codes": wording.codes(self.found.distribution[self.found.worst]),
            "guesses": wording.guesses(self.found.worst),
        }
