"""A class in a room: names, codes for all, and the host's view."""

import codecs
import csv
import io
import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Duel, Game, NameTaken, Player, Seat, Side, new_secret
from games.models.duels.refusals import RoomLocked, SentOut
from games.play.rooms.forms import ANIMALS, EnterForm
from games.web.tasks import THOUGHTS
from tests.cast import HTMX, play, refusal
from tests.games.management.test_tasks import work_off


@pytest.fixture(autouse=True)
def _wrong(monkeypatch):
    """Make 1111 a wrong guess; without this, a test would fail once in 1,296 times."""

    def draw(variant):
        return next(code for code in iter(lambda: new_secret(variant), "") if code != "1111")

    monkeypatch.setattr("games.models.duels.duel.new_secret", draw)


@pytest.fixture
def wall(client):
    """Let the client open a room; return the URL of the room."""
    return client.post("/rooms/")["Location"]


def enter(wall, name="", **sent):
    """Return a new client that has joined the room."""
    somebody = Client()
    response = somebody.post(wall, {"name": name} | sent)
    assert response.status_code == 302, response.text
    return somebody


def send_code(client, wall):
    """Send the next code and skip its countdown; return the room."""
    if Duel.objects.get().is_running:
        assert client.post(f"{wall}stop/").status_code == 302
    assert client.post(f"{wall}code/").status_code == 302
    duel = Duel.objects.get()
    Duel.objects.update(starts_at=timezone.now() - timedelta(seconds=1))
    return duel


def play_to(duel, name, *guesses):
    """Make these guesses as the player with this name; None stands for the secret."""
    seat = duel.seats.get(name=name)
    side = duel.sides_now.with_secret().get(seat=seat)
    for number, guess in enumerate(guesses, start=1):
        Duel.objects.get(pk=duel.pk).guess(seat, guess or side.secret, number, f"{name} {number}")


def test_a_room_has_forty_seats_and_a_late_player_joins_the_current_code(client, wall):
    for number in range(39):
        Duel.objects.get().sit(Player.objects.create(), f"Kid {number}".title)
    assert "39 players here" in client.get(wall.lower()).text
    duel = send_code(client, wall)
    enter(wall, "Late one")
    for number in range(1, 5):
        play_to(duel, f"Kid {number}", None)
    play_to(duel, "Late one", *["1111", None])
    page = client.get(wall).text
    assert "Finished: 5 of 40 players" in page
    secret = duel.sides_now.with_secret()[0].secret
    assert not re.search(rf"\b{secret}\b", page)  # a URL can have its digits between letters
    full = Client().post(wall, {"name": "Too many"})
    assert full.status_code == 409
    assert "All seats are taken" in full.text
    client.post(f"{wall}stop/")
    assert "Not finished: 35" in client.get(wall).text
    assert on_wall(client, wall).count("1 guess, 0:") == 3, "the podium"


def test_a_name_in_a_room_is_decent_and_unique(wall):
    enter(wall, "Ann")
    taken, cyrillic = "is taken, or too similar", "\u0410nn"
    for name, why in (("ann", taken), (cyrillic, taken), ("", "Type a name"), ("x", "2 to")):
        response = Client().post(wall, {"name": name})
        assert response.status_code == 422
        assert why in response.text
    animals = {enter(wall, animal="yes") and Duel.objects.get().seats.last().name for _ in range(5)}
    assert len(animals) == 5
    assert animals <= {str(one) for one in ANIMALS}


def test_only_one_of_two_players_who_choose_the_same_name_at_once_gets_the_name(wall, monkeypatch):
    """The form finds the name free, but another player can take the name before the sender
    joins.
    """
    monkeypatch.setattr("games.play.rooms.forms.secrets.choice", min)
    duel = Duel.objects.get()
    anns, animals = (
        [EnterForm(sent, duel) for _ in range(2)] for sent in ({"name": "Ann"}, {"animal": "yes"})
    )
    assert all(form.is_valid() for form in (*anns, *animals))
    answers = [
        refusal(duel.sit, Player.objects.create(), one.choose_name) for one in (*anns, *animals)
    ]
    assert answers == [None, NameTaken, None, None]
    assert [seat.name for seat in duel.seats.all()] == ["Ann", "Badger", "Beaver"]


