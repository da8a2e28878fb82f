"""Play-outs that visitors request: the games of a strategy against every code.

A play-out consists of pieces; a piece has all codes with the same answer to the first guess. Each
piece is stored once, so pieces can be computed in any order, even twice. A worker that dies loses
only one piece. At the end, one row stores the length of every game, without the visitors.
"""

from __future__ import annotations

from datetime import timedelta
from zlib import compress, decompress

import numpy as np
from django.db import models, transaction
from django.db.models import Q, Sum
from django.utils import timezone

from games.models.base.columns import HasVariant, on_board, within_bounds
from games.models.base.long_work import QueueBounds
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback
from solver.sets.arrays import Numbers
from solver.study.evaluate import Evaluation, distribution_of, put_together

ABANDONED_AFTER = timedelta(days=1)
MOST_WAITING = 20  # maximum number of unfinished play-outs of all visitors together
# places in the queue that only small boards can use, because their play-outs take seconds
KEPT_FOR_SMALL = 5
SMALL_PLAYOUT = 10_000  # a board with at most this many codes is small
# Maximum number of unfinished play-outs of one visitor. On the largest boards, each takes minutes.
MOST_OF_ONE = 5
# A request loses its place in the queue if its visitor has not looked at the page for this long.
LOOKED_AT = timedelta(minutes=10)
SELDOM = timedelta(minutes=1)  # minimum time between two updates of a visitor's presence


class PlayoutQuerySet(models.QuerySet["Playout"]):
    def on(self, variant: Variant) -> PlayoutQuerySet:
        """Return the play-outs of a game size, without the large column with all lengths."""
        rows = self.filter(**on_board(variant)).defer("games").prefetch_related("wishes")
        return rows.annotate(codes_done=Sum("pieces__codes")).order_by("asked_at")

    def done(self) -> PlayoutQuerySet:
        return self.exclude(finished_at=None)

    def unfinished(self) -> PlayoutQuerySet:
        return self.filter(finished_at=None, is_stopped=False)

    def abandoned(self) -> PlayoutQuerySet:
        """Return play-outs so old that no worker can still be running them."""
        return self.unfinished().filter(asked_at__lt=timezone.now() - ABANDONED_AFTER)

    def ask(self, variant: Variant, strategy: str, asker: str) -> Playout | None:
        """Save a visitor's request; return the play-out if its task must be enqueued, else None.

        Call this in the transaction that enqueues the task. Raise QueueFull if the queue is full.
        """
        key = {**on_board(variant), "strategy": strategy}
        if not self.unfinished().filter(**key).exists():
            self._require_room(variant, asker)
            # The play-out is created as stopped; then one of the requests resumes it.
            at_rest = Playout(**key, is_stopped=True)
            # Conflicts are ignored, because twenty requests can create the play-out at once.
            self.bulk_create([at_rest], ignore_conflicts=True)
        # The row is locked, so that another request cannot stop the play-out meanwhile.
        row = self.select_for_update().get(**key)
        if row.is_done:
            return None
        wish = PlayoutWish(playout=row, asker=asker)
        PlayoutWish.objects.bulk_create([wish], ignore_conflicts=True)
        return row if row.resume() else None

    def _require_room(self, variant: Variant, asker: str) -> None:
        """Raise QueueFull if the queue has no place for another play-out of this visitor.

        Some places are only for small boards. If the queue is full, this method stops the oldest
        play-out that no visitor looks at.
        """
        most = MOST_WAITING - (KEPT_FOR_SMALL if variant.size > SMALL_PLAYOUT else 0)
        waiting, own = self.unfinished().count(), self.unfinished().filter(wishes__asker=asker)
        left = self.unfinished().exclude(wishes__seen_at__gt=timezone.now() - LOOKED_AT)
        QueueBounds(most, MOST_OF_ONE).require(waiting - left.count(), own.count())
        if waiting >= most:
            left.order_by("asked_at")[0].stop()


