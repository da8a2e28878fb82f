"""Everything that follows from a history, step by step, the easiest first.

First the rules are applied as long as anything follows. Then a claim is supposed; if that leads to
a dead end, the opposite of the claim holds. Then a second claim is supposed within the first. A
supposition that fits some code cannot be refuted, so it is not tried. The candidates already show
which claims hold; only the argument has to be found.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.deduction.arguments import ArgumentStep, Conclusion, Writer
from solver.deduction.facts import Bits, Claims, each
from solver.deduction.origins import Origins
from solver.deduction.reasoning import LineOfThought, Reasoning
from solver.positions.candidates import Position, position_after
from solver.rule.codes import Variant
from solver.rule.history import HistoryLike

DEEPEST = 2  # maximum depth of suppositions inside each other
WORK = 200_000  # maximum number of limits to examine; this takes some tenths of a second


def deduce(
    variant: Variant, history: HistoryLike, depth: int = DEEPEST, work: int = WORK
) -> Iterator[ArgumentStep]:
    """Yield the steps to everything that follows from a history, the easiest first.

    Each step comes after its premises. At most ``depth`` suppositions are inside each other. After
    ``work`` limits were examined, no new supposition is tried, so a history always gives the same
    steps. Raises ``Contradiction`` if no code fits, and ``InvalidCode`` if a guess is not a code.

    >>> from solver.rule.history import parse_history
    >>> [step.fact for step in deduce(Variant(2, 3), parse_history(Variant(2, 3), "11:0,0"))][:1]
    [Amount(color='1', least=0, most=0)]
    """
    position = position_after(variant, history)
    reasoning = Reasoning(variant, position.history, work)
    writer = Writer(reasoning.claims)
    for conclusion in conclusions(reasoning, common(position, reasoning.claims), depth):
        written = len(writer.steps)
        writer.write(conclusion)
        yield from writer.steps[written:]


def conclusions(reasoning: Reasoning, true: Bits, depth: int) -> Iterator[Conclusion]:
    """Yield all conclusions that are found; the claims in ``true`` hold in every candidate."""
    origins = None
    for line in stages(reasoning, true, depth):
        origins = origins or Origins(reasoning, line)
        yield from origins.news()


def stages(reasoning: Reasoning, true: Bits, depth: int) -> Iterator[LineOfThought]:
    """Yield the line of thought after applying the rules, and again after each search.

    It is always the same object, with more and more findings. Only opposites of ``true`` claims are
    supposed.
    """
    line = reasoning.conclude()
    yield line
    while refuted := _refute_some(reasoning, line, true, depth):
        for one in refuted:
            if not line.dead_end and not reasoning.claims.opposite(one.supposed) & line.known:
                reasoning.accept(line, one)
        yield line


def _refute_some(
    reasoning: Reasoning, line: LineOfThought, true: Bits, depth: int
) -> list[LineOfThought]:
    """Return lines that refute claims with as little nesting as possible, the shortest first.

    If suppositions are nested, one line is enough, because nesting takes long.
    """
    opposite = reasoning.claims.opposite
    unsettled = 0 if line.dead_end else true & ~(line.known | opposite(line.known))
    for level in range(1, depth + 1):
        found: list[LineOfThought] = []
        for bit in each(unsettled):
            if reasoning.effort.is_spent or (found and level > 1):
                break
            if refuted := reasoning.refute(line.known, opposite(bit), level):
                found.append(refuted)
        if found:
            return sorted(found, key=lambda refuted: len(refuted.findings))
    return []


def common(position: Position, known: Claims) -> Bits:
    """Return the claims that hold in every candidate of a position."""
    digits = position.candidates.digits
    some = every = 0
    for color in range(position.variant.colors):
        is_here = digits == color
        often = is_here.sum(axis=1)
        for place in range(position.variant.pegs):
            some |= known.at(place, color) * bool(is_here[:, place].any())
            every |= known.at(place, color) * bool(is_here[:, place].all())
        some |= known.in_code(color, int(often.max()))
        every |= known.in_code(color, int(often.min()))
    return every | known.opposite(known.places | known.amounts) & ~known.opposite(some)
