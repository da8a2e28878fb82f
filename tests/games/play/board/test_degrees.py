"""Degrees of help: the next button tells more."""

import pytest

from games.catalog.rules import PRESETS
from games.models import Hint
from games.play.board.degrees import OFFERS
from tests.cast import HTMX, ask, play, sign_up, start

pytestmark = pytest.mark.django_db


def next_of(client, game) -> str:
    """Return the kind of help that the page of a game offers first."""
    page = client.get(game.get_absolute_url()).context["page"]
    return "".join(degree.kind for degree in page.degrees if degree.is_next)


def test_before_any_answer_only_a_suggestion_is_offered(client, game):
    assert next_of(client, game) == Hint.Kind.BEST


def test_each_hint_makes_the_next_one_the_main_one(client, game):
    play(client, game, "1122")
    ask(client, game, "check", 2, "1344")  # the price is paid: from here on all is recorded
    offered = []
    while kind := next_of(client, game):
        offered.append(kind)
        ask(client, game, kind, 2)
    assert offered == [Hint.Kind.FOLLOWS, Hint.Kind.FACTS, Hint.Kind.BEST]
    play(client, game, "1344")
    assert next_of(client, game) == Hint.Kind.FOLLOWS


def test_the_possible_codes_are_offered_until_shown(client, game):
    def offers() -> set[str]:
        return {degree.kind for degree in client.get(address).context["page"].degrees}

    address = game.get_absolute_url()
    assert offers() == {Hint.Kind.BEST, Hint.Kind.PANEL}  # no row, no facts
    play(client, game, "1122")
    assert offers() == set(OFFERS)
    ask(client, game, "panel", 2)
    assert offers() == set(OFFERS) - {Hint.Kind.PANEL}


def test_the_largest_size_rules_out_only_proven_colors(client):
    """The possible codes are a sample there: a color missing from it may still be possible."""
    sign_up(client)
    game = start(client, "16B37A48", PRESETS["giant"])
    play(client, game, "12345678")
    said = ask(client, game, "facts", 2).text
    assert "No color can be ruled out yet." in said
    assert "This hint was free." in said
    play(client, game, "9CC99CC9")
    ask(client, game, "facts", 3)
    [advice] = client.get(game.get_absolute_url()).context["page"].advice
    assert set(advice.facts) == {f"{place}{color}x" for place in range(1, 9) for color in "9C"}


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_empty_hint_is_free(client, account, game, headers):
    for number, kind in ((1, "follows"), (1, "facts"), (2, "facts"), (2, "follows")):
        if number > game.guess_count + 1:
            play(client, game, "1234")
            game.refresh_from_db()
        said = ask(client, game, kind, number, **headers)
        assert "This hint was free." in said.text
        game.refresh_from_db()
        assert (game.is_aided, game.hints.count()) == (False, 0)
    play(client, game, "4444")
    ask(client, game, "facts", 3, **headers)
    game.refresh_from_db()
    assert (game.is_aided, game.hints.count()) == (True, 1)  # Sky is out: that is worth its price
