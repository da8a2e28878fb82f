"""Two people at one screen take turns: one sets a code, the other breaks it."""

import re

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import Challenge, Evening, Game, Handover, Player, played_games_of
from games.models.base.ids import new_public_id
from games.models.duels.leaving import forget
from tests.cast import ask, fields_in, led_to, play, sign_up
from tests.games.test_secrecy import masked, two_worlds

SECRET = "6165"


def form_at(client: Client, address: str = "/duels/here/") -> tuple[str, dict[str, str]]:
    """Return the URL and the hidden fields of the form on a page."""
    form = re.search(r'<form class="handing".*?</form>', client.get(address).text, re.DOTALL)[0]
    return re.search('action="([^"]*)"', form)[1], fields_in(form)


def set_code(client: Client, code: str = SECRET, address: str = "/duels/here/", **more) -> str:
    """Set a code with the form; return the URL of the evening (all games on one screen)."""
    address, sent = form_at(client, address)
    response = client.post(address, sent | {"code": code} | more)
    assert (response.status_code, response["Location"]) == (302, address)
    return address


def newest() -> Game:
    return Handover.objects.latest("pk").game


NAMES = {"maker": "Ada", "breaker": "Ben"}


def test_the_players_take_turns_and_their_points_are_added_up(client):
    address = set_code(client, **NAMES)
    assert "Ben, press this when you have the screen." in client.get(address).text
    page = play(client, newest(), "1122", SECRET, **{"HX-Request": "true"}).text
    assert "2 points for Ada: Ada has 2, Ben has 0." in page
    assert "Ben sets the next code" in client.get(address).text
    assert set_code(client, "1111", address) == address
    client.post(f"{newest().get_absolute_url()}resign/")
    set_code(client, "2222", address, draw="yes")
    ask(client, newest(), "panel", 1)
    play(client, newest(), newest().secret)
    page = client.get(address)
    assert "Ada has 3, Ben has 11" in page.text
    assert "1 guess</a>, with help" in page.text
    assert [row.names[0] for row in page.context["evening"].over] == ["Ada", "Ben", "Ada"]


@pytest.mark.parametrize("rules", [PRESETS["bulls-and-cows"], PRESETS["super"]])
def test_an_evening_can_use_any_game_size(client, rules):
    code = rules.variant.symbols[: rules.variant.pegs] if not rules.variant.repeats else None
    code = code or "1" * rules.variant.pegs
    address = set_code(client, code, f"/duels/here/?{rules.query}")
    game = newest()
    assert (game.rules, game.is_ranked) == (rules, False)
    play(client, game, code)
    assert dict(rules.settings).items() <= form_at(client, address)[1].items()


@pytest.mark.parametrize("again", [SECRET, "1111"])
def test_sending_a_code_again_changes_nothing(client, again):
    """A browser sends a code again after a second press, or from a page of its history."""
    address, sent = form_at(client)
    for code in (SECRET, again):
        assert client.post(address, sent | {"code": code})["Location"] == address
    assert newest().secret == SECRET
    play(client, newest(), SECRET)
    assert client.post(address, sent | {"code": again})["Location"] == address
    assert Handover.objects.count() == 1


def test_only_one_of_two_codes_that_are_sent_at_once_is_saved(player):
    place = {"evening": new_public_id(), "number": 1}
    for code in (SECRET, "1111"):
        Handover.objects.keep(player, CLASSIC, code, **place)
    Handover.objects.keep(Player.objects.create(), CLASSIC, "1111", **place)
    assert [game.secret for game in Game.objects.with_secret()] == [SECRET]


class TestWithoutAScript:
    def test_pegs_are_placed_with_post_requests_and_appear_in_no_url(self, client):
        address, sent = form_at(client)
        row = "...."
        for place, color in enumerate(SECRET, start=1):
            placed = {"row": row, "color": color, "place": place, "covered": "yes"}
            page = client.post(address, sent | placed)
            assert (page.status_code, "checked> Hide" in page.text) == (200, True)
            row = re.search(r'name="row" value="([^"]*)"', page.text)[1]
        assert row == SECRET
        assert not Game.objects.exists()
        page = client.get("/duels/here/?row=12..&color=3&place=3").text
        assert '<form id="draft" class="tray" method="post"' in page

    def test_placed_pegs_are_not_shown_again_after_the_code_is_set(self, client):
        address, sent = form_at(client)
        client.post(address, sent | {"code": SECRET})
        again = client.post(address, sent | {"row": "616.", "color": "5", "place": "4"})
        assert again["Location"] == address