def test_a_removed_player_cannot_join_until_the_host_allows_it_again(client, wall):
    ann = enter(wall, "Ann")
    for _ in range(2):
        client.post(f"{wall}seats/1/")
    assert Duel.objects.get().seats_taken == 0
    for _ in range(2):
        assert "You were removed from this room." in ann.get(wall).text
        refused = ann.post(wall, {"name": "Bea"})
        assert (refused.status_code, "removed" in refused.text) == (409, True)
        ann.post("/you/switch/")  # another player of this browser is refused, too
    assert refusal(Duel.objects.get().sit, Duel.objects.get().seats.get().player) is SentOut
    assert "Let Ann back in" in client.get(wall).text
    assert enter(wall, "Bea").get(wall).status_code == 302
    client.post(f"{wall}seats/1/", {"again": "yes"})
    assert ann.post(wall, {"name": "Ann"})["Location"] == Duel.objects.get().get_absolute_url()


def test_the_wall_is_sent_again_only_when_something_changes(client, wall):
    def asked(page):
        facts = page.partition("facts=")[2].partition('"')[0]
        return client.get(f"{wall}live/", {"facts": facts}, headers=HTMX)

    page = client.get(wall).text
    assert "as soon as a player is here" in page
    assert asked(page).status_code == 204
    enter(wall, "Ann")
    assert "Ann" in asked(page).text
    client.post(f"{wall}code/")
    page = client.get(wall).text
    Duel.objects.update(starts_at=timezone.now())
    assert asked(page).status_code == 200, "the countdown is over"
    page = client.get(wall).text
    Seat.objects.update(has_script=True, seen_at=timezone.now() - timedelta(minutes=1))
    assert asked(page).status_code == 200, "a player has gone away"


def test_the_opener_and_the_players_find_a_room_again(client, wall):
    ann, room = enter(wall, "Ann"), Duel.objects.get()
    pages = [one.get("/you/").text for one in (client, ann)]
    assert [f"Room {room.code}, Classic" in page for page in pages] == [True, False]
    assert all(room.get_absolute_url() in page for page in pages)
    assert "<span>waiting" in client.get(wall).text
    client.post(f"{wall}close/")
    assert "<span>waiting" not in client.get(wall).text
    assert "Your duels" not in client.get("/you/").text + ann.get("/you/").text


@pytest.mark.parametrize("way", ["closes it", "deletes everything"])
def test_a_room_that_its_opener_closes_or_deletes_cannot_be_joined(client, wall, way):
    ann = enter(wall, "Ann")
    play_to(send_code(client, wall), "Ann", "1111")
    if way == "closes it":
        client.post(f"{wall}close/")
    else:
        told = client.post("/you/delete/", follow=True).text
        assert "Deleted: 1 room you opened." in told
    page = ann.get(wall, follow=True).text
    assert "You did not finish</h1>" in page
    assert "<p>This room is closed.</p>" in page
    assert "This room is closed" in Client().get(wall).text
    assert Client().post(wall, {"name": "Bea"}).status_code == 409
    assert not Side.objects.filter(due_at__isnull=False).exists()
    assert Player.objects.count() == 1 + (way == "closes it")
    assert work_off(THOUGHTS) == ["grade"]
    game = Game.objects.get()
    assert (game.is_playing, game.is_held, game.luck is None) == (False, False, False)


def test_a_player_in_a_room_sees_only_their_own_board(client, wall):
    ann = enter(wall, "Ann")
    enter(wall, "Bea")
    board = Duel.objects.get().get_absolute_url()
    assert "You are Ann here" in ann.get(board).text
    assert ann.post(wall, {"name": "Bea"})["Location"] == board
    duel = send_code(client, wall)
    page = ann.get(board).text
    assert "Guess 1 of 10" in page
    assert "Bea" not in page
    asked = page.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    play_to(duel, "Bea", "1111")
    assert ann.get(asked, headers=HTMX).status_code == 204, "what another one does is no news"
    play_to(duel, "Ann", "1111", None)
    play_to_end = Duel.objects.get().sides_now.with_secret().get(seat__name="Bea").secret
    Duel.objects.get().guess(duel.seats.get(name="Bea"), play_to_end, 2, "b")
    assert "You broke it in 2 guesses" in ann.get(board).text
    assert ann.get(asked, headers=HTMX)["HX-Refresh"]


def test_a_removed_player_loses_only_their_game_and_sees_the_form_to_join(client, wall):
    ann, _bea = enter(wall, "Ann"), enter(wall, "Bea")
    duel = send_code(client, wall)
    play_to(duel, "Ann", "1111")
    board = duel.get_absolute_url()
    assert Client().post(f"{wall}seats/1/").status_code == 404
    assert client.post(f"{wall}seats/1/").status_code == 302
    assert [game.side.seat.name for game in Game.objects.all()] == ["Bea"]
    assert ann.get(board)["Location"] == "/friends/"
    assert "You were removed from this room." in ann.get("/friends/").text
    assert ann.post(board, headers=HTMX)["HX-Redirect"] == "/friends/", "not inside the board"


