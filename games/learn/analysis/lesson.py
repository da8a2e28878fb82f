"""A lesson: the player replaces a guess by another code; both are compared with the best guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import SMALL
from games.insight.fairness.position import FairPosition, works_out
from games.learn.analysis.page import Analysis, AnalyzedGuess
from games.learn.analysis.verdicts import WASTED, expected_left, in_words
from games.models import Game
from games.web.entry.code_entry import CodeEntry
from games.web.entry.forms import CodeField, ProblemForm, always
from games.web.entry.row import row_from_query
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.study.analysis import Appraisal, Option, appraise


class LessonForm(ProblemForm):
    """The guess to improve, with a code to try or a request for the best guess.

    Without a guess, the most costly one is improved. After ``is_valid``, the valid part of the
    input is in ``cleaned_data``.
    """

    show = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any], game: Game) -> None:
        super().__init__(data)
        self.variant = game.variant
        self.fields["guess"] = forms.IntegerField(
            min_value=1,
            max_value=game.guess_count,
            required=False,
            error_messages=always(_("There is no such guess in this game.")),
        )
        if "code" in data:
            self.fields["code"] = CodeField(game.variant)

    @property
    def typed(self) -> str:
        """The row in progress."""
        return str(self.data.get("code", row_from_query(self.data, self.variant)))

    @property
    def shows_best(self) -> bool:
        return self.cleaned_data.get("show") == "best"


@dataclass(frozen=True)
class SecondTry:
    """A guess of a game, and the code that the player tries in its place."""

    move: AnalyzedGuess
    position: FairPosition
    form: LessonForm
    tried: Appraisal | None

    @property
    def entry(self) -> CodeEntry:
        """The row in progress; its links contain the number of the guess to replace."""
        kept = (("guess", str(self.move.number)),)
        variant, form = self.position.variant, self.form
        return CodeEntry(variant, form.typed, form.problem, kept, tools=("copy",))

    @property
    def question(self) -> str:
        made = self.move.appraisal
        if made.candidates == 1 and made.is_counted:
            asked = _("Only one code was possible before %(guess)s. Which one?")
            return asked % {"guess": self.move.code}
        question = (
            _("%(guess)s wasted a whole guess. Which code would have told you more?")
            if made.loss >= WASTED
            else _("%(guess)s cost %(cost)s. Which code would have told you more?")
        ) % {"guess": self.move.code, "cost": in_words(made)}
        possible = wording.were_possible(made.candidates, made.is_counted)
        return f"{question} {wording.sentence(possible)}"

    @property
    def compared(self) -> list[tuple[str, Option, str, str]]:
        """The guess played, the code tried, and the best guess, each with what it leaves and costs.

        The best guess is left out until the player is allowed to see it.
        """
        made = self.move.appraisal
        named = [(_("Played"), made)]
        if self.tried:
            named.append((_("Tried"), self.tried))
        rows = [
            (name, one.option, expected_left(one.option, one), wording.cost(one))
            for name, one in named
        ]
        if self.form.shows_best or self.is_found:
            rows.append((_("Best"), made.best, expected_left(made.best, made), "0"))
        return rows

    @property
    def is_found(self) -> bool:
        """Whether the code that was tried is as good as the best guess."""
        return self.tried is not None and not self.tried.loss

    @property
    def verdict(self) -> str:
        """A sentence on how good the tried code is; empty if no code was tried."""
        if self.tried is None:
            return ""
        tried = {"guess": self.tried.option.guess, "cost": in_words(self.tried)}
        if self.is_found:
            return _("Well found. No guess is better here than %(guess)s.") % tried
        if self.move.appraisal.loss > self.tried.loss:
            return _("%(guess)s is better than the played guess, but still costs %(cost)s.") % tried
        return _("%(guess)s is no better: it costs %(cost)s.") % tried


@works_out(keep=256, beyond=SMALL)
def appraisal_of_try(variant: Variant, history: tuple[Turn, ...], code: Code) -> Appraisal:
    """Return the appraisal of a guess after these turns."""
    return appraise(position_after(variant, history), code)


def lesson_on(analysis: Analysis, form: LessonForm) -> SecondTry | None:
    """Return the lesson on the chosen or most costly guess; None if no guess cost anything."""
    number, code = form.cleaned_data.get("guess"), form.cleaned_data.get("code")
    move = analysis.moves[number - 1] if number else analysis.worst
    if move is None:
        return None
    position = analysis.position.before(move.number)
    tried = appraisal_of_try(position, code) if code else None
    return SecondTry(move, position, form, tried)
