"""The names of the puzzles' grades."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from solver.deduction.puzzles import Grade

GRADE_NAMES: Mapping[Grade, Promise] = {
    Grade.EASY: _("Easy"),
    Grade.FAIR: _("Fair"),
    Grade.TRICKY: _("Tricky"),
    Grade.HARD: _("Hard"),
    Grade.FIENDISH: _("Fiendish"),
}
WHAT_GRADES_TAKE: Mapping[Grade, Promise] = {
    Grade.EASY: _("Each row by itself tells you something."),
    Grade.FAIR: _("A longer argument, or two rows compared."),
    Grade.TRICKY: _("You ask “what if?” once."),
    Grade.HARD: _("You ask “what if?” twice."),
    Grade.FIENDISH: _("You ask it three times or more, or one inside another."),
}
GRADES_OF_A_DAY = (Grade.EASY, Grade.TRICKY, Grade.FIENDISH)


def grade_named(name: str) -> Grade:
    """Return the grade with this name in a URL; raise ``KeyError`` if there is none.

    >>> grade_named("tricky")
    <Grade.TRICKY: 3>
    """
    return {address_of(grade): grade for grade in Grade}[name]


def address_of(grade: Grade) -> str:
    """Return the name of a grade in URLs.

    >>> address_of(Grade.TRICKY)
    'tricky'
    """
    return grade.name.lower()
