"""Keep the length of every game of a play-out, and everybody who wants it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_playouts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="playout",
            name="asker",
            field=models.CharField(
                blank=True, editable=False, help_text="Of a version before.", max_length=64
            ),
        ),
        migrations.AlterField(
            model_name="playout",
            name="token",
            field=models.CharField(
                blank=True, editable=False, help_text="Of a version before.", max_length=32
            ),
        ),
        migrations.AddField(
            model_name="playout",
            name="games",
            field=models.BinaryField(
                help_text="How long each took, in the order of the codes: a byte, compressed.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="playoutpiece",
            name="games",
            field=models.BinaryField(help_text="As those of the whole.", null=True),
        ),
        migrations.AlterField(
            model_name="playoutpiece",
            name="lengths",
            field=models.JSONField(help_text="How many codes took so many guesses."),
        ),
        migrations.CreateModel(
            name="PlayoutWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asker", models.CharField(help_text="A digest of who it is.", max_length=64)),
                (
                    "playout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="games.playout",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("playout", "asker"), name="playout_is_wished_for_once_by_each"
                    )
                ],
            },
        ),
    ]
