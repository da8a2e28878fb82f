from math import sqrt

from django.db import migrations, transaction

from games.catalog.references import is_beyond_reach
from games.catalog.rules import Rules
from solver.rule.codes import Variant

LEAST_GAMES = {"all": 30, "week": 10, "day": 5}
UNJUDGED = 99.0  # a task makes such a line anew
CHANGED = ["score", "is_too_good", "is_established"]


def judge_anew(apps, schema_editor):
    """Score every line with the wider margin, and hold those of all boards against best play."""
    lines = apps.get_model("games", "Standing").objects.exclude(score=UNJUDGED)
    players = apps.get_model("games", "Player").objects
    for player in list(lines.order_by("player").values_list("player", flat=True).distinct()):
        with transaction.atomic(using=schema_editor.connection.alias):
            players.select_for_update().filter(pk=player).first()
            own = list(lines.filter(player=player, games__gt=0))
            for line in own:
                judge(line)
            lines.bulk_update(own, CHANGED, batch_size=100)


def judge(line):
    """Work out what follows from the games of a line and their guesses."""
    rules = Rules(Variant(line.pegs, line.colors, line.repeats), line.limit)
    line.score = line.mean + 6 / sqrt(line.games)
    line.is_too_good = is_beyond_reach(rules, line.games, line.total)
    line.is_established = line.games >= LEAST_GAMES[line.period] and not line.is_too_good


class Migration(migrations.Migration):
    """Lines that the version before adds to meanwhile have its margin until their next game."""

    atomic = False  # a transaction for each player: whoever plays waits for one at most
    dependencies = [("games", "0021_helped_games_count")]

    operations = [migrations.RunPython(judge_anew, migrations.RunPython.noop)]
