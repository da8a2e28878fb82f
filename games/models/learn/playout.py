"""Strategies to play out for a game size on request: progress and results.

A play-out consists of pieces: a piece is all codes that answer the first guess in one way. Each is
stored once, so that pieces may be repeated and in any order, and a lost worker loses one. At the
end they become one row with the length of every game, without the visitors who asked.
"""

from __future__ import annotations

from datetime import timedelta
from zlib import compress, decompress

import numpy as np
from django.db import models, transaction
from django.db.models import Q, Sum
from django.utils import timezone

from games.models.base.columns import WITHIN_BOUNDS, HasVariant, on_board
from games.models.base.long_work import QueueBounds
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback
from solver.sets.arrays import Numbers
from solver.study.evaluate import Evaluation, distribution_of, put_together

ABANDONED_AFTER = timedelta(days=1)
MOST_WAITING = 20  # unfinished play-outs of all visitors
KEPT_FOR_SMALL = 5  # of these places, for boards that are played out in no time
SMALL_PLAYOUT = 10_000  # codes of the largest of them
MOST_OF_ONE = 5  # of them for one asker; on the largest boards each takes minutes
LOOKED_AT = timedelta(minutes=10)  # a wish not looked at for so long gives up its place
SELDOM = timedelta(minutes=1)  # between two looks that are noted


class PlayoutQuerySet(models.QuerySet["Playout"]):
    def on(self, variant: Variant) -> PlayoutQuerySet:
        """Return the play-outs of a game size, without the lengths of their games."""
        rows = self.filter(**on_board(variant)).defer("games").prefetch_related("wishes")
        return rows.annotate(codes_done=Sum("pieces__codes")).order_by("asked_at")

    def done(self) -> PlayoutQuerySet:
        return self.exclude(finished_at=None)

    def unfinished(self) -> PlayoutQuerySet:
        return self.filter(finished_at=None, is_stopped=False)

    def abandoned(self) -> PlayoutQuerySet:
        """Return play-outs that were asked for so long ago that no worker can be on them."""
        return self.unfinished().filter(asked_at__lt=timezone.now() - ABANDONED_AFTER)

    def ask(self, variant: Variant, strategy: str, asker: str) -> Playout | None:
        """Save a visitor's wish for a play-out; return it if its task has to be enqueued.

        Call this in the transaction that enqueues the task. Raise QueueFull.
        """
        key = {**on_board(variant), "strategy": strategy}
        if not self.unfinished().filter(**key).exists():
            self._require_room(variant, asker)
            at_rest = Playout(**key, is_stopped=True)  # until one of those who ask resumes it
            self.bulk_create([at_rest], ignore_conflicts=True)  # twenty may ask at once
        row = self.select_for_update().get(**key)  # no one can stop it until then
        if row.is_done:
            return None
        wish = PlayoutWish(playout=row, asker=asker)
        PlayoutWish.objects.bulk_create([wish], ignore_conflicts=True)
        return row if row.resume() else None

    def _require_room(self, variant: Variant, asker: str) -> None:
        """Raise QueueFull if there is no place for one more play-out of this asker.

        Large boards leave some places to small ones, which take seconds. If all are taken, the
        oldest play-out stops that no asker looks at.
        """
        most = MOST_WAITING - (KEPT_FOR_SMALL if variant.size > SMALL_PLAYOUT else 0)
        waiting, own = self.unfinished().count(), self.unfinished().filter(wishes__asker=asker)
        left = self.unfinished().exclude(wishes__seen_at__gt=timezone.now() - LOOKED_AT)
        QueueBounds(most, MOST_OF_ONE).require(waiting - left.count(), own.count())
        if waiting >= most:
            left.order_by("asked_at")[0].stop()


