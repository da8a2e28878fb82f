"""What players learn by notifications about duels over days, and when."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Duel, Game, Player, PushSubscription, Side
from games.models.people.push import MOST_BROWSERS
from games.people.sessions.merging import take_over
from games.people.sessions.store import number_of
from games.play.push.tasks import notify_players
from tests.cast import log_in, player_of, race_of, sign_up
from tests.games.play.push.conftest import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_push_is_on")]
DAYS = Duel.Pace.DAYS.patience


class Times:
    """A clock that each test moves, and the messages that Ada's browser got."""

    def __init__(self, service, browser, clock) -> None:
        self.service, self.browser, self.clock = service, browser, clock

    def after(self, **time: float) -> list[str]:
        """Wait, then return the texts that arrive."""
        self.clock.shift(timedelta(**time))
        self.service.requests.clear()
        notify_players.call()
        self.clock.shift(timedelta(seconds=1))
        return [self.browser.read(body)["body"] for _, _, body in self.service.requests]


@pytest.fixture
def ada():
    return Player.objects.create(name="Ada")


@pytest.fixture
def bob():
    return Player.objects.create(name="Bob")


@pytest.fixture
def times(ada, service):
    browser = Browser()
    PushSubscription.objects.keep(ada, f"{service.origin}/ada", **browser.keys())
    with time_machine.travel("2026-11-27T12:00:00Z", tick=False) as clock:
        yield Times(service, browser, clock)


@pytest.fixture
def race(times, ada, bob):
    """Return a race over three days; Ada opened it an hour ago, and Bob joins it now."""
    duel = Duel.objects.open(ada, Duel.Kind.RACE, CLASSIC, DAYS)
    times.clock.shift(timedelta(hours=1))
    duel.sit(bob)
    for rows in (Side.objects.filter(duel=duel), Game.objects.filter(side__duel=duel)):
        rows.update(secret="3632")
    return duel


def guess(duel: Duel, player: Player, code: str) -> None:
    duel.refresh_from_db()
    number = Game.objects.get(side__duel=duel, side__round=duel.round, player=player).next_number
    duel.guess(duel.seat_of(player), code, number, f"{code}{number}")


def test_a_player_gets_one_notification_of_the_start_and_one_of_each_guess_of_an_opponent(
    times, race, ada, bob
):
    assert times.after(minutes=1) == ["Your turn, 3 days left."]
    assert times.after(minutes=1) == []
    guess(race, ada, "1122")
    assert times.after(minutes=1) == [], "an own guess is no news"
    guess(race, bob, "1122")
    assert times.after(minutes=1) == ["Bob has played."]
    race.say(race.seat_of(bob), 0)
    assert times.after(minutes=1) == [], "a phrase is no news"


def test_a_player_gets_no_notification_of_a_guess_that_they_have_seen(times, race, ada, bob):
    times.after(minutes=1)
    guess(race, bob, "1122")
    times.clock.shift(timedelta(minutes=1))
    race.see(race.seat_of(ada))
    assert times.after(minutes=1) == []


def test_a_player_with_a_day_for_each_guess_is_not_notified_of_their_own_guess(times, race, ada):
    Duel.objects.update(patience=Duel.Pace.DAY.patience)
    times.after(minutes=1)
    guess(race, ada, "1122")
    assert times.after(minutes=1) == []


def test_a_player_gets_one_reminder_when_a_day_is_left(times, race, ada, bob):
    times.clock.shift(timedelta(minutes=1))
    race.see(race.seat_of(ada))
    times.clock.shift(timedelta(minutes=1))
    guess(race, bob, "1122")
    assert times.after(days=1.9) == ["Bob has played."]
    assert times.after(days=0.2) == ["Your turn, 21 hours left."]
    assert times.after(hours=1) == []


def test_a_player_is_notified_of_each_turn_in_a_duel_with_two_codes(times, ada, bob):
    duel = Duel.objects.open(ada, Duel.Kind.BOX, CLASSIC, DAYS)
    assert times.after(minutes=1) == []
    duel.sit(bob)
    assert times.after(minutes=1) == ["Your turn, 3 days left."], "to set a code"
    duel.set_code(duel.seat_of(ada), "1122")
    assert times.after(minutes=1) == []
    duel.set_code(duel.seat_of(bob), "3344")
    assert times.after(minutes=1) == ["Your turn, 3 days left."]
    guess(duel, ada, "1234")
    assert times.after(minutes=1) == []
    guess(duel, bob, "1234")
    assert times.after(minutes=1) == ["Your turn, 3 days left."]


def test_a_player_is_notified_of_the_end_of_a_duel_and_of_a_rematch(times, race, ada, bob):
    guess(race, ada, "3632")
    times.after(minutes=1)
    guess(race, bob, "3632")
    assert times.after(minutes=1) == ["The duel is over."]
    race.again(race.seat_of(bob))
    assert times.after(minutes=1) == ["A rematch waits for you."]
    assert times.after(minutes=1) == []


def test_live_duels_and_duels_that_the_player_left_send_no_notification(times, race, ada, bob):
    race.leave(race.seat_of(ada))
    guess(race_of(ada, bob), bob, "1122")
    guess(race_of(bob, Player.objects.create(), patience=DAYS), bob, "1122")
    assert times.after(minutes=1) == []


