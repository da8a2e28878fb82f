"""The games of a month are exported for research; the export does not identify the players."""

import csv
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Hint, Player
from tests.cast import guessed


def written(month: str, capsys) -> list[dict[str, str]]:
    call_command("export_games", month)
    return [*csv.DictReader(capsys.readouterr().out.splitlines())]


def test_a_month_of_games_is_exported_without_names_ids_and_dates(time_machine, capsys):
    time_machine.move_to(datetime(2027, 3, 31, 23, 48, 30, tzinfo=UTC), tick=False)
    ada = Player.objects.create(name="Ada")
    game = Game.objects.start(ada)
    Game.objects.filter(pk=game.pk).update(secret="3632")
    game = guessed(Game.objects.with_secret().get(), "1122")
    Hint.objects.create(game=game, kind=Hint.Kind.CHECK, number=2)
    time_machine.move_to(datetime(2027, 3, 31, 23, 50, tzinfo=UTC))
    guessed(game, "3632")
    Game.objects.start(ada)
    time_machine.move_to(datetime(2027, 4, 1, 0, 10, tzinfo=UTC))
    [row] = written("2027-03", capsys)
    assert row == {
        **{"pegs": "4", "colors": "6", "repeats": "True", "limit": "10", "mode": ""},
        **{"guesses": "1122:1,0 3632:4,0", "hints": "1", "helped": "False"},
        **{"solved": "True", "seconds": "90"},
    }
    assert written("2027-02", capsys) == []
    Game.objects.update(mode=Game.Mode.BY_KEY, is_ranked=False)
    assert written("2027-03", capsys) == []


@pytest.mark.parametrize("month", ["2027-04", "2028-01", "March", "2027-13", "0"])
def test_a_month_that_is_not_over_is_refused(time_machine, month):
    time_machine.move_to(datetime(2027, 4, 30, tzinfo=UTC))
    with pytest.raises(CommandError):
        call_command("export_games", month)