class Playout(HasVariant):
    """A strategy against every code of a board."""

    strategy = models.CharField(max_length=24)
    asked_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    is_stopped = models.BooleanField(default=False)
    problem = models.CharField(max_length=200, blank=True, help_text="Why it came to nothing.")
    first_guess = models.CharField(max_length=8, blank=True)
    distribution = models.JSONField(null=True, help_text="How many codes took so many guesses.")
    games = models.BinaryField(
        null=True, help_text="How long each took, in the order of the codes: a byte, compressed."
    )
    seconds = models.FloatField(default=0, help_text="Of a processor.")

    objects = PlayoutQuerySet.as_manager()

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
        """The results of a finished play-out."""
        distribution = {int(guesses): codes for guesses, codes in (self.distribution or {}).items()}
        return Evaluation(self.first_guess, distribution, self.seconds)

    @property
    def lengths(self) -> Numbers | None:
        """The guesses that each code took, in the order of the codes, once it is done."""
        return None if self.games is None else unpack(self.games)

    def done(self) -> set[Feedback]:
        """Return the answers to the first guess whose pieces are done."""
        return {piece.answer for piece in self.pieces.defer("games")}

    def resume(self) -> bool:
        """Resume a stopped play-out; return True if its task has to be enqueued."""
        rows = Playout.objects.filter(pk=self.pk, finished_at=None, is_stopped=True)
        anew = {"is_stopped": False, "problem": "", "begun_at": None}
        return bool(rows.update(**anew, asked_at=timezone.now()))

    @property
    def turn(self) -> int:
        """The number of play-outs before it.

        The first of each visitor comes before any second one, and those that no one is
        watching come last.
        """
        earlier = Playout.objects.unfinished().filter(asked_at__lt=self.asked_at)
        wishes = self.wishes.filter(seen_at__gt=timezone.now() - LOOKED_AT)
        before = [earlier.filter(wishes__asker=wish.asker).count() for wish in wishes]
        return min(before, default=MOST_OF_ONE)

    def begin(self, first_guess: str) -> None:
        """Record its start and its first guess."""
        rows = Playout.objects.filter(pk=self.pk, begun_at=None)
        rows.update(begun_at=timezone.now(), first_guess=first_guess)
        self.first_guess = first_guess

    def keep(self, answer: Feedback, lengths: Numbers, seconds: float) -> bool:
        """Save a piece, once; return whether the work should continue."""
        found = {
            "codes": len(lengths),
            "lengths": distribution_of(lengths),
            "games": _pack(lengths),
            "seconds": seconds,
        }
        PlayoutPiece.objects.bulk_create(
            [PlayoutPiece(playout=self, **answer._asdict(), **found)],
            ignore_conflicts=True,  # it runs twice if a worker was killed
        )
        return Playout.objects.unfinished().filter(pk=self.pk).exists()

    def finish(self) -> bool:
        """Put the pieces together if all codes are there; return whether it is done."""
        pieces = list(self.pieces.all())
        if sum(piece.codes for piece in pieces) < self.variant.size:
            return False
        parts = {piece.answer: unpack(piece.games) for piece in pieces}
        lengths = put_together(self.variant, self.first_guess, parts)
        found = {
            "finished_at": timezone.now(),
            "distribution": distribution_of(lengths),
            "games": _pack(lengths),
            "seconds": sum(piece.seconds for piece in pieces),
        }
        with transaction.atomic():
            Playout.objects.filter(pk=self.pk, finished_at=None).update(**found)
            self.wishes.all().delete()
            self.pieces.all().delete()
        return True

    def withdraw(self, asker: str) -> None:
        """Delete a visitor's wish; the play-out stops at the next piece if it was the last."""
        with transaction.atomic():
            Playout.objects.select_for_update().get(pk=self.pk)  # no one can ask for it until then
            withdrawn, _ = self.wishes.filter(asker=asker).delete()
            if withdrawn and not self.wishes.exists():
                self.stop()

    def stop(self, problem: str = "") -> None:
        """Stop the work at the next piece; what is done is kept for anyone who asks again."""
        with transaction.atomic():
            rows = Playout.objects.unfinished().filter(pk=self.pk)
            rows.update(is_stopped=True, problem=problem)
            self.wishes.all().delete()

    def time_left(self, codes_done: int) -> timedelta | None:
        """Return how long it may still take, if that is known."""
        if self.begun_at is None or not codes_done:
            return None
        return (timezone.now() - self.begun_at) * (self.variant.size / codes_done - 1)


class PlayoutWish(models.Model):
    """A visitor's wish for an unfinished play-out, which continues while there is one."""

    playout = models.ForeignKey(
        Playout, on_delete=models.CASCADE, db_index=False, related_name="wishes"
    )
    asker = models.CharField(max_length=64, help_text="A digest of who it is.")
    seen_at = models.DateTimeField(default=timezone.now, help_text="When they last looked.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["playout", "asker"], name="playout_is_wished_for_once_by_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.playout_id}"

    def look(self) -> None:
        """Note that whose it is still looks, now and then."""
        if self.seen_at < timezone.now() - SELDOM:
            PlayoutWish.objects.filter(pk=self.pk).update(seen_at=timezone.now())


class PlayoutPiece(models.Model):
    """The codes that answer the first guess in one way, and how many guesses each took."""

    playout = models.ForeignKey(
        Playout, on_delete=models.CASCADE, db_index=False, related_name="pieces"
    )
    black = models.PositiveSmallIntegerField()
    white = models.PositiveSmallIntegerField()
    codes = models.PositiveIntegerField()
    lengths = models.JSONField(help_text="How many codes took so many guesses.")
    games = models.BinaryField(help_text="As those of the whole.")
    seconds = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["playout", "black", "white"], name="playout_piece_is_kept_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.playout_id}: {self.black},{self.white}"

    @property
    def answer(self) -> Feedback:
        return Feedback(self.black, self.white)


def _pack(lengths: Numbers) -> bytes:
    return compress(lengths.tobytes(), level=9)


def unpack(games: bytes | memoryview[int]) -> Numbers:
    """Return the lengths of games as they are kept."""
    return np.frombuffer(decompress(games), dtype=np.uint8)
