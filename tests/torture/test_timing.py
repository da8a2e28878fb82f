"""The time of an answer does not tell the secret either.

Two worlds differ in the secret alone, and the same is asked in both, hundreds of times, by turns
and in a random order. Processor time is compared pair by pair: a signed-rank test takes any
steady difference for one, however small beside the noise, and is not deceived by a slow request.
"""

import random
import time
from collections.abc import Callable

import numpy as np
import pytest
from django.test import Client

from games.models import Game
from games.models.codemaker import Keeper
from solver.rule.feedback import feedback
from tests.cast import HTMX, ask, form_of, start
from tests.games.test_secrecy import GUESSES, twins

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

PAIRS = 300
FAR = 4.5  # standard errors: by chance once in 150,000 tests
DELAY = 250e-6  # seconds for each step of the first color of the secret: what the control plants


def signed_ranks(differences: np.ndarray) -> float:
    """Return by how many standard errors the differences lean to one side (Wilcoxon, 1945)."""
    ranks = np.abs(differences).argsort().argsort() + 1
    number = len(differences)
    total = ranks[differences > 0].sum() - ranks.sum() / 2
    return float(total / np.sqrt(number * (number + 1) * (2 * number + 1) / 24))


def seconds_of(act: Callable[[], object]) -> float:
    begun = time.thread_time()
    act()
    return time.thread_time() - begun


class World:
    """A browser with a running game of a known secret, which is begun anew for every pair."""

    def __init__(self, secret: str) -> None:
        self.client, self.secret = Client(), secret
        self.game = start(self.client, secret)

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
        return seconds_of(lambda: ask(self.client, self.game, "candidate", 2, **HTMX))

    def page(self) -> float:
        self.guess()
        return seconds_of(lambda: self.client.get(self.game.get_absolute_url()))

    def export(self) -> float:
        self.guess()
        return seconds_of(lambda: self.client.get("/you/export.json"))


def leaning(asked: str) -> float:
    """Return by how many standard errors one world is slower than the other."""
    worlds, chance = [World(secret) for secret in twins(GUESSES)], random.Random(1977)
    assert feedback(GUESSES[0], worlds[0].secret) == feedback(GUESSES[0], worlds[1].secret)
    differences = []
    for _ in range(PAIRS):
        took = {}
        for world in chance.sample(worlds, 2):
            world.begin_anew()
            took[world.secret] = getattr(world, asked)()
        one, other = (took[world.secret] for world in worlds)
        differences.append(one - other)
    return signed_ranks(np.array(differences[10:]))  # the first ones fill caches


@pytest.mark.parametrize("asked", ["guess", "hint", "page", "export"])
def test_the_time_of_an_answer_does_not_depend_on_the_secret(asked):
    assert abs(leaning(asked)) < FAR


def test_a_planted_delay_is_caught(monkeypatch):
    answer = Keeper.answer

    def slowly(self, history, guess):
        until = time.thread_time() + DELAY * int(self.secret[0])
        while time.thread_time() < until:
            pass
        return answer(self, history, guess)

    monkeypatch.setattr(Keeper, "answer", slowly)
    assert abs(leaning("guess")) > FAR


@pytest.mark.parametrize(("shift", "is_far"), [(0, False), (0.3, True)])
def test_the_statistic_tells_a_shift_from_noise(shift, is_far):
    """Heavy tails and all, as times have them."""
    noise = np.random.default_rng(1977).standard_t(2, size=1000) + shift
    assert (abs(signed_ranks(noise)) > FAR) == is_far
