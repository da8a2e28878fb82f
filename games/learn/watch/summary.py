"""The result of a watched game, compared with the other strategies."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from time import monotonic
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import LARGE, SMALL
from games.catalog.strategies import is_quick, title, watchable
from games.models import Codebreaker, Watch
from games.web.traffic.calculator import expensive
from games.web.traffic.gate import ComeBack
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.strategies.roster import strategy_named
from solver.study.evaluate import Evaluation, evaluate
from solver.study.play import play

COMPARED_IN = 0.3  # seconds for playing the other strategies' games


class ComparedStrategy(NamedTuple):
    strategy: str
    title: str
    guesses: int


@dataclass(frozen=True)
class Summary:
    """The summary at the end of a watched game."""

    headline: str
    records: Sequence[str]
    others: Sequence[ComparedStrategy]


def summary_of(watch: Watch, breakers: Sequence[Codebreaker]) -> Summary:
    """Return the headline, the records and the comparison of a finished game."""
    taken = {breaker.strategy: len(breaker.steps.all()) for breaker in breakers}
    records = [record_in_words(watch.variant, strategy) for strategy in taken]
    return Summary(
        headline=headline_of(taken),
        records=[record for record in records if record],
        others=comparisons(watch, [name for name in watchable() if name not in taken]),
    )


def headline_of(taken: dict[str, int]) -> str:
    """Return a sentence on which strategy broke the code, and in how many guesses.

    >>> headline_of({"knuth": 5}), headline_of({"knuth": 5, "most-parts": 4})
    ('Knuth broke the code in 5 guesses', 'Kooi was first: 4 guesses, Knuth took 5')
    """
    (first, least), *rest = sorted(taken.items(), key=lambda one: one[1])
    names = {"first": title(first), "guesses": wording.guesses(least)}
    if not rest:
        return _("%(first)s broke the code in %(guesses)s") % names
    [(second, most)] = rest
    names |= {"second": title(second), "most": wording.number(most)}
    if least == most:
        return _("A tie: %(first)s and %(second)s both took %(guesses)s") % names
    return _("%(first)s was first: %(guesses)s, %(second)s took %(most)s") % names


def record_in_words(variant: Variant, strategy: str) -> str:
    """Return a sentence on all games of a strategy; empty if computing it takes too long."""
    try:
        record = known_record(variant, strategy)
    except ComeBack:
        record = None
    if record is None:
        return ""
    return _(
        "Over all %(codes)s, %(strategy)s takes %(mean)s guesses on average and never more"
        " than %(worst)d."
    ) % {
        "codes": wording.codes(record.codes),
        "strategy": title(strategy),
        "mean": wording.number(record.mean, decimals=3),
        "worst": record.worst,
    }


def comparisons(watch: Watch, strategies: Sequence[str]) -> list[ComparedStrategy]:
    """Return how many guesses other strategies need for this code.

    Only as many strategies are played as the time allows.
    """
    if watch.variant.size > LARGE:
        return []
    quick = [strategy for strategy in strategies if is_quick(watch.variant, strategy)]
    found: list[ComparedStrategy] = []
    deadline = monotonic() + COMPARED_IN
    with suppress(ComeBack):
        for strategy in takewhile(lambda _: monotonic() < deadline, quick):
            guesses = guesses_for(watch.variant, watch.secret, strategy)
            found.append(ComparedStrategy(strategy, title(strategy), guesses))
    return found


@expensive(keep=64)
def known_record(variant: Variant, strategy: str) -> Evaluation | None:
    """Return a strategy's result over all codes of a board; None if computing it takes long."""
    if variant.size > SMALL or not is_quick(variant, strategy):
        return None
    return evaluate(variant, strategy)


@expensive(keep=2048, beyond=SMALL)
def guesses_for(variant: Variant, secret: Code, strategy: str) -> int:
    start = position_after(variant, ())
    return sum(1 for _ in play(strategy_named(strategy), secret, start))
