"""Fixtures for tests of accounts."""

import pytest


@pytest.fixture
def hashed(monkeypatch):
    """The passwords that were hashed during the test."""
    seen: list[str] = []
    encode = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(encode, lambda hasher, password, salt: seen.append(password) or "")
    return seen
