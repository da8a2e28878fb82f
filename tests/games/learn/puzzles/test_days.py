"""The puzzles of a day, made in advance or on request, with a streak and a calendar."""

import re
from datetime import date, datetime, timedelta

from django.utils import timezone

from games.catalog.grades import GRADES_OF_A_DAY
from games.insight.positions.puzzles import puzzle_named
from games.learn.puzzles.days import PuzzleMonth
from games.learn.puzzles.tasks import DAYS_AHEAD, make_puzzles_of_days
from games.models import FIRST_DAY, PuzzleAttempt, PuzzleName, PuzzleOfDay, today
from solver.deduction.puzzles import Grade


def solved(player, day: date, grade: Grade = Grade.EASY, late: int = 0) -> PuzzleAttempt:
    begun = timezone.make_aware(datetime.combine(day, datetime.min.time())) + timedelta(late)
    return PuzzleAttempt.objects.create(
        player=player,
        grade=grade,
        day=day,
        status="solved",
        tries=1,
        begun_at=begun,
        ended_at=begun,
    )


def test_a_day_has_three_puzzles_even_if_they_were_not_made_in_advance():
    names = [PuzzleName(grade, day=today()) for grade in GRADES_OF_A_DAY]
    before = [puzzle_named(name) for name in names]
    assert not PuzzleOfDay.objects.exists()
    make_puzzles_of_days.call()
    assert [puzzle_named(name) for name in names] == before
    assert [puzzle.grade for puzzle in before] == list(GRADES_OF_A_DAY)


def test_the_task_makes_missing_puzzles_and_a_second_run_is_harmless():
    days = {today() + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)}
    assert make_puzzles_of_days.call() == 3 * len(days)
    assert make_puzzles_of_days.call() == 0
    assert set(PuzzleOfDay.objects.values_list("day", flat=True)) == days
    PuzzleOfDay.objects.filter(day=today(), grade=Grade.EASY).delete()
    assert make_puzzles_of_days.call() == 1


def test_the_puzzles_of_a_started_day_do_not_change(client, settings):
    path = f"/puzzles/{today()}/easy/"
    client.post(path, {"code": "1122"})
    before = client.get(path).text.count("peg c")
    kept = PuzzleOfDay.objects.get()
    settings.SECRET_KEY = "another"
    assert puzzle_named(PuzzleName(Grade.EASY, day=today())).solution == kept.solution
    assert before


def test_a_future_day_has_no_puzzles_yet(client):
    make_puzzles_of_days.call()
    tomorrow = today() + timedelta(days=1)
    for path in (f"/puzzles/{tomorrow}/easy/", f"/puzzles/{tomorrow}/easy/preview.png"):
        assert client.get(path).status_code == 404


class TestStreak:
    def test_a_streak_needs_only_one_puzzle_a_day(self, player):
        for back in (0, 1, 2, 4):
            solved(player, today() - timedelta(days=back))
        solved(player, today() - timedelta(days=1), Grade.TRICKY)
        assert player.puzzles.streak() == (3, 3, False)

    def test_a_streak_is_at_risk_until_one_of_todays_puzzles_is_solved(self, player):
        solved(player, today() - timedelta(days=1))
        assert player.puzzles.streak() == (1, 1, True)
        PuzzleAttempt.objects.begin(player, PuzzleName(Grade.EASY, day=today())).give_up()
        assert player.puzzles.streak() == (1, 1, True)  # two of today's puzzles are unsolved

    def test_late_solutions_do_not_count_for_the_streak(self, player):
        solved(player, today() - timedelta(days=1), late=1)
        assert player.puzzles.streak() == (0, 0, False)

    def test_the_page_shows_the_streak_and_how_to_keep_it(self, client):
        client.post(f"/puzzles/{today()}/easy/", {"do": "give-up"})
        player = PuzzleAttempt.objects.get().player
        solved(player, today() - timedelta(days=1))
        page = client.get("/puzzles/").text
        assert "Your streak: 1 day. Solve one of today’s puzzles to keep it." in page


def test_the_calendar_shows_each_puzzle_of_each_day(player):
    solved(player, FIRST_DAY, Grade.TRICKY)
    PuzzleAttempt.objects.begin(player, PuzzleName(Grade.EASY, day=FIRST_DAY)).give_up()
    month = PuzzleMonth.from_name(f"{FIRST_DAY:%Y-%m}", player.puzzles)
    first = next(square.day for week in month.weeks for square in week.squares if square)
    assert [one.state for one in first.puzzles] == ["given-up", "solved", "untried"]
    went = "Easy: gave up, Tricky: solved, Fiendish: not tried"
    assert first.in_words == f"Sunday 1 November 2026. {went}."
    assert first.best.grade == Grade.FIENDISH
    assert month.summary == "You solved 1 puzzle of this month."


def test_a_solved_puzzle_of_today_links_to_the_next_puzzle_of_today(client):
    page = client.post(f"/puzzles/{today()}/tricky/", {"do": "give-up"}, follow=True).text
    assert re.search(rf'class="button main" href="/puzzles/{today()}/easy/"', page)
    client.post(f"/puzzles/{today()}/easy/", {"do": "give-up"})
    client.post(f"/puzzles/{today()}/fiendish/", {"do": "give-up"})
    assert 'class="button main"' not in client.get(f"/puzzles/{today()}/tricky/").text
