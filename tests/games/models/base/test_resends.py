"""A form that is sent twice at once creates one row, and both requests get the same answer."""

import pytest

from games.models import Assist, Game, Player, StalePage
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


def test_a_changed_guess_with_an_earlier_number_and_token_is_refused(player):
    game = Game.objects.start(player)
    Game.objects.filter(pk=game.pk).update(secret="6666")
    first = Game.objects.get(pk=game.pk).play("1122", 1, "same")
    assert Game.objects.get(pk=game.pk).play("1122", 1, "same") == first
    with pytest.raises(StalePage):
        Game.objects.get(pk=game.pk).play("1123", 1, "same")
    assert [str(guess) for guess in game.guesses.all()] == ["1: 1122 0,0"]


@pytest.mark.parametrize(
    ("code", "answer"), [("1123", Feedback(1, 0)), ("1122", Feedback(0, 1))], ids=str
)
@pytest.mark.parametrize("revision", [0, 1])
def test_a_changed_answer_with_an_earlier_token_is_refused(assist, revision, code, answer):
    assist.answer(0, "same", "1122", Feedback(1, 0))
    with pytest.raises(StalePage):
        assist.answer(revision, "same", code, answer)
    assert assist.revision == Assist.objects.get(pk=assist.pk).revision == 1
    assert [str(row) for row in assist.rows.all()] == ["1122 1,0"]


def test_the_page_that_refuses_a_form_shows_the_current_rows(assist):
    """The page then sends the current revision, so its next request is accepted."""
    stale = Assist.objects.get(pk=assist.pk)
    assist.answer(0, "a", "1122", Feedback(1, 0))
    for change in (
        lambda: stale.answer(0, "b", "3344", Feedback(0, 0)),
        lambda: stale.correct(0, 1, Feedback(0, 1)),
        lambda: stale.remove(0, 1),
        lambda: stale.tell(0, "1111"),
    ):
        stale.revision = 0
        with pytest.raises(StalePage):
            change()
        assert stale.revision == 1
    with pytest.raises(StalePage):
        stale.remove(1, 2)
    assert stale.revision == 1
    stale.tell(1, "1111")
    assert (stale.code, stale.revision, stale.rows.count()) == ("1111", 2, 1)
