"""What the database refuses, and what happens when several come at once."""

import threading
from collections import Counter

import pytest
from django.db import IntegrityError, close_old_connections, connection, transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalog.rules import CLASSIC
from games.models import Game, GameOver, Guess, NameTaken, Player, Refused, StalePage, new_secret
from solver.codes import Variant
from solver.feedback import feedback


def refuses(change) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError:
        return True
    return False


@pytest.mark.django_db
def test_the_database_refuses_what_cannot_be(player):
    game = Game.objects.start(player)
    row = Game.objects.filter(pk=game.pk)
    now = timezone.now()
    impossible = [
        {"guess_count": 11},
        {"guess_count": 10},
        {"status": "won"},
        {"status": "won", "guess_count": 3, "counted_guesses": 2, "finished_at": now},
        {"status": "lost", "guess_count": 9, "counted_guesses": 11, "finished_at": now},
        {"status": "resigned", "counted_guesses": 5, "finished_at": now},
        {"counted_guesses": 4},
        {"status": "asleep"},
        {"pegs": 9},
        {"colors": 1},
        {"limit": 0},
    ]
    assert [change for change in impossible if not refuses(lambda: row.update(**change))] == []  # noqa: B023


@pytest.mark.django_db
def test_a_number_and_a_token_are_used_once(player):
    game = Game.objects.start(player)
    guess = {"game": game, "code": "1122", "black": 0, "white": 0}
    Guess.objects.create(number=1, token="a", **guess)
    assert refuses(lambda: Guess.objects.create(number=1, token="b", **guess))
    assert refuses(lambda: Guess.objects.create(number=2, token="a", **guess))


@pytest.mark.django_db
def test_a_name_is_of_one_player(player):
    player.rename("Ada")
    with pytest.raises(NameTaken, match="Somebody is already called ADA"):
        Player.objects.create().rename("ADA")
    Player.objects.create().rename("Grace")


def test_secrets_are_drawn_evenly():
    variant = Variant(pegs=2, colors=3)
    drawn = Counter(new_secret(variant) for _ in range(9_000))
    assert len(drawn) == variant.size
    expected = 9_000 / variant.size
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert chi_square < 45  # p < 1e-6 at 8 degrees of freedom


def test_secrets_without_repeats_have_none():
    variant = Variant(pegs=4, colors=4, repeats=False)
    assert len({new_secret(variant) for _ in range(1_000)}) == 24


steps = st.one_of(
    st.tuples(st.just("guess"), st.text("123456", min_size=4, max_size=4), st.integers(1, 11)),
    st.tuples(st.just("hint"), st.just(""), st.integers(1, 11)),
    st.tuples(st.just("resign"), st.just(""), st.just(0)),
)


@pytest.mark.django_db
@settings(max_examples=60)
@given(st.lists(steps, max_size=16), st.booleans())
def test_a_game_agrees_with_its_guesses_whatever_is_sent(sent, keeps_number):
    """Any mix of honest, stale and repeated requests leaves a consistent game."""
    game = Game.objects.start(Player.objects.create())
    secret = game.secret
    for place, (action, code, number) in enumerate(sent):
        page = Game.objects.get(pk=game.pk)
        number = page.next_number if keeps_number else number
        try:
            if action == "guess":
                page.play(code, number, token=str(place))
            elif action == "hint":
                page.take_hint(number, "facts")
            else:
                page.resign()
        except (GameOver, StalePage):
            pass
    game.refresh_from_db()
    guesses = list(game.guesses.all())
    assert [guess.number for guess in guesses] == list(range(1, game.guess_count + 1))
    assert all(guess.feedback == feedback(guess.code, secret) for guess in guesses)
    assert all(guess.code != secret for guess in guesses[:-1])
    assert (game.status == "won") == any(guess.code == secret for guess in guesses)
    assert game.is_aided == game.hints.exists()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_make_one_guess_a_number(player):
    """Twelve threads race for each number of a game with twelve different pages."""
    game = Game.objects.start(player, CLASSIC)
    Game.objects.filter(pk=game.pk).update(secret="6666")
    taken = Counter()
    gate = threading.Barrier(6)

    def race(runner: int) -> None:
        try:
            for number in range(1, 11):
                gate.wait(timeout=30)
                page = Game.objects.get(pk=game.pk)
                try:
                    page.play("1122", number, token=f"{runner}-{number}")
                    taken[number] += 1
                except Refused:
                    pass
        finally:
            connection.close()

    threads = [threading.Thread(target=race, args=(runner,)) for runner in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    close_old_connections()
    game.refresh_from_db()
    assert (game.status, game.guess_count, game.guesses.count()) == ("lost", 10, 10)
    assert taken == dict.fromkeys(range(1, 11), 1)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_guess(player):
    game = Game.objects.start(player)
    Game.objects.filter(pk=game.pk).update(secret="6666")
    answers: list[str] = []

    def click() -> None:
        try:
            answers.append(str(Game.objects.get(pk=game.pk).play("1122", 1, token="same")))
        finally:
            connection.close()

    threads = [threading.Thread(target=click) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["1: 1122 0,0"] * 8
    assert game.guesses.count() == 1
