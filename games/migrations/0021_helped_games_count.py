from importlib import import_module

from django.db import migrations, transaction

before = import_module("games.migrations.0011_ranked_on_accounts")


def add_all_games_up(apps, schema_editor):
    """Make the lines anew, player by player: every game counts, where help is allowed or not."""
    games = apps.get_model("games", "Game").objects.filter(
        is_ranked=True, counted_guesses__isnull=False
    )
    for player in list(games.order_by("player").values_list("player", flat=True).distinct()):
        with transaction.atomic(using=schema_editor.connection.alias):
            add_up(apps, player, games.filter(player=player).select_related("player"))


def add_up(apps, player, games):
    """Make the lines of one player anew, under the lock that the end of a game takes, too."""
    line_of, lines = apps.get_model("games", "Standing"), {}
    apps.get_model("games", "Player").objects.select_for_update().filter(pk=player).first()
    for game in games.order_by("finished_at", "pk"):
        for period, last_day in before.spans_of(game.finished_at.date()):
            for counted in both_ways(game):
                key = (*(getattr(counted, column) for column in before.BOARD), period, last_day)
                if key not in lines:
                    lines[key] = before.begun(line_of, counted, period, last_day)
                before.add(lines[key], counted)
    for line in lines.values():
        before.judge(line)
    line_of.objects.filter(player=player).delete()
    line_of.objects.bulk_create(lines.values(), batch_size=500)


def both_ways(game):
    """Yield a game as it counts where help is allowed, and where it is not."""
    took, is_aided = game.counted_guesses, game.is_aided
    game.is_aided = True
    yield game
    game.is_aided, game.counted_guesses = False, game.limit + 1 if is_aided else took
    yield game
    game.is_aided, game.counted_guesses = is_aided, took


class Migration(migrations.Migration):
    """What the version before adds meanwhile is in one list only: a task mends that."""

    atomic = False  # a transaction for each player: whoever plays waits for one at most
    dependencies = [("games", "0020_any_help")]

    operations = [migrations.RunPython(add_all_games_up, migrations.RunPython.noop)]
