"""Recovery codes, with which a player can log in after forgetting the password."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction

from games.models.base.columns import LookupField
from games.models.base.ids import digest_of, new_key

CODES = 8  # number of codes in a set


class RecoveryCodeManager(models.Manager["RecoveryCode"]):
    def renew(self, user: User) -> list[str]:
        """Replace the codes of an account and return the new codes, which cannot be read later."""
        codes = [new_key() for _ in range(CODES)]
        with transaction.atomic():
            # The account is locked, so that two renewals at once don't mix their codes.
            User.objects.select_for_update().get(pk=user.pk)
            self.filter(user=user).delete()
            self.bulk_create(RecoveryCode(user=user, digest=digest_of(code)) for code in codes)
        return codes

    def fits(self, username: str, code: str) -> bool:
        """Return whether the code belongs to this account.

        For a missing account, the check takes the same time.
        """
        return self._of(username, code).exists()

    def use(self, username: str, code: str, password_hash: str) -> User | None:
        """Use a code once to set the password; return its account, or None for a wrong code."""
        # The account is locked first, as in a renewal of its codes.
        with transaction.atomic():
            owner = User.objects.select_for_update().filter(username=username).first()
            if owner is None or not self._of(username, code).delete()[0]:
                return None
            owner.password = password_hash
            owner.save(update_fields=["password"])
        return owner

    def _of(self, username: str, code: str) -> models.QuerySet[RecoveryCode]:
        owner = {"user__username": username, "user__is_active": True}
        return self.filter(digest=digest_of(code), **owner)


class RecoveryCode(models.Model):
    """A recovery code of an account; it works once, and only its digest is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, editable=False)
    digest = LookupField(max_length=64, unique=True, editable=False)

    objects = RecoveryCodeManager()

    def __str__(self) -> str:
        return self.digest[:8]
