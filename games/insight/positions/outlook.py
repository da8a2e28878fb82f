"""The codes that are still possible after some turns, or why there are none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import MEDIUM, SMALL
from games.catalog.strategies import watchable
from games.insight.fairness.position import works_out
from solver.positions.candidates import Position, position_after
from solver.positions.diagnosis import Correction, Diagnosis, diagnose
from solver.positions.knowledge import Knowledge, knowledge_of
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn
from solver.strategies.roster import strategy_named
from solver.study.prospects import Likelihood, Prospect, likelihood, presence, prospects
from solver.study.suggest import Suggestion, explain, suggest

# Number of searches if a game size is too large to list its codes; they take less than a second.
SEARCHES = 50
MOST_CODES_SHOWN = 60  # maximum number of possible codes that a page shows


class Proposal(NamedTuple):
    """A different answer to one turn that would make all turns consistent."""

    place: int
    given: Turn
    answer: Feedback
    remain: str
    sentence: str
    history: tuple[Turn, ...]


@dataclass(frozen=True)
class Outlook:
    """The codes that are possible after some turns, or the reason why there are none.

    It also has one suggested guess, or the figures of several guesses.
    """

    variant: Variant
    history: tuple[Turn, ...]
    count: int = 0
    is_counted: bool = True
    is_listed: bool = True  # whether the figures are from all candidates, not from a sample
    first: Sequence[Code] = ()
    diagnosis: Diagnosis | None = None
    suggestion: Suggestion | None = None
    likelihood: Likelihood = ()
    presence: Sequence[float] = ()
    prospects: Sequence[Prospect] = ()

    @property
    def headline(self) -> str:
        """The number of possible codes, in words."""
        if self.diagnosis:
            return _("No code fits these answers")
        return capfirst(wording.are_possible(self.count, self.is_counted))

    @property
    def is_found(self) -> bool:
        """Whether the code was found and fits all answers."""
        is_won = any(turn.feedback.black == self.variant.pegs for turn in self.history)
        return is_won and self.diagnosis is None

    @property
    def suspects(self) -> tuple[int, ...]:
        """The turns (from 1) whose answers cannot be true together."""
        return self.diagnosis.conflict if self.diagnosis else ()

    @property
    def conflict(self) -> str:
        """A sentence that names the suspects.

        >>> Outlook(Variant(), (), diagnosis=Diagnosis((1, 3), ())).conflict
        'The answers to guesses 1 and 3 cannot both be true.'
        """
        guesses = {"guesses": wording.guesses_named(self.suspects)}
        match len(self.suspects):
            case 0:
                return ""
            case 1:
                return _("No code answers %(guesses)s like that.") % guesses
            case 2:
                return _("The answers to %(guesses)s cannot both be true.") % guesses
        return _("The answers to %(guesses)s cannot all be true.") % guesses

    @property
    def proposals(self) -> list[Proposal]:
        """The corrections of a single answer that make all turns consistent."""
        return [self._proposal(one) for one in self.diagnosis.corrections] if self.diagnosis else []

    def _proposal(self, one: Correction) -> Proposal:
        given = self.history[one.turn - 1]
        corrected = given._replace(feedback=one.feedback)
        remain = wording.are_left(one.count, one.is_exact)
        sentence = _("Guess %(number)d was %(corrected)s, not %(given)s: %(remain)s") % {
            "number": one.turn,
            "corrected": wording.in_words(one.feedback),
            "given": wording.in_words(given.feedback),
            "remain": remain,
        }
        history = (*self.history[: one.turn - 1], corrected, *self.history[one.turn :])
        return Proposal(one.turn, given, one.feedback, remain, sentence, history)


@works_out(keep=256, beyond=MEDIUM)
def knowledge_after(variant: Variant, history: tuple[Turn, ...]) -> Knowledge:
    """Return which colors are possible at each place."""
    return knowledge_of(position_after(variant, history))


@works_out(keep=256, beyond=MEDIUM)
def suggest_guess(variant: Variant, history: tuple[Turn, ...], strategy: str) -> Suggestion:
    return suggest(variant, history, strategy)


@works_out(keep=256, beyond=MEDIUM)
def outlook_with_guess(variant: Variant, history: tuple[Turn, ...], strategy: str) -> Outlook:
    """Return the possible codes, and the next guess that a strategy suggests."""

    def with_guess(known: Outlook, position: Position) -> Outlook:
        guess = strategy_named(strategy).choose(position)
        return replace(known, suggestion=explain(guess, position))

    return _outlook(variant, history, with_guess)


@works_out(keep=128, beyond=SMALL)
def explore_position(variant: Variant, history: tuple[Turn, ...], guess: Code) -> Outlook:
    """Return the possible codes with their probabilities, and the guesses of all strategies."""

    def with_figures(known: Outlook, position: Position) -> Outlook:
        return replace(
            known,
            likelihood=likelihood(position),
            presence=presence(position),
            prospects=prospects(position, watchable(), guess),
        )

    return _outlook(variant, history, with_figures)


def _outlook(
    variant: Variant, history: tuple[Turn, ...], with_more: Callable[[Outlook, Position], Outlook]
) -> Outlook:
    try:
        position = position_after(variant, history)
    except Contradiction:
        return Outlook(variant, history, diagnosis=diagnose(variant, history, SEARCHES))
    listed = position.candidates.digits[: MOST_CODES_SHOWN if position.is_exact else 0]
    known = Outlook(
        variant,
        history,
        count=position.count_shown,
        is_counted=position.is_counted,
        is_listed=position.is_exact,
        first=tuple(variant.texts(listed)),
    )
    return with_more(known, position)
