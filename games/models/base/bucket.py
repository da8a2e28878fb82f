"""Token buckets: rate limits for expensive acts, stored in the database."""

from __future__ import annotations

import time

from django.db import models
from django.db.models import F
from django.db.models.functions import Greatest

from games.models.base.columns import LookupField


class BucketManager(models.Manager["Bucket"]):
    def full_at(self, *keys: str) -> dict[str, float]:
        """Return, by key, when each of these buckets will be full; unused buckets are missing."""
        return dict(self.filter(key__in=keys).values_list("key", "full_at"))

    def is_empty(self, key: str, full_at: float, size: int, refill: float) -> bool:
        """Return whether a bucket was empty when it was read.

        A request with an empty bucket only reads, so it blocks no writer.
        """
        now = time.time()
        if full_at <= now + (size - 1) * refill:
            return False
        empty = now + size * refill
        if full_at > empty:  # happens only if the clock was set back
            self.filter(key=key, full_at__gt=empty).update(full_at=empty)
        return True

    def make(self, *keys: str) -> None:
        """Create full buckets, unless they exist."""
        self.bulk_create([Bucket(key=key) for key in keys], ignore_conflicts=True)

    def take(self, key: str, size: int, refill: float) -> bool:
        """Take one token from a bucket of ``size`` tokens; return whether there was one.

        The bucket gets a token back every ``refill`` seconds. A single conditional UPDATE takes the
        token, so concurrent clients never get more tokens than there are.
        """
        now = time.time()
        with_a_token = self.filter(key=key, full_at__lte=now + (size - 1) * refill)
        return bool(with_a_token.update(full_at=Greatest(F("full_at"), now) + refill))

    def give_back(self, key: str, refill: float) -> None:
        """Put a token back, even if other requests have taken tokens since."""
        self.filter(key=key).update(full_at=F("full_at") - refill)

    def full(self) -> models.QuerySet[Bucket]:
        """Return the full buckets, which can be deleted because new ones are full, too."""
        return self.filter(full_at__lt=time.time())


class Bucket(models.Model):
    """A token bucket, stored as the time at which it will be full again."""

    key = LookupField(
        max_length=64, primary_key=True, help_text="A digest that names the owner of the bucket."
    )
    full_at = models.FloatField(
        default=0,
        db_index=True,
        help_text="The time when the bucket is full again, in seconds since 1970.",
    )

    objects = BucketManager()

    def __str__(self) -> str:
        return self.key[:8]
