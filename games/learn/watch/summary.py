"""The result of a watched game, compared with the other strategies."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from time import monotonic

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
from solver.study.play import play
from solver.study.results import kept_results

COMPARED_IN = 0.3  # seconds for playing the other strategies' games


@dataclass(frozen=True)
class Summary:
    """The summary at the end of a watched game; ``others`` are guesses by title of a strategy."""

    headline: str
    records: Sequence[str]
    others: dict[str, int]


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
    """Return a sentence on all games of a strategy; empty if they are unknown or random."""
    kept = kept_results(variant)
    if not (kept and kept.is_whole and strategy in kept.strategies and is_quick(variant, strategy)):
        return ""
    record = kept.strategies[strategy]
    return _(
        "Over all %(codes)s, %(strategy)s takes %(mean)s guesses on average and never more"
        " than %(worst)d."
    ) % {
        "codes": wording.codes(record.codes),
        "strategy": title(strategy),
        "mean": wording.number(record.mean, decimals=3),
        "worst": record.worst,
    }


def comparisons(watch: Watch, strategies: Sequence[str]) -> dict[str, int]:
    """Return how many guesses other strategies need for this code.

    Only as many strategies are played as the time allows.
    """
    found: dict[str, int] = {}
    if watch.variant.size > LARGE:
        return found
    quick = [strategy for strategy in strategies if is_quick(watch.variant, strategy)]
    deadline = monotonic() + COMPARED_IN
    with suppress(ComeBack):
        for strategy in takewhile(lambda _: monotonic() < deadline, quick):
            found[title(strategy)] = guesses_for(watch.variant, watch.secret, strategy)
    return found


@expensive(keep=2048, beyond=SMALL)
def guesses_for(variant: Variant, secret: Code, strategy: str) -> int:
    start = position_after(variant, ())
    return sum(1 for _ in play(strategy_named(strategy), secret, start))
