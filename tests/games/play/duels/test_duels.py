"""Duels, in the requests of their players' browsers."""

import re
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Duel, Player, Seat, Side
from games.models.duels.kinds import RaceRules
from games.models.duels.seat import GUESSES_OF_A_COMPUTER
from games.play.duels.end import where_decided
from games.play.duels.pulse import PHRASE_SHOWN
from games.play.duels.tasks import think
from games.web.tasks import THOUGHTS
from tests.cast import HTMX, after_countdown, form_of, guess_form_in, led_to, play
from tests.games.management.test_tasks import work_off

OPENED = dict(CLASSIC.settings) | {"pace": "live", "rounds": "1"}


def opened(client, kind="race", **more) -> Duel:
    return led_to(client.post("/duels/", OPENED | {"kind": kind} | more), Duel)


def at(duel, what=""):
    return f"{duel.get_absolute_url()}{what}"


def race(secret="1234", people=2):
    """Return a race after its countdown, and the browsers of its players."""
    clients = [Client() for _ in range(people)]
    duel = opened(clients[0])
    for client in clients[1:]:
        client.post(at(duel, "sit/"))
    for client in clients:
        client.post(at(duel, "ready/"))
    return after_countdown(duel, secret), clients


def box(*secrets, **more):
    """Return a duel between two players who have set these codes, and their browsers."""
    clients = [Client(), Client()]
    duel = opened(clients[0], "box", **more)
    clients[1].post(at(duel, "sit/"))
    for client, secret in zip(clients, secrets, strict=False):
        client.post(at(duel), {"code": secret})
    return Duel.objects.get(pk=duel.pk), clients


def asked(client, duel):
    """Return the URL that the page of a duel polls."""
    return address_in(client.get(at(duel)).text)


def headline(client, duel):
    [found] = re.findall(r"<h1[^>]*>(.*?)</h1>", client.get(at(duel)).text)
    return found


def address_in(page):
    found = re.search(r'hx-get="([^"]*now/[^"]*)"', page)
    return found[1].replace("&amp;", "&")


def heard(response):
    """Return the announcement in a response."""
    return "".join(re.findall(r'<p id="status"[^>]*>(.*?)</p>', response.text))


def test_a_race_can_be_played_from_the_invitation_to_the_rematch(client):
    duel = opened(client)
    page = client.get(at(duel)).text
    assert at(duel) in page
    other = Client()
    assert "Take a seat" in other.get(at(duel)).text
    other.post(at(duel, "sit/"))
    for one in (client, other):
        one.post(at(duel, "ready/"))
    assert "It starts in" in client.get(at(duel)).text
    refused = client.post(at(duel), {"code": "1122", "number": "1", "token": "a"})
    assert refused.status_code == 409
    after_countdown(duel, "1234")
    assert "Guess 1: 1 black, 1 white." in play(client, duel, "1145", **HTMX).text
    play(client, duel, "1234")
    assert headline(client, duel) == "You won"
    play(other, duel, "1234")
    assert re.fullmatch(r"Guest \w+ won", headline(other, duel))
    rematch = [led_to(one.post(at(duel, "again/")), Duel) for one in (client, other)]
    assert rematch[0] == rematch[1] != duel
    assert rematch[0].seats.count() == 2
    assert Duel.objects.latest("pk").is_running, "a press each is enough"


def test_a_guess_waits_for_the_opponent_if_both_players_have_set_codes():
    duel, (one, other) = box("1234", "4321")
    assert "Waiting for Guest" in play(one, duel, "1122", **HTMX).text
    assert 'id="guess"' not in one.get(at(duel)).text
    assert "has guessed" in other.get(at(duel)).text
    address = asked(one, duel)
    assert one.get(address, headers=HTMX).status_code == 204
    play(other, duel, "1234")
    answer = one.get(address, headers=HTMX)
    assert answer["HX-Retarget"] == "#duel"
    assert "Guess 1: " in answer.text
    assert guess_form_in(answer.text)["number"] == "2"
    play(one, duel, "4321")
    end = one.get(at(duel)).text
    assert re.search(r"<h1[^>]*>Guest \w+ won</h1>", end)
    assert re.findall(r"</th><td>(\d+)</td>", end) == ["1", "2"]
    assert end.count("Skill") + end.count("Luck") >= 2
    assert end.count("/analysis/") == 2
    assert re.search(r"Guess 1 decided it: Guest \w+ had 1 code left, Guest \w+ \(you\) ", end)
    slow = [SimpleNamespace(counted=counted) for counted in (98, 99)]
    assert where_decided(CLASSIC.variant, slow) == "", "the guesses of a long game are not counted"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_guess_that_is_sent_again_does_not_set_the_code_of_the_next_round(headers):
    duel, (one, other) = box("1234", "4321", rounds="2")
    play(other, duel, "1234")
    sent = form_of(one, duel) | {"code": "4321"}
    one.post(at(duel), sent)
    again = one.post(at(duel), sent, headers=headers)
    assert again.status_code == 409
    assert "HX-Refresh" in again if headers else "Set a code</h1>" in again.text
    assert not Side.objects.filter(round=2).exclude(secret="").exists()


