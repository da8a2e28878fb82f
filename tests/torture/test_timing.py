"""The time of a response does not reveal the secret.

Two worlds differ only in the secret. Both get the same requests, alternately and in random order:
each URL of the table, and 2,000 times the requests that use the secret. Processor time is compared
pair by pair. A signed-rank test detects any steady difference, however small it is compared with
the noise, and tolerates single slow requests.
"""

import random
import time
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from django.test import Client

from games.models import Game
from games.models.play.codemaker import Keeper
from games.play.board.page import PlayPage
from solver.rule.feedback import feedback
from tests.addresses import ADDRESSES, path_of
from tests.cast import HTMX, ask, form_of, start
from tests.games.test_secrecy import GUESSES, things_of, twins

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

PAIRS = 1_000
PAIRS_OF_A_PAGE = 60
FAR = 4.5  # in standard errors; by chance exceeded once in 150,000 tests
SECRETS = twins(GUESSES)
DELAY = 1e-3  # in seconds: the delay that a control adds for one of the two secrets


def deviation_of_ranks(differences: np.ndarray) -> float:
    """Return by how many standard errors the differences favor one side (Wilcoxon, 1945)."""
    ranks = np.abs(differences).argsort().argsort() + 1
    number = len(differences)
    total = ranks[differences > 0].sum() - ranks.sum() / 2
    return float(total / np.sqrt(number * (number + 1) * (2 * number + 1) / 24))


def seconds_of(act: Callable[[], object]) -> float:
    begun = time.thread_time()
    act()
    return time.thread_time() - begun


class World:
    """A browser that gets a new running game with a known secret for every pair of requests."""

    def __init__(self, secret: str) -> None:
        self.client, self.secret = Client(), secret
        its = things_of(self.client)
        self.game = start(self.client, secret)
        self.its = its._replace(running=self.game.public_id)

    def begin_anew(self) -> None:
        self.game.guesses.all().delete()
        self.game.hints.all().delete()
        begun = {"guess_count": 0, "is_aided": False, "shows_candidates": False}
        Game.objects.filter(pk=self.game.pk).update(**begun)

    def guess(self) -> float:
        address, sent = self.game.get_absolute_url(), form_of(self.client, self.game)
        sent |= {"code": GUESSES[0], "sure": GUESSES[0]}
        return seconds_of(lambda: self.client.post(address, sent, headers=HTMX))

    def hint(self) -> float:
        self.guess()
        return seconds_of(lambda: ask(self.client, self.game, "best", 2, **HTMX))

    def page(self, name: str = "game") -> float:
        """Read the page with this name; return the processor time in seconds."""
        path = path_of(name, self.its)
        return seconds_of(lambda: self.client.get(path))

    def export(self) -> float:
        self.guess()
        return seconds_of(lambda: self.client.get("/you/export.json"))


def two_worlds() -> list[World]:
    worlds = [World(secret) for secret in SECRETS]
    assert feedback(GUESSES[0], worlds[0].secret) == feedback(GUESSES[0], worlds[1].secret)
    for world in worlds:
        world.guess()
    return worlds


def leaning(worlds: list[World], ask: Callable[[World], float], pairs: int) -> float:
    """Return by how many standard errors one world is slower than the other world."""
    chance, differences = random.Random(1977), []
    for _ in range(pairs + 5):
        took = {world.secret: ask(world) for world in chance.sample(worlds, 2)}
        one, other = (took[world.secret] for world in worlds)
        differences.append(one - other)
    # the first five pairs fill caches
    return deviation_of_ranks(np.array(differences[5:]))


def anew(asked: str) -> Callable[[World], float]:
    """Return a function that starts a new game and sends this request."""

    def ask(world: World) -> float:
        world.begin_anew()
        return getattr(world, asked)()

    return ask


def pages_that_lean(worlds: list[World], names: Iterable[str]) -> list[str]:
    """Return the names of the pages that are slower in one of the two worlds."""
    return [
        name
        for name in names
        if abs(leaning(worlds, lambda world: world.page(name), PAIRS_OF_A_PAGE)) > FAR  # noqa: B023
    ]


@pytest.mark.parametrize("asked", ["guess", "hint", "export"])
def test_the_time_of_an_answer_does_not_depend_on_the_secret(asked):
    assert abs(leaning(two_worlds(), anew(asked), PAIRS)) < FAR


def test_response_times_do_not_depend_on_the_secret():
    assert pages_that_lean(two_worlds(), ADDRESSES) == []


def slower(secret: str) -> None:
    """Waste a little processor time if the secret is the first of the two."""
    until = time.thread_time() + DELAY * (secret == SECRETS[0])
    while time.thread_time() < until:
        pass


def test_a_planted_delay_of_an_answer_is_detected(monkeypatch):
    answer = Keeper.answer

    def slowly(self, history, guess):
        slower(self.secret)
        return answer(self, history, guess)

    monkeypatch.setattr(Keeper, "answer", slowly)
    assert abs(leaning(two_worlds(), anew("guess"), PAIRS // 10)) > FAR


def test_a_planted_delay_of_a_page_is_detected(monkeypatch):
    headline = PlayPage.headline.fget

    def slowly(page):
        slower(page.game.secret)
        return headline(page)

    monkeypatch.setattr(PlayPage, "headline", property(slowly))
    assert pages_that_lean(two_worlds(), ["game", "rules"]) == ["game"]


@pytest.mark.parametrize(("shift", "is_far"), [(0, False), (0.3, True)])
def test_the_statistic_distinguishes_a_delay_from_noise(shift, is_far):
    """The noise has heavy tails, as real times have."""
    noise = np.random.default_rng(1977).standard_t(2, size=1000) + shift
    assert (abs(deviation_of_ranks(noise)) > FAR) == is_far
