"""Games by mouse, finger and keyboard, in every engine."""

import pytest

from games.models import Challenge
from tests.browser.moves import stored_guesses

pytestmark = pytest.mark.django_db(transaction=True)

by_mouse_and_finger = pytest.mark.parametrize("player", ["mouse", "touch"], indirect=True)

GAME = {"1122": "1,0", "1344": "0,1", "3526": "1,2", "1462": "1,1", "3632": "4,0"}
KEPT = [f"{n}: {code} {feedback}" for n, (code, feedback) in enumerate(GAME.items(), start=1)]


def color(symbol: str) -> str:
    return f".swatch .c{symbol}"


def row(player) -> str:
    """Return the colors in the holes of the row as text."""
    return "".join(text or "." for text in player.texts("[data-row] > button"))


def tap_row(player, code: str) -> None:
    for symbol in code:
        player.tap(color(symbol))
    assert row(player) == code


def expect_answer(player, number: int) -> None:
    """Wait for the answer to a guess; assert that the answer and the next row are visible."""
    if number < len(GAME):
        player.wait_for("h1", f"Guess {number + 1} of 10")
        assert player.is_in_sight(".row.now")
    else:
        player.wait_for("h1", f"You broke the code in {number} guesses")
    assert player.is_in_sight(f".row:nth-child({number} of :has(.keys)) .keys")


@by_mouse_and_finger
@pytest.mark.parametrize("by_enter", [False, True], ids=["Guess", "Enter"])
def test_a_game_can_be_played_with_taps(start, player, by_enter):
    start()
    for number, code in enumerate(GAME, start=1):
        tap_row(player, code)
        if by_enter:
            player.press("Enter")
        else:
            player.tap("#submit")
        expect_answer(player, number)
    assert stored_guesses() == KEPT


def test_a_game_can_be_played_with_the_keyboard(start, player):
    start()
    for number, code in enumerate(GAME, start=1):
        player.press(*code, "Enter")
        expect_answer(player, number)
    assert stored_guesses() == KEPT


def test_a_game_can_be_played_with_only_arrows_and_space(start, player):
    """Arrows move between colors and place none; each press of Space places one color."""
    start("1111")
    player.tap("h1")
    player.engine.run("document.querySelector('.swatch input').focus()")
    player.press("ArrowRight", "ArrowLeft", " ")
    assert row(player) == "1..."
    player.press(" ", " ", " ", "Enter")
    player.wait_for("h1", "You broke the code in 1 guess")


@by_mouse_and_finger
def test_pegs_can_be_dragged(start, player):
    start()
    player.drag(color("3"), "#hole-3")
    assert row(player) == "..3."
    player.drag("#hole-3", "#hole-1")
    player.tap(color("6"))
    assert row(player) == "36.."
    player.drag("#hole-2", "h1")
    assert row(player) == "3..."


def test_a_tap_beside_a_peg_chooses_its_color_and_shift_fills_the_row(start, player):
    start()
    player.tap(".swatch:has(.c4)", beside=(0, 20))
    assert row(player) == "4..."
    with player.holding("Shift"):
        player.tap(color("5"))
    assert row(player) == "4555"


@by_mouse_and_finger
def test_a_hint_gives_its_reason_and_fills_the_row(start, player):
    start()
    player.tap("#hint")
    player.tap("#hint-best")
    player.wait_for(".advice-slot", "1,296 codes are left.")
    player.tap(".advice-slot a.button")
    assert row(player) == "1122"
    player.tap("#submit")
    expect_answer(player, 1)


@by_mouse_and_finger
def test_a_game_of_the_computer_can_be_watched_step_by_step(player):
    player.open("/learn/")
    player.tap(".ways a[href='/watch/']")
    player.wait_for("h1", "Watch the computer")
    for symbol in "3632":
        player.tap(color(symbol))
    player.tap("#submit")
    player.wait_for("h1", "Knuth: the code is set")
    player.until(lambda: not player.texts("#think"), "game that is thought out")
    player.tap("#step-next")
    player.wait_for("h1", "Knuth, guess 1")
    player.press("ArrowRight")
    player.wait_for("h1", "Knuth, guess 2")
    player.tap("#step-back")
    player.wait_for("h1", "Knuth, guess 1")
    player.press("End")
    player.wait_for("h1", "Knuth broke the code in 5 guesses")


@by_mouse_and_finger
def test_a_player_can_set_a_code_for_a_friend(player):
    player.open("/friends/")
    player.tap("main a[href='/challenges/']")
    player.wait_for("h1", "Challenge a friend")
    player.drag(color("2"), "#hole-4")
    for symbol in "363":
        player.tap(color(symbol))
    assert row(player) == "3632"
    player.tap("#submit")
    player.wait_for("h1", "Your challenge")
    assert Challenge.objects.get().secret == "3632"


@by_mouse_and_finger
def test_a_player_can_answer_the_guesses_of_the_computer(player):
    player.open("/learn/")
    player.tap(".ways a[href='/assist/']")
    player.wait_for("h1", "Solver")
    player.tap(".actions .button.main")
    player.tap("#more-black")
    player.tap("#answer")
    player.wait_for("#outlook ~ h3", "Knuth tries 1344")
    player.tap("#other-guess summary")
    player.tap(color("6"))
    player.tap("#hole-1")
    player.tap("#more-white")
    player.tap("#answer")
    player.wait_for(".aid .row:nth-child(2) .pegs", "6344")


@pytest.mark.parametrize("player", ["touch"], indirect=True)
def test_a_finger_sends_touch_events_except_in_webkit_where_a_mouse_is_used(start, player):
    """WebKit's driver for Linux has no touch input, so a mouse replaces the finger on the page for
    phones.
    """
    start()
    player.tap(color("1"))
    arrived = player.engine.run("return sessionStorage.getItem('pointer')")
    assert arrived == {"WebKit": "mouse"}.get(player.engine.name, "touch")
