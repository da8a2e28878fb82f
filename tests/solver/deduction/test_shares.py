import pytest

from bench.deduction import BOARDS, shares


@pytest.mark.parametrize("variant", BOARDS, ids=str)
def test_one_supposition_at_a_time_is_enough_for_nearly_all_facts_and_nesting_for_the_rest(variant):
    """These are the goals of docs/deduction.md, on a few of its positions."""
    counted = shares(variant, count=40)
    assert counted.found[0] + counted.found[1] >= 0.97 * counted.follow
    assert counted.found.total() == counted.follow
    assert 0 < counted.found[0] < counted.follow
