"""Three random walks through the site; ``make torture`` takes many more."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from games.models import Game, Guess
from games.people.accounts.forms import LogInForm
from games.play.board.page import PlayPage
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


def tells(page: PlayPage) -> str:
    return Game.objects.with_secret().get(pk=page.game.pk).secret


def fails(form: LogInForm) -> str:
    raise RuntimeError("planted")


def forgets(guess: Guess, **how: object) -> None:
    """Accept a guess without saving it."""


def walked() -> None:
    """Take some steps of a walk."""
    walk = Walk()
    try:
        walk.arrive()
        walk.guess(0, "123", "12345678")
        walk.log_in(0, "Ada", is_right=False)
        walk.nothing_was_logged_as_an_error()
    finally:
        walk.teardown()


@pytest.mark.parametrize(
    ("home", "name", "planted"),
    [
        (PlayPage, "headline", property(tells)),
        (LogInForm, "clean_username", fails),
        (Guess, "save", forgets),
    ],
    ids=["a secret", "a failure", "a lost guess"],
)
def test_a_walk_detects_planted_faults(home, name, planted, monkeypatch):
    walked()
    monkeypatch.setattr(home, name, planted)
    with pytest.raises(AssertionError):
        walked()
