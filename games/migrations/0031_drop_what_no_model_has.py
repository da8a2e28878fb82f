"""Drop the indexes that no model has any more, and leave room in pages for the next guess."""

from django.db import migrations

FILLED = {"games_game": 80}  # percent of a page: the rest is for rows that are written anew


def drop_superfluous(apps, editor):
    """Drop what is neither declared nor of a key that wants one.

    On PostgreSQL that is also what serves a search for the beginning of a text: there is none.
    """
    for model in apps.get_app_config("games").get_models():
        wanted = {index.name for index in model._meta.indexes}
        wanted |= {constraint.name for constraint in model._meta.constraints}
        keys = {field.column for field in model._meta.local_fields if field.db_index}
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, about in found.items():
            is_plain = about["index"] and not (about["unique"] or about["primary_key"])
            is_of_key = {*about["columns"][:1]} <= keys and not name.endswith("_like")
            if is_plain and name not in wanted and not is_of_key:
                editor.execute(f"DROP INDEX {editor.quote_name(name)}")


def leave_room(apps, editor):
    if editor.connection.vendor == "postgresql":
        for table, percent in FILLED.items():
            editor.execute(f"ALTER TABLE {table} SET (fillfactor = {percent})")


def tidy(apps, editor):
    drop_superfluous(apps, editor)
    leave_room(apps, editor)


class Migration(migrations.Migration):
    dependencies = [("games", "0030_leaner_indexes")]
    operations = [migrations.RunPython(tidy, migrations.RunPython.noop)]
