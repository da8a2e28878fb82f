"""Turn the findings of a line of thought into conclusions with premises."""

from __future__ import annotations

from solver.deduction.arguments import Conclusion, Refutation
from solver.deduction.facts import Bits, each
from solver.deduction.reasoning import Finding, LineOfThought, Reasoning
from solver.deduction.rules import Limit


class Origins:
    """The origin of each claim in a line of thought.

    If the line is a supposition inside an ``outer`` line, ``known`` are the claims that the outer
    line had at that time.
    """

    def __init__(
        self,
        reasoning: Reasoning,
        line: LineOfThought,
        outer: Origins | None = None,
        known: Bits = 0,
    ) -> None:
        self._reasoning = reasoning
        self._thought = line
        self._outer = outer
        self._known_outside = known
        self._level: int = outer._level + 1 if outer else 0
        self._origins: dict[Bits, tuple[Bits, Finding]] = {}
        self._conclusions: dict[Bits, Conclusion] = {}
        self._noted = 0
        if line.supposed:
            supposed = Conclusion(line.supposed, self._level)
            implied = reasoning.claims.implied[line.supposed]
            self._conclusions = dict.fromkeys(each(implied), supposed)

    def news(self) -> list[Conclusion]:
        """Return the conclusions from findings since the last call."""
        return list(map(self.conclusion, self.note()))

    def note(self) -> list[Bits]:
        """Note where the newest findings come from, and return their strongest claims."""
        implied, found = self._reasoning.claims.implied, []
        for finding in self._thought.findings[self._noted :]:
            for bit in each(self._reasoning.claims.strongest(finding.new)):
                found.append(bit)
                for weaker in each(implied[bit] & finding.new):
                    self._origins[weaker] = bit, finding
        self._noted = len(self._thought.findings)
        return found

    def conclusion(self, bit: Bits) -> Conclusion:
        """Return the conclusion that led to a claim."""
        if self._outer and bit & self._known_outside:
            return self._outer.conclusion(bit)
        if bit not in self._conclusions:
            strongest, finding = self._origins[bit]
            if strongest == bit:
                self._conclusions[bit] = self._conclude(bit, finding)
            else:
                self._conclusions[bit] = self.conclusion(strongest)
        return self._conclusions[bit]

    def refutation(self) -> Refutation:
        """Return the refutation at the dead end of the line."""
        end = self._thought.dead_end
        if end is None:
            raise ValueError("this line of thought has no dead end")
        self.note()
        limit = self._reasoning.limits[end.limit]
        supposed = Conclusion(self._thought.supposed, self._level)
        if self._thought.supposed:
            supposed = self._conclusions[self._thought.supposed]
        return Refutation(supposed, limit, self._premises(limit, 0, end.known))

    def _conclude(self, bit: Bits, finding: Finding) -> Conclusion:
        if finding.refuted:
            inner = Origins(self._reasoning, finding.refuted, self, finding.known)
            return Conclusion(bit, self._level, refutation=inner.refutation())
        limit = self._reasoning.limits[finding.limit or 0]
        premises = self._premises(limit, bit, finding.known)
        return Conclusion(bit, self._level, limit, premises)

    def _premises(self, limit: Limit, bit: Bits, known: Bits) -> tuple[Conclusion, ...]:
        needed = self._reasoning.premises_of(limit, bit, known)
        return tuple(dict.fromkeys(map(self.conclusion, each(needed))))
