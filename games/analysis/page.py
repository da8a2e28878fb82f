"""What the analysis of a finished game shows: the template only lays it out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.verdicts import cost, expected, rank_of, sentence_on
from games.models import Game
from games.wording import figure, in_words, number
from solver.analysis import Appraisal, Step, analyze
from solver.codes import Code
from solver.feedback import Feedback, Turn, possible_feedbacks
from solver.skill import luck, skill

BAR_STEP, BAR_HEIGHT = 20, 56  # units of the drawing


def found() -> str:
    """Return what stands in the place of the codes left once the code is broken."""
    return _("found")


class Bar(NamedTuple):
    """One answer to a guess, as a bar."""

    answer: Feedback
    size: int  # the codes that would have given it
    x: int
    height: int
    came: bool  # whether it is the answer that the guess got

    @property
    def y(self) -> int:
        """Where the bar begins; y runs downwards."""
        return BAR_HEIGHT - self.height


@dataclass(frozen=True)
class Move:
    """One guess of a game, and what it was worth."""

    number: int
    step: Step

    @property
    def appraisal(self) -> Appraisal:
        return self.step.appraisal

    @property
    def code(self) -> Code:
        return self.appraisal.option.guess

    @property
    def sentence(self) -> str:
        return sentence_on(self.step)

    @property
    def before(self) -> str:
        """How many codes were possible before the guess."""
        return figure(self.appraisal.candidates, self.appraisal.is_counted)

    @property
    def left(self) -> str:
        """How many codes were possible after the answer."""
        return found() if self.step.is_win else figure(self.step.left, self.step.is_counted)

    @property
    def expected(self) -> str:
        """How many codes it was to be expected to leave."""
        return expected(self.appraisal.option, self.appraisal)

    @property
    def best_expected(self) -> str:
        """How many codes the best guess was to be expected to leave."""
        return expected(self.appraisal.best, self.appraisal)

    @property
    def rank(self) -> str:
        return rank_of(self.appraisal)

    @property
    def cost(self) -> str:
        return cost(self.appraisal)

    @property
    def bars(self) -> list[Bar]:
        """All answers there are, those that share least with the guess first."""
        parts = self.appraisal.option.parts
        most = max(part.size for part in parts.values())
        sizes = {
            answer: parts[answer].size if answer in parts else 0
            for answer in sorted(possible_feedbacks(len(self.code)), key=by_keys)
        }
        return [
            Bar(
                answer,
                size,
                x=place * BAR_STEP,
                height=max(1 + (size > 0), round(BAR_HEIGHT * size / most)),
                came=answer == self.step.answer,
            )
            for place, (answer, size) in enumerate(sizes.items())
        ]

    @property
    def width(self) -> int:
        """How wide the drawing is."""
        return BAR_STEP * len(possible_feedbacks(len(self.code)))

    @property
    def partition(self) -> str:
        """The drawing in words."""
        sizes = sorted(part.size for part in self.appraisal.option.parts.values())
        return ngettext(
            "One answer was possible: %(answer)s came.",
            "%(count)d answers were possible, with %(least)s to %(most)s codes; %(answer)s came.",
            len(sizes),
        ) % {
            "count": len(sizes),
            "least": number(sizes[0]),
            "most": number(sizes[-1]),
            "answer": in_words(self.step.answer),
        }


def by_keys(answer: Feedback) -> tuple[int, int]:
    """Return what orders answers: first all their key pegs, then the black ones."""
    return sum(answer), answer.black


@dataclass(frozen=True)
class Analysis:
    """A finished game, and what every guess in it was worth."""

    game: Game

    @cached_property
    def turns(self) -> list[Turn]:
        return self.game.turns()

    @cached_property
    def moves(self) -> list[Move]:
        steps = analyze(self.game.variant, self.turns)
        return [Move(number, step) for number, step in enumerate(steps, start=1)]

    @property
    def steps(self) -> list[Step]:
        return [move.step for move in self.moves]

    @property
    def skill(self) -> int | None:
        return skill(self.steps)

    @property
    def luck(self) -> int:
        return luck(self.steps)

    @property
    def played(self) -> str:
        """What the choices cost after the first, in a sentence."""
        lost = sum(move.appraisal.loss for move in self.moves[1:])
        return _("The guesses after the first cost %(lost).1f more than the best would have.") % {
            "lost": lost
        }

    @property
    def answered(self) -> str:
        """What the answers saved, in a sentence."""
        gain = sum(step.gain for step in self.steps)
        if gain >= 0:
            return _("The answers saved %(gain).1f guesses.") % {"gain": gain}
        return _("The answers cost %(lost).1f guesses.") % {"lost": -gain}

    @property
    def worst(self) -> Move | None:
        """The guess that cost most, if any cost anything."""
        worst = max(self.moves, key=lambda move: move.appraisal.loss, default=None)
        return worst if worst and worst.appraisal.loss else None

    @property
    def is_proven(self) -> bool:
        """Whether no figure is an estimate."""
        return all(move.appraisal.is_proven for move in self.moves)
