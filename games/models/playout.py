"""Strategies played out on boards that somebody asked for: what is done, and what came of it.

A play-out is done piece by piece: a piece is all codes that answer the first guess in one way. Each
is kept once, so that pieces may be done twice and in any order, and a lost worker loses one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from http import HTTPStatus

from django.db import models, transaction
from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.columns import WITHIN_BOUNDS, OnABoard
from games.models.ids import new_token
from games.models.refusals import Refused
from solver.codes import Variant
from solver.evaluate import Evaluation
from solver.feedback import Feedback

ABANDONED_AFTER = timedelta(days=1)
MOST_WAITING = 20  # play-outs that are not done yet, of everybody together
MOST_OF_ONE = 5  # of them for one asker; on the largest boards each takes minutes


class QueueFull(Refused):
    """So much is asked for already that more would take too long to be worth waiting for."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "queue-full"

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "Retry-After": "600"}

    def __str__(self) -> str:
        return _(
            "The computer has enough to play out for now, so this was not taken on. Please come"
            " back later: what others asked for is kept for you, too."
        )


class EnoughAsked(QueueFull):
    """One asker has so much waiting that the next places in the queue are for others."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "enough-asked"

    def __str__(self) -> str:
        return ngettext(
            "%(most)d strategy that was asked for from here is not played out yet, so this one was"
            " not taken on. Please come back when it is, or stop it.",
            "%(most)d strategies that were asked for from here are not played out yet, so this one"
            " was not taken on. Please come back when one of them is, or stop one.",
            MOST_OF_ONE,
        ) % {"most": MOST_OF_ONE}


class PlayoutManager(models.Manager["Playout"]):
    def on(self, variant: Variant) -> models.QuerySet[Playout]:
        """Return what was asked for on a board."""
        board = {"pegs": variant.pegs, "colors": variant.colors, "repeats": variant.repeats}
        return self.filter(**board).annotate(codes_done=Sum("pieces__codes")).order_by("asked_at")

    def unfinished(self) -> models.QuerySet[Playout]:
        return self.filter(finished_at=None, is_stopped=False)

    def abandoned(self) -> models.QuerySet[Playout]:
        """Return what has been asked for so long that nobody can still be at work on it."""
        return self.unfinished().filter(asked_at__lt=timezone.now() - ABANDONED_AFTER)

    def ask(self, variant: Variant, strategy: str, asker: str) -> Playout | None:
        """Ask for a play-out; return it if nobody has asked for it before, or it was stopped.

        Whoever calls this enqueues the task in the same transaction. Raise QueueFull.
        """
        token = new_token()
        board = {"pegs": variant.pegs, "colors": variant.colors, "repeats": variant.repeats}
        key = {**board, "strategy": strategy}
        if not self.unfinished().filter(**key).exists():
            self._require_room(asker)
            row = Playout(**key, asker=asker, token=token)
            self.bulk_create([row], ignore_conflicts=True)  # twenty may ask at once
            again = {"is_stopped": False, "problem": "", "asker": asker, "token": token}
            self.filter(**key, is_stopped=True).update(**again, asked_at=timezone.now())
        return self.filter(**key, token=token).first()

    def _require_room(self, asker: str) -> None:
        """Raise QueueFull if there is no room for one more, or none for one more of an asker."""
        if self.unfinished().count() >= MOST_WAITING:
            raise QueueFull
        if self.unfinished().filter(asker=asker).count() >= MOST_OF_ONE:
            raise EnoughAsked


class Playout(OnABoard):
    """A strategy against every code of a board."""

    strategy = models.CharField(max_length=24)
    asker = models.CharField(max_length=64, help_text="A digest of who may stop it.")
    token = models.CharField(max_length=32, help_text="Of the request that had it begun.")
    asked_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    is_stopped = models.BooleanField(default=False)
    problem = models.CharField(max_length=200, blank=True, help_text="Why it came to nothing.")
    first_guess = models.CharField(max_length=8, blank=True)
    distribution = models.JSONField(null=True, help_text="How many codes took so many guesses.")
    seconds = models.FloatField(default=0, help_text="Of a processor.")

    objects = PlayoutManager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(**WITHIN_BOUNDS), name="playout_variant_is_within_bounds"
            ),
            models.UniqueConstraint(
                fields=["pegs", "colors", "repeats", "strategy"], name="playout_is_done_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["asked_at"],
                condition=Q(finished_at=None, is_stopped=False),
                name="playout_unfinished",
            ),
        )

    def __str__(self) -> str:
        return f"{self.strategy} on {self.pegs}×{self.colors}"

    @property
    def is_done(self) -> bool:
        return self.finished_at is not None

    @property
    def evaluation(self) -> Evaluation:
        """What came of it, once it is done."""
        distribution = {int(guesses): codes for guesses, codes in (self.distribution or {}).items()}
        return Evaluation(self.first_guess, distribution, self.seconds)

    def done(self) -> set[Feedback]:
        """Return the answers to the first guess whose pieces are done."""
        return {Feedback(*answer) for answer in self.pieces.values_list("black", "white")}

    def begin(self, first_guess: str) -> None:
        """Note that it has begun, and with which guess."""
        rows = Playout.objects.filter(pk=self.pk, begun_at=None)
        rows.update(begun_at=timezone.now(), first_guess=first_guess)

    def keep(self, answer: Feedback, lengths: Counter[int], seconds: float) -> bool:
        """Keep a piece, once; return whether the work is to go on."""
        piece = PlayoutPiece(
            playout=self,
            **answer._asdict(),
            codes=lengths.total(),
            lengths=dict(lengths),
            seconds=seconds,
        )
        PlayoutPiece.objects.bulk_create([piece], ignore_conflicts=True)
        return Playout.objects.unfinished().filter(pk=self.pk).exists()

    def finish(self) -> bool:
        """Add the pieces up if all codes are there; return whether it is done."""
        with transaction.atomic():
            pieces = list(self.pieces.all())
            if sum(piece.codes for piece in pieces) < self.variant.size:
                return False
            summed = _summed(piece.lengths for piece in pieces)
            seconds = sum(piece.seconds for piece in pieces)
            rows = Playout.objects.filter(pk=self.pk, finished_at=None)
            rows.update(finished_at=timezone.now(), distribution=summed, seconds=seconds)
        return True

    def stop(self, problem: str = "") -> None:
        """Stop the work at the next piece; what is done is kept for whoever asks again."""
        rows = Playout.objects.unfinished().filter(pk=self.pk)
        rows.update(is_stopped=True, problem=problem)

    def time_left(self, codes_done: int) -> timedelta | None:
        """Return how long it may still take, if that can be told."""
        if self.begun_at is None or not codes_done:
            return None
        return (timezone.now() - self.begun_at) * (self.variant.size / codes_done - 1)


class PlayoutPiece(models.Model):
    """The codes that answer the first guess in one way, and how many guesses they took."""

    playout = models.ForeignKey(Playout, on_delete=models.CASCADE, related_name="pieces")
    black = models.PositiveSmallIntegerField()
    white = models.PositiveSmallIntegerField()
    codes = models.PositiveIntegerField()
    lengths = models.JSONField()
    seconds = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["playout", "black", "white"], name="playout_piece_is_kept_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.playout_id}: {self.black},{self.white}"


def _summed(all_lengths: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[int] = Counter()
    for lengths in all_lengths:
        total.update({int(guesses): codes for guesses, codes in lengths.items()})
    return {str(guesses): total[guesses] for guesses in sorted(total)}
