"""Codes that people hold themselves, on a table or in their head, and what they answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.catalog.rules import Rules
from games.models.answered import Answered
from games.models.columns import Addressed, OnABoard
from games.models.player import Player
from games.models.refusals import StalePage, TooManyRows
from solver.codes import Code, Variant
from solver.feedback import Feedback

MOST_ROWS = 40


class AssistManager(models.Manager["Assist"]):
    def begin(self, player: Player, variant: Variant, strategy: str) -> Assist:
        """Begin to help somebody with a code of this variant."""
        return self.create(
            player=player,
            pegs=variant.pegs,
            colors=variant.colors,
            repeats=variant.repeats,
            strategy=strategy,
        )


class Assist(Addressed, OnABoard):
    """A game whose secret only the player knows: they answer, the computer suggests.

    Every change is made on the condition that the rows still are as the page knew them.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="assists")
    strategy = models.CharField(max_length=24)
    revision = models.PositiveIntegerField(default=0, help_text="How often it was changed.")
    code = models.CharField(max_length=8, blank=True, help_text="What the player says it was.")
    begun_at = models.DateTimeField(default=timezone.now)

    objects = AssistManager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(pegs__range=(2, 8), colors__range=(2, 12)),
                name="assist_variant_is_within_bounds",
            ),
        )
        indexes = (models.Index(fields=["player", "-begun_at"], name="assist_of_player"),)

    def __str__(self) -> str:
        return f"Assist {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("assist", args=[self.public_id])

    @property
    def label(self) -> str:
        """What it is called in a list."""
        return Rules.of(self.variant).name

    def answer(self, revision: int, token: str, code: Code, answer: Feedback) -> None:
        """Add a guess and its answer, once for each token; raise Refused if that cannot be."""
        if self.rows.filter(token=token, code=code).exists():
            return
        if self.rows.count() >= MOST_ROWS:
            raise TooManyRows(MOST_ROWS)
        with self._changed(revision):
            AssistRow.objects.create(assist=self, token=token, code=code, **answer._asdict())

    def correct(self, revision: int, place: int, answer: Feedback) -> None:
        """Change the answer to the guess at a place, from 1."""
        with self._changed(revision):
            self.rows.filter(pk=self._row(place)).update(**answer._asdict())

    def remove(self, revision: int, place: int) -> None:
        """Take away the guess at a place, from 1."""
        with self._changed(revision):
            self.rows.filter(pk=self._row(place)).delete()

    def tell(self, revision: int, code: Code) -> None:
        """Keep what the player says the code was, or forget it."""
        with self._changed(revision, code=code):
            pass

    def _row(self, place: int) -> int:
        """Return the key of the row at a place; raise StalePage if there is none."""
        keys = list(self.rows.values_list("pk", flat=True))
        if not 1 <= place <= len(keys):
            raise StalePage
        return keys[place - 1]

    @contextmanager
    def _changed(self, revision: int, **changes: Any) -> Iterator[None]:
        """Move on from ``revision`` together with what is done inside, or raise StalePage."""
        with transaction.atomic():
            known = Assist.objects.filter(pk=self.pk, revision=revision)
            if not known.update(revision=F("revision") + 1, **changes):
                raise StalePage
            yield
        self.refresh_from_db()


class AssistRow(Answered):
    """A guess at the player's code, and what they answered."""

    assist = models.ForeignKey(Assist, on_delete=models.CASCADE, related_name="rows")
    token = models.CharField(max_length=32)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["assist", "token"], name="assist_row_is_added_once"),
            models.CheckConstraint(
                condition=Q(black__lte=8 - F("white")), name="assist_row_is_possible"
            ),
        )
