"""Tries random ways to leave a game; the ways differ from day to day."""

import os
import time

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.games.insight.fairness.test_ways_out import LAW, Person

EXAMPLES = int(os.environ.get("EXAMPLES", "60"))
SEED = int(os.environ.get("SEED", time.strftime("%Y%m%d")))


@pytest.mark.django_db
@pytest.mark.timeout(0)  # a number of examples ends the test, not the time
def test_leaving_a_game_never_improves_the_place_of_a_player():
    print(f"SEED={SEED} EXAMPLES={EXAMPLES}")
    drawn = settings(
        LAW,
        max_examples=EXAMPLES,
        derandomize=False,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(SEED)(type("OfToday", (Person,), {})), settings=drawn)
