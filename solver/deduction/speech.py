"""How an argument is said: which sentence says a step, and what stands in its blanks.

The words are somebody else's: the command line has English ones (`solver.management.arguments`),
a site has its own. Here a sentence has a name: that of its rule; with ``_alone`` behind where it
needs no premise, with ``_alike`` where it compares two rows with equally many pegs, and with
``end_`` before it where it says what is wrong at a dead end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from solver.deduction.arguments import DeadEnd, Step
from solver.deduction.facts import Amount, Fact, Placed
from solver.deduction.rules import Rule
from solver.rule.codes import Variant
from solver.rule.feedback import Turn

_COMPARED = (Rule.PLACES_COMPARED, Rule.COLORS_COMPARED)
_ABOUT_BLACKS = (Rule.PLACES_COMPARED, Rule.PLACES_TOGETHER)
_NEVER_WITH_PREMISES = (Rule.EMPTY_ROW, Rule.FULL_ROW, Rule.NO_BLACK, Rule.SUPPOSITION)


class Words(Protocol):
    """The words of a language."""

    def sentence(self, name: str, blanks: dict[str, object]) -> str:
        """Return a sentence by its name."""
        ...

    def clause(self, name: str, colors: str, places: Sequence[int], times: int) -> str:
        """Return what is said of some colors at some places (from 1), or so many times.

        The names are ``at``, ``not_at``, ``not_in_code``, ``in_code``, ``at_least``, ``at_most``.
        """
        ...

    def listed(self, clauses: Sequence[str]) -> str:
        """Return several clauses as one."""
        ...

    def count(self, name: str, number: int) -> str:
        """Return so many ``black_pegs``, ``key_pegs`` or ``pegs``."""
        ...

    def place(self, number: int) -> str:
        """Return which place (from 1) is meant."""
        ...

    def color(self, symbol: str) -> str:
        """Return the name of a color."""
        ...


class Speech:
    """Says the arguments about one history."""

    def __init__(self, variant: Variant, history: Sequence[Turn], words: Words) -> None:
        self._variant = variant
        self._history = history
        self._words = words

    def said(self, steps: Iterable[Step]) -> Iterator[str]:
        """Yield a sentence or more for every reason; what follows from one is said at once."""
        for _, group in groupby(steps, key=_reason):
            yield self._said_together(list(group))

    def end(self, end: DeadEnd) -> str:
        """Say what is wrong at a dead end."""
        return self._words.sentence(f"end_{end.rule}", self._blanks(end))

    def facts(self, facts: Iterable[Fact]) -> str:
        """Say what is so."""
        found = list(facts)
        amounts = [fact for fact in found if not isinstance(fact, Placed)]
        placed = [fact for fact in found if isinstance(fact, Placed)]
        placed.sort(key=lambda fact: (fact.color, fact.place))
        return self._words.listed([*self._amounts(amounts), *self._placed(placed)])

    def _said_together(self, steps: list[Step]) -> str:
        first = steps[0]
        blanks = self._blanks(first) | {"so": self.facts(step.fact for step in steps)}
        if first.supposition:
            inner = [*self.said(first.supposition.steps), self.end(first.supposition.end)]
            blanks["supposed"] = self.facts([first.supposition.fact])
            blanks["thought"] = " ".join(inner)
        return self._words.sentence(self._name(first, blanks), blanks)

    def _name(self, step: Step, blanks: dict[str, object]) -> str:
        is_alike = step.rule in _COMPARED and not blanks["difference"]
        is_alone = not step.premises and step.rule not in _NEVER_WITH_PREMISES
        return step.rule + "_alike" * is_alike + "_alone" * is_alone

    def _blanks(self, at: Step | DeadEnd) -> dict[str, object]:
        """Return what may stand in a sentence."""
        words, pegs = self._words, self._variant.pegs
        blanks: dict[str, object] = {"pegs": words.count("pegs", pegs), "premises": ""}
        if at.premises:
            first = at.premises[0]
            blanks |= {"premises": self.facts(at.premises), "color": words.color(first.color)}
            blanks["place"] = words.place(first.place) if isinstance(first, Placed) else ""
        if len(at.looks_at) == 1:
            black, keys = self._told(at.looks_at[0])
            blanks |= {"row": at.looks_at[0], "black": words.count("black_pegs", black)}
            blanks |= {"keys": words.count("key_pegs", keys)}
            blanks["missing"] = words.count("more_pegs", pegs - keys)
        if len(at.looks_at) == 2 and at.rule != Rule.SUPPOSITION:
            blanks |= self._of_two(at)
        return blanks

    def _of_two(self, at: Step | DeadEnd) -> dict[str, object]:
        """Return what may be said of two rows; the one with more pegs comes first."""
        which = 0 if at.rule in _ABOUT_BLACKS else 1
        name = "black_pegs" if at.rule in _ABOUT_BLACKS else "key_pegs"
        row, other = sorted(at.looks_at, key=lambda row: -self._told(row)[which])
        more, less = self._told(row)[which], self._told(other)[which]
        return {
            "row": row,
            "other": other,
            "rows": self._words.listed([str(row) for row in at.looks_at]),
            "difference": self._words.count(name, more - less) if more > less else "",
            "together": self._words.count(name, more + less),
        }

    def _told(self, row: int) -> tuple[int, int]:
        """The black pegs and the key pegs of a row."""
        black, white = self._history[row - 1].feedback
        return black, black + white

    def _amounts(self, facts: Sequence[Amount]) -> Iterator[str]:
        clause = self._words.clause
        absent = "".join(sorted(fact.color for fact in facts if not fact.least and not fact.most))
        present = "".join(sorted(fact.color for fact in facts if fact.least == 1))
        if absent:
            yield clause("not_in_code", absent, (), 0)
        if present:
            yield clause("in_code", present, (), 1)
        for fact in facts:
            if fact.least > 1:
                yield clause("at_least", fact.color, (), fact.least)
            elif not fact.least and fact.most:
                yield clause("at_most", fact.color, (), fact.most)

    def _placed(self, facts: Sequence[Placed]) -> Iterator[str]:
        """Yield clauses; colors that are not at the same places are said together."""
        for fact in facts:
            if fact.holds:
                yield self._words.clause("at", fact.color, (fact.place,), 0)
        excluded: dict[str, tuple[int, ...]] = {}
        for fact in facts:
            if not fact.holds:
                excluded[fact.color] = (*excluded.get(fact.color, ()), fact.place)
        for places in dict.fromkeys(excluded.values()):
            colors = "".join(color for color in excluded if excluded[color] == places)
            yield self._words.clause("not_at", colors, places, 0)


def _reason(step: Step) -> object:
    """What steps have in common that are said at once."""
    return step.rule, step.looks_at, step.premises, step.supposition
