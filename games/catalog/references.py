"""Results of strategies over all codes; players compare their own results with these.

``lengths[n - 1]`` codes are broken in n guesses. Numbers without a source are from ``manage.py
evaluate``; a test computes them again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from games.catalog.rules import Rules
from solver.rule.codes import Code, Variant
from solver.rule.feedback import possible_feedbacks
from solver.study.chances import chance_of_total
from solver.study.results import kept_results


@dataclass(frozen=True)
class Reference:
    """A strategy's result over every code of a board."""

    name: str | Promise
    lengths: tuple[int, ...]
    source: str | Promise

    @property
    def codes(self) -> int:
        return sum(self.lengths)

    @cached_property
    def mean(self) -> float:
        total = sum(guesses * codes for guesses, codes in enumerate(self.lengths, start=1))
        return total / self.codes

    @property
    def best(self) -> int:
        """The number of guesses in the shortest game."""
        return next(guesses for guesses, codes in enumerate(self.lengths, start=1) if codes)


ENGINE = _("played against every code by this engine")
PROOF = _("proven by this engine’s own search")
SEARCH = _("found by this engine’s own search")
OPTIMUM = _("Optimal play")  # the strategy with the best possible average
ONE_IN_A_MILLION = 1e-6

# On each board, the best strategy comes first.
REFERENCES: dict[Variant, tuple[Reference, ...]] = {
    Variant(4, 6): (
        Reference(OPTIMUM, (1, 8, 86, 656, 544, 1), _("proven by Koyama and Lai, 1993")),
        Reference(_("Knuth’s strategy"), (1, 6, 62, 533, 694), _("Knuth, 1977")),
    ),
    Variant(3, 6): (
        Reference(OPTIMUM, (1, 4, 37, 136, 38), PROOF),
        Reference(_("Knuth’s strategy"), (1, 2, 37, 122, 54), ENGINE),
    ),
    Variant(4, 10, repeats=False): (
        Reference(OPTIMUM, (1, 7, 62, 689, 2438, 1774, 69), PROOF),
        Reference(_("Knuth’s strategy"), (1, 3, 44, 515, 2124, 2151, 202), ENGINE),
    ),
    Variant(5, 8): (
        Reference(_("The shortest tree known"), (1, 8, 132, 2060, 14486, 15226, 854, 1), SEARCH),
        Reference(_("The weighted strategy"), (1, 7, 112, 1647, 13481, 16587, 933), ENGINE),
        Reference(_("Knuth’s strategy"), (1, 5, 79, 1376, 11371, 18193, 1743), ENGINE),
    ),
}

# These references are for hard mode, in which every guess must be a possible code.
HARD_REFERENCES: dict[Variant, tuple[Reference, ...]] = {
    Variant(4, 6): (Reference(OPTIMUM, (1, 13, 114, 560, 597, 11), PROOF),),
    Variant(3, 6): (Reference(OPTIMUM, (1, 8, 40, 111, 53, 3), PROOF),),
    Variant(4, 10, repeats=False): (Reference(OPTIMUM, (1, 13, 109, 638, 2104, 1963, 212), PROOF),),
}


# In hard mode, the minimum total of guesses after each first guess. Two programs found each but
# the last two (docs/optimum.md). On 5x8 only one first guess was searched to the end.
_PROVEN = """
    3x6 123 864 112 886 111 980
    4x5 1123 2476 1122 2500 1234 2557 1112 2557 1111 2819
    4x6 1123 5660 1234 5743 1122 5752 1112 5848 1111 6359
    4x10-no-repeats 1234 26688
    5x4 11223 3982 11123 3994 11122 4023 11234 4062 11112 4162 11111 4629
    5x5 11223 13572 11123 13690 11122 13705 11234 13761 11112 14180 12345 14354 11111 15460
    4x7 1123 11362 1234 11426 1122 11586 1112 11765 1111 12744
    4x8 1123 20838 1234 20839 1122 21345 1112 21639 1111 23213
    4x9 1234 35426 1123 35646 1122 36613 1112 37026 1111 39547
    4x10 1234 57093 1123 57728 1122 59487 1112 60050 1111 63586
    5x6 11223 36920 11234 37171 11123 37230 11122 37428 12345 38057 11112 38443 11111 41525
    5x7 11223 86270 11234 86594 11123 87138 11122 87622 12345 87722 11112 89795 11111 96211
    5x8 11223 179929
"""
HARD_TOTALS: dict[Variant, dict[Code, int]] = {
    Variant.named(board): dict(zip(words[::2], map(int, words[1::2]), strict=True))
    for board, *words in map(str.split, _PROVEN.strip().splitlines())
}


def references_for(variant: Variant) -> tuple[Reference, ...]:
    return REFERENCES.get(variant, ())


def yardsticks(rules: Rules, is_hard: bool = False) -> tuple[Reference, ...]:
    """Return the strategies that win within the guess limit, with or without hard mode."""
    known = HARD_REFERENCES.get(rules.variant, ()) if is_hard else references_for(rules.variant)
    return tuple(one for one in known if len(one.lengths) <= rules.limit)


@lru_cache(maxsize=128)
def best_play(rules: Rules) -> Sequence[int]:
    """Return how many codes the best known play breaks in 1, 2, … guesses.

    These are the results of a proven strategy if it always wins within the guess limit. If not,
    another strategy may win more games, so the numbers are bounds that no strategy can exceed.
    """
    known = [reference.lengths for reference in references_for(rules.variant)[:1]]
    kept = kept_results(rules.variant)
    optimum = kept.strategies.get("optimal") if kept and kept.is_whole else None
    if optimum and optimum.proven:
        longest = max(optimum.distribution)
        known.append(tuple(optimum.distribution.get(n, 0) for n in range(1, longest + 1)))
    fitting = (lengths for lengths in known if len(lengths) <= rules.limit)
    return next(fitting, None) or beyond_any_strategy(rules)


def beyond_any_strategy(rules: Rules) -> Sequence[int]:
    """Return the maximum number of codes that a strategy can break in 1, 2, … guesses.

    The first guess breaks one code. There is at most one second guess per answer (except the win),
    at most one third guess per answer to a second guess, and so on; each guess breaks one code. An
    unsolved game counts as one guess more than the limit.

    >>> from solver.rule.codes import Variant
    >>> beyond_any_strategy(Rules(Variant(4, 6), limit=10))
    [1, 13, 169, 1113]
    """
    answers = len(possible_feedbacks(rules.variant.pegs)) - 1
    lengths: list[int] = []
    left = rules.variant.size
    while left > 0:
        is_lost = len(lengths) == rules.limit
        lengths.append(left if is_lost else min(left, answers ** len(lengths)))
        left -= lengths[-1]
    return lengths


def is_beyond_reach(rules: Rules, games: int, total: int) -> bool:
    """Return whether even a perfect player would almost never reach such a small total.

    This holds if fewer than one in a million perfect players would need at most ``total`` guesses
    in this number of games.
    """
    lengths = best_play(rules)
    expected = sum(guesses * codes for guesses, codes in enumerate(lengths, start=1)) / sum(lengths)
    return total < games * expected and chance_of_total(lengths, games, total) < ONE_IN_A_MILLION
