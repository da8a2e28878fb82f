import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_players")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="best_game",
            field=models.ForeignKey(
                help_text="The first with the fewest guesses.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.game",
            ),
        ),
    ]
