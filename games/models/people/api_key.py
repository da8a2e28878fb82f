"""Keys with which programs use the API on behalf of an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext_lazy

from games.models.base.calendar import today
from games.models.base.columns import LookupField
from games.models.base.ids import digest_of, new_key
from games.models.base.refusals import Refused

MOST_KEYS = 5  # maximum per account
KEY_NAME_LENGTH = 40


class EnoughKeys(Refused):
    code = "enough-keys"
    sentence = gettext_lazy("You can have at most %(most)d keys. Revoke one first.")


class ApiKeyManager(models.Manager["ApiKey"]):
    def make(self, user: User, name: str) -> str:
        """Return a new key of an account; raise EnoughKeys if there are too many.

        The key cannot be read later.
        """
        key = new_key()
        with transaction.atomic():
            # The account is locked, so that two requests at once can't exceed the maximum.
            User.objects.select_for_update().get(pk=user.pk)
            if self.filter(user=user).count() >= MOST_KEYS:
                raise EnoughKeys(most=MOST_KEYS)
            self.create(user=user, name=name, digest=digest_of(key))
        return key

    def find(self, key: str) -> ApiKey | None:
        """Return the stored key with its account; None if the key is unknown or was revoked."""
        known = self.filter(digest=digest_of(key), user__is_active=True)
        return known.select_related("user").first()


class ApiKey(models.Model):
    """A key of an account. Only its digest is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, editable=False, related_name="api_keys"
    )
    name = models.CharField(max_length=KEY_NAME_LENGTH)
    digest = LookupField(max_length=64, unique=True, editable=False)
    made_on = models.DateField(default=today, editable=False)
    used_on = models.DateField(
        null=True, editable=False, help_text="The last day on which a program used this key."
    )

    objects = ApiKeyManager()

    def __str__(self) -> str:
        return self.name

    def note_use(self) -> None:
        """Store that the key was used today, at most once a day."""
        if self.used_on != (day := today()):
            ApiKey.objects.filter(pk=self.pk).update(used_on=day)
            self.used_on = day
