"""A code with its feedback, no matter which player tried the code."""

from django.db import models

from solver.rule.feedback import Feedback, Turn


class CodeWithFeedback(models.Model):
    """A code that was guessed, with its feedback."""

    code = models.CharField(max_length=8)
    black = models.PositiveSmallIntegerField()
    white = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.code} {self.black},{self.white}"

    @property
    def feedback(self) -> Feedback:
        return Feedback(self.black, self.white)

    @property
    def turn(self) -> Turn:
        return Turn(self.code, self.feedback)


class Numbered(CodeWithFeedback):
    """One of several codes that were tried; its ``number`` is counted from 1."""

    number = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number}: {super().__str__()}"
