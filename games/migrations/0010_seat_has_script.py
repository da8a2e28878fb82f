from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_push_subscriptions'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='has_script',
            field=models.BooleanField(db_default=False, default=False, help_text='Whether the player’s page sends signs of presence.'),
        ),
    ]
