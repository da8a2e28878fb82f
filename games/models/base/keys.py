"""Keys for people, such as recovery codes; only digests are stored.

A key has 79 random bits, too many to guess, so a fast hash is enough.
"""

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters and digits that look alike
GROUPS, GROUP = 4, 4


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
