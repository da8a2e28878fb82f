from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import TruncDate


def place_earlier_attempts(apps, schema_editor):
    """Let attempts that were begun on an account, on their day, stay on the boards."""
    games = apps.get_model("games", "Game").objects
    begun_on_its_day = games.annotate(begun_on=TruncDate("started_at")).filter(
        daily__isnull=False,
        begun_on=F("daily"),
        player__user__isnull=False,
        started_at__gte=F("player__user__date_joined"),
    )
    games.filter(pk__in=begun_on_its_day.values("pk")).update(is_placed=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_repeated_codes"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_placed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Whether an attempt at a daily may stand on its board: see Daily.is_new_to.",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="saw_daily_of",
            field=models.DateField(
                editable=False,
                help_text="The last day whose code somebody played in this browser who is gone by now.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(
                    ("finished_at__isnull", False), ("is_aided", False), ("is_placed", True)
                ),
                fields=["daily", "counted_guesses", "finished_at"],
                name="game_on_daily_board",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_placed", False), ("daily__isnull", False), _connector="OR"),
                name="game_is_placed_on_a_day",
            ),
        ),
        migrations.RunPython(place_earlier_attempts, migrations.RunPython.noop),
    ]