def test_a_player_who_left_can_come_back_and_gets_the_current_code(client, wall):
    bea = enter(wall, "Bea")
    board = send_code(client, wall).get_absolute_url()
    assert bea.post(f"{board}leave/").status_code == 302
    assert "Everyone has left." in client.get(wall).text
    assert bea.get(board)["Location"] == wall
    assert 'value="Bea"' in bea.get(wall).text
    assert bea.post(f"{board}say/", {"phrase": "what is none"}).status_code == 404
    assert bea.post(wall, {"name": "Bee"})["Location"] == board
    assert "You are Bee here" in bea.get(board).text
    for act in ("sit/", "ready/", "again/", "computer/", "begin/"):
        assert bea.post(f"{board}{act}").status_code == 404
    bea.post(f"{board}leave/")
    enter(wall, "Cleo")
    send_code(client, wall)
    bea.post(wall, {"name": "Bea"})
    assert "Guess 1 of 10" in bea.get(board).text, "she has not played this code yet"


def on_wall(client, wall):
    return client.get(f"{wall}wall/").text


def podium(shown, of="podium"):
    """Return the names on the podium of a wall, or in its list of the players ahead."""
    [names] = re.findall(rf'class="{of}"(.*?)</(?:ol|p)>', shown, re.DOTALL)
    return re.findall(r'translate="no">(\w+)<', names)


def table(client, wall):
    """Return the table to download: points, result and seconds by code and name."""
    file = client.get(f"{wall}table.csv").content
    assert file.startswith(codecs.BOM_UTF8), "Excel needs it for the accent"
    rows = csv.DictReader(io.StringIO(file.decode("utf-8-sig")))
    shown = ("counted", "broken", "seconds")
    return {(row["code_number"], row["name"]): [row[one] for one in shown] for row in rows}


def test_the_wall_the_controls_and_the_table_agree_on_three_codes(client, wall, stopped_clock):
    ann, zoe = (enter(wall, name) for name in ("Ann", "Zoë"))
    duel = send_code(client, wall)
    play_to(duel, "Ann", "1111", None)
    play_to(duel, "Zoë", "1111")
    marks = re.findall(r'<span>([^<]*)<span class="visually-hidden">', on_wall(client, wall))
    assert marks == ["✓ 2", "2"]
    page = client.get(wall).text
    assert "Stop and show code" in page
    assert "Send the next code" not in page
    # Time counts from the start of the code, not from the start of a game.
    Duel.objects.update(starts_at=stopped_clock - timedelta(seconds=20))
    Game.objects.update(started_at=stopped_clock - timedelta(seconds=28))
    assert client.post(f"{wall}stop/").status_code == 302
    shown = on_wall(client, wall)
    assert "Code 1 is over" in shown
    assert "Not finished: 1" in shown
    assert "2.0 guesses on average" in shown, "what was stopped does not count as eleven"
    assert podium(shown) == ["Ann"]
    assert "2 guesses, 0:20" in shown
    assert "You did not finish</h1>" in zoe.get(duel.get_absolute_url()).text
    told = table(client, wall)
    assert told == {("1", "Ann"): ["2", "yes", "20"], ("1", "Zoë"): ["", "unfinished", "20"]}
    duel = send_code(client, wall)
    play_to(duel, "Ann", None)
    play_to(duel, "Zoë", None)
    slow = duel.sides_now.get(seat__name="Ann").game
    Game.objects.filter(pk=slow.pk).update(finished_at=stopped_clock + timedelta(seconds=9))
    zoe.post(f"{duel.get_absolute_url()}leave/")
    shown = on_wall(client, wall)
    assert podium(shown) == ["Zoë", "Ann"], "as many guesses, but faster"
    assert podium(shown, "wall-best") == ["Ann", "Zoë"], "Ann solved both codes"
    assert "Remove Zoë?" in client.get(wall).text, "a name on the podium can be removed"
    zoe.post(wall, {"name": "Zoë"})
    assert "1 solved, 1.0 on average" in client.get(wall).text, "of Zoë, with one guess"
    play_to(send_code(client, wall), "Ann", None)
    assert "1.5 on average" in client.get(wall).text, "Zoë still breaks the new code"
    Game.objects.filter(side__round=3, status="won").update(is_aided=True)
    assert "✓ 1*<" in on_wall(client, wall)
    for one in (ann, enter(wall, "Tim")):
        one.post(f"{duel.get_absolute_url()}leave/")
    shown = on_wall(client, wall)
    assert ("Finished: 2 of 3" in shown, "<span>gave up</span>" in shown) == (True, True)
    client.post(f"{wall}stop/")
    shown = on_wall(client, wall)
    assert "1 guess, with help, " in shown
    assert "6.0 guesses on average" in shown, "with the 11 of Tim, who left"
    assert podium(shown, "wall-best") == ["Ann", "Zoë"], "Tim solved no code"
    client.post(f"{wall}close/")
    assert "3 players took part" in on_wall(client, wall)
    assert podium(on_wall(client, wall)) == ["Ann", "Zoë"]
    codes = [key for key, told in table(client, wall).items() if "yes" in told]
    assert sorted(codes) == [("1", "Ann"), ("2", "Ann"), ("2", "Zoë"), ("3", "Ann")]


