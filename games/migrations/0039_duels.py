from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0038_sent_out")]
    operations = [migrations.RenameField("side", "way", "computer_guesses")]
