from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0040_between"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="duel",
            name="duel_has_seats_for_all",
        ),
        migrations.AddField(
            model_name="side",
            name="started_at",
            field=models.DateTimeField(
                help_text="When the first guess could be made; known once the round is over.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="duel",
            name="kind",
            field=models.CharField(
                choices=[
                    ("race", "Race"),
                    ("best-of-3", "Best of three"),
                    ("box", "Codemaker and codebreaker"),
                    ("room", "Room"),
                ],
                max_length=9,
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "race"), ("seats_taken__lte", 8)),
                    models.Q(("kind", "best-of-3"), ("seats_taken__lte", 8)),
                    models.Q(("kind", "box"), ("seats_taken__lte", 2)),
                    models.Q(("kind", "room"), ("seats_taken__lte", 40)),
                    _connector="OR",
                ),
                name="duel_has_seats_for_all",
            ),
        ),
    ]
