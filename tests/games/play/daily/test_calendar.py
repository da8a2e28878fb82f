"""The archive as a calendar: every day with the player's result."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest

from games.catalog.rules import CLASSIC
from games.models import Daily, Game, Player
from games.play.daily.days import Month
from tests.cast import guessed

SECRET = "3632"
NOW = date(2027, 2, 12)  # a Friday


@pytest.fixture(autouse=True)
def _it_is_february(it_is):
    it_is(NOW)


def attempt(player: Player, day: date, *codes: str, late: int = 0) -> Game:
    """Return an attempt that was started on its day, or ``late`` days after it."""
    Daily.objects.get_or_create(day=day, defaults={"secret": SECRET})
    game = Daily(day=day).begin(player)
    begun = datetime.combine(day + timedelta(days=late), time(12), UTC)
    Game.objects.filter(pk=game.pk).update(started_at=begun)
    return guessed(Game.objects.with_secret().get(pk=game.pk), *codes)


def month(name: str = "", player: Player | None = None) -> Month:
    games = player.games.all() if player else Game.objects.none()
    return Month.from_name(name, games)


def days_of(found: Month) -> dict[int, tuple[str, str]]:
    """Return the state and the result of every day that has a daily."""
    squares = [square for week in found.weeks for square in week.squares if square and square.day]
    return {square.date.day: (square.day.state, square.day.outcome) for square in squares}


class TestMonth:
    def test_a_week_runs_from_monday_to_sunday(self):
        weeks = [[square and square.date.day for square in week.squares] for week in month().weeks]
        assert weeks == [
            [1, 2, 3, 4, 5, 6, 7],
            [8, 9, 10, 11, 12, 13, 14],
            [15, 16, 17, 18, 19, 20, 21],
            [22, 23, 24, 25, 26, 27, 28],
        ]
        [first, *_, last] = month("2026-11").weeks
        assert [square and square.date.day for square in first.squares] == [None] * 6 + [1]
        assert [square and square.date.day for square in last.squares] == [30] + [None] * 6

    def test_future_days_and_days_before_the_first_daily_have_no_daily(self, monkeypatch):
        assert list(days_of(month())) == list(range(1, 13))
        monkeypatch.setattr("games.web.charts.calendar.FIRST_DAY", date(2026, 11, 5))
        assert list(days_of(month("2026-11"))) == list(range(5, 31))

    def test_each_month_links_to_the_neighboring_months_that_have_dailies(self):
        assert (month().before, month().after) == (date(2027, 1, 1), None)
        december = month("2026-12")
        assert (december.before, december.after) == (date(2026, 11, 1), date(2027, 1, 1))
        assert (month("2026-11").before, month("2027-01").after) == (None, date(2027, 2, 1))

    def test_a_month_without_dailies_is_replaced_by_the_current_month(self):
        far = ("2027-03", "2026-10", "9999-12", "0000-00", "2026-13")
        for name in ("", *far, "x\x00", "2026-11-01"):
            assert month(name).first == date(2027, 2, 1)

    def test_every_day_shows_the_result_of_the_player(self, player):
        attempt(player, date(2027, 2, 1), "1122", SECRET)
        attempt(player, date(2027, 2, 2), SECRET, late=1)
        attempt(player, date(2027, 2, 3), *["1111"] * CLASSIC.limit)
        attempt(player, date(2027, 2, 4)).resign()
        attempt(player, date(2027, 2, 12), "1122")
        attempt(player, date(2027, 1, 31), SECRET)
        attempt(Player.objects.create(), date(2027, 2, 5), SECRET)
        days = days_of(month(player=player))
        assert {day: found for day, found in days.items() if found[0] != "new"} == {
            1: ("won", "solved in 2 guesses"),
            2: ("late", "solved later, in 1 guess"),
            3: ("lost", "not solved"),
            4: ("lost", "not solved"),
            12: ("open", f"at guess 2 of {CLASSIC.limit}"),
        }
        assert days[5] == ("new", "not played")

    def test_the_summary_of_a_month_counts_solved_days(self, player):
        assert month(player=player).summary == ""
        attempt(player, date(2027, 2, 1), "1122", SECRET)
        attempt(player, date(2027, 1, 1), SECRET)
        assert month(player=player).summary == "You solved 1 daily of this month, in 2 guesses."
        attempt(player, date(2027, 2, 2), SECRET)
        attempt(player, date(2027, 2, 3), "1122")
        sentence = "You solved 2 dailies of this month, in 1.5 guesses on average."
        assert month(player=player).summary == sentence


class TestThePage:
    def cells(self, client, address: str = "/daily/") -> list[str]:
        return re.findall(r"<td>(.*?)</td>", client.get(address).text, re.DOTALL)

    def test_every_past_day_is_a_link_whose_label_has_its_result(self, client):
        cells = self.cells(client)
        assert len(cells) == 28
        assert 'href="/daily/2027-02-01/"' in cells[0]
        assert 'aria-label="Daily 93, Monday 1 February 2027: not played"' in cells[0]
        assert [cell for cell in cells if 'aria-current="date"' in cell] == [cells[11]]
        assert not any("href" in cell for cell in cells[12:])

    def test_the_calendar_shows_the_results_of_its_reader(self, client):
        address = client.post("/daily/2027-02-12/")["Location"]
        game = Game.objects.with_secret().get(public_id=address.split("/")[2])
        begun = datetime.combine(NOW, time(12), UTC)
        Game.objects.filter(pk=game.pk).update(started_at=begun)
        game.play(game.secret, 1, "a")
        cell = self.cells(client)[11]
        assert "Friday 12 February 2027: solved in 1 guess" in cell
        assert '<span class="mark won">1</span>' in cell
        assert "Your streak: 1 day." in client.get("/daily/").text

    def test_a_calendar_with_many_played_days_takes_at_most_five_queries(
        self, client, django_assert_max_num_queries
    ):
        for number in range(1, 13):
            client.post(f"/daily/2027-02-{number:02}/")
        with django_assert_max_num_queries(5):
            client.get("/daily/")


class TestOneDay:
    def test_the_page_of_a_day_says_which_day_it_is(self, client):
        today, before = (client.get(f"/daily/2027-02-{day}/").text for day in (12, 11))
        for page, name in ((today, "Daily 104"), (before, "Daily 103")):
            assert f'<h1 id="day">{name}</h1>' in page
        assert "Friday 12 February 2027" in today
        assert "Today’s code" in today
        assert "Next code in" in today
        assert "A code from the archive" in before
        assert "Next code in" not in before
        assert 'href="/daily/2027-02-12/"' in before

    def test_the_results_of_a_day_mark_the_reader(self, client):
        attempt(Player.objects.create(), NOW, "1122", SECRET)
        address = client.post(f"/daily/{NOW}/")["Location"]
        Game.objects.with_secret().get(public_id=address.split("/")[2]).play(SECRET, 1, "a")
        for page in (f"/daily/{NOW}/", f"/daily/{NOW}/board/"):
            text = client.get(page).text
            assert "2 players solved it, in 1.5 guesses on average." in text
            assert "1 guess: 1 player, and you are one of them" in text
            assert "2 guesses: 1 player<" in text
        assert "Share the result" in client.get(f"/daily/{NOW}/").text
