"""The word of praise for a win: the bounds of each word, and how often it was earned."""

from collections import Counter
from itertools import product

from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Game, Player, Praise, words_of

# The least skill that earns each word for a win in five guesses; it follows from WASTED_BELOW.
LEAST = {"flawless": 98, "brilliant": 91, "sharp": 83, "clever": 65, "cracked": 0}


def test_each_word_of_praise_needs_a_minimum_skill():
    words = [Praise.of(5, skill) for skill in range(100)]
    assert {word: words.index(word) for word in Praise} == LEAST
    assert words == sorted(words, key=list(Praise).index, reverse=True)


def test_a_win_without_a_skill_gets_a_word_of_praise_only_if_it_took_one_guess():
    assert (Praise.of(1, None), Praise.of(2, None)) == (Praise.CRACKED, None)


def test_each_word_is_counted_as_often_as_it_was_earned_without_help():
    player = Player.objects.create()
    wins = list(product(range(1, 11), (None, *range(0, 100, 3))))
    usual = {"player": player, "secret": "1111", "status": "won", **CLASSIC.fields()}
    usual["finished_at"] = timezone.now()
    Game.objects.bulk_create(
        Game(guess_count=count, counted_guesses=count, skill=skill, is_aided=is_aided, **usual)
        for (count, skill), is_aided in product(wins, (False, True))
    )
    words = Counter(Praise.of(*win) for win in wins)
    assert words_of(player) == {word: words[word] for word in Praise}
