"""Three random walks through the site; ``make torture`` takes many more."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.games.walks import Walk

SHORT = settings(
    max_examples=3,
    stateful_step_count=30,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # without shrinking a failing walk
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.filterwarnings("ignore")
def test_random_visitors_never_make_the_site_fail():
    run_state_machine_as_test(Walk, settings=SHORT)
