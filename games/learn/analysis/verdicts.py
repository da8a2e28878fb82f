"""Sentences of the analysis: on one guess, and on the whole game."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.models.play.praise import BLUNDER, INACCURACY, MISTAKE
from solver.study.analysis import Appraisal, AppraisedTurn, Option

REMARKABLE = 0.3  # an answer is remarkable if it saves at least this many guesses
WASTED = 0.95  # if at least this much is lost, the text says "a whole guess"

# Each row has the smallest cost, the words for an exact cost, and the words for an estimate.
COSTS = (
    (WASTED, gettext_lazy("a whole guess"), gettext_lazy("about a whole guess")),
    (
        0.71,
        gettext_lazy("three quarters of a guess"),
        gettext_lazy("about three quarters of a guess"),
    ),
    (0.58, gettext_lazy("two thirds of a guess"), gettext_lazy("about two thirds of a guess")),
    (0.42, gettext_lazy("half a guess"), gettext_lazy("about half a guess")),
    (0.29, gettext_lazy("a third of a guess"), gettext_lazy("about a third of a guess")),
    (0.225, gettext_lazy("a quarter of a guess"), gettext_lazy("about a quarter of a guess")),
    (0.15, gettext_lazy("a fifth of a guess"), gettext_lazy("about a fifth of a guess")),
    (INACCURACY, gettext_lazy("a tenth of a guess"), gettext_lazy("about a tenth of a guess")),
    (0, *2 * (gettext_lazy("less than a tenth of a guess"),)),
)


class Slip(NamedTuple):
    """A kind of mistake.

    One sentence is for the only mistake of a game, the other for the worst of several mistakes.
    """

    least: float
    name: Promise
    only: Promise
    worst: Promise


SLIPS = (
    Slip(
        BLUNDER,
        gettext_lazy("Blunder"),
        gettext_lazy("Guess %(number)d was a blunder: it cost %(cost)s."),
        gettext_lazy("Guess %(number)d was the biggest blunder: it cost %(cost)s."),
    ),
    Slip(
        MISTAKE,
        gettext_lazy("Mistake"),
        gettext_lazy("Guess %(number)d was a mistake: it cost %(cost)s."),
        gettext_lazy("Guess %(number)d was the biggest mistake: it cost %(cost)s."),
    ),
    Slip(
        INACCURACY,
        gettext_lazy("Inaccuracy"),
        gettext_lazy("No mistakes. Guess %(number)d was an inaccuracy: it cost %(cost)s."),
        gettext_lazy("No mistakes, a few inaccuracies. Guess %(number)d cost most: %(cost)s."),
    ),
)


def slip_of(loss: float) -> Slip | None:
    """Return the kind of mistake for a loss; None if the loss is small."""
    return next((slip for slip in SLIPS if loss >= slip.least), None)


def verdict_on(turns: Sequence[AppraisedTurn]) -> str:
    """Return a sentence on the most costly guess, and on what kind of mistake it was."""
    losses = {number: turn.appraisal.loss for number, turn in enumerate(turns, start=1)}
    worst = max(losses, key=lambda number: losses[number], default=0)
    slip = slip_of(losses.get(worst, 0))
    if slip is None:
        return _faultless([turn.appraisal for turn in turns])
    wasted = [number for number, loss in losses.items() if loss >= WASTED]
    if len(wasted) > 1:
        return _("%(guesses)s each wasted a whole guess.") % {
            "guesses": capfirst(wording.guesses_named(wasted))
        }
    values = {"number": worst, "cost": in_words(turns[worst - 1].appraisal)}
    alike = [number for number, loss in losses.items() if slip_of(loss) == slip]
    if worst == 1 and slip.least >= MISTAKE > max([*losses.values()][1:], default=0):
        return _("Guess 1 cost %(cost)s. After it, no mistakes.") % values
    return str(slip.only if len(alike) == 1 else slip.worst) % values


def _faultless(appraisals: Sequence[Appraisal]) -> str:
    if any(appraisal.loss for appraisal in appraisals):
        return _("No mistakes: every guess was the best, or nearly as good.")
    if all(one.is_loss_proven for one in appraisals):
        return _("Perfect play: no guess could have been better.")
    return _("No mistakes: as far as we can estimate, no guess could have been better.")


def in_words(appraisal: Appraisal) -> str:
    """Return the cost of a guess in words."""
    exactly, about = next(words for least, *words in COSTS if appraisal.loss >= least)
    return str(exactly if appraisal.is_loss_proven else about)


def sentence_on(turn: AppraisedTurn) -> str:
    """Return sentences on a guess: its effect, its quality, and the luck of its answer.

    >>> from solver.study.analysis import analyze
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.feedback import Feedback, Turn
    >>> [turn] = analyze(Variant(), [Turn("1122", Feedback(1, 0))])
    >>> sentence_on(turn)
    'It divided 1,296 codes into 13 groups, nearly as well as the best guess.'
    """
    return " ".join(filter(None, (_could_be(turn), _work(turn), _luck_of(turn))))


def _could_be(turn: AppraisedTurn) -> str:
    """Return a sentence on whether the earlier answers allowed the guess to be the code."""
    appraisal = turn.appraisal
    if turn.is_win:
        if appraisal.candidates == 1:
            return _("Only this code was left.")
        return _("This was the code.")
    if appraisal.contradicts:
        return _("Guess %(number)d already ruled this out.") % {"number": appraisal.contradicts}
    return ""


def _work(turn: AppraisedTurn) -> str:
    """Return a sentence on how the guess divided the codes, compared with the best."""
    appraisal, option = turn.appraisal, turn.appraisal.option
    if appraisal.candidates == 1:
        only = _("Only %(guess)s was still possible.") % {"guess": appraisal.best.guess}
        return "" if turn.is_win else only
    if option.tells_nothing:
        return _("It told you nothing: every code still possible gives this answer.")
    if appraisal.contradicts and appraisal.loss >= INACCURACY:
        return _("It cost %(cost)s.") % {"cost": in_words(appraisal)}
    return _quality(appraisal) % {
        "codes": wording.codes(appraisal.candidates, appraisal.is_counted),
        "parts": wording.groups(len(option.parts)),
        "cost": in_words(appraisal),
    }


def _quality(appraisal: Appraisal) -> str:
    """Return a sentence on how well a guess divided the codes, with placeholders for figures."""
    if not appraisal.loss:
        if appraisal.rank == 1 and appraisal.is_loss_proven:
            return _("It divided %(codes)s into %(parts)s, as well as any guess could.")
        return _("It divided %(codes)s into %(parts)s, about as well as any guess could.")
    if appraisal.loss < INACCURACY:
        return _("It divided %(codes)s into %(parts)s, nearly as well as the best guess.")
    return _("It divided %(codes)s into %(parts)s, and cost %(cost)s.")


def _luck_of(turn: AppraisedTurn) -> str:
    if abs(turn.gain) < REMARKABLE:
        return ""
    return _("The answer was lucky.") if turn.gain > 0 else _("The answer was unlucky.")


def expected_left(option: Option, appraisal: Appraisal) -> str:
    """Return how many codes a guess leaves on average; ≈ marks an estimate."""
    left = option.expected_left
    written = wording.number(left, decimals=0 if left >= 100 else 1)
    return written if appraisal.is_listed else f"≈ {written}"


def rank_of(appraisal: Appraisal) -> str:
    """Return the rank of a guess among all codes, in words."""
    if appraisal.rank == 1:
        return _("the best") if appraisal.is_loss_proven else _("≈ the best")
    if appraisal.loss < INACCURACY:
        return _("nearly the best")
    place = _("%(rank)s of %(codes)s") if appraisal.is_rank_proven else _("≈ %(rank)s of %(codes)s")
    return place % {
        "rank": wording.number(appraisal.rank),
        "codes": wording.number(appraisal.codes),
    }
