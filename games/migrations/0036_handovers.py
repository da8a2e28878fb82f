"""Two at one screen: who set which code for whom."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    older_version = "It knows no such table, and has no game that two play at one screen."
    dependencies = [
        ("games", "0035_duels"),
    ]

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
                    ("duel", "%(board)s, duel"),
                    ("here", "%(board)s at one screen"),
                ],
                db_default="",
                default="",
                max_length=4,
            ),
        ),
        migrations.CreateModel(
            name="Handover",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "evening",
                    models.CharField(
                        help_text="What tells one evening from another.", max_length=22
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="1 for the first code of the evening."
                    ),
                ),
                ("maker", models.CharField(blank=True, max_length=24)),
                ("breaker", models.CharField(blank=True, max_length=24)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="handover",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("evening", "number"), name="handover_has_a_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="handover_is_counted_from_one"
                    ),
                ],
            },
        ),
    ]