def test_a_button_of_an_outdated_page_changes_nothing(client, wall):
    enter(wall, "Ann")
    stage = {"stage": "waiting0"}
    for _ in range(2):
        assert client.post(f"{wall}code/", stage).status_code == 302
    assert Duel.objects.get().round == 1
    client.post(f"{wall}stop/", stage)
    assert Duel.objects.get().is_running


def test_a_room_has_at_most_fifty_codes(client, wall):
    enter(wall, "Ann")
    send_code(client, wall)
    Duel.objects.update(round=49, status=Duel.Status.BETWEEN)
    send_code(client, wall)
    client.post(f"{wall}stop/")
    assert "at most 50 codes" in client.post(f"{wall}code/").text


def test_a_locked_room_keeps_its_players_and_accepts_no_new_players(client, wall):
    ann, bob = enter(wall, "Ann"), enter(wall, "Bob")
    client.post(f"{wall}set-up/", {"is_locked": "on"})
    client.post(f"{wall}seats/2/")
    Duel.objects.update(seats_taken=40)
    assert "All seats are taken" in client.post(f"{wall}seats/2/", {"again": "yes"}).text
    Duel.objects.update(seats_taken=1)
    for _ in range(2):
        client.post(f"{wall}seats/2/", {"again": "yes"})
    assert bob.post(wall, {"name": "Bob"}).status_code == 302, "the opener let him back in"
    assert Duel.objects.get().seats_taken == 2
    from_another_page = HTMX | {"HX-Trigger-Name": "time_limit"}
    client.post(f"{wall}set-up/", {"time_limit": "5"}, headers=from_another_page)
    assert Duel.objects.get().time_limit == timedelta(minutes=5)
    assert "This room is locked" in Client().get(wall).text
    assert Client().post(wall, {"name": "Eve"}).status_code == 409
    assert refusal(Duel.objects.get().sit, Player.objects.create()) is RoomLocked
    assert "This room is locked" in on_wall(client, wall)
    send_code(client, wall)
    ann.post(f"{Duel.objects.get().get_absolute_url()}leave/")
    assert ann.post(wall, {"name": "Ann"}).status_code == 302, "their seat is kept"
    client.post(f"{wall}set-up/", {})
    enter(wall, "Eve")


def test_idle_players_are_removed_and_can_join_again(client, wall):
    ann, *bots = (enter(wall, name) for name in ("Ann", "Bot 0", "Bot 1", "Bot 2"))
    duel = send_code(client, wall)
    play_to(duel, "Ann", "1111")
    client.post(f"{wall}idle/")
    duel.refresh_from_db()
    assert [seat.name for seat in duel.seats.all()] == ["Ann"]
    assert (duel.seats_taken, Game.objects.count(), duel.is_running) == (1, 1, True)
    for one, asked_by, is_told in ((ann, "here", 0), (bots[0], "here", 1), (client, "", 0)):
        headers = HTMX | {"HX-Trigger": asked_by}
        answer = one.post(f"{duel.get_absolute_url()}here/", headers=headers)
        assert ("HX-Refresh" in answer) == is_told, "a page that still shows a seat loads again"
    enter(wall, "Bot 1")
    assert ann.get(duel.get_absolute_url()).status_code == 200
    client.post(f"{wall}seats/1/")
    client.post(f"{wall}idle/")
    shown = on_wall(client, wall)
    assert ("Code 1 is over" in shown, "The code was" in shown) == (True, False)