def test_a_push_address_is_deleted_only_if_the_service_reports_it_as_gone(
    times, race, ada, bob, service
):
    service.answer = 500
    assert len(times.after(minutes=1)) == 1
    assert ada.push_subscriptions.count() == 1
    guess(race, bob, "1122")
    service.answer = 410
    times.after(minutes=1)
    assert ada.push_subscriptions.count() == 0


def test_a_notification_contains_no_code_and_no_guess(times, race, bob, service):
    guess(race, bob, "1122")
    times.after(minutes=1)
    [(_, _, body)] = service.requests
    assert times.browser.read(body) == {
        "title": "Race with Bob, Classic",
        "body": "Your turn, 3 days left.",
        "url": race.get_absolute_url(),
    }


def test_the_oldest_browser_is_removed_if_a_player_adds_too_many(ada):
    for number in range(MOST_BROWSERS + 2):
        PushSubscription.objects.keep(ada, f"https://a/{number}", p256dh="", auth="")
    kept = [one.endpoint[-1] for one in ada.push_subscriptions.order_by("pk")]
    assert kept == ["2", "3", "4", "5"]


def test_push_addresses_move_to_the_account_and_are_deleted_with_the_player(ada, bob):
    PushSubscription.objects.keep(bob, "https://a/1", p256dh="", auth="")
    take_over(ada, bob)
    assert ada.push_subscriptions.count() == 1
    ada.delete()
    assert not PushSubscription.objects.exists()


class TestPage:
    PATH = "/you/notifications/"

    @pytest.fixture
    def sent(self, service):
        return {"endpoint": f"{service.origin}/new", **Browser().keys()}

    def test_a_player_can_add_see_export_and_remove_a_browser(self, client, sent):
        sign_up(client)
        assert client.post(self.PATH, sent).status_code == 302
        agent = {"User-Agent": "Mozilla/5.0 Firefox/130.0"}
        client.post(self.PATH, sent, headers=agent)
        [kept] = player_of(client).push_subscriptions.all()
        assert "<b>Firefox</b>" in client.get(self.PATH).text
        assert sent["endpoint"] in client.get("/you/export.json").text
        assert "push service" in client.get("/privacy/").text
        client.post(self.PATH, {"remove": "9" * 5000})
        client.post(self.PATH, {"remove": kept.pk})
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"endpoint": "https://127.0.0.1/x"},
            {"endpoint": ""},
            {"endpoint": "\0"},
            {"p256dh": "A" * 87},
            {"p256dh": "ü" * 87},
            {"p256dh": "x"},
            {"auth": "ü" * 22},
            {"auth": "A" * 23},
        ],
    )
    def test_invalid_push_addresses_and_keys_are_refused(self, client, sent, wrong):
        sign_up(client)
        assert client.post(self.PATH, sent | wrong).status_code == 422
        assert not PushSubscription.objects.exists()

    def test_a_player_cannot_remove_the_browser_of_another_player(self, client, sent, ada):
        kept = PushSubscription.objects.keep(ada, **sent)
        sign_up(client, "Eve")
        client.post(self.PATH, {"remove": kept.pk})
        assert PushSubscription.objects.exists()

    def test_logging_out_elsewhere_removes_all_other_browsers(self, client, sent):
        sign_up(client)
        PushSubscription.objects.keep(player_of(client), "https://a/1", p256dh="", auth="")
        client.post(self.PATH, sent)
        client.post("/you/log-out/elsewhere/")
        assert [one.endpoint for one in PushSubscription.objects.all()] == [sent["endpoint"]]

    def test_logging_out_one_other_browser_removes_only_that_browser(self, client, sent):
        sign_up(client)
        other = Client()
        log_in(other)
        other.post(self.PATH, sent)
        PushSubscription.objects.keep(player_of(client), "https://a/1", p256dh="", auth="")
        number = number_of(other.session.session_key)
        client.post("/you/log-out/elsewhere/", {"session": number})
        assert [one.endpoint for one in PushSubscription.objects.all()] == ["https://a/1"]

    @pytest.mark.parametrize("way", ["the player logs out", "another account logs in"])
    def test_a_browser_that_a_player_leaves_gets_no_more_messages(self, client, sent, way):
        sign_up(Client(), "Eve")
        sign_up(client)
        player = player_of(client)
        PushSubscription.objects.keep(player, "https://a/1", p256dh="", auth="")
        client.post(self.PATH, sent)
        client.post("/you/log-out/") if way == "the player logs out" else log_in(client, "Eve")
        assert [one.endpoint for one in player.push_subscriptions.all()] == ["https://a/1"]

    def test_the_service_worker_has_a_strict_policy_and_controls_only_its_folder(self, client):
        worker = client.get(f"{self.PATH}worker.js")
        assert worker["Content-Type"].startswith("text/javascript")
        assert "default-src 'none'" in worker["Content-Security-Policy"]
        assert "Service-Worker-Allowed" not in worker
        assert "fetch" not in worker.text

    def test_visitors_without_games_are_redirected_to_the_duels(self, client):
        assert client.get(self.PATH)["Location"] == "/duels/"
