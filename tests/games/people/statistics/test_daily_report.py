"""The report on a daily."""

from datetime import timedelta

from django.template.loader import render_to_string

from games.models import Daily, Game, Player, Streak, Tally, today
from games.people.statistics.daily_report import DailyReport
from games.play.board.page import PlayPage
from tests.cast import guessed

SECRET = "3632"


def attempt(player: Player, *codes: str) -> Game:
    """Return today's attempt with these guesses; SECRET is the code of the day."""
    Daily.objects.get_or_create(day=today(), defaults={"secret": SECRET})
    return guessed(Daily(day=today()).begin(player), *codes)


def report(games=None) -> DailyReport:
    return DailyReport(Daily(day=today()), Game.objects.none() if games is None else games)


def marked(found: DailyReport) -> list[str]:
    return [bar.sentence for bar in found.distribution.bars if bar.is_yours]


def test_the_report_has_a_sentence_about_the_results_of_all_players(monkeypatch):
    for distribution, sentence in (
        ((0, 0, 0), "No one has finished it yet."),
        ((0, 0, 1), "1 player tried. No one has solved it yet."),
        ((0, 0, 3), "3 players tried. No one has solved it yet."),
        ((0, 1, 5), "1 player solved it, in 2 guesses."),
        ((600, 604, 9), "1,204 players solved it, in 1.5 guesses on average."),
    ):
        monkeypatch.setattr(DailyReport, "tally", Tally(distribution))
        assert report().everybody == sentence


def test_the_report_has_a_sentence_about_the_streak(monkeypatch):
    at_risk = "Your streak: 12 days. Solve today’s code to keep it."
    for streak, sentence in (
        (Streak(), ""),
        (Streak(now=0, longest=9), ""),
        (Streak(now=1, longest=1), "Your streak: 1 day."),
        (Streak(now=3, longest=9), "Your streak: 3 days."),
        (Streak(now=7, longest=9), "Your streak: 7 days, a whole week."),
        (Streak(now=12, longest=12), "Your streak: 12 days, your longest."),
        (Streak(now=12, longest=12, is_at_risk=True), at_risk),
    ):
        monkeypatch.setattr(DailyReport, "streak", streak)
        assert report().streak_in_words == sentence


def test_the_report_has_a_sentence_about_the_result_of_the_player(player):
    games = player.games.all()
    assert report(games).yours == ""
    attempt(player, "1122")
    assert report(games).yours == "You’re on guess 2 of 10."
    attempt(player, SECRET)
    assert report(games).yours == "You solved it in 2 guesses."


def test_the_report_distinguishes_a_loss_from_giving_up(player):
    other = Player.objects.create()
    attempt(other).resign()
    assert report(other.games.all()).yours == "You gave up."
    attempt(player, *["1111"] * 10)
    found = report(player.games.all())
    assert (found.yours, marked(found)) == (
        "You did not solve it.",
        ["not solved: 2 players, and you are one of them"],
    )


def test_the_finished_game_of_the_reader_is_counted_at_once(player):
    assert report().tally.finished == 0
    attempt(player, SECRET)
    assert report().tally.finished == 0
    assert report(player.games.all()).tally.finished == 1


def test_a_player_with_a_hint_reads_why_the_game_does_not_count(player):
    attempt(player).take_hint(1, "facts")
    assert report(player.games.all()).caveat == ""
    attempt(player, SECRET)
    found = report(player.games.all())
    assert marked(found) == []
    assert found.caveat == "You had help, so your game is not counted here."


def test_the_time_to_the_next_code_is_rounded_up_to_the_minute(monkeypatch):
    left = timedelta(hours=6, minutes=13, seconds=20)
    monkeypatch.setattr(Daily, "time_left", left)
    assert (report().time_to_next, report().minutes_to_next) == ("6 h 14 min", 6 * 60 + 14)


class TestTheEndOfAGame:
    """The report at the end of a game."""

    def end_of(self, game: Game) -> str:
        page = PlayPage(game)
        assert page.daily is not None
        context = {"report": page.daily, "page": page, "game": game}
        return render_to_string("play/daily/_end.html", context)

    def test_the_report_shows_the_results_of_all_players_and_of_the_reader(self, player):
        attempt(Player.objects.create(), "1122", "3344", SECRET)
        end = self.end_of(attempt(player, "1122", SECRET))
        assert "Daily " in end
        assert "2 players solved it, in 2.5 guesses on average." in end
        assert "2 guesses: 1 player, and you are one of them" in end
        assert "Your streak: 1 day." in end
        assert "Next code in" in end
        assert 'href="/daily/"' in end

    def test_the_report_of_a_game_after_midnight_links_to_the_new_code(self, player, it_is):
        game = attempt(player, SECRET)
        tomorrow = today() + timedelta(days=1)
        it_is(tomorrow)
        end = self.end_of(game)
        assert f'href="/daily/{tomorrow}/"' in end
        assert "Next code in" not in end
