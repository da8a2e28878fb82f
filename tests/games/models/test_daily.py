"""The code of a day, the attempts at it, and days in a row."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalog.rules import CLASSIC
from games.models import FIRST_DAY, Challenge, Daily, Game, OfToday, Player, Watch, today
from games.models.streak import streak_of
from tests.cast import ended

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOON = time(12, tzinfo=UTC)
days = st.integers(-3, 12)


@pytest.fixture
def calendar(it_is):
    """Say which day it is, counted from the first."""
    return lambda number: it_is(FIRST_DAY + timedelta(days=number))


def test_the_day_is_the_one_in_greenwich():
    assert today() == datetime.now(UTC).date()


@given(number=days, now=days)
def test_dailies_are_numbered_from_the_first_day_and_lead_to_their_neighbours(
    calendar, number, now
):
    calendar(now)
    day, one = FIRST_DAY + timedelta(days=number), timedelta(days=1)
    daily = Daily(day=day)
    assert Daily.exists_on(day) == (0 <= number <= now)
    assert (daily.number, str(daily)) == (number + 1, f"Daily {number + 1}")
    assert daily.day_before == (day - one if number > 0 else None)
    assert daily.day_after == (day + one if number < now else None)
    assert daily.get_absolute_url() == f"/daily/{day}/"


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=8))
def test_everybody_has_one_attempt_at_the_same_code_of_a_day(attempts):
    Game.objects.all().delete()
    Daily.objects.all().delete()
    people = [Player.objects.create() for _ in range(3)]
    begun: dict[tuple[int, int], Game] = {}
    for who, number in attempts:
        game = Daily(day=FIRST_DAY + timedelta(days=number)).begin(people[who])
        assert begun.setdefault((who, number), game) == game
    assert Game.objects.count() == len(begun)
    for (who, number), game in begun.items():
        kept = Game.objects.get(pk=game.pk)
        assert (kept.player, kept.rules, kept.is_ranked) == (people[who], CLASSIC, False)
        assert kept.daily.number == number + 1
        assert kept.secret == kept.daily.secret == CLASSIC.variant.parse(kept.secret)


tried = st.dictionaries(st.integers(0, 11), st.sampled_from(["in time", "late", "lost"]))


@settings(max_examples=80)
@given(tried=tried, now=st.integers(0, 13), strangers=tried)
def test_a_streak_is_of_days_won_in_time_up_to_the_last_that_is_decided(
    calendar, tried, now, strangers
):
    calendar(now)
    ada, grace = Player.objects.create(), Player.objects.create()
    for player, results in ((ada, tried), (grace, strangers)):
        for number in results.keys() & range(now + 1):
            attempt(player, number, results[number])
    won = {number for number in range(now + 1) if tried.get(number) == "in time"}
    runs = [length_of(won, number) for number in range(14)]
    is_decided = tried.get(now) in ("in time", "lost")  # else today can still be played
    current = runs[now] if is_decided else runs[now - 1] if now else 0
    is_at_risk = current > 0 and not is_decided
    assert streak_of(ada.games.all()) == (current, max(runs), is_at_risk)


def attempt(player: Player, number: int, result: str) -> None:
    """Put an attempt at the daily of that number on record."""
    day = FIRST_DAY + timedelta(days=number)
    Daily.objects.get_or_create(day=day, defaults={"secret": "1122"})
    begun = datetime.combine(day + timedelta(days=result == "late"), NOON)
    counted = CLASSIC.limit + 1 if result == "lost" else 4
    ended(player, counted, daily_id=day, is_ranked=False, started_at=begun)


def length_of(won: set[int], last: int) -> int:
    """Return for how many days up to the last, which counts, each was won."""
    return 1 + length_of(won, last - 1) if last in won else 0


@settings(max_examples=40)
@given(
    st.sampled_from(["daily", "repeated_daily", None]),
    st.sampled_from([0, 1]),
    st.sampled_from(["playing", "lost", "won", "resigned"]),
)
def test_todays_code_is_sealed_until_it_is_broken_and_no_other(role, days_ago, status):
    """Asked of one game and of many alike."""
    day = today() - timedelta(days=days_ago)
    kept = Daily.objects.get_or_create(day=day, defaults={"secret": "1122"})[0]
    game = ended(Player.objects.create(), {"won": 4}.get(status, 11), is_ranked=False)
    ends = {
        "playing": {"guess_count": 3, "counted_guesses": None, "finished_at": None},
        "resigned": {"guess_count": 3},
    }
    columns = {"status": status, **ends.get(status, {}), **({role: kept} if role else {})}
    Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    assert game.is_of_today == (role is not None and days_ago == 0)
    assert game.is_sealed == (game.is_of_today and status != "won")
    assert Game.objects.unsealed().filter(pk=game.pk).exists() == (not game.is_sealed)
    if game.is_of_today:
        with pytest.raises(OfToday):
            Challenge.objects.made_of(game)
    else:
        challenge = Challenge.objects.made_of(game)
        told = (challenge.setter, challenge.rules, challenge.secret)
        assert told == (game.player, game.rules, game.secret)


@settings(max_examples=40)
@given(
    guise=st.sampled_from(["challenge", "own challenge", "watch"]),
    is_ours=st.booleans(),
    is_same=st.booleans(),
    hours=st.integers(-30, 20),
)
def test_a_code_is_known_to_whoever_met_it_since_its_day_began(guise, is_ours, is_same, hours):
    """A code met before the day began is met again by chance."""
    Daily.objects.all().delete()
    ada, grace = Player.objects.create(), Player.objects.create()
    daily = Daily.objects.create(day=today(), secret="1122")
    code, player = "1122" if is_same else "2211", ada if is_ours else grace
    moment = datetime.combine(daily.day, time(), UTC) + timedelta(hours=hours)
    if guise == "watch":
        met = Watch.objects.begin(player, CLASSIC.variant, code, ["knuth"])
        Watch.objects.filter(pk=met.pk).update(begun_at=moment)
    elif guise == "own challenge":
        met = Challenge.objects.set_by(player, CLASSIC, code)
        Challenge.objects.filter(pk=met.pk).update(set_at=moment)
    else:
        met = Challenge.objects.set_by(Player.objects.create(), CLASSIC, code).begin(player)
        Game.objects.filter(pk=met.pk).update(started_at=moment)
    with CaptureQueriesContext(connection) as asked:
        assert daily.is_known_to(ada) == (is_ours and is_same and hours >= 0)
    assert len(asked) == 1
    assert "COUNT" in asked[0]["sql"]  # which does not stop at the first
