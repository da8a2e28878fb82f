"""What friends see of a challenge."""

from django.test import Client

from games.models import Game


def test_players_and_their_guesses_stand_apart(page, live_server):
    """Names at the one side and numbers at the other, as in every table of players."""
    address = Client().post("/challenges/", {"code": "1122"})["Location"]
    Client().post(address)
    Game.objects.with_secret().get().play("1122", 1, "a")
    page.goto(live_server.url + address)
    sides = page.locator(".ruled tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => getComputedStyle(cell).textAlign))"
    )
    assert sides == [["start", "end"]] * 2
