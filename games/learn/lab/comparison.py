"""A table of all strategies on one board, for the first page of the lab."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _

from games import wording
from games.catalog.cards import CARDS, Published, StrategyCard
from games.catalog.rules import Rules
from games.web.charts.lengths import LengthColumns, Scale
from solver.rule.codes import Variant
from solver.study.evaluate import Evaluation
from solver.study.results import BoardResults

DOWN = "down"  # value of ``order`` in a URL for descending order


@dataclass(frozen=True)
class Result:
    """What a strategy needs for all codes of a board, or for a sample of them."""

    found: Evaluation
    scale: Scale
    is_sampled: bool

    @property
    def mean(self) -> str:
        """The average number of guesses, with its error if only a sample was played.

        >>> Result(Evaluation("1122", {4: 50, 5: 50}, seconds=1), Scale(5, 50), True).mean
        '4.50 ± 0.05'
        """
        mean, error = self.found.mean, self.found.standard_error
        if self.is_sampled and error is not None:
            return f"{wording.number(mean, decimals=2)} ± {wording.number(error, decimals=2)}"
        return wording.number(mean, decimals=4)

    @property
    def columns(self) -> LengthColumns:
        return LengthColumns(self.found.distribution, self.scale)


@dataclass(frozen=True)
class StrategyRow(Result):
    name: str
    is_classic: bool

    @property
    def card(self) -> StrategyCard:
        return CARDS[self.name]

    @property
    def published(self) -> Published | None:
        return self.card.published if self.is_classic else None

    @property
    def question(self) -> str:
        """The strategy's question, with a note if its claim is unproven for this size."""
        asked = str(self.card.question)
        if self.found.proven is False:  # the claim is false or unproven for this size
            return gettext("%(asked)s (not proven for this game size)") % {"asked": asked}
        return asked

    @property
    def shares(self) -> list[str]:
        """How many codes the strategy breaks in 1, 2, … guesses, in words."""
        found = (self.found.distribution.get(n + 1) for n in range(self.scale.columns))
        return ["" if codes is None else wording.number(codes) for codes in found]

    @property
    def is_reproduced(self) -> bool:
        return self.published is not None and self.published.total == self.found.total


class SortColumn(NamedTuple):
    key: str
    label: Any
    value: Callable[[StrategyRow], Any]


def early(row: StrategyRow) -> tuple[float, ...]:
    """Return the sort key of a distribution.

    It contains the share of codes that are unbroken after each guess, from the last guess to the
    first.
    """
    found = (row.found.distribution.get(n + 1, 0) for n in range(row.scale.columns))
    return tuple(1 - done / row.found.codes for done in accumulate(found))[::-1]


SORT_COLUMNS = (
    SortColumn("strategy", _("Strategy"), lambda row: str(row.card.title)),
    SortColumn("mean", _("Average"), lambda row: row.found.mean),
    SortColumn("total", _("Total guesses"), lambda row: row.found.total),
    SortColumn(
        "worst",
        _("At most"),
        lambda row: (row.found.worst, row.found.distribution[row.found.worst]),
    ),
    SortColumn("games", _("Games in 1, 2, … guesses"), early),
    SortColumn("first", _("First guess"), lambda row: row.found.first_guess),
)
SORTED_BY = {column.key: column.value for column in SORT_COLUMNS}
BY_MEAN = "mean"


class Head(NamedTuple):
    """The head of a column: its label, the query string that sorts by it, and its current order."""

    key: str
    label: Any
    query: str
    order: str  # a value of ``aria-sort``: ``ascending``, ``descending`` or ``none``


@dataclass(frozen=True)
class Comparison:
    """The results of all strategies for a game size, sorted by a column."""

    rules: Rules
    results: BoardResults = field(compare=False)
    by: str = BY_MEAN
    order: str = ""

    @property
    def is_sampled(self) -> bool:
        return not self.results.is_whole

    @cached_property
    def scale(self) -> Scale:
        return Scale.over([one.distribution for one in self.results.strategies.values()])

    @cached_property
    def rows(self) -> list[StrategyRow]:
        """The strategies, sorted by the chosen column, then in the order of the cards."""
        is_classic = self.rules.variant == Variant()
        rows = [
            StrategyRow(found, self.scale, self.is_sampled, name, is_classic)
            for name, found in self.results.strategies.items()
            if name in CARDS
        ]
        by_mean = sorted(rows, key=SORTED_BY[BY_MEAN])
        return sorted(by_mean, key=SORTED_BY[self.by], reverse=self.order == DOWN)

    @property
    def heads(self) -> Iterator[Head]:
        for key, label, _value in SORT_COLUMNS:
            is_here = key == self.by
            turned = is_here and self.order != DOWN
            sort = {"sort": key, "order": DOWN} if turned else {"sort": key}
            query = f"?{urlencode([*self.settings, *sort.items()])}"
            now = "descending" if self.order == DOWN else "ascending"
            yield Head(key, label, query, now if is_here else "none")

    @property
    def query(self) -> str:
        """The board and the current order as the query string at the end of a URL."""
        turned = {"order": self.order} if self.order else {}
        return f"?{urlencode([*self.settings, ('sort', self.by), *turned.items()])}"

    @property
    def settings(self) -> list[tuple[str, str]]:
        return self.rules.codes if self.rules.board else []

    @property
    def numbers(self) -> range:
        """The numbers 1, 2, … up to the largest number of guesses that any strategy needs."""
        return range(1, self.scale.columns + 1)

    @property
    def has_published(self) -> bool:
        return any(row.published for row in self.rows)

    @property
    def against(self) -> str:
        return wording.codes(self.results.games or self.rules.variant.size)
