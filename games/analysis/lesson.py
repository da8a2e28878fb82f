"""Learning from a mistake: one guess of a game is made again, and held against the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.analysis.forms import LessonForm
from games.analysis.page import Analysis, Move
from games.analysis.verdicts import cost, expected
from games.entry.code_entry import CodeEntry
from solver.analysis import Appraisal, Option, appraise
from solver.candidates import position_after
from solver.codes import Variant
from solver.feedback import Turn


@dataclass(frozen=True)
class Line:
    """A guess in the comparison."""

    name: str
    option: Option
    left: str
    cost: str


@dataclass(frozen=True)
class Lesson:
    """A guess to be improved upon, with what has been tried instead.

    ``history`` is what was known, ``typed`` the row in progress, and ``problem`` what is wrong
    with it.
    """

    move: Move
    variant: Variant
    history: Sequence[Turn]
    typed: str
    tried: Appraisal | None = None
    shows_best: bool = False
    problem: str = ""

    @property
    def entry(self) -> CodeEntry:
        """The row in progress; an address with it must say which guess it is about."""
        kept = (("guess", str(self.move.number)),)
        return CodeEntry(self.variant, self.typed, self.problem, kept, tools=("copy",))

    @property
    def lines(self) -> list[Line]:
        """The guess of the game, what was tried, and the best guess once it may be seen."""
        made = self.move.appraisal
        lines = [line("Played", made)]
        if self.tried:
            lines.append(line("Tried", self.tried))
        if self.shows_best or self.is_found:
            lines.append(Line("Best", made.best, expected(made.best, made), "0"))
        return lines

    @property
    def is_found(self) -> bool:
        """Whether what was tried is as good as the best."""
        return self.tried is not None and not self.tried.loss

    @property
    def verdict(self) -> str:
        """What is said of what was tried."""
        if self.tried is None:
            return ""
        guess, its_cost = self.tried.option.guess, cost(self.tried)
        if self.is_found:
            return f"{guess} is as good as any guess could be here. Well found."
        saved = self.move.appraisal.loss - self.tried.loss
        if saved > 0:
            return f"{guess} is better than what was played, but still costs {its_cost} guesses."
        return f"{guess} is no better: it costs {its_cost} guesses."


def line(name: str, appraisal: Appraisal) -> Line:
    """Return what a comparison says of a guess."""
    return Line(name, appraisal.option, expected(appraisal.option, appraisal), cost(appraisal))


def lesson_on(analysis: Analysis, form: LessonForm, row: str) -> Lesson | None:
    """Return the lesson that was asked for, or the one on the guess that cost most, if any did."""
    form.is_valid()
    number, code = form.cleaned_data.get("guess"), form.cleaned_data.get("code")
    move = analysis.moves[number - 1] if number else analysis.worst
    if move is None:
        return None
    variant, history = analysis.game.variant, analysis.turns[: move.number - 1]
    return Lesson(
        move,
        variant,
        history,
        typed=form.data.get("code", row),
        tried=appraise(position_after(variant, history), code) if code else None,
        shows_best=form.cleaned_data.get("show") == "best",
        problem=form.problem,
    )
