from datetime import UTC, date, datetime, timedelta
from math import sqrt

from django.db import migrations
from django.db.models import F

from games.catalog.references import is_beyond_reach
from games.catalog.rules import Rules
from solver.rule.codes import Variant

LEAST_GAMES = {"all": 30, "week": 10, "day": 5}


def let_games_of_guests_be_practice(apps, schema_editor):
    """What somebody played before they had an account does not count for it any more."""
    games = apps.get_model("games", "Game").objects
    before = games.filter(is_ranked=True, started_at__lt=F("player__user__date_joined"))
    games.filter(pk__in=before.values("pk")).update(is_ranked=False)


def add_all_games_up(apps, schema_editor):
    """Make every line anew from the games that are ranked."""
    line_of = apps.get_model("games", "Standing")
    games = apps.get_model("games", "Game").objects.filter(
        is_ranked=True, counted_guesses__isnull=False
    )
    lines = {}
    for game in games.select_related("player").order_by("finished_at", "pk").iterator(500):
        for period, last_day in spans_of(game.finished_at.date()):
            key = (*(getattr(game, column) for column in BOARD), period, last_day)
            if key not in lines:
                lines[key] = begun(line_of, game, period, last_day)
            add(lines[key], game)
    for line in lines.values():
        judge(line)
    line_of.objects.all().delete()
    line_of.objects.bulk_create(lines.values(), batch_size=500)


BOARD = ("player_id", "pegs", "colors", "repeats", "limit", "is_aided")


def spans_of(day):
    """Return the periods in which a game of that day counts, and are not over yet."""
    today = datetime.now(UTC).date()
    spans = [("all", date.max), ("day", day)]
    spans += [("week", day + timedelta(days=later)) for later in range(7)]
    return [span for span in spans if span[1] >= today]


def begun(line_of, game, period, last_day):
    board = {column: getattr(game, column) for column in BOARD}
    return line_of(
        **board,
        period=period,
        last_day=last_day,
        has_account=game.player.user_id is not None,
        distribution=[0] * (game.limit + 1),
    )


def add(line, game):
    line.games += 1
    line.total += game.counted_guesses
    if game.counted_guesses < line.best:
        line.best, line.best_game_id = game.counted_guesses, game.pk
    line.distribution[game.counted_guesses - 1] += 1
    if game.skill is not None:
        line.graded += 1
        line.skill_total += game.skill


def judge(line):
    rules = Rules(Variant(line.pegs, line.colors, line.repeats), line.limit)
    line.mean = line.total / line.games
    line.score = line.mean + 2 / sqrt(line.games)
    line.skill = line.skill_total / line.graded if line.graded else 0
    line.is_too_good = line.games >= 10 and is_beyond_reach(rules, line.games, line.total)
    line.is_established = line.games >= LEAST_GAMES[line.period] and not line.is_too_good


class Migration(migrations.Migration):
    dependencies = [("games", "0010_scores")]

    operations = [
        migrations.RunPython(let_games_of_guests_be_practice, migrations.RunPython.noop),
        migrations.RunPython(add_all_games_up, migrations.RunPython.noop),
    ]
