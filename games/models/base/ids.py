"""Random ids that cannot be guessed."""

import secrets

PUBLIC_ID_LENGTH = 22


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
