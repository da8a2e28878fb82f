"""Reasoning with limits, the easiest first, until it ends or reaches a dead end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.deduction.facts import Bits, claims, each
from solver.deduction.rules import Limit, limits
from solver.rule.codes import Variant
from solver.rule.feedback import Turn


class Breach(NamedTuple):
    """A broken limit: of its claims, more are ``known`` than can hold together."""

    limit: int
    known: Bits


@dataclass
class LineOfThought:
    """The known claims, and how they were found.

    It can begin with a ``supposed`` claim besides known claims.
    """

    known: Bits
    supposed: Bits = 0
    findings: list[Finding] = field(default_factory=list)
    dead_end: Breach | None = None


class Finding(NamedTuple):
    """A step of reasoning, by a limit or a refutation, from ``known`` claims to ``new`` claims."""

    known: Bits
    new: Bits
    limit: int | None
    refuted: LineOfThought | None = None


@dataclass
class Effort:
    """How many more limits can be examined; after that, no new supposition is tried."""

    left: int

    @property
    def is_spent(self) -> bool:
        return self.left <= 0


class Reasoning:
    """The limits of a history, and the conclusions from them."""

    def __init__(self, variant: Variant, history: Sequence[Turn], work: int) -> None:
        self.claims = claims(variant)
        self.limits = limits(variant, history)
        self.effort = Effort(work)
        self.allowed = (1 << len(self.limits)) - 1
        self._counts = [(limit.members, limit.most) for limit in self.limits]
        self._touching = self._index()

    def only(self, rows: Iterable[int]) -> Reasoning:
        """Return the same reasoning, limited to these rows (from 1)."""
        allowed, some = set(rows), copy(self)
        some.allowed = sum(
            1 << place for place, limit in enumerate(self.limits) if allowed.issuperset(limit.rows)
        )
        return some

    def conclude(self) -> LineOfThought:
        """Return the line of thought without suppositions."""
        line = LineOfThought(0)
        self._follow(line, self.allowed)
        return line

    def refute(self, known: Bits, bit: Bits, depth: int = 1) -> LineOfThought | None:
        """Return the line of thought that refutes a supposed claim, or None.

        With ``depth`` 2, a second claim can be supposed within the first.
        """
        new = self.claims.implied[bit] & ~known
        line = LineOfThought(known | new, bit)
        self._follow(line, self.limits_on(new))
        while depth > 1 and not line.dead_end and self._refute_within(line, depth - 1):
            pass
        return line if line.dead_end else None

    def accept(self, line: LineOfThought, refuted: LineOfThought) -> None:
        """Add the opposite of a refuted claim and its consequences."""
        opposite = self.claims.opposite(refuted.supposed)
        new = self.claims.implied[opposite] & ~line.known
        line.findings.append(Finding(line.known, new, None, refuted))
        line.known |= new
        self._follow(line, self.limits_on(new))

    def _refute_within(self, line: LineOfThought, depth: int) -> bool:
        """Refute one more claim inside a line of thought; return whether that was possible."""
        settled = line.known | self.claims.opposite(line.known)
        for bit in each(self.claims.all & ~settled):
            if self.effort.is_spent:
                return False
            if refuted := self.refute(line.known, bit, depth):
                self.accept(line, refuted)
                return True
        return False

    def premises_of(self, limit: Limit, bit: Bits, known: Bits) -> Bits:
        """Return the premises of a finding or, if ``bit`` is 0, of a dead end.

        Weaker claims are left out: if a color is known to be in the code twice, "at least once" is
        not needed.
        """
        implied = self.claims.implied
        against = implied[self.claims.opposite(bit)] & limit.members if bit else 0
        held = limit.members & known & ~against
        spare = held.bit_count() + against.bit_count() - limit.most - 1
        for one in each(held) if spare else ():
            weaker = held & implied[one]
            if one & self.claims.strongest(held) and weaker.bit_count() <= spare:
                held &= ~weaker
                spare -= weaker.bit_count()
        return self.claims.strongest(held)

    def _follow(self, line: LineOfThought, waiting: int) -> None:
        """Apply the waiting limits, the easiest first, and the limits that new findings affect."""
        known, counts = line.known, self._counts
        opposite, implied = self.claims.opposite, self.claims.implied
        up, down = self.claims.steps_up, self.claims.steps_down
        excluded = opposite(known)
        while waiting := waiting & self.allowed:
            easiest = waiting & -waiting
            waiting ^= easiest
            place = easiest.bit_length() - 1
            members, most = counts[place]
            self.effort.left -= 1
            spare = most - (members & known).bit_count()
            if spare < 0:
                line.dead_end = Breach(place, known)
                break
            unsure = members & ~(known | excluded)
            # a claim that implies two others counts as three claims, so it is false if at most two
            # more claims can hold
            if spare:
                if spare >= len(up):
                    continue
                unsure &= (unsure << spare & up[spare]) | (unsure >> spare & down[spare])
            if not unsure:
                continue
            new = 0
            for bit in each(opposite(unsure)):
                new |= implied[bit]
            new &= ~known
            line.findings.append(Finding(known, new, place))
            known |= new
            excluded |= opposite(new)
            waiting |= self.limits_on(new)
        line.known = known

    def limits_on(self, new: Bits) -> int:
        """Return the set of limits that count any of these claims."""
        touched = 0
        for bit in each(new):
            touched |= self._touching[bit]
        return touched

    def _index(self) -> dict[Bits, int]:
        """Return for each claim the set of limits that count it."""
        touching = dict.fromkeys(self.claims.implied, 0)
        for place, limit in enumerate(self.limits):
            for bit in each(limit.members):
                touching[bit] |= 1 << place
        return touching
