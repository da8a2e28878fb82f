"""The rule about help is the same sentence wherever it appears."""

import pytest

from games.models.play.fairness import price_of_help
from tests.cast import sign_up, start

RULE = "Every ranked game counts, even if you abandon it. With help, it counts as not solved."


@pytest.mark.parametrize("address", ["/fair-play/", "/leaderboard/", "/leaderboard/?help=yes"])
def test_the_rule_about_help_is_the_same_on_all_pages(client, address):
    assert RULE in client.get(address).text


def test_the_cost_of_help_follows_from_the_rule_about_help(client):
    sign_up(client)
    game = start(client, "3632")
    price = "If you take help, this game counts as not solved on the leaderboard."
    assert price_of_help(game) == price
