"""Checks each question of fairness for every possible row of a game."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from django.contrib.auth.models import User

from games.catalog.rules import CLASSIC
from games.insight.fairness.seen import has_tried, spoilt_by
from games.models import Challenge, Daily, Duel, Game, Player, Standing, Watch, today
from games.models.play.fairness import (
    Compared,
    Unlisted,
    comparison_of,
    guesses_counted,
    is_code_known,
    is_help_free,
    price_of_help,
    why_unlisted,
)
from games.models.play.standing import LEAST_GAMES
from games.people.leaderboard.lines import why_unranked
from games.people.sessions.current import Identity
from games.play.daily.days import results_of_day
from tests.cast import race_of

SECRET, OTHER = "6165", "1234"
BOTH = (False, True)
Status = Game.Status


def at(days_ago: int, hour: int = 12) -> datetime:
    return datetime(*today().timetuple()[:3], hour, tzinfo=UTC) - timedelta(days=days_ago)


def row(status=Status.PLAYING, finished_at=None, **columns) -> Game:
    """Return an unsaved game with these columns."""
    columns["guess_count"] = 10 if status == Status.LOST else 1
    if status != Status.PLAYING:
        columns["counted_guesses"] = 1 if status == Status.WON else 11
        columns["finished_at"] = finished_at or at(0)
    return Game(secret=SECRET, status=status, **CLASSIC.fields(), **columns)


@pytest.fixture
def people():
    """Return a function that creates players, with or without an account."""

    def person(has_account: bool = False) -> Player:
        number = Player.objects.count()
        user = User.objects.create(username=f"{number}", date_joined=at(9)) if has_account else None
        return Player.objects.create(user=user)

    return person


@pytest.fixture
def days():
    """The dailies of today and yesterday, with the same code."""
    return [Daily.objects.create(day=at(ago).date(), secret=SECRET) for ago in (0, 1)]


@pytest.mark.parametrize(
    ("is_ranked", "has_daily", "has_challenge", "mode", "expected"),
    [
        (False, False, False, Game.Mode.PLAIN, Compared.WITH_NO_ONE),
        (False, False, False, Game.Mode.EVIL, Compared.ON_THE_EVIL_PAGE),
        (False, False, False, Game.Mode.DUEL, Compared.IN_ITS_DUEL),
        (False, False, True, Game.Mode.PLAIN, Compared.WITH_FRIENDS),
        (False, True, False, Game.Mode.PLAIN, Compared.ON_ITS_DAY),
        (False, True, True, Game.Mode.PLAIN, Compared.ON_ITS_DAY),
        (True, False, False, Game.Mode.PLAIN, Compared.ON_THE_LEADERBOARD),
        (True, False, False, Game.Mode.HARD, Compared.ON_THE_LEADERBOARD),
    ],
)
@pytest.mark.parametrize("is_aided", BOTH)
@pytest.mark.parametrize("has_account", BOTH)
def test_the_table_lists_how_each_kind_of_game_is_compared_and_what_help_costs(
    people, is_ranked, has_daily, has_challenge, mode, is_aided, has_account, expected
):
    columns = {"daily_id": today()} if has_daily else {}
    columns |= {"challenge_id": 1} if has_challenge else {}
    columns["player"] = people(has_account)
    game = row(is_ranked=is_ranked, is_aided=is_aided, mode=mode, **columns)
    assert comparison_of(game) is expected
    assert is_help_free(game) == (is_aided or expected is Compared.WITH_NO_ONE)
    free = (Compared.WITH_NO_ONE, Compared.WITH_FRIENDS, Compared.IN_ITS_DUEL)
    assert bool(price_of_help(game)) == (has_account and not is_aided and expected not in free)


@pytest.mark.parametrize(
    ("is_aided", "allows_help", "expected"),
    [(False, False, 1), (False, True, 1), (True, False, 11), (True, True, 1)],
)
def test_each_way_of_ending_a_game_counts_the_listed_number_of_guesses(
    is_aided, allows_help, expected
):
    assert guesses_counted(row(Status.WON, is_aided=is_aided), allows_help) == expected
    for status in (Status.LOST, Status.RESIGNED, Status.EXPIRED):
        assert guesses_counted(row(status, is_aided=is_aided), allows_help) == 11


@pytest.mark.parametrize(
    ("columns", "in_ones_own", "in_somebody_elses"),
    [
        ({"is_ranked": True}, False, False),
        ({"is_ranked": True, "mode": Game.Mode.HARD}, False, False),
        ({"mode": Game.Mode.EVIL}, False, False),
        ({"daily_id": today(), "is_placed": True}, False, False),
        # the setter of the code can be the reader
        ({"daily_id": today()}, False, True),
        ({"challenge_id": 1}, False, True),  # the reader can have set the challenge
        ({"mode": Game.Mode.DUEL}, False, True),
        ({}, False, True),
        ({"repeated_daily_id": today()}, True, True),
        ({"repeated_challenge_id": 1}, True, True),
        ({"mode": Game.Mode.ONE_SCREEN}, True, True),
    ],
)
def test_a_code_counts_as_known_to_the_reader_exactly_as_the_table_says(
    columns, in_ones_own, in_somebody_elses
):
    game = row(**columns)
    known = [is_code_known(game, is_own=is_own) for is_own in (True, False)]
    assert known == [in_ones_own, in_somebody_elses]


def test_a_row_and_a_query_agree_on_which_codes_are_still_secret(days, people):
    """The property ``is_sealed`` of a row and the query ``unsealed`` give the same answer."""
    todays = days[0]
    whose = [{}] + [{column: day} for column in ("daily", "repeated_daily") for day in days]
    whose += [{"mode": Game.Mode.DUEL, "is_held": is_held} for is_held in BOTH]
    for status, columns in product(Status, whose):
        game = row(status, player=people(), **columns)
        game.save()
        is_sealed = (todays in columns.values() and status != Status.WON) or game.is_held
        assert game.is_sealed == is_sealed
        assert (game not in Game.objects.unsealed()) == is_sealed
        is_over = status != Status.PLAYING
        assert game.revealed_secret == (SECRET if is_over and not is_sealed else None)


HOLDS = {
    Unlisted.PLAYING: lambda game: game.is_playing,
    Unlisted.HELPED: lambda game: game.is_aided,
    Unlisted.BEGUN_LATER: lambda game: game.started_at.date() > at(1).date(),
    Unlisted.ENDED_LATER: lambda game: game.finished_at and game.finished_at >= at(0, 0),
    Unlisted.GUEST: lambda game: not game.player.user and not game.is_placed,
    Unlisted.KNOWN: lambda game: game.player.user and not game.is_placed,
}


def test_each_unlisted_attempt_at_a_daily_gets_the_right_reason(days, people):
    day, seen = days[1], set()
    for status, is_placed, is_aided, has_account, begun, ended in product(
        Status, BOTH, BOTH, BOTH, (at(1), at(0)), (at(1, 23), at(0, 0))
    ):
        if is_placed and begun > at(1):
            continue  # the function is_new_to decides this case
        columns = {"is_placed": is_placed, "is_aided": is_aided, "daily": day}
        columns |= {"started_at": begun, "finished_at": ended}
        game = row(status, player=people(has_account), **columns)
        game.save()
        reason = why_unlisted(game)
        seen.add(reason)
        assert (reason is None) == (game in results_of_day(day.day))
        holding = [one for one, holds in HOLDS.items() if holds(game)]
        assert reason in holding if holding else reason is None
    assert seen == {None, *Unlisted}


GUISES = {
    "none": lambda player, day: None,
    "another code": lambda player, day: player.challenges.create(secret=OTHER, **CLASSIC.fields()),
    "an attempt": lambda player, day: row(player=player, daily=day).save(),
    "a repetition": lambda player, day: row(player=player, repeated_daily=day).save(),
    "a challenge taken": lambda player, day: row(
        player=player, challenge=Challenge.objects.get(secret=SECRET)
    ).save(),
    "a challenge set": lambda player, day: player.challenges.create(
        secret=SECRET, **CLASSIC.fields()
    ),
    "a duel": lambda player, day: race_of(player, Player.objects.create(), secret=SECRET),
    "a code set in a duel": lambda player, day: set_in_a_box(player),
    "a code watched": lambda player, day: Watch.objects.create(
        player=player, secret=SECRET, pegs=4, colors=6, repeats=True
    ),
    "a player who is gone": lambda player, day: Player.objects.filter(pk=player.pk).update(
        saw_daily_of=day.day
    ),
    "one of another day": lambda player, day: Player.objects.filter(pk=player.pk).update(
        saw_daily_of=day.day_before
    ),
}


def set_in_a_box(player: Player) -> None:
    duel = Duel.objects.open(player, Duel.Kind.BOX, CLASSIC, timedelta(days=1))
    duel.sit(Player.objects.create())
    duel.set_code(duel.seat_of(player), SECRET)


@pytest.mark.parametrize("guise", GUISES)
@pytest.mark.parametrize("has_account", BOTH)
@pytest.mark.parametrize("ago", [0, 1])
def test_the_table_says_whether_a_code_is_new_to_a_player(guise, has_account, ago, days, people):
    day, player = days[ago], people(has_account)
    people().challenges.create(secret=SECRET, **CLASSIC.fields())  # the challenge of another player
    GUISES[guise](player, day)
    player = Player.objects.get(pk=player.pk)
    is_unseen = guise in ("none", "another code", "one of another day")
    assert day.is_new_to(player) == (ago == 0 and has_account and is_unseen)


ATTEMPTS = (None, Status.PLAYING, Status.LOST, Status.RESIGNED, Status.WON)


@pytest.mark.parametrize("of", ["today", "the day before", "a challenge", "nothing"])
@pytest.mark.parametrize("column", ["{}", "repeated_{}"])
def test_only_readers_who_can_no_longer_play_a_code_can_see_the_code(of, column, days, people):
    todays, before = days
    setter = people()
    challenge = Challenge.objects.create(setter=setter, secret=SECRET, **CLASSIC.fields())
    puzzle = {"today": todays, "the day before": before, "a challenge": challenge}.get(of)
    kind = "challenge" if of == "a challenge" else "daily"
    columns = {column.format(kind): puzzle} if puzzle else {}
    for status in (Status.WON, Status.RESIGNED):
        owner = people()
        game = row(status, player=owner, **columns)
        game.save()
        is_sealed = of == "today" and status != Status.WON
        assert spoilt_by(game, Identity(guest=owner.pk)) == (puzzle if is_sealed else None)
        if of == "a challenge":
            assert spoilt_by(game, Identity(guest=setter.pk)) is None
        for attempt in ATTEMPTS if puzzle else ():
            reader = people()
            if attempt:
                row(attempt, player=reader, **{kind: puzzle}).save()
            is_over = attempt not in (None, Status.PLAYING)
            may = attempt == Status.WON if of == "today" else is_over
            assert spoilt_by(game, Identity(guest=reader.pk)) == (None if may else puzzle)
            assert has_tried(puzzle, Identity(guest=reader.pk)) == is_over
        if not puzzle:
            assert spoilt_by(game, Identity(guest=people().pk)) is None


@pytest.mark.parametrize("period", LEAST_GAMES)
@pytest.mark.parametrize("has_account", BOTH)
@pytest.mark.parametrize("is_enough", BOTH)
@pytest.mark.parametrize("is_believed", BOTH)
def test_a_line_of_the_leaderboard_has_a_rank_exactly_as_the_table_says(
    period, has_account, is_enough, is_believed
):
    games = LEAST_GAMES[period] - (not is_enough)
    line = Standing(period=period, has_account=has_account, **CLASSIC.fields())
    line.distribution = [0] * 11
    for _ in range(games):
        line.add(row(Status.LOST if is_believed else Status.WON))
    assert line.is_too_good != is_believed
    reasons = {
        "beyond perfect play": not is_believed,
        "as a guest": not has_account,
        "1 game to go": not is_enough,
    }
    told = [reason for reason, holds in reasons.items() if holds]
    assert why_unranked(line, LEAST_GAMES[period]) == (told or [""])[0]
    assert line.is_established == (is_enough and is_believed)
