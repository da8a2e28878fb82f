"""Random ids that cannot be guessed, and keys for people, such as recovery codes.

Only digests of keys are stored. A key has 79 random bits, too many to guess, so a fast hash is
enough.
"""

import hashlib
import secrets

PUBLIC_ID_LENGTH = 22
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters and digits that look alike
GROUPS, GROUP = 4, 4


def new_public_id() -> str:
    """Return an id of 128 random bits, so that one URL reveals nothing about others."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a token by which a resent form is recognized."""
    return secrets.token_urlsafe(9)


def new_letters(count: int) -> str:
    """Return random letters that can be read aloud and typed from a big screen.

    No two letters look alike, and without vowels they spell no word.
    """
    return "".join(secrets.choice("BCDFGHJKLMNPQRSTVWXZ") for _ in range(count))


def new_key() -> str:
    """Return a random key: four groups of four letters and digits.

    >>> len(new_key())
    19
    """
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def digest_of(key: str) -> str:
    """Return the digest of a key; spaces, hyphens and capitals make no difference.

    >>> digest_of("ab2c-de3f-gh4j-km5n") == digest_of(" AB2C DE3FGH4J KM5N")
    True
    """
    letters = "".join(filter(str.isalnum, key)).lower()
    return hashlib.sha256(letters.encode()).hexdigest()
