from django.conf import settings
from django.db import migrations, models
from django.db.models import F

from games.models.people.lookalikes import looks_of


def keep_looks(apps, schema_editor):
    """Keep how the names look. Of names that look alike the first account's is protected.

    The others stay as they are.
    """
    players = apps.get_model("games", "Player").objects.exclude(name="")
    seen, changed = set(), []
    for player in players.order_by(F("user").asc(nulls_last=True), "created_at"):
        look, small_look = looks_of(player.name)
        if ("look", look) in seen or ("small", small_look) in seen:
            continue
        seen |= {("look", look), ("small", small_look)}
        player.look, player.small_look = look, small_look
        changed.append(player)
    players.bulk_update(changed, ["look", "small_look"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_assist_moved_at"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="look",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="What names share that look alike.",
                max_length=480,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="small_look",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The same in small letters.",
                max_length=480,
            ),
        ),
        migrations.RunPython(keep_looks, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look", ""), _negated=True),
                fields=("look",),
                name="player_name_looks_like_no_other",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("small_look", ""), _negated=True),
                fields=("small_look",),
                name="player_name_looks_like_no_other_in_small_letters",
            ),
        ),
    ]
