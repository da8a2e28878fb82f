from django.db import migrations, models


class Migration(migrations.Migration):
    """What a version writes that knows none of these stands last, or is settled later."""

    older_version = "It reads None as False, and writes these columns itself or not at all."

    dependencies = [
        ("games", "0018_forget_playouts_without_lengths"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="is_placed",
            field=models.BooleanField(
                db_default=None,
                default=False,
                help_text="Whether an attempt at a daily may stand on its board: see Daily.is_new_to. None if a version before began it, which did not ask.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="has_account",
            field=models.BooleanField(
                db_default=False,
                default=True,
                help_text="Whether everybody sees it; a guest sees their own alone.",
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="score",
            field=models.FloatField(
                db_default=99.0, default=99.0, help_text="The mean and the margin for luck."
            ),
        ),
    ]
