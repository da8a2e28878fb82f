"""Choose the sentences of an argument, and fill in their blanks.

The sentences are in `solver.deduction.words`; a reason has the name of its rule. The suffix
``_alone`` stands for no premises, ``_alike`` for two compared rows with equally many pegs, and the
prefix ``end_`` for a dead end. A conclusion that needs only the sentence before is called ``then``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from solver.deduction.arguments import ArgumentStep, DeadEnd, Supposition
from solver.deduction.facts import Amount, Fact, Placed
from solver.deduction.rules import Rule
from solver.deduction.words import SpeechWords
from solver.rule.codes import Variant
from solver.rule.feedback import Turn

_COMPARED = (Rule.PLACES_COMPARED, Rule.COLORS_COMPARED)
_ABOUT_BLACKS = (Rule.PLACES_COMPARED, Rule.PLACES_TOGETHER)
_NEVER_WITH_PREMISES = (Rule.EMPTY_ROW, Rule.FULL_ROW, Rule.NO_BLACK)
_BY_PREMISES_ALONE = (*(Rule.TAKEN, Rule.USED_UP, Rule.FOUND), Rule.ONLY_PLACES, Rule.PLACES_LEFT)
_BOUNDS = ("not_in_code", "in_code", "at_least", "at_most")
# Readers see the conclusions of these rules without an explanation.
_OBVIOUS = (Rule.TAKEN, Rule.USED_UP, Rule.FOUND)


class Speech:
    """Puts arguments about a history into words; ``numbers`` can replace the row numbers."""

    def __init__(
        self,
        variant: Variant,
        history: Sequence[Turn],
        words: SpeechWords,
        numbers: Sequence[int] = (),
    ) -> None:
        self._variant = variant
        self._history = history
        self._words = words
        self._numbers = numbers or range(1, len(history) + 1)

    def sentences(
        self, steps: Iterable[ArgumentStep], supposed: Sequence[Fact] = ()
    ) -> Iterator[str]:
        """Yield the sentences of steps; steps with the same reason share sentences."""
        just_said: Sequence[Fact] = supposed
        for _, group in groupby(steps, key=attrgetter("reason")):
            together = list(group)
            yield self._sentence(together, just_said)
            just_said = [step.fact for step in together]

    def reasons(self, steps: Iterable[ArgumentStep]) -> list[str]:
        """Return the sentences of an argument, without its conclusion and without suppositions."""
        groups = [list(group) for _, group in groupby(steps, key=attrgetter("reason"))]
        *before, _ = self.sentences(step for group in groups for step in group)
        just_said = [step.fact for group in groups[-2:-1] for step in group]
        last = self.reason(groups[-1], just_said)
        return [*before, self._words.sentence("reason", {"reason": last})] if last else before

    def sentences_to_end(self, supposition: Supposition) -> list[str]:
        """Return the sentences from a supposed fact to its dead end."""
        inner = self.sentences(_worth_saying(supposition), [supposition.fact])
        return [*inner, self.end(supposition.end)]

    def end(self, end: DeadEnd) -> str:
        """Return the sentence for a dead end."""
        blanks = self._blanks(end)
        return self._words.sentence(f"end_{end.rule}{_alike(end, blanks)}", blanks)

    def facts(self, facts: Iterable[Fact]) -> str:
        """Return a clause that states the facts."""
        found = list(facts)
        amounts = [fact for fact in found if not isinstance(fact, Placed)]
        placed = [fact for fact in found if isinstance(fact, Placed)]
        if name := _of_one_color(amounts, placed):
            color, places = placed[0].color, sorted(fact.place for fact in placed)
            return self._words.clause(name, color, places, amounts[0].least)
        placed.sort(key=lambda fact: (fact.color, fact.place))
        return self._words.join(
            [*self._clauses_on_amounts(amounts), *self._clauses_on_places(placed)]
        )

    def reason(self, steps: Sequence[ArgumentStep], just_said: Sequence[Fact] = ()) -> str:
        """Return the reason that some steps share, as a clause; "" if it repeats ``just_said``."""
        first = steps[0]
        if first.rule not in _BY_PREMISES_ALONE:
            blanks = self._blanks(first)
            return self._words.reason(self._name(first, blanks), blanks)
        news = [fact for fact in first.premises if fact not in just_said]
        return self.facts(news and (news if first.rule == Rule.USED_UP else first.premises))

    def _sentence(self, steps: list[ArgumentStep], just_said: Sequence[Fact]) -> str:
        so = self.facts(step.fact for step in steps)
        if supposition := steps[0].supposition:
            thought = " ".join(self.sentences_to_end(supposition))
            blanks = {"supposed": self.facts([supposition.fact]), "thought": thought, "so": so}
            return self._words.sentence("supposition", blanks)
        reason = self.reason(steps, just_said)
        return self._words.sentence("so" if reason else "then", {"reason": reason, "so": so})

    def _name(self, step: ArgumentStep, blanks: dict[str, object]) -> str:
        is_alone = not step.premises and step.rule not in _NEVER_WITH_PREMISES
        return f"{step.rule}{_alike(step, blanks)}{'_alone' * is_alone}"

    def _blanks(self, at: ArgumentStep | DeadEnd) -> dict[str, object]:
        """Return the words for the blanks of a sentence."""
        words, pegs = self._words, self._variant.pegs
        blanks: dict[str, object] = {"pegs": words.count("pegs", pegs), "premises": ""}
        if at.premises:
            first = at.premises[0]
            blanks |= {"premises": self.facts(at.premises), "color": words.color(first.color)}
            blanks["place"] = words.place(first.place) if isinstance(first, Placed) else ""
        if len(at.looks_at) == 1:
            black, keys = self._key_pegs(at.looks_at[0])
            blanks |= {
                "row": self._numbers[at.looks_at[0] - 1],
                "black": words.count("black_pegs", black),
                "keys": words.count("key_pegs", keys),
                "missing": words.count("more_pegs", pegs - keys),
            }
        if len(at.looks_at) == 2 and at.rule != Rule.SUPPOSITION:
            blanks |= self._of_two(at)
        return blanks

    def _of_two(self, at: ArgumentStep | DeadEnd) -> dict[str, object]:
        """Return the words for a sentence about two rows, first the row with more key pegs."""
        which = 0 if at.rule in _ABOUT_BLACKS else 1
        name = "black_pegs" if at.rule in _ABOUT_BLACKS else "key_pegs"
        row, other = sorted(at.looks_at, key=lambda row: -self._key_pegs(row)[which])
        more, less = self._key_pegs(row)[which], self._key_pegs(other)[which]
        return {
            "row": self._numbers[row - 1],
            "other": self._numbers[other - 1],
            "rows": self._words.join([str(self._numbers[one - 1]) for one in at.looks_at]),
            "difference": self._words.count(name, more - less) if more > less else "",
            "together": self._words.count(name, more + less),
            "shared": self._words.say_shared(self._shared_colors(at)),
        }

    def _shared_colors(self, at: ArgumentStep | DeadEnd) -> str:
        """Return the colors that two rows share; rules about black pegs need the same places."""
        one, other = (self._history[row - 1].guess for row in at.looks_at)
        in_place = {here for here, there in zip(one, other, strict=True) if here == there}
        shared = in_place if at.rule in _ABOUT_BLACKS else set(one) & set(other)
        return "".join(sorted(shared))

    def _key_pegs(self, row: int) -> tuple[int, int]:
        """Return how many black pegs and how many key pegs a row has."""
        black, white = self._history[row - 1].feedback
        return black, black + white

    def _clauses_on_amounts(self, facts: Sequence[Amount]) -> Iterator[str]:
        """Yield clauses on amounts; colors with the same amount share a clause."""
        said: dict[tuple[str, int], str] = {}
        for fact in facts:
            bound = _bound(fact)
            said[bound] = said.get(bound, "") + fact.color
        for name, times in sorted(said, key=lambda bound: _BOUNDS.index(bound[0])):
            yield self._words.clause(name, "".join(sorted(said[name, times])), (), times)

    def _clauses_on_places(self, facts: Sequence[Placed]) -> Iterator[str]:
        """Yield clauses on places; colors excluded from the same places share a clause."""
        for color, places in _by_color(facts, holds=True).items():
            yield self._words.clause("at", color, places, 0)
        excluded = _by_color(facts, holds=False)
        for places in dict.fromkeys(excluded.values()):
            colors = "".join(color for color in excluded if excluded[color] == places)
            name = "nowhere" if len(places) == self._variant.pegs else "not_at"
            yield self._words.clause(name, colors, places, 0)


def _alike(at: ArgumentStep | DeadEnd, blanks: dict[str, object]) -> str:
    """Return ``"_alike"`` if compared rows have equally many pegs, else ``""``."""
    return "_alike" if at.rule in _COMPARED and not blanks["difference"] else ""


def _bound(fact: Amount) -> tuple[str, int]:
    """Return the name of the clause for an amount, and the number in it."""
    if fact.least:
        return ("in_code", 1) if fact.least == 1 else ("at_least", fact.least)
    return ("at_most", fact.most) if fact.most else ("not_in_code", 0)


def _by_color(facts: Sequence[Placed], holds: bool) -> dict[str, tuple[int, ...]]:
    """Return, for each color, the places where it is (``holds``) or is not."""
    found: dict[str, tuple[int, ...]] = {}
    for fact in facts:
        if fact.holds == holds:
            found[fact.color] = (*found.get(fact.color, ()), fact.place)
    return found


def _of_one_color(amounts: Sequence[Amount], placed: Sequence[Placed]) -> str:
    """Return the name of a clause that states all these facts about one color, or ``""``."""
    if len(amounts) != 1 or {fact.color for fact in placed} != {amounts[0].color}:
        return ""
    holds = [fact.holds for fact in placed]
    if amounts[0].least and not any(holds):
        return "in_code_not_at"
    return "only_at" if amounts[0].most == 1 and holds == [True] else ""


def _worth_saying(line: Supposition) -> list[ArgumentStep]:
    """Return the steps of a supposition, without obvious steps.

    A sentence that needs an obvious step names its fact. A dead end names no facts, so its steps
    are kept, except that a color at a known place is in the code.
    """
    return [
        step
        for step in line.steps
        if step.rule not in _OBVIOUS or (step.rule != Rule.FOUND and step.fact in line.end.premises)
    ]
