"""Arguments as people follow them: steps, each with its rule, its rows and its premises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, cast

from solver.deduction.facts import Bits, Claims, Fact
from solver.deduction.rules import Limit, Rule


@dataclass(frozen=True)
class DeadEnd:
    """The end of a line of thought: a rule forbids all these facts together."""

    rule: Rule
    looks_at: tuple[int, ...]
    premises: tuple[Fact, ...]


@dataclass(frozen=True)
class Supposition:
    """The steps from the opposite of a fact to a dead end."""

    fact: Fact
    steps: tuple[ArgumentStep, ...]
    end: DeadEnd


@dataclass(frozen=True)
class ArgumentStep:
    """One conclusion of an argument.

    The fact is true of every code that fits the ``rows``, which include the rows of all earlier
    steps that this step needs. The rule itself ``looks_at`` some rows (from 1) and at the
    ``premises``: facts from earlier steps or, within a supposition, the supposed fact.
    """

    fact: Fact
    rule: Rule
    rows: tuple[int, ...]
    # this step needs the earlier steps with these numbers (from 1), outside of suppositions
    rests_on: tuple[int, ...]
    looks_at: tuple[int, ...]
    premises: tuple[Fact, ...]
    supposition: Supposition | None = None

    @property
    def reason(self) -> tuple[object, ...]:
        """A key that is the same for all steps of one sentence."""
        return self.rule, self.looks_at, self.premises, self.supposition

    @property
    def depth(self) -> int:
        """The number of nested suppositions; 0 if nothing is supposed."""
        if self.supposition is None:
            return 0
        return 1 + max((step.depth for step in self.supposition.steps), default=0)

    @property
    def suppositions(self) -> int:
        """The number of suppositions in the step, including nested ones."""
        if self.supposition is None:
            return 0
        return 1 + sum(step.suppositions for step in self.supposition.steps)

    @property
    def length(self) -> int:
        """The number of steps, including those within the supposition."""
        within = self.supposition.steps if self.supposition else ()
        return 1 + sum(step.length for step in within)


@dataclass(frozen=True, eq=False)
class Conclusion:
    """A claim and its reason: a limit with premises, or a refuted opposite.

    A supposed claim has no reason. ``level`` is the number of suppositions around it.
    """

    bit: Bits
    level: int = 0
    limit: Limit | None = None
    premises: tuple[Conclusion, ...] = ()
    refutation: Refutation | None = None


@dataclass(frozen=True, eq=False)
class Refutation:
    """A supposed claim, with the limit that it breaks and the conclusions that break it."""

    supposed: Conclusion
    limit: Limit
    premises: tuple[Conclusion, ...]

    def rests_on(self) -> Iterator[Conclusion]:
        """Yield each conclusion that the refutation uses from outside the supposition, once."""
        seen: set[Conclusion] = set()
        waiting = list(reversed(self.premises))
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if one.level < self.supposed.level:
                yield one
            else:
                waiting += reversed(grounds(one))


def grounds(conclusion: Conclusion) -> tuple[Conclusion, ...]:
    """Return the premises of a conclusion from outside of its own supposition."""
    if conclusion.refutation:
        return tuple(conclusion.refutation.rests_on())
    return conclusion.premises


Reason: TypeAlias = tuple[Limit | None, object]


def _reason(conclusion: Conclusion) -> Reason:
    """Return a key; conclusions with equal keys can be said in one sentence."""
    if conclusion.limit:
        return conclusion.limit, tuple((one.level, one.bit) for one in conclusion.premises)
    return None, conclusion


class Writer:
    """A growing list of steps, each conclusion once and after its premises."""

    def __init__(
        self, claims: Claims, supposed: Conclusion | None = None, outer: Writer | None = None
    ) -> None:
        self.steps: list[ArgumentStep] = []
        self._claims = claims
        self._outer = outer
        self._level = supposed.level if supposed else 0
        self._rows: dict[Bits, frozenset[int]] = {supposed.bit: frozenset()} if supposed else {}
        self._numbers: dict[Bits, int] = {}  # of the steps outside of all suppositions
        self._together: dict[Reason, list[Conclusion]] = {}

    def expect(self, conclusions: Iterable[Conclusion]) -> None:
        """Group conclusions and their premises by reason, to write each group together."""
        seen: set[Conclusion] = set()
        waiting = list(conclusions)
        while waiting:
            one = waiting.pop()
            if one not in seen and one.level == self._level:
                seen.add(one)
                self._together.setdefault(_reason(one), []).append(one)
                waiting += grounds(one)

    def write(self, conclusion: Conclusion) -> None:
        """Write a conclusion after its premises, unless it is already written."""
        if conclusion.level < self._level or conclusion.bit in self._rows:
            return
        premises = grounds(conclusion)
        for premise in premises:
            self.write(premise)
        fact = self._claims.facts[conclusion.bit]
        supposition = None
        if conclusion.refutation:
            supposition = self._suppose(conclusion.refutation)
            rule, looks_at = Rule.SUPPOSITION, _rows_of(supposition)
        else:
            limit = cast(Limit, conclusion.limit)
            rule, looks_at = limit.rule_for(fact), limit.rows
        behind = [(self._at(one.level), one.bit) for one in premises]
        rows = frozenset(looks_at).union(*(writer._rows[bit] for writer, bit in behind))
        self._rows[conclusion.bit] = rows
        numbers = sorted(filter(None, (writer._numbers.get(bit) for writer, bit in behind)))
        self.steps.append(
            ArgumentStep(
                fact=fact,
                rule=rule,
                rows=tuple(sorted(rows)),
                rests_on=tuple(numbers),
                looks_at=looks_at,
                premises=self._facts(premises),
                supposition=supposition,
            )
        )
        if not self._level:
            self._numbers[conclusion.bit] = len(self.steps)
        for other in sorted(self._together.pop(_reason(conclusion), ()), key=lambda one: one.bit):
            self.write(other)

    def dead_end(self, limit: Limit, premises: tuple[Conclusion, ...]) -> DeadEnd:
        """Write the premises of a dead end, then return it."""
        self.expect(premises)
        for premise in premises:
            self.write(premise)
        return DeadEnd(limit.rule, limit.rows, self._facts(premises))

    def _suppose(self, refuted: Refutation) -> Supposition:
        """Return a supposition with all its steps."""
        inner = Writer(self._claims, refuted.supposed, self)
        end = inner.dead_end(refuted.limit, refuted.premises)
        return Supposition(self._claims.facts[refuted.supposed.bit], tuple(inner.steps), end)

    def _facts(self, conclusions: Iterable[Conclusion]) -> tuple[Fact, ...]:
        return tuple(self._claims.facts[one.bit] for one in conclusions)

    def _at(self, level: int) -> Writer:
        """Return the writer of a level: this writer, or a writer around it."""
        return self._outer._at(level) if self._outer and level < self._level else self


def _rows_of(supposition: Supposition) -> tuple[int, ...]:
    """Return the rows that a supposition looks at, in its steps and at its end."""
    rows = {row for step in supposition.steps for row in step.looks_at}
    return tuple(sorted(rows.union(supposition.end.looks_at)))


def steps_to(claims: Claims, *conclusions: Conclusion) -> tuple[ArgumentStep, ...]:
    """Return the steps to some conclusions."""
    writer = Writer(claims)
    writer.expect(conclusions)
    for conclusion in conclusions:
        writer.write(conclusion)
    return tuple(writer.steps)
