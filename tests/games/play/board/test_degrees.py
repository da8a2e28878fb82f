"""The order of the hints: each hint makes the next one the main button."""

import pytest

from games.catalog.rules import PRESETS
from games.models import Hint
from games.play.board.hints import OFFERS
from tests.cast import HTMX, ask, play, sign_up, start


def next_of(client, game) -> str:
    """Return the kind of help that the page of a game offers first."""
    page = client.get(game.get_absolute_url()).context["page"]
    return "".join(degree.kind for degree in page.degrees if degree.is_next)


def test_after_each_hint_the_next_one_is_the_main_button(client, game):
    assert next_of(client, game) == Hint.Kind.BEST  # before the first answer
    play(client, game, "1122")
    # this check makes the game count as helped, so that later hints are recorded
    ask(client, game, "check", 2, "1344")
    offered = []
    while kind := next_of(client, game):
        offered.append(kind)
        ask(client, game, kind, 2)
    assert offered == [Hint.Kind.FOLLOWS, Hint.Kind.FACTS, Hint.Kind.BEST]
    play(client, game, "1344")
    assert next_of(client, game) == Hint.Kind.FOLLOWS
    ask(client, game, "facts", 3)  # this gives more help than FOLLOWS, so FOLLOWS is skipped
    assert next_of(client, game) == Hint.Kind.BEST


def test_the_button_for_possible_codes_stays_until_the_codes_are_shown(client, game):
    def offers() -> set[str]:
        return {degree.kind for degree in client.get(address).context["page"].degrees}

    address = game.get_absolute_url()
    # before the first guess there are no facts
    assert offers() == {Hint.Kind.BEST, Hint.Kind.PANEL}
    play(client, game, "1122")
    assert offers() == set(OFFERS)
    ask(client, game, "panel", 2)
    assert offers() == set(OFFERS) - {Hint.Kind.PANEL}


def test_at_the_largest_size_only_colors_proven_impossible_are_ruled_out(client):
    """For this size the possible codes are only a sample, so a color that is missing from the
    sample may still be possible.
    """
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
def test_a_hint_that_says_nothing_costs_nothing(client, account, game, headers):
    for number, kind in ((1, "follows"), (1, "facts"), (2, "facts"), (2, "follows")):
        if number > game.guess_count + 1:
            play(client, game, "1234")
            game.refresh_from_db()
        said = ask(client, game, kind, number, **headers)
        assert "This hint was free." in said.text
        assert 'value="follows" data-heir' not in said.text  # the page offers a hint with more help
        game.refresh_from_db()
        assert (game.is_aided, game.hints.count()) == (False, 0)
    play(client, game, "4444")
    ask(client, game, "facts", 3, **headers)
    game.refresh_from_db()
    # a hint that rules out a color is not empty, so it counts
    assert (game.is_aided, game.hints.count()) == (True, 1)
