import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_what_follows"),
    ]

    operations = [
        migrations.CreateModel(
            name="PuzzleOfDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("grade", models.PositiveSmallIntegerField()),
                (
                    "history",
                    models.CharField(help_text="Its rows: 1122:1,1 1345:0,2", max_length=200),
                ),
                ("solution", models.CharField(max_length=8)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "grade"), name="one_puzzle_a_day_and_grade"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("grade", models.PositiveSmallIntegerField()),
                (
                    "number",
                    models.PositiveIntegerField(help_text="None for a puzzle of a day.", null=True),
                ),
                ("day", models.DateField(help_text="None for a puzzle with a number.", null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("solved", "Solved"), ("given up", "Given Up")],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "tries",
                    models.PositiveIntegerField(default=0, help_text="How many codes were tried."),
                ),
                (
                    "hints",
                    models.PositiveIntegerField(default=0, help_text="How many steps were shown."),
                ),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "moved_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                    ),
                ),
                (
                    "timed_from",
                    models.DateTimeField(
                        help_text="When the clock was started, if ever.", null=True
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzles",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "grade", "number"), name="one_attempt_a_puzzle"
                    ),
                    models.UniqueConstraint(
                        fields=("player", "day", "grade"), name="one_attempt_a_puzzle_of_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("day__isnull", False), ("number__isnull", True)),
                            models.Q(("day__isnull", True), ("number__isnull", False)),
                            _connector="OR",
                        ),
                        name="puzzle_has_a_number_or_a_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("status", "open")),
                            models.Q(
                                models.Q(("status", "open"), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_has_an_end_once_over",
                    ),
                ],
            },
        ),
    ]
