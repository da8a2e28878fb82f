"""The guesses of a player, and the hints they requested."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.models.base.code_with_feedback import Numbered


class Hint(models.Model):
    """A request for help before a guess; the earlier guesses determine the answer."""

    class Kind(models.TextChoices):
        """The kinds of help, from the least to the most."""

        FOLLOWS = "follows", gettext_lazy("Show the next conclusion")
        CHECK = "check", gettext_lazy("Check my row")
        FACTS = "facts", gettext_lazy("Show what is certain")
        CANDIDATE = "candidate", gettext_lazy("Show a possible code")
        BEST = "best", gettext_lazy("Suggest a guess")
        PANEL = "panel", gettext_lazy("Possible codes")

    game = models.ForeignKey("Game", on_delete=models.CASCADE, db_index=False, related_name="hints")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9, choices=Kind)
    detail = models.CharField(
        max_length=24, blank=True, help_text="The row, the strategy, or the number of the step."
    )
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("asked_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["game", "number", "kind", "detail"], name="hint_is_recorded_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.detail} before guess {self.number}"


class Guess(Numbered):
    """A code that was guessed, with the secret's answer."""

    game = models.ForeignKey(
        "Game", on_delete=models.CASCADE, db_index=False, related_name="guesses"
    )
    token = models.CharField(max_length=32)
    played_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="guess_number_is_unique"),
            models.CheckConstraint(
                condition=Q(number__gte=1, black__lte=8 - F("white")), name="guess_is_possible"
            ),
        )

    @property
    def sentence(self) -> str:
        return _("Guess %(number)d: %(answer)s.") % {
            "number": self.number,
            "answer": wording.in_words(self.feedback),
        }
