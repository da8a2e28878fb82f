"""Two classes play at one IP address while an attacker uses the same address."""

import pytest

from tests.games.people.test_lesson import (
    CHILDREN,
    MINUTES,
    Attacker,
    a_lesson,
    assert_is_held,
    clock,  # noqa: F401
)

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1200)]


def test_two_classes_are_never_refused_during_an_attack(clock):  # noqa: F811
    """Every minute the attacker tries passwords until refused, and plays in many sessions."""
    attacker = Attacker(guests=350, rows=2)
    a_lesson(clock, attacker, lambda minute: True)
    assert_is_held(attacker)
    print(f"{CHILDREN} children, {MINUTES} minutes; the attacker was given {dict(attacker.got)}")
    assert attacker.got["rows of guests"] > 10_000
