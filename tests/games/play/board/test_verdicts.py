"""The end of a game in words that fit it."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.models import Game, Player, Praise
from games.play.board.feats import Feats
from games.play.board.page import PlayPage
from games.play.board.verdicts import verdict_on
from tests.cast import ended


def won(skill: int | None, luck: int | None = 50, guesses: int = 5) -> str:
    return verdict_on(Game(status="won", guess_count=guesses, skill=skill, luck=luck))


def test_praise_grows_with_the_skill():
    assert [Praise.of(5, skill, 50) for skill in (99, 92, 84, 70, 30)] == list(Praise)[:5]
    assert len({won(skill) for skill in (30, 70, 84, 92, 99)}) == 5


def test_luck_is_told_where_there_was_much_or_little_of_it():
    assert won(84, 90) == "The feedback was lucky for you."
    assert won(92, 90) == "Your guesses were close to the best possible. Luck was on your side."
    assert won(84, 10) == "Most of your guesses were good. Luck was against you."


@pytest.mark.parametrize("skill", [None, 99])
def test_a_first_guess_is_luck(skill):
    assert won(skill, 99, guesses=1) == "The very first guess! That was pure luck."
    assert Praise.of(1, skill, 99) == Praise.LUCKY


def test_what_is_not_known_is_not_praised():
    assert won(None, None) == "You broke the code."


@pytest.mark.parametrize(("skill", "luck"), [(90, 50), (40, 50), (90, 10)])
def test_comfort_fits_the_game_that_was_lost(skill, luck):
    told = verdict_on(Game(status="lost", guess_count=10, skill=skill, luck=luck))
    assert ("played well" in told, "against you" in told) == (skill >= 75, luck <= 20)


@pytest.mark.parametrize(
    ("guesses", "skill", "label"),
    [
        (1, 99, "See your game"),
        (6, None, "See your game"),
        (6, 98, "See your game"),
        (6, 40, "See what you missed"),
    ],
)
def test_link_promises_mistakes_only_if_the_analysis_has_some(guesses, skill, label):
    game = Game(status="resigned", guess_count=guesses, skill=skill)
    assert PlayPage(game).invitation == label


@given(guesses=some.integers(1, 10), skill=some.integers(0, 99), luck=some.integers(0, 99))
def test_every_graded_win_earns_a_word(guesses, skill, luck):
    assert Praise.of(guesses, skill, luck) in Praise


@pytest.mark.django_db
class TestFeats:
    """What is said once, when it happens."""

    def after(self, *before: int, now: int, **columns) -> list[str]:
        player = Player.objects.create()
        for counted in before:
            ended(player, counted, **columns)
        return Feats(ended(player, now)).sentences

    @pytest.mark.parametrize(
        ("before", "now", "said"),
        [
            ((), 9, ["Your first win at this size."]),
            ((11,), 9, ["Your first win at this size."]),
            ((5, 6), 4, ["Your best yet: 4 guesses."]),
            ((3, 6), 4, ["Your first in 4."]),
            ((3, 4), 4, []),
            ((4,), 6, []),
        ],
    )
    def test_the_first_time_is_said(self, before, now, said):
        assert self.after(*before, now=now) == said

    def test_what_was_won_with_help_is_not_held_against_it(self):
        assert self.after(2, now=5, is_aided=True) == ["Your first win at this size."]

    def test_a_word_is_counted_from_the_second_time_on(self):
        player = Player.objects.create()
        games = [ended(player, 5, skill=90, luck=50) for _ in range(3)]
        assert [Feats(game).collected for game in games] == ["", "2 times", "3 times"]
