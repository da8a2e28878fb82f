"""Reports, hiding and showing by moderators, and the messages to players."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Challenge, Complaint, Game, Hiding, Player, Reportable, Standing
from games.models.play.game import new_secret
from games.people import limits
from tests.cast import finished, log_in, named, play, side_by_side, sign_up, start, start_daily

MINI = PRESETS["mini"]
REASON = "It reads as an insult."


@pytest.fixture
def staff():
    """A staff member who can only look at pages and hide things."""
    user = User.objects.create(username="warden", is_staff=True)
    seen = Permission.objects.filter(codename__startswith="view_", content_type__app_label="games")
    user.user_permissions.set([*seen, Permission.objects.get(codename="add_hiding")])
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture
def ada(client):
    """A player with lines on two leaderboards, a challenge and a game, logged in as ``client``."""
    sign_up(client)
    client.post("/challenges/", {"code": "3632", "greeting": "Find it!"})
    ada = Player.objects.get()
    finished(ada, 5, 5, 5)
    finished(ada, 4, rules=MINI)
    daily = start_daily(client)
    play(client, daily, Game.objects.with_secret().get(pk=daily.pk).secret)
    return ada


def act(browser: Client, kind: str, action: str, *rows, reason: str = REASON):
    sent = {"action": action, "_selected_action": [row.pk for row in rows], "reason": reason}
    return browser.post(f"/admin/games/{kind}/", sent, follow=True)


def reportables(ada: Player) -> dict[str, Reportable]:
    return {
        "name": Reportable.name(ada),
        "line": Reportable.line(ada, CLASSIC),
        "challenge": Reportable.challenge(Challenge.objects.get()),
        "player": Reportable.all_of(ada),
    }


def seen_of(ada: Player) -> dict[str, bool]:
    """Return, for each page that can show Ada, whether strangers see her there."""
    challenge = Challenge.objects.get().get_absolute_url()
    game = Game.objects.filter(player=ada, counted_guesses=5).first().get_absolute_url()
    daily = Game.objects.get(player=ada, daily__isnull=False)
    get = Client().get
    board = get("/leaderboard/").text
    return {
        "name on the leaderboard": has_name(board),
        "line": f'id="player-{ada.pk}"' in board,
        "line of another board": f'id="player-{ada.pk}"' in get(f"/leaderboard/?{MINI.query}").text,
        "found": get("/leaderboard/find/?name=ada").status_code == 302,
        "result of the day": daily.public_id in get(f"/daily/{daily.daily_id}/board/").text,
        "page": get("/players/Ada/").status_code == 200,
        "picture": get("/players/Ada/preview.png").status_code == 200,
        "challenge": get(challenge).status_code == 200,
        "name on the challenge": has_name(get(challenge).text),
        "picture of the challenge": get(f"{challenge}preview.png").status_code == 200,
        "taken on": Client().post(challenge).status_code == 302,
        "name on a result": has_name(get(f"{game}result/").text),
        "name on an analysis": has_name(get(f"{game}analysis/").text),
    }


def has_name(page: str) -> bool:
    """Return whether a page contains Ada's name; the same letters in a random id do not count."""
    return re.search(r"(?<![\w/-])Ada(?![\w/-])", page) is not None


GONE = {
    "name": {
        *("name on the leaderboard", "found", "page", "picture", "name on the challenge"),
        *("name on a result", "name on an analysis"),
    },
    "line": {"name on the leaderboard", "line", "found"},
    "challenge": {"challenge", "name on the challenge", "picture of the challenge", "taken on"},
}
GONE["player"] = {"line of another board", "result of the day"}.union(*GONE.values())


def test_a_hidden_thing_disappears_everywhere_and_can_be_shown_again(staff, client, ada):
    before = seen_of(ada)
    assert all(before.values())
    by = User.objects.get(username="warden")
    for what, gone in GONE.items():
        hiding = Hiding.objects.hide(reportables(Player.objects.get(pk=ada.pk))[what], by, REASON)
        # Games that a hidden player plays change nothing.
        finished(Player.objects.get(pk=ada.pk), 5, 6)
        Standing.objects.recount(ada.pk, [], ada.created_at.date())
        finished(Player.objects.get(pk=ada.pk), 5, 5, 5)
        finished(Player.objects.get(pk=ada.pk), 4, rules=MINI)
        assert {place for place, is_seen in seen_of(ada).items() if not is_seen} == gone
        page = client.get("/you/").text
        assert "Hidden from others" in page
        assert REASON in page
        act(staff, "hiding", "undo", hiding)
        assert seen_of(ada) == before
        assert "Hidden from others" not in client.get("/you/").text


ACTIONS = {
    "name": ("player", "hide_name"),
    "player": ("player", "hide_player"),
    "line": ("standing", "hide_line"),
    "challenge": ("challenge", "hide_challenge"),
}


