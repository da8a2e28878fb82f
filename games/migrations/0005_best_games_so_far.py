from datetime import timedelta

from django.db import migrations

DAYS = {"day": 1, "week": 7}
BOARD = ("pegs", "colors", "repeats", "limit", "is_aided")


def find_best_games(apps, schema_editor):
    all_games = apps.get_model("games", "Game").objects
    for line in apps.get_model("games", "Standing").objects.iterator():
        board = {column: getattr(line, column) for column in BOARD}
        games = all_games.filter(
            player=line.player_id, is_ranked=True, counted_guesses=line.best, **board
        )
        if line.period in DAYS:
            first_day = line.last_day - timedelta(days=DAYS[line.period] - 1)
            games = games.filter(finished_at__date__range=(first_day, line.last_day))
        line.best_game = games.order_by("finished_at").first()
        line.save(update_fields=["best_game"])


class Migration(migrations.Migration):
    dependencies = [("games", "0004_best_game")]

    operations = [migrations.RunPython(find_best_games, migrations.RunPython.noop)]
