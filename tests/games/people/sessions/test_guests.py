"""Guests who share a browser, such as a tablet."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client

from games.models import Daily, Game, Player, today
from games.people import limits
from games.people.sessions import current
from games.people.sessions.guests import MOST_GUESTS, EnoughGuests, LoggedIn, NotHere
from tests.cast import log_in, play, sign_up, start, start_daily


def pass_on(client: Client, to: Player | None = None):
    return client.post("/you/switch/", {"player": to.public_id} if to else {})


def here(client: Client) -> list[Player]:
    """Return the other guests of the browser; the page has a button to switch to each of them."""
    return list(client.get("/you/").context["others"])


@pytest.fixture
def first(client, game):
    """The client's first guest, who has made a guess before the switch to another guest."""
    play(client, game, "1122")
    assert pass_on(client)["Location"] == "/"
    return game.player


def test_each_guest_keeps_their_games_when_the_browser_switches_guests(client, game, first):
    assert client.get(game.get_absolute_url()).status_code == 404
    assert "A new guest is playing." in client.get("/").text
    # Both guests can have an open game of the same size.
    second = start(client, "1111")
    assert here(client) == [first]
    assert pass_on(client, first).status_code == 302
    assert f"{first} is playing." in client.get("/").text
    assert [client.get(one.get_absolute_url()).status_code for one in (game, second)] == [200, 404]
    assert client.post("/", {}).status_code == 409  # the first guest's game is open
    assert here(client) == [second.player]


def test_pressing_the_button_twice_creates_one_guest(client, first):
    pass_on(client)
    assert here(client) == [first]
    assert Player.objects.count() == 1


@pytest.mark.parametrize("lost", ["cookie", "session"])
def test_guests_stay_if_either_the_session_or_the_cookie_is_lost(client, first, lost):
    """The cookie can be lost with a response; a log-in elsewhere can end the session."""
    client.cookies.pop(current.GUESTS_COOKIE if lost == "cookie" else "session")
    assert here(client) == [first]


def test_a_browser_finds_only_its_own_guests(client, game, first):
    stranger = Client()
    start(stranger, "1111")
    for browser, to in ((stranger, first), (client, Player(public_id="-"))):
        assert pass_on(browser, to)["X-Refused"] == NotHere.code
    forged = signing.get_cookie_signer(salt="another").sign(first.public_id)
    for cookie in (first.public_id, forged, ":", "\x00"):
        stranger.cookies[current.GUESTS_COOKIE] = cookie
        assert (pass_on(stranger, first).status_code, here(stranger)) == (409, [])


def test_a_new_guest_without_a_game_leaves_no_row():
    assert pass_on(Client()).status_code == 302
    assert not Session.objects.exists()


def test_the_number_of_guests_is_limited(client):
    guests = []
    for _ in range(MOST_GUESTS):
        pass_on(client)
        guests.append(start(client, "1111").player)
    assert pass_on(client)["X-Refused"] == EnoughGuests.code
    assert here(client) == guests[-2::-1]
    client.post("/you/delete/")
    assert pass_on(client, guests[0]).status_code == 302
    assert pass_on(client).status_code == 302


def test_a_new_guest_counts_as_a_newcomer(client, monkeypatch):
    """Otherwise a visitor could avoid the limits by switching between guests."""
    for name, times in (("ROWS_OF_NEWCOMERS", 2), ("ROWS_OF_A_GUEST", 1)):
        few = getattr(limits, name)._replace(times=times, seconds=limits.DAY)
        monkeypatch.setattr(limits, name, few)
    play(client, start(client, "1111"), "1111")
    # the second request continues the game of the first
    assert [client.post("/").status_code for _ in range(2)] == [302, 302]
    pass_on(client)
    assert client.post("/").status_code == 302
    pass_on(client)
    assert client.post("/").status_code == 429


class TestAccounts:
    def test_a_player_with_an_account_must_log_out_before_a_guest_can_play(self, client, first):
        sign_up(client)
        assert pass_on(client, first)["X-Refused"] == LoggedIn.code
        assert "Log out. Your games stay" in client.get("/you/").text
        client.post("/you/log-out/")
        assert here(client) == [first]
        assert pass_on(client, first).status_code == 302

    def test_a_log_in_moves_only_the_games_of_the_current_guest(self, client, game, first):
        sign_up(Client())
        second = start(client, "1111")
        log_in(client)
        assert Game.objects.get(pk=second.pk).player == Player.objects.get(name="Ada")
        assert Game.objects.get(pk=game.pk).player == first
        client.post("/you/log-out/")
        assert here(client) == [first]

    def test_at_log_in_a_player_can_leave_games_with_the_guest(self, client, game):
        sign_up(Client())
        page = client.get("/you/log-in/?next=/daily/").text
        assert f"The games of {game.player}, who plays" in page
        left = client.post("/you/switch/", {"next": "/you/log-in/?next=/daily/"})
        assert left["Location"] == "/you/log-in/?next=/daily/"
        assert "who plays in this browser now" not in client.get(left["Location"]).text
        log_in(client)
        assert Game.objects.get().player == game.player
        assert client.post("/you/switch/", {"next": "//example.org"}).status_code == 409

    def test_deleting_everything_deletes_only_data_of_the_current_player(self, client, game, first):
        second = start(client, "1111").player
        assert "keep their games" in client.get("/you/delete/").text
        client.post("/you/delete/")
        assert here(client) == [first]
        assert not Player.objects.filter(pk=second.pk).exists()


class TestTheDaily:
    @pytest.mark.parametrize("has_met", [True, False])
    @pytest.mark.parametrize("is_playing", [True, False])
    @pytest.mark.parametrize("enter", [sign_up, log_in])
    def test_a_code_that_one_guest_met_counts_as_known_to_all_players_of_the_browser(
        self, client, first, enter, is_playing, has_met
    ):
        if has_met:
            pass_on(client, first)
            start_daily(client)
            pass_on(client)
        if enter is log_in:
            sign_up(Client())
        if is_playing:
            start(client, "1111")
        enter(client)
        assert start_daily(client).is_placed is not has_met

    def test_an_attempt_is_unlisted_after_a_log_in_where_a_guest_met_the_code(self, client, first):
        elsewhere = Client()
        sign_up(elsewhere)
        attempt = start_daily(elsewhere)
        pass_on(client, first)
        start_daily(client)
        pass_on(client)
        log_in(client)
        assert not Game.objects.get(pk=attempt.pk).is_placed

    def test_a_code_counts_as_known_if_an_earlier_guest_returned_and_met_it(self, client, first):
        """The second guest starts the daily after the first guest has returned and solved it."""
        second = start(client, "1111").player
        pass_on(client, first)
        play(client, start_daily(client), Daily.objects.get(day=today()).secret)
        pass_on(client, second)
        sign_up(client)
        assert not start_daily(client).is_placed


def test_a_named_guest_is_kept_for_a_year_while_another_guest_plays(client, first):
    pass_on(client, first)
    client.post("/you/name/", {"name": "Ada"})
    pass_on(client)
    assert client.cookies[current.GUESTS_COOKIE]["max-age"] == settings.SESSION_COOKIE_AGE
    assert client.cookies[current.GUESTS_COOKIE]["httponly"]
    assert [one.name for one in here(client)] == ["Ada"]


def test_a_guest_without_a_win_is_a_newcomer_after_a_switch(client, first):
    play(client, won := start(client, "1111"), "1111")
    pass_on(client, first)
    assert client.session[current.NEWCOMER]
    pass_on(client, won.player)
    assert not client.session[current.NEWCOMER]
