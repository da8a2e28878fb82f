"""The attempts at days are found by their player again, as a streak reads them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0032_hard_mode")]
    older_version = "It names no index, and the constraint in place of the other refuses the same."

    operations = [
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("daily__isnull", False)),
                fields=("player", "daily"),
                name="game_is_the_attempt_of_a_player_at_a_day",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_is_the_first_attempt_at_a_day",
        ),
    ]