class Playout(HasVariant):
    """The games of a strategy against every code of a game size."""

    strategy = models.CharField(max_length=24)
    asked_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    is_stopped = models.BooleanField(default=False)
    problem = models.CharField(
        max_length=200, blank=True, help_text="The reason why the work failed."
    )
    first_guess = models.CharField(max_length=8, blank=True)
    distribution = models.JSONField(
        null=True, help_text="The number of codes for each number of guesses."
    )
    games = models.BinaryField(
        null=True, help_text="The guesses for each code, one byte per code, compressed."
    )
    seconds = models.FloatField(default=0, help_text="The processor time used, in seconds.")

    objects = PlayoutQuerySet.as_manager()

    class Meta:
        constraints = (
            within_bounds("playout_variant_is_within_bounds"),
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
        distribution = {int(guesses): codes for guesses, codes in (self.distribution or {}).items()}
        return Evaluation(self.first_guess, distribution, self.seconds)

    @property
    def lengths(self) -> Numbers | None:
        """The number of guesses for each code, in the order of codes; None before the end."""
        return None if self.games is None else unpack(self.games)

    def done(self) -> set[Feedback]:
        """Return the answers to the first guess for which the piece is done."""
        return {piece.answer for piece in self.pieces.defer("games")}

    def resume(self) -> bool:
        """Resume a stopped play-out; return whether its task must be enqueued."""
        rows = Playout.objects.filter(pk=self.pk, finished_at=None, is_stopped=True)
        anew = {"is_stopped": False, "problem": "", "begun_at": None}
        return bool(rows.update(**anew, asked_at=timezone.now()))

    @property
    def turn(self) -> int:
        """The number of play-outs that come before this one.

        The first play-out of each visitor comes before the second of any visitor. Play-outs that no
        visitor looks at come last.
        """
        earlier = Playout.objects.unfinished().filter(asked_at__lt=self.asked_at)
        wishes = self.wishes.filter(seen_at__gt=timezone.now() - LOOKED_AT)
        before = [earlier.filter(wishes__asker=wish.asker).count() for wish in wishes]
        return min(before, default=MOST_OF_ONE)

    def begin(self, first_guess: str) -> None:
        """Store that the play-out has started, with its first guess."""
        rows = Playout.objects.filter(pk=self.pk, begun_at=None)
        rows.update(begun_at=timezone.now(), first_guess=first_guess)
        self.first_guess = first_guess

    def keep(self, answer: Feedback, lengths: Numbers, seconds: float) -> bool:
        """Save a piece, unless it is stored; return whether the work should continue."""
        found = {
            "codes": len(lengths),
            "lengths": distribution_of(lengths.tolist()),
            "games": _pack(lengths),
            "seconds": seconds,
        }
        PlayoutPiece.objects.bulk_create(
            [PlayoutPiece(playout=self, **answer._asdict(), **found)],
            ignore_conflicts=True,  # the piece exists already if its worker was killed
        )
        return Playout.objects.unfinished().filter(pk=self.pk).exists()

    def finish(self) -> bool:
        """Combine the pieces if they have all codes; return whether the play-out is finished."""
        pieces = list(self.pieces.all())
        if sum(piece.codes for piece in pieces) < self.variant.size:
            return False
        parts = {piece.answer: unpack(piece.games) for piece in pieces}
        lengths = put_together(self.variant, self.first_guess, parts)
        found = {
            "finished_at": timezone.now(),
            "distribution": distribution_of(lengths.tolist()),
            "games": _pack(lengths),
            "seconds": sum(piece.seconds for piece in pieces),
        }
        with transaction.atomic():
            Playout.objects.filter(pk=self.pk, finished_at=None).update(**found)
            self.wishes.all().delete()
            self.pieces.all().delete()
        return True

    def withdraw(self, asker: str) -> None:
        """Delete a visitor's request; without requests, the work stops after the current piece."""
        with transaction.atomic():
            # The row is locked, so that no new request comes in between.
            Playout.objects.select_for_update().get(pk=self.pk)
            withdrawn, _ = self.wishes.filter(asker=asker).delete()
            if withdrawn and not self.wishes.exists():
                self.stop()

    def stop(self, problem: str = "") -> None:
        """Stop the work after the current piece; finished pieces are kept for the next request."""
        with transaction.atomic():
            rows = Playout.objects.unfinished().filter(pk=self.pk)
            rows.update(is_stopped=True, problem=problem)
            self.wishes.all().delete()

    def time_left(self, codes_done: int) -> timedelta | None:
        """Return an estimate of the time that the play-out still needs, or None if unknown."""
        if self.begun_at is None or not codes_done:
            return None
        return (timezone.now() - self.begun_at) * (self.variant.size / codes_done - 1)


class PlayoutWish(models.Model):
    """A visitor's request for a play-out; the play-out stops when it has no request."""

    playout = models.ForeignKey(
        Playout, on_delete=models.CASCADE, db_index=False, related_name="wishes"
    )
    asker = models.CharField(max_length=64, help_text="A digest that names the visitor.")
    seen_at = models.DateTimeField(
        default=timezone.now, help_text="The time of the visitor's last look."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["playout", "asker"], name="playout_is_wished_for_once_by_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.playout_id}"

    def look(self) -> None:
        """Store, but not too often, that the visitor still has the page open."""
        if self.seen_at < timezone.now() - SELDOM:
            PlayoutWish.objects.filter(pk=self.pk).update(seen_at=timezone.now())


class PlayoutPiece(models.Model):
    """The codes with one answer to the first guess, and the number of guesses for each code."""

    playout = models.ForeignKey(
        Playout, on_delete=models.CASCADE, db_index=False, related_name="pieces"
    )
    black = models.PositiveSmallIntegerField()
    white = models.PositiveSmallIntegerField()
    codes = models.PositiveIntegerField()
    lengths = models.JSONField(help_text="The number of codes for each number of guesses.")
    games = models.BinaryField(
        help_text="The guesses for each code of this piece, in the format of the whole."
    )
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
    return np.frombuffer(decompress(games), dtype=np.uint8)
