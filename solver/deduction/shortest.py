"""The shortest derivations of claims and dead ends, by the rules and some rows."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deduction.arguments import Conclusion, Refutation
from solver.deduction.facts import Bits, each
from solver.deduction.reasoning import Reasoning
from solver.deduction.rules import Limit


@dataclass(frozen=True)
class Derivation:
    """A conclusion, and the set of all conclusions that lead to it, as bits."""

    conclusion: Conclusion
    behind: Bits

    @property
    def length(self) -> int:
        """The number of steps."""
        return self.behind.bit_count()


@dataclass(frozen=True)
class End:
    """A dead end, its premises, and all conclusions that lead to it."""

    limit: Limit
    premises: tuple[Conclusion, ...]
    behind: Bits


class Ways:
    """The shortest known derivations of everything that follows.

    The search goes on as long as any derivation gets shorter. Steps that several premises share
    count once, so a longer derivation can be better for a later conclusion. So the results are
    short, but not proven to be the shortest.
    """

    def __init__(self, reasoning: Reasoning, supposed: Bits = 0, outer: Ways | None = None) -> None:
        self.end: End | None = None
        self._reasoning = reasoning
        self._claims = reasoning.claims
        self._supposed = supposed
        self._level: int = outer._level + 1 if outer else 0
        self._best: dict[Bits, Derivation] = dict(outer._best) if outer else {}
        self._known: Bits = outer._known if outer else 0
        waiting = reasoning.allowed
        if supposed:
            implied = self._claims.implied[supposed] & ~self._known
            way = Derivation(Conclusion(supposed, self._level), 0)
            self._best |= dict.fromkeys(each(implied), way)
            self._known |= implied
            waiting = reasoning.limits_on(implied)
        self._better(waiting)

    def to(self, bit: Bits) -> Conclusion | None:
        """Return the shortest conclusion that states a claim, or None."""
        way = self._best.get(bit)
        return way.conclusion if way else None

    def refute(self, bit: Bits) -> Conclusion | None:
        """Return a conclusion that proves a claim by refuting its opposite, or None."""
        refutation = Ways(self._reasoning, self._claims.opposite(bit), self).refutation()
        return Conclusion(bit, self._level, refutation=refutation) if refutation else None

    def refutation(self) -> Refutation | None:
        """Return the refutation of the supposed claim, or None."""
        if self.end is None:
            return None
        way = self._best.get(self._supposed)
        supposed = way.conclusion if way else Conclusion(0, self._level)
        return Refutation(supposed, self.end.limit, self.end.premises)

    def _better(self, waiting: int) -> None:
        """Apply the waiting limits until no derivation gets shorter."""
        while waiting := waiting & self._reasoning.allowed:
            easiest = waiting & -waiting
            waiting ^= easiest
            limit = self._reasoning.limits[easiest.bit_length() - 1]
            held = limit.members & self._known
            spare = limit.most - held.bit_count()
            if spare >= self._claims.most_often:
                continue
            if spare < 0:
                premises, behind = self._choose(held, limit.most + 1)
                if self.end is None or behind.bit_count() < self.end.behind.bit_count():
                    self.end = End(limit, premises, behind)
            for other in each(limit.members & ~held):
                against = self._claims.implied[other] & limit.members
                free = held & ~against
                needed = limit.most + 1 - against.bit_count()
                if free.bit_count() >= needed:
                    new = self._note(self._claims.opposite(other), limit, free, needed)
                    waiting |= self._reasoning.limits_on(new)

    def _note(self, bit: Bits, limit: Limit, held: Bits, needed: int) -> Bits:
        """Store a derivation where it is the shortest so far; return the claims that improve."""
        premises, behind = self._choose(held, needed)
        behind |= bit << self._level * 2 * self._claims.half
        length = behind.bit_count()
        if self.end and length >= self.end.behind.bit_count():
            return 0
        way, new = None, 0
        for weaker in each(self._claims.implied[bit]):
            if weaker not in self._best or length < self._best[weaker].length:
                way = way or Derivation(Conclusion(bit, self._level, limit, premises), behind)
                self._best[weaker] = way
                new |= weaker
        self._known |= new
        return new

    def _choose(self, held: Bits, needed: int) -> tuple[tuple[Conclusion, ...], Bits]:
        """Choose ``needed`` of the claims that hold; prefer claims with short derivations."""
        implied = self._claims.implied
        spare = held.bit_count() - needed
        while spare:
            droppable = [
                bit
                for bit in each(self._claims.strongest(held))
                if (held & implied[bit]).bit_count() <= spare
            ]
            if not droppable:
                break
            longest = max(droppable, key=lambda bit: self._best[bit].length)
            spare -= (held & implied[longest]).bit_count()
            held &= ~implied[longest]
        ways = [self._best[bit] for bit in each(self._claims.strongest(held))]
        behind = 0
        for way in ways:
            behind |= way.behind
        return tuple(dict.fromkeys(way.conclusion for way in ways)), behind
