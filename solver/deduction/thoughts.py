"""Thoughts: the steps of an argument in portions that a person can follow.

Some steps need no sentence: that a color is in the code at most twice matters only when something
follows from it; that an absent color is not at the first place is obvious. A thought leads to
something worth knowing, with all steps that were not said before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.deduction.arguments import ArgumentStep
from solver.deduction.facts import Amount, Fact, Placed


@dataclass(frozen=True)
class Thought:
    """Steps that belong together, and the ``facts`` that they show."""

    steps: tuple[ArgumentStep, ...]
    facts: tuple[Fact, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows (from 1) that the steps look at, or else all rows that the steps need."""
        looked_at = {row for step in self.steps for row in step.looks_at}
        return tuple(sorted(looked_at or {row for step in self.steps for row in step.rows}))


def thoughts(
    steps: Sequence[ArgumentStep],
    known_facts: Iterable[Fact] = (),
    will_do: Callable[[Thought], bool] = lambda thought: True,
) -> Iterator[Thought]:
    """Yield the thoughts that lead to everything worth knowing, in the order of the steps.

    ``known_facts`` are not said again. A thought that ``will_do`` rejects is tried again with facts
    of one kind, and otherwise left out.

    >>> from solver.deduction.deduce import deduce
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "6452:1,1 4424:0,2")
    >>> [len(thought.steps) for thought in thoughts(list(deduce(Variant(), history)))]
    [4, 2, 1, 1, 2, 1]
    """
    known = set(known_facts)
    for step in steps:
        if not _is_worth_knowing(step.fact, known):
            continue
        together = [one.fact for one in steps if one.reason == step.reason]
        news = [fact for fact in together if _is_worth_knowing(fact, known)]
        for facts in (news, [fact for fact in news if _kind(fact) == _kind(step.fact)]):
            behind = _behind(facts, steps, known)
            said = known.union(one.fact for one in behind)
            thought = Thought(tuple(_without_obvious(behind, facts, said)), tuple(facts))
            if will_do(thought):
                yield thought
                known = said
                break


def proof_of(facts: Collection[Fact], steps: Sequence[ArgumentStep]) -> list[ArgumentStep]:
    """Return all steps that lead to some facts, without obvious steps."""
    behind = _behind(facts, steps, ())
    return _without_obvious(behind, facts, {one.fact for one in behind})


def sum_up(found: Iterable[Thought]) -> list[Fact]:
    """Return the facts that some thoughts show, each only once and without obvious facts.

    >>> from solver.deduction.deduce import deduce
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(2, 3), "13:0,1 11:0,0")
    >>> [fact.color for fact in sum_up(thoughts(list(deduce(Variant(2, 3), history))))]
    ['1', '3', '2']
    """
    facts = {fact for thought in found for fact in thought.facts}
    news = (fact for fact in facts if not _goes_without_saying(fact, facts - {fact}))
    return sorted(news, key=str)


def _behind(
    facts: Collection[Fact], steps: Sequence[ArgumentStep], known: Collection[Fact]
) -> list[ArgumentStep]:
    """Return the steps to some facts, with the steps to all unknown facts that they need."""
    needed: set[int] = set()
    waiting = [number for one in steps if one.fact in facts for number in one.rests_on]
    while waiting:
        number = waiting.pop()
        if number not in needed and steps[number - 1].fact not in known:
            needed.add(number)
            waiting += steps[number - 1].rests_on
    before = [steps[number - 1] for number in sorted(needed)]
    goals = [one for one in steps if one.fact in facts]
    return [*(one for one in before if one not in goals), *goals]


def _without_obvious(
    steps: Iterable[ArgumentStep], facts: Collection[Fact], said: Collection[Fact]
) -> list[ArgumentStep]:
    """Return the steps that are not obvious, and all steps to ``facts``."""
    return [one for one in steps if one.fact in facts or not _goes_without_saying(one.fact, said)]


def _kind(fact: Fact) -> tuple[type, bool]:
    return type(fact), fact.holds if isinstance(fact, Placed) else fact.least > 0


def _is_worth_knowing(fact: Fact, known: Collection[Fact]) -> bool:
    """Return whether a fact is about a place, or says if a color is in the code."""
    if fact in known or _goes_without_saying(fact, known):
        return False
    return isinstance(fact, Placed) or fact.least > 0 or fact.most == 0


def _goes_without_saying(fact: Fact, known: Collection[Fact]) -> bool:
    """Return whether a fact obviously follows from known facts."""
    if isinstance(fact, Amount):
        same = [one for one in known if one.color == fact.color]
        found = sum(isinstance(one, Placed) and one.holds for one in same)
        least = max([found, *(one.least for one in same if isinstance(one, Amount))])
        return 0 < fact.least <= least
    if fact.holds:
        return False
    is_absent = any(
        isinstance(one, Amount) and one.color == fact.color and not one.most for one in known
    )
    return is_absent or any(
        isinstance(one, Placed) and one.holds and one.place == fact.place for one in known
    )
