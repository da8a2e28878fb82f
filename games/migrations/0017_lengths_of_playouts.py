"""Keep the length of every game of a play-out, and everybody who wants it.

What was played out before is forgotten: it is played again, some minutes, for whoever asks.
"""

import django.db.models.deletion
from django.db import migrations, models


def forget(apps, schema_editor):
    """Delete what has no lengths, and the pieces of it."""
    apps.get_model("games", "PlayoutPiece").objects.all().delete()
    apps.get_model("games", "Playout").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_playouts"),
    ]

    operations = [
        migrations.RunPython(forget, forget),
        migrations.RemoveField(model_name="playout", name="asker"),
        migrations.RemoveField(model_name="playout", name="token"),
        migrations.AddField(
            model_name="playout",
            name="games",
            field=models.BinaryField(
                default=b"",
                help_text="How long each took, in the order of the codes: a byte, compressed.",
            ),
        ),
        migrations.RemoveField(model_name="playoutpiece", name="lengths"),
        migrations.AddField(
            model_name="playoutpiece",
            name="games",
            field=models.BinaryField(default=b"", help_text="As those of the whole."),
            preserve_default=False,
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
