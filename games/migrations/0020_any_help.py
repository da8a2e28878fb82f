from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_defaults_for_a_version_before")]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_counted"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("counted_guesses__isnull", False), ("is_ranked", True)),
                fields=["player", "pegs", "colors", "repeats", "limit", "finished_at"],
                name="game_counted_by_player",
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="is_aided",
            field=models.BooleanField(
                help_text="Whether help is allowed: else it counts as a loss."
            ),
        ),
    ]
