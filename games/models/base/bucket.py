"""Rate limits for expensive acts."""

from __future__ import annotations

import time

from django.db import models
from django.db.models import F
from django.db.models.functions import Greatest

from games.models.base.columns import LookupField


class BucketManager(models.Manager["Bucket"]):
    def take(self, key: str, size: int, refill: float) -> bool:
        """Take one token of a bucket that holds ``size`` and gets one back in ``refill`` seconds.

        Return whether there was one. The row is moved on by a single conditional UPDATE, so any
        number of takers at once get no more than there is. An empty bucket is only read: a crowd
        in front of it does not keep others from writing.
        """
        now = time.time()
        latest = now + (size - 1) * refill  # at which a bucket with a token will be full
        full_at = self.filter(key=key).values_list("full_at", flat=True).first()
        if full_at is None:
            self.bulk_create([Bucket(key=key)], ignore_conflicts=True)
        elif full_at > latest:
            self._empty_at_most(key, full_at, now + size * refill)
            return False
        with_a_token = self.filter(key=key, full_at__lte=latest)
        return bool(with_a_token.update(full_at=Greatest(F("full_at"), now) + refill))

    def give_back(self, key: str, refill: float) -> None:
        """Return a token to the bucket. It makes no difference if others were taken since."""
        self.filter(key=key).update(full_at=F("full_at") - refill)

    def _empty_at_most(self, key: str, full_at: float, empty: float) -> None:
        """Cut down what is farther ahead than an empty bucket: the clock was set back since."""
        if full_at > empty:
            self.filter(key=key, full_at__gt=empty).update(full_at=empty)

    def full(self) -> models.QuerySet[Bucket]:
        """Return the buckets that need not be kept: a new one is full as well."""
        return self.filter(full_at__lt=time.time())


class Bucket(models.Model):
    """A token bucket, kept as the moment at which it will be full again."""

    key = LookupField(max_length=64, primary_key=True, help_text="A digest of whose it is.")
    full_at = models.FloatField(default=0, db_index=True, help_text="In seconds since 1970.")

    objects = BucketManager()

    def __str__(self) -> str:
        return self.key[:8]
