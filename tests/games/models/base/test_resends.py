"""A form that is sent twice at once creates one row, and both requests get the same answer."""

import pytest

from games.models import Assist, Game, Player
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback
from tests.cast import side_by_side

pytestmark = pytest.mark.both_databases

AT_ONCE = 6


@pytest.fixture
def player(transactional_db):
    return Player.objects.create()


@pytest.fixture
def assist(player):
    return Assist.objects.begin(player, Variant(), "knuth")


def test_an_answer_that_is_sent_several_times_at_once_creates_one_row(assist):
    def send(place: int) -> object:
        page = Assist.objects.get(pk=assist.pk)
        return page.answer(0, "same", "1122", Feedback(1, 0))

    assert side_by_side(send, AT_ONCE) == ["1122 1,0"] * AT_ONCE
    assist.refresh_from_db()
    assert (assist.rows.count(), assist.revision) == (1, 1)


def test_only_the_first_of_several_different_concurrent_answers_is_stored(assist):
    def send(place: int) -> object:
        page = Assist.objects.get(pk=assist.pk)
        return page.answer(0, f"token-{place}", "1122", Feedback(1, 0))

    assert side_by_side(send, AT_ONCE) == ["1122 1,0"] + ["stale-page"] * (AT_ONCE - 1)
    assist.refresh_from_db()
    assert (assist.rows.count(), assist.revision) == (1, 1)


def test_a_guess_that_is_sent_several_times_at_once_counts_once(player):
    game = Game.objects.start(player)
    Game.objects.filter(pk=game.pk).update(secret="6666")

    def send(place: int) -> object:
        return Game.objects.get(pk=game.pk).play("1122", 1, "same")

    assert side_by_side(send, AT_ONCE) == ["1: 1122 0,0"] * AT_ONCE
    assert game.guesses.count() == 1
