"""The games that the first page shows. The solver works them out, they are not written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.catalog.rules import CLASSIC
from games.catalog.sample_game import SAMPLE_SECRET, sample_turns
from games.models.play.praise import MISTAKE
from solver.positions.candidates import position_after
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn, feedback
from solver.study.analysis import AppraisedTurn, analyze
from solver.study.skill import luck, skill

SLIPPING = ("1122", "1344", "3344", "3632")  # the sample, but for a careless third guess


class SampleGuess(NamedTuple):
    """A guess, its answer, and in one sentence what it brought."""

    guess: Code
    feedback: Feedback
    sentence: str


class WeighedGuess(NamedTuple):
    """A guess, its answer, what it cost and what that is called."""

    guess: Code
    feedback: Feedback
    cost: str
    slip: str


class WeighedGame(NamedTuple):
    """What an analysis says of a game, in short."""

    guesses: tuple[WeighedGuess, ...]
    skill: int | None
    luck: int


@wording.kept(maxsize=None)
def sample_game() -> tuple[SampleGuess, ...]:
    """Return the whole game of Knuth's strategy on the Classic board."""
    turns = sample_turns()
    return tuple(
        SampleGuess(*turn, outcome(turns[:number])) for number, turn in enumerate(turns, start=1)
    )


def outcome(turns: Sequence[Turn]) -> str:
    """Say what the last of the turns brought.

    >>> outcome([Turn("1122", Feedback(1, 0))])
    '1122 leaves 256 of 1,296 codes.'
    """
    guess, answer = turns[-1]
    if answer.black == CLASSIC.variant.pegs:
        broken = _("%(guess)s is the code, in %(guesses)s.")
        return broken % {"guess": guess, "guesses": wording.guesses(len(turns))}
    before, left = (position_after(CLASSIC.variant, known).count for known in (turns[:-1], turns))
    leaves = ngettext(
        "%(guess)s leaves only %(left)s of %(codes)s.",
        "%(guess)s leaves %(left)s of %(codes)s.",
        left,
    )
    codes = {"left": wording.number(left), "codes": wording.codes(before)}
    return leaves % {"guess": guess, **codes}


@wording.kept(maxsize=None)
def weighed_game() -> WeighedGame:
    """Return what the analysis says of a game with a slip, on the Classic board."""
    turns = tuple(Turn(guess, feedback(guess, SAMPLE_SECRET)) for guess in SLIPPING)
    appraised = analyze(CLASSIC.variant, turns)
    return WeighedGame(tuple(map(weighed, appraised)), skill(appraised), luck(appraised))


def weighed(turn: AppraisedTurn) -> WeighedGuess:
    """Return what the analysis says of a guess; on the Classic board all of it is exact."""
    loss = turn.appraisal.loss
    cost = wording.number(loss, decimals=2 if loss else 0)
    slip = _("Mistake") if loss >= MISTAKE else ""
    return WeighedGuess(turn.appraisal.option.guess, turn.answer, cost, slip)
