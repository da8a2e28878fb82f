"""One rule, in one sentence, wherever it is read."""

import pytest

from tests.cast import sign_up, start

pytestmark = pytest.mark.django_db
RULE = "Every ranked game counts, even if you abandon it. With help, it counts as not solved."


@pytest.mark.parametrize("address", ["/fair-play/", "/leaderboard/", "/leaderboard/?help=yes"])
def test_the_rule_is_the_same_everywhere(client, address):
    assert RULE in client.get(address).text


def test_the_price_of_help_follows_from_it(client):
    sign_up(client)
    game = start(client, "3632")
    price = "If you take help, this game counts as not solved on the leaderboard."
    assert game.price_of_help == price
