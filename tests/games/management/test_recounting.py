"""The lines of the leaderboard can be rebuilt."""

from datetime import timedelta

from django.core.management import call_command
from django.utils import timezone

from games.models import Game, Player, Standing
from tests.cast import ended, finished, named

COLUMNS = [field.name for field in Standing._meta.fields if field.name != "id"]


def lines(**of: str) -> set[str]:
    """Return all stored data of the leaderboard, one tuple for each line."""
    return {str(row) for row in Standing.objects.filter(**of).values_list(*COLUMNS)}


def test_recounting_corrects_wrong_lines_adds_missing_lines_and_deletes_extra_lines(capsys):
    ada, guest, gone = named("Ada", 4, 3), Player.objects.create(), named("Gone", 5)
    finished(guest, 7)
    finished(ada, 6, is_aided=True)
    ended(ada, 2, is_ranked=False)
    ended(ada, 2, counted_guesses=None, status="playing", finished_at=None)
    recorded = lines()
    Standing.objects.filter(player=ada, is_aided=True).delete()
    Standing.objects.filter(player=guest).update(score=0, has_account=True)
    Standing.objects.filter(player=ada).update(games=1, total=1)
    assert lines() != recorded
    call_command("recount")
    assert lines() == recorded
    Game.objects.filter(player=gone).delete()
    call_command("recount")
    assert not Standing.objects.filter(player=gone).exists()
    assert capsys.readouterr().out.startswith("The games of 3 players")


def test_recounting_does_not_create_lines_for_past_days():
    ada = named("Ada")
    finished(ada, 4, when=timezone.now() - timedelta(days=3))
    call_command("recount", verbosity=0)
    spans = Standing.objects.filter(is_aided=False).values_list("period", flat=True)
    assert sorted(spans) == ["all", *["week"] * 4]
