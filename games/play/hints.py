"""Help in degrees, each with its reason. All of it follows from what everybody can see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.catalog.colors import NAMES
from games.catalog.strategies import title
from games.charts.partition import PartitionChart
from games.models import Hint
from games.positions.outlook import known_after, suggested
from games.wording import colors_in_words, in_words
from solver.positions.candidates import first_contradicted
from solver.positions.knowledge import Knowledge
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.study.suggest import Suggestion


@dataclass(frozen=True)
class Advice:
    """What a hint says: always a sentence, perhaps a code to play, perhaps what that tells."""

    title: str
    sentence: str
    code: Code = ""
    chart: PartitionChart | None = None


def advice_on(hint: Hint, variant: Variant, history: Sequence[Turn]) -> Advice:
    """Return what ``hint`` says at this point of a game."""
    match hint.kind:
        case Hint.Kind.CHECK:
            return check(hint.detail, history)
        case Hint.Kind.FACTS:
            return facts(known_after(variant, tuple(history)))
        case Hint.Kind.CANDIDATE:
            return a_candidate(suggested(variant, tuple(history), "random"))
        case _:
            return good_guess(suggested(variant, tuple(history), hint.detail), hint.detail)


def check(row: Code, history: Sequence[Turn]) -> Advice:
    """Say whether ``row`` can be the code, or which answer it contradicts.

    >>> from solver.rule.feedback import Feedback
    >>> check("1344", [Turn("1122", Feedback(0, 1))]).sentence
    'No. If 1344 were the code, guess 1 would have got 1 black, 0 white and not 0 black, 1 white.'
    """
    title = _("Could %(row)s be the code?") % {"row": row}
    number = first_contradicted(history, row)
    if not number:
        return Advice(title, _("Yes, %(row)s fits every answer so far.") % {"row": row})
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
    return Advice(title, contradiction)


def facts(known: Knowledge) -> Advice:
    """Say which colors and places are certain, and which are excluded."""
    title = _("What is certain")
    if not known.is_exact:
        possible = wording.sentence(wording.are_possible(known.count, known.is_counted))
        return Advice(title, f"{possible} {_('That is too many to be certain of anything.')}")
    return Advice(title, " ".join(certainties(known)) or _("Nothing is certain yet."))


def certainties(known: Knowledge) -> Iterator[str]:
    """Yield a sentence for each kind of thing that is known for sure."""
    if known.certain:
        yield _("In the code: %(colors)s.") % {"colors": colors_in_words(known.certain)}
    if known.excluded:
        yield _("Not in the code: %(colors)s.") % {"colors": colors_in_words(known.excluded)}
    for place, symbol in known.places.items():
        yield _("Place %(place)d is %(color)s.") % {"place": place, "color": NAMES[symbol]}


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
