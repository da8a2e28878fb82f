"""The code of a day, the attempts at it, and streaks."""

from datetime import UTC, datetime, time, timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import example, given, strategies as st

from games.catalog.rules import CLASSIC, Rules
from games.models import FIRST_DAY, Daily, Duel, Game, Player, today
from games.models.base.columns import on_board
from games.models.play.streak import streak_of
from solver.rule.codes import Variant
from tests.cast import ended

NOON = time(12, tzinfo=UTC)
days = st.integers(-3, 12)


@pytest.fixture
def calendar(it_is):
    """Return a function that sets the day, counted from the first daily."""
    return lambda number: it_is(FIRST_DAY + timedelta(days=number))


def test_the_day_changes_at_midnight_utc():
    assert today() == datetime.now(UTC).date()


@given(number=days, now=days)
def test_dailies_are_numbered_from_the_first_day_and_link_to_their_neighbors(calendar, number, now):
    calendar(now)
    day, one = FIRST_DAY + timedelta(days=number), timedelta(days=1)
    daily = Daily(day=day)
    assert Daily.exists_on(day) == (0 <= number <= now)
    assert (daily.number, str(daily)) == (number + 1, f"Daily {number + 1}")
    assert daily.day_before == (day - one if number > 0 else None)
    assert daily.day_after == (day + one if number < now else None)
    assert daily.get_absolute_url() == f"/daily/{day}/"


def test_a_daily_loaded_without_its_code_is_classic_until_it_is_stored_with_its_rules():
    assert (Daily.of(FIRST_DAY).rules, Daily.of(FIRST_DAY).secret) == (CLASSIC, "")
    Daily.objects.create(day=FIRST_DAY, secret="1122", limit=7)
    kept = Daily.of(FIRST_DAY)
    assert (kept.rules, kept.get_deferred_fields()) == (CLASSIC._replace(limit=7), {"secret"})


@pytest.mark.both_databases
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=8))
def test_a_player_gets_one_attempt_at_a_daily(attempts):
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


# The states of a game other than won and lost.
STANDS = {
    "playing": {
        "status": "playing",
        "guess_count": 3,
        "counted_guesses": None,
        "finished_at": None,
    },
    "resigned": {"status": "resigned", "guess_count": 3},
}
results = st.sampled_from([*["in time"] * 4, None, "late", "lost", *STANDS])
tried = st.lists(results, min_size=10, max_size=12)


@given(tried=tried, now=st.integers(0, 13), strangers=tried)
@example(tried=["in time", "playing", "playing"], now=2, strangers=[])
@example(tried=["in time", "playing"], now=2, strangers=["in time"])
def test_a_streak_counts_days_won_in_time_and_skips_undecided_days(calendar, tried, now, strangers):
    calendar(now)
    ada, grace = Player.objects.create(), Player.objects.create()
    for player, results in ((ada, tried), (grace, strangers)):
        for number, result in enumerate(results[: now + 1]):
            if result:
                attempt(player, number, result)
    states = dict(enumerate(tried[: now + 1]))
    won = {number for number, result in states.items() if result == "in time"}
    last = now if states.get(now) in ("in time", "lost", *STANDS) else now - 1
    # skip undecided days: today, or a day with a game that is open past midnight
    while states.get(last) == "playing":
        last -= 1
    current = length_of(won, last)
    longest = max(length_of(won, number) for number in range(14))
    assert streak_of(ada.games.all()) == (current, longest, current > 0 and now not in won)


def attempt(player: Player, number: int, result: str) -> None:
    """Save an attempt with this result at the daily with this number."""
    day = FIRST_DAY + timedelta(days=number)
    Daily.objects.get_or_create(day=day, defaults={"secret": "1122"})
    begun = datetime.combine(day + timedelta(days=result == "late"), NOON)
    counted = 4 if result in ("in time", "late") else CLASSIC.limit + 1
    columns = {"daily_id": day, "is_ranked": False, "started_at": begun}
    ended(player, counted, **columns, **STANDS.get(result, {}))


def length_of(won: set[int], last: int) -> int:
    """Return the number of consecutive won days that end with the day ``last``."""
    return 1 + length_of(won, last - 1) if last in won else 0


def in_a_game(player: Player, code: str, at: datetime, rules: Rules, **columns) -> None:
    ended(player, 4, rules, secret=code, started_at=at, is_ranked=False, **columns)


def at_a_challenge(player: Player, code: str, at: datetime, rules: Rules) -> None:
    setter = Player.objects.create()
    set_by_another = setter.challenges.create(secret=code, set_at=at, **rules.fields())
    in_a_game(player, code, at, rules, challenge=set_by_another)


def set_by_oneself(player: Player, code: str, at: datetime, rules: Rules) -> None:
    player.challenges.create(secret=code, set_at=at, **rules.fields())


def watched(player: Player, code: str, at: datetime, rules: Rules) -> None:
    player.watches.create(secret=code, begun_at=at, **on_board(rules.variant))


def set_in_a_duel(player: Player, code: str, at: datetime, rules: Rules) -> None:
    duel = Duel.objects.open(player, Duel.Kind.BOX, rules, timedelta(days=1))
    duel.sit(Player.objects.create())
    duel.sides.update(secret=code)
    Duel.objects.filter(pk=duel.pk).update(moved_at=at)


GUISES = {
    "a challenge": at_a_challenge,
    "a challenge set": set_by_oneself,
    "a duel": partial(in_a_game, mode=Game.Mode.DUEL),
    "a code set in a duel": set_in_a_duel,
    "one screen": partial(in_a_game, mode=Game.Mode.ONE_SCREEN),
    "watched": watched,
}


@pytest.mark.both_databases
@pytest.mark.parametrize("guise", [*GUISES, "by chance"])
def test_players_who_met_the_code_of_a_day_on_that_day_count_as_knowing_it(guise):
    """Meeting the code before that day, or by chance in a drawn game, does not count."""
    daily = Daily.objects.create(day=today(), secret="1122")
    begun = datetime.combine(daily.day, time(), UTC)
    other_board = CLASSIC._replace(variant=Variant(4, 7))
    meet = GUISES.get(guise, in_a_game)
    for code, at, rules in (
        ("1122", begun, CLASSIC),
        ("2211", begun, CLASSIC),
        ("1122", begun - timedelta(seconds=1), CLASSIC),
        ("1122", begun, other_board),
    ):
        ada, grace = Player.objects.create(), Player.objects.create()
        meet(ada, code, at, rules)
        is_the_same = (code, at, rules) == ("1122", begun, CLASSIC)
        with CaptureQueriesContext(connection) as asked:
            assert daily.is_known_to(ada) == (is_the_same and guise in GUISES)
        assert len(asked) == 1
        # a COUNT reads all rows, so its time reveals nothing
        assert "COUNT" in asked[0]["sql"]
        assert not daily.is_known_to(grace)