def test_the_setter_gets_one_more_point_if_the_computer_does_not_break_the_code(client):
    duel = opened(client, "box")
    client.post(at(duel, "computer/"), {"strategy": "knuth", "memory": "100"})
    client.post(at(duel), {"code": "1234"})
    Side.objects.filter(seat__strategy="knuth").update(computer_guesses=[["1111", 1], ["1122", 2]])
    after_countdown(duel, "4321")
    assert "thinks about guess 1" in client.get(at(duel)).text, "it guesses as often as the client"
    play(client, duel, "1122", "4321")
    assert re.findall(r"</th><td>(\d+)</td>", client.get(at(duel)).text) == ["3", "2"]


def test_a_player_sees_that_the_opponent_has_set_a_code_but_not_which_code():
    duel, (one, other) = box("1234")
    assert "Set a code" in other.get(at(duel)).text
    page = one.get(at(duel)).text
    assert "Waiting for Guest" in page
    assert "has set a code" in page
    assert one.post(at(duel), {"code": "1111"}).status_code == 409
    assert other.post(at(duel), {"code": "9"}).status_code == 422


def test_a_computer_can_take_a_seat(client):
    duel = opened(client)
    sent = {"strategy": "knuth", "memory": "100"}
    assert client.post(at(duel, "computer/"), sent).status_code == 302
    assert "strong: forgets nothing" in client.get(at(duel)).text
    client.post(at(duel, "ready/"))
    assert Duel.objects.get().is_running
    Duel.objects.update(starts_at=timezone.now() - timedelta(hours=1))
    page = client.get(at(duel)).text
    assert "Computer (Knuth)" in page
    assert "broke it in" in page
    client.post(at(duel, "leave/"))
    assert "Computer (Knuth) won" in client.get(at(duel)).text


def test_a_poll_without_news_takes_one_query(client, django_assert_num_queries, monkeypatch):
    duel = opened(client)
    client.post(at(duel, "computer/"), {"strategy": "knuth", "memory": "100"})
    client.post(at(duel, "ready/"))
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    Duel.objects.update(starts_at=now + timedelta(seconds=5))
    address = asked(client, duel)
    for seconds, status in ((0, 204), (4, 204), (6, 200), (60, 200), (3600, 200)):
        monkeypatch.setattr(timezone, "now", lambda at=now + timedelta(seconds=seconds): at)
        with django_assert_num_queries(1) if status == 204 else nullcontext():
            assert client.get(address, headers=HTMX).status_code == status


def test_two_guests_of_one_browser_cannot_race_each_other(client):
    duel = opened(client)
    client.post("/you/switch/")
    refused = client.post(at(duel, "sit/"))
    assert (refused.status_code, "Another player in this browser" in refused.text) == (409, True)
    assert Client().post(at(duel, "sit/")).status_code == 302
    client.post("/you/switch/", {"player": Player.objects.first().public_id})
    assert client.post(at(duel, "sit/")).status_code == 302
    assert duel.seats.count() == 2


def test_computers_work_out_their_guesses_on_a_large_board_in_advance(client):
    duel = opened(client, "race", **dict(PRESETS["giant"].settings))
    sat = [
        client.post(at(duel, "computer/"), {"strategy": strategy, "memory": "50"}).status_code
        for strategy in ("knuth", "simple", "random", "random")
    ]
    assert sat == [422, 302, 302, 422]
    assert "Add this computer" not in client.get(at(duel)).text
    client.post(at(duel, "ready/"))
    address, computers = asked(client, duel), Side.objects.exclude(seat__strategy="")
    assert client.get(address, headers=HTMX).status_code == 204
    assert "guess 1" in client.get(at(duel)).text
    assert "gave up" not in client.get(at(duel)).text
    assert work_off(THOUGHTS) == ["think"] * len(computers)
    ways = [side.computer_guesses for side in computers]
    assert all(2 < len(way) <= GUESSES_OF_A_COMPUTER for way in ways)
    assert client.get(address, headers=HTMX).status_code == 200
    for side in computers:
        think.call(side.pk)  # a second call changes nothing
    assert [side.computer_guesses for side in computers.all()] == ways


def test_an_update_replaces_the_news_and_keeps_the_row_in_progress():
    duel, (one, other) = race()
    address = asked(one, duel)
    play(other, duel, "1243")
    news = one.get(address, headers=HTMX)
    assert news.status_code == 200
    assert re.fullmatch(r"Guest \w+: 2 black, 2 white\.", heard(news))
    assert "1243" not in news.text
    again = address_in(news.text).replace("revision=", "revision=old")
    assert heard(one.get(again, headers=HTMX)) == ""
    assert 'id="guess"' not in news.text
    play(other, duel, "1234")
    assert re.search(r"broke it in 2 guesses, \d+:\d\d\.", heard(one.get(address, headers=HTMX)))


