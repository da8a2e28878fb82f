"""Token buckets, compared with a simple model that counts tokens."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from games.models import Bucket, new_token
from tests.cast import side_by_side

pytestmark = pytest.mark.both_databases

START = 1_000_000


def take(key: str, size: int, refill: float) -> bool:
    """Take a token as a rate limit does: write only if a read shows that a token is left."""
    if (full_at := Bucket.objects.full_at(key).get(key)) is None:
        Bucket.objects.make(key)
    elif Bucket.objects.is_empty(key, full_at, size, refill):
        return False
    return Bucket.objects.take(key, size, refill)


@given(st.integers(1, 4), st.integers(1, 5), st.lists(st.integers(0, 12), min_size=1, max_size=14))
def test_an_empty_bucket_refills(monkeypatch, size, refill, pauses):
    key, now, tokens = new_token(), START, Fraction(size)
    for pause in pauses:
        now, tokens = now + pause, min(Fraction(size), tokens + Fraction(pause, refill))
        monkeypatch.setattr("games.models.base.bucket.time.time", lambda now=now: now)
        assert take(key, size, refill) == (tokens >= 1)
        tokens -= tokens >= 1
    full_at = now + (size - tokens) * refill
    for moment, is_full in ((full_at - 1, False), (full_at, False), (full_at + 1, True)):
        monkeypatch.setattr(
            "games.models.base.bucket.time.time", lambda moment=moment: float(moment)
        )
        assert Bucket.objects.full().filter(key=key).exists() == is_full


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_get_no_more_tokens_than_the_bucket_holds():
    takes = side_by_side(lambda place: sum(take("key", 20, 3600) for _ in range(10)))
    assert sum(map(int, takes)) == 20


def test_no_visitor_is_locked_out_when_the_clock_is_set_back(monkeypatch):
    """All ten tokens of the bucket are taken at noon; then the clock is set back to eleven."""
    clock = {"now": 12 * 3600.0}
    monkeypatch.setattr("games.models.base.bucket.time.time", lambda: clock["now"])
    assert [take("ada", 10, 6) for _ in range(11)] == [True] * 10 + [False]
    clock["now"] = 11 * 3600.0
    assert not take("ada", 10, 6)
    clock["now"] += 5
    assert not take("ada", 10, 6)
    clock["now"] += 1
    assert [take("ada", 10, 6) for _ in range(2)] == [True, False]


@given(st.integers(1, 6), st.integers(1, 5), st.lists(st.booleans(), max_size=14))
def test_a_returned_token_counts_as_never_taken(monkeypatch, size, refill, takes):
    monkeypatch.setattr("games.models.base.bucket.time.time", lambda: START)
    one, other = new_token(), new_token()
    for is_kept in takes:
        taken = take(one, size, refill)
        if taken and not is_kept:
            Bucket.objects.give_back(one, refill)
        elif taken:
            assert take(other, size, refill)
    assert take(one, size, refill) == take(other, size, refill)
