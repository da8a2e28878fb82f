"""Hashing passes the gate: it is made to be slow, so nobody may have it done all the time."""

from __future__ import annotations

from django.contrib.auth import hashers

from games.site.calculator import calculator
from games.site.gate import gate


class PBKDF2PasswordHasher(hashers.PBKDF2PasswordHasher):
    """Django's, whoever asks for it: accounts, the admin, a name that nobody has."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with gate.passing():
            times = iterations or self.iterations
            encoded: str = calculator.run(__name__, "hashed", password, salt, times)
        return encoded


def hashed(password: str, salt: str, iterations: int) -> str:
    return hashers.PBKDF2PasswordHasher().encode(password, salt, iterations)
