"""Hard mode: every guess must fit all earlier answers, and there are no hints."""

import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.django import TestCase

from games.catalog.rules import CLASSIC
from games.models import Game, Standing
from games.models.base.refusals import CannotBeTheCode, StalePage
from solver.positions.candidates import first_contradicted
from tests.cast import HTMX, ask, form_of, guessed, led_to, play, sign_up, start, start_daily

HARD = Game.Mode.HARD


def choose(client, game, mode):
    return client.post(f"{game.get_absolute_url()}mode/", {"mode": mode})


@pytest.fixture
def hard(client) -> Game:
    """Return a game in hard mode with the secret 1234."""
    game = start(client, "1234")
    choose(client, game, "hard")
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(("headers", "sure"), [({}, ""), (HTMX, ""), (HTMX, "1111")])
def test_a_guess_that_contradicts_a_row_is_refused_with_the_reason(client, hard, headers, sure):
    play(client, hard, "1122")
    sent = form_of(client, hard) | {"code": "1111", "sure": sure}
    response = client.post(hard.get_absolute_url(), sent, headers=headers)
    assert response.status_code == 422
    assert "1111 needs 2 black and 0 white in row 1. Row 1 has 1 and 1." in response.text
    assert "In hard mode, every guess must fit all feedback." in response.text
    assert [guess.code for guess in hard.guesses.all()] == ["1122"]
    assert 'value="1111"' in response.text  # for correction


class TestRule(TestCase):
    """The game enforces hard mode for every page."""

    @given(st.lists(st.text("123456", min_size=4, max_size=4), min_size=1, max_size=9))
    def test_hard_mode_accepts_exactly_the_codes_that_fit_all_rows(self, codes):
        game = Game.objects.create(
            player=Game.player.field.related_model.objects.create(),
            secret="1234",
            mode=HARD,
            is_ranked=True,
            **CLASSIC.fields(),
        )
        for code in codes:
            fits = not first_contradicted(game.turns(), code)
            before = game.guess_count
            try:
                guessed(game, code)
            except CannotBeTheCode:
                assert not fits
            else:
                assert fits
            assert game.guess_count == before + fits
            if not game.is_playing:
                break


def test_hard_mode_has_no_hints(client, hard):
    play(client, hard, "1122")
    for kind in ("follows", "check", "facts", "best", "panel"):
        response = ask(client, hard, kind, 2, "1234")
        assert response.status_code == 422, kind
        assert "There are no hints in hard mode." in response.text
    assert not hard.hints.exists()
    assert 'id="hint"' not in client.get(hard.get_absolute_url()).text


def test_hard_mode_is_chosen_on_the_board_before_the_first_guess(client, hard):
    page = client.get(hard.get_absolute_url()).text
    assert "Classic, hard mode" in page
    for mode in {*Game.Mode, "easy"} - {HARD, Game.Mode.PLAIN}:
        assert choose(client, hard, mode).status_code == 422, mode
        assert client.post("/", {"mode": mode}).status_code == 422, mode
    assert choose(client, hard, "").status_code == 302
    assert Game.objects.get().mode == ""
    play(client, hard, "1122")
    assert choose(client, hard, "hard").status_code == 409
    assert 'name="mode"' not in client.get(hard.get_absolute_url()).text
    assert Game.objects.get().mode == ""


def test_after_help_the_mode_cannot_be_changed_even_before_the_first_guess(client):
    game = start(client, "1234")
    ask(client, game, "best", 1)
    assert choose(client, game, "hard").status_code == 409
    assert Game.objects.get().mode == ""
    assert 'name="mode"' not in client.get(game.get_absolute_url()).text


def test_a_mode_cannot_be_chosen_for_a_daily(client):
    daily = start_daily(client)
    with pytest.raises(StalePage):
        daily.choose(HARD)
    assert 'name="mode"' not in client.get(daily.get_absolute_url()).text


def test_the_home_page_and_the_end_of_a_hard_game_offer_a_hard_game(client):
    game = led_to(client.post("/", dict(CLASSIC.settings) | {"mode": "hard"}), Game)
    assert game.is_hard
    game.resign()
    assert (
        '<input type="hidden" name="mode" value="hard">' in client.get(game.get_absolute_url()).text
    )


def test_starting_in_another_mode_changes_a_game_without_guesses(client, hard):
    same = led_to(client.post("/", dict(CLASSIC.settings)), Game)
    assert same == hard
    assert not same.is_hard


def test_a_hard_game_counts_on_a_separate_list(client):
    sign_up(client)
    game = start(client, "1234")
    choose(client, game, "hard")
    play(client, game, "1234")
    line = Standing.objects.get()
    assert (line.period, line.is_aided, line.games, line.total) == ("hard", False, 1, 1)
    shown = client.get("/leaderboard/?period=hard").text
    assert "Ada" in shown
    assert "4.37" in shown  # the best average in hard mode
    assert "Ada" not in client.get("/leaderboard/").text
    assert "period=hard" in client.get(game.get_absolute_url()).text


def test_a_game_counts_in_the_mode_that_is_stored_at_its_end(player):
    """One tab chooses hard mode while another tab, which still has the old mode, is about to give
    up.
    """
    game = Game.objects.start(player)
    Game.objects.get(pk=game.pk).choose(HARD)
    game.resign()
    assert [*Standing.objects.values_list("period", flat=True)] == ["hard"]