def test_a_player_counts_as_away_after_half_a_minute_and_can_return():
    duel, (one, other) = race()
    address = asked(one, duel)
    now = timezone.now()
    for number, seconds in ((1, 15), (2, 31)):
        Seat.objects.filter(number=number).update(seen_at=now - timedelta(seconds=seconds))
    one.post(at(duel, "here/"))
    assert one.get(address, headers=HTMX).status_code == 204, "the other page may have no script"
    Seat.objects.update(has_script=True)
    Seat.objects.filter(number=1).update(seen_at=now - timedelta(seconds=15))
    assert one.get(address, headers=HTMX).status_code == 204, "nobody has looked"
    one.post(at(duel, "here/"))
    assert ", away" in one.get(address, headers=HTMX).text
    address = asked(one, duel)
    for _ in range(3):
        one.post(at(duel, "here/"))
    assert one.get(address, headers=HTMX).status_code == 204
    other.post(at(duel, "here/"))
    assert ", away" not in one.get(address, headers=HTMX).text


def test_a_phrase_disappears_after_a_while(monkeypatch, stopped_clock):
    duel, (one, other) = race()
    assert one.post(at(duel, "say/"), {"phrase": "6"}).status_code == 422
    one.post(at(duel, "say/"), {"phrase": "0"})
    address = asked(other, duel)
    said = Duel.objects.get().revision
    one.post(at(duel, "say/"), {"phrase": "1"})
    assert Duel.objects.get().revision == said
    assert "says" in other.get(at(duel)).text
    assert other.get(address, headers=HTMX).status_code == 204
    monkeypatch.setattr(timezone, "now", lambda: stopped_clock + PHRASE_SHOWN)
    news = other.get(address, headers=HTMX)
    assert (news.status_code, "says" in news.text) == (200, False)


@pytest.mark.parametrize("rounds", "12")
def test_a_leader_who_leaves_before_the_last_round_has_lost(rounds):
    duel, (one, other) = box("1234", "4321", rounds=rounds)
    play(other, duel, "1234")
    play(one, duel, "1122")
    assert ("Give up this duel" in other.get(at(duel)).text) == (rounds == "2")
    play(one, duel, "4321")
    page = other.get(at(duel)).text
    assert re.findall(r"</th><td>(\d+)</td>", page) == ["1", "2"]
    assert ("You will lose the duel" in page) == (rounds == "2")
    other.post(at(duel, "leave/"))
    page = one.get(at(duel)).text
    assert ("You won</h1>" in page) == (rounds == "2")
    assert bool(re.search(r"Guest \w+ gave up the duel\.", page)) == (rounds == "2")


def test_the_page_polls_often_enough_to_show_the_countdown():
    """A race starts for all waiting players at the same moment; so does a code in a room."""
    script = (settings.BASE_DIR / "static/js/duel.js").read_text()
    [seldom] = re.findall(r"\blive: (\d+)", script)
    assert RaceRules.countdown - timedelta(milliseconds=int(seldom)) >= timedelta(seconds=1)


def test_a_guess_in_a_race_takes_twenty_four_queries(django_assert_max_num_queries):
    duel, (one, _other) = race()
    sent = form_of(one, duel) | {"code": "1122"}
    with django_assert_max_num_queries(24):
        assert "Guess 1: " in one.post(at(duel), sent, headers=HTMX).text


@pytest.mark.parametrize("path", ["/duels/a%00b/now/", "/duels/%FF/now/", "/duels/x/now/"])
def test_an_unknown_duel_is_404(client, path):
    for revision in ("", "1", "%00", "9" * 999):
        assert client.get(f"{path}?revision={revision}").status_code == 404


def test_an_unavailable_database_gets_the_usual_error_page(monkeypatch):
    duel, (one, _other) = race()
    address = asked(one, duel)

    def fail(public_ids):
        raise OperationalError("locked")

    monkeypatch.setattr("games.play.duels.pulse.revisions_of", fail)
    assert one.get(address, headers=HTMX).status_code == 503


def test_a_change_during_rendering_is_shown_at_the_next_poll(client, monkeypatch):
    """A page reads the duel before the duel's pulse. If the duel changes in between, the next poll
    of the page must ask for everything.
    """
    duel = opened(client)
    with monkeypatch.context() as patch:
        patch.setattr("games.play.duels.views.pulse_of", lambda _: f"{duel.revision + 1}")
        question = asked(client, duel)
    assert "revision=&" in question
    assert client.get(question, headers=HTMX).status_code == 200
    assert client.get(asked(client, duel), headers=HTMX).status_code == 204
