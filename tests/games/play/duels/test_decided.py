"""Races that are already decided while other players continue: what players see and can do."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Bucket, Duel, Game, Seat, Side
from games.people import limits
from games.play.duels.tasks import think
from tests.cast import HTMX, after_countdown, led_to, play
from tests.games.play.duels.test_duels import asked, at, box, headline, heard, opened, race

SECRET = "1234"


def score(client: Client, duel: Duel) -> str:
    """Return the score of a duel, as the page shows it."""
    return re.findall(r'<p class="sub">(.*?)</p>', client.get(at(duel)).text)[0]


def away(*numbers: int) -> None:
    """Mark these seats as away, and all other seats as present."""
    then = timezone.now() - timedelta(seconds=31)
    Seat.objects.filter(number__in=numbers).update(seen_at=then, has_script=True)


@pytest.fixture
def counted(monkeypatch) -> list[int]:
    """Return a list that gets the numbers of rows that are counted from now on."""
    counted: list[int] = []
    monkeypatch.setattr(limits, "count_row", lambda _request, rows=1: counted.append(rows))
    return counted


def use_up(duel: Duel) -> None:
    """Make ten wrong guesses for the first player of a race."""
    for number in range(1, 11):
        duel.guess(duel.seats.first(), "1122", number, f"{number}")


def test_the_page_names_the_winner_as_soon_as_the_winning_guess_is_made():
    duel, (one, other) = race(SECRET)
    address = asked(other, duel)
    play(other, duel, "1122")
    play(one, duel, "1243", SECRET)
    assert headline(one, duel) == "You won"
    page = one.get(at(duel)).text
    assert re.search(r"You broke it in 2 guesses, \d+:\d\d\.", page)
    assert re.search(r'<b data-ticks="[\d.]+">[^<]+</b> ahead of Guest', page)
    news = other.get(address, headers=HTMX)
    assert re.search(r"<b>Guest \w+ won\.</b> You can play on", news.text)
    assert "broke it in 2 guesses" in heard(news)
    assert headline(other, duel) == "Guess 2 of 10"
    assert re.fullmatch(r"Guest \w+ won", headline(Client(), duel))


def test_after_the_win_the_other_players_play_for_the_next_places_or_stop():
    duel, (one, other, third) = race(SECRET, people=3)
    for client in (one, other):
        play(client, duel, SECRET)
    assert re.fullmatch(r"Guest \w+ won", headline(other, duel))
    assert re.search(r"</b> ahead of you<", other.get(at(duel)).text)
    places = re.findall(r"<b>(\d\. )?Guest", one.get(at(duel)).text)
    assert places == ["1. ", "2. ", ""]
    play(third, duel, "1122")
    assert "Stop playing" in third.get(at(duel)).text
    third.post(at(duel, "leave/"))
    assert Duel.objects.get().is_over
    assert not Seat.objects.exclude(left_at=None).exists(), "to stop is not to leave the duel"


def test_a_player_can_end_a_live_race_only_if_all_unfinished_players_are_away():
    duel, (one, _other, _third, fourth) = race(SECRET, people=4)
    fourth.post(at(duel, "leave/"))
    play(one, duel, SECRET)
    away(2)
    assert "Stop waiting" not in one.get(at(duel)).text
    assert one.post(at(duel, "end/")).status_code == 409
    away(2, 3)
    assert fourth.post(at(duel, "end/")).status_code == 404, "has given up"
    for patience, status in ((timedelta(days=1), 409), (duel.patience, 302)):
        Duel.objects.update(patience=patience)
        assert ("Stop waiting" in one.get(at(duel)).text) == (status == 302)
        assert one.post(at(duel, "end/")).status_code == status
    assert Duel.objects.get().is_over
    assert headline(one, duel) == "You won"
    assert Client().post(at(duel, "end/")).status_code == 404


def test_a_player_out_of_guesses_can_end_the_race_if_the_opponent_is_away():
    duel, (one, _other) = race(SECRET)
    use_up(duel)
    assert headline(one, duel) == "Not solved"
    away(2)
    one.post(at(duel, "end/"))
    assert headline(one, duel) == "No one broke the code"


def test_a_duel_with_two_codes_can_be_ended_if_the_opponent_is_away():
    duel, (one, _other) = box(SECRET, SECRET)
    away(2)
    assert one.post(at(duel, "end/")).status_code == 409, "the reader has not guessed either"
    play(one, duel, "1122")
    assert "Stop waiting" in one.get(at(duel)).text
    assert one.post(at(duel, "end/")).status_code == 302
    assert Duel.objects.get().is_over
    assert headline(one, duel) == "You won"
    for theirs in ("stayed away", "ran out of time"):
        page = one.get(at(duel)).text
        ways = re.findall(r'<h3>.*?</h3>\s*<p class="quiet">(.*?)</p>', page)
        assert ways == ["did not finish", theirs]
        Game.objects.update(finished_at=timezone.now() + duel.patience)


def test_a_duel_can_be_ended_if_the_absent_player_still_has_to_set_a_code():
    duel, (one, _other) = box(SECRET)
    assert "Stop waiting" not in one.get(at(duel)).text
    away(2)
    assert "Stop waiting" in one.get(at(duel)).text
    one.post(at(duel, "end/"))
    assert Duel.objects.get().is_over


def test_stopping_does_not_count_as_a_loss_if_the_opponent_has_left():
    duel, (one, other) = box(SECRET, SECRET)
    other.post(at(duel, "leave/"))
    page = one.get(at(duel)).text
    assert "Your opponent has left, so you have won." in page
    assert "Give up" not in page
    one.post(at(duel, "leave/"))
    assert headline(one, duel) == "You won"


def test_a_quicker_computer_is_shown_as_the_winner_while_a_player_continues(client):
    duel, (one, _other) = race(SECRET)
    assert "Good luck!" in one.get(at(duel)).text
    Seat.objects.filter(number=2).update(strategy="knuth", player=None)
    assert "Good luck!" not in one.get(at(duel)).text, "a computer does not read it"
    Side.objects.filter(seat__number=2).update(game=None, computer_guesses=[[SECRET, 0.5]])
    assert "Computer (Knuth) won." in one.get(at(duel)).text
    Side.objects.filter(seat__number=2).update(computer_guesses=[[SECRET, 3000]])
    assert "won." not in one.get(at(duel)).text


def test_players_who_break_the_code_at_the_same_time_tie():
    duel, clients = race(SECRET, people=3)
    for client in clients[:2]:
        play(client, duel, SECRET)
    Game.objects.filter(status="won").update(finished_at=timezone.now())
    tie = r"A tie: Guest \w+ and Guest \w+"
    for is_over in (False, True):
        assert re.fullmatch(tie.replace(r"\w+", r"\w+ \(you\)", 1), headline(clients[0], duel))
        assert re.fullmatch(tie, headline(Client(), duel))
        assert " ahead of " not in clients[0].get(at(duel)).text
        if not is_over:
            assert re.search(tie, clients[2].get(at(duel)).text), "and they can play on"
            places = re.findall(r"<b>(\S+) Guest", clients[0].get(at(duel)).text)
            assert places == ["1.", "="]
            assert clients[2].post(at(duel, "leave/")).status_code == 302
    following = led_to(clients[0].post(at(duel, "again/")), Duel)
    assert not following.seats.exclude(wins=0).exists()


def test_a_player_whose_time_is_up_reads_so_while_the_others_play():
    duel, (one, *_others) = race(SECRET, people=3)
    Side.objects.filter(seat__number=1).update(due_at=timezone.now() - timedelta(seconds=1))
    one.post(at(duel, "here/"))
    assert headline(one, duel) == "Not finished in time"


def test_the_next_player_can_start_a_race_whose_opener_has_been_away_for_ten_minutes():
    one, other = Client(), Client()
    duel = opened(one)
    other.post(at(duel, "sit/"))
    assert "without waiting" not in one.get(at(duel)).text, "to be ready does the same"
    poll, now = "", timezone.now()
    Seat.objects.update(has_script=True)
    for seconds, is_host in ((540, False), (605, True)):
        Seat.objects.filter(number=1).update(seen_at=now - timedelta(seconds=seconds))
        Seat.objects.filter(number=2).update(seen_at=now - timedelta(seconds=10))
        other.post(at(duel, "here/"))
        assert not poll or "without waiting" in other.get(poll, headers=HTMX).text, "on open pages"
        poll = asked(other, duel)
        assert ("without waiting" in other.get(at(duel)).text) == is_host
        assert other.post(at(duel, "begin/")).status_code == (302 if is_host else 404)
    assert Duel.objects.get().is_running


class TestRematch:
    def test_a_rematch_starts_when_both_players_have_pressed_and_keeps_the_score(self, counted):
        duel, (one, other) = race(SECRET)
        for wins in (1, 2):
            play(one, duel, SECRET)
            address = asked(other, duel)
            following = led_to(one.post(at(duel, "again/")), Duel)
            assert re.search(
                r"Guest \w+ wants a rematch: Race\.", heard(other.get(address, headers=HTMX))
            )
            assert following.is_waiting
            assert re.fullmatch(r"Waiting for Guest \w+", headline(one, following))
            one.post(at(duel, "again/"))
            assert len(counted) == 2 * wins - 1, "a second press counts no second row"
            other.post(at(duel, "again/"))  # this also ends the other player's old race
            assert len(counted) == 2 * wins, "each person counts a row"
            assert Duel.objects.get(pk=duel.pk).is_over
            duel = Duel.objects.get(pk=following.pk)
            assert duel.is_running
            assert re.fullmatch(rf"You {wins}, Guest \w+ 0", score(one, duel))
            assert re.fullmatch(rf"You 0, Guest \w+ {wins}", score(other, duel))
            Duel.objects.filter(pk=duel.pk).update(starts_at=timezone.now() - timedelta(seconds=1))
            Game.objects.update(secret=SECRET)
            Side.objects.update(secret=SECRET)

    @pytest.mark.parametrize(("has_script", "seconds"), [(True, 31), (False, 601)])
    def test_a_rematch_waits_only_for_present_players(self, has_script, seconds, counted):
        duel, clients = race(SECRET, people=3)
        for client in clients:
            play(client, duel, SECRET)
        _same, following = (led_to(client.post(at(duel, "again/")), Duel) for client in clients[:2])
        clients[0].post(at(following, "computer/"), {"strategy": "knuth", "memory": "100"})
        third, now = Seat.objects.filter(number=3), timezone.now()
        for more, is_gone in ((-20, False), (0, True)):
            seen_at = now - timedelta(seconds=seconds + more)
            third.update(seen_at=seen_at, has_script=has_script)
            clients[0].post(at(following, "here/"))
            assert Duel.objects.get(pk=following.pk).is_running == is_gone
        assert led_to(clients[2].post(at(duel, "again/")), Duel) == following
        assert counted == [1, 1, 1], "two players and a computer, but no press that is too late"

    def test_the_second_race_of_a_rematch_does_not_wait_for_a_player_who_did_not_join(self):
        duel, clients = race(SECRET, people=3)
        for client in clients:
            play(client, duel, SECRET)
        sent = {"kind": "best-of-3"}
        duel, _same = (led_to(one.post(at(duel, "again/"), sent), Duel) for one in clients[:2])
        clients[0].post(at(duel, "begin/"))
        after_countdown(duel, SECRET)
        for client in clients[:2]:
            play(client, duel, SECRET)
        for client in clients[:2]:
            client.post(at(duel, "ready/"))
        assert Duel.objects.latest("pk").is_running

    @pytest.mark.parametrize("way", ["by the button", "by the link"])
    def test_a_winner_who_comes_back_joins_the_rematch_and_keeps_the_score(self, way):
        duel, (one, other) = race(SECRET)
        play(one, duel, SECRET)
        other.post(at(duel, "leave/"))
        away(1)
        following = led_to(other.post(at(duel, "again/")), Duel)
        assert "Join the rematch" in one.get(at(duel)).text
        one.post(at(following, "sit/") if way == "by the link" else at(duel, "again/"))
        following = after_countdown(following, SECRET)
        assert following.is_running
        assert re.match(r"You 1, Guest \w+ 0", score(one, following))

    @pytest.mark.parametrize(("way", "won"), [([[SECRET, 3000]], 0), ([], 0), ([], 1)])
    def test_a_race_counts_one_winner_if_the_rematch_opens_early(self, way, won, counted):
        duel, (one, other, _third) = race(SECRET, people=3)
        Seat.objects.filter(number=3).update(strategy="knuth", player=None)
        Side.objects.filter(seat__number=3).update(game=None, computer_guesses=way)
        Duel.objects.update(starts_at=timezone.now() - timedelta(minutes=8))
        play(one, duel, SECRET) if won else use_up(duel)
        following = led_to(one.post(at(duel, "again/")), Duel)
        assert counted == [2], "the computer's seat counts, too"
        other.post(at(duel, "leave/"))
        think.func(Side.objects.get(seat__number=3, duel=duel).pk)
        one.post(at(following, "begin/"))
        assert score(one, following) == f"You {won}, Computer (Knuth) {1 - won}"

    def test_a_rematch_can_be_a_best_of_three(self):
        duel, (one, other) = race(SECRET)
        play(one, duel, SECRET)
        assert one.post(at(duel, "again/"), {"kind": "box"}).status_code == 422
        following = led_to(one.post(at(duel, "again/"), {"kind": "best-of-3"}), Duel)
        assert (following.kind, following.rounds) == ("best-of-3", 3)
        assert "wants a rematch: Best of three." in other.get(at(duel)).text

    def test_a_rematch_that_its_only_player_has_left_is_offered_again(self):
        duel, (one, other, _third) = race(SECRET, people=3)
        Seat.objects.filter(number=3).update(strategy="knuth", player=None)
        play(one, duel, SECRET)
        left = led_to(one.post(at(duel, "again/")), Duel)
        one.post(at(left, "leave/"))
        assert "wants a rematch" not in other.get(at(duel)).text
        following = led_to(other.post(at(duel, "again/")), Duel)
        assert following.is_waiting
        assert led_to(one.post(at(duel, "again/")), Duel) == following != left

    def test_a_rematch_before_the_race_is_decided_is_refused_and_uses_up_no_limit(
        self, monkeypatch
    ):
        duel, (one, other) = race(SECRET)
        Bucket.objects.all().delete()
        few = limits.ROWS_OF_NEWCOMERS._replace(times=1)
        monkeypatch.setattr(limits, "ROWS_OF_NEWCOMERS", few)
        presses = [one.post(at(duel, "again/")).status_code for _ in range(2)]
        assert presses == [409, 409], "the player still plays"
        assert Duel.objects.count() == 1
        use_up(duel)
        assert headline(one, duel) == "Not solved"
        following = led_to(one.post(at(duel, "again/")), Duel)  # out of guesses
        other.post(at(following, "sit/"))
        play(other, duel, SECRET)
        assert re.fullmatch(r"You 1, Guest \w+ 0", score(other, following)), "won after joining"
