"""Forget what was played out without its lengths: whoever asks has it played again, in minutes."""

from django.db import migrations


def forget(apps, schema_editor):
    """Delete it, with its pieces."""
    apps.get_model("games", "Playout").objects.filter(games=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_lengths_of_playouts"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