def test_an_invalid_code_is_explained_and_not_saved(client):
    address, sent = form_at(client)
    for wrong, said in (
        ({"code": "11"}, "2 holes to go"),
        ({"code": "9999"}, "is not a color here"),
        ({"code": SECRET, "pegs": "99"}, "2 to 8 pegs"),
        ({"code": SECRET, "maker": "x" * 25}, "at most 24 characters"),
        ({"code": SECRET, "breaker": "a\u202eb"}, "one line of plain text"),
    ):
        page = client.post(address, sent | wrong)
        assert (page.status_code, said in page.text) == (422, True), wrong
    assert not Game.objects.exists()


class TestWhoseItIs:
    def test_another_browser_cannot_see_or_set_a_code(self, client):
        address = set_code(client)
        play(client, newest(), SECRET)
        other = Client()
        sent = form_at(client, address)[1] | {"code": "1111"}
        for browser in (other, Client()):
            assert browser.get(address).status_code == 404
            assert browser.post(address, sent).status_code == 404
            set_code(browser)
        assert Handover.objects.filter(evening=address.split("/")[3]).count() == 1

    def test_a_visitor_cannot_invent_the_url_of_an_evening(self, client):
        sent = form_at(client)[1] | {"code": SECRET}
        for length in (1, 21, 23, 500):
            assert client.post(f"/duels/here/{'x' * length}/", sent).status_code == 404

    def test_an_evening_moves_to_an_account_and_is_deleted_with_its_player(self, client):
        address = set_code(client, **NAMES)
        play(client, newest(), SECRET)
        sign_up(client)
        assert client.get(address).status_code == 200
        exported = client.get("/you/export.json").json()["games"][0]
        assert exported["here"] == {"evening": address.split("/")[3], "number": 1, **NAMES}
        assert (exported["kind"], exported["mode"]) == ("here", "here")
        forget(Player.objects.get())
        assert not Handover.objects.exists()


def test_no_response_before_the_end_depends_on_the_code():
    def at_one_screen(client, game, its):
        address, sent = form_at(client)
        seen = [client.post(address, sent | {"code": game.secret})]
        handed = newest().get_absolute_url()
        paths = (address, handed, "/", "/you/", "/you/export.json", "/you/export.csv")
        paths += ("/duels/here/", f"{handed}analysis/", f"{handed}result/", "/challenges/?code=")
        for guess, looked_at in (("1122", paths[:2]), ("1344", paths)):
            seen += [client.get(path) for path in looked_at]
            seen.append(play(client, newest(), guess))
        again = {"row": "1...", "color": "2", "place": "2"}
        seen += [client.post(address, sent | again), client.get(address), client.get(handed)]
        return [masked(response) for response in seen]

    one, other = two_worlds(at_one_screen)
    assert one == other


class TestNumbers:
    def test_the_statistics_of_a_player_leave_out_games_on_one_screen(self, client):
        set_code(client)
        play(client, game := newest(), SECRET)
        player = Player.objects.get()
        assert played_games_of(player).games == 0
        assert not Game.objects.of_ones_own(player).exists()
        assert "not part of your statistics" in client.get(game.get_absolute_url()).text
        led_to(client.post("/challenges/", {"code": SECRET}), Challenge)
        assert Challenge.objects.get().setters_game is None

    def test_the_public_page_of_a_player_hides_games_on_one_screen(self, client):
        sign_up(client)
        set_code(client)
        play(client, newest(), SECRET)
        assert newest().public_id in client.get("/you/").text
        assert newest().public_id not in Client().get("/players/Ada/").text


def test_the_setter_gets_a_point_for_each_guess_and_one_for_an_unsolved_code(player):
    rules = Rules(CLASSIC.variant, 3)
    place = {"evening": new_public_id(), "number": 1}
    Handover.objects.keep(player, rules, SECRET, **place)
    game = newest()
    for number in (1, 2, 3):
        assert Evening.at(game).handover_of(game).points == 0
        Game.objects.with_secret().get().play("1122", number, f"{number}")
    assert Evening.at(game).last.points == 4
    assert Evening.of(player.pk, place["evening"]).score == "Player 1 has 4, Player 2 has 0"
