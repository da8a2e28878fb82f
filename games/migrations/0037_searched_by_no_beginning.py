"""Drop the index that PostgreSQL adds to the addresses of duels: nobody searches for a beginning."""

from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0031_drop_what_no_model_has")


class Migration(migrations.Migration):
    dependencies = [("games", "0036_handovers")]
    operations = [migrations.RunPython(before.drop_superfluous, migrations.RunPython.noop)]
