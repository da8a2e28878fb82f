import pytest

from bench.deduction import BOARDS, shares


@pytest.mark.parametrize("variant", BOARDS, ids=str)
def test_single_suppositions_find_nearly_all_facts_and_nested_suppositions_find_the_rest(variant):
    """Check the goals of docs/deduction.md for some of the positions of that document."""
    counted = shares(variant, count=40)
    assert counted.found[0] + counted.found[1] >= 0.97 * counted.follow
    assert counted.found.total() == counted.follow
    assert 0 < counted.found[0] < counted.follow
