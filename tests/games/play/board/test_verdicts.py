"""The sentences at the end of a game."""

import pytest

from games.models import Game, Player
from games.play.board.page import PlayPage
from games.play.board.verdicts import Feats, verdict_on
from tests.cast import ended


def won(skill: int | None, luck: int | None = 50, guesses: int = 5) -> str:
    return verdict_on(Game(status="won", guess_count=guesses, skill=skill, luck=luck))


def test_praise_increases_with_the_skill():
    assert len({won(skill) for skill in (30, 70, 84, 92, 99)}) == 5


def test_luck_has_a_separate_line_and_does_not_change_the_praise():
    lucky = {90: "Luck was on your side.", 50: "Luck was about average."}
    for luck, told in (lucky | {10: "Luck was against you.", None: ""}).items():
        page = PlayPage(Game(status="won", guess_count=5, skill=84, luck=luck))
        assert (page.luck, page.verdict) == (told, "Most of your guesses were good.")


def test_a_win_with_the_first_guess_and_an_ungraded_win_are_not_called_flawless():
    for skill in (None, 99):
        assert won(skill, 99, guesses=1) == "You broke it with your very first guess!"
    assert won(None, None) == "You broke the code."


def test_the_words_after_a_loss_depend_on_how_well_the_player_played():
    for skill in (90, 40, None):
        told = verdict_on(Game(status="lost", guess_count=10, skill=skill, luck=50))
        assert ("played well" in told) == (skill == 90)


class TestFeats:
    """Sentences that appear only at special wins, such as the first or the best."""

    def after(self, *before: int, now: int, **columns) -> list[str]:
        player = Player.objects.create()
        for counted in before:
            ended(player, counted, **columns)
        return Feats(ended(player, now)).sentences

    @pytest.mark.parametrize(
        ("before", "now", "said"),
        [
            ((), 9, []),
            ((11,), 9, []),
            ((5, 6), 4, ["Your best yet: 4 guesses."]),
            ((3, 6), 4, ["Your first in 4."]),
            ((3, 4), 4, []),
            ((4,), 6, []),
        ],
    )
    def test_a_first_win_is_mentioned(self, before, now, said):
        assert self.after(*before, now=now) == said

    def test_wins_with_help_do_not_count_as_the_first_win(self):
        first = "Your first win at this size without help."
        assert self.after(2, now=5, is_aided=True) == [first]

    def test_the_first_win_has_a_separate_headline(self):
        player = Player.objects.create()
        first, second = (ended(player, 5, skill=92, is_aided=True) for _ in range(2))
        assert [PlayPage(game).word for game in (first, second)] == [
            "Your first win!",
            "Brilliant!",
        ]

    def test_the_average_in_the_praise_of_a_win_includes_this_win(self):
        player = Player.objects.create()
        games = [ended(player, guesses) for guesses in (4, 5, 5)]
        assert [Feats(game).average for game in games] == ["", "4.5", "4.7"]

    def test_the_page_says_how_often_a_word_of_praise_was_earned_if_more_than_once(self):
        player = Player.objects.create()
        games = [ended(player, 5, skill=90, luck=50) for _ in range(3)]
        assert [Feats(game).collected for game in games] == ["", "2 times", "3 times"]
