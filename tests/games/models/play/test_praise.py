"""Test the word of praise for a win: the bounds of each rule, and the query of the database."""

from itertools import product
from math import inf, nextafter

import pytest
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Game, Player
from games.models.play.praise import EARNED, LOST, RULES, Praise, PraiseRule

EITHER = PraiseRule(Praise.CLEVER, "luck", 20, 80)


@pytest.mark.parametrize("rule", [*RULES, EITHER], ids=lambda rule: f"{rule.word} by {rule.about}")
def test_a_rule_of_praise_applies_exactly_within_its_bounds(rule):
    assert rule.holds(rule.least)
    assert not rule.holds(nextafter(rule.least, -inf))
    assert rule.holds(nextafter(rule.below, 0))
    assert not rule.holds(rule.below)
    assert not rule.holds(None)


@pytest.mark.django_db
def test_the_database_finds_the_same_words_of_praise():
    """Check wins in one to ten guesses, every third skill, and luck at and near each bound."""
    player = Player.objects.create()
    wins = product(range(1, 11), (None, *range(0, 100, 3)), (19, 20, 79, 80, 99))
    usual = {"player": player, "secret": "1111", "status": "won", **CLASSIC.fields()}
    usual["finished_at"] = timezone.now()
    Game.objects.bulk_create(
        Game(guess_count=count, counted_guesses=count, skill=skill, luck=luck, **usual)
        for count, skill, luck in wins
    )
    games = Game.objects.annotate(lost=LOST, earned=EARNED)
    for game in games:
        assert game.earned == Praise.of(game.guess_count, game.skill), vars(game)
    between = games.filter(EITHER.condition).values_list("luck", flat=True)
    assert set(between) == {20, 79}
