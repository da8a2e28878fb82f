"""The kinds of hints, from the least help to the most."""

import re
from unittest.mock import patch

import pytest

from games.catalog.rules import PRESETS
from games.models import Hint
from games.play.board.hints import ideas_left
from solver.positions.knowledge import FEW
from tests.cast import HTMX, ask, form_of, play, start


def told(client, game) -> str:
    """Return the text of the newest hint, as screen readers announce it."""
    return client.get(game.get_absolute_url()).context["page"].news


@pytest.mark.parametrize("kind", ["check", "follows"])
def test_a_nudge_for_a_full_row_names_the_earlier_row_it_contradicts(client, game, kind):
    play(client, game, "1122")
    ask(client, game, kind, 2, "1122")
    page = client.get(game.get_absolute_url()).text
    assert "1122 can’t be the code." in page
    assert "1122 needs 4 black and 0 white in row 1. Row 1 has 1 and 0." in page


def test_a_nudge_says_only_once_that_a_full_row_fits(client, game):
    play(client, game, "1122")
    ask(client, game, "follows", 2, "1333")
    assert told(client, game).startswith("Red, Green, Green, Green fits every row.")
    ask(client, game, "follows", 2, "1333")
    assert "fits every row" not in told(client, game)


def test_a_repeated_request_shows_the_same_hint_again(client, game):
    play(client, game, "4444")
    for kind in ("facts", "best", "facts"):
        ask(client, game, kind, 2)
    assert told(client, game).startswith("Ruled-out colors")
    assert game.hints.count() == 2


def test_the_page_shows_which_colors_are_ruled_out_in_each_place(client, game):
    play(client, game, "1111", "4444", "2222", "5555")
    ask(client, game, "facts", 5)
    page = client.get(game.get_absolute_url())
    assert told(client, game) == (
        "Ruled-out colors Not in the code: Red, Sky, Indigo. In the code: Amber."
        " Crossed-out colors can’t be at that place. Choose from the others."
    )
    assert "Place 4: Amber" in page.text
    # Three colors are crossed out in each of four places.
    assert page.text.count(' crossed"></span>') == 4 * 3
    assert "41x 44x 45x" in page.context["page"].told


def test_a_hint_of_an_older_version_is_not_shown(client, game):
    game.take_hint(1, "candidate", "")
    assert client.get(game.get_absolute_url()).status_code == 200
    assert ask(client, game, "candidate", 1).status_code == 422


def test_a_hint_that_is_not_offered_is_refused(client, game):
    assert ask(client, game, "magic", 1).status_code == 422
    assert ask(client, game, "check", 1, "11..").status_code == 422, "the row is incomplete"
    for junk in ("0", "x", "1000"):
        sent = {"kind": "follows", "number": 1, "step": junk}
        assert client.post(f"{game.get_absolute_url()}hint/", sent).status_code == 422
    assert client.post(f"{game.get_absolute_url()}hint/", {"number": 1}).status_code == 422
    assert not game.hints.exists()


def test_showing_the_possible_codes_counts_as_a_hint_and_lasts_until_hidden(client, game):
    ask(client, game, "panel", 1)
    response = play(client, game, "1122", **HTMX)
    assert "Guess 1: 1 black, 0 white." in response.text
    assert "256 codes are left." in response.text
    assert "List the codes" not in response.text
    response = play(client, game, "1344", "5262", **HTMX)
    listed = re.findall(r'data-fill="(\d+)"', response.text)
    assert 0 < len(listed) <= FEW
    assert game.secret in listed
    assert f"{len(listed)} codes are left." in response.text
    game.refresh_from_db()
    assert (game.is_aided, game.shows_candidates) == (True, True)
    client.post(f"{game.get_absolute_url()}candidates/hide/")
    assert "of 1,296 codes" not in client.get(game.get_absolute_url()).text
    game.refresh_from_db()
    assert (game.is_aided, game.shows_candidates) == (True, False)


def test_help_can_be_hidden(client, game):
    client.post(f"{game.get_absolute_url()}help/", {"show": "no"})
    other = start(client, "111", PRESETS["mini"])
    assert "Suggest a guess" not in client.get(other.get_absolute_url()).text
    client.post(f"{game.get_absolute_url()}help/", {"show": "yes"})
    assert "Suggest a guess" in client.get(other.get_absolute_url()).text


def test_hints_work_on_the_largest_board(client):
    game = start(client, "16B37A48", PRESETS["giant"])
    play(client, game, "11223344")
    for kind in ("check", "follows", "facts", "best", "panel"):
        assert ask(client, game, kind, 2, "12345678").status_code == 302
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert [advice.sentence for advice in page.context["page"].advice if advice.sentence]


def test_the_price_of_help_is_shown_only_before_the_first_hint(client, account, game):
    """The price is a part of the page, so it is also read without scripts."""
    price = "If you take help, this game counts as not solved on the leaderboard."
    assert price in client.get(game.get_absolute_url()).text
    ask(client, game, "best", 1)
    assert price not in client.get(game.get_absolute_url()).text


def test_a_nudge_has_one_idea_and_one_piece_of_advice(client, game):
    """The nudge marks the rows that support its idea, and the pegs that the idea is about."""
    play(client, game, "4444", "1155")
    ask(client, game, "follows", 3)
    page = client.get(game.get_absolute_url())
    assert told(client, game) == "Sky is not in the code. Row 1 has no key pegs. Leave it out."
    assert '<li class="row lit ring-1 ring-2 ring-3 ring-4">' in page.text
    assert '<span class="peg c4 crossed">' in page.text
    go_on = {"kind": "follows"} | form_of(client, game)
    page = client.post(f"{game.get_absolute_url()}hint/", go_on, headers=HTMX)
    second = "Neither Red nor Indigo is in the code. Row 2 has no key pegs. Leave them out."
    assert f'<p id="status" hx-swap-oob="innerHTML">{second}' in page.text
    assert page.context["page"].told == "04x 01x 05x"
    assert page.text.count('class="row lit') == 1
    client.post(f"{game.get_absolute_url()}hint/", {"kind": "follows", "number": 3, "step": 99})
    assert Hint.objects.last().detail == "20", "at most so many are stored"
    with patch("games.play.board.page.ideas_left", wraps=ideas_left) as found:
        told(client, game)
    found.assert_called_once()


def test_a_hint_that_was_already_given_is_not_repeated(client, game):
    play(client, game, "4444")
    ask(client, game, "follows", 2)
    play(client, game, "1155")
    ask(client, game, "follows", 3)
    assert told(client, game).startswith("Neither Red nor Indigo is in the code.")


def test_if_no_short_idea_is_left_the_page_offers_the_next_kind_of_hint(client, game):
    said = ask(client, game, "follows", 1).text
    assert "You can’t know anything before the first guess." in said
    play(client, game, "1234")
    said = ask(client, game, "follows", 2).text
    assert "No short idea is left." in said
    assert 'id="tell-more"' in said
