"""The shortest argument for a fact, and the argument that no code fits.

For people, suppositions are the hardest part of an argument, then many rows, then many steps. So
the search tries the rules alone, then the opposite of the fact as a supposition, then everything
that suppositions find. Each time it minimizes first the number of rows, then the number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

from solver.deduction.arguments import (
    ArgumentStep,
    Conclusion,
    DeadEnd,
    Refutation,
    Writer,
    steps_to,
)
from solver.deduction.deduce import DEEPEST, WORK, common, conclusions, stages
from solver.deduction.facts import Bits, Fact, each
from solver.deduction.origins import Origins
from solver.deduction.reasoning import Reasoning
from solver.deduction.shortest import Ways
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn
from solver.rule.history import HistoryLike

MOST_TRIED = 256  # for each number of rows, at most this many choices of rows are tried
MOST_CHOICES = 12  # if several choices of rows suffice, the steps of at most this many are compared


@dataclass(frozen=True)
class Clash:
    """The reason why no code fits: steps to a dead end without a supposition."""

    steps: tuple[ArgumentStep, ...]
    end: DeadEnd


def explain_fact(
    variant: Variant, history: HistoryLike, fact: Fact, work: int = WORK
) -> tuple[ArgumentStep, ...]:
    """Return the argument for a fact; empty if the fact does not follow.

    Its last step is the fact. It has as few suppositions as possible (nested only if necessary),
    then few rows, then few steps. Raises ``Contradiction`` if no code fits.

    >>> from solver.deduction.facts import Placed
    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "4244:2,0 3644:1,0 1241:1,2")
    >>> why = explain_fact(Variant(), history, Placed(1, "1", holds=False))
    >>> [(str(step.rule), step.rests_on) for step in why]
    [('keys_found', ()), ('keys_needed', (1,)), ('no_white', (2,)), ('blacks_found', (3,))]
    """
    position = position_after(variant, history)
    reasoning = Reasoning(variant, position.history, work)
    true = common(position, reasoning.claims)
    bits = reasoning.claims.bits_of(fact)
    if bits & ~true:
        return ()
    found = [_conclusion(reasoning, bit, true, len(position.history)) for bit in each(bits)]
    return steps_to(reasoning.claims, *filter(None, found)) if all(found) else ()


def explain_contradiction(
    variant: Variant, history: Sequence[Turn], work: int = WORK
) -> Clash | None:
    """Return why no code fits a history; None if a code fits or no argument was found.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "1155:0,0 1222:1,0 2533:1,0")
    >>> clash = explain_contradiction(Variant(), history)
    >>> len(clash.steps), str(clash.end.rule), clash.end.looks_at
    (6, 'no_white', (2,))
    """
    reasoning = Reasoning(variant, history, work)
    if not reasoning.conclude().dead_end:
        return _clash(reasoning, _refutation(reasoning))
    choices = _fewest(reasoning, lambda some: bool(some.conclude().dead_end), len(history))
    clashes = (_clash(reasoning, Ways(some).refutation()) for some in choices)
    return min((clash for clash in clashes if clash), key=lambda clash: len(clash.steps))


def _conclusion(reasoning: Reasoning, bit: Bits, true: Bits, rows: int) -> Conclusion | None:
    """Return the conclusion that proves a claim in the easiest way, or None."""

    def follows(some: Reasoning) -> bool:
        return bool(some.conclude().known & bit)

    def is_refuted(some: Reasoning) -> bool:
        opposite = some.claims.opposite(bit)
        return bool(some.refute(some.conclude().known, opposite))

    if follows(reasoning):
        choices = _fewest(reasoning, follows, rows)
        return _shortest(reasoning, (Ways(some).to(bit) for some in choices))
    if is_refuted(reasoning):
        choices = _fewest(reasoning, is_refuted, rows)
        return _shortest(reasoning, (Ways(some).refute(bit) for some in choices))
    return _by_anything(reasoning, bit, true, rows)


def _fewest(
    reasoning: Reasoning, will_do: Callable[[Reasoning], bool], rows: int
) -> list[Reasoning]:
    """Return the smallest choices of rows that suffice; all rows together must suffice.

    Every choice has all necessary rows. If there are too many choices to try, rows are dropped one
    by one.
    """
    everything = range(1, rows + 1)

    def without(row: int) -> Reasoning:
        return reasoning.only(set(everything) - {row})

    required = [row for row in everything if not will_do(without(row))]
    others = [row for row in everything if row not in required]
    for count in range(len(others) + 1):
        if comb(len(others), count) > MOST_TRIED:
            return [_irreducible(reasoning, will_do, everything)]
        choices = (reasoning.only((*required, *some)) for some in combinations(others, count))
        if found := list(islice(filter(will_do, choices), MOST_CHOICES)):
            return found
    return [reasoning]


def _irreducible(
    reasoning: Reasoning, will_do: Callable[[Reasoning], bool], rows: Iterable[int]
) -> Reasoning:
    """Return a sufficient choice of rows in which every row is necessary."""
    kept = set(rows)
    for row in sorted(kept, reverse=True):
        if will_do(reasoning.only(kept - {row})):
            kept.remove(row)
    return reasoning.only(kept)


def _shortest(reasoning: Reasoning, conclusions: Iterable[Conclusion | None]) -> Conclusion | None:
    """Return the conclusion with the fewest steps, the first one in a tie, or None."""

    def length(conclusion: Conclusion) -> int:
        return sum(step.length for step in steps_to(reasoning.claims, conclusion))

    return min(filter(None, conclusions), key=length, default=None)


def _by_anything(reasoning: Reasoning, bit: Bits, true: Bits, rows: int) -> Conclusion | None:
    """Return a conclusion that needs several suppositions, or None."""

    def first_match(some: Reasoning) -> Conclusion | None:
        for depth in range(1, DEEPEST + 1):
            for conclusion in conclusions(some, true, depth):
                if some.claims.implied[conclusion.bit] & bit:
                    return conclusion
        return None

    def cost(conclusion: Conclusion) -> tuple[int, int]:
        steps = steps_to(reasoning.claims, conclusion)
        return max(step.depth for step in steps), sum(step.suppositions for step in steps)

    best = first_match(reasoning)
    if best is None:
        return None
    kept = set(steps_to(reasoning.claims, best)[-1].rows)
    for row in range(rows, 0, -1):
        shorter = first_match(reasoning.only(kept - {row}))
        if shorter and cost(shorter) <= cost(best):
            best, kept = shorter, kept - {row}
    return best


def _refutation(reasoning: Reasoning) -> Refutation | None:
    """Return why no code fits the whole history, with suppositions if necessary, or None."""
    for depth in range(1, DEEPEST + 1):
        for line in stages(reasoning, reasoning.claims.all, depth):
            if line.dead_end:
                return Origins(reasoning, line).refutation()
    return None


def _clash(reasoning: Reasoning, refutation: Refutation | None) -> Clash | None:
    if refutation is None:
        return None
    writer = Writer(reasoning.claims)
    end = writer.dead_end(refutation.limit, refutation.premises)
    return Clash(tuple(writer.steps), end)
