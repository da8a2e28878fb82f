"""Reports to Sentry contain the failure, and never a secret of a player or of the site."""

import logging

import pytest
import sentry_sdk
from django.conf import settings as site
from sentry_sdk.transport import Transport

from games.models import Game
from mastermind_site.failures import tell_sentry
from tests.cast import form_of, play, sign_up, start
from tests.expensive import GIANT


class Kept(Transport):
    """A transport that keeps reports instead of sending them."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def capture_envelope(self, envelope) -> None:
        self.sent.append(envelope.serialize())


@pytest.fixture
def sentry():
    outside = sentry_sdk.get_global_scope().client
    transport = Kept()
    tell_sentry("https://key@sentry.example.org/1", transport=transport)
    yield transport
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(outside)


@pytest.fixture
def broken(monkeypatch):
    """Make the next guess fail with an exception and a log line that contain the secret."""

    def fail(game, code, number, token):
        secret = Game.objects.with_secret().get(pk=game.pk).secret
        logging.getLogger("games").error("%s against %s", code, secret)
        raise ZeroDivisionError(f"{secret} {code} {token}") from ValueError(secret)

    monkeypatch.setattr(Game, "play", fail)


def test_a_failure_during_a_guess_is_reported_without_data(client, request):
    sign_up(client)
    # No time and no trace contains these eight digits by chance.
    game = start(client, "25374618", GIANT)
    play(client, game, "11223344")
    sent = form_of(client, game) | {"code": "44556677"}
    sentry, _ = request.getfixturevalue("sentry"), request.getfixturevalue("broken")
    client.raise_request_exception = False
    response = client.post(f"{game.get_absolute_url()}?history=55667788", sent)
    assert response.status_code == 500
    [told] = sentry.sent
    for known in (
        *(b"ZeroDivisionError", b"ValueError", b"/games/{game_id}/", b"games/play/board/views"),
    ):
        assert known in told
    cookies = [cookie.value for cookie in client.cookies.values() if cookie.value]
    unsaid = [
        "25374618",
        "44556677",
        "55667788",
        sent["token"],
        "Ada",
        "127.0.0.1",
        game.public_id,
        *cookies,
    ]
    unsaid += [site.SECRET_KEY, "key@"]
    assert [one for one in unsaid if one.encode() in told] == []


def test_a_line_of_the_log_is_not_sent_to_sentry(sentry):
    logging.getLogger("games").error("The secret is %s", "3632")
    assert sentry.sent == []