@pytest.mark.parametrize("what", ACTIONS)
def test_hiding_needs_a_reason_and_records_the_administrator(staff, ada, what):
    kind, action = ACTIONS[what]
    line = Standing.objects.filter(**CLASSIC.fields()).first()
    row = {"player": ada, "standing": line, "challenge": Challenge.objects.get()}[kind]
    assert "Type a reason" in act(staff, kind, action, row, reason="  ").text
    assert not Hiding.objects.exists()
    for _ in range(2):  # hiding twice changes nothing
        act(staff, kind, action, row)
    hiding = Hiding.objects.get()
    assert (hiding.what, hiding.reason, hiding.done_by.username) == (what, REASON, "warden")
    assert staff.get(f"/admin/games/player/{ada.pk}/history/").text.count(f"Hid {what}") == 1
    act(staff, "hiding", "undo", hiding)
    hiding.refresh_from_db()
    assert (hiding.undone_by.username, hiding.undone_at is not None) == ("warden", True)


def test_a_read_only_administrator_cannot_hide(staff, ada):
    User.objects.get(username="warden").user_permissions.remove(
        Permission.objects.get(codename="add_hiding")
    )
    for kind, action in (("player", "hide_name"), ("complaint", "hide_it"), ("hiding", "undo")):
        act(staff, kind, action, ada)
    assert not Hiding.objects.exists()


class TestReports:
    def sent(self, ada: Player) -> list[dict[str, object]]:
        challenge = Challenge.objects.get().public_id
        return [
            {"name": "Ada"},
            {"challenge": challenge},
            {"line": ada.pk, **dict(CLASSIC.settings)},
        ]

    def test_a_report_needs_one_click_and_a_repeated_report_counts_once(self, ada):
        stranger = Client(enforce_csrf_checks=True)
        for sent in self.sent(ada) * 2:
            response = stranger.post("/report/", sent, headers={"origin": "http://testserver"})
            assert "Thank you" in response.text
            assert not response.cookies
        told = list(Complaint.objects.values_list("what", "text").order_by("pk"))
        board = "Classic · 4 pegs, 6 colors, repeats allowed"
        assert told == [("name", "Ada"), ("challenge", "Find it!"), ("line", board)]

    def test_every_page_with_a_reportable_thing_has_a_report_button(self, ada):
        pages = ["/players/Ada/", Challenge.objects.get().get_absolute_url(), "/leaderboard/"]
        for page, words in zip(pages, ["name", "this greeting", "the line of Ada"], strict=True):
            assert f"Report {words}" in Client().get(page).text
        result = f"{Game.objects.filter(player=ada).first().get_absolute_url()}result/"
        assert "Report name" in Client().get(result).text

    def test_a_missing_thing_cannot_be_reported(self, ada):
        names = [{"name": name} for name in ("Nobody", "\x00")]
        lines = [{"line": line} for line in (2**40, 10**30, "x")]
        for sent in ({}, *names, *lines, {"line": 1, "pegs": 99}, {"challenge": "nothing"}):
            response = Client().post("/report/", sent)
            assert (response.status_code, "Already hidden" in response.text) == (422, True), sent
        assert not Complaint.objects.exists()

    def test_one_visitor_cannot_fill_the_queue_of_reports_even_with_new_accounts(self, monkeypatch):
        for number, browser in enumerate(browsers := [Client() for _ in range(4)]):
            named(f"Player {number}")
            sign_up(browser, f"Name {number}")
        monkeypatch.setattr(limits, "REPORTS", limits.REPORTS._replace(times=3))
        statuses = [
            browser.post("/report/", {"name": f"Player {n}"}).status_code
            for n, browser in enumerate(browsers)
        ]
        assert statuses == [200, 200, 200, 429]
        # a repeated report does not count against the visitor's limit
        assert Client().post("/report/", {"name": "Player 0"}).status_code == 200

    def test_staff_can_hide_a_reported_thing(self, staff, ada):
        for sent in self.sent(ada):
            Client().post("/report/", sent)
        act(staff, "complaint", "hide_it", *Complaint.objects.all())
        assert set(Hiding.objects.values_list("what", flat=True)) == {"name", "challenge", "line"}
        assert set(Complaint.objects.values_list("settled_by__username", flat=True)) == {"warden"}

    def test_a_thing_can_be_reported_again_after_a_dismissal_only_if_it_changes(
        self, staff, client, ada
    ):
        greeting = self.sent(ada)[1]
        Client().post("/report/", greeting)
        act(staff, "complaint", "leave_it", *Complaint.objects.all())
        Client().post("/report/", greeting)
        assert Complaint.objects.count() == 1
        client.post(f"{Challenge.objects.get().get_absolute_url()}greeting/", {"greeting": "Ha"})
        Client().post("/report/", greeting)
        assert Complaint.objects.filter(settled_at=None).get().text == "Ha"

    def test_the_list_of_reports_does_not_show_the_code_of_a_challenge(self, staff, client, ada):
        game = start(client, "6165")
        play(client, game, "1122")
        for sent in self.sent(ada):
            Client().post("/report/", sent)
        for kind in ("complaint", "hiding", "challenge", "player"):
            page = staff.get(f"/admin/games/{kind}/").text
            assert "3632" not in page
            assert "6165" not in page


