"""An estimate has one significant digit, or two if its sample has a hundred codes."""

import pytest

from solver.rule.rounding import MANY, round_estimate


@pytest.mark.parametrize(
    ("estimate", "seen", "shown"),
    [
        *[(42_743_121, MANY, 43_000_000), (42_743_121, MANY - 1, 40_000_000)],
        *[(1_872, 30, 2_000), (1_872, 4_096, 1_900), (99, 30, 100), (94.4, 200, 94)],
        *[(10.6, 30, 10), (10, 0, 10), (9.6, 30, 10), (7.6, 30, 8), (7.6, 4_096, 8)],
        *[(1, 30, 1), (0.6, 30, 1), (0.4, 200, 0), (0, 0, 0)],
    ],
)
def test_an_estimate_has_no_more_digits_than_its_sample_supports(estimate, seen, shown):
    assert round_estimate(estimate, seen) == shown
    assert isinstance(round_estimate(estimate, seen), int)
