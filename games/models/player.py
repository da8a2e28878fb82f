"""Who plays."""

from __future__ import annotations

import unicodedata

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games.models.ids import PUBLIC_ID_LENGTH, new_public_id

NAME_LENGTH = 24


class Player(models.Model):
    """Somebody who plays: one per browser session, made with the first game."""

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    name_key = models.CharField(max_length=3 * NAME_LENGTH, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["name_key"], condition=~Q(name_key=""), name="player_name_is_unique"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"Guest {''.join(filter(str.isalnum, self.public_id))[:4]}"

    @staticmethod
    def key_of(name: str) -> str:
        """Return what two names share when people would take them for the same.

        >>> Player.key_of("Ada") == Player.key_of("ADA")
        True
        """
        return unicodedata.normalize("NFKC", name).casefold()

    def rename(self, name: str) -> None:
        """Take ``name``; raise IntegrityError if another player has it."""
        self.name, self.name_key = name, self.key_of(name)
        with transaction.atomic():
            self.save(update_fields=["name", "name_key"])
