"""Who plays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.models.columns import Addressed
from games.models.refusals import NameTaken

NAME_LENGTH = 24
NAME = re.compile(rf"(?:[^\W_]|[ _-]){{2,{NAME_LENGTH}}}")  # letters, digits, space, - and _


class PlayerManager(models.Manager["Player"]):
    def owner_of(self, user: User) -> Player:
        """Return the player that an account belongs to."""
        return self.get_or_create(user=user)[0]

    def named(self, name: str) -> Player | None:
        """Return who has this name, whatever its case; nobody has what cannot be a name."""
        key = self.model.key_of(name.strip())
        return self.filter(name_key=key).first() if NAME.fullmatch(name.strip()) else None


class Player(Addressed):
    """Somebody who plays: one per account or browser session, made with the first game."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        help_text="The account; without one a player is a browser session.",
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    name_key = models.CharField(max_length=3 * NAME_LENGTH, blank=True, editable=False)
    saw_daily_of = models.DateField(
        null=True,
        editable=False,
        help_text="The last day whose code somebody played in this browser who is gone by now.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = PlayerManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["name_key"], condition=~Q(name_key=""), name="player_name_is_unique"
            ),
        )

    def __str__(self) -> str:
        return self.called(self.name, self.public_id)

    def get_absolute_url(self) -> str:
        """Return where everybody sees how this player does; guests have no such page."""
        return reverse("player", args=[self.name]) if self.name else reverse("you")

    @property
    def has_account(self) -> bool:
        """Whether it is somebody who can come back from any browser, and not a guest."""
        return self.user_id is not None

    @staticmethod
    def called(name: str, public_id: str) -> str:
        """Return what a player is called who has this name, or none.

        >>> Player.called("Ada", "x-1y2z3"), Player.called("", "x-1y2z3")
        ('Ada', 'Guest x1y2')
        """
        return name or f"Guest {''.join(filter(str.isalnum, public_id))[:4]}"

    @staticmethod
    def key_of(name: str) -> str:
        """Return what two names share when people would take them for the same.

        >>> Player.key_of("Ada") == Player.key_of("ADA")
        True
        """
        return unicodedata.normalize("NFKC", name).casefold()

    def rename(self, name: str) -> None:
        """Take ``name``, also to log in; raise NameTaken if somebody else has it."""
        with self._taking(name):
            self.save(update_fields=["name", "name_key"])
            User.objects.filter(player=self).update(username=self.name_key)

    def open_account(self, name: str, password_hash: str) -> User:
        """Give a guest, with all games so far, an account; raise NameTaken as ``rename`` does.

        The games become practice: an account is ranked by what is begun on it, or it would pay
        to play as a guest and to keep the lucky ones.
        """
        with self._taking(name):
            if self.pk:  # the games first: a game that ends meanwhile takes its row first, too
                self.games.update(is_ranked=False)
                self.standings.all().delete()
            self.user = User.objects.create(username=self.name_key, password=password_hash)
            self.save()
        return self.user

    def forget(self) -> None:
        """Delete the player with all games, and the account if there is one."""
        with transaction.atomic():
            (self.user or self).delete()

    @contextmanager
    def _taking(self, name: str) -> Iterator[None]:
        """Do what is inside under ``name``; the database knows whether that is free."""
        self.name, self.name_key = name, self.key_of(name)
        try:
            with transaction.atomic():
                yield
        except IntegrityError as taken:
            raise NameTaken(name) from taken
