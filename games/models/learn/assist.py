"""The Solver's data: guesses at a code that the player holds, and the player's answers."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models.base.code_with_feedback import CodeWithFeedback
from games.models.base.columns import HasPublicId, HasVariant, on_board, within_bounds
from games.models.base.first_come import find_resent
from games.models.base.refusals import Refused, StalePage, TooManyRows
from games.models.people.player import Player
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback

MOST_ASSIST_ROWS = 40


class AssistManager(models.Manager["Assist"]):
    def begin(self, player: Player, variant: Variant, strategy: str) -> Assist:
        return self.create(player=player, **on_board(variant), strategy=strategy)


class Assist(HasPublicId, HasVariant):
    """A game whose secret only the player knows: the player answers, the computer suggests.

    A change from an outdated page is refused.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="assists"
    )
    strategy = models.CharField(max_length=24)
    revision = models.PositiveIntegerField(default=0, help_text="The number of changes so far.")
    code = models.CharField(
        max_length=8, blank=True, help_text="The code that the player revealed."
    )
    begun_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now, help_text="The time of the last change.")

    objects = AssistManager()

    class Meta:
        constraints = (within_bounds("assist_variant_is_within_bounds"),)
        indexes = (models.Index(fields=["player", "-begun_at"], name="assist_of_player"),)

    @property
    def label(self) -> str:
        return self.rules.name

    def answer(self, revision: int, token: str, code: Code, answer: Feedback) -> AssistRow:
        """Add a guess and its answer; raise StalePage or TooManyRows if this is impossible.

        A second form with the same ``token`` changes nothing.
        """
        sent = {"token": token, "code": code, **answer._asdict()}
        try:
            if self.rows.count() >= MOST_ASSIST_ROWS:
                raise TooManyRows(most=MOST_ASSIST_ROWS)
            with transaction.atomic():
                self._advance(revision)
                return self.rows.create(**sent)
        except (Refused, IntegrityError) as refusal:
            self.refresh_from_db()
            return find_resent(refusal, self.rows.filter(**sent))

    def correct(self, revision: int, place: int, answer: Feedback) -> None:
        """Change the answer to the guess in a row, numbered from 1."""
        row = self._row(place)
        with transaction.atomic():
            self._advance(revision)
            row.update(**answer._asdict())

    def remove(self, revision: int, place: int) -> None:
        """Remove the guess in a row, numbered from 1."""
        row = self._row(place)
        with transaction.atomic():
            self._advance(revision)
            row.delete()

    def tell(self, revision: int, code: Code) -> None:
        """Save the code that the player reveals, or delete it again."""
        self._advance(revision, code=code)

    def _row(self, place: int) -> models.QuerySet[AssistRow]:
        """Return the row with a number, from 1; raise StalePage if there is no such row."""
        keys = list(self.rows.values_list("pk", flat=True))
        if not 1 <= place <= len(keys):
            raise StalePage
        return self.rows.filter(pk=keys[place - 1])

    def _advance(self, revision: int, **changes: Any) -> None:
        """Change the row of this game if it is at ``revision``; otherwise raise StalePage."""
        changes |= {"revision": revision + 1, "moved_at": timezone.now()}
        if not Assist.objects.filter(pk=self.pk, revision=revision).update(**changes):
            self.refresh_from_db()
            raise StalePage
        for column, value in changes.items():
            setattr(self, column, value)


class AssistRow(CodeWithFeedback):
    assist = models.ForeignKey(
        Assist, on_delete=models.CASCADE, db_index=False, related_name="rows"
    )
    token = models.CharField(max_length=32)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["assist", "token"], name="assist_row_is_added_once"),
            models.CheckConstraint(
                condition=Q(black__lte=8 - F("white")), name="assist_row_is_possible"
            ),
        )
