"""Arguments as sentences on pages, in translated words of `solver.deduction.words`."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from games.catalog.colors import COLOR_NAMES
from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition, works_out
from solver.deduction.arguments import ArgumentStep
from solver.deduction.deduce import deduce
from solver.deduction.explain import Clash, explain_contradiction
from solver.deduction.facts import Fact, Placed
from solver.deduction.speech import Speech
from solver.deduction.thoughts import Thought, proof_of, sum_up, thoughts
from solver.deduction.words import SpeechWords
from solver.rule.codes import Variant
from solver.rule.feedback import Turn

# A page examines at most this many limits, which takes tens of milliseconds.
WORK_FOR_A_PAGE = 20_000
_WORDS = SpeechWords(_, ngettext, lambda symbol: str(COLOR_NAMES[symbol]))


@works_out(keep=256, beyond=MEDIUM)
def deduce_steps(variant: Variant, history: tuple[Turn, ...]) -> tuple[ArgumentStep, ...]:
    """Return the steps by which a person can draw conclusions from the turns."""
    return tuple(deduce(variant, history))


@works_out(keep=128, beyond=MEDIUM)
def clash_of(variant: Variant, history: tuple[Turn, ...]) -> Clash | None:
    """Return the argument why no code fits the turns, or None if no argument was found."""
    return explain_contradiction(variant, history, WORK_FOR_A_PAGE)


def argument_in_words(
    variant: Variant, history: Sequence[Turn], steps: Iterable[ArgumentStep]
) -> list[str]:
    """Return the sentences of an argument, each with its reason.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "1122:0,0")
    >>> argument_in_words(Variant(), history, deduce(Variant(), history))[0]
    'Row 1 has no key pegs, so neither Red nor Amber is in the code.'
    """
    return list(Speech(variant, history, _WORDS).sentences(steps))


class Passage(NamedTuple):
    """A part of an argument: a sentence or a supposition.

    ``within`` contains the argument under the supposition, line by line, and ``so`` its conclusion.
    """

    text: str
    within: tuple[str, ...] = ()
    so: str = ""


def passages(
    variant: Variant, history: Sequence[Turn], steps: Iterable[ArgumentStep]
) -> list[Passage]:
    """Return an argument as passages; the argument under a supposition has a line for each step.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "6444:1,2")
    >>> found = passages(Variant(), history, deduce(Variant(), history))
    >>> [(part.text, part.within[-1]) for part in found if part.so == "So Rose is not first."]
    [('Suppose Rose is first.', 'Then Sky would not have enough places.')]
    """
    speech = Speech(variant, history, _WORDS)
    found: list[Passage] = []
    for supposition, group in groupby(steps, key=lambda step: step.supposition):
        together = list(group)
        if supposition is None:
            found += map(Passage, speech.sentences(together))
            continue
        supposed = _("Suppose %(supposed)s.") % {"supposed": speech.facts([supposition.fact])}
        so = _("So %(so)s.") % {"so": speech.facts(step.fact for step in together)}
        found.append(Passage(supposed, tuple(speech.sentences_to_end(supposition)), so))
    return found


def all_conclusions(position: FairPosition) -> list[list[Passage]]:
    """Return the passages of all conclusions, the easiest conclusion first."""
    variant, turns = position.variant, position.turns
    return [passages(variant, turns, one.steps) for one in thoughts(deduce_steps(position))]


def proof(position: FairPosition, thought: Thought) -> list[list[Passage]]:
    """Return the passages of the whole argument for a thought, one list for each step."""
    steps = proof_of(thought.facts, deduce_steps(position))
    return [[step] for step in passages(position.variant, position.turns, steps)]


def claim_and_reason(
    variant: Variant, history: Sequence[Turn], thought: Thought
) -> tuple[str, str]:
    """Return the conclusion and the reason of a thought without suppositions.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(2, 3), "12:0,1")
    >>> first = next(thoughts(list(deduce(Variant(2, 3), history))))
    >>> claim_and_reason(Variant(2, 3), history, first)
    ('Red is not first and Amber is not second.', 'Row 1 has no black peg.')
    """
    claim = f"{capfirst(facts_in_words(variant, thought.facts))}."
    return claim, " ".join(Speech(variant, history, _WORDS).reasons(thought.steps))


def conclusions_in_words(position: FairPosition) -> str:
    """Return one sentence with everything a person can conclude; "" if nothing is certain.

    >>> from solver.rule.history import parse_history
    >>> board = Variant(2, 3)
    >>> turns = parse_history(board, "12:0,2")
    >>> conclusions_in_words(FairPosition.without_asking(board, turns, why="An example."))
    'Green is not in the code, Red is second and Amber is first.'
    """
    known = sum_up(thoughts(deduce_steps(position)))
    return f"{capfirst(facts_in_words(position.variant, known))}." if known else ""


def clash_in_words(position: FairPosition, rows: Sequence[int]) -> list[str]:
    """Return why some rows, numbered from 1, contradict each other; [] if it takes too long.

    >>> from solver.rule.history import parse_history
    >>> turns = parse_history(Variant(), "4444:1,0 1155:3,0 2266:2,0")
    >>> clash_in_words(FairPosition.without_asking(Variant(), turns, why="An example."), [2, 3])
    ['Rows 2 and 3 cannot have 5 black pegs between them.']
    """
    some = position.rows(rows)
    clash = clash_of(some)
    if clash is None:
        return []
    speech = Speech(some.variant, some.turns, _WORDS, rows)
    return [*speech.sentences(clash.steps), speech.end(clash.end)]


def facts_in_words(variant: Variant, facts: Iterable[Fact]) -> str:
    """Return facts as one clause.

    >>> from solver.deduction.facts import Placed
    >>> facts_in_words(Variant(), [Placed(1, "1", holds=False), Placed(3, "1", holds=False)])
    'Red is not first or third'
    """
    return Speech(variant, (), _WORDS).facts(facts)


def rows_behind(thought: Thought, history: Sequence[Turn]) -> dict[int, tuple[int, ...]]:
    """Return the rows that a thought rests on, each with the places of the pegs concerned."""
    return {
        row: tuple(
            place
            for place, color in enumerate(history[row - 1].guess, start=1)
            if any(_is_about(fact, place, color) for fact in thought.facts)
        )
        for row in thought.rows
    }


def _is_about(fact: Fact, place: int, color: str) -> bool:
    return fact.color == color and not (isinstance(fact, Placed) and fact.place != place)
