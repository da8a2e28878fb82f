from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0039_duels"),
    ]

    operations = [
        migrations.AlterField(
            model_name="duel",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("setting", "Setting"),
                    ("running", "Running"),
                    ("between", "Between"),
                    ("over", "Over"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "over"),
                    models.Q(("round", 0), ("status", "waiting")),
                    models.Q(models.Q(("status", "waiting"), _negated=True), ("round__gt", 0)),
                    _connector="OR",
                ),
                name="duel_waits_before_its_first_round",
            ),
        ),
    ]
