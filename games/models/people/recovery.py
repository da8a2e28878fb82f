"""Recovery codes: the way back into an account whose password is forgotten."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction

from games.models.base.columns import LookupField

CODES = 8  # of an account
LETTERS = (
    "23456789abcdefghjkmnpqrstuvwxyz"  # letters and digits that are not confused with each other
)
GROUPS, GROUP = 4, 4


class RecoveryCodeManager(models.Manager["RecoveryCode"]):
    def renew(self, user: User) -> list[str]:
        """Replace the codes of an account and return the new ones, which cannot be read again."""
        codes = [new_code() for _ in range(CODES)]
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)  # two renewals leave one set
            self.filter(user=user).delete()
            self.bulk_create(RecoveryCode(user=user, digest=digest_of(code)) for code in codes)
        return codes

    def fits(self, username: str, code: str) -> bool:
        """Return whether the code is one of this account; the same work if there is no account."""
        return self._of(username, code).exists()

    def use(self, username: str, code: str, password_hash: str) -> User | None:
        """Use a code up and change the password; return the account, or None if it was too late."""
        with transaction.atomic():  # the account is locked first, as where its codes are renewed
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
    """A recovery code of an account, which works once. Only its digest is stored.

    A code has 79 random bits, which is too many to guess, so that a fast hash is enough.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, editable=False)
    digest = LookupField(max_length=64, unique=True, editable=False)

    objects = RecoveryCodeManager()

    def __str__(self) -> str:
        return self.digest[:8]


def new_code() -> str:
    """Return a code as it is written down: four groups of four letters and digits."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def digest_of(code: str) -> str:
    """Return the digest of a code, however it was typed.

    >>> digest_of("ab2c-de3f-gh4j-km5n") == digest_of(" AB2C DE3FGH4J KM5N")
    True
    """
    letters = "".join(filter(str.isalnum, code)).lower()
    return hashlib.sha256(letters.encode()).hexdigest()