def test_new_letters_of_a_room_lock_out_visitors_who_know_only_the_old_letters(client, wall):
    ann = enter(wall, "Ann")
    facts = {"room": Duel.objects.get().public_id, "facts": "-"}
    bot = enter(wall, "Bot")
    client.post(f"{wall}seats/2/")
    moved = client.post(f"{wall}new/")["Location"]
    assert moved != wall
    assert Client().get(wall).status_code == 404
    for stranger in (bot, Client()):
        assert stranger.get(Duel.objects.get().get_absolute_url())["Location"] == "/friends/"
    assert client.get(moved).status_code == 200
    assert ann.get(Duel.objects.get().get_absolute_url()).status_code == 200
    for page in ("live/", "wall/"):
        asked = client.get(f"{wall}{page}", facts, headers=HTMX)
        assert asked["HX-Redirect"] == moved + page.replace("live/", "")
        assert Client().get(f"{wall}{page}", facts, headers=HTMX).status_code == 404


def test_a_code_ends_when_its_time_is_up(client, wall, stopped_clock):
    ann = enter(wall, "Ann")
    assert client.post(f"{wall}set-up/", {"time_limit": "4"}).status_code == 422
    client.post(f"{wall}set-up/", {"time_limit": "5"})
    duel = send_code(client, wall)
    play_to(duel, "Ann", "1111")
    assert duel.ends_at == Side.objects.get().due_at, "a guess gives no more time"
    page, board = on_wall(client, wall), ann.get(duel.get_absolute_url()).text
    assert all(
        'class="time-left" role="timer" data-seconds="30' in shown for shown in (page, board)
    )
    Duel.objects.update(ends_at=stopped_clock - timedelta(seconds=1))
    Side.objects.update(due_at=stopped_clock - timedelta(seconds=1))
    late = {"code": "1122", "number": "2", "token": "late"}
    assert ann.post(duel.get_absolute_url(), late).status_code == 409
    assert "Code 1 is over" in on_wall(client, wall)
    page = ann.get(duel.get_absolute_url()).text
    assert "Time is up</h1>" in page
    assert "did not finish" in page


def test_players_cannot_type_a_name_in_a_room_with_animal_names(client, wall):
    client.post(f"{wall}set-up/", {"has_animals_only": "on"})
    assert 'name="name"' not in Client().get(wall).text
    enter(wall, "Teacher is stupid")
    assert Duel.objects.get().seats.get().name in {str(one) for one in ANIMALS}


def test_the_wall_says_which_players_share_a_tablet(client, wall):
    tablet = enter(wall, "Ann")
    assert "same tablet" not in on_wall(client, wall)
    play(tablet, send_code(client, wall), "1111")
    tablet.post("/you/switch/")
    tablet.post(wall, {"name": "Bob"})
    assert Duel.objects.get().seats.get(name="Bob").shares_with == 1
    assert "same tablet" in on_wall(client, wall)


def test_a_secret_url_turns_a_phone_into_a_remote_control(client, wall):
    phone = Client()
    page = client.get(wall).text
    remote = re.search(r'href="http://testserver(/rooms/\w+/hold/\w+/)"', page)[1]
    assert phone.get(remote).status_code == 200
    assert phone.post(f"{wall}code/").status_code == 404, "a press is asked for"
    assert phone.post(remote)["Location"] == wall
    enter(wall, "Ann")
    assert phone.post(f"{wall}code/").status_code == 302
    assert Duel.objects.get().is_running
    assert phone.get(f"{wall}wall/").status_code == 200
    assert Client().get(f"{remote[:-3]}xx/").status_code == 404


def test_settings_that_one_device_changes_are_shown_on_the_others(client, wall):
    address = re.search(r'hx-get="([^"]*live/[^"]*)"', client.get(wall).text)[1]
    asked = partial(client.get, address.replace("&amp;", "&"), headers=HTMX)
    enter(wall, "Ann")
    assert 'id="set-up"' not in asked().text, "an open list of choices stays open"
    client.post(f"{wall}set-up/", {"is_locked": "on"})
    assert re.search(r'name="is_locked"[^>]* checked', asked().text)


def test_the_page_contains_the_board_before_the_countdown_is_over(client, wall, stopped_clock):
    ann = enter(wall, "Ann")
    client.post(f"{wall}code/")
    duel = Duel.objects.get()
    assert duel.starts_at - stopped_clock > timedelta(seconds=6), "pages ask every 4 seconds"
    page = ann.get(duel.get_absolute_url()).text
    before, _, start = page.partition('<template id="at-start"')
    assert ['id="submit"' in part for part in (before, start)] == [False, True]
    assert ["data-seconds" in part for part in (before, start)] == [True, False]
    Duel.objects.update(starts_at=timezone.now())
    assert "at-start" not in ann.get(duel.get_absolute_url()).text
