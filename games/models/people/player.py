"""Players, with and without accounts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.catalog.rules import Rules
from games.models.base.columns import HasPublicId
from games.models.base.refusals import Gone, HiddenPlayer, NameTaken
from games.models.people.lookalikes import looks_of

NAME_LENGTH = 24
# A skeleton is longer than its name, because a Hangul syllable becomes several letters.
LOOK_LENGTH = 20 * NAME_LENGTH
FILLERS = "\u115f\u1160\u3164\uffa0"  # invisible Hangul letters
# In the scripts of South and Southeast Asia, letters have vowel signs and other marks.
MARKED_SCRIPTS = "\u0900-\u109f\u1780-\u17ff"
MARKS = "".join(
    chr(one)
    for one in (*range(0x900, 0x10A0), *range(0x1780, 0x1800))
    if unicodedata.category(chr(one)) in ("Mn", "Mc") and one not in (0x17B4, 0x17B5)  # invisible
)
# A name has letters, digits, spaces, - and _.
NAME_PATTERN = re.compile(
    rf"(?=.{{2,{NAME_LENGTH}}}\Z)"
    rf"(?:(?=[{MARKED_SCRIPTS}])[^\W_][{MARKS}]{{1,3}}|[^\W_{FILLERS}]|[ _-])+"
)
NAME_COLUMNS = ("name", "name_key", "look", "small_look")  # all columns that depend on the name

Row = TypeVar("Row", bound=models.Model)


class PlayersQuerySet(models.QuerySet[Row]):
    """A query of a player's rows.

    For visitors without a player, ``none()`` sends no statement to the database.
    """

    def _fetch_all(self) -> None:
        # Otherwise Django would build the statement before it notices that the result is empty.
        if self._result_cache is None and self.query.is_empty():
            self._result_cache: list[Row] = []
        super()._fetch_all()

    def _filter_or_exclude(self, *condition: Any) -> Any:
        # If the query is empty, more conditions are useless, but Django would add them.
        query: Any = super()
        return self.all() if self.query.is_empty() else query._filter_or_exclude(*condition)


class PlayerManager(models.Manager["Player"]):
    def owner_of(self, user: User) -> Player:
        return self.get_or_create(user=user)[0]

    def by_name(self, name: str) -> Player | None:
        """Return the player with this name (capitals do not matter), or None."""
        key = self.model.key_of(name.strip())
        return self.filter(name_key=key).first() if NAME_PATTERN.fullmatch(name.strip()) else None


class Player(HasPublicId):
    """A player: each account and each browser session has one, from its first game on."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        help_text="The account. A player without one is a browser session.",
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    name_key = models.CharField(max_length=3 * NAME_LENGTH, blank=True, editable=False)
    look = models.CharField(
        max_length=LOOK_LENGTH,
        blank=True,
        default="",
        editable=False,
        help_text="A form of the name that all similar names share.",
    )
    small_look = models.CharField(
        max_length=LOOK_LENGTH,
        blank=True,
        default="",
        editable=False,
        help_text="The same form, in small letters.",
    )
    saw_daily_of = models.DateField(
        null=True,
        editable=False,
        help_text="The last daily played in this browser by a player who is now deleted.",
    )
    is_moderated = models.BooleanField(
        default=False,
        editable=False,
        help_text="Whether a name, page, line or challenge of this player is hidden.",
    )
    is_open = models.BooleanField(
        default=False,
        editable=False,
        help_text="Whether search engines may list the page, and others see times of day.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = PlayerManager()
    # True if this transaction created the player, who therefore has no rows yet.
    is_newcomer = False

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["name_key"], condition=~Q(name_key=""), name="player_name_is_unique"
            ),
            models.UniqueConstraint(
                fields=["look"], condition=~Q(look=""), name="player_name_looks_like_no_other"
            ),
            models.UniqueConstraint(
                fields=["small_look"],
                condition=~Q(small_look=""),
                name="player_name_looks_like_no_other_in_small_letters",
            ),
        )

    def __str__(self) -> str:
        return self.display_name(self.name, self.public_id)

    def get_absolute_url(self) -> str:
        """Return the URL of the player's public page, or of the page "You" for a guest."""
        return reverse("player", args=[self.name]) if self.name else reverse("you")

    @property
    def has_account(self) -> bool:
        """Whether the player has an account; otherwise the player is a guest."""
        return self.user_id is not None

    @property
    def is_hidden(self) -> bool:
        """Whether the whole player is hidden from everyone else."""
        return self.is_moderated and self.hides("player")

    def hides(self, what: str, which: str = "") -> bool:
        """Return whether this thing of the player is hidden at the moment."""
        return self.hidings.filter(what=what, which=which, undone_at=None).exists()

    def conceals(self, what: str, which: str) -> bool:
        """Return whether this thing, or the whole player, is hidden at the moment."""
        return self.is_moderated and (self.is_hidden or self.hides(what, which))

    def is_listed(self, rules: Rules) -> bool:
        """Return whether others can see this player's line on the leaderboard of a game size."""
        return self.has_account and not self.conceals("line", rules.query)

    def list_anew(self) -> None:
        """Store, for each of the player's leaderboard lines, whether others can see the line."""
        seen = [line.pk for line in self.standings.all() if self.is_listed(line.rules)]
        self.standings.filter(pk__in=seen).update(has_account=True)
        self.standings.exclude(pk__in=seen).update(has_account=False)

    @staticmethod
    def display_name(name: str, public_id: str) -> str:
        """Return the name on pages: the player's name, or "Guest" with part of the public id.

        >>> Player.display_name("Ada", "x-1y2z3"), Player.display_name("", "x-1y2z3")
        ('Ada', 'Guest x1y2')
        """
        return name or _("Guest %(code)s") % {"code": "".join(filter(str.isalnum, public_id))[:4]}

    @staticmethod
    def key_of(name: str) -> str:
        """Return a key for a name; names that people would confuse have equal keys.

        >>> Player.key_of("Ada") == Player.key_of("ADA")
        True
        """
        return unicodedata.normalize("NFKC", name).casefold()

    def rename(self, name: str) -> None:
        """Change the player's name, which is also the name for log-ins.

        Raise NameTaken if another player has the name, or Gone if this player was deleted.
        """
        with self._taking(name):
            if not Player.objects.select_for_update().filter(pk=self.pk).exists():
                raise Gone
            self.save(update_fields=NAME_COLUMNS)
            User.objects.filter(player=self).update(username=self.name_key)

    def open_account(self, name: str, password_hash: str, email: str = "") -> User:
        """Give a guest an account; raise NameTaken if the name is taken.

        The guest's games stay in the statistics but lose their rank: otherwise players could
        collect games as guests, and sign up only after lucky ones. Raise Gone if the guest already
        has an account: otherwise its games would lose their rank, too.
        """
        with self._taking(name):
            if self.pk:
                list(self.games.select_for_update().values_list("pk"))
                self.refuse_account()  # from now on, no game can start
                self.games.update(is_ranked=False, is_placed=False)
                self.standings.all().delete()
            kept = {"password": password_hash, "email": email}
            self.user = User.objects.create(username=self.name_key, **kept)
            self.save(update_fields=("user", "saw_daily_of", *NAME_COLUMNS) if self.pk else None)
        return self.user

    def refuse_taken(self, name: str) -> None:
        """Raise NameTaken if another player has this name.

        Call this before slow work; when the name is saved, the database checks again.
        """
        key, (look, small_look) = self.key_of(name), looks_of(name)
        alike = Q(name_key=key) | Q(look=look) & ~Q(look="")
        alike |= Q(small_look=small_look) & ~Q(small_look="")
        others = Player.objects.exclude(pk=self.pk or 0).filter(alike)
        users = User.objects.exclude(pk=self.user_id or 0).filter(username=key)
        if others.exists() or users.exists():
            raise NameTaken(name=name)

    def refuse_account(self) -> None:
        """Lock the row of this guest; raise Gone if the guest has an account by now.

        Call this after locking the guest's games: a game that ends locks rows in this order, too.
        """
        if not Player.objects.select_for_update().filter(pk=self.pk, user=None).exists():
            raise Gone

    @contextmanager
    def _taking(self, name: str) -> Iterator[None]:
        """Set ``name``, then run a block that saves it; raise NameTaken if the name is taken."""
        if self.pk and self.is_hidden:
            raise HiddenPlayer
        self.name, self.name_key = name, self.key_of(name)
        self.look, self.small_look = looks_of(name)
        if self._looks_like_staff():
            raise NameTaken(name=name)
        try:
            with transaction.atomic():
                yield
        except IntegrityError as taken:
            raise NameTaken(name=name) from taken

    def _looks_like_staff(self) -> bool:
        """Return whether people could mistake the name for the name of an administrator."""
        staff = User.objects.filter(is_staff=True).exclude(pk=self.user_id or 0)
        names = staff.values_list("username", flat=True)
        return any(set(looks_of(name)) & {self.look, self.small_look} for name in names)
