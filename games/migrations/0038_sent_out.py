"""Whoever was sent out of a room stays outside until they are let in again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0037_searched_by_no_beginning"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_sent_out",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Of a room, by whom it was opened.",
            ),
        ),
    ]
