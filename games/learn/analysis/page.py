"""The facts of the analysis page; the template only arranges them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.effort import SMALL
from games.catalog.rules import CLASSIC
from games.catalog.sample_game import SAMPLE_SECRET, sample_turns
from games.insight.fairness.position import FairPosition, works_out
from games.insight.positions.address import explorer_address
from games.learn.analysis.verdicts import (
    expected_left,
    rank_of,
    sentence_on,
    slip_of,
    verdict_on,
)
from games.models import Game
from games.models.play.praise import MISTAKE
from games.web.charts.partition import PartitionChart, PartitionColumns
from games.wording import figure
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.study.analysis import Appraisal, AppraisedTurn, analyze
from solver.study.skill import luck, skill


def found_label() -> str:
    """Return the word in the column "codes left" after the winning guess."""
    return _("found")


@dataclass(frozen=True)
class AnalyzedGuess:
    number: int
    turn: AppraisedTurn
    explorer: str = ""  # the URL of the explorer with the position before this guess
    why_not: str = ""  # a sentence about an earlier row that rules out the guess

    @property
    def appraisal(self) -> Appraisal:
        return self.turn.appraisal

    @property
    def code(self) -> Code:
        return self.appraisal.option.guess

    @property
    def sentence(self) -> str:
        return sentence_on(self.turn)

    @property
    def slip(self) -> str:
        """The name of the mistake; empty if the guess cost less than a tenth of a guess."""
        slip = slip_of(self.appraisal.loss)
        return str(slip.name) if slip else ""

    @property
    def before(self) -> str:
        """How many codes were possible before the guess."""
        return figure(self.appraisal.candidates, self.appraisal.is_counted)

    @property
    def left(self) -> str:
        """How many codes were possible after the answer."""
        return found_label() if self.turn.is_win else figure(self.turn.left, self.turn.is_counted)

    @property
    def expected(self) -> str:
        """How many codes the guess would leave on average."""
        return expected_left(self.appraisal.option, self.appraisal)

    @property
    def best_sentence(self) -> str:
        best = self.appraisal.best
        return _("It divides the codes into %(parts)s and leaves %(left)s on average.") % {
            "parts": wording.groups(len(best.parts)),
            "left": expected_left(best, self.appraisal),
        }

    @property
    def rank(self) -> str:
        return rank_of(self.appraisal)

    @property
    def cost(self) -> str:
        return wording.cost(self.appraisal)

    @cached_property
    def chart(self) -> PartitionChart:
        sizes = {answer: part.size for answer, part in self.appraisal.option.parts.items()}
        return PartitionChart(sizes, self.turn.answer, self.appraisal.is_listed)

    @property
    def columns(self) -> PartitionColumns:
        return PartitionColumns(self.chart, len(self.code))


@works_out(keep=64, beyond=SMALL)
def appraisal_of(variant: Variant, turns: tuple[Turn, ...]) -> tuple[AppraisedTurn, ...]:
    return analyze(variant, turns)


def say_when_known(turns: Sequence[AppraisedTurn]) -> str:
    """Return a sentence on when the feedback was enough to know the code.

    It is empty if the code never became certain, if it became certain by winning, or if exactly
    one guess followed.
    """
    known = next((at for at, one in enumerate(turns, 1) if one.is_counted and one.left == 1), 0)
    more = len(turns) - known
    if not known or turns[known - 1].is_win or more == 1:
        return ""
    if not more or not turns[-1].is_win:
        return _("You could work out the code after guess %(number)d.") % {"number": known}
    sentence = ngettext(
        "You could work out the code after guess %(number)d. You needed %(more)d more guess.",
        "You could work out the code after guess %(number)d. You needed %(more)d more guesses.",
        more,
    )
    return sentence % {"number": known, "more": more}


@dataclass(frozen=True)
class Analysis:
    game: Game
    position: FairPosition  # the position at the end of the game

    @cached_property
    def moves(self) -> list[AnalyzedGuess]:
        variant, turns = self.position.variant, self.position.turns
        return [
            AnalyzedGuess(
                place + 1,
                turn,
                explorer_address(variant, turns[:place], turns[place].guess),
                wording.clash(turns[:place], turns[place].guess),
            )
            for place, turn in enumerate(appraisal_of(self.position))
        ]

    @property
    def appraised(self) -> list[AppraisedTurn]:
        return [move.turn for move in self.moves]

    @cached_property
    def skill(self) -> int | None:
        """The skill of the game; None if the player gave up."""
        return None if self.game.is_given_up else skill(self.appraised)

    @cached_property
    def luck(self) -> int:
        return luck(self.appraised)

    @property
    def verdict(self) -> str:
        # What the last guess of a lost game told came too late.
        used = self.appraised[: self.game.limit - (not self.game.is_won)]
        return f"{verdict_on(self.appraised)} {say_when_known(used)}".strip()

    @property
    def played(self) -> str:
        """A sentence on what the guesses after the first one cost."""
        if self.game.is_given_up:
            return _("A game you gave up has no skill.")
        if self.skill is None:
            return _("Skill starts with the second guess.")
        lost = sum(move.appraisal.loss for move in self.moves[1:])
        return _("After the first, your guesses cost %(lost)s more than the best would have.") % {
            "lost": wording.number(lost, decimals=1)
        }

    @property
    def answered(self) -> str:
        """A sentence on how lucky the answers were."""
        gain = sum(turn.gain for turn in self.appraised)
        guesses = wording.number(abs(gain), decimals=1)
        if gain >= 0:
            return _("The answers saved %(gain)s guesses.") % {"gain": guesses}
        return _("The answers cost %(lost)s guesses.") % {"lost": guesses}

    @cached_property
    def worst(self) -> AnalyzedGuess | None:
        """The most costly guess of those that did not win; None if it was no mistake."""
        others = [move for move in self.moves if not move.turn.is_win]
        worst = max(others, key=lambda move: move.appraisal.loss, default=None)
        return worst if worst and worst.appraisal.loss >= MISTAKE else None

    @property
    def is_proven(self) -> bool:
        return all(move.appraisal.is_proven for move in self.moves)


POOR = "1222"  # only one peg differs from the first guess, so the answer says little


@cache
def second_guesses() -> tuple[tuple[AnalyzedGuess, PartitionColumns], ...]:
    """Return a good and a poor second guess, with charts of the same scale."""
    first, good = sample_turns()[:2]
    poor = Turn(POOR, feedback(POOR, SAMPLE_SECRET))
    why = "The example is the same for everyone."
    both = [
        FairPosition.without_asking(CLASSIC.variant, (first, turn), why) for turn in (good, poor)
    ]
    moves = [AnalyzedGuess(2, appraisal_of(position)[1]) for position in both]
    largest = max(max(move.chart.sizes.values()) for move in moves)
    return tuple(
        (move, PartitionColumns(move.chart, CLASSIC.variant.pegs, largest)) for move in moves
    )