class TestNames:
    def hide(self, player: Player, reportable=Reportable.name):
        by, _is_new = User.objects.get_or_create(username="warden", is_staff=True)
        return Hiding.objects.hide(reportable(player), by, REASON)

    def test_a_hidden_name_is_reserved_and_its_player_can_choose_another(self, client, ada):
        self.hide(ada)
        for browser in (client, Client()):
            start(browser, new_secret(CLASSIC.variant), MINI)
            # the first letter is a Cyrillic A
            response = browser.post("/you/name/", {"name": "\u0410da"})
            assert response.status_code == 422
        log_in(Client())  # the old name still works for log-ins
        assert client.post("/you/name/", {"name": "Grace"}).status_code == 302
        Hiding.objects.get().undo(User.objects.get(username="warden"))
        assert Player.objects.get(pk=ada.pk).name == "Grace"

    def test_a_hidden_player_cannot_take_a_new_name(self, client, ada):
        self.hide(ada, Reportable.all_of)
        response = client.post("/you/name/", {"name": "Grace"})
        assert response.status_code == 409
        assert Player.objects.get(pk=ada.pk).name == ""

    def test_a_hidden_name_does_not_come_back_if_another_player_took_it(self, client, game):
        client.post("/you/name/", {"name": "Ada"})
        guest = Player.objects.get()
        hiding = self.hide(guest, Reportable.all_of)
        named("Ada")
        assert hiding.undo(User.objects.get(username="warden"))
        assert Player.objects.get(pk=guest.pk).name == ""

    def test_a_report_does_not_hide_a_name_that_has_changed_since(self, ada):
        reportable = Reportable.name(ada)
        ada.rename("Grace")
        assert Hiding.objects.hide(reportable, User.objects.get(player=ada), REASON) is None
        assert Player.objects.get().name == "Grace"

    def test_a_hidden_challenge_stays_hidden_when_its_guest_logs_in(self, ada):
        guest = Client()
        address = guest.post("/challenges/", {"code": "1111"})["Location"]
        challenge = Challenge.objects.get(secret="1111")
        self.hide(challenge.setter, lambda _: Reportable.challenge(challenge))
        log_in(guest)
        assert Client().get(address).status_code == 404
        assert guest.get(address).status_code == 200
        assert "Hidden from others" in guest.get("/you/").text


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_moderators_can_hide_and_show_at_the_same_moment():
    ada, by = named("Ada", 5), User.objects.create(username="warden")
    reportable = Reportable.name(ada)
    hidden = side_by_side(lambda _: Hiding.objects.hide(reportable, by, REASON) is not None)
    assert hidden == ["False"] * 5 + ["True"]
    shown = side_by_side(lambda _: Hiding.objects.get().undo(by))
    assert shown == ["False"] * 5 + ["True"]
    assert Player.objects.get(name="Ada").is_moderated is False


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_many_visitors_can_report_at_the_same_moment():
    named("Ada")
    sent = side_by_side(lambda _: Client().post("/report/", {"name": "Ada"}).status_code)
    assert sent == ["200"] * 6
    assert Complaint.objects.count() == 1


@pytest.mark.parametrize("action", ["hide_it", "hide_player"])
@pytest.mark.parametrize(
    ("kind", "name"), [("race", "Bob is dull"), ("room", "Боб очень скучный и злой")]
)
def test_a_name_of_a_duel_or_room_is_reported_and_hidden(staff, kind, name, action):
    host, rude = Client(), Client()
    if kind == "room":
        page = door = host.post("/rooms/")["Location"]
    else:
        opening = {"kind": kind, "pace": "live", "rounds": "1"}
        page = host.post("/duels/", opening)["Location"]
        door = f"{page}sit/"
    rude.post(door, {"name": name})
    value = re.search(r'name="nickname" value="([^"]*)"', host.get(page).text)[1]
    assert Client().post("/report/", {"nickname": f"{value}x"}).status_code == 422
    assert "Thank you" in Client().post("/report/", {"nickname": value}).text
    act(staff, "complaint", action, *Complaint.objects.all())
    assert name not in host.get(page).text
    assert Client().post("/report/", {"nickname": value}).status_code == 422, "it is gone"
    is_reserved = Client().post(door, {"name": name.lower()}).status_code == 422
    assert is_reserved == (action == "hide_it")
