"""Three exercises: which of three facts follows from some rows?

A right choice gets the engine's argument; a wrong choice gets a code that fits all rows but
contradicts the chosen fact. As in the lesson, the state is in the URL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games.insight.positions import arguments
from games.learn.lessons.lesson import LIMIT
from solver.deduction.arguments import ArgumentStep
from solver.deduction.explain import explain_fact
from solver.deduction.facts import Amount, Fact, Placed
from solver.deduction.thoughts import Thought
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.rule.history import parse_history

CONCLUDED_ON = Variant()


@dataclass(frozen=True)
class Exercise:
    """Some rows, a tip on where to look, and three facts; one fact follows from the rows."""

    rows: tuple[Turn, ...]
    tip: Promise
    facts: Mapping[str, Fact]

    @classmethod
    def of(cls, rows: str, tip: Promise, *facts: Fact) -> Exercise:
        """Return an exercise with these rows, and with these facts as choices A, B and C."""
        return cls(parse_history(CONCLUDED_ON, rows), tip, dict(zip("ABC", facts, strict=True)))


EXERCISES = (
    Exercise.of(
        "1123:0,2",
        gettext_lazy("Two whites and no black. What does it mean that there is no black?"),
        Amount("1", 1, 4),
        Placed(4, "3", holds=False),
        Amount("4", 1, 4),
    ),
    Exercise.of(
        "1123:1,0 4633:2,1",
        gettext_lazy("Row 2 has three key pegs. And what does it mean that row 1 has no white?"),
        Placed(1, "4", holds=True),
        Amount("6", 1, 4),
        Placed(4, "3", holds=True),
    ),
    Exercise.of(
        "1122:1,0 6146:2,0",
        gettext_lazy("Try a “what if”: suppose the opposite, and see whether a row breaks."),
        Placed(1, "1", holds=False),
        Placed(2, "1", holds=True),
        Amount("2", 0, 0),
    ),
)


@dataclass(frozen=True)
class ConcludingPage:
    """An exercise in the state of its URL; ``sent`` is the query."""

    step: int
    sent: Mapping[str, str] = field(default_factory=dict)

    variant = CONCLUDED_ON

    @property
    def exercise(self) -> Exercise:
        return EXERCISES[self.step - 1]

    @property
    def headline(self) -> str:
        values = {"step": self.step, "steps": len(EXERCISES)}
        return _("Position %(step)d of %(steps)d") % values

    @property
    def tab(self) -> str:
        """The title of the page, which screen readers read first if there is no JavaScript."""
        return self.says[0] if self.picked else self.headline

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The name and the sentence of each fact to choose from."""
        return [(name, _fact_in_words(fact)) for name, fact in self.exercise.facts.items()]

    @property
    def picked(self) -> str:
        picked = self.sent.get("pick", "")
        return picked if picked in self.exercise.facts else ""

    @cached_property
    def argument(self) -> tuple[ArgumentStep, ...]:
        """The argument for the chosen fact; empty if the fact does not follow."""
        if not self.picked:
            return ()
        return explain_fact(CONCLUDED_ON, self.exercise.rows, self.exercise.facts[self.picked])

    @property
    def is_right(self) -> bool:
        return bool(self.argument)

    @cached_property
    def counterexample(self) -> Code:
        """A code that fits every row but not the chosen fact; empty if the choice is right."""
        if self.is_right or not self.picked:
            return ""
        position = position_after(CONCLUDED_ON, self.exercise.rows)
        fact = self.exercise.facts[self.picked]
        codes = CONCLUDED_ON.texts(position.candidates.digits)
        return next(code for code in codes if not fact.is_true_of(code))

    @property
    def rows(self) -> list[tuple[Turn, bool, tuple[int, ...]]]:
        """The rows, each with whether the argument uses it, and the places that matter."""
        marks: dict[int, tuple[int, ...]] = {}
        if self.is_right:
            thought = Thought(self.argument, (self.exercise.facts[self.picked],))
            marks = arguments.rows_behind(thought, self.exercise.rows)
        return [
            (turn, number in marks, marks.get(number, ()))
            for number, turn in enumerate(self.exercise.rows, start=1)
        ]

    @property
    def rest(self) -> range:
        return range(len(self.exercise.rows) + 1 + bool(self.counterexample), LIMIT + 1)

    @property
    def says(self) -> tuple[str, ...]:
        return tuple(self._says())

    @property
    def status(self) -> str:
        return " ".join(self.says)

    @property
    def next_address(self) -> str:
        """The URL of the next exercise; empty after the last."""
        return reverse("conclude", args=[self.step + 1]) if self.step < len(EXERCISES) else ""

    def _says(self) -> Iterator[str]:
        if not self.picked:
            yield str(self.exercise.tip)
        elif self.is_right:
            yield _("Right: it follows.")
            said = arguments.argument_in_words(CONCLUDED_ON, self.exercise.rows, self.argument)
            yield " ".join(said)
        else:
            yield _("Not %(choice)s.") % {"choice": self.picked}
            opposite = _opposite(self.exercise.facts[self.picked])
            yield ngettext(
                "%(code)s fits the row as well, and there %(fact)s.",
                "%(code)s fits both rows as well, and there %(fact)s.",
                len(self.exercise.rows),
            ) % {
                "code": self.counterexample,
                "fact": arguments.facts_in_words(CONCLUDED_ON, [opposite]),
            }


def _opposite(fact: Fact) -> Fact:
    if isinstance(fact, Placed):
        return replace(fact, holds=not fact.holds)
    return Amount(fact.color, 0, 0) if fact.least else Amount(fact.color, 1, CONCLUDED_ON.pegs)


def _fact_in_words(fact: Fact) -> str:
    return f"{capfirst(arguments.facts_in_words(CONCLUDED_ON, [fact]))}."
