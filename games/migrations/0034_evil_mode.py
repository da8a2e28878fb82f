from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0033_dailies_of_a_player")]
    older_version = "It begins no game in this mode, so the constraint refuses it nothing."

    operations = [
        migrations.AlterField(
            model_name="game",
            name="mode",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", ""),
                    ("hard", "%(board)s, hard mode"),
                    ("evil", "%(board)s, evil mode"),
                ],
                db_default="",
                default="",
                max_length=4,
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=~Q(mode="evil")
                | Q(is_ranked=False, daily=None, challenge=None)
                & (Q(status="playing", secret="") | ~Q(status="playing") & ~Q(secret="")),
                name="game_is_evil_without_a_code_before_its_end",
            ),
        ),
        migrations.RemoveIndex(model_name="game", name="game_not_graded"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(~Q(mode="evil"), luck=None, finished_at__isnull=False),
                fields=["finished_at"],
                name="game_not_graded",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(Q(mode="evil"), status="won", is_aided=False),
                fields=["pegs", "colors", "repeats", "limit", "player", "counted_guesses"],
                name="game_forced",
            ),
        ),
    ]
