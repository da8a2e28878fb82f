"""Password hashing behind the gate. It is slow by design, so that requests for it are limited."""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.contrib.auth import hashers

from games.web.traffic.calculator import calculator
from games.web.traffic.gate import A_SECOND, Shares, gate


class Hashes(Shares):
    """The time for hashing: a second at most for each password, however busy the machine is."""

    def charge(self, address: str, seconds: float) -> None:
        super().charge(address, min(seconds, 1))


# Two classes sign up and log in at one address, shared by two workers. Apart from other shares, or
# a class that has logged in would be refused its hints.
shares = Hashes(at_once=60, a_second=A_SECOND)


def passing() -> AbstractContextManager[None]:
    """Pass the gate to have a password hashed, or raise ShareSpent or Busy."""
    return gate.passing(shares)


class PBKDF2PasswordHasher(hashers.PBKDF2PasswordHasher):
    """Django's hasher, for all of its uses: accounts, the admin, unknown names."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with passing():
            times = iterations or self.iterations
            encoded: str = calculator.run(__name__, "hashed", password, salt, times)
        return encoded


def hashed(password: str, salt: str, iterations: int) -> str:
    return hashers.PBKDF2PasswordHasher().encode(password, salt, iterations)
