from django.db import migrations, models

import games.models.play.daily


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_wider_margin"),
    ]

    operations = [
        migrations.AddField(
            model_name="daily",
            name="limit",
            field=models.PositiveSmallIntegerField(
                db_default=10,
                default=games.models.play.daily.limit_of_now,
                help_text="How many guesses the day gives: as many as a Classic game when it was drawn.",
            ),
        ),
    ]
