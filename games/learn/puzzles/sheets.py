"""Sheets to print for a class: empty boards, positions or puzzles, several on each page."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Self
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _, ngettext

from games.catalog.grades import GRADE_NAMES, address_of, grade_named
from games.catalog.rules import CLASSIC
from games.insight.positions.puzzles import PUZZLE_BOARD, make_from_seed
from games.web.entry.forms import CountField, OneOfField, ProblemForm
from games.web.traffic.calculator import expensive
from solver.deduction.puzzles import Grade, Puzzle
from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn

EMPTY_BOARDS, POSITIONS, PUZZLES = "boards", "positions", "puzzles"
ON_A_SHEET = (4, 6, 9)
SHEETS = range(1, 1000)
# Sheets use seeds from this one on, so that they contain no puzzle of the site.
FIRST_SEED = 1_000_000
MOST_CODES = 9  # positions have at most this many codes, so that a person can find them all
# Two positions are 20 seeds apart, because only one puzzle in 20 can become a position.
APART = 20


class SheetForm(ProblemForm):
    """The content of a sheet: kind and number of boards, grade, and number of the sheet."""

    what = OneOfField(
        _("Content"),
        [
            (PUZZLES, _("Puzzles: one code fits")),
            (POSITIONS, _("Positions: which codes fit?")),
            (EMPTY_BOARDS, _("Empty boards")),
        ],
        _("A sheet has puzzles, positions or boards."),
    )
    grade = OneOfField(
        _("Grade"),
        [(address_of(grade), GRADE_NAMES[grade]) for grade in Grade],
        _("Choose one of the five grades in the list."),
    )
    per = OneOfField(
        _("Per sheet"),
        [(many, str(many)) for many in ON_A_SHEET],
        _("There is room for four, six or nine on a sheet."),
        coerce=int,
    )
    sheet = CountField(_("Sheet"), SHEETS, _("Sheets have numbers from {least} to {most}."))

    def __init__(self, data: Mapping[str, str]) -> None:
        usual = {"what": PUZZLES, "grade": address_of(Grade.EASY), "per": "6", "sheet": "1"}
        super().__init__(usual | dict(data.items()))


@dataclass(frozen=True)
class PrintedBoard:
    """One board on a sheet; empty if it has no ``turns``."""

    number: int
    turns: tuple[Turn, ...]
    codes: tuple[Code, ...]

    @property
    def question(self) -> str:
        if len(self.codes) == 1:
            return ""
        asked = ngettext("%(count)d code fits.", "%(count)d codes fit.", len(self.codes))
        return asked % {"count": len(self.codes)}


@dataclass(frozen=True)
class Sheet:
    """A sheet with ``per`` boards, and a second page with their solutions."""

    what: str
    grade: Grade
    per: int
    number: int
    numbers = range(1, CLASSIC.limit + 1)  # row numbers of an empty board

    @classmethod
    def from_form(cls, form: SheetForm) -> Self:
        known = form.cleaned_data
        return cls(known["what"], grade_named(known["grade"]), known["per"], known["sheet"])

    @property
    def title(self) -> str:
        if self.what == EMPTY_BOARDS:
            return CLASSIC.shape
        sheet = _("Sheet %(number)d") % {"number": self.number}
        return f"{GRADE_NAMES[self.grade]} · {sheet}"

    @property
    def task(self) -> str:
        tasks = {
            PUZZLES: _("In each puzzle one code fits all rows. Which one?"),
            POSITIONS: _("Which codes fit all rows? Find them all."),
            EMPTY_BOARDS: _(
                "One player writes down a code, the other draws guesses. The answers are dots for"
                " black and rings for white."
            ),
        }
        return str(tasks[self.what])

    @cached_property
    def cells(self) -> list[PrintedBoard]:
        first = (self.number - 1) * self.per
        return [self._cell(number) for number in range(first + 1, first + self.per + 1)]

    @property
    def next_query(self) -> str:
        number = self.number % SHEETS[-1] + 1
        sent = {"what": self.what, "grade": address_of(self.grade), "per": self.per}
        return urlencode(sent | {"sheet": number})

    def _cell(self, number: int) -> PrintedBoard:
        if self.what == EMPTY_BOARDS:
            return PrintedBoard(number, (), ())
        if self.what == POSITIONS:
            return PrintedBoard(
                number, *position(PUZZLE_BOARD, self.grade, FIRST_SEED + APART * number)
            )
        puzzle = make_from_seed(PUZZLE_BOARD, self.grade, FIRST_SEED + number)
        return PrintedBoard(number, puzzle.turns, (puzzle.solution,))


@expensive(keep=512)
def position(
    variant: Variant, grade: Grade, seed: int
) -> tuple[tuple[Turn, ...], tuple[Code, ...]]:
    """Return a puzzle with one row removed, and the few codes that fit the other rows."""
    for one in count(seed):
        turns, codes = _without_a_row(variant, make_from_seed(variant, grade, one))
        if len(codes) <= MOST_CODES:
            return turns, codes
    raise AssertionError("numbers do not end")


def _without_a_row(variant: Variant, puzzle: Puzzle) -> tuple[tuple[Turn, ...], tuple[Code, ...]]:
    """Return the puzzle without its least useful row, and the codes that fit the other rows."""
    shorter = [(*puzzle.turns[:row], *puzzle.turns[row + 1 :]) for row in range(len(puzzle.turns))]
    found = min((position_after(variant, turns) for turns in shorter), key=lambda one: one.count)
    return found.history, tuple(variant.texts(found.candidates.digits))
