"""Hash passwords behind the gate, because hashing is slow by design."""

from contextlib import AbstractContextManager

from django.contrib.auth import hashers

from games.web.traffic.calculator import calculator
from games.web.traffic.gate import A_SECOND, Busy, Shares, gate


class Hashes(Shares):
    """Shares of the time for hashing; a password counts as at most one second."""

    def charge(self, address: str, seconds: float) -> None:
        super().charge(address, min(seconds, 1))


# With two workers, two classes can sign up and log in at one IP address. Hints have shares of their
# own, because otherwise a class that has just logged in would get none.
shares = Hashes(at_once=60, a_second=A_SECOND)


def passing() -> AbstractContextManager[None]:
    """Pass the gate to hash a password, or raise ShareSpent or Busy."""
    return gate.passing(shares)


class PBKDF2PasswordHasher(hashers.PBKDF2PasswordHasher):
    """Django's password hasher behind the gate, also for the admin and unknown names."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        work = password, salt, iterations or self.iterations
        with passing():
            try:
                return str(calculator.run(__name__, "hash_password", *work))
            except Busy:  # with a new salt, no later try could use the result
                return hash_password(*work)


def hash_password(password: str, salt: str, iterations: int) -> str:
    return hashers.PBKDF2PasswordHasher().encode(password, salt, iterations)
