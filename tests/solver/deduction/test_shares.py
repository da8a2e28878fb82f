import pytest

from bench.deduction import BOARDS, shares


@pytest.mark.parametrize("variant", BOARDS, ids=str)
def test_nearly_all_that_follows_takes_one_supposition_at_a_time_and_the_rest_one_more(variant):
    """The goals of docs/deduction.md, on a few of its positions."""
    told = shares(variant, count=40)
    assert told.found[0] + told.found[1] >= 0.97 * told.follow
    assert told.found.total() == told.follow
    assert 0 < told.found[0] < told.follow
