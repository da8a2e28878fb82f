"""Help in degrees, each with its reason. All of it follows from what everybody can see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.catalog.colors import COLOR_NAMES
from games.catalog.strategies import title
from games.insight.fairness.position import FairPosition
from games.insight.positions import arguments
from games.insight.positions.outlook import known_after, suggested
from games.models import Game, Hint
from games.web.charts.partition import PartitionChart
from games.wording import colors_in_words, in_words
from solver.deduction.facts import Fact, Placed
from solver.deduction.thoughts import Thought, thoughts
from solver.positions.candidates import first_contradicted
from solver.positions.knowledge import Knowledge
from solver.rule.codes import Code
from solver.rule.feedback import Turn, feedback
from solver.study.suggest import Suggestion


@dataclass(frozen=True)
class Advice:
    """What a hint says: always a sentence, perhaps a code to play, perhaps what that tells.

    ``marks`` are the rows that it looks at, each with the places (from 1) of the pegs that it is
    about, ``facts`` is what it comes to, for the player's notes: "23x" is color 3 not second, "0Ax"
    color A nowhere. It may go on with a ``next_step``.
    """

    title: str
    sentence: str
    code: Code = ""
    chart: PartitionChart | None = None
    marks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    facts: str = ""
    next_step: int = 0
    is_empty: bool = False  # there is nothing to say: it costs nothing
    about: Code = ""  # the row that was asked about

    @property
    def spoken(self) -> str:
        """The sentence for a voice, with the code as colors."""
        return wording.spoken(self.sentence, self.code or self.about)


def advice_on(hint: Hint, position: FairPosition, asked: Sequence[Hint] = ()) -> Advice:
    """Return what ``hint`` says at this point of a game; ``asked`` is all help so far."""
    match Hint.Kind(hint.kind):
        case Hint.Kind.FOLLOWS:
            return follows(position, steps_asked(asked), int(hint.detail))
        case Hint.Kind.CHECK:
            return check(hint.detail, position.turns)
        case Hint.Kind.FACTS:
            return facts(known_after(position))
        case Hint.Kind.CANDIDATE:
            return a_candidate(suggested(position, "random"))
        case Hint.Kind.BEST:
            return good_guess(suggested(position, hint.detail), hint.detail)
        case Hint.Kind.PANEL:
            raise ValueError(hint.kind)  # it stands beside the board, as long as it is open


def steps_asked(asked: Sequence[Hint]) -> dict[int, int]:
    """Return how far the player was told what follows, for each guess before which they asked."""
    steps: dict[int, int] = {}
    for hint in asked:
        if hint.kind == Hint.Kind.FOLLOWS:
            steps[hint.number] = max(steps.get(hint.number, 0), int(hint.detail))
    return steps


def thoughts_on(position: FairPosition, asked: dict[int, int]) -> list[Thought]:
    """Return what can be known now; what was told before earlier guesses is not told again."""
    told: set[Fact] = set()
    for number in sorted(number for number in asked if number <= len(position.turns)):
        before = thoughts(arguments.deduced(position.before(number)), told)
        told.update(step.fact for one in list(before)[: asked[number]] for step in one.steps)
    return list(thoughts(arguments.deduced(position), told))


def follows(position: FairPosition, asked: dict[int, int], step: int) -> Advice:
    """Say the next thing that can be known, and why."""
    found, history = thoughts_on(position, asked), position.turns
    if step > len(found):
        sentence = nothing_follows(history, bool(found))
        return Advice(_("What follows"), sentence, is_empty=not found)
    thought = found[step - 1]
    said = " ".join(arguments.said(position.variant, history, thought.steps))
    return Advice(
        _("What follows: %(step)d of %(steps)d") % {"step": step, "steps": len(found)},
        said,
        marks=arguments.marked(thought, history),
        facts=" ".join(noted(thought)),
        next_step=step + 1 if step < len(found) else 0,
    )


def nothing_follows(history: Sequence[Turn], is_more_than_before: bool) -> str:
    """Say that nothing new can be known, and what to do about it."""
    if not history:
        return _("Nothing can be known before the first guess. Any colors will do.")
    if is_more_than_before:
        return _("That is all that follows from these rows.")
    return _(
        "Nothing new is certain yet. Try a code that fits every row: its answer will tell you more."
    )


def noted(thought: Thought) -> Iterator[str]:
    """Yield what a grid of places and colors can show of a thought."""
    for fact in thought.facts:
        if isinstance(fact, Placed):
            yield f"{fact.place}{fact.color}{'o' if fact.holds else 'x'}"
        elif not fact.most:
            yield f"0{fact.color}x"


def check(row: Code, history: Sequence[Turn]) -> Advice:
    """Say whether ``row`` can be the code, or which answer it contradicts.

    >>> from solver.rule.feedback import Feedback
    >>> check("1344", [Turn("1122", Feedback(0, 1))]).sentence
    'No. If 1344 were the code, guess 1 would have got 1 black, 0 white and not 0 black, 1 white.'
    """
    title = _("Could %(row)s be the code?") % {"row": row}
    number = first_contradicted(history, row)
    if not number:
        fits = _("Yes, %(row)s fits every answer so far.") % {"row": row}
        return Advice(title, fits, about=row)
    guess, answer = history[number - 1]
    contradiction = _(
        "No. If %(row)s were the code, guess %(number)d would have got %(would)s"
        " and not %(answer)s."
    ) % {
        "row": row,
        "number": number,
        "would": in_words(feedback(guess, secret=row)),
        "answer": in_words(answer),
    }
    return Advice(title, contradiction, about=row)


def facts(known: Knowledge) -> Advice:
    """Say which colors and places are certain, and which are excluded."""
    title = _("What is certain")
    if not known.is_exact:
        too_many = _("Too many codes are still possible to be certain of anything.")
        return Advice(title, too_many, is_empty=True)
    certain = " ".join(certainties(known))
    return Advice(title, certain or _("Nothing is certain yet."), is_empty=not certain)


def certainties(known: Knowledge) -> Iterator[str]:
    """Yield a sentence for each kind of thing that is known for sure."""
    if known.certain:
        yield _("In the code: %(colors)s.") % {"colors": colors_in_words(known.certain)}
    if known.excluded:
        yield _("Not in the code: %(colors)s.") % {"colors": colors_in_words(known.excluded)}
    for place, symbol in known.places.items():
        yield _("Place %(place)d is %(color)s.") % {"place": place, "color": COLOR_NAMES[symbol]}


def a_candidate(found: Suggestion) -> Advice:
    """Show one of the codes that fit, without claiming that it is a good guess."""
    fits = ngettext(
        "%(guess)s fits every answer so far: the only code that does.",
        "%(guess)s fits every answer so far: one of %(codes)s that do.",
        found.candidates,
    ) % {"guess": found.guess, "codes": wording.codes(found.candidates, found.is_counted)}
    return Advice(_("A code that is still possible"), fits, found.guess)


def good_guess(found: Suggestion, strategy: str) -> Advice:
    """Show the guess of a strategy, and why it is a good one."""
    return Advice(
        _("A good guess, by %(strategy)s") % {"strategy": title(strategy)},
        wording.reason(found),
        found.guess,
        PartitionChart(found.partition, is_exact=found.exact),
    )


def free_advice(
    game: Game, position: FairPosition, number: int, kind: str, detail: str
) -> Advice | None:
    """Return advice that has nothing to say, for a game whose player has paid for none yet."""
    if game.is_aided or not game.is_playing or number != game.next_number:
        return None
    if kind not in (Hint.Kind.FACTS, Hint.Kind.FOLLOWS):
        return None
    hint = Hint(game=game, number=number, kind=kind, detail=detail)
    advice = advice_on(hint, position)
    if not advice.is_empty:
        return None
    return replace(
        advice, sentence=_("%(sentence)s This was free.") % {"sentence": advice.sentence}
    )
