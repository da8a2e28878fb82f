"""People and computers at one board: who sits there, and what they make of their codes."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import games.models.base.ids


class Migration(migrations.Migration):
    older_version = "It knows none of these tables, and has no game in a duel."
    dependencies = [
        ("games", "0034_evil_mode"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_held",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Whether others of its duel still break this code, so that it is not shown.",
            ),
        ),
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
                ],
                db_default="",
                default="",
                max_length=4,
            ),
        ),
        migrations.CreateModel(
            name="Duel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.base.ids.new_public_id,
                        editable=False,
                        max_length=22,
                        unique=True,
                    ),
                ),
                ("pegs", models.PositiveSmallIntegerField()),
                ("colors", models.PositiveSmallIntegerField()),
                ("repeats", models.BooleanField()),
                ("limit", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("race", "Race"),
                            ("box", "Codemaker and codebreaker"),
                            ("room", "Room"),
                        ],
                        max_length=4,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("setting", "Setting"),
                            ("running", "Running"),
                            ("over", "Over"),
                        ],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                (
                    "code",
                    models.CharField(blank=True, help_text="Typed to enter a room.", max_length=6),
                ),
                (
                    "patience",
                    models.DurationField(
                        help_text="How long a guess, or setting a code, may take."
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=1)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("seats_taken", models.PositiveSmallIntegerField(default=0)),
                (
                    "revision",
                    models.PositiveIntegerField(default=0, help_text="How often it was changed."),
                ),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("moved_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "starts_at",
                    models.DateTimeField(help_text="When the first guess may be made.", null=True),
                ),
                (
                    "opener",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="opened_duels",
                        to="games.player",
                    ),
                ),
                (
                    "rematch",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="first_duel",
                        to="games.duel",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        help_text="In a room: a first name, or an animal.",
                        max_length=24,
                    ),
                ),
                (
                    "strategy",
                    models.CharField(blank=True, help_text="Of a computer.", max_length=24),
                ),
                (
                    "memory",
                    models.PositiveSmallIntegerField(
                        default=100,
                        help_text="Of a computer: how many rows of a hundred it remembers.",
                    ),
                ),
                ("is_ready", models.BooleanField(default=False)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("left_at", models.DateTimeField(null=True)),
                ("phrase", models.PositiveSmallIntegerField(null=True)),
                ("said_at", models.DateTimeField(null=True)),
                (
                    "duel",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.duel",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("secret", models.CharField(blank=True, max_length=8)),
                (
                    "row",
                    models.CharField(
                        blank=True,
                        help_text="The guess that waits until the other one has guessed.",
                        max_length=8,
                    ),
                ),
                ("row_number", models.PositiveSmallIntegerField(default=0)),
                ("token", models.CharField(blank=True, max_length=32)),
                (
                    "way",
                    models.JSONField(
                        default=list,
                        help_text="Of a computer: its guesses, each with the seconds from the start.",
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(help_text="After this they have given up.", null=True),
                ),
                (
                    "duel",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="games.duel",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="side",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "seat"),
            },
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("colors__range", (2, 12)), ("limit__range", (1, 99)), ("pegs__range", (2, 8))
                ),
                name="duel_variant_is_within_bounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "race"), ("seats_taken__lte", 8)),
                    models.Q(("kind", "box"), ("seats_taken__lte", 2)),
                    models.Q(("kind", "room"), ("seats_taken__lte", 40)),
                    _connector="OR",
                ),
                name="duel_has_seats_for_all",
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code", ""), _negated=True),
                fields=("code",),
                name="duel_code_of_a_room_is_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("duel", "number"), name="seat_is_taken_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("duel", "player"),
                name="seat_is_the_only_one_of_a_player",
            ),
        ),
        migrations.AddIndex(
            model_name="side",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)),
                fields=["due_at"],
                name="side_that_is_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="side",
            constraint=models.UniqueConstraint(
                fields=("duel", "round", "seat"), name="side_is_begun_once"
            ),
        ),
    ]
